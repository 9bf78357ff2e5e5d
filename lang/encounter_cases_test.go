package lang_test

import (
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/lang"
)

// TestCasesOfBases: house rules over a ruleset that holds cases have none of their own, which is no mistake.
func TestCasesOfBases(t *testing.T) {
	files := fstest.MapFS{
		"base.yaml": {Data: []byte("rulec: 1\nruleset: base\nparams: {most: {default: 1}}\nkinds: {creature: {}}\ntime: {key: [tick], everyone_due: false, start: schedule turn of first(everyone) at 1, entries: {turn: {do: stop}}}\n" +
			"cases:\n  one: {combatants: {ann: {side: red}}, script: expect most == 1}\n")},
		"house.yaml": {Data: []byte("ruleset: house\nextends: ./base.yaml\nset: {most: 2}\n")},
		"own.yaml":   {Data: []byte("ruleset: own\nextends: ./base.yaml\nset: {most: 2}\ncases:\n  two: {combatants: {ann: {side: red}}, script: expect most == 2}\n")},
	}
	for file, want := range map[string]int{"base.yaml": 1, "house.yaml": 0, "own.yaml": 1} {
		cases, list := lang.LoadCases(file, lang.Options{Files: files})
		if list.HasErrors() || len(cases) != want {
			t.Errorf("%s: %d cases, and %v", file, len(cases), list.Err())
		}
	}
}
