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
	return at > 1 && p[0] != "tactics" && !slices.Contains([]string{"fields", KeepsKey, "params", "running"}, p[at-1])
}

// InProgram reports whether keys, from the top of a file, lead to a program or to a step.
func InProgram(way []string) bool { return path(way).isSteps() }

// IsStep reports whether keys lead to a step of a program, not to all of it.
func IsStep(way []string) bool { return InProgram(way) && len(way) > 1 && InProgram(way[:len(way)-1]) }

// fillsSteps reports whether steps at p may be a definition's, or a kind's that is like another, which change those of its kind.
func (o *overlay) fillsSteps(p path) bool {
	return p.isSteps() && (p[0] != "kinds" || o.raw) && p[0] != "procs" && len(p) > 2 && (p[2] == "perform" || p[2] == "ended")
}

// Steps returns the steps of a kind with what one of its definitions says of them: another program for a step, new ones at a
// place, or another place for one. A nil base is a kind without steps: then the places are among the definition's own. What names the
// kind in messages, or else the definition, which has the name.
//
// Spec: actions.md.
func Steps(what, name, key string, base, own *Node, list *diag.List) *Node {
	if base == nil {
		base = own.with(slices.DeleteFunc(slices.Clone(own.Entries), func(e Entry) bool { return IsPosition(e.Key.Text) }))
		own = own.with(slices.DeleteFunc(slices.Clone(own.Entries), func(e Entry) bool { return !IsPosition(e.Key.Text) }))
		if len(own.Entries) == 0 {
			return base
		}
	}
	o := overlay{list: list, verb: verb{key: key, missing: UnknownStep, adds: true}, owner: what}
	return o.steps(base, own, path{"kinds", name, key}, (*overlay).override)
}

// steps changes the steps of a program: first what is named, then the order.
func (o *overlay) steps(base, by *Node, p path, change change) *Node {
	if len(by.Entries) == 0 && o.verb.missing == UnknownStep {
		o.list.Errorf(MissingValue, by.Span, "%s: expected what is different in %s", o.verb.key, p).
			WithHint("write STEP: PROGRAM; where nothing happens, STEP: %s", Nothing)
		return base
	}
	base, by = base.governed(by, p)
	if base.isOpen() && !slices.ContainsFunc(by.Entries, func(e Entry) bool { return IsPosition(e.Key.Text) || base.find(e.Key.Text) >= 0 }) {
		return base.with(append(base.Heads(), by.Entries...))
	}
	named, placed := by.with(nil), by.with(nil)
	for _, e := range by.Entries {
		at := base.putAt(e.Key.Text)
		switch {
		case IsPosition(e.Key.Text):
			placed.Entries = append(placed.Entries, e)
		case at >= 0:
			entries := slices.Clone(base.Entries)
			entries[at].Value = o.inside(entries[at].Value, by.with([]Entry{e}), p, change)
			base = base.with(entries)
		default:
			named.Entries = append(named.Entries, e)
		}
	}
	return o.place(o.inside(base, named, p, change), placed, p)
}

// putAt returns the index of the position at which a definition puts a step; -1 if it puts it at none.
func (n *Node) putAt(step string) int {
	return slices.IndexFunc(n.Entries, func(e Entry) bool { return IsPosition(e.Key.Text) && e.Value.find(step) >= 0 })
}

// governed gives a step the elements and the condition under which it is to run, which it didn't have, and returns what else is said
// of it.
func (n *Node) governed(by *Node, p path) (step, rest *Node) {
	rest = by
	for _, key := range []string{StepIf, StepFor} {
		if e, ok := by.Entry(key); ok && n.find(key) < 0 && IsStep(p) {
			n = n.with(slices.Insert(slices.Clone(n.Entries), 0, e))
			rest = rest.with(slices.DeleteFunc(slices.Clone(rest.Entries), func(e Entry) bool { return e.Key.Text == key }))
		}
	}
	return n, rest
}

// governs reports whether a change of a step says only for which elements and under which condition it runs.
func (n *Node) governs() bool { return len(n.Entries) > 0 && len(n.Heads()) == len(n.Entries) }

// Heads returns for which elements and under which condition a step runs.
func (n *Node) Heads() (head []Entry) {
	for _, key := range []string{StepFor, StepIf} {
		if e, ok := n.Entry(key); ok {
			head = append(head, e)
		}
	}
	return head
}

// isOpen reports whether nothing happens in a step, so that it may be filled in by several.
func (n *Node) isOpen() bool {
	head := len(n.Heads())
	return len(n.Entries) == head+1 && !slices.ContainsFunc(n.Entries, func(e Entry) bool {
		return e.Key.Text != StepFor && e.Key.Text != StepIf && e.Value.Text != Nothing
	})
}

// putsAtEnds reports whether a change only puts new steps before or behind all others.
func (n *Node) putsAtEnds() bool {
	return len(n.Entries) > 0 && !slices.ContainsFunc(n.Entries, func(e Entry) bool {
		return e.Key.Text != first && e.Key.Text != last || e.Value.Kind != Mapping
	})
}

// doing returns a step with another program, for the elements and under the condition that it has.
func (n *Node) doing(program *Node) *Node {
	head := n.Heads()
	if head == nil {
		return program
	}
	return n.with(append(head, Entry{Key: computed(stepDo, program.Span), Value: program}))
}

// place puts new entries into a mapping whose order counts, or moves some that it has, one key after the other: what comes later
// stands nearest to the place that it names.
func (o *overlay) place(target, by *Node, p path) *Node {
	var later []Entry // which refer to all that the kind has, too
	for _, e := range by.Entries {
		at, ok := target.place(e.Key.Text)
		if e.Remark != nil {
			o.list.Errorf(LooseRemark, e.Remark.Span, `"#:" can't describe a place`).WithHint("describe the step that is put there, behind its name")
		}
		switch {
		case o.fillsSteps(p):
			e.Added = true
			later = append(later, e)
		case !ok:
			o.nothing(e.Key.placed(), target, p)
		case len(e.Value.Entries)+len(e.Value.Items) == 0 && e.Value.Kind != Scalar:
			o.list.Errorf(MissingValue, e.Key.Span, "%s: expected what goes there", o.verb.key)
		case e.Value.Kind == Mapping && o.verb.key == "override":
			o.list.Errorf(AlreadyDeclared, e.Key.Span, "override: %s moves a step that is there: write its name alone", e.Key.Text).
				WithHint(`what is new stands under "extend:"`)
		case e.Value.Kind == Mapping:
			target = target.with(slices.Insert(slices.Clone(target.Entries), at, o.fresh(target, e.Value, p)...))
		case o.verb.key == "extend" && p.isGrid():
			o.list.Errorf(WrongShape, e.Value.Span, "extend: what is put into a grid is a row").
				WithHint("write %s: {NAME: VALUE}, or {NAME: {COLUMN: VALUE}}; the name of a row is its keys, parted by commas", e.Key.Text)
		case o.verb.key == "extend":
			o.list.Errorf(WrongShape, e.Value.Span, "extend: what is put among steps has a name").
				WithHint(`write %s: {NAME: PROGRAM}; to move a step, use "override:"`, e.Key.Text)
		default:
			target = o.move(target, e, p)
		}
	}
	return target.with(append(target.Entries[:len(target.Entries):len(target.Entries)], later...))
}

// move puts entries that a mapping has at the place that a key names.
func (o *overlay) move(target *Node, by Entry, p path) *Node {
	var moved []Entry
	before := target
	for _, name := range Items(by.Value) {
		i := target.find(name.Text)
		switch {
		case name.Kind != Scalar:
			o.list.Errorf(WrongShape, name.Span, "%s: this has no name", o.verb.key).WithHint("a new step is written %s: {NAME: PROGRAM}, without brackets", by.Key.Text)
		case i < 0:
			o.nothing(name, target, p)
		case name.Text == by.Key.placed().Text && by.Key.Text != name.Text:
			o.list.Errorf(o.verb.missing, name.Span, "%s: %q can't stand beside itself", o.verb.key, name.Text)
		default:
			moved = append(moved, target.Entries[i])
			target = target.with(slices.Delete(slices.Clone(target.Entries), i, i+1))
		}
	}
	at, _ := target.place(by.Key.Text)
	done := target.with(slices.Insert(slices.Clone(target.Entries), at, moved...))
	if moved != nil && slices.Equal(done.keys(), before.keys()) {
		o.list.Errorf(o.verb.missing, by.Key.Span, "%s: this changes nothing: it is there already", o.verb.key)
	}
	return done
}

// place returns the index at which a key puts entries into a mapping.
func (n *Node) place(position string) (index int, ok bool) {
	name, isAfter := strings.CutPrefix(position, after)
	switch {
	case position == first:
		return len(n.Heads()), true
	case position == last:
		return len(n.Entries), true
	}
	name = strings.TrimSpace(strings.TrimPrefix(name, before))
	if name == StepIf || name == StepFor {
		return -1, false
	}
	index = n.find(name)
	if isAfter && index >= 0 {
		return index + 1, true
	}
	return index, index >= 0
}

// placed returns the name in a position.
func (n *Node) placed() *Node { return n.Part(strings.IndexByte(n.Text, ' ')+1, len(n.Text)) }

// within returns the steps that lead to one inside of others; nil if there is none.
func (n *Node) within(step string) []string {
	for _, e := range n.Entries {
		if e.Value.Kind != Mapping {
			continue
		}
		if e.Value.find(step) >= 0 {
			return []string{e.Key.Text}
		}
		if way := e.Value.within(step); way != nil {
			return append([]string{e.Key.Text}, way...)
		}
	}
	return nil
}

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
