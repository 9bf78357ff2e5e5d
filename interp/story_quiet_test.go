package interp_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/lang"
)

const quietRules = `
rulec: 1
ruleset: quiet
title: Quiet
version: 1.0.0
time:
  key: [beat]
  start: schedule beat at 1
  entries: {beat: {do: announce floor until all pass}}
  personal: false
  over: "false"
events:
  floor: {asks: combatants}
  fumbled: {told: "{event.of} drops it"}
conditions:
  noted: {told: false}
  warned: {told: {begins: "{self} looks up", ends: ""}}
  tired: {title: out of breath}
kinds:
  creature: {fields: {breath: {type: pool, max: 3}, marks: {type: pool, max: 3, told: false}}}
  deed: {answers: floor, requires: {self.breath > 0: no breath}}
creatures: {body: {}}
deeds:
  reach:
    cost: {breath: 1, marks: 1}
    perform: |
      apply noted to self
      apply warned to self
      apply tired to self
      announce fumbled of self
      stop
    ended: end noted, warned, tired on self
  wait_a_bit:
    perform: stop
  sigh:
    perform: "for c in everyone { c.marks -= 1; c.breath -= 1 }"
`

// quietStory returns the story of a script for ana and bo.
func quietStory(t *testing.T, script string) string {
	t.Helper()
	files := fstest.MapFS{
		"quiet.yaml": {Data: []byte(quietRules)},
		"e.yaml": {Data: []byte(`
encounter: quiet
ruleset: ./quiet.yaml
combatants: {ana: {is: body, side: red}, bo: {is: body, side: red}, cy: {is: body, side: red, breath: 2}}
script: |
` + script)},
	}
	e, list := lang.LoadEncounter("e.yaml", lang.Options{Files: files})
	if e == nil {
		t.Fatal(list)
	}
	m, _, err := interp.Play(interp.Compile(e.Program), e, interp.Options{Trace: true})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := m.Story(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestStoryTellsAlikeTogether: the same change of the same pool of several, one
// after the other, is one line, also when bookkeeping stands between.
func TestStoryTellsAlikeTogether(t *testing.T) {
	want := `quiet
red: ana, bo, cy

beat 1
  ana answers: sigh
    ana, bo: breath 3 -> 2
    cy: breath 2 -> 1

the script ends here
`
	if got := quietStory(t, "  ana: sigh\n  over\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestStoryLeavesOutBookkeeping: conditions with told: false and sentences without
// text are left out; an action that has said why it stops isn't said to be stopped.
func TestStoryLeavesOutBookkeeping(t *testing.T) {
	want := `quiet
red: ana, bo, cy

beat 1
  ana answers: reach
    ana pays 1 breath (2 left)
    ana looks up
    ana is now out of breath
    ana drops it
    ana is no longer out of breath
  ana answers: wait a bit
    ana: wait a bit is stopped

the script ends here
`
	if got := quietStory(t, "  ana: reach\n  ana: wait_a_bit\n  over\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
