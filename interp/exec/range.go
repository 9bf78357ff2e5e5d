package exec

import (
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/calc"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// No number that a formula works out may be more than program.MaxWhole either way, or no
// number at all: each operator tests what it gives, so that everything behind it may take
// numbers for granted. Whole numbers up to there are exact, and the same on every machine.

// checked returns what an operator has given, or stops the run.
func (f *frame) checked(v float64, e *program.Expr) float64 {
	if calc.InRange(v) {
		return v
	}
	f.tooLarge(v, e)
	return 0
}

func (f *frame) tooLarge(v float64, e *program.Expr) {
	f.failExpr(e, NumberOutOfRange, "%s evaluates to %s: the limit is 2^53 - 1 either way", code.Quoted(value.OneLine(e.Span.Text())), number.Roughly(v))
}

// mustBeInRange stops the run at a place when a number is too large.
func (m *Machine) mustBeInRange(v float64, what string, span *diag.Span) {
	if !calc.InRange(v) {
		m.fail(span, NumberOutOfRange, "%s evaluates to %s: the limit is 2^53 - 1 either way", what, number.Roughly(v))
	}
}
