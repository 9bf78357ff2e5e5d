package ruletest_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/internal/ruletest"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
)

// lawful is a ruleset whose blows take 2, whose potions give 3, and whose healers answer a blow with 4.
const lawful = `
rulec: 2
ruleset: lawful
version: 1.0.0
kinds:
  creature:
    fields:
      hp: {type: pool, max: 20, start: 10}
      shield: 0
      clumsy: false
  deed:
    params: {target: creature}
    perform: let nothing = 0
  answer:
    answers: [struck]
    perform: self.hp += 4
deeds:
  strike:
    perform: |
      announce struck of target
      target.hp -= 2
      if target.clumsy { target.hp -= target.shield }
  drink: {perform: target.hp += 3}
answers: {mend: {}}
events: {struck: {asks: "[event.of]"}}
time:
  key: [round]
  everyone_due: false
  start: for c in everyone { schedule turn of c at 1; schedule clash of c at 10 }
  entries:
    turn: {do: "choose act from can_do(self); if act != none { perform act }"}
    clash: {equal: together, do: "choose act from can_do(self); if act != none { perform act }"}
laws:
`

// TestLaws holds, by fights worked out by hand, when laws are looked at.
func TestLaws(t *testing.T) {
	const (
		never   = "never_better: {during: strike, before: {had: self.hp}, holds: self.hp <= had}"
		alone   = "never_better: {during: strike, alone: true, before: {had: self.hp}, holds: self.hp <= had}"
		target  = "never_better: {during: strike, if: self == target, before: {had: self.hp}, holds: self.hp < had}"
		all     = "never_better: {during: all actions, before: {had: self.hp}, holds: self.hp <= had}"
		always  = "healthy: {holds: self.hp >= 9}"
		scene   = "two: {for: scene, holds: \"sum(everyone, .hp) >= 19\"}"
		shields = "shields_help: {during: strike, if: self == target, suppose: self.shield += 1, without: {left: self.hp}, holds: self.hp >= left}"
	)
	for _, c := range []struct {
		name, laws, script string
		clumsy             bool
		broken             bool
	}{
		{"10 - 2 is less than 10", never, "ann: strike bob", false, false},
		{"10 + 4 - 2 is more: what is done within a blow counts", never, "ann: strike bob { bob: mend }", false, true},
		{"not if it has to be alone", alone, "ann: strike bob { bob: mend }", false, false},
		{"alone it is looked at", target, "ann: strike bob", false, false},
		{"a drink is no strike", never, "ann: drink bob", false, false},
		{"of all actions it is one", all, "ann: drink bob", false, true},
		{"if leaves others out: ann has 10 and had 10", target, "ann: strike bob", false, false},
		{"10 - 2 is below 9 when it has landed", always, "ann: strike bob", false, true},
		{"8 + 10 is below 19", scene, "ann: strike bob", false, true},
		{"13 + 10 isn't", scene, "ann: drink bob", false, false},
		{"a shield does nothing for who isn't clumsy", shields, "ann: strike bob", false, false},
		{"with a shield 10 - 2 - 1 is less than 10 - 2", shields, "ann: strike bob", true, true},
		{"together both begin at 10, and land: 10 - 2 + 3", never, "ann: pass\nbob: pass\nann: strike bob\nbob: drink bob", false, true},
		{"alone it isn't looked at there", alone, "ann: pass\nbob: pass\nann: strike bob\nbob: drink bob", false, false},
		{"who strikes alone there leaves 10 - 2 when it has landed", target, "ann: pass\nbob: pass\nann: strike bob\nbob: pass", false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			bob := "{side: two}"
			if c.clumsy {
				bob = "{side: two, clumsy: true}"
			}
			law, _, _ := strings.Cut(c.laws, ":")
			text := "ruleset: lawful\ncases:\n  it:\n    laws: [" + law + "]\n    combatants: {ann: {side: one}, bob: " + bob + "}\n    script: |\n"
			for _, line := range strings.Split(c.script, "\n") {
				text += "      " + line + "\n"
			}
			opts := lang.Options{Files: fstest.MapFS{
				"lawful.yaml": {Data: []byte(lawful + "  " + c.laws + "\n")}, "cases.yaml": {Data: []byte(text)},
			}}
			load := func(file string) ([]lang.Case, diag.List) { return lang.LoadCases(file, opts) }
			f := ruletest.Run([]string{"cases.yaml"}, load, ruletest.Options{})[0]
			if f.List.HasErrors() || len(f.Results) != 1 {
				t.Fatal(f.List)
			}
			if err := f.Results[0].Err; script.IsBroken(err) != c.broken || !c.broken && err != nil {
				t.Errorf("broken: %t, %v", c.broken, err)
			}
		})
	}
}

// asking is a ruleset in which somebody is asked everything that can be asked: an answer with a parameter, a choice from a list
// that what is supposed turns round, a choice by chance, a card, dice.
const asking = `
rulec: 2
ruleset: asking
kinds:
  creature:
    fields:
      rank: 0
      hp: {type: pool, max: 20}
      held: set of card = []
  card: {fields: {worth: number}}
  deed:
    params: {target: creature}
    perform: |
      announce struck of target
      choose spot from sort(everyone, .rank) default self
      choose lot from sort(everyone, .rank) by chance
      draw sign from fate
      roll harm = 1d6
      spot.hp -= harm
      lot.hp -= 1
      if sign != none { target.hp -= sign.worth }
  parry:
    answers: [struck]
    params: {whom: "one of sort(everyone, .rank)"}
    perform: |
      roll cure = 1d4
      whom.hp += cure
deeds: {strike: {}}
parries: {parry: {}}
cards: {star: {worth: 1}, moon: {worth: 2}, sun: {worth: 3}}
decks: {fate: {cards: cards, when_empty: none}}
events: {struck: {asks: "[event.of]"}}
time:
  key: [round, lot]
  start: for c in everyone { schedule turn of c at 1, tie_breaker(c) }
  entries:
    turn:
      do: |
        choose act from can_do(self)
        if act != none { perform act }
        schedule turn of self at now + 1, tie_breaker(self)
  out: self.hp <= 0
  over: count(combatants) < 2
laws:
  rank_is_nothing: {during: all actions, suppose: self.rank += 1, without: {left: "sum(everyone, .hp * 3) + self.hp"}, holds: "sum(everyone, .hp * 3) + self.hp == left"}
  rank_counts: {during: all actions, suppose: self.rank += 1, without: {then: self.rank}, holds: self.rank == then}
`

// TestAlike: whatever both fights are asked that a law compares is answered alike, by a script and by its seed.
func TestAlike(t *testing.T) {
	const lines = `
    script: |
      ann: strike bob { choose spot = bob; choose lot = bob; draw fate moon; dice harm 4; bob: parry with whom = ann { dice cure 1 } }`
	for _, x := range []struct {
		name, case_ string
		broken      bool
	}{
		{"by its script", "laws: [rank_is_nothing]\n    entries: [{is: turn, of: ann, at: [1, 1]}, {is: turn, of: bob, at: [1, 2]}]" + lines, false},
		{"by its seed", "laws: [rank_is_nothing]\n    seed: 7\n    entries: [{is: turn, of: ann, at: [1, 1]}, {is: turn, of: bob, at: [1, 2]}]\n    script: |\n      ann: strike bob { bob: parry with whom = bob }", false},
		{"what is supposed differs all the same", "laws: [rank_counts]\n    entries: [{is: turn, of: ann, at: [1, 1]}, {is: turn, of: bob, at: [1, 2]}]" + lines, true},
		{"a case that names no law isn't judged", "entries: [{is: turn, of: ann, at: [1, 1]}, {is: turn, of: bob, at: [1, 2]}]" + lines, false},
		{"laws rest when the fight is over", "laws: [can_act]\n    seed: 1\n    script: |\n      over\n      wait 50", false},
	} {
		t.Run(x.name, func(t *testing.T) {
			rules := asking
			if strings.Contains(x.case_, "can_act") {
				rules = strings.Replace(asking, "    params: {target: creature}\n", "    params: {target: creature}\n    requires: {\"self == target and false\": never}\n", 1)
			}
			opts := lang.Options{Files: fstest.MapFS{
				"asking.yaml": {Data: []byte(rules)},
				"cases.yaml":  {Data: []byte("ruleset: asking\ncases:\n  it:\n    combatants: {ann: {side: one}, bob: {side: two}}\n    " + x.case_ + "\n")},
			}}
			f := ruletest.Run([]string{"cases.yaml"}, func(file string) ([]lang.Case, diag.List) { return lang.LoadCases(file, opts) }, ruletest.Options{})[0]
			if f.List.HasErrors() || len(f.Results) != 1 {
				t.Fatal(f.List)
			}
			if err := f.Results[0].Err; script.IsBroken(err) != x.broken || !x.broken && err != nil {
				t.Errorf("broken: %t, %v", x.broken, err)
			}
		})
	}
}
