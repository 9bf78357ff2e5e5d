package decls

import (
	"fmt"
	"math"
	"slices"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// maxCells limits the work of checkCoverage. A table with more cells than this
// has hundreds of different limits in several keys; its rows then aren't
// checked.
const maxCells = 50_000

// A cut is a range of one key's values that no row divides: from low to high,
// inclusive.
type cut struct{ low, high float64 }

// checkCoverage reports rows that are never reached, and gaps between numbers.
//
// The limits of all rows cut each key into ranges; the ranges of all keys
// form cells, and within a cell every row matches completely or not at all. So a row
// is reached if it is the first to match some cell, and a gap is an empty cell that
// is, along a number, between two covered ones.
func checkCoverage(t *program.Table, what string, list *diag.List) {
	cuts := make([][]cut, len(t.Keys))
	cells := 1
	for i, k := range t.Keys {
		cuts[i] = cutsOf(t, i, domain(k.Type))
		cells *= max(len(cuts[i]), 1)
		if cells > maxCells {
			return
		}
	}
	owner := owners(t, cuts, cells)
	for i, row := range t.Rows {
		if !slices.Contains(owner, i) {
			list.Errorf(CodeUnreachableRow, row.Span, "this row of %s is never reached: the rows before it cover all its keys", what)
		}
	}
	checkGaps(t, cuts, owner, what, list)
}

// domain returns the possible values of a key. Numbers have all values, in steps of
// one; references count from 1, with 0 for none.
func domain(t program.Type) cut {
	switch t.Kind {
	case program.Number:
		return cut{math.Inf(-1), math.Inf(1)}
	case program.Bool:
		return cut{0, 1}
	case program.Step:
		return cut{0, float64(len(t.Scale.Steps))}
	case program.Definition:
		return cut{0, float64(len(t.Of.Defs))}
	}
	return cut{0, math.Inf(1)}
}

// cutsOf returns the ranges of a key in ascending order. Numbers are cut at
// whole numbers, so that 1..5 and 6..9 have no gap.
func cutsOf(t *program.Table, key int, all cut) []cut {
	starts := []float64{all.low}
	for _, row := range t.Rows {
		span := row.Ranges[key]
		starts = append(starts, max(span.Low, all.low), math.Floor(span.High)+1)
	}
	slices.Sort(starts)
	starts = slices.Compact(starts)
	starts = slices.DeleteFunc(starts, func(low float64) bool { return low > all.high || math.IsInf(low, 1) })
	list := make([]cut, len(starts))
	for i, low := range starts {
		high := all.high
		if i+1 < len(starts) {
			high = starts[i+1] - 1
		}
		list[i] = cut{low, high}
	}
	return list
}

// owners returns for each cell the first row that matches it, or -1.
func owners(t *program.Table, cuts [][]cut, cells int) []int {
	owner := make([]int, cells)
	for cell := range owner {
		owner[cell] = slices.IndexFunc(t.Rows, func(row program.Row) bool { return matches(row, cuts, cell) })
	}
	return owner
}

// matches reports whether a row matches a cell. In the numbering of cells the last
// key varies fastest.
func matches(row program.Row, cuts [][]cut, cell int) bool {
	for i := len(cuts) - 1; i >= 0; i-- {
		low := cuts[i][cell%len(cuts[i])].low
		cell /= len(cuts[i])
		if low < row.Ranges[i].Low || low > row.Ranges[i].High {
			return false
		}
	}
	return true
}

// checkGaps reports numbers between two rows that no row covers.
func checkGaps(t *program.Table, cuts [][]cut, owner []int, what string, list *diag.List) {
	for cell := range owner {
		if hasNone(t, cuts, cell) {
			owner[cell] = -1 // none has no neighbours
		}
	}
	stride := 1
	for i := len(cuts) - 1; i >= 0; i-- {
		if t.Keys[i].Type.Kind == program.Number {
			if gap, ok := findGap(cuts[i], owner, stride); ok {
				list.Errorf(CodeTableGap, t.Span, "%s has no row for %s %s", what, t.Keys[i].Name, gap).
					WithHint("add a row, or extend the range of the row before or after")
			}
		}
		stride *= len(cuts[i])
	}
}

// hasNone reports whether a reference key of a cell is none.
func hasNone(t *program.Table, cuts [][]cut, cell int) bool {
	for i := len(cuts) - 1; i >= 0; i-- {
		at := cuts[i][cell%len(cuts[i])]
		cell /= len(cuts[i])
		if k := t.Keys[i].Type.Kind; k != program.Number && k != program.Bool && at.low < 1 {
			return true
		}
	}
	return false
}

// findGap searches along one key, whose neighbouring cells are stride apart, for an
// empty range between two covered ones.
func findGap(cuts []cut, owner []int, stride int) (cut, bool) {
	for cell, o := range owner {
		at := cell / stride % len(cuts)
		if o >= 0 || at == 0 || owner[cell-stride] < 0 {
			continue
		}
		for next := at + 1; next < len(cuts); next++ {
			if owner[cell+(next-at)*stride] >= 0 {
				return cut{cuts[at].low, cuts[next-1].high}, true
			}
		}
	}
	return cut{}, false
}

// String returns the numbers as written in a row.
func (c cut) String() string {
	if c.low == c.high {
		return fmt.Sprintf("%g", c.low)
	}
	return fmt.Sprintf("%g..%g", c.low, c.high)
}
