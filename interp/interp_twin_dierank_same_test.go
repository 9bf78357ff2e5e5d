package interp_test

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/stdlib"
)

var twinTrials = flag.Uint64("twins", 2000, "hold so many fights of each seed against the ones by hand")

// newDierank returns a machine that plays the fight which handDierank plays by hand.
func newDierank(tb testing.TB, seed uint64) *interp.Machine {
	tb.Helper()
	shipped := lang.Options{Shipped: rulesets.Files, Library: stdlib.Files}
	encounter, list := lang.LoadEncounter("../internal/experiment/testdata/four-dierank.yaml", shipped)
	if encounter == nil {
		tb.Fatal(list.Err())
	}
	fight, err := interp.Prepare(interp.Compile(encounter.Program), encounter)
	if err != nil {
		tb.Fatal(err)
	}
	return interp.New(fight, interp.Options{Seed: seed, Seeded: true})
}

// TestTwinDierank holds the interpreter to the fight by hand, fight by fight: who wins,
// when, and after how many actions; of every fourth also how all eight are then.
func TestTwinDierank(t *testing.T) {
	trials := *twinTrials
	if testing.Short() {
		trials = min(trials, 200)
	}
	for _, seed := range []uint64{1, 7, 20260} {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			t.Parallel()
			var hand handDierank
			m := newDierank(t, seed)
			for trial := range trials {
				sameFight(t, m, seed, trial, &hand)
				if trial%4 == 0 {
					sameEnd(t, m, trial, &hand)
				}
			}
		})
	}
}

// TestTwinDierankRarely does the same for what hardly ever comes up.
func TestTwinDierankRarely(t *testing.T) {
	const seed = 1
	var hand handDierank
	m := newDierank(t, seed)
	for _, rare := range []struct {
		what  string
		trial uint64
	}{
		{"the mage strikes the brawler with her fists", 13256},
		{"two friends of the mage have lost as many HP", 79918},
		{"an arrow flies at the mage from the next region", 46},
		{"the brawler is knocked out by nothing deadly", 165661},
	} {
		t.Log(rare.what)
		sameFight(t, m, seed, rare.trial, &hand)
		sameEnd(t, m, rare.trial, &hand)
	}
}

func sameFight(t *testing.T, m *interp.Machine, seed, trial uint64, hand *handDierank) {
	t.Helper()
	want := hand.fight(seed, trial)
	if got := playTrial(t, m, trial); got != want {
		t.Fatalf("trial %d: the interpreter has %+v, by hand it is %+v", trial, got, want)
	}
}

// sameEnd holds how everybody is after a fight against how he is by hand.
func sameEnd(t *testing.T, m *interp.Machine, trial uint64, hand *handDierank) {
	t.Helper()
	state, err := m.State(true)
	if err != nil {
		t.Fatal(err)
	}
	if len(state.Combatants) != len(hand.fighters) {
		t.Fatalf("trial %d: %d fighters", trial, len(state.Combatants))
	}
	for i, c := range state.Combatants {
		if got, want := endOf(c.Value), hand.end(c.Key, i); got != want {
			t.Fatalf("trial %d: %s is\n%s\nby hand\n%s", trial, c.Key, got, want)
		}
	}
}

// leftOut are the fields of a state that the fight by hand leaves out. What somebody is, how far he runs
// and what he carries never changes, and the four pools decide nothing here: they are for
// riders, for actions that need a whole turn, and for turns that come up twice a round.
var leftOut = []string{"is", "weapons", "run_regions", "ap_acting", "ap_moving", "acted", "last_turn"}

// endOf writes what a state says of somebody.
func endOf(s program.Saved) string {
	s.Map = slices.DeleteFunc(s.Map, func(e program.SavedEntry) bool { return slices.Contains(leftOut, e.Key) })
	return savedText(s)
}

func savedText(s program.Saved) string {
	var parts []string
	switch s.Shape {
	case program.SavedList:
		for _, item := range s.List {
			parts = append(parts, savedText(item))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case program.SavedMap:
		for _, e := range s.Map {
			parts = append(parts, e.Key+": "+savedText(e.Value))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return s.Text
}

// end writes the same of a fighter by hand.
func (d *handDierank) end(name string, who int) string {
	f := &d.fighters[who]
	place := [twinRegions]string{"gate", "bridge", "road", "wood"}[f.place]
	conditions := d.conditions(name, f)
	if conditions != "" {
		conditions = ", conditions: [" + conditions + "]"
	}
	return fmt.Sprintf("{place: %s, hp: %d, mp: %d, ap: %d, debt: %d, major: %d, initiative: %d%s}",
		place, f.hp, f.mp, f.ap, f.debt, f.major, f.initiative, conditions)
}

// conditions writes what somebody's fate comes to: for how long he has lain there, and
// in how many rounds he wakes or dies (dierank.survival.wake, dierank.mortal.dies).
func (d *handDierank) conditions(name string, f *twinFighter) string {
	age := ""
	if f.fell < d.round {
		age = fmt.Sprintf(", age: %d", d.round-f.fell)
	}
	entry := func(what string, in int) string {
		return fmt.Sprintf(", entries: [{is: %s, of: %s, at: [%d, 0, 0]}]", what, name, in)
	}
	down := func(fate, entry string) string {
		return "{is: knocked_out, with: {" + fate + ", fight_over: true}" + age + entry + "}"
	}
	switch f.fate {
	case twinKnockedOut:
		return down("fate: luck", entry("wakes", 50))
	case twinLucky:
		return down("lethal: true, fate: luck", entry("wakes", 50))
	case twinBadlyWounded:
		return down("lethal: true, fate: bad_wound", entry("wakes", 600)) + ", badly_wounded"
	case twinMortallyWounded:
		return down("lethal: true, fate: mortal_wound", "") + ", {is: mortally_wounded" + entry("dies_of_wound", 100) + "}"
	case twinDead:
		if age == "" {
			return "dead"
		}
		return "{is: dead" + age + "}"
	}
	return ""
}

// TestTwinDierankAllocatesNothing: the fight by hand needs no memory.
func TestTwinDierankAllocatesNothing(t *testing.T) {
	var hand handDierank
	trial := uint64(0)
	allocs := testing.AllocsPerRun(200, func() {
		hand.fight(7, trial)
		trial++
	})
	if allocs != 0 {
		t.Errorf("a fight allocates %v times", allocs)
	}
}

// BenchmarkTwinDierank plays the fight by hand and interpreted in turns.
func BenchmarkTwinDierank(b *testing.B) {
	var hand handDierank
	benchmarkAgainstHand(b, newDierank(b, 7), hand.fight)
}
