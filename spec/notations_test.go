package spec_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
)

// formsOf says what becomes of a notation where dice are needed, and how formulas write what it may mean.
func formsOf(notation string) (how string, forms []string) {
	files := fstest.MapFS{"dice.yaml": {Data: []byte(`rulec: 1
ruleset: dice
kinds: {creature: {fields: {hp: number}}}
quantities:
  harm:
    gives: dice
    value: |
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
