package exec

import (
	"errors"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// A Chooser answers the questions of a [Machine]: a transcript, a tactic, a person, an enumerator. It may read the machine and call
// [Machine.Propose], [Machine.BestWay] and the other methods that ask what is possible; it must not change anything.
type Chooser interface {
	// Act answers which of the actions that answer Question.Event somebody takes.
	// It returns an act that [Machine.Propose] or [Machine.BestWay] gave, or NoAct to pass.
	Act(m *Machine, q *Question) (value.Act, error)
	// Choose answers a choice: it appends the indices of the candidates taken to picked, in any order. ok is false when it has no answer: the
	// default is taken then.
	Choose(m *Machine, q *Question, picked []int) (answer []int, ok bool, err error)
}

// Question is what a [Chooser] is asked. It is valid until the chooser returns.
type Question struct {
	// Name is the choice's name; for actions the event's.
	Name string
	// Who is asked: the number of a thing (its index + 1), or 0 for the scene.
	Who board.Thing
	// Actor is who will act, for a parameter of his action; else Who.
	Actor board.Thing
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
	// Default are the indices of the candidates that are taken without an answer; HasDefault is false when somebody has to answer.
	Default    []int
	HasDefault bool
	// NoneByDefault is set when none is taken without an answer, which is no candidate.
	NoneByDefault bool
	// Owed is the pool whose cost is met, of the choice how much of it is met by others instead; nil
	// of all other questions.
	Owed *program.Field
	// Act is the innermost action under way when the question is asked; NoAct: none.
	Act value.Act
	// Entry tells the entries of a run apart: it numbers those that have come up, from 1; 0 outside of entries. Announcement does the same for
	// announcements.
	Entry, Announcement int
	// Due are the things whose entries of the same batch have still to be asked.
	Due  []board.Thing
	Span diag.Span
	// happening is the event at hand.
	happening eventRef
}

// A Driver is a Chooser that follows the encounter as it goes on, as a transcript has to.
type Driver interface {
	Chooser
	// Landed is called when a batch has landed and settled, and once when the clock is about to start, before the first batch.
	Landed(m *Machine) error
	// Ended is called when an action has ended and its costs have returned.
	Ended(m *Machine, a value.Act) error
	// Chance says how a choice by chance comes out: the index of the candidate. ok is false
	// where the dice decide.
	Chance(m *Machine, q *Question) (answer int, ok bool, err error)
	// Draw says which card somebody draws, the number of a roller as the source of dice counts
	// them: a definition or a step, by its index plus 1, that can be drawn. ok is false where
	// the order of the pile decides.
	Draw(m *Machine, deck *program.Deck, roller dice.Roller) (card float64, ok bool, err error)
}

// ErrOver is what a chooser or driver returns to end the encounter at once: the outcome is then Called.
var ErrOver = errors.New("the encounter is over")

// Open is the value of a parameter that is left to the machine: the only
// candidate, the default, or a question.
func Open() float64 { return open }
