package exec_test

import (
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
)

// TestMapThatAListFinds: a loop goes through the keys of its map and nothing else, also where
// the formula that names the map makes lists itself. Of one, whose map is empty, there is no
// round; of two there are those for 1 and 4, which come to 5.
func TestMapThatAListFinds(t *testing.T) {
	e := loaded(t, `
rulec: 2
ruleset: r
kinds:
  creature: {fields: {log: 0}}
  deed: {fields: {steps: {type: map of number to number, default: {}}}}
  look: {fields: {at: number}, perform: "for n, worth in [one, two][it.at].steps { self.log += n * worth }"}
deeds: {one: {}, two: {steps: {1: 1, 4: 1}}}
looks: {empty: {at: 0}, full: {at: 1}}
time:
  key: [tick]
  everyone_due: false
  start: schedule turn of first(everyone) at 1
  entries:
    turn:
      do: |
        choose act from can_do(self)
        if act != none { perform act }
        schedule turn of self at now + 1
`, `
encounter: e
ruleset: ./r.yaml
combatants: {ann: {side: red}}
script: |
  ann: empty
  expect ann.log == 0
  ann: full
  expect ann.log == 5
`)
	if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trace: true, Check: true}); err != nil {
		t.Fatal(err)
	}
}
