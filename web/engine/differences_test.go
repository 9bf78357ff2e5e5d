package engine

import (
	"slices"
	"testing"
)

// TestDifferences: what rules change is told in words, by titles and short values, from the other rules to these.
func TestDifferences(t *testing.T) {
	d, _ := opened(t)
	house := which{File: "examples/02-house-rules.yaml"}
	for _, c := range []struct {
		pair
		want []string
	}{
		{pair{house, which{File: house.File, Rules: "examples/scuffle.yaml"}}, []string{"bruises to drop 3 -> 2", "punch: breath 0 -> 1", "winded is new"}},
		{pair{which{File: house.File, Rules: "examples/scuffle.yaml"}, house}, []string{"bruises to drop 2 -> 3", "punch: breath 1 -> 0", "winded is removed"}},
		{pair{which{File: "examples/54-energy-house-fight.yaml"}, which{File: "examples/54-energy-house-fight.yaml", Rules: "rulesets/energy.yaml"}}, []string{
			"enforce response window no -> yes", "ranged attack cost 1 -> 2", "exposed default end of this round -> end of next round", "hurt is changed", "goblin: armor leather -> unarmored",
			"great club: mpr 1 -> 2", "fang is new", "carrying a poisoned blade is new", "poisoned is new", "suck out the poison is new", "shift: energy 1 -> 2", "Trip or Push Down: larger 1 -> 0", "all or nothing is removed"}},
	} {
		if got := ask[[]string](t, d, "differences", c.pair); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %q, not %q", c.pair, got, c.want)
		}
	}
	ask[nothing](t, d, "setFile", file{"examples/grim-scuffle.yaml", ask[file](t, d, "readFile", "examples/grim-scuffle.yaml").Text + "params:\n  longest_word: 5\n"})
	if got := ask[[]string](t, d, "differences", pair{house, which{File: house.File, AsShipped: true}}); !slices.Equal(got, []string{"longest word is new"}) {
		t.Errorf("against the rules as they came: %q", got)
	}
}
