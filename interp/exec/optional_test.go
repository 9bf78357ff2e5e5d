package exec_test

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/interp/exec"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
)

const optionalRules = `
rulec: 2
ruleset: r
scales:
  size: [small, large]
kinds:
  creature:
    fields:
      st: 10
      dodge: number = none
      bite: dice = none
      bulk: size = none
      cry: text = none
      evade: number = if(given(self.dodge), self.dodge, self.st + 3)
      weapons: list of weapon = []
      seen: 0
  weapon:
    fields:
      reach: number = none
  spell: {fields: {power: number = none}, perform: "self.seen = if(given(it.power), it.power, 50)"}
weapons:
  pike: {reach: 2}
  club: {}
spells:
  dart: {power: 7}
  glow: {}
creatures:
  cat: {dodge: 14, bite: 1d4, bulk: small, cry: meow}
  dog: {}
quantities:
  reach_of(w weapon): if(given(w.reach), w.reach, 1)
conditions:
  burning: {fields: {heat: number = none}}
rules:
  rose: {on: self.dodge rises, do: self.seen += 100}
  fell: {on: self.dodge falls, do: self.seen += 1000}
  changed: {on: self.dodge changes, do: self.seen += 1}
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn: {do: "choose act from can_do(self)\nif act != none { perform act }\nschedule turn of self at now + 1"}
  over: now > 9
`

const optionalFight = `
encounter: e
ruleset: ./r.yaml
combatants:
  ann: {is: cat, side: red, weapons: [pike, club]}
  bob: {is: dog, side: blue, conditions: [burning]}
  cid: {is: cat, side: blue, dodge: none, bite: none, conditions: [{is: burning, with: {heat: 0}}]}
script: |
`

// TestOptionalFields: what may be left out is none until it is stated, however it is asked
// for; 0 is stated.
func TestOptionalFields(t *testing.T) {
	const lines = `
  expect given(ann.dodge) and ann.dodge == 14 and ann.evade == 14
  expect not given(bob.dodge) and bob.evade == 13
  expect not given(cid.dodge) and cid.evade == 13 and cid.bulk == small
  expect given(ann.bite) and expected(ann.bite) == 2.5 and not given(bob.bite) and not given(cid.bite)
  expect given(ann.bulk) and not given(bob.bulk) and bob.bulk == none
  expect given(ann.cry) and not given(bob.cry)
  expect reach_of(first(ann.weapons)) == 2 and reach_of(last(ann.weapons)) == 1
  expect count(everyone, given(.dodge) and .dodge > 3) == 1
  expect not given(bob.burning.heat) and given(cid.burning.heat) and cid.burning.heat == 0
  ann: dart
  expect ann.seen == 7
  bob: glow
  expect bob.seen == 50
  do { cid.dodge = 3 }
  expect cid.dodge == 3 and cid.seen == 1
  do { cid.dodge += 2 }
  expect cid.dodge == 5 and cid.seen == 102
  do { apply burning to ann with heat = 4; bob.burning.heat = 2 }
  expect ann.burning.heat == 4 and bob.burning.heat == 2
`
	e := loaded(t, optionalRules, optionalFight+lines)
	if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true, Trace: true}); err != nil {
		t.Error(err)
	}
}

// TestNotStated: to read what has been left out, or to add to it, stops the run at its place.
func TestNotStated(t *testing.T) {
	for line, want := range map[string]string{
		"expect bob.dodge < 3":             `"dodge" of bob has no value`,
		"expect 0 * bob.dodge == 0":        `"dodge" of bob has no value`,
		"expect sum(everyone, .dodge) > 3": `"dodge" of bob has no value`,
		"expect expected(bob.bite) > 1":    `"bite" of bob has no value`,
		"expect club.reach == 1":           `"reach" of club has no value`,
		"expect bob.burning.heat == 0":     `"heat" of burning has no value`,
		"do { bob.dodge += 1 }":            `"dodge" of bob has no value, so nothing can be added to it`,
		"do { bob.burning.heat += 1 }":     `"heat" of bob has no value, so nothing can be added to it`,
		"do { roll x by bob = bob.bite }":  `"bite" of bob has no value`,
		"do { let x = bob.dodge }":         `"dodge" of bob has no value`,
	} {
		d := stopsWith(t, optionalRules, optionalFight+"  "+line, exec.NotStated, want)
		if d.Span.IsZero() || !strings.Contains(d.Span.Source.Name, "e.yaml") {
			t.Errorf("%s: no place in the script: %s", line, d.Snippet(false))
		}
	}
}
