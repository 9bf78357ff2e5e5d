package engine

import (
	"encoding/json"
	"fmt"

	"github.com/rulec/rulec/session"
)

// answers are the questions that a page may ask.
var answers = map[string]func(*Workspace, []byte) (any, error){
	// the files
	"begin":    with((*Workspace).open),
	"setFile":  with((*Workspace).set),
	"dropFile": with((*Workspace).drop),
	"readFile": with((*Workspace).read),
	"examples": with((*Workspace).examples),
	"starter":  with((*Workspace).starter),
	// the editor
	"check":      with((*Workspace).check),
	"complete":   with((*Workspace).complete),
	"hover":      with((*Workspace).hover),
	"definition": with((*Workspace).definition),
	"tokens":     with((*Workspace).tokens),
	"params":     with((*Workspace).params),
	"setParam":   with((*Workspace).setParam),
	"fightsBy":   with((*Workspace).fightsBy),
	// the encounter beside the editor
	"encounter":       with((*Workspace).layout),
	"changeEncounter": with((*Workspace).changeEncounter),
	"newFight":        with((*Workspace).newFight),
	"rulesets":        with((*Workspace).allRules),
	// a fight
	"start":     with((*Workspace).start),
	"now":       with((*Workspace).now),
	"decide":    going(answered),
	"decideAll": with((*Workspace).decideAll),
	"playOn":    going(playOn),
	"backTo":    going(backTo),
	"at":        with((*Workspace).at),
	"scenes":    with((*Workspace).scenes),
	"offers":    ofFight((*Workspace).offers),
	"odds":      ofFight((*Workspace).odds),
	"hint":      ofFight((*Workspace).hint),
	"written":   ofFight((*Workspace).written),
	"recorded":  with((*Workspace).recorded),
	// many fights
	"alternatives": with((*Workspace).alternatives),
	"differences":  with((*Workspace).differences),
	"fits":         with((*Workspace).fits),
	"steps":        with((*Workspace).steps),
	"simulate":     with((*Workspace).simulate),
	"report":       with((*Workspace).report),
	// what the rules say
	"names":     with((*Workspace).names),
	"card":      with((*Workspace).card),
	"book":      with((*Workspace).players),
	"reference": with((*Workspace).reference),
	// what is broken
	"mayTurn": with((*Workspace).turns),
	"look":    with((*Workspace).search),
}

// with makes an answer of a method: its question is read from JSON.
func with[Q, A any](method func(*Workspace, Q) (A, error)) func(*Workspace, []byte) (any, error) {
	return func(d *Workspace, text []byte) (any, error) {
		var question Q
		if err := json.Unmarshal(text, &question); err != nil {
			return nil, fmt.Errorf("the page sent a bad question: %w", err)
		}
		return method(d, question)
	}
}

// ofFight makes an answer of a method that needs the session of the fight.
func ofFight[Q, A any](method func(*Workspace, *session.Session, Q) (A, error)) func(*Workspace, []byte) (any, error) {
	return with(func(d *Workspace, question Q) (answer A, err error) {
		s, err := d.driven()
		if err != nil {
			return answer, err
		}
		return method(d, s, question)
	})
}

// going makes an answer of what goes on in the fight, or takes something back: the fight afterwards.
func going[Q any](on func(*session.Session, Q) error) func(*Workspace, []byte) (any, error) {
	return ofFight(func(d *Workspace, s *session.Session, question Q) (*view, error) {
		d.leaveOdds()
		if err := on(s, question); err != nil {
			return nil, err
		}
		return d.fight.changes(), nil
	})
}

// Answer answers a question, given by its kind and its content as JSON. If it can't be answered, the answer is the reason; no content of
// files makes it panic.
func (d *Workspace) Answer(kind string, question []byte) (text []byte) {
	defer func() {
		if r := recover(); r != nil {
			text = written(answer{Error: faultOf(bug(r))})
		}
	}()
	ask, known := answers[kind]
	if !known {
		return written(answer{Error: faultOf(fmt.Errorf("unknown question %q", kind))})
	}
	result, err := ask(d, question)
	if err != nil {
		return written(answer{Error: faultOf(err)})
	}
	return written(answer{Result: result})
}
