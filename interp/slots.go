package interp

import "github.com/rulec/rulec/interp/state"

// kindOfEntry returns what the ruleset says of an entry on the agenda.
func (m *Machine) kindOfEntry(e *state.Entry) *entry { return m.code.entries[e.Kind] }

// conditionOf returns what the ruleset says of the condition of an instance.
func (m *Machine) conditionOf(i *state.Instance) *condition {
	return m.code.conditions[i.Condition.Index]
}

// takeSlot reserves a slot for an instance that begins.
func (m *Machine) takeSlot() int {
	slot := m.slots.Take()
	if m.slots.InUse() > m.limits.Instances {
		m.fail(m.at, TooMany, "more than %d conditions are in force at once", m.limits.Instances)
	}
	return slot
}

// freeSlot gives a slot back; what still refers to its instance reads none.
func (m *Machine) freeSlot(slot int) {
	m.slots.Free(slot)
	m.state.Clear(slot)
}

// takeEntrySlot reserves cells for an entry's fields; they are kept outside of
// the state, since nobody else reads them before it is resolved.
func (m *Machine) takeEntrySlot() int {
	if n := len(m.freeEntries); n > 0 {
		slot := m.freeEntries[n-1]
		m.freeEntries = m.freeEntries[:n-1]
		if m.code.entryCells > 0 {
			clear(m.entryRow(int(slot)))
		}
		return int(slot)
	}
	m.entrySlots++
	for len(m.entryCells) < (m.entrySlots+1)*m.code.entryCells {
		m.entryCells = append(m.entryCells, 0)
	}
	return m.entrySlots
}

func (m *Machine) freeEntrySlot(slot int32) { m.freeEntries = append(m.freeEntries, slot) }

func (m *Machine) entryRow(slot int) []float64 {
	w := m.code.entryCells
	return m.entryCells[slot*w : (slot+1)*w]
}

// stackOf returns the sum of the pools of a stack.
func (m *Machine) stackOf(thing int, x *field) float64 {
	from := int(m.rows[thing])
	total := 0.0
	for _, part := range x.parts {
		total += m.state.Cell(from + part.cell)
	}
	return total
}
