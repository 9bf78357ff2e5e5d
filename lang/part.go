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

// mostAbove is how many folders above the one that may be read are looked into for the ruleset of a part.
const mostAbove = 3

// WholeOf returns the path of the ruleset that a file is a part of: the nearest one, in its folder
// or in those above it, that lists the file. Empty: the file is no part, or nobody lists it.
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
	// The file lies at the top of what may be read, as it does for somebody who works in the folder of the parts.
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

// Lint returns everything that is wrong with a file of any sort, or with a ruleset that is given by its
// name; of a part all that is wrong with its ruleset, if one lists it.
func Lint(name string, opts Options) diag.List {
	if whole := WholeOf(name, opts); whole != "" {
		name = whole
	}
	_, list := Check(name, opts)
	return list
}

// Check is [LoadCases] for a file that nobody asks for cases, whatever it is: a part of a ruleset that nobody lists
// is checked as far as that can be.
func Check(name string, opts Options) ([]Case, diag.List) {
	if list, lone := lonePart(name, opts); lone {
		return nil, list
	}
	return LoadCases(name, opts)
}

// headed reports whether a file says what it is, so that it is no part.
func headed(text string) bool {
	return atTop(text, "ruleset", "encounter", "combatants", "cases", "common", "sequence", "state")
}

// atTop reports whether one of some keys stands at the beginning of a line. It looks at a whole text at every letter
// that somebody types, and so is no regular expression.
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

// IsOurs reports whether a text says that it is a file of this language and no part of one: there is YAML of all sorts.
func IsOurs(text string) bool { return atTop(text, "ruleset", "rulec") }

// MovesParts reports whether parts may belong to other rulesets once the text of a file is another one.
func MovesParts(before, after string) bool {
	return listsParts(before) || listsParts(after) || headed(before) != headed(after)
}

// wholeAbove returns the path of the ruleset that lists a part and stands in a folder or above it, as
// far as the disk goes; empty if there is none.
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

// lonePart checks a part of a ruleset that nobody lists, and reports whether the file is one. Without its
// ruleset nobody knows what its names mean: only what is wrong with its YAML is found, and that is said.
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
	list.Warnf(CodeWrongFile, firstKey(node), "no ruleset lists this file under parts: what its names and formulas mean isn't checked").
		WithHint("list it under parts: in a ruleset that stands in its folder or in one above; then it is checked with that")
	return list, true
}

// blameUnlisted says of names that nothing has which file beside declares them, where no ruleset lists it.
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

// unlisted returns the files of a folder that are parts of rulesets and that no ruleset lists.
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
			if fields := e.Value.Get("fields"); section.Key.Text == "kinds" && fields.Get(name) != nil {
				return true
			}
		}
	}
	return false
}

// holdsSections reports whether a file has sections of a ruleset, and nothing that it could have meant as
// the head of a ruleset, an encounter or a file of cases.
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
		case format.Ruleset.Has(e.Key.Text): // rules and params are, though they look like heads
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

// isYAML reports whether a file has an ending of files with rules.
func isYAML(name string) bool { return path.Ext(name) == ".yaml" || path.Ext(name) == ".yml" }

// listsParts reports whether a ruleset has parts.
func listsParts(text string) bool { return atTop(text, "parts") }

// lists reports whether a ruleset has a file among its parts.
func (f *files) lists(whole location, part string) bool {
	text, err := f.text(whole)
	if err != nil || !listsParts(text) {
		return false
	}
	read, known := f.opts.Texts.of(whole.shown(), text)
	if !known {
		read.node, _ = tree.Parse(diag.NewSource(whole.shown(), text))
	}
	for _, n := range tree.Items(read.node.Get("parts")) {
		if at, ok := whole.beside(n.Text); ok && at.path == part {
			return true
		}
	}
	return false
}
