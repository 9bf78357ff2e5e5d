package types

import (
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

// tested is what a local holds besides the total of a roll.
type tested struct {
	check *program.Check
	// base is the first of the slots that hold the parts of the outcome.
	base int
}

// checkOf returns the check for a label: the check with this name, else the
// one for all others, else that of the language.
func (c *Checker) checkOf(label string) *program.Check {
	for _, name := range []string{label, program.AnyCheck} {
		if k := c.Checks[name]; k != nil {
			return k
		}
	}
	return program.StandardCheck
}

// Tested reports whether some roll with a target uses a check.
func (c *Checker) Tested(k *program.Check) bool { return c.tested[k] }

// Rolled returns the labels of all rolls.
func (c *Checker) Rolled() []string { return keys(c.labels) }

// testOf checks `against F [with f = F, ..]` of a roll with a label, which is empty if the roll is
// passed in.
func (r *programReader) testOf(a *syntax.Against, label string, at program.At) *program.Test {
	t := &program.Test{At: at, Label: label, Check: r.checkOf(label)}
	r.tested[t.Check] = true
	t.Against = r.value(a.Target, NumberType)
	t.With = r.with(a.With, t.Check.Fields, "the check "+quoted(t.Check.Name))
	return t
}

// tests allocates the slots for the outcome of a test, besides the total in l.
func (r *programReader) tests(l *local, t *program.Test) {
	t.Slot = l.slot
	if l.tested != nil {
		t.Base = l.tested.base
		return
	}
	t.Base = r.slot()
	for range int(program.TestParts) - 1 + len(t.Check.Fields) {
		r.slot()
	}
	l.tested = &tested{t.Check, t.Base}
}

// testAgain checks `let x = ROLL against F`.
func (r *programReader) testAgain(s *syntax.Let) program.Stmt {
	rolled := r.expr(s.Value, NumberType)
	label := ""
	switch {
	case !r.isRoll(rolled):
		rolled = r.noRoll(rolled)
	case rolled.Op == program.OpLocal:
		label = r.localIn(rolled.Index).label
	default:
		label = rolled.Field.Name
	}
	t := r.testOf(s.Against, label, at(s))
	t.Rolled = rolled
	l := r.declare(s.Name.Ident, NumberType)
	l.rolled, l.label = true, label
	r.tests(l, t)
	return t
}

// isTested reports whether a name is that of a roll with a target.
func (sc *scope) isTested(name string) bool {
	l := sc.frame.find(name)
	return l != nil && l.tested != nil
}

// partOfTest checks x.name where x is a roll with a target; nil
// if name isn't a part of it.
func (sc *scope) partOfTest(l *local, name syntax.Ident, at diag.Span) *program.Expr {
	part, t, known := partNamed(l.tested.check, name.Name)
	if !known {
		return nil
	}
	return &program.Expr{Op: program.OpLocal, Type: t, Index: l.tested.base + int(part), Span: at}
}

// partNamed returns a part of a check's outcome by its name.
func partNamed(k *program.Check, name string) (part program.TestPart, t program.Type, ok bool) {
	for i, p := range partsOfTest(k) {
		if p.Name == name {
			return program.TestPart(i), p.Type, true
		}
	}
	return 0, UnknownType, false
}

// partsOfTest returns the readable parts of a check's outcome.
func partsOfTest(k *program.Check) []program.Local {
	parts := k.Parts()
	if k.Degree == nil {
		parts[program.TestDegree].Name = ""
	}
	return parts
}

// noPart reports a missing part of a roll with a target; roll names the roll in words, dice its other fields.
func (sc *scope) noPart(roll string, k *program.Check, name syntax.Ident, dice ...string) {
	if name.Name == program.PartDegree {
		sc.List.Errorf(CodeUnknownField, name.Span, "this roll has no degree").
			WithHint("declare its degree under checks: %s: {degree: FORMULA}", k.Name)
		return
	}
	d := sc.List.Errorf(CodeUnknownField, name.Span, "%s has no %q", roll, name.Name)
	meant(d, name.Name, append(namesOf(partsOfTest(k)), dice...), "it has %s; by itself it is the total")
}

// isRoll reports whether a value is the name of a roll: a local or a running field that roll has
// set, or such a field of another act.
func (sc *scope) isRoll(x *program.Expr) bool {
	if x.Type.Kind != program.Number {
		return false
	}
	switch x.Op {
	case program.OpLocal:
		l := sc.localIn(x.Index)
		return l != nil && l.rolled
	case program.OpOwn:
		return true
	case program.OpField:
		return x.Args[0].Type.Kind == program.Act
	}
	return false
}

// localIn returns the local in scope that uses a slot, or nil.
func (sc *scope) localIn(slot int) *local {
	for i := len(sc.locals) - 1; i >= 0; i-- {
		if sc.locals[i].slot == slot {
			return &sc.locals[i]
		}
	}
	return nil
}

// noRoll reports something that isn't the name of a roll.
func (sc *scope) noRoll(x *program.Expr) *program.Expr {
	if x.Type.Kind != program.Unknown {
		sc.List.Errorf(CodeNotARoll, x.Span, "%q isn't the name of a roll", Short(x.Span)).
			WithHint("read the dice by the name of the roll: roll r = 2d6, then r.natural, r.faces")
	}
	return sc.broken(x.Span)
}

// partOfPast checks the fields of came_to besides its total.
func (sc *scope) partOfPast(x *program.Expr, name syntax.Ident, at diag.Span) *program.Expr {
	y := *x
	y.Span = at
	k := sc.checkOf(x.Label)
	if name.Name == "natural" {
		y.Index = program.PastNatural
		return &y
	}
	if part, t, known := partNamed(k, name.Name); known {
		y.Type, y.Index = t, program.PastParts+int(part)
		return &y
	}
	sc.noPart("the result of a roll", k, name, "natural")
	return sc.broken(at)
}
