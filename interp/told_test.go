package interp_test

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
)

// TestSentencesOfFieldsAndRules: a change of a number and a rule that runs are told as the
// ruleset says, where it says something; an empty sentence isn't told.
func TestSentencesOfFieldsAndRules(t *testing.T) {
	e := loaded(t, `
rulec: 1
ruleset: r
scales:
  metal: [copper, silver]
kinds:
  creature:
    fields:
      hp: {type: pool, max: 9, told: "{self} has {new} left of {old}"}
      purse: {type: pool, per: metal, told: "{self} counts {new} {each}{if(new > 1, 's', '')}"}
      luck: {type: number, default: 3, told: "{if(new < old, 'luck is gone', '')}"}
      rage: {type: pool, up: true, max: 5}
rules:
  roars: {on: self.hp falls, if: self.hp < 5, do: self.rage += 1, told: "{self} roars"}
  mutters: {on: self.hp falls, do: self.rage += 1, told: ""}
time:
  key: [tick]
  personal: false
  start: schedule turn of first(everyone) at 1
  entries: {turn: {do: stop}}
`, `
encounter: e
ruleset: ./r.yaml
combatants: {ann: {side: red}, bob: {side: blue}}
script: |
  do { ann.hp -= 5; bob.hp -= 2 }
  do { ann.purse[silver] += 2; ann.luck -= 1; bob.luck += 1; ann.hp += 0 }
`)
	m, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trace: true, Check: true})
	if err != nil {
		t.Fatal(err)
	}
	var story strings.Builder
	if err := m.Story(&story); err != nil {
		t.Fatal(err)
	}
	want := `
  ann has 4 left of 9
  bob has 7 left of 9
  ann roars
    ann: rage 0 -> 1
  ann: rage 1 -> 2
  bob: rage 0 -> 1
  ann counts 2 silvers
  luck is gone
`
	if got := story.String(); !strings.Contains(got, want) {
		t.Errorf("the story is\n%s\nand not\n%s", got, want)
	}
}
