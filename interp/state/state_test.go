package state_test

import (
	"slices"
	"testing"

	"github.com/rulec/rulec/interp/board"
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

// TestBearers: a thing counts once as the bearer of a condition, however many sources it has it from.
func TestBearers(t *testing.T) {
	s := state.New(shape)
	gain := func(thing board.Thing) { s.Gain(thing, 69) }
	lose := func(thing board.Thing) { s.Lose(thing, 69) }
	for i, step := range []struct {
		do   func(board.Thing)
		who  board.Thing
		want int
	}{{gain, 1, 1}, {gain, 1, 1}, {gain, 2, 2}, {lose, 1, 2}, {lose, 1, 1}, {lose, 2, 0}, {gain, 1, 1}} {
		if step.do(step.who); s.Bearers(69) != step.want || s.Bearers(68) != 0 {
			t.Errorf("after step %d it has %d bearers, not %d, and another one %d", i, s.Bearers(69), step.want, s.Bearers(68))
		}
	}
	var c state.State
	s.CopyTo(&c)
	c.Gain(2, 69)
	if s.Bearers(69) != 1 || c.Bearers(69) != 2 {
		t.Error("a bearer in a copy", s.Bearers(69), c.Bearers(69))
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
	if s.Living(number) != number || !slices.Equal(s.InForce(), []state.Slot{slot}) {
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
	for _, slot := range []state.Slot{4, 2, 3} {
		s.Put(slot, state.Instance{Condition: &program.Condition{}}, nil)
		s.Begin(slot)
	}
	s.End(2)
	if !slices.Equal(s.InForce(), []state.Slot{4, 3}) {
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

// TestRows: what is written into cells from one on stands there, and nowhere else.
func TestRows(t *testing.T) {
	s := state.New(shape)
	s.SetRow(1, []float64{4, 5, 6})
	for at, want := range []float64{0, 4, 5, 6, 0} {
		if s.Cell(at) != want {
			t.Errorf("cell %d holds %v, not %v", at, s.Cell(at), want)
		}
	}
	if !slices.Equal(s.Row(2, 2), []float64{5, 6}) || len(s.Row(2, 0)) != 0 {
		t.Error("two cells from the second on", s.Row(2, 2))
	}
}

// TestWords: a word holds 64 conditions, and things don't share words.
func TestWords(t *testing.T) {
	for conditions, want := range map[int]int{0: 0, 1: 1, 64: 1, 65: 2, 128: 2, 129: 3} {
		if got := (state.Shape{Conditions: conditions}).Words(); got != want {
			t.Errorf("%d conditions take %d words, not %d", conditions, got, want)
		}
	}
	s := state.New(shape)
	for _, c := range []int{0, 63, 64, 69} {
		s.Gain(1, c)
	}
	s.Lose(1, 63)
	// Thing 1 has the words 2 and 3: conditions 0, and 64 and 69.
	for word, want := range []uint64{0, 0, 1, 1 | 1<<5, 0, 0} {
		if s.Bits(word) != want {
			t.Errorf("word %d is %b, not %b", word, s.Bits(word), want)
		}
	}
}

// TestFieldsBySlot: instances that have two fields each keep them apart, and what is put into a
// slot before others are used leaves room for those.
func TestFieldsBySlot(t *testing.T) {
	s := state.New(state.Shape{Things: 1, Conditions: 1, InstanceCells: 2})
	s.Put(4, state.Instance{Condition: &program.Condition{}}, []float64{41, 42})
	s.Put(3, state.Instance{Condition: &program.Condition{}}, []float64{31, 32})
	s.Put(5, state.Instance{Condition: &program.Condition{}}, []float64{51})
	for slot, want := range map[state.Slot][]float64{2: {0, 0}, 3: {31, 32}, 4: {41, 42}, 5: {51, 0}} {
		if got := s.Fields(slot); !slices.Equal(got, want) {
			t.Errorf("slot %d has %v, not %v", slot, got, want)
		}
	}
	// There is nothing in 2, and the slot after the last was never used.
	if s.Slot(state.Number(2, 0)) != 0 || s.Slot(state.Number(5, 0)) != 5 || s.Slot(state.Number(6, 0)) != 0 {
		t.Error("which slots hold an instance", s.Slot(state.Number(2, 0)), s.Slot(state.Number(5, 0)), s.Slot(state.Number(6, 0)))
	}
	s.Begin(5)
	s.Clear(5)
	s.Clear(6) // never used: nothing to clear
	if s.Slot(state.Number(5, 0)) != 0 || s.Instance(5).Alive {
		t.Error("a slot that was cleared holds something")
	}
}

// TestSlots: a slot that was given back is used again before a new one, the last first; in a
// copy as well, whose slots are its own.
func TestSlots(t *testing.T) {
	var s, c state.Slots
	if s.InUse() != 0 {
		t.Error("none has been in use")
	}
	first, second, third := s.Take(), s.Take(), s.Take()
	if first != state.Draft+1 || second != first+1 || third != second+1 || s.InUse() != 3 {
		t.Error(first, second, third, s.InUse())
	}
	if s.Generation(second) != 1 {
		t.Error("the first instance of a slot is of the generation", s.Generation(second))
	}
	s.Free(first)
	s.Free(third)
	if s.Generation(first) != 2 || s.Generation(second) != 1 || s.Generation(third) != 2 {
		t.Error("what is given back is of the next generation")
	}
	s.CopyTo(&c)
	for who, slots := range map[string]*state.Slots{"the original": &s, "the copy": &c} {
		if a, b, next := slots.Take(), slots.Take(), slots.Take(); a != third || b != first || next != third+1 {
			t.Errorf("%s takes %d, %d and %d", who, a, b, next)
		}
	}
	c.Free(second)
	if s.Generation(second) != 1 || c.InUse() != 4 {
		t.Error("what is given back to the copy", s.Generation(second), c.InUse())
	}
	c.Reset()
	if c.InUse() != 0 || c.Take() != first || c.Generation(first) != 1 {
		t.Error("all slots are free")
	}
}

// TestBefore: each key number decides only if those before it are equal, and all of them before
// rank, owner and serial.
func TestBefore(t *testing.T) {
	entry := func(last float64, rank int16, owner int32, serial int64) state.Entry {
		e := state.Entry{Rank: rank, Owner: owner, Serial: serial}
		e.Keys[state.MaxKeys-1] = last
		return e
	}
	first := entry(9, 9, 9, 9)
	first.Keys[0] = -1
	order := []state.Entry{{Urgent: true, Keys: [state.MaxKeys]float64{5}}, first, entry(1, 2, 2, 2), entry(2, 1, 3, 3), entry(2, 2, 1, 3), entry(2, 2, 2, 1), entry(2, 2, 2, 2)}
	for i := range order {
		for j := range order {
			if got := state.Before(&order[i], &order[j]); got != (i < j) {
				t.Errorf("%+v comes before %+v: %v", order[i], order[j], got)
			}
		}
	}
}

// TestRelease: whatever follows what was taken off comes up, with the keys it is given; what
// follows something else, and what was resolved, stays as it is.
func TestRelease(t *testing.T) {
	var a state.Agenda
	a.Put(at(1, state.Entry{Serial: 2, After: 1}))
	a.Put(at(1, state.Entry{Serial: 3, After: 9}))
	a.Put(at(1, state.Entry{Serial: 4, After: 1}))
	a.Release(1, 0, 0, [state.MaxKeys]float64{6, 7}, 2)
	for i, want := range []bool{true, false, true} {
		if e := a[i]; e.Urgent != want || (e.After == 0) != want || (e.Keys[1] == 7) != want || (e.Count == 2) != want || e.Lost != 0 {
			t.Errorf("%+v", e)
		}
	}
	// What they followed was resolved: should its like be scheduled again, they go on without it.
	a.Put(at(8, state.Entry{Serial: 5}))
	if a[0].After != 0 || !a[0].Urgent {
		t.Errorf("%+v follows what has nothing to do with it", a[0])
	}
	if k := a.First(); a[k].Serial != 2 || a[a.Find(4, k)].Serial != 4 || a.Find(4, len(a)) != 2 {
		t.Error("which comes first, and where the other one is", k)
	}
}

// TestManyOwners: owners from 64 on share the bits of those before them.
func TestManyOwners(t *testing.T) {
	var a state.Agenda
	for _, owner := range []int32{0, 63, 66} {
		a.Put(state.Entry{Owner: owner})
	}
	if a.Owners() != 1|1<<63|1<<2 {
		t.Errorf("%b", a.Owners())
	}
}

// TestEachCondition: of 70 conditions each can be had alone, by one thing alone.
func TestEachCondition(t *testing.T) {
	s := state.New(shape)
	for c := range shape.Conditions {
		s.Gain(1, c)
		for thing := range board.Thing(shape.Things + 1) {
			for d := range shape.Conditions {
				if s.Has(thing, d) != (thing == 1 && d == c) {
					t.Errorf("when 1 has got %d, %d has %d: %v", c, thing, d, s.Has(thing, d))
				}
			}
		}
		if !s.Lose(1, c) || s.Has(1, c) {
			t.Errorf("1 has lost %d", c)
		}
	}
}

// TestDraft: an instance can be read in the slot where it is worked out when it will end, and none
// can where none was put.
func TestDraft(t *testing.T) {
	s := state.New(shape)
	if s.Slot(state.Number(state.Draft, 0)) != 0 {
		t.Error("there is none yet")
	}
	s.Put(state.Draft, state.Instance{Condition: &program.Condition{}}, []float64{8})
	if s.Slot(s.Number(state.Draft)) != state.Draft || s.Fields(state.Draft)[0] != 8 || s.Living(s.Number(state.Draft)) != 0 {
		t.Error("it can be read and doesn't live")
	}
	if s.Slot(0) != 0 || s.Slot(state.Number(0, 1)) != 0 {
		t.Error("nothing is in no slot")
	}
	if empty := state.New(shape); empty.Living(0) != 0 || empty.Living(state.Number(3, 1)) != 0 {
		t.Error("where no condition has begun, none lives")
	}
}

// TestNextOfSeveral: the next entry is the one that comes first, wherever on the agenda it stands, and
// equals come as scheduled.
func TestNextOfSeveral(t *testing.T) {
	for first, keys := range [][]float64{{1, 3, 2}, {2, 1, 3}, {3, 2, 1}} {
		var a state.Agenda
		for i, key := range keys {
			a.Put(at(key, state.Entry{Serial: int64(i + 1), Owner: 2, Kind: 4}))
		}
		if a.Next(2, 4) != first || a.First() != first || a.Time(2, 4) != 1 {
			t.Errorf("of %v the next is %d, the first %d, at %v", keys, a.Next(2, 4), a.First(), a.Time(2, 4))
		}
	}
	var a state.Agenda
	if a.First() != -1 || a.Next(0, 0) != -1 || a.Find(1, 0) != -1 {
		t.Error("on an empty agenda nothing comes first")
	}
	a.Put(at(1, state.Entry{Serial: 2}))
	a.Put(at(1, state.Entry{Serial: 1}))
	if a.Next(0, 0) != 1 || a.First() != 1 {
		t.Error("the one that was scheduled first is the second on the agenda")
	}
}

// TestFollowOnce: what follows its like again has lost nothing any more, so that it goes on following
// that one whatever else its owner schedules.
func TestFollowOnce(t *testing.T) {
	var a state.Agenda
	a.Put(at(0, state.Entry{Serial: 2, Owner: 2, After: 1, Kind: 7}))
	a.Release(1, 3, 1, [state.MaxKeys]float64{2}, 1)
	a.Put(at(8, state.Entry{Serial: 5, Owner: 1, Kind: 2}))
	for serial, kind := range []int16{0, 1, 2, 3} {
		a.Put(at(9, state.Entry{Serial: int64(10 + serial), Owner: 1, Kind: kind}))
		if e := a[0]; e.After != 5 || e.Lost != 0 {
			t.Errorf("after one of kind %d it follows %d: %+v", kind, e.After, e)
		}
	}
}

// TestAskedOfAnother: entries of other kinds and owners don't count, and the earliest of one's own does,
// whatever their order.
func TestAskedOfAnother(t *testing.T) {
	var a state.Agenda
	a.Put(at(2, state.Entry{Serial: 1, Owner: 1, Kind: 1}))
	a.Put(at(3, state.Entry{Serial: 2, Owner: 2, Kind: 0}))
	a.Put(at(4, state.Entry{Serial: 3, Owner: 1, Kind: 0}))
	a.Put(at(9, state.Entry{Serial: 4, Owner: 1, Kind: 0}))
	if a.Time(1, 0) != 4 || a.Next(1, 0) != 2 || a.Time(2, 0) != 3 || a.Next(2, 0) != 1 || a.Time(2, 1) != number.None || a.Next(2, 1) != -1 {
		t.Error("when 1 and 2 are due", a.Time(1, 0), a.Next(1, 0), a.Time(2, 0), a.Next(2, 0), a.Time(2, 1), a.Next(2, 1))
	}
	for k, want := range []int64{1, 2, 3, 4} {
		if a.Find(want, 3-k) != k || a.Find(want, k) != k {
			t.Errorf("the entry %d stands at %d and %d", want, a.Find(want, 3-k), a.Find(want, k))
		}
	}
	if e := a.Take(1); e.Serial != 2 || len(a) != 3 || a[1].Serial != 3 || a.Followed(2) {
		t.Error("what was taken off, and what is left", e, a)
	}
}
