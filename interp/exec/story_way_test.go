package exec_test

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
)

const strolls = `
rulec: 2
ruleset: strolls
title: Strolls
version: 1.0.0
kinds:
  creature:
    fields:
      hp: {type: pool, max: 9}
    keeps:
      steps: 0
  stroll:
    params: {way: path up to 4}
    told: "{self} strolls"
    perform: |
      for p in way { further(self, p) }
  slap:
    answers: passing
    requires:
      adjacent(self, event.of): too far away
    told: "{self} slaps"
    perform: event.of.hp -= 2
strolls: {amble: {}}
slaps: {swat: {}}
events:
  passing: {asks: foes(event.of), together: answers}
procs:
  further(who, ground place): |
    move who to ground
    who.steps += 1
    announce passing of who
space: {grid: square}
time:
  key: [round]
  start: |
    schedule turn of first(everyone) at 1
  entries:
    turn:
      do: |
        choose act from can_do(self)
        perform act
  everyone_due: false
`

// TestStoryOfAWay holds that steps with nothing to tell in between are one line,
// and that what lands together is told within the action that it belongs to.
func TestStoryOfAWay(t *testing.T) {
	e := loaded(t, strolls, `
encounter: test
ruleset: ./r.yaml
combatants:
  ana: {side: red, place: [0, 0]}
  bo: {side: blue, place: [4, 0]}
  cy: {side: blue, place: [4, 1]}
map:
  rows: |
    ......
    ......
    ......
    ......
script: |
  ana: amble with [place(1, 0), place(2, 0), place(3, 0), place(2, 1)] {
    bo: swat
    cy: swat
  }
`)
	m, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trace: true})
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	if err := interp.Story(m, &got); err != nil {
		t.Fatal(err)
	}
	want := `
Round 1
  Ana strolls 3 spaces, to beside Bo
    Bo slaps
      Ana: hp 9 -> 7 of 9 (-2)
    Cy slaps, at the same time
      Ana: hp 7 -> 5 of 9 (-2)
    Ana goes 1 space, away from Bo, 2 spaces off
`
	if !strings.Contains(got.String(), want) {
		t.Errorf("got\n%s\nwant in it\n%s", got.String(), want)
	}
}

const twoSources = `
rulec: 2
ruleset: two_sources
title: Two sources
version: 1.0.0
kinds:
  creature: {fields: {hp: {type: pool, max: 9}}}
conditions:
  shaken: {}
  held: {stacks: by source, told: {begins: "{it.by} holds {self}", ends: "{it.by} holds {self} no more"}}
procs:
  from_two_sides(who): |
    for c in foes(who) {
      apply shaken to who by c
      apply held to who by c
    }
time:
  key: [round]
  start: schedule turn of first(everyone) at 1
  everyone_due: false
  entries:
    turn:
      do: |
        from_two_sides(self)
        for c in foes(self) {
          end shaken on self where each.by == c
          end held on self where each.by == c
        }
`

// TestStoryOfTwoSources holds that a condition is said to be over when nothing
// gives it any more, and each hold by itself when it ends.
func TestStoryOfTwoSources(t *testing.T) {
	e := loaded(t, twoSources, `
encounter: test
ruleset: ./r.yaml
seed: 1
combatants:
  ana: {side: red}
  bo: {side: blue}
  cy: {side: blue}
`)
	m, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trace: true})
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	if err := interp.Story(m, &got); err != nil {
		t.Fatal(err)
	}
	want := `
  Ana's turn:
    Ana is now shaken (by Bo)
    Bo holds Ana
    Ana is now shaken (by Cy)
    Cy holds Ana
    Bo holds Ana no more
    Ana is no longer shaken
    Cy holds Ana no more
`
	if !strings.Contains(got.String(), want) {
		t.Errorf("got\n%s\nwant in it\n%s", got.String(), want)
	}
}
