package interp

import (
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// A Chooser answers the questions of a [Machine]: a transcript, a tactic, a
// person, an enumerator. It may read the machine and call [Machine.Propose],
// [Machine.BestWay] and the other methods that ask what is possible; it must not
// change anything.
type Chooser interface {
	// Act answers which of the actions that answer Question.Event somebody takes.
	// It returns an act that [Machine.Propose] or [Machine.BestWay] gave, or NoAct to pass.
	Act(m *Machine, q *Question) (Act, error)
	// Choose answers a choice: it appends the indices of the candidates taken to
	// picked, in any order. ok is false when it has no answer: the default is taken then.
	Choose(m *Machine, q *Question, picked []int) (answer []int, ok bool, err error)
}

// Question is what a [Chooser] is asked. It is valid until the chooser returns.
type Question struct {
	// Name is the choice's name; for actions the event's.
	Name string
	// Who is asked: the number of a thing (its index + 1), or 0 for the scene.
	Who int
	// Actor is who will act, for a parameter of his action; else Who.
	Actor int
	// Event is the event that the action answers; nil for choices.
	Event *program.Event
	// Open is set while an event is asked until all pass.
	Open bool
	// Type is the candidates' type.
	Type program.Type
	// Candidates are the values to choose from, in their order; nil for actions.
	Candidates []float64
	// Some allows any number of candidates, none too.
	Some bool
	// Default are the indices of the candidates that are taken without an answer;
	// HasDefault is false when somebody has to answer.
	Default    []int
	HasDefault bool
	Span       diag.Span
}

// Act is the number of an action that is proposed, declared or under way; it is
// a value of the language's type act. It is valid until its batch has ended.
type Act float64

// NoAct is no action: to pass.
const NoAct Act = 0

// Open is the value of a parameter that is left to the machine: the only
// candidate, the default, or a question.
func Open() float64 { return open }
