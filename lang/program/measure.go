package program

import "math"

// Measure converts spaces to the ruleset's unit and back. It keeps the length of one space as a
// fraction over a power of ten, so that three spaces of 0.1 are exactly 0.3.
type Measure struct{ above, below float64 }

// MostDecimals is the largest number of decimals in the length of a space of a plane.
const MostDecimals = 6

// MeasureOf returns the measure for spaces of the given length. It is not exact for a length with
// more than MostDecimals decimals.
func MeasureOf(unit float64) (m Measure, exact bool) {
	for below, decimals := 1.0, 0; decimals <= MostDecimals; below, decimals = below*10, decimals+1 {
		if above := math.Round(unit * below); above/below == unit {
			return Measure{above, below}, true
		}
	}
	return Measure{unit, 1}, false
}

// Long returns the length of a number of spaces.
func (m Measure) Long(spaces float64) float64 { return spaces * m.above / m.below }

// Nearest returns the whole number of spaces nearest to a length, and whether the match is
// exact.
func (m Measure) Nearest(length float64) (spaces float64, exact bool) {
	spaces = math.Round(length * m.below / m.above)
	return spaces, m.Long(spaces) == length
}

// Spaces returns a length in spaces.
func (m Measure) Spaces(length float64) float64 { return length * m.below / m.above }
