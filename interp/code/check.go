package code

import (
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/lang/program"
)

// Check is a compiled check.
type Check struct {
	*program.Check
	Margin, Success, Degree *Formula
	// Natural is set when one of them reads the face of the first die.
	Natural bool
}

// TestOf is a compiled test of a roll.
type TestOf struct {
	*program.Test
	Check   *Check
	Label   dice.Label
	Against *Instructions
	// With are values for fields of the check, by slot.
	With []SlotValue
}

// SlotValue is a value for a local.
type SlotValue struct {
	Slot  int
	Value *Instructions
}
