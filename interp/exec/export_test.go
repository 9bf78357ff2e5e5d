package exec

import (
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// What tests of this package reach that nobody else may.

// Steps returns how many steps a machine has taken since the last thing that was done.
func Steps(m *Machine) int64 { return m.work.steps }

// SetCell sets the cell of a field of the first thing.
func SetCell(m *Machine, f *program.Field, v float64) { m.state.SetCell(f.Cell, v) }

// Quantity works out the quantity with an index for the first thing.
func Quantity(m *Machine, index int) (v float64, err error) {
	err = m.guarded(func() error {
		m.work.steps, m.frame = 0, &m.root
		v = m.quantity(m.Code.Quantities[index], []float64{1}, &program.Expr{})
		m.lists.Release(value.Mark{})
		return nil
	})
	return v, err
}

// Begin sets the encounter up and plays what is due first.
func Begin(m *Machine) {
	m.start()
	m.turnOver()
}

// CheckBetweenBatches panics where something isn't as it must be between batches.
func CheckBetweenBatches(m *Machine) { m.checkBetweenBatches() }

// Harms break what must be true of a machine, each with what a machine that checks itself says.
var Harms = []struct {
	Name string
	Do   func(m *Machine)
	Want string
}{
	{"held without an action", func(m *Machine) { m.payments.held[0] = 1 }, "held"},
	{"a condition nobody gave", func(m *Machine) { m.state.Gain(board.Thing(m.Count), len(m.Code.Conditions)-1) }, "counted"},
	{"an entry in the past", func(m *Machine) { m.state.Agenda[0].Keys[0] = m.turns.clock[0] - 1 }, "stands at"},
	{"an entry twice", func(m *Machine) { m.state.Agenda = append(m.state.Agenda, m.state.Agenda[0]) }, "twice"},
	{"an entry of a condition that is over", func(m *Machine) { m.state.Agenda[0].Bound = 1 << 40 }, "over"},
	{"a batch that is not closed", func(m *Machine) { m.batch.depth++ }, "under way"},
	{"a pool past its bounds", func(m *Machine) { m.checkPool(1, m.KindOf[1].Pools[0], 0, 5, 99) }, "its bounds"},
	{"a clock that goes back", func(m *Machine) {
		e := m.state.Agenda[0]
		e.Keys[0] = m.turns.clock[0] - 1
		m.checkClock(&e)
	}, "goes back"},
	{"a change that has not landed", func(m *Machine) { m.batch.ops = append(m.batch.ops, op{}) }, "left over"},
	{"what is to be done afterwards and isn't", func(m *Machine) { m.batch.afterwards = append(m.batch.afterwards, later{}) }, "left over"},
	{"an event that somebody joined", func(m *Machine) { m.events.joined = append(m.events.joined, 1) }, "left over"},
	{"an end that nobody heard of", func(m *Machine) { m.settling.limbo = append(m.settling.limbo, 1) }, "left over"},
	{"a change that nobody heard of", func(m *Machine) { m.settling.touched = append(m.settling.touched, touched{}) }, "left over"},
	{"a beginning that nobody heard of", func(m *Machine) { m.settling.edges = append(m.settling.edges, edge{}) }, "left over"},
}
