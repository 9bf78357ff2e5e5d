package types

import (
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

// A proc may take a roll with a target, and return one: its total, its dice, and its
// whole outcome. The check of the roll is part of the parameter's or result's type, which
// tells everyone the fields of the roll.

// RollType decodes the type of a roll, which only procs take and return; ok is false for
// other types. The check is nil after an error.
func (c *Checker) RollType(f diag.Fragment) (check *program.Check, ok bool) {
	t, _ := syntax.ParseType(f)
	if t == nil || t.Head.Name != rollType {
		return nil, false
	}
	if t.Elem == nil {
		return c.checkOf(program.AnyCheck), true
	}
	name := t.Elem.Head
	switch k := c.Checks[name.Name]; {
	case name.Name == program.AnyCheck:
		c.List.Errorf(CodeUnknownType, name.Span, "a type can't name the check %s", name.Name).
			WithHint("write roll alone: it means a roll by the check %s", program.AnyCheck)
	case k != nil:
		c.Uses.Add(name.Span, k.Span, UnknownType)
		return k, true
	default:
		d := c.List.Errorf(CodeUnknownType, name.Span, "unknown check %q", name.Name)
		if !d.MeanOneOf(name.Name, keys(c.Checks)) {
			d.WithHint("for rolls without a declared check, the type is roll")
		}
	}
	return nil, true
}

const rollType = "roll"

// rollText returns a roll as a type: "roll of attack".
func rollText(k *program.Check) string {
	if k.Name == program.AnyCheck {
		return rollType
	}
	return rollType + " of " + k.Name
}

// holdsRoll makes a local hold a roll that a proc has taken or returned, with the parts of
// its outcome in the slots from base on.
func (l *local) holdsRoll(k *program.Check, base int) {
	l.rolled, l.tested = true, &tested{k, base}
	if k.Name != program.AnyCheck {
		l.label = k.Name
	}
}

// letRoll checks `let x = proc(..)` where the proc returns a roll.
func (r *programReader) letRoll(name syntax.Ident, out *program.CallProc) program.Stmt {
	l := r.declare(name, NumberType)
	for range out.Proc.Results[1:] {
		r.slot()
	}
	l.holdsRoll(out.Proc.GivesRoll(), l.slot+1)
	out.Into = l.slot
	return out
}

// outcome checks a roll that is passed: its total, followed by the parts of its outcome.
// It is the name of a roll, or the call of a proc that returns one. Nil after an error.
func (r *formulaReader) outcome(e syntax.Expr, k *program.Check) []*program.Expr {
	if call := r.procCall(e); call != nil {
		return r.outcomeOfCall(call, k)
	}
	n, bare := e.(*syntax.Name)
	var l *local
	if bare {
		l = r.find(n.Name)
	}
	if l != nil {
		r.useLocal(n.Span(), l)
	}
	switch {
	case l == nil || l.several != nil:
		if x := r.expr(e, NumberType); x.Type.Kind != program.Unknown {
			r.needRoll(e, k)
		}
		return nil
	case l.tested == nil:
		r.needRoll(e, k)
		return nil
	case !r.isBy(l.tested.check, k, e):
		return nil
	}
	list := make([]*program.Expr, 1+k.Cells())
	for i, part := range program.RollLocals(l.Name, k) {
		slot := l.slot
		if i > 0 {
			slot = l.tested.base + i - 1
		}
		list[i] = &program.Expr{Op: program.OpLocal, Type: part.Type, Index: slot, Span: e.Span()}
	}
	return list
}

func (r *formulaReader) outcomeOfCall(call *syntax.Call, k *program.Check) []*program.Expr {
	proc := r.Procs[call.Name.Name]
	made := r.callBefore(call)
	switch given := proc.GivesRoll(); {
	case given == nil:
		r.needRoll(call, k)
		return nil
	case made == nil || !r.isBy(given, k, call):
		return nil
	}
	list := make([]*program.Expr, len(proc.Results))
	for i, part := range proc.Results {
		list[i] = made.reading(i, part.Type, call.Span())
	}
	return list
}

// reading returns the expression for one of the values that a call returns, counted from 0.
func (c *earlyCall) reading(i int, t program.Type, at diag.Span) *program.Expr {
	x := &program.Expr{Op: program.OpLocal, Type: t, Index: noSlot - i, Span: at}
	c.reads = append(c.reads, x)
	return x
}

// isBy reports a roll with another check.
func (sc *scope) isBy(got, want *program.Check, e syntax.Expr) bool {
	if got == want {
		return true
	}
	d := sc.List.Errorf(CodeTypeMismatch, e.Span(), "%q is a %s, but a %s is needed", Short(e.Span()), rollText(got), rollText(want))
	if want.Name != program.AnyCheck {
		d.WithHint("the label of a roll decides its check: roll %s = .. against ..", want.Name)
	}
	return false
}

// needRoll reports something that isn't a roll with a target.
func (sc *scope) needRoll(e syntax.Expr, k *program.Check) {
	label := k.Name
	if label == program.AnyCheck {
		label = "r"
	}
	sc.List.Errorf(CodeNotARoll, e.Span(), "%q isn't a roll against a number, but one is needed here", Short(e.Span())).
		WithHint("name one: roll %s = .. against ..; or call a proc that gives one", label)
}

// partOfGiven checks proc(..).name, where the proc returns a roll.
func (r *formulaReader) partOfGiven(call *syntax.Call, k *program.Check, name syntax.Ident, at diag.Span) *program.Expr {
	made := r.callBefore(call)
	if made == nil {
		return r.broken(at)
	}
	if part, t, known := partNamed(k, name.Name); known {
		return made.reading(1+int(part), t, at)
	}
	for _, m := range builtinMembers[program.Number] {
		if m.Name == name.Name {
			return builtinCall(m.Op, r.memberGives(m, NumberType), at, made.reading(0, NumberType, call.Span()))
		}
	}
	r.noPart("what "+quoted(call.Name.Name)+" gives", k, name, "natural", "faces")
	return r.broken(at)
}

// assignRoll checks `x = ROLL` where x holds a roll, too: x takes the whole outcome of the other.
// Nil if it isn't such a statement.
func (r *programReader) assignRoll(s *syntax.Assign) []program.Stmt {
	n, bare := s.Target.(*syntax.Name)
	if !bare || s.Op != "=" {
		return nil
	}
	l := r.find(n.Name)
	if l == nil || l.fixed || l.tested == nil || !r.namesRoll(s.Value) {
		return nil
	}
	r.useLocal(n.Span(), l)
	into, base, k := l.slot, l.tested.base, l.tested.check
	if k.Name == program.AnyCheck {
		l.label = "" // whatever the label of the roll that it holds
	}
	return takesRoll(r.outcome(s.Value, k), into, base)
}

// namesRoll reports whether a value is the name of a roll, or the call of a proc that returns one.
func (sc *scope) namesRoll(e syntax.Expr) bool {
	if call := sc.procCall(e); call != nil {
		return sc.Procs[call.Name.Name].GivesRoll() != nil
	}
	n, bare := e.(*syntax.Name)
	if !bare {
		return false
	}
	l := sc.find(n.Name)
	return l != nil && l.rolled
}

// takesRoll assigns the total of a roll and its dice to a slot, and its outcome to the slots
// from base on.
func takesRoll(outcome []*program.Expr, into, base int) []program.Stmt {
	list := make([]program.Stmt, len(outcome))
	for i, x := range outcome {
		slot := into
		if i > 0 {
			slot = base + i - 1
		}
		list[i] = &program.SetLocal{At: program.At{Span: x.Span}, Slot: slot, Value: x, Rolled: i == 0}
	}
	return list
}
