package code

import (
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/lang/calc"
	"github.com/rulec/rulec/lang/program"
)

// Formula is a compiled formula.
type Formula struct {
	Code  *Instructions
	Slots int
	Src   *program.Formula
	// Self, It and Each are the slots of these inputs, or -1.
	Self, It, Each int
	// Cell is the cell of a formula that only reads a plain field of its first
	// input, or -1.
	Cell int
	// Compares is the comparison of a formula that only compares a plain field of its first
	// input with another one or a number; nil for others.
	Compares *Comparison
	// Fixed formulas always have the value Value.
	Fixed bool
	Value float64
}

// Comparison compares a cell of a thing with another one, or with a number if
// other is negative.
type Comparison struct {
	Op          program.Op
	Cell, Other int
	Number      float64
}

// Holds reports whether it holds for the thing whose cells start at from.
func (t *Comparison) Holds(s *state.State, from int) bool {
	a, b := s.Cell(from+t.Cell), t.Number
	if t.Other >= 0 {
		b = s.Cell(from + t.Other)
	}
	return calc.Compare(t.Op, a, b)
}

// Routine is a compiled program.
type Routine struct {
	Body  *Block
	Slots int
	Pays  bool
	Src   *program.Routine
	// Self, It and Done are the slots of these inputs, or -1.
	Self, It, Done int
	// What is its name in the stack trace of an error.
	What string
}

// Callable is the value of a field of type formula or program.
type Callable struct {
	Formula *Formula
	Routine *Routine
	// It is the slot of `it`, or -1; Owner the value of `it`.
	It    int
	Owner float64
}

// MapValue is the value of a field of type map.
type MapValue struct {
	Keys   []float64
	Values []float64
}

// At returns the value of a map at a key.
func (x *MapValue) At(key float64) (v float64, ok bool) {
	for i, k := range x.Keys {
		if k == key {
			return x.Values[i], true
		}
	}
	return 0, false
}
