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

// Ruleset is a compiled ruleset, possibly together with the texts of an encounter.
type Ruleset struct {
	Program *program.Program

	// Labels are those of rolls, Lists and Dice the constant values.
	Labels dice.Labels
	Lists  value.Lists
	Dice   value.Dice

	// The compiled forms of texts and fields. Declarations are in the order of
	// the program.
	Formulas map[*program.Formula]*Formula
	Routines map[*program.Routine]*Routine
	Fields   map[*program.Field]*Field
	// Callables are the formulas and programs in fields of definitions; a
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

	// EndsOn has, by event, which lists of end phrases wait for it, by their number (nil means
	// none); HeardOf whether announcing it can have any effect.
	EndsOn  [][]bool
	HeardOf []bool

	// CardCount is the number of cards in all decks together.
	CardCount int
	// Words is the number of words in a set of conditions.
	Words int
	// InstanceCells and EntryCells are the largest number of cells of any condition or entry.
	InstanceCells, EntryCells int
	// Derived are the derived conditions and their dependents; the edges of the first DerivedHeard
	// have listeners, the others are compared only for the story.
	Derived      []*Condition
	DerivedHeard int

	// The events that the language itself uses, and the formulas of time and space; nil where the
	// ruleset has none.
	Moment, Turn, Moves, StartAction, EndAction, StartEncounter, EndEncounter *Event
	Out, Over, Winner, Footprint, Fits, StepCost, Enters, Blocks              *Formula
	// FootprintReads is what determines how big a thing is, StandsReads where things are,
	// WaysReads that, where they may be and the costs of steps, CostReads only those costs.
	FootprintReads, CostReads Reading
	StandsReads, WaysReads    deps.Mask
	// FreeAlike is set when who fits where is the same on all unoccupied ground
	// of one terrain.
	FreeAlike bool
	// CostAlike is set when the cost of a step is the same on all ground of one terrain.
	CostAlike bool
	Readings  Readings
	// Start is the program that runs when an encounter starts.
	Start *Routine
	// ReadsEver is set when a formula tests whether a condition has ever existed, ReadsAsked when
	// one reads who is being asked.
	ReadsEver, ReadsAsked bool
	// Decides is what the formulas for who is out and when the fight is over read; DecidesByMore is set
	// when that is more than change notifications cover.
	Decides       deps.Mask
	DecidesByMore bool
	// EdgesRead is what the derived conditions with listeners read.
	EdgesRead deps.Mask
	// ReadFields and ReadConditions count the fields and the conditions with a bit; Holders
	// the derived conditions with a formula.
	ReadFields, ReadConditions, Holders int
	// Alike has, by list of end phrases, the first that waits for the same things, apart from clock times.
	Alike []int
	// EndReads has, by list of end phrases, what its formulas read, EndsRead what
	// all of them read; EndsBySettling reports whether any end phrase compares two settlings.
	EndReads       []deps.Mask
	EndsRead       deps.Mask
	EndsBySettling bool
	// RollEnds reports, by label, whether an instance may end on such a roll, RollHeard
	// whether anything waits for one.
	RollEnds, RollHeard []bool
	// TextLabels are the numbers of the texts as labels.
	TextLabels []dice.Label
	// Records is set when its formulas record their results while numbers are explained;
	// Recording returns the code of the same ruleset that does, built on the first call.
	Records   bool
	Recording func() *Ruleset
	// Late makes a compiler for texts that arrive while a machine plays.
	Late func(*Ruleset) Compiler
	// Faults are the errors known before play: the constants that can't be
	// evaluated. With any of them no machine can be created.
	Faults diag.List
}

// Clone returns a copy to which an encounter's own texts may be added.
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

// EndAlike reports whether two lists of end phrases wait for the same things, apart from clock times.
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

// TurnEvent returns the event of `choose .. from can_do(x)`.
func (code *Ruleset) TurnEvent() *program.Event {
	if code.Turn == nil {
		return nil
	}
	return code.Turn.Event
}
