package exec

import (
	"math"
	"strings"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// because explains a formula that has just been worked out: it is worked out once more, aside,
// and all that this asks becomes part of the explanation, whose number plus 1 it returns; 0:
// numbers aren't explained. Whoever plays without explanations plays the same.
func (m *Machine) because(f *frame, e *program.Expr, c *code.Instructions) (why int32) {
	if !m.record.explains || m.record.explaining {
		return 0
	}
	mark := m.lists.Mark()
	m.aside(func() {
		m.explainFrom(f, e)
		why = m.explainEnd(m.eval(c, f))
	})
	m.lists.Release(mark)
	return why
}

// mostExplained is how many parts an explanation has at most; what else a formula asks is only worked out.
const mostExplained = 2_000

// explainsOn tells whether what is worked out becomes part of an explanation.
func (r *record) explainsOn() bool {
	return r.explaining && len(r.trace.Explanations)-r.begun < mostExplained
}

// hush keeps everything out of the record until the function that it returns is called.
func (r *record) hush() (resume func()) {
	tracing, explains := r.tracing, r.explains
	r.tracing, r.explains = false, false
	return func() { r.tracing, r.explains = tracing, explains }
}

// beginSum begins to count the parts of formulas that a sum is looked for in, sumsOn counts one and tells whether they
// aren't too many yet.
func (r *record) beginSum() { r.summed = 0 }

func (r *record) sumsOn() bool {
	r.summed++
	return r.summed <= mostSummed
}

// explainFrom opens the explanation of a formula; what is worked out until
// explainEnd becomes part of it. The numbers and dice that it has from its program are its
// participants: nothing else says what they are.
func (m *Machine) explainFrom(f *frame, e *program.Expr) {
	m.record.explaining, m.record.begun = true, len(m.record.trace.Explanations)
	m.record.at = -1
	m.record.at = m.record.explain(trace.Explanation{Kind: trace.ExplainFormula, Type: e.Type, Span: e.Span})
	m.explainLocals(f, e, e, m.record.at)
}

// explainLocals adds the figures that a part of a formula takes from the program.
func (m *Machine) explainLocals(f *frame, whole, e *program.Expr, root int) {
	figure := e.Type.Kind == program.Number || e.Type.Kind == program.Dice
	if e.Op == program.OpLocal && figure && e != whole && e.Index < len(f.locals) && !binds(whole, e.Index) {
		name := e.Span.Text()
		for _, x := range m.record.trace.Explanations[root+1:] {
			if x.Local == name {
				return
			}
		}
		m.record.explain(trace.Explanation{Kind: trace.ExplainParticipant, Value: f.locals[e.Index], Type: e.Type, Local: name})
	}
	for _, a := range e.Args {
		m.explainLocals(f, whole, a, root)
	}
}

// binds reports whether some part of a formula puts elements of a list, or a value that it
// names, into a local.
func binds(e *program.Expr, slot int) bool {
	for x := range e.All() {
		if (x.Op.OverList() || x.Op == program.OpLet) && x.Index == slot {
			return true
		}
	}
	return false
}

// explainEnd closes it and returns which it is, plus 1.
func (m *Machine) explainEnd(v float64) int32 {
	x := &m.record.trace.Explanations[m.record.at]
	x.Value = m.kept(v, x.Type)
	m.record.explaining = false
	return int32(m.record.at + 1)
}

func (r *record) explain(x trace.Explanation) int {
	x.Parent = int32(r.at)
	r.trace.Explanations = append(r.trace.Explanations, x)
	return len(r.trace.Explanations) - 1
}

func (m *Machine) explainQuantity(q *code.Quantity, who []float64, e *program.Expr) int {
	outer := m.record.at
	node := m.record.explain(trace.Explanation{Kind: trace.ExplainQuantity, Quantity: q.Quantity, Type: q.Gives, Span: e.Span})
	m.record.at = node
	for i, v := range who {
		p := q.Of[i]
		m.record.explain(trace.Explanation{Kind: trace.ExplainParticipant, Value: m.kept(v, p.Type), Type: p.Type, Local: p.Name})
	}
	m.record.outer = append(m.record.outer, outer)
	return node
}

// explainedQuantity returns one that an explanation asks for; beyond what is explained like any other.
func (m *Machine) explainedQuantity(q *code.Quantity, who []float64, e *program.Expr) float64 {
	if m.record.explainsOn() {
		return m.workOut(q, who, e)
	}
	m.record.explaining = false
	v := m.quantity(q, who, e)
	m.record.explaining = true
	return v
}

// explainNamed begins the explanation of a value that a formula names, and returns which it is;
// -1: nothing is explained.
func (m *Machine) explainNamed(e *program.Expr) float64 {
	r := &m.record
	if !r.explaining {
		return -1
	}
	r.outer = append(r.outer, r.at)
	r.at = r.explain(trace.Explanation{Kind: trace.ExplainNamed, Type: e.Args[0].Type, Span: e.Args[0].Span, Local: e.Label})
	return float64(r.at)
}

// explainedNamed closes it.
func (m *Machine) explainedNamed(node, v float64) {
	if node >= 0 {
		m.explained(int(node), v)
	}
}

// explainChannel adds what a channel of the quantity at hand has come to.
func (m *Machine) explainChannel(i int, v float64) {
	if r := &m.record; r.explaining {
		r.channel(r.at, r.trace.Explanations[r.at].Quantity.Channels[i], v)
	}
}

// explainContribution adds what somebody's contribution to the quantity at hand comes to, or keeps
// it, if the contributions to what is worked out in this frame are collected.
func (m *Machine) explainContribution(f *frame, x *code.Contributed, bearer board.Thing, v float64) {
	r := &m.record
	if r.explaining {
		r.contribution(r.at, x.Channel, x.Contribution, bearer, v)
	}
	if r.parts != nil && r.partsOf == f && x.Channel.Reduce <= program.MinOf {
		r.part(x, v)
	}
}

// explained closes the explanation of a quantity.
func (m *Machine) explained(node int, v float64) {
	x := &m.record.trace.Explanations[node]
	x.Value = m.kept(v, x.Type)
	last := len(m.record.outer) - 1
	m.record.at = m.record.outer[last]
	m.record.outer = m.record.outer[:last]
}

// explainTerms adds to the explanation of a quantity what it was added up from, where that is what it
// comes to.
func (m *Machine) explainTerms(node int, q *code.Quantity, who []float64, v float64) {
	if q.Gives.Kind != program.Number {
		return
	}
	m.record.explaining = false
	m.aside(func() {
		g := m.summedFrame(q, who)
		m.record.beginSum()
		s := summing{m: m, f: g, figures: true}
		s.add(q.Quantity.Value.Expr, 1)
		m.leave(g)
		if !s.unsure && s.total() == v && len(s.terms) <= mostTerms && !(s.handed && len(s.terms) == 1) {
			m.record.trace.Explanations[node].Terms = s.terms
		}
	})
	m.record.explaining = true
}

func (r *record) channel(node int, c *program.Channel, v float64) {
	r.trace.Explanations = append(r.trace.Explanations, trace.Explanation{
		Parent: int32(node), Kind: trace.ExplainChannel, Channel: c, Value: v, Type: c.Type,
	})
}

func (r *record) contribution(node int, ch *program.Channel, c *code.Contribution, who board.Thing, v float64) {
	r.trace.Explanations = append(r.trace.Explanations, trace.Explanation{
		Parent: int32(node), Kind: trace.ExplainContribution, Channel: ch, Contribution: c.Contribution,
		Who: int32(who), Value: v, Type: ch.Type, Span: c.Span,
	})
}

// emit appends an event to the trace.
func (m *Machine) emit(kind trace.Kind, span *diag.Span) *trace.Event {
	t := &m.record.trace
	if m.full() {
		return m.record.unrecorded(kind)
	}
	if r := &m.record; len(r.looks) > 0 && len(t.Events) == r.looks[0] {
		r.looks = r.looks[1:]
		r.look()
	}
	if m.record.stopAt > 0 && len(t.Events) == m.record.stopAt {
		panic(stoppedAt{})
	}
	t.Events = append(t.Events, trace.Event{Kind: kind, Depth: uint8(min(m.work.depth, 255)), Now: m.turns.clock[0]})
	e := &t.Events[len(t.Events)-1]
	if m.batch.recording > 0 {
		e.Member = m.batch.member
	}
	if span != nil {
		e.Span = *span
	}
	return e
}

// unrecorded is where an event goes when the trace is full: nowhere, but for the last one,
// which says that the encounter is over. From here on nothing is recorded any more.
func (r *record) unrecorded(kind trace.Kind) *trace.Event {
	r.tracing, r.explains, r.sums, r.why, r.sum = false, false, false, 0, 0
	r.trace.Cut = true
	return &trace.Event{Kind: kind}
}

// full tells whether nothing more is recorded. What belongs to the events has room for
// sixteen times as much; explanations, whose parts are large, for four times.
func (m *Machine) full() bool {
	t, most := &m.record.trace, m.limits.Told
	return len(t.Events) >= most || max(len(t.Values), len(t.Faces), 4*len(t.Explanations), len(t.Sums)) >= 16*most
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
	steps := m.work.steps
	took := m.takeSecondMemory()
	defer func() {
		m.work.forgetSteps(steps)
		if took {
			m.giveSecondMemoryBack()
		}
	}()
	return m.unless(f, func(d *diag.Diagnostic) bool {
		if d.Code == Stopped {
			return false
		}
		m.record.trace.Fault(d)
		return true
	})
}

// unless runs f, and goes on as if nothing had been begun if f comes to something that can't be worked out and
// passes says that this is to be passed over; ok is false then.
func (m *Machine) unless(f func(), passes func(d *diag.Diagnostic) bool) (ok bool) {
	frame, depth, at := m.frame, m.work.depth, m.at
	mark, trying := m.lists.Mark(), m.search.trying
	explaining, explainAt, outer := m.record.explaining, m.record.at, len(m.record.outer)
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		s, stopped := r.(stop)
		if !stopped || !passes(s.d) {
			panic(r)
		}
		m.work.backTo(depth)
		m.search.backTo(trying)
		m.frame, m.at = frame, at
		m.record.explaining, m.record.at, m.record.outer = explaining, explainAt, m.record.outer[:outer]
		m.lists.Release(mark)
	}()
	f()
	return true
}

// tell adds the values of a sentence's pieces to the event emitted last.
func (m *Machine) tell(t *program.Template, act actRef, event eventRef, self, it float64) {
	m.tellOf(t, func(f *code.Formula) float64 { return m.numberAt(f, act, event, self, it) })
}

// tellOf does the same with a function that works a formula out.
func (m *Machine) tellOf(t *program.Template, value func(*code.Formula) float64) {
	at := len(m.record.trace.Events) - 1
	values := len(m.record.trace.Values)
	for i := range t.Pieces {
		p := t.Pieces[i].Value
		if p == nil {
			continue
		}
		v := untold
		m.aside(func() {
			mark := m.lists.Mark()
			v = m.kept(value(m.Code.Formula(p)), p.Expr.Type)
			m.lists.Release(mark)
		})
		m.record.value(v)
	}
	e := &m.record.trace.Events[at]
	e.Told = t
	if e.Count == 0 {
		e.First = int32(values)
	}
}

// renderAside is render for the story alone.
func (m *Machine) renderAside(t *program.Template, act actRef, event eventRef, self, it float64) string {
	text := "?"
	m.aside(func() { text = m.render(t, act, event, self, it) })
	return text
}

// render returns a sentence of the ruleset with its values put in.
func (m *Machine) render(t *program.Template, act actRef, event eventRef, self, it float64) string {
	if t == nil {
		return ""
	}
	return m.renderOf(t, func(f *code.Formula) float64 { return m.numberAt(f, act, event, self, it) })
}

// renderOf does the same with a function that works a formula out.
func (m *Machine) renderOf(t *program.Template, value func(*code.Formula) float64) string {
	var b strings.Builder
	for i := range t.Pieces {
		p := &t.Pieces[i]
		if p.Value == nil {
			b.WriteString(p.Text)
			continue
		}
		b.WriteString(m.show(value(m.Code.Formula(p.Value)), p.Value.Expr.Type))
	}
	return b.String()
}
