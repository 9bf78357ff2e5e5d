package check

import (
	"math"

	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

func (r *reader) unary(e *syntax.Unary, want program.Type) *program.Expr {
	if e.Op == "not" {
		return not(r.value(e.X, boolType), e)
	}
	x := r.expr(e.X, want)
	switch {
	case x.Type.Kind == program.Dice:
		r.list.Errorf(CodeDiceSum, e.Span(), "dice can't be negative").
			WithHint("roll them on their own and subtract what they show: roll less = %s", short(x.Span))
		return r.broken(e.Span())
	case e.Op == "+":
		return r.fit(x, numberType)
	}
	x = r.fit(x, numberType)
	return fold(&program.Expr{Op: program.OpNeg, Type: numberType, Span: e.Span(), Args: []*program.Expr{x}})
}

func not(x *program.Expr, e syntax.Expr) *program.Expr {
	return fold(&program.Expr{Op: program.OpNot, Type: boolType, Span: e.Span(), Args: []*program.Expr{x}})
}

var numberOps = map[string]program.Op{
	"+": program.OpAdd, "-": program.OpSub, "*": program.OpMul, "/": program.OpDiv, "%": program.OpMod, "**": program.OpPow,
}

var orderOps = map[string]program.Op{
	"<": program.OpLess, "<=": program.OpLessEq, ">": program.OpGreater, ">=": program.OpGreaterEq,
}

func (r *reader) binary(e *syntax.Binary, want program.Type) *program.Expr {
	switch e.Op {
	case "and", "or":
		op := program.OpAnd
		if e.Op == "or" {
			op = program.OpOr
		}
		return fold(two(op, boolType, e, r.value(e.X, boolType), r.value(e.Y, boolType)))
	case "+", "-":
		return r.sum(e, want)
	case "*", "/", "%", "**":
		return fold(two(numberOps[e.Op], numberType, e, r.factor(e.X, e.Op), r.factor(e.Y, e.Op)))
	case "<", "<=", ">", ">=":
		return r.order(e)
	case "==", "!=":
		return r.equal(e)
	case "in":
		return r.in(e)
	case "not in":
		return not(r.in(e), e)
	case "..":
		return two(program.OpRange, listOf(numberType), e, r.value(e.X, numberType), r.value(e.Y, numberType))
	}
	return r.broken(e.Span())
}

func two(op program.Op, t program.Type, e syntax.Expr, x, y *program.Expr) *program.Expr {
	return &program.Expr{Op: op, Type: t, Span: e.Span(), Args: []*program.Expr{x, y}}
}

// factor checks an operand of * / % **, which take numbers only.
func (r *reader) factor(e syntax.Expr, op string) *program.Expr {
	x := r.expr(e, numberType)
	if x.Type.Kind == program.Dice {
		d := r.list.Errorf(CodeDiceSum, x.Span, "dice can't be part of %s", op)
		if op == "*" {
			d.WithHint("all of them n times over is times(n, %s)", short(x.Span))
		} else {
			d.WithHint("roll them first: roll x = %s", short(x.Span))
		}
		return r.broken(x.Span)
	}
	return r.fit(x, numberType)
}

// operands checks both sides of an operator. A side whose name may mean several
// things is read second, so that the other one decides.
func (r *reader) operands(x, y syntax.Expr, want program.Type) (a, b *program.Expr) {
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

// sum is + and -: of numbers, of dice, of a step and a number, of two steps.
func (r *reader) sum(e *syntax.Binary, want program.Type) *program.Expr {
	if want.Kind != program.Dice && want.Kind != program.Step {
		want = numberType
	}
	x, y := r.operands(e.X, e.Y, want)
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
		return fold(two(program.OpStepDiff, numberType, e, x, y))
	case x.Type.Kind == program.Step:
		y = r.fit(y, numberType)
		if e.Op == "-" {
			y = fold(&program.Expr{Op: program.OpNeg, Type: numberType, Span: y.Span, Args: []*program.Expr{y}})
		}
		return two(program.OpStepAdd, x.Type, e, x, y)
	case y.Type.Kind == program.Step && e.Op == "+":
		return two(program.OpStepAdd, y.Type, e, y, r.fit(x, numberType))
	}
	return fold(two(numberOps[e.Op], numberType, e, r.fit(x, numberType), r.fit(y, numberType)))
}

func (r *reader) diceSum(e *syntax.Binary, x, y *program.Expr) *program.Expr {
	for _, side := range []*program.Expr{x, y} {
		if side.Type.Kind != program.Dice && side.Type.Kind != program.Number {
			r.mismatch(side, diceType)
			return r.broken(e.Span())
		}
	}
	if e.Op == "+" {
		return two(program.OpDiceAdd, diceType, e, x, y)
	}
	if y.Type.Kind == program.Dice {
		r.list.Errorf(CodeDiceSum, y.Span, "dice can't be subtracted").
			WithHint("roll them on their own first: roll less = %s", short(y.Span))
		return r.broken(e.Span())
	}
	return two(program.OpDiceSub, diceType, e, x, y)
}

// order is < <= > >=: of numbers, or of steps of one scale.
func (r *reader) order(e *syntax.Binary) *program.Expr {
	want := unknownType
	if r.undecided(e.X) && r.undecided(e.Y) {
		want = numberType
	}
	x, y := r.operands(e.X, e.Y, want)
	switch {
	case x.Type.Kind == program.Unknown || y.Type.Kind == program.Unknown:
		return r.broken(e.Span())
	case x.Type.Kind == program.Step:
		y = r.fit(y, x.Type)
	case y.Type.Kind == program.Step:
		x = r.fit(x, y.Type)
	default:
		x, y = r.fit(x, numberType), r.fit(y, numberType)
	}
	return fold(two(orderOps[e.Op], boolType, e, x, y))
}

// equal is == and !=. A thing compared with a definition asks what it was made from.
func (r *reader) equal(e *syntax.Binary) *program.Expr {
	x, y := r.operands(e.X, e.Y, unknownType)
	same := r.same(e, x, y)
	if e.Op == "!=" && same.Type.Kind != program.Unknown {
		if same.Op == program.OpEq {
			same.Op = program.OpNotEq
			return fold(same)
		}
		return not(same, e)
	}
	return fold(same)
}

// same compares two values.
func (r *reader) same(e syntax.Expr, x, y *program.Expr) *program.Expr {
	switch {
	case x.Type.Kind == program.Unknown || y.Type.Kind == program.Unknown:
		return r.broken(e.Span())
	case made(x.Type, y.Type):
		return two(program.OpIs, boolType, e, x, y)
	case made(y.Type, x.Type):
		return two(program.OpIs, boolType, e, y, x)
	case x.Type.Kind == program.List && y.Type.Kind == program.Place:
		x = r.fit(x, placeType)
	case y.Type.Kind == program.List && x.Type.Kind == program.Place:
		y = r.fit(y, placeType)
	}
	t, ok := join(x.Type, y.Type)
	switch {
	case !ok:
		r.list.Errorf(CodeTypeMismatch, e.Span(), "%s can't be equal to %s", a(x.Type), a(y.Type))
		return r.broken(e.Span())
	case t.Kind == program.Dice, isCollection(t), t.Kind == program.MapType:
		d := r.list.Errorf(CodeTypeMismatch, e.Span(), "%s can't be compared", a(t))
		if t.Kind == program.Dice {
			d.WithHint("compare what they give on average: expected(%s)", short(x.Span))
		}
		return r.broken(e.Span())
	}
	if t.Kind == program.Definition {
		x, y = r.fit(x, t), r.fit(y, t)
	}
	return two(program.OpEq, boolType, e, x, y)
}

// in is `x in L`. As with ==, things are found in a list of definitions by what
// they were made from, and definitions in a list of things.
func (r *reader) in(e *syntax.Binary) *program.Expr {
	var x, l *program.Expr
	if _, literal := e.Y.(*syntax.List); literal && !r.undecided(e.X) {
		x = r.expr(e.X, unknownType)
		l = r.expr(e.Y, listOf(x.Type))
	} else {
		l = r.expr(e.Y, unknownType)
		want := unknownType
		if isCollection(l.Type) {
			want = *l.Type.Elem
		}
		x = r.expr(e.X, want)
	}
	switch {
	case x.Type.Kind == program.Unknown || l.Type.Kind == program.Unknown:
		return r.broken(e.Span())
	case !isCollection(l.Type):
		r.list.Errorf(CodeTypeMismatch, l.Span, "%q is %s, but a list or a set is needed", short(l.Span), a(l.Type))
		return r.broken(e.Span())
	case made(x.Type, *l.Type.Elem) || made(*l.Type.Elem, x.Type):
		return r.madeIn(e, x, l)
	}
	if _, ok := join(x.Type, *l.Type.Elem); !ok {
		r.list.Errorf(CodeTypeMismatch, e.Span(), "%s can't be in %s", a(x.Type), a(l.Type))
		return r.broken(e.Span())
	}
	if x.Type.Kind == program.Definition && l.Type.Elem.Kind == program.Definition {
		if x.Type.Of == nil && l.Type.Elem.Of != nil {
			l = r.asActions(l)
		}
		x = r.fit(x, *l.Type.Elem)
	}
	return two(program.OpIn, boolType, e, x, l)
}

// asActions turns a list of definitions of one kind into one of actions of any kind.
func (r *reader) asActions(l *program.Expr) *program.Expr {
	if l.Op == program.OpList {
		list := *l
		list.Type, list.Args = listOf(anyAction), make([]*program.Expr, len(l.Args))
		for i, x := range l.Args {
			list.Args[i] = r.fit(x, anyAction)
		}
		return &list
	}
	locals, next := r.mark()
	defer r.release(locals, next)
	element := &program.Expr{Op: program.OpLocal, Type: *l.Type.Elem, Index: r.slot(), Span: l.Span}
	return &program.Expr{
		Op: program.OpMapTo, Type: listOf(anyAction), Index: element.Index, Span: l.Span,
		Args: []*program.Expr{l, asAction(element)},
	}
}

// madeIn asks for each element whether one was made from the other.
func (r *reader) madeIn(e *syntax.Binary, x, l *program.Expr) *program.Expr {
	locals, next := r.mark()
	defer r.release(locals, next)
	element := &program.Expr{Op: program.OpLocal, Type: *l.Type.Elem, Index: r.slot(), Span: l.Span}
	is := two(program.OpIs, boolType, e, x, element)
	if element.Type.Kind == program.ThingType {
		is.Args[0], is.Args[1] = element, x
	}
	any := two(program.OpAny, boolType, e, l, is)
	any.Index = element.Index
	return any
}

// fold works out operations on constants, so that params cost nothing in play
// and an if over a switch leaves only one branch. What could fail (a division by
// zero) is left to the run, where it has a position.
func fold(x *program.Expr) *program.Expr {
	if done := decided(x); done != nil {
		return done
	}
	for _, arg := range x.Args {
		if arg.Op != program.OpConst {
			return x
		}
	}
	value, ok := compute(x)
	if !ok || !(math.Abs(value) <= program.MaxWhole) {
		return x
	}
	return &program.Expr{Op: program.OpConst, Type: x.Type, Num: value, Span: x.Span}
}

// decided returns what an `if`, `and` or `or` comes to when its first part is a
// constant; nil otherwise.
func decided(x *program.Expr) *program.Expr {
	if len(x.Args) == 0 || x.Args[0].Op != program.OpConst || x.Type.Kind == program.Unknown {
		return nil
	}
	first, holds := x.Args[0], x.Args[0].Num != 0
	switch x.Op {
	case program.OpIf:
		if holds {
			return x.Args[1]
		}
		return x.Args[2]
	case program.OpAnd:
		if holds {
			return x.Args[1]
		}
		return first
	case program.OpOr:
		if holds {
			return first
		}
		return x.Args[1]
	}
	return nil
}

func compute(x *program.Expr) (float64, bool) {
	var p, q float64
	if len(x.Args) > 0 {
		p = x.Args[0].Num
	}
	if len(x.Args) > 1 {
		q = x.Args[1].Num
	}
	switch x.Op {
	case program.OpNeg:
		return 0 - p, true
	case program.OpAdd:
		return p + q, true
	case program.OpSub:
		return p - q, true
	case program.OpMul:
		return p * q, true
	case program.OpDiv:
		return p / q, q != 0
	case program.OpStepDiff:
		return p - q, p > 0 && q > 0
	case program.OpNot:
		return one(p == 0), true
	case program.OpEq:
		return one(p == q), true
	case program.OpNotEq:
		return one(p != q), true
	case program.OpLess:
		return one(p < q), true
	case program.OpLessEq:
		return one(p <= q), true
	case program.OpGreater:
		return one(p > q), true
	case program.OpGreaterEq:
		return one(p >= q), true
	}
	return 0, false
}

func one(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
