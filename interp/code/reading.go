package code

import (
	"github.com/rulec/rulec/interp/deps"
	"github.com/rulec/rulec/lang/program"
)

// What formulas read is determined once, when they are compiled; see interp/deps.

// Reading is what formulas read, including the fields of things.
type Reading struct {
	deps.Reads
	Fields map[*Field]bool
}

// Readings are the known results; nil while one is being computed.
type Readings struct {
	Quantities map[*Quantity]*Reading
	Conditions map[*Condition]*Reading
	// Rules are the formulas that apply to everyone: who is out, who fits where, how
	// big a thing is.
	Rules map[*Formula]*Reading
	// Changing are the fields that programs of the ruleset assign to.
	Changing map[*program.Field]bool
}
