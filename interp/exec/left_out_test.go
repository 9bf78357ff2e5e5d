package exec_test

import (
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
)

// TestLeftOut: what a call leaves out is what the head says: in a call of a quantity, of a proc, and of a quantity that is read as a field.
//
// worth() = 2 + 0; worth(3, ana) = 3 + 10; ana.rank = 5 hit points + 4, rank(ana, 1) = 5 + 1; 7 + 1 + 2 * 2 = 12 are added.
func TestLeftOut(t *testing.T) {
	const more = `
params: {usual: 4}
quantities:
  worth(n = 2, by creature = none): n + if(given(by), 10, 0)
  rank(who, extra number = usual): who.hp + extra
procs:
  add(who, much = 7, twice = false): who.seen += if(twice, 2, 1) * much
`
	e := loaded(t, small("schedule turn of self at now + 1", more), `
encounter: e
ruleset: ./r.yaml
combatants: {ana: {side: red, hp: 5}}
script: |
  expect worth() == 2 and worth == 2 and worth(3, ana) == 13 and ana.rank == 9 and rank(ana, 1) == 6
  do { add(ana); add(ana, 1); add(ana, 2, true) }
  expect ana.seen == 12
`)
	if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{}); err != nil {
		t.Error(err)
	}
}
