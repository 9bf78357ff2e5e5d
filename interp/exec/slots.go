package exec

import (
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/state"
)

// kindOfEntry returns what the ruleset says of an entry on the agenda.
func (m *Machine) kindOfEntry(e *state.Entry) *code.Entry { return m.Code.Entries[e.Kind] }

// conditionOf returns what the ruleset says of the condition of an instance.
func (m *Machine) conditionOf(i *state.Instance) *code.Condition {
	return m.Code.Conditions[i.Condition.Index]
}

// takeSlot reserves a slot for an instance that begins.
func (m *Machine) takeSlot() state.Slot {
	slot := m.slots.Take()
	if m.slots.InUse() > m.limits.Instances {
		m.fail(m.at, TooMany, "too many conditions at once: the limit is %d", m.limits.Instances)
	}
	return slot
}

// freeSlot gives a slot back; what still refers to its instance reads none.
func (m *Machine) freeSlot(slot state.Slot) {
	m.slots.Free(slot)
	m.state.Clear(slot)
}

// takeEntrySlot reserves cells for an entry's fields; they are kept outside of
// the state, since nobody else reads them before it is resolved.
func (m *Machine) takeEntrySlot() state.EntrySlot {
	if n := len(m.turns.free); n > 0 {
		slot := m.turns.free[n-1]
		m.turns.free = m.turns.free[:n-1]
		if m.Code.EntryCells > 0 {
			clear(m.entryRow(slot))
		}
		return slot
	}
	m.turns.slots++
	for len(m.turns.cells) < (int(m.turns.slots)+1)*m.Code.EntryCells {
		m.turns.cells = append(m.turns.cells, 0)
	}
	return m.turns.slots
}

func (t *turns) freeSlot(slot state.EntrySlot) { t.free = append(t.free, slot) }

// entryRow returns the fields of an entry.
func (m *Machine) entryRow(slot state.EntrySlot) []float64 {
	from, w := int(slot)*m.Code.EntryCells, m.Code.EntryCells
	return m.turns.cells[from : from+w]
}

// stackOf returns the sum of the pools of a stack.
func (m *Machine) stackOf(thing board.Thing, x *code.Field) float64 {
	from := int(m.Rows[thing])
	total := 0.0
	for _, part := range x.Parts {
		total += m.state.Cell(from + part.Cell)
	}
	return total
}
