package interp

import (
	"math"
	"strconv"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// No number that a formula works out may be more than program.MaxWhole either way, or no
// number at all: each operator tests what it gives, so that everything behind it may take
// numbers for granted. Whole numbers up to there are exact, and the same on every machine.

// noNumber stands for a number that isn't there: the length of a way where there is none,
// the time of an entry that nobody has. It is more than any of these could be; given()
// tells it from others.
const noNumber = 1e15

// inRange tells whether a number may leave an operator.
func inRange(v float64) bool { return math.Abs(v) <= program.MaxWhole }

// checked returns what an operator has given, or stops the run.
func (f *frame) checked(v float64, e *program.Expr) float64 {
	if math.Abs(v) <= program.MaxWhole {
		return v
	}
	f.tooLarge(v, e)
	return 0
}

func (f *frame) tooLarge(v float64, e *program.Expr) {
	f.failExpr(e, NumberOutOfRange, "%s comes to %s: numbers go up to 2^53 - 1 either way", quoted(oneLine(e.Span.Text())), roughly(v))
}

// roughly shows a number that may have hundreds of digits.
func roughly(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }

// mustBeInRange stops the run at a place when a number is too large.
func (m *Machine) mustBeInRange(v float64, what string, span *diag.Span) {
	if !inRange(v) {
		m.fail(span, NumberOutOfRange, "%s comes to %s: numbers go up to 2^53 - 1 either way", what, roughly(v))
	}
}

// raised is x to the power of y, by multiplications alone, so that it is the same on every
// machine; a half is a square root, which is exact to the last bit, too. ok is false for
// exponents that are neither whole nor whole and a half, or for roots of what is negative.
func raised(x, y float64) (v float64, ok bool) {
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
		return float64(root / wholePower(x, -whole)), true
	}
	return float64(root * wholePower(x, whole)), true
}

// wholePower multiplies x with itself n times, n at least 0.
func wholePower(x, n float64) float64 {
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
