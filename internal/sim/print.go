package sim

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rulec/rulec/lang/diag"
)

// Decimals returns how many decimals a figure may have whose interval has this half width: the last one
// stands for something that the interval can tell, and a width that begins with a 1 has one more.
//
// Spec: simulation.md, How sure it is.
func Decimals(half float64) int {
	if !(half > 0) {
		return 2
	}
	d := 0
	for ; half < 1 && d < 6; d++ {
		half *= 10
	}
	if half < 2 {
		d++
	}
	return d
}

// Figure writes a number with as many decimals as its interval allows, of which half is half the width.
func Figure(v, half float64) string {
	text := strconv.FormatFloat(v, 'f', Decimals(half), 64)
	if f, _ := strconv.ParseFloat(text, 64); f == 0 {
		return strings.TrimPrefix(text, "-")
	}
	return text
}

// Signed is [Figure] with a sign.
func Signed(v, half float64) string {
	text := Figure(v, half)
	if f, _ := strconv.ParseFloat(text, 64); f > 0 {
		return "+" + text
	}
	return text
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
