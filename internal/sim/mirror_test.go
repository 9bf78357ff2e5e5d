package sim

import (
	"flag"
	"io/fs"
	"math"
	"path/filepath"
	"testing"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/stdlib"
)

var mirrored = flag.Uint64("mirrored", 800, "play so many mirrored fights of each system")

// TestMirrored holds that fights in which both sides are alike come out even: the
// difference between what the sides won lies within what chance does in 999 of
// 1000 cases. The seed is fixed, so that the test never fails by chance.
func TestMirrored(t *testing.T) {
	paths, err := filepath.Glob("testdata/mirror-*.yaml")
	if err != nil || len(paths) < 5 {
		t.Fatal("no mirrored fights", paths, err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			e, list := lang.LoadEncounter(path, lang.Options{Find: embedded, Library: stdlib.Files})
			if list.HasErrors() {
				t.Fatal(list)
			}
			r := play(t, Job{Points: []Point{{e, NewSetup(e, nil)}}, Seed: e.Seed, Trials: *mirrored, To: *mirrored})
			tally := r.Points[0].Tally
			one, two := tally.Outcomes[0].Count(), tally.Outcomes[1].Count()
			if one+two < tally.Fights*3/4 {
				t.Errorf("only %d of %d fights were won by anybody", one+two, tally.Fights)
			}
			if limit := 3.2905 * math.Sqrt(float64(one+two)); math.Abs(float64(one-two)) > limit {
				t.Errorf("%d to %d: chance gives a difference of at most %.0f", one, two, limit)
			}
		})
	}
}

// embedded finds the rulesets that come with the program.
func embedded(name, _ string) (fs.FS, string, error) {
	return rulesets.Files, name + "/ruleset.yaml", nil
}
