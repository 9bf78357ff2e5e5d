package state_test

import (
	"slices"
	"testing"

	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/lang/program"
)

// shape is a fight of two things with five cells, 70 conditions, of which one has a field.
var shape = state.Shape{Cells: 5, Things: 2, Conditions: 70, InstanceCells: 1}

// TestCopies: what is changed in a copy stays as it is in the original, and the other way
// round.
func TestCopies(t *testing.T) {
	s := state.New(shape)
	s.SetCell(3, 7)
	s.SetPlace(2, 9)
	s.SetCarrier(1, 2)
	s.Gain(1, 69)
	s.Put(2, state.Instance{Condition: &program.Condition{}, Bearer: 1}, []float64{4})
	s.Begin(2)
	s.Agenda.Put(state.Entry{Serial: 1})

	var c state.State
	s.CopyTo(&c)
	c.SetCell(3, 8)
	c.SetPlace(2, 0)
	c.SetCarrier(1, 0)
	c.Lose(1, 69)
	c.Fields(2)[0] = 5
	c.End(2)
	c.Agenda.Take(0)
	if s.Cell(3) != 7 || s.Place(2) != 9 || s.Carrier(1) != 2 || !s.Has(1, 69) || s.Fields(2)[0] != 4 || len(s.InForce()) != 1 || len(s.Agenda) != 1 {
		t.Error("the original has changed")
	}
	s.CopyTo(&c)
	if c.Cell(3) != 7 || c.Place(2) != 9 || c.Carrier(1) != 2 || !c.Has(1, 69) || c.Fields(2)[0] != 4 || !c.Instance(2).Alive || len(c.InForce()) != 1 || len(c.Agenda) != 1 {
		t.Error("going back doesn't bring everything back")
	}
	empty := state.New(shape)
	empty.CopyTo(&c)
	if len(c.InForce()) != 0 || c.Slot(s.Number(2)) != 0 {
		t.Error("a copy of a state without conditions has some")
	}
}

// TestSources: a condition is there from its first source to its last.
func TestSources(t *testing.T) {
	s := state.New(shape)
	if !s.Gain(2, 64) || s.Gain(2, 64) {
		t.Error("the first source is the first, the second isn't")
	}
	if !s.Has(2, 64) || s.Has(1, 64) || s.Has(2, 0) || s.Has(2, 63) || s.Has(2, 65) {
		t.Error("who has what")
	}
	if s.Counts()[2*70+64] != 2 || s.Bits(2*shape.Words()+1) != 1 {
		t.Error("counts", s.Counts(), "bits", s.Bits(5))
	}
	if s.Lose(2, 64) || !s.Has(2, 64) || !s.Lose(2, 64) || s.Has(2, 64) {
		t.Error("the last source is the last")
	}
}

// TestSets: a set holds the members 0 to 255.
func TestSets(t *testing.T) {
	s := state.New(state.Shape{Cells: 1 + state.SetCells})
	for _, member := range []int{0, 31, 32, 255} {
		s.Include(1, member, true)
	}
	s.Include(1, 31, false)
	var members []int
	for n := range state.MaxMember + 2 {
		if state.InSet(s.Row(1, state.SetCells), float64(n)) {
			members = append(members, n)
		}
	}
	if !slices.Equal(members, []int{1, 33, 256}) {
		t.Error(members)
	}
	if s.Cell(0) != 0 {
		t.Error("the cell before the set has changed")
	}
}

// TestInstances: a number that stands for an instance stands for no later one in its slot.
func TestInstances(t *testing.T) {
	s, slots := state.New(shape), state.Slots{}
	winded := &program.Condition{}
	slot := slots.Take()
	if slot <= state.Draft || slots.InUse() != 1 {
		t.Fatal(slot, slots.InUse())
	}
	s.Put(slot, state.Instance{Condition: winded, Bearer: 1, Generation: slots.Generation(slot)}, []float64{3})
	number := s.Number(slot)
	if s.Slot(number) != slot || s.Living(number) != 0 || s.Fields(slot)[0] != 3 {
		t.Error("before it begins it can be read and doesn't live")
	}
	s.Begin(slot)
	if s.Living(number) != number || !slices.Equal(s.InForce(), []int32{int32(slot)}) {
		t.Error("it lives")
	}
	s.End(slot)
	if s.Living(number) != 0 || s.Slot(number) != slot || len(s.InForce()) != 0 {
		t.Error("it has ended and can be read")
	}
	slots.Free(slot)
	s.Clear(slot)
	if s.Slot(number) != 0 {
		t.Error("it is gone")
	}
	if again := slots.Take(); again != slot || slots.InUse() != 1 {
		t.Error("the slot is used again", again)
	}
	s.Put(slot, state.Instance{Condition: winded, Generation: slots.Generation(slot)}, nil)
	if s.Slot(number) != 0 || s.Number(slot) == number || s.Number(slot) != state.Number(slot, slots.Generation(slot)) {
		t.Error("the number of the first stands for the second")
	}
	if s.Slot(0) != 0 || s.Slot(state.Number(99, 1)) != 0 {
		t.Error("none, and what never was")
	}
	var copied state.Slots
	slots.CopyTo(&copied)
	slots.Reset()
	if copied.Generation(slot) != 2 || slots.InUse() != 0 {
		t.Error("a copy of slots")
	}
}

// TestOldestFirst: instances are in force in the order in which they began.
func TestOldestFirst(t *testing.T) {
	s := state.New(shape)
	for _, slot := range []int{4, 2, 3} {
		s.Put(slot, state.Instance{Condition: &program.Condition{}}, nil)
		s.Begin(slot)
	}
	s.End(2)
	if !slices.Equal(s.InForce(), []int32{4, 3}) {
		t.Error(s.InForce())
	}
}

func at(key float64, e state.Entry) state.Entry {
	e.Keys[0], e.Count = key, 1
	return e
}

// TestAgendaOrder: first what is urgent, then by key, by rank, by owner, as scheduled;
// what follows another entry waits.
func TestAgendaOrder(t *testing.T) {
	var a state.Agenda
	for _, e := range []state.Entry{
		at(5, state.Entry{Serial: 1, Owner: 1}),
		at(4, state.Entry{Serial: 2, Owner: 2, Rank: 1}),
		at(4, state.Entry{Serial: 3, Owner: 2}),
		at(4, state.Entry{Serial: 4, Owner: 1}),
		at(4, state.Entry{Serial: 5, Owner: 1}),
		at(1, state.Entry{Serial: 6, Owner: 1, After: 2}),
		at(9, state.Entry{Serial: 7, Owner: 3, Urgent: true}),
	} {
		a.Put(e)
	}
	var order []int64
	for k := a.First(); k >= 0; k = a.First() {
		order = append(order, a.Take(k).Serial)
	}
	if !slices.Equal(order, []int64{7, 4, 5, 3, 2, 1}) {
		t.Error(order)
	}
	if len(a) != 1 || !a.Followed(2) || a.Followed(1) {
		t.Error("what follows the second waits still")
	}
}

// TestFollowers: what follows an entry comes up when that is over; if it was taken off and is
// scheduled anew, it follows it again.
func TestFollowers(t *testing.T) {
	var a state.Agenda
	a.Put(at(3, state.Entry{Serial: 1, Owner: 1, Kind: 2}))
	a.Put(at(0, state.Entry{Serial: 2, Owner: 2, After: 1}))
	a.Take(0)
	a.Release(1, 3, 1, [state.MaxKeys]float64{2.5}, 1)
	if e := a[0]; !e.Urgent || e.After != 0 || e.Keys[0] != 2.5 || e.Count != 1 {
		t.Errorf("%+v", e)
	}
	a.Put(at(7, state.Entry{Serial: 4, Owner: 2, Kind: 2}))
	if a[0].After != 0 {
		t.Error("it follows somebody else's")
	}
	a.Put(at(8, state.Entry{Serial: 5, Owner: 1, Kind: 2}))
	if e := a[0]; e.After != 5 || e.Urgent {
		t.Errorf("it doesn't follow it again: %+v", e)
	}
}

// TestAgendaAsked: whose entries stand where.
func TestAgendaAsked(t *testing.T) {
	var a state.Agenda
	a.Put(at(6, state.Entry{Serial: 1, Owner: 1, Kind: 0}))
	a.Put(at(4, state.Entry{Serial: 2, Owner: 1, Kind: 0}))
	a.Put(at(2, state.Entry{Serial: 3, Owner: 1, Kind: 1}))
	a.Put(at(1, state.Entry{Serial: 4, Owner: 3, Kind: 0, After: 1}))
	if a.Next(1, 0) != 1 || a.Next(3, 0) != 3 || a.Next(2, 0) != -1 || a.Next(1, 2) != -1 {
		t.Error("next")
	}
	if a.Time(1, 0) != 4 || a.Time(3, 0) != number.None || a.Time(2, 0) != number.None {
		t.Error("the time of what follows another entry isn't known")
	}
	if a.Find(3, -1) != 2 || a.Find(3, 2) != 2 || a.Find(3, 0) != 2 || a.Find(9, 0) != -1 {
		t.Error("find")
	}
	if a.Owners() != 1<<1|1<<3 {
		t.Errorf("%b", a.Owners())
	}
}
