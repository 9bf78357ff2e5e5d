package syntax

import "github.com/rulec/rulec/lang/diag"

// TypeExpr is a type as written in YAML: number, list of creature,
// formula number(attacker creature), program(target creature), map of number to program().
type TypeExpr struct {
	At diag.Span
	// Head is number, bool, dice, text, place, list, set, formula, program, map,
	// pool, act, or the name of a kind, a scale or a condition.
	Head Ident
	// Elem is the element of a list, set or map (its value), and the result of a formula.
	Elem *TypeExpr
	// Key is the key of a map.
	Key *TypeExpr
	// Params are those of a formula or a program. In a group they may lack
	// a type: then Type is nil and the name is looked up as a type.
	Params []TypedName
}

// TypedName is `name type`.
type TypedName struct {
	Name Ident
	Type *TypeExpr
}

// Moment is the edge of an event that a phrase names.
type Moment uint8

// The edges of a phrase.
const (
	// At is the thing itself: `hurt of self`.
	At Moment = iota
	// StartOf is `start of turn`.
	StartOf
	// EndOf is `end of turn`.
	EndOf
)

// Change is the type of change that a trigger watches.
type Change uint8

// Types of changes.
const (
	// Happens: an event, an entry or an action, named by Event.
	Happens Change = iota
	// Begins and Ends: the condition that the rule belongs to.
	Begins
	Ends
	// Rises, Falls and Changes: the pool or field named by Watched, compared between two settlings.
	Rises
	Falls
	Changes
	// Becomes and Loses: Of gains or loses the condition named by Event.
	Becomes
	Loses
	// Rolls: Of rolls dice with the label named by Event.
	Rolls
	// Moves: Of has changed its place.
	Moves
	// Acts: Of begins an action (`self acts`).
	Acts
)

// Trigger is the trigger of a rule:
//
//	hurt of self · start of turn of self · end of round · leaving · begins · ends
//	self.hp falls · self becomes flanked · anyone loses prone · self rolls defense
//	it.victim moves · self acts
type Trigger struct {
	At     diag.Span
	Moment Moment
	Change Change
	// Event is the event, entry, action, condition or label.
	Event Ident
	// Of is the owner; nil means anyone.
	Of Expr
	// Watched is the pool or field of Rises, Falls and Changes, as a Member or an Index of one.
	Watched Expr
}

// Until is the end of a condition.
type Until struct {
	At diag.Span
	// Exactly one of Time, When and Trigger is set.
	// Time is `now + N`: a moment on the clock.
	Time Expr
	// When is `when F`: as soon as F holds at a settling.
	When Expr
	// Trigger is any event phrase: `end of my next turn`, `self moves`. My is
	// the one who applied it, its is the bearer.
	Trigger *Trigger
	// Next is the word next: it skips the current occurrence.
	Next bool
	// Nth is the ordinal number: the 2nd, the 3rd of those that begin later; 0 means none.
	Nth int
}

// Template is text with formulas in braces: `{self} swings at {target}`.
// Pieces alternate freely; each piece has exactly one of Text and Value.
type Template struct {
	At     diag.Span
	Pieces []Piece
}

// Piece is one part of a template.
type Piece struct {
	Text  string
	Value Expr
}
