package story_test

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/interp/story"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// page is the ruleset that the explained formulas stand in.
var page = diag.NewSource("tavern.yaml", "bulk: load\n  + 1\nfive: 5\n")

// spot is the text of the page from what begins so up to its end.
func spot(begins, ends string) diag.Span {
	from := strings.Index(page.Text, begins)
	return diag.Span{Source: page, Start: from, End: from + strings.Index(page.Text[from:], ends) + len(ends)}
}

// Quantities, and channels of one.
var (
	load   = &program.Channel{Name: "load"}
	roomy  = &program.Channel{Name: "more_room", Reduce: program.AnyIs}
	bulk   = &program.Quantity{Decl: decl("bulk"), Value: &program.Formula{Span: spot("load", "1")}}
	pack   = &program.Quantity{Decl: decl("full_pack"), Value: &program.Formula{Span: spot("five", "5")}}
	number = typed(program.Number)
	truth  = typed(program.Bool)
)

// quantity is a step of an explanation: a quantity that was added up.
func quantity(parent int32, q *program.Quantity, v float64, terms ...trace.Term) trace.Explanation {
	return trace.Explanation{Parent: parent, Kind: trace.ExplainQuantity, Quantity: q, Value: v, Type: number, Terms: terms}
}

// puts is what a dizziness puts into a channel.
func puts(parent int32, c *program.Channel, v float64, typ program.Type) trace.Explanation {
	return trace.Explanation{Parent: parent, Kind: trace.ExplainContribution, Channel: c, Value: v, Type: typ, Contribution: &program.Contribution{Condition: dizzy}}
}

// because is the reason of one change of coins by 2, which has a sum.
func because(t *testing.T, want string, sum []trace.Term, why ...trace.Explanation) {
	t.Helper()
	root := trace.Explanation{Parent: -1, Value: 2, Type: number, Span: spot("load", "1")}
	of := &trace.Trace{Explained: true, Explanations: append([]trace.Explanation{root}, why...)}
	change := trace.Event{Kind: trace.Pool, Who: zora, Field: coins, From: 5, To: 3, Explain: 1}
	line := "  Zora: gold coins 5 -> 3 (-2)"
	if sum != nil {
		of.Sums, change.Sum = [][]trace.Term{sum}, 1
	}
	if len(sum) > 1 {
		line = strings.TrimSuffix(line, ")") + ": 9 bulk - 7 luck)"
	}
	tells(t, "explained", of, line+"\n"+want, change)
}

// TestBecause: of each number that a line shows is told what it was added up from itself, and so on, in
// values; a number that is no quantity, or comes to nothing else than itself, isn't.
func TestBecause(t *testing.T) {
	sum := []trace.Term{{Label: "bulk", Value: 9}, {Label: "luck", Value: -7}}
	because(t, "", sum)
	because(t, "    9 bulk = 7 + 2 shield\n", sum, quantity(0, bulk, 9, trace.Term{Value: 7}, trace.Term{Label: "shield", Value: 2}))
	because(t, "", sum, quantity(0, bulk, 8, trace.Term{Value: 7}, trace.Term{Label: "shield", Value: 1})) // another one
	because(t, "", sum, quantity(0, bulk, 9))
	because(t, "", sum, quantity(0, bulk, 9, trace.Term{Value: 9}))
	because(t, "    9 bulk = 10 full pack - 1 belt\n      10 full pack = 4 rope + 6 tent\n", sum,
		quantity(0, bulk, 9, trace.Term{Label: "full pack", Value: 10}, trace.Term{Label: "belt", Value: -1}),
		quantity(1, pack, 10, trace.Term{Label: "rope", Value: 4}, trace.Term{Label: "tent", Value: 6}))
	// What is only called otherwise is left out.
	because(t, "    9 bulk = 4 rope + 5 tent\n", sum,
		quantity(0, bulk, 9, trace.Term{Label: "full pack", Value: 9}),
		quantity(1, pack, 9, trace.Term{Label: "rope", Value: 4}, trace.Term{Label: "tent", Value: 5}))
	because(t, "    9 bulk = 9 rope\n", sum, quantity(0, bulk, 9, trace.Term{Label: "rope", Value: 9}))
	because(t, "", sum, quantity(0, bulk, 9, trace.Term{Label: "Bulk", Value: 9}))
	// What is taken off comes first as what it is, and half of something says so itself.
	because(t, "    9 bulk = -1 belt + half of 20 rope\n", sum,
		quantity(0, bulk, 9, trace.Term{Label: "belt", Value: -1}, trace.Term{Label: "half of 20 rope", Value: 10, Alone: true}))
	// Where the line shows no sum, the quantities of the formula are told.
	because(t, "    2 bulk = 1 + 1 shield\n", nil, quantity(0, bulk, 2, trace.Term{Value: 1}, trace.Term{Label: "shield", Value: 1}))
}

// TestBecauseOfContributions: what conditions put into a quantity is told where no sum has it: numbers that were
// added, and what decided something. What came to nothing isn't.
func TestBecauseOfContributions(t *testing.T) {
	because(t, "    bulk: 3 very dizzy\n", nil, quantity(0, bulk, 9), puts(1, load, 3, number))
	because(t, "    bulk, more room: very dizzy\n", nil, quantity(0, bulk, 9), puts(1, roomy, 1, truth))
	because(t, "    bulk, load: 3 very dizzy\n    bulk, more room: very dizzy\n", nil, quantity(0, bulk, 9), puts(1, load, 3, number), puts(1, roomy, 1, truth))
	because(t, "", nil, quantity(0, bulk, 9), puts(1, load, 0, number), puts(1, roomy, 0, truth))
	because(t, "    2 bulk = 1 rope + 1 very dizzy\n", nil,
		quantity(0, bulk, 2, trace.Term{Label: "rope", Value: 1}, trace.Term{Label: "very dizzy", Value: 1}), puts(1, load, 1, number))
	because(t, "    bulk: 3 the ruleset\n", nil, quantity(0, bulk, 9),
		trace.Explanation{Parent: 1, Kind: trace.ExplainContribution, Channel: load, Value: 3, Type: number, Contribution: &program.Contribution{}})
}

// TestWeighing: what a program works out by itself is told where a line shows it later, and where the program
// tests the roll at hand with it.
func TestWeighing(t *testing.T) {
	of := func() *trace.Trace {
		return &trace.Trace{
			Explained: true, Sums: [][]trace.Term{{{Label: "bulk", Value: 9}, {Label: "luck", Value: -7}}},
			Explanations: []trace.Explanation{
				{Parent: -1, Value: 9, Type: number, Span: spot("load", "1")}, quantity(0, bulk, 9, trace.Term{Value: 7}, trace.Term{Label: "shield", Value: 2}),
				{Parent: -1, Value: 2, Type: number, Span: spot("load", "1")},
				{Parent: -1, Value: 1, Type: truth, Span: spot("load", "1")}, {Parent: 3, Kind: trace.ExplainParticipant, Local: "swing", Value: 12, Type: number},
				quantity(3, pack, 10, trace.Term{Label: "rope", Value: 4}, trace.Term{Label: "tent", Value: 6}),
			},
		}
	}
	weigh := func(root int32, v float64, typ program.Type) trace.Event {
		return trace.Event{Kind: trace.Weigh, Amount: v, Type: &typ, Explain: root + 1}
	}
	change := trace.Event{Kind: trace.Pool, Who: zora, Field: coins, From: 5, To: 3, Explain: 3, Sum: 1}
	swing := trace.Event{Kind: trace.Roll, Roller: 0, Label: "swing", Amount: 12}
	tells(t, "by itself", of(), "", weigh(0, 9, number))
	tells(t, "shown later", of(), "  Zora: gold coins 5 -> 3 (-2: 9 bulk - 7 luck)\n    9 bulk = 7 + 2 shield\n", weigh(0, 9, number), change)
	tells(t, "a test of nothing that was rolled", of(), "", weigh(3, 1, truth))
	tells(t, "a test of a roll", of(), "  Zora, swing: 12\n  10 full pack = 4 rope + 6 tent\n", swing, weigh(3, 1, truth))
}

// TestBookkeeping: what is kept ready, what comes back and what rules there are is of interest to whoever asks for
// somebody alone.
func TestBookkeeping(t *testing.T) {
	kept := trace.Event{Kind: trace.Hold, Who: zora, Field: coins, Amount: 2}
	for about, want := range map[string]string{"": opening, "zora": opening + "  Zora keeps 2 gold coins ready\n", "mort": opening} {
		var b strings.Builder
		of := &trace.Trace{Explained: true, Events: []trace.Event{{}, kept}}
		if err := story.Tell(of, tavern(), story.Options{About: about}).Text(&b); err != nil {
			t.Fatal(err)
		}
		if got := strings.Replace(b.String(), "\n\n  Zora keeps", "\n  Zora keeps", 1); got != want {
			t.Errorf("about %q: got\n%swant\n%s", about, got, want)
		}
	}
}
