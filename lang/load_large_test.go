package lang_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/lang"
)

// TestLargeRuleset holds what [BenchmarkLoadLarge] loads free of errors and
// warnings, in two parts.
func TestLargeRuleset(t *testing.T) {
	files, lines := largeRuleset(700)
	if lines < 700 || len(files) != 3 {
		t.Fatalf("%d lines in %d files, want 700 in a ruleset and two parts", lines, len(files))
	}
	if _, list := lang.Load("ruleset.yaml", lang.Options{Files: files}); len(list) > 0 {
		t.Fatal(list.Err())
	}
}

// largeRuleset returns a generated ruleset of at least so many lines, in parts
// of some 600: chapters that are alike but for a number, each of which builds on
// the one before. It is the same every time.
func largeRuleset(lines int) (files fstest.MapFS, written int) {
	files = fstest.MapFS{}
	add := func(name, text string) {
		files[name] = &fstest.MapFile{Data: []byte(text)}
		written += strings.Count(text, "\n")
	}
	parts := ""
	for chapter := 0; written < lines; chapter += chaptersPerPart {
		name := fmt.Sprintf("part_%d.yaml", chapter/chaptersPerPart)
		parts += "  - " + name + "\n"
		add(name, largePart(chapter))
	}
	add("ruleset.yaml", largeHead+"parts:\n"+parts)
	return files, written
}

const chaptersPerPart = 4

// largePart returns a part with the chapters from first on.
func largePart(first int) string {
	var b strings.Builder
	for section := range strings.SplitSeq(strings.TrimPrefix(largeChapter, "\n"), "\n\n") {
		key, entries, _ := strings.Cut(section, "\n")
		b.WriteString(key + "\n")
		for n := first; n < first+chaptersPerPart; n++ {
			numbers := strings.NewReplacer("_N", "_"+strconv.Itoa(n), "_M", "_"+strconv.Itoa(max(n-1, 0)))
			b.WriteString(strings.TrimSuffix(numbers.Replace(entries), "\n") + "\n")
		}
	}
	return b.String()
}

// largeHead is what all chapters build on.
const largeHead = `# A ruleset as large as nobody writes one.
rulec: 2
ruleset: large
title: Large
version: 1.0.0
scales:
  spot: [head, torso, legs]
  reach: |
    reach  far  price
    near   1    1d4
    mid    5    1d6+1
    long   30   2d6
kinds:
  creature:
    fields:
      strength: 0
      reflex: 0
      impairment: {type: pool, per: spot, max: 4, up: true}
      max_hp: number
      hp: {type: pool, max: self.max_hp}
      breath: {type: pool, max: 6}
      weapons: list of weapon = []
  weapon:
    fields:
      damage: dice
      reach: reach = near
      durability: {type: pool, max: 10}
  attack:
    fields:
      breath: 0
      bonus: formula number(self creature, target creature)
      hit: program(self creature, target creature, weapon weapon)
    params: {target: one of foes(self), weapon: one of self.weapons}
    requires:
      distance(self, target) <= weapon.reach.far: "{target} is out of reach"
    cost: {breath: it.breath}
    told: "{self}: {it}, at {target}"
    perform: |
      announce aimed of target with by = self
      roll attack = 1d20 + it.bonus()
      if attack.natural > 1 and attack >= 10 + target.reflex { it.hit() }
  answer:
    fields: {effect: program(self creature)}
    answers: aimed
    cost: {breath: 1}
    requires:
      event.of == self: nobody is aiming at you
    perform: it.effect()
events:
  aimed: {fields: {by: creature}, asks: "[event.of]"}
time:
  key: [tick]
  unit: tick
  start: |
    for c in everyone {
      roll initiative by c = 1d6
      schedule turn of c at initiative
    }
  entries:
    turn:
      requires:
        not is_out(self): down
      do: |
        choose act from can_do(self)
        if act != none { perform act }
        schedule turn of self at now + 5
  out: self.hp <= 0
  over: all(combatants, side(each) == side(first(combatants)))
  winner: side(first(combatants))
  limit: 1000
space:
  grid: square
reports:
  health: [hp]
`

// largeChapter has one entry (or a few) of each section; _N stands for the
// number of the chapter, _M for that of the one before.
const largeChapter = `
params:
  rate_N: 3  #: What a chapter gives to whoever reads it.

tables:
  yield_N: |  #: What comes of an effort.
    effort  hurt   |  yield
    ..0     any    |  0
    1..5    true   |  rate_N
    1..5    false  |  rate_N+1
    6..     any    |  2*rate_N

quantities:
  prowess_N(actor): |  #: How well somebody does what this chapter is about.
    (actor.strength + sum(add)) * (1 + count(doubled)) + yield_M(actor.reflex, actor.hp < actor.max_hp / 2)
  guard_N(target, attacker): |
    10 + target.reflex + sum(add) + highest(cover)
    - if(count(foes(target), adjacent(each, target)) > 1, 2, 0)
    - min(4, sum(target.impairment))

conditions:
  shaken_N:  #: Not at one's best.
    until: end of its next turn
    told: {begins: "{self} is shaken", ends: "{self} is steady again"}
    modifies:
      - {to: prowess_N, add: -2}
      - to: guard_N
        as: target
        when: attacker.strength > self.strength
        add: 0 - rate_N
  bound_N:
    fields: {grip: number, slippery: bool}
    group: bonds
    stacks: by source
    implies: [shaken_N]
    until:
      - when not adjacent(self, it.by)
      - now + 20
    forbids:
      - {what: lunge_N, because: "{self} is bound"}
    rules:
      slip_out:
        on: harmed_N of self
        if: it.slippery and event.amount > it.grip
        do: |
          end it
          apply shaken_M to self
  cornered_N:
    while: count(foes(self), distance(self, each) <= 2) >= 2 + rate_N
    modifies:
      - {to: prowess_N, doubled: 1}

rules:
  last_stand_N:  #: Who is nearly down fights harder.
    on: self.hp falls
    if: self.hp < was.hp and self.hp <= rate_N and not shaken_N(self)
    do: |
      self.breath += 1
      if any(foes(self), bound_N(each)) { apply shaken_N to self until end of turn }

procs:
  harm_N(target, amount number, by): |
    let got = max(0, amount - floor(target.reflex / 2))  # what the quick don't feel
    target.hp -= got
    if got > rate_N {
      roll place_hit by by = 1d6
      if place_hit == 6 {
        target.impairment[head] += 1
      } else if place_hit > 3 {
        target.impairment[torso] += 1
      } else {
        target.impairment[legs] += 1
      }
    }
    announce harmed_N of target with amount = got
    stop with got
  sweep_N(by, amount number): |
    for other in foes(by) where distance(by, other) <= 2 and not is_out(other) in order of other.hp {
      let got = harm_N(other, amount, by)
      if got > 3 and not bound_N(other) {
        apply bound_N to other by by with grip = got, slippery = got < 5
      }
    }

events:
  harmed_N:
    fields: {amount: number}
    told: "{event.of} is hurt for {event.amount}"

weapons:
  blade_N: {damage: 1d6 + 1, reach: mid}
  pike_N:
    damage: best(2, 3d6)
    reach: long

attacks:
  strike_N:  #: A plain blow.
    bonus: prowess_N(self) - guard_N(target, self) + 10
    hit: |
      roll harm = weapon.damage
      harm_N(target, harm + self.strength, self)
  lunge_N:  #: A blow with all one's weight behind it.
    breath: 2
    requires:
      not shaken_N(self): you are shaken
      self.breath >= 2 or cornered_N(self): you are out of breath
    bonus: |
      prowess_N(self)
      + if(bound_N(target), 4, 0)
      + if(any(self.weapons, .reach == long) and distance(self, target) > 1, 2, 0)
    hit: |
      choose spot from [head, torso, legs] default torso
      roll harm = weapon.damage
      if spot == legs { apply shaken_N to target }
      let got = harm_N(target, harm + yield_N(self.breath, false), self)
      weapon.durability -= if(got == 0, 2, 1)
  circle_N:  #: All around at once.
    breath: 1
    bonus: 0
    hit: sweep_N(self, rate_N + prowess_M(self))

answers:
  duck_N:  #: Not there any more.
    requires:
      not bound_N(self): you are bound
    effect: apply shaken_N to self until end of turn

creatures:
  fighter_N:  #: One who has read the chapter.
    max_hp: 12
    strength: 2
    reflex: 3
    weapons: [blade_N, pike_N]
  beast_N: {max_hp: 20, strength: 4, weapons: [pike_M]}

tactics:
  school_N:
    turn:
      - do: lunge_N
        if: self.breath > 2 and any(foes(self), shaken_N(each))
        with: {target: "least(filter(foes(self), shaken_N(each)), each.hp)"}
        best: expected(weapon.damage) - target.hp / 10
      - do: circle_N
        if: count(foes(self), distance(self, each) <= 2) > 2
      - do: strike_N
        best: prowess_N(self) - guard_N(target, self)
      - do: pass
    aimed:
      - do: duck_N
        if: self.hp < self.max_hp and self.breath > 1
    spot:
      - if: self.hp < 3
        value: head
      - best: 0 - index(each)
`
