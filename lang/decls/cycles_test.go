package decls

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

const cycleWorld = `
rulec: 2
ruleset: cycles
kinds:
  creature:
    fields:
      hp: {type: pool, max: 3}
    keeps:
      full: number = FULL
      half: number = HALF
  tool: {fields: {worth: formula number(self creature) = 0}}
tools:
  saw: {}
  file: {worth: WORTH}
quantities:
  outer(x): FIRST
  inner(x): SECOND
conditions:
  weak: {while: WEAK}
  shaky: {modifies: [{to: outer, when: WHEN, add: 1}]}
procs:
  ping(x): ONE
  pong(x): TWO
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 0 }
  entries: {turn: {do: ping(self)}}
  out: self.hp <= 0
  over: now > 3
`

// A circle is printed from its outer declaration on, each step with its place.
func TestCycles(t *testing.T) {
	for _, test := range []struct {
		name  string
		parts map[string]string
		want  string // the line and the steps; empty: nothing is wrong
	}{
		{"none", nil, ""},
		{"a chain is no circle", map[string]string{"FIRST": "inner(x)", "WEAK": "self.outer > 1"}, ""},
		{"through values", map[string]string{"FIRST": "inner(x)", "SECOND": "x.outer"},
			`quantity-cycle "outer" -> "inner" -> "outer" | inner(x) | x.outer`},
		{"itself", map[string]string{"SECOND": "inner(x)"}, `quantity-cycle "inner" -> "inner" | inner(x)`},
		{"through a contribution", map[string]string{"WHEN": "outer(self) > 1"}, `quantity-cycle "outer" -> "outer" | outer(self)`},
		{"through a derived condition", map[string]string{"SECOND": "if(weak(x), 1, 0)", "WEAK": "inner(self) > 1"},
			`quantity-cycle "inner" -> "weak" -> "inner" | weak(x) | inner(self)`},
		{"through a formula of a definition", map[string]string{"SECOND": "saw.worth(x)", "WORTH": "inner(self)"},
			`quantity-cycle "worth" -> "inner" -> "worth" | inner(self) | saw.worth(x)`},
		{"a chain of defaults", map[string]string{"FULL": "2 * self.half", "HALF": "inner(self)"}, ""},
		{"through defaults", map[string]string{"FULL": "2 * self.half", "HALF": "self.full / 2"},
			`quantity-cycle "full" -> "half" -> "full" | self.half | self.full`},
		{"through a default and a quantity", map[string]string{"HALF": "inner(self)", "SECOND": "x.half + 1"},
			`quantity-cycle "half" -> "inner" -> "half" | inner(self) | x.half`},
		{"procs", map[string]string{"ONE": "pong(x)", "TWO": "if true { ping(x) }"},
			`call-cycle "ping" -> "pong" -> "ping" | pong(x) | ping(x)`},
		{"a proc itself", map[string]string{"TWO": "pong(x)"}, `call-cycle "pong" -> "pong" | pong(x)`},
	} {
		text := strings.TrimPrefix(cycleWorld, "\n")
		for part, plain := range map[string]string{
			"FIRST": "1", "SECOND": "1", "WEAK": "self.hp < 2", "WHEN": "self.hp > 1", "WORTH": "1", "ONE": "stop", "TWO": "stop", "FULL": "1", "HALF": "1",
		} {
			if given := test.parts[part]; given != "" {
				plain = given
			}
			if part == "FIRST" {
				plain += " + sum(add)"
			}
			text = strings.Replace(text, part, `"`+plain+`"`, 1)
		}
		root, list := tree.Parse(diag.NewSource("cycles.yaml", text))
		Ruleset(root, nil, nil, nil, nil, &list)
		var got []string
		for _, d := range list {
			_, steps, _ := strings.Cut(d.Message, ": ")
			line := string(d.Code) + " " + steps
			for _, n := range d.Notes {
				line += " | " + n.Span.Text()
			}
			got = append(got, line)
		}
		if joined := strings.Join(got, "; "); joined != test.want {
			t.Errorf("%s\n got  %q\n want %q", test.name, joined, test.want)
		}
	}
}

// TestCirclesLinear: ten times as many quantities that ask each other in a chain, or in pairs, take hardly more than
// ten times as many visits of one of them.
func TestCirclesLinear(t *testing.T) {
	visits := func(n int, link func(g *graph, i int)) int {
		g := newGraph()
		for i := range n + 2 {
			g.add(i, "", diag.Span{})
		}
		for i := range n {
			link(g, i)
		}
		if found := g.cycles(); len(found) > 0 {
			t.Error("there is no circle:", found)
		}
		return g.visited
	}
	for name, link := range map[string]func(*graph, int){
		"the next":           func(g *graph, i int) { g.link(i, i+1, diag.Span{}) },
		"the one before":     func(g *graph, i int) { g.link(i+1, i, diag.Span{}) },
		"the next two":       func(g *graph, i int) { g.link(i, i+1, diag.Span{}); g.link(i, i+2, diag.Span{}) },
		"the next one twice": func(g *graph, i int) { g.link(i, i+1, diag.Span{}); g.link(i, i+1, diag.Span{}) },
	} {
		if few, many := visits(1_000, link), visits(10_000, link); few < 1_000 || many > 11*few {
			t.Errorf("%s: %d visits of 1,000, %d of 10,000", name, few, many)
		}
	}
}
