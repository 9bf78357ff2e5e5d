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

// ActLine is a line that chooses an action.
type ActLine struct {
	*program.TacticRule
	Cond *Formula
	// Does are the actions that it chooses from.
	Does []ActChoice
}

// ActChoice is an action that a line may choose.
type ActChoice struct {
	*program.TacticAction
	Action *Action
	Best   *Formula
	// With are the parameters that the line fixes; it is empty if it fixes none.
	With []*Formula
	// Later are those of them that read earlier parameters; nil means none.
	Later []*Formula
	// Tries are the parameters that are tried although they have a default; nil means none.
	Tries []bool
}

// ChoiceLine is a line that answers a choice.
type ChoiceLine struct {
	*program.TacticRule
	Cond, Value *Formula
}
