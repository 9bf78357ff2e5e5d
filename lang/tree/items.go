package tree

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rulec/rulec/lang/diag"
)

// Items of a list have no keys, so a file that changes one names it by its content.
// A position tells where an extension puts its items; an ordinal selects one of several
// items with the same content: "2nd strike".

// says reports whether an item contains a name: it is the name; it is a mapping with the name
// as the value of a key, alone or in a list.
func (n *Node) says(name string) bool {
	switch n.Kind {
	case Scalar:
		return n.Text == name
	case Mapping:
		return slices.ContainsFunc(n.Entries, func(e Entry) bool {
			return slices.ContainsFunc(Items(e.Value), func(v *Node) bool { return v.Kind == Scalar && v.Text == name })
		})
	}
	return false
}

// called returns the first name of an item, for hints; empty if it has none.
func (n *Node) called() string {
	switch {
	case n.Kind == Scalar:
		return n.Text
	case n.Kind == Mapping && len(n.Entries) > 0:
		if first := Items(n.Entries[0].Value); len(first) > 0 {
			return first[0].Text
		}
	}
	return ""
}

// itemsNamed returns the indices of the items that match a name: all that contain it, or only the
// second, third.. of them if the name begins with an ordinal.
func (n *Node) itemsNamed(name string) []int {
	if found := n.itemsSaying(name); len(found) > 0 {
		return found
	}
	number, rest := counted(name)
	if found := n.itemsSaying(rest); 0 < number && number <= len(found) {
		return found[number-1 : number]
	}
	return nil
}

// counted splits a name that begins with an ordinal, such as "2nd strike"; for any other name
// it returns 0.
func counted(name string) (number int, rest string) {
	which, rest, _ := strings.Cut(name, " ")
	number, err := strconv.Atoi(strings.TrimRight(which, "stndrh"))
	if err != nil || which != diag.Ordinal(number) {
		return 0, ""
	}
	return number, rest
}

// plainName returns the name by which an item of a list is meant, without an ordinal.
func (n *Node) plainName(name string) string {
	if _, rest := counted(name); rest != "" && len(n.itemsSaying(name)) == 0 {
		return rest
	}
	return name
}

func (n *Node) itemsSaying(name string) []int {
	var found []int
	for i, item := range Items(n) {
		if item.says(name) {
			found = append(found, i)
		}
	}
	return found
}

// asListed returns a name as the items of a list have it: a text of the base keeps the former name of what has been renamed.
func (o *overlay) asListed(list *Node, name string) string {
	_, plain := counted(name)
	if plain == "" {
		plain = name
	}
	for _, section := range EntriesOf(o.root) {
		e, _ := section.Value.Entry(plain)
		for _, was := range e.Was {
			if former := strings.TrimSuffix(name, plain) + was; len(list.itemsNamed(name)) == 0 && len(list.itemsNamed(former)) > 0 {
				return former
			}
		}
	}
	return name
}

// itemNamed returns the index of the only item that matches a name used by the verb, in a list
// at p; it reports a name that matches none, or several.
func (o *overlay) itemNamed(list, key *Node, name string, p path) (index int, ok bool) {
	switch found := list.itemsNamed(name); len(found) {
	case 0:
		o.noItem(list, key, name, p)
		return 0, false
	case 1:
		return found[0], true
	default:
		d := o.list.Errorf(SeveralItems, key.Span, "%s: %d items of %s contain %q", o.verb.key, len(found), p, name)
		for _, i := range found {
			d.WithNote(Items(list)[i].Span, "this is one")
		}
		d.WithHint("name one of them: %q", diag.Ordinal(2)+" "+name)
		return 0, false
	}
}

// noItem reports that no item of a list matches a name.
func (o *overlay) noItem(list, key *Node, name string, p path) {
	if list.isText() {
		o.list.Errorf(o.verb.missing, key.Span, "%s: %s has no items: it is one text", o.verb.key, p).WithHint(wholeText)
		return
	}
	d := o.list.Errorf(o.verb.missing, key.Span, "%s: no item of %s contains %q", o.verb.key, p, name)
	if _, rest := counted(name); rest != "" {
		if n := len(list.itemsSaying(rest)); n > 0 {
			d.WithHint("%d of its items contain %q", n, rest)
			return
		}
	}
	if slices.ContainsFunc(Items(list), func(item *Node) bool { return item.find(name) >= 0 }) {
		d.WithHint("%q is a key of its items, each of which is named by what it says: NAME: {%s: ..}; to add one, use extend", name, name)
		return
	}
	if IsPosition(key.Text) && o.verb.key != "extend" {
		d.WithHint("to add to a list, use extend")
		return
	}
	var names []string
	for _, item := range Items(list) {
		names = append(names, item.called())
	}
	d.MeanOneOf(name, names)
}

// severally are the keys under which one item says the same of several names: a contribution to quantities, a restriction of actions.
var severally = []string{"to", "what"}

// split returns an item that says the same of several names without one of them, and for that one alone; ok is false for any other item.
func (n *Node) split(name string) (others, alone *Node, ok bool) {
	if n.Kind != Mapping {
		return nil, nil, false
	}
	for i, e := range n.Entries {
		names := e.Value
		if !slices.Contains(severally, e.Key.Text) || names.Kind != Sequence || len(names.Items) < 2 {
			continue
		}
		at := slices.IndexFunc(names.Items, func(x *Node) bool { return x.Kind == Scalar && x.Text == name })
		if at < 0 {
			continue
		}
		with := func(value *Node) *Node {
			entries := slices.Clone(n.Entries)
			entries[i].Value = value
			return n.with(entries)
		}
		rest := *names
		rest.Items = slices.Delete(slices.Clone(names.Items), at, at+1)
		return with(&rest), with(names.Items[at]), true
	}
	return nil, nil, false
}

// inItems changes the items of a list that the keys of a mapping name. Names refer to the list before any change. Of an item that says
// the same of several names the others stay as they are.
func (o *overlay) inItems(list, by *Node, p path, change change) *Node {
	items := slices.Clone(list.Items)
	parted := make([][]*Node, len(items))
	for _, e := range by.Entries {
		named := o.asListed(list, e.Key.Text)
		i, ok := o.itemNamed(list, e.Key, named, p)
		if !ok {
			continue
		}
		name := list.plainName(named)
		if !items[i].says(name) && list.Items[i].says(name) && len(parted[i]) > 0 {
			o.noItem(&Node{Kind: Sequence}, e.Key, e.Key.Text, p) // another key has taken it out
		} else if others, alone, several := items[i].split(name); several {
			items[i] = others
			parted[i] = append(parted[i], change(o, alone, e, p.add(e.Key.Text)).remarked(e.Remark))
		} else {
			items[i] = change(o, items[i], e, p.add(e.Key.Text)).remarked(e.Remark)
		}
	}
	c := *list
	c.Items = nil
	for i, item := range items {
		c.Items = append(append(c.Items, item), parted[i]...)
	}
	return &c
}

// lostLines warns about lines of a list at p that are lost because the value of an entry under
// override replaces the whole list: users who want to add or change a line easily
// overlook that. It doesn't warn about lists of words, which are written as a whole, or about
// a list in which each line occurs again, which was rewritten on purpose.
func (o *overlay) lostLines(old *Node, by Entry, p path) {
	if old.Kind != Sequence || len(old.Items) == 0 {
		return
	}
	var lost []string
	for _, item := range old.Items {
		switch {
		case by.Value.Kind == Null:
		case item.Kind == Scalar || by.Value.has(item):
			continue
		}
		lost = append(lost, item.called())
	}
	o.loses(old, by, p, lost)
}

// lostRows warns about rows of a grid at p that another grid under override doesn't have.
func (o *overlay) lostRows(old *Node, by Entry, p path) {
	var lost []string
	for _, row := range old.Entries {
		if by.Value.find(row.Key.Text) < 0 {
			lost = append(lost, row.Key.Text)
		}
	}
	o.loses(old, by, p, lost)
}

// loses warns about lines that are lost.
func (o *overlay) loses(old *Node, by Entry, p path, lost []string) {
	if len(lost) == 0 || o.verb.key == LikeKey { // where another list is as good as another value
		return
	}
	most := min(len(lost), 3)
	names := make([]string, 0, most+1)
	for _, name := range lost[:most] {
		names = append(names, strconv.Quote(name))
	}
	if more := len(lost) - most; more > 0 {
		names = append(names, strconv.Itoa(more)+" more")
	}
	d := o.list.Warnf(LostLines, by.Key.Span, "override: %s loses %s", p, diag.JoinAnd(names)).
		WithNote(old.Span, "this whole list is replaced")
	if len(Items(by.Value)) == 0 {
		d.WithHint(`%s has no value; to remove one line, name it under "remove:": %s: %s`, by.Key.Text, by.Key.Text, lost[0])
		return
	}
	d.WithHint(`to add lines, use "extend:"; to change one line, name it: %s: {%s: ..}`, by.Key.Text, lost[0])
}

// has reports whether a list has an item that contains the name of another.
func (n *Node) has(item *Node) bool {
	return slices.ContainsFunc(Items(n), func(own *Node) bool { return own.says(item.called()) })
}

// Words for the position where an extension puts its items.
const (
	first  = "first"
	last   = "last"
	before = "before "
	after  = "after "
)

// IsPosition reports whether a key is a position in a list.
func IsPosition(key string) bool {
	return key == first || key == last || strings.HasPrefix(key, before) || strings.HasPrefix(key, after)
}

// hasPositions reports whether a mapping has a key that is a position in a list.
func (n *Node) hasPositions() bool {
	return n.Kind == Mapping && slices.ContainsFunc(n.Entries, func(e Entry) bool { return IsPosition(e.Key.Text) })
}

// insert puts items into a list at the positions given by their keys, which refer to the original list.
func (o *overlay) insert(list, by *Node, p path) *Node {
	more := make([][]*Node, len(list.Items)+1)
	for _, e := range by.Entries {
		if i, ok := o.position(list, e.Key, p); ok {
			added := slices.Clone(Items(e.Value))
			if len(added) == 1 {
				added[0] = added[0].remarked(e.Remark)
			}
			more[i] = append(more[i], added...)
		}
	}
	c := *list
	c.Items = more[0]
	for i, item := range list.Items {
		c.Items = append(append(c.Items, item), more[i+1]...)
	}
	return &c
}

// remarked returns an item of which something is said, in the place of what was said of it.
func (n *Node) remarked(r *Remark) *Node {
	if r == nil || n.Kind != Mapping || len(n.Entries) == 0 {
		return n
	}
	entries := slices.Clone(n.Entries)
	entries[0].Remark = entries[0].Remark.under(r, false)
	return n.with(entries)
}

// insertRows puts rows into a grid, at the end or at the positions given by their keys.
func (o *overlay) insertRows(grid, by *Node, p path) *Node {
	if !by.hasPositions() {
		by = by.with([]Entry{{Key: computed(last, by.Span), Value: by}})
	}
	return o.place(grid, by, p)
}

// position returns the index at which a key puts items into a list.
func (o *overlay) position(list, key *Node, p path) (index int, ok bool) {
	name, isAfter := strings.CutPrefix(key.Text, after)
	switch {
	case key.Text == first:
		return 0, true
	case key.Text == last:
		return len(list.Items), true
	case !IsPosition(key.Text):
		o.list.Errorf(ExtendsNothing, key.Span, "extend: %q doesn't say where in %s its items go", key.Text, p).
			WithHint("write first, last, before %s or after %s", key.Text, key.Text)
		return 0, false
	}
	index, ok = o.itemNamed(list, key, o.asListed(list, strings.TrimPrefix(name, before)), p)
	if isAfter {
		index++
	}
	return index, ok
}
