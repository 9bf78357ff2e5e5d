package fastpath

import "github.com/rulec/rulec/lang/program"

// test is a condition that has been compiled to jumps; or its answer, if that is
// known.
type test struct {
	known, holds bool
	jumps        []int
}

// condition compiles a condition: the jumps are taken where its truth is when, and
// otherwise what comes next is run.
type condition func(when bool) test

func answered(holds bool) test { return test{known: true, holds: holds} }

// always is a condition whose answer is known.
func always(holds bool) condition { return func(bool) test { return answered(holds) } }

func (t test) not() test {
	t.holds = !t.holds
	return t
}

// not turns a condition round.
func not(c condition) condition { return func(when bool) test { return c(!when).not() } }

// unless compiles an expression as a test that jumps where it doesn't hold.
func (s *specializer) unless(e *program.Expr) test { return s.branch(e, false) }

// branch compiles an expression as a test that jumps where its truth is when.
func (s *specializer) branch(e *program.Expr, when bool) test { return s.condition(e)(when) }

// condition returns what compiles an expression of type bool as a test.
func (s *specializer) condition(e *program.Expr) condition {
	switch e.Op {
	case program.OpAnd:
		return s.both(s.condition(e.Args[0]), s.condition(e.Args[1]))
	case program.OpOr:
		return s.oneOf(s.condition(e.Args[0]), s.condition(e.Args[1]))
	case program.OpNot:
		return not(s.condition(e.Args[0]))
	case program.OpLess:
		return s.compare(opUnlessLess, e.Args[0], e.Args[1])
	case program.OpGreater:
		return s.compare(opUnlessLess, e.Args[1], e.Args[0])
	case program.OpLessEq:
		return s.compare(opUnlessLessEq, e.Args[0], e.Args[1])
	case program.OpGreaterEq:
		return s.compare(opUnlessLessEq, e.Args[1], e.Args[0])
	case program.OpEq:
		return s.equal(e)
	case program.OpNotEq:
		return not(s.equal(e))
	case program.OpHas:
		if len(e.Args) == 1 {
			return func(when bool) test { return s.has(s.value(e.Args[0]), e.Condition)(when) }
		}
	case program.OpIn:
		return s.among(e)
	case program.OpAny, program.OpAll:
		return s.anyAll(e)
	case program.OpBuiltin:
		switch e.Builtin {
		case program.Given:
			return not(s.isNone(e.Args[0]))
		case program.IsOut:
			return func(when bool) test { return s.isOut(s.value(e.Args[0]))(when) }
		}
	}
	if isTest(e.Op) {
		giveUp("%s", e.Span.Text())
	}
	return func(when bool) test { return s.isTrue(s.value(e))(when) }
}

// isTrue is the condition that a value of type bool holds.
func (s *specializer) isTrue(o operand) condition {
	return func(when bool) test {
		if o.known {
			return answered(o.num != 0)
		}
		return s.jumpOn(when, opUnlessTrue, s.in(o), 0)
	}
}

// ifs are the instructions that jump where those don't that jump unless.
var ifs = map[opcode]opcode{
	opUnlessLess: opIfLess, opUnlessLessEq: opIfLessEq, opUnlessEqual: opIfEqual, opUnlessTrue: opIfTrue,
}

// jumpOn emits a comparison that jumps when its truth is when.
func (s *specializer) jumpOn(when bool, op opcode, b, c uint16) test {
	if when {
		op = ifs[op]
	}
	return test{jumps: []int{s.emit(instr{op: op, b: b, c: c})}}
}

// both is the condition that two hold; the second is only looked at if the first does.
func (s *specializer) both(first, second condition) condition {
	return func(when bool) test {
		a := first(false)
		if a.known {
			if !a.holds {
				return a
			}
			return second(when)
		}
		b := second(when)
		switch {
		case !when && !b.known:
			return test{jumps: append(a.jumps, b.jumps...)}
		case !when && b.holds:
			return a
		case when && b.known && b.holds:
			b = test{jumps: []int{s.jump()}}
		}
		s.land(a.jumps...)
		return b
	}
}

// oneOf is the condition that one of two holds; the second is only looked at if the
// first doesn't.
func (s *specializer) oneOf(first, second condition) condition {
	return not(s.both(not(first), not(second)))
}

// compare is the comparison of two expressions.
func (s *specializer) compare(op opcode, a, b *program.Expr) condition {
	return func(when bool) test {
		x := s.value(a)
		return s.compared(op, x, s.value(b))(when)
	}
}

// compared is the comparison of two operands.
func (s *specializer) compared(op opcode, x, y operand) condition {
	return func(when bool) test {
		if x.known && y.known {
			switch op {
			case opUnlessLess:
				return answered(x.num < y.num)
			case opUnlessLessEq:
				return answered(x.num <= y.num)
			}
			return answered(x.num == y.num)
		}
		return s.jumpOn(when, op, s.in(x), s.in(y))
	}
}

// equal is == of values that are one number.
func (s *specializer) equal(e *program.Expr) condition {
	for i, x := range e.Args {
		switch x.Type.Kind {
		case program.List, program.Set, program.Dice:
			giveUp("%s", e.Span.Text())
		case program.Nothing:
			return s.isNone(e.Args[1-i])
		}
	}
	return s.compare(opUnlessEqual, e.Args[0], e.Args[1])
}

// isNone is the condition that a value is none.
func (s *specializer) isNone(e *program.Expr) condition {
	if e.Type.Kind == program.Number || e.Type.Kind == program.List || e.Type.Kind == program.Set {
		giveUp("%s", e.Span.Text())
	}
	return func(when bool) test { return s.compared(opUnlessEqual, s.value(e), known(0))(when) }
}

// among is x in [a, b, ..].
func (s *specializer) among(e *program.Expr) condition {
	if e.Args[1].Op != program.OpList {
		giveUp("%s", e.Span.Text())
	}
	return func(when bool) test {
		x := s.value(e.Args[0])
		c := always(false)
		for _, a := range e.Args[1].Args {
			c = s.oneOf(c, func(when bool) test { return s.compared(opUnlessEqual, x, s.value(a))(when) })
		}
		return c(when)
	}
}

// has is the condition that somebody has a condition: nothing is ever applied in a
// plain fight, so only those that follow from a formula are in question.
func (s *specializer) has(who operand, x *program.Condition) condition {
	if who.known && who.num == 0 {
		s.impossible()
		return always(false)
	}
	c := always(false)
	for _, d := range append([]*program.Condition{x}, x.DerivedParents...) {
		if d.While != nil && (d.Bearer == nil || d.Bearer == s.program.Creature) {
			c = s.oneOf(c, s.holds(d.While, who))
		}
	}
	return c
}
