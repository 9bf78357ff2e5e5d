package types

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/foreign"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

// call checks name(args): a local that holds a formula, a word of the language, or
// a declaration of the ruleset.
func (r *formulaReader) call(e *syntax.Call, want program.Type) *program.Expr {
	name := e.Name.Name
	if x := r.channel(e); x != nil {
		return x
	}
	if l := r.find(name); l != nil && l.Type.Kind == program.FormulaField {
		r.useLocal(e.Name.Span, l)
		of := &program.Expr{Op: program.OpLocal, Type: l.Type, Index: l.slot, Span: e.Name.Span}
		return r.callFormula(of, nil, l.Type, e.Args, e.Span())
	}
	if f := functions[name]; isOverList(name) {
		return r.listCall(e, f, want)
	} else if f != nil {
		return r.function(e, f, want)
	}
	if name == "if" {
		return r.choice(e, want)
	}
	return r.declaredCall(e, want)
}

// choice checks if(c, a, b), and if(c, a, d, b, .., z) as if(c, a, if(d, b, .., z)). All branches are checked, whatever c is.
func (r *formulaReader) choice(e *syntax.Call, want program.Type) *program.Expr {
	switch n := len(e.Args); {
	case n < 3:
		r.argumentCount(e.Name, n, 3, "condition, then, else")
		return r.broken(e.Span())
	case n%2 == 0:
		r.List.Errorf(CodeArgumentCount, e.Args[n-1].Span(), "this condition of if has no value, or there is no last value for when none holds").
			WithHint("write if(condition, value, condition, value, otherwise)")
		return r.broken(e.Span())
	}
	otherwise := e.Args[2]
	if len(e.Args) > 3 {
		rest := *e
		rest.Args = e.Args[2:]
		rest.At.Start = rest.Args[0].Span().Start
		otherwise = &rest
	} else {
		r.lastIf(otherwise)
	}
	c := r.value(e.Args[0], BoolType)
	defer r.calls.onlySo(`only if this branch of "if" is taken`)()
	x, y := r.operands(e.Args[1], otherwise, want)
	t, ok := join(x.Type, y.Type)
	switch {
	case !ok:
		r.List.Errorf(CodeTypeMismatch, e.Span(), "one branch of if gives %s, the other %s", InWords(x.Type), InWords(y.Type))
		return r.broken(e.Span())
	case t.Kind == program.Unknown:
		return r.broken(e.Span())
	}
	args := []*program.Expr{c, r.fit(x, t), r.fit(y, t)}
	return Fold(&program.Expr{Op: program.OpIf, Type: t, Span: e.Span(), Args: args})
}

// nestedIf warns about an if as the last value of another one, whose cases can take its own.
func (c *Checker) nestedIf(at diag.Span) *diag.Diagnostic {
	return c.List.Warnf(CodeNestedIf, at, "this if is the last value of another").WithHint("write all cases in one: if(condition, value, condition, value, otherwise)")
}

// lastIf warns about an if as the last value of another one, and takes it out.
func (r *formulaReader) lastIf(last syntax.Expr) {
	inner, ok := last.(*syntax.Call)
	if !ok || inner.Name.Name != "if" || len(inner.Args) < 3 || len(inner.Args)%2 == 0 {
		return
	}
	at, text := inner.Span(), inner.Span().Source.Text
	d := r.Checker.nestedIf(inner.Name.Span)
	if strings.HasSuffix(strings.TrimSpace(text[:at.Start]), ",") && strings.HasPrefix(strings.TrimSpace(text[at.End:]), ")") {
		open, shut := at, at
		open.End, shut.Start = inner.Args[0].Span().Start, at.End-1
		d.WithFix(open, "").WithFix(shut, "")
	}
}

// callee is a possible meaning of a name in a call.
type callee struct {
	sort string
	decl diag.Span
	// gives is the type of the call; Unknown if it depends on the column of a table.
	gives program.Type
	call  func() *program.Expr
}

const aCondition = "a condition"

// callees lists the declarations a call may mean: a quantity, a table, a condition, in a program also a proc.
func (r *formulaReader) callees(e *syntax.Call) (list []callee) {
	name := e.Name.Name
	if q := r.Quantities[name]; q != nil {
		list = append(list, callee{"a quantity", q.Span, r.Gives(q, e.Span()), func() *program.Expr {
			args := r.arguments(e.Name, e.Args, q.Of)
			if q.Gives.Kind == program.Unknown {
				return r.broken(e.Span())
			}
			return &program.Expr{Op: program.OpQuantity, Type: q.Gives, Quantity: q, Span: e.Span(), Args: args}
		}})
	}
	if t := r.Tables[name]; t != nil {
		list = append(list, callee{"a table", t.Span, UnknownType, func() *program.Expr { return r.table(e, t) }})
	}
	if r.calls != nil && r.Procs[name] != nil {
		p := r.Proc(name)
		list = append(list, callee{"a proc", p.Decl.Span, p.Gives, func() *program.Expr { return r.valueOfProc(e, p) }})
	}
	if c := r.Conditions[name]; c != nil {
		list = append(list, callee{aCondition, c.Span, BoolType, func() *program.Expr { return r.has(e, c) }})
	}
	return list
}

// declaredCall checks a call of a declaration. Where a bool is expected, conditions precede declarations
// of other types; elsewhere they follow them.
func (r *formulaReader) declaredCall(e *syntax.Call, want program.Type) *program.Expr {
	list := r.callees(e)
	if name := e.Name.Name; len(list) > 1 && r.Conditions[name] != nil && want.Kind != program.Unknown {
		list = slices.DeleteFunc(list, func(c callee) bool {
			if want.Kind == program.Bool {
				return c.gives.Kind != program.Bool
			}
			return c.sort == aCondition
		})
	}
	switch len(list) {
	case 1:
		r.Uses.Add(e.Name.Span, list[0].decl, list[0].gives)
		return list[0].call()
	case 0:
		r.cannotCall(e)
		r.each = append(r.each, element{typ: UnknownType}) // the intended function may have been a list operation
		for _, arg := range e.Args {
			r.expr(arg, UnknownType)
		}
		r.each = r.each[:len(r.each)-1]
		return r.broken(e.Span())
	}
	sorts := make([]string, len(list))
	for i, c := range list {
		sorts[i] = c.sort
	}
	d := r.List.Errorf(CodeAmbiguousName, e.Name.Span, "%q could be %s here", e.Name.Name, diag.JoinOr(sorts))
	if r.Conditions[e.Name.Name] != nil {
		d.WithHint("to test for the condition, write has(x, conditions.%s)", e.Name.Name)
	}
	return r.broken(e.Span())
}

// cannotCall reports a call of something that formulas can't call.
func (r *formulaReader) cannotCall(e *syntax.Call) {
	name := e.Name
	switch {
	case len(e.Args) == 1 && isRollField(name.Name):
		r.List.Errorf(CodeUnknownName, name.Span, "unknown name %q%s", name.Name, in(r.env.Where)).
			WithHint("it is a field of a roll: %s.%s", Short(e.Args[0].Span()), name.Name)
	case r.Procs[name.Name] != nil:
		r.List.Errorf(CodeActsInFormula, name.Span, "%q is a proc, and a formula can't act", name.Name).
			WithHint("call procs in programs; for a value that formulas compute, declare a quantity")
	case len(r.meanings(name.Name, name.Span)) > 0 || r.find(name.Name) != nil || r.env.ofAct(name.Name) != nil:
		d := r.List.Errorf(CodeNotCallable, name.Span, "%q can't be called", name.Name)
		if x := r.near(name.Name, name.Span); x != nil {
			d.Message += ": it is " + InWords(x.Type)
		} else if list := r.meanings(name.Name, name.Span); list[0].Type.Kind != program.Unknown {
			d.Message += ": it is " + InWords(list[0].Type)
		}
	default:
		d := r.List.Errorf(CodeUnknownName, name.Span, "unknown name %q%s", name.Name, in(r.env.Where))
		if meant := foreign.Function(name.Name); meant != "" {
			d.WithHint("%s", meant)
		} else if d.MeanOneOf(name.Name, r.callables()) {
		} else if f := r.fieldOfSelf(name.Name); f != "" {
			d.WithHint("write %s", f)
		} else if usage := syntax.Usage(name.Name); usage != "" {
			d.WithHint("it begins a statement: %s", usage)
		}
	}
}

// callables lists what formulas can call.
func (r *formulaReader) callables() []string {
	names := slices.Concat([]string{"if"}, keys(functions), keys(r.Quantities), keys(r.Tables), keys(r.Conditions))
	if r.calls != nil {
		names = append(names, keys(r.Procs)...)
	}
	for _, l := range r.locals {
		if l.Type.Kind == program.FormulaField || l.Type.Kind == program.ProgramField {
			names = append(names, l.Name)
		}
	}
	slices.Sort(names)
	return names
}

// table checks effort(3), or one column of it when the table has several.
func (r *formulaReader) table(e *syntax.Call, t *program.Table) *program.Expr {
	x := r.lookup(e, t)
	if len(t.Columns) > 1 {
		names := make([]string, len(t.Columns))
		for i, col := range t.Columns {
			names[i] = col.Name
		}
		r.List.Errorf(CodeUnknownField, e.Span(), "the table %q has several columns: which one?", t.Name).
			WithHint("write %s.%s; it has %s", Short(e.Span()), names[0], diag.JoinAnd(names))
		return r.broken(e.Span())
	}
	return x
}

// lookup returns a table lookup with its keys, for the first column.
func (r *formulaReader) lookup(e *syntax.Call, t *program.Table) *program.Expr {
	keys := make([]program.Local, len(t.Keys))
	for i, k := range t.Keys {
		keys[i] = program.Local{Name: k.Name, Type: k.Type}
	}
	args := r.arguments(e.Name, e.Args, keys)
	x := &program.Expr{Op: program.OpTable, Table: t, Span: e.Span(), Args: args}
	if len(t.Columns) > 0 {
		x.Type = t.Columns[0].Type
	}
	return x
}

// tableColumn checks outcome(a, b).column; nil when e isn't such a call.
func (r *formulaReader) tableColumn(x syntax.Expr, name syntax.Ident, at diag.Span) *program.Expr {
	e, called := x.(*syntax.Call)
	if !called || r.find(e.Name.Name) != nil {
		return nil
	}
	t := r.Tables[e.Name.Name]
	if t == nil || len(t.Columns) == 1 {
		return nil
	}
	r.Uses.Add(e.Name.Span, t.Span, UnknownType)
	row := r.lookup(e, t)
	var names []string
	for i, col := range t.Columns {
		if col.Name == name.Name {
			row.Index, row.Type, row.Span = i, col.Type, at
			return row
		}
		names = append(names, col.Name)
	}
	d := r.List.Errorf(CodeUnknownField, name.Span, "the table %q has no column %q", t.Name, name.Name)
	meant(d, name.Name, names, "it has %s")
	return r.broken(at)
}

// has checks prone(x), or held(x, y): from y.
func (r *formulaReader) has(e *syntax.Call, c *program.Condition) *program.Expr {
	if len(e.Args) != 1 && len(e.Args) != 2 {
		r.List.Errorf(CodeArgumentCount, e.Name.Span, "%q takes one or two values, not %d", c.Name, len(e.Args)).
			WithHint("write %s(x), or %s(x, y) for one that y applied", c.Name, c.Name)
		return r.broken(e.Span())
	}
	bearer := r.Creature()
	if c.Bearer != nil {
		bearer = ThingOf(c.Bearer)
	}
	args := []*program.Expr{r.value(e.Args[0], bearer)}
	if len(e.Args) == 2 {
		args = append(args, r.value(e.Args[1], anyThing))
	}
	return &program.Expr{Op: program.OpHas, Type: BoolType, Condition: c, Span: e.Span(), Args: args}
}

// method checks x.f(args): a field of type formula.
func (r *formulaReader) method(e *syntax.Method) *program.Expr {
	x := r.ownerOf(e.X, e.Name)
	if x.Type.Kind == program.Unknown {
		return r.broken(e.Span())
	}
	f := r.fieldOf(x.Type, e.Name, UnknownType)
	switch {
	case f == nil:
		r.noMethod(x, e)
	case f.Type.Kind == program.FormulaField:
		return r.callFormula(x, f, f.Type, e.Args, e.Span())
	case f.Type.Kind == program.ProgramField:
		r.List.Errorf(CodeActsInFormula, e.Name.Span, "%q is a program, and a formula can't act", e.Name.Name).
			WithHint("call it on a line of its own")
	case f.Type.Kind != program.Unknown:
		member := ""
		if f.Family != nil && len(e.Args) == 1 {
			member = "[" + Short(e.Args[0].Span()) + "]"
		}
		r.List.Errorf(CodeNotCallable, e.Name.Span, "%q can't be called: it is %s", e.Name.Name, InWords(f.Type)).
			WithHint("write %s.%s%s", Short(x.Span), f.Name, member)
	}
	return r.broken(e.Span())
}

func (sc *scope) noMethod(x *program.Expr, e *syntax.Method) {
	if isFunction(e.Name.Name) || sc.Quantities[e.Name.Name] != nil || sc.Conditions[e.Name.Name] != nil {
		sc.List.Errorf(CodeUnknownField, e.Name.Span, "%s has no %q", InWords(x.Type), e.Name.Name).
			WithHint("write %s(%s, ..)", e.Name.Name, Short(x.Span))
		return
	}
	sc.noMember(x, e.Name)
}

// callFormula calls the formula in field f of x, or x itself if f is nil; t is the type of the formula.
func (r *formulaReader) callFormula(x *program.Expr, f *program.Field, t program.Type, args []syntax.Expr, at diag.Span) *program.Expr {
	name := syntax.Ident{Name: Short(x.Span), Span: x.Span}
	if f != nil {
		name = syntax.Ident{Name: f.Name, Span: at}
	}
	list := append([]*program.Expr{x}, r.implied(name, args, t.Params)...)
	return &program.Expr{Op: program.OpCallFormula, Type: *t.Elem, Field: f, Span: at, Args: list}
}
