package exec_test

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
)

const familyRules = `
rulec: 2
ruleset: r
scales:
  grade: [first, second, third]
kinds:
  attribute: {}
  skill: {fields: {attribute: attribute, easy: 0}}
  creature:
    fields:
      attribute: {type: number, per: attribute, default: 8}
      skill: {type: number, per: skill, default: "self.attribute[each.attribute] + each.easy"}
      taught: {type: number, per: skill, default: {climbing: .easy + 1, cards: "self.skill[each]"}}
      known: {type: number, per: skill, default: each.easy * 10}
      at_rest: {type: number, per: grade, default: 0}
      slots:
        type: pool
        per: grade
        max: self.at_rest[each]
        resets: {dawn of self: , noon of self: "min(index(each) + event.extra, 2)"}
      debt: {type: pool, per: grade, up: true, min: 0 - index(each), max: 3, start: 1 - index(each)}
      hp: {type: pool, max: 10}
  spell:
    fields: {grade: grade = none}
    cost: {"slots[it.grade]": "if(given(it.grade), 1, 0)"}
    perform: self.hp -= 1
  rest: {perform: stop}
rests:
  wake: {perform: announce dawn of self}
  lunch: {perform: announce noon of self with extra = 1}
attributes: {body: {}, wits: {}}
skills:
  climbing: {attribute: body}
  cards: {attribute: wits, easy: 2}
spells:
  bolt: {grade: first}
  fog: {grade: second}
  flare: {grade: third}
  spark: {}
  storm: {grade: first, cost: {"slots[second]": 1, "slots[third]": 1}}
creatures:
  mage: {at_rest: {first: 4, second: 2}, attribute: {wits: 13}, skill: {climbing: 3}}
events:
  dawn: {}
  noon: {fields: {extra: number}}
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn: {do: "choose act from can_do(self)\nif act != none { perform act }\nschedule turn of self at now + 1"}
  over: now > 9
`

// TestMembersOfFamilies: what a pool of a family goes to, starts with and is reset to, and
// what a default comes to, is worked out for each member.
//
// ann: body 8 and wits 13, so that cards is 13 + 2 and climbing as stated; of that she is
// taught 0 + 1 and 15, and knows 0 and 20. Of slots she has 4 and 2, and of the third grade,
// which the mage leaves out, the default of 0. Debt starts at 1, 0 and -1 and goes from 0,
// -1 and -2 to 3. At noon slots are at most 0 + 1, 1 + 1 and 2, cut off at 4, 2 and 0.
// A storm costs what it says itself, and not a slot of its grade besides.
func TestMembersOfFamilies(t *testing.T) {
	const fight = `
encounter: e
ruleset: ./r.yaml
combatants:
  ann: {is: mage, side: red}
  bob: {side: blue, at_rest: {third: 1}, debt: {second: 3}}
script: |
  expect ann.skill[climbing] == 3 and ann.skill[cards] == 15 and bob.skill[climbing] == 8 and bob.skill[cards] == 10
  expect ann.taught[climbing] == 1 and ann.taught[cards] == 15 and ann.known[climbing] == 0 and ann.known[cards] == 20
  expect ann.slots[first] == 4 and ann.slots[second] == 2 and ann.slots[third] == 0
  expect bob.slots[first] == 0 and bob.slots[second] == 0 and bob.slots[third] == 1
  expect ann.debt[first] == 1 and ann.debt[second] == 0 and ann.debt[third] == 0 - 1 and bob.debt[second] == 3
  do { ann.slots[first] += 1; ann.slots[third] += 1; ann.slots[second] = 9; ann.debt[third] = 0 - 7 }
  expect ann.slots[first] == 4 and ann.slots[second] == 2 and ann.slots[third] == 0 and ann.debt[third] == 0 - 2
  ann: lunch
  expect ann.slots[first] == 1 and ann.slots[second] == 2 and ann.slots[third] == 0
  refused bob: bolt "not enough slots (first) (1 needed, 0 left)"
  bob: flare
  expect bob.slots[third] == 0
  ann: wake
  expect ann.slots[first] == 4 and ann.slots[second] == 2 and ann.slots[third] == 0
  bob: spark
  refused ann: storm "not enough slots (third) (1 needed, 0 left)"
  do { ann.at_rest[third] = 1; ann.slots[third] = 1 }
  ann: storm
  expect ann.slots[first] == 4 and ann.slots[second] == 1 and ann.slots[third] == 0
  bob: spark
  do { ann.slots[second] += 1 }
  refused ann: flare "not enough slots (third) (1 needed, 0 left)"
  ann: fog
  expect ann.slots[first] == 4 and ann.slots[second] == 1 and ann.hp == 8
  bob: spark
  expect bob.slots[third] == 0 and bob.hp == 6
`
	e := loaded(t, familyRules, fight)
	if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true, Trace: true}); err != nil {
		t.Error(err)
	}
}

// TestNoMember: whatever names a member of a pool has to come to one, unless nothing of it
// is due.
func TestNoMember(t *testing.T) {
	const due, at = `"if(given(it.grade), 1, 0)"`, "\ncombatants: {ann: {is: mage, side: red}}\nscript: \"ann: spark\""
	for _, test := range []struct{ from, to, want string }{
		{due, `"1"`, `"it.grade" is none, so it names no member of "slots"`},
		{"perform: self.hp -= 1", "perform: pay slots[it.grade] 1", `"it.grade" is none, so it names no member of "slots"`},
		{"hp: {type: pool, max: 10}", `hp: {type: pool, max: 10, instead: {"slots[self.best]": 1}}` +
			"\n      best: grade = none", `"self.best" is none, so it names no member of "slots"`},
	} {
		rules := strings.Replace(familyRules, test.from, test.to, 1)
		if strings.Contains(test.to, "instead") {
			rules = strings.Replace(rules, "perform: self.hp -= 1", "perform: pay hp 1", 1)
		}
		e := loaded(t, rules, "encounter: e\nruleset: ./r.yaml"+at)
		if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true}); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", test.to, err, test.want)
		}
	}
}

// TestNoMemberOfDeadLine: a line of a tactic that never comes to anything stops the run all
// the same if what it costs names no member.
func TestNoMemberOfDeadLine(t *testing.T) {
	rules := strings.Replace(familyRules, `"if(given(it.grade), 1, 0)"`, "1, hp: 99", 1) + "tactics: {wild: {turn: [{do: spark}, {do: pass}]}}\n"
	for grade, want := range map[string]string{"{}": `"it.grade" is none`, "{grade: first}": ""} {
		e := loaded(t, strings.Replace(rules, "spark: {}", "spark: "+grade, 1),
			"encounter: e\nruleset: ./r.yaml\nseed: 1\ncombatants: {ann: {is: mage, side: red, tactic: wild}}\n")
		fight, err := interp.Prepare(interp.Compile(e.Program), e)
		if err != nil {
			t.Fatal(err)
		}
		m := interp.New(fight, interp.Options{})
		m.Reset(1)
		if _, err := m.Run(); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("spark: %s: %v, want %q", grade, err, want)
		}
	}
}

// TestEmptyFamily: a family over a kind without definitions has no member, so that nothing is reset, and the
// state can be told apart all the same.
func TestEmptyFamily(t *testing.T) {
	rules := "rulec: 2\nruleset: r\nkinds:\n  relic: {}\n  creature:\n    fields:\n      worn: {type: pool, per: relic, resets: {start of turn: 0}}\n" +
		"time:\n  key: [tick]\n  start: for c in everyone { schedule turn of c at 1 }\n  entries: {turn: {do: schedule turn of self at now + 1}}\n  limit: 3\n"
	e := loaded(t, rules, "encounter: e\nruleset: ./r.yaml\nseed: 1\ncombatants: {ann: {side: red}}\n")
	fight, err := interp.Prepare(interp.Compile(e.Program), e)
	if err != nil {
		t.Fatal(err)
	}
	m := interp.New(fight, interp.Options{Check: true})
	before := m.Hash()
	if _, err := m.Run(); err != nil || m.Hash() == before {
		t.Error(err, m.Hash() == before)
	}
}
