package decls

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/syntax"
	"github.com/rulec/rulec/lang/tree"
)

// About is [Ruleset] for diagnostics about one word only: formulas without
// it are assumed to be valid, and the result can't be played.
func About(word string, root *tree.Node, settings []Setting, trees *syntax.Trees, list *diag.List) *Checked {
	return readRuleset(root, settings, trees, nil, nil, word, list)
}

// wantOnly determines which texts have to be read for diagnostics about a word.
func (r *ruleset) wantOnly(word string) {
	r.Only = []string{word}
	in := map[*tree.Node]bool{}
	if r.NoPrograms = stands(r.root, in, word); !r.NoPrograms {
		return // it is in an encounter, which refers to names that programs declare
	}
	r.wanted = in
	if asked := r.askedAt(word); len(asked) > 0 {
		r.Only = append(r.Only, asked...)
		stands(r.root, in, asked...)
	}
}

// stands reports whether a tree contains one of some words, and records in which nodes.
func stands(n *tree.Node, in map[*tree.Node]bool, words ...string) bool {
	if n == nil {
		return false
	}
	has := func(text string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text, word) })
	}
	found := has(n.Text)
	for _, e := range n.Entries {
		if has(e.Key.Text) {
			found, in[e.Key] = true, true
		}
		found = stands(e.Value, in, words...) || found
	}
	for _, item := range n.Items {
		found = stands(item, in, words...) || found
	}
	if found {
		in[n] = true
	}
	return found
}

// askedAt returns the choices in tactics, or under choices, whose entries contain a word: which values are possible there
// depends on the programs that ask for them.
func (r *ruleset) askedAt(word string) []string {
	var names []string
	add := func(e tree.Entry) {
		switch {
		case strings.Contains(e.Key.Text, word):
			names = append(names, "choose") // it may be any of them
		case r.wanted[e.Value]:
			names = append(names, e.Key.Text)
		}
	}
	entries := func(n *tree.Node) []tree.Entry {
		if n == nil {
			return nil
		}
		return n.Entries
	}
	for _, e := range entries(r.root.Get("choices")) {
		add(e)
	}
	for _, tactic := range entries(r.root.Get("tactics")) {
		for _, e := range tactic.Value.Entries {
			add(e)
		}
	}
	events := r.root.Get("events")
	return slices.DeleteFunc(names, func(name string) bool { // events are declared, so no program has to be read for them
		return slices.Contains(ownEvents, name) || events != nil && events.Get(name) != nil
	})
}

// matters reports whether diagnostics about some nodes may be wanted.
func (r *ruleset) matters(in ...*tree.Node) bool {
	return r.wanted == nil || slices.ContainsFunc(in, func(n *tree.Node) bool { return r.wanted[n] })
}
