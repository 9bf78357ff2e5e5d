// Package program holds rulesets and encounters after they have been decoded,
// resolved and checked: declarations whose formulas and programs are typed
// trees, with every name turned into a pointer or a slot.
//
// It holds data only. Package lang builds it; package interp compiles its trees
// and plays it. A [Program] never changes once built and may be shared by any
// number of interpreters.
package program

import (
	"fmt"
	"slices"

	"github.com/rulec/rulec/lang/diag"
)

// Decl is what all declarations of a ruleset have in common.
type Decl struct {
	Name  string
	Title string // as shown in stories: `title:`, or the name with spaces
	About string
	Cite  []string // rule ids that the definition implements
	Span  diag.Span
	// Index numbers the declarations of one type from 0, in file order.
	Index int
}

// Declaration returns the declaration of a named part of a ruleset.
func (d *Decl) Declaration() *Decl { return d }

// HasName is anything that a ruleset declares by name.
type HasName interface{ Declaration() *Decl }

// Names returns the names of declarations, in order.
func Names[T HasName](list []T) []string {
	var names []string
	for _, x := range list {
		names = append(names, x.Declaration().Name)
	}
	return names
}

// Program is a whole ruleset.
type Program struct {
	Name    string
	Title   string
	Version string
	// Hash identifies the resolved ruleset with its parameters: equal text, equal hash.
	Hash string

	Params     []*Param
	Scales     []*Scale
	Tables     []*Table
	Kinds      []*Kind
	Actions    []*Action // the definitions of all kinds that have a perform
	Quantities []*Quantity
	Conditions []*Condition
	Rules      []*Rule // standing rules, in file order
	Procs      []*Proc
	Events     []*Event
	Checks     []*Check
	Choices    []*NamedChoice
	Decks      []*Deck
	Time       *Time
	Space      *Space
	Tactics    []*Tactic
	// Computed are the fields with calculated defaults, each after those that it reads.
	Computed []*Field
	// Reports says what to count when many fights are played; nil means nothing.
	Reports *Reports
	Laws    []*Law

	// Creature is the kind of combatants, Terrain the kind of the map's ground, and
	// Fight the kind of the one thing that represents the fight as a whole; nil
	// means none.
	Creature *Kind
	Terrain  *Kind
	Fight    *Kind
	// ActFields are the parameters and running fields of all actions: fields with the
	// same name and type share a slot. ActCells is the number of cells of an act.
	ActFields []*Field
	ActCells  int
	// EventFields and EventCells are the same for events.
	EventFields []*Field
	EventCells  int
	// Texts are the labels and reasons that text values refer to by index, from 1.
	Texts []string
	// Book is the name of the ruleset that everything else is laid on: ids of rules are those of its book.
	Book string
	// Cited are the ids of the rules that anything in it decides, in no particular order, possibly repeated.
	Cited []string
	// Sources are the files it was read from, base first.
	Sources []*diag.Source
}

// Param is a number, an optional rule or an open point of the book; its value is
// already folded into the formulas.
type Param struct {
	Decl
	Type    Type
	Value   float64
	Default float64
	// Dice is the value of a parameter that is dice, which has no number; else nil.
	Dice *Expr
	// Choices are the names of an enumerated parameter, whose values count from 1.
	Choices []string
	// Among are the only numbers that a parameter may be; nil means no such list.
	Among []float64
	Limits
}

// Allows reports whether a numeric parameter may be v.
func (p *Param) Allows(v float64) bool {
	return (p.Among == nil || slices.Contains(p.Among, v)) && p.Limits.Allow(v)
}

// Limits are the smallest and largest value that a number in a file may have; nil means no limit.
type Limits struct{ Min, Max *float64 }

// Words returns them as the continuation of a sentence.
func (l Limits) Words() string {
	switch {
	case l.Min != nil && l.Max != nil:
		return fmt.Sprintf("between %v and %v", *l.Min, *l.Max)
	case l.Min != nil:
		return fmt.Sprintf("at least %v", *l.Min)
	case l.Max != nil:
		return fmt.Sprintf("at most %v", *l.Max)
	}
	return ""
}

// Allow reports whether v is within them.
func (l Limits) Allow(v float64) bool {
	return (l.Min == nil || v >= *l.Min) && (l.Max == nil || v <= *l.Max)
}

// Scale is an ordered list of steps with columns of data.
type Scale struct {
	Decl
	Steps   []*ScaleStep
	Columns []Column
}

// ScaleStep is one step; Values has one constant expression per column.
type ScaleStep struct {
	Decl
	Values []*Expr
}

// Column is a named column of a scale or a table.
type Column struct {
	Name string
	Type Type
}

// Table is a lookup by ranges or several keys.
type Table struct {
	Decl
	Keys    []Column
	Columns []Column // one without a name, or several
	Rows    []Row
}

// Row is one row: it applies if every key is in its range; the first that applies counts.
type Row struct {
	Ranges []Range
	Values []*Expr
	Span   diag.Span
}

// Range is from Low to High, inclusive; Any matches everything.
type Range struct {
	Low, High float64
	Any       bool
}

// Deck is a deck of cards.
type Deck struct {
	Decl
	// Cards returns the cards: a list of definitions without state, or of steps, that
	// always has the same value. An element that occurs several times has copies.
	Cards *Formula
	// Of is the type of a card.
	Of Type
	// StaysEmpty is set when drawing from an empty pile doesn't reshuffle the discards.
	StaysEmpty bool
	// Quiet decks are bookkeeping: stories omit their draws, discards and shuffles.
	Quiet bool
}

// Kind is a record type.
type Kind struct {
	Decl
	Plural string
	Fields []*Field
	Defs   []*Def
	// Stateful kinds have rows in the encounter's state: those with a pool, with
	// `things: true`, and the kind of combatants.
	Stateful bool
	// Cells is the number of state cells of a thing of this kind.
	Cells int
	// Acts reports whether its definitions are actions.
	Acts bool
	// Like is the kind that it is like, from which it has what it doesn't say itself. May be nil.
	Like *Kind
}

// IsLike reports whether a kind is another one, or like it, by way of others, too. Spec: kinds.md.
func (k *Kind) IsLike(other *Kind) bool {
	for of := k; of != nil; of = of.Like {
		if of == other {
			return true
		}
	}
	return false
}

// Field is a named value of a kind, a condition's instance, an entry, an event or an act.
type Field struct {
	Decl
	Type Type
	// Cell is the offset of the first state cell in its record, and Cells the number of
	// cells: one, or one for each member of a family, or 8 for a set.
	Cell, Cells int
	// Family is not nil for a field that has one value for each member of it: a
	// Step type (every step) or a Definition type (every definition).
	Family *Type
	Pool   *Pool // not nil for pools
	// Default is used where a definition gives no value; nil means that it must give one.
	Default *Value
	// Computed fields have a default that reads self, or in a family the member: a formula,
	// evaluated once at the start of a fight for each thing that has no other value.
	Computed bool
	// Limits bound a number of a kind wherever its value is given; programs may exceed them.
	Limits
	// Optional fields are numbers or dice with the default none: they may be omitted.
	Optional bool
	// Virtual fields have no cell: stacks of pools.
	Virtual bool
	// Quiet fields are bookkeeping: stories omit their changes.
	Quiet bool
	// Told is the sentence in stories for a change of a number; nil means the old and new
	// value. Inputs: self, in a family each, the member, then old and new.
	Told *Template
}

// Pool is what a field of type pool adds.
type Pool struct {
	// Min, Max and Start take self, and in a family each, the member. A nil Max means unbounded,
	// a nil Min 0, a nil Start Max, or Min for a pool that counts up.
	Min, Max, Start *Formula
	// Up pools are paid by raising them.
	Up bool
	// Instead are substitutes: all of these together may replace one of the pool.
	Instead []Cost
	// Resets set the pool to To on an event (a nil To means its start).
	Resets []*Reset
	// Stack makes it a view over other pools: losses are taken from the first that
	// isn't empty, in order; reading gives their sum.
	Stack []*Field
}

// Reset refills a pool, all members of a family alike or each with its own value.
type Reset struct {
	On *Trigger
	To *Formula // same inputs as [Pool.Max]
}

// Value is a field's value in a definition: exactly one is set. Formulas and
// programs take the parameters of the field's type, then it: the thing, if its
// kind has state, else the definition. The formula of a calculated default
// ([Field.Computed]) takes self, the thing, and in a family each, the member.
type Value struct {
	Expr    *Expr // a constant: literals, references, lists of those; none, of type Nothing, in an optional field
	Formula *Formula
	Routine *Routine
	// Map is the value of a map, in file order; or of a family, with the member as
	// key and in the members' order. Members of a family of pools that start as
	// declared are omitted; otherwise every member is present.
	Map []MapEntry
}

// IsNone reports whether a value omits an optional field.
func (v *Value) IsNone() bool {
	return v.Expr != nil && v.Expr.Op == OpConst && v.Expr.Type.Kind == Nothing
}

// MapEntry is one entry of a map field.
type MapEntry struct {
	Key   *Expr
	Value Value
}

// Def is one definition of a kind: a weapon, a spell, a maneuver, a creature template.
type Def struct {
	Decl
	Kind *Kind
	// Values has one for each of Kind.Fields; nil means a pool that starts as the kind says.
	Values []*Value
	// Body holds modifies, forbids and rules that act for its carrier.
	Body
	// Action is not nil when Kind.Acts.
	Action *Action
	// Tactic plays the creatures made from it, unless they are given another; nil means none.
	Tactic *Tactic
}

// Body is what conditions, rules and carried definitions can contain.
type Body struct {
	Modifies []*Contribution
	Forbids  []*Ban
	Rules    []*Rule
}

// Action is a definition that can be performed.
type Action struct {
	Def *Def
	// Index numbers all actions of a program from 0.
	Index    int
	Params   []*ActParam
	Running  []*Field // the running fields, of the kind and of the definition
	Answers  []*Event
	Costs    []Cost
	Requires []*Requirement
	Ask      Ask      // AskAsFound: as the event says
	Perform  *Routine // inputs: self, it
	Ended    *Routine // nil means none; inputs: self, it, done (bool)
	Told     *Template
}

// Candidates says which values a parameter may have.
type Candidates uint8

const (
	// AnyOf is every value of the parameter's type: all creatures, all definitions, all steps.
	AnyOf Candidates = iota
	// OneOf is an element of List.
	OneOf
	// SomeOf is a list of elements of List.
	SomeOf
	// FromTo is a whole number from Low to High.
	FromTo
	// PlaceWithin is a place at most High from self.
	PlaceWithin
	// PathUpTo is a list of adjacent places, starting at self's place, with a length of at most High in the unit of space.
	PathUpTo
)

// ActParam is a parameter of an action. Its formulas take self and it, and may
// read the parameters before it.
type ActParam struct {
	*Field
	Candidates Candidates
	List       *Formula
	Low, High  *Formula
	// Where filters candidates; inputs: self, it, each (the candidate). nil means all.
	Where   *Formula
	Default *Formula // nil: it must be given
}

// Cost is an amount of a pool.
type Cost struct {
	Pool   *Field
	Member *Formula // of a family
	Amount *Formula
	Span   diag.Span
}

// Requirement is a formula that must hold, and the reason given if it doesn't.
type Requirement struct {
	If *Formula
	// Once is set for a requirement that must hold only when the action is chosen.
	Once    bool
	Because *Template
	Span    diag.Span
}

// Quantity is a computed number, bool or dice.
type Quantity struct {
	Decl
	Of       []Local
	Gives    Type
	Channels []*Channel
	// Value takes the participants, then the channels.
	Value *Formula
	// By lists the contributions by the role of their bearer: one list per participant.
	By [][]*Contribution
}

// Reducer says how a channel's contributions are combined into one value.
type Reducer uint8

// The reducers. Without contributions: 0, false, none.
const (
	SumOf Reducer = iota
	MaxOf
	MinOf
	AnyIs
	CountOf // the number of contributions that are not 0
	LastOf  // the last in file order
)

// Channel is a named register of a quantity.
type Channel struct {
	Name   string
	Reduce Reducer
	Type   Type      // of LastOf: the type of its values; otherwise number or bool
	At     diag.Span // of its name
}

// Contribution is what a condition, a rule or a carried thing adds to a quantity.
// Its formulas take the participants, then self (the bearer) and it (the instance
// or definition).
type Contribution struct {
	To      *Quantity
	Role    int
	When    *Formula // nil: always
	Amounts []Amount
	Span    diag.Span
	// One of these owns it.
	Condition *Condition
	Rule      *Rule
	Carried   *Def
}

// Amount is the value that goes into one channel.
type Amount struct {
	Channel int
	Value   *Formula
}

// Ban forbids something to its bearer. Exactly one of Action, Kind, Answering,
// Spending is set.
type Ban struct {
	Action    *Action
	Kind      *Kind
	Answering *Event
	Spending  *Field
	When      *Formula // inputs: self, it; nil: always
	Because   *Template
	Span      diag.Span
	Condition *Condition
	Rule      *Rule
	Carried   *Def
}

// Each says how often a condition's modifiers and rules act.
type Each uint8

const (
	// PerBearer acts once, regardless of the number of instances.
	PerBearer Each = iota
	// PerInstance acts once for each instance.
	PerInstance
)

// Condition is a condition, stance, trait, piece of knowledge or activity.
type Condition struct {
	Decl
	Body
	Group  string // one of a group at a time; empty: none
	Bearer *Kind  // the kind that may have it
	Fields []*Field
	Cells  int
	Each   Each
	// Replace makes a repeated application replace the old instance instead of refreshing it.
	Replace bool
	// ByMatters keeps instances by different creatures separate.
	ByMatters bool
	// Apart makes every application a separate instance.
	Apart bool
	// While makes it a derived condition: it holds while the formula does (input: self).
	While *Formula
	// Implies are its direct dependents, All every condition that holds with it, itself first.
	Implies []*Condition
	All     []*Condition
	// DerivedParents are the derived conditions that imply it.
	DerivedParents []*Condition
	Until          []*Until
	// Begins, Stays (on a refresh) and Ends are the sentences in the story; nil means a
	// default sentence, an empty result means none.
	Begins, Stays, Ends *Template
	// Quiet marks bookkeeping, which stories omit.
	Quiet bool
}

// Until is when an instance ends. Exactly one of Time, Clock, When, On is set. Its
// formulas take self (the bearer) and it (the instance).
type Until struct {
	Time *Formula // the clock time, evaluated when it is applied
	// Clock is Time in an apply or end statement: evaluated there, in the
	// program's own frame.
	Clock *Expr
	When  *Formula // tested at every settling
	On    *Trigger
	// Whose subject the trigger must have: the bearer, the one who applied it, or anyone.
	Next bool
	// Nth is which of the following triggers ends it, at least 2; 0 means the first.
	Nth int
	// Running is set for an end that refers to the entry or action that is running now.
	Running bool
	Span    diag.Span
}

// MostCounted is how many ends of one condition can have an Nth.
const MostCounted = 4

// Whose says whose event a trigger waits for.
type Whose uint8

const (
	// Anyones takes every subject.
	Anyones Whose = iota
	// Selfs takes the bearer's.
	Selfs
	// Bys takes that of the one who applied the instance.
	Bys
	// Another takes the subject that Trigger.Of gives.
	Another
)

// TriggerKind says what a trigger is compared with.
type TriggerKind uint8

const (
	// OnEvent waits for Event.
	OnEvent TriggerKind = iota
	// OnBegins and OnEnds wait for the owning condition's own begin and end.
	OnBegins
	OnEnds
	// OnRises, OnFalls, OnChanges compare Watched between two settlings.
	OnRises
	OnFalls
	OnChanges
	// OnBecomes and OnLoses wait for Condition to begin or end effectively.
	OnBecomes
	OnLoses
	// OnRolls waits for a roll labelled Label.
	OnRolls
)

// Trigger is what a rule or an end waits for.
type Trigger struct {
	Kind      TriggerKind
	Event     *Event
	Condition *Condition
	Watched   *Field
	Member    *Formula
	Label     string
	Whose     Whose
	Of        *Formula // Another; inputs: self, it
	Span      diag.Span
}

// Rule runs Do when one of On happens and If holds.
type Rule struct {
	Decl
	Body
	On    []*Trigger
	If    *Formula // inputs: self, it; reads event
	Do    *Routine // inputs: self, it
	Order float64
	// Told is the sentence for it in stories; same inputs and event as Do. nil means that only
	// its effects are reported.
	Told *Template
	// For is the kind of its bearers; nil means that it runs once, for the scene, without self.
	For *Kind
	// Condition or Carried owns it; both are nil for a standing rule.
	Condition *Condition
	Carried   *Def
}

// Proc is a named program with parameters.
type Proc struct {
	Decl
	*Routine
}

// Edge says which event an [Event] is.
type Edge uint8

const (
	// Itself is an event as announced.
	Itself Edge = iota
	// Start and End are the automatic events around entries, actions and the encounter.
	Start
	End
)

// Event is something that rules can react to, ends can wait for and actions can answer.
type Event struct {
	Decl
	Edge Edge
	// Automatic events are announced by the interpreter: moment, moves, start and
	// end of entries, of action, of the kinds of actions and of encounter.
	Automatic bool
	// Of is the kind of the things whose event it is; nil means creatures.
	Of     *Kind
	Entry  *Entry // the entry whose start or end it is
	Acts   *Kind  // the kind of the actions whose start or end it is
	Fields []*Field
	// Asks returns the list of things that may answer; nil means no one, unless an
	// announcement names someone. Reads event.
	Asks  *Formula
	Order *Formula // input: self (the one asked); smallest first; nil: as listed
	// OncePerAct asks everyone at most once during one action.
	OncePerAct bool
	// Together makes the answers of one round of asking a batch.
	Together bool
	// With makes answers join the rest of the announcing action in one batch.
	With bool
	// Answers are the actions that answer it, in file order.
	Answers []*Action
	// Question asks players for their answer; nil means a sentence with the title. Input: self (the one asked).
	Question *Template
	// Ask says when people are asked: see [Ask].
	Ask  Ask
	Told *Template
}

// Ask says when people who play by hand are asked for an answer, if they are asked when it matters.
//
// Spec: asking.md.
type Ask uint8

const (
	// AskAsFound: as the structure of the question says.
	AskAsFound Ask = iota
	// AskAlways: whenever it is possible; AskAtMe: when it concerns the one who is asked; AskSeldom: not unless their tactic does it.
	AskAlways
	AskAtMe
	AskSeldom
)

// AskNames are the names of the values of [Ask] in rules, in their order.
var AskNames = []string{"", "always", "at me", "seldom"}

// String returns its name in rules: NAME, start of NAME or end of NAME.
func (e *Event) String() string {
	switch e.Edge {
	case Start:
		return "start of " + e.Name
	case End:
		return "end of " + e.Name
	}
	return e.Name
}

// Time is the clock.
type Time struct {
	About   string
	Cite    []string // rule ids
	Keys    []string
	Unit    string
	Entries []*Entry
	Start   *Routine // schedules the first entries
	Out     *Formula // input: self; who is out of the fight
	Over    *Formula // when the fight is over
	Winner  *Formula // a side, or none
	// EveryoneDue clocks require an entry for everyone who isn't out (P8).
	EveryoneDue bool
	// Limit stops a run that doesn't end: clock units, 0 means no limit in the ruleset.
	Limit float64
	Span  diag.Span
}

// Entry is a kind of agenda entry.
type Entry struct {
	Decl
	Fields   []*Field
	Cells    int
	Phase    float64
	Together bool
	Order    *Formula // inputs: self, it
	Requires []*Requirement
	// Declare and Do share locals: Do's slots continue Declare's.
	Declare *Routine // nil: no such stage
	Do      *Routine
	// Told is its heading in the story; nil means its title. Inputs: self, it.
	Told *Template
	// Start and End are the events around it.
	Start, End *Event
}

// MaxStepCost is the highest cost of a step, in spaces.
const MaxStepCost = 1000

// Space is how places work.
type Space struct {
	About string
	Cite  []string // rule ids
	Grid  Grid
	// Unit is the length of one space in the ruleset's unit, UnitName the name of that unit.
	Unit     float64
	UnitName string
	// Diagonals is "one" (as long as straight), "alternate" (1, 2, 1, 2 ..) or "none".
	Diagonals string
	// Corners says how many closed squares next to a diagonal step block it: "two", "one" or "none".
	Corners string
	// Footprint is the side of the square that a thing covers, in spaces; nil means 1. On a plane it is
	// the diameter of its round base, in the ruleset's unit; nil means 0. Input: self.
	Footprint *Formula
	// Fits reports whether self may be at place; nil means always. Inputs: self, place.
	Fits *Formula
	// Cost is the cost of a step, in spaces: a whole number from 0 to MaxStepCost; nil means 1.
	// Inputs: self, from, to, and terrain where the ruleset has that kind.
	Cost *Formula
	// Enters reports whether ground may be entered at all; input: terrain. nil means all.
	Enters *Formula
	// Blocks reports whether ground blocks sight; input: terrain. nil means none.
	Blocks *Formula
	Span   diag.Span
}

// Thinks replaces the name of a tactic for things that think ahead: no tactic has this name.
const Thinks = "thinks"

// Tactic chooses for things without a script.
type Tactic struct {
	Decl
	// Rules are tried in order: for a question those with its Event, for a choice those
	// with its name. Rules taken from another tactic are copies with the same formulas.
	Rules []*TacticRule
}

// TacticRule is one line of a tactic.
type TacticRule struct {
	// Event or Choice is what it answers.
	Event  *Event
	Choice string
	If     *Formula // input: self; reads event
	// Does are the actions among which an event's line chooses, in order of preference. All of
	// them have a Best, or none; without it the first allowed action is performed. Empty means pass.
	Does []*TacticAction
	// Value answers a choice; inputs: self and each. It selects the candidate that it
	// results in, or, when Scores is set, the one with the highest score.
	Value  *Formula
	Scores bool
	Span   diag.Span
}

// TacticAction is an action that a line of a tactic may perform.
type TacticAction struct {
	Action *Action
	// With fixes parameters; a nil formula leaves one open. One for each of Action.Params. Each
	// may read the preceding ones, as an act's own fields.
	With []*Formula // inputs: self, it
	// Best is evaluated for every allowed combination, over self, it and the
	// parameters as an act's own fields; the highest wins. nil means the first combination.
	Best *Formula
	// Tries reports which parameters are tried although they have a default: those that Best
	// reads and With doesn't fix. nil means none.
	Tries []bool
}

// Template is text with values in it.
type Template struct {
	Pieces []TemplatePiece
	Span   diag.Span
}

// TemplatePiece is a text or a value.
type TemplatePiece struct {
	Text  string
	Value *Formula
}
