package types

import (
	"regexp"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

// formulaReader builds typed expressions from formulas. Its methods always return an expression;
// after a reported error its type is Unknown, which agrees with everything.
type formulaReader struct {
	*scope
	// data is set for values in definitions, where a definition may be used for the
	// thing that is made from it.
	data bool
	// calls are the calls of procs in the current statement; nil outside of programs, where
	// nothing acts.
	calls *earlyCalls
}

func (c *Checker) formulaReader(e Env) *formulaReader { return &formulaReader{scope: c.scope(e)} }

// broken returns the expression for a text with a reported error.
func (c *Checker) broken(at diag.Span) *program.Expr {
	c.UndecidedType(at)
	return &program.Expr{Span: at}
}

// UndecidedType reports a value without a type, such as an element of an empty list, unless an
// error that may have caused it has been reported.
func (c *Checker) UndecidedType(at diag.Span) {
	if !c.Failed && !c.List.HasErrors() {
		c.List.Errorf(CodeNothingGiven, at, "the type of %q is unknown", Short(at)).
			WithHint("an empty list alone doesn't show the type of its elements")
	}
}

// Formula checks a formula. Unless want is Unknown, the formula must have that type.
func (c *Checker) Formula(f diag.Fragment, e Env, want program.Type) *program.Formula {
	tree := parsed(c, syntax.ParseFormula, f)
	if tree == nil {
		return nil
	}
	return c.FormulaOf(tree, e, want)
}

// Reads reports whether a text is a formula that reads a given name, such as self.
func (c *Checker) Reads(f diag.Fragment, name string) bool {
	tree, _ := syntax.Once(c.Trees, f, syntax.ParseFormula)
	return tree != nil && syntax.Reads(tree, name, isOverList)
}

// isOverList reports whether a function evaluates a formula for each element of a list.
func isOverList(name string) bool {
	f := functions[name]
	return f != nil && f.Each != program.OpConst
}

// FormulaOf is [Checker.Formula] for a parsed text.
func (c *Checker) FormulaOf(tree syntax.Expr, e Env, want program.Type) *program.Formula {
	before := len(*c.List)
	r := c.formulaReader(e)
	x := r.value(tree, want)
	if (*c.List)[before:].HasErrors() {
		return nil
	}
	return &program.Formula{
		Expr: x, Inputs: e.Inputs, Slots: r.most,
		ReadsEvent: r.readsEvent, ReadsAct: r.readsAct, Span: tree.Span(),
	}
}

// Constant checks a value in data: literals, dice, names of definitions, lists
// of those, and params. Where want is a kind of things, the value is a definition of that
// kind, from which the thing will be made; in an encounter (e.Encounter)
// it may also be one of the encounter's things.
func (c *Checker) Constant(f diag.Fragment, e Env, want program.Type) *program.Expr {
	tree := parsed(c, syntax.ParseFormula, f)
	if tree == nil {
		return nil
	}
	before := len(*c.List)
	r := c.formulaReader(e)
	r.data = true
	x := r.value(tree, want)
	if (*c.List)[before:].HasErrors() || !r.constant(x) {
		return nil
	}
	return x
}

// constant reports whether x always has the same value.
func (r *formulaReader) constant(x *program.Expr) bool {
	switch {
	case x.Op == program.OpBuiltin && x.Builtin.Reads() != program.ReadsNothing, changing[x.Op]:
		r.List.Errorf(CodeNotConstant, x.Span, "%q can change during play, but this value is fixed", Short(x.Span)).
			WithHint("for a value that is computed each time, use a quantity or a field of type formula")
		return false
	}
	for _, arg := range x.Args {
		if !r.constant(arg) {
			return false
		}
	}
	return true
}

// changing are the operations that read the state of play.
var changing = map[program.Op]bool{
	program.OpField: true, program.OpOwn: true, program.OpCallFormula: true, program.OpQuantity: true,
	program.OpHas: true, program.OpHasNamed: true, program.OpInstance: true, program.OpInstances: true,
	program.OpFamilyOf: true, program.OpEvent: true, program.OpAct: true, program.OpWas: true,
}

// value checks e, which must have the expected type.
func (r *formulaReader) value(e syntax.Expr, want program.Type) *program.Expr {
	return r.fit(r.expr(e, want), want)
}

// expr checks e. The expected type helps to resolve names; expr doesn't enforce it.
func (r *formulaReader) expr(e syntax.Expr, want program.Type) *program.Expr {
	switch e := e.(type) {
	case *syntax.Number:
		return number(e.Value, e.Span())
	case *syntax.Bool:
		return truth(e.Value, e.Span())
	case *syntax.Text:
		return &program.Expr{Op: program.OpConst, Type: TextType, Num: r.Text(e.Value), Span: e.Span()}
	case *syntax.Dice:
		if strings.HasPrefix(e.Span().Text(), "d%") && (r.find("d") != nil || len(r.meanings("d", e.Span())) > 0) {
			r.List.Errorf(CodeAmbiguousName, e.Span(), `"d%%" could be dice here, or the start of a division of "d"`).WithHint("write 1d100, or d %% and the divisor")
			return r.broken(e.Span())
		}
		return &program.Expr{Op: program.OpDice, Type: DiceType, Count: e.Count, Sides: e.Sides, Span: e.Span()}
	case *syntax.Name:
		return r.name(e, want)
	case *syntax.Each:
		return r.element(e.Span())
	case *syntax.Unary:
		return r.unary(e, want)
	case *syntax.Binary:
		return r.binary(e, want)
	case *syntax.Call:
		return r.call(e, want)
	case *syntax.Member:
		return r.member(e, want)
	case *syntax.Method:
		return r.method(e)
	case *syntax.Index:
		return r.indexed(e)
	case *syntax.List:
		return r.literalList(e, want)
	case *syntax.LetIn:
		return r.letIn(e, want)
	case *syntax.Named:
		return r.strayName(e)
	}
	return r.broken(e.Span())
}

func number(n float64, at diag.Span) *program.Expr {
	return &program.Expr{Op: program.OpConst, Type: NumberType, Num: n, Span: at}
}

func truth(b bool, at diag.Span) *program.Expr {
	x := &program.Expr{Op: program.OpConst, Type: BoolType, Span: at}
	if b {
		x.Num = 1
	}
	return x
}

// reference returns a constant that refers to the index-th (from 0) element of a declaration list.
func reference(t program.Type, index int, at diag.Span) *program.Expr {
	return &program.Expr{Op: program.OpConst, Type: t, Num: float64(index + 1), Span: at}
}

func builtinCall(b program.Builtin, t program.Type, at diag.Span, args ...*program.Expr) *program.Expr {
	return &program.Expr{Op: program.OpBuiltin, Builtin: b, Type: t, Span: at, Args: args}
}

func (sc *scope) element(at diag.Span) *program.Expr {
	if len(sc.each) == 0 {
		if l := sc.find(syntax.Element); l != nil { // the candidate of a parameter or a choice
			return &program.Expr{Op: program.OpLocal, Type: l.Type, Index: l.slot, Span: at}
		}
		d := sc.List.Errorf(CodeNoElement, at, "%q has no meaning here: there is no list element", syntax.Element)
		if sc.env.Element != "" {
			d.WithHint("%s", sc.env.Element)
		} else {
			d.WithHint("each is the current element in any, all, filter and similar functions, and after where: any(list, each > 3)")
		}
		return sc.broken(at)
	}
	inner := sc.each[len(sc.each)-1]
	return &program.Expr{Op: program.OpLocal, Type: inner.typ, Index: inner.slot, Span: at}
}

// fit converts x to the expected type: a number to dice that always show
// it, a definition that acts to an action of any kind. It reports impossible conversions.
func (r *formulaReader) fit(x *program.Expr, want program.Type) *program.Expr {
	switch {
	case want.Kind == program.Unknown:
		return x
	case x.Type.Kind == program.Unknown:
		r.UndecidedType(x.Span)
		return x
	case r.data && made(want, x.Type) && x.Op == program.OpConst:
		return x
	case r.data && IsCollection(want) && IsCollection(x.Type) && made(*want.Elem, *x.Type.Elem) && namesAll(x):
		return x
	case x.Type.Kind == program.List && x.Op == program.OpList && want.Kind == program.Place && len(x.Args) == 2:
		return builtinCall(program.PlaceAt, PlaceType, x.Span, x.Args...)
	case !agrees(x.Type, want):
		r.mismatch(x, want)
		return r.broken(x.Span)
	case x.Type.Kind == program.Number && want.Kind == program.Dice:
		return &program.Expr{Op: program.OpFixedDice, Type: DiceType, Span: x.Span, Args: []*program.Expr{x}}
	case x.Type.Kind == program.Act && want.Kind == program.Plan:
		return builtinCall(program.AsPlan, planType, x.Span, x)
	case x.Type.Kind == program.Definition && want.Kind == program.Definition && want.Of == nil && x.Type.Of != nil:
		return asAction(x)
	case x.Type.Kind == program.Nothing:
		none := *x
		none.Type = want
		return &none
	}
	return x
}

// namesAll reports whether a list names each definition from which a thing is to be made.
func namesAll(x *program.Expr) bool {
	return x.Op == program.OpList && !slices.ContainsFunc(x.Args, func(arg *program.Expr) bool { return arg.Op != program.OpConst })
}

// asAction converts a definition of one kind to an action of any kind.
func asAction(x *program.Expr) *program.Expr {
	if x.Op == program.OpConst && x.Num > 0 {
		if action := x.Type.Of.Defs[int(x.Num)-1].Action; action != nil {
			return reference(AnyAction, action.Index, x.Span)
		}
	}
	return builtinCall(program.AsAction, AnyAction, x.Span, x)
}

// mismatch reports that x doesn't have the expected type.
func (r *formulaReader) mismatch(x *program.Expr, want program.Type) {
	d := r.List.Errorf(CodeTypeMismatch, x.Span, "%q is %s, but %s needed", Short(x.Span), InWords(x.Type), isOne(want))
	switch have := x.Type; {
	case want.Kind == program.Number && have.Kind == program.Bool:
		d.WithHint("write if(%s, 1, 0)", Short(x.Span))
	case want.Kind == program.Number && have.Kind == program.Dice:
		d.WithHint("roll the dice first: roll x = %s; for their average, write expected(%s)", Short(x.Span), Short(x.Span))
	case want.Kind == program.Number && have.Kind == program.Step:
		d.WithHint("its number, counted from 0, is index(%s)", Short(x.Span))
	case want.Kind == program.Number && IsCollection(have):
		d.WithHint("to count its elements, write count(%s)", Short(x.Span))
	case want.Kind == program.Bool && x.Op == program.OpLocal && r.isTested(x.Span.Text()):
		d.WithHint("to test whether it succeeded, write %s.success", Short(x.Span))
	case want.Kind == program.Bool && have.Kind == program.Number:
		d.WithHint("compare it: %s > 0", Short(x.Span))
	case want.Kind == program.Bool && have.Kind == program.ConditionName && x.Op == program.OpConst:
		d.WithHint("say whose: %s(self)", Short(x.Span))
	case want.Kind == program.Bool && have.Kind == program.Instance && x.Op == program.OpInstance:
		d.WithHint("to test whether it holds, write %s(%s)", x.Condition.Name, Short(x.Args[0].Span))
	case want.Kind == program.Bool && isReference(have) && x.Op == program.OpConst:
		d.WithHint("write the whole comparison: .. == %s", Short(x.Span))
	case want.Kind == program.Bool && isReference(have):
		d.WithHint("to test whether there is one, write given(%s)", Short(x.Span))
	case want.Kind == program.Place && have.Kind == program.ThingType:
		d.WithHint("for its place, write place(%s)", Short(x.Span))
	case IsCollection(want) && hyphenRange.MatchString(x.Span.Text()):
		list := hyphenRange.ReplaceAllString(x.Span.Text(), "$1..$2")
		d.WithHint("for a range of whole numbers, write %s", list).WithGuess(x.Span, list)
	case IsCollection(want) && agrees(have, *want.Elem):
		d.WithHint("for a list of one, write [%s]", Short(x.Span)).WithGuess(x.Span, "["+x.Span.Text()+"]")
	case made(have, want):
		d.WithHint("for its definition, write %s.is", Short(x.Span))
	}
}

// hyphenRange matches a range of numbers as players write it.
var hyphenRange = regexp.MustCompile(`^(\d+) ?- ?(\d+)$`)
