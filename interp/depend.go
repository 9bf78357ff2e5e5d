package interp

import (
	"github.com/rulec/rulec/interp/deps"
	"github.com/rulec/rulec/lang/program"
)

// What formulas read is found out once, when they are compiled; see interp/deps.

// reading is what formulas read: of things, their fields among it.
type reading struct {
	deps.Reads
	fields []*field
}

// reader finds out what formulas read.
type reader struct {
	*compiler
	reading
	// subjects are, by slot of the formula at hand, the numbers of the subjects.
	subjects map[int]int
	formulas map[*program.Formula]bool
}

func (c *compiler) reader() *reader {
	return &reader{compiler: c, formulas: map[*program.Formula]bool{}}
}

// depend finds out what the formulas read that are asked again and again.
func (c *compiler) depend() {
	c.readings = readings{
		quantities: map[*quantity]*reading{}, conditions: map[*condition]*reading{}, rules: map[*formula]*reading{},
		changing: changing(c.Program),
	}
	r := c.reader()
	r.formula(c.out)
	r.formula(c.over)
	c.decides = r.Any
	c.decidesByMore = r.Any&deps.More != 0
	for _, x := range r.fields {
		x.decides = true
	}
	c.readingOfRule(c.out)
	c.footprintReads = *c.readingOfRule(c.footprint)
	c.standsReads = c.footprintReads.Any | deps.Places
	c.costReads = *c.readingOfRule(c.stepCost)
	c.waysReads = c.readingOfRule(c.fits).Any | c.costReads.Any | c.standsReads
	c.costAlike = c.stepCost != nil && !c.looksWhere(c.stepCost.src)
	c.freeAlike = c.fits != nil && !c.looksAround(c.fits.src.Expr, 1)
	for _, x := range c.conditions {
		if x.mayFollow() {
			x.reading = *c.readingOfCondition(x)
		}
	}
	for _, x := range c.derived[:c.derivedHeard] {
		c.edgesRead |= x.Any
	}
	for _, list := range c.untils {
		c.dependUntils(list)
	}
	for _, q := range c.quantities {
		q.reading = *c.readingOfQuantity(q)
	}
	for _, x := range c.conditions {
		x.changes = deps.Conditions
		for _, d := range x.all {
			x.changes |= d.read
		}
	}
}

// dependUntils does so for the end phrases of a list that are formulas.
func (c *compiler) dependUntils(list []*until) {
	for _, u := range list {
		if u.when == nil || u.reads != deps.All {
			continue
		}
		// A new instance is looked at at once.
		u.reads = c.readingOf(u.when).Any | deps.Conditions
	}
}

// readings are what has been found out so far; nil while it is being found out.
type readings struct {
	quantities map[*quantity]*reading
	conditions map[*condition]*reading
	// rules are the formulas that hold for everybody: who is out, who fits where, how
	// big somebody is.
	rules map[*formula]*reading
	// changing are the fields that programs of the ruleset assign to.
	changing map[*program.Field]bool
}

// changing returns the fields that programs of a ruleset assign to.
func changing(p *program.Program) map[*program.Field]bool {
	fields := map[*program.Field]bool{}
	for s := range p.Stmts() {
		if s, ok := s.(*program.Assign); ok {
			fields[s.Target.Field] = true
		}
	}
	return fields
}

// readingOfRule returns what a formula of the ruleset about somebody reads.
func (c *compiler) readingOfRule(fm *formula) *reading {
	if known, ok := c.readings.rules[fm]; ok {
		return orAll(known)
	}
	c.readings.rules[fm] = nil
	x := c.readingOf(fm)
	c.readings.rules[fm] = x
	return x
}

// readingOf returns what a formula reads whose first input is its subject.
func (c *compiler) readingOf(fm *formula) *reading {
	r := c.reader()
	r.subjects = map[int]int{0: 0}
	r.formula(fm)
	return &r.reading
}

// readingOfCondition returns what decides whether its bearer has a condition.
func (c *compiler) readingOfCondition(x *condition) *reading {
	if known, ok := c.readings.conditions[x]; ok {
		return orAll(known)
	}
	r := c.reader()
	r.Add(c.sortOf(x), 0)
	if !x.mayFollow() {
		return &r.reading
	}
	c.readings.conditions[x] = nil
	r.subjects = map[int]int{0: 0}
	r.formula(x.holds)
	for _, p := range x.parents {
		r.include(c.readingOfCondition(p), []int{0})
	}
	c.readings.conditions[x] = &r.reading
	return &r.reading
}

// sortOf returns the sort of a condition and its instances. Code that others share has given out
// its bits: what none of it reads is not kept apart.
func (c *compiler) sortOf(x *condition) deps.Mask {
	switch {
	case x.read != 0:
	case c.added:
		return deps.All
	default:
		x.read = deps.Condition(c.readConditions)
		c.readConditions++
	}
	return x.read
}

// readingOfQuantity returns what a quantity reads; its participants are the subjects.
func (c *compiler) readingOfQuantity(q *quantity) *reading {
	if known, ok := c.readings.quantities[q]; ok {
		return orAll(known)
	}
	c.readings.quantities[q] = nil
	r := c.reader()
	r.subjects = r.participants(q.Quantity, -1)
	r.source(q.Value)
	for role, list := range q.By {
		for _, x := range list {
			r.contribution(q.Quantity, role, x)
		}
	}
	c.readings.quantities[q] = &r.reading
	return &r.reading
}

// orAll returns what is known of a reading, or that anything may be read.
func orAll(known *reading) *reading {
	if known == nil {
		return &reading{Reads: deps.Reads{Any: deps.All, Others: deps.All}}
	}
	return known
}

// participants returns the slots of a quantity's participants, and of bearer, in its
// formulas.
func (r *reader) participants(q *program.Quantity, bearer int) map[int]int {
	subjects := map[int]int{}
	for i := range min(len(q.Of), deps.MaxSubjects) {
		subjects[i] = i
	}
	if bearer >= 0 {
		subjects[len(q.Of)] = bearer
	}
	return subjects
}

// contribution reads what a contribution of a participant's bearer reads.
func (r *reader) contribution(q *program.Quantity, role int, x *program.Contribution) {
	if x.Condition != nil {
		r.include(r.readingOfCondition(r.compiler.conditions[x.Condition.Index]), []int{role})
	}
	if x.Carried != nil {
		r.carried()
	}
	outer := r.subjects
	for _, src := range append([]*program.Formula{x.When}, values(x.Amounts)...) {
		if src == nil {
			continue
		}
		r.subjects = r.participants(q, -1)
		for i, input := range src.Inputs {
			// The bearer, and the instance that he bears.
			if i >= len(q.Of) && (input.Name == "self" || input.Name == "it" && x.Condition != nil) {
				r.subjects[i] = role
			}
		}
		r.source(src)
	}
	r.subjects = outer
}

func values(amounts []program.Amount) []*program.Formula {
	list := make([]*program.Formula, len(amounts))
	for i := range amounts {
		list[i] = amounts[i].Value
	}
	return list
}

// include adds what is read in order to answer a question about some subjects, each
// given as a subject of this reading, or -1.
func (r *reader) include(x *reading, subjects []int) {
	r.Include(&x.Reads, subjects)
	r.fields = append(r.fields, x.fields...)
}

// subjectOf returns whose e is: a subject itself, or an instance that he bears; -1:
// somebody else's, or nobody knows.
func (r *reader) subjectOf(e *program.Expr) int {
	switch e.Op {
	case program.OpLocal:
		if subject, ok := r.subjects[e.Index]; ok {
			return subject
		}
	case program.OpInstance:
		return r.subjectOf(e.Args[0])
	}
	return -1
}

func (r *reader) subjectsOf(list []*program.Expr) []int {
	subjects := make([]int, len(list))
	for i, e := range list {
		subjects[i] = r.subjectOf(e)
	}
	return subjects
}

func (r *reader) formula(fm *formula) {
	if fm != nil {
		r.source(fm.src)
	}
}

func (r *reader) source(src *program.Formula) {
	if src == nil || r.formulas[src] {
		return
	}
	r.formulas[src] = true
	r.expr(src.Expr)
}

// field notes that a field of a thing is read.
func (r *reader) field(f *program.Field, subject int) {
	x := r.fieldOf(f)
	if x.virtual {
		for _, part := range x.parts {
			r.field(part.Field, subject)
		}
		return
	}
	switch {
	case x.read != 0:
	case r.added: // as for a condition
		r.AddOthers(deps.All)
		return
	case f.Pool == nil && !r.readings.changing[f]:
		x.read, x.readAt = deps.Seldom, deps.SeldomBit // an encounter's own programs may change it
	default:
		x.read, x.readAt = deps.Field(r.readFields)
		r.readFields++
	}
	r.Add(x.read, subject)
	r.fields = append(r.fields, x)
}

func (r *reader) expr(e *program.Expr) {
	switch e.Op {
	case program.OpField, program.OpFamilyOf:
		r.fieldOfValue(e)
	case program.OpHas, program.OpInstance, program.OpInstances:
		x := r.readingOfCondition(r.compiler.conditions[e.Condition.Index])
		r.include(x, r.subjectsOf(e.Args[:1]))
	case program.OpQuantity:
		r.include(r.readingOfQuantity(r.compiler.quantities[e.Quantity.Index]), r.subjectsOf(e.Args))
	case program.OpCallFormula:
		r.called(e)
	case program.OpBuiltin:
		r.builtin(e)
	case program.OpHasNamed, program.OpWas, program.OpOwn, program.OpEvent, program.OpAct:
		r.AddOthers(deps.All)
	case program.OpLet:
		r.let(e)
		return
	}
	for _, a := range e.Args {
		r.expr(a)
	}
}

// let reads a value with a name, and what is worked out with it: a subject is the same one
// by another name.
func (r *reader) let(e *program.Expr) {
	r.expr(e.Args[0])
	if subject := r.subjectOf(e.Args[0]); subject >= 0 {
		r.subjects[e.Index] = subject
		defer delete(r.subjects, e.Index)
	}
	r.expr(e.Args[1])
}

func (r *reader) fieldOfValue(e *program.Expr) {
	switch e.Args[0].Type.Kind {
	case program.ThingType:
		r.field(e.Field, r.subjectOf(e.Args[0]))
	case program.Definition:
	case program.Instance:
		r.instance(e.Args[0])
	default:
		r.AddOthers(deps.All)
	}
}

// instance notes that something of an instance is read: of any, unless it is known of which
// condition it is.
func (r *reader) instance(e *program.Expr) {
	sort := deps.Conditions
	if x := e.Type.Condition; x != nil {
		sort = r.sortOf(r.compiler.conditions[x.Index])
	}
	r.Add(sort, r.subjectOf(e))
}

// called follows the formulas that a field of definitions may hold.
func (r *reader) called(e *program.Expr) {
	if of := e.Args[0].Type; e.Field == nil || of.Kind != program.Definition || of.Of == nil {
		r.AddOthers(deps.All)
		return
	}
	outer := r.subjects
	r.subjects = nil
	for _, d := range e.Args[0].Type.Of.Defs {
		for i, f := range d.Kind.Fields {
			if f == e.Field && i < len(d.Values) && d.Values[i] != nil {
				r.source(d.Values[i].Formula)
			}
		}
	}
	if e.Field.Default != nil {
		r.source(e.Field.Default.Formula)
	}
	r.subjects = outer
}

// carried notes what decides who carries what.
func (r *reader) carried() {
	r.AddOthers(deps.Carriers)
	for _, k := range r.kinds {
		for _, x := range k.carriers {
			if k.Stateful {
				r.field(x.Field, -1)
			}
		}
	}
}

func (r *reader) builtin(e *program.Expr) {
	switch e.Builtin.Reads() {
	case program.ReadsNothing, program.ReadsSetup:
	case program.ReadsOut:
		if e.Builtin == program.IsOut {
			r.include(r.readingOfRule(r.out), r.subjectsOf(e.Args))
			return
		}
		r.include(r.readingOfRule(r.out), nil)
	case program.ReadsCarriers:
		r.Add(deps.Carriers, r.subjectOf(e.Args[0]))
	case program.ReadsConditions:
		r.instance(e.Args[0])
	case program.ReadsSpace:
		r.space(e)
	default:
		r.AddOthers(deps.All)
	}
}

// space notes what a function of space reads: where the things stand that it is asked
// about, or, if it looks around, where everybody does. The board itself never changes.
func (r *reader) space(e *program.Expr) {
	switch e.Builtin {
	case program.Occupants, program.FreeSpace:
		r.areaOf(-1)
	case program.Towards, program.PathTo, program.WayLength, program.WayCost:
		r.areaOf(-1)
		r.include(r.readingOfRule(r.fits), nil)
		r.include(r.readingOfRule(r.stepCost), nil)
	}
	for _, a := range e.Args {
		if elementType(a.Type).Kind == program.ThingType {
			r.areaOf(r.subjectOf(a))
		}
	}
}

// areaOf notes what decides where somebody stands; -1: anybody.
func (r *reader) areaOf(subject int) {
	r.Add(deps.Places, subject)
	r.include(r.readingOfRule(r.footprint), []int{subject})
}
