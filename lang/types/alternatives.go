package types

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
)

// The structure of a ruleset may depend on params: `if(F, THIS, THAT)` may replace
// a word, a name or a phrase. The choice is made here, once, before anything is
// played.

// None is the word for an empty place.
const None = "none"

// Pick reads a node, or in `if(F, THIS, G, THAT, .., OTHERWISE)` the alternative of the first of F, G, .. that holds. It reads all
// alternatives, so that mistakes are reported whatever the params are.
func Pick[T any](c *Checker, n *tree.Node, what string, read func(*tree.Node) T) (picked T) {
	chosen, these, found := c.alternatives(n, what)
	if !found {
		return read(n)
	}
	for i, part := range these {
		if value := Pick(c, part, what, read); i == chosen {
			picked = value
		}
	}
	return picked
}

// alternatives splits `if(F, THIS, G, THAT, .., OTHERWISE)` into the alternatives, and returns which of them the conditions choose.
func (c *Checker) alternatives(n *tree.Node, what string) (chosen int, these []*tree.Node, found bool) {
	const opening = "if("
	if n == nil || n.Kind != tree.Scalar || !strings.HasPrefix(n.Text, opening) || !strings.HasSuffix(n.Text, ")") {
		return 0, nil, false
	}
	parts := n.Parts(len(opening), len(n.Text)-1)
	last := len(parts) - 1
	if last < 2 || last%2 != 0 || slices.ContainsFunc(parts, func(p *tree.Node) bool { return p.Text == "" }) {
		c.List.Errorf(CodeArgumentCount, n.Span, "%s: if needs conditions with an alternative each, and one for when none holds", what).
			WithHint("write if(F, THIS, THAT); none omits it")
		return 0, nil, true
	}
	if strings.HasPrefix(parts[last].Text, opening) {
		c.nestedIf(parts[last].Span)
	}
	chosen = last / 2
	for i := last - 2; i >= 0; i -= 2 {
		if c.Settled(parts[i].Fragment(), "the test of "+what, BoolType) != 0 {
			chosen = i / 2
		}
		these = append(these, parts[i+1])
	}
	slices.Reverse(these)
	return chosen, append(these, parts[last]), true
}

// Settled evaluates a formula that is known before play: it reads only params.
// For a bool it returns 0 or 1; after a reported error 0.
func (c *Checker) Settled(text diag.Fragment, what string, want program.Type) float64 {
	params := New(c.Prog, c.Trees, c.List)
	params.Params, params.choices, params.Read, params.Uses = c.Params, c.choices, c.Read, c.Uses
	f := params.Formula(text, Env{Where: what + ", which can only read params"}, want)
	if f == nil {
		return 0
	}
	if f.Expr.Op != program.OpConst {
		c.List.Errorf(CodeNotConstant, f.Span, "%s must be known before play, but %q isn't", what, Short(f.Span)).
			WithHint("only params can be read here")
		return 0
	}
	return f.Expr.Num
}

// IsSettled reports whether a node that may be a literal number or bool
// holds a formula instead.
func (c *Checker) IsSettled(n *tree.Node) bool {
	return n.Kind == tree.Scalar && !n.IsBool() && !n.IsNumber() && (c.Params[n.Text] != nil || strings.ContainsAny(n.Text, "( ="))
}
