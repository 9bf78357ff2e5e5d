package exec

import (
	"errors"
	"math"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// RollerOf returns who rolls for a thing; 0: the scene.
func (m *Machine) rollerOf(thing board.Thing) dice.Roller {
	if thing == 0 {
		return m.SceneRoller
	}
	return dice.Roller(thing - 1)
}

// thingOf returns the thing that rolls; 0: a side, the scene, or (-1) nobody.
func (m *Machine) thingOf(roller dice.Roller) board.Thing {
	if int(roller) < m.Count {
		return board.Thing(roller) + 1
	}
	return 0
}

// takeDice takes the dice of the rollers with these names.
func (m *Machine) takeDice(rollers []string) {
	m.source = dice.NewSource(&m.Code.Labels, rollers)
	m.source.Odds.Pass, m.source.Odds.Charge = m.pass, m.step
}

// throw throws dice, adds a number, and tells it. It returns the total and the
// roll's number.
func (m *Machine) throw(d *dice.Value, extra float64, roller dice.Roller, label dice.Label, span *diag.Span) (total float64, roll int) {
	m.mustAddWhole(d.Bonus+extra, span)
	m.trail.throws(throwing{d, extra, roller, label})
	roll, err := m.source.Throw(d, roller, label)
	m.trail.throws(throwing{})
	m.mustGoOn(err, span)
	if m.laws.told.notes() {
		m.noteRoll(roller, label, roll)
	}
	r := m.source.Roll(roll)
	m.step(int(r.Count))
	r.Total += extra
	if math.Abs(r.Total) > program.MaxWhole {
		m.fail(span, NumberOutOfRange, "the roll totals %s: the limit is 2^53 - 1 either way", number.Roughly(r.Total))
	}
	if m.witness.on {
		m.sawRoll(roller, label, r.Total, roll)
	}
	if m.record.tracing {
		e := m.emit(trace.Roll, span)
		e.Who = int32(m.thingOf(roller))
		e.Roller, e.Label, e.Amount, e.Explain, e.Sum = int32(roller), m.Code.Labels.Name(label), r.Total, m.record.why, m.record.sum
		m.record.roll(e, d.Plus(extra), m.source.Faces(roll))
	}
	return r.Total, roll
}

// mustGoOn stops the run where dice could not be thrown.
func (m *Machine) mustGoOn(err error, span *diag.Span) {
	switch {
	case err == nil:
	case errors.Is(err, dice.ErrStopped):
		panic(stoppedAt{})
	case errors.Is(err, dice.ErrLimit):
		m.fail(span, TooMany, "%s", err.Error())
	default:
		m.raise(m.asDiagnostic(err, span))
	}
}

// mustAddWhole stops the run when a number can't be added to dice.
func (m *Machine) mustAddWhole(v float64, span *diag.Span) {
	if !isWhole(v) {
		m.fail(span, NotWhole, "a roll can't add %s: only whole numbers can be added to dice", number.Format(v))
	}
}

// hearsRoll tells whether anything waits for rolls of a label.
func (m *Machine) hearsRoll(label dice.Label) bool {
	return int(label) < len(m.Code.RollHeard) && m.Code.RollHeard[label]
}

// rollHappened handles a roll as an event: conditions end on it, rules run.
func (m *Machine) rollHappened(roller dice.Roller, label dice.Label, span *diag.Span) {
	m.settle()
	who := m.thingOf(roller)
	if int(label) < len(m.Code.RollEnds) && m.Code.RollEnds[label] {
		base := len(m.settling.doomed)
		for _, slot := range m.state.InForce() {
			m.doomWhere(slot, func(u *code.Until, number float64) bool {
				t := u.Trigger
				return t != nil && t.Kind == program.OnRolls && t.Label == label && m.concerns(t, who, board.Thing(m.state.Instance(slot).Bearer), number, 0)
			})
		}
		m.endDoomed(base)
	}
	if int(label) >= len(m.Code.RollRules) {
		return
	}
	base := len(m.settling.fired)
	for _, h := range m.Code.RollRules[label] {
		m.match(h, who, 0)
	}
	m.runEach(base, 0)
}
