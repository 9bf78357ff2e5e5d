package code

import (
	"maps"
	"slices"

	"github.com/rulec/rulec/interp/deps"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Ruleset is a ruleset compiled, or the ruleset together with what an encounter says itself.
type Ruleset struct {
	Program *program.Program

	// Labels are those of rolls, Lists and Dice the constant values.
	Labels dice.Labels
	Lists  value.Lists
	Dice   value.Dice

	// What texts and fields have been compiled to. All that is declared stands in the order in which
	// the program has it.
	Formulas map[*program.Formula]*Formula
	Routines map[*program.Routine]*Routine
	Fields   map[*program.Field]*Field
	// Callables are the formulas and programs that fields of definitions hold; a
	// value of such a field is an index plus 1.
	Callables []*Callable
	Maps      []*MapValue

	Kinds      []*Kind
	Tables     []*Table
	Scales     []*Scale
	Quantities []*Quantity
	Conditions []*Condition
	Rules      []*Rule
	Procs      []*Proc
	Actions    []*Action
	Events     []*Event
	Entries    []*Entry
	Checks     []*Check
	Decks      []*Deck
	Tactics    map[*program.Tactic]*Tactic
	Laws       []*Law
	Untils     [][]*Until // by number; 0 is none
	// RollRules are the rules that wait for rolls, by label.
	RollRules [][]Heard

	// EndsOn tells, by event, which lists of end phrases wait for it, by their number (nil: none
	// does); HeardOf whether announcing it can do anything.
	EndsOn  [][]bool
	HeardOf []bool

	// CardCount is how many cards all decks have together.
	CardCount int
	// Words is how many words a set of conditions takes.
	Words int
	// InstanceCells and EntryCells are the most that any condition or entry has.
	InstanceCells, EntryCells int
	// Derived are the derived conditions and their daughters; something hears the
	// edges of the first DerivedHeard, the others are compared for the story alone.
	Derived      []*Condition
	DerivedHeard int

	// The events that the language itself knows, and the formulas of time and space; nil where the
	// ruleset has none.
	Moment, Turn, Moves, StartAction, EndAction, StartEncounter, EndEncounter *Event
	Out, Over, Winner, Footprint, Fits, StepCost, Enters, Blocks              *Formula
	// FootprintReads is what decides how big a thing is, StandsReads who stands where,
	// WaysReads that, where anybody may stand and what steps cost, which CostReads decides.
	FootprintReads, CostReads Reading
	StandsReads, WaysReads    deps.Mask
	// FreeAlike is set when who fits where is the same wherever nobody is and the ground
	// is made of the same.
	FreeAlike bool
	// CostAlike is set when what a step costs is the same wherever the ground is.
	CostAlike bool
	Readings  Readings
	// Start is what is done when an encounter begins.
	Start *Routine
	// ReadsEver is set when a formula asks whether there has ever been a condition, ReadsAsked when
	// one looks at who is being asked.
	ReadsEver, ReadsAsked bool
	// Decides is what the formulas for who is out and when it is over read; DecidesByMore is set
	// when that is more than notes of changes tell.
	Decides       deps.Mask
	DecidesByMore bool
	// EdgesRead is what the derived conditions read whose edges are heard.
	EdgesRead deps.Mask
	// ReadFields and ReadConditions count the fields and the conditions that have a bit; Holders
	// the derived conditions with a formula.
	ReadFields, ReadConditions, Holders int
	// Alike is, by list of end phrases, the first that waits for the same, moments of the clock apart.
	Alike []int
	// EndReads is, by list of end phrases, what those read that are formulas, EndsRead what they
	// all read; EndsBySettling tells whether any end phrase compares two settlings.
	EndReads       []deps.Mask
	EndsRead       deps.Mask
	EndsBySettling bool
	// RollEnds tells, by label, whether an instance may end on such a roll, RollHeard
	// whether anything waits for one.
	RollEnds, RollHeard []bool
	// TextLabels are the numbers of the texts as labels.
	TextLabels []dice.Label
	// Records is set when its formulas record what they come to where numbers are explained;
	// Recording returns the code of the same ruleset that does, made when it is asked for first.
	Records   bool
	Recording func() *Ruleset
	// Late makes a compiler for what is asked while a machine plays.
	Late func(*Ruleset) Compiler
	// Faults are what can be said before anything is played: the constants that can't be worked
	// out. With any of them no machine can be made.
	Faults diag.List
}

// Clone returns a copy that an encounter's own texts may be added to.
func (code *Ruleset) Clone() *Ruleset {
	c := *code
	c.Labels = code.Labels.Clone()
	c.Lists = code.Lists.Clone()
	c.Dice = code.Dice.Clone()
	c.Fields = maps.Clone(code.Fields)
	c.Formulas = maps.Clone(code.Formulas)
	c.Routines = maps.Clone(code.Routines)
	c.Callables = slices.Clone(code.Callables)
	c.Maps = slices.Clone(code.Maps)
	c.Untils = slices.Clone(code.Untils)
	c.Alike = slices.Clone(code.Alike)
	c.TextLabels = slices.Clone(code.TextLabels)
	return &c
}

// EndAlike tells whether two lists of end phrases wait for the same, moments of the clock apart.
func (code *Ruleset) EndAlike(a, b int) bool { return code.Alike[a] == code.Alike[b] }

// Formula returns the compiled form of a formula of the ruleset, or of the encounter; nil
// for nil.
func (code *Ruleset) Formula(src *program.Formula) *Formula {
	x := code.Formulas[src]
	if x == nil && src != nil {
		panic("a formula was not compiled: " + src.Span.Text())
	}
	return x
}

// Routine does the same for a program.
func (code *Ruleset) Routine(src *program.Routine) *Routine {
	x := code.Routines[src]
	if x == nil && src != nil {
		panic("a program was not compiled: " + src.Span.Text())
	}
	return x
}

// Quoted puts a name in quotes.
func Quoted(name string) string { return `"` + name + `"` }

// TurnEvent returns the event that `choose .. from can_do(x)` asks.
func (code *Ruleset) TurnEvent() *program.Event {
	if code.Turn == nil {
		return nil
	}
	return code.Turn.Event
}
