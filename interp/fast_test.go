package interp_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// plainFights are rulesets and encounters for the fast path. Those with a reason are
// not plain.
var plainFights = []struct {
	name, ruleset, encounter string
	// why is part of the reason why it isn't plain; empty: it is.
	why string
	// givesUp is set when it is given up though nothing is wrong.
	givesUp bool
	limits  interp.Limits
}{
	{name: "companies", ruleset: companies, encounter: `
  ana: {side: red, weapon: axe, tactic: brute}
  bo: {side: red, weapon: spear, tactic: sly}
  cy: {side: red, tactic: brute, skill: 7}
  dan: {side: blue, weapon: spear, tactic: sly, max_hp: 11}
  eve: {side: blue, weapon: axe, tactic: brute}
  fay: {side: blue, tactic: sly, skill: 3, armor: 2}`},
	{name: "one against two", ruleset: companies, encounter: `
  ana: {side: red, weapon: axe, tactic: brute, max_hp: 19}
  bo: {side: blue, weapon: spear, tactic: sly}
  cy: {side: blue, tactic: brute, skill: 7}`},
	{name: "at once", ruleset: atOnce, encounter: `
  ana: {side: red, tactic: fighter, pace: 2}
  bo: {side: red, tactic: fighter, pace: 3}
  cy: {side: blue, tactic: fighter, pace: 2}
  dan: {side: blue, tactic: fighter, pace: 3}`},
	{name: "a blast", ruleset: blast, encounter: `
  ana: {side: red, tactic: mage}
  bo: {side: blue, tactic: mage, power: 4}
  cy: {side: blue, tactic: mage}`},
	{name: "drawn out", ruleset: strings.Replace(blast, "time:", "time:\n  limit: 4", 1), encounter: `
  ana: {side: red, tactic: mage}
  bo: {side: blue, tactic: mage, power: 1}`},
	{name: "a division by zero", ruleset: blast, encounter: `
  ana: {side: red, tactic: mage, power: 9}
  bo: {side: blue, tactic: mage, fraction: 1}`},
	{name: "nothing to do", ruleset: strings.Replace(blast, "do: burst", "do: burst\n        if: self.hp > 6", 1), encounter: `
  ana: {side: red, tactic: mage}
  bo: {side: blue, tactic: mage}`},
	{name: "no next turn", ruleset: strings.Replace(blast, "schedule turn of self", "if self.hp <= 6 { stop }\n        schedule turn of self", 1), encounter: `
  ana: {side: red, tactic: mage}
  bo: {side: blue, tactic: mage}`},
	{name: "for ever", ruleset: strings.Replace(blast, "at now + 1", "at now", 1), encounter: `
  ana: {side: red, tactic: mage, power: 1}
  bo: {side: blue, tactic: mage, power: 1}`},
	{name: "not whole", ruleset: strings.Replace(blast, "floor(", "(", 1), encounter: `
  ana: {side: red, tactic: mage, power: 3}
  bo: {side: blue, tactic: mage, fraction: 2}`},
	{name: "a banner", ruleset: banner, encounter: `
  ana: {side: red, tactic: guard, weapon: pike, place: [0, 0]}
  bo: {side: red, tactic: guard, nerve: 1, place: [0, 1]}
  cy: {side: blue, tactic: guard, nerve: 4, place: [1, 0]}
  dan: {side: blue, tactic: guard, weapon: pike, nerve: 2, place: [2, 1]}
map: {rows: "....\n....\n....\n....\n"}`},
	{name: "out of reach", ruleset: banner, encounter: `
  ana: {side: red, tactic: guard, place: [3, 3]}
  bo: {side: blue, tactic: guard, weapon: pike, place: [1, 0]}
map: {rows: "....\n....\n....\n....\n"}`},
	{name: "a banner at once", ruleset: strings.Replace(banner, "turn:\n      req", "turn:\n      equal: together\n      req", 1), encounter: `
  ana: {side: red, tactic: guard, place: [1, 1]}
  bo: {side: red, tactic: guard, nerve: 1, place: [0, 1]}
  cy: {side: blue, tactic: guard, weapon: pike, place: [1, 0]}
map: {rows: "....\n....\n....\n....\n"}`},
	{name: "ranks", ruleset: ranks, encounter: `
  ana: {is: knight, side: red, tactic: duelist}
  bo: {side: red, tactic: duelist, rank: high}
  cy: {is: knight, side: blue, tactic: duelist, rank: low, odd: true}
  dan: {side: blue, tactic: duelist}`},
	{name: "too many steps", ruleset: companies, encounter: `
  ana: {side: red, weapon: axe, tactic: brute}
  bo: {side: blue, weapon: spear, tactic: sly}`, limits: interp.Limits{Steps: 60}},
	{name: "too many batches", ruleset: strings.Replace(blast, "at now + 1", "at now", 1), encounter: `
  ana: {side: red, tactic: mage, power: 1}
  bo: {side: blue, tactic: mage, power: 1}`, limits: interp.Limits{Batches: 12}},
	{name: "in the past", ruleset: strings.Replace(blast, "at now + 1", "at now + 4 - self.hp", 1), encounter: `
  ana: {side: red, tactic: mage}
  bo: {side: blue, tactic: mage}`},
	{name: "no next turn for one", ruleset: staggered(strings.Replace(blast, "schedule turn of self", "if self.hp <= 6 { stop }\n        schedule turn of self", 1)), encounter: `
  ana: {side: red, tactic: mage}
  bo: {side: blue, tactic: mage}`},
	{name: "moving bounds", ruleset: drain, encounter: `
  ana: {side: red, tactic: leech}
  bo: {side: blue, tactic: leech, least: 2}`},
	{name: "moving bounds of several", ruleset: drain, encounter: `
  ana: {side: red, tactic: leech, most: 18}
  bo: {side: blue, tactic: leech}
  cy: {side: blue, tactic: leech, least: 3}`},
	{name: "one comes back", ruleset: revival, encounter: `
  ana: {side: red, tactic: healer, hp: 0}
  bo: {side: red, tactic: healer}
  cy: {side: blue, tactic: healer}`},
	{name: "over in the middle of a turn", ruleset: strings.Replace(staggered(blast), "perform act", "perform act\n        for c in everyone { if c.hp == 0 { c.hp += 9 } }", 1), encounter: `
  ana: {side: red, tactic: mage}
  bo: {side: blue, tactic: mage}`},
	{name: "blood for blood", ruleset: strings.Replace(atOnce, "cost: {tired: 1}", "cost: {hp: 1}", 1), encounter: `
  ana: {side: red, tactic: fighter}
  bo: {side: blue, tactic: fighter}`, why: "both paid and changed"},
	{name: "a price below nothing", ruleset: strings.Replace(atOnce, "cost: {tired: 1}", "cost: {tired: self.edge + 3}", 1), encounter: `
  ana: {side: red, tactic: fighter}
  bo: {side: blue, tactic: fighter}`},
	{name: "a rule of a condition", ruleset: blast + "conditions:\n  low: {while: self.hp < 5, rules: {cry: {on: self.hp falls, do: self.power += 1}}}\n", encounter: `
  ana: {side: red, tactic: mage}
  bo: {side: blue, tactic: mage}`, why: "rules"},
	{name: "a default", ruleset: strings.Replace(atOnce, "{target: one of foes(self)}", "{target: {is: one of foes(self), default: last(foes(self))}}", 1), encounter: `
  ana: {side: red, tactic: fighter}
  bo: {side: blue, tactic: fighter}`, why: "is not one of"},
	{name: "too deep to follow", ruleset: deep(14), encounter: `
  ana: {side: red, tactic: mage}
  bo: {side: blue, tactic: mage}
  cy: {side: blue, tactic: mage}`, why: "too long"},
	{name: "deep", ruleset: deep(3), encounter: `
  ana: {side: red, tactic: mage}
  bo: {side: blue, tactic: mage}
  cy: {side: blue, tactic: mage}`},
	{name: "within each other", ruleset: strings.Replace(blast, "for c in foes(self) {\n", "choose act from can_do(self)\n      perform act\n      for c in foes(self) {\n", 1), encounter: `
  ana: {side: red, tactic: mage}
  bo: {side: blue, tactic: mage}`, why: "within another action"},
	{name: "a full agenda", ruleset: strings.Replace(blast, "perform act", "perform act\n        "+crowding, 1), encounter: `
  ana: {side: red, tactic: mage, power: 1}
  bo: {side: blue, tactic: mage, power: 1}`, givesUp: true},
	{name: "a rule", ruleset: blast + "rules:\n  gasp: {on: self.hp falls, for: creature, do: self.fraction += 1}\n", encounter: `
  ana: {side: red, tactic: mage}
  bo: {side: blue, tactic: mage}`, why: "rules"},
	{name: "by hand", ruleset: blast, encounter: `
  ana: {side: red, tactic: mage}
  bo: {side: blue}`, why: "no tactic"},
}

// crowding puts 128 entries on the agenda at each of the first ticks.
const crowding = `if now < 4 { for a in everyone { for b in everyone { for c in everyone { for d in everyone { for e in everyone { for f in everyone {
          schedule turn of f at now + 900
        } } } } } } }`

const companies = `
rulec: 1
ruleset: companies
params:
  crowd: {default: 1}
kinds:
  creature:
    fields:
      skill: {type: number, default: 5}
      armor: {type: number, default: 0}
      max_hp: {type: number, default: 14}
      hp: {type: pool, max: self.max_hp}
      breath: {type: pool, max: 4}
      wounds: {type: pool, up: true, max: 6}
      marks: {type: number, default: 0}
      weapon: {type: weapon, default: fists}
  weapon:
    fields:
      damage: {type: dice, default: 1d3}
      parry: {type: number, default: 0}
  move:
    fields:
      bonus: {type: number, default: 0}
      breath: {type: number, default: 0}
      hit: program(self creature, target creature, margin number)
    params: {target: one of foes(self)}
    requires:
      self.wounds < 6: too hurt
    cost: {breath: it.breath}
    perform: |
      roll attack = best(2, 1d12) + self.skill + it.bonus
      let margin = attack - guard(target, self)
      if natural(attack) == 1 {
        announce missed of self
        stop
      }
      if margin < 0 and natural(attack) < 12 {
        announce missed of self
        target.marks = max(target.marks, 0 - margin) % 4
        stop
      }
      it.hit(self, target, margin)
  rest:
    perform: |
      self.breath += 2
      let found = spare(self, 3)
      if found > 1 { self.wounds -= 1 } else { self.marks += found }
weapons:
  fists: {}
  axe: {damage: explode(1d6) + 1, modifies: [{to: guard, as: target, add: -1, best: 2}]}
  spear: {damage: 2d4, parry: 1, modifies: [{to: guard, as: target, add: it.parry, best: 1, any: true}]}
moves:
  swing:
    hit: |
      roll harm = self.weapon.damage
      hurt(target, harm + if(margin >= 5, 2, 0))
  rush:
    bonus: 2
    breath: 2
    hit: |
      hurt(target, 2)
      target.breath -= 1
rests: {pause: {}}
events:
  missed: {}
quantities:
  guard:
    of: {target: creature, by: creature}
    channels: {add: sum, best: max, worst: min, any: any, n: count, at_last: last}
    value: 8 + target.armor + add + best - worst + if(any, 1, 0) + n + at_last - count(allies(by), each.hp > 8)
conditions:
  weary:
    while: self.breath < 2
    modifies:
      - {to: guard, as: target, add: -1, n: 1}
      - {to: guard, as: by, when: self.hp < 5, add: 1, worst: 1}
  mauled:
    while: self.wounds >= 3 or self.hp * 3 < self.max_hp
    modifies:
      - {to: guard, as: target, worst: self.wounds, at_last: 1}
rules:
  marked:
    for: creature
    modifies: [{to: guard, as: target, when: self.marks > 1, n: self.marks}]
procs:
  hurt:
    params: {target: creature, amount: number}
    do: |
      let left = amount
      if left > 3 {
        target.wounds += 1
        left = left - 1
      }
      target.hp -= max(left - floor(target.armor / 2), 0)
  spare:
    params: {who: creature, most: number}
    gives: number
    do: |
      let n = 0
      for x in allies(who) { if x.hp < who.hp { n = n + 1 } }
      if n > most { stop with most }
      stop with n + if(who.hp > 4, 1, 0)
time:
  key: [round, place]
  start: |
    for c in everyone {
      roll initiative by c = 1d6
      schedule turn of c at 1, initiative
    }
  entries:
    turn:
      requires: {not is_out(self): down}
      do: |
        choose act from can_do(self)
        if act != none { perform act }
        schedule turn of self at round + 1, 7 - place
  out: self.hp <= 0
  over: all(combatants, each.side == first(combatants).side) or count(combatants, each.wounds < 6) == 0
  winner: if(any(combatants, each.wounds < 6), first(combatants).side, none)
  personal: false
  limit: 60
space: {grid: none}
tactics:
  brute:
    turn:
      - do: rush
        if: self.breath > 2 or self.hp < 4
        best: 20 - target.hp + if(target.weapon == axe, 3, 0)
      - do: swing
  sly:
    turn:
      - do: pause
        if: self.breath < 2
      - do: swing
        best: 0 - guard(target, self)
reports:
  health: [hp, wounds]
  failed: [missed]
  stands: self.hp > 0
`

const banner = `
rulec: 1
ruleset: banner
kinds:
  creature:
    fields:
      nerve: {type: number, default: 3}
      hp: {type: pool, max: 15}
      weapon: {type: weapon, default: knife}
  weapon:
    fields:
      edge: number
      reach: {type: number, default: 2}
      bite: program(self creature, target creature, by number)
  blow:
    params: {target: {is: one of foes(self), where: "distance(self, each) <= self.weapon.reach"}}
    perform: |
      roll attack = if(self.hp > 8, best(2, 1d20), 1d20) + self.nerve
      if attack > 9 + distance(self, target) { self.weapon.bite(self, target, attack - 9) } else { target.nerve += if(adjacent(self, target), 1, 0) }
weapons:
  knife: {edge: 1, bite: "target.hp -= it.edge + min(by, 2)"}
  pike: {edge: 3, reach: 4, bite: "target.hp -= it.edge\ntarget.nerve -= 1"}
blows: {strike: {}}
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn:
      requires: {self.nerve > 0: afraid}
      do: |
        schedule turn of self at now + 1 + self.nerve % 2
        choose act from can_do(self)
        perform act
  out: self.hp <= 0 or self.nerve <= 0 or self != first(everyone) and self.nerve < 3 and first(everyone).hp < 6
  over: count(combatants, each.side == first(combatants).side) == count(combatants)
  winner: first(combatants).side
  personal: false
  limit: 50
space: {grid: square}
tactics:
  guard: {turn: [{do: strike}]}
reports: {health: [hp], stands: self.nerve > 0 and self.hp > 0}
`

// staggered lets the fighters of a ruleset begin one after the other.
func staggered(ruleset string) string {
	ruleset = strings.Replace(ruleset, "schedule turn of c at 1 }", "schedule turn of c at if(c == first(everyone), 1, 2) }", 1)
	return strings.Replace(ruleset, "at now + 1", "at now + 2", 1)
}

// deep is blast with quantities that read each other, so many deep.
func deep(n int) string {
	b := strings.Replace(blast, "dodge < 8 + self.power", fmt.Sprintf("dodge < 8 + q%d(self) - q%d(c)", n, n), 1) + "quantities:\n  q0: {of: {who: creature}, value: who.power}\n"
	conditions := "conditions:\n"
	for i := 1; i <= n; i++ {
		b += fmt.Sprintf("  q%d: {of: {who: creature}, channels: {add: sum}, value: q%d(who) + add}\n", i, i-1)
		conditions += fmt.Sprintf("  low%d: {while: self.hp + q%d(self) < 20, modifies: [{to: q%d, add: 1}]}\n", i, i-1, i)
	}
	return b + conditions
}

// In drain the bounds of pools move past what is in them.
const drain = `
rulec: 1
ruleset: drain
kinds:
  creature:
    fields:
      most: {type: number, default: 16}
      least: {type: number, default: 0}
      hp: {type: pool, min: self.least, max: self.most}
      luck: {type: pool, min: 3, max: 9, start: 2}
      grit: {type: pool, up: true}
  bite:
    params: {target: one of foes(self)}
    perform: |
      roll bite = 1d8
      if bite > 5 {
        target.most -= 7
        self.least += 1
      }
      target.hp -= bite - 2
      self.hp += 1
      target.luck -= 1
      self.luck += bite - 4
      self.grit += self.luck
      if bite == 1 { target.hp = 30 }
      if bite == 8 { self.luck = 0 }
bites: {strike: {}}
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn:
      do: |
        choose act from can_do(self)
        perform act
        schedule turn of self at now + 1
  out: self.hp <= self.least
  over: count(combatants) < 2
  winner: if(count(combatants) > 0, first(combatants).side, none)
  limit: 60
space: {grid: none}
tactics:
  leech: {turn: [{do: strike}]}
reports: {health: [hp, luck]}
`

// In revival it is over when nobody is out any more.
const revival = `
rulec: 1
ruleset: revival
kinds:
  creature:
    fields:
      hp: {type: pool, max: 9}
      rest: {type: number, default: 1}
  prayer:
    perform: |
      roll grace = 1d6
      for c in everyone { if is_out(c) and grace == 6 { c.hp += 3 } }
      for c in everyone { if not is_out(c) and grace == 1 { c.hp -= 4 } }
prayers: {pray: {}}
conditions:
  low: {while: self.hp < 5, implies: [marked]}
  marked: {each: by, modifies: [{to: pace, add: 5}]}
quantities:
  pace: {of: {who: creature}, channels: {add: sum}, value: "1 + add + if(low(who), 1, 0)"}
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn:
      do: |
        if self.rest > 0 {
          self.rest -= 1
          schedule turn of self at now + pace(self)
          stop
        }
        choose act from can_do(self)
        perform act
        self.rest = 1
        schedule turn of self at now + pace(self)
  out: self.hp <= 0
  over: count(combatants) == count(everyone)
  winner: first(combatants).side
  limit: 90
space: {grid: none}
tactics:
  healer: {turn: [{do: pray}]}
reports: {health: [hp]}
`

const ranks = `
rulec: 1
ruleset: ranks
scales:
  rank:
    columns: {bonus: number, dice: dice}
    steps: {low: {bonus: 0, dice: 1d4}, middle: {bonus: 1, dice: 1d6}, high: {bonus: 3, dice: 2d4}}
kinds:
  creature:
    fields:
      rank: {type: rank, default: middle}
      odd: {type: bool, default: false}
      hp: {type: pool, max: 16}
      tool: {type: tool, default: club}
      last: {type: creature, default: none}
  tool:
    fields:
      worth: formula number(who creature)
      heavy: {type: bool, default: false}
  blow:
    params: {target: one of foes(self)}
    perform: |
      let easy = target.rank < self.rank
      let same = target.last == self
      let gap = index(self.rank) - index(target.rank)
      roll attack = 2d10 + self.rank.bonus + self.tool.worth(target)
      target.last = self
      let kept = 0
      let sum = attack + 1
      kept = sum
      if sum != kept { target.hp -= 5 }
      self.odd = not self.odd and attack > 12 or easy
      if self.odd == target.odd or same { stop }
      if attack >= 12 + target.rank.bonus - if(easy, 1, 0) - gap {
        roll harm = self.rank.dice
        target.hp -= harm + if(self.tool.heavy and natural(harm) > 1, 2, 0)
        if given(target.last) and target.hp < 5 and target.rank == high { target.rank = middle }
      }
tools:
  club: {worth: 0}
  lance: {worth: "index(who.rank) + 1", heavy: true}
creatures:
  knight: {tool: lance, modifies: [{to: calm, add: 1}]}
blows: {strike: {}}
quantities:
  calm:
    of: {who: creature}
    channels: {add: sum}
    value: who.hp + add
time:
  key: [round, count]
  start: for c in everyone { schedule turn of c at 1, lot_of(c) }
  entries:
    turn:
      do: |
        choose act from can_do(self)
        perform act
        schedule turn of self at round + 1, calm(self) % 4 + if(lot_of(self) > 500000, 1, 0)
  out: self.hp <= 0
  over: all(combatants, each.side == first(combatants).side)
  winner: first(combatants).side
  limit: 80
space: {grid: none}
tactics:
  duelist: {turn: [{do: strike, best: 0 - calm(target)}]}
reports: {health: [hp]}
`

const atOnce = `
rulec: 1
ruleset: at_once
kinds:
  creature:
    fields:
      pace: {type: number, default: 2}
      hp: {type: pool, max: 12}
      edge: {type: number, default: 0}
      tired: {type: pool, up: true}
  blow:
    params: {target: one of foes(self)}
    cost: {tired: 1}
    perform: |
      roll attack = 2d6 + self.edge
      target.edge = attack - 7
      if attack >= 6 {
        target.hp -= attack - 4
        self.hp += 1
        target.edge -= 1
      }
blows: {strike: {}}
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at c.pace }
  entries:
    turn:
      equal: together
      do: |
        choose act from can_do(self)
        perform act
        self.edge = min(self.edge, 3)
        schedule turn of self at now + self.pace
  out: self.hp <= 0
  over: count(combatants, each.side == first(combatants).side) == count(combatants)
  winner: side(first(combatants))
  personal: true
space: {grid: none}
tactics:
  fighter: {turn: [{do: strike}]}
reports: {health: [hp, tired]}
`

const blast = `
rulec: 1
ruleset: blast
kinds:
  creature:
    fields:
      power: {type: number, default: 6}
      fraction: {type: number, default: 5}
      hp: {type: pool, max: 20}
  spell:
    perform: |
      for c in foes(self) {
        roll dodge by c = 1d20
        if dodge < 8 + self.power { c.hp -= floor(self.power / (c.fraction - 1)) + 1 }
      }
spells: {burst: {}}
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn:
      do: |
        choose act from can_do(self)
        perform act
        schedule turn of self at now + 1
  out: self.hp <= 0
  over: count(combatants) < 2 or any(everyone, each.hp == 1)
  winner: first(combatants).side
space: {grid: none}
tactics:
  mage:
    turn:
      - do: burst
reports: {health: [hp]}
`

// seen writes down what an observer is told.
type seen struct{ log []string }

func (s *seen) Acted(d interp.Deed) {
	s.log = append(s.log, fmt.Sprintf("%d %s %t %t %t", d.Actor, d.Action.Def.Name, d.Aimed, d.Worked, d.CalledOff))
}

func (s *seen) Changed(h interp.Harm) { s.log = append(s.log, fmt.Sprintf("%+v", h)) }

// played is what a trial came to.
type played struct {
	Outcome interp.Outcome
	Err     string
	State   *program.State
	Later   *program.State
	Then    string
	Next    float64
	Waits   bool
	Log     []string
	News    []string
	fast    bool
}

func playFor(t *testing.T, m *interp.Machine, trial uint64, s *seen) played {
	t.Helper()
	if s != nil {
		s.log = nil
	}
	m.Reset(trial)
	var p played
	out, err := m.Run()
	p.fast = m.PlayedFast()
	if p.Outcome = out; err != nil {
		p.Err = err.Error()
		return p
	}
	p.Next, p.Waits = m.Next()
	if p.State, err = m.State(true); err != nil {
		t.Fatal(err)
	}
	if s != nil {
		p.Log = slices.Clone(s.log)
	}
	// It goes on as if the machine had played it itself.
	if err := m.GoOn(out.Now + 3); err != nil {
		p.Then = err.Error()
	} else if p.Later, err = m.State(true); err != nil {
		t.Fatal(err)
	}
	if s != nil {
		p.News = s.log[len(p.Log):]
	}
	return p
}

// TestFastPath plays fights on the fast path and with everything that the machine
// checks by itself: nothing may come out differently, and nobody who watches may be
// told anything else.
func TestFastPath(t *testing.T) {
	for _, x := range plainFights {
		t.Run(x.name, func(t *testing.T) {
			e := loaded(t, x.ruleset, "\nruleset: ./r.yaml\nseed: 1\ncombatants:"+x.encounter+"\n")
			code := interp.Compile(e.Program)
			machine := func(o interp.Options) *interp.Machine {
				o.Limits = x.limits
				m, err := interp.New(code, e, o)
				if err != nil {
					t.Fatal(err)
				}
				return m
			}
			fast, slow := machine(interp.Options{}), machine(interp.Options{Check: true})
			why := fast.WhyNotPlain()
			if x.why == "" && why != nil || x.why != "" && (why == nil || !strings.Contains(why.Error(), x.why)) {
				t.Fatalf("it isn't plain: %v; want %q", why, x.why)
			}
			watched, watchedSlow := machine(interp.Options{}), machine(interp.Options{Check: true})
			told := machine(interp.Options{Trace: true, Explain: true})
			a, b, c := &seen{}, &seen{}, &seen{}
			playFor(t, watched, 0, nil)
			watched.Observe(a)
			watchedSlow.Observe(b)
			told.Observe(c)
			if why != nil {
				return
			}
			for trial := range uint64(150) {
				compare(t, trial, x.givesUp, playFor(t, fast, trial, nil), playFor(t, slow, trial, nil))
				if trial < 5 {
					c.log = nil
					toldSlowly := machine(interp.Options{Trace: true, Explain: true})
					toldSlowly.LeaveFastPath()
					tellsTheSame(t, trial, told, toldSlowly)
				}
				news := playFor(t, watchedSlow, trial, b)
				compare(t, trial, x.givesUp, playFor(t, watched, trial, a), news)
				if trial < 5 && news.Err == "" && !slices.Equal(c.log, news.Log) {
					t.Fatalf("trial %d: whoever watches is told other things of a fight that is told, too", trial)
				}
			}
		})
	}
}

// difference says what is different on the fast path; empty: nothing.
func difference(got, want played) string {
	for i := range min(len(got.Log), len(want.Log)) {
		if got.Log[i] != want.Log[i] {
			return fmt.Sprintf("news %d is %s, not %s", i, got.Log[i], want.Log[i])
		}
	}
	a, b := reflect.ValueOf(got), reflect.ValueOf(want)
	for i := range a.NumField() {
		name := a.Type().Field(i).Name
		if name == "fast" || reflect.DeepEqual(a.Field(i).Interface(), b.Field(i).Interface()) {
			continue
		}
		x, y := a.Field(i).Interface(), b.Field(i).Interface()
		if a, ok := x.(*program.State); ok && a != nil && y.(*program.State) != nil {
			x, y = *a, *y.(*program.State)
		}
		return fmt.Sprintf("%s is\n%+v, not\n%+v", name, x, y)
	}
	return ""
}

// clumsy is an observer that panics.
type clumsy struct{ seen }

func (*clumsy) Acted(interp.Deed) { panic("oops") }

// TestFastPathKeepsPanics: what goes wrong on the fast path without the rules' fault is
// an error that says so, as it is off it.
func TestFastPathKeepsPanics(t *testing.T) {
	m := newDuel(t, interp.Options{})
	m.Observe(&clumsy{})
	_, err := m.Run()
	var d *diag.Diagnostic
	if !errors.As(err, &d) || d.Code != interp.Internal {
		t.Errorf("got %v, want an error with code %s", err, interp.Internal)
	}
}

// tellsTheSame holds that a plain fight is told as any other one, though it was played
// without being recorded.
func tellsTheSame(t *testing.T, trial uint64, fast, slow *interp.Machine) {
	t.Helper()
	var told [2]bytes.Buffer
	for i, m := range []*interp.Machine{fast, slow} {
		m.Reset(trial)
		out, runErr := m.Run()
		for _, tell := range []func(io.Writer) error{m.Story, m.JSON} {
			if err := tell(&told[i]); err != nil {
				t.Fatal(err)
			}
		}
		if m.Outcome != out && runErr == nil {
			t.Fatalf("trial %d came to %+v, and when it was told to %+v", trial, out, m.Outcome)
		}
	}
	if told[0].Len() < 200 || !bytes.Equal(told[0].Bytes(), told[1].Bytes()) {
		t.Fatalf("trial %d: told differently", trial)
	}
}

func compare(t *testing.T, trial uint64, givesUp bool, got, want played) {
	t.Helper()
	if got.fast == (givesUp || got.Err != "") {
		t.Fatalf("trial %d: played fast %t, with error %q", trial, got.fast, got.Err)
	}
	if differs := difference(got, want); differs != "" {
		t.Fatalf("trial %d: %s", trial, differs)
	}
}
