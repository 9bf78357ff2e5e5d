package exec_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/exec"
)

// noting notes what an observer is told.
type noting struct {
	deeds []exec.Deed
	told  []string
}

func (n *noting) Acted(d exec.Deed) { n.deeds = append(n.deeds, d) }

func (n *noting) Tested(t exec.Tested) {
	n.told = append(n.told, fmt.Sprintf("%s %v %v", t.Label, t.Success, t.Degree))
}

func (n *noting) Changed(h exec.Harm) {
	n.told = append(n.told, fmt.Sprintf("%d by %d: pool %d, %v", h.Who, h.By, h.Pool, h.Amount))
}

// observed plays a fight in which ana, the first of two, does a nod with bo, the second, as its
// target and its perform, after what before says.
func observed(t *testing.T, before, perform, more string) *noting {
	t.Helper()
	ruleset := small("if self != first(everyone) { stop }\n"+before+"\nperform nudge on last(everyone)", `
nods:
  nudge: {perform: "`+perform+`"}
  slip: {perform: announce missed; announce noticed}
conditions:
  dazed: {fields: {deep: number, by_whom: creature, whom: set of creature}}
events:
  missed: {}
  noticed: {}
reports: {health: [hp, weariness, all], failed: [missed]}
`+more)
	ruleset = strings.Replace(ruleset, "grid: none", "grid: square", 1)
	ruleset = strings.Replace(ruleset, "      seen:", `      weariness: {type: pool, up: true}
      all: {stack: [mind, many], type: pool}
      marks: set of creature = []
      seen:`, 1)
	ruleset = strings.Replace(ruleset, "  creature:\n", "  creature:\n    keeps: {ledger: 'set of creature = []', secret: 0}\n", 1)
	ruleset = strings.Replace(ruleset, "  key: [tick]", "  key: [tick]\n  everyone_due: false", 1)
	e := loaded(t, ruleset, strings.Replace(twoOfThem, "combatants: {ana: {side: red}, bo: {side: blue}}",
		"map: {rows: '....'}\ncombatants: {ana: {side: red, place: [0, 0]}, bo: {side: blue, place: [1, 0]}}", 1))
	fight, err := interp.Prepare(interp.Compile(e.Program), e)
	if err != nil {
		t.Fatal(err)
	}
	n := &noting{}
	m := interp.New(fight, interp.Options{Check: true})
	m.Observe(n)
	m.Reset(0)
	if _, err := m.Run(); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestDeeds: an action has worked if it changed something that isn't its actor's, and hasn't
// failed; it is aimed if a parameter names another combatant.
func TestDeeds(t *testing.T) {
	for _, test := range []struct {
		name, before, perform string
		worked                bool
	}{
		{"nothing", "", "let x = 0", false},
		{"a pool of another", "", "target.hp -= 1", true},
		{"a pool of one's own", "", "self.hp -= 1", false},
		{"a field", "", "target.seen = 3", true},
		{"a field that isn't told", "", "target.secret = 3", false},
		{"a failure", "", "target.hp -= 1; announce missed", false},
		{"an event that is no failure", "", "target.hp -= 1; announce noticed", true},
		{"a condition", "", "apply dazed to target", true},
		{"a condition of one's own", "", "apply dazed to self", false},
		{"one of one's own that names another", "", "apply dazed to self with by_whom = target", true},
		{"one of one's own that names oneself", "", "apply dazed to self with by_whom = self", false},
		{"the end of a condition", "apply dazed to last(everyone)", "end dazed on target", true},
		{"the end of a condition of one's own", "apply dazed to self", "end dazed on self", false},
		{"the end of one that came from the other", "apply dazed to self by last(everyone)", "end dazed on self", true},
		{"a field of a condition", "apply dazed to last(everyone)", "target.dazed.deep = 2", true},
		{"an addition to one", "apply dazed to last(everyone)", "target.dazed.deep += 2", true},
		{"a field of a condition of one's own", "apply dazed to self", "self.dazed.deep = 2", false},
		{"a set of a condition", "apply dazed to last(everyone)", "target.dazed.whom += self", true},
		{"less of it", "apply dazed to last(everyone) with whom = [self]", "target.dazed.whom -= self", true},
		{"a set", "", "target.marks += self", true},
		{"less of a set", "last(everyone).marks += self", "target.marks -= self", true},
		{"a set that isn't told", "", "target.ledger += self", false},
		{"a move", "", "move target to place(3, 0)", true},
		{"a move of one's own", "", "move self to place(3, 0)", false},
		{"a move of both", "", "move self to place(2, 0), target to place(3, 0)", true},
		{"to be carried", "", "self.carrier = target", true},
		{"a pool of somebody whom one carries", "last(everyone).carrier = self", "target.hp -= 1", false},
	} {
		n := observed(t, test.before, test.perform, "")
		if len(n.deeds) != 1 {
			t.Errorf("%s: %d deeds", test.name, len(n.deeds))
			continue
		}
		if d := n.deeds[0]; d.Actor != 1 || d.Action.Def.Name != "nudge" || !d.Aimed || d.CalledOff || d.Worked != test.worked {
			t.Errorf("%s: %+v", test.name, d)
		}
	}
	if d := observed(t, "perform poke on self", "end mine(self)", "").deeds; len(d) != 2 || d[0].Aimed || d[0].CalledOff || !d[1].CalledOff {
		t.Errorf("to oneself, and called off: %+v", d)
	}
}

// TestHarmAndTests: an observer hears of what pools under health lose, those that count up by
// what they rise, stacks by their parts, and of rolls that are held against something.
func TestHarmAndTests(t *testing.T) {
	n := observed(t, "self.hp -= 4", "target.hp -= 20; target.hp += 2; target.weariness += 3; target.seen = 4; target.mind -= 1; target.many += 2", "")
	want := []string{"1 by 0: pool 0, 4", "2 by 1: pool 0, 10", "2 by 1: pool 0, -2", "2 by 1: pool 1, 3", "2 by 1: pool 2, 1", "2 by 1: pool 2, -2"}
	if !slices.Equal(n.told, want) {
		t.Errorf("%q, want %q", n.told, want)
	}
	n = observed(t, "", "roll even = 7 against 7; roll less = 6 against 7; roll deep = 9 against 7; roll free = 3", `
checks: {deep: {degree: "if(success, high, low)"}}
scales: {depth: [low, middle, high]}`)
	if want := []string{"even true 0", "less false 0", "deep true 3"}; !slices.Equal(n.told, want) {
		t.Errorf("%q, want %q", n.told, want)
	}
}
