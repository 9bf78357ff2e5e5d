package words_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/internal/book/words"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/stdlib"
)

const rules = `rulec: 2
ruleset: small
params: {bonus: 2}
scales:
  size: |
    size   room
    small  1
    large  4
kinds:
  creature:
    fields:
      strength: 1
      wits: 1
      quick: false
      parries: true
      size: size = small
      hp: {type: pool, title: HP, max: self.strength * 2}
      weapons: list of weapon = []
      pet: creature = none
      skill: {type: number, per: size, default: 0}
  weapon: {fields: {harm: 1, two_handed: false}}
  move: {perform: "self.hp -= 0"}
moves: {rest: {}}
conditions: {prone: {}, seen: {stacks: by source}}
space: {grid: square}
time: {key: t, start: stop, entries: {turn: {do: stop}}}
tables:
  toll: |
    n     |  fee
    1..5  |  1
    6..   |  2
quantities:
  in_shape(who): who.strength > 2
  burden(who, weapon): weapon.harm - who.strength
  halved(n number): floor(n / 2)
  no_luck(who): who.wits < 1
  careful(die dice, who, with_haste bool): if(with_haste, die + 1, die)
`

// TestFormula says formulas of all sorts. What each means was worked out from the formula.
func TestFormula(t *testing.T) {
	for formula, want := range map[string]string{
		"(who): who.strength + 2":                         "strength + 2",
		"(who): max(0, who.strength - who.wits)":          "strength - wits, at least 0",
		"(who): max(1, min(5, who.wits)) + 1":             "((wits, at most 5), at least 1) + 1",
		"(who): max(who.wits, who.strength)":              "the higher of wits and strength",
		"(who): if(prone(who), 1, in_shape(who), 2, 3)":   "1 if the creature is prone, 2 if the creature is in shape, otherwise 3",
		"(who): floor(who.strength / 2)":                  "half of strength, rounded down",
		"(who): ceil((who.strength + 1) / 3) - who.wits":  "(a third of (strength + 1), rounded up) - wits",
		"(who): who.hp":                                   "HP",
		"(who): -who.hp":                                  "minus HP",
		"(who): best(1, 2d20)":                            "the higher of 2d20",
		"(who): best(3, 4d6)":                             "the highest 3 of 4d6",
		"(who): worst(3, 1d20) + bonus":                   "(the lowest of 3d20) + 2",
		"(who): 2 * (who.strength + 1)":                   "2 × (strength + 1)",
		"(who): who.wits - (who.strength + 1)":            "wits - (strength + 1)",
		"(who): who.wits + -3":                            "wits - 3",
		"(who): bonus - 2 + who.wits + who.hp":            "wits + HP",
		"(who): halved(who.wits)":                         "half of wits, rounded down",
		"(who): toll(who.wits)":                           "the fee in the table toll for wits",
		"(who): who.size.room":                            "size's room",
		"(attacker, target): attacker.wits - target.wits": "the attacker's wits - the target's wits",
		"(a, b): burden(b, first(a.weapons))":             "the b's burden for the first of the a's weapons",
		"(who): count(foes(who), prone(each))":            "the number of the creature's foes for which that one is prone",
		"(who): any(who.weapons, .two_handed)":            "for at least one of weapons, that one is two handed",
		"(who): not (prone(who) or who.wits > 3)":         "the creature is not prone and wits is at most 3",
		"(who): who.quick or not who.parries":             "the creature is quick or the creature does not parry",
		"(who): (who.quick or prone(who)) and bonus == 2": "the creature is quick or the creature is prone",
		"(a, b): seen(a, b)":                              "the a is seen by the b",
		"(who): who.size == large":                        "size is large",
		"(a, b): distance(a, b) <= 1":                     "the distance from the a to the b is at most 1",
		"(who): sum(add) + if(any(hard), 1, 0)":           "all modifiers + (1 if hard applies)",
		"(who): let half = who.wits / 2; half * half":     "half × half, where half is half of wits",
		"(who): max(who.wits, who.hp, 3)":                 "the highest of wits, HP and 3",
		"(who): who.wits - if(prone(who), 0, 2)":          "wits - (2 if the creature is not prone)",
		"(who): who.wits ** who.hp":                       "wits to the power of HP",
		"(who): prone(who) or who.quick and who.wits < 3": "the creature is prone or (the creature is quick and wits is less than 3)",
		"(who): seen(who) and ever(who, prone)":           "the creature is seen and the creature is, or in the course of this was, prone",
		"(who): given(who.pet) and not no_luck(who)":      "the creature has pet and the creature has luck",
		"(who): no_luck(who) and given(mine(who))":        "the creature has no luck and the creature is busy",
		"(who): given(first(who.weapons))":                "there is at least one of weapons",
		"(who): nearest(who, foes(who))":                  "the one of the creature's foes nearest to the creature",
		"(a, b): sign(a.wits - b.wits)":                   "1, 0 or -1 by the sign of (the a's wits - the b's wits)",
		"(who): t > 1":                                    "the t is more than 1",
		"(a, b): a.place == b.place":                      "the a's place is the b's place",
		"(a, b): a.skill[b.size] > 1":                     "the a's skill for the b's size is more than 1",
		"(who): careful(1d6, who, who.quick)":             "1d6 careful with haste if the creature is quick",
		"(a, b): column(a) - column(b)":                   "", // not guessed
	} {
		text := rules + "  wanted" + formula + "\n"
		list := "conditions: {prone: {}"
		if formula == "(who): sum(add) + if(any(hard), 1, 0)" {
			text = strings.Replace(text, list, "conditions: {prone: {modifies: {to: wanted, add: 1, hard: true}}", 1)
		}
		p, wrong := lang.Load("small.yaml", lang.Options{Files: fstest.MapFS{"small.yaml": {Data: []byte(text)}}, Shipped: rulesets.Files, Library: stdlib.Files})
		if wrong.HasErrors() {
			t.Errorf("%s: %v", formula, wrong.Err())
			continue
		}
		var asked *program.Quantity
		for _, q := range p.Quantities {
			if q.Name == "wanted" {
				asked = q
			}
		}
		got, ok := words.Teller{Program: p, Of: asked}.Formula(asked.Value)
		if ok != (want != "") || ok && got != want {
			t.Errorf("%s\n  is said as %q, %v\n  should be %q", formula, got, ok, want)
		}
	}
}
