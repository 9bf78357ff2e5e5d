package decls

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/syntax"
	"github.com/rulec/rulec/lang/tree"
)

// About is [Ruleset] for somebody who wants to know what is said of one word, and nothing else: formulas that
// don't have it are taken for right, and nothing can be played by what comes of it.
func About(word string, root *tree.Node, settings []Setting, trees *syntax.Trees, list *diag.List) *Checked {
	return readRuleset(root, settings, trees, nil, nil, word, list)
}

// wantOnly notes which texts have to be read for what is said of a word.
func (r *ruleset) wantOnly(word string) {
	r.Only = []string{word}
	in := map[*tree.Node]bool{}
	if r.NoPrograms = stands(r.root, in, word); !r.NoPrograms {
		return // it stands in an encounter, which names what programs declare
	}
	r.wanted = in
	if asked := r.askedAt(word); len(asked) > 0 {
		r.Only = append(r.Only, asked...)
		stands(r.root, in, asked...)
	}
}

// stands reports whether one of some words stands somewhere in a tree, and notes in which nodes.
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

// askedAt returns the choices that a word stands at in tactics, or in what is said of choices: what may stand there is
// up to the programs that ask for them.
func (r *ruleset) askedAt(word string) []string {
	var names []string
	add := func(e tree.Entry) {
		switch {
		case strings.Contains(e.Key.Text, word):
			names = append(names, "choose") // any of them may
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
	return slices.DeleteFunc(names, func(name string) bool { // an event is declared, and no program has to be read for it
		return slices.Contains(ownEvents, name) || events != nil && events.Get(name) != nil
	})
}

// matters reports whether somebody may want to know what is said of some nodes.
func (r *ruleset) matters(in ...*tree.Node) bool {
	return r.wanted == nil || slices.ContainsFunc(in, func(n *tree.Node) bool { return r.wanted[n] })
}
