package lang

import (
	"slices"

	"github.com/rulec/rulec/lang/decls"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

// removals returns the names under "remove:" in a file.
func removals(n *tree.Node) []*tree.Node {
	switch {
	case n == nil:
		return nil
	case n.Kind == tree.Scalar:
		return []*tree.Node{n}
	}
	var names []*tree.Node
	for _, e := range n.Entries {
		names = append(names, removals(e.Value)...)
	}
	for _, item := range n.Items {
		names = append(names, removals(item)...)
	}
	return names
}

// blameRemovals moves errors about a missing name to the place where a file removes it:
// the use may be in a file that the user can't change.
func (f *files) blameRemovals() {
	for _, name := range f.removed {
		var uses []diag.Span
		f.list = slices.DeleteFunc(f.list, func(d *diag.Diagnostic) bool {
			if !d.Code.MissesName() || d.Span.Text() != name.Text || d.Span == name.Span {
				return false
			}
			if !slices.Contains(f.bases[name.Span.Source.Name], d.Span.Source) { // this file should have known
				d.WithNote(name.Span, "it is removed here")
				return false
			}
			uses = append(uses, d.Span)
			return true
		})
		if len(uses) == 0 {
			continue
		}
		d := f.list.Errorf(CodeRemovedInUse, name.Span, "%q is removed here, but still used", name.Text).
			WithHint(`change what uses it under "override:", or remove that too`)
		for _, use := range uses {
			d.WithNote(use, "it is used here")
		}
	}
}

// blameSettings moves warnings about an unread param of a base to the place where it is set. If
// it isn't set, the warning doesn't concern the author of the overlay.
func (f *files) blameSettings() {
	for _, d := range f.list {
		if d.Code != decls.CodeUnreadParam || !f.isBase(d.Span.Source) {
			continue
		}
		for _, name := range f.set {
			if name.Text == d.Span.Text() {
				d.WithNote(d.Span, "the param")
				d.Span = name.Span
				break
			}
		}
	}
}

// overlaid is a file that extends a base.
type overlaid struct{ base, by *tree.Node }

// blameOverlays adds to errors in a base where a file that extends it changes the same definition.
func (f *files) blameOverlays() {
	for _, d := range f.list {
		if d.Severity != diag.Error || !f.isBase(d.Span.Source) {
			continue
		}
		about := []diag.Span{d.Span}
		for _, n := range d.Notes {
			about = append(about, n.Span)
		}
		for _, o := range f.overlaid {
			for _, at := range about {
				o.blame(d, at)
			}
		}
	}
}

// blame adds to an error where the file names the definition of its base that contains a place.
func (o overlaid) blame(d *diag.Diagnostic, at diag.Span) {
	for _, section := range o.base.Entries {
		for _, definition := range section.Value.Entries {
			if definition.Key.Span != at && !contains(definition.Value, at) {
				continue
			}
			for _, verb := range tree.Verbs() {
				if e, ok := o.by.Get(verb).Get(section.Key.Text).Entry(definition.Key.Text); ok {
					d.WithNote(e.Key.Span, "%q is changed here", e.Key.Text)
				}
			}
		}
	}
}

// contains reports whether a place is in a node.
func contains(n *tree.Node, at diag.Span) bool {
	return n.Span.Holds(at) || slices.ContainsFunc(n.Entries, func(e tree.Entry) bool { return contains(e.Value, at) })
}

// dropAllowed drops the warnings that files allow, and all warnings about the bases
// of the requested file: these belong to other authors.
func (f *files) dropAllowed() {
	var own []*diag.Source
	for _, src := range f.sources {
		if !f.isBase(src) && !slices.Contains(own, src) {
			own = append(own, src)
		}
	}
	judged := f.judged
	if f.list.HasErrors() {
		judged = nil // not everything has been checked
	}
	f.list.DropAllowed(own, judged)
	f.list = slices.DeleteFunc(f.list, func(d *diag.Diagnostic) bool {
		return d.Severity == diag.Warning && f.isBase(d.Span.Source)
	})
}

// isBase reports whether other files override this one.
func (f *files) isBase(src *diag.Source) bool {
	if slices.Contains(f.lent, src) {
		return true
	}
	for _, bases := range f.bases {
		if slices.Contains(bases, src) {
			return true
		}
	}
	return false
}

// keysOf returns the keys of a mapping.
func keysOf(n *tree.Node) []*tree.Node {
	if n == nil {
		return nil
	}
	var keys []*tree.Node
	for _, e := range n.Entries {
		keys = append(keys, e.Key)
	}
	return keys
}
