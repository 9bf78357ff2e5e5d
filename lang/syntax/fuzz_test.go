package syntax

import (
	"testing"
)

// seeds are texts of every shape, right and wrong.
var seeds = []string{
	"", "a + 2d6", "if(a, b, c)", "any(l, .x > 3)", "not a in b", "(((", "a ? b : c", "l[0].f(x)(y)", "1..6", "\"a\\\"b\"", "größe × 2", "#", "a #b\n+ c",
	"let x = 1\nif x { stop } else { f(x) }", "while a.b > (let c = 1; c) { f() }", "for k, v in m where k > 1 in order of -k together { v() }",
	"choose some x from l to 3 where .a by chance default none", "pay p 2, q[x] [3] from y", "apply c to x until end of my next turn",
	"end a, b on x where by == self until when c", "schedule e of x after f of y with a = 1 for z", "announce e until all pass", "move a to b, c to d",
	"roll x by to as by = 1d6", "x += 1; y.z[1] = {", "if a { if b { } } else if c { }", "perform by by by on on with with = with, with",
	"a: strike on b with c = 1, d { dice x 1 2, g.y 3; choose q = 1, 2, b: pass }", "refused a: b \"c\"", "do { let x = 1 }", "all pass\nrest\nover\nwait 3\nexpect x",
	"a: b {", "dice 1, 2 3", "b: choose x = 3", "map of list of x to program(a b)", "roll of attack", "list of roll", "formula number(a)", "{a} b {{ c }}", "end of my next turn", "end of its 2nd turn", "3th hurt of x", "self.hp falls",
	"4d6kh3 + 2d20kl1", "5d6!>=5 - 1d6!p", "2d6ro<2", "2d4x10", "2d4 x 10", "-4dF", "d%", "d66 * 1d100", "explode(successes(6d10, 8, 10), 10)", "valued(2d6, [-1, 0, 0, 1, 1, 2])", "3 - 10 * reroll(2d6, 1)",
	"if f(g(a), b) + 1 > 2 { stop with f(a) } else if f(a).b { x = f(a) }\nwhile f(a) > 1 { a.b -= f(a) }",
	"stop with a = b, c = d == e", "stop with a, b = c", "let x = f(a).b",
	"draw x from y by z", "discard x.y to z", "shuffle x", "a: b { draw x y z, c.x y, draw z z }", "draw by by by, draw.draw draw", "draw from from to by of", "{a} b {{ c }}", "end of my next turn", "self.hp falls",
}

func FuzzFormula(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, errs := ParseFormula(fragment(text))
		checkSpans(t, e, errs)
		if (e == nil) != errs.HasErrors() {
			t.Fatalf("the tree is %v, the errors are %v", e, errs)
		}
		if e != nil && len(Format(e)) <= MaxFormulaLength {
			checkPrinted(t, e)
		}
	})
}

func FuzzProgram(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		b, errs := parseProgram(fragment(text))
		checkSpans(t, b, errs)
		if (b == nil) != errs.HasErrors() {
			t.Fatalf("the tree is %v, the errors are %v", b, errs)
		}
		if b == nil || grows(text) {
			return
		}
		if again, errs := parseProgram(fragment(b.String())); errs != nil || again.String() != b.String() {
			t.Fatalf("%q\nis printed as\n%s\nwhich is read as\n%v\n%v", text, b, again, errs)
		}
	})
}

// grows reports whether printing may push a text over a limit.
func grows(text string) bool { return len(text) > MaxFormulaLength/4 }

func FuzzScript(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, errs := parseScript(fragment(text))
		checkSpans(t, s, errs)
		if (s == nil) != errs.HasErrors() {
			t.Fatalf("the tree is %v, the errors are %v", s, errs)
		}
		if s == nil || grows(text) {
			return
		}
		if again, errs := parseScript(fragment(s.String())); errs != nil || again.String() != s.String() {
			t.Fatalf("%q\nis printed as\n%s\nwhich is read as\n%v\n%v", text, s, again, errs)
		}
	})
}

// FuzzPhrase reads the small languages: triggers, ends, types and templates.
func FuzzPhrase(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		source := fragment(text)
		trigger, errs := ParseTrigger(source)
		checkSpans(t, trigger, errs)
		until, errs := ParseUntil(source)
		checkSpans(t, until, errs)
		typ, errs := ParseType(source)
		checkSpans(t, typ, errs)
		template, errs := ParseTemplate(source)
		checkSpans(t, template, errs)
		if grows(text) {
			return
		}
		if until != nil {
			if again, errs := ParseUntil(fragment(until.String())); errs != nil || again.String() != until.String() {
				t.Fatalf("%q is printed as %q, which is read as %v, %v", text, until, again, errs)
			}
		}
		if typ != nil {
			if again, errs := ParseType(fragment(typ.String())); errs != nil || again.String() != typ.String() {
				t.Fatalf("%q is printed as %q, which is read as %v, %v", text, typ, again, errs)
			}
		}
		if template != nil {
			if again, errs := ParseTemplate(fragment(template.String())); errs != nil || again.String() != template.String() {
				t.Fatalf("%q is printed as %q, which is read as %v, %v", text, template, again, errs)
			}
		}
	})
}
