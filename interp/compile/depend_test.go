package compile_test

import (
	"path/filepath"
	"testing"

	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/compile"
	"github.com/rulec/rulec/interp/deps"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/stdlib"
)

// fourOnFour compiles the fights of four against four, one of each system.
func fourOnFour(t testing.TB, fn func(name string, f *code.Fight)) {
	paths, err := filepath.Glob("../../internal/experiment/testdata/four-*.yaml")
	if err != nil || len(paths) < 5 {
		t.Fatal("no fights of four against four", paths, err)
	}
	for _, path := range paths {
		e, list := lang.LoadEncounter(path, lang.Options{Shipped: rulesets.Files, Library: stdlib.Files})
		if e == nil || list.HasErrors() {
			t.Fatal(path, list)
		}
		f, err := compile.Encounter(compile.Ruleset(e.Program), e)
		if err != nil {
			t.Fatal(path, err)
		}
		fn(filepath.Base(path), f)
	}
}

// TestSortsAreKeptApart: in the systems, what changes and is read has a bit of its own, and no
// answer that is kept falls with any condition whatever.
func TestSortsAreKeptApart(t *testing.T) {
	fourOnFour(t, func(name string, f *code.Fight) {
		if n := f.Code.ReadFields + f.Code.ReadConditions; n > deps.Shared {
			t.Errorf("%s: %d fields and conditions have %d bits", name, n, deps.Shared)
		}
		for _, q := range f.Code.Quantities {
			if q.Remembers() && q.Any&deps.Conditions != 0 {
				t.Errorf("%s: %s reads any condition", name, q.Name)
			}
		}
		for _, x := range f.Code.Conditions {
			if x.Holds != nil && x.Any&(deps.Conditions|deps.More) == deps.Conditions {
				t.Errorf("%s: what condition %s follows from reads any condition", name, x.Name)
			}
		}
	})
}
