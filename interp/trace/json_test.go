package trace_test

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// TestKinds writes an event of each kind with what belongs to it: kind and now come first,
// then who and other, then the declarations by name, then what the kind has.
func TestKinds(t *testing.T) {
	numbers := program.Type{Kind: program.List, Elem: typed(program.Number)}
	performed := &program.Action{Def: &program.Def{Decl: decl("perform")}, Params: []*program.ActParam{
		{Field: &program.Field{Decl: decl("target"), Type: *typed(program.ThingType)}},
		{Field: &program.Field{Decl: decl("pins"), Type: *typed(program.Number)}},
		{Field: &program.Field{Decl: decl("more"), Type: *typed(program.Number)}},
	}}
	cheered := &program.Event{Decl: decl("cheered"), Fields: []*program.Field{
		{Decl: decl("loudly"), Type: *typed(program.Bool)},
		{Decl: decl("by"), Type: *typed(program.ThingType)},
		{Decl: decl("more"), Type: *typed(program.Number)},
	}}
	names := tavern(program.SquareGrid)
	names.Lists.Begin()
	names.Lists.Push(6)
	names.Lists.Push(8)
	list := names.Lists.End()
	// 4 and 9 belong to nobody: what an event has begins behind the first of them.
	with := func(values ...float64) trace.Trace {
		return trace.Trace{Values: append(append([]float64{4}, values...), 9)}
	}
	for _, test := range []struct {
		e    trace.Event
		of   trace.Trace
		want string
	}{
		{e: trace.Event{Kind: trace.Start}, want: `"start","now":0,"ruleset":"tavern","encounter":"brawl"`},
		{e: trace.Event{Kind: trace.Finish, Now: 7, Side: 2}, want: `"over","now":7,"winner":"house"`},
		{e: trace.Event{Kind: trace.Finish, Now: 7, Side: 1}, want: `"over","now":7,"winner":"guests"`},
		{e: trace.Event{Kind: trace.Finish, Now: 7}, want: `"over","now":7`},
		{e: trace.Event{Kind: trace.Finish, Now: 7, Side: 3}, want: `"over","now":7`},
		{e: trace.Event{Kind: trace.Clock, Now: 2, First: 1, Count: 2}, of: with(2, 5), want: `"clock","now":2,"key":[2,5]`},
		{e: trace.Event{Kind: trace.Clock, Now: 2}, want: `"clock","now":2`},
		{e: trace.Event{Kind: trace.Batch, Now: 2, Members: 3, Entry: dance}, want: `"batch","now":2,"entry":"dance","members":3`},
		{e: trace.Event{Kind: trace.BatchEnd, Entry: dance}, want: `"landed","now":0,"entry":"dance"`},
		{e: trace.Event{Kind: trace.Entry, Who: 1, Entry: dance}, want: `"entry","now":0,"who":"zora","entry":"dance"`},
		{e: trace.Event{Kind: trace.EntryEnd, Who: 1, Entry: dance}, want: `"entry-end","now":0,"who":"zora","entry":"dance"`},
		{e: trace.Event{Kind: trace.EntrySkipped, Who: 2, Entry: dance, Text: "out"}, want: `"entry-dropped","now":0,"who":"mort","entry":"dance","text":"out"`},
		{e: trace.Event{Kind: trace.Act, Who: 1, Action: performed, Event: greeted, Act: 5, First: 1, Count: 2}, of: with(2, 3),
			want: `"act","now":0,"who":"zora","action":"perform","event":"greeted","act":5,"with":{"target":"mort","pins":3}`},
		{e: trace.Event{Kind: trace.Act, Who: 1, Action: juggle, Act: 1}, want: `"act","now":0,"who":"zora","action":"juggle","act":1,"with":{}`},
		{e: trace.Event{Kind: trace.ActEnd, Who: 1, Action: juggle, Act: 5}, want: `"act-end","now":0,"who":"zora","action":"juggle","act":5,"how":"done"`},
		{e: trace.Event{Kind: trace.ActEnd, Who: 1, Action: juggle, Act: 5, How: trace.Stopped}, want: `"act-end","now":0,"who":"zora","action":"juggle","act":5,"how":"stopped"`},
		{e: trace.Event{Kind: trace.ActEnd, Who: 1, Action: juggle, Act: 5, How: trace.CalledOff}, want: `"act-end","now":0,"who":"zora","action":"juggle","act":5,"how":"called off"`},
		{e: trace.Event{Kind: trace.Refused, Who: 1, Action: juggle, Text: "too dizzy"}, want: `"refused","now":0,"who":"zora","action":"juggle","text":"too dizzy"`},
		{e: trace.Event{Kind: trace.Line, Who: 2, Event: greeted, Label: "Bold", Text: "not bow (out of reach)"},
			want: `"line","now":0,"who":"mort","event":"greeted","label":"Bold","taken":false,"text":"not bow (out of reach)"`},
		{e: trace.Event{Kind: trace.Pass, Who: 2, Event: greeted}, want: `"pass","now":0,"who":"mort","event":"greeted"`},
		{e: trace.Event{Kind: trace.Announce, Who: 2, Event: cheered, First: 1, Count: 2}, of: with(1, 3),
			want: `"event","now":0,"who":"mort","event":"cheered","with":{"loudly":true,"by":"bag"}`},
		{e: trace.Event{Kind: trace.Rule, Who: 2, Rule: echo}, want: `"rule","now":0,"who":"mort","rule":"echo"`},
		{e: trace.Event{Kind: trace.Pool, Who: 1, Field: purse, From: 5, To: 3}, want: `"pool","now":0,"who":"zora","field":"purse","from":5,"to":3`},
		{e: trace.Event{Kind: trace.Field, Who: 1, Field: mood, From: 1, To: 2}, want: `"field","now":0,"who":"zora","field":"mood","from":"glum","to":"merry"`},
		{e: trace.Event{Kind: trace.Hold, Who: 1, Field: purse, Amount: 2, To: 3}, want: `"hold","now":0,"who":"zora","field":"purse","amount":2,"left":3`},
		{e: trace.Event{Kind: trace.Pay, Who: 1, Field: purse, Amount: 2, To: 3}, want: `"pay","now":0,"who":"zora","field":"purse","amount":2,"left":3`},
		{e: trace.Event{Kind: trace.Return, Who: 1, Field: purse, Amount: 1, To: 4}, want: `"return","now":0,"who":"zora","field":"purse","amount":1,"left":4`},
		{e: trace.Event{Kind: trace.Begin, Who: 1, Other: 2, Condition: dizzy}, want: `"begin","now":0,"who":"zora","other":"mort","condition":"dizzy"`},
		{e: trace.Event{Kind: trace.Refresh, Who: 1, Condition: dizzy}, want: `"refresh","now":0,"who":"zora","condition":"dizzy"`},
		{e: trace.Event{Kind: trace.End, Who: 1, Condition: dizzy}, want: `"end","now":0,"who":"zora","condition":"dizzy"`},
		{e: trace.Event{Kind: trace.Mute, Who: 1, Condition: dizzy}, want: `"mute","now":0,"who":"zora","condition":"dizzy"`},
		{e: trace.Event{Kind: trace.Unmute, Who: 1, Condition: dizzy}, want: `"unmute","now":0,"who":"zora","condition":"dizzy"`},
		{e: trace.Event{Kind: trace.Becomes, Who: 1, Condition: dizzy}, want: `"becomes","now":0,"who":"zora","condition":"dizzy"`},
		{e: trace.Event{Kind: trace.Loses, Who: 1, Condition: dizzy}, want: `"loses","now":0,"who":"zora","condition":"dizzy"`},
		{e: trace.Event{Kind: trace.InstanceField, Who: 1, Condition: dizzy, Field: mood, From: 2}, want: `"instance-field","now":0,"who":"zora","condition":"dizzy","field":"mood","from":"merry","to":null`},
		// Row by row from 1: the second place is column 1 of row 0, the fourth column 0 of row 1.
		{e: trace.Event{Kind: trace.Move, Who: 1, From: 2, To: 4}, want: `"move","now":0,"who":"zora","from":[1,0],"to":[0,1]`},
		{e: trace.Event{Kind: trace.Carry, Who: 3, Other: 1}, want: `"carry","now":0,"who":"bag","other":"zora"`},
		{e: trace.Event{Kind: trace.Schedule, Who: 1, Entry: dance, First: 1, Count: 1}, of: with(8), want: `"schedule","now":0,"who":"zora","entry":"dance","key":[8]`},
		{e: trace.Event{Kind: trace.Unschedule, Who: 1, Entry: dance}, want: `"unschedule","now":0,"who":"zora","entry":"dance"`},
		{e: trace.Event{Kind: trace.Skipped, Who: 1, Text: "a step"}, want: `"skipped","now":0,"who":"zora","text":"a step"`},
		{e: trace.Event{Kind: trace.Wait, Now: 3, Amount: 3}, want: `"wait","now":3`},
		{e: trace.Event{Kind: trace.Weigh, Amount: list, Type: &numbers, Span: spot("2 +", "3")},
			want: `"weigh","now":0,"formula":"2 + 3","value":[6,8],"place":"rules/tavern.yaml:2"`},
	} {
		test.of.Events = []trace.Event{test.e}
		if got := line(t, &test.of, names); got != `{"kind":`+test.want+`}` {
			t.Errorf("got  %s\nwant {\"kind\":%s}", got, test.want)
		}
	}
}

// TestOrder: what many kinds have stands in one order, around what the kind has.
func TestOrder(t *testing.T) {
	told := &program.Template{Pieces: []program.TemplatePiece{{Text: "so be it"}}}
	of := &trace.Trace{Events: []trace.Event{{
		Kind: trace.Pay, Now: 2.5, Depth: 1, Member: 1, Landing: true, Who: 1, Other: 2, Action: juggle, Event: greeted, Entry: dance,
		Rule: echo, Condition: dizzy, Field: purse, Label: "throw", Amount: 1, To: 2, Told: told, Text: "why not", Explain: 1, Span: spot("third", "4"),
	}}, Explanations: []trace.Explanation{{Parent: -1, Value: 4, Type: *typed(program.Number), Span: spot("4", "4")}}}
	want := `{"kind":"pay","now":2.5,"depth":1,"member":1,"landing":true,"who":"zora","other":"mort","action":"juggle","event":"greeted","entry":"dance",` +
		`"rule":"echo","condition":"dizzy","field":"purse","label":"throw","amount":1,"left":2,"told":"so be it","text":"why not",` +
		`"why":{"is":"formula","what":"4","value":4,"place":"rules/tavern.yaml:4"},"place":"rules/tavern.yaml:4"}`
	if got := line(t, of, tavern(program.SquareGrid)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestRolls: a roll has its dice and their faces in the order of their throw; which of them
// count is said where some don't; sides and the scene are named as rollers.
func TestRolls(t *testing.T) {
	best, err := die(t, 1, 20).Best(2)
	if err != nil {
		t.Fatal(err)
	}
	all := []dice.Face{{Shown: 1, Kept: true}, {Shown: 4, Kept: true}, {Shown: 17, Kept: true, Die: 1}, {Shown: 9, Die: 1}, {Shown: 2}}
	of := &trace.Trace{Dice: []dice.Value{die(t, 3, 6), die(t, 2, 20), best}, Faces: all}
	// Things have the rollers 0 to 2, the sides 3 and 4, the scene 5.
	for _, test := range []struct {
		e    trace.Event
		want string
	}{
		{trace.Event{Who: 1, Roller: 0, Dice: 2, FirstFace: 1, FaceCount: 2, Amount: 21}, `"who":"zora","label":"throw","dice":"2d20","faces":[4,17],"total":21`},
		{trace.Event{Who: 2, Roller: 1, Dice: 3, FirstFace: 2, FaceCount: 2, Amount: 17}, `"who":"mort","label":"throw","dice":"best(2, 1d20)","faces":[17,9],"kept":[true,false],"total":17`},
		{trace.Event{Roller: 4, Dice: 1, FaceCount: 1, Amount: 1}, `"label":"throw","roller":"side house","dice":"3d6","faces":[1],"total":1`},
		{trace.Event{Roller: 5, Amount: 3}, `"label":"throw","roller":"the scene","faces":[],"total":3`},
	} {
		test.e.Kind, test.e.Label = trace.Roll, "throw"
		of.Events = []trace.Event{test.e}
		want := `{"kind":"roll","now":0,` + test.want + `}`
		if got := line(t, of, tavern(program.SquareGrid)); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// TestChoices: what was taken is a list; how is said unless somebody chose.
func TestChoices(t *testing.T) {
	of := &trace.Trace{Values: []float64{7, 2, 3, 7}}
	for _, test := range []struct {
		e    trace.Event
		want string
	}{
		{trace.Event{First: 1, Count: 2, Type: typed(program.ThingType)}, `"taken":["mort","bag"]`},
		{trace.Event{First: 1, Count: 1, How: trace.ByChance, Type: typed(program.Number)}, `"taken":[2],"how":"by chance"`},
		{trace.Event{How: trace.ByDefault, Type: typed(program.Number)}, `"taken":[],"how":"default"`},
		{trace.Event{First: 2, Count: 1}, `"taken":[3]`}, // without a type: a number
	} {
		test.e.Kind, test.e.Who, test.e.Label = trace.Choice, 1, "which"
		of.Events = []trace.Event{test.e}
		want := `{"kind":"choice","now":0,"who":"zora","label":"which",` + test.want + `}`
		if got := line(t, of, tavern(program.SquareGrid)); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// TestChanges: of a family the member is named, of a set what went in or out.
func TestChanges(t *testing.T) {
	steps := program.Type{Kind: program.Step, Scale: moods}
	for _, test := range []struct {
		about string
		f     program.Field
		e     trace.Event
		want  string
	}{
		{"a member of a family", program.Field{Type: *typed(program.Number), Family: &steps}, trace.Event{Key: 2, From: 1, To: 4}, `"member":"merry","from":1,"to":4`},
		{"the first member", program.Field{Type: *typed(program.Number), Family: &steps}, trace.Event{Key: 1, From: 1, To: 4}, `"member":"glum","from":1,"to":4`},
		{"no member", program.Field{Type: *typed(program.Number), Family: &steps}, trace.Event{From: 1, To: 4}, `"from":1,"to":4`},
		{"a key without a family", program.Field{Type: *typed(program.Number)}, trace.Event{Key: 1, From: 1, To: 4}, `"from":1,"to":4`},
		{"into a set", program.Field{Type: program.Type{Kind: program.Set, Elem: &steps}}, trace.Event{Key: 1, To: 1}, `"member":"glum","from":false,"to":true`},
		{"out of a set", program.Field{Type: program.Type{Kind: program.Set, Elem: &steps}}, trace.Event{Key: 2, From: 1}, `"member":"merry","from":true,"to":false`},
		{"a pool that is given by steps", program.Field{Type: steps, Pool: &program.Pool{}}, trace.Event{From: 2, To: 1}, `"from":2,"to":1`},
		{"a step", program.Field{Type: steps}, trace.Event{From: 2, To: 1}, `"from":"merry","to":"glum"`},
	} {
		test.f.Decl = decl("some")
		test.e.Kind, test.e.Field = trace.Field, &test.f
		want := `{"kind":"field","now":0,"field":"some",` + test.want + `}`
		if got := line(t, &trace.Trace{Events: []trace.Event{test.e}}, tavern(program.SquareGrid)); got != want {
			t.Errorf("%s: got  %s\nwant %s", test.about, got, want)
		}
	}
}

// TestPlacesOnPlanes: a place on a plane is its coordinates in the ruleset's unit.
func TestPlacesOnPlanes(t *testing.T) {
	names := tavern(program.PlaneGrid) // of unit 1; its third point in the second row
	names.Program.Space.Unit = 0.5
	no := func(*program.Def) bool { return false }
	names.Board = board.New(names.Encounter, no, no)
	of := &trace.Trace{Events: []trace.Event{{Kind: trace.Weigh, Amount: 6, Type: typed(program.Place)}}}
	if got, want := line(t, of, names), `{"kind":"weigh","now":0,"value":[1,0.5]}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestValues: numbers are numbers, references names, none is null, and places are columns
// and rows, on zones names.
func TestValues(t *testing.T) {
	names, zones := tavern(program.SquareGrid), tavern(program.ZoneGrid)
	names.Lists.Begin()
	names.Lists.Push(1)
	names.Lists.Push(0)
	list := names.Lists.End()
	thrown := names.Dice.Number(die(t, 2, 8))
	for _, test := range []struct {
		about string
		t     program.Type
		v     float64
		want  string
	}{
		{"a number", *typed(program.Number), -1.5, `-1.5`},
		{"no number", *typed(program.Number), 0, `0`},
		{"what has no type", program.Type{}, 2, `2`},
		{"what JSON has no number for", *typed(program.Number), math.Inf(1), `"+Inf"`},
		{"nor for this", *typed(program.Number), math.Inf(-1), `"-Inf"`},
		{"what is no number", *typed(program.Number), math.NaN(), `"NaN"`},
		{"what holds", *typed(program.Bool), 1, `true`},
		{"what doesn't", *typed(program.Bool), 0, `false`},
		{"a list with none", program.Type{Kind: program.List, Elem: typed(program.ThingType)}, list, `["zora",null]`},
		{"a list without a type", *typed(program.List), list, `[1,0]`},
		{"the empty list", *typed(program.List), 0, `[]`},
		{"dice", *typed(program.Dice), thrown, `"2d8"`},
		{"text", *typed(program.Text), 1, `"hello"`},
		{"nobody", *typed(program.ThingType), 0, `null`},
		{"a thing", *typed(program.ThingType), 1, `"zora"`},
		{"a thing that doesn't exist", *typed(program.ThingType), 4, `"none"`},
		{"an action", *typed(program.Definition), 1, `"juggle"`},
		{"a definition", program.Type{Kind: program.Definition, Of: hats}, 2, `"beret"`},
		{"a step", program.Type{Kind: program.Step, Scale: moods}, 1, `"glum"`},
		{"a condition", *typed(program.ConditionName), 1, `"dizzy"`},
		{"an event", *typed(program.EventName), 1, `"greeted"`},
		{"an entry", *typed(program.EntryName), 1, `"dance"`},
		{"an instance", *typed(program.Instance), 1, `"dizzy"`},
		{"an instance that is gone", *typed(program.Instance), 2, `"none"`},
		{"an act", *typed(program.Act), 1, `"juggle"`},
		{"a side", *typed(program.Side), 2, `"house"`},
		{"a direction", *typed(program.Direction), 2, `"north-east"`},
		{"a place", *typed(program.Place), 6, `[2,1]`},
		{"nowhere", *typed(program.Place), 0, `null`},
		{"a place outside", *typed(program.Place), 7, `"nowhere"`},
	} {
		of := &trace.Trace{Events: []trace.Event{{Kind: trace.Weigh, Amount: test.v, Type: &test.t}}}
		want := `{"kind":"weigh","now":0,"value":` + test.want + `}`
		if got := line(t, of, names); got != want {
			t.Errorf("%s: got  %s, want %s", test.about, got, want)
		}
	}
	for place, want := range map[float64]string{1: `"bar"`, 2: `"yard"`, 3: `"nowhere"`, 0: `null`} {
		of := &trace.Trace{Events: []trace.Event{{Kind: trace.Weigh, Amount: place, Type: typed(program.Place)}}}
		if got := line(t, of, zones); got != `{"kind":"weigh","now":0,"value":`+want+`}` {
			t.Errorf("zone %g: %s, want %s", place, got, want)
		}
	}
}

// TestQuoting: JSON's own signs have a stroke before them, what isn't printable is its
// number, and what lies beyond four digits two of them: U+1000C is 000C beyond 10000, and so
// D800 + 0 and DC00 + C.
func TestQuoting(t *testing.T) {
	for text, want := range map[string]string{
		`say "no"`: `say \"no\"`, `a\b`: `a\\b`, "a\nb": `a\u000ab`, "\x1b[1m": `\u001b[1m`, "Zoë": "Zoë", "\u202eabc": `\u202eabc`,
		"\uffff": `\uffff`, "\U0001000c": `\ud800\udc0c`, "\U0001f600": "\U0001f600",
	} {
		of := &trace.Trace{Events: []trace.Event{{Kind: trace.Skipped, Text: text}}}
		got := line(t, of, tavern(program.SquareGrid))
		if got != `{"kind":"skipped","now":0,"text":"`+want+`"}` {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
		var back struct{ Text string }
		if err := json.Unmarshal([]byte(got), &back); err != nil || back.Text != text {
			t.Errorf("%q is read back as %q: %v", text, back.Text, err)
		}
	}
}

// TestWhy: an explanation is a tree. A contribution has its channel and whose it is; what
// has no parts has no from.
func TestWhy(t *testing.T) {
	number := *typed(program.Number)
	bulk := &program.Quantity{Decl: decl("bulk")}
	load := &program.Channel{Name: "load", Type: number}
	of := &trace.Trace{
		Events: []trace.Event{{Kind: trace.Skipped, Explain: 2}},
		Explanations: []trace.Explanation{
			{Parent: -1, Value: 99, Type: number}, // another event's
			{Parent: -1, Value: 8, Type: number, Span: spot("2 +", "3")},
			{Parent: 1, Kind: trace.ExplainQuantity, Quantity: bulk, Value: 5, Type: number},
			{Parent: 2, Kind: trace.ExplainParticipant, Local: "who", Value: 2, Type: *typed(program.ThingType)},
			{Parent: 2, Kind: trace.ExplainChannel, Channel: load, Value: 3, Type: number},
			{Parent: 2, Kind: trace.ExplainContribution, Channel: load, Contribution: &program.Contribution{Rule: echo}, Who: 1, Value: 3, Type: number, Span: spot("third", "4")},
			{Parent: 2, Kind: trace.ExplainContribution, Channel: load, Contribution: &program.Contribution{}, Type: number},
			{Parent: 1, Value: 1, Type: *typed(program.Bool), Span: spot("first", "1")},
			{Parent: 7, Kind: trace.ExplainParticipant, Local: "it", Value: 1, Type: number},
			{Parent: -1, Value: 98, Type: number},
		},
	}
	want := `{"kind":"skipped","now":0,"why":{"is":"formula","what":"2 + 3","value":8,"from":[` +
		`{"is":"quantity","what":"bulk","value":5,"from":[` +
		`{"is":"participant","what":"who","value":"mort"},` +
		`{"is":"channel","what":"load","value":3},` +
		`{"is":"contribution","what":"rule The echo","value":3,"channel":"load","who":"zora","place":"rules/tavern.yaml:4"},` +
		`{"is":"contribution","what":"the ruleset","value":0,"channel":"load"}]},` +
		`{"is":"formula","what":"first: 1","value":true,"from":[{"is":"participant","what":"it","value":1}],"place":"rules/tavern.yaml:1"}],` +
		`"place":"rules/tavern.yaml:2"}}`
	if got := line(t, of, tavern(program.SquareGrid)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestLines: an event is a line, in order; where the trace was cut a last line says so.
func TestLines(t *testing.T) {
	of := &trace.Trace{Events: []trace.Event{{Kind: trace.Wait, Now: 1}, {Kind: trace.Wait, Now: 2}}}
	want := []string{`{"kind":"wait","now":1}`, `{"kind":"wait","now":2}`}
	if got := lines(t, of, tavern(program.NoGrid)); !slices.Equal(got, want) {
		t.Errorf("got %s, want %s", got, want)
	}
	of.Cut = true
	if got := lines(t, of, tavern(program.NoGrid)); !slices.Equal(got, append(want, `{"kind":"cut"}`)) {
		t.Errorf("cut: %s", got)
	}
	if got := lines(t, &trace.Trace{}, tavern(program.NoGrid)); !slices.Equal(got, []string{""}) {
		t.Errorf("nothing: %s", got)
	}
}

// full is a file on a disk that has no room left.
type full struct{}

var errFull = errors.New("no room left")

func (full) Write([]byte) (int, error) { return 0, errFull }

// TestWriteFails: what can't be written is an error, whether a few lines or more than any
// buffer holds.
func TestWriteFails(t *testing.T) {
	long := slices.Repeat([]trace.Event{{Kind: trace.Skipped, Text: strings.Repeat("a", 1000)}}, 100)
	for _, of := range []*trace.Trace{{Events: long[:1]}, {Events: long}, {Cut: true}, {Events: long, Cut: true}} {
		if err := of.WriteJSON(full{}, tavern(program.NoGrid)); !errors.Is(err, errFull) {
			t.Errorf("%d events, cut %t: %v", len(of.Events), of.Cut, err)
		}
	}
}

// TestPlaces: a place is file and line, and stands where there is one.
func TestPlaces(t *testing.T) {
	for text, want := range map[string]string{"first": `,"place":"rules/tavern.yaml:1"`, "3": `,"place":"rules/tavern.yaml:3"`, "": ""} {
		var at diag.Span
		if text != "" {
			at = spot(text, text)
		}
		of := &trace.Trace{Events: []trace.Event{{Kind: trace.Wait, Span: at}}}
		if got := line(t, of, tavern(program.NoGrid)); got != `{"kind":"wait","now":0`+want+`}` {
			t.Errorf("at %q: %s", text, got)
		}
	}
}

// TestCards holds what is said of cards and decks.
func TestCards(t *testing.T) {
	suits := &program.Scale{Steps: []*program.ScaleStep{{Decl: decl("swords")}, {Decl: decl("cups")}}}
	deck := &program.Deck{Decl: decl("fate"), Of: program.Type{Kind: program.Step, Scale: suits}}
	for _, test := range []struct {
		e    trace.Event
		want string
	}{
		{trace.Event{Kind: trace.Draw, Who: 2, Roller: 1, Deck: deck, Count: 1}, `{"kind":"draw","now":0,"who":"mort","deck":"fate","card":"cups"}`},
		{trace.Event{Kind: trace.Draw, Roller: 9, Deck: deck, First: 1, Count: 1}, `{"kind":"draw","now":0,"deck":"fate","roller":"the scene","card":null}`},
		{trace.Event{Kind: trace.Discard, Deck: deck, Count: 1}, `{"kind":"discard","now":0,"deck":"fate","card":"cups"}`},
		{trace.Event{Kind: trace.Shuffle, Deck: deck}, `{"kind":"shuffle","now":0,"deck":"fate"}`},
	} {
		var b strings.Builder
		of := trace.Trace{Values: []float64{2, 0}, Events: []trace.Event{test.e}}
		if err := of.WriteJSON(&b, tavern(program.SquareGrid)); err != nil || b.String() != test.want+"\n" {
			t.Errorf("got %s, %v, want %s", b.String(), err, test.want)
		}
	}
}
