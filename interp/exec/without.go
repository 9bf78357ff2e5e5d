package exec

import (
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/lang/program"
)

// Without says what is left out of a fight, for those who ask what it would be like without that. Nil
// functions leave nothing out. Who is the number of a thing.
type Without struct {
	// Action leaves out an action: somebody mustn't take it, as if the rules didn't allow it. What a program
	// performs by itself is done all the same.
	Action func(who board.Thing, a *program.Action) bool
	// Named leaves out a value of a parameter: somebody mustn't take an action with it. Where a tactic or a
	// default has it so, another value is looked for.
	Named func(who board.Thing, p *program.ActParam, value float64) bool
	// Condition leaves out a condition that somebody's action brings about (0: nobody's): it doesn't begin on its
	// bearer. It is asked once for each that would begin, or go on for longer.
	Condition func(by, bearer board.Thing, c *program.Condition) bool
}

// LeaveOut plays without something from now on; nil: with everything. It isn't for a machine that is being asked.
func (m *Machine) LeaveOut(w *Without) { m.without = w }

// leftOutText says why what is left out isn't allowed.
const leftOutText = "it is excluded"

// leavesOutAction tells whether somebody mustn't take an action.
func (m *Machine) leavesOutAction(who board.Thing, a *program.Action) bool {
	return m.without != nil && m.without.Action != nil && m.without.Action(who, a)
}

// leavesOutNamed tells whether somebody mustn't take an action with a value of a parameter.
func (m *Machine) leavesOutNamed(who board.Thing, p *program.ActParam, value float64) bool {
	return m.without != nil && m.without.Named != nil && m.without.Named(who, p, value)
}

// leavesOutCondition tells whether a condition that is being applied doesn't begin.
func (m *Machine) leavesOutCondition(bearer board.Thing, c *program.Condition) bool {
	return m.without != nil && m.without.Condition != nil && m.without.Condition(m.doer(), bearer, c)
}
