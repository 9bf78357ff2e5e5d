package story_test

import (
	"testing"

	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang/program"
)

// TestEffects tells one change of each sort.
func TestEffects(t *testing.T) {
	elem := program.Type{Kind: program.Step, Scale: moods}
	likes := &program.Field{Decl: decl("all_likes"), Type: program.Type{Kind: program.Set, Elem: &elem}}
	taste := &program.Field{Decl: decl("taste"), Type: typed(program.Number), Pool: &program.Pool{}, Family: &elem}
	pool := &program.Field{Decl: decl("pool"), Type: elem, Pool: &program.Pool{}}
	for _, test := range []struct {
		e    trace.Event
		want string
	}{
		{trace.Event{Kind: trace.Pool, Field: coins, From: 5, To: 3}, "Zora: gold coins 5 -> 3 (-2)"},
		{trace.Event{Kind: trace.Field, Field: mood, From: 2, To: 0}, "Zora: mood quite merry -> none"},
		{trace.Event{Kind: trace.Field, Field: mood, From: 2, To: 2}, ""},
		{trace.Event{Kind: trace.Pool, Field: ledger, From: 5, To: 3}, ""},
		{trace.Event{Kind: trace.Pool, Field: pool, From: 2, To: 1}, "Zora: pool 2 -> 1 (-1)"},
		{trace.Event{Kind: trace.Pool, Field: taste, Key: 2, From: 1, To: 4}, "Zora: taste (quite merry) 1 -> 4 (+3)"},
		{trace.Event{Kind: trace.Pool, Field: taste, Key: 1, From: 1, To: 4}, "Zora: taste (glum) 1 -> 4 (+3)"},
		{trace.Event{Kind: trace.Pool, Field: taste, From: 1, To: 4}, "Zora: taste 1 -> 4 (+3)"},
		{trace.Event{Kind: trace.Field, Field: likes, Key: 2, To: 1}, "Zora: all likes gains quite merry"},
		{trace.Event{Kind: trace.Field, Field: likes, Key: 2, From: 1}, "Zora: all likes loses quite merry"},
		{trace.Event{Kind: trace.Pay, Field: coins, Amount: 2, To: 3}, "Zora pays 2 gold coins (3 left)"},
		{trace.Event{Kind: trace.Pay, Field: drinks, Amount: 1, To: 4}, "Zora pays 1 drinks (4 by now)"},
		{trace.Event{Kind: trace.Pay, Field: taste, Key: 2, Amount: 1, To: 4}, "Zora pays 1 taste (4 left)"},
		{trace.Event{Kind: trace.Pay, Field: ledger, Amount: 2, To: 3}, ""},
		{trace.Event{Kind: trace.Hold, Field: coins, Amount: 2}, ""},
		{trace.Event{Kind: trace.Return, Field: coins, Amount: 2}, ""},
		{trace.Event{Kind: trace.InstanceField, Condition: dizzy, Field: mood, From: 1, To: 2}, "Zora, very dizzy: mood glum -> quite merry"},
		{trace.Event{Kind: trace.InstanceField, Condition: dizzy, Field: mood, From: 1, To: 1}, ""},
		// Places count row by row: 2 is column 1 of the first row, 7 column 1 of the second.
		{trace.Event{Kind: trace.Move, From: 2, To: 7}, "Zora goes 1 space, to [1, 1]"},
		{trace.Event{Kind: trace.Move, To: 7}, "Zora goes to [1, 1]"},
		{trace.Event{Kind: trace.Carry}, "Zora is let go"},
		{trace.Event{Kind: trace.Carry, Other: mort}, "Zora goes to Mort"},
		{trace.Event{Kind: trace.Unschedule, Entry: dance}, ""},
		{trace.Event{Kind: trace.Skipped, Text: "the dance"}, ""},
		{trace.Event{Kind: trace.Rule, Rule: echo}, ""},
	} {
		test.e.Who = zora
		want := test.want
		if want != "" {
			want = "  " + want + "\n"
		}
		tells(t, "an effect", &trace.Trace{}, want, test.e)
	}
	tells(t, "of the scene", &trace.Trace{}, "", trace.Event{Kind: trace.Unschedule, Entry: dance})
}

// TestExplainedEffects: where somebody's numbers are explained, what it keeps ready, what comes back and
// which rule it was is told, too.
func TestExplainedEffects(t *testing.T) {
	dazed := trace.Event{Kind: trace.Begin, Depth: 1, Who: mort, Condition: dizzy}
	steps := program.Type{Kind: program.Step, Scale: moods}
	taste := &program.Field{Decl: decl("taste"), Type: typed(program.Number), Pool: &program.Pool{}, Family: &steps}
	for _, test := range []struct {
		want   string
		events []trace.Event
	}{
		{"  Zora keeps 2 gold coins ready\n", []trace.Event{{Kind: trace.Hold, Who: zora, Field: coins, Amount: 2}}},
		{"  Zora keeps 2 taste ready\n", []trace.Event{{Kind: trace.Hold, Who: zora, Field: taste, Key: 1, Amount: 2}}},
		{"", []trace.Event{{Kind: trace.Hold, Who: zora, Field: ledger, Amount: 2}}},
		{"  2 gold coins come back to Zora (5)\n", []trace.Event{{Kind: trace.Return, Who: zora, Field: coins, Amount: 2, To: 5}}},
		{"  1 taste comes back to Zora (5)\n", []trace.Event{{Kind: trace.Return, Who: zora, Field: taste, Key: 1, Amount: 1, To: 5}}},
		{"", []trace.Event{{Kind: trace.Return, Who: zora, Field: ledger, Amount: 2}}},
		{"  Rule long echo of Zora:\n    Mort is now very dizzy\n", []trace.Event{{Kind: trace.Rule, Who: zora, Rule: echo}, dazed}},
		{"  Mort is now very dizzy\n", []trace.Event{{Kind: trace.Rule, Rule: echo}, dazed}},
		{"  Zora: the dance is off\n", []trace.Event{{Kind: trace.Unschedule, Who: zora, Entry: dance}}},
		{"", []trace.Event{{Kind: trace.Rule, Rule: echo}}},
		{"  Zora passes on\n", []trace.Event{{Kind: trace.Rule, Rule: echo}, {Kind: trace.Announce, Told: quote("Zora passes on")}}},
		{"  Zora, Mort: gold coins 5 -> 3 (-2)\n", []trace.Event{
			{Kind: trace.Pool, Who: zora, Field: coins, From: 5, To: 3}, {Kind: trace.Pool, Who: mort, Field: coins, From: 5, To: 3},
		}},
		{"  Zora goes 2 spaces, to [2, 0]: [0, 0] -> [1, 0] -> [2, 0]\n", []trace.Event{{Kind: trace.Move, Who: zora, From: 1, To: 2}, {Kind: trace.Move, Who: zora, From: 2, To: 3}}},
	} {
		if got := tenAbout(t, &trace.Trace{Explained: true}, "zora", test.events...); got != test.want {
			t.Errorf("explained: got\n%swant\n%s", got, test.want)
		}
	}
}

// TestRuleWithoutEffect: a rule is told if anything within it is, not what stands after it.
func TestRuleWithoutEffect(t *testing.T) {
	rule := trace.Event{Kind: trace.Rule, Rule: echo, Depth: 1}
	quiet := &program.Condition{Decl: decl("noted"), Quiet: true}
	loud := trace.Event{Kind: trace.Begin, Depth: 2, Who: mort, Condition: dizzy}
	for _, e := range []trace.Event{
		{Kind: trace.Pool, Field: coins, From: 3, To: 3}, {Kind: trace.Field, Field: ledger, From: 3, To: 4}, {Kind: trace.InstanceField, Field: ledger, To: 1},
		{Kind: trace.Schedule, Entry: dance}, {Kind: trace.Announce, Event: greeted}, {Kind: trace.Hold}, {Kind: trace.Pass}, {Kind: trace.Rule}, {Kind: trace.Weigh}, {Kind: trace.Return},
		{Kind: trace.Begin, Condition: quiet}, {Kind: trace.Refresh, Condition: quiet}, {Kind: trace.End, Condition: quiet}, {Kind: trace.Mute, Condition: quiet},
		{Kind: trace.Unmute, Condition: quiet}, {Kind: trace.Becomes, Condition: quiet}, {Kind: trace.Loses, Condition: quiet}, {Kind: trace.Choice, How: trace.ByDefault},
	} {
		// What each of them needs so that it could be told, and isn't: bookkeeping, and nothing.
		e.Depth = 2
		if e.Kind == trace.Rule || e.Kind == trace.Hold || e.Kind == trace.Weigh || e.Kind == trace.Return {
			e.Rule, e.Field, e.Type, e.Explain = echo, ledger, &program.Type{Kind: program.Number}, 1
		}
		explained := &trace.Trace{Explained: true, Explanations: []trace.Explanation{{Parent: -1, Type: typed(program.Number)}}}
		tells(t, "a rule without an effect", explained, "", rule, e)
		tells(t, "something after it", explained, "  Mort is now very dizzy\n", rule, e, trace.Event{Kind: trace.Begin, Depth: 1, Who: mort, Condition: dizzy})
		if got, want := tenAbout(t, explained, "long echo", rule, e, loud), "  Rule long echo:\n    Mort is now very dizzy\n"; got != want {
			t.Errorf("something within it after that: got\n%swant\n%s", got, want)
		}
	}
}

// TestConditions tells what happens to a condition: by the ruleset's sentence, if there is
// one; nothing of bookkeeping, nor of the end of one that goes on from elsewhere.
func TestConditions(t *testing.T) {
	several := &program.Condition{Decl: decl("owing"), ByMatters: true}
	for _, test := range []struct {
		e    trace.Event
		want string
	}{
		{trace.Event{Kind: trace.Begin}, "Zora is now very dizzy"},
		{trace.Event{Kind: trace.Begin, Other: mort}, "Zora is now very dizzy (by Mort)"},
		{trace.Event{Kind: trace.Begin, Other: zora}, "Zora is now very dizzy"},
		{trace.Event{Kind: trace.Refresh}, ""},
		{trace.Event{Kind: trace.Refresh, Told: quote("Zora reels on")}, "Zora reels on"},
		{trace.Event{Kind: trace.End}, "Zora is no longer very dizzy"},
		{trace.Event{Kind: trace.End, Still: true}, ""},
		{trace.Event{Kind: trace.End, Still: true, Condition: several}, "Zora is no longer owing"},
		{trace.Event{Kind: trace.Begin, Still: true}, "Zora is now very dizzy"},
		{trace.Event{Kind: trace.Mute}, "Zora doesn't feel very dizzy for now"},
		{trace.Event{Kind: trace.Unmute}, "Zora feels very dizzy again"},
		{trace.Event{Kind: trace.Becomes}, "Zora becomes very dizzy"},
		{trace.Event{Kind: trace.Loses}, "Zora ceases to be very dizzy"},
		{trace.Event{Kind: trace.Begin, Told: quote("Zora reels")}, "Zora reels"},
		{trace.Event{Kind: trace.Begin, Told: quote("")}, ""},
		{trace.Event{Kind: trace.Begin, Condition: &program.Condition{Quiet: true}}, ""},
		{trace.Event{Kind: trace.Draw, Deck: &program.Deck{Quiet: true}}, ""},
		{trace.Event{Kind: trace.Discard, Deck: &program.Deck{Quiet: true}}, ""},
		{trace.Event{Kind: trace.Shuffle, Deck: &program.Deck{Quiet: true}}, ""},
	} {
		test.e.Who = zora
		if test.e.Condition == nil {
			test.e.Condition = dizzy
		}
		want := test.want
		if want != "" {
			want = "  " + want + "\n"
		}
		tells(t, "a condition", &trace.Trace{}, want, test.e)
	}
}

// TestAlike: the same change of the same pool of several, one right after the other, is one
// line; bookkeeping between them doesn't count.
func TestAlike(t *testing.T) {
	loses := func(who int32) trace.Event {
		return trace.Event{Kind: trace.Pool, Who: who, Field: coins, From: 5, To: 3}
	}
	books := trace.Event{Kind: trace.Pool, Who: zora, Field: ledger, From: 1, To: 2}
	with := func(change func(*trace.Event)) trace.Event {
		e := loses(mort)
		change(&e)
		return e
	}
	one := "  Zora: gold coins 5 -> 3 (-2)\n"
	tells(t, "three", &trace.Trace{}, "  Zora, Mort, Finn: gold coins 5 -> 3 (-2)\n", loses(zora), loses(mort), loses(finn))
	tells(t, "with bookkeeping", &trace.Trace{}, "  Zora, Mort: gold coins 5 -> 3 (-2)\n  Finn is let go\n",
		loses(zora), books, loses(mort), books, trace.Event{Kind: trace.Carry, Who: finn})
	tells(t, "and the next one", &trace.Trace{}, "  Zora, Mort: gold coins 5 -> 3 (-2)\n  Finn: drinks 0 -> 1 (+1)\n",
		loses(zora), loses(mort), trace.Event{Kind: trace.Pool, Who: finn, Field: drinks, To: 1})
	tells(t, "something between", &trace.Trace{}, one+"  Zora is let go\n  Mort: gold coins 5 -> 3 (-2)\n", loses(zora), trace.Event{Kind: trace.Carry, Who: zora}, loses(mort))
	for _, test := range []struct {
		other  trace.Event
		second string
	}{
		{with(func(e *trace.Event) { e.From = 6 }), "  Mort: gold coins 6 -> 3 (-3)\n"},
		{with(func(e *trace.Event) { e.To = 4 }), "  Mort: gold coins 5 -> 4 (-1)\n"},
		{with(func(e *trace.Event) { e.Field = drinks }), "  Mort: drinks 5 -> 3 (-2)\n"},
	} {
		tells(t, "another change", &trace.Trace{}, one+test.second, loses(zora), test.other)
	}
}

// TestWays: steps of one walker that follow each other are one way, with nothing to tell
// between them.
func TestWays(t *testing.T) {
	step := func(who int32, from, to float64) trace.Event {
		return trace.Event{Kind: trace.Move, Who: who, From: from, To: to}
	}
	inner := step(zora, 2, 3)
	inner.Depth = 1
	landing := step(zora, 2, 3)
	landing.Landing = true
	books := trace.Event{Kind: trace.Pool, Who: zora, Field: ledger, From: 1, To: 2}
	gone := trace.Event{Kind: trace.Carry, Who: finn, Other: mort}
	for _, test := range []struct {
		about  string
		want   string
		events []trace.Event
	}{
		{"three steps", "  Zora goes 3 spaces, to [1, 0]\n", []trace.Event{step(zora, 1, 2), step(zora, 2, 3), step(zora, 3, 2)}},
		{"with bookkeeping", "  Zora goes 2 spaces, to [2, 0]\n", []trace.Event{step(zora, 1, 2), books, step(zora, 2, 3), books}},
		{"something between", "  Zora goes 1 space, to [1, 0]\n  Finn goes to Mort\n  Zora goes 1 space, to [2, 0]\n", []trace.Event{step(zora, 1, 2), gone, step(zora, 2, 3)}},
		{"something after", "  Zora goes 2 spaces, to [2, 0]\n  Finn goes to Mort\n", []trace.Event{step(zora, 1, 2), step(zora, 2, 3), gone}},
		{"another walker", "  Zora goes 1 space, to [1, 0]\n  Mort goes 1 space, to beside Zora\n", []trace.Event{step(zora, 1, 2), step(mort, 2, 3)}},
		{"from elsewhere", "  Zora goes 1 space, to [1, 0]\n  Zora goes 1 space, to [3, 0]\n", []trace.Event{step(zora, 1, 2), step(zora, 3, 4)}},
		{"within something", "  Zora goes 1 space, to [1, 0]\n  Zora goes 1 space, to [2, 0]\n", []trace.Event{step(zora, 1, 2), inner}},
		{"at the landing", "  Zora goes 1 space, to [1, 0]\n  Zora goes 1 space, to [2, 0]\n", []trace.Event{step(zora, 1, 2), landing}},
		{"let go somewhere", "  Zora is let go at [1, 0]\n", []trace.Event{{Kind: trace.Carry, Who: zora}, step(zora, 0, 2)}},
		{"let go, and another goes", "  Zora is let go\n  Mort goes 1 space, to [1, 0]\n", []trace.Event{{Kind: trace.Carry, Who: zora}, step(mort, 1, 2)}},
		{"taken up, and goes", "  Zora goes to Mort\n  Zora goes 1 space, to [1, 0]\n", []trace.Event{{Kind: trace.Carry, Who: zora, Other: mort}, step(zora, 1, 2)}},
		{"let go, and taken up", "  Zora is let go\n  Zora goes to Mort\n", []trace.Event{{Kind: trace.Carry, Who: zora}, {Kind: trace.Carry, Who: zora, Other: mort}}},
		{"let go at last", "  Zora is let go\n", []trace.Event{{Kind: trace.Carry, Who: zora}}},
	} {
		tells(t, test.about, &trace.Trace{}, test.want, test.events...)
	}
}

// TestSchedules: what comes as it does every round is left out: by the scene, at once, one
// unit ahead, or before the clock starts.
func TestSchedules(t *testing.T) {
	of := &trace.Trace{Values: []float64{5, 11, 11.5, 12}}
	at := func(who, first, count int32) trace.Event {
		return trace.Event{Kind: trace.Schedule, Now: 10, Who: who, Entry: dance, First: first, Count: count}
	}
	tells(t, "one unit ahead", of, "", at(zora, 1, 1))
	tells(t, "more than one unit ahead", of, "  Zora: the dance at half hour 11.5\n", at(zora, 2, 2))
	tells(t, "two units ahead", of, "  Zora: the dance at half hour 12\n", at(zora, 3, 1))
	tells(t, "by the scene", of, "", at(0, 3, 1))
	tells(t, "without a time: now", of, "  Zora: the dance at 10\n", at(zora, 1, 0))
	of.Events = []trace.Event{{}, at(zora, 3, 1)}
	if got := told(t, of, tavern()); got != opening {
		t.Errorf("before the clock starts: %s", got)
	}
}

// TestRolls: a roll is told with its dice, what they show and what they come to: 6!3
// exploded, what stands behind not doesn't count, 1>5 was thrown again, {2 5} is counted. Who throws is said if it isn't who acts.
func TestRolls(t *testing.T) {
	dies := func(count, sides, bonus float64) dice.Value {
		d, err := dice.New(count, sides)
		if err != nil {
			t.Fatal(err)
		}
		return d.Plus(bonus)
	}
	counts := func(die int16, shown int32) dice.Face { return dice.Face{Die: die, Shown: shown, Kept: true} }
	falls := func(die int16, shown int32) dice.Face { return dice.Face{Die: die, Shown: shown} }
	again := func(die int16, shown int32) dice.Face { return dice.Face{Die: die, Shown: shown, Again: true} }
	ok := func(d dice.Value, err error) dice.Value {
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	for _, test := range []struct {
		d     dice.Value
		faces []dice.Face
		total float64
		want  string
	}{
		{dies(2, 6, 2), []dice.Face{counts(0, 3), counts(1, 4)}, 9, "2d6 (3 + 4) + 2 = 9"},
		{dies(2, 6, -2), []dice.Face{counts(0, 3), counts(1, 4)}, 5, "2d6 (3 + 4) - 2 = 5"},
		{dies(2, 6, 0), []dice.Face{counts(0, 3), counts(1, 4)}, 7, "2d6 (3 + 4) = 7"},
		{dies(1, 6, 0), []dice.Face{counts(0, 3)}, 3, "1d6 = 3"},
		{dies(1, 6, 1), []dice.Face{counts(0, 3)}, 4, "1d6 (3) + 1 = 4"},
		{dies(2, 6, 0), []dice.Face{counts(0, 6), counts(1, 2), counts(0, 6), counts(0, 3)}, 17, "2d6 (6!6!3 + 2) = 17"},
		{dies(3, 6, 0), []dice.Face{falls(0, 1), counts(1, 5), falls(2, 2)}, 5, "3d6 (5, not 1, 2) = 5"},
		{dies(0, 6, 4), nil, 4, "4"},
		// Multiplied, subtracted, thrown again, counted.
		{ok(dies(2, 4, 1).Multiply(10)), []dice.Face{counts(0, 3), counts(1, 4)}, 80, "10 * 2d4 (10 * (3 + 4)) + 10 = 80"},
		{ok(dies(1, 4, 0).Multiply(10)), []dice.Face{counts(0, 3)}, 30, "10 * 1d4 (10 * 3) = 30"},
		{ok(dies(1, 6, 0).Minus(dies(2, 4, 0))), []dice.Face{counts(0, 6), counts(1, 1), counts(2, 2)}, 3, "1d6 - 2d4 (6 - (1 + 2)) = 3"},
		{ok(dies(1, 6, 5).Multiply(-1)), []dice.Face{counts(0, 6)}, -11, "-1d6 (-6) - 5 = -11"},
		{ok(dies(2, 6, 0).Reroll(2)), []dice.Face{again(0, 2), counts(1, 5), counts(0, 1)}, 6, "reroll(2d6, 2) (2>1 + 5) = 6"},
		{ok(dies(3, 6, 0).Successes(5, 6)), []dice.Face{counts(0, 2), counts(1, 5), counts(2, 6)}, 2, "successes(3d6, 5) ({2 5 6}) = 2"},
		{ok(dies(1, 6, 0).Successes(5, 6)), []dice.Face{counts(0, 6)}, 1, "successes(1d6, 5) ({6}) = 1"},
		{ok(ok(ok(dies(2, 6, 0).Successes(5, 6)).Explode()).Best(1)), []dice.Face{counts(0, 6), falls(1, 5), counts(0, 3)}, 1,
			"best(2, explode(successes(1d6, 5))) ({6!3}, not 5) = 1"},
		{ok(ok(ok(dies(1, 6, 0).Reroll(1)).ExplodeFrom(5, 1)).Add(dies(1, 4, 0))), []dice.Face{again(0, 1), counts(1, 4), counts(0, 5), again(0, 1), counts(0, 3)}, 11,
			"explode(reroll(1d6, 1), 5, 1) + 1d4 (1>5!1>(3 - 1) + 4) = 11"},
		// One of two counts in each throw.
		{ok(ok(dies(1, 6, 0).Best(2)).Explode()), []dice.Face{counts(0, 6), falls(1, 2), falls(0, 1), counts(1, 3)}, 9, "explode(best(2, 1d6)) (6!3, not 2, 1) = 9"},
	} {
		of := &trace.Trace{Dice: []dice.Value{{}, test.d}, Faces: append([]dice.Face{counts(0, 1)}, test.faces...)}
		tells(t, "a roll", of, "  Zora, big throw: "+test.want+"\n",
			trace.Event{Kind: trace.Roll, Who: zora, Label: "big_throw", Dice: 2, FirstFace: 1, FaceCount: int32(len(test.faces)), Amount: test.total})
	}
	act := trace.Event{Kind: trace.Act, Depth: 1, Who: zora, Action: bow}
	end := trace.Event{Kind: trace.ActEnd, Depth: 1, Who: zora, Action: bow}
	rolls := func(roller int32) trace.Event {
		return trace.Event{Kind: trace.Roll, Roller: roller, Label: "luck", Dice: 1, FaceCount: 1, Amount: 2, Depth: 1}
	}
	of := &trace.Trace{Dice: []dice.Value{dies(1, 4, 0)}, Faces: []dice.Face{counts(0, 2)}}
	tells(t, "in an action", of, "  Zora: deep bow\n    luck: 1d4 = 2\n    Mort, luck: 1d4 = 2\n    side guests, luck: 1d4 = 2\n", act, rolls(0), rolls(1), rolls(4))
	tells(t, "after it", of, "  Zora: deep bow\n  Zora, luck: 1d4 = 2\n", act, end, trace.Event{Kind: trace.Roll, Label: "luck", Dice: 1, FaceCount: 1, Amount: 2})
	tells(t, "no dice", of, "  Zora, luck: 3\n", trace.Event{Kind: trace.Roll, Label: "luck", Amount: 3})
}

// TestChoices: what somebody chose is told, and what the dice chose; a default is no story.
func TestChoices(t *testing.T) {
	of := &trace.Trace{Values: []float64{9, 2, 3}}
	things := typed(program.ThingType)
	for _, test := range []struct {
		e    trace.Event
		want string
	}{
		{trace.Event{First: 1, Count: 2, Type: &things}, "  Zora, to hit: Mort, Finn\n"},
		{trace.Event{First: 1, Count: 1, Type: &things, How: trace.ByChance}, "  Zora, to hit: Mort (by chance)\n"},
		{trace.Event{First: 2, Count: 1}, "  Zora, to hit: 3\n"},
		{trace.Event{Type: &things}, "  Zora, to hit: nothing\n"},
		{trace.Event{First: 1, Count: 1, Type: &things, How: trace.ByDefault}, ""},
	} {
		test.e.Kind, test.e.Who, test.e.Label = trace.Choice, zora, "to_hit"
		tells(t, "a choice", of, test.want, test.e)
	}
}

// TestCards: what is drawn, discarded and shuffled.
func TestCards(t *testing.T) {
	suits := &program.Scale{Steps: []*program.ScaleStep{
		{Decl: program.Decl{Name: "swords", Title: "the Swords"}}, {Decl: program.Decl{Name: "cups", Title: "cups"}},
	}}
	deck := &program.Deck{Decl: program.Decl{Name: "fate", Title: "fate"}, Of: program.Type{Kind: program.Step, Scale: suits}}
	of := &trace.Trace{Values: []float64{1, 0}}
	tells(t, "a card", of, "  Mort draws the Swords from fate\n", trace.Event{Kind: trace.Draw, Who: mort, Roller: mort - 1, Deck: deck, Count: 1})
	tells(t, "by a side", of, "  Side guests draws the Swords from fate\n", trace.Event{Kind: trace.Draw, Roller: 4, Deck: deck, Count: 1})
	tells(t, "none", of, "  Mort finds no card in fate\n", trace.Event{Kind: trace.Draw, Who: mort, Roller: mort - 1, Deck: deck, First: 1, Count: 1})
	tells(t, "a discard", of, "  The Swords is discarded to fate\n", trace.Event{Kind: trace.Discard, Deck: deck, Count: 1})
	tells(t, "a shuffle", of, "  Fate is shuffled\n", trace.Event{Kind: trace.Shuffle, Deck: deck})
}
