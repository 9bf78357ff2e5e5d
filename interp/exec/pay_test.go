package exec_test

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/interp/script"
)

const purses = `
rulec: 2
ruleset: r
kinds:
  creature:
    fields:
      energy: {type: pool, max: 4, start: 1, instead: {stamina: 1}}
      stamina: {type: pool, max: 6}
conditions:
  drained: {forbids: [spending stamina]}
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn: {do: schedule turn of self at now + 1}
  over: now > 9
`

// TestNoStandInThatMayNotBeSpent: what nobody may spend stands in for nothing, if what is
// paid for is paid on the spot, too. Ann has 1 of the 2 that are due, and bob, who isn't
// drained, meets the other one with a point of stamina.
func TestNoStandInThatMayNotBeSpent(t *testing.T) {
	const fight = `
encounter: e
ruleset: ./r.yaml
combatants: {ann: {side: red, conditions: [drained]}, bob: {side: blue}}
script: |
  do { pay energy 2 from WHO }
  expect WHO.energy == 0 and WHO.stamina == 5
`
	stopsWith(t, purses, strings.ReplaceAll(fight, "WHO", "ann"), exec.CannotPay, `ann can't pay 2 of "energy": 1 left`)
	e := loaded(t, purses, strings.ReplaceAll(fight, "WHO", "bob"))
	if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true}); err != nil {
		t.Error(err)
	}
}

// answering answers every choice with a candidate by its index, or says that it has no answer.
type answering struct {
	interp.Tactics
	index []int
	ok    bool
}

func (a *answering) Choose(_ *interp.Machine, _ *interp.Question, picked []int) ([]int, bool, error) {
	return append(picked, a.index...), a.ok, nil
}

// TestStandInIsChosen: how much of what is due a stand-in meets is a choice, of which the default
// counts, what the pool lacks, wherever whoever is asked has no answer.
func TestStandInIsChosen(t *testing.T) {
	for _, test := range []struct {
		chooser answering
		want    string
	}{
		{answering{index: []int{2}, ok: true}, "energy: 4 stamina: 4"},
		{answering{index: []int{1}, ok: true}, "energy: 3 stamina: 5"},
		{answering{index: []int{2}, ok: false}, "energy: 2 stamina: 6"},
		{answering{index: nil, ok: true}, "energy: 2 stamina: 6"},
		{answering{index: nil, ok: false}, "energy: 2 stamina: 6"},
	} {
		rules := strings.Replace(purses, "do: schedule turn of self at now + 1", `do: "if now == 1 { pay energy 2 }; schedule turn of self at now + 1"`, 1)
		e := loaded(t, rules, "encounter: e\nruleset: ./r.yaml\ncombatants: {ann: {side: red, energy: 4}}\nlimit: 2\n")
		fight, err := interp.Prepare(interp.Compile(e.Program), e)
		if err != nil {
			t.Fatal(err)
		}
		m := interp.New(fight, interp.Options{Check: true})
		m.SetChooser(&test.chooser)
		if _, err := m.Run(); err != nil {
			t.Fatal(err)
		}
		if got := stateOf(t, m); !strings.Contains(strings.Join(strings.Fields(got), " "), test.want) {
			t.Errorf("%v, %v: not %s but\n%s", test.chooser.index, test.chooser.ok, test.want, got)
		}
	}
}

// TestPayFromAStack: a stack can pay what its parts have together.
// Of 2 of energy and 3 of stamina 5 can be paid and 6 can't.
func TestPayFromAStack(t *testing.T) {
	rules := strings.Replace(purses, "stamina: {type: pool, max: 6}", "stamina: {type: pool, max: 6}\n      all: {type: pool, stack: [energy, stamina]}", 1)
	fight := func(energy, stamina, pay string) string {
		return "encounter: e\nruleset: ./r.yaml\ncombatants: {ann: {side: red, energy: " + energy + ", stamina: " + stamina + "}}\nscript: |\n  do { pay all " + pay + " from ann }\n  expect ann.all == 0\n"
	}
	for _, test := range [][2]string{{"2", "3"}, {"0", "5"}, {"4", "1"}} {
		e := loaded(t, rules, fight(test[0], test[1], "5"))
		if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true}); err != nil {
			t.Error(err)
		}
		stopsWith(t, rules, fight(test[0], test[1], "6"), exec.CannotPay, `ann can't pay 6 of "all": 5 left`)
	}
}

// TestPaidFromAStackBitByBit: what an action still holds of a stack counts as there, and its first pool is let
// go first. Of the 4 that ann holds, 2 of energy and 2 of stamina, the first 2 paid are energy: that it falls (1)
// is seen before the pause (2) between both payments, that stamina falls (3) only after it.
func TestPaidFromAStackBitByBit(t *testing.T) {
	rules := strings.NewReplacer("stamina: {type: pool, max: 6}", `stamina: {type: pool, max: 6}
      all: {type: pool, stack: [energy, stamina]}
      log: 0
  chore: {cost: {all: 4}, perform: "pay all 2; announce pause of self; pay all 2"}
chores: {sweep: {}}
events: {pause: {}}
rules:
  less_energy: {on: self.energy falls, do: self.log = self.log * 10 + 1}
  in_between: {on: pause of self, do: self.log = self.log * 10 + 2}
  less_stamina: {on: self.stamina falls, do: self.log = self.log * 10 + 3}`,
		"do: schedule turn of self at now + 1", `do: "choose act from can_do(self); if act != none { perform act }; schedule turn of self at now + 1"`).Replace(purses)
	e := loaded(t, rules, `
encounter: e
ruleset: ./r.yaml
combatants: {ann: {side: red, energy: 2, stamina: 3}}
script: |
  ann: sweep
  expect ann.log == 123 and ann.energy == 0 and ann.stamina == 1
`)
	if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true}); err != nil {
		t.Error(err)
	}
}
