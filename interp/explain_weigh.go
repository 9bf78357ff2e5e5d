package interp

import (
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang/program"
)

// weighed is a test, or a value that a program names or hands over. What a program does often
// hangs on a test whose numbers no change and no roll shows: the roll against the defense. With
// Options.Explain such values are told whenever a quantity was worked out for them.
type weighed struct {
	e    *program.Expr
	code *code
	// told is set when a quantity stands anywhere in it.
	told bool
}

// work works the value out, and tells it.
func (f *frame) weighed(w *weighed) float64 {
	v := f.eval(w.code)
	if w.told && f.m.record.explains {
		f.m.weigh(f, w, v)
	}
	return v
}

// weigh explains what has been worked out, and tells it.
func (m *Machine) weigh(f *frame, w *weighed, v float64) {
	why := m.because(f, w.e, w.code)
	if why == 0 || !m.record.tracing {
		return
	}
	t := m.emit(trace.Weigh, &w.e.Span)
	t.Amount, t.Type, t.Explain = m.kept(v, w.e.Type), &w.e.Type, why
}

// amountOf is an amount by which something is changed: its explanation goes with the change.
type amountOf struct {
	e    *program.Expr
	code *code
}

func (f *frame) amount(a *amountOf) float64 {
	v := f.eval(a.code)
	if f.m.record.explains {
		f.m.record.giveWhy(f.m.because(f, a.e, a.code))
	}
	f.m.sumFor(f, a.e)
	return v
}

// readsQuantity reports whether a quantity stands anywhere in a formula.
func readsQuantity(e *program.Expr) bool {
	for x := range e.All() {
		if x.Op == program.OpQuantity {
			return true
		}
	}
	return false
}
