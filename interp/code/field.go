package code

import (
	"github.com/rulec/rulec/interp/deps"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Field is what the machine needs to know about a declared field.
type Field struct {
	*program.Field
	// Off is the offset in the table of definitions; Width its cells there.
	Off, Width int
	Pool       *Pool
	// Parts are the pools of a stack.
	Parts []*Field
	// Views are the watched stacks that contain it.
	Views   []*Field
	Watched bool
	// Whole fields hold whole numbers.
	Whole bool
	// Optional is the declaration's, kept here because every change reads it.
	Optional bool
	List     bool
	// Decides is set when who is out, or whether the fight is over, may depend on it.
	Decides bool
	// Read is its bit when a derived condition or the end of one may depend on it.
	Read deps.Mask
	// ReadAt is the number of that bit.
	ReadAt uint8
	// Cell, Set and Virtual are those of the declaration.
	Cell    int
	Set     bool
	Virtual bool
	// Spending are the bans on spending a pool.
	Spending Bans
	// Hears are the triggers that compare it between settlings.
	Hears []Heard
}

// Pool is a compiled pool.
type Pool struct {
	// Min, Max and Start take self, then each: the member of a family, from 1.
	Min, Max, Start *Formula
	Up              bool
	// Differs is set when the bounds of a family's members may differ.
	Differs bool
	Instead []Cost
	Resets  []Reset
}

// Reset sets a pool back to a number.
type Reset struct {
	On *program.Trigger
	Of *Formula
	To *Formula
}

// Cost is an amount of a pool that is paid, or that substitutes for another.
type Cost struct {
	Pool   *Field
	Member *Formula
	Amount *Formula
	Span   diag.Span
}

// Kind is a kind of things or definitions.
type Kind struct {
	*program.Kind
	Width int
	// Defs is the table of definitions: Width cells each.
	Defs    []float64
	Actions []*Action // by definition; nil where there is none
	Pools   []*Field  // stateful kinds: their pools without stacks
	// Start and End are the events around its actions; nil means none.
	Start, End *Event
	// Carriers are the fields that name definitions, or lists of them.
	Carriers []*Field
}

// Table is a table of the ruleset.
type Table struct {
	*program.Table
	Values [][]float64 // by row, by column
}

// Scale is a scale of the ruleset.
type Scale struct {
	*program.Scale
	Values [][]float64 // by step, by column
}
