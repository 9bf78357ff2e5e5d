package check

import (
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

// perform is `perform A [by W] [on T] [with p = F, ..]`, where A is an action by
// its name, or a value: a definition or an act that has been chosen before.
func (r *reader) perform(s *syntax.Perform) program.Stmt {
	out := &program.Perform{At: at(s)}
	fields, what := r.performed(s, out)
	r.needSelf(s.By != nil, s.Span(), "who acts?", "write perform .. by ..")
	out.By = r.maybe(s.By, r.creature())
	if fields == nil {
		r.withAnything(s.With)
		r.maybe(s.On, unknownType)
		return out
	}
	args := s.With
	if s.On != nil {
		if len(fields) == 0 {
			r.list.Errorf(CodeUnknownArgument, s.On.Span(), "%s has no parameters", what)
			r.expr(s.On, unknownType)
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

// performed finds out what is performed and which parameters may be given; nil
// fields mean that nothing can be said of them.
func (r *reader) performed(s *syntax.Perform, out *program.Perform) ([]*program.Field, string) {
	if n, bare := s.Action.(*syntax.Name); bare && r.near(n.Name, n.Span()) == nil {
		if action := r.actionNamed(n); action != nil {
			out.Action = action
			return nonNil(paramFields(action.Params)), "the action " + quoted(n.Name)
		}
	}
	x := r.expr(s.Action, anyAction)
	out.Act = x
	switch {
	case x.Type.Kind == program.Unknown:
		return nil, ""
	case x.Type.Kind == program.Act:
		if s.On != nil || len(s.With) > 0 {
			r.list.Errorf(CodeUnknownArgument, s.Action.Span(), "%q has been chosen with all its parameters", short(s.Action.Span())).
				WithHint("perform its definition to choose others: perform %s.action on ..", short(s.Action.Span()))
			return nil, ""
		}
		return nil, ""
	case x.Type.Kind == program.Definition && x.Op == program.OpConst && x.Num > 0 && x.Type.Of != nil && x.Type.Of.Defs[int(x.Num)-1].Action != nil:
		out.Act, out.Action = nil, x.Type.Of.Defs[int(x.Num)-1].Action
		return nonNil(paramFields(out.Action.Params)), "the action " + quoted(out.Action.Def.Name)
	}
	out.Act = r.fit(x, anyAction)
	return r.commonParams(x.Type), quoted(short(x.Span))
}

func nonNil(fields []*program.Field) []*program.Field {
	if fields == nil {
		return []*program.Field{}
	}
	return fields
}

// actionNamed finds an action by its name; if several kinds have one of this
// name, or none, it returns nil and the name is read as a value.
func (r *reader) actionNamed(n *syntax.Name) *program.Action {
	var found *program.Action
	for _, d := range r.defs[n.Name] {
		if d.Action != nil {
			if found != nil {
				return nil
			}
			found = d.Action
		}
	}
	return found
}

// commonParams are the parameters that all actions of a type have, for those
// that are performed by a value.
func (r *reader) commonParams(t program.Type) []*program.Field {
	fields := []*program.Field(nil)
	for _, action := range r.prog.Actions {
		if t.Of != nil && action.Def.Kind != t.Of {
			continue
		}
		for _, p := range action.Params {
			if fieldNamed(fields, p.Name) == nil {
				fields = append(fields, p.Field)
			}
		}
	}
	return nonNil(fields)
}

// openParams reports parameters that nothing can decide: any value would do, and
// none is given.
func (r *reader) openParams(s *syntax.Perform, out *program.Perform) {
	for _, p := range out.Action.Params {
		given := false
		for _, w := range out.With {
			given = given || w.Field == p.Field
		}
		if !given && p.Candidates == program.AnyOf && p.Default == nil {
			r.list.Errorf(CodeMissingArgument, s.Action.Span(), "%q has to be told its %q", out.Action.Def.Name, p.Name).
				WithNote(p.Span, "the parameter").
				WithHint("write with %s = ..", p.Name)
		}
	}
}
