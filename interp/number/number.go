// Package number says which numbers the language has, how they are shown, and works out
// what has to be the same to the last bit on every machine.
package number

import (
	"math"
	"strconv"

	"github.com/rulec/rulec/lang/program"
)

// None stands for a number that isn't there: the length of a way where there is none,
// the time of an entry that nobody has. It is more than any of these could be; given()
// tells it from others.
const None = 1e15

// InRange tells whether a number may leave an operator.
func InRange(v float64) bool { return math.Abs(v) <= program.MaxWhole }

// Format returns a number as stories and messages show it.
func Format(x float64) string {
	switch {
	case x == 0:
		return "0" // not -0
	case math.Abs(x) < 1e18 && math.Abs(x) >= 1e-6:
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// Roughly shows a number that may have hundreds of digits.
func Roughly(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }

// Power is x to the power of y, by multiplications alone, so that it is the same on every
// machine; a half is a square root, which is exact to the last bit, too. ok is false for
// exponents that are neither whole nor whole and a half, or for roots of what is negative.
func Power(x, y float64) (v float64, ok bool) {
	whole := math.Floor(y)
	root := 1.0
	switch y - whole {
	case 0:
	case 0.5:
		if x < 0 {
			return 0, false
		}
		root = math.Sqrt(x)
	default:
		return 0, false
	}
	if whole < 0 {
		return float64(root / WholePower(x, -whole)), true
	}
	return float64(root * WholePower(x, whole)), true
}

// WholePower multiplies x with itself n times, n at least 0.
func WholePower(x, n float64) float64 {
	v := 1.0
	for n >= 1 && v != 0 && !math.IsInf(v, 0) {
		if math.Mod(n, 2) == 1 {
			v = float64(v * x)
		}
		if n = math.Floor(n / 2); n >= 1 {
			x = float64(x * x)
		}
		if x == 1 || x == 0 && n >= 1 {
			return float64(v * x) // whatever is still to come
		}
	}
	return v
}
