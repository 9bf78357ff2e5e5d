package editor

import (
	"slices"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

// Symbol is a section of a file, or one of its declarations.
type Symbol struct {
	Name string
	// Detail is its title, or its beginning; may be empty.
	Detail string
	// Key is its name in the file, Whole the whole of it.
	Key, Whole diag.Span
	Sections   []Symbol
}

// spoken are the keys with which a mapping describes itself: they are no symbols.
var spoken = []string{"rulec", "title", "version", "about", "covers"}

// Symbols returns the contents of a file: its sections with their declarations.
func (w *Workspace) Symbols(name string) []Symbol {
	_, root := w.parsed(name)
	const depth, underVerb = 2, 3
	var list []Symbol
	for _, e := range tree.EntriesOf(root) {
		levels := depth
		if slices.Contains(tree.Verbs(), e.Key.Text) {
			levels = underVerb
		}
		list = append(list, symbols([]tree.Entry{e}, levels)...)
	}
	return list
}

func symbols(entries []tree.Entry, levels int) []Symbol {
	var list []Symbol
	for _, e := range entries {
		if levels == 0 || slices.Contains(spoken, e.Key.Text) {
			continue
		}
		s := Symbol{Name: e.Key.Text, Key: e.Key.Span, Whole: e.Key.Span.To(e.Value.Span)}
		switch title := e.Value.Get("title"); {
		case title != nil:
			s.Detail = title.Text
		case e.Value.Kind == tree.Scalar && e.Value.Style != tree.Literal && e.Value.Style != tree.Folded:
			s.Detail = e.Value.Text
		}
		s.Sections = symbols(e.Value.Entries, levels-1)
		list = append(list, s)
	}
	return list
}

// Declared is a declaration in the files of the workspace.
type Declared struct {
	Name, Head string
	At         diag.Span
}

// Declarations returns the declarations of the open files, and of all files they are made of, by name.
func (w *Workspace) Declarations() []Declared {
	var list []Declared
	seen := map[diag.Span]bool{}
	for _, name := range w.Open() {
		c := w.Check(name)
		for _, u := range c.uses {
			if u.At != u.Decl || seen[u.Decl] {
				continue
			}
			seen[u.Decl] = true
			if path := withoutVerb(w.pathOf(u.Decl)); len(path) == 2 {
				list = append(list, Declared{path[1], singular(path[0]), u.Decl})
			}
		}
	}
	return list
}
