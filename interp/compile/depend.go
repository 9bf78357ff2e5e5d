package compile

import (
	"maps"

	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/deps"
	"github.com/rulec/rulec/lang/program"
)

// reader finds out what formulas read.
type reader struct {
	*compiler
	code.Reading
	// subjects are, by slot of the formula at hand, the numbers of the subjects.
	subjects map[int]int
	formulas map[*program.Formula]bool
}

func (c *compiler) reader() *reader {
	return &reader{compiler: c, Reading: code.Reading{Fields: map[*code.Field]bool{}}, formulas: map[*program.Formula]bool{}}
}

// depend finds out what the formulas read that are asked again and again.
func (c *compiler) depend() {
	c.Readings = code.Readings{
		Quantities: map[*code.Quantity]*code.Reading{}, Conditions: map[*code.Condition]*code.Reading{}, Rules: map[*code.Formula]*code.Reading{},
		Changing: changing(c.Program),
	}
	r := c.reader()
	r.formula(c.Out)
	r.formula(c.Over)
	c.Decides = r.Any
	c.DecidesByMore = r.Any&deps.More != 0
	for x := range r.Fields {
		x.Decides = true
	}
	c.readingOfRule(c.Out)
	c.FootprintReads = *c.readingOfRule(c.Footprint)
	c.StandsReads = c.FootprintReads.Any | deps.Places
	c.CostReads = *c.readingOfRule(c.StepCost)
	c.WaysReads = c.readingOfRule(c.Fits).Any | c.CostReads.Any | c.StandsReads
	c.CostAlike = c.StepCost != nil && !c.looksWhere(c.StepCost.Src)
	c.FreeAlike = c.Fits != nil && !c.looksAround(c.Fits.Src.Expr, 1)
	for _, x := range c.Conditions {
		if x.MayFollow() {
			x.Reading = *c.readingOfCondition(x)
		}
	}
	for _, x := range c.Derived[:c.DerivedHeard] {
		c.EdgesRead |= x.Any
	}
	for _, list := range c.Untils {
		c.dependUntils(list)
	}
	for _, q := range c.Quantities {
		q.Reading = *c.readingOfQuantity(q)
	}
	for _, x := range c.Conditions {
		x.Changes = deps.Conditions
		for _, d := range x.All {
			x.Changes |= d.Read
		}
	}
}

// dependUntils does so for the end phrases of a list that are formulas.
func (c *compiler) dependUntils(list []*code.Until) {
	for _, u := range list {
		if u.When == nil || u.Reads != deps.All {
			continue
		}
		// A new instance is looked at at once.
		u.Reads = c.readingOf(u.When).Any | deps.Conditions
	}
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
func (c *compiler) readingOfRule(fm *code.Formula) *code.Reading {
	if known, ok := c.Readings.Rules[fm]; ok {
		return orAll(known)
	}
	c.Readings.Rules[fm] = nil
	x := c.readingOf(fm)
	c.Readings.Rules[fm] = x
	return x
}

// readingOf returns what a formula reads whose first input is its subject.
func (c *compiler) readingOf(fm *code.Formula) *code.Reading {
	r := c.reader()
	r.subjects = map[int]int{0: 0}
	r.formula(fm)
	return &r.Reading
}

// readingOfCondition returns what decides whether its bearer has a condition.
func (c *compiler) readingOfCondition(x *code.Condition) *code.Reading {
	if known, ok := c.Readings.Conditions[x]; ok {
		return orAll(known)
	}
	r := c.reader()
	r.Add(c.sortOf(x), 0)
	if !x.MayFollow() {
		return &r.Reading
	}
	c.Readings.Conditions[x] = nil
	r.subjects = map[int]int{0: 0}
	r.formula(x.Holds)
	for _, p := range x.Parents {
		r.include(c.readingOfCondition(p), []int{0})
	}
	c.Readings.Conditions[x] = &r.Reading
	return &r.Reading
}

// sortOf returns the sort of a condition and its instances. Code that others share has given out
// its bits: what none of it reads is not kept apart.
func (c *compiler) sortOf(x *code.Condition) deps.Mask {
	switch {
	case x.Read != 0:
	case c.added:
		return deps.All
	default:
		x.Read = deps.Condition(c.ReadConditions)
		c.ReadConditions++
	}
	return x.Read
}

// readingOfQuantity returns what a quantity reads; its participants are the subjects.
func (c *compiler) readingOfQuantity(q *code.Quantity) *code.Reading {
	if known, ok := c.Readings.Quantities[q]; ok {
		return orAll(known)
	}
	c.Readings.Quantities[q] = nil
	r := c.reader()
	r.subjects = r.participants(q.Quantity, -1)
	r.source(q.Quantity.Value)
	for role, list := range q.Quantity.By {
		for _, x := range list {
			r.contribution(q.Quantity, role, x)
		}
	}
	c.Readings.Quantities[q] = &r.Reading
	return &r.Reading
}

// orAll returns what is known of a reading, or that anything may be read.
func orAll(known *code.Reading) *code.Reading {
	if known == nil {
		return &code.Reading{Reads: deps.Reads{Any: deps.All, Others: deps.All}}
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
		r.include(r.readingOfCondition(r.compiler.Conditions[x.Condition.Index]), []int{role})
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
func (r *reader) include(x *code.Reading, subjects []int) {
	r.Include(&x.Reads, subjects)
	maps.Copy(r.Fields, x.Fields)
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

func (r *reader) formula(fm *code.Formula) {
	if fm != nil {
		r.source(fm.Src)
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
	if x.Virtual {
		for _, part := range x.Parts {
			r.field(part.Field, subject)
		}
		return
	}
	switch {
	case x.Read != 0:
	case r.added: // as for a condition
		r.AddOthers(deps.All)
		return
	case f.Pool == nil && !r.Readings.Changing[f]:
		x.Read, x.ReadAt = deps.Seldom, deps.SeldomBit // an encounter's own programs may change it
	default:
		x.Read, x.ReadAt = deps.Field(r.ReadFields)
		r.ReadFields++
	}
	r.Add(x.Read, subject)
	r.Fields[x] = true
}

func (r *reader) expr(e *program.Expr) {
	switch e.Op {
	case program.OpField, program.OpFamilyOf:
		r.fieldOfValue(e)
	case program.OpHas, program.OpInstance, program.OpInstances:
		x := r.readingOfCondition(r.compiler.Conditions[e.Condition.Index])
		r.include(x, r.subjectsOf(e.Args[:1]))
	case program.OpQuantity:
		r.include(r.readingOfQuantity(r.compiler.Quantities[e.Quantity.Index]), r.subjectsOf(e.Args))
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
		sort = r.sortOf(r.compiler.Conditions[x.Index])
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
	for _, k := range r.Kinds {
		for _, x := range k.Carriers {
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
			r.include(r.readingOfRule(r.Out), r.subjectsOf(e.Args))
			return
		}
		r.include(r.readingOfRule(r.Out), nil)
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
	case program.Towards, program.PathTo, program.WayLength, program.WayCost, program.CanStand:
		r.areaOf(-1)
		r.include(r.readingOfRule(r.Fits), nil)
		r.include(r.readingOfRule(r.StepCost), nil)
	}
	for _, a := range e.Args {
		if code.ElementType(a.Type).Kind == program.ThingType {
			r.areaOf(r.subjectOf(a))
		}
	}
}

// areaOf notes what decides where somebody stands; -1: anybody.
func (r *reader) areaOf(subject int) {
	r.Add(deps.Places, subject)
	r.include(r.readingOfRule(r.Footprint), []int{subject})
}
