package sense

import (
	"math"

	"github.com/rulec/rulec/lang/program"
)

// test returns whether a comparison holds always, never or neither, and says so where it is
// decided by what the ruleset says of its two sides.
func (r *ranges) test(x *program.Expr) interval {
	a, b := x.Args[0], x.Args[1]
	left := r.value(a)
	if x.Op == program.OpIn {
		r.value(b)
		list := r.elements(b)
		return r.say(x, truthOf(false, left.meet(list).isEmpty()), left.isEmpty())
	}
	right := r.value(b)
	gap := r.gap(a, b, left.minus(right))
	var v interval
	switch x.Op {
	case program.OpLess:
		v = truthOf(gap.high < 0, gap.low >= 0)
	case program.OpLessEq:
		v = truthOf(gap.high <= 0, gap.low > 0)
	case program.OpGreater:
		v = truthOf(gap.low > 0, gap.high <= 0)
	case program.OpGreaterEq:
		v = truthOf(gap.low >= 0, gap.high < 0)
	case program.OpEq:
		v = truthOf(gap == point(0), !gap.has(0))
	case program.OpNotEq:
		v = truthOf(!gap.has(0), gap == point(0))
	}
	return r.say(x, v, gap.isEmpty())
}

// say reports a test that is decided without the facts of this place, and returns how. Where facts contradict
// each other that has been said already.
func (r *ranges) say(x *program.Expr, v interval, lost bool) interval {
	if lost {
		return eitherWay
	}
	if v.isPoint() && r.quiet == 0 && readsAny(x) && r.alone(x) == v {
		r.strict = v == alwaysDoes
		sure := r.alone(x) == v
		r.strict = false
		if !sure {
			return eitherWay
		}
		r.decided(x, v)
	}
	return v
}

// readsAny reports whether x reads anything beside what is written in it.
func readsAny(x *program.Expr) bool {
	for e := range x.All() {
		if len(e.Args) == 0 && e.Op != program.OpConst && e.Op != program.OpDice {
			return true
		}
	}
	return false
}

// gap is how much a is more than b, with what is known of that here.
func (r *ranges) gap(a, b *program.Expr, gap interval) interval {
	if same(a, b) {
		return point(0)
	}
	if isMost(a, b) {
		gap.high = min(gap.high, 0)
	}
	if isMost(b, a) {
		gap.low = max(gap.low, 0)
	}
	for _, f := range r.facts {
		switch {
		case f.less == nil:
		case same(f.x, a) && same(f.less, b):
			gap = gap.meet(f.in)
		case same(f.x, b) && same(f.less, a):
			gap = gap.meet(f.in.negated())
		}
	}
	return gap
}

// isMost reports whether b is what says how much a pool can hold, such as a param, which may be set otherwise.
func isMost(pool, b *program.Expr) bool {
	if pool.Op != program.OpField || pool.Field.Pool == nil || pool.Field.Pool.Max == nil || b.Op != program.OpConst {
		return false
	}
	most := pool.Field.Pool.Max.Expr
	return most.Op == program.OpConst && most.Num == b.Num && most.Span.Text() == b.Span.Text()
}

// elements is where the elements of a written list lie.
func (r *ranges) elements(list *program.Expr) interval {
	switch {
	case list.Op == program.OpRange:
		return interval{r.value(list.Args[0]).low, r.value(list.Args[1]).high}
	case list.Op == program.OpList && len(list.Args) > 0:
		v := r.value(list.Args[0])
		for _, x := range list.Args[1:] {
			v = v.join(r.value(x))
		}
		return v
	}
	return anyNumber
}

// both returns what `and` and `or` come to: the second part counts only where the first doesn't decide.
func (r *ranges) both(x *program.Expr) interval {
	and := x.Op == program.OpAnd
	decides := truthOf(!and, and)
	first := r.value(x.Args[0])
	known := len(r.facts)
	r.assume(x.Args[0], and)
	second := r.value(x.Args[1])
	r.facts = r.facts[:known:known]
	switch {
	case first == decides:
		return decides
	case second != decides:
		if first.isPoint() {
			return second
		}
		if second.isPoint() {
			return first
		}
		return eitherWay
	}
	if r.quiet == 0 && r.alone(x.Args[1]) != decides {
		r.clash(x, decides)
	}
	return decides
}

// alone works x out without facts.
func (r *ranges) alone(x *program.Expr) interval {
	facts := r.facts
	r.facts = nil
	r.quiet++
	v := r.value(x)
	r.quiet--
	r.facts = facts
	return v
}

// either returns what an if comes to.
func (r *ranges) either(x *program.Expr) interval {
	holds := r.value(x.Args[0])
	known := len(r.facts)
	r.assume(x.Args[0], true)
	then := r.value(x.Args[1])
	r.facts = r.facts[:known:known]
	r.assume(x.Args[0], false)
	other := r.value(x.Args[2])
	r.facts = r.facts[:known:known]
	switch holds {
	case alwaysDoes:
		return then
	case neverHolds:
		return other
	}
	return then.join(other)
}

// assume notes what is so where x holds, or doesn't.
func (r *ranges) assume(x *program.Expr, holds bool) {
	switch {
	case x.Op == program.OpNot:
		r.assume(x.Args[0], !holds)
	case x.Op == program.OpAnd && holds, x.Op == program.OpOr && !holds:
		r.assume(x.Args[0], holds)
		r.assume(x.Args[1], holds)
	case x.Op >= program.OpLess && x.Op <= program.OpNotEq:
		r.compared(x.Args[0], x.Args[1], x.Op, holds)
		denied := *x
		denied.Op = opposites[x.Op]
		r.facts = append(r.facts, fact{x: x, in: truthOf(holds, !holds)}, fact{x: &denied, in: truthOf(!holds, holds)})
	case x.Op == program.OpIn && holds:
		r.quiet++
		in := r.elements(x.Args[1])
		r.quiet--
		r.facts = append(r.facts, fact{x: x.Args[0], in: in})
	default:
		r.facts = append(r.facts, fact{x: x, in: truthOf(holds, !holds)})
	}
}

var opposites = map[program.Op]program.Op{
	program.OpLess: program.OpGreaterEq, program.OpGreaterEq: program.OpLess, program.OpGreater: program.OpLessEq,
	program.OpLessEq: program.OpGreater, program.OpEq: program.OpNotEq, program.OpNotEq: program.OpEq,
}

// compared notes what is so where a is less than b, and so on.
func (r *ranges) compared(a, b *program.Expr, op program.Op, holds bool) {
	if !holds {
		op = opposites[op]
	}
	r.quiet++
	left, right := r.value(a), r.value(b)
	r.quiet--
	isWhole := whole(a) && whole(b)
	note := func(x, less *program.Expr, in interval) { r.facts = append(r.facts, fact{x, less, in}) }
	switch op {
	case program.OpLess, program.OpLessEq:
		least, most, gap := left.low, right.high, 0.0
		if op == program.OpLess {
			least, most, gap = above(least, isWhole), below(most, isWhole), below(0, isWhole)
		}
		note(a, nil, interval{math.Inf(-1), most})
		note(b, nil, interval{least, math.Inf(1)})
		note(a, b, interval{math.Inf(-1), gap})
	case program.OpGreater:
		r.compared(b, a, program.OpLess, true)
	case program.OpGreaterEq:
		r.compared(b, a, program.OpLessEq, true)
	case program.OpEq:
		note(a, nil, right)
		note(b, nil, left)
		note(a, b, point(0))
	case program.OpNotEq:
		note(a, nil, without(left, right, isWhole))
		note(b, nil, without(right, left, isWhole))
	}
}

// without is an interval less a point at its edge.
func without(v, other interval, isWhole bool) interval {
	if other.isPoint() && isWhole {
		if other.low == v.low {
			v.low++
		} else if other.low == v.high {
			v.high--
		}
	}
	return v
}
