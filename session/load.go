package session

import (
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// Load begins a fight, plays its script, and goes on by hand after its end: the script becomes the decisions taken so far. Its dice must be
// those of the seed, or rolled by hand. The error is a *diag.Diagnostic if the script can't be played.
func Load(e *program.Encounter, o Options) (*Session, error) {
	s, err := New(e, o)
	if err != nil || e.Script == nil {
		return s, err
	}
	fight, err := interp.Prepare(interp.Compile(e.Program), e)
	if err != nil {
		return nil, err
	}
	m := interp.New(fight, s.machine.Options())
	r := &reader{Transcript: script.Transcribe(m, e.Script, false), session: s}
	m.Obey(r)
	if _, err := m.Run(); err != nil {
		return nil, err
	}
	s.play(r.read, false)
	return s, s.err
}

// A reader is a driver that plays a script, and records the decisions of its lines.
type reader struct {
	script.Transcript
	session *Session
	read    []Decision
}

// Act records what a combatant played by hand does.
func (r *reader) Act(m *interp.Machine, q *interp.Question) (value.Act, error) {
	if !r.Left() {
		return value.NoAct, interp.ErrOver
	}
	at, byHand := len(r.read), r.session.isByHand(q.Who)
	if byHand {
		// The choices for it follow. What the script doesn't say about an answer, no one has decided.
		r.read = append(r.read, Decision{Pass: true, Auto: q.Event != m.TurnEvent()})
	}
	act, err := r.Transcript.Act(m, q)
	if byHand && act != value.NoAct {
		a, args := m.ArgumentsOf(act)
		r.read[at] = Decision{Way: *WayOf(m, a, args)}
	}
	return act, err
}

// Choose records a choice.
func (r *reader) Choose(m *interp.Machine, q *interp.Question, picked []int) ([]int, bool, error) {
	before := len(picked)
	picked, ok, err := r.Transcript.Choose(m, q, picked)
	switch {
	case err != nil || q.Who == 0 || !r.session.isByHand(q.Who):
	case ok:
		r.read = append(r.read, Decision{Picked: append([]int{}, picked[before:]...)})
	default:
		r.read = append(r.read, Decision{Pass: true, Auto: true})
	}
	return picked, ok, err
}

// FacesFor records the script's dice, if they are rolled by hand.
func (r *reader) FacesFor(roller dice.Roller, label dice.Label, d dice.Value) ([]int, bool, error) {
	faces, found, err := r.Transcript.FacesFor(roller, label, d)
	if err == nil && d.Len > 0 && r.session.rollsByHand(roller) {
		r.read = append(r.read, Decision{Faces: faces, ByTactic: !found})
	}
	return faces, found, err
}
