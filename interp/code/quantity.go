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
	// Fixed is set when it only adds a fixed number once for each bearer.
	Fixed bool
}

// Amount is the value that goes to a channel.
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
	// Roles are the participants whose bearers contribute; Picks is set
	// when a channel takes the greatest or the least.
	Roles []int
	Picks bool
	// Mask is, by participant, the set of conditions that contribute; Always is set if
	// something other than a condition with its own instance may.
	Mask   [][]uint64
	Always []bool
	// Reading is what its formulas and contributions depend on.
	Reading
	// Small quantities are never cached: see interp/compile/quantity.go.
	Small bool
	// Body computes it: the contributions to its channels, then its formula.
	Body *Instructions
}

// Remembers reports whether the results of a quantity may be cached: its inputs are
// known, and its value isn't in the machine's scratch memory.
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
