package exec

import (
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// What a chooser may ask that plays by tactics all but for one action.

// Insist finds how somebody who is asked would do an action by the tactic that plays them, whatever
// its lines ask first and whichever stands before it: the best way of the first line that does it and
// finds one. Where none does, it is the first way that is allowed. ok is false where there is none.
// Lines may count on what they ask first: one that can't be worked out without that finds nothing.
func (t *Tactics) Insist(m *Machine, q *Question, a *program.Action) (act value.Act, ok bool) {
	tactic := t.tacticFor(m, q.Who)
	if tactic == nil {
		return value.NoAct, false
	}
	t.ask(tactic)
	lines := tactic.Acts[q.Event.Index]
	for i := range lines {
		for k := range lines[i].Does {
			d := &lines[i].Does[k]
			if d.Action.Action != a {
				continue
			}
			act, ok = m.attempted(func() (value.Act, bool) {
				if !t.fix(m, d, q.happening, q.Who) {
					return value.NoAct, false
				}
				way, _, ok := m.answerWith(d, q.happening, q.Who, q.Actor, t.args)
				return m.acts.number(way), ok
			})
			if ok {
				return act, true
			}
		}
	}
	return m.attempted(func() (value.Act, bool) {
		way, _, ok := m.BestWay(q, a, nil, nil)
		return way, ok
	})
}

// attempted returns the act that f finds; where it finds none, or something can't be worked out, nothing
// is left of the search.
func (m *Machine) attempted(f func() (value.Act, bool)) (act value.Act, ok bool) {
	m.Attempt(func() bool {
		m.aside(func() { act, ok = f() })
		return ok
	})
	return act, ok
}

// Left appends what somebody, the number of a thing, can still pay of those of their pools that count,
// in the order in which these are declared: of a family that of each member. It may be asked by a chooser.
func (m *Machine) Left(who board.Thing, counts func(*program.Field) bool, left []float64) []float64 {
	for _, x := range m.KindOf[who].Pools {
		if !counts(x.Field) {
			continue
		}
		for member := range code.FamilyWidth(x.Field) {
			left = append(left, m.available(who, x, member))
		}
	}
	return left
}
