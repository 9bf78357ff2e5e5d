package lang_test

import (
	"slices"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
)

// TestMemoKeepsSources: a program lists the files that it was read from, also where its ruleset
// has been read before and only the params are others.
func TestMemoKeepsSources(t *testing.T) {
	files := fstest.MapFS{
		"rules.yaml": {Data: []byte("rulec: 2\nruleset: rules\nparts: [more.yaml]\nkinds: {creature: {fields: {edge: number = edge_at_first}}}\n" +
			"time: {key: [tick], everyone_due: false, start: schedule turn of first(everyone) at 1, entries: {turn: {do: stop}}}\n")},
		"more.yaml": {Data: []byte("params: {edge_at_first: 1}\n")},
		"cases.yaml": {Data: []byte("ruleset: ./rules.yaml\ncommon: {combatants: {ann: {side: red}}}\ncases:\n" +
			"  plain: {script: expect ann.edge == 1}\n  set: {set: {edge_at_first: 2}, script: expect ann.edge == 2}\n")},
	}
	memo := lang.NewMemo()
	for _, name := range []string{"plain", "set"} {
		wanted := func(of string) bool { return of == name }
		cases := 0
		list := lang.EachCase("cases.yaml", lang.Options{Files: files, Memo: memo}, wanted, func(c lang.Case) bool {
			cases++
			for _, name := range []string{"rules.yaml", "more.yaml"} {
				if !slices.ContainsFunc(c.Program.Sources, func(s *diag.Source) bool { return s.Name == name }) {
					t.Errorf("%s: %s isn't among the files", c.Name, name)
				}
			}
			return true
		})
		if len(list) > 0 || cases != 1 {
			t.Errorf("%d cases, and %v", cases, list.Err())
		}
	}
}
