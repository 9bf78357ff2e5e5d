// Package interp plays encounters: a compiled ruleset, a state, a chooser who
// decides and dice give a new state and a trace.
//
// Begin with [Compile], then [New] and [Machine.Run]; or with Play, which does it
// all. The package knows nothing of YAML or of the text of formulas, and nothing
// of any combat system: whatever has a name in a fight comes from the ruleset.
package interp

import (
	"math"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Options say how an encounter is played.
type Options struct {
	// Seed of the dice; with Seeded false the encounter's own is taken.
	Seed   uint64
	Seeded bool
	// Trial tells runs with one seed apart; it counts from 0.
	Trial uint64
	// Trace records what happens; Explain also how each number came about.
	Trace   bool
	Explain bool
	// StrictDice makes a roll without scripted faces an error.
	StrictDice bool
	// Check tests the machine's own invariants after every effect; for tests.
	Check  bool
	Limits Limits
}

// Ending says why an encounter ended.
type Ending uint8

const (
	// NotOver: it has not ended.
	NotOver Ending = iota
	// Over: the ruleset's time.over holds.
	Over
	// Called: the script ended it.
	Called
	// TimeUp: the time limit was reached.
	TimeUp
	// NothingLeft: nothing stands on the agenda any more.
	NothingLeft
)

// Outcome is how an encounter ended.
type Outcome struct {
	Ending Ending
	// Winner is the side that won: its index plus 1; 0: none.
	Winner int
	// Now is the clock at the end; Batches, Acts and Steps are how many were run.
	Now                  float64
	Batches, Acts, Steps int
}

// place is a space or zone of the ground: its index (row by row) plus 1; 0 is nowhere.
// It is the value of the language's type place, as a whole number.
type place int32

// area is where a thing stands: the top left place of a square, and its side.
type area struct {
	Place place
	Size  int32
}

// spaceArg is an argument of a built-in function of space: ground for things and
// places (a place alone has size 1), else a number, direction or list in Value.
type spaceArg struct {
	Value float64
	At    area
	// Thing is the number of the thing that stands at At, or 0.
	Thing int
}

// geography is what the machine needs of the ground. Faults are reported with
// Machine.fault, which knows the formula at hand; lists are built with Machine.lists.
type geography interface {
	// call works out the built-in functions of space, from PlaceOf on, for places
	// and things; results are encoded as values of the language. Terrain gives the
	// definition's number.
	call(m *Machine, b program.Builtin, args []spaceArg) float64
	// paths appends to the machine's lists the ways of at most n spaces from a that
	// lead to places where thing may stand: for each place the shortest.
	paths(m *Machine, thing int, from area, n int) []float64
}

// faultCode is the code of run-time errors without one of their own.
const faultCode diag.Code = "run-time"

var open = math.NaN()
