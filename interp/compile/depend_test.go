package compile_test

import (
	"testing"

	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/deps"
)

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
