package types

import (
	"slices"

	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

// conditionOr checks the operand of apply and end: a condition by its name, or a
// value, for which other types may be expected too.
func (r *programReader) conditionOr(e syntax.Expr) (*program.Condition, *program.Expr) {
	x := r.expr(e, ConditionType)
	switch {
	case x.Type.Kind == program.ConditionName && x.Op == program.OpConst && x.Num > 0:
		return r.Prog.Conditions[int(x.Num)-1], x
	}
	return nil, x
}

// CheckListed warns about instances() of a condition that only comes with others:
// it has none. An encounter may still give it.
func (c *Checker) CheckListed() {
	if c.List.HasErrors() || c.appliesAny {
		return
	}
	for _, l := range c.listed {
		if c.applied[l.condition] {
			continue
		}
		for _, parent := range c.Prog.Conditions {
			if slices.Contains(parent.Implies, l.condition) {
				c.List.Warnf(CodeNoInstances, l.at, "%q only comes with %q, so it has no instances of its own", l.condition.Name, parent.Name).
					WithHint("to test whether it holds, write %s(x); for instances, use those of %s", l.condition.Name, parent.Name)
				break
			}
		}
	}
}

func (r *programReader) apply(s *syntax.Apply) program.Stmt {
	c, x := r.conditionOr(s.Condition)
	out := &program.Apply{At: at(s), Condition: c}
	bearer := anyThing
	if c == nil {
		out.Named = r.fit(x, ConditionType)
		r.appliesAny = true
	} else {
		r.applied[c] = true
		r.notDerived(c, s.Condition, "applied")
		if bearer = r.Creature(); c.Bearer != nil {
			bearer = ThingOf(c.Bearer)
		}
	}
	out.To = r.value(s.To, bearer)
	out.By = r.maybe(s.By, anyThing)
	switch {
	case c != nil:
		out.With = r.lasting(s.With, c.Fields, "the condition "+quoted(c.Name))
	case x.Type.Kind == program.Unknown:
		r.withAnything(s.With)
	case len(s.With) > 0:
		r.List.Errorf(CodeUnknownArgument, s.With[0].Name.Span, "%q can be any condition, so its fields are unknown", Short(x.Span)).
			WithHint("name the condition to set its fields")
		r.withAnything(s.With)
	}
	if s.Until != nil {
		if u := r.untilOf(s.Until, c, out.To.Type); u != nil {
			out.Until = []*program.Until{u}
		}
	}
	return out
}

// notDerived rejects applying or ending a condition that holds by its formula.
func (r *programReader) notDerived(c *program.Condition, e syntax.Expr, done string) {
	if r.Derived[c] {
		r.List.Errorf(CodeDerivedApplied, e.Span(), "%q can't be %s: it holds exactly while its formula is true", c.Name, done).
			WithNote(c.Span, "declared here, with while")
	}
}

// end ends conditions one by one.
func (r *programReader) end(s *syntax.End) []program.Stmt {
	on := r.maybe(s.On, anyThing)
	var list []program.Stmt
	for _, e := range s.Conditions {
		list = append(list, r.endOne(s, e, on))
	}
	return list
}

// endsAlone rejects clauses that have no meaning where an action in progress is ended.
func (r *programReader) endsAlone(s *syntax.End, e syntax.Expr) {
	for _, c := range []struct {
		given bool
		word  string
	}{{s.On != nil, "on"}, {s.Where != nil, "where"}, {s.Until != nil, "until"}} {
		if c.given {
			r.List.Errorf(CodeTypeMismatch, e.Span(), "%q is an action in progress, which %q can't follow", Short(e.Span()), c.word).
				WithHint("write end %s to stop it", Short(e.Span()))
		}
	}
}

func (r *programReader) endOne(s *syntax.End, e syntax.Expr, on *program.Expr) program.Stmt {
	out := &program.EndCondition{At: at(s), On: on, Each: -1}
	c, x := r.conditionOr(e)
	instance := instanceT
	switch {
	case x.Type.Kind == program.Act:
		r.endsAlone(s, e)
		return &program.EndActions{At: at(s), Act: x}
	case c != nil:
		r.notDerived(c, e, "ended")
		out.Condition, instance = c, InstanceOf(c)
	case x.Type.Kind == program.Instance:
		out.Which = x
		instance = x.Type
	default:
		out.Named = r.fit(x, ConditionType)
	}
	if on == nil && out.Which == nil && x.Type.Kind != program.Unknown {
		r.List.Errorf(CodeMissingArgument, e.Span(), "%q ends on whom?", Short(e.Span())).
			WithHint("write end %s on ..", Short(e.Span()))
	}
	if s.Where != nil {
		out.Each, out.Where = r.about(instance, s.Where, program.TakesBool)
	}
	if s.Until != nil {
		bearer := r.Creature()
		if on != nil {
			bearer = on.Type
		}
		out.Until = r.untilOf(s.Until, c, bearer)
	}
	return out
}
