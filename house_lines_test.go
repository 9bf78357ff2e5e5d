package rulec_test

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the lines of each package into ARCHITECTURE.md, and lower what is allowed")

// budgetRow is a row of the table of lines in ARCHITECTURE.md.
var budgetRow = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| ([0-9,]+) \\| ([0-9,]+) \\|$")

// slack is how many lines above its size a package keeps when its budget is lowered: a fiftieth, and a few.
func slack(lines int) int { return lines/50 + 20 }

// linesOf counts the lines of Go and TypeScript in each folder, without tests and test data.
func linesOf(t *testing.T) map[string]int {
	t.Helper()
	counts := map[string]int{}
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		name = filepath.ToSlash(name)
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".") && name != "."):
			return filepath.SkipDir
		case d.IsDir() || !slices.Contains([]string{".go", ".ts"}, path.Ext(name)) || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(name)
		counts[path.Dir(name)] += bytes.Count(text, []byte("\n"))
		return err
	})
	if err != nil || len(counts) == 0 {
		t.Fatal("no code", err)
	}
	return counts
}

// TestLines tests that no package outgrows its budget in ARCHITECTURE.md. A commit that raises a budget says what users get for the lines;
// -update writes the current numbers, and lowers budgets that are no longer needed.
func TestLines(t *testing.T) {
	page, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	counts := linesOf(t)
	allowed, written := map[string]int{}, map[string]int{}
	for _, row := range budgetRow.FindAllStringSubmatch(string(page), -1) {
		written[row[1]], allowed[row[1]] = plainNumber(t, row[2]), plainNumber(t, row[3])
	}
	if *update {
		writeBudget(t, string(page), counts, allowed)
		return
	}
	for _, dir := range slices.Sorted(maps.Keys(counts)) {
		switch lines := counts[dir]; {
		case allowed[dir] == 0:
			t.Errorf("%s has no row in ARCHITECTURE.md's table of lines: go test . -run TestLines -update", dir)
		case lines > allowed[dir]:
			t.Errorf("%s has %d lines, and %d are allowed: make it smaller, or raise the budget in ARCHITECTURE.md and say in the commit what users get for it", dir, lines, allowed[dir])
		case max(lines-written[dir], written[dir]-lines) > slack(lines):
			t.Errorf("%s has %d lines, and ARCHITECTURE.md says %d: go test . -run TestLines -update", dir, lines, written[dir])
		}
	}
	for dir := range allowed {
		if counts[dir] == 0 {
			t.Errorf("ARCHITECTURE.md allows lines to %s, which isn't there", dir)
		}
	}
}

func plainNumber(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(strings.ReplaceAll(text, ",", ""))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// writeBudget rewrites the rows below the head of their table.
func writeBudget(t *testing.T, page string, counts, allowed map[string]int) {
	t.Helper()
	const head = "| package | lines now | allowed |\n|---|---|---|\n"
	before, _, found := strings.Cut(page, head)
	if !found {
		t.Fatal("ARCHITECTURE.md has no table of lines")
	}
	_, rest, _ := strings.Cut(page, head)
	for strings.HasPrefix(rest, "|") {
		_, rest, _ = strings.Cut(rest, "\n")
	}
	var rows strings.Builder
	for _, dir := range slices.Sorted(maps.Keys(counts)) {
		budget := counts[dir] + slack(counts[dir])
		if was := allowed[dir]; was > 0 {
			budget = min(budget, was)
		}
		fmt.Fprintf(&rows, "| `%s` | %d | %d |\n", dir, counts[dir], budget)
	}
	if err := os.WriteFile("ARCHITECTURE.md", []byte(before+head+rows.String()+rest), 0o666); err != nil {
		t.Fatal(err)
	}
}
