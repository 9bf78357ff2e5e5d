package exec_test

import (
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
)

// givingRules has a quantity of every type that there is one of.
const givingRules = `
rulec: 2
ruleset: r
params:
  ties: first_come (or by_lot)
scales:
  size: [small, medium, large]
kinds:
  creature:
    fields:
      hp: {type: pool, max: 20}
      mood: 3
      spells: list of spell = []
      weapons: list of weapon = []
  weapon: {fields: {edge: {type: pool, max: 5}, harm: dice}}
  spell: {fields: {power: number}}
  deed: {perform: self.hp -= 1}
weapons: {axe: {harm: 1d8}, knife: {harm: 1d4}}
spells: {spark: {power: 2}, blaze: {power: 6}}
deeds: {shout: {}, sing: {}}
space: {grid: square, unit: 1}
conditions:
  held: {fields: {firm: number}, stacks: by source}
  calm: {}
events: {noise: {}}
quantities:
  gives_dice(who): if(who.mood > 3, 2d6 + 1, 1d4)
  gives_text(who): if(who.mood > 3, 'glad', 'grim')
  gives_place(who): place(who)
  gives_direction(who): direction(who, first(foes(who)))
  gives_side(who): who.side
  gives_act(who): mine(who)
  gives_condition(who): if(who.mood > 3, held, calm)
  gives_event(who): if(who.mood > 3, noise, none)
  gives_entry(who): entries.turn
  gives_thing(who): if(who.mood > 3, who, first(who.weapons))
  gives_action(who): if(who.mood > 3, shout, sing)
  gives_creature(who): least(foes(who), .hp)
  gives_weapon(who): find(who.weapons, .edge > 3)
  gives_spell(who): most(who.spells, .power)
  gives_size(who): small + (who.mood - 3)
  gives_instance(who): who.held
  gives_choice: ties
  gives_none(who): none
  gives_numbers(who): "[who.hp, who.mood]"
  gives_creatures(who): sort(foes(who), .hp)
  gives_spells(who): filter(who.spells, .power > 3)
  gives_places(who): neighbours(place(who))
  gives_sizes: "[large, small]"
  gives_lots(who): map(gives_creatures(who), .harm_of)
  harm_of(who): if(who.mood > 3, 1d6, 1d10)
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

// TestQuantitiesOfAllTypes asks for each before and after what it reads has changed. Cy has
// fewer hit points than dee, until it gets 9 against its 5.
func TestQuantitiesOfAllTypes(t *testing.T) {
	e := loaded(t, givingRules, `
encounter: e
ruleset: ./r.yaml
combatants:
  ana: {side: red, place: [1, 1], spells: [spark, blaze], weapons: [knife, axe]}
  cy: {side: blue, place: [2, 1], hp: 3, mood: 5}
  dee: {side: blue, place: [3, 1], hp: 5}
script: |
  expect expected(gives_dice(ana)) == 2.5 and expected(gives_dice(cy)) == 8
  expect gives_text(ana) == 'grim' and gives_text(cy) == 'glad'
  expect gives_place(cy) == place(2, 1) and distance(gives_place(ana), gives_place(dee)) == 2
  expect gives_direction(ana) == direction(ana, dee) and gives_side(cy) == side(dee)
  expect gives_act(ana) == none
  expect gives_condition(ana) == calm and has(ana, gives_condition(ana)) == false
  expect gives_event(ana) == none and gives_event(cy) == noise and gives_entry(ana) == turn
  expect gives_thing(ana) == first(ana.weapons) and gives_thing(ana) == knife and gives_thing(cy) == cy
  expect gives_action(ana) == sing and gives_action(cy) in deeds
  expect gives_creature(ana) == cy and gives_creature(ana).hp == 3
  expect gives_weapon(ana) == knife and gives_weapon(ana).edge == 5
  expect gives_spell(ana) == blaze and gives_spell(ana).power == 6
  expect gives_size(ana) == small and gives_size(cy) == large
  expect gives_instance(ana) == none and gives_choice() == first_come
  expect gives_none(ana) == none
  expect sum(gives_numbers(ana)) == 23 and count(gives_numbers(cy), each > 3) == 1
  expect first(gives_creatures(ana)) == cy and gives_creatures(ana)[1] == dee
  expect count(gives_spells(ana)) == 1 and blaze in gives_spells(ana) and count(gives_places(ana)) == 8
  expect first(gives_sizes()) == large and last(gives_sizes()) < medium
  expect expected(gives_lots(ana)[0]) == 3.5 and expected(last(gives_lots(ana))) == 5.5
  do { cy.hp = 9; ana.mood = 4; first(ana.weapons).edge = 2; apply held to ana by cy with firm = 7 }
  expect expected(gives_dice(ana)) == 8 and gives_text(ana) == 'glad'
  expect gives_condition(ana) == held and has(ana, gives_condition(ana))
  expect gives_event(ana) == noise and gives_thing(ana) == ana and gives_action(ana) == shout
  expect gives_creature(ana) == dee and gives_weapon(ana) == axe and gives_size(ana) == medium
  expect gives_instance(ana).firm == 7 and gives_instance(ana).by == cy
  expect sum(gives_numbers(ana)) == 24 and first(gives_creatures(ana)) == dee
  do { move cy to place(1, 3); end held on ana; for c in gives_creatures(ana) { c.hp += 1 }; apply gives_condition(ana) to cy by ana }
  expect gives_place(cy) == place(1, 3) and gives_instance(ana) == none and cy.hp == 10 and dee.hp == 6 and held(cy, ana)
  over
`)
	if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trace: true, Explain: true, Check: true}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true}); err != nil {
		t.Fatal(err)
	}
}
