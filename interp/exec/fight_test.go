package exec_test

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
)

const alarmRules = `
rulec: 2
ruleset: r
kinds:
  creature:
    fields: {startled: 0, nerve: 0}
  fight:
    title: the whole tavern
    fields:
      noise: {type: pool, up: true, max: 5}
      hush: 1
  shout:
    params: {how_loud: 1 to 9}
    perform: fight.noise += how_loud - fight.hush
shouts: {shout: {}}
quantities:
  steady(who): who.nerve - fight.noise
rules:
  startled: {on: fight.noise rises, do: self.startled += 1}
  everybody_hears: {for: fight, on: self.noise rises, if: self.noise == 5, do: "for c in everyone { c.nerve = 0 }"}
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn:
      do: |
        choose act from can_do(self)
        if act != none { perform act }
        schedule turn of self at now + 1
`

// TestFight: the fight as a whole is one thing, which every text can read and change. Of
// 5 - 1 noise, 7 - 4 = 3 is what ann's nerve leaves; a second
// shout of 9 takes the noise to its most, 5, and everybody's nerve is gone.
func TestFight(t *testing.T) {
	e := loaded(t, alarmRules, `
encounter: e
ruleset: ./r.yaml
fight: {hush: 1}
combatants:
  ann: {side: red, nerve: 7}
  bob: {side: blue}
script: |
  expect fight.noise == 0 and steady(ann) == 7
  ann: shout with how_loud = 5
  bob: pass
  expect fight.noise == 4 and ann.startled == 1 and bob.startled == 1 and steady(ann) == 3
  ann: shout with how_loud = 9
  bob: pass
  expect fight.noise == 5 and ann.nerve == 0 and steady(ann) == -5
  do { fight.hush = 3 }
  expect fight.hush == 3
`)
	m, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trace: true, Check: true})
	if err != nil {
		t.Fatal(err)
	}
	var story strings.Builder
	if err := interp.Story(m, &story); err != nil {
		t.Fatal(err)
	}
	if line := "the whole tavern: noise 0 -> 4 of 5 (+4)\n"; strings.Count(story.String(), line) != 1 {
		t.Errorf("not once in the story: %q\n%s", line, story.String())
	}
	s, err := m.State(false)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range s.Things {
		t.Errorf("%s goes on in another fight", x.Key)
	}
}

// TestFightStatesItself: without a word of the encounter there is a fight as the ruleset has it.
func TestFightStatesItself(t *testing.T) {
	e := loaded(t, alarmRules, `
encounter: e
ruleset: ./r.yaml
combatants: {ann: {side: red}, bob: {side: blue}}
script: expect fight.hush == 1 and fight.noise == 0 and count(fights) == 1
`)
	if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true}); err != nil {
		t.Fatal(err)
	}
}
