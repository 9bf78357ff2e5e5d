package state

import (
	"github.com/rulec/rulec/interp/board"
)

// State is everything that a member of a batch may see change. What belongs to the run and
// not to the fiction (slots in use, dice, the trace) is kept elsewhere.
type State struct {
	shape Shape
	// cells are the fields of all things, thing by thing.
	cells []float64
	// places and carriers are by thing, from 1.
	places   []board.Place
	carriers []int32
	// counts and bits tell, by thing and condition, how many sources give the condition,
	// and whether any does. Derived conditions are not among them. bearers are, by condition,
	// how many things it is given.
	counts  []uint16
	bits    []uint64
	bearers []int32
	// instances are by slot, from 1; fields their fields. inForce are the slots of those
	// that have begun and not ended, oldest first.
	instances []Instance
	fields    []float64
	inForce   []Slot
	// Agenda is what will come up.
	Agenda Agenda
}

// Shape says how much room a fight takes: how many cells its things have together, how many
// things there are and how many conditions, and the most cells that an instance of one has.
type Shape struct{ Cells, Things, Conditions, InstanceCells int }

// Words is how many words a set of conditions takes.
func (s Shape) Words() int { return (s.Conditions + 63) / 64 }

// New returns a state in which every cell is 0, everybody stands nowhere, and nobody has
// any condition.
func New(s Shape) State {
	n := s.Things + 1
	return State{
		shape: s, cells: make([]float64, s.Cells), places: make([]board.Place, n), carriers: make([]int32, n),
		counts: make([]uint16, n*s.Conditions), bits: make([]uint64, n*s.Words()), bearers: make([]int32, s.Conditions),
	}
}

// CopyTo makes t what s is. What t holds is used again.
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

// Cell returns what a cell holds.
func (s *State) Cell(at int) float64 { return s.cells[at] }

// Row returns n cells from one on. They must only be read.
func (s *State) Row(from, n int) []float64 { return s.cells[from : from+n] }

// SetCell puts a value into a cell.
func (s *State) SetCell(at int, v float64) { s.cells[at] = v }

// SetRow puts values into the cells from one on.
func (s *State) SetRow(from int, values []float64) { copy(s.cells[from:], values) }

// Include puts a member, from 0, into the set that begins at a cell, or takes it out.
func (s *State) Include(from, member int, in bool) { Include(s.cells[from:from+SetCells], member, in) }

// Place returns where a thing stands by itself; 0: nowhere, or with whoever carries it.
func (s *State) Place(thing board.Thing) board.Place { return s.places[thing] }

// SetPlace makes a thing stand at a place.
func (s *State) SetPlace(thing board.Thing, p board.Place) { s.places[thing] = p }

// Carrier returns who carries a thing; 0: nobody.
func (s *State) Carrier(thing board.Thing) board.Thing { return board.Thing(s.carriers[thing]) }

// SetCarrier makes somebody carry a thing; 0: nobody.
func (s *State) SetCarrier(thing, by board.Thing) { s.carriers[thing] = int32(by) }

// Has tells whether an instance, or one that implies it, gives a thing a condition.
func (s *State) Has(thing board.Thing, condition int) bool {
	return s.bits[int(thing)*s.shape.Words()+condition/64]&(1<<(condition%64)) != 0
}

// Bits returns a word of the sets of conditions: those of thing N begin with word
// N*[Shape.Words].
func (s *State) Bits(word int) uint64 { return s.bits[word] }

// Bearers returns how many things have a condition by an instance, or by one that implies it.
func (s *State) Bearers(condition int) int { return int(s.bearers[condition]) }

// Counts returns how many sources give each thing each condition, by thing and condition.
// It must only be read.
func (s *State) Counts() []uint16 { return s.counts }

// Gain counts one more source of a condition of a thing; first tells that it is the first.
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

// Lose counts one less; last tells that none is left.
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

// SetCells is how many cells a set takes: each holds 32 members as bits.
const SetCells = 8

// MaxMember is the greatest number that can be in a set.
const MaxMember = SetCells * 32

// InSet tells whether a number, from 1, is a member of a set.
func InSet(cells []float64, v float64) bool {
	n := int(v) - 1
	return n >= 0 && n < MaxMember && uint32(cells[n/32])&(1<<(n%32)) != 0
}

// Include puts a member, from 0, into a set, or takes it out.
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
