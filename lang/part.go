package lang

import (
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/tree"
)

// mostAbove is how many folders above the readable one are searched for the ruleset of a part.
const mostAbove = 3

// WholeOf returns the path of the ruleset that a file is a part of: the nearest one, in its folder
// or a parent folder, that lists the file. It is empty if the file isn't a part or no ruleset lists it.
func WholeOf(name string, opts Options) string {
	f := &files{opts: opts}
	defer f.close()
	l, err := f.open(name)
	if err != nil {
		return ""
	}
	if text, err := f.text(l); err != nil || headed(text) {
		return ""
	}
	if whole := f.wholeAbove(l, path.Dir(l.path)); whole != "" || l.disk.root == "" || opts.Root != "" {
		return whole
	}
	// The file is at the root of what may be read, as when the user works in the folder of the parts.
	root, inside := l.disk.root, l.path
	for range mostAbove {
		inside = path.Join(filepath.Base(root), inside)
		root = filepath.Dir(root)
		above, err := f.openPath(filepath.Join(root, path.Base(inside)))
		if err != nil {
			return ""
		}
		if whole := f.wholeAbove(location{above.disk, inside}, "."); whole != "" {
			return whole
		}
	}
	return ""
}

// Lint returns all errors and warnings for a file of any type, or for a ruleset given by its
// name; for a part those of its ruleset, if one lists it.
func Lint(name string, opts Options) diag.List {
	if whole := WholeOf(name, opts); whole != "" {
		name = whole
	}
	_, list := Check(name, opts)
	return list
}

// Check is [LoadCases] for files of any type, such as parts: a part that no ruleset lists
// is checked as far as possible.
func Check(name string, opts Options) ([]Case, diag.List) {
	if list, lone := lonePart(name, opts); lone {
		return nil, list
	}
	return LoadCases(name, opts)
}

// headed reports whether a file states its type, so that it isn't a part.
func headed(text string) bool {
	return atTop(text, "ruleset", "encounter", "combatants", "cases", "common", "sequence", "state")
}

// atTop reports whether one of the keys is at the beginning of a line. It searches the whole text after every
// keystroke in an editor, so it doesn't use a regular expression.
func atTop(text string, keys ...string) bool {
	for _, key := range keys {
		for at := 0; ; {
			next := strings.Index(text[at:], key)
			if next < 0 {
				break
			}
			begin := at + next
			at = begin + len(key)
			if (begin == 0 || text[begin-1] == '\n') && strings.HasPrefix(strings.TrimLeft(text[at:], " \t"), ":") {
				return true
			}
		}
	}
	return false
}

// IsOurs reports whether a text declares itself a file of this language, and not a part: not all YAML is ours.
func IsOurs(text string) bool { return atTop(text, "ruleset", "rulec") }

// MovesParts reports whether a change to the text of a file may assign parts to other rulesets.
func MovesParts(before, after string) bool {
	return listsParts(before) || listsParts(after) || headed(before) != headed(after)
}

// wholeAbove returns the path of the ruleset that lists a part and is in a folder or above it, up to
// the root of the disk; empty if there is none.
func (f *files) wholeAbove(part location, folder string) string {
	for ; ; folder = path.Dir(folder) {
		for _, whole := range part.listing(folder) {
			if f.lists(whole, part.path) {
				return whole.shown()
			}
		}
		if folder == "." || folder == "/" {
			return ""
		}
	}
}

// lonePart checks a part that no ruleset lists, and reports whether the file is one. Without its
// ruleset its names have no meaning: only errors in the YAML are found, and a warning says so.
func lonePart(name string, opts Options) (diag.List, bool) {
	f := &files{opts: opts}
	defer f.close()
	l, err := f.open(name)
	if err != nil {
		return nil, false
	}
	text, err := f.text(l)
	if err != nil || headed(text) {
		return nil, false
	}
	node, list := tree.Parse(diag.NewSource(l.shown(), text))
	if list.HasErrors() || !holdsSections(node) {
		return nil, false
	}
	list.Warnf(CodeWrongFile, firstKey(node), "no ruleset lists this file under parts, so its names and formulas aren't checked").
		WithHint("list it under parts: of a ruleset in its folder or a folder above, and it is checked with that ruleset")
	return list, true
}

// blameUnlisted adds hints to errors about missing names that a file in the same folder declares, if no ruleset lists it.
func (f *files) blameUnlisted() {
	var lone map[string][]*tree.Node
	for _, d := range f.list {
		l, known := f.places[d.Span.Source]
		if !known || d.Severity != diag.Error || !d.Code.MissesName() {
			continue
		}
		folder := path.Dir(l.path)
		if lone == nil {
			lone = map[string][]*tree.Node{}
		}
		if _, looked := lone[folder]; !looked {
			lone[folder] = f.unlisted(l, folder)
		}
		for _, node := range lone[folder] {
			if declares(node, d.Span.Text()) {
				d.Fix = nil
				d.WithHint("%s declares it, but no ruleset lists that file under parts", path.Base(node.Span.Source.Name))
				break
			}
		}
	}
}

// unlisted returns the files of a folder that are parts but that no ruleset lists.
func (f *files) unlisted(l location, folder string) (nodes []*tree.Node) {
	for _, other := range l.listing(folder) {
		text, err := f.text(other)
		if err != nil || headed(text) || f.wholeAbove(other, folder) != "" {
			continue
		}
		if node, list := tree.Parse(diag.NewSource(other.shown(), text)); !list.HasErrors() && holdsSections(node) {
			f.opts.Texts.note(other.shown())
			nodes = append(nodes, node)
		}
	}
	return nodes
}

// declares reports whether a part declares a name: in a section, or as a field of a kind.
func declares(part *tree.Node, name string) bool {
	for _, section := range part.Entries {
		if section.Value.Get(name) != nil {
			return true
		}
		for _, e := range section.Value.Entries {
			named := func(field tree.Entry) bool { return field.Key.Text == name }
			if section.Key.Text == "kinds" && slices.ContainsFunc(e.Value.Fields(), named) {
				return true
			}
		}
	}
	return false
}

// holdsSections reports whether a file has sections of a ruleset, and no key that looks like
// the header of a ruleset, an encounter or a file of cases.
func holdsSections(node *tree.Node) bool {
	heads := slices.Clone(encounterKeys)
	for _, key := range format.Header {
		heads = append(heads, key.Name)
	}
	sections := false
	for _, e := range node.Entries {
		switch _, near := diag.Nearest(e.Key.Text, heads); {
		case slices.Contains(heads, e.Key.Text):
			return false
		case format.Ruleset.Has(e.Key.Text): // such as rules and params, although they are near a header key
			sections = true
		case near:
			return false
		}
	}
	return sections
}

// listing returns the YAML files of a folder.
func (l location) listing(folder string) []location {
	entries, err := fs.ReadDir(l.disk.files, folder)
	if err != nil {
		return nil
	}
	var list []location
	for _, e := range entries {
		if name := path.Join(folder, e.Name()); !e.IsDir() && isYAML(name) && name != l.path {
			list = append(list, location{l.disk, name})
		}
	}
	return list
}

// isYAML reports whether a file has a YAML extension.
func isYAML(name string) bool { return path.Ext(name) == ".yaml" || path.Ext(name) == ".yml" }

// listsParts reports whether a ruleset has parts.
func listsParts(text string) bool { return atTop(text, "parts") }

// lists reports whether a ruleset has a file among its parts.
func (f *files) lists(whole location, part string) bool {
	parts, known := f.listed[whole.shown()]
	if !known {
		parts = f.partsListed(whole)
		if f.listed == nil {
			f.listed = map[string][]*tree.Node{}
		}
		f.listed[whole.shown()] = parts
	}
	for _, n := range parts {
		if at, ok := whole.sibling(n.Text); ok && at.path == part {
			return true
		}
	}
	return false
}

// partsListed reads which parts a ruleset lists.
func (f *files) partsListed(whole location) []*tree.Node {
	text, err := f.text(whole)
	if err != nil || !listsParts(text) {
		return nil
	}
	read, known := f.opts.Texts.of(whole.shown(), text)
	if !known {
		read.node, _ = tree.Parse(diag.NewSource(whole.shown(), text))
	}
	return tree.Items(read.node.Get("parts"))
}
