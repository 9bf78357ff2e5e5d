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
	a *analysis
	// quantities and procs are variants, by what they are asked for and handed; nil while one
	// is being made.
	quantities map[string]*variant
	procs      map[string]*program.Proc
	// What has been made, by what it is like, so that nothing is made twice.
	formulas map[string]*program.Formula
	routines map[string]*program.Routine
	alike    map[string]*program.Quantity
	running  map[*program.Routine]*program.Proc
	// numbers tell what formulas point to apart.
	numbers map[any]int
	// total tells of quantities and conditions whether they can be worked out.
	total map[string]bool
}

// Folder returns a folder; nil if nothing is certain.
func (f *Facts) Folder() *Folder {
	if f.a == nil {
		return nil
	}
	return &Folder{
		a: f.a.aside(), quantities: map[string]*variant{}, procs: map[string]*program.Proc{},
		formulas: map[string]*program.Formula{}, routines: map[string]*program.Routine{},
		alike: map[string]*program.Quantity{}, running: map[*program.Routine]*program.Proc{},
		numbers: map[any]int{}, total: map[string]bool{},
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
	return g.folding(src, self, it, own).works(src.Expr)
}

// Names tells whether a formula certainly comes to something, and not to none.
func (g *Folder) Names(src *program.Formula, self int, it float64, own Own) bool {
	x := g.folding(src, self, it, own)
	return x.works(src.Expr) && x.isSomething(src.Expr)
}

// Bounds tells whether a bound of a pool, or of any member of its family, can certainly be
// worked out for a thing.
func (g *Folder) Bounds(src *program.Formula, self int) bool {
	x := g.folding(src, self, 0, Own{})
	if each := inputNamed(src.Inputs, "each"); each >= 0 {
		if members, ok := g.a.domain(src.Inputs[each].Type); ok {
			x.set(each, oneOf(members).without(0))
		}
	}
	return x.works(src.Expr)
}

func (g *Folder) folding(src *program.Formula, self int, it float64, own Own) *folding {
	f := g.a.frameOf(src, g.somebody(self), numbered(int(it)))
	f.own = own.values
	return &folding{Folder: g, frame: f, slots: len(f.locals)}
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

// value works an expression out, with a fresh allowance of work.
func (x *folding) value(e *program.Expr) value { return x.a.start(e, x.frame) }

// constant returns e as a constant, if it comes to a number that stands for itself.
func (x *folding) constant(e *program.Expr) *program.Expr {
	switch e.Type.Kind {
	case program.Dice, program.List, program.Set, program.MapType, program.Text, program.Act, program.Plan, program.Instance,
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
	case e.Op == program.OpLet:
		return x.let(e)
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
	if x.depth >= deepestFold {
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

// let folds a value with a name and what is worked out with it: a value that is known
// stands where its name does.
func (x *folding) let(e *program.Expr) *program.Expr {
	named := x.expr(e.Args[0])
	if named.Op == program.OpConst {
		return x.expr(placed(e.Args[1], e.Index, named))
	}
	outer := x.local(e.Index)
	x.set(e.Index, x.value(e.Args[0]))
	body := x.expr(e.Args[1])
	x.set(e.Index, outer)
	return with(e, []*program.Expr{named, body})
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
