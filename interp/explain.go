package interp

import (
	"math"
	"strings"

	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// explainFrom opens the explanation of a formula; what is worked out until
// explainTo becomes part of it. The numbers and dice that it has from its program are its
// participants: nothing else says what they are.
func (m *Machine) explainFrom(f *frame, e *program.Expr) {
	m.explaining = true
	m.explainAt = -1
	m.explainAt = m.explain(trace.Explanation{Kind: trace.ExplainFormula, Type: e.Type, Span: e.Span})
	m.explainLocals(f, e, e, m.explainAt)
}

// explainLocals adds the figures that a part of a formula takes from the program.
func (m *Machine) explainLocals(f *frame, whole, e *program.Expr, root int) {
	figure := e.Type.Kind == program.Number || e.Type.Kind == program.Dice
	if e.Op == program.OpLocal && figure && e != whole && e.Index < len(f.locals) && !binds(whole, e.Index) {
		name := e.Span.Text()
		for _, x := range m.trace.Explanations[root+1:] {
			if x.Local == name {
				return
			}
		}
		m.explain(trace.Explanation{Kind: trace.ExplainParticipant, Value: f.locals[e.Index], Type: e.Type, Local: name})
	}
	for _, a := range e.Args {
		m.explainLocals(f, whole, a, root)
	}
}

// binds reports whether some part of a formula puts elements of a list into a local.
func binds(e *program.Expr, slot int) bool {
	for x := range e.All() {
		if x.Op.OverList() && x.Index == slot {
			return true
		}
	}
	return false
}

// explainTo closes it and makes it the reason of what happens next.
func (m *Machine) explainTo(v float64) {
	x := &m.trace.Explanations[m.explainAt]
	x.Value = m.kept(v, x.Type)
	m.why = int32(m.explainAt + 1)
	m.explaining = false
}

func (m *Machine) explain(x trace.Explanation) int {
	x.Parent = int32(m.explainAt)
	m.trace.Explanations = append(m.trace.Explanations, x)
	return len(m.trace.Explanations) - 1
}

func (m *Machine) explainQuantity(q *quantity, who []float64, e *program.Expr) int {
	outer := m.explainAt
	node := m.explain(trace.Explanation{Kind: trace.ExplainQuantity, Quantity: q.Quantity, Type: q.Gives, Span: e.Span})
	m.explainAt = node
	for i, v := range who {
		p := q.Of[i]
		m.explain(trace.Explanation{Kind: trace.ExplainParticipant, Value: m.kept(v, p.Type), Type: p.Type, Local: p.Name})
	}
	m.explainOuter = append(m.explainOuter, outer)
	return node
}

// explained closes the explanation of a quantity.
func (m *Machine) explained(node int, v float64) {
	x := &m.trace.Explanations[node]
	x.Value = m.kept(v, x.Type)
	last := len(m.explainOuter) - 1
	m.explainAt = m.explainOuter[last]
	m.explainOuter = m.explainOuter[:last]
}

func (m *Machine) explainChannel(node int, c *program.Channel, v float64) {
	m.trace.Explanations = append(m.trace.Explanations, trace.Explanation{
		Parent: int32(node), Kind: trace.ExplainChannel, Channel: c, Value: v, Type: c.Type,
	})
}

func (m *Machine) explainContribution(node int, ch *program.Channel, c *contribution, who int, v float64) {
	m.trace.Explanations = append(m.trace.Explanations, trace.Explanation{
		Parent: int32(node), Kind: trace.ExplainContribution, Channel: ch, Contribution: c.Contribution,
		Who: int32(who), Value: v, Type: ch.Type, Span: c.Span,
	})
}

// emit appends an event to the trace.
func (m *Machine) emit(kind trace.Kind, span *diag.Span) *trace.Event {
	t := &m.trace
	if m.full() {
		return m.unrecorded(kind)
	}
	if m.stopAt > 0 && len(t.Events) == m.stopAt {
		panic(stoppedAt{})
	}
	t.Events = append(t.Events, trace.Event{Kind: kind, Depth: uint8(min(m.depth, 255)), Now: m.clock[0]})
	e := &t.Events[len(t.Events)-1]
	if m.recording > 0 {
		e.Member = m.member
	}
	if span != nil {
		e.Span = *span
	}
	return e
}

// unrecorded is where an event goes when the trace is full: nowhere, but for the last one,
// which says that the encounter is over. From here on nothing is recorded any more.
func (m *Machine) unrecorded(kind trace.Kind) *trace.Event {
	m.tracing, m.explains, m.why = false, false, 0
	m.trace.Cut = true
	return &trace.Event{Kind: kind}
}

// full tells whether nothing more is recorded. What belongs to the events has room for
// sixteen times as much.
func (m *Machine) full() bool {
	t, most := &m.trace, m.limits.Told
	return len(t.Events) >= most || max(len(t.Values), len(t.Faces), len(t.Explanations)) >= 16*most
}

// values puts numbers into the trace.
func (m *Machine) values(list []float64) (first, count int32) {
	first = int32(len(m.trace.Values))
	m.trace.Values = append(m.trace.Values, list...)
	return first, int32(len(list))
}

// kept returns a value that stays readable after the run: lists are kept.
func (m *Machine) kept(v float64, t program.Type) float64 {
	if t.Kind == program.List || t.Kind == program.Set {
		return m.lists.Keep(v)
	}
	return v
}

// untold is the value of a piece of a sentence that can't be worked out.
var untold = math.NaN()

// aside works something out for the story alone. It leaves no mark on the run, which is the
// same when nobody records it: it counts no steps, and if it can't be worked out, the run
// goes on and the trace says what is wrong.
func (m *Machine) aside(f func()) (ok bool) {
	frame, depth, steps, at, work := m.frame, m.depth, m.steps, m.at, m.board.Work
	mark := m.lists.Mark()
	explaining, explainAt, outer := m.explaining, m.explainAt, len(m.explainOuter)
	defer func() {
		m.steps, m.board.Work = steps, work
		r := recover()
		if r == nil {
			return
		}
		s, stopped := r.(stop)
		if !stopped || s.d.Code == Stopped {
			panic(r)
		}
		m.frame, m.depth, m.at = frame, depth, at
		m.explaining, m.explainAt, m.explainOuter = explaining, explainAt, m.explainOuter[:outer]
		m.lists.Release(mark)
		m.trace.Fault(s.d)
	}()
	f()
	return true
}

// tell adds the values of a sentence's pieces to the event emitted last.
func (m *Machine) tell(t *program.Template, act, event int, self, it float64) {
	at := len(m.trace.Events) - 1
	values := len(m.trace.Values)
	for i := range t.Pieces {
		p := t.Pieces[i].Value
		if p == nil {
			continue
		}
		v := untold
		m.aside(func() {
			mark := m.lists.Mark()
			v = m.kept(m.numberAt(m.code.formula(p), act, event, self, it), p.Expr.Type)
			m.lists.Release(mark)
		})
		m.trace.Values = append(m.trace.Values, v)
	}
	e := &m.trace.Events[at]
	e.Told = t
	if e.Count == 0 {
		e.First = int32(values)
	}
}

// renderAside is render for the story alone.
func (m *Machine) renderAside(t *program.Template, act, event int, self, it float64) string {
	text := "?"
	m.aside(func() { text = m.render(t, act, event, self, it) })
	return text
}

// render returns a sentence of the ruleset with its values put in.
func (m *Machine) render(t *program.Template, act, event int, self, it float64) string {
	if t == nil {
		return ""
	}
	var b strings.Builder
	for i := range t.Pieces {
		p := &t.Pieces[i]
		if p.Value == nil {
			b.WriteString(p.Text)
			continue
		}
		v := m.numberAt(m.code.formula(p.Value), act, event, self, it)
		b.WriteString(m.show(v, p.Value.Expr.Type))
	}
	return b.String()
}
