package lang

import (
	"math/big"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/encounter"
	"github.com/rulec/rulec/lang/tree"
)

// regroup returns an encounter without the combatants in Options.Without, and with Options.Twins.
func (f *files) regroup(node *tree.Node) *tree.Node {
	if len(f.opts.Without)+len(f.opts.Twins) == 0 {
		return node
	}
	all := &tree.Node{Kind: tree.Mapping, Style: tree.Block}
	if own := node.Get("combatants"); own != nil {
		*all = *own
	}
	all.Entries = slices.Clone(all.Entries)
	for _, twin := range f.opts.Twins {
		at := slices.IndexFunc(all.Entries, func(e tree.Entry) bool { return e.Key.Text == twin.Of })
		if at < 0 {
			f.list.Errorf(encounter.CodeUnknownThing, all.Span, "there is no %q in this encounter", twin.Of)
			continue
		}
		key := *all.Entries[at].Key
		key.Text = twin.As
		all.Entries = slices.Insert(all.Entries, at+1, tree.Entry{Key: &key, Value: twin.movedEntry(all.Entries[at].Value)})
	}
	for _, name := range f.opts.Without {
		before := len(all.Entries)
		all.Entries = slices.DeleteFunc(all.Entries, func(e tree.Entry) bool { return e.Key.Text == name })
		if len(all.Entries) == before {
			f.list.Errorf(encounter.CodeUnknownThing, all.Span, "there is no %q in this encounter", name)
		}
	}
	node = node.With("combatants", all)
	node.Entries = slices.DeleteFunc(node.Entries, func(e tree.Entry) bool { return e.Key.Text == "script" || e.Key.Text == "odds" })
	return node
}

// movedEntry returns a combatant's entry for their twin, with the place moved. A zone has room for both.
func (t Twin) movedEntry(own *tree.Node) *tree.Node {
	place := own.Get("place")
	if place == nil || place.Kind != tree.Sequence {
		return own
	}
	moved := *place
	moved.Items = slices.Clone(place.Items)
	for i, by := range []int{t.Right, t.Down} {
		if i >= len(moved.Items) {
			break
		}
		if v, ok := new(big.Rat).SetString(moved.Items[i].Text); ok {
			item := *moved.Items[i]
			item.Text = v.Add(v, big.NewRat(int64(by), 1)).FloatString(decimalsOf(item.Text))
			moved.Items[i] = &item
		}
	}
	return own.With("place", &moved)
}

// decimalsOf returns the number of decimals in a written number.
func decimalsOf(text string) int {
	_, decimals, _ := strings.Cut(text, ".")
	return len(decimals)
}
