package exec

import (
	"slices"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// What a chooser may ask that plays by tactics all but for one thing.

// Insist finds how somebody who is asked would do an action by the tactic that plays them, whatever
// its lines ask first and whichever stands before it: the best way of the first line that does it and
// finds one. Where none does, it is the first way that is allowed. ok is false where there is none.
// Lines may count on what they ask first: one that can't be worked out without that finds nothing.
func (t *Tactics) Insist(m *Machine, q *Question, a *program.Action) (act value.Act, ok bool) {
	lines := t.linesFor(m, q)
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

// InsistOnLine finds how somebody who is asked would do what a line of the tactic that plays them says, the first that is
// wanted, whatever it asks first and whichever stands before it. ok is false where that isn't allowed, or can't be
// worked out.
func (t *Tactics) InsistOnLine(m *Machine, q *Question, wanted func(*program.TacticRule) bool) (act value.Act, ok bool) {
	lines := t.linesFor(m, q)
	at := slices.IndexFunc(lines, func(x code.ActLine) bool { return wanted(x.TacticRule) })
	if at < 0 {
		return value.NoAct, false
	}
	return m.attempted(func() (value.Act, bool) {
		way, ok := t.bestOf(m, &lines[at], q.happening, q.Who, q.Actor)
		return m.acts.number(way), ok
	})
}

// linesFor returns the lines of somebody's tactic for a question.
func (t *Tactics) linesFor(m *Machine, q *Question) []code.ActLine {
	tactic := t.tacticFor(m, q.Who)
	if tactic == nil {
		return nil
	}
	return tactic.Acts[q.Event.Index]
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
