package report

import (
	"slices"
	"strconv"
)

// Table has a row for each thing, and a column for each figure of it.
type Table struct {
	// Name is the subject of the table; CSV has it in its first column.
	Name string   `json:"-"`
	Head []Head   `json:"head"`
	Rows [][]Cell `json:"rows"`
	// Sum marks the last row as the sum of the others.
	Sum bool `json:"-"`
}

// Head is the heading of a column.
type Head struct {
	Name string `json:"name"`
	// Bars also draws the numbers of the column as bars; all bars of a table have one scale.
	Bars bool `json:"-"`
}

// Cell holds words, or numbers and their text.
type Cell struct {
	Text string `json:"text"`
	// Numbers are none, the value, or the value and the ends of its 95% interval.
	Numbers []float64 `json:"numbers,omitempty"`
}

// Heads returns column headings without bars.
func Heads(names ...string) []Head {
	heads := make([]Head, len(names))
	for i, name := range names {
		heads[i].Name = name
	}
	return heads
}

// Words returns a cell with words.
func Words(text string) Cell { return Cell{Text: text} }

// Count returns a cell with a whole number.
func Count(n int64) Cell { return Cell{Thousands(n), []float64{float64(n)}} }

// Figure returns a cell with a number and its text.
func Figure(text string, value float64) Cell { return Cell{text, []float64{value}} }

// Interval returns a cell with a number, its 95% interval, and their text.
func Interval(text string, value, low, high float64) Cell {
	return Cell{text, []float64{value, low, high}}
}

// Add adds a row.
func (t *Table) Add(cells ...Cell) { t.Rows = append(t.Rows, cells) }

// WithoutEmpty returns the table without its empty columns.
func (t *Table) WithoutEmpty() *Table {
	for i := len(t.Head) - 1; i > 0; i-- {
		if slices.ContainsFunc(t.Rows, func(row []Cell) bool { return i < len(row) && row[i].Text != "" }) {
			continue
		}
		t.Head = slices.Delete(t.Head, i, i+1)
		for k, row := range t.Rows {
			if i < len(row) {
				t.Rows[k] = slices.Delete(row, i, i+1)
			}
		}
	}
	return t
}

// numeric reports whether a column has numbers, which are aligned right: some cell has a number, and none has only words.
func (t *Table) numeric(column int) bool {
	found := false
	for _, row := range t.Rows {
		if column >= len(row) || row[column].Text == "" || row[column].Text == "-" {
			continue
		}
		if row[column].Numbers == nil {
			return false
		}
		found = true
	}
	return found && column > 0
}

// span returns the least and the greatest number in the columns with bars, including intervals and 0.
func (t *Table) span() (least, most float64) {
	for _, row := range t.Rows {
		for i, cell := range row {
			if i < len(t.Head) && t.Head[i].Bars {
				for _, v := range cell.Numbers {
					least, most = min(least, v), max(most, v)
				}
			}
		}
	}
	return least, most
}

// longest returns the number of the longest bar in a terminal; 0 if there is none, or if a number is negative,
// because a terminal has no bars for that.
func (t *Table) longest() (most float64) {
	for _, row := range t.Rows {
		for i, cell := range row {
			if i >= len(t.Head) || !t.Head[i].Bars || len(cell.Numbers) == 0 {
				continue
			}
			if cell.Numbers[0] < 0 {
				return 0
			}
			most = max(most, cell.Numbers[0])
		}
	}
	return most
}

// Thousands formats a number with commas.
func Thousands(n int64) string {
	text := strconv.FormatInt(n, 10)
	for at := len(text) - 3; at > 0 && text[at-1] != '-'; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

// Plural formats a count with the singular or plural of a noun.
func Plural(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Thousands(n) + " " + many
}
