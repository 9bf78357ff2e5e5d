package lang

import (
	"slices"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

// Resolve reads a ruleset with its parts and bases and returns it as one file:
// what [Load] goes on to check, after all overlays were laid over each other and
// with the params that Options.Set gives. Every node keeps the place in the file
// that it came from. The node is nil if the list has errors; nothing is checked
// beyond the files and how they lie over each other. The list is sorted by place.
//
// Spec: overlays.md.
func Resolve(name string, opts Options) (*tree.Node, diag.List) {
	f := &files{opts: opts}
	defer f.close()
	root, _ := f.rulesetFile(name)
	if root == nil {
		return nil, f.sorted()
	}
	root = tree.Overlay(root, f.asOverlay(), &f.list)
	return usable(root, f.list), f.sorted()
}

// ResolveFile is [Resolve] for any file of the language. What is no ruleset is laid over
// nothing: it is as it stands in its own file, with what Options.Set gives. The list is
// sorted by place.
//
// Spec: files.md.
func ResolveFile(name string, opts Options) (*tree.Node, diag.List) {
	return guarded(opts, func(f *files) *tree.Node {
		node, l := f.userFile(name)
		switch {
		case node == nil:
			return nil
		case likeRuleset(node):
			f.refuseKeys()
			root := f.rulesetNode(node, l, diag.Span{}, nil)
			if root == nil {
				return nil
			}
			return tree.Overlay(root, f.asOverlay(), &f.list)
		case node.Get("combatants") != nil:
			node = f.withKeys(node)
		default:
			f.refuseKeys()
		}
		return merged(node, f.asOverlay())
	})
}

// IsRuleset reports whether a file is a ruleset; false also if it can't be read.
func IsRuleset(name string, opts Options) bool {
	is, _ := guarded(opts, func(f *files) *bool {
		node, _ := f.userFile(name)
		f.list = nil
		is := node != nil && likeRuleset(node)
		return &is
	})
	return is != nil && *is
}

// likeRuleset reports whether a file shows itself as a ruleset, or as nothing else.
func likeRuleset(node *tree.Node) bool {
	others := []string{"encounter", "combatants", "common", "cases", "sequence", "state"}
	return rulesetKey(node) != nil ||
		!slices.ContainsFunc(others, func(key string) bool { return node.Get(key) != nil })
}

// OwnFiles reads the files that a ruleset consists of: its own and its parts, without
// its bases, each as a tree. What is wrong with them is in the list.
//
// Spec: files.md.
func OwnFiles(name string, opts Options) ([]*tree.Node, diag.List) {
	f := &files{opts: opts}
	defer f.close()
	own, l := f.userFile(name)
	if own == nil {
		return nil, f.sorted()
	}
	parts, _ := f.partsOf(own, l)
	return append([]*tree.Node{own}, parts...), f.sorted()
}

// asOverlay returns what Options.Set says as a file would: `set: {NAME: VALUE}`.
func (f *files) asOverlay() *tree.Node {
	set := &tree.Node{Kind: tree.Mapping, Style: tree.Flow}
	for _, s := range f.settings() {
		set.Entries = append(set.Entries, tree.Entry{
			Key:   &tree.Node{Kind: tree.Scalar, Text: s.Name, Span: s.NameAt},
			Value: &tree.Node{Kind: tree.Scalar, Text: s.Value.Text, Span: s.ValueAt},
		})
	}
	over := &tree.Node{Kind: tree.Mapping, Style: tree.Block}
	if len(set.Entries) > 0 {
		key := &tree.Node{Kind: tree.Scalar, Text: "set", Span: set.Entries[0].Key.Span}
		over.Entries = []tree.Entry{{Key: key, Value: set}}
	}
	return over
}
