package exec_test

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/interp/script"
)

const purses = `
rulec: 1
ruleset: r
kinds:
  creature:
    fields:
      energy: {type: pool, max: 4, start: 1, instead: {stamina: 1}}
      stamina: {type: pool, max: 6}
conditions:
  drained: {forbids: [spending stamina]}
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn: {do: schedule turn of self at now + 1}
  over: now > 9
`

// TestNoStandInThatMayNotBeSpent: what nobody may spend stands in for nothing, if what is
// paid for is paid on the spot, too. Ann has 1 of the 2 that are due, and bob, who isn't
// drained, meets the other one with a point of stamina.
func TestNoStandInThatMayNotBeSpent(t *testing.T) {
	const fight = `
encounter: e
ruleset: ./r.yaml
combatants: {ann: {side: red, conditions: [drained]}, bob: {side: blue}}
script: |
  do { pay energy 2 from WHO }
  expect WHO.energy == 0 and WHO.stamina == 5
`
	stopsWith(t, purses, strings.ReplaceAll(fight, "WHO", "ann"), exec.CannotPay, `ann can't pay 2 of "energy": 1 left`)
	e := loaded(t, purses, strings.ReplaceAll(fight, "WHO", "bob"))
	if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true}); err != nil {
		t.Error(err)
	}
}
