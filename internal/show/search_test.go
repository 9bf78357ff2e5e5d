package show_test

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/internal/show"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

func TestSearch(t *testing.T) {
	root, list := tree.Parse(diag.NewSource("f", `
ruleset: f
conditions:
  prone: {title: On the ground}  #: Whoever lies there is hit easily. [f.fall.prone, f.fall]
  held: {until: "when not adjacent(self, it.by)"}  #: In somebody's grip.
quantities:
  guard: 10 + sum(grip_bonus)  #: [f.fall]
time:
  key: [tick]
  entries:
    turn: {}  #: when it begins
tables:
  places: |
    style    spot | step
    armed    head | hard
    unarmed  head | easy  #: A blow.
weapons:
  net: {harm: none, on_hit: apply held to target}
`))
	if len(list) > 0 {
		t.Fatal(list)
	}
	for words, want := range map[string]string{
		"on the GROUND":  "conditions.prone: On the ground!",
		"f.fall.prone":   "conditions.prone: is the rule f.fall.prone!",
		"f.fall":         "conditions.prone: is the rule f.fall!|quantities.guard: is the rule f.fall!",
		"ground prone":   "conditions.prone: Whoever lies there is hit easily.",
		"grip":           "conditions.held: In somebody's grip.|quantities.guard: 10 + sum(grip_bonus)",
		"held":           "conditions.held: In somebody's grip.|weapons.net: on_hit: apply held to target",
		"adjacent until": "conditions.held: until: when not adjacent(self, it.by)",
		// By other endings, by parts of names, by what a cited rule says; then without a word.
		"hitting easily": "conditions.prone: Whoever lies there is hit easily.",
		"bonus":          "quantities.guard: 10 + sum(grip_bonus)",
		"nobody safe":    "conditions.prone: f.fall: Nobody is safe while lying down.|quantities.guard: f.fall: Nobody is safe while lying down.",
		"fallen ground":  "conditions.prone: Whoever lies there is hit easily.|without fallen",
		"begins":         "time.turn: when it begins",
		"grip_bonus":     "quantities.guard: 10 + sum(grip_bonus)",
		"head unarmed":   "tables.places: unarmed, head: easy A blow.",
		"armed":          "tables.places: armed, head: hard",
		"xylophone":      "",
	} {
		var got []string
		hits, without := show.Search(root, strings.Fields(words), map[string]string{"f.fall": "Nobody is safe while lying down."})
		for _, h := range hits {
			line := h.Name() + ": " + h.Where
			if h.Exact() {
				line += "!"
			}
			got = append(got, line)
		}
		if len(without) > 0 {
			got = append(got, "without "+strings.Join(without, " "))
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%s: %s\nwant %s", words, strings.Join(got, "|"), want)
		}
	}
}

// TestAlike: of many definitions that say the same, three are listed, and how many more there are.
func TestAlike(t *testing.T) {
	root, list := tree.Parse(diag.NewSource("f", "weapons: {a: {s: fast}, b: {s: fast}, c: {s: fast}, d: {s: fast}, e: {s: fast}, f: {s: slow}}\nspells: {g: {s: fast}}\n"))
	if len(list) > 0 {
		t.Fatal(list)
	}
	hits, _ := show.Search(root, []string{"fast"}, nil)
	var out strings.Builder
	show.WriteHits(&out, hits, "")
	var got []string
	for line := range strings.Lines(out.String()) {
		text, _, _ := strings.Cut(line, "#")
		got = append(got, strings.Join(strings.Fields(text), " "))
	}
	if want := "weapons.a s: fast|weapons.b s: fast|weapons.c s: fast|weapons: 2 more s: fast|spells.g s: fast"; strings.Join(got, "|") != want {
		t.Errorf("got %s\nwant %s", strings.Join(got, "|"), want)
	}
}
