package exec_test

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/interp/story"
)

// TestSentencesOfFieldsAndRules: a change of a number and a rule that runs are told as the
// ruleset says, where it says something; an empty sentence isn't told.
func TestSentencesOfFieldsAndRules(t *testing.T) {
	e := loaded(t, `
rulec: 2
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
  everyone_due: false
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
	if err := interp.Story(m, &story); err != nil {
		t.Fatal(err)
	}
	want := `
  Ann has 4 left of 9
  Bob has 7 left of 9
  Ann roars
    Ann: rage 0 -> 1 of 5 (+1)
  Ann: rage 1 -> 2 of 5 (+1: mutters)
  Bob: rage 0 -> 1 of 5 (+1: mutters)
  Ann counts 2 silvers
  Luck is gone
`
	if got := story.String(); !strings.Contains(got, want) {
		t.Errorf("the story is\n%s\nand not\n%s", got, want)
	}
}

// TestSentencesOfChoicesAndRolls: what was chosen and thrown is told as the ruleset says,
// where it says something; what is bookkeeping isn't told.
func TestSentencesOfChoicesAndRolls(t *testing.T) {
	e := loaded(t, `
rulec: 2
ruleset: r
kinds:
  creature: {keeps: {hp: {type: pool, max: 9}}}
scales:
  spot: [head, leg]
checks:
  harm: {told: "{self} hits for {total}"}
  mood: {told: false}
  wits: {title: Quick wits}
  nerve: {success: total >= target, told: "{if(success, 'steady', 'shaking')}"}
  luck: {success: total > target, told: false}
choices:
  aim: {told: "{self} goes for the {chosen}"}
  calls: {told: "{if(count(chosen) > 1, 'all come', '')}"}
  stance: {title: Ready for}
  secret: {told: false}
procs:
  all_of_it(who): |
    choose aim from spot by who default head
    choose some calls from everyone by who default none
    choose stance from spot by who default head
    choose secret from spot by who default head
    roll harm by who = 1d6 + 2
    roll mood by who = 1d6
    roll wits by who = 1d6
    roll nerve by who = 1d6 against 4
    roll luck by who = 1d6 against 4
    roll nerve2 by who as 'nerve' = 1d6
    let later = mood against 3
time:
  key: [tick]
  everyone_due: false
  start: schedule turn of first(everyone) at 1
  entries: {turn: {do: stop}}
`, `
encounter: e
ruleset: ./r.yaml
combatants: {ann: {side: red}, bob: {side: blue}}
script: |
  dice ann.harm 3, ann.mood 2, ann.wits 4, ann.nerve 3, ann.luck 6, ann.nerve 5
  ann: choose aim = leg
  ann: choose calls = [ann, bob]
  ann: choose stance = leg
  ann: choose secret = leg
  do { all_of_it(ann) }
`)
	tells := func(explained string) string {
		m, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trace: true, Explain: explained != "", Check: true})
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		if err := interp.Log(m, story.Options{About: explained}).Text(&text); err != nil {
			t.Fatal(err)
		}
		return text.String()
	}
	want := `
  Ann goes for the leg
  All come
  Ann, Ready for: leg
  Ann hits for 5: harm 1d6 (3) + 2 = 5
  Ann, Quick wits: 1d6 = 4
  Ann, shaking: nerve 1d6 = 3 against 4
  Ann, nerve: 1d6 = 5
`
	if got := tells(""); !strings.Contains(got, want) {
		t.Errorf("the story is\n%s\nand not\n%s", got, want)
	}
	if got := tells("ann"); !strings.Contains(got, "mood: 1d6 = 2") || !strings.Contains(got, "secret: leg") {
		t.Errorf("with explanations of hers the story leaves out bookkeeping:\n%s", got)
	}
}
