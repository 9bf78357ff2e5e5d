package tree

import (
	"regexp"
	"strings"
)

// pathForm matches names with dots between them.
var pathForm = regexp.MustCompile(`^[a-z_]\w*(\.[a-z_]\w*)+$`)

// paths makes mappings in each other of the keys under a verb that are paths: weapons.club.damage: 1d6.
//
// Spec: overlays.md.
func (b *builder) paths(verb *Node) {
	entries := verb.Entries
	verb.Entries = nil
	for _, e := range entries {
		if e.Key.Kind == Scalar && pathForm.MatchString(e.Key.Text) {
			e = e.nested()
		}
		b.merge(verb, e)
	}
}

// nested returns an entry whose key is a path as one whose value has the rest of it.
func (e Entry) nested() Entry {
	first, _, more := strings.Cut(e.Key.Text, ".")
	if !more {
		return e
	}
	rest := e
	rest.Key = e.Key.Part(len(first)+1, len(e.Key.Text))
	rest = rest.nested()
	return Entry{Key: e.Key.Part(0, len(first)), Value: &Node{
		Kind: Mapping, Style: Flow, Span: rest.Key.Span.To(rest.Value.Span), Entries: []Entry{rest}, size: rest.Value.size + 2, height: rest.Value.height + 1,
	}}
}

// merge adds an entry to a mapping, which may have some of its path already.
func (b *builder) merge(n *Node, e Entry) {
	i := n.find(e.Key.Text)
	switch {
	case i < 0:
		n.Entries = append(n.Entries, e)
	case n.Entries[i].Value.Kind == Mapping && e.Value.Kind == Mapping:
		if e.Value.Style != Flow || len(e.Value.Entries) != 1 || b.src.Text[e.Key.Span.End] != '.' {
			n.Entries[i].Key = e.Key // the end of a path, which may be described
		}
		for _, part := range e.Value.Entries {
			b.merge(n.Entries[i].Value, part)
		}
	default:
		b.list.Errorf(DuplicateKey, e.Key.Span, "the key %q is already used here", e.Key.Text).WithNote(n.Entries[i].Key.Span, "first used here")
	}
}
