package code

import (
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Stmt is a compiled statement: what it needs, as one of the types whose names end in Stmt. Where it
// has a text of its own, that is the code of its operands.
type Stmt interface{ stmt() }

func (*SetStmt) stmt()            {}
func (*IfStmt) stmt()             {}
func (*StopStmt) stmt()           {}
func (*AfterwardsStmt) stmt()     {}
func (*CallStmt) stmt()           {}
func (*CallFieldStmt) stmt()      {}
func (*AnnounceStmt) stmt()       {}
func (*PerformStmt) stmt()        {}
func (*PerformPlanStmt) stmt()    {}
func (*EndActionsStmt) stmt()     {}
func (*AssignRowStmt) stmt()      {}
func (*AssignThingStmt) stmt()    {}
func (*AssignInstanceStmt) stmt() {}
func (*ChooseStmt) stmt()         {}
func (*ChooseActStmt) stmt()      {}
func (*ApplyStmt) stmt()          {}
func (*EndStmt) stmt()            {}
func (*PayStmt) stmt()            {}
func (*EndEntryStmt) stmt()       {}
func (*ScheduleStmt) stmt()       {}
func (*MoveStmt) stmt()           {}
func (*CarryStmt) stmt()          {}
func (*DrawStmt) stmt()           {}
func (*DiscardStmt) stmt()        {}
func (*ShuffleStmt) stmt()        {}
func (*ForStmt) stmt()            {}
func (*TogetherStmt) stmt()       {}
func (*WhileStmt) stmt()          {}
func (*RollStmt) stmt()           {}
func (*TestStmt) stmt()           {}

// Control says how a program goes on after a statement.
type Control uint8

// How a program goes on.
const (
	GoOn Control = iota
	// Stopped: a stop statement ended the program.
	Stopped
	// Cancelled: the act that the program belongs to has been ended.
	Cancelled
)

// Block is a number of statements, one after the other.
type Block struct {
	List []Stmt
	// First is where it begins.
	First diag.Span
	// Src are the statements that List was compiled from.
	Src []program.Stmt
}

// SetStmt is let, and = on a local.
type SetStmt struct {
	*program.SetLocal
	Value Weighed
}

// IfStmt is if and else.
type IfStmt struct {
	Test            Weighed
	Then, Otherwise *Block
}

// StopStmt is stop, with what a proc gives.
type StopStmt struct {
	*program.Stop
	With *Instructions // nil: nothing
}

// AfterwardsStmt postpones a block until the batch has landed.
type AfterwardsStmt struct {
	Body *Block
	Span *diag.Span
}

// Arguments are what a program is called with; where it comes from is told with Options.Explain,
// since the program called knows it only by its own names.
type Arguments struct {
	Exprs  []*program.Expr
	Values []Weighed
}

// CallStmt is a call of a proc.
type CallStmt struct {
	*program.CallProc
	Proc *Proc
	Args Arguments
	// Rolls are the parameters whose dice go along.
	Rolls []HandedRoll
}

// HandedRoll says that the dice of the local From go along into the parameter To.
type HandedRoll struct{ From, To int }

// CallFieldStmt is a call of the program in a field of a value.
type CallFieldStmt struct {
	*program.CallField
	Of   *Instructions
	Held *Call
	Args Arguments
}

// Handed is one name = value of a statement.
type Handed struct {
	Field *Field // nil: the first parameter of an action
	Value *Instructions
	Span  *diag.Span
}

// Weighed is a test, or a value that a program names or hands over. What a program does often
// hangs on a test whose numbers no change and no roll shows: the roll against the defense. With
// Options.Explain such values are told whenever a quantity was worked out for them.
type Weighed struct {
	E    *program.Expr
	Code *Instructions
	// Told is set when a quantity stands anywhere in it.
	Told bool
}

// AmountOf is an amount by which something is changed: its explanation goes with the change.
type AmountOf struct {
	E    *program.Expr
	Code *Instructions
}

// AnnounceStmt announces an event.
type AnnounceStmt struct {
	*program.Announce
	Event *Event
	Of    *Instructions
	With  []Handed
	// Whom are those who are asked in the place of others; nil: those whom the event asks.
	Whom *Instructions
	// MayFail are those of the operands whose working out may be an error: it is one even if nobody
	// hears the event.
	MayFail []*Instructions
}

// PerformStmt performs an action, or an act that was chosen before.
type PerformStmt struct {
	*program.Perform
	Action *Action
	// Act gives an act, or if it isn't one the definition of an action.
	Act  *Instructions
	By   *Instructions
	With []Handed
	// Otherwise is what is done if it can't begin.
	Otherwise *Block
}

// PerformPlanStmt is `perform PLAN with ..`: the action is proposed anew, so that whether it is
// possible now is tested now; what is handed over takes the place of what was planned.
type PerformPlanStmt struct {
	*program.Perform
	Plan      *Instructions
	With      []Handed
	Otherwise *Block
}

// EndActionsStmt calls off all that somebody is about, or one act under way.
type EndActionsStmt struct {
	*program.EndActions
	Of, Act *Instructions // one of them
}

// Assignment is what =, += and -= on a field have in common.
type Assignment struct {
	*program.Assign
	Field *Field
	Value AmountOf
	// Owner is whose field it is; nil: that of the act at hand.
	Owner *Instructions
	// Member is which member of a family is meant; nil: there are none.
	Member *Instructions
	// Bound is what the field is raised to (Sign 1) or lowered to (-1), where that is all that is done; else nil.
	Bound *Instructions
	Sign  int8
}

// AssignRowStmt changes a field of an act, an entry or an event: working memory, no effect (P30).
type AssignRowStmt struct{ Assignment }

// AssignThingStmt changes a field of a thing.
type AssignThingStmt struct{ Assignment }

// AssignInstanceStmt changes a field of an instance.
type AssignInstanceStmt struct{ Assignment }

// ChooseStmt asks for one of several candidates, or for some of them.
type ChooseStmt struct {
	*program.Choose
	From, To  *Instructions // To is nil where From is a list
	Where     *Instructions // nil: all count
	By        *Instructions
	Otherwise *Instructions // the default; nil: there is none
	// Label is that of the roll where the dice choose.
	Label dice.Label
	// Of is the type of a candidate.
	Of program.Type
}

// ChooseActStmt is choose act from can_do(self).
type ChooseActStmt struct {
	*program.Choose
	Actor, By *Instructions // By is nil where the actor is asked
	Event     *Event
}

// NamedCondition is a condition that a statement is about: a fixed one, or the one that Named gives.
type NamedCondition struct {
	Fixed *Condition
	Named *Instructions
}

// EndOf says how an application, or the end of one, ends itself: by the end phrases of a list, no
// later than Moment (nil: whenever they say).
type EndOf struct {
	List   int
	Moment []*Instructions
}

// InstanceFields are the values of a condition's fields that a statement gives.
type InstanceFields []Handed

// ApplyStmt applies a condition.
type ApplyStmt struct {
	*program.Apply
	Condition NamedCondition
	To, By    *Instructions
	With      InstanceFields
	Ends      EndOf
}

// EndStmt ends instances: those of a condition, or the one that Which gives.
type EndStmt struct {
	*program.EndCondition
	Condition NamedCondition
	Which     *Instructions
	On, Where *Instructions
	Ends      EndOf
}

// PayStmt pays from a pool: what the act holds first.
type PayStmt struct {
	*program.Pay
	Pool   *Field
	Amount AmountOf
	From   *Instructions
	Member *Instructions // nil: the pool is no family
}

// EndEntryStmt takes entries of somebody off the agenda.
type EndEntryStmt struct {
	*program.EndEntry
	Entry *Entry
	Of    *Instructions
}

// ScheduleStmt puts an entry on the agenda.
type ScheduleStmt struct {
	*program.Schedule
	Entry *Entry
	Of    *Instructions
	Keys  []*Instructions
	With  []Handed
	// After is what it follows, of whom; nil: nothing. Bound gives the condition that it goes with.
	After          *Entry
	AfterOf, Bound *Instructions
}

// MoveStmt moves things, all at once.
type MoveStmt struct {
	*program.Move
	What, To []*Instructions
}

// CarryStmt is `x.carrier = c`. What is let go lies where it was carried.
type CarryStmt struct {
	*program.Carry
	What, To *Instructions
}

// DrawStmt draws a card.
type DrawStmt struct {
	*program.Draw
	Deck *Deck
	By   RollerOf
}

// DiscardStmt lays a card on the discards.
type DiscardStmt struct {
	*program.Discard
	Deck *Deck
	What *Instructions
}

// ShuffleStmt brings the discards back into the pile.
type ShuffleStmt struct {
	*program.Shuffle
	Deck *Deck
}

// Items are what a loop goes through: a list, or the keys of a map, filtered and in order. The list
// is taken once (P29).
type Items struct {
	*program.For
	List *Instructions
	// Maps gives the map whose keys they are, those for which Where holds (nil: all); nil: they are
	// the elements of List.
	Maps, Where *Instructions
	Order       *Instructions // nil: as they come
}

// ForStmt is a loop.
type ForStmt struct {
	Items
	Body *Block
}

// TogetherStmt is a loop whose rounds are a batch: each on its own copy of the state, with locals
// of its own (P1, P30). A stop ends the round.
type TogetherStmt struct {
	Items
	Body *Block
}

// WhileStmt is a loop that goes on as long as its test holds. What bounds it are the steps of the
// action: an error says which loop it was.
type WhileStmt struct {
	*program.While
	Test        Weighed
	Calls, Body *Block
}

// RollStmt throws dice.
type RollStmt struct {
	*program.Roll
	Dice  ThrownDice
	Whole *Instructions // the dice as a value, for explanations
	By    RollerOf
	// Label is that of the roll; where Text is not nil, the one that it names.
	Label dice.Label
	Text  *Instructions
	// Lists is set when working out what is thrown, or against what, makes lists.
	Lists bool
	// Test is what it is held against; nil: nothing.
	Test *TestOf
}

// ThrownDice are dice to throw: those of the ruleset's texts and of definitions as they stand,
// without copying them, and a number that is added. One of the first three is given.
type ThrownDice struct {
	Literal *dice.Value
	// Value gives dice; Parts leaves dice on the stack, which need no number so.
	Value, Parts *Instructions
	// Bonus is added; nil: nothing.
	Bonus *Instructions
	// Looks is how it looks at the faces of other rolls.
	Looks Looks
}

// RollerOf says who rolls or draws: a thing or, if Sides is set, a side; none is the scene.
type RollerOf struct {
	Who   *Instructions
	Sides bool
}

// TestStmt holds a roll that has been made against a number.
type TestStmt struct {
	*TestOf
	// Act is whose field the roll is; nil: it is a local, or a field of the act at hand.
	Act   *Instructions
	Total *Instructions
	Of    *program.Expr
}
