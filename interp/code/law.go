package code

import "github.com/rulec/rulec/lang/program"

// Law is a compiled law: see [program.Law] for what its parts are and when they are worked out.
type Law struct {
	*program.Law
	If, Holds       *Formula
	Before, Without []*Formula
	Suppose         *Routine
}
