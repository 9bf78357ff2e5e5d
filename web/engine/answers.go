package engine

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/rulec/rulec/lang/diag"
)

// answers are the questions that a page may ask.
var answers = map[string]func(*Desk, []byte) (any, error){
	// the files
	"begin":    with((*Desk).open),
	"setFile":  with((*Desk).set),
	"dropFile": with((*Desk).drop),
	"readFile": with((*Desk).read),
	"examples": with((*Desk).examples),
	"starter":  with((*Desk).starter),
	// the editor
	"check":      with((*Desk).check),
	"complete":   with((*Desk).complete),
	"hover":      with((*Desk).hover),
	"definition": with((*Desk).definition),
	// a fight
	"start":     with((*Desk).start),
	"now":       with((*Desk).now),
	"decide":    with((*Desk).decide),
	"decideAll": with((*Desk).decideAll),
	"playOn":    with((*Desk).playOn),
	"backTo":    with((*Desk).backTo),
	"at":        with((*Desk).at),
	"scenes":    with((*Desk).scenes),
	"offers":    with((*Desk).offers),
	"odds":      with((*Desk).odds),
	"hint":      with((*Desk).hint),
	"written":   with((*Desk).written),
	"recorded":  with((*Desk).recorded),
	// many fights
	"rivals":   with((*Desk).rivals),
	"fits":     with((*Desk).fits),
	"simulate": with((*Desk).simulate),
	"report":   with((*Desk).report),
	// what is broken
	"mayTurn": with((*Desk).turns),
	"look":    with((*Desk).search),
}

// with turns a method into an answer: its question is read from JSON.
func with[Q, A any](method func(*Desk, Q) (A, error)) func(*Desk, []byte) (any, error) {
	return func(d *Desk, text []byte) (any, error) {
		var question Q
		if err := json.Unmarshal(text, &question); err != nil {
			return nil, fmt.Errorf("the page asks wrongly: %w", err)
		}
		return method(d, question)
	}
}

// answer is how a page is answered: with a result, or with what is wrong.
type answer struct {
	Result any    `json:"result,omitempty"`
	Error  *fault `json:"error,omitempty"`
}

// fault is why something can't be. At is its place, where it has one.
type fault struct {
	Message string      `json:"message"`
	At      *diagnostic `json:"at,omitempty"`
}

// Answer answers a question: its kind, and what it is about as JSON. A question that can't be answered
// is answered with the reason; nothing that files hold makes it panic.
func (d *Desk) Answer(kind string, question []byte) (text []byte) {
	defer func() {
		if r := recover(); r != nil {
			text = written(answer{Error: &fault{Message: fmt.Sprintf("a mistake in rulec itself: %v", r)}})
		}
	}()
	ask, known := answers[kind]
	if !known {
		return written(answer{Error: &fault{Message: fmt.Sprintf("nothing answers %q", kind)}})
	}
	result, err := ask(d, question)
	if err != nil {
		return written(answer{Error: faultOf(err)})
	}
	return written(answer{Result: result})
}

// written is an answer as JSON.
func written(a answer) []byte {
	text, err := json.Marshal(a)
	if err != nil {
		text, _ = json.Marshal(answer{Error: &fault{Message: err.Error()}})
	}
	return text
}

// faultOf says why something can't be.
func faultOf(err error) *fault {
	if d := (*diag.Diagnostic)(nil); errors.As(err, &d) {
		at := diagnosticOf(d)
		return &fault{Message: d.Message, At: &at}
	}
	return &fault{Message: err.Error()}
}

// nothing is the answer that nothing has to be said.
type nothing struct{}
