package editor

import (
	"slices"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

// declared is an entry of a file with the keys that lead to it, its own last.
type declared struct {
	path []string
	tree.Entry
}

// pathOf returns the keys that lead to the key at a span, itself last; nil if there is none.
func (w *Workspace) pathOf(key diag.Span) []string { return w.declaration(key).path }

// declaration returns the declaration that begins with the key at a span.
func (w *Workspace) declaration(key diag.Span) declared {
	if key.IsZero() {
		return declared{}
	}
	keys, known := w.keys[key.Source]
	if !known {
		keys = map[int]declared{}
		if src, root := w.texts.File(key.Source.Name); src == key.Source {
			enterKeys(keys, nil, root)
		}
		w.keys[key.Source] = keys
	}
	return keys[key.Start]
}

// enterKeys records the keys below a node by their positions.
func enterKeys(keys map[int]declared, path []string, n *tree.Node) {
	if n == nil {
		return
	}
	for _, e := range n.Entries {
		own := slices.Concat(path, []string{e.Key.Text})
		keys[e.Key.Span.Start] = declared{own, e}
		enterKeys(keys, own, e.Value)
	}
	for _, item := range n.Items {
		enterKeys(keys, path, item)
	}
}

func holds(n *tree.Node, offset int) bool { return n.Span.Start <= offset && offset <= n.Span.End }

// A spot describes a place of a file.
type spot struct {
	// path are the keys that lead there, of entries and, at a key, that key too.
	path []string
	// key is set at a key, node is the innermost node.
	key  bool
	node *tree.Node
}

// spotAt describes a place of a tree.
func spotAt(root *tree.Node, offset int) spot {
	s := spot{node: root}
	for s.node != nil {
		next := s.node
		for _, e := range s.node.Entries {
			if e.Key.Span.Start <= offset && offset <= e.Key.Span.End {
				return spot{slices.Concat(s.path, []string{e.Key.Text}), true, e.Key}
			}
			if holds(e.Value, offset) {
				s.path, next = append(s.path, e.Key.Text), e.Value
				break
			}
		}
		for _, item := range s.node.Items {
			if holds(item, offset) {
				next = item
				break
			}
		}
		if next == s.node {
			break
		}
		s.node = next
	}
	return s
}
