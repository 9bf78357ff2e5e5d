package lang_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
)

// changed returns what is said of a file that changes a base.
func changed(base, change string) diag.List {
	house := "rulec: 2\nruleset: house\nextends: base.yaml\n" + change + "\n"
	_, list := lang.Load("house.yaml", lang.Options{Files: fstest.MapFS{"base.yaml": {Data: []byte(base)}, "house.yaml": {Data: []byte(house)}}})
	return list
}

// An error that a change causes in a file of the base names the change, too: the base alone has no error.
func TestOverlaysBlamed(t *testing.T) {
	base := `rulec: 2
ruleset: base
kinds:
  creature: {fields: {hp: {type: pool, max: 3}}}
  blow:
    fields: {reach: 1, far: formula number(self) = it.reach + 1}
    params: {target: "one of filter(foes(self), it.reach > 0)"}
    perform:
      attack_roll: roll swing = 1d6
      hit: {if: swing > 3, harm: target.hp -= 1}
blows: {punch: {}}
quantities:
  guard(who): 3 + sum(add)
conditions: {prone: {modifies: {to: guard, add: -1}}}
rules: {falls: {on: self.hp falls, if: guard(self) < 1, do: apply prone to self}}
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 0 }
  out: self.hp <= 0
  over: count(combatants) < 2
  entries:
    turn:
      do: choose act from can_do(self); if act != none { perform act }; schedule turn of self at now + 1
`
	if _, list := lang.Load("base.yaml", lang.Options{Files: fstest.MapFS{"base.yaml": {Data: []byte(base)}}}); list.HasErrors() {
		t.Fatal(list.Err())
	}
	for change, at := range map[string]string{
		"override: {kinds: {blow: {perform: {attack_roll: roll cut = 1d6}}}}": `house.yaml:4:20: "blow" is changed here`,
		"remove: {kinds: {blow: {perform: attack_roll}}}":                     `house.yaml:4:18: "blow" is changed here`,
		"override: {kinds: {blow: {perform: {last: attack_roll}}}}":           `house.yaml:4:20: "blow" is changed here`,
		"rename: {kinds: {blow: smash}}":                                      `house.yaml:1:1: the ruleset has no such error without this file`,
		"kinds: {stab: {like: blow, remove: {fields: reach}}}":                `house.yaml:4:22: kind "stab" has it from "blow", which it is like`,
		"kinds: {stab: {like: blow, remove: {params: target}}}":               `house.yaml:4:22: kind "stab" has it from "blow", which it is like`,
		"kinds: {stab: {like: bow}}\nstabs: {prick: {reach: 2}}":              `house.yaml:4:22: error: there is no "bow" in kinds`,
		"override: {quantities: {guard: 3}}":                                  `house.yaml:4:25: "guard" is changed here`,
	} {
		list := changed(base, change)
		if len(list) == 0 {
			t.Errorf("%s: no error", change)
		}
		for _, d := range list {
			if !strings.Contains(d.Snippet(false), at) {
				t.Errorf("%s:\n%swant a note %s", change, d.Snippet(false), at)
			}
		}
	}
}

// A change of a kind's program says for whom it doesn't count.
func TestOverruled(t *testing.T) {
	base := `rulec: 2
ruleset: base
kinds:
  creature: {fields: {hp: {type: pool, max: 3}}}
  blow:
    params: {target: one of foes(self)}
    perform:
      aim: self.hp += 0
      strike: {harm: target.hp -= 1, wear: self.hp += 0}
  shot: {like: blow, perform: {aim: self.hp += 1}}
blows:
  cut: {}
  stab: {perform: {strike: {harm: target.hp -= 2}}}
  feint: {perform: {strike: nothing}}
  punch: {perform: target.hp -= 1}
shots:
  arrow: {perform: {strike: target.hp -= 3}}
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 0 }
  out: self.hp <= 0
  over: count(combatants) == 1
  entries:
    turn:
      do: choose act from can_do(self); if act != none { perform act }; schedule turn of self at now + 1
`
	for change, want := range map[string]string{
		"override: {kinds: {blow: {perform: {aim: self.hp += 0}}}}":              `"perform" has another program in "punch" "aim" has another program in "shot"`,
		"override: {kinds: {blow: {perform: {strike: {wear: self.hp += 0}}}}}":   `"perform" has another program in "punch" "strike" has another program in "arrow"`,
		"override: {kinds: {blow: {perform: {strike: {harm: target.hp -= 3}}}}}": `"perform" has another program in "punch" "strike" has another program in "arrow" "harm" has another program in "stab"`,
		"extend: {kinds: {shot: {perform: {first: {rest: self.hp += 0}}}}}":      ``,
		"remove: {kinds: {blow: {perform: {strike: wear}}}}":                     `"perform" has another program in "punch" "strike" has another program in "arrow"`,
	} {
		list := changed(base, change)
		var said []string
		for _, d := range list {
			said = append(said, strings.TrimSuffix(d.Message, ", for which this doesn't count"))
		}
		if got := strings.Join(said, " "); got != want {
			t.Errorf("%s:\n%s\nwant %s", change, got, want)
		}
	}
}
