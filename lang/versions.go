package lang

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

// Rules are a ruleset that has been put together from its files but not checked yet. They
// replace the ruleset that an encounter names: [Options.Rules].
type Rules struct {
	// Name and Title are those in its own file; the title may be empty.
	Name, Title string
	// File is its own file, as named in messages.
	File string
	root *tree.Node
	// read holds what messages need to know about the files.
	read files
	// over are the files of the rulesets that it extends, including its own.
	over []string
	// base is the one at the bottom; nil if it extends nothing.
	base *Rules
	// serves are the rulesets, by file, that an encounter may name to be played with these; nil means any.
	serves []string
}

// ReadRules puts a ruleset together from its files. The rules are nil if the list has errors;
// whether they fit together is checked where they are used.
//
// Spec: overlays.md.
func ReadRules(name string, opts Options) (*Rules, diag.List) {
	return guarded(opts, func(f *files) *Rules {
		root, l := f.rulesetFile(name)
		if root == nil {
			return nil
		}
		r := &Rules{File: l.shown(), root: root, read: files{
			sources: f.sources, removed: f.removed, set: f.set, lent: f.lent, bases: f.bases, overlaid: f.overlaid,
		}}
		r.callBy(f.laid[l.shown()])
		if f.bottom != nil && f.bottom.root != root {
			r.base = f.bottom
		}
		for file := range f.laid {
			r.over = append(r.over, file)
		}
		return r
	})
}

// callBy takes the name and the title from a ruleset's own file.
func (r *Rules) callBy(own *tree.Node) {
	for key, to := range map[string]*string{"ruleset": &r.Name, "title": &r.Title} {
		if n := own.Get(key); n != nil {
			*to = n.Text
		}
	}
}

// Base returns the ruleset at the bottom of what house rules extend, without them; nil if
// they are a ruleset of their own.
func (r *Rules) Base() *Rules { return r.base }

// Files returns the names of the files that the ruleset was put together from.
func (r *Rules) Files() []string {
	var names []string
	for _, src := range r.read.sources {
		names = append(names, src.Name)
	}
	return names
}

// Extends reports whether the rules extend base, by their files.
func (r *Rules) Extends(base *Rules) bool { return slices.Contains(r.over, base.File) }

// inItsPlace returns r for an encounter that names the ruleset of another file.
func (f *files) inItsPlace(r *Rules, named location, at diag.Span) *tree.Node {
	if r.serves != nil && !slices.Contains(r.serves, named.shown()) {
		f.list.Errorf(CodeWrongFile, at, "the encounter uses %s, which isn't one of the rulesets being compared", named.shown()).
			WithHint("it must use one of them, or one that they extend: %s", strings.Join(r.serves, ", "))
		return nil
	}
	f.sources = append(f.sources, r.read.sources...)
	f.removed, f.set, f.lent, f.bases = r.read.removed, r.read.set, r.read.lent, r.read.bases
	return r.root
}

// Versions are two rulesets that can replace each other.
type Versions struct {
	Base, House *Rules
	// Changes are the definitions that differ between them, except cases.
	Changes []Change
}

// Change is one definition that differs between two rulesets, or all those that only the second imports
// from a shared library with `uses`.
type Change struct {
	Differences []tree.Difference
	// Library is the name of that library; empty for a single definition.
	Library string
}

// Compare returns two rulesets as versions of each other, for encounters that name one of them or
// one that they extend.
func Compare(base, house *Rules) *Versions {
	a, b := *base, *house
	a.serves = slices.Compact(slices.Sorted(slices.Values(slices.Concat(base.over, house.over))))
	b.serves = a.serves
	v := &Versions{Base: &a, House: &b}
	libraries := map[string]int{}
	for _, d := range tree.Differences(a.root, b.root, "cases") {
		library := b.libraryOf(d)
		if i, ok := libraries[library]; ok && library != "" {
			v.Changes[i].Differences = append(v.Changes[i].Differences, d)
			continue
		}
		libraries[library] = len(v.Changes)
		v.Changes = append(v.Changes, Change{[]tree.Difference{d}, library})
	}
	return v
}

// libraryOf returns the name of the shared library that contains a new definition; empty if there is none.
func (r *Rules) libraryOf(d tree.Difference) string {
	if d.First.Value != nil || !slices.Contains(r.read.lent, d.Second.Key.Span.Source) {
		return ""
	}
	return strings.TrimSuffix(strings.TrimPrefix(d.Second.Key.Span.Source.Name, shippedShared), ".yaml")
}

// With returns the base with some of the changes applied: without any the base itself, with all of
// them the house rules.
func (v *Versions) With(done []Change) *Rules {
	switch len(done) {
	case 0:
		return v.Base
	case len(v.Changes):
		return v.House
	}
	var list []tree.Difference
	for _, c := range done {
		list = append(list, c.Differences...)
	}
	mixed := *v.House
	mixed.root = tree.Mixed(v.Base.root, v.House.root, list)
	mixed.read.sources = slices.Clone(v.House.read.sources)
	for _, src := range v.Base.read.sources {
		if !slices.ContainsFunc(mixed.read.sources, func(s *diag.Source) bool { return s.Name == src.Name }) {
			mixed.read.sources = append(mixed.read.sources, src)
		}
	}
	return &mixed
}

// PlaceOf returns where the house rules cause a difference: the first thing in it that
// differs, or the name they remove. It returns the zero span if the place is unknown.
func (v *Versions) PlaceOf(d tree.Difference) diag.Span {
	if d.Second.Value == nil {
		for _, name := range v.House.read.removed {
			if name.Text == d.Name {
				return name.Span
			}
		}
		return diag.Span{}
	}
	if d.First.Value == nil || d.First.Key.Text != d.Second.Key.Text {
		return d.Second.Key.Span
	}
	at := d.Second.Key.Span
	for _, detail := range d.Details() {
		if detail.Second != nil {
			at = addedTo(detail.First, detail.Second).Span
			break
		}
	}
	if slices.ContainsFunc(v.Base.read.sources, func(s *diag.Source) bool { return s.Name == at.Source.Name }) { // something is taken out, or put among what is there
		for _, o := range v.House.read.overlaid {
			o.changes(d.Second.Key.Span, func(change *tree.Node) { at = change.Span })
		}
	}
	return at
}

// Details returns what differs in a definition. What one of them leaves to its kind it has from there.
func (v *Versions) Details(d tree.Difference) []tree.Detail {
	details := d.Details()
	for i, x := range details {
		steps := x.First == nil && x.Second != nil && x.Second.Kind == tree.Mapping // which change those of the kind
		if d.First.Value != nil && d.Second.Value != nil && !steps {
			details[i].First = cmp.Or(x.First, v.Base.ofKind(d.Section, x.Path))
			details[i].Second = cmp.Or(x.Second, v.House.ofKind(d.Section, x.Path))
		}
	}
	return details
}

// ofKind returns what the kind of the definitions of a section says for one that doesn't say it: for an action, or as the default of a
// field; nil if there is no such kind, or it says nothing.
func (r *Rules) ofKind(section string, way []string) *tree.Node {
	for _, e := range tree.EntriesOf(r.root.Get("kinds")) {
		if e.Section() != section || len(way) == 0 {
			continue
		}
		for _, field := range e.Value.Fields() {
			if len(way) == 1 && field.Key.Text == way[0] {
				return field.Value.Declared("type").Get("default")
			}
		}
		n := e.Value
		for _, key := range way {
			n = n.Get(key)
		}
		return n
	}
	return nil
}

// addedTo returns the first item of a list that isn't in the list it extends; for
// anything else it returns second.
func addedTo(first, second *tree.Node) *tree.Node {
	if first == nil || first.Kind != tree.Sequence || second.Kind != tree.Sequence {
		return second
	}
	for _, item := range second.Items {
		if !slices.ContainsFunc(first.Items, func(x *tree.Node) bool { return x.Span == item.Span || tree.Same(x, item) }) {
			return item
		}
	}
	return second
}
