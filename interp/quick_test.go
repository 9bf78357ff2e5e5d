package interp_test

import (
	"path/filepath"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/stdlib"
)

// TestShortWays plays fights of four against four in every system, and the duel,
// once traced and once not. A run that is traced takes no short way and runs no
// bytecode; nothing may come out differently.
func TestShortWays(t *testing.T) {
	files, err := filepath.Glob("../internal/sim/testdata/four-*.yaml")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d encounters, %v", len(files), err)
	}
	options := lang.Options{Library: stdlib.Files, Shipped: rulesets.Files}
	for _, file := range append(files, "testdata/bench/duel-encounter.yaml") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			encounter, list := lang.LoadEncounter(file, options)
			if encounter == nil {
				t.Fatal(list.Err())
			}
			code := interp.Compile(encounter.Program)
			outcomes := func(o interp.Options) []interp.Outcome {
				o.Seed, o.Seeded = 11, true
				m, err := interp.New(code, encounter, o)
				if err != nil {
					t.Fatal(err)
				}
				m.LeaveFastPath()
				var all []interp.Outcome
				for trial := range uint64(12) {
					m.Reset(trial)
					out, err := m.Run()
					if err != nil {
						t.Fatal(err)
					}
					all = append(all, out)
				}
				return all
			}
			traced, quick := outcomes(interp.Options{Trace: true}), outcomes(interp.Options{})
			for i := range traced {
				if traced[i] != quick[i] {
					t.Errorf("trial %d: traced %+v, else %+v", i, traced[i], quick[i])
				}
			}
		})
	}
}
