package editor

import (
	"maps"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
	"github.com/rulec/rulec/lang/tree"
)

// Candidate is something that could stand at a place.
type Candidate struct {
	Description
	Name string
	// Behind is what belongs behind the name: the colon of a key.
	Behind string
}

// mark is a name that nobody has. It is put where something is to be completed, and what the
// checks then say could stand in its place is what is offered.
const mark = "zz_completed_here_zz"

// Complete returns what could stand at a place of a file in the place of the word that stands
// there, and where that word is. The best come first.
func (w *Workspace) Complete(name string, offset int) (list []Candidate, start, end int) {
	src, _ := w.parsed(name)
	if text, ok := w.open[name]; ok && (src == nil || src.Text != text) {
		src = diag.NewSource(name, text)
	}
	if src == nil {
		return nil, offset, offset
	}
	start, end = wordAt(src.Text, offset)
	names, keys := w.possible(name, src.Text[:start], src.Text[end:])
	at := w.Check(name)
	index := at.declaredNames()
	for _, n := range names {
		c := Candidate{Name: n}
		if u, ok := index[n]; ok {
			c.Description = w.describeUse(at, u)
		} else if d, ok := describeWord(n); ok {
			c.Description = d
		}
		list = append(list, c)
	}
	for _, n := range keys.names {
		c := Candidate{Name: n, Behind: keys.behind}
		if d, ok := describeKey(keys.root, append(slices.Clone(keys.path), n)); ok {
			c.Description = d
		} else if u, ok := index[n]; ok {
			c.Description = w.describeUse(at, u)
		}
		list = append(list, c)
	}
	return list, start, end
}

// openKeys are keys that could stand at a place.
type openKeys struct {
	names  []string
	behind string
	// path are the keys that lead to the place, from the root of the file.
	path []string
	root *tree.Node
}

// possible returns which names and which keys could stand between two texts.
func (w *Workspace) possible(name, before, behind string) (names []string, keys openKeys) {
	line := before[strings.LastIndexByte(before, '\n')+1:]
	rest, _, _ := strings.Cut(behind, "\n")
	lead := strings.TrimLeft(line, " -")
	alone := lead == "" || strings.HasSuffix(strings.TrimRight(line, " "), "{") || strings.HasSuffix(strings.TrimRight(line, " "), ",")
	colon := strings.HasPrefix(strings.TrimLeft(rest, " "), ":")
	tries := []string{mark}
	if alone && !colon {
		tries = append(tries, mark+": ")
	}
	if strings.TrimSpace(rest) == "" { // a statement that isn't finished
		tries = append(tries, mark+"()", mark+" += 0")
	}
	statement := false
	for i, try := range tries {
		d, root := w.unknown(name, before+try+behind)
		switch {
		case d == nil:
		case d.Code == tree.UnknownKey:
			if keys.names != nil {
				continue
			}
			keys = openKeys{names: d.Candidates, root: root}
			if !colon {
				keys.behind = ":"
			}
			above := map[int]declared{}
			enterKeys(above, nil, root)
			if path := above[d.Span.Start].path; len(path) > 0 {
				keys.path = path[:len(path)-1]
			}
		case i > 0 && names != nil && !statement:
		default:
			statement = d.Code == syntax.CodeIdleStatement
			for _, n := range d.Candidates {
				if !slices.Contains(names, n) {
					names = append(names, n)
				}
			}
		}
	}
	return names, keys
}

// unknown checks a file that has the mark in it, and returns what is said of the mark, with the
// file as a tree; nil if nothing is.
func (w *Workspace) unknown(name, text string) (d *diag.Diagnostic, root *tree.Node) {
	open := maps.Clone(w.open)
	open[name] = text
	w.texts.Try(func(texts *lang.Texts) {
		for _, x := range w.check(w.Whole(name), open, texts).List {
			if x.Span.Source != nil && x.Span.Source.Name == name && x.Span.Text() == mark && len(x.Candidates) > 0 {
				d = x
				_, root = texts.File(name)
				return
			}
		}
	})
	return d, root
}

// declaredNames returns where things are declared, by name. Where several have one name the first
// counts.
func (c *Check) declaredNames() map[string]program.Use {
	index := map[string]program.Use{}
	for _, u := range c.uses {
		if u.At != u.Decl {
			continue
		}
		if n := u.At.Text(); index[n].At.IsZero() {
			index[n] = u
		}
	}
	return index
}
