package script_test

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
)

// TestDoThatAsks: a program of the script that asks somebody runs once, and what stands
// after it in the script answers.
func TestDoThatAsks(t *testing.T) {
	const rules = `
rulec: 2
ruleset: calls
kinds:
  creature:
    fields:
      mind: {type: pool, max: 10}
      seen: 0
  nod:
    answers: called
    perform: self.seen += 1
nods: {reply: {}}
events:
  called: {asks: everyone}
procs:
  call(who): announce called of who
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

// TestDoAtTheStart: what a script does first, and the time that it lets pass first, begin behind the
// first round, where one comes up first; where somebody's turn does, before it.
func TestDoAtTheStart(t *testing.T) {
	const rules = `
rulec: 2
ruleset: refills
kinds:
  creature:
    fields:
      energy: {type: pool, max: 10}
time:
  key: [tick]
  unit: tick
  start: START
  entries:
    round: {do: 'for c in everyone { c.energy = 3 }; schedule round at now + 6'}
    turn: {do: 'self.energy = 2; schedule turn of self at now + 100'}
  over: now > 20
`
	for _, x := range []struct{ start, lines string }{
		{"schedule round at 1; for c in everyone { schedule turn of c at 4 }", "  do { ana.energy = 5 }\n  expect ana.energy == 5 and now == 1\n  wait 6\n  expect ana.energy == 3 and now == 7\n"},
		{"schedule round at 1; for c in everyone { schedule turn of c at 4 }", "  wait 6\n  expect ana.energy == 3 and now == 7\n"},
		{"for c in everyone { schedule turn of c at 4 }", "  do { ana.energy = 5 }\n  expect ana.energy == 5 and now == 0\n  wait 6\n  expect ana.energy == 2 and now == 6\n"},
	} {
		e := loaded(t, strings.Replace(rules, "START", x.start, 1), "encounter: e\nruleset: ./r.yaml\ncombatants: {ana: {side: red}}\nscript: |\n"+x.lines)
		if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{}); err != nil {
			t.Error(err)
		}
	}
}
