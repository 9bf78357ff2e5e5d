package vet

import (
	"math"
	"slices"

	"github.com/rulec/rulec/lang/calc"
	"github.com/rulec/rulec/lang/program"
)

// signs has where a comparison holds: where the left side is below the right one, where both are equal, where it is above.
var signs = func() map[program.Op][3]bool {
	of := map[program.Op][3]bool{}
	for op := program.OpLess; op <= program.OpNotEq; op++ {
		var holds [3]bool
		for i := range holds {
			holds[i] = calc.Compare(op, float64(i), 1)
		}
		of[op] = holds
	}
	return of
}()

// same reports whether two formulas of one frame are identical, and so have the same value.
func same(x, y *program.Expr) bool {
	return x.Op == y.Op && x.Index == y.Index && x.Num == y.Num && x.Field == y.Field && x.Quantity == y.Quantity && x.Table == y.Table &&
		x.Count == y.Count && x.Sides == y.Sides && x.Condition == y.Condition && x.Builtin == y.Builtin && x.Label == y.Label &&
		x.Type.Equal(y.Type) && slices.EqualFunc(x.Args, y.Args, same)
}

// denies reports whether y is the comparison that holds where x doesn't.
func denies(x, y *program.Expr) bool {
	a, compares := signs[x.Op]
	return compares && signs[y.Op] == [3]bool{!a[0], !a[1], !a[2]} && slices.EqualFunc(x.Args, y.Args, same)
}

// compare returns whether a comparison holds always, never or neither, and reports it unless that follows from the facts
// known here.
func (j *judge) compare(x *program.Expr, args []interval) interval {
	if args[0].isEmpty() || args[1].isEmpty() { // the facts known here contradict each other, which has been reported
		return eitherWay
	}
	holds, fails := true, true // whether each is possible
	if x.Op == program.OpIn {
		holds = !args[0].meet(j.elements(x.Args[1])).isEmpty()
	} else {
		gap := args[0].minus(args[1])
		switch a, b := x.Args[0], x.Args[1]; {
		case same(a, b):
			gap = point(0)
		case isMost(a, b):
			gap.high = min(gap.high, 0)
		case isMost(b, a):
			gap.low = max(gap.low, 0)
		}
		holds, fails = false, false
		for i, may := range []bool{gap.low < 0, gap.low <= 0 && gap.high >= 0, gap.high > 0} {
			holds = holds || may && signs[x.Op][i]
			fails = fails || may && !signs[x.Op][i]
		}
	}
	if holds && fails {
		return eitherWay
	}
	v := truth(holds)
	if j.list != nil && j.alone(x) == v {
		j.report(x, holds, "")
	}
	return v
}

// isMost reports whether b is the param for the maximum of a pool.
func isMost(pool, b *program.Expr) bool {
	if pool.Op != program.OpField || pool.Field.Pool == nil || pool.Field.Pool.Max == nil {
		return false
	}
	most := pool.Field.Pool.Max.Expr
	return b.Op == program.OpConst && same(most, b) && most.Span.Text() == b.Span.Text()
}

func truth(holds bool) interval {
	if holds {
		return alwaysDoes
	}
	return neverHolds
}

// elements returns the range of the elements of a list literal.
func (j *judge) elements(list *program.Expr) interval {
	if list.Op != program.OpRange && list.Op != program.OpList {
		return anyNumber
	}
	out := nothing
	for _, x := range list.Args {
		out = out.join(j.quietly(x))
	}
	return out
}

// both returns the result of `and` and `or`: the second part counts only where the first doesn't decide.
func (j *judge) both(x *program.Expr) interval {
	and, because := x.Op == program.OpAnd, "since not all of it can be true at once"
	if !and {
		because = "since one or the other is always true"
	}
	first := j.value(x.Args[0])
	second := j.where(x.Args[0], and, x.Args[1])
	switch decides := truth(!and); {
	case first == decides:
		return decides
	case second == decides:
		j.clash(x.Args[1], x, !and, because)
		return decides
	case first.isPoint():
		return second
	case second.isPoint():
		return first
	}
	return eitherWay
}

// where returns the range of x where another formula holds, or doesn't.
func (j *judge) where(other *program.Expr, holds bool, x *program.Expr) interval {
	known := len(j.facts)
	j.assume(other, holds)
	v := j.value(x)
	j.facts = j.facts[:known:known]
	return v
}

// clash reports a result that follows from the facts known at x, and not from x alone.
func (j *judge) clash(x, whole *program.Expr, holds bool, because string) {
	if j.list != nil && !j.alone(x).isPoint() {
		j.report(whole, holds, because)
	}
}

const taken = "since what comes before it covers all of that"

// either returns the range of an if.
func (j *judge) either(x *program.Expr) interval {
	holds := j.value(x.Args[0])
	if holds == neverHolds {
		j.clash(x.Args[0], x.Args[0], false, taken)
	}
	then, other := j.where(x.Args[0], true, x.Args[1]), j.where(x.Args[0], false, x.Args[2])
	switch holds {
	case alwaysDoes:
		return then
	case neverHolds:
		return other
	}
	return then.join(other)
}

// assume records the facts that follow if x holds, or doesn't.
func (j *judge) assume(x *program.Expr, holds bool) {
	if x.Op == program.OpNot {
		j.assume(x.Args[0], !holds)
		return
	}
	if x.Op == program.OpAnd && holds || x.Op == program.OpOr && !holds {
		j.assume(x.Args[0], holds)
		j.assume(x.Args[1], holds)
		return
	}
	j.facts = append(j.facts, fact{x, truth(holds)})
	if at, compares := signs[x.Op]; compares {
		below, equal, above := at[0] == holds, at[1] == holds, at[2] == holds
		left, right := j.quietly(x.Args[0]), j.quietly(x.Args[1])
		j.facts = append(j.facts, fact{x.Args[0], beside(right, below, equal, above)}, fact{x.Args[1], beside(left, above, equal, below)})
	}
}

// beside returns the range of a number that may be below, equal to or above one of v.
func beside(v interval, below, equal, above bool) interval {
	if !equal {
		v = interval{math.Nextafter(v.low, math.Inf(1)), math.Nextafter(v.high, math.Inf(-1))}
	}
	if below {
		v.low = math.Inf(-1)
	}
	if above {
		v.high = math.Inf(1)
	}
	return v
}
