// Package number says which numbers the language has, and how they are shown.
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
