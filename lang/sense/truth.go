package sense

import (
	"regexp"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// requirements warns of those that can't hold: alone, or beside another one.
func requirements(a *program.Action, list *diag.List) {
	const so = "this action is never possible"
	for i, q := range a.Requires {
		truth(q.If, so, list)
		for _, other := range a.Requires[:i] {
			if opposite(q.If.Expr, other.If.Expr) {
				list.Warnf(CodeNeverHolds, q.If.Expr.Span, "this and its opposite are both required: %s", so).
					WithNote(other.If.Expr.Span, "the other")
			}
		}
	}
}

// opposite reports whether one formula is the other with a not before it.
func opposite(a, b *program.Expr) bool {
	x, y := a.Span.Text(), b.Span.Text()
	denies := func(x, y string) bool { return x == "not "+y || x == "not ("+y+")" }
	return denies(x, y) || denies(y, x)
}

// truth warns of a formula that is false whatever happens, with what comes of it.
func truth(f *program.Formula, so string, list *diag.List) {
	if f == nil {
		return
	}
	switch x := f.Expr; {
	case isFalse(x):
		list.Warnf(CodeNeverHolds, x.Span, "this never holds: %s", so)
	default:
		for _, part := range conjuncts(x) {
			if pool, low, high, out := outOfBounds(part); out {
				list.Warnf(CodeNeverHolds, part.Span, "this never holds, since %s goes from %v to %v: %s", pool.Name, low, high, so).
					WithNote(pool.Span, "pool %q", pool.Name)
			}
		}
	}
}

// conjuncts returns what must hold for x to hold.
func conjuncts(x *program.Expr) []*program.Expr {
	if x.Op != program.OpAnd {
		return []*program.Expr{x}
	}
	var list []*program.Expr
	for _, a := range x.Args {
		list = append(list, conjuncts(a)...)
	}
	return list
}

var word = regexp.MustCompile(`[A-Za-z_]+`)

// isFalse reports whether a formula comes to false by what is written in it alone: a param
// may have been chosen so that it does, and the word false was written on purpose.
func isFalse(x *program.Expr) bool {
	if x.Op != program.OpConst || x.Type.Kind != program.Bool || x.Num != 0 || x.Span.Text() == "false" {
		return false
	}
	for _, w := range word.FindAllString(x.Span.Text(), -1) {
		if !strings.Contains(" and or not true false in ", " "+w+" ") {
			return false
		}
	}
	return true
}

// outOfBounds reports whether x compares a pool with a number that it can't reach.
func outOfBounds(x *program.Expr) (pool *program.Field, low, high float64, out bool) {
	if len(x.Args) != 2 || x.Args[0].Op != program.OpField || x.Args[1].Op != program.OpConst {
		return nil, 0, 0, false
	}
	pool = x.Args[0].Field
	low, high, known := bounds(pool)
	n := x.Args[1].Num
	switch x.Op {
	case program.OpGreater:
		out = n >= high
	case program.OpGreaterEq:
		out = n > high
	case program.OpLess:
		out = n <= low
	case program.OpLessEq:
		out = n < low
	case program.OpEq:
		out = n < low || n > high
	}
	return pool, low, high, out && known
}
