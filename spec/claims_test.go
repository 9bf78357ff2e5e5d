package spec_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/spec"
)

// claims are what the prose of the language reference says in passing, page by
// page, as lines of a script on the ruleset of its examples.
var claims = []struct{ page, script string }{
	{"params", `
expect flank_bonus == 2 and tie_rule == by_reflex and tie_rule.by_name != tie_rule
expect slow.fixed == 12 and top(fast.factor) == 9
expect small < large and small + 1 == medium and large - small == 2 and large + 5 == large
expect index(large) == 2 and past_end(large, 5) == 5 and past_end(small, -2) == -2 and past_end(small, 2) == 0
expect count(size) == 3 and first(spot) == head
expect effort(-7) == 0 and effort(5) == 1 and effort(6) == 2`},
	{"kinds", `
expect first(ann.weapons) == dagger and dagger in ann.weapons and ann.is == rogue
expect first(ann.weapons).carrier == ann and ann.dagger.durability == 10
expect ann.weapons[0] == ann.dagger and not given(ann.weapons[1])
expect count(creatures) == 2 and count(weapons) == 2 and count(attacks) == 2
expect ann.size.spaces == 1 and terrain(ann) == none
do { ann.strength = 3; ann.dagger.durability -= 4 }
expect ann.strength == 3 and ann.dagger.durability == 6`},
	{"pools", `
do { ann.hp -= 100; ben.hp += 100 }
expect ann.hp == 0 and ben.hp == 8`},
	{"formulas", `
expect 7 / 2 == 3.5 and 7 % 4 == 3 and 2 ** 3 == 8 and (0 - 7) % 4 == 1
expect if(true, 1, 1 / 0) == 1 and not (false and 1 / 0 > 0) and (true or 1 / 0 > 0)
expect count(1..6) == 6 and count(1..10000) == 10000 and sum([1, 2, 3]) == 6 and 2 in [1, 2] and sum(map(1..3, each * each)) == 14
expect round(2.5) == 3 and round(-2.5) == -3 and floor(-1.5) == -2 and ceil(-1.5) == -1 and sign(-4) == -1
expect clamp(9, 1, 5) == 5 and min(3, 1, 2) == 1 and max(4) == 4 and abs(-2) == 2
expect expected(2d6) == 7 and chance(1d20, 16) == 0.25 and top(2d6 + 1) == 13 and bottom(2d6 + 1) == 3 and sides(1d8 + 2) == 8
expect expected(times(3, 1d6)) == 10.5 and top(best(2, 4d6)) == 12 and expected(best(2, 1d2)) == 1.75 and expected(worst(2, 1d2)) == 1.25
expect most(everyone, .reflex) == ann and least(everyone, .reflex) == ben and highest(everyone, .reflex) == 2
expect first(sort(everyone, 0 - each.reflex)) == ann and last(reverse(everyone)) == ann
expect any(everyone, .reflex == 2) and one(everyone, .reflex == 2) and not all(everyone, .reflex == 2) and none(everyone, .reflex == 9)
expect find(everyone, .reflex == 0) == ben and count(filter(everyone, .reflex > 9)) == 0
expect first(foes(ann)) == ben and count(allies(ann)) == 0 and side(ann) == red and ann.side == red and not is_out(ann)
expect given(ann) and not given(first(allies(ann)))
expect ann.defense == 12 and defense(ann) == 12 and attack_bonus(ben, ann) == 1`},
	{"conditions", `
do { apply prone to ann }
expect prone(ann) and exposed(ann) and defense(ann) == 10 and has(ann, prone) and not prone(ben)
do { end exposed on ann }
expect exposed(ann)
do { apply exposed to ann; end prone on ann }
expect exposed(ann) and not prone(ann)
do { apply held to ann by ben with slippery = true }
expect held(ann) and held(ann, ben) and ann.held.slippery and ann.held.by == ben and count(instances(held, ann)) == 1
do { hurt(ann, 1, ben) }
expect not held(ann) and ann.hp == 7
do { apply asleep to ben until now + 2; apply held to ben by ann }
expect asleep(ben) and held(ben, ann)
do { move ann to [5, 5] }
expect place(ann) == [5, 5] and not adjacent(ann, ben)
expect not held(ben)`},
	{"programs", `
do {
  let n = 1
  n = n + 1
  for x in 1..3 where x != 2 { n += x }
  for x in [3, 1, 2] in order of x { if x == 1 { n += 10 } else if x == 2 { n += 100 } else { n -= 1 } }
  ann.hp -= n - 115
  let got = hurt(ben, 3, ann)
  ben.strength = got
}
expect ann.hp == 8 - (2 + 4 + 10 + 100 - 1 - 115) and ben.strength == 2 and ben.hp == 6`},
	{"events", `
ann: strike ben { dice attack 1 }
ben: approach with to = [2, 2] { ann: trip { dice grip 20 } }
expect prone(ben) and place(ben) == [1, 0] and not exposed(ann)`},
	{"time", `
expect now == 2 and tick == 2 and scheduled(ben, turn) == 4
ann: pass
expect now == 2 and scheduled(ann, turn) == 7
ben: pass
expect now == 4 and scheduled(ben, turn) == 9
ann: pass
expect now == 7`},
	{"encounters", `
refused ann: strike ann "can't be the target"
ann: feint ben with weapon = dagger { dice attack 14; expect exposed(ben) }
ben: pass
refused ann: approach with to = [1, 0] "can't be the to"
ann: pass
wait 1
over`},
}

// TestClaims plays them.
func TestClaims(t *testing.T) {
	x := examplesOf(t, "skirmish", spec.Language...)
	for _, c := range claims {
		t.Run(c.page, func(t *testing.T) {
			if !slices.Contains(spec.Language, c.page) {
				t.Errorf("there is no page %q", c.page)
			}
			text := "ruleset: skirmish\ncombatants:\n  ann: {is: rogue, side: red, place: [0, 0]}\n  ben: {is: guard, side: blue, place: [1, 0]}\n" +
				"script: |\n  dice ann.initiative 2, ben.initiative 4\n  " + strings.ReplaceAll(strings.TrimSpace(c.script), "\n", "\n  ") + "\n"
			x.files["claims.yaml"] = &fstest.MapFile{Data: []byte(text)}
			encounters, list := load(x.files, "claims.yaml")
			report(t, list)
			report(t, played(encounters))
		})
	}
}
