package interp

import (
	"slices"

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
	g.emit(instr{op: opConst, a: dst, k: 1})
	g.jumpTo(end, instr{op: opJump})
	g.place(no)
	g.emit(instr{op: opConst, a: dst})
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
			g.jumpTo(to, instr{op: opJump})
		}
	case program.OpNot:
		g.jump(e.Args[0], to, !want)
	case program.OpAnd, program.OpOr:
		g.jumpBoth(e, to, want)
	case program.OpLess:
		g.compare(opLess, e.Args[0], e.Args[1], to, want)
	case program.OpGreater:
		g.compare(opLess, e.Args[1], e.Args[0], to, want)
	case program.OpLessEq:
		g.compare(opLessEq, e.Args[0], e.Args[1], to, want)
	case program.OpGreaterEq:
		g.compare(opLessEq, e.Args[1], e.Args[0], to, want)
	case program.OpEq:
		g.jumpEqual(e, to, want)
	case program.OpNotEq:
		g.jumpEqual(e, to, !want)
	case program.OpIf:
		no, end := newLabel(), newLabel()
		g.jump(e.Args[0], no, false)
		g.jump(e.Args[1], to, want)
		g.jumpTo(end, instr{op: opJump})
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
		q := g.quantityFor(e.Quantity)
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
	g.jumpTo(to, instr{op: either(want, opJumpIf, opJumpIfNot), b: r})
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
func (g *generator) compare(op opcode, a, b *program.Expr, to *label, want bool) {
	less := op == opLess
	switch {
	case b.Op == program.OpConst:
		op = either(want, either(less, opLessK, opLessEqK), either(less, opGreaterEqK, opGreaterK))
		g.jumpTo(to, instr{op: op, b: g.value(a), k: b.Num})
	case a.Op == program.OpConst:
		op = either(want, either(less, opGreaterK, opGreaterEqK), either(less, opLessEqK, opLessK))
		g.jumpTo(to, instr{op: op, b: g.value(b), k: a.Num})
	default:
		op = either(want, op, either(less, opNotLess, opNotLessEq))
		x := g.value(a)
		g.jumpTo(to, instr{op: op, b: x, c: g.value(b)})
	}
}

// jumpEqual makes == of any type. Lists are equal when their elements are; no number at all (an
// absent clock time) equals none.
func (g *generator) jumpEqual(e *program.Expr, to *label, want bool) {
	a, b := e.Args[0], e.Args[1]
	if isList(a.Type) || isList(b.Type) {
		r := g.register()
		g.call(r, &call{do: fnEqualLists}, a, b)
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
		g.jumpTo(to, instr{op: either(want, opEqualK, opNotEqualK), b: g.value(a), k: b.Num})
	default:
		x := g.value(a)
		g.jumpTo(to, instr{op: either(want, opEqual, opNotEqual), b: x, c: g.value(b)})
	}
}

// jumpAbsent jumps if a number stands for none: see [absent].
func (g *generator) jumpAbsent(r uint8, to *label, want bool) {
	yes := to
	if !want {
		yes = newLabel()
	}
	g.jumpTo(yes, instr{op: opEqualK, b: r, k: number.None})
	g.jumpTo(yes, instr{op: opEqualK, b: r, k: program.Absent})
	g.jumpTo(to, instr{op: either(want, opNotEqual, opEqual), b: r, c: r}) // only what is no number isn't itself
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
	x := g.compiler.conditions[e.Condition.Index]
	if len(e.Args) > 1 {
		r := g.register()
		g.call(r, &call{do: fnInstanceBy, number: x.Index}, e.Args...)
		g.branch(r, to, want)
		return
	}
	g.jumpCondition(g.value(e.Args[0]), x, to, want)
}

// jumpCondition jumps if the thing in a register has, or hasn't, a condition.
func (g *generator) jumpCondition(who uint8, x *condition, to *label, want bool) {
	if x.holds == nil && len(x.parents) == 0 {
		g.jumpTo(to, instr{op: either(want, opHolds, opHoldsNot), b: who, k: float64(x.Index)})
		return
	}
	g.jumpTo(to, instr{op: either(want, opHas, opHasNot), b: who, c: g.conditionNumber(x)})
}

// conditionNumber returns where a condition stands in the table of the code.
func (g *generator) conditionNumber(x *condition) uint8 {
	k := slices.Index(g.code.conditions, x)
	if k < 0 {
		k = len(g.code.conditions)
		g.code.conditions = append(g.code.conditions, x)
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
	g.jumpTo(no, instr{op: opJumpIfNot, b: who})
	g.emit(instr{op: opMadeFrom, a: made, b: who})
	g.jumpTo(to, instr{op: either(want, opEqual, opNotEqual), b: made, c: def})
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
		g.each(list, func(element uint8) { g.jumpTo(found, instr{op: opEqual, b: v, c: element}) })
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
	g.jumpTo(to, instr{op: opJump})
	g.place(found)
}

// jumpAmong jumps if a register is, or isn't, one of some numbers.
func (g *generator) jumpAmong(r uint8, elements []float64, to *label, want bool) {
	g.search(to, want, func(found *label) {
		for _, k := range elements {
			g.jumpTo(found, instr{op: opEqualK, b: r, k: k})
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
		g.call(r, &call{do: fnInOwnSet, field: g.fieldOf(set.Field)}, x)
	case set.Op != program.OpField || set.Args[0].Type.Kind == program.Definition:
		return r, false
	case set.Args[0].Type.Kind == program.ThingType:
		v, outer := g.value(x), g.expr
		who := g.value(set.Args[0])
		g.expr = set
		g.emit(instr{op: opInSet, a: r, b: v, c: who, n: int32(set.Field.Cell)})
		g.expr = outer
	default:
		g.call(r, &call{do: fnInRecordSet, field: g.fieldOf(set.Field)}, x, set.Args[0])
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
