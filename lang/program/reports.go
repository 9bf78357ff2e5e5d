package program

import "github.com/rulec/rulec/lang/diag"

// Reports says what counts when many fights are played. It changes nothing in any
// of them.
type Reports struct {
	About string
	Cite  []string // rule ids
	// Health are the pools of creatures whose losses are harm: falls, or rises of
	// pools that count up. None of them is a family.
	Health []*Field
	// Stands tells who still stands at the end; input: self. Nil: whoever is not out.
	Stands *Formula
	// Failed are events whose announcement says that the action at hand has failed.
	Failed []*Event
	// Shown are numbers of a creature at the end of a fight.
	Shown []*Shown
	Span  diag.Span
}

// Shown is a number of a creature that reports show.
type Shown struct {
	Decl
	Value *Formula // input: self
}
