package facts

import (
	"math"
	"slices"

	"github.com/rulec/rulec/lang/program"
)

// frame is what a formula or a program reads beside the state: its locals by slot, and the
// parameters of the act at hand.
type frame struct {
	// locals are by slot; what lies beyond them may be anything.
	locals []value
	// own are the parameters of the act at hand by their cells; a parameter that isn't
	// there may be anything.
	own map[int]value
	// before is set while it is worked out what pools begin with: nobody has a condition
	// yet but such as follow from a state that isn't complete.
	before bool
	depth  int
}

func (f *frame) local(slot int) value {
	if slot < 0 || slot >= len(f.locals) {
		return anything
	}
	return f.locals[slot]
}

func (f *frame) set(slot int, v value) {
	if slot >= 0 && slot < len(f.locals) {
		f.locals[slot] = v
	}
}

// newFrame returns a frame with so many slots, of which nothing is known.
func newFrame(slots int) *frame {
	f := &frame{locals: make([]value, slots)}
	for i := range f.locals {
		f.locals[i] = anything
	}
	return f
}

// frameOf returns a frame for a formula with named inputs.
func (a *analysis) frameOf(f *program.Formula, self, it value) *frame {
	g := newFrame(max(f.Slots, len(f.Inputs)))
	g.set(inputNamed(f.Inputs, "self"), self)
	g.set(inputNamed(f.Inputs, "it"), it)
	return g
}

// inputNamed returns the slot of an input, or -1.
func inputNamed(inputs []program.Local, name string) int {
	return slices.IndexFunc(inputs, func(l program.Local) bool { return l.Name == name })
}

// formula works a formula out for self and it; nil is true.
func (a *analysis) formula(f *program.Formula, self, it value, own map[int]value) value {
	if f == nil {
		return only(1)
	}
	g := a.frameOf(f, self, it)
	g.own = own
	return a.start(f.Expr, g)
}

// start works an expression out, with a fresh allowance of work.
func (a *analysis) start(x *program.Expr, f *frame) value {
	a.work = allowance
	return a.eval(x, f)
}

// allowance is how many expressions are worked out for one answer before it may be
// anything; deepest is how deeply quantities and formulas may lie within each other.
const (
	allowance = 20_000
	deepest   = 60
)

// eval works an expression out. A value of its type stays a value of its type: a truth of
// which nothing is known is true or false.
func (a *analysis) eval(x *program.Expr, f *frame) value {
	if x == nil {
		return value{}
	}
	v := anything
	if a.work--; a.work > 0 && f.depth < deepest {
		v = a.operation(x, f)
	}
	if v.any && x.Type.Kind == program.Bool {
		return both
	}
	return v
}

func (a *analysis) operation(x *program.Expr, f *frame) value {
	switch x.Op {
	case program.OpConst:
		if x.Type.Kind == program.Dice {
			return anything
		}
		return only(x.Num)
	case program.OpLocal:
		return f.local(x.Index)
	case program.OpThing:
		return only(float64(x.Index + 1))
	case program.OpNeg:
		return a.one(x, f, func(x float64) (float64, bool) { return 0 - x, true })
	case program.OpAdd, program.OpSub, program.OpMul, program.OpDiv, program.OpMod:
		return a.arithmetic(x, f)
	case program.OpLess, program.OpLessEq, program.OpGreater, program.OpGreaterEq:
		return a.compare(x, f)
	case program.OpEq, program.OpNotEq:
		return a.equals(x, f)
	case program.OpIs:
		return a.isMadeFrom(x, f)
	case program.OpAnd, program.OpOr, program.OpNot, program.OpIf:
		return a.logic(x, f)
	case program.OpField:
		return a.fieldRead(x, f)
	case program.OpFamilyOf:
		return a.familyRead(x, f)
	case program.OpOwn:
		if len(x.Args) > 0 || a.ownWritten[x.Field.Cell] {
			return anything
		}
		if v, known := f.own[x.Field.Cell]; known {
			return v
		}
		return anything
	case program.OpColumn:
		return a.column(x, f)
	case program.OpTable:
		return a.table(x, f)
	case program.OpCallFormula:
		return a.call(x, f)
	case program.OpQuantity:
		return a.quantity(x, f)
	case program.OpHas, program.OpInstance, program.OpInstances:
		return a.hasCondition(x, f)
	case program.OpBuiltin:
		return a.builtin(x, f)
	case program.OpLet:
		v := a.eval(x.Args[0], f)
		if v.never() {
			return v
		}
		outer := f.local(x.Index)
		f.set(x.Index, v)
		v = a.eval(x.Args[1], f)
		f.set(x.Index, outer)
		return v
	case program.OpList, program.OpRange, program.OpIn, program.OpIndex, program.OpAny, program.OpAll, program.OpCountIf, program.OpSumOf,
		program.OpFilter, program.OpMapTo, program.OpFind, program.OpSortBy, program.OpMost, program.OpLeast, program.OpHighest, program.OpLowest:
		return a.listOperation(x, f)
	}
	return anything
}

// inRange tells whether a number can be told exactly.
func inRange(x float64) bool { return math.Abs(x) <= program.MaxWhole }

// one applies a function of numbers; where it isn't ok the run stops.
func (a *analysis) one(x *program.Expr, f *frame, g func(float64) (float64, bool)) value {
	v := a.eval(x.Args[0], f)
	if v.any || v.list {
		return anything
	}
	var out []float64
	for _, n := range v.is {
		if y, ok := g(n); ok {
			out = append(out, y)
		}
	}
	return oneOf(out)
}

// two does so for two arguments.
func two(v, w value, g func(x, y float64) (float64, bool)) value {
	switch {
	case v.never() || w.never():
		return value{}
	case v.any || w.any || v.list || w.list:
		return anything
	}
	var out []float64
	for _, x := range v.is {
		for _, y := range w.is {
			z, ok := g(x, y)
			if !ok {
				continue
			}
			if !inRange(z) {
				return anything
			}
			out = append(out, z)
		}
	}
	return oneOf(out)
}

func (a *analysis) arithmetic(x *program.Expr, f *frame) value {
	v, w := a.eval(x.Args[0], f), a.eval(x.Args[1], f)
	return two(v, w, func(x2, y float64) (float64, bool) {
		switch x.Op {
		case program.OpAdd:
			return x2 + y, true
		case program.OpSub:
			return x2 - y, true
		case program.OpMul:
			return x2 * y, true
		case program.OpDiv:
			return x2 / y, y != 0
		}
		return x2 - y*math.Floor(x2/y), y != 0
	})
}

func (a *analysis) compare(x *program.Expr, f *frame) value {
	v, w := a.eval(x.Args[0], f), a.eval(x.Args[1], f)
	return two(v, w, func(x2, y float64) (float64, bool) {
		holds := false
		switch x.Op {
		case program.OpLess:
			holds = x2 < y
		case program.OpLessEq:
			holds = x2 <= y
		case program.OpGreater:
			holds = x2 > y
		default:
			holds = x2 >= y
		}
		return number(holds), true
	})
}

func number(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// tooFar is where numbers begin that may stand for one that isn't there.
const tooFar = 1e15

func (a *analysis) equals(x *program.Expr, f *frame) value {
	v, w := a.eval(x.Args[0], f), a.eval(x.Args[1], f)
	nothing := x.Args[0].Type.Kind == program.Nothing || x.Args[1].Type.Kind == program.Nothing
	for _, arg := range x.Args {
		switch k := arg.Type.Kind; {
		case k == program.List, k == program.Set, k == program.Dice, k == program.Unknown:
			return both
		case k == program.Number && nothing:
			for _, n := range a.eval(arg, f).is {
				if math.Abs(n) >= tooFar/2 {
					return both
				}
			}
			if v.any || w.any {
				return both
			}
			return truth(x.Op == program.OpNotEq)
		}
	}
	return two(v, w, func(x2, y float64) (float64, bool) { return number((x2 == y) == (x.Op == program.OpEq)), true })
}

func (a *analysis) isMadeFrom(x *program.Expr, f *frame) value {
	things, ok := a.concrete(a.eval(x.Args[0], f), x.Args[0].Type)
	if !ok {
		return both
	}
	var made []float64
	for _, n := range things {
		made = append(made, a.madeFrom(n))
	}
	none := slices.Contains(things, 0) // nobody is made from nothing either
	same := two(oneOf(made), a.eval(x.Args[1], f), func(x, y float64) (float64, bool) { return number(x == y), true })
	if none {
		return join(same, only(0))
	}
	return same
}

// madeFrom is the number of the definition that a thing was made from, or 0.
func (a *analysis) madeFrom(n float64) float64 {
	if n == 0 {
		return 0
	}
	if d := a.thing(n).Def; d != nil {
		return float64(d.Index + 1)
	}
	return 0
}

func (a *analysis) logic(x *program.Expr, f *frame) value {
	v := a.eval(x.Args[0], f)
	switch x.Op {
	case program.OpNot:
		return two(v, only(0), func(x, y float64) (float64, bool) { return number(x == y), true })
	case program.OpAnd, program.OpOr:
		goesOn, out := v.mayHold(), value{}
		if x.Op == program.OpOr {
			goesOn = v.mayFail()
			if v.mayHold() {
				out = only(1)
			}
		} else if v.mayFail() {
			out = only(0)
		}
		if goesOn {
			out = join(out, a.eval(x.Args[1], f))
		}
		return out
	}
	out := value{}
	if v.mayHold() {
		out = a.eval(x.Args[1], f)
	}
	if v.mayFail() {
		out = join(out, a.eval(x.Args[2], f))
	}
	return out
}

// concrete returns the values that v may be; ok is false if they can't be listed.
func (a *analysis) concrete(v value, t program.Type) (list []float64, ok bool) {
	if v.list {
		return nil, false
	}
	if !v.any {
		return v.is, true
	}
	return a.domain(t)
}

// elements returns what may be in a list v; ok is false if that can't be listed. Whole
// tells whether just these are.
func (a *analysis) elements(v value, t program.Type) (list []float64, whole, ok bool) {
	switch {
	case v.list:
		return v.is, v.whole, true
	case v.never():
		return nil, true, true
	case t.Elem == nil || !v.any:
		return nil, false, false
	}
	list, ok = a.domain(*t.Elem)
	return list, false, ok
}

// widest is how many values of a type are listed.
const widest = 400

// domain returns all values of a type, none among them.
func (a *analysis) domain(t program.Type) ([]float64, bool) {
	n := 0
	switch t.Kind {
	case program.Bool:
		return []float64{0, 1}, true
	case program.ThingType:
		list := []float64{0}
		for i, x := range a.e.Things {
			if t.Of == nil || x.Kind == t.Of {
				list = append(list, float64(i+1))
			}
		}
		return list, len(list) <= widest
	case program.Definition:
		if n = len(a.p.Actions); t.Of != nil {
			n = len(t.Of.Defs)
		}
	case program.Step:
		n = len(t.Scale.Steps)
	case program.ConditionName:
		n = len(a.p.Conditions)
	case program.Side:
		n = len(a.e.Sides)
	case program.Choice:
		n = len(t.Param.Choices)
	default:
		return nil, false
	}
	if n > widest {
		return nil, false
	}
	list := make([]float64, n+1)
	for i := range list {
		list[i] = float64(i)
	}
	return list, true
}

// thing returns the thing with a number from 1.
func (a *analysis) thing(n float64) *program.Thing { return a.e.Things[int(n)-1] }

func (a *analysis) column(x *program.Expr, f *frame) value {
	steps, ok := a.concrete(a.eval(x.Args[0], f), x.Args[0].Type)
	if !ok {
		return anything
	}
	out := value{}
	for _, n := range steps {
		if n != 0 {
			out = join(out, a.constant(x.Args[0].Type.Scale.Steps[int(n)-1].Values[x.Index]))
		}
	}
	return out
}

// constant works out what is written down, once. It reads no state.
func (a *analysis) constant(x *program.Expr) value {
	if x == nil {
		return only(0)
	}
	v, known := a.constants[x]
	if !known {
		work := a.work
		v = a.start(x, &frame{})
		a.work = work - 1
		a.constants[x] = v
	}
	return v
}

func (a *analysis) table(x *program.Expr, f *frame) value {
	keys := make([]float64, len(x.Args))
	for i, arg := range x.Args {
		n, ok := a.eval(arg, f).single()
		if !ok {
			return anything
		}
		keys[i] = n
	}
	for _, row := range x.Table.Rows {
		applies := true
		for i, r := range row.Ranges {
			applies = applies && (r.Any || r.Low <= keys[i] && keys[i] <= r.High)
		}
		if applies {
			return a.constant(row.Values[x.Index])
		}
	}
	return anything
}

// fieldRead works out a field of a thing or of a definition. Records are never known.
func (a *analysis) fieldRead(x *program.Expr, f *frame) value {
	v := a.cellRead(x, f)
	if x.Field.Optional {
		return v.without(program.Absent) // to read what is left out stops the run
	}
	return v
}

// cellRead is what stands in a field, or that it is left out.
func (a *analysis) cellRead(x *program.Expr, f *frame) value {
	owners, ok := a.ownersOf(x, f)
	if !ok {
		return anything
	}
	member := only(1)
	if len(x.Args) > 1 {
		member = a.eval(x.Args[1], f)
	}
	out := value{}
	for _, owner := range owners {
		if owner == 0 {
			continue
		}
		for _, v := range a.valuesOf(owner, x.Field, x.Args[0].Type, member) {
			out = join(out, v)
		}
		if out.any {
			break
		}
	}
	return out
}

// valuesOf returns what the members of a field may be, of a thing or a definition.
func (a *analysis) valuesOf(owner float64, field *program.Field, of program.Type, member value) []value {
	var all []value
	switch {
	case of.Kind == program.ThingType:
		all = a.cells(int(owner)-1, field)
	case of.Of != nil:
		all = a.saidOf(of.Of.Defs[int(owner)-1], field)
	}
	if all == nil || member.list {
		return []value{anything}
	}
	if member.any {
		return all
	}
	var out []value
	for _, m := range member.is {
		if m >= 1 && int(m) <= len(all) {
			out = append(out, all[int(m)-1])
		}
	}
	return out
}

// ownersOf are the things or definitions whose field is read; ok is false if that isn't known.
func (a *analysis) ownersOf(x *program.Expr, f *frame) (owners []float64, ok bool) {
	of := x.Args[0].Type
	if of.Kind != program.ThingType && of.Kind != program.Definition {
		return nil, false
	}
	return a.concrete(a.eval(x.Args[0], f), of)
}

// familyRead works out the list of all members of a family.
func (a *analysis) familyRead(x *program.Expr, f *frame) value {
	owners, ok := a.ownersOf(x, f)
	if !ok {
		return anything
	}
	out := value{}
	for _, owner := range owners {
		if owner != 0 {
			out = join(out, listOf(a.valuesOf(owner, x.Field, x.Args[0].Type, anything)))
		}
	}
	return out
}

// listOf is the list of some values, one after the other.
func listOf(values []value) value {
	whole := true
	var items []float64
	for _, v := range values {
		if v.any || v.list {
			return anything
		}
		if v.never() {
			return value{}
		}
		whole = whole && len(v.is) == 1
		items = append(items, v.is...)
	}
	if whole {
		return wholeList(items)
	}
	return someOf(items)
}

// call works out a formula that a field holds.
func (a *analysis) call(x *program.Expr, f *frame) value {
	of := x.Args[0].Type
	owners, ok := a.concrete(a.eval(x.Args[0], f), of)
	if !ok {
		return anything
	}
	var args []value
	for _, arg := range x.Args[1:] {
		args = append(args, a.eval(arg, f))
	}
	out := value{}
	for _, owner := range owners {
		if owner == 0 {
			continue
		}
		v, ok := a.calledOf(owner, x.Field, of)
		if !ok || v != nil && v.Formula == nil && v.Routine == nil {
			return anything
		}
		if v == nil || v.Formula == nil {
			continue
		}
		g := newFrame(max(v.Formula.Slots, len(v.Formula.Inputs)))
		copy(g.locals, args)
		g.set(inputNamed(v.Formula.Inputs, "it"), only(owner))
		g.depth, g.before = f.depth+1, f.before
		out = join(out, a.eval(v.Formula.Expr, g))
	}
	return out
}

// calledOf returns the formula or program in a field of a thing or a definition; nil:
// there is none. Ok is false if that isn't known.
func (a *analysis) calledOf(owner float64, field *program.Field, of program.Type) (v *program.Value, ok bool) {
	place, ok := a.fields[field]
	if !ok {
		return nil, false
	}
	var values []*program.Value
	switch {
	case of.Kind == program.ThingType:
		t := a.thing(owner)
		if t.Kind != place.kind {
			return nil, false
		}
		values = t.Values
	case of.Of == place.kind:
		values = place.kind.Defs[int(owner)-1].Values
	default:
		return nil, false
	}
	if place.index < len(values) && values[place.index] != nil {
		return values[place.index], true
	}
	return field.Default, true
}

// hasCondition works out whether somebody has a condition, and the instances.
func (a *analysis) hasCondition(x *program.Expr, f *frame) value {
	things, ok := a.concrete(a.eval(x.Args[0], f), x.Args[0].Type)
	if !ok {
		return anything
	}
	may, reached := false, false
	for _, n := range things {
		if n == 0 {
			continue
		}
		reached = true
		switch {
		case x.Op == program.OpHas && len(x.Args) == 1:
			may = may || a.has[x.Condition.Index][int(n)-1] || f.before && (x.Condition.While != nil || len(x.Condition.DerivedParents) > 0)
		default:
			may = may || a.applied[x.Condition.Index][int(n)-1]
		}
	}
	switch {
	case !reached:
		return value{}
	case may:
		return anything
	case x.Op == program.OpInstances:
		return noList
	}
	return only(0)
}

// quantity works a quantity out for its participants.
func (a *analysis) quantity(x *program.Expr, f *frame) value {
	q := x.Quantity
	args := make([]value, len(x.Args))
	key := []byte(q.Name)
	for i, arg := range x.Args {
		args[i] = a.eval(arg, f)
		if args[i].never() {
			return value{}
		}
		key = args[i].key(append(key, '|'))
	}
	if known, ok := a.answers[string(key)]; ok && !f.before {
		return known
	}
	g := newFrame(max(q.Value.Slots, len(args)+len(q.Channels)))
	copy(g.locals, args)
	g.depth, g.before = f.depth+1, f.before
	for i, ch := range q.Channels {
		g.locals[len(args)+i] = a.channel(q, i, ch, args, g)
	}
	v := a.eval(q.Value.Expr, g)
	if !f.before && a.work > 0 {
		a.answers[string(key)] = v
	}
	return v
}

// channel works out what contributions put into a channel.
func (a *analysis) channel(q *program.Quantity, index int, ch *program.Channel, args []value, g *frame) value {
	out := only(0)
	for role, list := range q.By {
		for _, c := range list {
			for i := range c.Amounts {
				if c.Amounts[i].Channel == index {
					out = a.contribute(ch, out, c, &c.Amounts[i], args, role, g)
				}
			}
		}
	}
	return out
}

// contribute adds an amount to what is in a channel.
func (a *analysis) contribute(ch *program.Channel, sofar value, c *program.Contribution, amount *program.Amount, args []value, role int, g *frame) value {
	if !a.bears(c, args[role], c.To.Of[role].Type, g.before) {
		return sofar
	}
	with := func(f *program.Formula) value {
		h := newFrame(max(f.Slots, len(f.Inputs)))
		copy(h.locals, args)
		h.set(inputNamed(f.Inputs, "self"), args[role])
		h.set(inputNamed(f.Inputs, "it"), anything)
		h.depth, h.before = g.depth+1, g.before
		return a.eval(f.Expr, h)
	}
	when := only(1)
	if c.When != nil {
		when = with(c.When)
	}
	if !when.mayHold() {
		return sofar
	}
	v := with(amount.Value)
	if v.any || v.list {
		if ch.Reduce == program.AnyIs {
			return both
		}
		return anything
	}
	switch ch.Reduce {
	case program.AnyIs:
		if !v.mayHold() {
			return sofar
		}
		return join(sofar, only(1))
	case program.MaxOf, program.MinOf, program.LastOf:
		return join(sofar, v)
	case program.SumOf:
		// Once, for everybody, and not at all where it doesn't hold: a standing rule's.
		certain := c.Rule != nil && !when.mayFail()
		if n, ok := v.single(); ok && n == 0 {
			return sofar
		}
		if c.Rule == nil {
			return anything // of a condition there may be several
		}
		sum := two(sofar, v, func(x, y float64) (float64, bool) { return x + y, true })
		if certain && a.allOf(c.Rule.For, args[role], c.To.Of[role].Type) {
			return sum
		}
		return join(sofar, sum)
	}
	return anything
}

// allOf tells whether v is somebody, and of a kind whoever it is.
func (a *analysis) allOf(k *program.Kind, v value, t program.Type) bool {
	things, ok := a.concrete(v, t)
	return ok && !slices.ContainsFunc(things, func(n float64) bool { return n == 0 || k != nil && a.thing(n).Kind != k })
}

// bears tells whether somebody that v may be can bear what a contribution belongs to.
func (a *analysis) bears(c *program.Contribution, v value, t program.Type, before bool) bool {
	things, ok := a.concrete(v, t)
	if !ok {
		return true
	}
	return slices.ContainsFunc(things, func(n float64) bool {
		return n != 0 && a.bearsIt(int(n)-1, c.Condition, c.Rule, c.Carried) ||
			n != 0 && before && c.Condition != nil && (c.Condition.While != nil || len(c.Condition.DerivedParents) > 0)
	})
}

// bearsIt tells whether a thing may bear a body: has its condition, is of the kind of its
// rule, or carries its definition.
func (a *analysis) bearsIt(thing int, c *program.Condition, r *program.Rule, d *program.Def) bool {
	switch {
	case c != nil:
		return a.has[c.Index][thing]
	case d != nil:
		return a.carries(thing, d)
	case r != nil:
		return r.For == nil || a.e.Things[thing].Kind == r.For
	}
	return true
}

// carries tells whether a thing may carry something that was made from a definition, or
// name it in one of its fields.
func (a *analysis) carries(thing int, d *program.Def) bool {
	if d.Kind.Stateful {
		return slices.ContainsFunc(a.e.Things, func(t *program.Thing) bool { return t.Def == d })
	}
	for j, f := range a.e.Things[thing].Kind.Fields {
		t := f.Type
		if t.Elem != nil {
			t = *t.Elem
		}
		if t.Kind != program.Definition || t.Of != d.Kind && t.Of != nil {
			continue
		}
		if t.Of == nil {
			return true
		}
		for _, v := range a.state[thing][j] {
			if v.any || slices.Contains(v.is, float64(d.Index+1)) {
				return true
			}
		}
	}
	return false
}
