package experiment

import (
	"flag"
	"math"
	"path/filepath"
	"testing"

	"github.com/rulec/rulec/interp"
)

var mirrored = flag.Uint64("mirrored", 2500, "play so many mirrored fights of each system")

// TestMirrored holds that fights in which both sides are alike come out even: the
// difference between what the sides won lies within what chance does in 999 of
// 1000 cases. The seed is fixed, so that the test never fails by chance.
func TestMirrored(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays many fights, one after the other")
	}
	paths, err := filepath.Glob("testdata/mirror-*.yaml")
	if err != nil || len(paths) < 5 {
		t.Fatal("no mirrored fights", paths, err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			j := embeddedJob(t, path)
			j.Fights, j.To = *mirrored, *mirrored
			tally := play(t, j).Points[0].Tally
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

var checked = flag.Uint64("checked", 30, "play so many fights of each system while the machine checks itself")

// TestChecked plays fights of every system by tactics while the machine tests its
// invariants: pools keep to their bounds, nobody does what he is not able to, time
// doesn't go back, what is remembered is what would come out again.
func TestChecked(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays many fights, one after the other")
	}
	paths, err := filepath.Glob("testdata/*-*.yaml")
	if err != nil || len(paths) < 10 {
		t.Fatal("mirrored fights and fights of four against four are missing", paths, err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			e := embeddedJob(t, path).Points[0].Encounter
			fight, err := interp.Prepare(interp.Compile(e.Program), e)
			if err != nil {
				t.Fatal(err)
			}
			m := interp.New(fight, interp.Options{Check: true, Seed: 1, Seeded: true})
			for trial := range *checked {
				m.Reset(trial)
				if _, err := m.Run(); err != nil {
					t.Fatalf("trial %d: %v", trial, err)
				}
			}
		})
	}
}
