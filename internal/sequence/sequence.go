// Package sequence plays sequences: encounters one after the other, each with the survivors in the state in which the one before left them.
//
// Begin with [Play]. The package writes nothing itself; the caller gets each part when it is over.
package sequence

import (
	"cmp"
	"fmt"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
)

// Part is a part of a sequence that has been played: an encounter, or a script that follows it.
type Part struct {
	// Number counts the parts from 1.
	Number int
	// Title is its title.
	Title string
	// Machine has played it; its trace holds this part alone.
	Machine *interp.Machine
	// Encounter is the encounter, or the one that the script follows.
	Encounter *program.Encounter
	// Fight is set for the encounter itself; then Outcome is its end.
	Fight   bool
	Outcome interp.Outcome
	// Err is why it stopped, or nil; after an error there is no further part.
	Err error

	// code and options are what the encounter is played by; scripts is how many of the scripts after it have been played with this part,
	// and before how many events came before it.
	code            *interp.Code
	options         interp.Options
	scripts, before int
}

// Through shows the part at several numbers of its events, in ascending order: look is called for each, with a machine in that state, in
// the middle of whatever runs, only for reading until it returns. Its trace also has the events before the part since the encounter began.
// The options must have had Trace.
func (p *Part) Through(events []int, look func(*interp.Machine)) error {
	fight, err := interp.Prepare(p.code, p.Encounter)
	if err != nil {
		return err
	}
	o := p.options
	o.StrictDice = o.StrictDice || script.Strict(p.Encounter, o)
	m := interp.New(fight, o)
	var all []int
	for _, n := range events {
		if p.before+n == 0 {
			look(m) // nothing has happened yet
			continue
		}
		all = append(all, p.before+n)
	}
	if len(all) == 0 {
		return nil
	}
	follow := []func() error{script.Obey(m), m.Close}
	for i := range p.scripts {
		follow = append(follow, func() error { return script.Follow(m, i) })
	}
	if err = m.RunThrough(all, func() { look(m) }, follow...); p.Err != nil {
		err = nil // that is how the part ended
	}
	return err
}

// Heading is the heading of the part in a log.
func (p *Part) Heading() string { return fmt.Sprintf("%d. %s", p.Number, p.Title) }

// Play plays a sequence and returns the state at its end, with all positions if places is set. The options' seed holds for every encounter,
// but no two of them roll the same dice. onPart, which may be nil, is called with every part, including one that stopped with an error.
//
// An error is a *diag.Diagnostic, a diag.List, or what onPart returned.
//
// Spec: sequences.md.
func Play(s *lang.Sequence, o interp.Options, places bool, onPart func(*Part) error) (*program.State, error) {
	var state *program.State
	number := 0
	if onPart != nil {
		tell := onPart
		onPart = func(p *Part) error {
			number++
			p.Number, p.Title = number, cmp.Or(p.Title, "afterwards")
			return tell(p)
		}
	}
	codes := interp.Codes{}
	for i, step := range s.Steps {
		e, list := step.After(state)
		if list.HasErrors() {
			return nil, list.First()
		}
		o.Trial = uint64(i)
		p := player{step: step, onPart: onPart}
		m, err := p.play(codes.Of(e.Program), e, o)
		if err != nil {
			return nil, err
		}
		last := i == len(s.Steps)-1
		if state, err = m.State(places && last); err != nil {
			return nil, err
		}
	}
	return state, nil
}

// player plays one step.
type player struct {
	step   *lang.Step
	onPart func(*Part) error
}

// play plays an encounter and the scripts that follow it.
func (p player) play(code *interp.Code, e *program.Encounter, o interp.Options) (*interp.Machine, error) {
	m, outcome, err := script.Play(code, e, o)
	if err == nil {
		err = m.Close()
	}
	if err := p.tell(&Part{Title: e.Title, Machine: m, Encounter: e, Fight: true, Outcome: outcome, Err: err, code: code, options: o}); err != nil {
		return nil, err
	}
	if err != nil {
		return nil, err
	}
	before := 0
	for i := range e.After {
		before += len(m.Trace().Events)
		m.ForgetTrace()
		err := script.Follow(m, i)
		part := &Part{Machine: m, Encounter: e, Err: err, code: code, options: o, scripts: i + 1, before: before}
		if i < len(p.step.Titles) {
			part.Title = p.step.Titles[i]
		}
		if err := p.tell(part); err != nil {
			return nil, err
		}
		if err != nil {
			return nil, err
		}
	}
	return m, nil
}

func (p player) tell(part *Part) error {
	if p.onPart == nil || part.Machine == nil {
		return nil
	}
	return p.onPart(part)
}
