package exec_test

import (
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
)

// firstActs is a clock on which the first creature acts at every tick.
const firstActs = `time:
  key: [tick]
  start: schedule turn of first(everyone) at 0
  everyone_due: false
  entries:
    turn:
      do: |
        choose act from can_do(self)
        perform act
        schedule turn of self at now + 1
`

// TestActionsInLists holds that an action of any kind is found in a list of
// definitions of one kind: all of a kind, some that are written down, and those
// in a field.
func TestActionsInLists(t *testing.T) {
	const ruleset = `
rulec: 2
ruleset: r
kinds:
  creature:
    fields: {tricks: "list of blow = []", seen: 0}
  rest: {perform: "saw(self, mine(self))"}
  blow: {perform: "saw(self, mine(self))"}
rests: {nap: {}, doze: {}}
blows: {jab: {}, hook: {}, kick: {}}
procs:
  saw(who, what act): |
    who.seen = if(what.action in blows, 1, 0) + if(what.action in [hook, kick], 10, 0) + if(what.action in who.tricks, 100, 0)
    who.seen += if(what.action not in rests, 1000, 0) + if(what.action in [nap, jab], 10000, 0)
` + firstActs
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
	if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trace: true, Check: true}); err != nil {
		t.Error(err)
	}
}

// TestDiceOfFamilies holds that a family may hold dice, those of a param too, which
// a program throws and replaces.
func TestDiceOfFamilies(t *testing.T) {
	const ruleset = `
rulec: 2
ruleset: r
params:
  blow: 1d6 + 2
scales:
  size: [small, big]
kinds:
  creature:
    fields:
      hp: {type: pool, max: 30}
      force: {type: dice, per: size, default: blow}
  deed:
    params: {target: one of foes(self)}
    perform: |
      roll harm = self.force[small] + self.force[big]
      target.hp -= harm
      self.force[big] = 1d4
deeds: {hit: {}}
` + firstActs
	// 1d6 + 2 + 2d8: 3 + 2 + 4 + 5 is 14; then 1d6 + 2 + 1d4: 6 + 2 + 1 is 9.
	const encounter = `
ruleset: ./r.yaml
combatants:
  ana: {side: red, force: {big: 2d8}}
  bo: {side: blue}
script: |
  expect expected(bo.force[big]) == 5.5 and top(ana.force[big]) == 16
  ana: hit { dice harm 3 4 5 }
  expect bo.hp == 16
  ana: hit { dice harm 6 1 }
  expect bo.hp == 7
`
	e := loaded(t, ruleset, encounter)
	if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trace: true, Check: true}); err != nil {
		t.Error(err)
	}
}
