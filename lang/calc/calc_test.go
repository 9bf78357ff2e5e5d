package calc_test

import (
	"math"
	"testing"

	"github.com/rulec/rulec/lang/calc"
	"github.com/rulec/rulec/lang/program"
)

func TestCompute(t *testing.T) {
	for _, test := range []struct {
		op   program.Op
		f    program.Builtin
		in   []float64
		want float64
		ok   bool
	}{
		{program.OpSub, 0, []float64{2, 5}, -3, true},
		{program.OpDiv, 0, []float64{7, 2}, 3.5, true},
		{program.OpDiv, 0, []float64{7, 0}, math.Inf(1), false},
		{program.OpMod, 0, []float64{-1, 4}, 3, true}, // the sign of what it is divided by
		{program.OpMod, 0, []float64{1, -4}, -3, true},
		{program.OpPow, 0, []float64{2, 0.25}, 0, false},
		{program.OpStepDiff, 0, []float64{4, 1}, 3, true},
		{program.OpStepDiff, 0, []float64{4, 0}, 4, false}, // up from none
		{program.OpLessEq, 0, []float64{2, 2}, 1, true},
		{program.OpNotEq, 0, []float64{2, 2}, 0, true},
		{program.OpNot, 0, []float64{0}, 1, true},
		{program.OpDice, 0, nil, 0, false},
		{program.OpBuiltin, program.Round, []float64{-2.5}, -3, true},
		{program.OpBuiltin, program.Sign, []float64{-0.5}, -1, true},
		{program.OpBuiltin, program.Clamp, []float64{9, 1, 6}, 6, true},
		{program.OpBuiltin, program.Clamp, []float64{9, 6, 1}, 6, true}, // at least so much counts first
		{program.OpBuiltin, program.Min, []float64{3, -1, 2}, -1, true},
		{program.OpBuiltin, program.Position, []float64{1}, 0, true},
		{program.OpBuiltin, program.Position, []float64{0}, -1, false},
		{program.OpBuiltin, program.Now, nil, 0, false},
	} {
		v, ok := calc.Compute(&program.Expr{Op: test.op, Builtin: test.f}, test.in...)
		if ok != test.ok || ok && v != test.want {
			t.Errorf("%v %v of %v gives %v, %t; want %v, %t", test.op, test.f, test.in, v, ok, test.want, test.ok)
		}
	}
	if v := calc.Ceil(-0.5); math.Signbit(v) {
		t.Error("-0")
	}
}

// TestInRange: numbers go up to 2^53 - 1 either way.
func TestInRange(t *testing.T) {
	for x, want := range map[float64]bool{
		9007199254740991: true, -9007199254740991: true, 9007199254740992: false, -9007199254740992: false, math.Inf(1): false, 1e15: true,
	} {
		if calc.InRange(x) != want {
			t.Errorf("%g in range: %t", x, !want)
		}
	}
	if calc.InRange(math.NaN()) {
		t.Error("what is no number is in range")
	}
}
