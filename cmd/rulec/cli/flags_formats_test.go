package cli

import (
	"encoding/csv"
	"encoding/json"
	"html"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rulec/rulec/internal/report"
)

// TestReportFormats holds that a report is printed in every format, and that the figures in the tables of its Markdown are in the text, on the
// page and in the lines of CSV, too.
func TestReportFormats(t *testing.T) {
	t.Chdir("../../..")
	const base, house, fight = "examples/scuffle.yaml", "examples/grim-scuffle.yaml", "examples/02-house-rules.yaml"
	parts, _ := printedBy(t, exitFine, "sim", fight, "-n", "200", "--shard", "0/1", "--out", t.TempDir())
	for _, c := range []struct {
		args []string
		// least is how many figures there are at least.
		least int
		// sheet tells that CSV has a sheet of its own.
		sheet bool
	}{
		{[]string{"diff", base, house}, 0, false},
		{[]string{"diff", base, house, fight, "-n", "200"}, 40, false},
		{[]string{"difficulty", fight, "-n", "200"}, 50, false},
		{[]string{"beside", fight, "examples/01-first-blood.yaml", "-n", "40"}, 30, false},
		{[]string{"sim", fight, "-n", "200"}, 20, true},
		{[]string{"sim", fight, "-n", "200", "--vary", "bruises_to_drop=2..4"}, 8, true},
		{[]string{"sim", fight, "-n", "200", "--vary", "bruises_to_drop=2..4", "--vary", "zora.brawn=1,2"}, 18, true},
		{[]string{"merge", strings.TrimSpace(parts)}, 20, true},
		{[]string{"tune", fight, "--to", "guests win 75%", "--change", "bruises_to_drop=1..4", "-n", "500"}, 12, false},
		{[]string{"find", fight, "-n", "60", "--thinking", "2"}, 20, false},
		{[]string{"odds", "examples/01-first-blood.yaml", "zora: punch mort"}, 8, false},
		{[]string{"odds", "examples/01-first-blood.yaml", "zora: punch mort", "--vary", "zora.brawn=0..3"}, 4, false},
		{[]string{"dice", "best(3, 4d6)"}, 60, false},
		{[]string{"dice", "2d6", "1d12", "roll r = 2d6; highest(r.faces) == 6"}, 40, false},
		{[]string{"laws", base, "-n", "64"}, 2, false},
		{[]string{"mutate", "examples/energy-house-rules.yaml", "-n", "4", "--least", "0%"}, 5, false},
		{[]string{"test", "examples/energy-house-rules.yaml", "--systems", "spec/systems"}, 18, false},
	} {
		name := "rulec " + strings.Join(c.args, " ")
		in := map[report.Format]string{}
		for _, f := range report.Formats {
			in[f], _ = printedBy(t, exitFine, append(c.args, "--format", string(f))...)
		}
		if !json.Valid([]byte(in[report.JSON])) {
			t.Errorf("%s: the JSON isn't any", name)
		}
		text, page := withoutSpace(in[report.Text]), withoutSpace(html.UnescapeString(in[report.HTML]))
		cells := markdownCells(in[report.Markdown])
		found := 0
		for _, cell := range cells {
			if !startsWithFigure.MatchString(cell) {
				continue
			}
			found++
			if figure := withoutSpace(cell); !strings.Contains(text, figure) || !strings.Contains(page, figure) {
				t.Errorf("%s: text or page doesn't say %q", name, cell)
			}
		}
		if found < c.least {
			t.Errorf("%s: %d figures, want %d at least", name, found, c.least)
		}
		lines, err := csv.NewReader(strings.NewReader(in[report.CSV])).ReadAll()
		if c.sheet && err == nil {
			holdsFigures(t, name, lines, cells)
			continue
		}
		if err != nil || len(lines) != len(cells)+1 {
			t.Errorf("%s: %d lines of CSV for %d cells (%v)", name, len(lines), len(cells), err)
			continue
		}
		for i, cell := range cells {
			if line := lines[i+1]; !sameFigures(cell, line[3:]) {
				t.Errorf("%s: CSV says %q where the table says %q", name, line, cell)
			}
		}
	}
}

// holdsFigures looks for the number of each cell that has an interval in the last column of a sheet on 200 fights, which has shares from 0
// to 1, and sums for what cells give per fight.
func holdsFigures(t *testing.T, name string, lines [][]string, cells []string) {
	var numbers []float64
	for _, line := range lines {
		if v, err := strconv.ParseFloat(line[len(line)-1], 64); err == nil {
			numbers = append(numbers, v, 100*v, v/200)
		}
	}
	for _, cell := range cells {
		if !startsWithFigure.MatchString(cell) || !strings.Contains(cell, "(") {
			continue
		}
		text := figure.FindString(strings.TrimPrefix(cell, "none seen"))
		said, _ := strconv.ParseFloat(text, 64)
		_, decimals, _ := strings.Cut(text, ".")
		if !slices.ContainsFunc(numbers, func(v float64) bool { return math.Abs(said-v) < 0.5001*math.Pow10(-len(decimals)) }) {
			t.Errorf("%s: CSV has no %q", name, cell)
		}
	}
}

var (
	startsWithFigure = regexp.MustCompile(`^([-+]?[0-9]|none seen)`)
	figure           = regexp.MustCompile(`[-+]?[0-9][0-9,]*(?:\.[0-9]+)?`)
	escaped          = regexp.MustCompile(`\\(.)`)
)

// markdownCells returns what stands in the cells of all tables, but for their heads, first columns and empty cells.
func markdownCells(text string) (cells []string) {
	inTable := false
	for line := range strings.Lines(text) {
		row, isRow := strings.CutPrefix(strings.TrimSuffix(line, " |\n"), "| ")
		switch {
		case strings.HasPrefix(line, "|---"):
			inTable = true
		case !isRow:
			inTable = false
		case inTable:
			for _, cell := range strings.Split(row, " | ")[1:] {
				if cell = escaped.ReplaceAllString(strings.ReplaceAll(strings.TrimSpace(cell), "&lt;", "<"), "$1"); cell != "" {
					cells = append(cells, cell)
				}
			}
		}
	}
	return cells
}

// sameFigures compares a cell with the value, low and high of a line of CSV, as far as the digits of the cell go.
func sameFigures(cell string, values []string) bool {
	if cell == values[0] {
		return true
	}
	figures := figure.FindAllString(cell, -1)
	if strings.HasPrefix(cell, "none seen") {
		values = values[1:]
	}
	if len(figures) == 0 || len(figures) > len(values) {
		return false
	}
	for i, text := range figures {
		text = strings.ReplaceAll(text, ",", "")
		said, _ := strconv.ParseFloat(text, 64)
		value, err := strconv.ParseFloat(values[i], 64)
		if strings.Contains(cell, "%") {
			value *= 100
		}
		_, decimals, _ := strings.Cut(text, ".")
		if err != nil || math.Abs(said-value) > 0.5001*math.Pow10(-len(decimals)) {
			return false
		}
	}
	return true
}

func withoutSpace(text string) string { return strings.Join(strings.Fields(text), "") }
