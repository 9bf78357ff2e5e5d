package code

import "github.com/rulec/rulec/lang/program"

// Law is a compiled law: see [program.Law] for its parts and when they are evaluated.
type Law struct {
	*program.Law
	If, Holds       *Formula
	Before, Without []*Formula
	Suppose         *Routine
}
