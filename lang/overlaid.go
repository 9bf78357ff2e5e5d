package lang

import (
	"slices"
	"strconv"

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

// blameOverlays adds to errors in a base which file that extends it causes them, and where it changes the definition that has the error.
func (f *files) blameOverlays() {
	var wrong []diag.List // what each base says without the file that extends it
	for _, d := range f.list {
		if d.Severity != diag.Error || len(f.overlaid) == 0 || !f.isBase(d.Span.Source) || !slices.Contains(f.found, d) {
			continue
		}
		for i := len(wrong); i < len(f.overlaid); i++ {
			var list diag.List
			decls.Ruleset(f.overlaid[i].base, nil, f.trees, nil, f.opts.Stop, &list)
			wrong = append(wrong, list)
		}
		for i := len(wrong) - 1; i >= 0 && f.overlaid[i].by.Span.Source != d.Span.Source; i-- {
			if !slices.ContainsFunc(wrong[i], func(x *diag.Diagnostic) bool { return x.Span == d.Span && x.Message == d.Message }) {
				f.overlaid[i].blame(d)
				break
			}
		}
	}
}

// blame adds to an error that the file causes where it does.
func (o overlaid) blame(d *diag.Diagnostic) {
	about := []diag.Span{d.Span}
	for _, n := range d.Notes {
		about = append(about, n.Span)
	}
	before := len(d.Notes)
	for _, at := range about {
		o.changes(at, func(change *tree.Node) { d.WithNote(change.Span, "%q is changed here", change.Text) })
	}
	told := len(d.Notes) > before || slices.ContainsFunc(d.Notes, func(n diag.Note) bool { return n.Span.Source == o.by.Span.Source })
	if !told && len(o.by.Entries) > 0 {
		d.WithNote(o.by.Entries[0].Key.Span, "the ruleset has no such error without this file")
	}
}

// changes visits where the file names the definition of its base that contains a place.
func (o overlaid) changes(at diag.Span, visit func(change *tree.Node)) {
	for _, section := range o.base.Entries {
		for _, definition := range section.Value.Entries {
			if definition.Key.Span != at && !definition.Value.Contains(at) {
				continue
			}
			for _, verb := range tree.Verbs() {
				if e, ok := o.by.Get(verb).Get(section.Key.Text).Entry(definition.Key.Text); ok {
					visit(e.Key)
				}
			}
		}
	}
}

// warnOverruled warns of what files change in the programs of kinds, if definitions have their own in its place.
func (f *files) warnOverruled() {
	for _, o := range f.overlaid {
		for _, verb := range tree.Verbs() {
			for _, kind := range tree.EntriesOf(o.by.Get(verb).Get("kinds")) {
				for _, key := range []string{"perform", "ended"} {
					if program, ok := kind.Value.Entry(key); ok {
						o.overruled(program, o.programs(kind.Key.Text, key), &f.list)
					}
				}
			}
		}
	}
}

// programs returns what definitions of a kind, and of those that are like it, say of the kind's program under a key, by their names.
func (o overlaid) programs(kind, key string) (own []tree.Entry) {
	kinds := o.base.Get("kinds")
	itself, ok := kinds.Entry(kind)
	if !ok {
		return nil
	}
	for _, e := range tree.EntriesOf(o.base.Get(itself.Section())) {
		own = append(own, tree.Entry{Key: e.Key, Value: e.Value.Get(key)})
	}
	for _, e := range tree.EntriesOf(kinds) {
		if like := e.Value.Get(tree.LikeKey); like != nil && like.Text == kind {
			own = append(own, tree.Entry{Key: e.Key, Value: e.Value.Get(key)})
			own = append(own, o.programs(e.Key.Text, key)...)
		}
	}
	return own
}

// overruled warns of a change of a program, or of a step, if it doesn't count for definitions that have another in its place.
func (o overlaid) overruled(change tree.Entry, own []tree.Entry, list *diag.List) {
	var names []string
	for _, e := range own {
		if e.Value != nil && e.Value.Kind == tree.Scalar && e.Value.Text != tree.Nothing {
			names = append(names, strconv.Quote(e.Key.Text))
		}
	}
	if len(names) > 0 {
		list.Warnf(CodeOverruled, change.Key.Span, "%q has another program in %s, for which this doesn't count", change.Key.Text, diag.JoinAnd(names)).
			WithHint("if it is meant for these as well, change theirs, too")
	}
	for _, step := range tree.EntriesOf(change.Value) {
		var within []tree.Entry
		for _, e := range own {
			if n := e.Value.Get(step.Key.Text); n != nil {
				within = append(within, tree.Entry{Key: e.Key, Value: n})
			}
		}
		o.overruled(step, within, list)
	}
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
