package story_test

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// page is the ruleset that the explained formulas stand in.
var page = diag.NewSource("tavern.yaml", "bulk: load\n  + 1\nlight: true\nfive: 5\nlong: "+strings.Repeat("aaaa + ", 20)+"a\n")

// spot is the text of the page from what begins so up to its end.
func spot(begins, ends string) diag.Span {
	from := strings.Index(page.Text, begins)
	return diag.Span{Source: page, Start: from, End: from + strings.Index(page.Text[from:], ends) + len(ends)}
}

// A quantity with two channels.
var (
	load   = &program.Channel{Name: "load"}
	roomy  = &program.Channel{Name: "roomy", Reduce: program.AnyIs}
	bulk   = &program.Quantity{Decl: decl("bulk"), Value: &program.Formula{Span: spot("load", "1")}}
	number = typed(program.Number)
	truth  = typed(program.Bool)
)

// because is the reason of one change of coins.
func because(t *testing.T, want string, why ...trace.Explanation) {
	t.Helper()
	// Another event's explanation stands before and one behind.
	other := trace.Explanation{Parent: -1, Value: 77, Type: number, Span: spot("light", "true")}
	of := &trace.Trace{Explained: true, Explanations: []trace.Explanation{other}}
	for _, x := range why {
		x.Parent++
		if x.Parent == 0 {
			x.Parent = -1
		}
		of.Explanations = append(of.Explanations, x)
	}
	of.Explanations = append(of.Explanations, other)
	tells(t, "explained", of, "  Zora: gold coins 5 -> 3\n"+want, trace.Event{Kind: trace.Pool, Who: zora, Field: coins, From: 5, To: 3, Explain: 2})
}

// TestBecause: a number is followed by the formula that it came of, on one line, unless that
// says itself what it comes to.
func TestBecause(t *testing.T) {
	formula := func(v float64, typ program.Type, at diag.Span) trace.Explanation {
		return trace.Explanation{Parent: -1, Value: v, Type: typ, Span: at}
	}
	because(t, "    because load + 1 = 6\n", formula(6, number, spot("load", "1")))
	because(t, "", formula(5, number, spot("5", "5")))
	because(t, "    because 5 = 6\n", formula(6, number, spot("5", "5")))
	because(t, "", formula(1, truth, spot("true", "true")))
	// Of more than 100 characters those up to the last blank are told: 14 times "aaaa + " are
	// 98, and the blank before them is the last one within 100.
	because(t, "    because "+strings.Repeat("aaaa + ", 14)[:97]+" .. = 9\n", formula(9, number, spot("aaaa", "+ a\n")))
	hundred := spot("aaaa", "aaaa")
	hundred.End = hundred.Start + 100
	because(t, "    because "+strings.Repeat("aaaa + ", 14)+"aa = 9\n", formula(9, number, hundred))
}

// TestBecauseOfQuantities: below the formula stand the quantities in it, with who takes part,
// then each channel into which something went, with what everybody put in; what came to
// nothing is left out.
func TestBecauseOfQuantities(t *testing.T) {
	root := trace.Explanation{Parent: -1, Value: 6, Type: number, Span: spot("load", "1")}
	quantity := func(parent int32, v float64) trace.Explanation {
		return trace.Explanation{Parent: parent, Kind: trace.ExplainQuantity, Quantity: bulk, Value: v, Type: number}
	}
	who := func(parent int32, name string, thing float64) trace.Explanation {
		return trace.Explanation{Parent: parent, Kind: trace.ExplainParticipant, Local: name, Value: thing, Type: typed(program.ThingType)}
	}
	channel := func(parent int32, c *program.Channel, v float64, typ program.Type) trace.Explanation {
		return trace.Explanation{Parent: parent, Kind: trace.ExplainChannel, Channel: c, Value: v, Type: typ}
	}
	puts := func(parent int32, c *program.Channel, v float64, typ program.Type, whose int32, at diag.Span) trace.Explanation {
		return trace.Explanation{Parent: parent, Kind: trace.ExplainContribution, Channel: c, Value: v, Type: typ, Who: whose, Span: at,
			Contribution: &program.Contribution{Condition: dizzy}}
	}
	because(t, "    because load + 1 = 6\n"+
		"      bulk(who Zora, of Mort) = 5: load + 1\n"+
		"        load 4 (the sum)\n"+
		"          3 from very dizzy of Zora [tavern.yaml:3]\n"+
		"          1 from very dizzy\n"+
		"        roomy true (if any)\n"+
		"          true from very dizzy of Mort [tavern.yaml:1]\n",
		root, quantity(0, 5), who(1, "who", 1), who(1, "of", 2),
		channel(1, load, 4, number), puts(1, load, 3, number, zora, spot("light", "true")), puts(1, load, 1, number, 0, diag.Span{}),
		channel(1, roomy, 1, truth), puts(1, roomy, 1, truth, mort, spot("bulk", "bulk")))
	because(t, "    because load + 1 = 6\n      bulk() = 5: load + 1\n", root, quantity(0, 5), channel(1, load, 0, number))
	because(t, "    because load + 1 = 6\n", root, quantity(0, 0), channel(1, load, 0, number))
	because(t, "    because load + 1 = 6\n",
		root, quantity(0, 0), channel(1, load, 0, number), puts(1, load, 0, number, 0, diag.Span{}))
	because(t, "    because load + 1 = 6\n      bulk() = 3: load + 1\n        bulk() = 2: load + 1\n      bulk() = 1: load + 1\n",
		root, quantity(0, 3), quantity(1, 2), quantity(0, 1))
	// What stands below a formula that isn't told takes its place.
	because(t, "    bulk() = 5: load + 1\n", trace.Explanation{Parent: -1, Value: 5, Type: number, Span: spot("5", "5")}, quantity(0, 5))
	long := &program.Quantity{Decl: decl("long"), Value: &program.Formula{Span: spot("aaaa", "+ a\n")}}
	fits := &program.Quantity{Decl: decl("fits"), Value: &program.Formula{Span: long.Value.Span}}
	fits.Value.Span.End = fits.Value.Span.Start + 100
	because(t, "    because load + 1 = 6\n      fits() = 2: "+strings.Repeat("aaaa + ", 14)+"aa\n", root, trace.Explanation{Kind: trace.ExplainQuantity, Quantity: fits, Value: 2, Type: number})
	because(t, "    because load + 1 = 6\n      long() = 2\n", root, trace.Explanation{Kind: trace.ExplainQuantity, Quantity: long, Value: 2, Type: number})
}

// TestBecauseOfParts: of what decides whether something holds only what comes out the same is
// told; numbers that it is made from are all told.
func TestBecauseOfParts(t *testing.T) {
	part := func(v float64, typ program.Type, at diag.Span) trace.Explanation {
		return trace.Explanation{Value: v, Type: typ, Span: at}
	}
	for _, test := range []struct {
		whole float64
		want  string
	}{
		{1, "    because load + 1 = true\n      because bulk = true\n      because five = 0\n"},
		{0, "    because load + 1 = false\n      because light = false\n      because five = 0\n"},
	} {
		because(t, test.want, trace.Explanation{Parent: -1, Value: test.whole, Type: truth, Span: spot("load", "1")},
			part(1, truth, spot("bulk", "bulk")), part(0, truth, spot("light", "light")), part(0, number, spot("five", "five")))
	}
	because(t, "    because load + 1 = 2\n      because bulk = true\n",
		trace.Explanation{Parent: -1, Value: 2, Type: number, Span: spot("load", "1")},
		part(1, truth, spot("bulk", "bulk")), part(0, truth, spot("light", "light")), part(0, number, spot("five", "five")))
}

// TestReducers says how a channel's contributions become one value.
func TestReducers(t *testing.T) {
	for r, want := range map[program.Reducer]string{
		program.SumOf: "the sum", program.MaxOf: "the highest", program.MinOf: "the lowest", program.AnyIs: "if any", program.CountOf: "how many", program.LastOf: "the last",
	} {
		c := &program.Channel{Name: "load", Reduce: r}
		because(t, "    because load + 1 = 6\n      bulk() = 5: load + 1\n        load 4 ("+want+")\n          4 from the ruleset\n",
			trace.Explanation{Parent: -1, Value: 6, Type: number, Span: spot("load", "1")},
			trace.Explanation{Kind: trace.ExplainQuantity, Quantity: bulk, Value: 5, Type: number},
			trace.Explanation{Parent: 1, Kind: trace.ExplainChannel, Channel: c, Value: 4, Type: number},
			trace.Explanation{Parent: 1, Kind: trace.ExplainContribution, Channel: c, Contribution: &program.Contribution{}, Value: 4, Type: number})
	}
}

// TestWeighing: a test that a program makes is told with what it was worked out from, with the
// figures that it was given; once in an action, and not a number that came to nothing.
func TestWeighing(t *testing.T) {
	root := func(v float64, typ program.Type, at diag.Span) trace.Explanation {
		return trace.Explanation{Parent: -1, Value: v, Type: typ, Span: at}
	}
	weigh := func(root int32, v float64, typ program.Type) trace.Event {
		return trace.Event{Kind: trace.Weigh, Amount: v, Type: &typ, Explain: root + 1}
	}
	inside := trace.Explanation{Parent: 0, Kind: trace.ExplainQuantity, Quantity: bulk, Value: 5, Type: number}
	given := trace.Explanation{Parent: 0, Kind: trace.ExplainParticipant, Local: "bonus", Value: 4, Type: number}
	sum := "  load + 1 (bonus 4): 6\n    bulk() = 5: load + 1\n"
	six := func() *trace.Trace {
		return &trace.Trace{Explained: true, Explanations: []trace.Explanation{
			root(6, number, spot("load", "1")), given, inside,
			root(6, number, spot("load", "1")), {Parent: 3, Kind: trace.ExplainParticipant, Local: "bonus", Value: 4, Type: number},
			{Parent: 3, Kind: trace.ExplainQuantity, Quantity: bulk, Value: 4.5, Type: number},
			root(0, number, spot("five", "five")), root(0, truth, spot("light", "light")),
			root(0, number, spot("bulk", "bulk")), {Parent: 8, Kind: trace.ExplainContribution, Channel: load, Type: number},
		}}
	}
	act := trace.Event{Kind: trace.Act, Depth: 1, Who: zora, Action: bow}
	tells(t, "a number", six(), sum, weigh(0, 6, number))
	tells(t, "twice", six(), sum, weigh(0, 6, number), weigh(0, 6, number))
	tells(t, "in two actions", six(), sum+"  Zora: deep bow\n"+sum, weigh(0, 6, number), act, weigh(0, 6, number))
	tells(t, "of other parts", six(), sum+"  load + 1 (bonus 4): 6\n    bulk() = 4.5: load + 1\n", weigh(0, 6, number), weigh(3, 6, number))
	tells(t, "to another amount", six(), sum+strings.Replace(sum, ": 6", ": 7", 1), weigh(0, 6, number), weigh(0, 7, number))
	tells(t, "nothing", six(), "", weigh(6, 0, number))
	tells(t, "what doesn't hold", six(), "  light: false\n", weigh(7, 0, truth))
	tells(t, "nothing, to which nothing was put", six(), "", weigh(8, 0, number))
	landing := weigh(7, 0, truth)
	landing.Depth, landing.Landing = 1, true
	tells(t, "at the landing of an action", six(), "  Zora: deep bow\n    at the same time:\n      light: false\n", act, landing)
}
