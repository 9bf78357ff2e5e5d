package exec_test

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
)

// TestWaysToChoose: whoever chooses a way has the shortest one to each place that is near enough.
// Ana goes as far east, or as far west, as 2 steps lead.
func TestWaysToChoose(t *testing.T) {
	ruleset := strings.Replace(small("choose act from can_do(self)\nif act != none { perform act }\nschedule turn of self at now + 1", `
walks:
  stroll: {}
tactics:
  east: {turn: [{do: stroll, best: column(last(way))}]}
  west: {turn: [{do: stroll, best: 0 - column(last(way))}]}
`), "  stance:", "  walk:\n    params: {way: path up to 2}\n    perform: |\n      for p in way { move self to p; self.seen += 1 }\n  stance:", 1)
	for tactic, want := range map[string]string{"east": "place(ana) == [4, 0] and ana.seen == 2", "west": "place(ana) == [0, 0] and ana.seen == 2"} {
		e := loaded(t, strings.Replace(ruleset, "grid: none", "grid: square", 1), `
encounter: e
ruleset: ./r.yaml
combatants: {ana: {side: red, place: [2, 0], tactic: `+tactic+`}}
map: {rows: "......"}
script: |
  ana: tactic
  expect `+want+"\n")
		if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true}); err != nil {
			t.Errorf("%s: %v", tactic, err)
		}
	}
}
