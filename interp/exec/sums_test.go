package exec_test

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
)

// TestSums: a log says what a roll's bonus and a change were added up from: what programs name, hand
// over and give back is followed, and what a quantity makes of a number.
//
// Ana's blow: 1d6 shows 4, with might 3 and, while she is angry, 2 more: 4 + 3 + 2 = 9. Bo's armor of 4
// takes off 4, no more than 5 arrive. A second blow that armor swallows does nothing. Plain numbers and
// what is only called otherwise have no sum, nor has twice the same. A roll without dice is what its
// numbers add up to: 3 + 4 - 2 = 5; of one number alone there is nothing to add.
func TestSums(t *testing.T) {
	e := loaded(t, `
rulec: 2
ruleset: r
kinds:
  creature:
    fields:
      hp: {type: pool, max: 20}
      might: 3
      armor: 4
      anger: 2
quantities:
  force(who): who.might
  arrives(target, dealt number): max(0, if(true, dealt - target.armor, 99))
  at_most(n number): min(n, 50)
procs:
  rolled(who): |
    roll harm by who = 1d6 + force(who) + if(who.anger > 0, who.anger, 0)
    stop with at_most(harm)
  wound(who, much number): |
    let got = arrives(who, much)
    who.hp -= got
time:
  key: [tick]
  everyone_due: false
  start: schedule turn of first(everyone) at 1
  entries: {turn: {do: stop}}
`, `
encounter: e
ruleset: ./r.yaml
combatants: {ana: {side: red}, bo: {side: blue}}
script: |
  dice ana.harm 4, ana.harm 1
  do {
    let much = rolled(ana)
    wound(bo, much)
    let more = rolled(ana) - 1
    wound(bo, more - 2)
    bo.hp -= 3
    let loss = 2
    bo.hp -= loss
    bo.hp += ana.might + bo.might
    roll at_its_most by ana = force(ana) + ana.armor - ana.anger
    roll alone by ana = ana.might
  }
`)
	m, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trace: true, Sums: true, Check: true})
	if err != nil {
		t.Fatal(err)
	}
	var story strings.Builder
	if err := interp.Story(m, &story); err != nil {
		t.Fatal(err)
	}
	want := `
  Ana, harm: 1d6 (4) + 3 force + 2 anger = 9
  Bo: hp 20 -> 15 of 20 (-5: 9 harm - 4 armor)
  Ana, harm: 1d6 (1) + 3 force + 2 anger = 6
  Bo: hp 15 -> 12 of 20 (-3)
  Bo: hp 12 -> 10 of 20 (-2)
  Bo: hp 10 -> 16 of 20 (+6)
  Ana, at its most: 3 force + 4 armor - 2 anger = 5
  Ana, alone: 3
`
	if got := story.String(); !strings.Contains(got, want) {
		t.Errorf("the story is\n%s\nand not\n%s", got, want)
	}
}

// TestSumsOfTargets: a log says what a roll is held against was added up from, what conditions and rules
// add apart from the rest, and where it has to come out low.
//
// Bo's guard is 7 and might 3, 10; dodging adds 4 and being tired, twice, takes 1 each: 12. A guard that is halved
// isn't a sum any more. Courage has to be 9 or less: wisdom 4 and 5.
// A strict check says less than.
func TestSumsOfTargets(t *testing.T) {
	e := loaded(t, `
rulec: 2
ruleset: r
scales:
  trait: [wisdom, brawn]
kinds:
  creature:
    fields:
      might: 3
      traits: {type: map of trait to number, default: {wisdom: 4}}
quantities:
  guard(who): 7 + who.might + sum(add)
  half_guard(who): floor((6 + sum(add)) / 2)
  trait_of(who, which trait): who.traits[which]
checks:
  courage: {success: total <= target, margin: target - total}
  calm: {success: total < target, margin: target - total}
conditions:
  dodging: {modifies: [{to: guard, add: 4}, {to: half_guard, add: 4}]}
  tired: {stacks: each time, modifies: [{to: guard, add: -1}]}
rules:
  unlucky: {modifies: [{to: guard, as: who, add: 0}]}
procs:
  tried(who, target): |
    roll swing by who = 1d6 against guard(target)
    roll courage by who = 1d6 against trait_of(who, wisdom) + 5
    roll calm by who = 1d6 against 6
    roll other by who = 1d6 against half_guard(target)
    roll named by who = (let d = 1d6 + 1; d + 2)
time:
  key: [tick]
  everyone_due: false
  start: schedule turn of first(everyone) at 1
  entries: {turn: {do: stop}}
`, `
encounter: e
ruleset: ./r.yaml
combatants: {ana: {side: red}, bo: {side: blue, conditions: [dodging, tired, tired]}}
script: |
  dice ana.swing 5, ana.courage 6, ana.calm 6, ana.other 1, ana.named 3
  do { tried(ana, bo) }
`)
	m, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trace: true, Sums: true, Check: true})
	if err != nil {
		t.Fatal(err)
	}
	var story strings.Builder
	if err := interp.Story(m, &story); err != nil {
		t.Fatal(err)
	}
	want := `
  Ana, failure: swing 1d6 = 5 against 12 (10 guard + 4 dodging - 2 tired)
  Ana, success: courage 1d6 = 6 against 9 or less (4 wisdom + 5 flat)
  Ana, failure: calm 1d6 = 6 against less than 6
  Ana, failure: other 1d6 = 1 against 5
  Ana, named: 1d6 (3) + 3 = 6
`
	if got := story.String(); !strings.Contains(got, want) {
		t.Errorf("the story is\n%s\nand not\n%s", got, want)
	}
}
