package value_test

import (
	"testing"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// decl is a declaration with a name, and a title unless that is empty.
func decl(name, title string) program.Decl { return program.Decl{Name: name, Title: title} }

// A small ruleset, in which the second of everything is called by its name in words.
var (
	heights  = &program.Scale{Steps: []*program.ScaleStep{{Decl: decl("low", "Low down")}, {Decl: decl("very_high", "")}}}
	order    = &program.Param{Choices: []string{"by_lot", "by_name"}}
	hat      = &program.Def{Decl: decl("hat", "Top hat")}
	oldHat   = &program.Def{Decl: decl("old_hat", "")}
	hats     = &program.Kind{Defs: []*program.Def{hat, oldHat}}
	wave     = &program.Action{Def: &program.Def{Decl: decl("wave", "Wave a hand")}}
	bowDeep  = &program.Action{Def: &program.Def{Decl: decl("bow_deep", "")}}
	wet      = &program.Condition{Decl: decl("wet", "Dripping")}
	halfDry  = &program.Condition{Decl: decl("half_dry", "")}
	greeted  = &program.Event{Decl: decl("greeted", "A greeting")}
	leftOver = &program.Event{Decl: decl("left_over", "")}
	dance    = &program.Entry{Decl: decl("dance", "The dance")}
	lastCall = &program.Entry{Decl: decl("last_call", "")}
)

// shown returns the names of a fight of two on squares, 3 columns and 2 rows, in which the
// instance 1 is of wet, and the act 2 is bow_deep.
func shown() *value.Names {
	p := &program.Program{
		Texts:      []string{"first words", "last words"},
		Actions:    []*program.Action{wave, bowDeep},
		Conditions: []*program.Condition{wet, halfDry},
		Events:     []*program.Event{greeted, leftOver},
		Time:       &program.Time{Entries: []*program.Entry{dance, lastCall}},
		Space:      &program.Space{Grid: program.SquareGrid, Unit: 1, Diagonals: "one"},
	}
	e := &program.Encounter{
		Program: p,
		Sides:   []string{"guests", "house"},
		Things:  []*program.Thing{{Name: "zora", Title: "Zora the Bold"}, {Name: "mort"}},
		Map:     &program.Map{Width: 3, Height: 2},
	}
	no := func(*program.Def) bool { return false }
	return &value.Names{
		Program: p, Encounter: e, Lists: &value.Lists{}, Dice: &value.Dice{}, Board: board.New(e, no, no),
		Condition: func(instance float64) *program.Condition {
			if instance == 1 {
				return wet
			}
			return nil
		},
		Action: func(act float64) *program.Action {
			if act == 2 {
				return bowDeep
			}
			return nil
		},
	}
}

// TestShow shows a value of every type: by titles, where there are any, else by names in
// words; what stands for nothing that exists as none.
func TestShow(t *testing.T) {
	n := shown()
	list := func(items ...float64) float64 { return made(n.Lists, items...) }
	kind := func(k program.TypeKind) program.Type { return program.Type{Kind: k} }
	number := kind(program.Number)
	numbers := program.Type{Kind: program.List, Elem: &number}
	things := kind(program.ThingType)
	whom := program.Type{Kind: program.List, Elem: &things}
	two := program.Type{Kind: program.List, Elem: &numbers}
	definition := program.Type{Kind: program.Definition, Of: hats}
	step := program.Type{Kind: program.Step, Scale: heights}
	choice := program.Type{Kind: program.Choice, Param: order}
	for _, test := range []struct {
		of   string
		v    float64
		t    program.Type
		want string
	}{
		{"a number", -2.5, number, "-2.5"},
		{"no number", 0, number, "0"},
		{"what has no type after a mistake", 3, kind(program.Unknown), "3"},
		{"what holds", 1, kind(program.Bool), "true"},
		{"what doesn't", 0, kind(program.Bool), "false"},
		{"dice", n.Dice.Number(thrown(t, 2, 6, 3)), kind(program.Dice), "2d6 + 3"},
		{"no dice", 0, kind(program.Dice), "0"},
		{"numbers", list(3, 1, 2), numbers, "3, 1, 2"},
		{"things", list(2, 1), whom, "mort, Zora the Bold"},
		{"one number", list(5), numbers, "5"},
		{"an empty list", 0, numbers, "nothing"},
		{"a list within a list", list(0, 0), two, "nothing, nothing"},
		{"a list without a type", list(4, 5), kind(program.List), "4, 5"},
		{"the type of none", 0, kind(program.Nothing), "none"},
		{"text", 1, kind(program.Text), "first words"},
		{"the last text", 2, kind(program.Text), "last words"},
		{"no text", 3, kind(program.Text), "none"},
		{"a thing with a title", 1, things, "Zora the Bold"},
		{"a thing", 2, things, "mort"},
		{"nobody", 0, things, "none"},
		{"a thing beyond the last", 3, things, "none"},
		{"less than nobody", -1, things, "none"},
		{"an action with a title", 1, kind(program.Definition), "Wave a hand"},
		{"an action", 2, kind(program.Definition), "bow deep"},
		{"no action", 3, kind(program.Definition), "none"},
		{"a definition with a title", 1, definition, "Top hat"},
		{"a definition", 2, definition, "old hat"},
		{"no definition", 0, definition, "none"},
		{"a step with a title", 1, step, "Low down"},
		{"a step", 2, step, "very high"},
		{"a step past the end", 3, step, "none"},
		{"a condition with a title", 1, kind(program.ConditionName), "Dripping"},
		{"a condition", 2, kind(program.ConditionName), "half dry"},
		{"an event with a title", 1, kind(program.EventName), "A greeting"},
		{"an event", 2, kind(program.EventName), "left over"},
		{"an entry with a title", 1, kind(program.EntryName), "The dance"},
		{"an entry", 2, kind(program.EntryName), "last call"},
		{"a choice, which is as it is written", 2, choice, "by_name"},
		{"the first choice", 1, choice, "by_lot"},
		{"a side", 2, kind(program.Side), "house"},
		{"no side", 3, kind(program.Side), "none"},
		// Places count row by row: the fifth of 3 columns is the second one of the second row.
		{"a place", 5, kind(program.Place), "[1, 1]"},
		{"no place", 0, kind(program.Place), "none"},
		{"a place outside", 7, kind(program.Place), "nowhere"},
		{"the first direction", 1, kind(program.Direction), "north"},
		{"the third direction", 3, kind(program.Direction), "east"},
		{"no direction", 9, kind(program.Direction), "none"},
		{"an instance", 1, kind(program.Instance), "Dripping"},
		{"an instance that is gone", 2, kind(program.Instance), "none"},
		{"an act", 2, kind(program.Act), "bow deep"},
		{"an act that is gone", 1, kind(program.Act), "none"},
		{"no act", float64(value.NoAct), kind(program.Act), "none"},
	} {
		if got := n.Show(test.v, test.t); got != test.want {
			t.Errorf("%s: %g is shown as %q, want %q", test.of, test.v, got, test.want)
		}
	}
}

// TestThing: things are called by their titles, else as they are written; whatever is no
// thing is the scene.
func TestThing(t *testing.T) {
	n := shown()
	for thing, want := range []string{"the scene", "Zora the Bold", "mort", "the scene"} {
		if got := n.Thing(board.Thing(thing)); got != want {
			t.Errorf("thing %d is %q, want %q", thing, got, want)
		}
	}
	if got := n.Thing(-1); got != "the scene" {
		t.Errorf("thing -1 is %q", got)
	}
}

// TestRoller: in the dice source come first the things, from 0, then the sides, then the scene.
func TestRoller(t *testing.T) {
	n := shown()
	for roller, want := range []string{"Zora the Bold", "mort", "side guests", "side house", "the scene"} {
		if got := n.Roller(dice.Roller(roller)); got != want {
			t.Errorf("roller %d is %q, want %q", roller, got, want)
		}
	}
}

// TestPlace: a place outside of the map is nowhere.
func TestPlace(t *testing.T) {
	n := shown()
	for place, want := range map[board.Place]string{1: "[0, 0]", 6: "[2, 1]", 7: "nowhere", 0: "nowhere"} {
		if got := n.Place(place); got != want {
			t.Errorf("place %d is %q, want %q", place, got, want)
		}
	}
}

// TestNth gives the text of what is in a list, and tells what isn't.
func TestNth(t *testing.T) {
	twice := func(s string) string { return s + s }
	for i, want := range map[int]string{-1: "", 0: "aa", 1: "bb", 2: ""} {
		got, ok := value.Nth([]string{"a", "b"}, i, twice)
		if got != want || ok != (want != "") {
			t.Errorf("element %d of two: %q, %t", i, got, ok)
		}
	}
}

// TestTitleOf: a title goes first; a name becomes words.
func TestTitleOf(t *testing.T) {
	for _, test := range []struct {
		d    program.Decl
		want string
	}{
		{decl("out_of_it", "Out of it, quite"), "Out of it, quite"},
		{decl("out_of_it", ""), "out of it"},
		{decl("out", ""), "out"},
	} {
		if got := value.TitleOf(&test.d); got != test.want {
			t.Errorf("%q with the title %q is called %q, want %q", test.d.Name, test.d.Title, got, test.want)
		}
	}
}

// TestCapital: the first letter of a text is a capital, whatever letter it is.
func TestCapital(t *testing.T) {
	for text, want := range map[string]string{"": "", "a": "A", "old Mort": "Old Mort", "élan": "Élan", "ßtrange": "ßtrange", "7 days": "7 days"} {
		if got := value.Capital(text); got != want {
			t.Errorf("%q with a capital is %q, want %q", text, got, want)
		}
	}
}

// TestDeclared: a reference leads to a declaration, or to none.
func TestDeclared(t *testing.T) {
	n := shown()
	for i, want := range n.Program.Conditions {
		if got := n.Declared(i, program.Type{Kind: program.ConditionName}); got != &want.Decl {
			t.Errorf("condition %d leads to %v, want %v", i, got, want.Decl)
		}
	}
	for _, i := range []int{-1, len(n.Program.Conditions)} {
		if got := n.Declared(i, program.Type{Kind: program.ConditionName}); got != nil {
			t.Errorf("condition %d leads to %v, want nothing", i, got)
		}
	}
	if got := n.Declared(0, program.Type{Kind: program.Number}); got != nil {
		t.Errorf("a number leads to %v", got)
	}
}

// TestOneLine: all blanks and line breaks are single blanks, and there are none at the ends.
func TestOneLine(t *testing.T) {
	for text, want := range map[string]string{
		"": "", " \n": "", "one": "one", "  a +\n\t  b  ": "a + b", "a\r\nb": "a b",
	} {
		if got := value.OneLine(text); got != want {
			t.Errorf("%q is %q on one line, want %q", text, got, want)
		}
	}
}
