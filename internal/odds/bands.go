package odds

import (
	"math"
	"math/big"
	"slices"

	"github.com/rulec/rulec/interp/number"
	engine "github.com/rulec/rulec/interp/odds"
)

// mostRows is the maximum number of rows in a table of dice.
const mostRows = 40

// band is one row of a table: the results from low to high.
type band struct {
	low, high float64
	name      string
}

// chance returns how likely the results of the band are.
func (b band) chance(t *engine.Table) *big.Rat {
	chance := new(big.Rat).Add(t.AtLeast(b.low), t.AtMost(b.high)) // both include the results in between
	return chance.Sub(chance, t.AtMost(math.Inf(1)))
}

// rowsOf returns a row for each answer.
func rowsOf(t *engine.Table) (bands []band) {
	for _, r := range t.Rows {
		bands = append(bands, band{r.Answer, r.Answer, number.Format(r.Answer)})
	}
	return bands
}

// bandsOf returns the rows of a table: one per result. If there are very many, rare results at each end share one
// row, and those between have one for each 2, 5, 10 and so on: from 1 to 5, from 6 to 10.
func bandsOf(numbers []column) (bands []band) {
	var results []float64
	low, high := math.Inf(1), math.Inf(-1)
	for _, c := range numbers {
		t := c.table
		for _, r := range t.Rows {
			results = append(results, r.Answer)
		}
		middle, deviation := t.Mean(), t.Deviation()
		low, high = min(low, max(middle-3*deviation, t.Rows[0].Answer)), max(high, min(middle+3*deviation, t.Rows[len(t.Rows)-1].Answer))
	}
	slices.Sort(results)
	results = slices.Compact(results)
	step := 1.0
	for i := 0; (high-low)/step > mostRows-2; i++ {
		step *= []float64{2, 2.5, 2}[i%3]
	}
	for _, v := range results {
		last := &band{low: math.Inf(1)}
		if len(bands) > 0 && len(results) > mostRows {
			last = &bands[len(bands)-1]
		}
		switch {
		case last.low < v && v < low:
			*last = band{last.low, v, number.Format(v) + " or less"}
		case last.low < v && last.low > high:
			*last = band{last.low, v, number.Format(last.low) + " or more"}
		case last.low >= low && v <= high && math.Ceil(v/step) == math.Ceil(last.low/step):
			*last = band{last.low, v, number.Format(last.low) + " to " + number.Format(v)}
		default:
			bands = append(bands, band{v, v, number.Format(v)})
		}
	}
	return bands
}
