package spec_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
)

// formsOf says what becomes of a notation where dice are needed, and how formulas write what it may mean.
func formsOf(notation string) (how string, forms []string) {
	files := fstest.MapFS{"dice.yaml": {Data: []byte(`rulec: 2
ruleset: dice
kinds: {creature: {fields: {hp: number}}}
quantities:
  harm: |
    ` + notation + `
time:
  key: [tick]
  start: schedule turn of first(everyone) at 1
  entries: {turn: {do: stop}}
`)}}
	_, list := lang.Load("dice.yaml", lang.Options{Files: files})
	if !list.HasErrors() {
		return "read", []string{notation}
	}
	how = "unsaid"
	add := func(as string, edits []diag.Edit) {
		for _, e := range edits {
			begin := strings.Index(e.At.Source.Text, notation)
			how, forms = as, append(forms, notation[:e.At.Start-begin]+e.Text+notation[e.At.End-begin:])
		}
	}
	add("sure", list[0].Fix)
	add("asked", list[0].Guesses)
	return how, forms
}

// TestNotations holds what becomes of notations of dice, and how likely everything is then.
func TestNotations(t *testing.T) {
	data, err := os.ReadFile("testdata/notations.txt")
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.Split(strings.TrimSpace(line), " | ")
		how, forms := formsOf(parts[0])
		if parts[1] == "unsaid" {
			if how == "sure" || how == "read" {
				t.Errorf("%s is %s", parts[0], how)
			}
			continue
		}
		if how != parts[1] || len(forms) != len(parts)-2 {
			t.Errorf("%s is %s, not %s: %q", parts[0], how, parts[1], forms)
			continue
		}
		for i, form := range forms {
			var script strings.Builder
			for _, chance := range strings.Fields(parts[i+2]) {
				reach, want, _ := strings.Cut(chance, ":")
				fmt.Fprintf(&script, "expect abs(chance(%s, %s) - %s) < 1 / 10 ** 10\n", form, reach, want)
			}
			if err := playDice("who.shown = 1", script.String()); err != nil {
				t.Errorf("%s as %s: %v", parts[0], form, err)
			}
			tried++
		}
	}
	if tried < 60 {
		t.Errorf("only %d meanings", tried)
	}
}

// unread is what the tables of dice.md have in their first column and no message can write, and why.
var unread = map[string]string{
	"2d4 x 10":          "x may be a name: a hint alone says that * multiplies",
	"d8, a step up":     "plain words",
	"3d20 mid":          "plain words",
	"d% and a tens die": "plain words",
	"d8+d6 wild":        "plain words",
	"4dF on D6":         "plain words",
	"own faces":         "plain words",
	"1d8+3 crit":        "plain words",
	"5d10>=7, 10 twice": "plain words",
	"2d20<=12, 3 twice": "plain words",
	"3c":                "c may be a name",
	"6d10>=8!":          "what is counted stands before what explodes: ! would be an operator",
	"6d10>=8f1":         "f1 is a letter of one program",
}

// formulasOf are those that a notation is or that messages lead to, one after another if several are wrong.
func formulasOf(notation string, steps int) (formulas []string) {
	how, forms := formsOf(notation)
	if how == "read" {
		return forms
	}
	for _, form := range forms {
		if steps > 0 {
			formulas = append(formulas, formulasOf(form, steps-1)...)
		}
	}
	return formulas
}

// TestDicePageIsRead holds that what is written in the tables of dice.md leads to a formula with the mean and the
// chance of its line, but for what is no notation.
func TestDicePageIsRead(t *testing.T) {
	seen := 0
	for _, part := range []string{"sums", "best", "exploding", "rerolled", "counted", "times"} {
		for _, row := range rowsOf(t, "dice.md", part, 6) {
			written, mean := strings.ReplaceAll(row[0], "`", ""), row[3]
			reach, chance, _ := strings.Cut(row[4], ": ")
			all := strings.Split(written, ", ")
			reason, isUnread := unread[written]
			if isUnread {
				seen++
				all = []string{written}
			}
			for _, notation := range all {
				formulas := formulasOf(notation, 2)
				found := slices.ContainsFunc(formulas, func(f string) bool {
					return playDice("who.shown = 1", fmt.Sprintf("expect abs(expected(%s) - (%s)) < 1 / 10 ** 10\nexpect abs(chance(%[1]s, %[3]s) - (%[4]s)) < 1 / 10 ** 10", f, mean, reach, chance)) == nil
				})
				if found == isUnread {
					t.Errorf("%s, which is %s, leads to %q (%s)", notation, row[2], formulas, reason)
				}
			}
		}
	}
	if seen != len(unread) {
		t.Errorf("%d of %d that aren't read stand in the page", seen, len(unread))
	}
}
