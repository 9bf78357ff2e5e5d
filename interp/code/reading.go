package code

import (
	"github.com/rulec/rulec/interp/deps"
	"github.com/rulec/rulec/lang/program"
)

// What formulas read is found out once, when they are compiled; see interp/deps.

// Reading is what formulas read: of things, their fields among it.
type Reading struct {
	deps.Reads
	Fields map[*Field]bool
}

// Readings are what has been found out so far; nil while it is being found out.
type Readings struct {
	Quantities map[*Quantity]*Reading
	Conditions map[*Condition]*Reading
	// Rules are the formulas that hold for everybody: who is out, who fits where, how
	// big somebody is.
	Rules map[*Formula]*Reading
	// Changing are the fields that programs of the ruleset assign to.
	Changing map[*program.Field]bool
}
