package interp_test

import (
	"testing"

	"github.com/rulec/rulec/interp"
)

// TestActionsInLists holds that an action of any kind is found in a list of
// definitions of one kind: all of a kind, some that are written down, and those
// in a field.
func TestActionsInLists(t *testing.T) {
	const ruleset = `
rulec: 1
ruleset: r
kinds:
  creature:
    fields: {tricks: {type: list of blow, default: []}, seen: {type: number, default: 0}}
  rest: {perform: "saw(self, mine(self))"}
  blow: {perform: "saw(self, mine(self))"}
rests: {nap: {}, doze: {}}
blows: {jab: {}, hook: {}, kick: {}}
procs:
  saw:
    params: {who: creature, what: act}
    do: |
      who.seen = if(what.action in blows, 1, 0) + if(what.action in [hook, kick], 10, 0) + if(what.action in who.tricks, 100, 0)
      who.seen += if(what.action not in rests, 1000, 0) + if(what.action in [nap, jab], 10000, 0)
time:
  key: [tick]
  start: schedule turn of first(everyone) at 0
  personal: false
  entries:
    turn:
      do: |
        choose act from can_do(self)
        perform act
        schedule turn of self at now + 1
`
	const encounter = `
ruleset: ./r.yaml
combatants:
  ana: {side: red, tricks: [kick, jab]}
script: |
  ana: nap
  expect ana.seen == 10000
  ana: doze
  expect ana.seen == 0
  ana: jab
  expect ana.seen == 11101
  ana: hook
  expect ana.seen == 1011
  ana: kick
  expect ana.seen == 1111
`
	e := loaded(t, ruleset, encounter)
	if _, _, err := interp.Play(interp.Compile(e.Program), e, interp.Options{Trace: true, Check: true}); err != nil {
		t.Error(err)
	}
}
