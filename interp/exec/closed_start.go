package exec

import (
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/lang/diag"
)

// ClosedStart is the code of a combatant who begins where nobody can be.
const ClosedStart diag.Code = "closed-start"

// ClosedStarts warns of combatants who begin where nobody can be.
func (m *Machine) ClosedStarts(list *diag.List) error {
	return m.guarded(func() error { m.warnOfClosedStarts(list); return nil })
}

func (m *Machine) warnOfClosedStarts(list *diag.List) {
	_ = m.guarded(func() error { // who squeezes in fits; what stops them stops the fight, too, and is said there
		m.beginProgram()
		for i := range m.Given {
			m.give(&m.Given[i])
		}
		if m.Setup != nil {
			m.runTop(m.Setup, &m.Fight.Encounter.Span)
		}
		return nil
	})
	for i, t := range m.Fight.Encounter.Things {
		if t.Kind != m.Code.Program.Creature || t.Place == nil || m.board.Enters(m.areaOf(board.Thing(i+1))) {
			continue
		}
		list.Warnf(ClosedStart, t.PlaceAt, "%q starts where no one can be", t.Name).
			WithHint("the first number is the column, the second the row, both counted from 0")
	}
}
