package compile

import (
	"slices"

	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/lang/program"
)

// isTest tells whether an expression comes out of jumps alone.
func isTest(e *program.Expr) bool {
	switch e.Op {
	case program.OpLess, program.OpGreater, program.OpLessEq, program.OpGreaterEq, program.OpEq, program.OpNotEq,
		program.OpAnd, program.OpOr, program.OpNot, program.OpHas, program.OpIn, program.OpAny, program.OpAll, program.OpIs:
		return true
	case program.OpIf, program.OpLet:
		return e.Type.Kind == program.Bool
	}
	return e.Op == program.OpBuiltin && e.Builtin == program.Given
}

// truth puts 1 or 0 into a register.
func (g *generator) truth(e *program.Expr, dst uint8) {
	no, end := newLabel(), newLabel()
	g.jump(e, no, false)
	g.emit(code.Instr{Op: code.OpConst, A: dst, K: 1})
	g.jumpTo(end, code.Instr{Op: code.OpJump})
	g.place(no)
	g.emit(code.Instr{Op: code.OpConst, A: dst})
	g.place(end)
}

// jump makes code that jumps if e comes out as wanted, and goes on behind it if not.
func (g *generator) jump(e *program.Expr, to *label, want bool) {
	defer g.scratch()()
	outer := g.expr
	g.expr = e
	defer func() { g.expr = outer }()
	switch e.Op {
	case program.OpConst:
		if (e.Num != 0) == want {
			g.jumpTo(to, code.Instr{Op: code.OpJump})
		}
	case program.OpNot:
		g.jump(e.Args[0], to, !want)
	case program.OpAnd, program.OpOr:
		g.jumpBoth(e, to, want)
	case program.OpLess:
		g.compare(code.OpLess, e.Args[0], e.Args[1], to, want)
	case program.OpGreater:
		g.compare(code.OpLess, e.Args[1], e.Args[0], to, want)
	case program.OpLessEq:
		g.compare(code.OpLessEq, e.Args[0], e.Args[1], to, want)
	case program.OpGreaterEq:
		g.compare(code.OpLessEq, e.Args[1], e.Args[0], to, want)
	case program.OpEq:
		g.jumpEqual(e, to, want)
	case program.OpNotEq:
		g.jumpEqual(e, to, !want)
	case program.OpIf:
		no, end := newLabel(), newLabel()
		g.jump(e.Args[0], no, false)
		g.jump(e.Args[1], to, want)
		g.jumpTo(end, code.Instr{Op: code.OpJump})
		g.place(no)
		g.jump(e.Args[2], to, want)
		g.place(end)
	case program.OpLet:
		g.let(e, func() { g.jump(e.Args[1], to, want) })
	case program.OpHas:
		g.jumpHas(e, to, want)
	case program.OpIn:
		g.jumpIn(e, to, want)
	case program.OpAny, program.OpAll:
		g.jumpAny(e, to, want)
	case program.OpIs:
		g.jumpIs(e, to, want)
	case program.OpQuantity:
		q := g.Quantities[e.Quantity.Index]
		if !g.inlines(q) {
			g.branch(g.value(e), to, want)
			return
		}
		g.inline(q, e, func(value *program.Expr) { g.jump(value, to, want) })
	default:
		if e.Op == program.OpBuiltin && e.Builtin == program.Given {
			g.jumpGiven(e, to, want)
			return
		}
		g.branch(g.value(e), to, want)
	}
}

// branch jumps if a register is, or isn't, 0.
func (g *generator) branch(r uint8, to *label, want bool) {
	g.jumpTo(to, code.Instr{Op: either(want, code.OpJumpIf, code.OpJumpIfNot), B: r})
}

// either returns the first of two values, or the second.
func either[T any](first bool, a, b T) T {
	if first {
		return a
	}
	return b
}

// jumpBoth makes and, and or: what decides by itself leaves the other out.
func (g *generator) jumpBoth(e *program.Expr, to *label, want bool) {
	if (e.Op == program.OpOr) == want {
		g.jump(e.Args[0], to, want)
		g.jump(e.Args[1], to, want)
		return
	}
	decided := newLabel()
	g.jump(e.Args[0], decided, !want)
	g.jump(e.Args[1], to, want)
	g.place(decided)
}

// compare makes < and <=, whose other forms are these with their sides changed.
func (g *generator) compare(op code.Opcode, a, b *program.Expr, to *label, want bool) {
	less := op == code.OpLess
	switch {
	case b.Op == program.OpConst:
		op = either(want, either(less, code.OpLessK, code.OpLessEqK), either(less, code.OpGreaterEqK, code.OpGreaterK))
		g.jumpTo(to, code.Instr{Op: op, B: g.value(a), K: b.Num})
	case a.Op == program.OpConst:
		op = either(want, either(less, code.OpGreaterK, code.OpGreaterEqK), either(less, code.OpLessEqK, code.OpLessK))
		g.jumpTo(to, code.Instr{Op: op, B: g.value(b), K: a.Num})
	default:
		op = either(want, op, either(less, code.OpNotLess, code.OpNotLessEq))
		x := g.value(a)
		g.jumpTo(to, code.Instr{Op: op, B: x, C: g.value(b)})
	}
}

// jumpEqual makes == of any type. Lists are equal when their elements are; no number at all (an
// absent clock time) equals none.
func (g *generator) jumpEqual(e *program.Expr, to *label, want bool) {
	a, b := e.Args[0], e.Args[1]
	if code.IsList(a.Type) || code.IsList(b.Type) {
		r := g.register()
		g.call(r, &code.Call{Do: code.FnEqualLists}, a, b)
		g.branch(r, to, want)
		return
	}
	if a.Type.Kind == program.Nothing || a.Op == program.OpConst {
		a, b = b, a
	}
	switch {
	case b.Type.Kind == program.Nothing && a.Type.Kind == program.Number:
		g.jumpAbsent(g.value(a), to, want)
	case b.Type.Kind == program.Nothing:
		g.branch(g.value(a), to, !want)
	case b.Op == program.OpConst:
		g.jumpTo(to, code.Instr{Op: either(want, code.OpEqualK, code.OpNotEqualK), B: g.value(a), K: b.Num})
	default:
		x := g.value(a)
		g.jumpTo(to, code.Instr{Op: either(want, code.OpEqual, code.OpNotEqual), B: x, C: g.value(b)})
	}
}

// jumpAbsent jumps if a number stands for none: see [absent].
func (g *generator) jumpAbsent(r uint8, to *label, want bool) {
	yes := to
	if !want {
		yes = newLabel()
	}
	g.jumpTo(yes, code.Instr{Op: code.OpEqualK, B: r, K: number.None})
	g.jumpTo(yes, code.Instr{Op: code.OpEqualK, B: r, K: program.Absent})
	g.jumpTo(to, code.Instr{Op: either(want, code.OpNotEqual, code.OpEqual), B: r, C: r}) // only what is no number isn't itself
	if !want {
		g.place(yes)
	}
}

// jumpGiven makes given(x), which looks at a field as it is, stated or not.
func (g *generator) jumpGiven(e *program.Expr, to *label, want bool) {
	a := e.Args[0]
	var r uint8
	if a.Op == program.OpField && mayLack(a) {
		r = g.register()
		g.expr = a
		g.cellOf(a, r)
		g.expr = e
	} else {
		r = g.value(a)
	}
	if a.Type.Kind == program.Number {
		g.jumpAbsent(r, to, !want)
		return
	}
	g.branch(r, to, want)
}

func (g *generator) jumpHas(e *program.Expr, to *label, want bool) {
	x := g.compiler.Conditions[e.Condition.Index]
	if len(e.Args) > 1 {
		r := g.register()
		g.call(r, &code.Call{Do: code.FnInstanceBy, Number: x.Index}, e.Args...)
		g.branch(r, to, want)
		return
	}
	g.jumpCondition(g.value(e.Args[0]), x, to, want)
}

// jumpCondition jumps if the thing in a register has, or hasn't, a condition.
func (g *generator) jumpCondition(who uint8, x *code.Condition, to *label, want bool) {
	if x.Holds == nil && len(x.Parents) == 0 {
		g.jumpTo(to, code.Instr{Op: either(want, code.OpHolds, code.OpHoldsNot), B: who, K: float64(x.Index)})
		return
	}
	g.jumpTo(to, code.Instr{Op: either(want, code.OpHas, code.OpHasNot), B: who, C: g.conditionNumber(x)})
}

// conditionNumber returns where a condition stands in the table of the code.
func (g *generator) conditionNumber(x *code.Condition) uint8 {
	k := slices.Index(g.Instructions.Conditions, x)
	if k < 0 {
		k = len(g.Instructions.Conditions)
		g.Instructions.Conditions = append(g.Instructions.Conditions, x)
	}
	if k > 255 {
		panic(tooLarge{})
	}
	return uint8(k)
}

// jumpIs makes x is D: nobody is made from anything.
func (g *generator) jumpIs(e *program.Expr, to *label, want bool) {
	who := g.value(e.Args[0])
	def := g.value(e.Args[1])
	made, no := g.register(), to
	if want {
		no = newLabel()
	}
	g.jumpTo(no, code.Instr{Op: code.OpJumpIfNot, B: who})
	g.emit(code.Instr{Op: code.OpMadeFrom, A: made, B: who})
	g.jumpTo(to, code.Instr{Op: either(want, code.OpEqual, code.OpNotEqual), B: made, C: def})
	if want {
		g.place(no)
	}
}

// jumpIn makes x in L. Sets that things hold are asked directly.
func (g *generator) jumpIn(e *program.Expr, to *label, want bool) {
	x, list := e.Args[0], e.Args[1]
	if elements, ok := fixedElements(list); ok {
		g.jumpAmong(g.value(x), elements, to, want)
		return
	}
	if list.Type.Kind == program.Set && len(list.Args) <= 1 {
		if r, ok := g.inSet(x, list); ok {
			g.branch(r, to, want)
			return
		}
	}
	v := g.value(x)
	g.search(to, want, func(found *label) {
		g.each(list, func(element uint8) { g.jumpTo(found, code.Instr{Op: code.OpEqual, B: v, C: element}) })
	})
}

// search makes code that goes through something and jumps to found if it is there; then, or
// otherwise, it jumps on.
func (g *generator) search(to *label, want bool, through func(found *label)) {
	if want {
		through(to)
		return
	}
	found := newLabel()
	through(found)
	g.jumpTo(to, code.Instr{Op: code.OpJump})
	g.place(found)
}

// jumpAmong jumps if a register is, or isn't, one of some numbers.
func (g *generator) jumpAmong(r uint8, elements []float64, to *label, want bool) {
	g.search(to, want, func(found *label) {
		for _, k := range elements {
			g.jumpTo(found, code.Instr{Op: code.OpEqualK, B: r, K: k})
		}
	})
}

// fixedElements returns the elements of a list that is written down, if all of them
// are known before play.
func fixedElements(list *program.Expr) ([]float64, bool) {
	if list.Op != program.OpList {
		return nil, false
	}
	elements := make([]float64, len(list.Args))
	for i, x := range list.Args {
		if x.Op != program.OpConst {
			return nil, false
		}
		elements[i] = x.Num
	}
	return elements, true
}

// inSet makes code that looks whether x is in a set that a record holds; ok is false if the set is
// worked out in another way.
func (g *generator) inSet(x, set *program.Expr) (r uint8, ok bool) {
	r = g.register()
	switch {
	case set.Op == program.OpOwn:
		g.call(r, &code.Call{Do: code.FnInOwnSet, Field: g.fieldOf(set.Field)}, x)
	case set.Op != program.OpField || set.Args[0].Type.Kind == program.Definition:
		return r, false
	case set.Args[0].Type.Kind == program.ThingType:
		v, outer := g.value(x), g.expr
		who := g.value(set.Args[0])
		g.expr = set
		g.emit(code.Instr{Op: code.OpInSet, A: r, B: v, C: who, N: int32(set.Field.Cell)})
		g.expr = outer
	default:
		g.call(r, &code.Call{Do: code.FnInRecordSet, Field: g.fieldOf(set.Field)}, x, set.Args[0])
	}
	return r, true
}

// jumpAny makes any and all: the first element that decides ends the search.
func (g *generator) jumpAny(e *program.Expr, to *label, want bool) {
	decides := e.Op == program.OpAny
	g.search(to, decides == want, func(found *label) {
		g.each(e.Args[0], func(x uint8) {
			g.bind(e.Index, x, func() { g.jump(e.Args[1], found, decides) })
		})
	})
}
