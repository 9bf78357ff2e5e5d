// Package number formats numbers.
package number

import (
	"math"
	"strconv"
)

// None represents a missing number: the length of a way where there is none,
// the time of a missing entry. It is more than any of these can be; given()
// distinguishes it.
const None = 1e15

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

// Roughly formats a number that may have hundreds of digits.
func Roughly(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }
