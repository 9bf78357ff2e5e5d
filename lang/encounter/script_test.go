package encounter_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/lang"
)

const alley = `
encounter: alley
ruleset: ./ruleset.yaml
combatants:
  ann: {is: hero, side: band, place: [0, 0], weapons: [dagger, club]}
  bob: {is: hero, side: watch, place: [1, 0], weapons: [dagger]}
  door: {is: hero, side: watch, place: [2, 0]}
map:
  rows: |
    ....
script: |
  SCRIPT
`

const alleyRules = `
# allow unread-roll: nobody looks at what falls here
rulec: 2
ruleset: alley_rules
kinds:
  creature: {fields: {hp: {type: pool, max: 9}, weapons: "list of weapon = []"}}
  weapon: {things: true, fields: {damage: 1d6}}
  deed:
    params: {target: creature, weapon: one of self.weapons, effort: 0 to 3 = 0}
    perform: |
      choose aim from part by self default head
      choose some helpers from allies(self) default []
      roll swing = 1d20
      roll harm by target as wound = weapon.damage
  stroll:
    params: {to: place within 2}
    perform: move self to to
  retort: {answers: swung, perform: stop}
creatures: {hero: {}}
weapons: {dagger: {}, club: {}}
deeds: {strike: {}}
strolls: {walk: {}}
retorts: {parry: {}}
scales: {part: [head, torso]}
conditions: {prone: {}}
events: {swung: {asks: everyone}}
time:
  key: [tick]
  start: |
    for c in everyone { schedule turn of c at 0 }
    announce swung of first(everyone)
  entries:
    turn:
      do: |
        choose act from can_do(self)
        if act != none { perform act }
        schedule turn of self at now + 1
  out: self.hp <= 0
  over: count(combatants) < 2
space: {grid: square}
`

func TestScripts(t *testing.T) {
	for _, test := range []struct{ text, wrong string }{
		{"ann: strike on bob with weapon = dagger, effort = 2", ""},
		{"ann: strike bob with club", ""},
		{"ann: strike bob with 2, dagger", ""}, // values without a name go where their type fits
		{"ann: strike with dagger, bob", ""},
		{"ann: strike on bob with weapon = ann.dagger", ""},
		{"ann: strike on bob with weapon = bob.dagger", ""}, // whether she may is tested in play
		{"ann: strike on bob with sword", "unknown-name at sword"},
		{"ann: strike on bob with dagger, club", "type-mismatch at club"},
		{"ann: strike on bob with reach = 3", "unknown-argument at reach"},
		{"ann: strike on bob with target = bob", "unknown-argument at bob"},
		{"ann: strike on 3 with effort = 3", "unknown-argument at 3"},
		{"ann: pass", ""},
		{"ann: pass on bob", "type-mismatch at bob"},
		{"ann: pass aimed", "unknown-name at aimed"},
		{"ann: pass with x = 2", "unknown-argument at pass"},
		{"anne: strike on bob", "unknown-thing at anne"},
		{"ann: strik on bob", "unknown-action at strik"},
		{"ann: walk [2, 0]", ""},
		{"ann: walk with to = [2, 0]", ""},
		{"refused ann: walk [3, 0] \"too far\"", ""},
		{"refused ann: wlk [3, 0] \"too far\"", "unknown-action at wlk"},
		{"refused ann: walk [3, 0]", "script-form at refused ann: walk [3, 0]"},
		{"refused ann: pass \"no\"", "unknown-action at pass"},
		{"ann: strike on bob { dice swing 12 of 1d20 }", ""},
		{"expect was_rolled(swing) == 1 and came_to(wound, bob) == 3", ""},
		{"expect was_rolled(swong) == 1", "unknown-label at swong"},
		{"expect was_rolled(ann.hp) == 1", "unknown-label at ann.hp"},
		{"expect happened(hurtt) == 0", "unknown-name at hurtt"},
		{"expect did(ann, strike) == 1 and did(ann, strike, bob) == 0", ""},
		{"expect did(ann, dagger) == 1", "type-mismatch at dagger"},
		{"ann: tactic", "unknown-tactic at tactic"},
		{"wait came_to(swing)", "only-expected at came_to"},
		{"ann: strike on bob { dice swing 12, bob.wound 3; choose aim = torso; bob: parry; expect bob.hp == 6 }", ""},
		{"ann: strike on bob { dice swong 12 }", "unknown-label at swong"},
		{"dice harm 3", "unknown-label at harm"}, // its label is wound
		{"dice band.swing 3, scene.swing 2", ""},
		{"dice carl.swing 3", "unknown-thing at carl"},
		{"choose aim = head", ""},
		{"ann: choose aim = prone", "type-mismatch at prone"},
		{"choose aims = head", "unknown-choice at aims"},
		{"choose helpers = bob, door", ""},
		{"expect ann.hp == 9 and side(bob) == watch and ann.dagger.damage == none", "type-mismatch at ann.dagger.damage == none"},
		{"expect bob.dagger.carrier == bob and dagger in ann.weapons", ""},
		{"expect prone(bob)", ""},
		{"expect bob.hp", "type-mismatch at bob.hp"},
		{"expect ann.place == [0, 0]", ""},
		{"expect self.hp > 1", "word-out-of-place at self"},
		{"wait 3", ""},
		{"wait bob", "type-mismatch at bob"},
		{"do { apply prone to bob; bob.hp -= 1; roll x by bob as wound = 1d6 }", ""},
		{"do { carl.hp -= 1 }", "unknown-name at carl"},
		{"all pass", ""},
		{"rest", ""},
		{"over", ""},
	} {
		files := fstest.MapFS{
			"ruleset.yaml": &fstest.MapFile{Data: []byte(strings.TrimPrefix(alleyRules, "\n"))},
			"alley.yaml":   &fstest.MapFile{Data: []byte(strings.TrimPrefix(strings.Replace(alley, "SCRIPT", test.text, 1), "\n"))},
		}
		encounter, list := lang.LoadEncounter("alley.yaml", lang.Options{Files: files})
		var codes []string
		for _, d := range list {
			codes = append(codes, string(d.Code)+" at "+d.Span.Text())
		}
		if got := strings.Join(codes, "; "); got != test.wrong {
			t.Errorf("%s\n got  %q\n want %q", test.text, got, test.wrong)
		}
		if (encounter == nil) != (test.wrong != "") {
			t.Errorf("%s: gives an encounter: %t", test.text, encounter != nil)
		}
	}
}
