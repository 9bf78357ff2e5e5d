package exec_test

import (
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
)

const ownRules = `
rulec: 2
ruleset: r
scales:
  hand: [left, right]
kinds:
  creature:
    fields:
      st: 10
      weapons: list of weapon = []
      shield: shield = none
      held: {type: weapon, per: hand, default: none}
  weapon:
    fields:
      bonus: 0
      damage: dice
      weight: number = self.carrier.st + self.bonus
      gems: list of gem = []
      charge: {type: pool, max: 5}
    plural: weapons
  shield: {things: true, fields: {block: number}}
  gem: {things: true, fields: {worth: 1}}
weapons:
  dagger: {damage: 1d4}
  club: {title: Heavy club, damage: 1d6, bonus: 1}
shields:
  buckler: {block: 1}
gems:
  ruby: {}
creatures:
  orc:
    st: 14
    weapons: [dagger, {is: club, bonus: 5, damage: 1d6 + 3, title: Spiked club}, club]
    shield: {is: buckler, block: 2}
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn: {do: schedule turn of self at now + 1}
  over: now > 9
`

// TestThingsOfOnesOwn: a thing that is written where a field names it is made from its
// definition, with the fields that it says itself, and called like any other that is carried.
// The orc's second club weighs 14 + 1 as its definition has it, the spiked one 14 + 5.
func TestThingsOfOnesOwn(t *testing.T) {
	const fight = `
encounter: e
ruleset: ./r.yaml
combatants:
  ann: {is: orc, side: red}
  bob:
    side: blue
    weapons:
      - is: dagger
        charge: 2
        gems: [ruby, {is: ruby, worth: 9}]
    shield: {is: buckler, title: Door}
    held: {left: {is: club, weight: 3}, right: dagger}
script: |`
	const lines = `
  wait 1
  expect count(ann.weapons) == 3 and ann.weapons[1].bonus == 5 and ann.weapons[1] == club
  expect ann.club.bonus == 5 and expected(ann.club.damage) == 6.5 and ann.club.weight == 19
  expect ann.club_2.bonus == 1 and expected(ann.club_2.damage) == 3.5 and ann.club_2.weight == 15
  expect ann.shield.block == 2 and ann.shield == buckler and ann.shield.carrier == ann
  expect bob.dagger.charge == 2 and bob.dagger.bonus == 0 and bob.shield.block == 1
  expect sum(bob.dagger.gems, .worth) == 10
  expect bob.held[left].weight == 3 and bob.held[left] == club and bob.held[right].weight == 10
`
	e := loaded(t, ownRules, fight+lines)
	if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true, Trace: true}); err != nil {
		t.Error(err)
	}
	for name, title := range map[string]string{"ann.club": "Spiked club", "ann.club_2": "Heavy club", "bob.buckler": "Door", "bob.dagger": "dagger"} {
		for _, thing := range e.Things {
			if thing.Name == name && thing.Title != title {
				t.Errorf("%s is called %s, want %s", name, thing.Title, title)
			}
		}
	}
}
