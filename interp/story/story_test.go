package story_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp/story"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang/program"
)

// TestOpening: first comes the title, else the name in words; then each side with its
// combatants, if it has any.
func TestOpening(t *testing.T) {
	of := &trace.Trace{Events: []trace.Event{{Kind: trace.Start}}}
	names := tavern()
	if got := told(t, of, names); got != opening {
		t.Errorf("got\n%swant\n%s", got, opening)
	}
	names.Encounter.Title = "A Brawl, late"
	if got := told(t, of, names); !strings.HasPrefix(got, "A Brawl, late\n") {
		t.Errorf("it has a title, and begins\n%s", got)
	}
}

// TestClosing says how it ended, and who won; that nobody did only where the rules say that
// it is over.
func TestClosing(t *testing.T) {
	for want, e := range map[string]trace.Event{
		"The guests win in half hour 3 (8 actions)":                  {Ending: trace.Over, Side: 1},
		"The house wins in half hour 3 (8 actions)":                  {Ending: trace.Over, Side: 3},
		"No winner in half hour 3 (8 actions)":                       {Ending: trace.Over},
		"The script ends in half hour 3 (8 actions)":                 {Ending: trace.Called},
		"The script ends in half hour 3 (8 actions): the guests win": {Ending: trace.Called, Side: 1},
		"Time is up in half hour 3 (8 actions)":                      {Ending: trace.TimeUp},
		"Nothing is left to happen in half hour 3 (8 actions)":       {Ending: trace.NothingLeft, Side: 4},
	} {
		e.Kind, e.Amount, e.Act = trace.Finish, 3, 8
		got := told(t, &trace.Trace{Events: []trace.Event{{}, e}}, tavern())
		if got != opening+"\n"+want+"\n" {
			t.Errorf("got\n%swant\n%s", got, want)
		}
	}
}

// TestAfterTheEnd: what falls away because it is over is no story; effects of the end are.
func TestAfterTheEnd(t *testing.T) {
	tells(t, "after the end", &trace.Trace{}, "  Zora is now very dizzy\n\nTime is up in half hour 4 (1 action)\n  Zora is no longer very dizzy\n",
		trace.Event{Kind: trace.Begin, Who: zora, Condition: dizzy},
		trace.Event{Kind: trace.Finish, Ending: trace.TimeUp, Amount: 4, Act: 1},
		trace.Event{Kind: trace.EntrySkipped, Who: zora, Entry: dance, Text: "it is over"},
		trace.Event{Kind: trace.Entry, Who: zora, Entry: dance},
		trace.Event{Kind: trace.Pass, Who: zora},
		trace.Event{Kind: trace.EntryEnd, Who: zora, Entry: dance},
		trace.Event{Kind: trace.End, Who: zora, Condition: dizzy},
	)
}

// TestGoesOn: where a trace doesn't begin with the start of an encounter, there is no opening,
// and what falls away isn't told.
func TestGoesOn(t *testing.T) {
	of := &trace.Trace{Events: []trace.Event{
		{Kind: trace.EntrySkipped, Who: zora, Entry: dance, Text: "it is over"},
		{Kind: trace.End, Who: zora, Condition: dizzy},
	}}
	if got, want := told(t, of, tavern()), "  Zora is no longer very dizzy\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got := told(t, &trace.Trace{}, tavern()); got != "" {
		t.Errorf("of nothing it tells %q", got)
	}
}

// TestClock: the time is told when something happens in it, once; what only waits, waits
// with the time.
func TestClock(t *testing.T) {
	dizzyNow := trace.Event{Kind: trace.Begin, Who: zora, Condition: dizzy}
	is := "  Zora is now very dizzy\n"
	for _, test := range []struct {
		about  string
		events []trace.Event
		want   string
	}{
		{"a time in which nothing happens", []trace.Event{{Kind: trace.Clock, Amount: 1}, {Kind: trace.Clock, Amount: 2}, dizzyNow}, "\nHalf hour 2\n" + is},
		{"two times", []trace.Event{{Kind: trace.Clock, Amount: 1}, dizzyNow, {Kind: trace.Clock, Amount: 2.5}, dizzyNow}, "\nHalf hour 1\n" + is + "\nHalf hour 2.5\n" + is},
		{"two things in one time", []trace.Event{{Kind: trace.Clock, Amount: 1}, dizzyNow, dizzyNow}, "\nHalf hour 1\n" + is + is},
		{"a wait", []trace.Event{{Kind: trace.Wait, Amount: 3}}, "\nHalf hour 3\n"},
		{"a wait up to what the clock shows", []trace.Event{{Kind: trace.Clock, Amount: 3}, dizzyNow, {Kind: trace.Wait, Amount: 3}}, "\nHalf hour 3\n" + is},
		{"a wait beyond a time in which nothing happened", []trace.Event{{Kind: trace.Clock, Amount: 3}, {Kind: trace.Wait, Amount: 4}, dizzyNow}, "\nHalf hour 4\n" + is},
		{"before the clock starts", []trace.Event{dizzyNow}, "\n" + is},
		{"an end in a time without events", []trace.Event{{Kind: trace.Clock, Amount: 3}, {Kind: trace.Finish, Ending: trace.TimeUp, Amount: 4, Act: 1}}, "\nTime is up in half hour 4 (1 action)\n"},
	} {
		got := told(t, &trace.Trace{Events: append([]trace.Event{{}}, test.events...)}, tavern())
		if got != opening+test.want {
			t.Errorf("%s: got\n%swant\n%s", test.about, got, opening+test.want)
		}
	}
	names := tavern()
	names.Program.Time.Keys = nil
	of := &trace.Trace{Events: []trace.Event{{}, {Kind: trace.Wait, Amount: 3}}}
	if got := told(t, of, names); got != opening+"\nTime 3\n" {
		t.Errorf("without a key it counts time: %s", got)
	}
}

// TestHeadings: an entry has a heading when something is told of it that doesn't say itself
// who is due.
func TestHeadings(t *testing.T) {
	comes := func(who int32) trace.Event { return trace.Event{Kind: trace.Entry, Who: who, Entry: dance} }
	sentence := func(text string) trace.Event {
		return trace.Event{Kind: trace.Entry, Who: zora, Entry: dance, Told: quote(text)}
	}
	over := trace.Event{Kind: trace.EntryEnd, Entry: dance}
	landed := trace.Event{Kind: trace.BatchEnd, Entry: dance}
	batch := func(n int32) trace.Event { return trace.Event{Kind: trace.Batch, Members: n, Entry: dance} }
	acts := func(who int32) trace.Event {
		return trace.Event{Kind: trace.Act, Depth: 1, Who: who, Action: bow, Event: turn}
	}
	dazed := trace.Event{Kind: trace.Begin, Who: mort, Condition: dizzy}
	within := trace.Event{Kind: trace.Begin, Depth: 1, Who: mort, Condition: dizzy}
	hour := trace.Event{Kind: trace.Entry, Entry: &program.Entry{Decl: decl("half_hour")}}
	is := "  Mort is now very dizzy\n"
	for _, test := range []struct {
		about  string
		want   string
		events []trace.Event
	}{
		{"nothing happens", "", []trace.Event{comes(zora), over}},
		{"something happens", "  Zora, the dance:\n  " + is, []trace.Event{comes(zora), dazed}},
		{"two things happen", "  Zora, the dance:\n  " + is + "  " + is, []trace.Event{comes(zora), dazed, dazed}},
		{"after its end", is, []trace.Event{comes(zora), over, dazed}},
		{"after its batch", is, []trace.Event{comes(zora), landed, dazed}},
		{"at the next time", "\nHalf hour 11\n" + is, []trace.Event{dazed, comes(zora), {Kind: trace.Clock, Amount: 11}, dazed}},
		{"he acts", "  Zora: deep bow\n    Mort is now very dizzy\n", []trace.Event{comes(zora), acts(zora), within}},
		{"somebody else acts", "  Zora, the dance:\n    Mort: deep bow\n", []trace.Event{comes(zora), acts(mort)}},
		{"somebody else of a batch acts", "  Mort: deep bow\n", []trace.Event{batch(2), comes(zora), acts(mort)}},
		{"somebody acts in a batch of one", "  Zora, the dance:\n    Mort: deep bow\n", []trace.Event{batch(1), comes(zora), acts(mort)}},
		{"the scene's entry in a batch", "The dance:\n  Mort: deep bow\n", []trace.Event{batch(2), comes(0), acts(mort)}},
		{"the scene's entry", "The dance:\n" + is, []trace.Event{comes(0), dazed}},
		{"the scene's entry that is called as the clock's unit", is, []trace.Event{hour, dazed}},
		{"a sentence", "  Now then:\n  " + is, []trace.Event{sentence("now then"), dazed}},
		{"a sentence, and he acts", "  Now then:\n    Zora: deep bow\n", []trace.Event{sentence("now then"), acts(zora)}},
		{"an empty sentence", is, []trace.Event{sentence(""), dazed}},
	} {
		if test.about == "at the next time" {
			test.want = is + test.want
		}
		tells(t, test.about, &trace.Trace{}, test.want, test.events...)
	}
}

// TestPasses: who passes in his turn without having done anything is told, nobody else.
func TestPasses(t *testing.T) {
	comes := trace.Event{Kind: trace.Entry, Who: zora, Entry: dance}
	passes := func(e *program.Event) trace.Event { return trace.Event{Kind: trace.Pass, Who: zora, Event: e} }
	line := "  Zora passes\n"
	tells(t, "in his turn", &trace.Trace{}, line, comes, passes(turn))
	tells(t, "where no event asks", &trace.Trace{}, line, comes, passes(nil))
	tells(t, "when another event asks", &trace.Trace{}, "", comes, passes(greeted))
	missed := trace.Event{Kind: trace.Line, Who: zora, Event: turn, Label: "bold", Text: "not deep bow (out of reach)"}
	tells(t, "after a line that isn't taken", &trace.Trace{Explained: true}, line, comes, missed, passes(turn))
	tells(t, "after he has done something", &trace.Trace{}, "  Zora: deep bow\n",
		comes, trace.Event{Kind: trace.Act, Depth: 1, Who: zora, Action: bow}, trace.Event{Kind: trace.ActEnd, Depth: 1, Who: zora, Action: bow}, passes(turn))
	tells(t, "a turn that is dropped", &trace.Trace{}, "  Zora has no the dance: out of it\n",
		trace.Event{Kind: trace.EntrySkipped, Who: zora, Entry: dance, Text: "out of it"})
}

// TestActs: an action is told with what it was given, by the ruleset's sentence if it has
// one; what isn't given isn't said, and a sentence that comes out empty isn't told.
func TestActs(t *testing.T) {
	param := func(name string, k program.TypeKind) *program.ActParam {
		return &program.ActParam{Field: &program.Field{Decl: decl(name), Type: typed(k)}}
	}
	toss := &program.Action{
		Def:    &program.Def{Decl: program.Decl{Name: "toss", Title: "a toss"}},
		Params: []*program.ActParam{param("at_whom", program.ThingType), param("times", program.Number), param("hard", program.Bool), param("late", program.Number)},
	}
	for _, test := range []struct {
		about string
		e     trace.Event
		want  string
	}{
		{"in his turn", trace.Event{Event: turn}, "Zora: a toss, at whom Mort, times 0, hard false"},
		{"by a program", trace.Event{}, "Zora: a toss, at whom Mort, times 0, hard false"},
		{"as an answer", trace.Event{Event: greeted}, "Zora: a toss, at whom Mort, times 0, hard false"},
		{"by a sentence", trace.Event{Event: greeted, Told: quote("Zora tosses")}, "Zora tosses"},
	} {
		test.e.Kind, test.e.Depth, test.e.Who, test.e.Action, test.e.First, test.e.Count = trace.Act, 1, zora, toss, 1, 3
		tells(t, test.about, &trace.Trace{Values: []float64{9, 2, 0, 0, 5}}, "  "+test.want+"\n", test.e)
	}
	tells(t, "at nobody", &trace.Trace{Values: []float64{0, 3}}, "  Zora: a toss, times 3\n",
		trace.Event{Kind: trace.Act, Depth: 1, Who: zora, Action: toss, Count: 2})
	tells(t, "an empty sentence", &trace.Trace{}, "", trace.Event{Kind: trace.Act, Depth: 1, Who: zora, Action: toss, Told: quote("")})
}

// TestActsEnd: an action that stops or is called off is told, unless it has said so itself.
func TestActsEnd(t *testing.T) {
	begins := trace.Event{Kind: trace.Act, Depth: 1, Who: zora, Action: bow}
	inner := trace.Event{Kind: trace.Act, Depth: 2, Who: mort, Action: bow}
	ends := func(who int32, how trace.How) trace.Event {
		return trace.Event{Kind: trace.ActEnd, Depth: uint8(who), Who: who, Action: bow, How: how} // mort's lies within zora's
	}
	says := trace.Event{Kind: trace.Announce, Event: greeted, Told: quote("oops"), Depth: 1}
	fails := trace.Event{Kind: trace.Test, Who: zora, Roller: zora - 1, Label: "luck", Amount: 1, To: 3, Depth: 1}
	mumbles := trace.Event{Kind: trace.Announce, Event: greeted, Told: quote(""), Depth: 1}
	silent := trace.Event{Kind: trace.Announce, Event: greeted, Depth: 1}
	act := "  Zora: deep bow\n"
	for _, test := range []struct {
		about  string
		want   string
		events []trace.Event
	}{
		{"done", act, []trace.Event{begins, ends(zora, trace.Done)}},
		{"stopped", act + "    Zora's deep bow is stopped\n", []trace.Event{begins, ends(zora, trace.Stopped)}},
		{"called off", act + "    Zora's deep bow is cut short\n", []trace.Event{begins, ends(zora, trace.CalledOff)}},
		{"stopped with a word", act + "    oops\n", []trace.Event{begins, says, ends(zora, trace.Stopped)}},
		{"stopped after a roll against something", act + "    failure: luck 1 against 3\n", []trace.Event{begins, fails, ends(zora, trace.Stopped)}},
		{"called off after a roll against something", act + "    failure: luck 1 against 3\n    Zora's deep bow is cut short\n", []trace.Event{begins, fails, ends(zora, trace.CalledOff)}},
		{"stopped with a word that is empty", act + "    Zora's deep bow is stopped\n", []trace.Event{begins, mumbles, ends(zora, trace.Stopped)}},
		{"stopped with an event without a word", act + "    Zora's deep bow is stopped\n", []trace.Event{begins, silent, ends(zora, trace.Stopped)}},
		{"called off with a word", act + "    oops\n    Zora's deep bow is cut short\n", []trace.Event{begins, says, ends(zora, trace.CalledOff)}},
		{"stopped after the word of an inner one", act + "    Mort: deep bow\n      oops\n    Zora's deep bow is stopped\n",
			[]trace.Event{begins, inner, {Kind: trace.Announce, Event: greeted, Told: quote("oops"), Depth: 2}, ends(mort, trace.Stopped), ends(zora, trace.Stopped)}},
		{"an inner one stopped after a word of the outer one", act + "    oops\n    Mort: deep bow\n      Mort's deep bow is stopped\n",
			[]trace.Event{begins, says, inner, ends(mort, trace.Stopped), ends(zora, trace.Stopped)}},
		{"an end without an action", "", []trace.Event{{Kind: trace.ActEnd, How: trace.Stopped}}},
		{"a word outside of all actions", "  Oops\n", []trace.Event{{Kind: trace.Announce, Event: greeted, Told: quote("oops")}}},
		{"refused", "  Zora can't do deep bow: no room\n", []trace.Event{{Kind: trace.Refused, Who: zora, Action: bow, Text: "no room"}}},
		{"impossible", "", []trace.Event{{Kind: trace.Skipped, Text: "a step"}}},
	} {
		tells(t, test.about, &trace.Trace{}, test.want, test.events...)
	}
}

// TestMargins: a line stands one step further to the right than the one it belongs to, however
// many depths lie between. To a change nothing belongs.
func TestMargins(t *testing.T) {
	at := func(depth uint8) trace.Event {
		return trace.Event{Kind: trace.Announce, Depth: depth, Event: greeted, Told: quote("Oops")}
	}
	is := "Oops\n"
	tells(t, "0, 3, 5, 3, 1, 0", &trace.Trace{}, "  "+is+"    "+is+"      "+is+"    "+is+"    "+is+"  "+is, at(0), at(3), at(5), at(3), at(1), at(0))
	dazed := func(depth uint8) trace.Event {
		return trace.Event{Kind: trace.Begin, Depth: depth, Who: zora, Condition: dizzy}
	}
	dizzily := "Zora is now very dizzy\n"
	tells(t, "changes at 1, 0, 3", &trace.Trace{}, "  "+is+"    "+dizzily+"  "+dizzily+"    "+dizzily, at(0), dazed(1), dazed(0), dazed(3))
}

// TestTogether: what comes true when a batch lands belongs to the action of the member that did it, as what the rules find at rest
// belongs to the action that changed the same creature; a loss is told before the condition that begins with it.
func TestTogether(t *testing.T) {
	act := func(who int32, member uint8, n int) trace.Event {
		return trace.Event{Kind: trace.Act, Depth: 1, Member: member, Who: who, Action: bow, Act: n}
	}
	end := func(who int32, member uint8, n int) trace.Event {
		e := act(who, member, n)
		e.Kind = trace.ActEnd
		return e
	}
	dazed := func(member uint8, instance float64) trace.Event {
		return trace.Event{Kind: trace.Begin, Landing: true, Member: member, Who: finn, Condition: dizzy, Instance: instance}
	}
	loses := func(member uint8, from float64) trace.Event {
		return trace.Event{Kind: trace.Pool, Landing: true, Member: member, Who: finn, Field: coins, From: from, To: from - 1}
	}
	batch := []trace.Event{{Kind: trace.Batch, Members: 2}, act(zora, 1, 1), end(zora, 1, 1), act(mort, 2, 2), end(mort, 2, 2)}
	landed := trace.Event{Kind: trace.BatchEnd}
	is := trace.Event{Kind: trace.Becomes, Who: finn, Condition: dizzy}
	tells(t, "a landing", &trace.Trace{}, "  Zora: deep bow\n    Finn: gold coins 5 -> 4 (-1)\n    Finn is now very dizzy\n"+
		"  Mort: deep bow, at the same time\n    Finn: gold coins 4 -> 3 (-1)\n    Finn becomes very dizzy\n",
		append(batch, dazed(1, 7), loses(1, 5), loses(2, 4), landed, is)...)
	over := dazed(1, 7)
	over.Kind = trace.End
	tells(t, "what begins and ends at once", &trace.Trace{}, "  Zora: deep bow\n    Finn: gold coins 5 -> 4 (-1)\n  Mort: deep bow, at the same time\n",
		append(batch, dazed(1, 7), loses(1, 5), over, landed)...)
	tells(t, "without an action", &trace.Trace{}, "  Finn is now very dizzy\n", dazed(1, 7))

	answer, answered := act(finn, 1, 3), end(finn, 1, 3)
	answer.Depth, answered.Depth = 3, 3
	fails := func(member uint8, label string) trace.Event {
		return trace.Event{Kind: trace.Test, Depth: 5, Member: member, Who: finn, Roller: finn - 1, Label: label, Amount: 1, To: 3}
	}
	tells(t, "an answer with two blows, to the second member", &trace.Trace{},
		"  Zora: deep bow\n  Mort: deep bow, at the same time\n    Finn: deep bow\n      failure: left 1 against 3\n      failure: right 1 against 3\n",
		batch[0], batch[1], batch[2], batch[3], answer, fails(1, "left"), fails(2, "right"), answered, batch[4])
}

// TestOver: whoever is out of the fight isn't dizzy any more, or less; what is done to them then is told.
func TestOver(t *testing.T) {
	out := &program.Condition{Decl: decl("out")}
	out.All = []*program.Condition{out}
	names := tavern()
	names.Program.Time.Out = &program.Formula{Expr: &program.Expr{Op: program.OpHas, Condition: out}}
	is := func(kind trace.Kind, c *program.Condition) trace.Event {
		return trace.Event{Kind: kind, Who: mort, Condition: c}
	}
	of := &trace.Trace{Events: []trace.Event{
		{}, {Kind: trace.Clock, Now: 10, Amount: 10}, is(trace.Becomes, dizzy), is(trace.Begin, out), is(trace.Loses, dizzy), is(trace.Begin, dizzy), is(trace.End, out),
		is(trace.End, dizzy),
	}}
	want := opening + "\nHalf hour 10\n  Mort becomes very dizzy\n  Mort is now out\n  Mort is now very dizzy\n  Mort is no longer out\n  Mort is no longer very dizzy\n"
	if got := told(t, of, names); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestVisible: no sign that a terminal would obey, hide or reorder comes through.
func TestVisible(t *testing.T) {
	for text, want := range map[string]string{
		"Zoë says \"no\"": "Zoë says \"no\"", "A\nb": "A b", "\x1b[1m": `\x1b[1m`, "\u202eabc": `\u202eabc`, "A\xffb": `A\xffb`, "\ufffd": "\ufffd", "\t": `\t`,
	} {
		tells(t, "a sentence", &trace.Trace{}, "  "+want+"\n", trace.Event{Kind: trace.Announce, Event: greeted, Told: quote(text)})
	}
}

// TestCut: a story that ends before the encounter says so, and after how much.
func TestCut(t *testing.T) {
	of := &trace.Trace{Events: []trace.Event{{}, {Kind: trace.Wait, Amount: 3}}, Cut: true}
	want := opening + "\nHalf hour 3\n\n.. and so on: a log ends after 2 events; the rest was played, but isn't shown\n"
	if got := told(t, of, tavern()); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// full is a file on a disk that has no room left.
type full struct{}

var errFull = errors.New("no room left")

func (full) Write([]byte) (int, error) { return 0, errFull }

// TestWriteFails: what can't be written is an error, in each format.
func TestWriteFails(t *testing.T) {
	l := story.Tell(&trace.Trace{Events: []trace.Event{{}}}, tavern(), story.Options{})
	for name, write := range map[string]func(io.Writer) error{"text": l.Text, "Markdown": l.Markdown, "HTML": l.HTML} {
		if err := write(full{}); !errors.Is(err, errFull) {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
}

// TestWhatFollows: what comes after an action within another one belongs to the outer one again, however deep
// it happens; and a roll that is held against something stands beside the one before, not below it.
func TestWhatFollows(t *testing.T) {
	acts := func(who int32, depth uint8) trace.Event {
		return trace.Event{Kind: trace.Act, Depth: depth, Who: who, Action: bow}
	}
	ends := func(who int32, depth uint8) trace.Event {
		return trace.Event{Kind: trace.ActEnd, Depth: depth, Who: who, Action: bow}
	}
	fails := func(who int32, depth uint8) trace.Event {
		return trace.Event{Kind: trace.Test, Who: who, Roller: who - 1, Label: "luck", Amount: 1, To: 3, Depth: depth}
	}
	pays := trace.Event{Kind: trace.Pool, Who: mort, Field: coins, From: 4, To: 3, Depth: 5}
	tells(t, "after an answer", &trace.Trace{}, `  Zora: deep bow
    Finn: deep bow
      failure: luck 1 against 3
        Mort: gold coins 4 -> 3 (-1)
    Mort, failure: luck 1 against 3
      Mort: gold coins 4 -> 3 (-1)
`, acts(zora, 1), acts(finn, 2), fails(finn, 3), pays, ends(finn, 2), fails(mort, 4), pays, ends(zora, 1))
	tells(t, "one roll after the other", &trace.Trace{}, `  Zora: deep bow
    failure: luck 1 against 3
    Mort, failure: luck 1 against 3
      Mort: gold coins 4 -> 3 (-1)
`, acts(zora, 1), fails(zora, 2), fails(mort, 4), pays, ends(zora, 1))
}
