package exec_test

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/interp/exec"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
)

const carryRules = `
rulec: 2
ruleset: r
kinds:
  creature:
    fields: {blades: "list of blade = []", log: 0}
  blade:
    fields: {edge: {type: pool, max: 3}}
  chest: {things: true, fields: {inside: "list of blade = []"}}
  deed:
    params: {thing: one of blades}
    perform: stop
  lift:
    params: {who: creature}
    perform: who.carrier = self
blades:
  sword: {modifies: [{to: might, add: it.edge}], rules: {ring: {on: rung of self, do: self.log += 1}}}
chests:
  box: {}
lifts: {lift_up: {}}
deeds:
  take: {perform: thing.carrier = self}
  hand_over: {params: {to: one of allies(self)}, perform: thing.carrier = to}
  drop: {perform: thing.carrier = none}
  ring: {perform: "for c in everyone { announce rung of c }"}
events: {rung: {}}
quantities:
  might(who): sum(add)
rules:
  seen_moving: {for: blade, on: moves, if: event.of == self, do: "for c in everyone { c.log += 10 }"}
space: {grid: square}
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn:
      equal: together
      declare: choose act from can_do(self)
      do: |
        if act != none { perform act }
        schedule turn of self at now + 1
`

// carryScene is an encounter of ana, who has a sword, bo and cy.
func carryScene(script string) string {
	return `
encounter: e
ruleset: ./r.yaml
combatants:
  ana: {side: red, place: [1, 2], blades: [sword]}
  bo: {side: red, place: [3, 0]}
  cy: {side: red, place: [5, 5]}
things:
  box: {is: box, place: [4, 4]}
script: |
` + indented(script)
}

// TestCarry: what is handed over acts for its new carrier and is where he is; what
// is let go lies where it was carried and acts for nobody; of two who take it at one
// moment the later one has it.
func TestCarry(t *testing.T) {
	e := loaded(t, carryRules, carryScene(`
		expect might(ana) == 3 and might(bo) == 0
		ana: hand_over with thing = sword, to = bo
		bo: pass
		cy: pass
		expect ana.sword.carrier == bo and ana.sword.place == [3, 0] and might(ana) == 0 and might(bo) == 3
		expect ana.log == 0
		ana: ring with thing = sword
		bo: pass
		cy: pass
		expect bo.log == 1 and ana.log == 0
		ana: pass
		bo: drop with thing = sword
		cy: pass
		expect ana.sword.carrier == none and ana.sword.place == [3, 0] and might(bo) == 0
		expect bo.log == 1
		ana: take with thing = sword
		bo: pass
		cy: take with thing = sword
		expect ana.sword.carrier == cy and might(cy) == 3 and might(ana) == 0
		do { ana.sword.carrier = cy }
	`))
	m, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trace: true, Check: true})
	if err != nil {
		t.Fatal(err)
	}
	var story strings.Builder
	if err := interp.Story(m, &story); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"sword goes to Bo", "the sword lands at [3, 0]", "sword goes to Cy"} {
		if strings.Count(story.String(), line+"\n") != 1 {
			t.Errorf("not once in the story: %q\n%s", line, story.String())
		}
	}
}

// TestCarryInCircle: nobody is carried by what he carries; where that shows only
// when a batch lands, it is left out.
func TestCarryInCircle(t *testing.T) {
	stopsWith(t, carryRules, carryScene("do { ana.carrier = ana }"), exec.CarriesItself, "ana can't be carried by ana")
	stopsWith(t, carryRules, carryScene("do { ana.carrier = bo; bo.carrier = cy; cy.carrier = ana }"), exec.CarriesItself, "cy can't be carried by ana")
	e := loaded(t, carryRules, carryScene(`
		ana: lift_up with who = bo
		bo: lift_up with who = ana
		cy: pass
		expect bo.carrier == ana and ana.carrier == none
	`))
	if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trace: true, Check: true}); err != nil {
		t.Error(err)
	}
}

// TestUncarried holds that what a definition says about its carrier is about nobody while its
// thing stands by itself: the chest creaks for bob, who carries one, and for no one else.
func TestUncarried(t *testing.T) {
	e := loaded(t, `
rulec: 2
ruleset: r
kinds:
  creature:
    fields:
      chests: list of crate = []
      strength: 0 # what a creature has and a chest hasn't
      skill: 0
      heard: 0
  crate: {things: true}
crates:
  chest: {rules: {creaks: {on: creak, do: self.heard += 1}}}
events: {creak: {}}
time:
  key: [tick]
  start: schedule turn of first(everyone) at 1
  entries: {turn: {do: announce creak of self}}
  everyone_due: false
`, `
encounter: e
ruleset: ./r.yaml
combatants:
  ann: {side: red}
  bob: {side: blue, chests: [chest]}
things:
  old_chest: {is: chest}
script: |
  wait 1
  expect ann.heard == 0 and bob.heard == 1
`)
	if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trace: true, Check: true}); err != nil {
		t.Fatal(err)
	}
}
