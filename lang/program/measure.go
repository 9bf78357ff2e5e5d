package program

import "math"

// Measure turns spaces into the ruleset's unit and back. It keeps the length of one space as a
// fraction over a power of ten, so that three spaces of 0.1 are 0.3 and not a little more.
type Measure struct{ above, below float64 }

// MostDecimals is how many decimals the length of a space of a plane may have.
const MostDecimals = 6

// MeasureOf returns the measure of spaces of some length. It is not exact for one with more
// than MostDecimals decimals.
func MeasureOf(unit float64) (m Measure, exact bool) {
	for below, decimals := 1.0, 0; decimals <= MostDecimals; below, decimals = below*10, decimals+1 {
		if above := math.Round(unit * below); above/below == unit {
			return Measure{above, below}, true
		}
	}
	return Measure{unit, 1}, false
}

// Long returns how long so many spaces are.
func (m Measure) Long(spaces float64) float64 { return spaces * m.above / m.below }

// Nearest returns the whole number of spaces that comes nearest to a length, and whether it is
// as long.
func (m Measure) Nearest(length float64) (spaces float64, exact bool) {
	spaces = math.Round(length * m.below / m.above)
	return spaces, m.Long(spaces) == length
}

// Spaces returns how many spaces a length is.
func (m Measure) Spaces(length float64) float64 { return length * m.below / m.above }
