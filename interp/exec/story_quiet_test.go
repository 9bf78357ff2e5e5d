package exec_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang"
)

const quietRules = `
rulec: 2
ruleset: quiet
title: Quiet
version: 1.0.0
time:
  key: [beat]
  start: schedule beat at 1
  entries: {beat: {do: announce floor until all pass}}
  everyone_due: false
  over: "false"
events:
  floor: {asks: combatants}
  fumbled: {told: "{event.of} drops it"}
conditions:
  noted: {told: false}
  warned: {told: {begins: "{self} looks up", ends: ""}}
  tired: {title: out of breath}
kinds:
  creature: {fields: {breath: {type: pool, max: 3}}, keeps: {marks: {type: pool, max: 3}}}
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
func quietStory(t *testing.T, lines string) string {
	t.Helper()
	files := fstest.MapFS{
		"quiet.yaml": {Data: []byte(quietRules)},
		"e.yaml": {Data: []byte(`
encounter: quiet
ruleset: ./quiet.yaml
combatants: {ana: {is: body, side: red}, bo: {is: body, side: red}, cy: {is: body, side: red, breath: 2}}
script: |
  others pass
` + lines)},
	}
	e, list := lang.LoadEncounter("e.yaml", lang.Options{Files: files})
	if e == nil {
		t.Fatal(list)
	}
	m, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trace: true})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := interp.Story(m, &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestStoryTellsAlikeTogether: the same change of the same pool of several, one
// after the other, is one line, also when bookkeeping stands between.
func TestStoryTellsAlikeTogether(t *testing.T) {
	want := `Quiet

Red
  Ana  breath 3/3
  Bo   breath 3/3
  Cy   breath 2/3

Beat 1
  Ana: sigh
    Ana, Bo: breath 3 -> 2 of 3 (-1)
    Cy: breath 2 -> 1 of 3 (-1)

The script ends in beat 1 (1 action)

Red
  Ana  breath 2/3
  Bo   breath 2/3
  Cy   breath 1/3
`
	if got := quietStory(t, "  ana: sigh\n  over\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestStoryLeavesOutBookkeeping: conditions with told: false and sentences without
// text are left out; an action that has said why it stops isn't said to be stopped.
func TestStoryLeavesOutBookkeeping(t *testing.T) {
	want := `Quiet

Red
  Ana  breath 3/3
  Bo   breath 3/3
  Cy   breath 2/3

Beat 1
  Ana: reach (1 breath, 2 of 3 left)
    Ana looks up
    Ana is now out of breath
    Ana drops it
    Ana is no longer out of breath
  Ana: wait a bit
    Ana's wait a bit is stopped

The script ends in beat 1 (2 actions)

Red
  Ana  breath 2/3
  Bo   breath 3/3
  Cy   breath 2/3
`
	if got := quietStory(t, "  ana: reach\n  ana: wait_a_bit\n  over\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestStoryChoosesWords: a sentence chooses words by formulas, and what comes out
// empty isn't told: of events, of conditions that are refreshed, of entries and of
// actions.
func TestStoryChoosesWords(t *testing.T) {
	const ruleset = `
rulec: 2
ruleset: words
kinds:
  creature: {fields: {hp: {type: pool, max: 9}}}
  blow:
    params: {hard: bool}
    perform: |
      announce struck of self with amount = if(hard, 5, 1)
      self.hp -= if(hard, 5, 1)
      apply dazed to self with depth = self.hp
blows:
  slap: {told: "{self} {if(hard, 'slams', 'slaps')} the table"}
  nudge: {told: "{if(hard, 'a heavy nudge', '')}"}
conditions:
  dazed:
    fields: {depth: number}
    told: {begins: "{self} is dazed", stays: "{if(it.depth < 4, 'very dazed', '')}"}
events:
  struck: {fields: {amount: number}, told: "{if(event.amount > 3, 'ouch', '')}"}
time:
  key: [beat]
  start: schedule turn of first(everyone) at 1 with count = 1
  everyone_due: false
  entries:
    turn:
      fields: {count: number}
      told: "{if(it.count == 2, 'the second turn', '')}"
      do: |
        choose act from can_do(self)
        perform act
        schedule turn of self at now + 1 with count = it.count + 1
`
	const encounter = `
encounter: words
ruleset: ./r.yaml
combatants: {ana: {side: red}}
script: |
  ana: slap with hard = false
  ana: slap with hard = true
  ana: nudge with hard = false
`
	// hp: 9, 8, then 3, then 2. Depths 8, 3, 2: the first begins, the others refresh.
	want := `Words

Red
  Ana  hp 9/9

Beat 1
  Ana slaps the table
    Ana: hp 9 -> 8 of 9 (-1)
    Ana is dazed

Beat 2
  Ana hp 8/9, dazed

  The second turn:
    Ana slams the table
      ouch
      Ana: hp 8 -> 3 of 9 (-5)
      very dazed

Beat 3
  Ana hp 3/9, dazed

  Ana: hp 3 -> 2 of 9 (-1)
  Very dazed

The script ends in beat 3 (3 actions)

Red
  Ana  hp 2/9, dazed
`
	e := loaded(t, ruleset, encounter)
	m, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trace: true, Check: true})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := interp.Story(m, &b); err != nil {
		t.Fatal(err)
	}
	if b.String() != want {
		t.Errorf("the story is\n%s\nwant\n%s", b.String(), want)
	}
}
