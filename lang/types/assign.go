package types

import (
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

// assign checks `T = F`, `T += F`, `T -= F`.
func (r *programReader) assign(s *syntax.Assign) program.Stmt {
	if n, bare := s.Target.(*syntax.Name); bare {
		if l := r.find(n.Name); l != nil {
			r.useLocal(n.Span(), l)
			return r.assignLocal(s, n, l)
		}
		if r.env.ofAct(n.Name) == nil {
			r.noTarget(n)
			x := r.expr(s.Value, UnknownType)
			if syntax.Reserved(n.Name) || r.Params[n.Name] != nil {
				return nil
			}
			r.add(local{Local: &program.Local{Name: n.Name, Type: x.Type}, at: n.Span()}) // as was probably meant
			return nil
		}
	}
	if what := r.carried(s.Target); what != nil {
		return r.carry(s, what)
	}
	target := r.target(s.Target)
	if target == nil {
		r.expr(s.Value, UnknownType)
		return nil
	}
	return r.change(s, target)
}

// assignLocal assigns to a local. It expands += and -= here.
func (r *programReader) assignLocal(s *syntax.Assign, n *syntax.Name, l *local) program.Stmt {
	if l.several != nil {
		r.List.Errorf(CodeFixedTarget, n.Span(), "%q can't be changed: it holds the results of a proc", n.Name).
			WithHint("keep new results under another name: let x = ..")
		return nil
	}
	if l.fixed {
		r.List.Errorf(CodeFixedTarget, n.Span(), "%q can't be changed: it is an input of this program or the variable of a loop", n.Name).
			WithHint("copy it to a new name: let x = %s", n.Name)
		return nil
	}
	if l.tested != nil {
		r.List.Errorf(CodeFixedTarget, n.Span(), "%q can't be changed: it holds the outcome of a roll against a number", n.Name).
			WithHint("copy it to a new name: let x = %s; only another roll can replace it: %s = ROLL", n.Name, n.Name)
		return nil
	}
	if call := r.procCall(s.Value); call != nil && s.Op == "=" && r.Procs[call.Name.Name].GivesRoll() == nil {
		slot, t := l.slot, l.Type
		out := r.callProc(call, at(s))
		r.givesValue(out.Proc, call.Name)
		if out.Proc.Results == nil && !agrees(out.Proc.Gives, t) {
			r.mismatch(&program.Expr{Type: out.Proc.Gives, Span: call.Span()}, t)
		}
		out.Into = slot
		return out
	}
	slot, t := l.slot, l.Type
	target := &program.Expr{Op: program.OpLocal, Type: t, Index: slot, Span: n.Span()}
	value := r.newValue(s, target)
	if value == nil {
		return nil
	}
	// A roll replaces another roll and its faces.
	rolled := l.rolled && s.Op == "=" && value.Op == program.OpLocal && r.namesRoll(s.Value)
	return &program.SetLocal{At: at(s), Slot: slot, Value: value, Rolled: rolled}
}

// newValue returns the value of a target after the statement, for targets where + and -
// are expanded here.
func (r *programReader) newValue(s *syntax.Assign, target *program.Expr) *program.Expr {
	if s.Op == "=" {
		return r.value(s.Value, target.Type)
	}
	op := s.Op[:1]
	sum := &syntax.Binary{Node: syntax.Node{At: s.Value.Span()}, Op: op, Y: s.Value}
	switch target.Type.Kind {
	case program.Number:
		return two(numberOps[op], NumberType, sum, target, r.value(s.Value, NumberType))
	case program.Dice:
		return r.diceSum(sum, target, r.expr(s.Value, DiceType))
	case program.Step:
		by := r.value(s.Value, NumberType)
		if op == "-" {
			by = Fold(&program.Expr{Op: program.OpNeg, Type: NumberType, Span: by.Span, Args: []*program.Expr{by}})
		}
		return two(program.OpStepAdd, target.Type, sum, target, by)
	case program.Unknown:
		r.expr(s.Value, UnknownType)
		return nil
	}
	r.List.Errorf(CodeTypeMismatch, s.Target.Span(), "%q is %s, so += and -= can't change it", Short(s.Target.Span()), InWords(target.Type)).
		WithHint("set it: %s = ..", Short(s.Target.Span()))
	r.expr(s.Value, UnknownType)
	return nil
}

// carried returns the thing x of a target `x.carrier`; nil for any other target.
func (r *programReader) carried(target syntax.Expr) *program.Expr {
	m, ok := target.(*syntax.Member)
	if !ok || m.Name.Name != "carrier" {
		return nil
	}
	if x := r.expr(m, UnknownType); x.Op == program.OpBuiltin && x.Builtin == program.CarrierOf {
		return x.Args[0]
	}
	return nil
}

// carry checks `x.carrier = F`.
func (r *programReader) carry(s *syntax.Assign, what *program.Expr) program.Stmt {
	if s.Op != "=" {
		r.List.Errorf(CodeFixedTarget, s.Target.Span(), "a thing has one carrier, so += and -= can't change %q", Short(s.Target.Span())).
			WithHint("%s = .. hands it over, %s = none drops it", Short(s.Target.Span()), Short(s.Target.Span()))
	}
	return &program.Carry{At: at(s), What: what, To: r.value(s.Value, r.Creature())}
}

// noTarget reports a bare name that isn't a local.
func (r *programReader) noTarget(n *syntax.Name) {
	d := r.List.Errorf(CodeUnknownName, n.Span(), "nothing called %q can be set%s", n.Name, in(r.env.Where))
	switch f := r.fieldOfSelf(n.Name); {
	case r.Params[n.Name] != nil:
		d.Code = CodeFixedTarget
		d.Message = quoted(n.Name) + " is a param, which can't change during play"
	case f != "":
		d.WithHint("write %s", f)
	default:
		d.Candidates = r.givenNames()
		d.WithHint("to declare a new name, write let %s = ..", n.Name)
	}
}

// target checks the left side and returns it, or nil after an error.
func (r *programReader) target(e syntax.Expr) *program.Expr {
	x := r.expr(e, UnknownType)
	if x.Type.Kind == program.Unknown {
		return nil
	}
	if x.Op == program.OpBuiltin && x.Builtin == program.PlaceOf {
		r.List.Errorf(CodeFixedTarget, e.Span(), "%q can't be set", Short(e.Span())).
			WithHint("write move %s to ..", Short(x.Args[0].Span))
		return nil
	}
	if why := r.whyFixed(x); why != "" {
		r.List.Errorf(CodeFixedTarget, e.Span(), "%q can't be set: %s", Short(e.Span()), why)
		return nil
	}
	return x
}

// whyFixed returns why a value can't be set; empty if it can.
func (r *programReader) whyFixed(x *program.Expr) string {
	const chosen = "it is a parameter, chosen before the action began"
	switch x.Op {
	case program.OpOwn:
		if r.env.isParam(x.Field) {
			return chosen
		}
	case program.OpField:
		switch owner := x.Args[0].Type; owner.Kind {
		case program.ThingType, program.Instance, program.EntryData:
		case program.Act:
			if !r.isRunning(x.Field) {
				return chosen
			}
		case program.EventData:
			return "past events can't change"
		default:
			return "it is fixed in a definition, the same for all"
		}
	case program.OpFamilyOf: // see below
	case program.OpCallFormula, program.OpQuantity:
		return "it is computed each time"
	case program.OpInstance:
		return "use apply and end for conditions"
	case program.OpBuiltin:
		return "it is built in"
	default:
		return "it isn't a field or pool of a thing"
	}
	if isFamily(x) {
		return "it is a family; name the member: " + Short(x.Span) + "[..]"
	}
	if k := x.Field.Type.Kind; k == program.FormulaField || k == program.ProgramField || k == program.MapType {
		return "it is fixed in a definition"
	}
	return ""
}

// isRunning reports whether some action has f among its running fields.
func (r *programReader) isRunning(f *program.Field) bool {
	for _, action := range r.Prog.Actions {
		for _, g := range action.Running {
			if g.Name == f.Name && g.Type.Equal(f.Type) {
				return true
			}
		}
	}
	return false
}

// change checks an assignment to a field.
func (r *programReader) change(s *syntax.Assign, target *program.Expr) program.Stmt {
	if target.Type.Kind == program.Act && target.Op == program.OpField && target.Args[0].Type.Kind != program.Act {
		r.List.Errorf(CodeStoredAct, s.Target.Span(), "an action in progress can't be kept in a field: the field lasts longer").
			WithHint("to perform it later, use a field of type plan; to keep only which action it is, one of type action: %s.action", Short(s.Value.Span()))
		return nil
	}
	out := &program.Assign{At: at(s), Target: target, Op: s.Op[0]}
	switch {
	case target.Type.Kind == program.Set && s.Op != "=":
		out.Value = r.value(s.Value, *target.Type.Elem)
	case target.Field.Virtual && s.Op == "=":
		r.List.Errorf(CodeFixedTarget, s.Target.Span(), "%q combines several pools and can't be set", Short(s.Target.Span())).
			WithHint("subtract from it with -=, or set one of its pools")
		r.expr(s.Value, UnknownType)
		return nil
	case target.Type.Kind == program.Number || s.Op == "=":
		out.Value = r.value(s.Value, target.Type)
	default:
		if out.Value = r.newValue(s, target); out.Value == nil {
			return nil
		}
		out.Op = '='
	}
	return out
}
