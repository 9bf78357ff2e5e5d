package interp

import (
	"testing"

	"github.com/rulec/rulec/interp/deps"
)

// TestSortsAreKeptApart: in the systems, what changes and is read has a bit of its own, and no
// answer that is kept falls with any condition whatever.
func TestSortsAreKeptApart(t *testing.T) {
	fourOnFour(t, func(name string, f *Fight) {
		if n := f.code.readFields + f.code.readConditions; n > deps.Shared {
			t.Errorf("%s: %d fields and conditions have %d bits", name, n, deps.Shared)
		}
		for _, q := range f.code.quantities {
			if q.remembers() && q.Any&deps.Conditions != 0 {
				t.Errorf("%s: %s reads any condition", name, q.Name)
			}
		}
		for _, x := range f.code.conditions {
			if x.holds != nil && x.Any&(deps.Conditions|deps.More) == deps.Conditions {
				t.Errorf("%s: what condition %s follows from reads any condition", name, x.Name)
			}
		}
	})
}
