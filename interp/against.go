package interp

import (
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang/program"
)

// check is a compiled check.
type check struct {
	*program.Check
	margin, success, degree *formula
	// natural is set when one of them reads the face of the first die.
	natural bool
}

// defineChecks compiles the checks of the ruleset.
func (c *compiler) defineChecks() {
	for _, src := range c.Program.Checks {
		c.checks = append(c.checks, c.check(src))
	}
}

// check compiles a check; the one of the language has no texts.
func (c *compiler) check(src *program.Check) *check {
	k := &check{Check: src, margin: c.formula(src.Margin), success: c.formula(src.Success), degree: c.formula(src.Degree)}
	for _, f := range []*program.Formula{src.Margin, src.Success, src.Degree} {
		k.natural = k.natural || f != nil && f.Expr.Input(program.CheckNatural) != nil
	}
	c.template(src.Told)
	if src.Told != nil {
		for _, p := range src.Told.Pieces {
			k.natural = k.natural || p.Value != nil && p.Value.Expr.Input(program.CheckNatural) != nil
		}
	}
	return k
}

// testOf is a compiled test of a roll.
type testOf struct {
	*program.Test
	check   *check
	label   dice.Label
	against *code
	// with are values for fields of the check, by slot.
	with []slotValue
}

type slotValue struct {
	slot  int
	value *code
}

// against compiles a test; nil for nil.
func (c *compiler) against(s *program.Test) *testOf {
	if s == nil {
		return nil
	}
	t := &testOf{Test: s, label: c.labels.Number(s.Label), against: c.operand(s.Against)}
	if i := s.Check.Index; i >= 0 && i < len(c.checks) && c.checks[i].Check == s.Check {
		t.check = c.checks[i]
	} else {
		t.check = c.check(s.Check)
	}
	for i, f := range s.Check.Fields {
		value := &code{fixed: true}
		if f.Default != nil {
			value.value = c.value(f, f.Default, 0, s.Check.Name)
		}
		for _, w := range s.With {
			if w.Field == f {
				value = c.operand(w.Value)
			}
		}
		t.with = append(t.with, slotValue{s.Base + int(program.TestParts) + i, value})
	}
	return t
}

// aim works out what the roll is held against, and returns the reason of that.
func (f *frame) aim(t *testOf) (r reason) {
	m := f.m
	v := f.eval(t.against)
	if m.record.explains {
		r.why = m.because(f, t.Against, t.against)
	}
	m.sumFor(f, t.Against)
	r.sum = m.record.takeSum()
	f.locals[t.Base+int(program.TestTarget)] = v
	for _, w := range t.with {
		f.locals[w.slot] = f.eval(w.value)
	}
	return r
}

// settle works out what a roll comes to against what [testOf.aim] has worked out, and tells it.
// thrown is set where it follows its roll at once.
func (f *frame) settleTest(t *testOf, total float64, roll int, why reason, thrown bool) {
	m, k := f.m, t.check
	r := m.source.Roll(roll)
	roller := dice.Roller(r.Roller)
	who := m.creatureOf(roller)
	if k.natural && r.Natural == 0 {
		m.fail(&t.Span, NotRolled, "the check %s asks which face the roll showed, and no dice were rolled", quoted(k.Name))
	}
	parts := f.locals[t.Base : t.Base+int(program.TestParts)+len(k.Fields)]
	target := parts[program.TestTarget]
	in := append(m.room.inputs[:0], float64(who), total, target, float64(r.Natural))
	in = append(in, parts[program.TestParts:]...)
	margin, success, degree := total-target, total >= target, 0.0
	if k.margin != nil {
		margin = m.number(k.margin, in...)
	} else {
		m.mustBeInRange(margin, "the margin", &t.Span)
	}
	in = append(in, margin)
	if k.success != nil {
		success = m.truth(k.success, in...)
	}
	in = append(in, boolean(success))
	if k.degree != nil {
		degree = m.number(k.degree, in...)
		in = append(in, degree)
	}
	m.room.inputs = in
	parts[program.TestMargin], parts[program.TestSuccess], parts[program.TestDegree] = margin, boolean(success), degree
	label := t.label
	if t.Label == "" {
		label = dice.Label(r.Label)
	}
	if m.witness.on {
		m.sawTest(roller, label, parts, k)
	}
	if m.observed != nil {
		m.observed.Tested(Tested{Label: m.code.labels.Name(label), Check: k.Check, Success: success, Degree: degree})
	}
	if m.record.tracing {
		m.tellTest(t, parts, label, roller, why, thrown)
	}
}

// tellPlain adds to the roll that was recorded last, which is held against nothing, what its
// ruleset says of rolls with its label.
func (m *Machine) tellPlain(label dice.Label, roller dice.Roller, total float64) {
	k := m.code.Program.CheckOf(m.code.labels.Name(label))
	if k == nil || !k.Plain {
		return
	}
	who := m.creatureOf(roller)
	m.tellOf(k.Told, func(f *formula) float64 { return m.number(f, float64(who), total) })
}

// creatureOf returns the creature that rolls; 0: somebody else does.
func (m *Machine) creatureOf(roller dice.Roller) board.Thing {
	who := m.thingOf(roller)
	if !m.isCreature[who] {
		return 0
	}
	return who
}

// tellTest records a test whose total and inputs stand in the machine's room.
func (m *Machine) tellTest(t *testOf, parts []float64, label dice.Label, roller dice.Roller, why reason, thrown bool) {
	k, in := t.check.Check, m.room.inputs
	e := m.emit(trace.Test, &t.Span)
	e.Who = int32(m.thingOf(roller))
	e.Roller, e.Label, e.Explain, e.Sum, e.Thrown = int32(roller), m.code.labels.Name(label), why.why, why.sum, thrown
	e.Amount, e.To, e.From, e.Success = in[program.CheckTotal], in[program.CheckTarget], parts[program.TestMargin], parts[program.TestSuccess] != 0
	if k.Degree != nil {
		e.First, e.Count = m.record.values(in[len(in)-1:])
		e.Type = &k.Degree.Expr.Type
	}
	if k.Told != nil {
		m.tellOf(k.Told, func(f *formula) float64 { return m.number(f, in...) })
	}
}
