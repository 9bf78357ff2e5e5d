package exec_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
)

// armedRules have somebody strike with one of three weapons, which makes the target sore, and say so.
const armedRules = `
rulec: 2
ruleset: armed
version: 1.0.0
kinds:
  creature: {}
  weapon: {}
  blow:
    params: {target: one of foes(self), weapon: WEAPON}
    perform: apply sore to target
  pause: {perform: stop}
weapons: {axe: {}, club: {}, dirk: {}}
blows: {strike: {}}
pauses: {wait: {}}
conditions: {sore: {until: end of encounter}}
tactics: {hers: {turn: [LINES]}, his: {turn: [{do: wait}]}}
time:
  key: [round]
  start: for c in everyone { schedule turn of c at 1 }
  entries: {turn: {do: "choose act from can_do(self); if act != none { perform act }"}}
  everyone_due: false
  over: "false"
`

// TestLeaveOut: what is left out isn't done, or not with that, or doesn't begin. Her weapons are tried in the order in
// which they are declared: axe, club, dirk.
func TestLeaveOut(t *testing.T) {
	const open, standard = "one of weapons", "one of weapons = axe"
	named := func(names ...string) *interp.Without {
		return &interp.Without{Named: func(who board.Thing, p *program.ActParam, v float64) bool {
			return who == 1 && p.Name == "weapon" && slices.Contains(names, p.Type.Of.Defs[int(v)-1].Name)
		}}
	}
	action := &interp.Without{Action: func(who board.Thing, a *program.Action) bool { return who == 1 && a.Def.Name == "strike" }}
	sore := func(by board.Thing) *interp.Without {
		return &interp.Without{Condition: func(from, bearer board.Thing, c *program.Condition) bool {
			return from == by && bearer == 2 && c.Name == "sore"
		}}
	}
	for _, c := range []struct {
		about, weapon, lines string
		without              *interp.Without
		want                 string
		sore                 int
	}{
		{"nothing", open, "{do: strike}", nil, "strike axe", 1},
		{"the first that is tried", open, "{do: strike}", named("axe"), "strike club", 1},
		{"the best", open, `{do: strike, best: "if(weapon == dirk, 2, weapon == club, 1, 0)"}`, named("dirk"), "strike club", 1},
		{"what the line fixes", open, "{do: strike, with: {weapon: dirk}}", named("dirk"), "strike axe", 1},
		{"what the line fixes by the target", open, `{do: strike, with: {weapon: "if(target == none, axe, dirk)"}}`, named("dirk"), "strike axe", 1},
		{"the default", standard, "{do: strike}", named("axe"), "strike club", 1},
		{"the default, and nobody asks for it", standard, "{do: strike}", named("dirk"), "strike axe", 1},
		{"all there are", open, "{do: strike}, {do: wait}", named("axe", "club", "dirk"), "wait", 0},
		{"the action", open, "{do: strike}, {do: wait}", action, "wait", 0},
		{"the condition", open, "{do: strike}", sore(1), "strike axe", 0},
		{"the condition of somebody else's", open, "{do: strike}", sore(2), "strike axe", 1},
	} {
		files := fstest.MapFS{
			"armed.yaml": {Data: []byte(strings.NewReplacer("WEAPON", c.weapon, "LINES", c.lines).Replace(armedRules))},
			"e.yaml":     {Data: []byte("encounter: e\nruleset: ./armed.yaml\nseed: 1\ncombatants:\n  ana: {side: red, tactic: hers}\n  bo: {side: blue, tactic: his}\n")},
		}
		e, list := lang.LoadEncounter("e.yaml", lang.Options{Files: files})
		if list.HasErrors() {
			t.Fatal(list)
		}
		fight, err := interp.Prepare(interp.Compile(e.Program), e)
		if err != nil {
			t.Fatal(err)
		}
		m := interp.New(fight, interp.Options{Trace: true})
		m.LeaveOut(c.without)
		m.Reset(0)
		if _, err := m.Run(); err != nil {
			t.Fatal(err)
		}
		got, began := "", 0
		for _, x := range m.Trace().Events {
			switch {
			case x.Kind == trace.Begin:
				began++
			case x.Kind == trace.Act && x.Who == 1:
				got = x.Action.Def.Name
				for i, p := range x.Action.Params {
					if p.Name == "weapon" {
						got += " " + p.Type.Of.Defs[int(m.Trace().Values[int(x.First)+i])-1].Name
					}
				}
			}
		}
		if got != c.want || began != c.sore {
			t.Errorf("without %s: %s, %d sore; want %s, %d", c.about, got, began, c.want, c.sore)
		}
	}
}
