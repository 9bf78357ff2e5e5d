package facts

import (
	"slices"

	"github.com/rulec/rulec/lang/program"
)

// Folder rewrites formulas and programs by what is certain about an encounter: what comes
// to the same always is a constant, what is never looked at is left out, and small
// quantities stand where they were asked for.
//
// What it returns comes to the same as what it is given, from the first settling of the
// encounter on, and stops the run where that does; a message may name another place.
// A Folder serves one goroutine.
type Folder struct {
	a          *analysis
	quantities map[string]*variant
	procs      map[string]*program.Proc
	formulas   map[string]*program.Formula
	routines   map[string]*program.Routine
	kinds      map[string]*program.Quantity
	runs       map[*program.Routine]*program.Proc
	// numbers tell what formulas point to apart.
	numbers map[any]int
	total   map[string]bool
}

// variant is a quantity as it is asked by somebody.
type variant struct {
	q *program.Quantity
	// inline is set when its value may stand where it is asked for.
	inline bool
	// slots is how many locals its value takes.
	slots int
}

// Folder returns a folder; nil if nothing is certain.
func (f *Facts) Folder() *Folder {
	if f.a == nil {
		return nil
	}
	return &Folder{
		a: f.a.aside(), quantities: map[string]*variant{}, procs: map[string]*program.Proc{},
		formulas: map[string]*program.Formula{}, routines: map[string]*program.Routine{}, kinds: map[string]*program.Quantity{}, numbers: map[any]int{}, total: map[string]bool{}, runs: map[*program.Routine]*program.Proc{},
	}
}

// Own is what the parameters of an act may be, by their cells.
type Own struct{ values map[int]value }

// OwnOf returns what the parameters of an action may be once somebody has begun it.
func (g *Folder) OwnOf(action *program.Action, actor int) Own {
	return Own{g.a.own[doing{action, actor}]}
}

// Tried returns what the parameters of an action may be while ways to do it are tried.
func (g *Folder) Tried(action *program.Action, actor int) Own {
	own := Own{map[int]value{}}
	self, it := only(float64(actor+1)), only(float64(action.Def.Index+1))
	for _, p := range action.Params {
		v := g.a.candidates(p, self, it, own.values)
		switch {
		case p.Default != nil:
			v = join(v, g.a.formula(p.Default, self, it, own.values))
		case p.Candidates == program.AnyOf && p.Where == nil:
			v = join(v, only(0)) // none may be handed over
		}
		own.values[p.Cell] = v
	}
	return own
}

// folding is the folding of one formula or program.
type folding struct {
	*Folder
	*frame
	// slots is how many locals it takes.
	slots int
	// of is the quantity whose value it is; nil: of none.
	of *program.Quantity
}

// Formula folds a formula for a thing as its self (-1: nobody knows) and for a definition
// as its `it` (0: nobody knows).
func (g *Folder) Formula(src *program.Formula, self int, it float64, own Own) *program.Formula {
	if src == nil {
		return nil
	}
	f := g.a.frameOf(src, numbered(self+1), numbered(int(it)))
	f.own = own.values
	x := &folding{Folder: g, frame: f, slots: len(f.locals)}
	e := x.expr(src.Expr)
	out := *src
	out.Expr, out.Slots = e, x.slots
	return g.sameFormula(src, &out)
}

// Works tells whether a formula can certainly be worked out for a thing as its self (-1: for
// every creature), and for what [Folder.Formula] is told besides.
func (g *Folder) Works(src *program.Formula, self int, it float64, own Own) bool {
	f := g.a.frameOf(src, g.somebody(self), numbered(int(it)))
	f.own = own.values
	return (&folding{Folder: g, frame: f, slots: len(f.locals)}).works(src.Expr)
}

// Bears tells whether a thing may ever bear what a ban or a rule belongs to: a condition, a
// standing rule, a definition that it carries; those that aren't it are nil. Of a condition
// that can't always be told it may.
func (g *Folder) Bears(thing int, c *program.Condition, r *program.Rule, d *program.Def) bool {
	return g.a.bearsIt(thing, c, r, d) || c != nil && !g.conditionWorks(c)
}

// somebody is a thing, or any of the creatures.
func (g *Folder) somebody(self int) value {
	if self < 0 {
		return oneOf(g.a.everybody())
	}
	return only(float64(self + 1))
}

// numbered is a number that isn't 0, or anything.
func numbered(n int) value {
	if n <= 0 {
		return anything
	}
	return only(float64(n))
}

// fresh returns the value of an expression, with a fresh allowance of work.
func (x *folding) value(e *program.Expr) value { return x.a.start(e, x.frame) }

// constant returns e as a constant, if it comes to a number that stands for itself.
func (x *folding) constant(e *program.Expr) *program.Expr {
	switch e.Type.Kind {
	case program.Dice, program.List, program.Set, program.MapType, program.Text, program.Act, program.Instance,
		program.EventData, program.EntryData, program.FormulaField, program.ProgramField, program.Place, program.Unknown, program.Nothing:
		return nil
	}
	if e.Op == program.OpConst || e.Op == program.OpLocal && !x.isChannel(e.Index) {
		return e // a local is as soon read as a constant
	}
	n, ok := x.value(e).single()
	if !ok || !x.works(e) {
		return nil
	}
	return &program.Expr{Op: program.OpConst, Type: e.Type, Span: e.Span, Num: n}
}

// isChannel tells whether a local is a channel of the quantity at hand.
func (x *folding) isChannel(slot int) bool {
	return x.of != nil && slot >= len(x.of.Of) && slot < len(x.of.Of)+len(x.of.Channels)
}

// expr folds an expression.
func (x *folding) expr(e *program.Expr) *program.Expr {
	if e == nil {
		return nil
	}
	if c := x.constant(e); c != nil {
		return c
	}
	switch {
	case e.Op == program.OpAnd || e.Op == program.OpOr:
		return x.logic(e)
	case e.Op == program.OpIf:
		return x.branch(e)
	case e.Op.OverList():
		return x.overList(e)
	case e.Op == program.OpQuantity:
		return x.quantity(e)
	case e.Op == program.OpCallFormula:
		return x.call(e)
	}
	return x.parts(e)
}

// call folds the call of a formula in a field of something that is known: it stands here.
func (x *folding) call(e *program.Expr) *program.Expr {
	src, owner := x.called(e)
	if src == nil {
		return x.parts(e)
	}
	f := x.frameOfCall(e, src, owner)
	y := &folding{Folder: x.Folder, frame: f, slots: len(f.locals)}
	value := y.expr(src.Expr)
	if !small(value) {
		return x.parts(e)
	}
	args := x.exprs(e.Args[1:])
	for len(args) < len(src.Inputs) {
		args = append(args, owner)
	}
	return x.inlined(value, y.slots, args)
}

// called returns the formula that a call is of, and what its `it` is; nil if that isn't known.
func (x *folding) called(e *program.Expr) (src *program.Formula, owner *program.Expr) {
	of := e.Args[0]
	if e.Field == nil || x.depth >= deepestFold || of.Type.Kind == program.Definition && of.Type.Of == nil {
		return nil, nil
	}
	n, ok := x.value(of).single()
	if !ok || n == 0 {
		return nil, nil
	}
	v, ok := x.a.calledOf(n, e.Field, of.Type)
	if !ok || v == nil || v.Formula == nil {
		return nil, nil
	}
	if at := inputNamed(v.Formula.Inputs, "it"); at >= 0 && at != len(e.Args)-1 || len(v.Formula.Inputs) > len(e.Args) {
		return nil, nil
	}
	return v.Formula, &program.Expr{Op: program.OpConst, Type: of.Type, Span: of.Span, Num: n}
}

// frameOfCall is what a formula that is called knows of its inputs.
func (x *folding) frameOfCall(e *program.Expr, src *program.Formula, owner *program.Expr) *frame {
	f := newFrame(max(src.Slots, len(src.Inputs)))
	for i, arg := range e.Args[1:] {
		f.set(i, x.value(arg))
	}
	f.set(inputNamed(src.Inputs, "it"), only(owner.Num))
	f.depth = x.depth + 1
	return f
}

// parts folds the arguments of an expression.
func (x *folding) parts(e *program.Expr) *program.Expr {
	return with(e, x.exprs(e.Args))
}

// with returns e with other arguments.
func with(e *program.Expr, args []*program.Expr) *program.Expr {
	if slices.Equal(args, e.Args) {
		return e
	}
	out := *e
	out.Args = args
	return &out
}

func (x *folding) exprs(list []*program.Expr) []*program.Expr {
	out := make([]*program.Expr, len(list))
	for i, e := range list {
		out[i] = x.expr(e)
	}
	return out
}

// logic folds and, or: a first part that never decides is left out.
func (x *folding) logic(e *program.Expr) *program.Expr {
	v := x.value(e.Args[0])
	decides := v.mayFail()
	if e.Op == program.OpOr {
		decides = v.mayHold()
	}
	if !decides && x.works(e.Args[0]) {
		return x.expr(e.Args[1])
	}
	a, b := x.expr(e.Args[0]), x.expr(e.Args[1])
	if b.Op == program.OpConst && (b.Num != 0) == (e.Op == program.OpAnd) {
		return a
	}
	return with(e, []*program.Expr{a, b})
}

func (x *folding) branch(e *program.Expr) *program.Expr {
	v := x.value(e.Args[0])
	if x.works(e.Args[0]) {
		switch {
		case !v.mayFail():
			return x.expr(e.Args[1])
		case !v.mayHold():
			return x.expr(e.Args[2])
		}
	}
	return x.parts(e)
}

// overList folds what is asked of each element of a list.
func (x *folding) overList(e *program.Expr) *program.Expr {
	if out := x.unrolled(e); out != nil {
		return out
	}
	list := x.expr(e.Args[0])
	outer := x.local(e.Index)
	x.set(e.Index, x.element(e.Args[0]))
	by := x.expr(e.Args[1])
	x.set(e.Index, outer)
	return with(e, []*program.Expr{list, by})
}

// longest is how many elements a list may have that is gone through now.
const longest = 4

// unrolled returns what is asked of each element of a list that is known, element by
// element; nil if it isn't.
func (x *folding) unrolled(e *program.Expr) *program.Expr {
	switch e.Op {
	case program.OpAny, program.OpAll, program.OpFind:
	default:
		return nil
	}
	items, whole, ok := x.a.elements(x.value(e.Args[0]), e.Args[0].Type)
	if !ok || !whole || len(items) > longest || !x.works(e.Args[0]) {
		return nil
	}
	constant := func(t program.Type, n float64) *program.Expr {
		return &program.Expr{Op: program.OpConst, Type: t, Span: e.Span, Num: n}
	}
	truth := program.Type{Kind: program.Bool}
	outer := x.local(e.Index)
	defer x.set(e.Index, outer)
	var out *program.Expr
	switch e.Op {
	case program.OpFind:
		out = constant(e.Type, 0)
	case program.OpAny:
		out = constant(truth, 0)
	default:
		out = constant(truth, 1)
	}
	for i := len(items) - 1; i >= 0; i-- {
		x.set(e.Index, only(items[i]))
		item := constant(*e.Args[0].Type.Elem, items[i])
		by := x.expr(e.Args[1])
		if by.Op == program.OpConst {
			holds := by.Num != 0
			switch {
			case e.Op == program.OpFind && holds:
				out = item
			case e.Op != program.OpFind && holds == (e.Op == program.OpAny):
				out = by
			}
			continue
		}
		by = placed(by, e.Index, item)
		switch {
		case e.Op == program.OpFind:
			out = &program.Expr{Op: program.OpIf, Type: e.Type, Span: e.Span, Args: []*program.Expr{by, item, out}}
		case out.Op == program.OpConst && (out.Num != 0) == (e.Op == program.OpAll):
			out = by
		case e.Op == program.OpAny:
			out = &program.Expr{Op: program.OpOr, Type: truth, Span: e.Span, Args: []*program.Expr{by, out}}
		default:
			out = &program.Expr{Op: program.OpAnd, Type: truth, Span: e.Span, Args: []*program.Expr{by, out}}
		}
	}
	return out
}

// placed returns e with an expression in the place of a local.
func placed(e *program.Expr, slot int, by *program.Expr) *program.Expr {
	if e.Op == program.OpLocal && e.Index == slot {
		return by
	}
	args := make([]*program.Expr, len(e.Args))
	for i, a := range e.Args {
		args[i] = placed(a, slot, by)
	}
	return with(e, args)
}

// element is what an element of a list may be.
func (x *folding) element(list *program.Expr) value {
	if items, _, ok := x.a.elements(x.value(list), list.Type); ok {
		return oneOf(items)
	}
	return anything
}

// quantity folds the asking for a quantity: it becomes a variant for those who are asked
// about, which small ones have right here.
func (x *folding) quantity(e *program.Expr) *program.Expr {
	args := x.exprs(e.Args)
	values := make([]value, len(args))
	for i, arg := range e.Args {
		values[i] = x.value(arg)
	}
	v := x.variantOf(e.Quantity, values, x.depth)
	if v.inline {
		return x.inlined(v.q.Value.Expr, v.slots, args)
	}
	out := with(e, args)
	if v.q == e.Quantity {
		return out
	}
	if out == e {
		out = &program.Expr{}
		*out = *e
	}
	out.Quantity = v.q
	return out
}

// simple tells whether an expression may be worked out again and again.
func simple(e *program.Expr) bool {
	switch e.Op {
	case program.OpConst, program.OpLocal:
		return true
	case program.OpOwn:
		return len(e.Args) == 0 && e.Type.Kind != program.Set
	}
	return false
}

// deepestFold is how deeply variants of quantities are made within each other.
const deepestFold = 12

// variantOf returns a quantity as it is worked out for such participants.
func (g *Folder) variantOf(q *program.Quantity, args []value, depth int) *variant {
	whole := &variant{q: q}
	if depth >= deepestFold {
		return whole
	}
	key := []byte(q.Name)
	f := newFrame(max(q.Value.Slots, len(args)+len(q.Channels)))
	for i, v := range args {
		if n, ok := v.single(); !ok || n == 0 {
			// Not one variant for each set of participants, which would be too many.
			v = g.a.anyOf(v, q.Of[i].Type)
		}
		f.set(i, v)
		key = v.key(append(key, '|'))
	}
	if known, ok := g.quantities[string(key)]; ok {
		if known == nil {
			return whole
		}
		return known
	}
	g.quantities[string(key)] = nil // it is being made
	f.depth = depth + 1
	participants := slices.Clone(f.locals[:len(args)])
	by, any := g.contributions(q, participants, f)
	for i, ch := range q.Channels {
		f.locals[len(args)+i] = anything
		if !any {
			f.locals[len(args)+i] = only(0)
		} else if ch.Reduce == program.AnyIs {
			f.locals[len(args)+i] = both
		}
	}
	x := &folding{Folder: g, frame: f, slots: len(f.locals), of: q}
	formula := *q.Value
	formula.Expr = x.expr(q.Value.Expr)
	formula.Slots = x.slots
	v := &variant{q: g.sameQuantity(q, g.sameFormula(q.Value, &formula), by), slots: x.slots, inline: !any && small(formula.Expr)}
	g.quantities[string(key)] = v
	return v
}

// sameQuantity returns a quantity with such a value and such contributions.
func (g *Folder) sameQuantity(q *program.Quantity, value *program.Formula, by [][]*program.Contribution) *program.Quantity {
	same, key := value == q.Value, g.pointer(g.pointer(nil, q), value)
	for role, list := range by {
		same = same && slices.Equal(list, q.By[role])
		key = append(key, '|')
		for _, c := range list {
			key = g.pointer(g.pointer(key, c.When), c.To)
			for _, amount := range c.Amounts {
				key = g.pointer(key, amount.Value)
			}
			key = g.pointer(g.pointer(g.pointer(key, c.Condition), c.Rule), c.Carried)
		}
	}
	if same {
		return q
	}
	if known, ok := g.kinds[string(key)]; ok {
		return known
	}
	out := *q
	out.Value, out.By = value, by
	g.kinds[string(key)] = &out
	return &out
}

// anyOf widens v to all values of its type, without none if v is never none.
func (a *analysis) anyOf(v value, t program.Type) value {
	if v.any || v.list || v.may(0) || t.Kind != program.ThingType && t.Kind != program.Definition {
		return anything
	}
	all, ok := a.domain(t)
	if !ok {
		return anything
	}
	return oneOf(all).without(0)
}

// contributions are those that may put anything into a channel, folded; any tells whether
// there is one.
func (g *Folder) contributions(q *program.Quantity, args []value, f *frame) (by [][]*program.Contribution, any bool) {
	by = make([][]*program.Contribution, len(q.By))
	for role, list := range q.By {
		if role >= len(args) {
			continue
		}
		for _, c := range list {
			if !g.a.bears(c, args[role], q.Of[role].Type, false) && (c.Condition == nil || g.conditionWorks(c.Condition)) {
				continue
			}
			if folded := g.contribution(c, args, role, f); folded != nil {
				by[role] = append(by[role], folded)
				any = true
			}
		}
	}
	return by, any
}

// contribution folds a contribution; nil if it never gives anything.
func (g *Folder) contribution(c *program.Contribution, args []value, role int, f *frame) *program.Contribution {
	fold := func(src *program.Formula) *program.Formula {
		h := newFrame(max(src.Slots, len(src.Inputs)))
		copy(h.locals, args)
		h.set(inputNamed(src.Inputs, "self"), g.bearers(c, args[role], c.To.Of[role].Type))
		h.set(inputNamed(src.Inputs, "it"), anything)
		h.depth = f.depth
		x := &folding{Folder: g, frame: h, slots: len(h.locals)}
		out := *src
		out.Expr = x.expr(src.Expr)
		out.Slots = x.slots
		return g.sameFormula(src, &out)
	}
	out := *c
	same := true
	if c.When != nil {
		out.When = fold(c.When)
		if e := out.When.Expr; e.Op == program.OpConst {
			if e.Num == 0 {
				return nil
			}
			out.When = nil
		}
		same = out.When == c.When
	}
	out.Amounts = make([]program.Amount, len(c.Amounts))
	for i, a := range c.Amounts {
		out.Amounts[i] = program.Amount{Channel: a.Channel, Value: fold(a.Value)}
		same = same && out.Amounts[i].Value == a.Value
	}
	if same {
		return c
	}
	return &out
}

// bearers are those of v who may bear what a contribution belongs to.
func (g *Folder) bearers(c *program.Contribution, v value, t program.Type) value {
	things, ok := g.a.concrete(v, t)
	if !ok {
		return anything
	}
	return oneOf(slices.DeleteFunc(slices.Clone(things), func(n float64) bool {
		return n == 0 || !g.a.bearsIt(int(n)-1, c.Condition, c.Rule, c.Carried)
	}))
}

// maxInlined is how many expressions the value of a quantity may have that stands where it
// is asked for.
const maxInlined = 24

// small tells whether the value of a quantity may stand where it is asked for: it is soon
// worked out, and reads neither the act nor the event at hand.
func small(e *program.Expr) bool {
	n := 0
	for x := range e.All() {
		n++
		switch {
		case n > maxInlined, x.Op.OverList(), x.Op == program.OpQuantity && n > 1, x.Op == program.OpCallFormula, x.Op == program.OpInstances,
			x.Op == program.OpEvent, x.Op == program.OpAct, x.Op == program.OpOwn, x.Op == program.OpWas, x.Op == program.OpIn,
			x.Op == program.OpTable, x.Op == program.OpMapGet, x.Op == program.OpList, x.Op == program.OpRange, x.Op == program.OpFamilyOf:
			return false
		case x.Op != program.OpBuiltin:
			continue
		}
		switch b := x.Builtin; {
		case isNumeric(b), b == program.Given, b == program.SideOf, b == program.DefOf, b == program.Position,
			b == program.PlaceOf, b == program.CarrierOf, b == program.InstanceBy, b == program.InstanceBearer, b == program.Now,
			b == program.Distance, b == program.Adjacent, b == program.DirectionTo, b == program.Turn, b == program.Sector,
			b == program.Length, b == program.First, b == program.Last, b == program.Terrain:
		default:
			return false
		}
	}
	return true
}

// inlined returns a formula's expression, which takes so many locals, for its arguments.
// Those that it takes some work to find out are worked out once, before it.
func (x *folding) inlined(e *program.Expr, slots int, args []*program.Expr) *program.Expr {
	base := x.slots
	x.slots += slots
	for len(x.locals) < x.slots {
		x.locals = append(x.locals, anything)
	}
	handed := make([]*program.Expr, len(args))
	for i, a := range args {
		handed[i] = a
		if !simple(a) {
			handed[i] = &program.Expr{Op: program.OpLocal, Type: a.Type, Span: a.Span, Index: base + i}
		}
	}
	out := moved(e, handed, base)
	for i := len(args) - 1; i >= 0; i-- {
		if !simple(args[i]) {
			out = &program.Expr{Op: program.OpLet, Type: out.Type, Span: out.Span, Index: base + i, Args: []*program.Expr{args[i], out}}
		}
	}
	return out
}

// moved returns e with arguments in the place of the first locals, and the others from
// base on.
func moved(e *program.Expr, args []*program.Expr, base int) *program.Expr {
	if e.Op == program.OpLocal {
		if e.Index < len(args) {
			return args[e.Index]
		}
		return &program.Expr{Op: program.OpLocal, Type: e.Type, Span: e.Span, Index: base + e.Index}
	}
	if len(e.Args) == 0 {
		return e
	}
	out := *e
	out.Args = make([]*program.Expr, len(e.Args))
	for i, a := range e.Args {
		out.Args[i] = moved(a, args, base)
	}
	if e.Op.OverList() || e.Op == program.OpLet {
		out.Index += base
	}
	return &out
}
