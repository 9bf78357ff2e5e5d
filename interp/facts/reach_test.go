package facts_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/interp/facts"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
)

// camp is a ruleset in which a case says what the action `act`, which ann's tactic does in its
// first line, is like, and adds to what else there is. Hp is never known, two is 2 or 3 of ann,
// friend is none or bob of her; the others never change: gift is 2, id 1 or 2.
const camp = `rulec: 1
ruleset: camp
params:
  manner: {default: calm, one of: [calm, wild], about: How it is done.}
scales:
  size: {columns: {spaces: number}, steps: {small: {spaces: 1}, medium: {spaces: 3}, large: {spaces: 4}}}
kinds:
  creature:
    fields:
      id: {type: number, default: 0}
      hp: {type: pool, max: 10}
      gift: {type: number, default: 2}
      two: {type: number, default: 2}
      friend: {type: creature, default: none}
      f: {type: number, default: 0}
      g: {type: number, default: 0}
      many: {type: list of tool, default: []}
      some: {type: set of tool, default: []}
      per: {type: number, per: tool, default: 0}
      tools: {type: list of tool, default: []}
      sawn: {type: number, default: 0}
      axed: {type: number, default: 0}
      pool: {type: pool, max: 3}
      up: {type: pool, max: 3, up: true}
      free: {type: pool, up: true}
      low: {type: pool, max: 5, min: 2}
      odd: {type: pool, max: self.two, start: 1}
      upper: {type: pool, max: 6, min: 4, up: true}
      part: {type: pool, max: 4}
      rest: {type: pool, max: 4}
      whole: {type: pool, stack: [part, rest]}
      stock: {type: pool, max: 4, per: tool}
      spent: {type: pool, max: 3, instead: {part: 1}}
      again: {type: pool, max: 7, start: 5, resets: {creak: 6}}
      anew: {type: pool, max: 7, start: 5, resets: {creak: }}
      FIELDS
  tool:
    fields:
      power: {type: number, default: 1}
      use: "program(self creature)"
      worth: "formula number(self creature)"
  crate:
    things: true
    fields: {weight: {type: number, default: 5}, worth: "formula number(self creature)"}
  deed:
    params: {n: {is: 0 to 9, default: 5}}
    perform: self.g = n
  pit:
    params: {t: one of tools}
    perform: self.g = t.power
  sort:
    ACT
  other:
    answers: creak
    perform: self.g = 7
tools:
  saw: {power: 2, use: self.sawn = 1, worth: self.hp + 1}
  axe: {power: 3, use: self.axed = 1, worth: self.hp + 2}
  TOOLS
crates:
  box: {worth: self.hp + 5}
  CRATES
sorts: {act: {}}
deeds: {dig: {}}
pits: {delve: {}}
others: {cry: {}}
procs:
  lift: {params: {who: creature, n: number}, do: "if n > 2 { who.g = n }"}
  PROCS
conditions:
  mark: {}
  plain: {}
  CONDITIONS
events:
  creak: {}
  bang: {asks: foes(event.of)}
  EVENTS
rules:
  rest: {for: scene, on: end of encounter, do: stop}
  RULES
time:
  key: [KEY]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn:
      do: |
        self.hp -= 1
        if self.id == 1 {
          self.two = 3
          self.friend = first(foes(self))
        }
        choose act from can_do(self)
        if act != none { perform act }
        schedule turn of self at now + 1
    storm: {do: self.g = self.id}
    unused: {do: announce creak of self; announce bang of self; apply mark to self; apply plain to self}
    ENTRIES
  OUT
  over: now > 3
QUANTITIES
SPACE
tactics:
  one:
    turn: [{do: act, LINE}]
    creak: [{do: cry}]
    CHOICES
  two: {turn: [{do: pass}]}
`

const camped = `encounter: e
ruleset: ./game.yaml
seed: 1
SETUP
combatants:
  ann: {side: red, tactic: one, id: 1, tools: [saw], ANN}
  bob: {side: blue, tactic: two, id: 2, tools: [saw, axe]}
things:
  box: {is: box}
  THINGS
`

// reached is a case: what stands where, and what is certain by that; see claim. Of what it
// doesn't name the last words stand.
type reached struct {
	name  string
	with  map[string]string
	holds string
}

var otherwise = map[string]string{
	"ACT": "perform: stop", "LINE": "if: true", "SETUP": "", "ANN": "f: 0",
	"FIELDS": "", "CONDITIONS": "", "EVENTS": "", "RULES": "", "ENTRIES": "", "CHOICES": "", "KEY": "tick", "SPACE": "", "THINGS": "", "CRATES": "", "OUT": "out: self.hp <= 0", "TOOLS": "", "QUANTITIES": "", "PROCS": "",
}

func does(program string) map[string]string {
	return map[string]string{"ACT": "perform: |\n      " + strings.ReplaceAll(program, "\n", "\n      ")}
}

func and(with map[string]string, more ...string) map[string]string {
	if with == nil {
		with = map[string]string{}
	}
	for i := 0; i < len(more); i += 2 {
		with[more[i]] = more[i+1]
	}
	return with
}

func check(t *testing.T, cases []reached) {
	t.Helper()
	for _, c := range cases {
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) {
			e := inCamp(t, c.with)
			f := facts.Of(e)
			for claimed := range strings.SplitSeq(c.holds, "; ") {
				if (claimed == "moves" || claimed == "still") && f.Moves() == (claimed == "moves") {
					continue
				}
				if !claim(t, e, f, claimed) {
					t.Errorf("%s: not so", claimed)
				}
			}
			if !strings.Contains(c.name, "can't be worked out") { // where the run stops
				play(t, e, f)
			}
		})
	}
}

func inCamp(t *testing.T, with map[string]string) *program.Encounter {
	t.Helper()
	e, diags := lang.LoadEncounter("e.yaml", lang.Options{Files: campFiles(with)})
	if e == nil || diags.HasErrors() {
		t.Fatal(diags.Err())
	}
	return e
}

// campFiles are the ruleset and the encounter, with what a case says in its place.
func campFiles(with map[string]string) fstest.MapFS {
	var list []string
	for word, text := range otherwise {
		if own, ok := with[word]; ok {
			text = own
		}
		list = append(list, word, text)
	}
	fill := strings.NewReplacer(list...)
	return fstest.MapFS{"game.yaml": {Data: []byte(fill.Replace(camp))}, "e.yaml": {Data: []byte(fill.Replace(camped))}}
}

// pair is a proc that gives two values.
const pair = "pair: {params: {who: creature}, gives: {a: number, b: number}, do: 'stop with a = 1, b = who.gift'}"

// TestWays: every way through a program is looked at that may be taken, and no other; what a
// local is after it is what it may be on one of them.
func TestWays(t *testing.T) {
	check(t, []reached{
		{"a local", does("let n = self.two\nself.f = n"), "ann.f in 0 2 3; bob.f stays"},
		{"set on one way", does("let n = 1\nif self.hp > 3 { n = 2 }\nself.f = n"), "ann.f in 0 1 2"},
		{"set on both ways", does("let n = 1\nif self.hp > 3 { n = 2 } else { n = 3 }\nself.f = n"), "ann.f in 0 2 3"},
		{"set on the only way", does("let n = 1\nif self.gift > 1 { n = 2 } else { n = 3 }\nself.f = n"), "ann.f in 0 2"},
		{"set on the other way", does("let n = 1\nif self.gift > 2 { n = 2 } else { n = 3 }\nself.f = n"), "ann.f in 0 3"},
		{"a way that stops", does("let n = 1\nif self.hp > 3 {\n  n = 2\n  stop\n}\nself.f = n"), "ann.f in 0 1"},
		{"the other way stops", does("let n = 1\nif self.hp > 3 { n = 2 } else {\n  n = 3\n  stop\n}\nself.f = n"), "ann.f in 0 2"},
		{"both ways stop", does("if self.hp > 3 { stop } else { stop }\nself.f = 1"), "ann.f stays; ann.f = 0"},
		{"thrown dice", does("let n = 1\nroll n = 1d6\nself.f = n"), "ann.f varies; ann.f is written"},
		{"later", does("let n = 1\nafterwards {\n  self.f = n\n  n = 2\n}\nself.g = n"), "ann.f in 0 1; ann.g in 0 1"},
		{"behind what stops later", does("afterwards { stop }\nself.f = 1"), "ann.f in 0 1"},
		{"a loop counts", does("let n = 1\nfor c in everyone { n = n + 1 }\nself.f = n"), "ann.f varies"},
		{"a loop reads what it sets", does("let n = 1\nfor c in everyone {\n  self.f = n\n  n = 2\n}"), "ann.f varies"},
		{"a loop reads what a call sets", does("let n = 1\nfor c in everyone {\n  self.f = n\n  roll n = 1d4\n}"), "ann.f varies"},
		{"a loop reads what it doesn't set", does("let n = 1\nfor c in everyone { self.f = n }"), "ann.f in 0 1"},
		{"a loop over some", does("for c in filter(everyone, .id == 2) { c.f = 1 }"), "ann.f stays; bob.f in 0 1"},
		{"a loop over those for whom it holds", does("for c in everyone where c.id == 2 { c.f = 1 }"), "ann.f stays; bob.f in 0 1"},
		{"a loop over those for whom it never holds", does("for c in everyone where c.id > 2 { self.f = 1 }"), "ann.f stays"},
		{"a loop over nobody", does("for c in filter(everyone, .id > 2) { self.f = 1 }\nself.g = 1"), "ann.f stays; ann.g in 0 1"},
		{"a loop over numbers", does("for n in [3, self.two] { self.f = n }"), "ann.f in 0 2 3"},
		{"a loop that stops", does("for c in everyone { stop }\nself.f = 1"), "ann.f in 0 1"},
		{"what a loop goes over is over with it", does("let n = 1\nfor c in everyone where c.id == 2 { n = c.id }\nself.f = n"), "ann.f varies"},
		{"a proc", does("lift(self, self.two)"), "ann.g in 0 2 3; bob.g stays"},
		{"a proc for another", does("lift(first(foes(self)), 3)"), "bob.g in 0 3; ann.g stays"},
		{"a proc for nothing", does("lift(self, self.gift)"), "ann.g stays"},
		{"what a proc gives", and(does("let n = 1\nn = pair(self).b\nself.f = n"), "PROCS", pair), "ann.f varies; ann.f is written"},
		{"what a proc gives in the place of other locals", and(does("if self.gift == 2 {\n  let n = 5\n  let m = 5\n  self.g = n + m\n}\nlet p = pair(self)\nself.f = p.b"), "PROCS", pair), "ann.f varies; ann.g in 0 10"},
		{"a loop reads what a proc gives", and(does("let n = 1\nfor c in everyone {\n  self.f = n\n  n = pair(c).b\n}"), "PROCS", pair), "ann.f varies"},
		{"a roll against a number", does("roll r = 1d6 against 4\nif r.success { self.f = 1 }\nself.g = r"), "ann.f in 0 1; ann.g varies"},
		{"what a roll comes to in the place of other locals", does("if self.gift == 2 {\n  let k = 0\n  let l = 0\n  let m = 0\n  let n = 0\n  self.g = k + l + m + n\n}\nroll r = 1d6 against 1\nif r.success { self.f = 1 }"), "ann.f in 0 1"},
		{"a roll held against a number later", does("roll r = 1d6\nlet o = r against 4\nif o.success { self.f = 1 } else { self.f = 2 }"), "ann.f in 0 1 2"},
		{"a loop reads what a roll against a number comes to", does("roll r = 1d6 against 1\nfor c in everyone {\n  if not r.success { self.f = 1 }\n  roll r = 1d6 against 6\n}"), "ann.f in 0 1"},
		{"a card", and(does("let t = saw\ndraw t from fate by self\nif t != none { self.f = t.power }"), "SPACE", "decks: {fate: {cards: tools}}"), "ann.f in 0 2 3"},
		{"a loop reads what it draws", and(does("let t = saw\nfor c in everyone {\n  if t != none { self.f = t.power }\n  draw t from fate by self\n}"), "SPACE", "decks: {fate: {cards: tools}}"), "ann.f in 0 2 3"},
		{"cards that go back", and(does("draw t from fate by self\nif t != none {\n  discard t to fate\n  shuffle fate\n}\nself.f = 1"), "SPACE", "decks: {fate: {cards: tools}}"), "ann.f in 0 1"},
		{"a loop reads what it chooses", does("let t = saw\nfor c in everyone {\n  self.f = t.power\n  choose t from tools default axe\n}"), "ann.f in 0 2 3"},
		{"a loop whose test holds at once", does("let n = self.gift\nwhile n > 1 { n = n - 1 }\nself.f = n"), "ann.f varies"},
		{"a loop whose test fails at once", does("let n = self.gift\nwhile n > 2 { n = n - 1 }\nself.f = n"), "ann.f in 0 2"},
		{"a proc called twice", does("lift(self, 3)\nlift(first(foes(self)), 4)"), "ann.g in 0 3 4; bob.g in 0 3 4"}, // one run for all who call it
	})
}

// TestAssignments: whose field is written, and what it may be by that.
func TestAssignments(t *testing.T) {
	check(t, []reached{
		{"how many foes there are", does("self.f = count(foes(self))"), "ann.f varies"},
		{"how many foes there are if nobody goes out", and(does("self.f = count(foes(self))\nself.g = if(is_out(self), 3, 4)"), "OUT", ""), "ann.f in 0 1; ann.g in 0 4"},
		{"what it is anyway", does("self.f = 0"), "ann.f = 0; ann.f is written"},
		{"nothing added", does("self.f += self.gift - 2"), "ann.f stays"},
		{"nothing taken", does("self.f -= self.gift - 2"), "ann.f stays"},
		{"something added", does("self.f += self.gift - 1"), "ann.f varies; ann.f is written"},
		{"perhaps nothing added", does("self.f += self.two - 2"), "ann.f varies; ann.f is written"},
		{"what can't be worked out", does("self.f = 1 / (self.gift - 2)"), "ann.f stays"},
		{"added what can't be worked out", does("self.f += 1 / (self.gift - 2)"), "ann.f stays"},
		{"unknown", does("self.f = self.hp"), "ann.f varies"},
		{"somebody else's", does("let c = first(foes(self))\nc.f = 1"), "bob.f in 0 1; ann.f stays"},
		{"a friend's", does("let c = self.friend\nif c != none { c.f = 1 }"), "bob.f in 0 1; ann.f stays"},
		{"anybody's", does("let c = find(everyone, .hp > 5)\nif c != none { c.f = c.id }"), "ann.f in 0 1 2; bob.f in 0 1 2"},
		{"a list", does("self.many = [saw]"), "ann.many is written; bob.many stays"},
		{"a member of a set", does("self.some += saw"), "ann.some is written; bob.some stays"},
		{"a member of a family", does("self.per[axe] = 4"), "ann.per[0] = 0; ann.per[1] in 0 4; ann.per is written"},
		{"some member of a family", does("self.per[find(tools, .power == self.two)] = 4"), "ann.per[0] in 0 4; ann.per[1] in 0 4"},
		{"a member that can't be worked out", does("self.per[if(1 / (self.gift - 2) > 0, saw, axe)] = 4"), "ann.per stays"},
		{"a thing's", does("for c in crates { c.weight = 1 }"), "box.weight in 1 5; box.weight is written"},
		{"two steps", does("if self.hp > 2 { self.f = 1 }\nself.g = self.f + 1"), "ann.f in 0 1; ann.g in 0 1 2"},
		// With the one that it began with these are six numbers, and then seven.
		{"six numbers", does("for n in 1..5 { self.f = n }"), "ann.f in 0 1 2 3 4 5"},
		{"seven numbers", does("for n in 1..6 { self.f = n }"), "ann.f varies"},
		// A pool is cut off at its bounds, whatever it is set to.
		{"a pool set", does("self.pool = 2"), "ann.pool in 2 3; bob.pool = 3; bob.pool stays"},
		{"a pool set too high", does("self.pool = 8"), "ann.pool = 3; ann.pool is written"},
		{"a pool set too low", does("self.pool = 0 - 8"), "ann.pool in 0 3"},
		{"a pool set below its minimum", does("self.low = 1"), "ann.low in 2 5"},
		{"a pool without maximum", does("self.free = 70"), "ann.free in 0 70"},
		{"a pool whose maximum changes", does("self.odd = 5"), "ann.odd in 1 2 3"},
		{"a stack", does("self.whole -= 1"), "ann.part is written; ann.rest is written; ann.whole is written; bob.part stays; bob.whole stays; ann.whole varies; ann.pool stays"},
		{"a part of a stack", does("self.part -= 1"), "ann.part is written; ann.rest stays; ann.whole is written; ann.whole varies"},
		{"members cut off at bounds of their own", and(does("for t in tools { self.own[t] = 9 }"), "FIELDS", "own: {type: pool, per: tool, start: 1, max: '2 + if(each == axe, 1, 0)'}"), "ann.own[0] in 1 2; ann.own[1] in 1 3"},
		{"members reset to values of their own", and(does("announce creak of self"), "FIELDS", "own: {type: pool, per: tool, start: 1, max: 9, resets: {creak: '2 + if(each == axe, 1, 0)'}}"), "ann.own[0] in 1 2; ann.own[1] in 1 3"},
		{"members reset to their own starts", and(does("announce creak of self"), "FIELDS", "own: {type: pool, per: tool, start: 'if(each == axe, 1, 0)', max: 9, resets: {creak: }}", "ANN", "own: 5"), "ann.own[0] in 0 5; ann.own[1] in 1 5"},
		{"a pool of a family", does("self.stock[saw] = 1"), "ann.stock[0] in 1 4; ann.stock[1] = 4"},
	})
}

// TestBeginnings: what fields begin with, by themselves and by what the encounter says.
func TestBeginnings(t *testing.T) {
	check(t, []reached{
		{"as declared", nil, "ann.pool = 3; ann.up = 0; ann.free = 0; ann.low = 5; ann.odd = 1; ann.upper = 4; ann.whole = 8; ann.stock[0] = 4; ann.stock[1] = 4; ann.again = 5; ann.per[1] = 0; box.weight = 5; ann.f = 0; ann.tools stays"},
		{"as given", map[string]string{"ANN": "f: 3, pool: 1, up: 2"}, "ann.f = 3; bob.f = 0; ann.pool = 1; bob.pool = 3; ann.up = 2"},
		{"parts of a stack", map[string]string{"ANN": "part: 1"}, "ann.whole = 5; bob.whole = 8"},
		{"one member", map[string]string{"ANN": "per: {axe: 2}"}, "ann.per[0] = 0; ann.per[1] = 2"},
		{"all members", map[string]string{"ANN": "per: 4"}, "ann.per[0] = 4; ann.per[1] = 4"},
		{"one pool of a family", map[string]string{"ANN": "stock: {axe: 2}"}, "ann.stock[0] = 4; ann.stock[1] = 2"},
		{"all pools of a family", map[string]string{"ANN": "stock: 1"}, "ann.stock[0] = 1; ann.stock[1] = 1"},
		{"a family that starts differently", map[string]string{"FIELDS": "own: {type: pool, per: tool, max: 9, start: '2 + if(each == axe, 1, 0)'}", "ANN": "own: {saw: 7}"}, "ann.own[0] = 7; ann.own[1] = 3; bob.own[0] = 2; bob.own[1] = 3"},
		{"a family up to other bounds", map[string]string{"FIELDS": "own: {type: pool, per: tool, max: '2 + if(each == axe, 1, 0)'}"}, "ann.own[0] = 2; ann.own[1] = 3"},
		{"a default of each member", map[string]string{"FIELDS": "own: {type: number, per: tool, default: 'self.gift + if(each == axe, 1, 0)'}", "ANN": "own: {saw: 7}"}, "ann.own[0] = 7; ann.own[1] = 3; bob.own[0] = 2; bob.own[1] = 3"},
		{"no such member", nil, "ann.per[2] varies; ann.stock[2] varies; ann.f[1] varies"},
		{"dice", map[string]string{"FIELDS": "toss: {type: dice, default: 1d6}"}, "ann.toss varies; ann.toss stays"},
		{"a list", map[string]string{"FIELDS": "nums: {type: list of number, default: [1]}"}, "ann.nums varies; ann.nums stays"},
		// While pools are filled nobody knows who is out, or has a condition that follows from them.
		{"a pool that asks who is out", map[string]string{"FIELDS": "own: {type: pool, max: 9, start: 'if(is_out(self), 1, 2)'}"}, "ann.own in 1 2; ann.own stays"},
		{"a pool that asks who is there", map[string]string{"FIELDS": "own: {type: pool, max: 9, start: 'count(foes(self))'}"}, "ann.own varies"},
		{"a pool that asks who there may be", map[string]string{"FIELDS": "own: {type: pool, max: 9, start: 'if(any(foes(self), .id > 2), 1, 2)'}"}, "ann.own = 2"},
		{"a pool that asks what she had", map[string]string{"FIELDS": "own: {type: pool, max: 9, start: 'if(ever(self, mark), 1, 2)'}"}, "ann.own in 1 2"},
		{"a pool that asks what follows", map[string]string{"FIELDS": "own: {type: pool, max: 9, start: 'if(weak(self), 1, 2)'}", "CONDITIONS": "weak: {while: self.gift > 5}"}, "ann.own in 1 2; ann never has weak"},
		{"a pool that asks what follows from that", map[string]string{"FIELDS": "own: {type: pool, max: 9, start: 'if(mark(self), 1, 2)'}", "CONDITIONS": "weak: {while: self.gift > 5, implies: [mark]}"}, "ann.own in 1 2; ann never has mark"},
		{"a pool that asks what it may be given", map[string]string{"FIELDS": "own: {type: pool, max: 9, start: 'if(mark(self), 1, 2)'}", "ANN": "conditions: [mark]"}, "ann may have mark; bob.own = 2"},
		{"a pool that asks a quantity", map[string]string{"FIELDS": "own: {type: pool, max: 9, start: sum1(self)}", "QUANTITIES": "quantities:\n  sum1: {of: {who: creature}, channels: {more: sum}, value: who.gift + more}", "CONDITIONS": "weak: {while: self.gift > 5, modifies: [{to: sum1, more: 1}]}"}, "ann.own varies"},
		{"a pool that asks a quantity for nothing", map[string]string{"FIELDS": "own: {type: pool, max: 9, start: sum1(self)}", "QUANTITIES": "quantities:\n  sum1: {of: {who: creature}, channels: {more: sum}, value: who.gift + more}", "CONDITIONS": "weak: {modifies: [{to: sum1, more: 1}]}"}, "ann.own = 2"},
		{"a pool that asks a quantity whose value asks what follows", map[string]string{"FIELDS": "own: {type: pool, max: 9, start: sum1(self)}", "QUANTITIES": "quantities:\n  sum1: {of: {who: creature}, value: 'who.gift + if(weak(who), 1, 0)'}", "CONDITIONS": "weak: {while: self.gift > 5}"}, "ann.own in 2 3; ann never has weak"},
		{"a pool that asks a formula that asks what follows", map[string]string{"FIELDS": "own: {type: pool, max: 9, start: self.calc(self)}\n      calc: {type: formula number(self creature), default: 'if(weak(self), 1, 2)'}", "CONDITIONS": "weak: {while: self.gift > 5}"}, "ann.own in 1 2; ann never has weak"},
		{"a pool that asks a quantity that asks what follows", map[string]string{"FIELDS": "own: {type: pool, max: 9, start: sum1(self)}\n      next: {type: pool, max: 4}", "QUANTITIES": "quantities:\n  sum1: {of: {who: creature}, channels: {more: sum}, value: who.gift + more}", "CONDITIONS": "weak: {while: self.next < 1}", "RULES": "weighs: {modifies: [{to: sum1, more: 'if(weak(who), 1, 0)'}]}"}, "ann.own in 2 3; ann.own stays; ann never has weak"},
		{"a pool that is read before it is filled", map[string]string{"FIELDS": "own: {type: pool, max: 9, start: self.next}\n      next: {type: pool, max: 4}"}, "ann.own varies; ann.next = 4"},
		{"a pool that is given before it is read", map[string]string{"FIELDS": "own: {type: pool, max: 9, start: self.next}\n      next: {type: pool, max: 4}", "ANN": "next: 3"}, "ann.own = 3; bob.own varies"},
		{"a pool that starts at another field", map[string]string{"FIELDS": "own: {type: pool, max: 9, start: self.id + self.gift}"}, "ann.own = 3; bob.own = 4"},
	})
}

// TestVerbs: what the other statements of programs bring about.
func TestVerbs(t *testing.T) {
	listens := func(with map[string]string, rule string) map[string]string { return and(with, "RULES", "heard: "+rule) }
	check(t, []reached{
		{"announce", does("announce creak of self"), "may be announced creak; never announced bang; never cry; ann.g stays"},
		{"announce for", does("announce creak of self for self"), "ann may cry; bob never cry; ann.g in 0 7"},
		{"announce for those who have no tactic", does("announce creak of self for foes(self)"), "never cry; ann.g stays"},
		{"announce for a list", does("announce creak of self for everyone"), "ann may cry; bob never cry"},
		{"announce what asks her foes", and(does("announce clang"), "EVENTS", "clang: {asks: foes(first(everyone))}", "CHOICES", "clang: [{do: pass}]"), "may be announced clang; alive 0; dead 2"},
		{"announce what asks her", and(does("announce clang"), "EVENTS", "clang: {asks: first(everyone)}", "CHOICES", "clang: [{do: pass}]"), "alive 2; dead 1"},
		{"announce what asks nobody knows whom", and(does("announce bang of self"), "CHOICES", "bang: [{do: pass}]"), "may be announced bang; alive 2; dead 1"},
		{"a rule on it", listens(does("announce creak of self"), "{on: creak, do: self.g = self.id}"), "runs heard; ann.g in 0 1; bob.g in 0 2"},
		{"a rule on it that never holds", listens(does("announce creak of self"), "{on: creak, if: self.id > 1, do: self.g = self.id}"), "runs heard; ann.g stays; bob.g in 0 2"},
		{"a rule on it that holds for nobody", listens(does("announce creak of self"), "{on: creak, if: self.id > 2, do: self.g = 1}"), "never runs heard; ann.g stays"},
		{"a rule on something else", listens(does("announce creak of self\nif self.gift > 2 { announce bang of self }"), "{on: bang, do: self.g = 1}"), "never runs heard; ann.g stays"},
		{"a rule of the scene", listens(does("announce creak of self"), "{for: scene, on: creak, do: 'for c in everyone { c.g = 1 }'}"), "runs heard; ann.g in 0 1"},
		{"a rule of crates", listens(does("announce creak of self"), "{for: crate, on: creak, do: self.weight = 1}"), "runs heard; box.weight in 1 5"},
		{"a reset", does("announce creak of self"), "ann.again in 5 6; ann.anew = 5; ann.again is written; ann.anew is written; bob.again is written; ann.pool stays"},
		{"no reset", nil, "ann.again = 5; ann.again stays; ann.anew stays"},
		{"apply", does("apply mark to self"), "may be applied mark; ann may have mark; bob never has mark; never applied plain"},
		{"apply to another", does("apply mark to first(foes(self))"), "ann never has mark; bob may have mark"},
		{"apply to a friend", does("if self.friend != none { apply mark to self.friend }"), "ann never has mark; bob may have mark"},
		{"apply a value", does("let k = if(self.gift > 2, conditions.mark, conditions.plain)\napply k to self"), "never applied mark; ann may have plain; bob never has plain"},
		{"schedule", does("schedule storm of self at now + 1"), "comes up storm; ann.g in 0 1; bob.g stays"},
		{"schedule another's", does("schedule storm of first(foes(self)) at now + 1"), "comes up storm; bob.g in 0 2; ann.g stays"},
		{"what the encounter puts on the agenda", map[string]string{"SETUP": "entries: [{is: turn, of: ann, at: [1]}, {is: turn, of: bob, at: [1]}, {is: storm, of: bob, at: [2]}]"}, "comes up storm; bob.g in 0 2; ann.g stays; may act"},
		{"what an entry begins and ends with", listens(does("schedule storm of self at now + 1"), "{on: [start of storm, end of storm], do: self.f = 1}"), "runs heard; ann.f in 0 1; bob.f in 0 1"},
		{"an entry that nobody schedules", listens(nil, "{on: [start of storm, end of storm], do: self.f = 1}"), "never comes up storm; never runs heard"},
		{"an entry that requires what isn't", and(does("schedule calm of self at now + 1"), "ENTRIES", "calm: {requires: {self.id > 1: not now}, do: self.g = 1}"), "never comes up calm; ann.g stays"},
		{"an entry that requires what is", and(does("schedule calm of self at now + 1"), "ENTRIES", "calm: {requires: {self.id == 1: not now}, do: self.g = 1}"), "comes up calm; ann.g in 0 1"},
		{"an entry in two stages", and(does("schedule calm of self at now + 1"), "ENTRIES", "calm: {declare: let n = self.id + 1, do: self.g = n}"), "comes up calm; ann.g is written"},
		{"an entry whose first stage acts", and(does("schedule calm of self at now + 1"), "ENTRIES", "calm: {declare: self.f = 2, do: self.g = 3}"), "ann.f in 0 2; ann.g in 0 3; bob.f stays"},
		{"an entry whose first stage stops", and(does("schedule calm of self at now + 1"), "ENTRIES", "calm: {declare: stop, do: self.g = 3}"), "ann.g in 0 3"},
		{"pay", does("if self.pool > 0 { pay pool 1 }"), "ann.pool is written; ann.pool varies; bob.pool stays"},
		{"pay nothing", does("pay pool self.gift - 2"), "ann.pool stays; ann.pool = 3"},
		{"pay from another", does("if first(foes(self)).pool > 0 { pay pool 1 from first(foes(self)) }"), "ann.pool stays; bob.pool is written"},
		{"pay what may be met otherwise", and(does("pay spent 1"), "CHOICES", "pay: [{value: 1}]"), "ann.spent is written; ann.part is written; ann.rest stays; bob.part stays; alive 2"},
		{"pay what can't be met otherwise", and(does("if self.pool > 0 { pay pool 1 }"), "CHOICES", "pay: [{value: 1}]"), "ann.part stays; dead 2"},
		{"perform", does("perform dig"), "may dig; ann may dig; bob never dig; ann.g in 0 5; bob.g stays"},
		{"perform by another", does("perform dig by first(foes(self))"), "bob may dig; ann never dig; bob.g in 0 5; ann.g stays"},
		{"perform with", does("perform dig with n = self.two"), "ann.g in 0 2 3"},
		{"perform on", does("perform dig on 4"), "ann.g in 0 4"},
		{"schedule for nobody", and(nil, "SETUP", "setup: schedule gust at 2", "ENTRIES", "gust: {do: 'if self != none { self.g = 1 }'}"), "comes up gust; ann.g stays; bob.g stays"},
		// Of whom an event is isn't known; neither is what a value performs that isn't understood.
		{"apply to whom it is about", listens(does("announce creak of self"), "{on: creak of self, do: apply mark to event.of}"), "ann may have mark; bob may have mark"},
		{"write whom it is about", listens(does("announce creak of self"), "{on: creak of self, do: event.of.f = 1}"), "ann.f in 0 1; bob.f in 0 1; box.weight stays"},
		{"schedule for whom it is about", listens(does("announce creak of self"), "{on: creak of self, do: schedule storm of event.of at now + 1}"), "comes up storm; ann.g in 0 1; bob.g in 0 2"},
		{"choose by whom it is about", and(listens(does("announce creak of self"), "{on: creak of self, do: choose t from tools by event.of default saw}"), "CHOICES", "t: [{value: axe}]"), "alive 2"},
		{"announce of whom it is about", listens(does("announce creak of self"), "{on: creak of self, do: 'if self.f > 5 { announce bang of event.of }'}"), "runs heard; never announced bang"},
		{"perform one of two", does("let d = if(self.hp > 3, dig, none)\nif d != none { perform d }"), "ann may dig; bob never dig"},
		{"choose what can be done", does("choose a from can_do(self, creak)\nif a != none { perform a }"), "alive 1; ann may cry; bob never cry; ann.g in 0 7"},
		{"choose what another can do", does("choose a from can_do(first(foes(self)), creak) by self\nif a != none { perform a }"), "alive 1; bob may cry; ann never cry; bob.g in 0 7; ann.g stays"},
		{"a rule of a tool of hers", and(does("announce creak of self"), "TOOLS", "spade: {use: stop, worth: 1, rules: {heard: {on: creak, do: self.f = 1}}}", "FIELDS", "gear: {type: list of tool, default: []}", "ANN", "gear: [spade]"), "runs heard; ann.f in 0 1; bob.f stays"},
		{"a rule of a tool that she may take", and(does("self.gear = [spade]\nannounce creak of self"), "TOOLS", "spade: {use: stop, worth: 1, rules: {heard: {on: creak, do: self.f = 1}}}", "FIELDS", "gear: {type: list of tool, default: []}"), "runs heard; ann.f in 0 1; bob.f stays"},
		{"a rule of a tool of nobody's", and(does("announce creak of self"), "TOOLS", "spade: {use: stop, worth: 1, rules: {heard: {on: creak, do: self.f = 1}}}"), "never runs heard; ann.f stays"},
		{"a rule of a crate that somebody may take", and(does("announce creak of self"), "CRATES", "chest: {worth: 1, rules: {heard: {on: creak, do: 'for c in everyone { c.f = c.id }'}}}", "THINGS", "chest: {is: chest}"), "runs heard; ann.f in 0 1 2; bob.f in 0 1 2"},
		{"a rule of a crate that isn't there", and(does("announce creak of self"), "CRATES", "chest: {worth: 1, rules: {heard: {on: creak, do: self.f = 1}}}"), "never runs heard; ann.f stays"},
		{"use what a tool says", does("saw.use(self)"), "ann.sawn in 0 1; ann.axed stays; bob.sawn stays"},
		{"use what her tools say", does("first(self.tools).use(self)"), "ann.sawn in 0 1; ann.axed stays"},
		{"use what some tool says", does("find(tools, .power == self.two).use(self)"), "ann.sawn in 0 1; ann.axed in 0 1; bob.axed stays"},
		{"starts and ends of actions", listens(nil, "{on: [start of action of self, end of action of self], do: self.g = 2}"), "runs heard; ann.g in 0 2"},
		{"no action", and(listens(nil, "{on: [start of action of self, end of action of self], do: self.g = 2}"), "LINE", "if: self.gift > 2"), "never runs heard; never act; ann.g stays"},
		{"the end", listens(nil, "{for: scene, on: end of encounter, do: 'for c in everyone { c.g = 3 }'}"), "runs heard; ann.g in 0 3"},
		{"nobody moves", and(listens(nil, "{on: anyone moves, do: self.g = 3}"), "SPACE", "space: {grid: square}", "ANN", "place: [2, 2]"), "never runs heard; ann.g stays; still"},
		{"somebody moves", and(listens(does("move self to place(3, 3)"), "{on: anyone moves, do: self.g = 3}"), "SPACE", "space: {grid: square}", "ANN", "place: [2, 2]"), "runs heard; ann.g in 0 3; moves"},
		{"somebody is handed something", does("first(crates).carrier = self"), "moves; ann.g stays"},
		{"it rises", listens(does("self.f = 1"), "{on: self.f rises, do: self.g = 3}"), "runs heard; ann.g in 0 3"},
		{"it never changes", listens(does("self.f += 0"), "{on: [self.f rises, self.f falls, self.f changes], do: self.g = 3}"), "never runs heard; ann.g stays"},
		{"a part of a stack falls", listens(does("self.rest -= 1"), "{on: self.whole falls, do: self.g = 3}"), "runs heard"},
		{"no part of a stack falls", listens(nil, "{on: self.whole falls, do: self.g = 3}"), "never runs heard"},
		{"she becomes it", listens(does("apply mark to self"), "{on: self becomes mark, do: self.g = 3}"), "runs heard"},
		{"nobody loses it", listens(does("apply plain to self"), "{on: [self loses mark, self becomes mark], do: self.g = 3}"), "never runs heard"},
		{"a die", listens(does("roll luck = 1d6"), "{on: self rolls luck, do: self.g = 3}"), "runs heard"},
		{"a condition's beginning", and(does("apply held to self"), "CONDITIONS", "held: {rules: {heard: {on: begins, do: self.g = 3}}}"), "runs heard; ann.g in 0 3; bob.g stays"},
		{"a condition's end", and(does("apply held to self"), "CONDITIONS", "held: {until: now + 1, rules: {heard: {on: ends, do: self.g = 3}}}"), "runs heard; ann.g in 0 3; bob.g stays"},
		{"a condition that nobody gets", and(nil, "CONDITIONS", "held: {rules: {heard: {on: [begins, ends], do: self.g = 3}}}"), "never runs heard; never applied held"},
		{"a condition that a condition implies", and(does("apply held to self"), "CONDITIONS", "held: {implies: [kept]}\n  kept: {implies: [mark]}"), "ann may have kept; ann may have mark; bob never has mark; never applied mark"},
		{"a derived condition that implies another", and(does("self.f = 2"), "CONDITIONS", "held: {while: self.f > 1, implies: [mark]}"), "ann may have held; ann may have mark; bob never has held; bob never has mark"},
		{"a derived condition of crates", and(nil, "CONDITIONS", "held: {affects: crate, while: self.weight > 4}"), "box may have held; ann never has held"},
		{"a condition given", map[string]string{"ANN": "conditions: [mark]"}, "may be applied mark; ann may have mark; bob never has mark"},
		{"the setup", map[string]string{"SETUP": "setup: for c in everyone where c.id == 2 { c.f = 3 }"}, "bob.f in 0 3; ann.f stays"},
	})
}

// TestChoices: what may come of a choice, and which lines of tactics are asked for one.
func TestChoices(t *testing.T) {
	check(t, []reached{
		// Who passes leaves it at none, whose power nobody can read; but the default has one.
		{"from all", does("choose t from tools default axe\nself.f = t.power"), "ann.f in 0 2 3"},
		{"from some", does("choose t from tools where each.power > 2 default axe\nself.f = t.power"), "ann.f in 0 3"},
		{"from hers", does("choose t from self.tools default axe\nself.f = t.power"), "ann.f in 0 2 3"},
		{"from hers alone", does("choose t from self.tools default saw\nself.f = t.power"), "ann.f in 0 2"},
		{"several", does("choose some t from tools where each.power > 2 default [axe]\nif saw in t { self.f = 1 }"), "ann.f in 0 1"},
		{"several of some", and(does("choose some t from tools where each.power > 2\nif saw in t { self.f = 1 }\nif axe in t { self.g = 1 }"), "CHOICES", "t: [{value: '[axe]'}]"), "alive 2; ann.f stays; ann.g in 0 1"},
		{"several of none", and(does("choose some t from tools where each.power > 3\nfor x in t { self.f = 1 }"), "CHOICES", "t: [{value: '[axe]'}]"), "dead 2; ann.f stays"},
		{"from many", does("choose n from 1..60 default 2\nself.f = n"), "ann.f varies"},
		{"a line for it", and(does("choose t from tools default saw"), "CHOICES", "t: [{value: axe}]"), "alive 2"},
		{"a line that never holds", and(does("choose t from tools default saw"), "CHOICES", "t: [{if: self.gift > 2, value: axe}, {value: saw}]"), "dead 2; alive 3"},
		{"a line that holds for her alone", and(does("choose t from tools default saw"), "CHOICES", "t: [{if: self.id == 1, value: axe}, {if: self.id == 2, value: saw}]"), "alive 2; dead 3"},
		{"a line for what isn't asked", and(does("if self.gift > 2 { choose t from tools default saw }"), "CHOICES", "t: [{value: axe}]"), "dead 2"},
		{"a line for what is asked of another", and(does("choose t from tools by first(foes(self)) default saw"), "CHOICES", "t: [{value: axe}]"), "dead 2"},
		{"a line for what chance decides", and(does("choose t from tools by chance default saw"), "CHOICES", "t: [{value: axe}]"), "dead 2"},
		{"a line where nothing can be chosen", and(does("choose t from tools where each.power > 9 default saw"), "CHOICES", "t: [{value: axe}]"), "dead 2"},
		{"a line for the parameter of an action", and(does("perform delve\nif self.gift > 2 { choose t from tools default saw }"), "CHOICES", "t: [{value: axe}]"), "alive 2; ann.g in 0 2 3"},
		{"a line for the parameter of an action that nobody does", and(does("if self.gift > 2 {\n  perform delve\n  choose t from tools default saw\n}"), "CHOICES", "t: [{value: axe}]"), "dead 2; ann.g = 0"},
	})
}

// TestActions: whether an action can be done, and what its parameters may be.
func TestActions(t *testing.T) {
	act := func(text string) map[string]string {
		return map[string]string{"ACT": strings.ReplaceAll(text, "\n", "\n    ")}
	}
	check(t, []reached{
		{"one of hers", act("params: {t: one of self.tools}\nperform: self.f = t.power"), "ann may act; ann.f in 0 2; alive 0"},
		{"one of all", act("params: {t: one of tools}\nperform: self.f = t.power"), "ann.f in 0 2 3"},
		{"one of some", act("params: {t: {is: one of tools, where: each.power > 2}}\nperform: self.f = t.power"), "ann.f in 0 3"},
		{"one of none", act("params: {t: {is: one of tools, where: each.power > 9}}\nperform: self.f = t.power"), "never act; dead 0; ann.f stays"},
		{"any tool", act("params: {t: tool}\nperform: self.f = t.power"), "ann.f in 0 2 3"},
		{"any of some", act("params: {t: {is: tool, where: each.power > 2}}\nperform: self.f = t.power"), "ann.f in 0 3"},
		{"any of none", act("params: {t: {is: tool, where: each.power > 9}}\nperform: self.f = t.power"), "never act; dead 0; ann.f stays"},
		{"any truth", act("params: {t: bool}\nperform: if t { self.f = 1 } else { self.g = 1 }"), "ann.f in 0 1; ann.g in 0 1"},
		{"several", act("params: {t: some of tools}\nperform: for x in t { self.f = x.power }"), "ann.f in 0 2 3"},
		{"several of some", act("params: {t: {is: some of tools, where: each.power > 2}}\nperform: for x in t { self.f = x.power }"), "ann.f in 0 3"},
		{"a step", act("params: {s: {is: size, where: each > small}}\nperform: self.f = s.spaces"), "ann.f in 0 3 4"},
		{"a side", act("params: {s: {is: side, where: each != side(self)}}\nperform: if s == side(self) { self.f = 1 } else { self.g = 1 }"), "ann.f stays; ann.g in 0 1"},
		{"a condition", act("params: {k: {is: condition, where: each != plain}}\nperform: apply k to self"), "may be applied mark; never applied plain"},
		{"a manner", act("params: {m: {is: manner, where: each == wild}}\nperform: if m == wild { self.f = 1 } else { self.g = 1 }"), "ann.f in 0 1; ann.g stays"},
		{"any action", act("params: {a: {is: action, where: each == dig}}\nperform: perform a"), "may act; may dig; never delve; never cry; ann.g in 0 5"},
		{"somebody", act("params: {c: creature}\nperform: c.f = c.id"), "ann.f in 0 1 2; bob.f in 0 1 2"},
		{"her if nothing is said", act("params: {c: {is: creature, default: self}}\nperform: c.f = c.id"), "ann.f in 0 1; bob.f stays"},
		{"a number", act("params: {n: 1 to 3}\nperform: self.f = n"), "ann.f varies; ann.f is written"},
		{"one that reads another", act("params: {a: one of tools, b: {is: one of tools, where: each.power > a.power}}\nperform: self.f = b.power"), "ann.f in 0 3"},
		{"one that can't be after another", act("params: {a: one of tools, b: {is: one of self.tools, where: each.power > a.power}}\nperform: self.f = b.power"), "never act; ann.f stays"},
		{"with what is said", and(act("params: {t: one of tools}\nperform: self.f = t.power"), "LINE", "with: {t: axe}"), "ann.f in 0 3; alive 0"},
		{"with what may be hers", and(act("params: {t: one of self.tools}\nperform: self.f = t.power"), "LINE", "with: {t: 'find(tools, .power > self.hp)'}"), "ann may act; ann.f in 0 2"},
		{"with nobody knows what", and(act("params: {n: 'one of [1, 2, 3]'}\nperform: self.f = n"), "LINE", "with: {n: self.hp}"), "ann may act; ann.f in 0 1 2 3"},
		{"with several", and(act("params: {t: some of tools}\nperform: for x in t { self.f = x.power }"), "LINE", "with: {t: '[axe]'}"), "ann may act; ann.f in 0 3"},
		{"with what isn't hers", and(act("params: {t: one of self.tools}\nperform: self.f = t.power"), "LINE", "with: {t: axe}"), "never act; dead 0; ann.f stays"},
		{"with what isn't allowed", and(act("params: {t: {is: tool, where: each.power > 2}}\nperform: self.f = t.power"), "LINE", "with: {t: saw}"), "never act; dead 0; ann.f stays"},
		{"with nobody", and(act("params: {c: creature}\nperform: c.f = 1"), "LINE", "with: {c: 'find(everyone, .id > 2)'}"), "never act; dead 0"},
		{"with perhaps nobody", and(act("params: {c: creature}\nperform: c.f = 1"), "LINE", "with: {c: self.friend}"), "ann may act; bob.f in 0 1; ann.f stays"},
		{"with nought", and(act("params: {n: 0 to 3}\nperform: self.f = n + 1"), "LINE", "with: {n: self.gift - 2}"), "ann may act; ann.f in 0 1"},
		{"the best, of one with a default", and(act("params: {t: {is: one of tools, default: saw}}\nperform: self.f = t.power"), "LINE", "best: t.power"), "ann.f in 0 2 3"},
		{"the best, of none that has one", and(act("params: {t: {is: one of tools, default: saw}}\nperform: self.f = t.power"), "LINE", "best: self.hp"), "ann.f in 0 2"},
		{"it requires what is", act("requires: {self.gift == 2: not now}\nperform: self.f = 1"), "ann may act; ann.f in 0 1"},
		{"it requires what may be", act("requires: {self.hp > 2: not now}\nperform: self.f = 1"), "ann may act"},
		{"it requires what isn't", act("requires: {self.hp > 2: not now, self.gift > 2: neither}\nperform: self.f = 1"), "never act; dead 0; ann.f stays"},
		{"it requires what can't be chosen", act("params: {t: one of tools}\nrequires: {t.power > 3: not now}\nperform: self.f = 1"), "never act; dead 0"},
		{"a cost that can be paid", act("cost: {pool: 3}\nperform: self.f = 1"), "ann may act; ann.pool is written; bob.pool stays"},
		{"a cost that can't be paid", act("cost: {pool: 4}\nperform: self.f = 1"), "never act; dead 0; ann.pool stays"},
		{"one of two costs that can't be paid", act("cost: {low: 1, pool: 4}\nperform: self.f = 1"), "never act; ann.low stays"},
		{"a cost that may be paid", act("cost: {pool: self.two + 1}\nperform: self.f = 1"), "ann may act; ann.pool is written"},
		{"a cost that may not be paid", act("cost: {pool: self.two + 2}\nperform: self.f = 1"), "never act"},
		{"a cost of nothing", act("cost: {pool: self.gift - 2}\nperform: self.f = 1"), "ann may act; ann.pool stays"},
		{"a cost above the minimum", act("cost: {low: 3}\nperform: self.f = 1"), "ann may act; ann.low is written"},
		{"a cost below the minimum", act("cost: {low: 4}\nperform: self.f = 1"), "never act"},
		{"a cost that fills up", act("cost: {up: 3}\nperform: self.f = 1"), "ann may act; ann.up is written"},
		{"a cost that overflows", act("cost: {up: 4}\nperform: self.f = 1"), "never act; ann.up stays"},
		{"a cost that fills up from a minimum", act("cost: {upper: 2}\nperform: self.f = 1"), "ann may act"},
		{"a cost that overflows from a minimum", act("cost: {upper: 3}\nperform: self.f = 1"), "never act"},
		{"a cost for which a rising minimum makes room", and(act("cost: {cap: 1}\nperform: self.f = 1"), "FIELDS", "cap: {type: pool, max: 2, min: self.two + 2, up: true}"), "ann may act"},
		{"a cost for which nothing makes room", and(act("cost: {cap: 2}\nperform: self.f = 1"), "FIELDS", "cap: {type: pool, max: 2, min: self.two + 2, up: true}"), "never act"},
		{"a cost of which nothing is known", act("cost: {pool: self.hp}\nperform: self.f = 1"), "ann may act; ann.pool is written"},
		{"a cost from what nobody knows", act("cost: {hp: 12}\nperform: self.f = 1"), "ann may act"},
		{"a cost without bound", act("cost: {free: 900}\nperform: self.f = 1"), "ann may act; ann.free is written"},
		{"a cost that something else can meet", act("cost: {spent: 5}\nperform: self.f = 1"), "ann may act; ann.spent is written; ann.part is written"},
		{"a cost of one member", act("cost: {\"stock[saw]\": 4}\nperform: self.f = 1"), "ann may act; ann.stock is written"},
		{"too high a cost of one member", act("cost: {\"stock[saw]\": 5}\nperform: self.f = 1"), "never act"},
		{"a cost of the only member that can have as much", and(act("cost: {\"own[axe]\": 3}\nperform: self.f = 1"), "FIELDS", "own: {type: pool, per: tool, max: '2 + if(each == axe, 1, 0)'}"), "ann may act; ann.own is written"},
		{"a cost that no member can meet", and(act("cost: {\"own[axe]\": 4}\nperform: self.f = 1"), "FIELDS", "own: {type: pool, per: tool, max: '2 + if(each == axe, 1, 0)'}"), "never act"},
		{"a cost that no member has room for", and(act("cost: {\"own[axe]\": 4}\nperform: self.f = 1"), "FIELDS", "own: {type: pool, per: tool, up: true, max: '2 + if(each == axe, 1, 0)'}"), "never act"},
		{"what is left of a family", and(act("cost: {\"stock[saw]\": 4}\nperform: self.f = 1"), "ANN", "stock: {saw: 2, axe: 1}"), "never act"},
		{"a running field", act("running: {luck: number}\nperform: |\n  luck = 1\n  self.f = luck"), "ann.f varies"},
		{"how it ends", act("perform: self.f = 1\nended: self.g = 2"), "ann.f in 0 1; ann.g in 0 2; bob.g stays"},
		{"what it is", act("fields: {n: {type: number, default: 6}}\nperform: self.f = it.n\nended: self.g = it.n + 1"), "ann.f in 0 6; ann.g in 0 7"},
	})
}

// TestRecords: which fields of acts and entries programs write. What a record is made with isn't
// meant, and neither is another field beside one that is written.
func TestRecords(t *testing.T) {
	const running = "running: {hit: set of creature, luck: number, wit: number}\n    "
	for _, test := range []struct{ name, act, written string }{
		{"assigned", running + "perform: luck = 1", "luck"},
		{"nothing assigned", running + "perform: self.f = luck", ""},
		{"a set that is added to", running + "perform: hit += self", "hit"},
		{"thrown", running + "perform: roll luck = 1d6", "luck"},
		{"chosen", running + "perform: choose luck from 1 to 3 default 2", "luck"},
		{"of the act under way", running + "perform: mine(self).wit = 1", "wit"},
		{"at the end", running + "perform: luck = 1\n    ended: wit = 1", "luck wit"},
	} {
		t.Run(strings.ReplaceAll(test.name, " ", "_"), func(t *testing.T) {
			e := inCamp(t, map[string]string{"ACT": test.act})
			f := facts.Of(e)
			var written []string
			for _, field := range action(t, e, "act").Running {
				if f.RecordWritten(field) {
					written = append(written, field.Name)
				}
			}
			if got := strings.Join(written, " "); got != test.written {
				t.Errorf("written are %q, not %q", got, test.written)
			}
			play(t, e, f)
		})
	}
	e := inCamp(t, map[string]string{"ENTRIES": "gust: {fields: {n: number, m: number}, do: it.n += 1}", "SETUP": "setup: schedule gust at 2 with m = 4"})
	gust := named(t, e.Program.Time.Entries, func(x *program.Entry) string { return x.Name }, "gust")
	f := facts.Of(e)
	for _, field := range gust.Fields {
		if f.RecordWritten(field) != (field.Name == "n") {
			t.Errorf("%s is written: %v", field.Name, f.RecordWritten(field))
		}
	}
}

// TestDeadActions: of the actions between which a line chooses those are dead that can't be done; a line
// that never holds comes to none of its own.
func TestDeadActions(t *testing.T) {
	e := inCamp(t, map[string]string{"ACT": "requires: {self.gift > 2: not now}\n    perform: stop", "LINE": "if: self.gift > 2}, {do: [act, dig], if: self.hp > 3}, {do: [dig, act], if: self.gift > 2"})
	f := facts.Of(e)
	for i, want := range []string{"dead: act", "alive: dig, not act", "dead: dig act"} {
		rule := e.Things[0].Tactic.Rules[i]
		var done, not []string
		for _, does := range rule.Does {
			if f.DeadAction(0, rule, does) {
				not = append(not, does.Action.Def.Name)
			} else {
				done = append(done, does.Action.Def.Name)
			}
		}
		got := "dead: " + strings.Join(not, " ")
		if !f.Dead(0, rule) {
			got = "alive: " + strings.Join(done, " ") + ", not " + strings.Join(not, " ")
		}
		if got != want {
			t.Errorf("line %d is %s; want %s", i, got, want)
		}
		if !f.DeadAction(1, rule, rule.Does[0]) {
			t.Errorf("line %d isn't bob's", i)
		}
	}
}

// TestGoesOn: an encounter begins as a state says, with the conditions that go on and what stands on the
// agenda for them.
func TestGoesOn(t *testing.T) {
	files := campFiles(map[string]string{"ANN": "f: 1"})
	files["s.yaml"] = &fstest.MapFile{Data: []byte(`rulec: 1
state: before
ruleset: camp
clock: 7
combatants:
  ann:
    f: 3
    pool: 2
    conditions: [{is: mark, entries: [{is: storm, of: ann, at: [2]}]}]
`)}
	e, list := lang.LoadEncounterAfter("e.yaml", "s.yaml", lang.Options{Files: files})
	if e == nil || list.HasErrors() {
		t.Fatal(list.Err())
	}
	f := facts.Of(e)
	for claimed := range strings.SplitSeq("ann.f = 3; bob.f = 0; ann.pool = 2; bob.pool = 3; may be applied mark; ann may have mark; bob never has mark; comes up storm; ann.g in 0 1; bob.g stays; never comes up unused", "; ") {
		if !claim(t, e, f, claimed) {
			t.Errorf("%s: not so", claimed)
		}
	}
	play(t, e, f)
}
