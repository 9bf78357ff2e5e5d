package lang

import (
	"cmp"
	"slices"

	"github.com/rulec/rulec/lang/decls"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

// Resolve reads a ruleset with its parts and bases and returns it as one file:
// the input of the checks of [Load], with all overlays applied and
// with the params from Options.Set. Every node keeps its place in the original
// file. The node is nil if the list has errors; nothing is checked
// beyond the files and their overlays. The list is sorted by place.
//
// Spec: overlays.md.
func Resolve(name string, opts Options) (*tree.Node, diag.List) {
	return guarded(opts, func(f *files) *tree.Node {
		root, _ := f.rulesetFile(name)
		if root == nil {
			return nil
		}
		return whole(tree.Overlay(root, f.asOverlay(), &f.list), &f.list)
	})
}

// whole returns a ruleset with all that its definitions have from others, and with the figures that its sentences name.
func whole(root *tree.Node, list *diag.List) *tree.Node {
	root, _ = tree.Figures(decls.Likes(root, list), list)
	return root
}

// ResolveFile is [Resolve] for any file of the language. A file that isn't a ruleset has no
// overlays: it is returned as written, with the values from Options.Set. The list is
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
			f.rejectKeys()
			root := f.rulesetNode(node, l, diag.Span{}, nil)
			if root == nil {
				return nil
			}
			return whole(tree.Overlay(root, f.asOverlay(), &f.list), &f.list)
		case node.Get("combatants") != nil:
			node = f.withKeys(node)
		default:
			f.rejectKeys()
		}
		return merged(node, f.asOverlay())
	})
}

// IsRuleset reports whether a file is a ruleset. It returns false if the file can't be read.
func IsRuleset(name string, opts Options) bool { return fileIs(name, opts, likeRuleset) }

// RulesetNamed returns the path of the ruleset that a file names, by its path or its name; empty means that there is none.
//
// Spec: files.md.
func RulesetNamed(file, ref string, opts Options) string {
	found, _ := guarded(opts, func(f *files) *string {
		found := ""
		if from, err := f.open(file); err == nil {
			if l, ok := f.refer(&tree.Node{Kind: tree.Scalar, Text: ref}, from); ok {
				found = l.shown()
			}
		}
		f.list = nil
		return &found
	})
	return *cmp.Or(found, new(string))
}

// fileIs reports whether a file can be read and is of a type.
func fileIs(name string, opts Options, ofType func(*tree.Node) bool) bool {
	is, _ := guarded(opts, func(f *files) *bool {
		node, _ := f.userFile(name)
		f.list = nil
		is := node != nil && ofType(node)
		return &is
	})
	return is != nil && *is
}

// likeRuleset reports whether a file looks like a ruleset, or like no other type.
func likeRuleset(node *tree.Node) bool {
	has := func(key string) bool { return node.Get(key) != nil }
	return !has("sequence") && !has("state") &&
		(rulesetKey(node) != nil || !has("cases") && !slices.ContainsFunc(encounterKeys, has))
}

// OwnFiles reads the files of a ruleset: its own and its parts, without
// its bases, each as a tree. Errors are in the list.
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

// asOverlay returns the params of Options.Set as an overlay: `set: {NAME: VALUE}`.
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
		set.Span = set.Entries[0].Key.Span
		over = over.With("set", set)
	}
	return over
}
