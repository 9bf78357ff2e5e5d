package story_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/story"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// hall is the tavern with a map, pools and conditions: a pillar at [2, 0]; zora's purse has no
// limit, drinks go up to 5, and stamina comes back with every turn.
func hall() *value.Names {
	names := tavern()
	begins := &program.Event{Decl: decl("turn_begins")}
	dance := &program.Entry{Decl: decl("dance"), Start: begins}
	names.Program.Time.Entries = []*program.Entry{dance}
	stamina := &program.Field{Decl: decl("stamina"), Type: typed(program.Number), Pool: &program.Pool{
		Resets: []*program.Reset{{On: &program.Trigger{Event: begins}}},
	}}
	creatures.Fields = []*program.Field{coins, drinks, ledger, stamina}
	tipsy := &program.Condition{Decl: decl("tipsy")}
	drunk := &program.Condition{Decl: decl("drunk"), All: []*program.Condition{nil, tipsy}}
	drunk.All[0] = drunk
	secret := &program.Condition{Decl: decl("secret"), Quiet: true}
	names.Program.Conditions = []*program.Condition{tipsy, drunk, secret}
	pillar := &program.Def{Decl: decl("old_pillar")}
	names.Encounter.Map.Marks = []rune("..#.......")
	names.Encounter.Map.Terrain = []*program.Def{2: pillar, 9: nil}
	no := func(*program.Def) bool { return false }
	names.Board = board.New(names.Encounter, no, no)
	return names
}

// standing is how somebody is: each pool is four numbers, the field's among the kind's, what it holds, the
// most (0: no limit) and what it starts with.
func standing(t *trace.Trace, who int32, place float64, out bool, pools [][4]float64, conditions ...float64) trace.Event {
	first := int32(len(t.Values))
	for _, p := range pools {
		most := p[2]
		if most == 0 {
			most = math.Inf(1)
		}
		t.Values = append(t.Values, p[0], 0, p[1], most, p[3])
	}
	t.Values = append(t.Values, conditions...)
	return trace.Event{
		Kind: trace.Status, Who: who, To: place, Success: out,
		First: first, Count: int32(5 * len(pools)), Members: int32(len(conditions)),
	}
}

// evening is a log of hall: the start, one time at which Zora has drunk and spent, and the end.
func evening(o story.Options) *story.Log {
	of := &trace.Trace{}
	add := func(list ...trace.Event) { of.Events = append(of.Events, list...) }
	const purse, drunk, book, breath = 0, 1, 2, 3
	fresh := [][4]float64{{purse, 7, 0, 7}, {drunk, 0, 5, 0}, {book, 1, 9, 9}, {breath, 4, 4, 4}}
	add(trace.Event{Kind: trace.Start})
	add(standing(of, zora, 2, false, fresh), standing(of, mort, 4, false, fresh), standing(of, finn, 6, false, fresh))
	add(trace.Event{Kind: trace.Clock, Amount: 1}, trace.Event{Kind: trace.Act, Depth: 1, Who: zora, Action: bow},
		trace.Event{Kind: trace.Pay, Depth: 1, Who: zora, Field: coins, Amount: 3, To: 4},
		trace.Event{Kind: trace.Move, Depth: 1, Who: zora, From: 2, To: 7},
		trace.Event{Kind: trace.Pool, Depth: 1, Who: zora, Field: drinks, From: 0, To: 2, Max: 5},
		trace.Event{Kind: trace.Pool, Depth: 1, Who: zora, Field: coins, From: 4, To: 5},
		trace.Event{Kind: trace.Move, Depth: 1, Who: zora, From: 7, To: 8},
		trace.Event{Kind: trace.ActEnd, Depth: 1, Who: zora, Action: bow})
	add(trace.Event{Kind: trace.Clock, Amount: 2})
	later := [][4]float64{{purse, 5, 0, 7}, {drunk, 2, 5, 0}, {book, 1, 9, 9}, {breath, 1, 4, 4}}
	winded := [][4]float64{{purse, 7, 0, 7}, {drunk, 0, 5, 0}, {book, 1, 9, 9}, {breath, 0, 4, 4}}
	add(standing(of, zora, 8, false, later, 1, 2, 3), standing(of, mort, 4, false, winded), standing(of, finn, 6, false, fresh))
	add(trace.Event{Kind: trace.Act, Depth: 1, Who: mort, Action: bow}, trace.Event{Kind: trace.ActEnd, Depth: 1, Who: mort, Action: bow})
	add(standing(of, zora, 8, true, later, 1, 2, 3), standing(of, mort, 4, false, winded), standing(of, finn, 6, false, fresh))
	add(trace.Event{Kind: trace.Finish, Ending: trace.Over, Side: 3, Amount: 2, Act: 2})
	return story.Tell(of, hall(), o)
}

// TestStandings: who takes part comes first, with the pools that can be lost, and the map. At a
// time, who isn't as at the start; at the end everybody. Bookkeeping is left out, and of what somebody has
// what comes with something else that he has; at a time and at the end also what comes back by itself.
func TestStandings(t *testing.T) {
	const want = `Late brawl

Guests
  Z Zora  drinks 0/5  stamina 4/4
  F Finn  drinks 0/5  stamina 4/4
House
  M Mort  drinks 0/5  stamina 4/4

    0 1 2 3 4
  0 · Z # M ·
  1 F · · · ·
  # old pillar

Half hour 1
  Zora: deep bow, 1 space, around Mort, 2 spaces away (3 gold coins, 4 left)
    Zora: drinks 0 -> 2 of 5 (+2), gold coins 4 -> 5 (+1)
    Zora goes 1 space, to beside Mort

Half hour 2
  Zora gold coins 5, drinks 2/5, drunk

    0 1 2 3 4
  0 · · # M ·
  1 F · Z · ·

  Mort: deep bow

The house wins in half hour 2 (2 actions)

Guests
  Z Zora  gold coins 5, drinks 2/5, stamina 1/4, drunk, out of the fight
  F Finn  drinks 0/5, stamina 4/4
House
  M Mort  drinks 0/5, stamina 0/4
`
	var b strings.Builder
	if err := evening(story.Options{}).Text(&b); err != nil {
		t.Fatal(err)
	}
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
}

// TestBrief: each action is one line; of several ways only where they end, and what is paid isn't
// said.
func TestBrief(t *testing.T) {
	var b strings.Builder
	if err := evening(story.Options{Brief: true}).Text(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\n  Zora: deep bow, around Mort – Zora drinks 2/5, gold coins 5; Zora goes to beside Mort\n", "\n  Mort: deep bow\n", "\n  Zora gold coins 5, drinks 2/5, drunk\n"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("got\n%swant in it%s", b.String(), want)
		}
	}
}

// TestMarkdown: times are headings, what belongs together is a nested list, who is there a table.
func TestMarkdown(t *testing.T) {
	var b strings.Builder
	l := evening(story.Options{})
	l.Note("a *note*")
	if err := l.Markdown(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"# Late brawl\n\n| | | |\n|---|---|---|\n| Guests | Z Zora | drinks 0/5, stamina 4/4 |\n",
		"\n```text\n  0 1 2 3 4\n0 · Z # M ·\n1 F · · · ·\n# old pillar\n```\n",
		"\n## Half hour 1\n\n- Zora: deep bow, 1 space, around Mort, 2 spaces away (3 gold coins, 4 left)\n",
		"\n## Half hour 2\n\n*Zora gold coins 5, drinks 2/5, drunk*\n",
		"| House | M Mort | drinks 0/5, stamina 0/4 |\n\na \\*note\\*\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("got\n%swant in it\n%s", b.String(), want)
		}
	}
}

// TestHTML: the page has a section for each time, in which lists lie within lists, and nothing in
// it is taken for a tag.
func TestHTML(t *testing.T) {
	var b strings.Builder
	l := evening(story.Options{})
	l.Note("a <b>note</b>")
	if err := l.HTML(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"<title>Late brawl</title>", "<table><caption>Guests</caption>\n<tr><td>Z Zora</td><td>drinks 0/5</td><td>stamina 4/4</td></tr>",
		"<h2>Half hour 1</h2>\n<ul>\n<li>Zora: deep bow, 1 space, around Mort, 2 spaces away (3 gold coins, 4 left)<ul>\n",
		"<p class=\"status\">Zora gold coins 5, drinks 2/5, drunk</p>", "<pre>  0 1 2 3 4\n0 · Z # M ·\n", "a &lt;b&gt;note&lt;/b&gt;",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("got\n%swant in it\n%s", b.String(), want)
		}
	}
}

// TestAbout: what has to do with one name is explained, with the lines of tactics that weren't taken;
// the rest is told as it always is. Where nothing has, there is a list of what it could be, as it is told.
func TestAbout(t *testing.T) {
	about := func(name string) (*story.Log, string) {
		of := &trace.Trace{Explained: true, Turn: turn, Events: []trace.Event{
			{Kind: trace.Start},
			{Kind: trace.Line, Who: zora, Event: turn, Label: "bold", Text: "not deep bow (out of reach)"},
			{Kind: trace.Line, Who: mort, Event: turn, Label: "shy", Text: "not deep bow (too late)"},
			{Kind: trace.Hold, Who: zora, Field: coins, Amount: 1},
			{Kind: trace.Hold, Who: mort, Field: drinks, Amount: 1},
		}}
		l := story.Tell(of, tavern(), story.Options{About: name})
		var b strings.Builder
		if err := l.Text(&b); err != nil {
			t.Fatal(err)
		}
		return l, strings.TrimPrefix(b.String(), opening+"\n")
	}
	for name, want := range map[string]string{
		"zora":       "  Zora by bold: not deep bow (out of reach)\n  Zora keeps 1 gold coins ready\n",
		"Zora":       "  Zora by bold: not deep bow (out of reach)\n  Zora keeps 1 gold coins ready\n",
		"drinks":     "  Mort keeps 1 drinks ready\n",
		"gold coins": "  Zora keeps 1 gold coins ready\n",
		"gold_coins": "  Zora keeps 1 gold coins ready\n",
		"shy":        "  Mort by shy: not deep bow (too late)\n",
	} {
		if _, got := about(name); got != want {
			t.Errorf("about %s: got\n%swant\n%s", name, got, want)
		}
	}
	if l, got := about("nobody"); got != opening || l.Explained != 0 || !slices.Equal(l.Names, []string{"Mort", "Zora", "bold", "drinks", "gold coins", "shy"}) {
		t.Errorf("about nobody: %d explained, of %q\n%s", l.Explained, l.Names, got)
	}
}
