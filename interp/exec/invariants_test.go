package exec_test

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/lang"
)

// TestInvariantsAreSeen breaks what must be true of pools, of the clock, and of the
// state between batches; a machine that checks itself must say so.
func TestInvariantsAreSeen(t *testing.T) {
	encounter, list := lang.LoadEncounter("../testdata/bench/duel-encounter.yaml", lang.Options{})
	if encounter == nil {
		t.Fatal(list.Err())
	}
	for _, harm := range exec.Harms {
		t.Run(harm.Name, func(t *testing.T) {
			f, err := interp.Prepare(interp.Compile(encounter.Program), encounter)
			if err != nil {
				t.Fatal(err)
			}
			m := interp.New(f, interp.Options{Check: true, Seed: 1, Seeded: true})
			exec.Begin(m)
			defer func() {
				if got, _ := recover().(string); !strings.Contains(got, harm.Want) {
					t.Errorf("got %q, want %q in it", got, harm.Want)
				}
			}()
			harm.Do(m)
			exec.CheckBetweenBatches(m)
		})
	}
}
