package state

import (
	"math"
	"slices"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/number"
)

// Agenda is the list of future entries, in the order in which they were scheduled.
type Agenda []Entry

// MaxKeys is the largest number of key numbers of an agenda.
const MaxKeys = 8

// EntrySlot is where the fields of an entry are kept, from 1. They are not part of the state.
type EntrySlot int32

// Entry is an entry on the agenda. It holds no pointers: the agenda is copied and shifted
// frequently.
type Entry struct {
	Keys  [MaxKeys]float64
	Owner int32
	Slot  EntrySlot
	// Kind is the index of its kind in the ruleset, Rank the kind's rank among equal keys.
	Kind  int16
	Rank  int16
	Count int8 // the number of its keys
	// Urgent entries come before all others: the entry that they followed is over.
	Urgent bool
	// Serial numbers entries in the order in which they were scheduled; After is
	// the serial of the entry that it follows, or 0.
	Serial, After int64
	// Lost is the kind, plus 1, of the entry that it followed when that was removed: if
	// that is scheduled again, for LostOwner, this one follows it again. 0 means none.
	Lost      int16
	LostOwner int32
	// Bound is the instance that it depends on, or 0.
	Bound float64
}

// Before orders the agenda: urgent entries first, then by key, phase and kind, then in
// encounter order (P6).
func Before(a, b *Entry) bool {
	if a.Urgent != b.Urgent {
		return a.Urgent
	}
	for i := range a.Keys {
		if a.Keys[i] != b.Keys[i] {
			return a.Keys[i] < b.Keys[i]
		}
	}
	if a.Rank != b.Rank {
		return a.Rank < b.Rank
	}
	if a.Owner != b.Owner {
		return a.Owner < b.Owner
	}
	return a.Serial < b.Serial
}

// First returns the index of the next entry due, or -1. An entry that follows another
// waits for it.
func (a Agenda) First() int {
	first := -1
	for i := range a {
		if e := &a[i]; e.After == 0 && (first < 0 || Before(e, &a[first])) {
			first = i
		}
	}
	return first
}

// Next returns the index of a thing's next entry of a kind, or -1.
func (a Agenda) Next(owner board.Thing, kind int) int {
	best := -1
	for i := range a {
		if e := &a[i]; int(e.Kind) == kind && board.Thing(e.Owner) == owner && (best < 0 || Before(e, &a[best])) {
			best = i
		}
	}
	return best
}

// Time returns the clock time of a thing's next entry of a kind; [number.None] without one.
func (a Agenda) Time(owner board.Thing, kind int) float64 {
	t := float64(number.None)
	for i := range a {
		if e := &a[i]; e.After == 0 && board.Thing(e.Owner) == owner && int(e.Kind) == kind {
			t = math.Min(t, e.Keys[0])
		}
	}
	return t
}

// Find returns the index of the entry with a serial, or -1; at is its probable index.
func (a Agenda) Find(serial int64, at int) int {
	if at >= 0 && at < len(a) && a[at].Serial == serial {
		return at
	}
	return slices.IndexFunc(a, func(e Entry) bool { return e.Serial == serial })
}

// Followed reports whether an entry follows the one with a serial.
func (a Agenda) Followed(serial int64) bool {
	for i := range a {
		if a[i].After == serial {
			return true
		}
	}
	return false
}

// Put puts an entry on the agenda. Entries that followed a removed entry of its kind and owner
// follow it again, unless it waits for them itself: entries in a cycle would never come up (P7).
func (a *Agenda) Put(e Entry) {
	*a = append(*a, e)
	for i := range *a {
		if x := &(*a)[i]; x.Lost == e.Kind+1 && x.LostOwner == e.Owner && !a.waits(&e, x.Serial) {
			x.After, x.Urgent, x.Lost = e.Serial, false, 0
		}
	}
}

// waits reports whether an entry follows the one with a serial, or one that does.
func (a Agenda) waits(e *Entry, serial int64) bool {
	for e.After != 0 && e.After != serial {
		k := a.Find(e.After, -1)
		if k < 0 {
			return false
		}
		e = &a[k]
	}
	return e.After == serial
}

// Take removes the k-th entry and returns it.
func (a *Agenda) Take(k int) Entry {
	e := (*a)[k]
	*a = slices.Delete(*a, k, k+1)
	return e
}

// Release makes the entries that follow another one due now, at these keys. lost is
// the kind, plus 1, of a removed entry, and owner its owner; 0 when it was resolved.
func (a Agenda) Release(serial int64, lost int16, owner board.Thing, keys [MaxKeys]float64, count int) {
	for i := range a {
		if e := &a[i]; e.After == serial {
			e.After, e.Urgent, e.Lost, e.LostOwner = 0, true, lost, int32(owner)
			e.Keys, e.Count = keys, int8(count)
		}
	}
}

// Owners returns the owners of all entries as a set of bits, for owners up to 63.
func (a Agenda) Owners() uint64 {
	var set uint64
	for i := range a {
		set |= 1 << (uint32(a[i].Owner) & 63)
	}
	return set
}
