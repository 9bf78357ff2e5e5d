package code

import (
	"github.com/rulec/rulec/lang/program"
)

// Tactic is a compiled tactic.
type Tactic struct {
	// Acts are the lines that answer an event, by its index, Choices the others.
	Acts    [][]ActLine
	Choices []ChoiceLine
}

// ActLine is a line that says what to do.
type ActLine struct {
	*program.TacticRule
	Cond *Formula
	// Does are the actions between which it chooses.
	Does []ActChoice
}

// ActChoice is an action that a line may do.
type ActChoice struct {
	*program.TacticAction
	Action *Action
	Best   *Formula
	// With are the parameters that the line fixes; it is empty when it fixes none.
	With []*Formula
	// Later are those of them that read parameters before them; nil: none does.
	Later []*Formula
	// Tries are the parameters that are tried although they have a default; nil: none.
	Tries []bool
}

// ChoiceLine is a line that answers a choice.
type ChoiceLine struct {
	*program.TacticRule
	Cond, Value *Formula
}
