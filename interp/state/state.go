package state

import (
	"github.com/rulec/rulec/interp/board"
)

// State is everything that a member of a batch may see change. Data of the run rather
// than the fiction (slots in use, dice, the trace) is kept elsewhere.
type State struct {
	shape Shape
	// cells are the fields of all things, thing by thing.
	cells []float64
	// places and carriers are by thing, from 1.
	places   []board.Place
	carriers []int32
	// counts and bits are, by thing and condition, the number of sources of the condition,
	// and whether there is any, without derived conditions. bearers are, by condition,
	// the number of things with it.
	counts  []uint16
	bits    []uint64
	bearers []int32
	// instances are by slot, from 1; fields their fields. inForce are the slots of those
	// that have begun and not ended, oldest first.
	instances []Instance
	fields    []float64
	inForce   []Slot
	// Agenda is the list of future entries.
	Agenda Agenda
}

// Shape is the size of a fight: the number of cells of all its things together, the numbers of
// things and of conditions, and the most cells that an instance of one has.
type Shape struct{ Cells, Things, Conditions, InstanceCells int }

// Words is the number of words in a set of conditions.
func (s Shape) Words() int { return (s.Conditions + 63) / 64 }

// New returns a state in which every cell is 0, and all things are nowhere and have no
// conditions.
func New(s Shape) State {
	n := s.Things + 1
	return State{
		shape: s, cells: make([]float64, s.Cells), places: make([]board.Place, n), carriers: make([]int32, n),
		counts: make([]uint16, n*s.Conditions), bits: make([]uint64, n*s.Words()), bearers: make([]int32, s.Conditions),
	}
}

// CopyTo makes t equal to s. It reuses the memory of t.
func (s *State) CopyTo(t *State) {
	t.shape = s.shape
	t.cells = append(t.cells[:0], s.cells...)
	t.places = append(t.places[:0], s.places...)
	t.carriers = append(t.carriers[:0], s.carriers...)
	t.counts = append(t.counts[:0], s.counts...)
	t.bits = append(t.bits[:0], s.bits...)
	t.bearers = append(t.bearers[:0], s.bearers...)
	if len(s.instances)+len(t.instances) > 0 {
		t.instances = append(t.instances[:0], s.instances...)
		t.fields = append(t.fields[:0], s.fields...)
		t.inForce = append(t.inForce[:0], s.inForce...)
	}
	t.Agenda = append(t.Agenda[:0], s.Agenda...)
}

// Cell returns the value of a cell.
func (s *State) Cell(at int) float64 { return s.cells[at] }

// Row returns n cells starting at one. Callers must only read them.
func (s *State) Row(from, n int) []float64 { return s.cells[from : from+n] }

// SetCell puts a value into a cell.
func (s *State) SetCell(at int, v float64) { s.cells[at] = v }

// SetRow puts values into the cells starting at one.
func (s *State) SetRow(from int, values []float64) { copy(s.cells[from:], values) }

// Include puts a member, from 0, into the set that starts at a cell, or removes it.
func (s *State) Include(from, member int, in bool) { Include(s.cells[from:from+SetCells], member, in) }

// Place returns a thing's own place; 0 means nowhere, or with its carrier.
func (s *State) Place(thing board.Thing) board.Place { return s.places[thing] }

// SetPlace puts a thing at a place.
func (s *State) SetPlace(thing board.Thing, p board.Place) { s.places[thing] = p }

// Carrier returns a thing's carrier; 0 means none.
func (s *State) Carrier(thing board.Thing) board.Thing { return board.Thing(s.carriers[thing]) }

// SetCarrier sets a thing's carrier; 0 means none.
func (s *State) SetCarrier(thing, by board.Thing) { s.carriers[thing] = int32(by) }

// Has reports whether a thing has a condition by an instance, or by one that implies it.
func (s *State) Has(thing board.Thing, condition int) bool {
	return s.bits[int(thing)*s.shape.Words()+condition/64]&(1<<(condition%64)) != 0
}

// Bits returns a word of the sets of conditions: those of thing N start with word
// N*[Shape.Words].
func (s *State) Bits(word int) uint64 { return s.bits[word] }

// Bearers returns how many things have a condition by an instance, or by one that implies it.
func (s *State) Bearers(condition int) int { return int(s.bearers[condition]) }

// Counts returns the number of sources, by thing and condition.
// Callers must only read it.
func (s *State) Counts() []uint16 { return s.counts }

// Gain counts one more source of a condition of a thing; first reports whether it is the first.
func (s *State) Gain(thing board.Thing, condition int) (first bool) {
	n := &s.counts[int(thing)*s.shape.Conditions+condition]
	*n++
	if *n > 1 {
		return false
	}
	s.bits[int(thing)*s.shape.Words()+condition/64] |= 1 << (condition % 64)
	s.bearers[condition]++
	return true
}

// Lose counts one less; last reports whether none is left.
func (s *State) Lose(thing board.Thing, condition int) (last bool) {
	n := &s.counts[int(thing)*s.shape.Conditions+condition]
	*n--
	if *n > 0 {
		return false
	}
	s.bits[int(thing)*s.shape.Words()+condition/64] &^= 1 << (condition % 64)
	s.bearers[condition]--
	return true
}

// SetCells is the number of cells of a set: each holds 32 members as bits.
const SetCells = 8

// MaxMember is the greatest number that can be in a set.
const MaxMember = SetCells * 32

// InSet reports whether a number, from 1, is a member of a set.
func InSet(cells []float64, v float64) bool {
	n := int(v) - 1
	return n >= 0 && n < MaxMember && uint32(cells[n/32])&(1<<(n%32)) != 0
}

// Include puts a member, from 0, into a set, or removes it.
func Include(cells []float64, member int, in bool) {
	word, bit := member/32, uint32(1)<<(member%32)
	bits := uint32(cells[word])
	if in {
		bits |= bit
	} else {
		bits &^= bit
	}
	cells[word] = float64(bits)
}
