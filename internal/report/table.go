package report

import "strconv"

// Table has a row for each thing, and a column for each figure of it.
type Table struct {
	// Name says what the table is about; CSV has it in its first column.
	Name string
	Head []Head
	Rows [][]Cell
	// Sum marks the last row as what the others come to together.
	Sum bool
}

// Head is the head of a column.
type Head struct {
	Name string
	// Bars draws the numbers of the column, too, all to one scale.
	Bars bool
}

// Cell holds words, or numbers and the words for them.
type Cell struct {
	Text string
	// Numbers are none, the value, or the value and where its 95% interval begins and ends.
	Numbers []float64
}

// Heads returns the heads of columns without bars.
func Heads(names ...string) []Head {
	heads := make([]Head, len(names))
	for i, name := range names {
		heads[i].Name = name
	}
	return heads
}

// Words is a cell of words.
func Words(text string) Cell { return Cell{Text: text} }

// Count is a cell that holds a whole number.
func Count(n int64) Cell { return Cell{Thousands(n), []float64{float64(n)}} }

// Figure is a cell that holds a number, written as text.
func Figure(text string, value float64) Cell { return Cell{text, []float64{value}} }

// Interval is a cell that holds a number with its 95% interval, written as text.
func Interval(text string, value, low, high float64) Cell {
	return Cell{text, []float64{value, low, high}}
}

// Add adds a row.
func (t *Table) Add(cells ...Cell) { t.Rows = append(t.Rows, cells) }

// numeric tells whether a column holds numbers, which stand to the right: no cell of it has words alone, and one has a number.
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

// span returns the least and the greatest number of a column, intervals included, and 0.
func (t *Table) span(column int) (least, most float64) {
	for _, row := range t.Rows {
		if column < len(row) {
			for _, v := range row[column].Numbers {
				least, most = min(least, v), max(most, v)
			}
		}
	}
	return least, most
}

// longest returns the number of the longest bar that a terminal draws in a column: 0 where there is none, or where one is less than 0,
// for which a terminal has no bar.
func (t *Table) longest(column int) (most float64) {
	for _, row := range t.Rows {
		if column < len(row) && len(row[column].Numbers) > 0 {
			if v := row[column].Numbers[0]; v < 0 {
				return 0
			} else {
				most = max(most, v)
			}
		}
	}
	return most
}

// Thousands writes a number with commas.
func Thousands(n int64) string {
	text := strconv.FormatInt(n, 10)
	for at := len(text) - 3; at > 0 && text[at-1] != '-'; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

// Plural writes how many there are of something.
func Plural(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Thousands(n) + " " + many
}
