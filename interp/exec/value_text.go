package exec

import (
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// thing returns a thing of the encounter by its number, from 1.
func (m *Machine) thing(n board.Thing) *program.Thing { return m.Fight.Encounter.Things[n-1] }

// names says what the values of this encounter stand for now.
func (m *Machine) names() *value.Names {
	return &value.Names{
		Program: m.Code.Program, Encounter: m.Fight.Encounter, Board: m.board, Lists: &m.lists, Dice: &m.dice, Proper: m.aloud,
		Condition: func(v float64) *program.Condition {
			slot := m.state.Slot(v)
			if slot == 0 {
				return nil
			}
			return m.state.Instance(slot).Condition
		},
		Action: func(v float64) *program.Action { return m.actionOf(value.Act(v)) },
	}
}

// title returns how a story calls a thing; 0 is the scene.
func (m *Machine) title(n board.Thing) string { return m.names().Thing(n) }

// show returns a value as stories and messages show it.
func (m *Machine) show(v float64, t program.Type) string { return m.names().Show(v, t) }

// actionOf returns the action of an act; nil when the act is none or gone.
func (m *Machine) actionOf(a value.Act) *program.Action {
	i := m.acts.find(a)
	if i == 0 {
		return nil
	}
	return m.acts.at(i).action.Action
}
