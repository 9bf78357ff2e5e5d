package exec

import (
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/trace"
)

// work works the value out, and tells it.
func (f *frame) weighed(w *code.Weighed) float64 {
	v := f.eval(w.Code)
	if w.HasQuantity && f.m.record.explains {
		f.m.weigh(f, w, v)
	}
	return v
}

// weigh explains what has been worked out, and tells it.
func (m *Machine) weigh(f *frame, w *code.Weighed, v float64) {
	why := m.because(f, w.E, w.Code)
	if why == 0 || !m.record.tracing {
		return
	}
	t := m.emit(trace.Weigh, &w.E.Span)
	t.Amount, t.Type, t.Explain = m.kept(v, w.E.Type), &w.E.Type, why
}

func (f *frame) amount(a *code.AmountOf) float64 {
	v := f.eval(a.Code)
	if f.m.record.explains {
		f.m.record.giveWhy(f.m.because(f, a.E, a.Code))
	}
	f.m.sumFor(f, a.E, false)
	return v
}
