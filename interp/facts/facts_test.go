package facts_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/internal/factcheck"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/facts"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
)

// game is a ruleset in which a case puts programs in the place of capitals: ann does
// `first`, bob `second`.
const game = `rulec: 1
ruleset: game
kinds:
  creature:
    fields:
      edge: {type: pool, max: "if(angry(self), 1, 2)"}
      hp: {type: pool, max: 10}
      gift: {type: number, default: 0}
      mana: {type: pool, max: self.gift}
      grit: {type: pool, max: 3, resets: {bang: 3}}
      x: {type: number, default: 0}
      y: {type: number, default: 3}
      z: {type: number, default: 5}
      pair: {type: number, per: tool, default: {saw: 1, axe: 2}}
      ally: {type: creature, default: none}
      tools: {type: list of tool, default: []}
      soon: {type: pool, max: self.later + 1}
      later: {type: pool, max: 4}
      last: {type: pool, max: self.later + 2}
  tool:
    fields:
      power: {type: number, default: 1}
      use: {type: program(self creature), default: stop}
      parts: {type: map of number to program(self creature), default: {}}
  deed:
    fields: {effect: program(self creature)}
    perform: it.effect()
  trick:
    params: {tool: one of self.tools}
    perform: tool.use(self)
  spell:
    cost: {mana: 1}
    perform: self.z += 1
  hunt:
    params: {target: one of foes(self)}
    running: {luck: number}
    perform: |
      HUNT
    ended: |
      ENDED
  shout:
    answers: [bang, creak]
    perform: self.y = 4
tools:
  saw: {use: self.y = 4, power: 2, parts: {1: self.x = 7}}
  axe: {use: announce creak of self}
deeds:
  wait: {effect: self.hp -= 1}
  first: {effect: "FIRST"}
  second: {effect: "SECOND"}
  third: {effect: "THIRD"}
tricks: {play: {}}
spells: {charm: {}}
hunts: {stalk: {}}
shouts: {yell: {}}
procs:
  mend: {params: {who: creature, n: number}, do: "if n > 1 { who.y = 4 }"}
quantities:
  strength: {of: {who: creature}, channels: {more: sum}, value: who.y + more}
conditions:
  cursed:
    implies: [marked]
    modifies: [{to: strength, more: 2}]
    rules:
      wails: {on: begins, do: announce creak of self}
  marked:
    modifies: [{to: strength, more: -1}]
  weary:
    while: self.x > 2
  angry:
    while: self.hp < 4
  blessed: {fields: {left: number}}
events:
  creak: {}
  bang: {asks: everyone}
rules:
  on_creak: {for: creature, on: creak, do: self.gift = 0}
  on_weary: {for: creature, on: self becomes weary, do: self.ally = none}
  on_gain: {for: creature, on: self.x rises, do: self.ally = self}
time:
  key: [tick]
  unit: tick
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn:
      do: |
        choose act from can_do(self)
        if act != none { perform act }
        schedule turn of self at now + 1
    storm: {do: announce bang}
  out: self.hp <= 0
  over: all(combatants, side(each) == side(first(combatants)))
  limit: 14
tactics:
  one:
    turn: [{do: first, if: IF}, {do: play}, {do: charm}, {do: stalk, with: {target: first(foes(self))}}, {do: pass, if: PASS}, {do: wait}]
    bang: [{do: yell}]
    creak: [{do: yell}]
  two:
    turn: [{do: second}, {do: wait}]
`

const fight = `encounter: game
ruleset: ./game.yaml
SETUP
combatants:
  ann: {side: one, tactic: one, ANN}
  bob: {side: two, tactic: two, BOB}
`

// nothing stands where a case says nothing.
var nothing = map[string]string{
	"FIRST": "stop", "SECOND": "stop", "THIRD": "stop", "HUNT": "stop", "ENDED": "stop", "IF": "true", "PASS": "self.x > 50", "SETUP": "", "ANN": "y: 3", "BOB": "y: 3",
}

// TestFacts holds each sort of fact both ways: that it is found, and that it isn't where
// something stands against it. What is claimed is what is certain; see claim.
func TestFacts(t *testing.T) {
	for _, c := range []struct {
		name  string
		with  map[string]string
		holds string
	}{
		{"nothing writes", nil, "ann.y = 3; ann.gift = 0; ann.pair[1] = 2; ann.mana = 0; ann.grit = 3; ann.hp is written; bob.hp is written; ann.tools stays"},
		{"an action writes", map[string]string{"FIRST": "self.y = 4"}, "ann.y is written; ann.y in 3 4; bob.y = 3"},
		{"an action adds", map[string]string{"FIRST": "self.y += 1"}, "ann.y is written; ann.y varies; bob.y = 3"},
		{"an action adds nothing", map[string]string{"FIRST": "self.y += self.x"}, "ann.y = 3"},
		{"a member is written", map[string]string{"FIRST": "self.pair[saw] = 5"}, "ann.pair is written; ann.pair[1] = 2; ann.pair in 1 5"},
		{"somebody else is written", map[string]string{"FIRST": "let foe = first(foes(self))\\nif foe != none { foe.y = 4 }"}, "ann.y = 3; bob.y is written"},
		{"nobody does it", map[string]string{"THIRD": "self.y = 4"}, "ann.y = 3; never third"},
		{"a program performs it", map[string]string{"THIRD": "self.y = 4", "FIRST": "perform third"}, "ann.y is written; bob.y = 3; may third; ann may third; bob never third"},
		{"a test on what stays", map[string]string{"FIRST": "if self.z > 5 { self.y = 4 }"}, "ann.y = 3"},
		{"a test on what changes", map[string]string{"FIRST": "if self.z > 5 { self.y = 4 }", "SECOND": "for c in everyone { c.z += 1 }"}, "ann.y is written"},
		{"a circle that nobody enters", map[string]string{"FIRST": "if self.x > 0 { self.x += 1 }"}, "ann.x = 0; ann.x stays"},
		{"a circle that somebody enters", map[string]string{"FIRST": "if self.x > 0 { self.x += 1 }", "ANN": "x: 1"}, "ann.x is written; bob.x = 0"},
		{"the other branch", map[string]string{"FIRST": "if self.hp > 3 { stop } else { self.y = 4 }"}, "ann.y is written"},
		{"behind a stop", map[string]string{"FIRST": "if self.z == 5 { stop }\\nself.y = 4"}, "ann.y = 3"},
		{"a proc", map[string]string{"FIRST": "mend(self, 2)"}, "ann.y is written; bob.y = 3"},
		{"a proc for nothing", map[string]string{"FIRST": "mend(self, 1)"}, "ann.y = 3"},
		{"a line that passes", map[string]string{"PASS": "self.y == 3"}, "ann never wait; bob may wait; dead 5"},
		{"a line that passes until it is reached", map[string]string{"PASS": "self.hp > 3"}, "ann never wait; ann.hp = 10"},
		{"a line that may pass", map[string]string{"PASS": "self.z > 4", "SECOND": "for c in everyone { c.z -= 1 }"}, "ann may wait; alive 4; alive 5"},
		{"asked by an announcement", map[string]string{"FIRST": "announce creak of self for everyone"}, "ann may yell; bob never yell; ann.y is written"},
		{"nobody asked", map[string]string{"FIRST": "announce creak of self"}, "never yell; may be announced creak; ann.y = 3"},
		{"later", map[string]string{"FIRST": "afterwards { self.y = 4 }"}, "ann.y is written"},
		{"a loop", map[string]string{"FIRST": "let n = 0\\nfor c in everyone { if n > 0 { self.y = 4 }\\nn = n + 1 }"}, "ann.y is written"},
		{"a loop with a test that fails", map[string]string{"FIRST": "while self.y > 5 { self.y = 4 }"}, "ann.y = 3"},
		{"a loop with a test", map[string]string{"FIRST": "let n = 1; while n < self.y { n = n + 1 }; if n > 2 { self.x = 4 }"}, "ann.x is written"},
		{"what a loop sets", map[string]string{"FIRST": "let n = 1; let m = 1; while n < self.y { if m == 2 { self.x = 4 }; m = m + 1; n = n + 1 }"}, "ann.x is written"},
		{"a loop over nobody", map[string]string{"FIRST": "for c in self.tools { self.y = 4 }"}, "ann.y = 3"},
		{"programs in maps", map[string]string{"FIRST": "for n, part in first(self.tools).parts { part() }", "ANN": "tools: [saw]"}, "ann.x is written"},
		{"what an action ends with", map[string]string{"ENDED": "self.y = 4"}, "ann.y is written; may stalk"},
		{"a running field", map[string]string{"HUNT": "luck = 1\\nif luck > 0 { self.y = 4 }"}, "ann.y is written"},
		{"a parameter", map[string]string{"HUNT": "if target == self { self.y = 4 }"}, "ann.y = 3"},
		{"a pool that is filled before another", nil, "ann.soon varies; ann.soon stays; ann.later = 4; ann.last = 6; ann.edge in 1 2; ann.edge stays"},

		{"a cost", nil, "never charm; dead 2; ann.z = 5"},
		{"a cost that can be paid", map[string]string{"ANN": "gift: 1"}, "ann may charm; bob never charm; alive 2; ann.mana is written; ann.z is written"},
		{"no candidates", nil, "never play; dead 1; ann.y = 3"},
		{"a candidate", map[string]string{"ANN": "tools: [saw]"}, "may play; alive 1; ann.y in 3 4; never announced creak"},
		{"another candidate", map[string]string{"ANN": "tools: [axe]"}, "may play; ann.y = 3; may be announced creak; runs on_creak"},
		{"a condition of a line", map[string]string{"IF": "self.y > 3"}, "dead 0; never first"},
		{"a condition of a line that may hold", map[string]string{"IF": "self.hp > 3"}, "alive 0; may first"},

		{"nobody gets it", nil, "never applied cursed; ann never has cursed; ann never has marked; strength without -1; strength without 2; never runs wails; const strength(ann) = 3"},
		{"somebody gets it", map[string]string{"FIRST": "apply cursed to self"}, "may be applied cursed; ann may have cursed; bob never has cursed; ann may have marked; never applied marked; strength with -1; strength with 2; runs wails; may be announced creak; const strength(bob) = 3; strength(ann) varies"},
		{"it is given", map[string]string{"ANN": "conditions: [cursed]"}, "ann may have cursed; bob never has cursed; runs wails"},
		{"the setup gives it", map[string]string{"SETUP": "setup: apply marked to bob"}, "bob may have marked; ann never has marked"},
		{"a derived one", nil, "ann never has weary; never runs on_weary"},
		{"a derived one that may hold", map[string]string{"FIRST": "self.x += 1"}, "ann may have weary; bob never has weary; runs on_gain; runs on_weary; ann.ally is written; bob.ally is written"},
		{"fields of instances", map[string]string{"FIRST": "apply blessed to self with left = 2"}, "record blessed.left stays"},
		{"fields of instances that are written", map[string]string{"FIRST": "apply blessed to self with left = 2\\nself.blessed.left -= 1"}, "record blessed.left is written"},

		{"no event", nil, "never announced creak; never announced bang; never comes up storm; never runs on_creak; never runs on_gain"},
		{"an entry", map[string]string{"FIRST": "schedule storm of self at now + 1", "SECOND": "self.grit -= 1"}, "comes up storm; may be announced bang; never announced creak; ann.grit = 3; ann.grit is written; bob.grit is written"},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) {
			e := load(t, c.with)
			f := facts.Of(e)
			for claimed := range strings.SplitSeq(c.holds, "; ") {
				if !claim(t, e, f, claimed) {
					t.Errorf("%s: not so", claimed)
				}
			}
			play(t, e, f)
		})
	}
}

// load makes an encounter, with programs in their places.
func load(t *testing.T, with map[string]string) *program.Encounter {
	t.Helper()
	fill := func(text string) []byte {
		for word, otherwise := range nothing {
			if own, ok := with[word]; ok {
				otherwise = own
			}
			if strings.HasPrefix(word, "HUNT") || strings.HasPrefix(word, "ENDED") {
				otherwise = strings.ReplaceAll(otherwise, "\\n", "\n      ")
			}
			text = strings.ReplaceAll(text, word, otherwise)
		}
		return []byte(text)
	}
	files := fstest.MapFS{"game.yaml": {Data: fill(game)}, "fight.yaml": {Data: fill(fight)}}
	e, list := lang.LoadEncounter("fight.yaml", lang.Options{Files: files})
	if list.HasErrors() {
		t.Fatal(list)
	}
	return e
}

// play plays it a few times and holds that nothing happens that contradicts the facts.
func play(t *testing.T, e *program.Encounter, f *facts.Facts) {
	t.Helper()
	fight, err := interp.Prepare(interp.Compile(e.Program), e)
	if err != nil {
		t.Fatal(err)
	}
	m := interp.New(fight, interp.Options{Trace: true, Explain: true, Seed: 1, Seeded: true})
	c := factcheck.New(e, f)
	for trial := range uint64(3) {
		m.Reset(trial)
		if _, err := m.Run(); err != nil {
			t.Fatal(err)
		}
		for _, wrong := range c.Wrong(m, true) {
			t.Error(wrong)
		}
	}
}

// claim tells whether a sentence about an encounter is what the facts say.
func claim(t *testing.T, e *program.Encounter, f *facts.Facts, text string) bool {
	t.Helper()
	words := strings.Fields(text)
	last := words[len(words)-1]
	said := func(prefix string) bool { return strings.HasPrefix(text, prefix) }
	switch {
	case said("record "):
		of, name, _ := strings.Cut(words[1], ".")
		c := named(t, e.Program.Conditions, func(c *program.Condition) string { return c.Name }, of)
		return f.RecordWritten(named(t, c.Fields, fieldName, name)) == (last == "written")
	case said("never applied "), said("may be applied "):
		return f.Applied(condition(t, e, last)) == said("may")
	case said("never announced "), said("may be announced "):
		return f.Announced(named(t, e.Program.Events, func(x *program.Event) string { return x.Name }, last)) == said("may")
	case said("never comes up "), said("comes up "):
		return f.ComesUp(named(t, e.Program.Time.Entries, func(x *program.Entry) string { return x.Name }, last)) == said("comes")
	case said("never runs "), said("runs "):
		return f.Runs(named(t, slices.Collect(e.Program.AllRules()), func(r *program.Rule) string { return r.Name }, last)) == said("runs")
	case said("never "), said("may "):
		return f.Done(action(t, e, last)) == said("may")
	case said("dead "), said("alive "):
		return f.Dead(0, e.Things[0].Tactic.Rules[last[0]-'0']) == said("dead")
	case said("strength with"):
		for _, c := range e.Program.Quantities[0].By[0] {
			if c.Amounts[0].Value.Span.Text() == last {
				return f.Contributes(c) == (words[1] == "with")
			}
		}
		t.Fatalf("no such contribution: %s", text)
	case said("const strength("):
		v, known := f.Const(strengthOf(e), thing(t, e, words[1][len("strength("):len(words[1])-1]))
		return known && fmt.Sprint(v) == last
	case said("strength("):
		_, known := f.Const(strengthOf(e), thing(t, e, words[0][len("strength("):len(words[0])-1]))
		return !known
	case strings.Contains(text, " has ") || strings.Contains(text, " have "):
		return f.MayHave(thing(t, e, words[0]), condition(t, e, last)) == (words[1] == "may")
	case len(words) == 3 && (words[1] == "may" || words[1] == "never"):
		return f.Does(thing(t, e, words[0]), action(t, e, last)) == (words[1] == "may")
	}
	return fieldClaim(t, e, f, words)
}

// fieldClaim is claim for WHO.FIELD or WHO.FIELD[MEMBER].
func fieldClaim(t *testing.T, e *program.Encounter, f *facts.Facts, words []string) bool {
	who, name, _ := strings.Cut(words[0], ".")
	name, index, _ := strings.Cut(strings.TrimSuffix(name, "]"), "[")
	member := 0
	if index != "" {
		member = int(index[0] - '0')
	}
	i := thing(t, e, who)
	field := named(t, e.Things[i].Kind.Fields, fieldName, name)
	v, known := f.Value(i, field, member)
	switch words[1] {
	case "=":
		return known && fmt.Sprint(v) == words[2]
	case "in":
		return strings.Trim(fmt.Sprint(f.Values(i, field, member)), "[]") == strings.Join(words[2:], " ")
	case "varies":
		return !known && f.Values(i, field, member) == nil
	case "stays":
		return !f.Written(i, field)
	}
	return f.Written(i, field)
}

func fieldName(f *program.Field) string { return f.Name }

func named[T any](t *testing.T, list []T, name func(T) string, want string) T {
	t.Helper()
	i := slices.IndexFunc(list, func(x T) bool { return name(x) == want })
	if i < 0 {
		t.Fatalf("there is no %s", want)
	}
	return list[i]
}

func condition(t *testing.T, e *program.Encounter, name string) *program.Condition {
	return named(t, e.Program.Conditions, func(c *program.Condition) string { return c.Name }, name)
}

func action(t *testing.T, e *program.Encounter, name string) *program.Action {
	return named(t, e.Program.Actions, func(a *program.Action) string { return a.Def.Name }, name)
}

func thing(t *testing.T, e *program.Encounter, name string) int {
	return named(t, e.Things, func(x *program.Thing) string { return x.Name }, name).Index
}

// strengthOf is the formula strength(self).
func strengthOf(e *program.Encounter) *program.Formula {
	self := program.Local{Name: "self", Type: program.Type{Kind: program.ThingType, Of: e.Program.Creature}}
	who := &program.Expr{Op: program.OpLocal, Type: self.Type}
	x := &program.Expr{Op: program.OpQuantity, Type: program.Type{Kind: program.Number}, Quantity: e.Program.Quantities[0], Args: []*program.Expr{who}}
	return &program.Formula{Expr: x, Inputs: []program.Local{self}, Slots: 1}
}

// TestScripts holds that nothing is certain of an encounter in which somebody else than
// tactics decides.
func TestScripts(t *testing.T) {
	e := load(t, nil)
	own := *e
	own.Script = &program.Script{}
	f := facts.Of(&own)
	if f.Known() || facts.Of(e).Known() == f.Known() {
		t.Error("what is certain by a script?")
	}
	for _, text := range []string{"may third", "ann may third", "may be applied cursed", "may be announced creak", "comes up storm", "runs wails",
		"ann may have cursed", "alive 1", "ann.y is written", "ann.y varies", "strength(ann) varies", "strength with 2", "record blessed.left is written"} {
		if !claim(t, e, f, text) {
			t.Errorf("%s: that is not left open", text)
		}
	}
}
