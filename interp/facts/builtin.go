package facts

import (
	"math"
	"slices"

	"github.com/rulec/rulec/lang/program"
)

// builtin works out the functions that read nothing but their arguments and who there is.
func (a *analysis) builtin(x *program.Expr, f *frame) value {
	switch x.Builtin {
	case program.Min, program.Max, program.Floor, program.Ceil, program.Round, program.Abs, program.Sign:
		return a.numeric(x, f)
	case program.Position:
		return a.one(x, f, func(n float64) (float64, bool) { return n - 1, n != 0 })
	case program.First, program.Last, program.Length, program.Total, program.Reverse:
		return a.ofList(x, f)
	case program.Given:
		if arg := x.Args[0]; arg.Op == program.OpField && arg.Field.Optional && arg.Type.Kind == program.Number {
			return two(a.cellRead(arg, f), only(program.Absent), func(x, y float64) (float64, bool) { return number(x != y), true })
		}
		if k := x.Args[0].Type.Kind; k == program.Number || k == program.List || k == program.Set || k == program.Dice {
			return both
		}
		return two(a.eval(x.Args[0], f), only(0), func(x, y float64) (float64, bool) { return number(x != y), true })
	case program.Everyone, program.Combatants, program.Foes, program.Allies, program.ThingsOf:
		return a.creatures(x, f)
	case program.SideOf:
		return a.ofThing(x, f, func(n float64) value {
			if n == 0 {
				return only(0)
			}
			return only(float64(a.thing(n).Side + 1))
		})
	case program.DefOf:
		return a.ofThing(x, f, func(n float64) value {
			if n == 0 {
				return value{}
			}
			return only(a.madeFrom(n))
		})
	case program.IsOut:
		return a.ofThing(x, f, func(n float64) value {
			switch {
			case n == 0:
				return value{}
			case f.before:
				return both
			}
			return a.out[int(n)-1]
		})
	case program.Ever:
		return a.everHad(x, f)
	}
	return anything
}

func (a *analysis) numeric(x *program.Expr, f *frame) value {
	switch x.Builtin {
	case program.Min, program.Max:
		v := a.eval(x.Args[0], f)
		for _, arg := range x.Args[1:] {
			v = two(v, a.eval(arg, f), func(y, z float64) (float64, bool) {
				if x.Builtin == program.Min {
					return min(y, z), true
				}
				return max(y, z), true
			})
		}
		return v
	case program.Floor:
		return a.one(x, f, func(n float64) (float64, bool) { return math.Floor(n), true })
	case program.Ceil:
		return a.one(x, f, func(n float64) (float64, bool) { return math.Ceil(n) + 0, true })
	case program.Round:
		return a.one(x, f, func(n float64) (float64, bool) { return math.Round(n) + 0, true })
	case program.Abs:
		return a.one(x, f, func(n float64) (float64, bool) { return math.Abs(n), true })
	}
	return a.one(x, f, func(n float64) (float64, bool) {
		switch {
		case n > 0:
			return 1, true
		case n < 0:
			return -1, true
		}
		return 0, true
	})
}

// ofThing applies a function to every thing that the first argument may be.
func (a *analysis) ofThing(x *program.Expr, f *frame, g func(n float64) value) value {
	things, ok := a.concrete(a.eval(x.Args[0], f), x.Args[0].Type)
	if !ok || x.Args[0].Type.Kind != program.ThingType {
		return anything
	}
	out := value{}
	for _, n := range things {
		out = join(out, g(n))
	}
	return out
}

// creatures works out the lists of those who are there. Who may be out is not certain to
// be in them.
func (a *analysis) creatures(x *program.Expr, f *frame) value {
	if x.Builtin == program.ThingsOf {
		if x.Type.Elem == nil || x.Type.Elem.Of == nil {
			return anything
		}
		return wholeList(a.ofKind(x.Type.Elem.Of))
	}
	all := a.ofKind(a.p.Creature)
	switch x.Builtin {
	case program.Everyone:
		return wholeList(all)
	case program.Combatants:
		return a.standing(all, f)
	}
	out := value{}
	subjects, ok := a.concrete(a.eval(x.Args[0], f), x.Args[0].Type)
	if !ok {
		return a.standing(all, f)
	}
	for _, n := range subjects {
		if n == 0 {
			continue
		}
		var list []float64
		for _, who := range all {
			if who != n && (a.thing(who).Side != a.thing(n).Side) == (x.Builtin == program.Foes) {
				list = append(list, who)
			}
		}
		out = join(out, a.standing(list, f))
	}
	return out
}

func (a *analysis) ofKind(k *program.Kind) []float64 {
	var list []float64
	for i, t := range a.e.Things {
		if t.Kind == k {
			list = append(list, float64(i+1))
		}
	}
	return list
}

// standing is the list of those who aren't out.
func (a *analysis) standing(list []float64, f *frame) value {
	if f.before {
		return someOf(list)
	}
	var in []float64
	whole := true
	for _, n := range list {
		out := a.out[int(n)-1]
		whole = whole && !out.mayHold()
		if out.mayFail() {
			in = append(in, n)
		}
	}
	if whole {
		return wholeList(in)
	}
	return someOf(in)
}

// everHad works out whether somebody has, or had, a condition.
func (a *analysis) everHad(x *program.Expr, f *frame) value {
	condition := x.Condition
	if condition == nil && len(x.Args) > 1 && x.Args[1].Op == program.OpConst && x.Args[1].Type.Kind == program.ConditionName && x.Args[1].Num > 0 {
		condition = a.p.Conditions[int(x.Args[1].Num)-1]
	}
	if condition == nil || f.before {
		return both
	}
	return a.ofThing(x, f, func(n float64) value {
		if n == 0 {
			return value{}
		}
		if a.has[condition.Index][int(n)-1] {
			return both
		}
		return only(0)
	})
}

func (a *analysis) ofList(x *program.Expr, f *frame) value {
	v := a.eval(x.Args[0], f)
	items, whole, ok := a.elements(v, x.Args[0].Type)
	if v.never() || !ok {
		return v.unlessNever()
	}
	switch x.Builtin {
	case program.Reverse:
		if !whole {
			return someOf(items)
		}
		items = slices.Clone(items)
		slices.Reverse(items)
		return wholeList(items)
	case program.Length:
		if whole {
			return only(float64(len(items)))
		}
		return anything
	case program.Total:
		if !whole {
			return anything
		}
		total := 0.0
		for _, n := range items {
			if total += n; !inRange(total) || n != math.Floor(n) {
				return anything
			}
		}
		return only(total)
	}
	switch {
	case whole && len(items) == 0:
		return only(0)
	case whole && x.Builtin == program.First:
		return only(items[0])
	case whole:
		return only(items[len(items)-1])
	}
	return oneOf(append(slices.Clone(items), 0))
}

// unlessNever is anything, of what there is.
func (v value) unlessNever() value {
	if v.never() {
		return v
	}
	return anything
}

// listOperation works out lists, and what is asked of each of their elements.
func (a *analysis) listOperation(x *program.Expr, f *frame) value {
	switch x.Op {
	case program.OpList:
		var values []value
		for _, arg := range x.Args {
			values = append(values, a.eval(arg, f))
		}
		return listOf(values)
	case program.OpRange:
		return a.rangeOf(x, f)
	case program.OpIn:
		return a.isIn(x, f)
	}
	v := a.eval(x.Args[0], f)
	if v.never() {
		return v
	}
	items, whole, ok := a.elements(v, x.Args[0].Type)
	if x.Op == program.OpIndex {
		i, known := a.eval(x.Args[1], f).single()
		switch {
		case !ok:
			return anything
		case whole && known && i >= 0 && i < float64(len(items)) && i == math.Floor(i):
			return only(items[int(i)])
		}
		return oneOf(append(slices.Clone(items), 0))
	}
	if !ok {
		return anything
	}
	of := make([]value, len(items))
	outer := f.local(x.Index)
	for i, n := range items {
		f.set(x.Index, only(n))
		of[i] = anything
		if x.Index < len(f.locals) {
			of[i] = a.eval(x.Args[1], f)
		}
	}
	f.set(x.Index, outer)
	return fold(x.Op, items, of, whole)
}

// fold puts together what is asked of each element.
func fold(op program.Op, items []float64, of []value, whole bool) value {
	some, all := false, true // may hold of some, may fail of none
	for _, v := range of {
		some = some || v.mayHold()
		all = all && !v.mayFail()
	}
	switch op {
	case program.OpAny:
		switch {
		case !some:
			return only(0)
		case whole && slices.ContainsFunc(of, func(v value) bool { return !v.mayFail() && !v.never() }):
			return only(1)
		}
		return both
	case program.OpAll:
		switch {
		case all:
			return only(1)
		case whole && slices.ContainsFunc(of, func(v value) bool { return !v.mayHold() && !v.never() }):
			return only(0)
		}
		return both
	case program.OpCountIf, program.OpFilter, program.OpFind:
		return selected(op, items, of, whole)
	case program.OpSumOf:
		return sum(of, whole)
	case program.OpSortBy, program.OpMost, program.OpLeast:
		if len(items) == 0 && op == program.OpSortBy {
			return noList
		}
		if op == program.OpSortBy {
			return someOf(items)
		}
		return oneOf(append(slices.Clone(items), 0))
	case program.OpMapTo:
		return listOrSome(of, whole)
	}
	// The highest and the lowest value: one of them, or 0.
	out := only(0)
	for _, v := range of {
		out = join(out, v)
	}
	return out
}

// selected works out what a test takes from a list.
func selected(op program.Op, items []float64, of []value, whole bool) value {
	var taken []float64
	sure := 0
	for i, v := range of {
		if v.mayHold() {
			taken = append(taken, items[i])
		}
		if !v.mayFail() && !v.never() {
			sure++
		}
	}
	whole = whole && sure == len(taken)
	switch {
	case op == program.OpFilter && (whole || len(taken) == 0):
		return wholeList(taken)
	case op == program.OpFilter:
		return someOf(taken)
	case op == program.OpCountIf && (whole || len(taken) == 0):
		return only(float64(len(taken)))
	case op == program.OpCountIf:
		return anything
	case len(taken) == 0:
		return only(0)
	case whole:
		return only(taken[0])
	}
	return oneOf(append(taken, 0))
}

func sum(of []value, whole bool) value {
	total := 0.0
	for _, v := range of {
		n, ok := v.single()
		if !ok || !whole && n != 0 || n != math.Floor(n) || !inRange(total+n) {
			return anything
		}
		total += n
	}
	return only(total)
}

// listOrSome is the list of what each element of another list comes to.
func listOrSome(of []value, whole bool) value {
	v := listOf(of)
	if v.any || v.never() || whole {
		return v
	}
	return someOf(v.is)
}

func (a *analysis) rangeOf(x *program.Expr, f *frame) value {
	low, ok := a.eval(x.Args[0], f).single()
	high, ok2 := a.eval(x.Args[1], f).single()
	if !ok || !ok2 || high-low > most || low != math.Floor(low) || high != math.Floor(high) {
		return anything
	}
	var items []float64
	for n := low; n <= high; n++ {
		items = append(items, n)
	}
	return wholeList(items)
}

func (a *analysis) isIn(x *program.Expr, f *frame) value {
	v, list := a.eval(x.Args[0], f), a.eval(x.Args[1], f)
	items, whole, ok := a.elements(list, x.Args[1].Type)
	switch {
	case v.never() || list.never():
		return value{}
	case !ok || v.list:
		return both
	case len(items) == 0:
		return only(0)
	case v.any:
		return both
	}
	among := 0
	for _, n := range v.is {
		if slices.Contains(items, n) {
			among++
		}
	}
	switch {
	case among == 0:
		return only(0)
	case whole && among == len(v.is):
		return only(1)
	}
	return both
}
