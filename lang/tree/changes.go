package tree

import "slices"

// Change is something that a file changes in its base: its place there, as section, name
// and keys, and the place in the file that changes it.
type Change struct {
	Path []string
	Key  *Node
	// Adds is set for items added to a list: other files may add items to the same list.
	Adds bool
	// Keeps is set where what was there before stays a part of it.
	Keeps bool
}

// Changes lists what a file changes: everything its verbs name, down to the deepest keys, and the params
// that it sets. What it adds is not included.
func Changes(file *Node) []Change {
	var list []Change
	for _, v := range verbs {
		n := file.Get(v.key)
		if n == nil {
			continue
		}
		switch v.key {
		case "set":
			for _, e := range n.Entries {
				list = append(list, Change{Path: []string{"params", e.Key.Text}, Key: e.Key})
			}
		case "remove":
			list = removedIn(n, nil, list)
		case "rename":
			for _, section := range n.Entries {
				for _, e := range section.Value.Entries {
					list = append(list, Change{Path: []string{section.Key.Text, e.Key.Text}, Key: e.Key})
				}
			}
		case "extend":
			list = append(list, additions(changedIn(n, nil, nil))...)
		default:
			list = changedIn(n, nil, list)
		}
	}
	return list
}

// changedIn adds the places below a mapping whose value isn't a mapping.
func changedIn(n *Node, at path, list []Change) []Change {
	for _, e := range n.Entries {
		here := at.add(e.Key.Text)
		if at != nil && at.isSteps() && IsPosition(e.Key.Text) && e.Value.Kind != Mapping { // it moves steps
			for _, name := range Items(e.Value) {
				list = append(list, Change{Path: at.add(name.Text), Key: e.Key})
			}
		} else if e.Value.Kind == Mapping && (len(here) < 4 || here.isSteps()) && len(e.Value.Entries) > 0 {
			list = changedIn(e.Value, here, list)
		} else {
			list = append(list, Change{Path: here, Key: e.Key, Keeps: e.Value.keeps()})
		}
	}
	return list
}

// keeps reports whether what there was stays a part of all that a change says.
func (n *Node) keeps() bool {
	if n.Kind == Mapping {
		return len(n.Entries) > 0 && !slices.ContainsFunc(n.Entries, func(e Entry) bool { return !e.Value.keeps() })
	}
	return n.Kind == Scalar && n.saysOriginal()
}

// additions marks changes that add items to lists; the position within a list isn't part of the place.
func additions(list []Change) []Change {
	for i, c := range list {
		if end := len(c.Path) - 1; IsPosition(c.Path[end]) {
			list[i].Path = c.Path[:end]
		}
		list[i].Adds = true
	}
	return list
}

// removedIn adds the places named under "remove:".
func removedIn(n *Node, at path, list []Change) []Change {
	for _, e := range n.Entries {
		list = removedIn(e.Value, at.add(e.Key.Text), list)
	}
	if n.Kind != Mapping {
		for _, item := range Items(n) {
			list = append(list, Change{Path: at.add(item.Text), Key: item})
		}
	}
	return list
}

// Meets reports whether a change and an earlier one concern the same place, or one a part of the other's, so
// that only one of them can apply.
func (c Change) Meets(d Change) bool {
	if c.Adds && d.Adds || c.Keeps {
		return false
	}
	for i := range min(len(c.Path), len(d.Path)) {
		if c.Path[i] != d.Path[i] {
			return false
		}
	}
	return true
}

// String returns the place of a change: weapons.rapier.damage.
func (c Change) String() string {
	text := ""
	for i, p := range c.Path {
		if i > 0 {
			text += "."
		}
		text += p
	}
	return text
}
