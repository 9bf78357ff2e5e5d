package types_test

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/lang/decls"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// newWorld returns a checker of the world without a test to report to.
func newWorld() *checker {
	root, list := tree.Parse(diag.NewSource("world.yaml", strings.TrimPrefix(world, "\n")))
	return &checker{decls.Ruleset(root, nil, nil, nil, nil, &list).Checker()}
}

// inside fails if something is reported outside of the text.
func inside(t *testing.T, text string, list diag.List) {
	for _, d := range list {
		if d.Span.Source == nil || d.Span.Source.Name == "text" && (d.Span.Start < 0 || d.Span.End > len(text) || d.Span.Start > d.Span.End) {
			t.Errorf("%q: reported at %d..%d: %s", text, d.Span.Start, d.Span.End, d.Message)
		}
	}
}

// FuzzFormula: whatever stands there, the checker gives a typed formula or says
// what is wrong with it, at a place inside the text.
func FuzzFormula(f *testing.F) {
	for _, seed := range []string{
		"self.hp + 1", "low == low", "any(foes(self), .hp > 3)", "it.bonus(self)", "outcome(1, small).hurt", "weapon in [dagger, club]",
		"if(strict, 1d6, 2)", "self.charges[fire]", "mine(self).action.speed.fixed", "was.hp", "each", "[[1], []]", "none == none",
		"harm.natural", "conditions.grab", "size.large + 1", "fire.power(self, target)", "first([])", "best(1, 2d6) - 1",
		"let a = self; any(foes(a), let b = each; b.hp > a.hp)", "(let a = low; a) == low",
	} {
		f.Add(seed)
	}
	c := newWorld()
	f.Fuzz(func(t *testing.T, text string) {
		*c.List = nil
		x := c.Formula(fragment(text), c.act(), types.UnknownType)
		if (x == nil) != c.List.HasErrors() {
			t.Errorf("%q: gives a formula: %t, errors: %s", text, x != nil, c.List.Err())
		}
		inside(t, text, *c.List)
		// Only the elements of an empty list are of no type.
		if x != nil && !strings.Contains(strings.Join(strings.Fields(text), ""), "[]") {
			for x := range x.Exprs() {
				if x.Type.Kind == program.Unknown {
					t.Errorf("%q: %q has no type", text, x.Span.Text())
				}
			}
		}
	})
}

// FuzzProgram: the same for programs.
func FuzzProgram(f *testing.F) {
	for _, seed := range []string{
		"let x = 1\nx += 2", "roll d by target as cut = 1d6", "choose some a from foes(self) where each != target default none",
		"announce hurt of target with amount = 3 for foes(self) until all pass", "perform strike on target with weapon = first(self.weapons)",
		"pay charges[fire] 1 from target", "apply grab to target with grip = 1 until now + 1", "end grab on target where each.by == self",
		"move self to [1, 2]", "schedule wake of self at now, 1 with left = 2 for self.grab", "if true { stop } else { self.hp -= 1 }",
		"for n, part in fire.grades where n <= 3 { part() }", "afterwards { self.friends += target }", "let got = wound(target, 3)",
		"self.hp -= wound(target, wound(self, 1)) + 1", "while wound(self, 1) > 0 { if not true { stop } else if wound(self, 2) == 1 { stop } }",
		"for x in 1..wound(self, 3) where wound(self, x) > 1 { self.hp -= 1 }", "if self.hp > 1 and wound(self, 1) > 1 { stop }", "let x = any([1], wound(self, each) > 0)",
		"let r = blow(target, 2)\nif r.hit { self.hp -= r.harm + blow(r.whom, blow(self, 1).harm).harm }", "let r = blow(self, 1)\nr = r\nr(r).r[r]",
		"it.hit()", "end it", "end self.grab until when self.hp > 1",
	} {
		f.Add(seed)
	}
	c := newWorld()
	f.Fuzz(func(t *testing.T, text string) {
		*c.List = nil
		p := c.Routine(c.Parse(fragment(text)), c.act(), types.NoType)
		if (p == nil) != c.List.HasErrors() {
			t.Errorf("%q: gives a program: %t, errors: %s", text, p != nil, c.List.Err())
		}
		inside(t, text, *c.List)
	})
}

// FuzzPhrase: the same for what rules and ends wait for, and for types.
func FuzzPhrase(f *testing.F) {
	for _, seed := range []string{
		"hurt of self", "self.charges[fire] falls", "end of my next turn", "end of its 3rd turn", "self rolls harm", "now + 3", "when prone(self)",
		"map of number to program(self creature)", "begins", "anyone loses grab", "list of size",
	} {
		f.Add(seed)
	}
	c := newWorld()
	f.Fuzz(func(t *testing.T, text string) {
		*c.List = nil
		c.Trigger(fragment(text), c.act())
		c.Until(fragment(text), c.act())
		c.Type(fragment(text))
		c.Template(fragment(text), c.act())
		inside(t, text, *c.List)
	})
}
