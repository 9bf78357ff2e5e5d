package tree

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
)

// A program is one text, or steps: a mapping of their names to their programs, which run one after another. A step may consist of
// steps itself, with the condition under which they run, for each element of a list. So what is different can be said by the name of a step.

const (
	// StepIf is the key of the condition under which a step runs, StepFor that of the elements for each of which it does.
	StepIf  = "if"
	StepFor = "for"
	// stepDo is the step that a text stands for in a step that has a condition.
	stepDo = "do"
	// Nothing is the program of a step in which nothing happens: one that definitions fill in, or that one of them leaves out.
	Nothing = "nothing"
)

// programs are the keys whose mappings are steps.
var programs = []string{"perform", "ended", "do", "start"}

// isSteps reports whether a mapping at p is a program's steps, or those of one step.
func (p path) isSteps() bool {
	if len(p) < 2 || p[0] == "procs" {
		return len(p) > 1
	}
	at := slices.IndexFunc(p, func(key string) bool { return slices.Contains(programs, key) })
	if at == 1 || at > 0 && p[at] == "start" {
		return p[0] == "time" && p[1] == "start"
	}
	return at > 1 && p[0] != "tactics" && !slices.Contains([]string{"fields", "params", "running"}, p[at-1])
}

// InProgram reports whether keys, from the top of a file, lead to a program or to a step.
func InProgram(way []string) bool { return path(way).isSteps() }

// IsStep reports whether keys lead to a step of a program, not to all of it.
func IsStep(way []string) bool { return InProgram(way) && len(way) > 1 && InProgram(way[:len(way)-1]) }

// fillsSteps reports whether steps at p may be a definition's, which change those of its kind.
func (p path) fillsSteps() bool {
	return p.isSteps() && p[0] != "kinds" && p[0] != "procs" && len(p) > 2 && (p[2] == "perform" || p[2] == "ended")
}

// Steps returns the steps of a kind with what one of its definitions says of them: another program for a step, new ones at a
// place, or another place for one.
//
// Spec: actions.md.
func Steps(kind, key string, base, own *Node, list *diag.List) *Node {
	o := overlay{list: list, verb: verb{key: key, missing: UnknownStep, adds: true}}
	return o.steps(base, own, path{"kinds", kind, key}, (*overlay).override)
}

// steps changes the steps of a program: first what is named, then the order.
func (o *overlay) steps(base, by *Node, p path, change change) *Node {
	if base.isOpen() && !slices.ContainsFunc(by.Entries, func(e Entry) bool { return base.find(e.Key.Text) >= 0 }) {
		return base.with(append(base.head(), by.Entries...))
	}
	named, placed := by.with(nil), by.with(nil)
	for _, e := range by.Entries {
		at := slices.IndexFunc(base.Entries, func(old Entry) bool { return isPosition(old.Key.Text) && old.Value.find(e.Key.Text) >= 0 })
		switch {
		case isPosition(e.Key.Text):
			placed.Entries = append(placed.Entries, e)
		case at >= 0: // a definition has put it there
			entries := slices.Clone(base.Entries)
			entries[at].Value = o.inside(entries[at].Value, by.with([]Entry{e}), p, change)
			base = base.with(entries)
		default:
			named.Entries = append(named.Entries, e)
		}
	}
	return o.place(o.inside(base, named, p, change), placed, p)
}

// head returns for which elements and under which condition a step runs.
func (n *Node) head() (head []Entry) {
	for _, key := range []string{StepFor, StepIf} {
		if e, ok := n.Entry(key); ok {
			head = append(head, e)
		}
	}
	return head
}

// isOpen reports whether nothing happens in a step, so that it may be filled in by several.
func (n *Node) isOpen() bool {
	head := len(n.head())
	return len(n.Entries) == head+1 && !slices.ContainsFunc(n.Entries, func(e Entry) bool {
		return e.Key.Text != StepFor && e.Key.Text != StepIf && e.Value.Text != Nothing
	})
}

// doing returns a step with another program, for the elements and under the condition that it has.
func (n *Node) doing(program *Node) *Node {
	head := n.head()
	if head == nil || program.Text == Nothing {
		return program
	}
	return n.with(append(head, Entry{Key: computed(stepDo, program.Span), Value: program}))
}

// place puts new entries into a mapping whose order counts, or moves some that it has, to the positions that keys name: these refer
// to the mapping as it was.
func (o *overlay) place(target, by *Node, p path) *Node {
	more, moved := make([][]Entry, len(target.Entries)+1), map[int]bool{}
	var later []Entry // which refer to what the kind has
	for _, e := range by.Entries {
		at, ok := target.place(e.Key.Text)
		switch {
		case p.fillsSteps() && (!ok || !target.moves(e.Value)):
			e.Added = true
			later = append(later, e)
		case !ok:
			o.nothing(e.Key.placed(), target, p)
		case e.Value.Kind == Mapping && o.verb.key == "override":
			o.list.Errorf(AlreadyDeclared, e.Key.Span, "override: %s can only move what is there", e.Key.Text).WithHint(`what is new stands under "extend:"`)
		case e.Value.Kind == Mapping:
			more[at] = append(more[at], o.fresh(target, e.Value, p)...)
		case o.verb.key == "extend" && p.isGrid():
			o.list.Errorf(WrongShape, e.Value.Span, "extend: what is put into a grid is a row").
				WithHint("write %s: {NAME: VALUE}, or {NAME: {COLUMN: VALUE}}; the name of a row is its keys, parted by commas", e.Key.Text)
		case o.verb.key == "extend":
			o.list.Errorf(WrongShape, e.Value.Span, "extend: what is put among steps has a name").
				WithHint(`write %s: {NAME: PROGRAM}; to move a step, use "override:"`, e.Key.Text)
		default:
			for _, name := range Items(e.Value) {
				if i := target.find(name.Text); i < 0 {
					o.nothing(name, target, p)
				} else if !moved[i] {
					moved[i], more[at] = true, append(more[at], target.Entries[i])
				}
			}
		}
	}
	entries := more[0]
	for i, e := range target.Entries {
		if !moved[i] {
			entries = append(entries, e)
		}
		entries = append(entries, more[i+1]...)
	}
	return target.with(append(entries, later...))
}

// moves reports whether a mapping has all that a value names; a mapping names nothing.
func (n *Node) moves(names *Node) bool {
	return names.Kind == Mapping || !slices.ContainsFunc(Items(names), func(name *Node) bool { return n.find(name.Text) < 0 })
}

// place returns the index at which a key puts entries into a mapping.
func (n *Node) place(position string) (index int, ok bool) {
	name, isAfter := strings.CutPrefix(position, after)
	switch {
	case position == first:
		return 0, true
	case position == last:
		return len(n.Entries), true
	}
	index = n.find(strings.TrimPrefix(name, before))
	if isAfter && index >= 0 {
		return index + 1, true
	}
	return index, index >= 0
}

// placed returns the name in a position.
func (n *Node) placed() *Node { return n.Part(strings.IndexByte(n.Text, ' ')+1, len(n.Text)) }

// fresh returns the entries that a mapping adds to another; it reports those that are there.
func (o *overlay) fresh(target, added *Node, p path) []Entry {
	return slices.DeleteFunc(slices.Clone(added.Entries), func(e Entry) bool {
		old := target.find(e.Key.Text)
		if old >= 0 {
			o.list.Errorf(AlreadyDeclared, e.Key.Span, "%s already has %q", p, e.Key.Text).WithNote(target.Entries[old].Key.Span, "it is here")
		}
		return old >= 0
	})
}

// UnknownStep is a definition's step that its kind doesn't have. Spec: actions.md.
const UnknownStep diag.Code = "unknown-step"
