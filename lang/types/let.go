package types

import (
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

// letIn checks let NAME = F; G inside a formula.
func (r *formulaReader) letIn(e *syntax.LetIn, want program.Type) *program.Expr {
	if r.data {
		r.List.Errorf(CodeNotConstant, e.Name.Span, "%q can't be declared here: this value is fixed, not computed", e.Name.Name).
			WithHint("write the value itself")
		return r.broken(e.Span())
	}
	value := r.decided(r.expr(e.Value, UnknownType), e.Value.Span(), e.Name.Name)
	defer r.inner()()
	l := r.declare(e.Name, value.Type)
	l.fixed = true
	slot := l.slot
	defer r.calls.onlySo("before " + quoted(e.Name.Name) + " has its value")()
	body := r.expr(e.Body, want)
	if value.Type.Kind == program.Unknown || body.Type.Kind == program.Unknown {
		return r.broken(e.Span())
	}
	return &program.Expr{
		Op: program.OpLet, Type: body.Type, Index: slot, Label: e.Name.Name, Span: e.Span(), Args: []*program.Expr{value, body},
	}
}

// decided reports a value for a name that has no definite type: none by itself, or an empty
// list.
func (r *formulaReader) decided(x *program.Expr, at diag.Span, name string) *program.Expr {
	if x.Type.Kind == program.Nothing || x.Type.Kind == program.List && x.Type.Elem.Kind == program.Unknown && len(x.Args) == 0 && x.Op == program.OpList {
		d := r.List.Errorf(CodeNothingGiven, at, "%q alone doesn't show the type of %q", Short(at), name)
		if r.calls != nil {
			d.WithHint("begin with a value of the right type; a field of the action can begin without one: running: {%s: ..}", name)
		}
		x = r.broken(at)
	}
	if x.Type.Kind == program.Unknown {
		r.UndecidedType(x.Span)
	}
	return x
}
