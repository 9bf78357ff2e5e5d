package code

import (
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Stmt is a compiled statement, as one of the types whose names end in Stmt. If it
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

// Control says how a program continues after a statement.
type Control uint8

// How a program continues.
const (
	GoOn Control = iota
	// Stopped: a stop statement ended the program.
	Stopped
	// Cancelled: the program's act has been ended.
	Cancelled
)

// Block is a sequence of statements.
type Block struct {
	List []Stmt
	// First is where it starts.
	First diag.Span
	// Src are the statements that List was compiled from.
	Src []program.Stmt
}

// SetStmt is let, and = on a local.
type SetStmt struct {
	*program.SetLocal
	Value Weighed
}

// IfStmt is if with an optional else.
type IfStmt struct {
	Test            Weighed
	Then, Otherwise *Block
}

// StopStmt is stop, with the result of a proc.
type StopStmt struct {
	*program.Stop
	With *Instructions // nil: nothing
}

// AfterwardsStmt postpones a block until the batch has landed.
type AfterwardsStmt struct {
	Body *Block
	Span *diag.Span
}

// Arguments are the arguments of a program; their origin is reported with Options.Explain,
// since the called program knows them only by its own names.
type Arguments struct {
	Exprs  []*program.Expr
	Values []Weighed
}

// CallStmt is a call of a proc.
type CallStmt struct {
	*program.CallProc
	Proc *Proc
	Args Arguments
	// Rolls are the parameters that also take dice.
	Rolls []HandedRoll
}

// HandedRoll says that the parameter To also takes the dice of the local From.
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

// Weighed is a test, or a value that a program names or passes. What a program does often
// depends on a test whose numbers no change and no roll shows: the roll against the defense. With
// Options.Explain such values are reported whenever a quantity was computed for them.
type Weighed struct {
	E    *program.Expr
	Code *Instructions
	// Told is set when it contains a quantity.
	HasQuantity bool
}

// AmountOf is an amount of a change: its explanation is reported with the change.
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
	// Whom replaces those who are asked; nil means those whom the event asks.
	Whom *Instructions
	// MayFail are the operands whose evaluation may fail: it does so even if nothing
	// listens to the event.
	MayFail []*Instructions
}

// PerformStmt performs an action, or an act that was chosen before.
type PerformStmt struct {
	*program.Perform
	Action *Action
	// Act evaluates to an act, or else to the definition of an action.
	Act  *Instructions
	By   *Instructions
	With []Handed
	// Otherwise runs if it can't begin.
	Otherwise *Block
}

// PerformPlanStmt is `perform PLAN with ..`: the action is proposed again, so that it is tested
// now whether it is possible; the given arguments replace the planned ones.
type PerformPlanStmt struct {
	*program.Perform
	Plan      *Instructions
	With      []Handed
	Otherwise *Block
}

// EndActionsStmt cancels everything in progress of a creature, or one act.
type EndActionsStmt struct {
	*program.EndActions
	Of, Act *Instructions // one of them
}

// Assignment is the common part of =, += and -= on a field.
type Assignment struct {
	*program.Assign
	Field *Field
	Value AmountOf
	// Owner is the owner of the field; nil means the current act.
	Owner *Instructions
	// Member is the member of a family; nil means that there is no family.
	Member *Instructions
	// Bound is the value that the field is raised (Sign 1) or lowered (-1) to, if nothing else is done; else nil.
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
	Where     *Instructions // nil: no filter
	By        *Instructions
	Otherwise *Instructions // the default; nil: there is none
	// Label is the roll's when dice choose.
	Label dice.Label
	// Of is the type of a candidate.
	Of program.Type
}

// ChooseActStmt is choose act from can_do(self).
type ChooseActStmt struct {
	*program.Choose
	Actor, By *Instructions // By is nil if the actor is asked
	Event     *Event
}

// NamedCondition is the condition of a statement: a fixed one, or the value of Named.
type NamedCondition struct {
	Fixed *Condition
	Named *Instructions
}

// EndOf says how an application, or the end of one, ends: by the end phrases of a list, at the latest
// at Moment (nil means no such limit).
type EndOf struct {
	List   int
	Moment []*Instructions
}

// InstanceFields are the values of a condition's fields in a statement.
type InstanceFields []Handed

// ApplyStmt applies a condition.
type ApplyStmt struct {
	*program.Apply
	Condition NamedCondition
	To, By    *Instructions
	With      InstanceFields
	Ends      EndOf
}

// EndStmt ends instances: those of a condition, or the value of Which.
type EndStmt struct {
	*program.EndCondition
	Condition NamedCondition
	Which     *Instructions
	On, Where *Instructions
	Ends      EndOf
}

// PayStmt pays from a pool, first what the act has reserved.
type PayStmt struct {
	*program.Pay
	Pool   *Field
	Amount AmountOf
	From   *Instructions
	Member *Instructions // nil: the pool isn't a family
}

// EndEntryStmt removes a thing's entries from the agenda.
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
	// After is the entry it follows, of the given thing; nil means none. Bound is the condition that it depends on.
	After          *Entry
	AfterOf, Bound *Instructions
}

// MoveStmt moves things, all at once.
type MoveStmt struct {
	*program.Move
	What, To []*Instructions
}

// CarryStmt is `x.carrier = c`. A dropped thing is at the place where it was carried.
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

// DiscardStmt puts a card on the discards.
type DiscardStmt struct {
	*program.Discard
	Deck *Deck
	What *Instructions
}

// ShuffleStmt shuffles the discards back into the pile.
type ShuffleStmt struct {
	*program.Shuffle
	Deck *Deck
}

// Items are what a loop iterates over: a list, or the keys of a map, filtered and sorted. The list
// is evaluated once (P29).
type Items struct {
	*program.For
	List *Instructions
	// Maps evaluates to the map with the keys, those for which Where holds (nil means all); nil means
	// the elements of List.
	Maps, Where *Instructions
	Order       *Instructions // nil: in their own order
}

// ForStmt is a loop.
type ForStmt struct {
	Items
	Body *Block
}

// TogetherStmt is a loop whose rounds are a batch: each with its own copy of the state and its own
// locals (P1, P30). A stop ends the round.
type TogetherStmt struct {
	Items
	Body *Block
}

// WhileStmt is a loop that runs as long as its test holds. The step limit of the
// action bounds it: the error names the loop.
type WhileStmt struct {
	*program.While
	Test        Weighed
	Calls, Body *Block
}

// RollStmt rolls dice.
type RollStmt struct {
	*program.Roll
	Dice  ThrownDice
	Whole *Instructions // the dice as a value, for explanations
	By    RollerOf
	// Label is the roll's; if Text is not nil, Text evaluates to it.
	Label dice.Label
	Text  *Instructions
	// Lists is set when evaluating the dice or the target makes lists.
	Lists bool
	// Test is what it is rolled against; nil means nothing.
	Test *TestOf
}

// ThrownDice are dice to roll: those of the ruleset's texts and of definitions directly,
// without a copy, and a number to add. One of the first three is set.
type ThrownDice struct {
	Literal *dice.Value
	// Value evaluates to dice; Parts leaves dice on the stack, so that they need no number.
	Value, Parts *Instructions
	// Bonus is added; nil means nothing.
	Bonus *Instructions
	// Looks is how it reads the faces of other rolls.
	Looks Looks
}

// RollerOf is the one that rolls or draws: a thing or, if Sides is set, a side; none is the scene.
type RollerOf struct {
	Who   *Instructions
	Sides bool
}

// TestStmt compares an earlier roll with a number.
type TestStmt struct {
	*TestOf
	// Act is the act with the roll in a field; nil means a local, or a field of the current act.
	Act   *Instructions
	Total *Instructions
	Of    *program.Expr
}
