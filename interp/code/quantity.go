package code

import (
	"github.com/rulec/rulec/interp/deps"
	"github.com/rulec/rulec/lang/program"
)

// Contribution is what a condition, a rule or a carried thing adds to the channels of a quantity.
type Contribution struct {
	*program.Contribution
	When      *Formula
	Amounts   []Amount
	Condition *Condition
	Kind      *Kind // a standing rule's bearers
	// Fixed is set when all it does is to add a number once for a bearer.
	Fixed bool
}

// Amount is how much goes to a channel.
type Amount struct {
	Channel int
	Value   *Formula
}

// Quantity is a named number that others contribute to.
type Quantity struct {
	*program.Quantity
	Value    *Formula
	By       [][]*Contribution
	Channels int
	// Roles are the participants whose bearers contribute anything; Picks is set
	// when a channel takes the greatest or the least.
	Roles []int
	Picks bool
	// Mask is, by participant, the set of conditions that contribute; Always tells
	// that something else than a condition with an own instance may.
	Mask   [][]uint64
	Always []bool
	// Reading is what its formulas and contributions depend on.
	Reading
	// Small quantities are never remembered: see interp/compile/quantity.go.
	Small bool
	// Body works it out: what contributes to its channels, then its formula.
	Body *Instructions
}

// Remembers tells whether the answers of a quantity may be kept: what it reads is
// known, and it gives a value that doesn't live in the machine's scratch memory.
func (q *Quantity) Remembers() bool {
	if q.Small {
		return false
	}
	gives := q.Gives.Kind
	if gives == program.List {
		gives = q.Gives.Elem.Kind
	}
	switch gives {
	case program.List, program.Set, program.MapType, program.Dice, program.Act, program.Plan:
		return false
	}
	return q.Any&deps.More == 0
}
