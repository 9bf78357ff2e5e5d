package experiment

import (
	"strings"
	"unicode/utf8"

	"github.com/rulec/rulec/lang/diag"
)

// Table is rows of cells.
type Table [][]string

// Lines returns the rows as lines, in which a terminal obeys nothing. The first column stands to the left, and
// those for which left holds; the others stand to the right.
func (rows Table) Lines(left func(column int) bool) []string {
	var widths []int
	for _, row := range rows {
		for i := range row {
			row[i] = diag.Visible(row[i])
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(row[i]))
		}
	}
	lines := make([]string, len(rows))
	for k, row := range rows {
		for i, cell := range row {
			if i > 0 {
				lines[k] += "  "
			}
			blanks := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i == 0 || left(i) {
				lines[k] += cell + blanks
			} else {
				lines[k] += blanks + cell
			}
		}
		lines[k] = strings.TrimRight(lines[k], " ")
	}
	return lines
}
