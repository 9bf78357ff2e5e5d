package code

import (
	"github.com/rulec/rulec/interp/deps"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Heard is a rule that waits for something, and the trigger it waits with.
type Heard struct {
	Rule    *Rule
	Trigger *Trigger
}

// Trigger is what a rule waits for.
type Trigger struct {
	*program.Trigger
	Of     *Formula
	Member *Formula
	Label  dice.Label
}

// WaitsLike reports whether two triggers wait for the same thing.
func (t *Trigger) WaitsLike(o *Trigger) bool {
	a, b := *t.Trigger, *o.Trigger
	a.Span, b.Span = diag.Span{}, diag.Span{}
	return a == b
}

// Rule is a rule of the ruleset, or of a condition.
type Rule struct {
	*program.Rule
	// Place is the rank by order, then position in the file.
	Place     int
	On        []*Trigger
	Cond      *Formula
	Do        *Routine
	Condition *Condition
	Kind      *Kind // of its bearers; nil for the scene
}

// Until is a phrase that says when something ends.
type Until struct {
	*program.Until
	Time, When *Formula
	Trigger    *Trigger
	// Reads is what When depends on.
	Reads deps.Mask
	// Counter is where an instance counts its triggers, if it counts them.
	Counter int
}

// Event is a declared event: who is asked, what may answer, what waits for it.
type Event struct {
	*program.Event
	Index       int
	Asks, Order *Formula
	Answers     []*Action
	Rules       []Heard
	Resets      []ResetOf
}

// ResetOf is a pool that an event resets, for all things of a kind.
type ResetOf struct {
	Field *Field
	Reset *Reset
	Kind  *Kind
}

// Entry is a kind of entry on the agenda.
type Entry struct {
	*program.Entry
	Order    *Formula
	Requires []Requirement
	Declare  *Routine
	Do       *Routine
	Start    *Event
	End      *Event
	// Rank orders kinds with equal keys: by phase, then as they are listed (P6).
	Rank int16
}

// Proc is a program with a name.
type Proc struct {
	*program.Proc
	Body *Routine
}
