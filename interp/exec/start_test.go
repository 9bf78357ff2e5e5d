package exec_test

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
)

// TestWaysAtTheStart: what somebody starts with may depend on ways, and so on who fits
// where, before anything is played.
func TestWaysAtTheStart(t *testing.T) {
	e := loaded(t, `
rulec: 2
ruleset: r
kinds:
  creature:
    fields:
      steps: {type: pool, max: "count(path(self, place(3, 0)))"}
space:
  grid: square
  fits: count(occupants(place)) <= 1
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn: {do: schedule turn of self at now + 1}
  over: now > 2
`, "encounter: e\nruleset: ./r.yaml\nmap: {rows: '....'}\ncombatants: {ana: {side: red, place: [0, 0]}}\nscript: |\n  wait 1\n  expect ana.steps == 3\n  over\n")
	if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{}); err != nil {
		t.Error(err)
	}
}

// TestElementsAreNotShown: a message shows what the names in a formula stood for, but not the
// element of a list that another part of it goes through, which stands for nothing then.
func TestElementsAreNotShown(t *testing.T) {
	e := loaded(t, small("self.mind = find(everyone, each.mind < 0).mind\nschedule turn of self at now + 1", ""), unseeded+"script: |\n  wait 3\n")
	_, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{})
	if err == nil || !strings.Contains(err.Error(), "is none") || strings.Contains(err.Error(), "each =") {
		t.Errorf("got %v", err)
	}
}

// TestStillAskedAside: whether somebody has a condition still when one of its instances ends
// is asked for the story alone; what can't be worked out then stops no fight.
func TestStillAskedAside(t *testing.T) {
	const more = `
conditions:
  low: {}
  bound: {while: "find(combatants, each.mind < -100).mind < 5", implies: [low]}
`
	e := loaded(t, small("self.mind -= 1\nschedule turn of self at now + 1", more), unseeded+"setup: apply low to first(combatants) until when self.mind < 8\nscript: |\n  wait 6\n  over\n")
	code := interp.Compile(e.Program)
	_, quiet, errQuiet := script.Play(code, e, interp.Options{})
	_, told, errTold := script.Play(code, e, interp.Options{Trace: true})
	if quiet != told || (errQuiet == nil) != (errTold == nil) {
		t.Errorf("unrecorded %+v, %v; recorded %+v, %v", quiet, errQuiet, told, errTold)
	}
}
