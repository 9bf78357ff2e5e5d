package trace_test

import (
	"math"
	"slices"
	"testing"

	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// TestParts: the parts of a step are those whose parent it is, not theirs, and nothing of
// the next root.
func TestParts(t *testing.T) {
	of := &trace.Trace{Explanations: []trace.Explanation{
		{Parent: -1}, {Parent: 0}, {Parent: 1}, {Parent: 1}, {Parent: 0}, {Parent: -1}, {Parent: 5},
	}}
	for step, want := range [][]int{{1, 4}, {2, 3}, nil, nil, nil, {6}, nil} {
		if got := of.Parts(step); !slices.Equal(got, want) {
			t.Errorf("the parts of %d are %v, want %v", step, got, want)
		}
	}
}

// TestFault notes what couldn't be told once for each place and code.
func TestFault(t *testing.T) {
	var of trace.Trace
	here, there := spot("first", "1"), spot("third", "4")
	for _, d := range []*diag.Diagnostic{
		diag.Errorf("some", here, "a"), diag.Errorf("some", here, "once more"), diag.Errorf("other", here, "b"), diag.Errorf("some", there, "c"),
		diag.Errorf("other", here, "once more"),
	} {
		of.Fault(d)
	}
	var got []string
	for _, d := range of.Faults {
		got = append(got, d.Message)
	}
	if !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Errorf("noted are %q, want a, b and c", got)
	}
}

// TestContributor names whom a contribution belongs to: of its owners one.
func TestContributor(t *testing.T) {
	for _, test := range []struct {
		c    *program.Contribution
		want string
	}{
		{nil, "nothing"},
		{&program.Contribution{Condition: &program.Condition{Decl: program.Decl{Name: "light_headed"}}}, "light headed"},
		{&program.Contribution{Rule: &program.Rule{Decl: program.Decl{Name: "house_rule"}}}, "rule house rule"},
		{&program.Contribution{Carried: &program.Def{Decl: program.Decl{Name: "hat", Title: "A fine hat"}}}, "A fine hat"},
		{&program.Contribution{}, "the ruleset"},
	} {
		if got := trace.Contributor(test.c); got != test.want {
			t.Errorf("%+v belongs to %q, want %q", test.c, got, test.want)
		}
	}
}

// TestSentence fills the formulas of a sentence from behind the event's own values; what
// couldn't be worked out is a question mark.
func TestSentence(t *testing.T) {
	formula := func(k program.TypeKind) *program.Formula {
		return &program.Formula{Expr: &program.Expr{Type: program.Type{Kind: k}}}
	}
	told := &program.Template{Pieces: []program.TemplatePiece{
		{Value: formula(program.ThingType)}, {Text: " takes "}, {Value: formula(program.Number)}, {Text: " and "}, {Value: formula(program.Number)}, {Text: "."},
	}}
	of := &trace.Trace{Values: []float64{9, 8, 7, 2, 3, math.NaN(), 6}}
	e := &trace.Event{First: 1, Count: 2, Told: told}
	if got, want := of.Sentence(e, tavern(program.NoGrid)), "Mort takes 3 and ?."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := of.Sentence(&trace.Event{}, tavern(program.NoGrid)); got != "" {
		t.Errorf("an event without a sentence says %q", got)
	}
}

// TestHow holds what JSON says of how an act ended or a choice came about.
func TestHow(t *testing.T) {
	for h, want := range map[trace.How]string{
		trace.Done: "done", trace.Stopped: "stopped", trace.CalledOff: "called off", trace.ByDefault: "default", trace.ByChance: "by chance",
	} {
		if h.String() != want {
			t.Errorf("%d is %q, want %q", h, h, want)
		}
	}
}
