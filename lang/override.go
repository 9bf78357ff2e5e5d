package lang

import (
	"maps"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/encounter"
	"github.com/rulec/rulec/lang/tree"
)

// splitSetting splits the name of a setting like zora.brawn into a combatant, another
// thing of the encounter or a side, and one of its keys.
func splitSetting(name string) (who, key string, ok bool) { return strings.Cut(name, ".") }

// withKeys returns an encounter with the keys of combatants, things and sides from
// Options.Set.
func (f *files) withKeys(node *tree.Node) *tree.Node {
	for _, name := range slices.Sorted(maps.Keys(f.opts.Set)) {
		who, key, ok := splitSetting(name)
		if !ok {
			continue
		}
		value, list := tree.Parse(diag.NewSource(f.flag(name)+" "+name, f.opts.Set[name]))
		f.list = append(f.list, list...)
		if value == nil {
			continue
		}
		if node, ok = withKey(node, who, key, value); !ok {
			f.unknownOwner(node, who, value.Span)
		}
	}
	f.wantEffect(node)
	return node
}

// over returns an encounter with the keys from Options.Over.
func (f *files) over(node *tree.Node) *tree.Node {
	if f.opts.Over == nil {
		return node
	}
	keys, list := tree.Parse(f.opts.Over)
	f.list = append(f.list, list...)
	for _, e := range tree.EntriesOf(keys) {
		node = node.With(e.Key.Text, e.Value)
	}
	return node
}

// wantEffect rejects a tactic for a side that would change nothing, because everyone on
// that side has their own.
func (f *files) wantEffect(node *tree.Node) {
	for _, side := range tree.EntriesOf(node.Get("sides")) {
		n := side.Value.Get("tactic")
		if n == nil || f.opts.Set[side.Key.Text+".tactic"] == "" || encounter.Thinks(n) {
			continue
		}
		if !slices.ContainsFunc(tree.EntriesOf(node.Get("combatants")), func(c tree.Entry) bool {
			on := c.Value.Get("side")
			return on != nil && on.Text == side.Key.Text && c.Value.Get("tactic") == nil
		}) {
			f.list.Errorf(encounter.CodeUnknownSide, n.Span, "everyone on side %q has their own tactic, so this would change nothing", side.Key.Text)
		}
	}
}

// withKey returns an encounter with another value for a key of a combatant, thing or side.
func withKey(node *tree.Node, who, key string, value *tree.Node) (*tree.Node, bool) {
	for _, section := range []string{"combatants", "things"} {
		all := node.Get(section)
		own := all.Get(who)
		if own == nil || own.Kind != tree.Mapping {
			continue
		}
		if key == "tactic" {
			value = encounter.InPlaceOf(own.Get(key), value)
		}
		return node.With(section, all.With(who, own.With(key, value))), true
	}
	if !slices.Contains(sidesOf(node), who) {
		return node, false
	}
	sides := node.Get("sides")
	return node.With("sides", sides.With(who, sides.Get(who).With(key, value))), true
}

// sidesOf returns the sides that the combatants of an encounter name.
func sidesOf(node *tree.Node) []string {
	var sides []string
	for _, e := range tree.EntriesOf(node.Get("combatants")) {
		if side := e.Value.Get("side"); side != nil {
			sides = append(sides, side.Text)
		}
	}
	return sides
}

// unknownOwner reports a setting for a combatant, thing or side that doesn't exist.
func (f *files) unknownOwner(node *tree.Node, who string, at diag.Span) {
	var names []string
	for _, section := range []string{"combatants", "things"} {
		for _, e := range tree.EntriesOf(node.Get(section)) {
			names = append(names, e.Key.Text)
		}
	}
	names = append(names, sidesOf(node)...)
	d := f.list.Errorf(encounter.CodeUnknownThing, at, "there is no %q in this encounter", who)
	d.MeanOneOf(who, names)
}

// rejectKeys reports settings for combatants if there is no encounter.
func (f *files) rejectKeys() {
	for _, name := range slices.Sorted(maps.Keys(f.opts.Set)) {
		if who, _, ok := splitSetting(name); ok {
			src := f.setting(name)
			f.list.Errorf(encounter.CodeUnknownThing, diag.Span{Source: src, End: len(who)}, "there is no %q here: this isn't an encounter", who)
		}
	}
}
