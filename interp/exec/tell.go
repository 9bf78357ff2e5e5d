package exec

import (
	"io"
	"slices"

	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// record is what has happened as far as it is recorded.
type record struct {
	// tracing is set while what happens is recorded, explains while each number is.
	tracing, explains bool
	// sums is set while what numbers are added up from is recorded; sum is the index plus 1 of
	// that for what happens next, or 0, result that of what the last program gave.
	sums   bool
	sum    int32
	result localSum
	trace  trace.Trace
	// stopAt is how many events there may be before a run stops; 0: any number.
	stopAt int
	// looks are at how many events somebody looks at how the fight stands on the way there, in ascending order.
	looks []int
	look  func()
	// explaining is set while a formula is worked out whose explanation is open; at is the
	// part of it at hand, outer those around it, or -1.
	explaining bool
	// begun is how many parts of explanations there were when it was opened; summed counts the parts of formulas
	// that the sum at hand was added up from.
	begun, summed int
	at            int
	outer         []int
	// standingsAt is how many actions had begun when it was told last how everybody is.
	standingsAt int
	// why is the explanation of what happens next plus 1; 0: it has none.
	why int32
	// parts takes what contributions add to the channels of a quantity; nil: nobody wants to know.
	parts *[]localSum
	// partsOf is the frame in which that is worked out.
	partsOf *frame
}

func (r *record) reset(o *Options, turn *program.Event) {
	r.tracing, r.explains, r.sums = o.Trace, o.Explain, o.Trace && o.Sums
	r.trace.Cut, r.trace.Faults, r.trace.Explained, r.trace.Turn = false, nil, o.Explain, turn
	r.outer, r.standingsAt = r.outer[:0], 0
	r.forget()
}

// forget empties the trace.
func (r *record) forget() {
	t := &r.trace
	t.Events, t.Values, t.Faces, t.Dice, t.Explanations = t.Events[:0], t.Values[:0], t.Faces[:0], t.Dice[:0], t.Explanations[:0]
	t.Sums = t.Sums[:0]
	r.explaining, r.why, r.at, r.sum, r.result = false, 0, -1, 0, localSum{}
}

// giveWhy makes an explanation, by its number plus 1, the reason of what happens next.
func (r *record) giveWhy(why int32) { r.why = why }

// giveSum makes some terms what the amount of what happens next was added up from.
func (r *record) giveSum(terms []trace.Term) {
	r.trace.Sums = append(r.trace.Sums, terms)
	r.sum = int32(len(r.trace.Sums))
}

// reason is how a number came about: its explanation and its sum, by their numbers plus 1; 0: there
// is none.
type reason struct{ why, sum int32 }

// takeSum returns what was made the sum of what happens next, which has none then.
func (r *record) takeSum() int32 {
	sum := r.sum
	r.sum = 0
	return sum
}

// collect says what takes what contributions add to a quantity; nil: nothing does any more.
func (r *record) collect(parts *[]localSum, of *frame) { r.parts, r.partsOf = parts, of }

// part keeps what a contribution has added to a channel that adds up, or that it is the one that counts in a
// channel that takes the largest or the least.
func (r *record) part(x *code.Contributed, v float64) {
	c, to := x.Contribution, x.Contribution.To
	label := ""
	switch {
	case c.Contribution.Condition != nil:
		label = value.TitleOf(&c.Contribution.Condition.Decl)
	case c.Rule != nil:
		label = value.TitleOf(&c.Rule.Decl)
	case c.Carried != nil:
		label = value.TitleOf(&c.Carried.Decl)
	}
	slot := len(to.Of) + slices.Index(to.Channels, x.Channel)
	at := slices.IndexFunc(*r.parts, func(s localSum) bool { return s.slot == slot })
	if at < 0 {
		at = len(*r.parts)
		*r.parts = append(*r.parts, localSum{slot: slot})
	}
	sum := &(*r.parts)[at]
	of := summing{terms: sum.terms}
	if reduce := x.Channel.Reduce; reduce != program.SumOf {
		if old := of.total(); len(of.terms) > 0 && (v == old || (v > old) != (reduce == program.MaxOf)) {
			return // another counts
		}
		of.terms = nil
	}
	of.term(label, v)
	sum.terms, sum.whole = of.terms, of.terms
}

// gives notes what the number was added up from that a program gives.
func (r *record) gives(sum localSum) { r.result = sum }

// dropWhy leaves what happens next without an explanation.
func (r *record) dropWhy() { r.why, r.sum = 0, 0 }

// stopAfter makes the run stop before more than so many events are recorded; 0: it doesn't.
func (r *record) stopAfter(events int) { r.stopAt = events }

// lookAt has somebody look at how the fight stands at some numbers of events, which ascend.
func (r *record) lookAt(events []int, look func()) { r.looks, r.look = events, look }

// last is the event that was recorded last.
func (r *record) last() *trace.Event { return &r.trace.Events[len(r.trace.Events)-1] }

// count is how many values the trace has.
func (r *record) count() int { return len(r.trace.Values) }

// standsAfter notes that it is told how everybody is, and how many actions had begun by then.
func (r *record) standsAfter(acts int) { r.standingsAt = acts }

// value puts a number into the trace.
func (r *record) value(v float64) { r.trace.Values = append(r.trace.Values, v) }

// values puts numbers into the trace.
func (r *record) values(list []float64) (first, count int32) {
	first = int32(len(r.trace.Values))
	r.trace.Values = append(r.trace.Values, list...)
	return first, int32(len(list))
}

// roll puts dice and what they showed into the event that tells of them.
func (r *record) roll(e *trace.Event, d dice.Value, faces []dice.Face) {
	e.FirstFace, e.FaceCount = int32(len(r.trace.Faces)), int32(len(faces))
	r.trace.Faces = append(r.trace.Faces, faces...)
	r.trace.Dice = append(r.trace.Dice, d)
	e.Dice = int32(len(r.trace.Dice))
}

// Trace returns what has happened since the last reset.
func (m *Machine) Trace() *trace.Trace { return &m.record.trace }

// JSON writes what happened in the last run as JSON: see [trace.Trace.WriteJSON]. The
// machine must have been made with Options.Trace.
func (m *Machine) JSON(w io.Writer) error { return m.record.trace.WriteJSON(w, m.names()) }

// ForgetTrace empties the trace, so that what follows can be told by itself.
func (m *Machine) ForgetTrace() { m.record.forget() }

// StandingNow tells how everybody is now, in a trace that holds nothing else.
func (m *Machine) StandingNow() *trace.Trace {
	own := m.record
	defer func() { m.record = own }()
	m.record = record{tracing: true, at: -1}
	m.tellStandings()
	t := m.record.trace
	return &t
}
