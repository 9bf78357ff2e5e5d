package program

import "github.com/rulec/rulec/lang/diag"

// Reports says what to count when many fights are played. It never changes a
// fight.
type Reports struct {
	About string
	Cite  []string // rule ids
	// Health are the pools of creatures whose losses are damage: falls, or rises of
	// pools that count up. None of them is a family.
	Health []*Field
	// Stands reports who is still standing at the end; input: self. Nil means everyone who isn't out.
	Stands *Formula
	// Failed are events whose announcement means that the current action has failed.
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
