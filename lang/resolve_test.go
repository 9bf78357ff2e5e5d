package lang_test

import (
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/encounter"
)

// TestResolveFile reads files of each sort, and looks for a value that should be there.
func TestResolveFile(t *testing.T) {
	files := fstest.MapFS{
		"rules.yaml": {Data: []byte("rulec: 2\nruleset: rules\nextends: ./base.yaml\nversion: 1.0.0\noverride: {params: {edge: 4}}\n")},
		"base.yaml":  {Data: []byte("rulec: 2\nruleset: base\nversion: 1.0.0\nparams: {edge: 1}\n")},
		"bare.yaml":  {Data: []byte("rulec: 2\nruleset: bare\n")},
		"fight.yaml": {Data: []byte("ruleset: ./rules.yaml\nset: {edge: 2, other: 1}\ncombatants: {ann: {side: one}}\n")},
		"cases.yaml": {Data: []byte("ruleset: ./rules.yaml\ncases: {first: {script: over}}\n")},
		"state.yaml": {Data: []byte("rulec: 2\nstate: later\n")},
		"part.yaml":  {Data: []byte("moves: {}\n")},
	}
	for _, test := range []struct {
		file    string
		set     map[string]string
		path    []string // of keys
		want    string
		ruleset bool
	}{
		{"rules.yaml", nil, []string{"params", "edge"}, "4", true},
		{"rules.yaml", map[string]string{"edge": "5"}, []string{"params", "edge"}, "5", true},
		{"bare.yaml", nil, []string{"ruleset"}, "bare", true},
		{"fight.yaml", nil, []string{"set", "edge"}, "2", false},
		{"fight.yaml", map[string]string{"edge": "5"}, []string{"set", "edge"}, "5", false},
		{"fight.yaml", map[string]string{"edge": "5"}, []string{"set", "other"}, "1", false},
		{"fight.yaml", map[string]string{"ann.side": "two"}, []string{"combatants", "ann", "side"}, "two", false},
		{"cases.yaml", nil, []string{"cases", "first", "script"}, "over", false},
		{"state.yaml", nil, []string{"state"}, "later", false},
	} {
		opts := lang.Options{Files: files, Set: test.set}
		node, list := lang.ResolveFile(test.file, opts)
		if list.HasErrors() {
			t.Errorf("%s %v: %v", test.file, test.set, list.Err())
			continue
		}
		for _, key := range test.path {
			if node = node.Get(key); node == nil {
				t.Fatalf("%s %v: no %v", test.file, test.set, test.path)
			}
		}
		if node.Text != test.want {
			t.Errorf("%s %v: %v is %q, want %q", test.file, test.set, test.path, node.Text, test.want)
		}
		if got := lang.IsRuleset(test.file, opts); got != test.ruleset {
			t.Errorf("%s: is it a ruleset? %v", test.file, got)
		}
	}
	for _, test := range []struct {
		file string
		set  map[string]string
		code diag.Code
	}{
		{"nowhere.yaml", nil, lang.CodeMissingFile},
		{"part.yaml", nil, lang.CodeForeign},
		{"rules.yaml", map[string]string{"ann.side": "two"}, encounter.CodeUnknownThing},
		{"cases.yaml", map[string]string{"ann.side": "two"}, encounter.CodeUnknownThing},
		{"fight.yaml", map[string]string{"bob.side": "two"}, encounter.CodeUnknownThing},
	} {
		node, list := lang.ResolveFile(test.file, lang.Options{Files: files, Set: test.set})
		if node != nil || len(list) == 0 || list[0].Code != test.code {
			t.Errorf("%s %v: %v, want %s", test.file, test.set, list, test.code)
		}
	}
	if lang.IsRuleset("nowhere.yaml", lang.Options{Files: files}) {
		t.Error("a file that isn't there is a ruleset")
	}
}
