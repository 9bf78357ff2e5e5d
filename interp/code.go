package interp

import (
	"maps"
	"slices"
	"sync"

	"github.com/rulec/rulec/interp/deps"
	"github.com/rulec/rulec/interp/state"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Code is a ruleset compiled: its formulas to instructions, its programs to statements. It is immutable and may be shared by
// any number of machines.
type Code struct {
	Program *program.Program

	labels dice.Labels
	lists  value.Lists
	dice   value.Dice

	formulas map[*program.Formula]*formula
	routines map[*program.Routine]*routine
	fields   map[*program.Field]*field
	// callables are the formulas and programs that fields of definitions hold; a
	// value of such a field is an index plus 1.
	callables []*callable
	maps      []*mapValue

	kinds      []*kind
	tables     []*table
	scales     []*scale
	quantities []*quantity
	conditions []*condition
	rules      []*rule
	procs      []*proc
	actions    []*action
	events     []*event
	entries    []*entry
	checks     []*check
	decks      []*deck
	tactics    map[*program.Tactic]*tactic
	untils     [][]*until // by number; 0 is none
	// rollRules are the rules that wait for rolls, by label.
	rollRules [][]heard

	// endsOn tells, by event, which lists of end phrases wait for it, by their number (nil: none
	// does); heardOf whether announcing it can do anything.
	endsOn  [][]bool
	heardOf []bool

	// pools is how many pools are declared.
	pools int
	// cardCount is how many cards all decks have together.
	cardCount int
	// words is how many words a set of conditions takes.
	words int
	// instanceCells and entryCells are the most that any condition or entry has.
	instanceCells, entryCells int
	// derived are the derived conditions and their daughters; something hears the
	// edges of the first derivedHeard, the others are compared for the story alone.
	derived      []*condition
	derivedHeard int

	moment, turn, moves, startAction, endAction, startEncounter, endEncounter *event
	out, over, winner, footprint, fits, stepCost, enters, blocks              *formula
	// footprintReads is what decides how big a thing is, standsReads who stands where,
	// waysReads that, where anybody may stand and what steps cost, which costReads decides.
	footprintReads, costReads reading
	standsReads, waysReads    deps.Mask
	// freeAlike is set when who fits where is the same wherever nobody is and the ground
	// is made of the same.
	freeAlike bool
	// costAlike is set when what a step costs is the same wherever the ground is.
	costAlike bool
	readings  readings
	start     *routine
	readsEver bool
	// readsAsked is set when a formula looks at who is being asked.
	readsAsked bool
	// decides is what the formulas for who is out and when it is over read.
	decides deps.Mask
	// edgesRead is what the derived conditions read whose edges are heard.
	edgesRead     deps.Mask
	decidesByMore bool
	// readFields and readConditions count the fields and the conditions that have a bit; holders
	// the derived conditions with a formula.
	readFields, readConditions, holders int
	// endReads is, by list of end phrases, what those read that are formulas, endsRead what they
	// all read; endsBySettling tells whether any end phrase compares two settlings.
	endReads       []deps.Mask
	endsRead       deps.Mask
	endsBySettling bool
	// rollEnds tells, by label, whether an instance may end on such a roll, rollHeard
	// whether anything waits for one.
	rollEnds, rollHeard []bool
	// textLabels are the numbers of the texts as labels.
	textLabels []dice.Label
	// records is set when its formulas record what they come to where numbers are explained;
	// recording returns the code of the same ruleset that does, made when it is asked for first.
	records   bool
	recording func() *Code
	// late makes a compiler for what is asked while a machine plays.
	late func(*Code) latecomer
	// faults are what is wrong with its constants.
	faults diag.List
}

// formula is a compiled formula.
type formula struct {
	code  *code
	slots int
	src   *program.Formula
	// self, it and each are the slots of these inputs, or -1.
	self, it, each int
	// cell is what a formula reads that is nothing but a plain field of its first
	// input, or -1.
	cell int
	// compares is what a formula does that only compares a plain field of its first
	// input with another one or a number; nil for others.
	compares *comparison
	// fixed formulas are the number value.
	fixed bool
	value float64
}

// comparison compares a cell of a thing with another one, or with a number if
// other is negative.
type comparison struct {
	op          program.Op
	cell, other int
	number      float64
}

// holds tells whether it does for the thing whose cells begin at one.
func (t *comparison) holds(s *state.State, from int) bool {
	a, b := s.Cell(from+t.cell), t.number
	if t.other >= 0 {
		b = s.Cell(from + t.other)
	}
	switch t.op {
	case program.OpLess:
		return a < b
	case program.OpLessEq:
		return a <= b
	case program.OpGreater:
		return a > b
	case program.OpGreaterEq:
		return a >= b
	}
	return a == b
}

// routine is a compiled program.
type routine struct {
	body  *block
	slots int
	pays  bool
	src   *program.Routine
	// self, it and done are the slots of these inputs, or -1.
	self, it, done int
	// what names it in the stack of an error.
	what string
}

// callable is the value of a field of type formula or program.
type callable struct {
	formula *formula
	routine *routine
	// inputs is how many arguments it takes; it is the slot of `it`, or -1; owner the value of `it`.
	it    int
	owner float64
}

// mapValue is the value of a field of type map.
type mapValue struct {
	keys   []float64
	values []float64
}

// field is what the machine needs of a declared field.
type field struct {
	*program.Field
	// off is the offset in the table of definitions; width its cells there.
	off, width int
	pool       *pool
	// parts are the pools of a stack.
	parts []*field
	// views are the watched stacks that it is a part of.
	views   []*field
	watched bool
	// whole fields hold whole numbers.
	whole bool
	// optional is Field's, kept here for the path of every change.
	optional bool
	list     bool
	// decides is set when who is out, or whether it is over, may depend on it.
	decides bool
	// read is its bit when a derived condition or the end of one may depend on it.
	read deps.Mask
	// readAt is the number of that bit.
	readAt uint8
	// cell, set and virtual are those of the declaration.
	cell    int
	set     bool
	virtual bool
	// spending forbids to spend a pool.
	spending bans
	// hears are the triggers that compare it between settlings.
	hears []heard
}

// pool is a compiled pool.
type pool struct {
	// min, max and start take self, then each: the member of a family, from 1.
	min, max, start *formula
	up              bool
	// differs is set when the bounds of a family's members may not be the same.
	differs bool
	// sureMax is set when it can certainly be worked out what it can be filled to.
	sureMax bool
	// place numbers the pools.
	place   int
	instead []cost
	resets  []reset
}

type reset struct {
	on *program.Trigger
	of *formula
	to *formula
}

type cost struct {
	pool   *field
	member *formula
	amount *formula
	span   diag.Span
}

type kind struct {
	*program.Kind
	width int
	// defs is the table of definitions: width cells each.
	defs    []float64
	actions []*action // by definition; nil where there is none
	pools   []*field  // stateful kinds: their pools, stacks left out
	// carriers are the fields that name definitions, or lists of them.
	carriers []*field
}

type table struct {
	*program.Table
	values [][]float64 // by row, by column
}

type scale struct {
	*program.Scale
	values [][]float64 // by step, by column
}

// heard is a rule that waits for something, and the trigger that does.
type heard struct {
	rule    *rule
	trigger *trigger
}

type trigger struct {
	*program.Trigger
	of     *formula
	member *formula
	label  dice.Label
}

type rule struct {
	*program.Rule
	// place is the rank by order, then place in the file.
	place     int
	on        []*trigger
	cond      *formula
	do        *routine
	condition *condition
	kind      *kind // of its bearers; nil for the scene
}

type contribution struct {
	*program.Contribution
	when      *formula
	amounts   []amount
	condition *condition
	kind      *kind // a standing rule's bearers
	// fixed is set when all it does is to add a number once for a bearer.
	fixed bool
}

type amount struct {
	channel int
	value   *formula
}

type quantity struct {
	*program.Quantity
	value    *formula
	by       [][]*contribution
	channels int
	// roles are the participants whose bearers contribute anything; picks is set
	// when a channel takes the greatest or the least.
	roles []int
	picks bool
	// mask is, by participant, the set of conditions that contribute; always tells
	// that something else than a condition with an own instance may.
	mask   [][]uint64
	always []bool
	// reading is what its formulas and contributions depend on.
	reading
	// small quantities are never remembered: see generate_quantity.go.
	small bool
	// body works it out: what contributes to its channels, then its formula.
	body *code
}

type ban struct {
	*program.Ban
	when      *formula
	condition *condition
	kind      *kind
}

// bans forbid the same thing.
type bans struct {
	list []*ban
	// mask is the set of their conditions; always tells that something else than a condition
	// with an own instance may forbid it.
	mask   []uint64
	always bool
}

// bansOnAnswer forbid to answer an event.
type bansOnAnswer struct {
	bans
	event *program.Event
}

type condition struct {
	*program.Condition
	word int
	bit  uint64
	// holds is the formula of a derived condition.
	holds   *formula
	all     []*condition
	parents []*condition // derived ones that imply it
	until   int
	// rivals are the other conditions of its group.
	rivals []*condition
	cells  []*field
	// defaults are its fields' values when nothing is given.
	defaults []float64
	// becomes, loses, begins, ends are the rules that wait for it.
	becomes, loses, begins, ends []heard
	// heard is set when anything depends on its edges; reading is what a derived one
	// depends on.
	heard bool
	reading
	// read is its bit when a formula may depend on it; changes are the sorts that a change of an
	// instance of it changes: those of all that it implies.
	read, changes deps.Mask
	// holder numbers the derived conditions that have a formula.
	holder int
}

type until struct {
	*program.Until
	time, when *formula
	trigger    *trigger
	// reads is what when depends on.
	reads deps.Mask
	// counter is where an instance keeps how often what it waits for has come, if it counts.
	counter int
}

type action struct {
	*program.Action
	params   []*param
	costs    []cost
	requires []requirement
	// first are those of its requirements that are the same for all ways to do it, ofWay those
	// that read a parameter, so that they may hold for one way and not for another.
	first, ofWay []requirement
	perform      *routine
	ended        *routine
	bans         bans
	// answering are the bans that concern it only as an answer, by event.
	answering []bansOnAnswer
	has       []bool // by cell: whether its acts have the field
	value     float64
	it        float64 // its definition, as a value
	// costsOfWay is set when what it costs depends on its parameters.
	costsOfWay bool
}

type param struct {
	*program.ActParam
	list, low, high, where, standard *formula
}

type requirement struct {
	cond *formula
	src  *program.Requirement
}

type event struct {
	*program.Event
	index       int
	asks, order *formula
	answers     []*action
	rules       []heard
	resets      []resetOf
}

type resetOf struct {
	field *field
	reset *reset
	kind  *kind
}

type entry struct {
	*program.Entry
	order    *formula
	requires []requirement
	declare  *routine
	do       *routine
	start    *event
	end      *event
	// rank orders kinds with equal keys: by phase, then as they are listed (P6).
	rank int16
}

type proc struct {
	*program.Proc
	body *routine
}

// Compile compiles a ruleset, and works out what is constant. What can't be
// worked out is in [Code.Faults].
func Compile(p *program.Program) (code *Code) { return compile(p, nil, false) }

// compile is Compile with the texts of an encounter that needs code of its own; nil:
// there is none. With records set its formulas record what they come to where numbers are explained.
func compile(p *program.Program, e *program.Encounter, records bool) (code *Code) {
	code = &Code{
		Program:  p,
		formulas: map[*program.Formula]*formula{},
		routines: map[*program.Routine]*routine{},
		fields:   map[*program.Field]*field{},
		untils:   [][]*until{nil},
		words:    (len(p.Conditions) + 63) / 64,
		records:  records,
		late:     func(code *Code) latecomer { return &compiler{Code: code.clone(), self: -1, late: true} },
	}
	defer func() {
		if r := recover(); r != nil {
			code.faults.Add(internalFault(r))
		}
	}()
	code.recording = sync.OnceValue(func() *Code { return compile(p, nil, true) })
	c := &compiler{Code: code}
	c.defining = true
	c.declare()
	c.define(e)
	c.defining = false
	for _, make := range c.undefined {
		make()
	}
	for _, e := range c.unproved {
		c.prove(e)
	}
	return code
}

// clone returns a copy that an encounter's own texts may be added to.
func (code *Code) clone() *Code {
	c := *code
	c.labels = code.labels.Clone()
	c.lists = code.lists.Clone()
	c.dice = code.dice.Clone()
	c.fields = maps.Clone(code.fields)
	c.formulas = maps.Clone(code.formulas)
	c.routines = maps.Clone(code.routines)
	c.callables = slices.Clone(code.callables)
	c.maps = slices.Clone(code.maps)
	c.untils = slices.Clone(code.untils)
	c.textLabels = slices.Clone(code.textLabels)
	return &c
}

// formula returns the compiled form of a formula of the ruleset, or of the encounter; nil
// for nil.
func (code *Code) formula(src *program.Formula) *formula {
	x := code.formulas[src]
	if x == nil && src != nil {
		panic("a formula was not compiled: " + src.Span.Text())
	}
	return x
}

// routine does the same for a program.
func (code *Code) routine(src *program.Routine) *routine {
	x := code.routines[src]
	if x == nil && src != nil {
		panic("a program was not compiled: " + src.Span.Text())
	}
	return x
}

// compiler compiles the texts of one ruleset or encounter.
type compiler struct {
	*Code
	// self is the slot of `self` in the text at hand, or -1.
	self int
	// calculator works out constants; nil: nobody has yet.
	calculator *calculator
	// board is that of the encounter at hand; nil: there is none yet.
	board *board.Board
	// added is set for the texts of an encounter, which are added to code that others share;
	// waits, if one of them waits for what this code doesn't look at.
	added, waits bool
	// unproved are the formulas whose constants have still to be worked out, when all is
	// defined.
	defining bool
	unproved []*program.Expr
	// undefined makes the code of what is compiled before all is defined.
	undefined []func()
	// late is set for what is compiled while a machine plays, whose dice have gone on counting.
	late bool
	// locals is how many the program at hand has; statements are those compiled.
	locals     int
	statements map[program.Stmt]stmt
	// fight is that whose things are known; nil: none is. variants and procVariants are quantities
	// and procs as somebody asks for them.
	fight        *Fight
	variants     map[*program.Quantity]*quantity
	procVariants map[*program.Proc]*proc
}

func quoted(name string) string { return `"` + name + `"` }
