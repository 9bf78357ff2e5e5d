package types

import (
	"slices"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

// perform checks `perform A [by W] [on T] [with p = F, ..] [else { }]`, where A is an action by
// name, or a value: a definition or an act that was chosen before.
func (r *programReader) perform(s *syntax.Perform) program.Stmt {
	out := &program.Perform{At: at(s), Else: r.block(s.Else)}
	fields, what := r.performed(s, out)
	planned := out.Act != nil && out.Act.Type.Kind == program.Plan
	r.needSelf(s.By != nil || planned, s.Span(), "who acts?", "write perform .. by ..")
	out.By = r.maybe(s.By, r.Creature())
	if fields == nil {
		r.withAnything(s.With)
		r.maybe(s.On, UnknownType)
		return out
	}
	open := fields
	if s.On != nil && len(fields) > 0 {
		open = fields[1:]
	}
	args := r.nameArgs(s.With, open)
	if s.On != nil {
		if !r.firstParam(s, out, fields, what) {
			r.expr(s.On, UnknownType)
		} else {
			first := syntax.Ident{Name: fields[0].Name, Span: s.On.Span()}
			args = append([]syntax.Arg{{Name: first, Value: s.On}}, args...)
		}
	}
	out.With = r.with(args, fields, what)
	if out.Action != nil {
		r.openParams(s, out)
	}
	return out
}

// nameArgs assigns each value without a name to the first open parameter that accepts
// it; the parameter that `on` fills isn't open.
func (r *programReader) nameArgs(args []syntax.Arg, fields []*program.Field) []syntax.Arg {
	taken := map[string]bool{}
	for _, arg := range args {
		taken[arg.Name.Name] = true
	}
	named := slices.Clone(args)
	for i, arg := range args {
		if arg.Name.Name != "" {
			continue
		}
		named[i].Name.Span = arg.Value.Span()
		for _, f := range fields {
			if !taken[f.Name] && r.mayBe(arg.Value, f.Type) {
				named[i].Name.Name, taken[f.Name] = f.Name, true
				break
			}
		}
		if named[i].Name.Name == "" {
			r.List.Errorf(CodeUnknownArgument, arg.Value.Span(), "no remaining parameter accepts %q", Short(arg.Value.Span()))
			r.expr(arg.Value, UnknownType)
		}
	}
	return slices.DeleteFunc(named, func(arg syntax.Arg) bool { return arg.Name.Name == "" })
}

// mayBe reports whether e is a value of type t, without adding errors.
func (r *programReader) mayBe(e syntax.Expr, t program.Type) bool {
	var list diag.List
	calls := *r.calls
	quiet := &formulaReader{scope: r.apart(&list), data: r.data, calls: &calls}
	quiet.value(e, t)
	return !list.HasErrors()
}

// firstParam reports whether `on` has a parameter: one that all
// actions that may be performed have first.
func (r *programReader) firstParam(s *syntax.Perform, out *program.Perform, fields []*program.Field, what string) bool {
	if len(fields) == 0 {
		r.List.Errorf(CodeUnknownArgument, s.On.Span(), "%s has no parameters", what)
		return false
	}
	if out.Action != nil {
		return true
	}
	for _, action := range r.actionsOf(out.Act) {
		if len(action.Params) > 0 && (action.Params[0].Name != fields[0].Name || !action.Params[0].Type.Equal(fields[0].Type)) {
			r.List.Errorf(CodeAmbiguousName, s.On.Span(), "the first parameter of %s is %q or %q, depending on the action", what, fields[0].Name, action.Params[0].Name).
				WithHint("name the parameter: with %s = ..", fields[0].Name)
			return false
		}
	}
	return true
}

// performed determines what is performed and which parameters may be given; nil
// fields mean unknown.
func (r *programReader) performed(s *syntax.Perform, out *program.Perform) ([]*program.Field, string) {
	x := r.expr(s.Action, AnyAction)
	out.Act = x
	switch {
	case x.Type.Kind == program.Unknown:
		return nil, ""
	case x.Type.Kind == program.Act:
		if s.On != nil || len(s.With) > 0 {
			r.List.Errorf(CodeUnknownArgument, s.Action.Span(), "%q already has all its parameters", Short(s.Action.Span())).
				WithHint("to choose others, perform its definition: perform %s.action on ..", Short(s.Action.Span()))
		}
		return nil, ""
	case x.Type.Kind == program.Definition && x.Op == program.OpConst && x.Num > 0 && x.Type.Of != nil && x.Type.Of.Defs[int(x.Num)-1].Action != nil:
		out.Act, out.Action = nil, x.Type.Of.Defs[int(x.Num)-1].Action
		return ParamFields(out.Action.Params), "the action " + quoted(out.Action.Def.Name)
	case x.Type.Kind == program.Plan:
		if s.By != nil {
			r.List.Errorf(CodeUnknownArgument, s.By.Span(), "the plan %q already says who performs it", Short(x.Span)).
				WithHint("for another creature, write perform %s.action by .. on ..", Short(x.Span))
		}
		return paramsOf(r.Prog.Actions), "the plan"
	}
	out.Act = r.fit(x, AnyAction)
	return paramsOf(r.actionsOf(out.Act)), quoted(Short(x.Span))
}

// actionsOf lists the possible actions of a value: those of its kind, or all.
func (r *programReader) actionsOf(x *program.Expr) []*program.Action {
	if x.Op == program.OpBuiltin && x.Builtin == program.AsAction {
		x = x.Args[0]
	}
	var list []*program.Action
	for _, action := range r.Prog.Actions {
		if x.Type.Of == nil || action.Def.Kind == x.Type.Of {
			list = append(list, action)
		}
	}
	return list
}

// paramsOf returns the parameters that any of these actions have.
func paramsOf(actions []*program.Action) []*program.Field {
	fields := []*program.Field{}
	for _, action := range actions {
		for _, p := range action.Params {
			if !slices.ContainsFunc(fields, func(f *program.Field) bool { return f.Name == p.Name && f.Type.Equal(p.Type) }) {
				fields = append(fields, p.Field)
			}
		}
	}
	return fields
}

// openParams reports parameters that nothing can decide: every value is allowed, and
// none is given.
func (r *programReader) openParams(s *syntax.Perform, out *program.Perform) {
	for _, p := range out.Action.Params {
		given := slices.ContainsFunc(out.With, func(w program.With) bool { return w.Field == p.Field })
		if !given && p.Candidates == program.AnyOf && p.Default == nil {
			r.List.Errorf(CodeMissingArgument, s.Action.Span(), "%q needs %q", out.Action.Def.Name, p.Name).
				WithNote(p.Span, "declared here").
				WithHint("write with %s = ..", p.Name)
		}
	}
}
