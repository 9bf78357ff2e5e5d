package script_test

import (
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
)

// TestDoThatAsks: a program of the script that asks somebody runs once, and what stands
// after it in the script answers.
func TestDoThatAsks(t *testing.T) {
	const rules = `
rulec: 1
ruleset: calls
kinds:
  creature:
    fields:
      mind: {type: pool, max: 10}
      seen: {type: number, default: 0}
  nod:
    answers: called
    perform: self.seen += 1
nods: {reply: {}}
events:
  called: {asks: everyone}
procs:
  call: {params: {who: creature}, do: announce called of who}
time:
  key: [tick]
  unit: tick
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn: {do: schedule turn of self at now + 1}
  limit: 30
`
	e := loaded(t, rules, `encounter: e
ruleset: ./r.yaml
combatants: {ana: {side: red}, bo: {side: blue}}
script: |
  others pass
  wait 1
  do { ana.mind = 5
       call(ana) }
  bo: reply
  expect ana.mind == 5 and bo.seen == 1 and ana.seen == 0
  wait 1
  do { ana.mind -= 1
       call(bo) }
  ana: reply
  bo: reply
  expect ana.mind == 4 and bo.seen == 2 and ana.seen == 1
  over
`)
	if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{}); err != nil {
		t.Error(err)
	}
}
