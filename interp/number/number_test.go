package number_test

import (
	"math"
	"testing"

	"github.com/rulec/rulec/interp/number"
)

func TestFormat(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", math.Copysign(0, -1): "0", -3: "-3", 2.5: "2.5", 1e15: "1000000000000000", 1e-7: "1e-07", 1e18: "1e+18",
	} {
		if got := number.Format(x); got != want {
			t.Errorf("%g is shown as %s, want %s", x, got, want)
		}
	}
}

// TestInRange: numbers go up to 2^53 - 1 either way.
func TestInRange(t *testing.T) {
	for x, want := range map[float64]bool{
		9007199254740991: true, -9007199254740991: true, 9007199254740992: false, -9007199254740992: false, math.Inf(1): false, number.None: true,
	} {
		if number.InRange(x) != want {
			t.Errorf("%g in range: %t", x, !want)
		}
	}
	if number.InRange(math.NaN()) {
		t.Error("what is no number is in range")
	}
}

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
	} {
		if got, ok := number.Power(test.x, test.y); got != test.want || ok != test.ok {
			t.Errorf("%g ** %g = %g, %t; want %g, %t", test.x, test.y, got, ok, test.want, test.ok)
		}
	}
}
