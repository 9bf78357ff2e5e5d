package story_test

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/story"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// The things of the encounter, by their numbers.
const (
	zora int32 = iota + 1
	mort
	finn
	bag
)

func decl(name string) program.Decl { return program.Decl{Name: name} }

func typed(k program.TypeKind) program.Type { return program.Type{Kind: k} }

// quote is a sentence of the ruleset without formulas.
func quote(text string) *program.Template {
	return &program.Template{Pieces: []program.TemplatePiece{{Text: text}}}
}

// What the events of these tests are about.
var (
	creatures = &program.Kind{Decl: decl("creature")}
	goods     = &program.Kind{Decl: decl("goods")}
	bow       = &program.Action{Def: &program.Def{Decl: decl("deep_bow")}}
	turn      = &program.Event{Decl: decl("turn")}
	greeted   = &program.Event{Decl: decl("greeted")}
	dance     = &program.Entry{Decl: program.Decl{Name: "dance", Title: "the dance"}}
	echo      = &program.Rule{Decl: decl("long_echo")}
	dizzy     = &program.Condition{Decl: decl("very_dizzy")}
	coins     = &program.Field{Decl: decl("gold_coins"), Type: typed(program.Number), Pool: &program.Pool{}}
	drinks    = &program.Field{Decl: decl("drinks"), Type: typed(program.Number), Pool: &program.Pool{Up: true}}
	ledger    = &program.Field{Decl: decl("ledger"), Type: typed(program.Number), Pool: &program.Pool{}, Quiet: true}
	mood      = &program.Field{Decl: decl("mood"), Type: program.Type{Kind: program.Step, Scale: moods}}
	moods     = &program.Scale{Steps: []*program.ScaleStep{{Decl: decl("glum")}, {Decl: decl("quite_merry")}}}
)

// tavern returns the names of an encounter of three, with a bag, on squares of 5 columns.
func tavern() *value.Names {
	p := &program.Program{
		Name: "tavern", Creature: creatures, Actions: []*program.Action{bow},
		Time: &program.Time{Keys: []string{"half_hour"}}, Space: &program.Space{Grid: program.SquareGrid, Unit: 1, Diagonals: "one"},
	}
	e := &program.Encounter{
		Name: "late_brawl", Program: p, Map: &program.Map{Width: 5, Height: 2}, Sides: []string{"guests", "cats", "house"},
		Things: []*program.Thing{
			{Name: "zora", Kind: creatures}, {Name: "mort", Kind: creatures, Side: 2, Index: 1},
			{Name: "finn", Kind: creatures, Index: 2}, {Name: "bag", Kind: goods, Index: 3},
		},
	}
	no := func(*program.Def) bool { return false }
	return &value.Names{Program: p, Encounter: e, Lists: &value.Lists{}, Dice: &value.Dice{}, Board: board.New(e, no, no)}
}

const opening = "Late brawl\n\nGuests\n  Zora\n  Finn\nHouse\n  Mort\n"

// told is the story of a trace.
func told(t *testing.T, of *trace.Trace, names *value.Names) string {
	t.Helper()
	return toldWith(t, of, names, story.Options{})
}

func toldWith(t *testing.T, of *trace.Trace, names *value.Names, o story.Options) string {
	t.Helper()
	var b strings.Builder
	if err := story.Tell(of, names, o).Text(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// ten is what a story tells of events at the tenth half hour: what stands below the line
// of the clock.
func ten(t *testing.T, of *trace.Trace, events ...trace.Event) string {
	t.Helper()
	return tenAbout(t, of, "", events...)
}

// tenAbout is the same where it is explained what has to do with a name.
func tenAbout(t *testing.T, of *trace.Trace, about string, events ...trace.Event) string {
	t.Helper()
	of.Events = append([]trace.Event{{}, {Kind: trace.Clock, Now: 10, Amount: 10}}, events...)
	of.Turn = turn
	text, ok := strings.CutPrefix(toldWith(t, of, tavern(), story.Options{About: about}), opening)
	if !ok {
		t.Errorf("a story without its opening: %s", text)
	}
	if text == "" {
		return ""
	}
	if text, ok = strings.CutPrefix(text, "\nHalf hour 10\n"); !ok {
		t.Errorf("something is told before the clock says its time: %s", text)
	}
	return text
}

// tells says where the story of some events is another one than wanted.
func tells(t *testing.T, about string, of *trace.Trace, want string, events ...trace.Event) {
	t.Helper()
	if got := ten(t, of, events...); got != want {
		t.Errorf("%s: got\n%swant\n%s", about, got, want)
	}
}
