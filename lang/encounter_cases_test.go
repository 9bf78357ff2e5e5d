package lang_test

import (
	"slices"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/lang"
)

// TestCasesOfBases: house rules over a ruleset that holds cases have none of their own, which is no mistake.
func TestCasesOfBases(t *testing.T) {
	files := fstest.MapFS{
		"base.yaml": {Data: []byte("rulec: 2\nruleset: base\nparams: {most: 1}\nkinds: {creature: {}}\ntime: {key: [tick], everyone_due: false, start: schedule turn of first(everyone) at 1, entries: {turn: {do: stop}}}\n" +
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

// TestCasesAreLintedOnce: warnings about a ruleset come once, whatever params its cases set, and so do those about the house
// rules of a case.
func TestCasesAreLintedOnce(t *testing.T) {
	const one = `combatants: {ann: {side: red}}, script: "rest; expect now == 1"}` + "\n"
	files := fstest.MapFS{
		"rules.yaml": {Data: []byte("rulec: 2\nruleset: rules\nparams: {unread: 1}\nkinds: {creature: {}}\ntime: {key: [tick], start: schedule turn of first(everyone) at 1, entries: {turn: {do: schedule turn of self at now + 1}}}\n")},
		"cases.yaml": {Data: []byte("rulec: 2\nruleset: ./rules.yaml\ncases:\n  one: {" + one + "  two: {set: {unread: 2}, " + one + "  three: {house: {params: {idle: 1}}, " + one)},
	}
	_, list := lang.LoadCases("cases.yaml", lang.Options{Files: files})
	var names []string
	for _, d := range list {
		names = append(names, d.Span.Text())
	}
	if !slices.Equal(names, []string{"idle", "unread"}) {
		t.Error(names, list)
	}
}
