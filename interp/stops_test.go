package interp_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/lang/diag"
)

// small is a ruleset of two who take turns; turn is what happens on one, more
// are further sections.
func small(turn, more string) string {
	return `
rulec: 1
ruleset: small
title: Small
version: 1.0.0
kinds:
  creature:
    fields:
      hp: {type: pool, max: 10}
      mind: {type: pool, max: 10}
      many: {type: pool, start: 3}
      friend: {type: creature, default: none}
      seen: {type: number, default: 0}
  deed:
    params: {target: creature}
    perform: target.hp -= 1
deeds:
  poke: {}
` + more + `
time:
  key: [tick]
  unit: tick
  start: |
    for c in everyone { schedule turn of c at 1 }
  entries:
    turn:
      do: |
` + pad(turn, 8) + `
  out: self.hp <= 0
  limit: 30
space:
  grid: none
`
}

func pad(text string, n int) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i, l := range lines {
		lines[i] = strings.Repeat(" ", n) + l
	}
	return strings.Join(lines, "\n")
}

const twoOfThem = `
encounter: two
ruleset: ./r.yaml
seed: 1
combatants: {ana: {side: red}, bo: {side: blue}}
`

// TestRunTimeErrors: what only a run can find is told where it happened, with the
// values that were used.
func TestRunTimeErrors(t *testing.T) {
	const again = "\nschedule turn of self at now + 1"
	tests := []struct {
		name, turn, more string
		code             diag.Code
		message          string
	}{
		{"division by zero", "self.seen = 3 / (self.hp - 10)" + again, "", interp.DivisionByZero, "division by zero; here self.hp = 10"},
		{"remainder by zero", "self.seen = 3 % (self.hp - 10)" + again, "", interp.DivisionByZero, "division by zero"},
		{"a fraction stored", "self.seen = self.hp / 4" + again, "", interp.NotWhole, `"seen" would become 2.5, by "self.seen = self.hp / 4"`},
		{"a number too large", "self.seen = 2 ** 53" + again, "", interp.NumberOutOfRange, `"seen" would become 9`},
		{"no number", "self.seen = (0 - 8) ** 0.5" + again, "", interp.NumberOutOfRange, "no number that can be written down"},
		{"infinity", "self.seen = 10 ** 300 * 10 ** 300" + again, "", interp.NumberOutOfRange, "would become"},
		{"a field of none", "self.seen = self.friend.hp" + again, "", interp.OfNone, `"self.friend" is none, so it has no hp`},
		{"an act that is none", "let a = mine(self)\nperform a" + again, "", interp.OfNone, "no act to perform"},
		{"more than there is", "pay mind 11" + again, "", interp.CannotPay, `ana can't pay 11 of "mind": 10 left`},
		{"a negative payment", "pay mind 0 - 1" + again, "", interp.NotWhole, "the amount is negative"},
		{"a choice without an answer", "choose n from [1, 2]" + again, "", interp.NoAnswer, `nobody says what ana chooses for "n"`},
		{"too many dice", "roll n = dice(1001, 6)" + again, "", interp.BadDice, "1001 dice"},
		{"a roll with a fraction", "roll n = 1d6 + self.hp / 4" + again, "", interp.NotWhole, "a roll can't add 2.5"},
		{"P7 an entry before now", "schedule turn of self at now - 1", "", interp.InThePast, "entry \"turn\" of ana would be at 0, but it is 1 already"},
		{"P7 a thousand batches at one time", "schedule turn of self at now", "", interp.TooMany, "more than 1000 batches at one point of time"},
		{"P8 somebody forgotten", "if self.side == side(last(everyone)) { schedule turn of self at now + 1 }", "",
			interp.Forgotten, "nothing stands on the agenda any more for ana"},
		{"P24 rules that cause each other", "self.hp -= 1" + again, `
rules:
  one:
    on: self.hp falls
    do: self.mind += if(self.mind < 10, 1, 0 - 1)
  two:
    on: self.mind changes
    do: self.many += 1
  three:
    on: self.many rises
    do: self.mind += if(self.mind < 10, 1, 0 - 1)`,
			interp.RulesCycle, "rules cause each other more than 64 times in one settling"},
		{"too many steps", "for a in 1..1000 {\n  for b in 1..1000 {\n    self.seen = b\n  }\n}" + again, "", interp.TooMany, "an action takes more than 100000 steps"},
		{"a range too long", "for a in 1..20000 {\n  self.seen = a\n}" + again, "", interp.TooMany, "a range of 20000 numbers; the limit is 10000"},
		{"too deep", "announce echo of self" + again, `
events:
  echo: {}
rules:
  resound:
    on: echo
    do: announce echo of self`,
			interp.TooMany, "nest more than 64 deep"},
		{"past the end of a scale", "self.seen = index(large + self.hp)" + again, `
scales:
  size:
    above: error
    steps: {small: {}, large: {}}`,
			interp.PastTheEnd, `scale "size" has no step that lies 10 from "large"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d := stopsWith(t, small(test.turn, test.more), twoOfThem, test.code, test.message)
			if d.Span.IsZero() {
				t.Errorf("the error has no place: %s", d.Snippet(false))
			}
		})
	}
}

// TestErrorShowsCalls: the stack of calls stands in the notes, innermost first.
func TestErrorShowsCalls(t *testing.T) {
	ruleset := small("perform poke on self\nschedule turn of self at now + 1", `
  prod:
    perform: halve(target)
procs:
  halve:
    params: {who: creature}
    do: who.seen = share(who)
quantities:
  share:
    of: {who: creature}
    value: 1 / who.seen
`)
	ruleset = strings.Replace(ruleset, "perform poke on self", "perform prod on self", 1)
	d := stopsWith(t, ruleset, twoOfThem, interp.DivisionByZero, "who.seen = 0")
	var notes []string
	for _, n := range d.Notes {
		notes = append(notes, n.Message)
	}
	want := []string{"in share", `in proc "halve"`, `in deed "prod"`, `in entry "turn"`}
	if fmt.Sprint(notes) != fmt.Sprint(want) {
		t.Errorf("notes %q, want %q", notes, want)
	}
}

// TestLimitsCanBeSet: the limits of a run are options.
func TestLimitsCanBeSet(t *testing.T) {
	e := loaded(t, small("announce ping of self\nschedule turn of self at now + 1", "events: {ping: {}}\nrules: {heard: {on: ping, do: self.seen += 1}}\n"), twoOfThem)
	code := interp.Compile(e.Program)
	tests := []struct {
		limits  interp.Limits
		message string
	}{
		{interp.Limits{Events: 5}, "more than 5 events in one encounter"},
		{interp.Limits{Steps: 20}, "the encounter takes more than 20 steps"},
		{interp.Limits{ActionSteps: 1}, "an action takes more than 1 steps"},
	}
	for _, test := range tests {
		m, err := interp.New(code, e, interp.Options{Limits: test.limits})
		if err != nil {
			t.Fatal(err)
		}
		if _, err = m.Run(); err == nil || !strings.Contains(err.Error(), test.message) {
			t.Errorf("got %v, want %q", err, test.message)
		}
	}
	m, err := interp.New(code, e, interp.Options{Limits: interp.Limits{Time: 7}})
	if err != nil {
		t.Fatal(err)
	}
	if out, err := m.Run(); err != nil || out.Ending != interp.TimeUp || out.Now != 7 {
		t.Errorf("got %+v, %v; want it to end at tick 7", out, err)
	}
}

// TestResetAfterError: a machine that stopped with an error can be used again and
// plays as a new one does.
func TestResetAfterError(t *testing.T) {
	e := loaded(t, small("roll n = 1d6\nself.seen = 1 / (n - 6)\nschedule turn of self at now + 1", ""), twoOfThem)
	code := interp.Compile(e.Program)
	m, err := interp.New(code, e, interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for trial := range uint64(20) {
		m.Reset(trial)
		again, errAgain := m.Run()
		fresh, err := interp.New(code, e, interp.Options{Trial: trial})
		if err != nil {
			t.Fatal(err)
		}
		want, errWant := fresh.Run()
		if again != want || fmt.Sprint(errAgain) != fmt.Sprint(errWant) {
			t.Fatalf("trial %d: %+v, %v after a reset; %+v, %v on a new machine", trial, again, errAgain, want, errWant)
		}
	}
}
