package exec_test

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
)

// TestNamedByAnyField: what a definition contributes counts for whoever names it in any field, once, whichever
// of the fields stands first: a set, a list, a single one.
func TestNamedByAnyField(t *testing.T) {
	const rules = `
rulec: 2
ruleset: r
kinds:
  charm: {}
  creature:
    fields:
      WORN
charms:
  coin: {modifies: [{to: luck, add: 1}]}
  boot: {modifies: [{to: luck, add: 10}]}
quantities:
  luck(who): sum(add)
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 1 }
  entries: {turn: {do: schedule turn of self at now + 1}}
  over: now > 9
`
	const set, list, one = "worn: set of charm = []", "pocket: list of charm = []", "ring: charm = none"
	for _, fields := range [][3]string{{set, list, one}, {list, set, one}, {one, list, set}} {
		e := loaded(t, strings.Replace(rules, "WORN", strings.Join(fields[:], "\n      "), 1), `
encounter: e
ruleset: ./r.yaml
combatants: {ann: {side: red, pocket: [coin]}, bob: {side: blue, ring: coin}, cy: {side: blue}}
script: |
  expect luck(ann) == 1 and luck(bob) == 1 and luck(cy) == 0
  do { ann.worn += boot; bob.worn += coin; cy.worn += boot }
  expect luck(ann) == 11 and luck(bob) == 1 and luck(cy) == 10
`)
		if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true}); err != nil {
			t.Errorf("%s: %v", fields, err)
		}
	}
}
