package check

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
)

// world is a small ruleset in which the tests of formulas and programs stand.
// It has two names with several meanings on purpose: grab (an action and a
// condition), low (a step of two scales), and fire (a step and a spell).
const world = `
rulec: 1
ruleset: world
params:
  bonus: {default: 2, about: A number.}
  strict: {default: true, about: A switch.}
  ties: {default: redo, one of: [redo, split], about: A choice.}
scales:
  size: [small, medium, large]
  morale: [low, high]
  pitch: [low, middle]
  speed:
    columns: {factor: dice, fixed: number}
    steps:
      fast: {factor: 1d6 + 3, fixed: 6}
      slow: {factor: 1d8, fixed: 12}
  element: [fire, cold]
tables:
  effort:
    keys: {short: number}
    gives: number
    rows:
      - [..0, 0]
      - [1.., 1]
  outcome:
    keys: {left: number, right: size}
    columns: {hurt: number, thrown: dice}
    rows:
      - [any, any, 1, 1d4]
kinds:
  creature:
    fields:
      strength: {type: number, default: 3}
      size: {type: size, default: medium}
      alert: {type: bool, default: false}
      hp: {type: pool, max: 10}
      charges: {type: pool, max: 3, per: element}
      push: {type: pool, up: true, max: 5}
      foe: {type: creature, default: none}
      weapons: {type: list of weapon, default: []}
      friends: {type: set of creature, default: []}
      spells: {type: list of spell, default: []}
  weapon:
    things: true
    fields:
      damage: {type: dice, default: 1d6}
      wear: {type: pool, max: 4}
  spell:
    fields:
      level: {type: number, default: 1}
      power: "formula number(self creature, target creature)"
      effect: "program(self creature, target creature)"
      grades: {type: "map of number to program(target creature)", default: {}}
  deed:
    fields:
      speed: {type: speed, default: fast}
      bonus: {type: "formula number(self creature, target creature)", default: "0"}
      hit: {type: "program(self creature, target creature)", default: stop}
    params: {target: creature, weapon: one of self.weapons}
    running: {metres: number, harm: number, struck: set of creature, best_foe: creature}
    perform: |
      roll harm = 1d6 + it.bonus
      it.hit()
  retort:
    fields: {loud: {type: bool, default: false}}
    answers: hurt
    perform: stop
weapons:
  dagger: {damage: 1d4}
  club: {damage: 1d8}
spells:
  fire:
    power: self.strength + target.strength
    effect: target.hp -= 1
  sleep:
    power: 2
    effect: apply prone to target
deeds:
  strike: {bonus: self.strength}
  grab: {speed: slow}
retorts:
  parry: {}
quantities:
  defense:
    of: {target: creature}
    channels: {add: sum, forced: any}
    value: 10 + target.strength + add
  reach:
    of: {attacker: creature, target: creature}
    gives: size
    value: attacker.size
  damage_dice:
    of: {attacker: creature}
    gives: dice
    value: 1d6 + attacker.strength
conditions:
  prone: {modifies: [{to: defense, add: -2}]}
  grab:
    fields: {slippery: bool, grip: number}
    each: by
  cornered:
    while: count(foes(self), adjacent(self, each)) >= 2
procs:
  wound:
    params: {target: creature, amount: number}
    gives: number
    do: |
      target.hp -= amount
      announce hurt of target with amount = amount
      stop with amount
  shout:
    params: {who: creature, what: text}
    do: |
      roll loud by who as what = 1d6
events:
  hurt:
    fields: {amount: number}
    asks: foes(event.of)
  fled:
    fields: {amount: number, goal: place}
space: {grid: square}
time:
  key: [tick, order]
  unit: tick
  start: |
    for c in everyone { schedule turn of c at 0 }
    announce fled of first(everyone)
  entries:
    turn:
      do: |
        choose act from can_do(self)
        if act != none { perform act }
        schedule turn of self at now + 1
    wake:
      fields: {left: number}
      do: stop
  out: self.hp <= 0
  over: count(combatants) < 2
`

// declared returns the checker of the world, after everything was declared.
func declared(t *testing.T, text string) *checker {
	t.Helper()
	src := diag.NewSource("world.yaml", strings.TrimPrefix(text, "\n"))
	root, list := tree.Parse(src)
	checked := Ruleset(root, nil, nil, &list)
	list.Sort()
	for _, d := range list {
		if d.Code == CodeUnreadParam {
			continue // the world reads them only in what a test adds
		}
		t.Errorf("the world itself: %s", d.Line())
	}
	if t.Failed() {
		t.FailNow()
	}
	return checked.ruleset.checker
}

// fragment returns a text as if it stood in a file of its own.
func fragment(text string) diag.Fragment {
	return diag.NewFragment(diag.Span{Source: diag.NewSource("text", text), End: len(text)})
}

// act returns what a text of the deed may read: self, it, and the act's fields.
func (c *checker) act() env {
	strike := c.defs["strike"][0].Action
	own := append(paramFields(strike.Params), strike.Running...)
	return env{
		Inputs: []program.Local{self(c.creature()), it(definitionOf(c.kinds["deed"]))},
		Own:    own, Params: len(strike.Params),
		Events: []*program.Event{c.events["hurt"]}, Was: true,
	}
}

// codes runs a check and returns what it reported: "code at text" each.
func (c *checker) codes(check func()) []string {
	before := len(*c.list)
	check()
	var codes []string
	found := (*c.list)[before:]
	found.Sort()
	for _, d := range found {
		codes = append(codes, string(d.Code)+" at "+d.Span.Text())
	}
	*c.list = (*c.list)[:before]
	return codes
}

// wantCodes compares what was reported with what a case expects: nothing, or
// one diagnostic.
func wantCodes(t *testing.T, text string, got []string, want string) {
	t.Helper()
	joined := strings.Join(got, "; ")
	if joined != want {
		t.Errorf("%s\n got  %q\n want %q", text, joined, want)
	}
}

// codesOf returns what is wrong with a ruleset: "code at text" each.
func codesOf(t *testing.T, text string) []string {
	t.Helper()
	root, list := tree.Parse(diag.NewSource("ruleset.yaml", strings.TrimPrefix(text, "\n")))
	Ruleset(root, nil, nil, &list)
	list.Sort()
	var codes []string
	for _, d := range list {
		codes = append(codes, string(d.Code)+" at "+d.Span.Text())
	}
	return codes
}

func replaceAll(text string, pairs ...string) string {
	return strings.NewReplacer(pairs...).Replace(text)
}
