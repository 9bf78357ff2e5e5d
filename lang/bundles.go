package lang

import (
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

// base reads what a ruleset extends; nil if it extends nothing. If there are several, the first is the base,
// and the others, which extend it or one of its bases, are overlaid on it in order.
//
// Spec: overlays.md.
func (f *files) base(node *tree.Node, l location, chain []link) (base *tree.Node, ok bool) {
	extends := node.Get("extends")
	if extends == nil {
		return nil, !f.misnamesBase(node)
	}
	var bundles []*tree.Node
	for _, n := range tree.Items(extends) {
		if _, ok := tree.Text(n, "what the ruleset extends", &f.list); !ok {
			return nil, false
		}
		from, ok := f.refer(n, l)
		if !ok {
			return nil, false
		}
		if base == nil {
			base = f.ruleset(from, n.Span, chain)
			bundles = []*tree.Node{f.laid[from.shown()]}
		} else {
			base, bundles = f.bundle(base, bundles, from, n.Span, chain)
		}
		if base == nil {
			return nil, false
		}
	}
	if base == nil {
		f.list.Errorf(tree.MissingValue, extends.Span, "extends is empty: it needs a ruleset")
	}
	return base, base != nil
}

// bundle overlays a base, which may already have other bundles, with one more, and returns the base and all bundles.
func (f *files) bundle(base *tree.Node, bundles []*tree.Node, l location, at diag.Span, chain []link) (*tree.Node, []*tree.Node) {
	if !f.checkChain(l, at, chain) {
		return nil, nil
	}
	node := f.read(l, at)
	if node == nil || !f.isRuleset(node, l, at) || !f.fitsOver(node, l, at) {
		return nil, nil
	}
	for _, other := range bundles {
		f.conflicts(other, node, at)
	}
	return f.lay(base, node, l), append(bundles, node)
}

// fitsOver reports a bundle that extends something other than the base it is applied to.
func (f *files) fitsOver(bundle *tree.Node, l location, at diag.Span) bool {
	extends := tree.Items(bundle.Get("extends"))
	for _, n := range extends {
		from, ok := f.refer(n, l)
		if !ok {
			return false
		}
		if f.laid[from.shown()] == nil {
			f.list.Errorf(CodePackBase, at, "%s extends %s, which isn't below it here", l.shown(), n.Text).
				WithNote(n.Span, "extended here").
				WithHint("each other ruleset under extends must extend the first one, or one of its bases")
			return false
		}
	}
	if len(extends) == 0 {
		f.list.Errorf(CodePackBase, at, "%s extends nothing: a complete ruleset can't go on top of another", l.shown()).
			WithHint("list it first")
	}
	return len(extends) > 0
}

// conflicts warns about everything that two bundles both change, at the place that names the second one.
func (f *files) conflicts(first, second *tree.Node, at diag.Span) {
	for _, c := range tree.Changes(second) {
		for _, other := range tree.Changes(first) {
			if c.Meets(other) {
				f.list.Warnf(CodePackConflict, at, "%s is changed by this ruleset and by one before it: this one wins", c).
					WithNote(c.Key.Span, "changed here").WithNote(other.Key.Span, "and here by the earlier one")
				break
			}
		}
	}
}

// lay overlays a base with a ruleset's file, what it uses, and its parts. It returns nil if
// a missing file would cause many further errors.
func (f *files) lay(base, node *tree.Node, l location) *tree.Node {
	base, ok := f.shared(base, node)
	if !ok {
		return nil
	}
	if f.laid == nil {
		f.laid = map[string]*tree.Node{}
	}
	f.laid[l.shown()] = node
	if base != nil && node.Get("extends") != nil {
		f.overlaid = append(f.overlaid, overlaid{base, node})
	}
	f.removed, f.set = append(f.removed, removals(node.Get("remove"))...), append(f.set, keysOf(node.Get("set"))...)
	return f.parts(tree.Overlay(base, node, &f.list), node, l)
}
