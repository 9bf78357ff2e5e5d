package sense

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// ranges works out what formulas can come to, from what a ruleset says of their parts: the bounds of
// pools, dice, rows of tables, numbers. What isn't known is any number.
type ranges struct {
	params  map[string]*program.Param
	given   map[*program.Field]*program.ActParam
	locals  map[int]interval      // by slot
	rolled  map[int]*program.Expr // the dice of a local that a roll made
	of      *program.Def          // what the local it is, where that is known
	facts   []fact
	quiet   int  // within how many formulas that are only worked out
	depth   int  // of quantities
	work    int  // how often something has been worked out
	strict  bool // bounds of pools are whatever params may make them, not what they are
	tests   bool // it is the ruleset that is tested: what its quantities and tables give isn't taken for granted
	decided func(x *program.Expr, v interval)
	clash   func(x *program.Expr, v interval)
	looked  func(x *program.Expr, keys []interval)
}

// fact is what is known of a formula, or of how much it is more than another one, where another part of the
// same formula holds.
type fact struct {
	x, less *program.Expr
	in      interval
}

func newRanges(p *program.Program) *ranges {
	r := &ranges{params: map[string]*program.Param{}, given: map[*program.Field]*program.ActParam{}}
	for _, x := range p.Params {
		r.params[x.Name] = x
	}
	for _, a := range p.Actions {
		for _, x := range a.Params {
			r.given[x.Field] = x
		}
	}
	return r
}

// apart works something out with nothing known but what is said, and reports nothing of it.
func (r *ranges) apart(locals map[int]interval, f func() interval) interval {
	saved := *r
	r.locals, r.rolled, r.facts, r.of = locals, nil, nil, nil
	r.quiet++
	r.depth++
	v := f()
	saved.work = r.work
	*r = saved
	return v
}

// mostWork bounds the time that one formula takes; what is beyond it isn't known.
const mostWork = 20_000

// formula returns what a formula can come to for anybody.
func (r *ranges) formula(f *program.Formula) interval { return r.called(f, nil) }

// called returns what a formula can come to with inputs.
func (r *ranges) called(f *program.Formula, inputs map[int]interval) interval {
	if f == nil || r.depth > 8 || r.settled(f.Span, f.Expr) {
		return anyNumber
	}
	return r.apart(inputs, func() interval { return r.value(f.Expr) })
}

// settled reports whether params have decided what a formula is: then a part of what is written isn't there, and what
// it comes to may be another thing when they are set otherwise.
func (r *ranges) settled(at diag.Span, all ...*program.Expr) bool {
	if len(r.params) == 0 {
		return false
	}
	left := r.mentioned(at.Text())
	for _, x := range all {
		for e := range x.All() {
			if e.Op == program.OpConst && left > 0 {
				left -= r.mentioned(e.Span.Text())
			}
		}
	}
	return left > 0
}

// mentioned returns how many params a text names.
func (r *ranges) mentioned(text string) (n int) {
	for _, w := range words(text) {
		if r.params[w] != nil {
			n++
		}
	}
	return n
}

// value returns what x can come to, with what is known of it here.
func (r *ranges) value(x *program.Expr) interval {
	if r.work++; r.work > mostWork {
		return unknown(x.Type)
	}
	v := r.plain(x)
	for _, f := range r.facts {
		if f.less == nil && same(f.x, x) {
			v = v.meet(f.in)
		}
	}
	return v
}

func unknown(t program.Type) interval {
	switch t.Kind {
	case program.Bool:
		return eitherWay
	case program.Step:
		return interval{0, float64(len(t.Scale.Steps))}
	}
	return anyNumber
}

func (r *ranges) plain(x *program.Expr) interval {
	a := func(i int) interval { return r.value(x.Args[i]) }
	switch x.Op {
	case program.OpConst:
		v := r.constant(x)
		if x.Type.Kind == program.Bool && v == neverHolds && r.quiet == 0 && strings.ContainsAny(x.Span.Text(), "<>=") {
			r.decided(x, v)
		}
		return v
	case program.OpLocal:
		if v, ok := r.locals[x.Index]; ok {
			return v
		}
	case program.OpNeg:
		return a(0).negated()
	case program.OpAdd:
		return a(0).plus(a(1))
	case program.OpSub:
		return a(0).minus(a(1))
	case program.OpMul:
		return a(0).times(a(1))
	case program.OpDiv:
		if v, by := a(0), a(1); by.isPoint() && by.low != 0 {
			return v.times(point(1 / by.low))
		}
	case program.OpMod:
		if _, by := a(0), a(1); by.isPoint() && by.low > 0 {
			return interval{0, below(by.low, whole(x.Args[0]))}
		}
	case program.OpLess, program.OpLessEq, program.OpGreater, program.OpGreaterEq, program.OpEq, program.OpNotEq, program.OpIn:
		return r.test(x)
	case program.OpAnd, program.OpOr:
		return r.both(x)
	case program.OpNot:
		return point(1).minus(a(0))
	case program.OpIf:
		return r.either(x)
	case program.OpLet:
		v := a(0)
		if r.locals == nil {
			r.locals = map[int]interval{}
		}
		r.locals[x.Index] = v
		return a(1)
	case program.OpBuiltin:
		return r.builtin(x)
	case program.OpQuantity:
		args := map[int]interval{}
		for i := range x.Args {
			args[i] = a(i)
		}
		if v := r.called(x.Quantity.Value, args); !r.tests && (x.Type.Kind != program.Bool || v != anyNumber) {
			return v
		}
	case program.OpTable:
		keys := make([]interval, len(x.Args))
		for i := range x.Args {
			keys[i] = a(i)
		}
		if r.looked != nil && r.quiet == 0 {
			r.looked(x, keys)
		}
		if r.tests {
			break
		}
		out := interval{math.Inf(1), math.Inf(-1)}
		for _, row := range x.Table.Rows {
			out = out.join(r.constant(row.Values[x.Index]))
		}
		return out
	default:
		for i := range x.Args {
			a(i)
		}
		return r.read(x)
	}
	return unknown(x.Type)
}

// read returns what a field, or an operation on a list, can come to.
func (r *ranges) read(x *program.Expr) interval {
	switch x.Op {
	case program.OpField, program.OpWas:
		if x.Field.Pool != nil {
			return r.pool(x.Field)
		}
		if r.of != nil && x.Op == program.OpField && x.Args[0].Op == program.OpLocal && x.Args[0].Index == 1 && len(x.Args) == 1 {
			if v := r.of.Values[x.Field.Index]; v != nil && v.Expr != nil && r.of.Kind.Fields[x.Field.Index] == x.Field {
				return r.constant(v.Expr)
			}
		}
	case program.OpOwn:
		if p := r.given[x.Field]; p != nil && p.Candidates == program.FromTo {
			return interval{r.formula(p.Low).low, r.formula(p.High).high}
		}
	case program.OpCountIf:
		return notBelow0
	case program.OpHighest, program.OpLowest:
		return r.value(x.Args[1]).join(point(0))
	case program.OpSumOf:
		if r.value(x.Args[1]).low >= 0 {
			return notBelow0
		}
	}
	return unknown(x.Type)
}

// pool returns the bounds of a pool.
func (r *ranges) pool(f *program.Field) interval {
	if len(f.Pool.Stack) > 0 {
		sum := point(0)
		for _, part := range f.Pool.Stack {
			sum = sum.plus(r.pool(part))
		}
		return sum
	}
	bounds := notBelow0
	if f.Pool.Min != nil {
		bounds.low = r.bound(f.Pool.Min).low
	}
	if f.Pool.Max != nil {
		bounds.high = r.bound(f.Pool.Max).high
	}
	return bounds
}

func (r *ranges) bound(f *program.Formula) interval {
	if v, fixed := constant(f); fixed && !r.strict {
		return point(v)
	}
	return r.formula(f)
}

// words returns the names, words and numbers of a text.
func words(text string) []string {
	return strings.FieldsFunc(text, func(c rune) bool { return c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) })
}

// wordsOfNumbers are those that a number may be written with that nothing else decides.
var wordsOfNumbers = func() map[string]bool {
	set := map[string]bool{"and": true, "or": true, "not": true, "true": true, "false": true, "in": true, "if": true}
	for _, f := range program.Functions() {
		set[f.Name] = true
	}
	return set
}()

// constant returns what is written in a number: a param may have been chosen to be another one.
func (r *ranges) constant(x *program.Expr) interval {
	if x.Op != program.OpConst || x.Own != nil {
		return unknown(x.Type)
	}
	text := x.Span.Text()
	p := r.params[text]
	switch x.Type.Kind {
	case program.Step, program.Choice, program.Definition, program.ConditionName:
		if p == nil {
			return point(x.Num)
		}
	case program.Number, program.Bool:
		if p != nil && x.Type.Kind == program.Number {
			return allowed(p)
		}
		if !slices.ContainsFunc(words(text), func(w string) bool { return !wordsOfNumbers[w] && (w[0] < '0' || w[0] > '9') }) {
			return point(x.Num)
		}
	}
	return unknown(x.Type)
}

// allowed returns what a param may be.
func allowed(p *program.Param) interval {
	if len(p.Among) > 0 {
		return interval{slices.Min(p.Among), slices.Max(p.Among)}
	}
	v := anyNumber
	if p.Min != nil {
		v.low = *p.Min
	}
	if p.Max != nil {
		v.high = *p.Max
	}
	return v
}

func (r *ranges) builtin(x *program.Expr) interval {
	var args []interval
	for _, a := range x.Args {
		args = append(args, r.value(a))
	}
	switch x.Builtin {
	case program.Min, program.Max:
		out := args[0]
		for _, v := range args[1:] {
			if x.Builtin == program.Min {
				out = interval{min(out.low, v.low), min(out.high, v.high)}
			} else {
				out = interval{max(out.low, v.low), max(out.high, v.high)}
			}
		}
		return out
	case program.Clamp:
		return args[0].each(func(v float64) float64 { return max(v, args[1].low) }).each(func(v float64) float64 { return min(v, args[2].high) })
	case program.Floor:
		return args[0].each(math.Floor)
	case program.Ceil:
		return args[0].each(math.Ceil)
	case program.Round:
		return args[0].each(math.Round)
	case program.Abs:
		if v := args[0]; v.has(0) {
			return interval{0, max(-v.low, v.high)}
		} else if v.high < 0 {
			return v.negated()
		}
		return args[0]
	case program.Sign:
		return args[0].meet(interval{-1, 1})
	case program.Position:
		return interval{0, float64(len(x.Args[0].Type.Scale.Steps) - 1)}
	case program.Chance:
		return eitherWay
	case program.Natural:
		if die := firstDie(r.rolled[x.Args[0].Index]); die != nil && x.Args[0].Op == program.OpLocal {
			return interval{1, float64(die.Sides)}
		}
	case program.Distance:
		if same(x.Args[0], x.Args[1]) {
			return point(0)
		}
		return notBelow0
	case program.Length, program.DistanceIf, program.WayLength, program.WayCost, program.Elapsed, program.Sector, program.Paid, program.Committed,
		program.WasAsked, program.Happened, program.WasRolled, program.Did:
		return notBelow0
	}
	return unknown(x.Type)
}

// dice returns what dice can come to.
func (r *ranges) dice(x *program.Expr) interval {
	if x == nil {
		return anyNumber
	}
	switch x.Op {
	case program.OpDice:
		return interval{float64(x.Count), float64(x.Count * x.Sides)}
	case program.OpFixedDice:
		return r.value(x.Args[0])
	case program.OpDiceAdd, program.OpDiceSub, program.OpDiceMul:
		a, b := r.part(x.Args[0]), r.part(x.Args[1])
		switch x.Op {
		case program.OpDiceAdd:
			return a.plus(b)
		case program.OpDiceSub:
			return a.minus(b)
		}
		return a.times(b)
	case program.OpIf:
		return r.dice(x.Args[1]).join(r.dice(x.Args[2]))
	case program.OpBuiltin:
		switch x.Builtin {
		case program.Best, program.Worst:
			n, d := r.value(x.Args[0]), x.Args[1]
			if !n.isPoint() || d.Op != program.OpDice {
				break
			}
			if d.Count == 1 {
				return interval{1, float64(d.Sides)} // the die is thrown n times
			}
			return interval{min(n.low, float64(d.Count)), min(n.low, float64(d.Count)) * float64(d.Sides)}
		case program.Reroll:
			return r.dice(x.Args[0])
		case program.Explode:
			if d := r.dice(x.Args[0]); len(x.Args) < 3 {
				return interval{d.low, math.Inf(1)}
			}
		case program.Successes:
			if d := x.Args[0]; d.Op == program.OpDice {
				return interval{0, float64(d.Count)}
			}
		}
	}
	return anyNumber
}

// part is a side of a sum of dice, which may be a number.
func (r *ranges) part(x *program.Expr) interval {
	if x.Type.Kind == program.Dice {
		return r.dice(x)
	}
	return r.value(x)
}

// firstDie returns the die that shows the natural face of dice; nil: that isn't known.
func firstDie(x *program.Expr) *program.Expr {
	switch {
	case x == nil:
	case x.Op == program.OpDice && x.Count > 0:
		return x
	case x.Op == program.OpDiceAdd || x.Op == program.OpDiceSub || x.Op == program.OpDiceMul:
		return firstDie(x.Args[0])
	case x.Op == program.OpBuiltin && (x.Builtin == program.Best || x.Builtin == program.Worst):
		return firstDie(x.Args[1])
	case x.Op == program.OpBuiltin && (x.Builtin == program.Reroll || x.Builtin == program.Explode):
		return firstDie(x.Args[0])
	}
	return nil
}

// same reports whether two formulas of one frame are alike, so that they come to the same.
func same(x, y *program.Expr) bool {
	if x.Op != y.Op || x.Index != y.Index || x.Num != y.Num || x.Field != y.Field || x.Quantity != y.Quantity || x.Table != y.Table || x.Count != y.Count ||
		x.Sides != y.Sides || x.Condition != y.Condition || x.Builtin != y.Builtin || x.Label != y.Label || !x.Type.Equal(y.Type) {
		return false
	}
	return slices.EqualFunc(x.Args, y.Args, same)
}

// whole reports whether a number is certainly a whole one, as what is stored is, and what dice show.
func whole(x *program.Expr) bool {
	switch x.Op {
	case program.OpConst:
		return x.Num == math.Floor(x.Num)
	case program.OpField, program.OpWas, program.OpOwn, program.OpCountIf:
		return true
	case program.OpNeg, program.OpAdd, program.OpSub, program.OpMul:
		return !slices.ContainsFunc(x.Args, func(a *program.Expr) bool { return !whole(a) })
	case program.OpBuiltin:
		return slices.Contains([]program.Builtin{program.Length, program.Natural, program.Floor, program.Ceil, program.Round, program.Position}, x.Builtin)
	}
	return x.Type.Kind != program.Number
}

// below and above are the next number, of whole ones the next whole one.
func below(v float64, isWhole bool) float64 { return -above(-v, isWhole) }

func above(v float64, isWhole bool) float64 {
	switch {
	case math.IsInf(v, 0):
		return v
	case isWhole:
		return math.Floor(v) + 1
	}
	return math.Nextafter(v, math.Inf(1))
}
