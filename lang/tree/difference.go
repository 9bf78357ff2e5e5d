package tree

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
)

// Difference is a difference of the second of two rulesets from the first: one definition, or a
// whole section if it isn't a mapping, or orders its definitions differently.
type Difference struct {
	// Section contains the definition; Name is empty for the section as a whole. A renamed definition
	// has its name in the second.
	Section, Name string
	// First and Second are its entries in the two rulesets; zero if there is none.
	First, Second Entry
}

// Detail is one key in which the two definitions of a [Difference] differ: its path below the
// definition, and its two values, nil for none. A path that ends with [RemarkMark] is that of a remark.
type Detail struct {
	Path          []string
	First, Second *Node
}

// Differences lists the definitions that differ between two complete rulesets,
// in the order of the first, followed by those that only the second has, in its order. It ignores
// what files state about themselves, and the sections in except.
func Differences(first, second *Node, except ...string) []Difference {
	var list []Difference
	for _, e := range unionOf(first, second) {
		section := e.key()
		if slices.Contains(except, section) || !e.isSection() {
			continue
		}
		a, b, apart := e.definitions()
		if !apart {
			if !sameEntry(e.First, e.Second) {
				list = append(list, Difference{section, "", e.First, e.Second})
			}
			continue
		}
		for _, d := range unionOf(a, b) {
			if d.First.Value == nil || d.Second.Value == nil || d.First.Key.Text != d.Second.Key.Text || !sameEntry(d.First, d.Second) {
				list = append(list, Difference{section, d.key(), d.First, d.Second})
			}
		}
	}
	return list
}

// isSection reports whether a key at the top of a ruleset holds definitions: others hold single
// values that a file states about itself.
func (p pair) isSection() bool {
	return (p.First.Value == nil || p.First.Value.Kind != Scalar) && (p.Second.Value == nil || p.Second.Value.Kind != Scalar)
}

// definitions returns a section of both as mappings; apart is false if its definitions can't be
// compared one by one: it isn't a mapping, or orders them differently.
func (p pair) definitions() (a, b *Node, apart bool) {
	a, b = p.First.Value, p.Second.Value
	if a == nil || a.Kind == Null {
		a = &Node{Kind: Mapping, Style: Block, Span: p.Second.Value.Span}
	}
	if b == nil || b.Kind == Null {
		b = &Node{Kind: Mapping, Style: Block, Span: a.Span}
	}
	return a, b, a.Kind == Mapping && b.Kind == Mapping && sameOrder(a, b)
}

// Mixed returns the first of two rulesets with some of their differences applied: for those it
// has the values of the second.
func Mixed(first, second *Node, done []Difference) *Node {
	taken := map[[2]string]bool{}
	for _, d := range done {
		taken[[2]string{d.Section, d.Name}] = true
	}
	var sections []Entry
	for _, e := range unionOf(first, second) {
		section := e.key()
		a, b, apart := e.definitions()
		switch {
		case e.isSection() && apart:
			mixed := mixedSection(a, b, section, taken)
			if len(mixed.Entries) > 0 || e.First.Value != nil && e.Second.Value != nil {
				section := e.First
				if section.Key == nil {
					section = e.Second
				}
				section.Value = mixed
				sections = append(sections, section)
			}
		case taken[[2]string{section, ""}]:
			sections = appendEntry(sections, e.Second)
		default:
			sections = appendEntry(sections, e.First)
		}
	}
	return first.with(sections)
}

func mixedSection(first, second *Node, section string, taken map[[2]string]bool) *Node {
	var entries []Entry
	for _, p := range unionOf(first, second) {
		if taken[[2]string{section, p.key()}] {
			entries = appendEntry(entries, p.Second)
		} else {
			entries = appendEntry(entries, p.First)
		}
	}
	return first.with(entries)
}

// appendEntry appends an entry unless it is zero.
func appendEntry(list []Entry, e Entry) []Entry {
	if e.Value == nil {
		return list
	}
	return append(list, e)
}

// pair holds the entries of two mappings for one key, or for two if the second has renamed it.
type pair struct{ First, Second Entry }

// key returns the name of the pair: the second's, if it has one.
func (p pair) key() string {
	if p.Second.Key != nil {
		return p.Second.Key.Text
	}
	return p.First.Key.Text
}

// unionOf returns the entries of both mappings, in the order of the first; entries that only the second
// has follow the same entry as there.
func unionOf(first, second *Node) []pair {
	union := make([]pair, 0, len(first.Entries)+len(second.Entries))
	for _, e := range first.Entries {
		union = append(union, pair{First: e})
	}
	index := first.index()
	var added []Entry
	for _, e := range second.Entries {
		i, ok := index[e.Key.Text]
		if !ok {
			i, ok = renamedFrom(e, index, second)
		}
		if ok {
			union[i].Second = e
		} else {
			added = append(added, e)
		}
	}
	before := map[string]string{}
	for i, e := range second.Entries[min(1, len(second.Entries)):] {
		before[e.Key.Text] = second.Entries[i].Key.Text
	}
	for _, e := range added {
		at := 0
		if name, ok := before[e.Key.Text]; ok {
			at = 1 + slices.IndexFunc(union, func(p pair) bool { return p.Second.Key != nil && p.Second.Key.Text == name })
		}
		union = slices.Insert(union, at, pair{Second: e})
	}
	return union
}

// renamedFrom returns the index in a first mapping of an entry that a second one has renamed.
func renamedFrom(e Entry, index map[string]int, second *Node) (int, bool) {
	for _, was := range slices.Backward(e.Was) {
		if i, ok := index[was]; ok && second.find(was) < 0 {
			return i, true
		}
	}
	return 0, false
}

// sameOrder reports whether the common keys of two mappings are in the same order.
func sameOrder(first, second *Node) bool {
	last, index := -1, second.index()
	for _, e := range first.Entries {
		if i, ok := index[e.Key.Text]; ok {
			if i < last {
				return false
			}
			last = i
		}
	}
	return true
}

// Same reports whether two nodes have the same content, regardless of place and style.
func Same(a, b *Node) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || a.Kind != b.Kind || len(a.Entries) != len(b.Entries) || len(a.Items) != len(b.Items) {
		return false
	}
	for i, e := range a.Entries {
		if o := b.Entries[i]; e.Key.Text != o.Key.Text || !slices.Equal(e.Was, o.Was) || !sameEntry(e, o) {
			return false
		}
	}
	for i, item := range a.Items {
		if !Same(item, b.Items[i]) {
			return false
		}
	}
	return a.Kind != Scalar || a.Text == b.Text && a.IsBool() == b.IsBool()
}

// sameEntry reports whether two entries have the same participants, value and remark, one of which may be missing.
func sameEntry(a, b Entry) bool {
	return sameText(a.Of, b.Of) && sameText(a.Columns, b.Columns) && Same(a.Value, b.Value) && a.Remark.same(b.Remark)
}

// sameText reports whether two texts, which may be missing, have the same words.
func sameText(a, b *Node) bool {
	return a == b || a != nil && b != nil && slices.Equal(strings.Fields(a.Text), strings.Fields(b.Text))
}

// Details lists the keys in which the two definitions differ. It descends into mappings and
// lists of mappings or lists, whose items are named by their first value; if only one definition
// exists, there is one detail without a path.
func (d Difference) Details() []Detail {
	return detailsOfEntry(nil, d.First, d.Second, nil)
}

func detailsOfEntry(at path, a, b Entry, list []Detail) []Detail {
	if a.Value != nil && b.Value != nil && !sameText(a.Of, b.Of) {
		list = append(list, Detail{at.add("of"), a.Of, b.Of})
	}
	if a.Value != nil && b.Value != nil && !sameText(a.Columns, b.Columns) {
		list = append(list, Detail{at.add("columns"), a.Columns, b.Columns})
	}
	if !Same(a.Value, b.Value) {
		list = detailsOf(at, a.Value, b.Value, list)
	}
	if a.Value != nil && b.Value != nil && !a.Remark.same(b.Remark) {
		list = append(list, Detail{at.add(RemarkMark), a.Remark.node(), b.Remark.node()})
	}
	return list
}

func detailsOf(at path, a, b *Node, list []Detail) []Detail {
	switch {
	case a == nil || b == nil:
		return append(list, Detail{at, a, b})
	case a.hasParts() && b.hasParts():
		return detailsOfItems(at, a.Items, b.Items, list)
	case a.Kind != Mapping || b.Kind != Mapping:
		return append(list, Detail{at, a, b})
	case !sameOrder(a, b):
		list = append(list, Detail{at.add("order"), a.order(), b.order()})
	}
	said := map[string]bool{} // formulas of requirements that are said by their reason
	for _, e := range a.Entries {
		if i := b.forReason(e.Value.Text, at); i >= 0 && b.find(e.Key.Text) < 0 && a.find(b.Entries[i].Key.Text) < 0 {
			list = append(list, Detail{at.add(e.Value.Text), e.Key, b.Entries[i].Key})
			said[e.Key.Text], said[b.Entries[i].Key.Text] = true, true
		}
	}
	for _, p := range unionOf(a, b) {
		if !said[p.key()] {
			list = detailsOfEntry(at.add(p.key()), p.First, p.Second, list)
		}
	}
	return list
}

// order returns the keys of a mapping, in their order.
func (n *Node) order() *Node { return computed(strings.Join(n.keys(), ", "), n.Span) }

// hasParts reports whether a node is a list of mappings or lists, such as the lines of a tactic.
func (n *Node) hasParts() bool {
	return n.Kind == Sequence && len(n.Items) > 0 && !slices.ContainsFunc(n.Items, func(item *Node) bool { return item.Kind == Scalar })
}

// detailsOfItems lists the items in which two lists differ: an item of one is paired with an item of
// the other that has the same name, in order, preferably with an equal one.
func detailsOfItems(at path, a, b []*Node, list []Detail) []Detail {
	score := alignment(a, b)
	for i, j := 0, 0; i < len(a) || j < len(b); {
		switch {
		case i == len(a) || j < len(b) && score[i][j] == score[i][j+1]:
			list = append(list, Detail{at.add(calledIn(b, j)), nil, b[j]})
			j++
		case j == len(b) || score[i][j] == score[i+1][j]:
			list = append(list, Detail{at.add(calledIn(a, i)), a[i], nil})
			i++
		default:
			if !Same(a[i], b[j]) {
				list = detailsOf(at.add(calledIn(a, i)), a[i], b[j], list)
			}
			i, j = i+1, j+1
		}
	}
	return list
}

// calledIn returns the name that distinguishes an item in a list, as overlays write it: "2nd punch".
func calledIn(list []*Node, i int) string {
	name := list[i].called()
	nth, all := 0, 0
	for j, item := range list {
		if item.says(name) {
			all++
			if j <= i {
				nth++
			}
		}
	}
	if all < 2 {
		return name
	}
	return diag.Ordinal(nth) + " " + name
}

// alignment returns for each pair of positions in two lists how well the rest of the lists can be
// aligned: 2 for equal items, 1 for items with the same name.
func alignment(a, b []*Node) [][]int {
	score := make([][]int, len(a)+1)
	for i := range score {
		score[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			score[i][j] = max(score[i+1][j], score[i][j+1])
			if Same(a[i], b[j]) {
				score[i][j] = max(score[i][j], 2+score[i+1][j+1])
			} else if a[i].called() == b[j].called() {
				score[i][j] = max(score[i][j], 1+score[i+1][j+1])
			}
		}
	}
	return score
}
