package types

import (
	"slices"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/syntax"
)

// Parsed is a program as it stands in a file, in one text or in steps. Errs are what is wrong with its form.
//
// Spec: programs.md.
type Parsed struct {
	block *syntax.Block // nil if nothing can be read
	Errs  diag.List
}

// Parse parses a program that is one text.
func (c *Checker) Parse(f diag.Fragment) Parsed {
	block, errs := syntax.Once(c.Trees, f, syntax.ReadProgram)
	return Parsed{block, errs}
}

// Idle is a program at a place that does nothing.
func Idle(at diag.Span) Parsed { return Parsed{block: &syntax.Block{At: at}} }

// Then returns a program that goes on with the next step.
func (p Parsed) Then(next Parsed) Parsed {
	both := Parsed{Errs: append(p.Errs[:len(p.Errs):len(p.Errs)], next.Errs...)}
	if p.block != nil && next.block != nil {
		n := len(p.block.Stmts)
		both.block = &syntax.Block{At: p.block.At, Stmts: append(p.block.Stmts[:n:n], next.block.Stmts...)}
	}
	return both
}

// If returns a program that runs only under a condition.
func (c *Checker) If(cond diag.Fragment, then Parsed) Parsed {
	formula, errs := syntax.Once(c.Trees, cond, syntax.ParseFormula)
	under := Parsed{Errs: append(errs[:len(errs):len(errs)], then.Errs...)}
	if formula != nil && then.block != nil {
		s := &syntax.If{StmtNode: syntax.StmtNode{At: cond.All()}, Cond: formula, Then: then.block}
		under.block = &syntax.Block{At: then.block.At, Stmts: []syntax.Stmt{s}}
	}
	return under
}

// For returns a program that runs once for each element: the head of the loop is NAME in LIST, with all that a loop may have.
func (c *Checker) For(head diag.Fragment, body Parsed) Parsed {
	const word, braces = "for ", " { }"
	whole := diag.Fragment{Text: word + head.Text + braces, Source: head.Source}
	for i := range len(whole.Text) + 1 {
		at := min(max(i-len(word), 0), len(head.Text))
		whole.Origin = append(whole.Origin, head.Span(at, at).Start)
	}
	loop, errs := syntax.Once(c.Trees, whole, syntax.ReadProgram)
	each := Parsed{Errs: body.Errs}
	if loop != nil && !errs.HasErrors() && len(loop.Stmts) == 1 && body.block != nil {
		if x, ok := loop.Stmts[0].(*syntax.For); ok && len(x.Body.Stmts) == 0 {
			of := *x
			of.Body, of.At = body.block, head.All()
			each.block = &syntax.Block{At: body.block.At, Stmts: []syntax.Stmt{&of}}
			return each
		}
	}
	if i := slices.IndexFunc(errs, func(d *diag.Diagnostic) bool { return d.Code != syntax.CodeStatementForm }); i >= 0 {
		each.Errs = append(each.Errs[:len(each.Errs):len(each.Errs)], errs[i]) // about a formula
	} else if body.block != nil {
		each.Errs = slices.Clone(each.Errs)
		each.Errs.Errorf(syntax.CodeStatementForm, head.All(), "this doesn't say for which elements of a list").WithHint("as in: for: foe in foes(self) where foe.hp > 0")
	}
	return each
}
