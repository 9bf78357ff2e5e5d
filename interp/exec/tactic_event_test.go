package exec_test

import (
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang"
)

const echoRules = `
rulec: 2
ruleset: echo
title: Echo
version: 1.0.0
time:
  key: [beat]
  start: schedule beat at 1
  entries: {beat: {do: announce floor}}
  everyone_due: false
  over: "false"
events:
  floor: {asks: combatants}
  called: {fields: {loud: bool}, asks: combatants}
kinds:
  creature: {fields: {heard: {type: pool, max: 9, start: 0}}}
  deed: {answers: floor}
  reply: {answers: called, params: {to: creature}, perform: self.heard += 1}
creatures: {body: {}}
deeds:
  call: {perform: announce called of self with loud = true}
replies:
  turn_round: {}
tactics:
  caller: {floor: [{do: call}]}
  listener:
    called: [{do: turn_round, if: event.loud and event.of != self, with: {to: event.of}}]
`

// TestTacticsReadTheEvent: what a tactic's lines say of event is the event that is
// asked, not the one that the announcing action itself answers.
func TestTacticsReadTheEvent(t *testing.T) {
	files := fstest.MapFS{
		"echo.yaml": {Data: []byte(echoRules)},
		"e.yaml": {Data: []byte(`
encounter: echo
ruleset: ./echo.yaml
seed: 1
combatants:
  ana: {is: body, side: red, tactic: caller}
  bo: {is: body, side: blue, tactic: listener}
`)},
	}
	e, list := lang.LoadEncounter("e.yaml", lang.Options{Files: files})
	if e == nil {
		t.Fatal(list)
	}
	m, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trace: true})
	if err != nil {
		t.Fatal(err)
	}
	replies := 0
	for _, x := range m.Trace().Events {
		if x.Kind == trace.Act && x.Action.Def.Name == "turn_round" {
			replies++
		}
	}
	if replies != 1 {
		t.Errorf("bo replied %d times, want once", replies)
	}
}
