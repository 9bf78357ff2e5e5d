package facts_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/interp/facts"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/dump"
	"github.com/rulec/rulec/lang/program"
)

// folding is a ruleset with one quantity, TESTED, whose value a case gives.
const folding = `rulec: 1
ruleset: game
kinds:
  creature:
    fields:
      hp: {type: pool, max: 10}
      gift: {type: number, default: 2}
      tools: {type: list of tool, default: []}
  tool:
    fields:
      power: {type: number, default: 1}
      worth: "formula number(self creature)"
conditions:
  angry: {modifies: [{to: strength, extra: 1}]}
  numb: {}
quantities:
  strength:
    of: {who: creature}
    channels: {extra: sum}
    value: who.hp + extra
  speed:
    of: {who: creature}
    value: who.hp * 2
  tested:
    of: {who: creature, foe: creature}
    gives: number
    value: "TESTED"
tools:
  saw: {power: 2, worth: self.hp + it.power}
  axe: {power: 3, worth: "7"}
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn: {do: "if tested(self, self) > 100 { apply numb to self }\nself.hp -= 1\nschedule turn of self at now + 1"}
  out: self.hp <= 0
  over: now > 3
`

// TestFolding: what is left of a formula when everything is left out that is certain. Ann
// has a saw, bob nothing; nobody is ever angry; only hp is written.
func TestFolding(t *testing.T) {
	for _, test := range []struct{ name, value, want string }{
		{"a field that nobody writes", "who.gift + foe.hp", "2 + foe$1.hp"},
		{"a condition that nobody has", "if(angry(who), 1, foe.hp)", "foe$1.hp"},
		{"a first part that never decides", "if(who.gift == 2 and foe.hp > 1, 1, 0)", "if(foe$1.hp > 1, 1, 0)"},
		{"a last part that never decides", "if(foe.hp > 1 and who.gift == 2, 1, 0)", "if(foe$1.hp > 1, 1, 0)"},
		{"a small quantity", "speed(who) + 1", "(who$0.hp * 2) + 1"},
		{"a quantity without contributions that count", "strength(who)", "who$0.hp + 0"},
		{"what takes work to find out is worked out once", "speed(find(foes(who), .hp > 1)) + 1", "(let $3 = find(foes(who$0), each$2: each$2.hp > 1) in ($3.hp * 2)) + 1"},
		{"the tools that he has", "if(any(who.tools, .power == 2), foe.hp, 1)", "foe$1.hp"},
		{"each of them", "if(any(who.tools, .power == foe.hp), 1, 0)", "if(2 == foe$1.hp, 1, 0)"},
		{"the formula of one of them", "saw.worth(foe)", "foe$1.hp + 2"},
		{"what may stop the run stays", "if(1 / (who.gift - 2) > 3 or foe.hp > 1, 1, 0)", "if(((1 / 0) > 3) or (foe$1.hp > 1), 1, 0)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := fold(t, test.value)
			folder := facts.Of(e).Folder()
			src := program.Formula{Expr: tested(e).Value.Expr, Inputs: tested(e).Of, Slots: tested(e).Value.Slots}
			src.Inputs[0].Name = "self"
			got := dump.Names{Program: e.Program, Encounter: e}.Formula(folder.Formula(&src, 0, 0, facts.Own{}))
			_, got, _ = strings.Cut(got, " = ")
			if got = strings.ReplaceAll(got, "self$0", "who$0"); got != test.want {
				t.Errorf("%s\nbecomes %s\nnot     %s", test.value, got, test.want)
			}
		})
	}
}

func tested(e *program.Encounter) *program.Quantity {
	for _, q := range e.Program.Quantities {
		if q.Name == "tested" {
			return q
		}
	}
	return nil
}

// fold loads the ruleset with the value of its quantity.
func fold(t *testing.T, value string) *program.Encounter {
	t.Helper()
	files := fstest.MapFS{
		"game.yaml": {Data: []byte(strings.Replace(folding, "TESTED", value, 1))},
		"e.yaml":    {Data: []byte("encounter: e\nruleset: ./game.yaml\nseed: 1\ncombatants:\n  ann: {side: red, tools: [saw]}\n  bob: {side: blue}\n")},
	}
	e, list := lang.LoadEncounter("e.yaml", lang.Options{Files: files})
	if e == nil || list.HasErrors() {
		t.Fatal(list.Err())
	}
	return e
}
