package exec

import (
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang/program"
)

// aim works out what the roll is held against, and returns the reason of that.
func (f *frame) aim(t *code.TestOf) (r reason) {
	m := f.m
	v := f.eval(t.Against)
	if m.record.explains {
		r.why = m.because(f, t.Test.Against, t.Against)
	}
	m.sumFor(f, t.Test.Against, true)
	r.sum = m.record.takeSum()
	f.locals[t.Base+int(program.TestTarget)] = v
	for _, w := range t.With {
		f.locals[w.Slot] = f.eval(w.Value)
	}
	return r
}

// settle works out what a roll comes to against what [TestOf.aim] has worked out, and tells it.
// thrown is set where it follows its roll at once.
func (f *frame) settleTest(t *code.TestOf, total float64, roll int, why reason, thrown bool) {
	m, k := f.m, t.Check
	r := m.source.Roll(roll)
	roller := dice.Roller(r.Roller)
	who := m.creatureOf(roller)
	natural := 0.0
	if k.Natural {
		natural = f.ofFaces(m.source.Natural(roll))
	}
	if k.Natural && natural == 0 {
		m.fail(&t.Span, NotRolled, "the check %s needs the face of the roll, but no dice were rolled", code.Quoted(k.Name))
	}
	parts := f.locals[t.Base : t.Base+int(program.TestParts)+len(k.Fields)]
	target := parts[program.TestTarget]
	in := append(m.room.inputs[:0], float64(who), total, target, natural)
	in = append(in, parts[program.TestParts:]...)
	margin, success, degree := total-target, total >= target, 0.0
	if k.Margin != nil {
		margin = m.number(k.Margin, in...)
	} else {
		m.mustBeInRange(margin, "the margin", &t.Span)
	}
	in = append(in, margin)
	if k.Success != nil {
		success = m.truth(k.Success, in...)
	}
	in = append(in, boolean(success))
	if k.Degree != nil {
		degree = m.number(k.Degree, in...)
		in = append(in, degree)
	}
	m.room.inputs = in
	parts[program.TestMargin], parts[program.TestSuccess], parts[program.TestDegree] = margin, boolean(success), degree
	label := t.Label
	if t.Test.Label == "" {
		label = dice.Label(r.Label)
	}
	if m.witness.on {
		m.sawTest(roller, label, parts, k)
	}
	if m.observed != nil {
		m.observed.Tested(Tested{Who: who, Label: m.Code.Labels.Name(label), Check: k.Check, Success: success, Degree: degree})
	}
	if m.record.tracing {
		m.tellTest(t, parts, label, roller, why, thrown)
	}
}

// tellPlain adds to the roll that was recorded last, which is held against nothing, what its
// ruleset says of rolls with its label.
func (m *Machine) tellPlain(label dice.Label, roller dice.Roller, total float64) {
	k := m.Code.Program.CheckOf(m.Code.Labels.Name(label))
	if k == nil || !k.Plain {
		return
	}
	who := m.creatureOf(roller)
	m.tellOf(k.Told, func(f *code.Formula) float64 { return m.number(f, float64(who), total) })
}

// creatureOf returns the creature that rolls; 0: somebody else does.
func (m *Machine) creatureOf(roller dice.Roller) board.Thing {
	who := m.thingOf(roller)
	if !m.IsCreature[who] {
		return 0
	}
	return who
}

// tellTest records a test whose total and inputs stand in the machine's room.
func (m *Machine) tellTest(t *code.TestOf, parts []float64, label dice.Label, roller dice.Roller, why reason, thrown bool) {
	k, in := t.Check.Check, m.room.inputs
	e := m.emit(trace.Test, &t.Span)
	e.Who = int32(m.thingOf(roller))
	e.Roller, e.Label, e.Explain, e.Sum, e.Thrown = int32(roller), m.Code.Labels.Name(label), why.why, why.sum, thrown
	e.Amount, e.To, e.From, e.Success = in[program.CheckTotal], in[program.CheckTarget], parts[program.TestMargin], parts[program.TestSuccess] != 0
	if k.Degree != nil {
		e.First, e.Count = m.record.values(in[len(in)-1:])
		e.Type = &k.Degree.Expr.Type
	}
	if k.Told != nil {
		m.tellOf(k.Told, func(f *code.Formula) float64 { return m.number(f, in...) })
	}
}
