package state

import (
	"math"
	"slices"

	"github.com/rulec/rulec/lang/program"
)

// Slot is where an instance is kept, from 1; 0 means nowhere.
type Slot int32

// Instance is a condition on a thing.
type Instance struct {
	Condition  *program.Condition
	Bearer, By int32
	// Generation distinguishes instances that successively used one slot.
	Generation uint32
	// Alive is false before it begins and after it ended; ended ones can be read
	// until the end of the next settling. Seen is set by the first settling after it began.
	Alive, Seen bool
	Muted       bool
	// Since is the clock time when it began.
	Since float64
	// Ends is how it ends, Mute how its muting ends.
	Ends, Mute Endings
}

// MostEnds is the largest number of different ends that an instance may wait for.
const MostEnds = 4

// Endings are the ends that an instance, or its muting, waits for: it is over after the last of them.
// Without any it continues.
type Endings struct {
	list  [MostEnds]Ending
	count int
}

// All returns the endings. Only effects may change them.
func (e *Endings) All() []Ending { return e.list[:e.count] }

// Set makes one ending the only one; one without end phrases or a clock time means none.
func (e *Endings) Set(x Ending) {
	*e = Endings{}
	if x.List != 0 || !math.IsInf(x.Time, 1) {
		e.list[0], e.count = x, 1
	}
}

// Add adds an ending, so that the later one counts. Alike reports whether two lists of end phrases wait for
// the same things: of two such endings the one applied later comes later. If one has no end, so have both. It
// returns false if there are too many.
func (e *Endings) Add(x Ending, alike func(a, b int) bool) bool {
	endless := x.List == 0 && math.IsInf(x.Time, 1)
	if e.count == 0 || endless {
		*e = Endings{}
		return true
	}
	for i := range e.All() {
		if old := &e.list[i]; alike(old.List, x.List) {
			x.Time = math.Max(x.Time, old.Time)
			*old = x
			return true
		}
	}
	if e.count == MostEnds {
		return false
	}
	e.list[e.count] = x
	e.count++
	return true
}

// Come removes the ending with a list of end phrases, and reports whether none is left.
func (e *Endings) Come(list int) (over bool) {
	if i := slices.IndexFunc(e.All(), func(x Ending) bool { return x.List == list }); i >= 0 {
		copy(e.list[i:], e.list[i+1:e.count])
		e.count--
		e.list[e.count] = Ending{}
	}
	return e.count == 0
}

// ByClock returns the clock time of the first ending by the clock; +Inf if there is none.
func (e *Endings) ByClock() float64 {
	t := math.Inf(1)
	for i := range e.All() {
		t = math.Min(t, e.list[i].Time)
	}
	return t
}

// Ending is when an instance, or its muting, ends.
type Ending struct {
	List int     // number of the end phrases
	Time float64 // +Inf: not by the clock
	// Serial is when it was applied; Entry and Act are when what was running then had begun
	// (0: nothing).
	Serial, Entry, Act int64
	EntryKind          *program.Entry
	ActKind            *program.Kind
	// EntryOf and ActOf are their owners.
	EntryOf, ActOf int32
	// Counts are the numbers of triggers so far, for the ends that count, in their order.
	Counts [program.MostCounted]uint8
}

// An instance is a value of formulas: its slot, and its generation above.
const (
	slotBits = 20
	slotMask = 1<<slotBits - 1
)

// Number returns the value for an instance in a slot, of a generation.
func Number(slot Slot, generation uint32) float64 {
	return float64(uint64(generation)<<slotBits | uint64(slot))
}

// Instance returns the instance in a slot. Only effects may change it.
func (s *State) Instance(slot Slot) *Instance { return &s.instances[slot] }

// InForce returns the slots of the instances that have begun and not ended, oldest first. Callers
// must only read them.
func (s *State) InForce() []Slot { return s.inForce }

// Number returns the value for the instance in a slot.
func (s *State) Number(slot Slot) float64 { return Number(slot, s.instances[slot].Generation) }

// Slot returns the slot of an instance, or 0 when there is none or it is gone. One that ended since
// the last settling can still be read.
func (s *State) Slot(v float64) Slot {
	n := uint64(v)
	slot := Slot(n & slotMask)
	if slot == 0 || int(slot) >= len(s.instances) {
		return 0
	}
	x := &s.instances[slot]
	if x.Condition == nil || uint64(x.Generation) != n>>slotBits {
		return 0
	}
	return slot
}

// Living returns v if it is an instance that has not ended, else 0.
func (s *State) Living(v float64) float64 {
	if slot := s.Slot(v); slot == 0 || !s.instances[slot].Alive {
		return 0
	}
	return v
}

// Fields returns the fields of the instance in a slot.
func (s *State) Fields(slot Slot) []float64 {
	from, w := int(slot)*s.shape.InstanceCells, s.shape.InstanceCells
	return s.fields[from : from+w]
}

// Put puts an instance into a slot, with its fields; this doesn't put it in force.
func (s *State) Put(slot Slot, x Instance, fields []float64) {
	for len(s.instances) <= int(slot) {
		s.instances = append(s.instances, Instance{})
	}
	for w := s.shape.InstanceCells; len(s.fields) < (int(slot)+1)*w; {
		s.fields = append(s.fields, 0)
	}
	s.instances[slot] = x
	copy(s.Fields(slot), fields)
}

// Begin puts the instance in a slot in force.
func (s *State) Begin(slot Slot) {
	s.instances[slot].Alive = true
	s.inForce = append(s.inForce, slot)
}

// End takes the instance in a slot out of force. It can still be read.
func (s *State) End(slot Slot) {
	s.instances[slot].Alive = false
	if k := slices.Index(s.inForce, slot); k >= 0 {
		s.inForce = slices.Delete(s.inForce, k, k+1)
	}
}

// Clear makes a slot empty.
func (s *State) Clear(slot Slot) {
	if int(slot) < len(s.instances) {
		s.instances[slot].Condition = nil
		s.instances[slot].Alive = false
	}
}

// Draft is the slot of an instance while its end is computed.
const Draft Slot = 1

// Slots are the slots in use. They are not part of the state: two members of a
// batch never get the same one.
type Slots struct {
	generations []uint32
	free        []Slot
}

// Reset makes all slots free.
func (s *Slots) Reset() { s.generations, s.free = s.generations[:0], s.free[:0] }

// CopyTo makes t equal to s.
func (s *Slots) CopyTo(t *Slots) {
	t.generations = append(t.generations[:0], s.generations...)
	t.free = append(t.free[:0], s.free...)
}

// Take reserves a slot for an instance that begins.
func (s *Slots) Take() Slot {
	if n := len(s.free); n > 0 {
		slot := s.free[n-1]
		s.free = s.free[:n-1]
		return slot
	}
	for len(s.generations) <= int(Draft) {
		s.generations = append(s.generations, 0)
	}
	s.generations = append(s.generations, 1)
	return Slot(len(s.generations) - 1)
}

// InUse is the number of slots that have been in use at once.
func (s *Slots) InUse() int { return max(0, len(s.generations)-int(Draft)-1) }

// Generation is that of the current or next instance in a slot.
func (s *Slots) Generation(slot Slot) uint32 { return s.generations[slot] }

// Free releases a slot; references to its instance read none.
func (s *Slots) Free(slot Slot) {
	s.generations[slot]++
	s.free = append(s.free, slot)
}
