package diff

import (
	"strings"
	"testing"
)

// TestTurned: bob's slaps of 1 leave ann standing, who strikes him out in tick 4. With 4 he has her 10 gone
// in tick 3. They part at his first slap: from 10 to 9, and to 6.
func TestTurned(t *testing.T) {
	j := job(t, "plain.yaml", "override: {attacks: {slap: {harm: 4}}}\nconditions:\n  calm: {}  #: It does nothing.", plainFight, 5)
	j.Encounters[0].PrintBase, j.Encounters[0].PrintHouse = "see it", "see the other"
	r := run(t, j)
	x := r.Encounters[0]
	if len(x.Turned) != 3 {
		t.Fatalf("%d fights are told, want 3 of 5", len(x.Turned))
	}
	f := x.Turned[1]
	if f.Trial != 1 || f.Base != "won by one" || f.House != "won by two" || f.SeeBase != "see it --trial 1" || f.SeeHouse != "see the other --trial 1" {
		t.Errorf("%+v", f)
	}
	if len(f.Before) == 0 || !strings.Contains(f.Before[len(f.Before)-1], "slap") {
		t.Errorf("before: %q", f.Before)
	}
	if base, house := f.ToldBase[0], f.ToldHouse[0]; !strings.Contains(base, "10 -> 9") || !strings.Contains(house, "10 -> 6") {
		t.Errorf("%q and %q", base, house)
	}
	if len(f.Alone) != 1 || r.named(x.Attribution.Groups[f.Alone[0]].Rules) != "attacks.slap" {
		t.Errorf("turned by %v alone", f.Alone)
	}
}

// TestPartsWhereItCounts: a rule that runs in round 4 alone parts no fight before that.
func TestPartsWhereItCounts(t *testing.T) {
	house := "rules: {late: {on: missed, for: creature, if: now == 4, do: self.bruises += 1}}\n"
	x := run(t, job(t, "scuffle.yaml", house, brawl, 600)).Encounters[0]
	if len(x.Turned) == 0 {
		t.Fatal("no fight turned")
	}
	for _, f := range x.Turned {
		if !strings.Contains(strings.Join(f.Before, "\n"), "Round 4") {
			t.Errorf("%q", f.Before)
		}
	}
}
