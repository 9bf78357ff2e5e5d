package interp

import (
	"maps"
	"slices"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Code is a ruleset compiled to closures. It is immutable and may be shared by
// any number of machines.
type Code struct {
	Program *program.Program

	labels labelTable
	lists  lists
	dice   diceTable

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
	untils     [][]*until // by number; 0 is none
	// rollRules are the rules that wait for rolls, by label.
	rollRules [][]heard
	spending  map[*program.Field][]*ban

	// endsOn tells, by event, whether an instance may end on it; heardOf whether
	// announcing it can do anything.
	endsOn, heardOf []bool

	// words is how many words a set of conditions takes.
	words int
	// instanceCells and entryCells are the most that any condition or entry has.
	instanceCells, entryCells int
	// derived are the derived conditions and their daughters; something hears the
	// edges of the first derivedHeard, the others are compared for the story alone.
	derived      []*condition
	derivedHeard int

	moment, turn, moves, startAction, endAction, startEncounter, endEncounter *event
	out, over, winner, footprint, fits, enters, blocks                        *formula
	// footprintReads is what decides how big a thing is, standsReads who stands where,
	// fitsReads that and where anybody may stand.
	footprintReads         reading
	standsReads, fitsReads sorts
	// freeAlike is set when who fits where is the same wherever nobody is and the ground
	// is made of the same.
	freeAlike bool
	readings  readings
	start     *routine
	readsEver bool
	// follows is set when some program makes an entry follow another one.
	follows bool
	// decides is what the formulas for who is out and when it is over read.
	decides sorts
	// edgesRead is what the derived conditions read whose edges are heard.
	edgesRead     sorts
	decidesByMore bool
	// readFields counts the fields that have a bit; holders the derived conditions
	// with a formula.
	readFields, holders int
	// endsByFormula and endsBySettling tell whether any end phrase is a formula, or
	// compares two settlings.
	endsByFormula, endsBySettling bool
	// rollEnds tells, by label, whether an instance may end on such a roll.
	rollEnds []bool
	// rollHeard tells, by label, whether anything waits for such a roll.
	rollHeard []bool
	// asked tells, by slot, whether some formula asks for the first face of the roll
	// that a local came from; asksFaces whether any asks for all faces of a roll.
	asked     []bool
	asksFaces bool
	// textLabels are the numbers of the texts as labels.
	textLabels []int
}

type (
	numFn  func(f *frame) float64
	condFn func(f *frame) bool
)

// formula is a compiled formula.
type formula struct {
	num   numFn
	cond  condFn
	slots int
	src   *program.Formula
	// self and it are the slots of these inputs, or -1.
	self, it int
	// cell is what a formula reads that is nothing but a plain field of its first
	// input, or -1.
	cell int
	// compares is what a formula does that only compares a plain field of its first
	// input with another one or a number; nil for others.
	compares *comparison
	// fixed formulas are the number value.
	fixed bool
	value float64
	// lists is set when working it out makes temporary lists.
	lists bool
}

// comparison compares a cell of a thing with another one, or with a number if
// other is negative.
type comparison struct {
	op          program.Op
	cell, other int
	number      float64
}

func (t *comparison) holds(row []float64) bool {
	a, b := row[t.cell], t.number
	if t.other >= 0 {
		b = row[t.other]
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
	list  bool
	// decides is set when who is out, or whether it is over, may depend on it.
	decides bool
	// read is its bit when a derived condition or the end of one may depend on it.
	read sorts
	// readAt is the number of that bit.
	readAt uint8
	// cell, set and virtual are those of the declaration.
	cell    int
	set     bool
	virtual bool
	// hears are the triggers that compare it between settlings.
	hears []heard
}

// pool is a compiled pool.
type pool struct {
	min, max, start *formula
	up              bool
	instead         []cost
	resets          []reset
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
	label  int
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
}

type ban struct {
	*program.Ban
	when      *formula
	condition *condition
	kind      *kind
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
	// holder numbers the derived conditions that have a formula.
	holder int
}

type until struct {
	*program.Until
	time, when *formula
	trigger    *trigger
	// reads is what when depends on.
	reads sorts
}

type action struct {
	*program.Action
	params   []*param
	costs    []cost
	requires []requirement
	perform  *routine
	ended    *routine
	bans     []*ban
	// answering are the bans that concern it only as an answer.
	answering []*ban
	has       []bool // by cell: whether its acts have the field
	value     float64
	it        float64 // its definition, as a value
	// plain actions cost and require nothing, are never forbidden and have no last
	// program; easy ones have at most one parameter besides, chosen from a list.
	plain, easy bool
	chosen      *param
	// costsOfWay is set when what it costs depends on its parameters.
	costsOfWay bool
}

type param struct {
	*program.ActParam
	list, low, high, where, standard *formula
	// foes is set when its list is foes(self).
	foes bool
}

type requirement struct {
	cond *formula
	src  *program.Requirement
	// ofWay is set when it reads a parameter, so that it may hold for one way and not
	// for another.
	ofWay bool
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
	// plain entries have one stage and require nothing.
	plain bool
	// rank orders kinds with equal keys: by phase, then as they are listed (P6).
	rank int16
}

type proc struct {
	*program.Proc
	body *routine
}

// Compile turns a ruleset into closures.
func Compile(p *program.Program) *Code {
	code := &Code{
		Program:  p,
		formulas: map[*program.Formula]*formula{},
		routines: map[*program.Routine]*routine{},
		fields:   map[*program.Field]*field{},
		spending: map[*program.Field][]*ban{},
		untils:   [][]*until{nil},
		words:    (len(p.Conditions) + 63) / 64,
	}
	c := &compiler{Code: code}
	c.declare()
	c.define()
	return code
}

// clone returns a copy that an encounter's own texts may be added to.
func (code *Code) clone() *Code {
	c := *code
	c.labels.names = slices.Clone(code.labels.names)
	c.labels.hashes = slices.Clone(code.labels.hashes)
	c.labels.byName = maps.Clone(code.labels.byName)
	c.lists = code.lists.clone()
	c.dice = code.dice.clone()
	c.fields = maps.Clone(code.fields)
	c.formulas = maps.Clone(code.formulas)
	c.routines = maps.Clone(code.routines)
	c.callables = slices.Clone(code.callables)
	c.maps = slices.Clone(code.maps)
	c.untils = slices.Clone(code.untils)
	c.asked = slices.Clone(code.asked)
	return &c
}

// formula returns the compiled form of src, nil for nil. It may be called while
// a ruleset or an encounter is being made ready, not while it is played.
func (code *Code) formula(src *program.Formula) *formula {
	return (&compiler{Code: code}).formula(src)
}

// routine does the same for a program; what names it in errors.
func (code *Code) routine(src *program.Routine, what string) *routine {
	return (&compiler{Code: code}).routine(src, what)
}

// compiler compiles the texts of one ruleset or encounter.
type compiler struct {
	*Code
	// self is the slot of `self` in the text at hand, or -1; makesLists is set when
	// the formula at hand makes temporary lists.
	self       int
	makesLists bool
	scratch    *frame
	// locals is how many the program at hand has; statements are those compiled.
	locals     int
	statements map[program.Stmt]stmt
}

// declare makes one record of everything that has a name, so that texts can
// refer to what comes later.
func (c *compiler) declare() {
	p := c.Program
	for _, k := range p.Kinds {
		c.kinds = append(c.kinds, &kind{Kind: k})
	}
	for _, k := range c.kinds {
		c.declareKind(k)
	}
	for _, s := range p.Scales {
		c.scales = append(c.scales, &scale{Scale: s})
	}
	for _, t := range p.Tables {
		c.tables = append(c.tables, &table{Table: t})
	}
	for _, q := range p.Quantities {
		c.quantities = append(c.quantities, &quantity{Quantity: q, channels: len(q.Channels)})
	}
	for i, x := range p.Conditions {
		c.conditions = append(c.conditions, &condition{Condition: x, word: i / 64, bit: 1 << (i % 64)})
		c.instanceCells = max(c.instanceCells, x.Cells)
		for _, f := range x.Fields {
			c.declareField(f)
		}
	}
	for _, x := range p.Procs {
		c.procs = append(c.procs, &proc{Proc: x})
	}
	for _, a := range p.Actions {
		c.actions = append(c.actions, &action{Action: a, value: float64(a.Index + 1), it: float64(a.Def.Index + 1)})
	}
	for _, k := range c.kinds {
		k.actions = make([]*action, len(k.Defs))
		for i, d := range k.Defs {
			if d.Action != nil {
				k.actions[i] = c.actions[d.Action.Index]
			}
		}
	}
	for _, f := range p.ActFields {
		c.declareField(f)
	}
	for _, f := range p.EventFields {
		c.declareField(f)
	}
	for _, e := range p.Events {
		c.events = append(c.events, &event{Event: e, index: e.Index})
		for _, f := range e.Fields {
			c.declareField(f)
		}
	}
	if p.Time == nil {
		return
	}
	for _, e := range p.Time.Entries {
		c.entries = append(c.entries, &entry{Entry: e})
		c.entryCells = max(c.entryCells, e.Cells)
		for _, f := range e.Fields {
			c.declareField(f)
		}
	}
}

func (c *compiler) declareKind(k *kind) {
	for _, f := range k.Fields {
		x := c.declareField(f)
		x.off, x.width = k.width, familyWidth(f)
		k.width += x.width
		if f.Pool != nil && !f.Virtual && k.Stateful {
			k.pools = append(k.pools, x)
		}
		if t := elementType(f.Type); t.Kind == program.Definition {
			k.carriers = append(k.carriers, x)
		}
	}
}

func (c *compiler) declareField(f *program.Field) *field {
	if x, ok := c.fields[f]; ok {
		return x
	}
	x := &field{Field: f}
	x.whole = f.Pool != nil || f.Type.Kind == program.Number
	x.list = f.Type.Kind == program.List
	x.cell, x.set, x.virtual = f.Cell, f.Type.Kind == program.Set, f.Virtual
	c.fields[f] = x
	return x
}

// familyWidth is how many values a field has in a definition.
func familyWidth(f *program.Field) int {
	if f.Family == nil {
		return 1
	}
	return members(*f.Family)
}

// members is how many members a family over a type has.
func members(t program.Type) int {
	if t.Kind == program.Step {
		return len(t.Scale.Steps)
	}
	return len(t.Of.Defs)
}

func elementType(t program.Type) program.Type {
	if (t.Kind == program.List || t.Kind == program.Set) && t.Elem != nil {
		return *t.Elem
	}
	return t
}

// field returns the record of a declared field.
func (c *compiler) fieldOf(f *program.Field) *field {
	if x, ok := c.fields[f]; ok {
		return x
	}
	return c.declareField(f)
}

// define compiles all texts.
func (c *compiler) define() {
	p := c.Program
	for _, s := range c.scales {
		for _, step := range s.Steps {
			s.values = append(s.values, c.constants(step.Values))
		}
	}
	for _, t := range c.tables {
		for _, r := range t.Rows {
			t.values = append(t.values, c.constants(r.Values))
		}
	}
	for _, k := range c.kinds {
		c.defineKind(k)
	}
	c.defineTime(p.Time)
	for _, x := range c.conditions {
		c.defineCondition(x)
	}
	c.defineRules()
	for _, e := range c.events {
		c.defineEvent(e)
	}
	for _, q := range c.quantities {
		c.defineQuantity(q)
	}
	for _, a := range c.actions {
		c.defineAction(a)
	}
	c.defineBans()
	for _, x := range c.procs {
		x.body = c.routine(x.Routine, "proc "+quoted(x.Name))
	}
	c.defineSpace(p.Space)
	c.hear()
	c.depend()
	c.findPlain()
	for _, t := range p.Tactics {
		for _, r := range t.Rules {
			c.formula(r.If)
			c.formula(r.Best)
			c.formula(r.Value)
			for _, w := range r.With {
				c.formula(w)
			}
		}
	}
}

func (c *compiler) constants(exprs []*program.Expr) []float64 {
	values := make([]float64, len(exprs))
	for i, e := range exprs {
		values[i] = c.constant(e)
	}
	return values
}

// constant works out a constant expression.
func (c *compiler) constant(e *program.Expr) float64 {
	if e == nil {
		return 0
	}
	if c.scratch == nil {
		m := &Machine{code: c.Code}
		m.lists, m.dice = c.lists, c.dice
		c.scratch = &frame{m: m}
	}
	m := c.scratch.m
	num := c.number(e)
	m.lists, m.dice = c.lists, c.dice
	v := num(c.scratch)
	if e.Type.Kind == program.List || e.Type.Kind == program.Set {
		v = m.lists.keep(v)
	}
	m.lists.release(listMark{})
	c.lists, c.dice = m.lists, m.dice
	return v
}

func (c *compiler) defineKind(k *kind) {
	k.defs = make([]float64, k.width*len(k.Defs))
	for i, d := range k.Defs {
		row := k.defs[i*k.width : (i+1)*k.width]
		for j, f := range k.Fields {
			if j >= len(d.Values) {
				break
			}
			x := c.fields[f]
			v := d.Values[j]
			if v == nil {
				v = f.Default
			}
			c.fill(row[x.off:x.off+x.width], f, v, float64(i+1), d.Name)
		}
	}
	for _, f := range k.Fields {
		if f.Pool != nil {
			c.definePool(c.fields[f])
		}
	}
}

// fill puts the value v of a field, or of all members of a family, into cells.
// Owner is the value of `it` in its formulas and programs.
func (c *compiler) fill(cells []float64, f *program.Field, v *program.Value, owner float64, name string) {
	switch {
	case v == nil:
	case f.Family != nil && v.Map != nil && f.Type.Kind != program.MapType:
		for _, m := range v.Map {
			if at := int(c.constant(m.Key)) - 1; at >= 0 && at < len(cells) {
				cells[at] = c.value(f, &m.Value, owner, name)
			}
		}
	case f.Family != nil && v.Expr != nil && v.Expr.Op == program.OpList && f.Type.Kind != program.List:
		for i := range cells {
			if i < len(v.Expr.Args) {
				cells[i] = c.constant(v.Expr.Args[i])
			}
		}
	default:
		x := c.value(f, v, owner, name)
		for i := range cells {
			cells[i] = x
		}
	}
}

// value returns what a field's value is as a number.
func (c *compiler) value(f *program.Field, v *program.Value, owner float64, name string) float64 {
	switch {
	case v == nil:
		return 0
	case v.Formula != nil:
		fm := c.formula(v.Formula)
		if f.Type.Kind != program.FormulaField && f.Type.Kind != program.MapType && fm.fixed {
			return fm.value
		}
		return c.callable(&callable{formula: fm, it: inputNamed(v.Formula.Inputs, "it"), owner: owner})
	case v.Routine != nil:
		r := c.routine(v.Routine, quoted(f.Name)+" of "+quoted(name))
		return c.callable(&callable{routine: r, it: inputNamed(v.Routine.Inputs, "it"), owner: owner})
	case v.Map != nil:
		m := &mapValue{}
		for i := range v.Map {
			m.keys = append(m.keys, c.constant(v.Map[i].Key))
			m.values = append(m.values, c.value(f, &v.Map[i].Value, owner, name))
		}
		c.maps = append(c.maps, m)
		return float64(len(c.maps))
	}
	return c.constant(v.Expr)
}

func (c *compiler) callable(x *callable) float64 {
	c.callables = append(c.callables, x)
	return float64(len(c.callables))
}

func inputNamed(inputs []program.Local, name string) int {
	return slices.IndexFunc(inputs, func(l program.Local) bool { return l.Name == name })
}

func (c *compiler) definePool(x *field) {
	src := x.Pool
	p := &pool{min: c.formula(src.Min), max: c.formula(src.Max), start: c.formula(src.Start), up: src.Up}
	x.pool = p
	for _, f := range src.Stack {
		part := c.fieldOf(f)
		x.parts = append(x.parts, part)
	}
	for i := range src.Instead {
		p.instead = append(p.instead, c.cost(&src.Instead[i]))
	}
	for _, r := range src.Resets {
		p.resets = append(p.resets, reset{on: r.On, of: c.formula(r.On.Of), to: c.formula(r.To)})
	}
}

func (c *compiler) cost(src *program.Cost) cost {
	return cost{pool: c.fieldOf(src.Pool), member: c.formula(src.Member), amount: c.formula(src.Amount), span: src.Span}
}

func (c *compiler) requirements(list []*program.Requirement) []requirement {
	var out []requirement
	for _, r := range list {
		out = append(out, requirement{c.formula(r.If), r, readsAct(r.If)})
		c.template(r.Because)
	}
	return out
}

func (c *compiler) template(t *program.Template) {
	if t == nil {
		return
	}
	for _, p := range t.Pieces {
		c.formula(p.Value)
	}
}

func (c *compiler) defineTime(t *program.Time) {
	if t == nil {
		return
	}
	for _, e := range c.entries {
		e.rank = c.rankOf(e)
		e.order = c.formula(e.Entry.Order)
		e.requires = c.requirements(e.Entry.Requires)
		c.template(e.Entry.Told)
		name := "entry " + quoted(e.Name)
		e.declare = c.routine(e.Declare, name+" (declare)")
		e.do = c.routine(e.Do, name)
		if e.Start != nil {
			e.start = c.events[e.Start.Index]
		}
		if e.End != nil {
			e.end = c.events[e.End.Index]
		}
	}
	c.start = c.routine(t.Start, "the start of time")
	c.out, c.over, c.winner = c.formula(t.Out), c.formula(t.Over), c.formula(t.Winner)
}

// rankOf counts the kinds of entries that go before one with equal keys.
func (c *compiler) rankOf(e *entry) int16 {
	n := int16(0)
	for _, o := range c.entries {
		if o.Phase < e.Phase || o.Phase == e.Phase && o.Index < e.Index {
			n++
		}
	}
	return n
}

func (c *compiler) defineSpace(s *program.Space) {
	if s == nil {
		return
	}
	c.footprint, c.fits = c.formula(s.Footprint), c.formula(s.Fits)
	c.enters, c.blocks = c.formula(s.Enters), c.formula(s.Blocks)
}

func (c *compiler) defineCondition(x *condition) {
	for _, d := range x.All {
		x.all = append(x.all, c.conditions[d.Index])
	}
	if len(x.all) == 0 {
		x.all = []*condition{x}
	}
	x.holds = c.formula(x.While)
	if x.holds != nil {
		x.holder = c.holders
		c.holders++
	}
	for _, d := range x.DerivedParents {
		x.parents = append(x.parents, c.conditions[d.Index])
	}
	for _, o := range c.conditions {
		if o != x && x.Group != "" && o.Group == x.Group {
			x.rivals = append(x.rivals, o)
		}
	}
	x.defaults = make([]float64, x.Cells)
	for _, f := range x.Fields {
		x.cells = append(x.cells, c.fields[f])
		if f.Default != nil && f.Cells == 1 {
			x.defaults[f.Cell] = c.value(f, f.Default, 0, x.Name)
		}
	}
	x.until = c.untilList(x.Condition.Until)
	c.template(x.Condition.Begins)
	c.template(x.Condition.Stays)
	c.template(x.Condition.Ends)
}

// untilList compiles end phrases and returns their number.
func (c *compiler) untilList(list []*program.Until) int {
	if len(list) == 0 {
		return 0
	}
	var out []*until
	for _, u := range list {
		out = append(out, &until{Until: u, time: c.formula(u.Time), when: c.formula(u.When), trigger: c.trigger(u.On), reads: readsAll})
	}
	c.untils = append(c.untils, out)
	return len(c.untils) - 1
}

func (c *compiler) trigger(t *program.Trigger) *trigger {
	if t == nil {
		return nil
	}
	x := &trigger{Trigger: t, of: c.formula(t.Of), member: c.formula(t.Member), label: -1}
	switch t.Kind {
	case program.OnRolls:
		x.label = c.labels.number(t.Label)
	case program.OnRises, program.OnFalls, program.OnChanges:
		c.watch(c.fieldOf(t.Watched))
	case program.OnBecomes, program.OnLoses:
		c.conditions[t.Condition.Index].hear()
	}
	return x
}

// hear notes that something depends on the edges of a condition. What is noted
// already is not written again: other machines may be running.
func (x *condition) hear() {
	if !x.heard {
		x.heard = true
	}
}

// watch makes settlings see the changes of a field.
func (c *compiler) watch(x *field) {
	if !x.watched {
		x.watched = true
	}
	if !x.Virtual {
		return
	}
	for _, f := range x.Pool.Stack {
		part := c.fieldOf(f)
		if !slices.Contains(part.views, x) {
			part.views = append(part.views, x)
		}
	}
}

func (c *compiler) defineRules() {
	for _, r := range c.Program.Rules {
		c.addRule(r)
	}
	for _, x := range c.Program.Conditions {
		for _, r := range x.Rules {
			c.addRule(r)
		}
	}
	for _, k := range c.Program.Kinds {
		for _, d := range k.Defs {
			for _, r := range d.Rules {
				c.addRule(r)
			}
		}
	}
	slices.SortStableFunc(c.rules, func(a, b *rule) int {
		switch {
		case a.Order < b.Order:
			return -1
		case a.Order > b.Order:
			return 1
		case a.Span.Source == b.Span.Source:
			return a.Span.Start - b.Span.Start
		}
		return 0
	})
	for i, r := range c.rules {
		r.place = i
		for _, t := range r.on {
			c.listen(r, t)
		}
	}
}

func (c *compiler) addRule(src *program.Rule) {
	r := &rule{Rule: src, cond: c.formula(src.If)}
	r.do = c.routine(src.Do, "rule "+quoted(src.Name))
	if src.Condition != nil {
		r.condition = c.conditions[src.Condition.Index]
	}
	if src.For != nil {
		r.kind = c.kinds[src.For.Index]
	}
	for _, t := range src.On {
		r.on = append(r.on, c.trigger(t))
	}
	c.rules = append(c.rules, r)
}

// listen files a rule under what it waits for.
func (c *compiler) listen(r *rule, t *trigger) {
	h := heard{r, t}
	switch t.Kind {
	case program.OnEvent:
		e := c.events[t.Event.Index]
		e.rules = append(e.rules, h)
	case program.OnRises, program.OnFalls, program.OnChanges:
		x := c.fieldOf(t.Watched)
		x.hears = append(x.hears, h)
	case program.OnBecomes:
		x := c.conditions[t.Condition.Index]
		x.becomes = append(x.becomes, h)
	case program.OnLoses:
		x := c.conditions[t.Condition.Index]
		x.loses = append(x.loses, h)
	case program.OnBegins:
		r.condition.begins = append(r.condition.begins, h)
		r.condition.heard = true
	case program.OnEnds:
		r.condition.ends = append(r.condition.ends, h)
		r.condition.heard = true
	case program.OnRolls:
		for len(c.rollRules) <= t.label {
			c.rollRules = append(c.rollRules, nil)
		}
		c.rollRules[t.label] = append(c.rollRules[t.label], h)
	}
}

func (c *compiler) defineEvent(e *event) {
	e.asks, e.order = c.formula(e.Asks), c.formula(e.Event.Order)
	for _, a := range e.Event.Answers {
		e.answers = append(e.answers, c.actions[a.Index])
	}
	c.template(e.Told)
	if !e.Automatic {
		return
	}
	switch {
	case e.Entry != nil:
	case e.Edge != program.Itself:
		c.defineEdge(e)
	case e.Name == "moment":
		c.moment = e
	case e.Name == "turn":
		c.turn = e
	case e.Name == "moves":
		c.moves = e
	}
}

// defineEdge takes note of the start or the end of actions or of the encounter.
func (c *compiler) defineEdge(e *event) {
	start := e.Edge == program.Start
	switch {
	case e.Name == "action" && start:
		c.startAction = e
	case e.Name == "action":
		c.endAction = e
	case e.Name == "encounter" && start:
		c.startEncounter = e
	case e.Name == "encounter":
		c.endEncounter = e
	}
}

// hear works out which events do anything when they are announced, once all
// rules, resets and ends are known.
func (c *compiler) hear() {
	for _, k := range c.kinds {
		for _, x := range k.pools {
			for i := range x.pool.resets {
				r := &x.pool.resets[i]
				if r.on.Event != nil {
					e := c.events[r.on.Event.Index]
					e.resets = append(e.resets, resetOf{x, r, k})
				}
			}
		}
	}
	c.hearEnds()
	c.listDerived(true)
	c.derivedHeard = len(c.derived)
	c.listDerived(false)
}

// listDerived appends the derived conditions that are heard, or that are not.
func (c *compiler) listDerived(heard bool) {
	for _, x := range c.conditions {
		if x.heard == heard && (x.holds != nil || len(x.parents) > 0) {
			c.derived = append(c.derived, x)
		}
	}
}

// hearEnds brings what is known of events up to date with all end phrases.
func (c *compiler) hearEnds() {
	c.endsOn = make([]bool, len(c.events))
	c.heardOf = make([]bool, len(c.events))
	c.rollEnds = make([]bool, len(c.labels.names))
	for _, list := range c.untils {
		for _, u := range list {
			c.hearUntil(u)
		}
	}
	c.rollHeard = slices.Clone(c.rollEnds)
	for label, rules := range c.rollRules {
		c.rollHeard[label] = c.rollHeard[label] || len(rules) > 0
	}
	for i, e := range c.events {
		c.heardOf[i] = c.endsOn[i] || len(e.rules) > 0 || len(e.resets) > 0 || len(e.answers) > 0
	}
}

func (c *compiler) hearUntil(u *until) {
	c.endsByFormula = c.endsByFormula || u.when != nil
	if u.trigger == nil {
		return
	}
	switch u.trigger.Kind {
	case program.OnEvent:
		c.endsOn[u.trigger.Event.Index] = true
	case program.OnRolls:
		c.rollEnds[u.trigger.label] = true
	default:
		c.endsBySettling = true
	}
}

func (c *compiler) defineQuantity(q *quantity) {
	q.value = c.formula(q.Value)
	for _, ch := range q.Channels {
		q.picks = q.picks || ch.Reduce == program.MaxOf || ch.Reduce == program.MinOf
	}
	q.by = make([][]*contribution, len(q.By))
	q.mask = make([][]uint64, len(q.By))
	q.always = make([]bool, len(q.By))
	for i, list := range q.By {
		q.mask[i] = make([]uint64, c.words)
		if len(list) > 0 && q.Of[i].Type.Kind == program.ThingType {
			q.roles = append(q.roles, i)
		}
		for _, src := range list {
			x := c.contribution(src)
			x.fixed = x.condition != nil && x.condition.Each != program.PerInstance && x.when == nil && len(x.amounts) == 1 &&
				x.amounts[0].value.fixed && q.Channels[x.amounts[0].channel].Reduce == program.SumOf
			q.by[i] = append(q.by[i], x)
			switch {
			case x.condition == nil || x.condition.holds != nil || len(x.condition.parents) > 0:
				q.always[i] = true
			default:
				q.mask[i][x.condition.word] |= x.condition.bit
			}
		}
	}
}

func (c *compiler) contribution(src *program.Contribution) *contribution {
	x := &contribution{Contribution: src, when: c.formula(src.When)}
	for _, a := range src.Amounts {
		x.amounts = append(x.amounts, amount{a.Channel, c.formula(a.Value)})
	}
	if src.Condition != nil {
		x.condition = c.conditions[src.Condition.Index]
	}
	if src.Rule != nil && src.Rule.For != nil {
		x.kind = c.kinds[src.Rule.For.Index]
	}
	return x
}

func (c *compiler) defineAction(a *action) {
	name := a.Def.Kind.Name + " " + quoted(a.Def.Name)
	for _, p := range a.Params {
		a.params = append(a.params, &param{
			ActParam: p, list: c.formula(p.List), low: c.formula(p.Low), high: c.formula(p.High),
			where: c.formula(p.Where), standard: c.formula(p.Default),
		})
	}
	for i := range a.Costs {
		cost := &a.Costs[i]
		a.costs = append(a.costs, c.cost(cost))
		a.costsOfWay = a.costsOfWay || readsAct(cost.Amount) || readsAct(cost.Member)
	}
	a.requires = c.requirements(a.Requires)
	a.perform = c.routine(a.Perform, name)
	a.ended = c.routine(a.Ended, "the end of "+name)
	c.template(a.Told)
	a.has = make([]bool, c.Program.ActCells)
	for _, p := range a.Params {
		markCells(a.has, p.Field)
	}
	for _, f := range a.Running {
		markCells(a.has, f)
	}
}

// readsAct tells whether a formula reads the act at hand: its parameters above all.
func readsAct(src *program.Formula) bool {
	if src == nil {
		return false
	}
	var reads func(e *program.Expr) bool
	reads = func(e *program.Expr) bool {
		return e.Op == program.OpOwn || e.Op == program.OpAct || slices.ContainsFunc(e.Args, reads)
	}
	return reads(src.Expr)
}

func markCells(has []bool, f *program.Field) {
	for i := f.Cell; i < f.Cell+max(f.Cells, 1) && i < len(has); i++ {
		has[i] = true
	}
}

func (c *compiler) defineBans() {
	add := func(src *program.Ban) {
		b := &ban{Ban: src, when: c.formula(src.When)}
		c.template(src.Because)
		if src.Condition != nil {
			b.condition = c.conditions[src.Condition.Index]
		}
		if src.Rule != nil && src.Rule.For != nil {
			b.kind = c.kinds[src.Rule.For.Index]
		}
		if src.Spending != nil {
			c.spending[src.Spending] = append(c.spending[src.Spending], b)
		}
		for _, a := range c.actions {
			switch {
			case src.Action == a.Action, src.Kind != nil && src.Kind == a.Def.Kind:
				a.bans = append(a.bans, b)
			case src.Answering != nil && slices.Contains(a.Answers, src.Answering):
				a.answering = append(a.answering, b)
			}
		}
	}
	for _, r := range c.Program.Rules {
		for _, b := range r.Forbids {
			add(b)
		}
	}
	for _, x := range c.Program.Conditions {
		for _, b := range x.Forbids {
			add(b)
		}
	}
	for _, k := range c.Program.Kinds {
		for _, d := range k.Defs {
			for _, b := range d.Forbids {
				add(b)
			}
		}
	}
}

func quoted(name string) string { return `"` + name + `"` }
