package interp

import (
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang/program"
)

// What a program does often hangs on a test whose numbers no change and no roll
// shows: the roll against the defense. With Options.Explain such tests, and the
// values that a program names, are told whenever a quantity was worked out for
// them. Formulas without quantities are compiled as they are, so that nobody who
// plays without explanations pays for it.

// weighedTest wraps a test.
func weighedTest(e *program.Expr, test condFn) condFn {
	if !readsQuantity(e) {
		return test
	}
	again := func(f *frame) float64 { return boolean(test(f)) }
	return func(f *frame) bool {
		v := test(f)
		if f.m.record.explains {
			f.m.weighed(f, e, boolean(v), again)
		}
		return v
	}
}

// weighedValue wraps a value.
func weighedValue(e *program.Expr, num numFn) numFn {
	if !readsQuantity(e) {
		return num
	}
	return func(f *frame) float64 {
		v := num(f)
		if f.m.record.explains {
			f.m.weighed(f, e, v, num)
		}
		return v
	}
}

// weighed explains what has been worked out, and tells it.
func (m *Machine) weighed(f *frame, e *program.Expr, v float64, again numFn) {
	why := m.because(f, e, again)
	if why == 0 || !m.record.tracing {
		return
	}
	t := m.emit(trace.Weigh, &e.Span)
	t.Amount, t.Type, t.Explain = m.kept(v, e.Type), &e.Type, why
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
