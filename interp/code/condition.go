package code

import (
	"github.com/rulec/rulec/interp/deps"
	"github.com/rulec/rulec/lang/program"
)

// MayFollow reports whether a thing may have a condition without any instance of it:
// the condition, or one that implies it, has a formula.
func (x *Condition) MayFollow() bool { return x.Holds != nil || len(x.Parents) > 0 }

// Condition is a condition that things may have.
type Condition struct {
	*program.Condition
	Word int
	Bit  uint64
	// Holds is the formula of a derived condition.
	Holds   *Formula
	All     []*Condition
	Parents []*Condition // derived ones that imply it
	Until   int
	// Rivals are the other conditions of its group.
	Rivals []*Condition
	Cells  []*Field
	// Defaults are its fields' values when nothing is given.
	Defaults []float64
	// Becomes, Loses, Begins, Ends are the rules that wait for it.
	Becomes, Loses, Begins, Ends []Heard
	// Heard is set when anything depends on its edges; Reading is what a derived one
	// depends on.
	Heard bool
	Reading
	// Read is its bit when a formula may depend on it; Changes are the kinds of data that a change of an
	// instance changes: those of all that it implies.
	Read, Changes deps.Mask
	// Holder numbers the derived conditions that have a formula.
	Holder int
}
