package types

import (
	"fmt"
	"strings"

	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

func (r *formulaReader) unary(e *syntax.Unary, want program.Type) *program.Expr {
	if e.Op == "not" {
		return not(r.value(e.X, BoolType), e)
	}
	x := r.amount(e.X, want)
	switch {
	case x.Type.Kind == program.Dice && e.Op == "+":
		return x
	case x.Type.Kind == program.Dice:
		return two(program.OpDiceMul, DiceType, e, x, &program.Expr{Op: program.OpConst, Type: NumberType, Num: -1, Span: e.Span()})
	case e.Op == "+":
		return r.fit(x, NumberType)
	}
	x = r.fit(x, NumberType)
	return Fold(&program.Expr{Op: program.OpNeg, Type: NumberType, Span: e.Span(), Args: []*program.Expr{x}})
}

func not(x *program.Expr, e syntax.Expr) *program.Expr {
	return Fold(&program.Expr{Op: program.OpNot, Type: BoolType, Span: e.Span(), Args: []*program.Expr{x}})
}

var numberOps = map[string]program.Op{
	"+": program.OpAdd, "-": program.OpSub, "*": program.OpMul, "/": program.OpDiv, "%": program.OpMod, "**": program.OpPow,
}

var orderOps = map[string]program.Op{
	"<": program.OpLess, "<=": program.OpLessEq, ">": program.OpGreater, ">=": program.OpGreaterEq,
}

func (r *formulaReader) binary(e *syntax.Binary, want program.Type) *program.Expr {
	switch e.Op {
	case "and", "or":
		op, reached := program.OpAnd, `only if the part before "and" is true`
		if e.Op == "or" {
			op, reached = program.OpOr, `only if the part before "or" is false`
		}
		x := r.value(e.X, BoolType)
		defer r.calls.onlySo(reached)()
		return Fold(two(op, BoolType, e, x, r.value(e.Y, BoolType)))
	case "+", "-":
		return r.sum(e, want)
	case "*":
		return r.product(e)
	case "/", "%", "**":
		return Fold(two(numberOps[e.Op], NumberType, e, r.factor(e.X, e.Op), r.factor(e.Y, e.Op)))
	case "<", "<=", ">", ">=":
		return r.order(e)
	case "==", "!=":
		return r.equal(e)
	case "in":
		return r.in(e)
	case "not in":
		return not(r.in(e), e)
	case "..":
		return two(program.OpRange, ListOf(NumberType), e, r.value(e.X, NumberType), r.value(e.Y, NumberType))
	}
	return r.broken(e.Span())
}

func two(op program.Op, t program.Type, e syntax.Expr, x, y *program.Expr) *program.Expr {
	return &program.Expr{Op: op, Type: t, Span: e.Span(), Args: []*program.Expr{x, y}}
}

// product checks *: of numbers, or of dice and a number.
func (r *formulaReader) product(e *syntax.Binary) *program.Expr {
	x, y := r.amount(e.X, NumberType), r.amount(e.Y, NumberType)
	dice := 0
	for _, side := range []*program.Expr{x, y} {
		if side.Type.Kind == program.Dice {
			dice++
		}
	}
	switch {
	case dice == 2:
		r.List.Errorf(CodeDiceSum, e.Span(), "dice can't be multiplied by dice").
			WithHint("roll one of them first: roll x = %s", Short(x.Span))
		return r.broken(e.Span())
	case dice == 0:
		return Fold(two(program.OpMul, NumberType, e, r.fit(x, NumberType), r.fit(y, NumberType)))
	case y.Type.Kind == program.Dice:
		x, y = y, x
	}
	return two(program.OpDiceMul, DiceType, e, x, r.fit(y, NumberType))
}

// amount checks an operand that must be a number or dice, not a step of a scale; it decides the meaning of ambiguous names.
func (r *formulaReader) amount(e syntax.Expr, want program.Type) *program.Expr {
	if r.undecided(e) {
		want = DiceType
	}
	return r.expr(e, want)
}

// factor checks an operand of / % **, which accept only numbers.
func (r *formulaReader) factor(e syntax.Expr, op string) *program.Expr {
	x := r.expr(e, NumberType)
	if x.Type.Kind == program.Dice {
		r.List.Errorf(CodeDiceSum, x.Span, "dice can't be used with %s", op).
			WithHint("roll them first: roll x = %s", Short(x.Span))
		return r.broken(x.Span)
	}
	return r.fit(x, NumberType)
}

// operands checks both sides of an operator. A side with an ambiguous name is
// read second, so that the other one decides.
func (r *formulaReader) operands(x, y syntax.Expr, want program.Type) (a, b *program.Expr) {
	if r.undecided(x) && !r.undecided(y) {
		b = r.expr(y, want)
		return r.expr(x, b.Type), b
	}
	a = r.expr(x, want)
	if r.undecided(y) {
		if want = a.Type; want.Kind == program.Unknown {
			return a, r.broken(y.Span())
		}
	}
	return a, r.expr(y, want)
}

// hyphened returns the declared name that a difference would be with underscores; empty
// if it is really a difference.
func (r *formulaReader) hyphened(e *syntax.Binary) string {
	last, ok := e.Y.(*syntax.Name)
	if !ok || e.Op != "-" || r.find(last.Name) != nil {
		return ""
	}
	switch x := e.X.(type) {
	case *syntax.Name, *syntax.Binary:
		name := strings.ReplaceAll(e.Span().Text(), "-", "_")
		if text := x.Span().Text(); !strings.ContainsAny(text, " \n") && len(r.meanings(name, e.Span())) > 0 {
			return name
		}
	}
	return ""
}

// sum checks + and -: of numbers, of dice, of a step and a number, of two steps.
func (r *formulaReader) sum(e *syntax.Binary, want program.Type) *program.Expr {
	if name := r.hyphened(e); name != "" {
		r.List.Errorf(CodeUnknownName, e.Span(), "unknown name %q%s", e.Span().Text(), in(r.env.Where)).
			WithHint("a hyphen is read as a minus: write %s", name).WithGuess(e.Span(), name)
		return r.broken(e.Span())
	}
	if want.Kind != program.Dice && want.Kind != program.Step {
		want = NumberType
	}
	var x, y *program.Expr
	switch {
	case want.Kind == program.Number:
		x, y = r.operands(e.X, e.Y, want)
	case want.Kind == program.Step && want.Scale == nil:
		x, y = r.anyStep(e.X), r.anyStep(e.Y)
	default:
		x, y = r.expr(e.X, want), r.expr(e.Y, want)
	}
	if x.Type.Kind == program.Unknown || y.Type.Kind == program.Unknown {
		return r.broken(e.Span())
	}
	switch {
	case x.Type.Kind == program.Dice || y.Type.Kind == program.Dice:
		return r.diceSum(e, x, y)
	case x.Type.Kind == program.Step && y.Type.Kind == program.Step && e.Op == "-":
		if x.Type.Scale != y.Type.Scale {
			r.mismatch(y, x.Type)
			return r.broken(e.Span())
		}
		return Fold(two(program.OpStepDiff, NumberType, e, x, y))
	case x.Type.Kind == program.Step:
		y = r.fit(y, NumberType)
		if e.Op == "-" {
			y = Fold(&program.Expr{Op: program.OpNeg, Type: NumberType, Span: y.Span, Args: []*program.Expr{y}})
		}
		return two(program.OpStepAdd, x.Type, e, x, y)
	case y.Type.Kind == program.Step && e.Op == "+":
		return two(program.OpStepAdd, y.Type, e, y, r.fit(x, NumberType))
	}
	return Fold(two(numberOps[e.Op], NumberType, e, r.fit(x, NumberType), r.fit(y, NumberType)))
}

func (r *formulaReader) diceSum(e *syntax.Binary, x, y *program.Expr) *program.Expr {
	for _, side := range []*program.Expr{x, y} {
		if side.Type.Kind != program.Dice && side.Type.Kind != program.Number {
			r.mismatch(side, DiceType)
			return r.broken(e.Span())
		}
	}
	if e.Op == "+" {
		return two(program.OpDiceAdd, DiceType, e, x, y)
	}
	return two(program.OpDiceSub, DiceType, e, x, y)
}

// order checks < <= > >=: of numbers, or of steps of one scale.
func (r *formulaReader) order(e *syntax.Binary) *program.Expr {
	want := UnknownType
	if r.undecided(e.X) && r.undecided(e.Y) {
		want = NumberType
	}
	x, y := r.operands(e.X, e.Y, want)
	switch {
	case x.Type.Kind == program.Unknown || y.Type.Kind == program.Unknown:
		return r.broken(e.Span())
	case x.Type.Kind == program.Dice && y.Type.Kind == program.Number:
		return r.dicePool(e, x, y)
	case x.Type.Kind == program.Step:
		y = r.fit(y, x.Type)
	case y.Type.Kind == program.Step:
		x = r.fit(x, y.Type)
	default:
		x, y = r.fit(x, NumberType), r.fit(y, NumberType)
	}
	return Fold(two(orderOps[e.Op], BoolType, e, x, y))
}

// dicePool rejects 6d10 >= 8, which at the table counts dice.
func (r *formulaReader) dicePool(e *syntax.Binary, x, y *program.Expr) *program.Expr {
	dice, number := Short(x.Span), Short(y.Span)
	reach := map[string][]string{">=": {number}, ">": {number + " + 1", number}, "<=": {"1, " + number}, "<": {"1, " + number + " - 1", "1, " + number}, "==": {number + ", " + number}}[e.Op]
	d := r.List.Errorf(CodeTypeMismatch, x.Span, "%q is dice, but a number is needed", dice)
	for i := range reach {
		reach[i] = "successes(" + dice + ", " + reach[i] + ")"
		d.WithGuess(e.Span(), reach[i])
	}
	if len(reach) > 1 {
		reach[1] += fmt.Sprintf(", if %s includes %s", e.Op, number)
	}
	d.WithHint("to count the dice that show it, write %s; for their total, roll them: roll x = %s", strings.Join(reach, ", or "), dice)
	return r.broken(e.Span())
}

// equal checks == and !=. Comparing a thing with a definition tests whether it was made from it.
func (r *formulaReader) equal(e *syntax.Binary) *program.Expr {
	x, y := r.operands(e.X, e.Y, UnknownType)
	if e.Op == "==" && x.Type.Kind == program.Dice && y.Type.Kind == program.Number {
		return r.dicePool(e, x, y)
	}
	same := r.same(e, x, y)
	if e.Op == "!=" && same.Type.Kind != program.Unknown {
		if same.Op == program.OpEq {
			same.Op = program.OpNotEq
			return Fold(same)
		}
		return not(same, e)
	}
	return Fold(same)
}

// same compares two values.
func (r *formulaReader) same(e syntax.Expr, x, y *program.Expr) *program.Expr {
	switch {
	case x.Type.Kind == program.Unknown || y.Type.Kind == program.Unknown:
		return r.broken(e.Span())
	case made(x.Type, y.Type):
		return two(program.OpIs, BoolType, e, x, y)
	case made(y.Type, x.Type):
		return two(program.OpIs, BoolType, e, y, x)
	case x.Type.Kind == program.List && y.Type.Kind == program.Place:
		x = r.fit(x, PlaceType)
	case y.Type.Kind == program.List && x.Type.Kind == program.Place:
		y = r.fit(y, PlaceType)
	}
	t, ok := join(x.Type, y.Type)
	switch {
	case !ok:
		d := r.List.Errorf(CodeTypeMismatch, e.Span(), "%s can't be equal to %s", InWords(x.Type), InWords(y.Type))
		for _, side := range []*program.Expr{x, y} {
			if s := side.Type.Scale; s != nil && len(s.Steps) <= 12 {
				d.WithHint("its steps are %s", strings.Join(program.Names(s.Steps), ", "))
			}
			if side.Op == program.OpField && side.Field.Optional {
				d.WithHint("to test whether it is set, write given(%s)", Short(side.Span))
			}
		}
		return r.broken(e.Span())
	case t.Kind == program.Dice, IsCollection(t), t.Kind == program.MapType:
		d := r.List.Errorf(CodeTypeMismatch, e.Span(), "%s can't be compared", InWords(t))
		if t.Kind == program.Dice {
			d.WithHint("compare their average: expected(%s)", Short(x.Span))
		} else if IsCollection(t) {
			d.WithHint("compare what is in it: count(%s), or %s[0]", Short(x.Span), Short(x.Span))
		}
		return r.broken(e.Span())
	}
	if t.Kind == program.Definition || t.Kind == program.Plan {
		x, y = r.fit(x, t), r.fit(y, t)
	}
	return two(program.OpEq, BoolType, e, x, y)
}

// in checks `x in L`. As with ==, things match the definitions that they were made
// from in a list of definitions, and definitions match in a list of things.
func (r *formulaReader) in(e *syntax.Binary) *program.Expr {
	var x, l *program.Expr
	if _, literal := e.Y.(*syntax.List); literal && !r.undecided(e.X) {
		x = r.expr(e.X, UnknownType)
		l = r.expr(e.Y, ListOf(x.Type))
	} else {
		l = r.expr(e.Y, UnknownType)
		want := UnknownType
		if IsCollection(l.Type) {
			want = *l.Type.Elem
		}
		x = r.expr(e.X, want)
	}
	switch {
	case x.Type.Kind == program.Unknown || l.Type.Kind == program.Unknown:
		return r.broken(e.Span())
	case !IsCollection(l.Type):
		r.needs(l, "a list or a set")
		return r.broken(e.Span())
	case made(x.Type, *l.Type.Elem) || made(*l.Type.Elem, x.Type):
		return r.madeIn(e, x, l)
	}
	if _, ok := join(x.Type, *l.Type.Elem); !ok {
		r.List.Errorf(CodeTypeMismatch, e.Span(), "%s can't be in %s", InWords(x.Type), InWords(l.Type))
		return r.broken(e.Span())
	}
	if x.Type.Kind == program.Definition && l.Type.Elem.Kind == program.Definition {
		if x.Type.Of == nil && l.Type.Elem.Of != nil {
			l = r.asActions(l)
		}
		x = r.fit(x, *l.Type.Elem)
	}
	return two(program.OpIn, BoolType, e, x, l)
}

// asActions converts a list of definitions of one kind into one of actions of any kind.
func (r *formulaReader) asActions(l *program.Expr) *program.Expr {
	if l.Op == program.OpList {
		list := *l
		list.Type, list.Args = ListOf(AnyAction), make([]*program.Expr, len(l.Args))
		for i, x := range l.Args {
			list.Args[i] = r.fit(x, AnyAction)
		}
		return &list
	}
	defer r.inner()()
	element := r.elementOf(l)
	return &program.Expr{
		Op: program.OpMapTo, Type: ListOf(AnyAction), Index: element.Index, Span: l.Span,
		Args: []*program.Expr{l, asAction(element)},
	}
}

// madeIn tests for each element whether one was made from the other.
func (r *formulaReader) madeIn(e *syntax.Binary, x, l *program.Expr) *program.Expr {
	defer r.inner()()
	element := r.elementOf(l)
	is := two(program.OpIs, BoolType, e, x, element)
	if element.Type.Kind == program.ThingType {
		is.Args[0], is.Args[1] = element, x
	}
	any := two(program.OpAny, BoolType, e, l, is)
	any.Index = element.Index
	return any
}
