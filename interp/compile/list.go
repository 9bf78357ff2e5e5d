package compile

import (
	"math"

	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/lang/program"
)

// makesLists tells whether working e out makes lists that have to be dropped afterwards. What is
// only gone through is no list.
func makesLists(e *program.Expr) bool {
	switch e.Op {
	case program.OpAny, program.OpAll, program.OpCountIf, program.OpSumOf, program.OpFind, program.OpMost, program.OpLeast, program.OpHighest, program.OpLowest:
		return walkMakesLists(e.Args[0]) || makesLists(e.Args[1])
	case program.OpIn:
		_, fixed := fixedElements(e.Args[1])
		return makesLists(e.Args[0]) || !fixed && walkMakesLists(e.Args[1])
	case program.OpBuiltin:
		if e.Builtin == program.Length || e.Builtin == program.First {
			return walkMakesLists(e.Args[0])
		}
	}
	if code.IsList(e.Type) && !holdsList(e) {
		return true
	}
	for _, a := range e.Args {
		if makesLists(a) {
			return true
		}
	}
	return false
}

// holdsList tells whether a list is read from where it is kept.
func holdsList(e *program.Expr) bool {
	switch e.Op {
	case program.OpLocal, program.OpConst:
		return true
	case program.OpField, program.OpOwn:
		return e.Type.Kind == program.List
	}
	return false
}

// walkMakesLists does the same for a list that is gone through.
func walkMakesLists(list *program.Expr) bool {
	switch {
	case list.Op == program.OpFilter, list.Op == program.OpMapTo:
		return walkMakesLists(list.Args[0]) || makesLists(list.Args[1])
	case isCrowd(list):
		return len(list.Args) > 0 && makesLists(list.Args[0])
	}
	return makesLists(list)
}

// isCrowd tells whether a list is that of all creatures, or of those among them who stand on some side.
func isCrowd(e *program.Expr) bool {
	if e.Op != program.OpBuiltin {
		return false
	}
	switch e.Builtin {
	case program.Foes, program.Allies, program.Combatants, program.Everyone:
		return true
	}
	return false
}

// each makes a loop over the elements of a list: body is made for the register that has the
// element.
func (g *generator) each(list *program.Expr, body func(element uint8)) { g.loop(list, func() {}, body) }

// loop is each where something is begun between the working out of the list and the first round.
func (g *generator) loop(list *program.Expr, begin func(), body func(element uint8)) {
	defer g.scratch()()
	switch list.Op {
	case program.OpFilter:
		g.loop(list.Args[0], begin, func(x uint8) {
			out := newLabel()
			g.bind(list.Index, x, func() { g.jumpDropping(list.Args[1], out) })
			body(x)
			g.place(out)
		})
		return
	case program.OpMapTo:
		g.loop(list.Args[0], begin, func(x uint8) {
			r := g.register()
			g.bind(list.Index, x, func() {
				g.dropping(makesLists(list.Args[1]), func() { g.into(list.Args[1], r) })
			})
			body(r)
		})
		return
	}
	first := g.room(2)
	element, at := first, first+1
	next := code.Instr{A: element, B: at}
	outer := g.expr
	g.expr = list
	if isCrowd(list) {
		next.Op, next.C = g.crowd(list, at)
	} else {
		next.Op, next.C = code.OpNextItem, g.value(list)
		g.emit(code.Instr{Op: code.OpConst, A: at})
	}
	begin()
	g.rounds(next, func() {
		g.expr = outer
		body(element)
		g.expr = list
	})
	g.expr = outer
}

// rounds makes a loop: next goes on with a round, or not.
func (g *generator) rounds(next code.Instr, body func()) {
	round, test := newLabel(), newLabel()
	g.jumpTo(test, code.Instr{Op: code.OpJump})
	g.place(round)
	body()
	g.place(test)
	g.jumpTo(round, next)
}

// crowd begins a loop over creatures.
func (g *generator) crowd(list *program.Expr, at uint8) (next code.Opcode, of uint8) {
	switch list.Builtin {
	case program.Everyone:
		g.emit(code.Instr{Op: code.OpConst, A: at})
		return code.OpNextCreature, 0
	case program.Combatants:
		g.emit(code.Instr{Op: code.OpStanding, A: at})
		return code.OpNextStanding, 0
	}
	of = g.value(list.Args[0])
	g.emit(code.Instr{Op: code.OpMustBe, B: of})
	g.emit(code.Instr{Op: code.OpStanding, A: at})
	if list.Builtin == program.Foes {
		return code.OpNextFoe, of
	}
	return code.OpNextAlly, of
}

// dropping makes what body makes, and drops the lists that that made.
func (g *generator) dropping(drops bool, body func()) {
	if !drops {
		body()
		return
	}
	mark := g.room(3)
	g.emit(code.Instr{Op: code.OpMark, A: mark})
	body()
	g.emit(code.Instr{Op: code.OpRelease, A: mark})
}

// jumpDropping jumps if a test fails, and drops the lists that it made either way.
func (g *generator) jumpDropping(test *program.Expr, to *label) {
	if !makesLists(test) {
		g.jump(test, to, false)
		return
	}
	r := g.register()
	g.dropping(true, func() { g.into(test, r) })
	g.branch(r, to, false)
}

// list makes the operations on lists.
func (g *generator) list(e *program.Expr, dst uint8) {
	switch e.Op {
	case program.OpList:
		g.emit(code.Instr{Op: code.OpListBegin})
		for _, a := range e.Args {
			free := g.scratch()
			r := g.register()
			g.dropping(makesLists(a), func() { g.into(a, r) })
			g.emit(code.Instr{Op: code.OpListPush, B: r})
			free()
		}
		g.emit(code.Instr{Op: code.OpListEnd, A: dst})
	case program.OpFilter, program.OpMapTo:
		g.gather(e, dst)
	case program.OpRange:
		g.call(dst, &code.Call{Do: code.FnRangeOf}, e.Args...)
	case program.OpIndex:
		if list, at := e.Args[0], e.Args[1]; list.Builtin == program.Faces && list.Op == program.OpBuiltin && at.Op == program.OpConst && at.Num >= 0 && at.Num == math.Floor(at.Num) {
			g.rolled(list, int(at.Num), dst)
			return
		}
		g.two(code.OpElement, e, dst)
	case program.OpSortBy:
		from := g.register()
		g.emit(code.Instr{Op: code.OpSortFrom, A: from})
		g.over(e, func(r, x uint8) { g.emit(code.Instr{Op: code.OpKeyed, B: x, C: r}) })
		g.emit(code.Instr{Op: code.OpSorted, A: dst, B: from})
	case program.OpCountIf:
		g.count(e, dst)
	case program.OpFind:
		g.find(e, dst)
	case program.OpSumOf:
		g.emit(code.Instr{Op: code.OpConst, A: dst})
		g.over(e, func(r, _ uint8) { g.emit(code.Instr{Op: code.OpSum, A: dst, B: dst, C: r}) })
	case program.OpMost, program.OpLeast, program.OpHighest, program.OpLowest:
		g.extreme(e, dst)
	default:
		panic("interp: no such operation in " + e.Span.Text())
	}
}

// gather makes a list of what a loop comes by.
func (g *generator) gather(list *program.Expr, dst uint8) {
	g.loop(list, func() { g.emit(code.Instr{Op: code.OpListBegin}) }, func(x uint8) { g.emit(code.Instr{Op: code.OpListPush, B: x}) })
	g.emit(code.Instr{Op: code.OpListEnd, A: dst})
}

// over makes a loop that works something out for each element of a list.
func (g *generator) over(e *program.Expr, each func(value, element uint8)) {
	r := g.register()
	g.each(e.Args[0], func(x uint8) {
		g.bind(e.Index, x, func() {
			g.dropping(makesLists(e.Args[1]), func() { g.into(e.Args[1], r) })
		})
		each(r, x)
	})
}

func (g *generator) count(e *program.Expr, dst uint8) {
	g.emit(code.Instr{Op: code.OpConst, A: dst})
	g.each(e.Args[0], func(x uint8) {
		out := newLabel()
		g.bind(e.Index, x, func() { g.jumpDropping(e.Args[1], out) })
		g.emit(code.Instr{Op: code.OpSumK, A: dst, B: dst, K: 1})
		g.place(out)
	})
}

func (g *generator) find(e *program.Expr, dst uint8) {
	end := newLabel()
	g.emit(code.Instr{Op: code.OpConst, A: dst})
	g.each(e.Args[0], func(x uint8) {
		out := newLabel()
		g.bind(e.Index, x, func() { g.jumpDropping(e.Args[1], out) })
		g.emit(code.Instr{Op: code.OpCopy, A: dst, B: x})
		g.jumpTo(end, code.Instr{Op: code.OpJump})
		g.place(out)
	})
	g.place(end)
}

// extreme makes most, least, highest and lowest: the first of equals counts; of none they are 0.
func (g *generator) extreme(e *program.Expr, dst uint8) {
	low := e.Op == program.OpLeast || e.Op == program.OpLowest
	element := e.Op == program.OpMost || e.Op == program.OpLeast
	best, before := dst, math.Inf(-1)
	if low {
		before = math.Inf(1)
	}
	if element {
		best = g.register()
		g.emit(code.Instr{Op: code.OpConst, A: dst})
	}
	g.emit(code.Instr{Op: code.OpConst, A: best, K: before})
	g.over(e, func(r, x uint8) {
		worse := newLabel()
		if low {
			g.jumpTo(worse, code.Instr{Op: code.OpNotLess, B: r, C: best})
		} else {
			g.jumpTo(worse, code.Instr{Op: code.OpNotLess, B: best, C: r})
		}
		g.emit(code.Instr{Op: code.OpCopy, A: best, B: r})
		if element {
			g.emit(code.Instr{Op: code.OpCopy, A: dst, B: x})
		}
		g.place(worse)
	})
	if element {
		return
	}
	some := newLabel()
	g.jumpTo(some, code.Instr{Op: code.OpNotEqualK, B: dst, K: before})
	g.emit(code.Instr{Op: code.OpConst, A: dst})
	g.place(some)
}
