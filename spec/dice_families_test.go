package spec_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
)

// The tables of dice.md about dice of published games: what a line says is put into a
// ruleset and an encounter of its own, and played.

// rowsOf returns the cells of the rows of a table in a page, without the backquotes around them.
func rowsOf(t *testing.T, page, part string, cells int) [][]string {
	t.Helper()
	_, rest, found := strings.Cut(readPage(t, page), "<!-- "+part+":")
	text, _, closed := strings.Cut(rest, "<!-- end -->")
	_, text, ruled := strings.Cut(text, "|---|")
	_, text, begun := strings.Cut(text, "\n")
	if !found || !closed || !ruled || !begun {
		t.Fatalf("%s has no table %s", page, part)
	}
	var rows [][]string
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		row := strings.Split(strings.Trim(line, "| "), " | ")
		if len(row) != cells {
			t.Fatalf("a row of %s has %d cells: %s", part, len(row), line)
		}
		for i := range row {
			row[i] = strings.Trim(row[i], "`")
		}
		rows = append(rows, row)
	}
	return rows
}

// playDice plays a program for who, whose field shown it changes, by the lines of a script.
func playDice(program, script string) error {
	indent := func(text, by string) string { return by + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n"+by) }
	files := fstest.MapFS{
		"families.yaml": {Data: []byte(`rulec: 2
ruleset: families
kinds:
  creature:
    fields: {shown: number}
creatures:
  thrower: {shown: 0}
procs:
  throw(who): |
` + indent(program, "      ") + `
time:
  key: [tick]
  everyone_due: false
  start: schedule turn of first(everyone) at 1
  entries:
    turn: {do: stop}
`)},
		"play.yaml": {Data: []byte(`ruleset: families
combatants:
  ann: {is: thrower, side: red}
script: |
` + indent(script, "  ") + "\n")},
	}
	list, found := load(files, "play.yaml")
	if err := found.Err(); err != nil {
		return err
	}
	return play(list[0].Encounter)
}

// TestDiceNotations holds each line of the tables of notations: the mean, the chance and the total of the
// faces are those that the page has worked out.
func TestDiceNotations(t *testing.T) {
	var rows [][]string
	for _, part := range []string{"sums", "best", "exploding", "rerolled", "counted", "times"} {
		rows = append(rows, rowsOf(t, "dice.md", part, 6)...)
	}
	for _, row := range rows {
		formula, mean := row[2], row[3]
		reach, chance, one := strings.Cut(row[4], ": ")
		faces, total, two := strings.Cut(row[5], ": ")
		if !one || !two {
			t.Errorf("%s: %v", row[0], row)
			continue
		}
		err := playDice(
			fmt.Sprintf("roll throw by who = %s\nwho.shown = throw", formula),
			fmt.Sprintf(`expect abs(expected(%s) - (%s)) < 1 / 10 ** 10
expect abs(chance(%s, %s) - (%s)) < 1 / 10 ** 10
dice ann.throw %s%s
do { throw(ann) }
expect ann.shown == %s`, formula, mean, formula, reach, chance, faces, ofDice(formula), total))
		if err != nil {
			t.Errorf("%s: %v", row[0], err)
		}
	}
	if len(rows) < 40 {
		t.Errorf("the page has %d notations", len(rows))
	}
}

// ofDice says in a script which dice are thrown, without a number that is added to them; within
// brackets it can't be left out.
func ofDice(formula string) string {
	if strings.Contains(formula, "1d8 + 3)") {
		return ""
	}
	for _, sign := range []string{" + ", " - "} {
		if at := strings.LastIndex(formula, sign); at > 0 && strings.Trim(formula[at+3:], "0123456789") == "" {
			formula = formula[:at]
		}
	}
	return " of " + formula
}

// TestDiceFaces holds each line of the table of what the faces decide.
func TestDiceFaces(t *testing.T) {
	for _, row := range rowsOf(t, "dice.md", "faces-of", 4) {
		faces, total, _ := strings.Cut(row[3], ": ")
		err := playDice(
			fmt.Sprintf("roll r by who = %s\nwho.shown = (%s)", row[1], row[2]),
			fmt.Sprintf("dice ann.r %s\ndo { throw(ann) }\nexpect ann.shown == %s", faces, total))
		if err != nil {
			t.Errorf("%s: %v", row[0], err)
		}
	}
}

// TestDicePrograms holds each line of the table of what takes another roll.
func TestDicePrograms(t *testing.T) {
	for _, row := range rowsOf(t, "dice.md", "programs", 3) {
		dice, total, _ := strings.Cut(row[2], ": ")
		program := strings.NewReplacer("; ", "\n", "roll r =", "roll r by who =", "roll more =", "roll more by who =").Replace(row[1])
		err := playDice(program+"\nwho.shown = x",
			fmt.Sprintf("dice %s\ndo { throw(ann) }\nexpect ann.shown == %s", dice, total))
		if err != nil {
			t.Errorf("%s: %v", row[0], err)
		}
	}
}
