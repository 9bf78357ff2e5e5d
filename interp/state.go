package interp

import (
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/lang/program"
)

// state is everything that a batch member may see change: plain slices, copied
// with plain copies. What belongs to the run and not to the fiction (slots in
// use, dice, the trace) is kept beside it.
type state struct {
	// cells are the fields of all things, thing by thing.
	cells []float64
	// places and carrier are by thing, from 1.
	places  []board.Place
	carrier []int32
	// counts and bits tell, by thing and condition, how many sources give the
	// condition, and whether any does. Derived conditions are not among them.
	counts []uint16
	bits   []uint64
	// instances are by slot, from 1; instanceCells their fields. living holds the
	// slots in use, oldest first.
	instances     []instance
	instanceCells []float64
	alive         []int32
	agenda        []entryAt
}

// instance is a condition that somebody has.
type instance struct {
	condition  *condition
	bearer, by int32
	generation uint32
	// alive is false before it begins and after it ended; ended ones can be read
	// until the next settling is over. seen is set by the first settling after it began.
	alive, seen bool
	muted       bool
	since       float64
	// ends is how it ends, mute how its silence ends.
	ends, mute ending
}

// ending is when an instance ends, or its silence.
type ending struct {
	list int     // number of the end phrases
	time float64 // +Inf: not by the clock
	// serial is when it was applied; entry and act are what was running then (0: nothing).
	serial, entry, act int64
	entryKind          *program.Entry
}

// entryAt is an entry on the agenda. It holds no pointers: the agenda is copied
// and shifted all the time.
type entryAt struct {
	keys  [maxKeys]float64
	owner int32
	// slot is where its fields are.
	slot int32
	// kind is its index in Code.entries, rank its kind's place among equal keys.
	kind  int16
	rank  int16
	count int8
	// urgent entries go before all others: what they followed is over.
	urgent bool
	// serial numbers entries in the order in which they were scheduled; after is
	// the serial of the one that it follows, or 0.
	serial, after int64
	// lost is the kind, plus 1, of what it followed when that was taken off: should
	// it be scheduled anew, for lostOwner, this one follows it again. 0: nothing.
	lost      int16
	lostOwner int32
	// bound is the instance that it goes with, or 0.
	bound float64
}

// kindOfEntry returns what the ruleset says of an entry on the agenda.
func (m *Machine) kindOfEntry(e *entryAt) *entry { return m.code.entries[e.kind] }

// copyTo copies s over t.
func (s *state) copyTo(t *state) {
	t.cells = append(t.cells[:0], s.cells...)
	t.places = append(t.places[:0], s.places...)
	t.carrier = append(t.carrier[:0], s.carrier...)
	t.counts = append(t.counts[:0], s.counts...)
	t.bits = append(t.bits[:0], s.bits...)
	if len(s.instances)+len(t.instances) > 0 {
		t.instances = append(t.instances[:0], s.instances...)
		t.instanceCells = append(t.instanceCells[:0], s.instanceCells...)
		t.alive = append(t.alive[:0], s.alive...)
	}
	t.agenda = append(t.agenda[:0], s.agenda...)
}

const (
	slotBits = 20
	slotMask = 1<<slotBits - 1
)

// instanceNumber returns the value that stands for the instance in a slot.
func (m *Machine) instanceNumber(slot int) float64 {
	return float64(uint64(m.instances[slot].generation)<<slotBits | uint64(slot))
}

// instanceSlot returns the slot of an instance, or 0 when it is none or gone.
// An instance that ended since the last settling can still be read.
func (m *Machine) instanceSlot(v float64) int {
	n := uint64(v)
	slot := int(n & slotMask)
	if slot == 0 || slot >= len(m.instances) {
		return 0
	}
	x := &m.instances[slot]
	if x.condition == nil || uint64(x.generation) != n>>slotBits {
		return 0
	}
	return slot
}

// living returns v if it is an instance that has not ended, else 0.
func (m *Machine) living(v float64) float64 {
	if slot := m.instanceSlot(v); slot == 0 || !m.instances[slot].alive {
		return 0
	}
	return v
}

func (m *Machine) instanceRow(slot int) []float64 {
	w := m.code.instanceCells
	return m.instanceCells[slot*w : (slot+1)*w]
}

// takeSlot reserves a slot for an instance that begins. Slots are not part of
// the state: two members of a batch never get the same one.
func (m *Machine) takeSlot() int {
	if n := len(m.freeSlots); n > 0 {
		slot := m.freeSlots[n-1]
		m.freeSlots = m.freeSlots[:n-1]
		return int(slot)
	}
	for len(m.generations) <= draftSlot {
		m.generations = append(m.generations, 0)
	}
	m.generations = append(m.generations, 1)
	if len(m.generations)-draftSlot-1 > m.limits.Instances {
		m.fail(m.at, TooMany, "more than %d conditions are in force at once", m.limits.Instances)
	}
	return len(m.generations) - 1
}

// freeSlot gives a slot back; what still refers to its instance reads none.
func (m *Machine) freeSlot(slot int) {
	m.generations[slot]++
	if slot < len(m.instances) {
		m.instances[slot].condition = nil
		m.instances[slot].alive = false
	}
	m.freeSlots = append(m.freeSlots, int32(slot))
}

// roomFor makes the tables of the state at hand reach a slot.
func (m *Machine) roomFor(slot int) {
	for len(m.instances) <= slot {
		m.instances = append(m.instances, instance{})
	}
	for w := m.code.instanceCells; len(m.instanceCells) < (slot+1)*w; {
		m.instanceCells = append(m.instanceCells, 0)
	}
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
		total += m.cells[from+part.cell]
	}
	return total
}
