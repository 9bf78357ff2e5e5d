package tree

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
)

// LikeKey is the key of the definition that one is like.
const LikeKey = "like"

// Likes returns a section in which each definition that is like another has all that it doesn't say itself from that one, but for the
// title, the plural of a kind, and what it takes out under "remove:". What both say is put together as an overlay does it under
// "override:". All is the whole ruleset, for hints.
//
// Spec: kinds.md.
func Likes(name string, all *Node, list *diag.List) *Node {
	section := all.Get(name)
	if !slices.ContainsFunc(section.Entries, func(e Entry) bool { return e.Value.Get(LikeKey) != nil }) {
		return section
	}
	l := likes{all: all, section: section, name: name, done: map[int]*Node{}}
	l.overlay = overlay{list: list, verb: verb{key: LikeKey, missing: UnknownStep, adds: true}}
	entries := slices.Clone(section.Entries)
	for i := range entries {
		entries[i].Value = l.whole(i)
	}
	return section.with(entries)
}

// likes are the definitions of a section, as far as they are put together.
type likes struct {
	overlay
	all, section *Node
	name         string
	done         map[int]*Node
	// open are those that wait for one that they are like.
	open []int
}

// whole returns a definition with what it has from the one that it is like.
func (l *likes) whole(i int) *Node {
	own := l.section.Entries[i].Value
	at := own.Get(LikeKey)
	if at == nil || l.done[i] != nil {
		return cmp.Or(l.done[i], own)
	}
	l.done[i] = own // unless there is nothing that it can be like
	other := l.other(at)
	switch {
	case other < 0:
		return own
	case other == i || slices.Contains(l.open, other):
		var way []string
		for _, j := range append(l.open[max(0, slices.Index(l.open, other)):], i, other) {
			way = append(way, l.section.Entries[j].Key.Text)
		}
		l.list.Errorf(LikeCircle, at.Span, "definitions can't be like each other in a circle: %s", strings.Join(way, " is like "))
		return own
	}
	l.open = append(l.open, i)
	base := l.whole(other)
	l.open = l.open[:len(l.open)-1]
	if base.Kind == Mapping {
		like, _ := own.Entry(LikeKey)
		said := []Entry{like}
		if e, ok := own.Entry(removing.key); ok { // which is done below, and stays to be seen
			said = append(said, e)
		}
		for _, e := range base.Entries {
			if !slices.Contains([]string{"title", "plural", LikeKey, removing.key}, e.Key.Text) {
				said = append(said, e)
			}
		}
		base = base.with(said)
		base.Span = own.Span
		l.done[i] = l.over(base, own, path{l.name, l.section.Entries[i].Key.Text})
	}
	return l.done[i]
}

// over returns what a definition has from another, at p, with what it says itself.
func (l *likes) over(base, own *Node, p path) *Node {
	l.owner = p.String()
	overrides, extends := own.with(nil), own.with(nil)
	for _, e := range own.Entries {
		switch {
		case e.Key.Text == removing.key:
			like := l.verb
			l.verb = removing
			base = l.remove(base, e, p)
			l.verb = like
		case e.Extends:
			extends.Entries = append(extends.Entries, e)
		default:
			if at := p.add(e.Key.Text); l.name == "kinds" && at.isSteps() && base.find(e.Key.Text) < 0 && e.Value.Kind == Mapping {
				e.Value = Steps(l.owner, p[1], e.Key.Text, nil, e.Value, l.list) // all of them are its own
			}
			overrides.Entries = append(overrides.Entries, e)
		}
	}
	return l.inside(l.inside(base, overrides, p, (*overlay).override), extends, p, (*overlay).extend)
}

// other returns the index of the definition that one is like; -1 after an error.
func (l *likes) other(at *Node) int {
	name, ok := Name(at, "what a definition is like", l.list)
	if !ok {
		return -1
	}
	i := slices.IndexFunc(l.section.Entries, func(e Entry) bool { return e.Key.Text == name || slices.Contains(e.Was, name) })
	if i < 0 {
		d := l.list.Errorf(UnknownLike, at.Span, "there is no %q in %s", name, l.name)
		if section := l.all.sectionOf(name); !d.MeanOneOf(name, l.section.keys()) && section != "" {
			d.WithHint("it is in %s: a definition can only be like one of its own section", section)
		}
	}
	return i
}

// UnknownLike is a definition that is like one that isn't there, LikeCircle one that is like itself, by way of others or at once.
// Spec: kinds.md.
const (
	UnknownLike diag.Code = "unknown-like"
	LikeCircle  diag.Code = "like-circle"
)
