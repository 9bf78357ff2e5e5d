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
