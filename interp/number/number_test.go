package number_test

import (
	"math"
	"testing"

	"github.com/rulec/rulec/interp/number"
)

func TestFormat(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", math.Copysign(0, -1): "0", -3: "-3", 2.5: "2.5", 1e15: "1000000000000000", 1e-7: "1e-07", 1e18: "1e+18",
		// Between a millionth and 10^18 all digits stand as they are, beyond with a power of ten.
		1e-6: "0.000001", -1e-6: "-0.000001", 9e17: "900000000000000000", -1.25e18: "-1.25e+18", 1.25e-7: "1.25e-07",
	} {
		if got := number.Format(x); got != want {
			t.Errorf("%g is shown as %s, want %s", x, got, want)
		}
	}
}

// TestRoughly: of a number that may have hundreds of digits four are shown.
func TestRoughly(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 12: "12", 1234: "1234", 12345: "1.234e+04", -98766: "-9.877e+04", 2e300: "2e+300", math.Inf(1): "+Inf", 16777217: "1.678e+07",
	} {
		if got := number.Roughly(x); got != want {
			t.Errorf("%g is roughly %s, want %s", x, got, want)
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
		if got, ok := number.Power(test.x, test.y); got != test.want || ok != test.ok {
			t.Errorf("%g ** %g = %g, %t; want %g, %t", test.x, test.y, got, ok, test.want, test.ok)
		}
	}
}
