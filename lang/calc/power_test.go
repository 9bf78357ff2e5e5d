package calc_test

import (
	"math"
	"testing"

	"github.com/rulec/rulec/lang/calc"
)

func TestPower(t *testing.T) {
	for _, test := range []struct {
		x, y, want float64
		ok         bool
	}{
		{2, 10, 1024, true},
		{3, 0, 1, true},
		{2, -2, 0.25, true},
		{-2, 3, -8, true},
		{9, 0.5, 3, true},
		{4, 1.5, 8, true},
		{4, -0.5, 0.5, true},
		{-4, 0.5, 0, false},
		{2, 0.25, 0, false},
		{1, 1e15, 1, true},
		{0, 5, 0, true},
		{2, 2000, math.Inf(1), true},
		{-2, 2001, math.Inf(-1), true},
		{2, -2000, 0, true},
		{0.5, 2000, 0, true},
		{-1, 1e15 + 1, -1, true},
		{-1, 1e15, 1, true},
		{3, 5, 243, true},
		{7, 1, 7, true},
		{-3, -1, -1.0 / 3, true},
		{0, 0, 1, true},
		{0, -1, math.Inf(1), true},
		{0, 0.5, 0, true},
		{25, -1.5, 0.008, true}, // 5/625: the root of 25, by 25 twice
		{2, 0.75, 0, false},
	} {
		if got, ok := calc.Power(test.x, test.y); got != test.want || ok != test.ok {
			t.Errorf("%g ** %g = %g, %t; want %g, %t", test.x, test.y, got, ok, test.want, test.ok)
		}
	}
}
