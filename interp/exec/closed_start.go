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
	for i := range m.Given { // who squeezes in fits
		m.give(&m.Given[i])
	}
	for i, t := range m.Fight.Encounter.Things {
		if t.Kind != m.Code.Program.Creature || t.Place == nil {
			continue
		}
		at := m.areaOf(board.Thing(i + 1))
		if m.Setup != nil { // nobody knows how large it makes them
			at.Size = m.board.PointSize()
		}
		if m.board.Enters(at) {
			continue
		}
		list.Warnf(ClosedStart, t.PlaceAt, "%q begins where nobody can be", t.Name).
			WithHint("the first number is the column, the second the row, both counted from 0")
	}
}
