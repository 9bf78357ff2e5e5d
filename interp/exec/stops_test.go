package exec_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/rulec/rulec/interp/exec"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/compile"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang/diag"
)

// small is a ruleset of two who take turns; turn is what happens on one, more
// are further sections.
func small(turn, more string) string {
	return `
rulec: 2
ruleset: small
title: Small
version: 1.0.0
kinds:
  creature:
    fields:
      hp: {type: pool, max: 10}
      mind: {type: pool, max: 10}
      nerve: {type: pool, max: 1, instead: {mind: self.hp - 12}}
      many: {type: pool, start: 3}
      friend: creature = none
      seen: 0
      shots: {type: pool, per: stance, start: 3}
  deed:
    params: {target: creature}
    perform: target.hp -= 1
  nod:
    params: {target: creature}
    perform: self.seen += 1
  stance:
    fields: {reach: 1, lair: place = none}
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
		{"division by zero", "self.seen = 3 / (self.hp - 10)" + again, "", exec.DivisionByZero, "division by zero; here self.hp = 10"},
		{"remainder by zero", "self.seen = 3 % (self.hp - 10)" + again, "", exec.DivisionByZero, "division by zero"},
		{"a fraction stored", "self.seen = self.hp / 4" + again, "", exec.NotWhole, `"seen" would become 2.5, by "self.seen = self.hp / 4"`},
		{"a number too large", "self.seen = 2 ** (self.hp + 43)" + again, "", exec.NumberOutOfRange, `"2 ** (self.hp + 43)" evaluates to 9.007e+15: the limit is 2^53 - 1 either way; here self.hp = 10`},
		{"a roll too large", "roll n = 1d6 + 9007199254740991" + again, "", exec.NumberOutOfRange, "the roll totals 9.007e+15"},
		{"a sum too large", "self.seen = self.hp + 9007199254740991" + again, "", exec.NumberOutOfRange, "evaluates to 9.007e+15"},
		{"a difference too large", "self.seen = 0 - self.hp - 9007199254740991" + again, "", exec.NumberOutOfRange, "evaluates to -9.007e+15"},
		{"a product too large", "let n = self.hp ** 8\nself.seen = n * n" + again, "", exec.NumberOutOfRange, "evaluates to 1e+16"},
		{"a quotient too large", "self.seen = 10 ** 15 / (self.hp / 1000)" + again, "", exec.NumberOutOfRange, "evaluates to 1e+17"},
		{"sums of lists", "self.seen = sum(map(1..100, self.hp ** 15)) + sum(1..100, 10 ** 15 + each)" + again, "", exec.NumberOutOfRange, "evaluates to 1e+16"},
		{"a square root of what is negative", "self.seen = (0 - self.hp) ** 0.5" + again, "", exec.NumberOutOfRange, "a power must be whole, or end in .5 if the number isn't negative"},
		{"a power with a fraction", "self.seen = floor(self.hp ** 1.2)" + again, "", exec.NumberOutOfRange, "a power must be whole"},
		{"a power of 0 below 0", "self.seen = (self.hp - 10) ** (0 - 1)" + again, "", exec.DivisionByZero, "0 can't be raised to a negative power"},
		{"infinity", "self.seen = self.hp ** 300 * self.hp ** 300" + again, "", exec.NumberOutOfRange, `"self.hp ** 300" evaluates to 1e+300`},
		{"an element by a fraction", "self.seen = [1, 2][self.hp / 20]" + again, "", exec.NotWhole, "the position of an element in a list must be a whole number, not 0.5"},
		{"a range at the end of the numbers", "self.seen = count(9007199254740990..9007199254740981 + self.hp + 1)" + again, "", exec.NumberOutOfRange, "evaluates to 9.007e+15"},
		{"what a channel adds up", "self.seen = load(self)" + again, `
quantities:
  load(who): sum(add)
rules:
  one: {modifies: [{to: load, add: self.hp ** 15 * 8}]}
  two: {modifies: [{to: load, add: self.hp ** 15 * 8}]}`, exec.NumberOutOfRange, "the sum of the channel evaluates to 1.6e+16"},
		{"an entry without a time", "schedule turn of self at scheduled(last(everyone), turn) + 0\nschedule turn of self at scheduled(none, turn)" + again, "", exec.NumberOutOfRange, "an entry can't be scheduled at"},
		{"a field of none", "self.seen = self.friend.hp" + again, "", exec.OfNone, `"self.friend" is none, so it has no hp`},
		{"a choice by nobody", "choose act from can_do(self) by find(everyone, false)" + again, "", exec.OfNone, "is none"},
		{"a condition that is none", "if ever(self, none) { self.seen = 1 }" + again, "\nconditions: {dazed: {}}", exec.OfNone, "is none"},
		{"what was paid of no member", "perform poke on self\nself.seen = 1" + again, "\nrules:\n  count: {on: end of action of self, do: 'self.seen = paid(event.act, shots[none])'}", exec.OfNone, "is none"},
		{"an act that is none", "let a = mine(self)\nperform a" + again, "", exec.OfNone, "no act to perform"},
		{"an action that is none", "perform find(deeds, false) with target = self" + again, "", exec.OfNone, "there is no action to perform"},
		{"the end of an act that is none", "end mine(self)" + again, "", exec.OfNone, `there is no act to end: "mine(self)" is none`},
		{"a fraction in a condition", "apply dazed to self\nself.dazed.deep += self.hp / 4" + again, "\nconditions: {dazed: {fields: {deep: number}}}", exec.NotWhole, `"deep" would become 2.5`},
		{"more than there is", "pay mind 11" + again, "", exec.CannotPay, `ana can't pay 11 of "mind": 10 left`},
		{"P40 a payment that is forbidden", "apply dazed to self\npay mind 1" + again, "\nconditions: {dazed: {forbids: [{what: spending mind, because: too dizzy}]}}", exec.CannotPay, "ana can't pay: too dizzy"},
		{"a negative payment", "pay mind 0 - 1" + again, "", exec.NotWhole, "the amount is negative"},
		{
			"a negative stand-in", "pay nerve 2" + again, "",
			exec.NotWhole, `-2 of "mind" can't stand in for one point of another pool: the amount is negative`,
		},
		{"a choice without an answer", "choose n from [1, 2]" + again, "", exec.NoAnswer, `nothing says what ana chooses for "n"`},
		{"too many dice", "roll n = dice(1001, 6)" + again, "", exec.BadDice, "1001 dice"},
		{"a roll with a fraction", "roll n = 1d6 + self.hp / 4" + again, "", exec.NotWhole, "a roll can't add 2.5"},
		{"P7 an entry before now", "schedule turn of self at now - 1", "", exec.InThePast, "entry \"turn\" of ana would be at 0, but it is already 1"},
		{"P7 a thousand batches at one time", "schedule turn of self at now", "", exec.TooMany, "more than 1000 batches at the same time"},
		{"P8 somebody forgotten", "if self.side == side(last(everyone)) { schedule turn of self at now + 1 }", "",
			exec.Forgotten, "nothing is scheduled for ana"},
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
			exec.RulesCycle, "rules trigger each other more than 64 times in a row"},
		{"too many steps", "for a in 1..1000 {\n  for b in 1..1000 {\n    self.seen = b\n  }\n}" + again, "", exec.TooMany, "an action takes more than 100000 steps"},
		// A step for the test and one for the statement of each round.
		{"a loop without an end", "while self.hp > 0 {\n  self.seen = 1\n}" + again, "", exec.TooMany, "times, and the limit for an action is 100000 steps"},
		{"a range too long", "for a in 1..20000 {\n  self.seen = a\n}" + again, "", exec.TooMany, "a range of 20000 numbers; the limit is 10000"},
		{"too deep", "announce echo of self" + again, `
events:
  echo: {}
rules:
  resound:
    on: echo
    do: announce echo of self`,
			exec.TooMany, "nest more than 64 deep"},
		{"a card that nobody has drawn", "discard good to fate" + again, omens, exec.NotDrawn, `"good" can't be discarded to "fate": it is in the pile`},
		{"a card that has been discarded", "draw x from fate\ndiscard x to fate\ndiscard x to fate" + again, omens, exec.NotDrawn, `can't be discarded to "fate": it has been discarded`},
		{"a card of another deck", "discard ugly to fate" + again, omens, exec.NotDrawn, `"ugly" can't be discarded to "fate": it isn't a card of this deck`},
		{"no card", "discard find(omen, false) to fate" + again, omens, exec.OfNone, "there is no card here: the value is none"},
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

// TestWhereItStopped: an error within a quantity says so, and one right behind it doesn't.
func TestWhereItStopped(t *testing.T) {
	const more = `
quantities:
  gap(who): who.hp - 10
  share(who): 6 / (who.hp - 10)  `
	for _, test := range []struct {
		turn   string
		within bool
	}{
		{"self.seen = 3 / gap(self)", false},
		{"self.seen = share(self)", true},
		{"self.seen = 3 / gap(self) + share(self)", false},
		{"self.seen = 3 + gap(self) + share(self)", true},
	} {
		d := stopsWith(t, small(test.turn+"\nschedule turn of self at now + 1", more), twoOfThem, exec.DivisionByZero, "division by zero")
		if within := strings.Contains(d.Snippet(false), ": in share\n") || strings.Contains(d.Snippet(false), ": in gap\n"); within != test.within {
			t.Errorf("%s: %s", test.turn, d.Snippet(false))
		}
	}
}

// omens are a deck of two steps of a scale.
const omens = `
scales:
  omen: [good, bad, ugly]
decks:
  fate: {cards: "[good, bad]"}`

// TestWrongDecks: decks that can't be are found before play, and so is a card that can't be
// where an encounter has it.
func TestWrongDecks(t *testing.T) {
	for _, test := range []struct {
		cards, given string
		code         diag.Code
		message      string
	}{
		{"filter(omen, index(each) > 5)", "", exec.NoCards, `the deck "fate" has no cards`},
		{"[good, find(omen, false)]", "", exec.NoCards, `one of the cards of the deck "fate" is none`},
		{"map(1..1001, good)", "", exec.TooMany, `the deck "fate" has 1001 cards: the limit is 1000`},
		{"[good, first(filter(omen, index(each) == 1 / 0))]", "", exec.DivisionByZero, "division by zero"},
		{"[good, bad]", "{held: [ugly]}", exec.NotDrawn, `the deck "fate" has no "ugly" to put there`},
		{"[good, bad]", "{held: [good], discards: [bad, good]}", exec.NotDrawn, `the deck "fate" has no other "good" to put there`},
		{"map(1..1000, if(each > 1, good, bad))", "{held: [good, good], discards: [good, bad]}", "", ""},
	} {
		ruleset := small("schedule turn of self at now + 1", strings.Replace(omens, "[good, bad]\"", test.cards+"\"", 1))
		encounter := twoOfThem
		if test.given != "" {
			encounter += "decks: {fate: " + test.given + "}\n"
		}
		e := loaded(t, ruleset, encounter+"limit: 2\n")
		list := compile.Prove(interp.Compile(e.Program), e)
		switch {
		case test.code == "" && len(list) > 0:
			t.Errorf("%s %s: %v", test.cards, test.given, list)
		case test.code != "" && (len(list) == 0 || list[0].Code != test.code || !strings.Contains(list[0].Message, test.message) || list[0].Span.IsZero()):
			t.Errorf("%s %s: %v, want %s", test.cards, test.given, list, test.message)
		}
	}
}

// unseeded is twoOfThem without a seed: nobody acts but by the script.
var unseeded = strings.Replace(twoOfThem, "seed: 1\n", "", 1)

// TestNumbers: what numbers can be, at the edge and in odd places.
func TestNumbers(t *testing.T) {
	for _, test := range []struct{ formula, want string }{
		{"9007199254740991 - 9007199254740990", "1"},
		{"count(9007199254740989..9007199254740991)", "3"},
		{"count(0 - 9007199254740991..0 - 9007199254740989)", "3"},
		{"2 ** 10 + 3 ** 0 + (0 - 2) ** 3 + 0 ** 0", "1018"}, // 1024 + 1 - 8 + 1
		{"2 ** (0 - 2) * 4", "1"},
		{"16 ** 0.5 + 4 ** 1.5 + 4 ** (0 - 0.5) * 2", "13"}, // 4 + 8 + 1
		{"[5, 6, 7][1] + [5][9]", "6"},
		{"expected(worst(2, 1d4)) * 16 + expected(best(2, 1d6)) * 36", "191"}, // 30 of 16, 161 of 36 outcomes
	} {
		ruleset := small("self.seen = "+test.formula+"\nschedule turn of self at now + 1", "")
		e := loaded(t, ruleset, unseeded+"script: |\n  wait 1\n  expect ana.seen == "+test.want+"\n")
		if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{}); err != nil {
			t.Errorf("%s: %v", test.formula, err)
		}
	}
}

// TestStartKnowsConditions: how full pools are at the start counts conditions that follow
// from formulas, also those that read nothing.
func TestStartKnowsConditions(t *testing.T) {
	ruleset := strings.Replace(small("schedule turn of self at now + 1", `
quantities:
  room(who): 2 + sum(add)
conditions:
  sturdy: {while: 1 < 5, modifies: [{to: room, add: 3}]}`), "mind: {type: pool, max: 10}", "mind: {type: pool, max: self.room}", 1)
	e := loaded(t, ruleset, unseeded+"script: expect ana.mind == 5\n") // 2 + 3
	if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true}); err != nil {
		t.Error(err)
	}
}

// TestNoneIsNotAsked: none among those whom an event asks is nobody.
func TestNoneIsNotAsked(t *testing.T) {
	ruleset := small("announce turn of none for [none, last(everyone), none]\nschedule turn of self at now + 1", "")
	e := loaded(t, ruleset, unseeded+"script: |\n  bo: poke ana\n  bo: pass\n  expect ana.hp == 9\n")
	if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true}); err != nil {
		t.Error(err)
	}
}

// TestFixedDice: a number where dice are wanted is what they always come to; nowhere is
// one taken for the other.
func TestFixedDice(t *testing.T) {
	const more = `
params:
  harm: 1d6
quantities:
  thrown(n number): if(n > 0, n, 2d6)
procs:
  stated(d dice): roll r by first(everyone) = d; stop with r  `
	for _, test := range []struct{ program, want string }{
		{"roll r = 5; self.seen = r", "5"},
		{"roll r = 1000000; self.seen = r", "1000000"},
		{"roll r = self.hp; self.seen = r", "10"},
		{"roll r = thrown(7); self.seen = r", "7"},
		{"let n = stated(8); self.seen = n", "8"},
		{"self.seen = expected(5) + top(2) + bottom(1) + chance(5, 5) + chance(5, 6) + sides(4)", "9"},
		{"roll r = times(3, 4); self.seen = r", "12"},
		{"roll r = explode(5); self.seen = r", "5"},
		{"roll r = best(1, 5); self.seen = r", "5"},
		{"roll r = if(self.hp > 3, 9, harm); self.seen = r", "9"},
	} {
		ruleset := small(strings.ReplaceAll(test.program, "; ", "\n")+"\nschedule turn of self at now + 1", more)
		e := loaded(t, ruleset, unseeded+"script: |\n  wait 1\n  expect ana.seen == "+test.want+"\n")
		if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{}); err != nil {
			t.Errorf("%s: %v", test.program, err)
		}
	}
}

// TestRollTakesPlace: a roll that takes the place of another one brings its faces along. Dice of one side
// show 1: of three of them the total is 3, with as many faces.
func TestRollTakesPlace(t *testing.T) {
	for _, test := range []struct{ program, want string }{
		{"roll r = 2d1; roll q = 3d1; r = q; self.seen = 10 * r + count(r.faces)", "33"},
		{"roll r = 2d1; roll q = 3d1; if r > q { q = r } else { r = q }; r += 1; self.seen = 10 * r + count(r.faces)", "43"},
	} {
		ruleset := small(strings.ReplaceAll(test.program, "; ", "\n")+"\nschedule turn of self at now + 1", "")
		e := loaded(t, ruleset, unseeded+"script: |\n  dice ana.r 1 1, ana.q 1 1 1, bo.r 1 1, bo.q 1 1 1\n  wait 1\n  expect ana.seen == "+test.want+"\n")
		if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{}); err != nil {
			t.Errorf("%s: %v", test.program, err)
		}
	}
}

// TestFaults: constants that can't be worked out are known before anything is played, each
// at its place.
func TestFaults(t *testing.T) {
	tests := []struct{ program, more, want string }{
		{"self.seen = 1 / 0", "", "1 / 0: division-by-zero"},
		{"roll r = dice(0 - 1, 6)", "", "dice(0 - 1, 6): bad-dice"},
		{"roll r = times(0.5, 1d6)", "", "times(0.5, 1d6): bad-dice"},
		{"roll r = 0.5 * 1d6", "", "0.5 * 1d6: bad-dice"},
		{"roll r = 1d6 * 1000001", "", "1d6 * 1000001: bad-dice"},
		{"roll r = 2d6 + 1d8 - 1d4 - 1d10 - 1d12", "", "2d6 + 1d8 - 1d4 - 1d10 - 1d12: bad-dice"},
		{"roll r = 4 - 500d6 - 501d6", "", "4 - 500d6 - 501d6: bad-dice"},
		{"roll r = reroll(explode(1d6), 1)", "", "reroll(explode(1d6), 1): bad-dice"},
		{"roll r = explode(1d6, 1)", "", "explode(1d6, 1): bad-dice"},
		{"roll r = explode(2d6, 5, 5)", "", "explode(2d6, 5, 5): bad-dice"},
		{"roll r = successes(1d6 + 1, 4)", "", "successes(1d6 + 1, 4): bad-dice"},
		{"self.seen = expected(successes(best(2, 1d6), 4))", "", "successes(best(2, 1d6), 4): bad-dice"},
		{"roll r = valued(1d6, [0, 1])", "", "valued(1d6, [0, 1]): bad-dice"},
		{"roll r = best(2, 10 * 1d6)", "", "best(2, 10 * 1d6): bad-dice"},
		{"self.seen = chance(1000d1000000, 3)", "", "chance(1000d1000000, 3): bad-dice"},
		{"self.seen = 10 ** 400", "", "10 ** 400: number-range"},
		{"self.seen = floor(2 ** 1.2)", "", "2 ** 1.2: number-range"},
		{"self.seen = count(1..20000)", "", "1..20000: run-limit"},
		{"if self.hp > 3 and 1 / 0 > 2 { stop }", "", "1 / 0: division-by-zero"},
		{"for x in [1, 1 / 0] { self.seen = x }", "", "1 / 0: division-by-zero"},
		{"self.seen = worth(3)", "\nquantities:\n  worth(n number): n + 3 % 0", "3 % 0: division-by-zero"},
		{"self.seen = spread", "\nparams:\n  spread: 0\nquantities:\n  share: 10 / spread", "10 / spread: division-by-zero"},
		{"self.seen = odd(2)", "\ntables:\n  odd: |\n    n:number | value\n    any      | \"1 / 0\"", "1 / 0: division-by-zero"},
		{"self.seen = index(tall)", "\nscales:\n  size: |\n    size high\n    tall \"2 % 0\"", "2 % 0: division-by-zero"},
		{"self.seen = 3", "\nstances:\n  low: {reach: 1 / 0}", "1 / 0: division-by-zero"},
		{"self.seen = 3", "\nstances:\n  low: {reach: 'max(expected(1d20), 10 ** 400)'}\n  high: {reach: 'sides(1d20 + 1) + sides(1d20)'}", "10 ** 400: number-range"},
		{"self.seen = 3", "\nstances:\n  low: {lair: '[0, 4]'}", "[0, 4]: run-time"},
		{"self.seen = 3", "\nstances:\n  low: {lair: 'last([[0, 4]])'}", "[0, 4]: run-time"},
		{"self.seen = if(spread > 0, 10 / spread, 1)", "\nparams:\n  spread: 0", ""},
	}
	for _, test := range tests {
		e := loaded(t, small(test.program+"\nschedule turn of self at now + 1", test.more), twoOfThem)
		var got []string
		for _, d := range compile.Prove(interp.Compile(e.Program), e) {
			got = append(got, d.Span.Text()+": "+string(d.Code))
		}
		if strings.Join(got, ", ") != test.want {
			t.Errorf("%s: %v, want %s", test.program, got, test.want)
		}
		_, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{})
		if (err != nil) != (test.want != "") {
			t.Errorf("%s: played with %v", test.program, err)
		}
	}
	for script, want := range map[string]string{
		"expect ana.seen == 1 / 0": "1 / 0: division-by-zero",
		"do { ana.seen = 1 % 0 }":  "1 % 0: division-by-zero",
		"wait 10 ** 20":            "10 ** 20: number-range",
	} {
		e := loaded(t, small("schedule turn of self at now + 1", ""), unseeded+"script: |\n  "+script+"\n")
		if list := compile.Prove(interp.Compile(e.Program), e); len(list) != 1 || list[0].Span.Text()+": "+string(list[0].Code) != want {
			t.Errorf("%s: %v", script, list)
		}
	}
}

// TestErrorShowsCalls: the stack of calls stands in the notes, innermost first.
func TestErrorShowsCalls(t *testing.T) {
	ruleset := small("perform poke on self\nschedule turn of self at now + 1", `
  prod:
    perform: halve(target)
procs:
  halve(who): who.seen = share(who)
quantities:
  share(who): 1 / who.seen
`)
	ruleset = strings.Replace(ruleset, "perform poke on self", "perform prod on self", 1)
	d := stopsWith(t, ruleset, twoOfThem, exec.DivisionByZero, "who.seen = 0")
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
		{interp.Limits{Events: 5}, "too many events in one encounter: the limit is 5"},
		{interp.Limits{Steps: 20}, "the encounter takes more than 20 steps"},
		{interp.Limits{ActionSteps: 1}, "an action takes more than 1 steps"},
	}
	for _, test := range tests {
		fight, err := interp.Prepare(code, e)
		if err != nil {
			t.Fatal(err)
		}
		m := interp.New(fight, interp.Options{Limits: test.limits})
		if _, err = m.Run(); err == nil || !strings.Contains(err.Error(), test.message) {
			t.Errorf("got %v, want %q", err, test.message)
		}
	}
	fight, err := interp.Prepare(code, e)
	if err != nil {
		t.Fatal(err)
	}
	m := interp.New(fight, interp.Options{Limits: interp.Limits{Time: 7}})
	if out, err := m.Run(); err != nil || out.Ending != trace.TimeUp || out.Now != 7 {
		t.Errorf("got %+v, %v; want it to end at tick 7", out, err)
	}
}

// TestResetAfterError: a machine that stopped with an error can be used again and
// plays as a new one does.
func TestResetAfterError(t *testing.T) {
	e := loaded(t, small("roll n = 1d6\nself.seen = 1 / (n - 6)\nschedule turn of self at now + 1", ""), twoOfThem)
	code := interp.Compile(e.Program)
	fight, err := interp.Prepare(code, e)
	if err != nil {
		t.Fatal(err)
	}
	m := interp.New(fight, interp.Options{})
	for trial := range uint64(20) {
		m.Reset(trial)
		again, errAgain := m.Run()
		fresh := interp.New(fight, interp.Options{Trial: trial})
		want, errWant := fresh.Run()
		if again != want || fmt.Sprint(errAgain) != fmt.Sprint(errWant) {
			t.Fatalf("trial %d: %+v, %v after a reset; %+v, %v on a new machine", trial, again, errAgain, want, errWant)
		}
	}
}

// TestToldAndUntold: a run is the same whether it is recorded or not, and so are its
// errors. What only the story works out can't stop it; the trace says what is wrong with that.
func TestToldAndUntold(t *testing.T) {
	const again = "\nschedule turn of self at now + 1"
	tests := []struct {
		name, turn, more string
		err              string // the place of the error of both runs
		faults           string // the places of what couldn't be told
	}{
		{"a sentence of an action", "perform nod by self on self" + again,
			"\nnods: {nod: {told: \"{self} nods {1 / (self.hp - 10)} times\"}}", "", "1 / (self.hp - 10)"},
		{"a field of an event that nobody hears", "announce puff of self with size = 3 / (self.hp - 10)" + again,
			"\nevents:\n  puff: {fields: {size: number}}", "3 / (self.hp - 10)", ""},
		{"whose event that nobody hears is", "announce puff of self.friend.friend" + again,
			"\nevents:\n  puff: {}", "self.friend.friend", ""},
		{"a sentence of an event", "announce puff of self" + again,
			"\nevents:\n  puff: {told: \"{3 / (event.of.hp - 10)} clouds\"}", "", "3 / (event.of.hp - 10)"},
		{"a sentence of a condition", "apply dizzy to self" + again,
			"\nconditions:\n  dizzy: {told: {begins: \"{self} turns {self.friend.hp} times\"}}", "", "self.friend.hp"},
		{"a derived condition that nobody asks for", "self.mind -= 1" + again,
			"\nconditions:\n  odd: {while: 3 / (self.hp - 10) > self.mind}", "", "3 / (self.hp - 10)"},
		{"one that somebody asks for", "if odd(self) { stop }" + again,
			"\nconditions:\n  odd: {while: 3 / (self.hp - 10) > self.mind}", "3 / (self.hp - 10)", "3 / (self.hp - 10)"},
		{"a reason that can't be told", "perform nod by self on self" + again,
			"\nnods: {nod: {requires: {self.hp < 5: \"{self.friend.hp} are too many\"}}}", "", "self.friend.hp"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			e := loaded(t, small(test.turn, test.more), twoOfThem)
			code := interp.Compile(e.Program)
			place := func(o interp.Options) (string, string) {
				m, _, err := script.Play(code, e, o)
				var faults []string
				for _, d := range m.Trace().Faults {
					faults = append(faults, d.Span.Text())
				}
				var d *diag.Diagnostic
				if errors.As(err, &d) {
					return d.Span.Text(), strings.Join(faults, ", ")
				}
				return "", strings.Join(faults, ", ")
			}
			quiet, _ := place(interp.Options{})
			told, faults := place(interp.Options{Trace: true, Explain: true})
			if quiet != test.err || told != test.err || faults != test.faults {
				t.Errorf("not recorded %q, recorded %q, want %q; not told %q, want %q", quiet, told, test.err, faults, test.faults)
			}
		})
	}
}

// TestWaitingEncounters: an encounter may wait for what its ruleset doesn't look at: a
// derived condition that nothing hears, a field that nothing watches. It does so recorded or
// not, and without touching the code that others play by at the same time.
func TestWaitingEncounters(t *testing.T) {
	const more = `
conditions:
  tired: {while: self.mind < 8}
  open: {}
`
	ruleset := small("self.mind -= 1\nschedule turn of self at now + 1", more)
	plain := loaded(t, ruleset, unseeded+"script: |\n  wait 5\n  expect not open(ana)\n")
	code := interp.Compile(plain.Program)
	var all sync.WaitGroup
	for i := range 16 {
		until := []string{"self becomes tired", "self.mind falls", "self loses tired", "self.mind changes"}[i%4]
		e := loaded(t, ruleset, unseeded+"setup: apply open to ana until "+until+"\nscript: |\n  wait 5\n  expect open(ana) == "+fmt.Sprint(i%4 == 2)+"\n")
		for _, o := range []interp.Options{{}, {Trace: true}} {
			all.Go(func() {
				if _, _, err := script.Play(interp.Compile(e.Program), e, o); err != nil {
					t.Errorf("%s: %v", until, err)
				}
				if _, _, err := script.Play(code, plain, o); err != nil {
					t.Error(err)
				}
			})
		}
	}
	all.Wait()
	// All encounters of one program, made and played side by side.
	shared := loaded(t, ruleset, unseeded+"setup: apply open to ana until self becomes tired\nscript: |\n  wait 5\n  expect not open(ana)\n")
	sharedCode := interp.Compile(shared.Program)
	for range 16 {
		all.Go(func() {
			if _, _, err := script.Play(sharedCode, shared, interp.Options{}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	// Machines of one fight, side by side; each takes its state in the end.
	fight, err := interp.Prepare(sharedCode, shared)
	if err != nil {
		t.Fatal(err)
	}
	for range 16 {
		all.Go(func() {
			m := interp.New(fight, interp.Options{Limits: interp.Limits{Time: 5}})
			if _, err := m.Run(); err != nil {
				t.Error(err)
			}
			if _, err := m.State(true); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

// TestNothingEndsIt: where a ruleset says nowhere when an encounter is over, the limit of
// steps says what is missing; where it does, that isn't it.
func TestNothingEndsIt(t *testing.T) {
	for over, want := range map[string]bool{"": true, "\n  over: count(combatants) < 1": false} {
		e := loaded(t, "rulec: 2\nruleset: r\nkinds: {creature: {fields: {hp: {type: pool, max: 3}}}}\ntime:\n  key: [tick]\n  start: for c in everyone { schedule turn of c at 1 }\n"+
			"  entries: {turn: {do: schedule turn of self at now + 1}}"+over+"\n", "encounter: e\nruleset: ./r.yaml\ncombatants: {ana: {side: red}}\n")
		_, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Limits: interp.Limits{Steps: 1000}})
		var d *diag.Diagnostic
		if !errors.As(err, &d) || d.Code != exec.TooMany || strings.Contains(d.Hint, "over: count(combatants) < 2") != want {
			t.Errorf("over %q: %v", over, err)
		}
	}
}
