package session

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// A driver answers the machine's questions: with earlier decisions, by tactics, or by waiting for the session's next decision.
type driver struct {
	session *Session
	tactics interp.Tactics
	// again are the decisions still to be played again; nil once a new one was requested.
	again []Decision
	// passed is how many questions were skipped since the last one that was put.
	passed int
	// wait puts a question to the session's user; false means that they want no more.
	wait func(asked) bool
	// answer is their decision. If it isn't possible, refused says why, and reopened is how many decisions had been taken when the question
	// was put that is open again: the choices made for it are forgotten.
	answer   Decision
	rejected error
	reopened int
	// started is the first act begun after all decisions have been played again, or the one that it answers; with only, the fight ends with
	// it: when the batch lands in which it has ended, and no one begins anything else on their turn in it.
	started value.Act
	only    bool
	ended   bool
}

// asked is an open question.
type asked struct {
	kind   Kind
	of     *interp.Question // nil for dice
	roller dice.Roller
	label  dice.Label
	dice   dice.Value
}

// again are decisions to be played again: never nil.
func again(decided []Decision) []Decision { return append([]Decision{}, decided...) }

// script returns the driver for a machine: one that supplies dice only if they are rolled by hand.
func (d *driver) script() interp.Driver {
	if d.session.options.HandDice {
		return d
	}
	return struct{ interp.Driver }{d}
}

// decide returns the next decision: one that is played again, or a new one of the session's user.
func (d *driver) decide(q asked) (Decision, error) {
	if len(d.again) > 0 {
		x := d.again[0]
		done := &d.session.done[len(d.session.done)-len(d.again)]
		done.passed, done.counted = d.passed, true
		d.again, d.passed = d.again[1:], 0
		return x, nil
	}
	d.again = nil
	if !d.wait(q) {
		return Decision{}, interp.ErrOver
	}
	return d.answer, nil
}

// Act answers what a combatant does.
func (d *driver) Act(m *interp.Machine, q *interp.Question) (value.Act, error) {
	switch {
	case d.ended && q.Event == m.TurnEvent():
		return value.NoAct, nil
	case !d.session.isByHand(q.Who):
		return d.tactics.Act(m, q)
	case q.Event != m.TurnEvent() && !d.couldAnswer(m, q):
		d.passed++
		return value.NoAct, nil
	}
	passed := d.passed
	for {
		d.passed = passed
		x, err := d.decide(asked{kind: Act, of: q})
		if err != nil || x.Pass {
			return value.NoAct, err
		}
		if x.ByTactic && m.Tactic(q.Who) == nil {
			d.rejected, d.reopened = &Rejected{Reason: d.session.titleOf(q.Who) + " has no tactic"}, len(d.session.done)
			continue
		}
		if x.ByTactic {
			return d.tactics.Act(m, q)
		}
		open, act, possible := len(d.session.done), value.NoAct, false
		m.Attempt(func() bool {
			var refusal *interp.Refusal
			if act, refusal = m.Propose(q, x.Way.Action, x.Way.Arguments(m)); refusal != nil {
				d.rejected, d.reopened = &Rejected{Reason: withTitles(m, refusal)}, open
			}
			possible = refusal == nil
			return possible
		})
		if possible {
			if d.again == nil && d.started == value.NoAct {
				if d.started = q.Act; d.started == value.NoAct {
					d.started = act
				}
			}
			return act, nil
		}
	}
}

// couldAnswer reports whether the combatant who is asked could do anything. For decisions played again that is known from the first time:
// trying everything possible takes longer than all the rest.
func (d *driver) couldAnswer(m *interp.Machine, q *interp.Question) bool {
	if len(d.again) > 0 && d.again[0].counted {
		return d.passed == d.again[0].passed
	}
	if d.only && d.started != value.NoAct {
		return true // from here on only tactics are asked, which find out themselves
	}
	return m.CouldAnswer(q)
}

// withTitles returns why something isn't allowed, in words.
func withTitles(m *interp.Machine, r *interp.Refusal) (reason string) {
	m.Aloud(func() { reason = r.Reason() })
	return reason
}

// Choose answers a choice.
func (d *driver) Choose(m *interp.Machine, q *interp.Question, picked []int) ([]int, bool, error) {
	if !d.session.isByHand(q.Who) || q.Who == 0 {
		return d.tactics.Choose(m, q, picked)
	}
	for {
		x, err := d.decide(asked{kind: Choice, of: q})
		switch {
		case err != nil:
			return picked, false, err
		case x.ByTactic:
			return d.tactics.Choose(m, q, picked)
		case x.Pass && len(q.Default) == 0:
			return picked, false, nil
		case x.Pass: // leaving the default is choosing it
			return append(picked, q.Default...), true, nil
		}
		if err := fits(q, x.Picked); err != nil {
			d.rejected, d.reopened = err, len(d.session.done)
			continue
		}
		return append(picked, x.Picked...), true, nil
	}
}

// fits returns the error in an answer to a choice.
func fits(q *interp.Question, picked []int) error {
	if !q.Some && len(picked) != 1 {
		return &Rejected{Reason: fmt.Sprintf("choose one of %d", len(q.Candidates))}
	}
	for _, i := range picked {
		if i < 0 || i >= len(q.Candidates) {
			return &Rejected{Reason: fmt.Sprintf("there are only %d to choose from", len(q.Candidates))}
		}
	}
	return nil
}

// FacesFor asks for the dice of a roller played by hand.
func (d *driver) FacesFor(roller dice.Roller, label dice.Label, v dice.Value) ([]int, bool, error) {
	if v.Len == 0 || int(roller) >= len(d.session.byHand) || !d.session.byHand[roller] {
		return nil, false, nil
	}
	x, err := d.decide(asked{kind: Dice, roller: roller, label: label, dice: v})
	if err != nil || x.ByTactic {
		return nil, false, err
	}
	return x.Faces, true, nil
}

// errMisfit is the code of the error that stops a fight when faces don't fit their dice.
const errMisfit diag.Code = "hand-dice"

// Misfit reports an error in given faces.
func (d *driver) Misfit(_ dice.Roller, label dice.Label, v dice.Value, _ int, problem string) error {
	return diag.Errorf(errMisfit, diag.Span{}, "%s for %s: %s", v, d.session.machine.Label(label), problem)
}

// Ended records that the wanted action has ended, in a fight that ends with it.
func (d *driver) Ended(_ *interp.Machine, act value.Act) error {
	d.ended = d.ended || d.only && act == d.started
	return nil
}

// Landed ends such a fight.
func (d *driver) Landed(*interp.Machine) error {
	if d.ended {
		return interp.ErrOver
	}
	return nil
}

// Chance and Draw leave random results to the fight.
func (d *driver) Chance(*interp.Machine, *interp.Question) (int, bool, error) {
	return 0, false, nil
}
func (d *driver) Draw(*interp.Machine, *program.Deck, dice.Roller) (float64, bool, error) {
	return 0, false, nil
}

// Arguments are the parameters of a way as a machine takes them, if it is in the state in which the way was found.
func (w Way) Arguments(m *interp.Machine) []float64 {
	args := make([]float64, len(w.Action.Params))
	for i := range args {
		args[i] = exec.Open()
		if i < len(w.Given) && !w.Given[i].IsOpen() {
			args[i] = numberOf(m, w.Given[i], &w.Action.Params[i].Type)
		}
	}
	return args
}

// numberOf returns a value as the machine has it.
func numberOf(m *interp.Machine, v Value, t *program.Type) float64 {
	switch {
	case isList(t):
		return m.ListOf(v.Items)
	case t.Kind == program.Act:
		return float64(m.InRow(int(v.Number)))
	}
	return v.Number
}

// valueOf returns a machine's value for keeping.
func valueOf(m *interp.Machine, v float64, t *program.Type) Value {
	x := Value{Number: v, Text: textOf(m, v, t), Name: nameOf(m, v, t)}
	switch {
	case math.IsNaN(v):
		return Value{open: true}
	case isList(t):
		x.Items = slices.Clone(m.ItemsOf(v))
	case t.Kind == program.Act:
		x.Number = float64(m.RowOf(value.Act(v)))
	}
	return x
}

func isList(t *program.Type) bool { return t.Kind == program.List || t.Kind == program.Set }

// misfit is the error in dice rolled by hand that stopped a fight; empty means something else, or nothing.
func misfit(err error) string {
	var d *diag.Diagnostic
	if errors.As(err, &d) && d.Code == errMisfit {
		return d.Message
	}
	return ""
}
