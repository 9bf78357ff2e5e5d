package vet

import (
	"slices"
	"strings"
	"unicode"

	"github.com/rulec/rulec/lang/calc"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// judge computes the ranges of formulas, from the ruleset's data on their parts: the bounds of pools, dice, numbers.
// Unknown values may be any number, and so may the values of formulas whose text names a param: parts of the text may
// be missing, since params have decided them. It warns of formulas that never or always hold, and collects what formulas
// and programs read and change.
type judge struct {
	params map[string]bool
	// named counts the params in texts that have been looked at.
	named  map[string]int
	list   *diag.List    // nil: only computes
	locals map[int]local // by slot
	of     *program.Def  // the definition of the local it, if known
	facts  []fact
	depth  int  // of quantities
	work   int  // the number of computations
	tests  bool // the ruleset is being tested: its quantities aren't taken for granted

	args    []interval // of the operations being computed, innermost last
	lookups map[*program.Table]*lookups
	heard   map[string]bool // labels of rolls that some trigger waits for
	// reads and writes count how often locals of the current program are read and set; blocks may share them.
	reads, writes map[int]int
}

// local is the range of a local, and the dice (nil means none) that were rolled for it.
type local struct {
	interval
	dice *program.Expr
}

// fact is what is known about a formula where another one holds, or doesn't.
type fact struct {
	x  *program.Expr
	in interval
}

func newJudge(p *program.Program, list *diag.List) *judge {
	j := &judge{params: map[string]bool{}, named: map[string]int{}, list: list, lookups: map[*program.Table]*lookups{}, heard: map[string]bool{}}
	for _, x := range p.Params {
		j.params[x.Name] = true
	}
	for _, t := range triggers(p) {
		j.heard[t.Label] = true
	}
	for _, c := range p.Checks {
		j.heard[c.Name] = j.heard[c.Name] || c.Plain // its outcome is reported
	}
	for _, t := range p.Tables {
		j.lookups[t] = &lookups{in: nothing}
	}
	return j
}

// apart computes something without reporting anything, and restores the judge afterwards.
func (j *judge) apart(f func() interval) interval {
	saved := *j
	j.list = nil
	v := f()
	saved.work = j.work
	*j = saved
	return v
}

// quietly computes x with the facts known here.
func (j *judge) quietly(x *program.Expr) interval {
	return j.apart(func() interval { return j.value(x) })
}

// alone computes x without the facts known here.
func (j *judge) alone(x *program.Expr) interval {
	return j.apart(func() interval { j.facts = nil; return j.value(x) })
}

// formula returns the range of a formula with inputs, for any creature.
func (j *judge) formula(f *program.Formula, inputs ...interval) interval {
	if f == nil || j.depth > 2 || j.byParam(f.Span.Text()) {
		return anyNumber
	}
	return j.apart(func() interval {
		j.locals, j.facts, j.of = map[int]local{}, nil, nil
		for i, v := range inputs {
			j.locals[i] = local{interval: v}
		}
		j.depth++
		return j.value(f.Expr)
	})
}

// words returns the names, keywords and numbers of a text.
func words(text string) []string {
	return strings.FieldsFunc(text, func(c rune) bool { return c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) })
}

// byParam reports whether a text names a param, unless the param is a number of its own in the expressions that the
// text became.
func (j *judge) byParam(text string, became ...*program.Expr) bool {
	if len(j.params) == 0 {
		return false
	}
	left := j.paramsIn(text)
	for _, whole := range became {
		for x := range whole.All() {
			if x.Op == program.OpConst && j.params[x.Span.Text()] {
				left--
			}
		}
	}
	return left > 0
}

// paramsIn counts how often a text names a param. The same texts come up again and again.
func (j *judge) paramsIn(text string) int {
	count, known := j.named[text]
	if !known {
		for _, w := range words(text) {
			if j.params[w] {
				count++
			}
		}
		j.named[text] = count
	}
	return count
}

// mostWork limits the time for one formula; the ranges of further parts are unknown.
const mostWork = 20_000

// value returns the range of x, with the facts known here; for dice, the range of their total.
func (j *judge) value(x *program.Expr) interval {
	if j.work++; j.work > mostWork {
		return unknown(x)
	}
	v := j.plain(x)
	for _, f := range j.facts {
		switch {
		case same(f.x, x):
			v = v.meet(f.in)
		case denies(f.x, x):
			v = v.meet(point(1).minus(f.in))
		}
	}
	return v
}

func unknown(x *program.Expr) interval {
	if x.Type.Kind == program.Bool {
		return eitherWay
	}
	return anyNumber
}

func (j *judge) plain(x *program.Expr) interval {
	switch x.Op {
	case program.OpConst:
		return j.written(x)
	case program.OpLocal:
		if v, ok := j.locals[x.Index]; ok {
			return v.interval
		}
		return unknown(x)
	case program.OpAnd, program.OpOr:
		return j.both(x)
	case program.OpIf:
		return j.either(x)
	case program.OpDice:
		return interval{float64(x.Count), float64(x.Count * x.Sides)}
	}
	from := len(j.args)
	defer func() { j.args = j.args[:from] }()
	for _, a := range x.Args {
		v := j.value(a)
		j.args = append(j.args, v)
	}
	args := j.args[from:]
	if f := resultsOf(x); f != nil {
		v := f(x, args)
		if v.isPoint() && (x.Builtin == program.Min || x.Builtin == program.Max) && slices.ContainsFunc(args, func(a interval) bool { return !a.isPoint() }) {
			j.stuck(x, v)
		}
		return v
	}
	switch x.Op {
	case program.OpLess, program.OpLessEq, program.OpGreater, program.OpGreaterEq, program.OpEq, program.OpNotEq, program.OpIn:
		return j.compare(x, args)
	case program.OpBuiltin:
		return j.ofDice(x, args)
	case program.OpQuantity:
		value := x.Quantity.Value // a quantity is a single number so that others can change it
		if v := j.formula(value, args...); !j.tests && v != anyNumber && value.Expr.Op != program.OpConst {
			return v
		}
	case program.OpTable:
		j.lookedUp(x, args)
	case program.OpField, program.OpWas:
		if x.Field.Pool != nil {
			return j.pool(x.Field)
		}
		if own := j.ownValue(x); own != nil {
			return j.written(own)
		}
	}
	return unknown(x)
}

// stuck warns of bounds that leave a number no choice.
func (j *judge) stuck(x *program.Expr, v interval) {
	if j.list != nil && j.alone(x) == v {
		j.list.Warnf(CodeOddAmount, x.Span, "this is always %v", v.low).WithHint("did you swap min and max?")
	}
}

// written returns a value written in numbers, or as a name, if params don't decide it.
func (j *judge) written(x *program.Expr) interval {
	text := x.Span.Text()
	named := func(w string) bool {
		return !unicode.IsDigit(rune(w[0])) && !strings.Contains(" and or not in true false ", " "+w+" ")
	}
	number := x.Type.Kind == program.Number || x.Type.Kind == program.Bool
	if x.Op != program.OpConst || x.Own != nil || j.byParam(text) || number && strings.ContainsFunc(text, unicode.IsLetter) && slices.ContainsFunc(words(text), named) {
		return unknown(x)
	}
	if x.Type.Kind == program.Bool && x.Num == 0 && strings.ContainsAny(text, "<>=") {
		j.report(x, false, "")
	}
	return point(x.Num)
}

// ownValue returns the value in a field of the current definition, if x reads that.
func (j *judge) ownValue(x *program.Expr) *program.Expr {
	if j.of == nil || x.Op != program.OpField || len(x.Args) != 1 || x.Args[0].Op != program.OpLocal || x.Args[0].Index != 1 {
		return nil
	}
	if i := x.Field.Index; i < len(j.of.Kind.Fields) && j.of.Kind.Fields[i] == x.Field && j.of.Values[i] != nil {
		return j.of.Values[i].Expr
	}
	return nil
}

// pool returns the bounds of a pool, as params have set them.
func (j *judge) pool(f *program.Field) interval {
	if len(f.Pool.Stack) > 0 { // the sum of others
		return anyNumber
	}
	bounds := interval{0, j.bound(f.Pool.Max).high}
	if f.Pool.Min != nil {
		bounds.low = j.bound(f.Pool.Min).low
	}
	if bounds.isPoint() { // other rules may change it
		return anyNumber
	}
	return bounds
}

func (j *judge) bound(f *program.Formula) interval {
	if v, known := constant(f); known {
		return point(v)
	}
	return j.formula(f)
}

// ofDice returns the range of a function of dice.
func (j *judge) ofDice(x *program.Expr, args []interval) interval {
	switch x.Builtin {
	case program.Best, program.Worst:
		if n, d := args[0], x.Args[1]; n.isPoint() && n.low >= 1 && d.Op == program.OpDice {
			kept := min(n.low, float64(d.Count))
			return interval{kept, kept * float64(d.Sides)}
		}
	case program.Natural:
		die := j.locals[x.Args[0].Index].dice
		for die != nil && (die.Op == program.OpDiceAdd || die.Op == program.OpDiceSub) {
			die = die.Args[0]
		}
		if die != nil && (die.Builtin == program.Best || die.Builtin == program.Worst) {
			die = die.Args[1]
		}
		if die != nil && die.Op == program.OpDice && x.Args[0].Op == program.OpLocal {
			return interval{1, float64(die.Sides)}
		}
	}
	return unknown(x)
}

// results computes the range of an operation from the ranges of its arguments.
type results func(x *program.Expr, args []interval) interval

// resultsOf returns the results of an operation; nil means unknown.
func resultsOf(x *program.Expr) results {
	if x.Op == program.OpBuiltin {
		return functions[x.Builtin]
	}
	return operators[x.Op]
}

var operators = map[program.Op]results{
	program.OpNeg: falling, program.OpNot: falling,
	program.OpAdd: sum, program.OpDiceAdd: sum, program.OpSub: difference, program.OpDiceSub: difference,
	program.OpMul: product, program.OpDiceMul: product, program.OpDiv: quotient,
	program.OpCountIf: count,
}

var functions = map[program.Builtin]results{
	program.Min: rising, program.Max: rising, program.Clamp: rising, program.Floor: rising, program.Ceil: rising, program.Round: rising, program.Sign: rising,
	program.Abs:    magnitude,
	program.Chance: func(*program.Expr, []interval) interval { return eitherWay },
	program.Length: count, program.Distance: count, program.DistanceIf: count, program.WayLength: count, program.WayCost: count,
	program.Position: count, program.Elapsed: count, program.Paid: count, program.Committed: count,
}

// rising computes the results of operations that never fall when an argument rises.
func rising(x *program.Expr, args []interval) interval {
	var low, high []float64
	for _, v := range args {
		low, high = append(low, v.low), append(high, v.high)
	}
	least, _ := calc.Compute(x, low...)
	most, _ := calc.Compute(x, high...)
	return interval{least, most}
}

// falling computes the results of operations that never rise when their argument does.
func falling(x *program.Expr, a []interval) interval {
	v := rising(x, a)
	return interval{v.high, v.low}
}

// quotient and magnitude compute the results of operations that depend on the sign of their divisor or argument.
func quotient(x *program.Expr, a []interval) interval {
	if !a[1].isPoint() || a[1].low == 0 {
		return anyNumber
	}
	return rising(x, a).join(falling(x, a))
}

func magnitude(x *program.Expr, a []interval) interval {
	v := rising(x, a).join(falling(x, a))
	if a[0].low < 0 && a[0].high > 0 {
		v.low = 0
	}
	return v
}

func sum(_ *program.Expr, a []interval) interval        { return a[0].plus(a[1]) }
func difference(_ *program.Expr, a []interval) interval { return a[0].minus(a[1]) }
func product(_ *program.Expr, a []interval) interval    { return a[0].times(a[1]) }
func count(*program.Expr, []interval) interval          { return notBelow0 }
