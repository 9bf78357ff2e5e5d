package trace_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// decl is a declaration, whose title is not its name: traces have the name.
func decl(name string) program.Decl { return program.Decl{Name: name, Title: "The " + name} }

// typed is a type without anything beside its kind.
func typed(k program.TypeKind) *program.Type { return &program.Type{Kind: k} }

// What the events of these tests are about.
var (
	juggle  = &program.Action{Def: &program.Def{Decl: decl("juggle")}}
	greeted = &program.Event{Decl: decl("greeted")}
	dance   = &program.Entry{Decl: decl("dance")}
	echo    = &program.Rule{Decl: decl("echo")}
	dizzy   = &program.Condition{Decl: decl("dizzy")}
	purse   = &program.Field{Decl: decl("purse"), Type: *typed(program.Number), Pool: &program.Pool{}}
	mood    = &program.Field{Decl: decl("mood"), Type: program.Type{Kind: program.Step, Scale: moods}}
	moods   = &program.Scale{Decl: decl("moods"), Steps: []*program.ScaleStep{{Decl: decl("glum")}, {Decl: decl("merry")}}}
	hats    = &program.Kind{Decl: decl("hat"), Defs: []*program.Def{{Decl: decl("bonnet")}, {Decl: decl("beret")}}}
	page    = diag.NewSource("rules/tavern.yaml", "first: 1\nsecond: 2 +\n  3\nthird: 4\n")
)

// spot is the text of the page from what begins so up to its end.
func spot(begins, ends string) diag.Span {
	from := strings.Index(page.Text, begins)
	return diag.Span{Source: page, Start: from, End: from + strings.Index(page.Text[from:], ends) + len(ends)}
}

// tavern returns the names of an encounter of two, with a bag on the floor, on squares of
// 3 columns and 2 rows.
func tavern(grid program.Grid) *value.Names {
	p := &program.Program{
		Name: "tavern", Actions: []*program.Action{juggle}, Conditions: []*program.Condition{dizzy},
		Events: []*program.Event{greeted}, Time: &program.Time{Entries: []*program.Entry{dance}},
		Texts: []string{"hello"}, Space: &program.Space{Grid: grid, Unit: 1, Diagonals: "one"},
	}
	m := &program.Map{Width: 3, Height: 2}
	if grid == program.ZoneGrid {
		m = &program.Map{Zones: []*program.Zone{{Name: "bar", Title: "The bar"}, {Name: "yard", Title: "The yard"}}}
	}
	e := &program.Encounter{
		Name: "brawl", Program: p, Map: m, Sides: []string{"guests", "house"},
		Things: []*program.Thing{{Name: "zora", Title: "Zora"}, {Name: "mort", Title: "Mort"}, {Name: "bag", Title: "A bag"}},
	}
	no := func(*program.Def) bool { return false }
	return &value.Names{
		Program: p, Encounter: e, Lists: &value.Lists{}, Dice: &value.Dice{}, Board: board.New(e, no, no),
		Condition: func(instance float64) *program.Condition { return map[float64]*program.Condition{1: dizzy}[instance] },
		Action:    func(act float64) *program.Action { return map[float64]*program.Action{1: juggle}[act] },
	}
}

// lines returns what a trace is in JSON, line by line.
func lines(t *testing.T, of *trace.Trace, names *value.Names) []string {
	t.Helper()
	var b strings.Builder
	if err := of.WriteJSON(&b, names); err != nil {
		t.Fatal(err)
	}
	text, ended := strings.CutSuffix(b.String(), "\n")
	if !ended && text != "" {
		t.Errorf("the last line isn't ended: %s", text)
	}
	return strings.Split(text, "\n")
}

// line returns the one line of a trace of one event, and tests that it is JSON.
func line(t *testing.T, of *trace.Trace, names *value.Names) string {
	t.Helper()
	all := lines(t, of, names)
	if len(all) != 1 {
		t.Fatalf("%d lines, want 1: %s", len(all), all)
	}
	if !json.Valid([]byte(all[0])) {
		t.Errorf("this is no JSON: %s", all[0])
	}
	return all[0]
}

// die returns count dice of so many sides.
func die(t *testing.T, count, sides float64) dice.Value {
	t.Helper()
	d, err := dice.New(count, sides)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
