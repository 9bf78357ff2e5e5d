package editor

import (
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

// Folds returns what can be folded away in a file: each entry that goes on below the line of its key.
func (w *Workspace) Folds(name string) []diag.Span {
	src, root := w.parsed(name)
	var list []diag.Span
	var visit func(n *tree.Node)
	visit = func(n *tree.Node) {
		for _, e := range n.Entries {
			whole := e.Key.Span.To(e.Value.Span)
			for whole.End > whole.Start && src.Text[whole.End-1] == '\n' { // of block text
				whole.End--
			}
			from, _ := src.Position(whole.Start)
			if to, _ := src.Position(whole.End); to > from {
				list = append(list, whole)
			}
			visit(e.Value)
		}
		for _, item := range n.Items {
			visit(item)
		}
	}
	if root != nil {
		visit(root)
	}
	return list
}

// Around returns what contains a place of a file, from its word outwards: values, and entries with their keys.
func (w *Workspace) Around(name string, offset int) []diag.Span {
	src, root := w.parsed(name)
	if src == nil || root == nil {
		return nil
	}
	start, end := wordAt(src.Text, offset)
	list := []diag.Span{root.Span}
	add := func(s diag.Span) {
		if last := list[len(list)-1]; s.End > s.Start && s.Start >= last.Start && s.End <= last.End && s != last {
			list = append(list, s)
		}
	}
	for n := root; n != nil; {
		next := (*tree.Node)(nil)
		for _, e := range n.Entries {
			if whole := e.Key.Span.To(e.Value.Span); whole.Start <= offset && offset <= whole.End {
				add(whole)
				if next = e.Value; holds(e.Key, offset) {
					next = e.Key
				}
				break
			}
		}
		for _, item := range n.Items {
			if holds(item, offset) {
				next = item
				break
			}
		}
		if n = next; n != nil {
			add(n.Span)
		}
	}
	add(diag.Span{Source: src, Start: start, End: end})
	return list
}
