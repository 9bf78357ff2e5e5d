// Package number says how numbers are shown.
package number

import (
	"math"
	"strconv"
)

// None stands for a number that isn't there: the length of a way where there is none,
// the time of an entry that nobody has. It is more than any of these could be; given()
// tells it from others.
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

// Roughly shows a number that may have hundreds of digits.
func Roughly(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }
