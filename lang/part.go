package lang

import (
	"io/fs"
	"path"
	"regexp"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

// WholeOf returns the path of the ruleset that a file is a part of: the nearest one, in its folder
// or in those above it, that lists the file. Empty: the file is no part, or nobody lists it.
func WholeOf(name string, opts Options) string {
	f := &files{opts: opts}
	defer f.close()
	l, err := f.open(name)
	if err != nil {
		return ""
	}
	if src := f.source(l, diag.Span{}); src == nil || headed.MatchString(src.Text) {
		return ""
	}
	for folder := path.Dir(l.path); ; folder = path.Dir(folder) {
		for _, whole := range l.listing(folder) {
			if f.lists(whole, l.path) {
				return whole.shown()
			}
		}
		if folder == "." || folder == "/" {
			return ""
		}
	}
}

// headed is what stands in a file that isn't a part: a key with which a file says what it is.
var headed = regexp.MustCompile(`(?m)^(ruleset|encounter|combatants|cases|common|sequence|state)[ \t]*:`)

// look reads a file without reporting anything; nil if it can't be read.
func (f *files) look(l location) *tree.Node {
	src := f.source(l, diag.Span{})
	if src == nil {
		return nil
	}
	node, _ := tree.Parse(src)
	return node
}

// listing returns the YAML files of a folder.
func (l location) listing(folder string) []location {
	entries, err := fs.ReadDir(l.disk.files, folder)
	if err != nil {
		return nil
	}
	var list []location
	for _, e := range entries {
		if name := path.Join(folder, e.Name()); !e.IsDir() && strings.HasSuffix(name, ".yaml") && name != l.path {
			list = append(list, location{l.disk, name})
		}
	}
	return list
}

// lists reports whether a ruleset has a file among its parts.
func (f *files) lists(whole location, part string) bool {
	node := f.look(whole)
	for _, n := range tree.Items(node.Get("parts")) {
		if at, ok := whole.beside(n.Text); ok && at.path == part {
			return true
		}
	}
	return false
}
