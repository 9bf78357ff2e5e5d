//go:build !race

package spec_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/interp/story"
)

// toldFights are fights by tactics, one of each system, with a seed that makes a short one.
var toldFights = map[string]uint64{
	"52-energy-ambush-tactics": 23, "42-timecount-toll-bridge-tactics": 17, "21-segments-pass-tactics": 17, "31-actionpoints-yard-tactics": 12,
	"11-dierank-bridge-tactics": 1,
}

// TestStories holds whole stories against files that somebody has read from start to end: in brief, in detail, and explained. After a
// change of the rules or of the log -update writes them anew, to be read again.
func TestStories(t *testing.T) {
	for name, seed := range toldFights {
		e := loadFight(t, "../examples/"+name+".yaml")
		m, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trace: true, Sums: true, Explain: true, Seed: seed, Seeded: true})
		if err != nil {
			t.Fatal(err)
		}
		for depth, o := range map[string]story.Options{"brief": {Brief: true, Unexplained: true}, "detail": {Unexplained: true}, "explained": {}} {
			o.Dice = dice.InWords
			var got strings.Builder
			if err := interp.Log(m, o).Text(&got); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join("testdata", "stories", name+"."+depth+".txt")
			if *update {
				if err := os.WriteFile(file, []byte(got.String()), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if want, err := os.ReadFile(file); err != nil || string(want) != got.String() {
				t.Errorf("%s is told in another way than in %s (%v): read it, then go test ./spec -run TestStories -update", name, file, err)
			}
		}
	}
}
