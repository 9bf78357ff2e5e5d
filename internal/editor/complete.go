package editor

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
	"github.com/rulec/rulec/lang/tree"
)

// Candidate is a possible completion at a place.
type Candidate struct {
	Description
	Name string
	// Behind is the text after the name: the colon of a key.
	Behind string
}

// mark is a name that nothing has. It is put where something is to be completed; the checks then list the names that could replace it, and
// these are offered.
const mark = "zz_completed_here_zz"

// Complete returns what could replace the word at a place of a file, and where that word is. The best come first.
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
	at := w.latest(name)
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

// openKeys are the possible keys at a place.
type openKeys struct {
	names  []string
	behind string
	// path are the keys that lead to the place, from the root of the file.
	path []string
	root *tree.Node
}

// pathBefore matches a line that ends within a path of keys.
var pathBefore = regexp.MustCompile(`(^|[{,])\s*(\w+\.)+$`)

// possible returns the possible names and keys between two texts.
func (w *Workspace) possible(name, before, behind string) (names []string, keys openKeys) {
	line := before[strings.LastIndexByte(before, '\n')+1:]
	rest, _, _ := strings.Cut(behind, "\n")
	lead := strings.TrimLeft(line, " -")
	alone := lead == "" || pathBefore.MatchString(line) || strings.HasSuffix(strings.TrimRight(line, " "), "{") || strings.HasSuffix(strings.TrimRight(line, " "), ",")
	colon := strings.HasPrefix(strings.TrimLeft(rest, " "), ":")
	tries := []string{mark}
	if alone && !colon {
		tries = append(tries, mark+": ")
	}
	if strings.TrimSpace(rest) == "" { // an unfinished statement
		tries = append(tries, mark+"()", mark+" += 0")
	}
	// Reading all texts takes time while a user waits: those without the mark are read only if the checks don't report the mark otherwise.
	for _, only := range []string{mark, ""} {
		offer(&names, &keys, tries, func(try string) (*diag.Diagnostic, *tree.Node) {
			return w.unknown(name, before+try+behind, only)
		})
		if names != nil || keys.names != nil {
			break
		}
	}
	if !colon && keys.names != nil {
		keys.behind = ":"
	}
	return names, keys
}

// offer adds the possible replacements of the mark, from the diagnostics on it in each of some forms.
func offer(names *[]string, keys *openKeys, tries []string, problemAt func(try string) (*diag.Diagnostic, *tree.Node)) {
	statement := false
	for i, try := range tries {
		key := strings.HasSuffix(try, ": ")
		if i > 0 && (!key && *names != nil && !statement || key && keys.names != nil) {
			continue // this is the place of a value, not of a statement; or these keys are known
		}
		d, root := problemAt(try)
		switch {
		case d == nil:
		case d.Code == tree.UnknownKey:
			if keys.names != nil {
				continue
			}
			keys.names, keys.root = d.Candidates, root
			above := map[int]declared{}
			enterKeys(above, nil, root)
			if path := above[d.Span.Start].path; len(path) > 0 {
				keys.path = path[:len(path)-1]
			}
		case i > 0 && *names != nil && !statement:
		default:
			statement = d.Code == syntax.CodeIdleStatement
			for _, n := range d.Candidates {
				if !slices.Contains(*names, n) {
					*names = append(*names, n)
				}
			}
		}
	}
}

// unknown checks a file that has the mark in it, and returns the diagnostic on the mark, with the file as a tree; nil if there is none.
// Only, if not empty, is the word that texts must have to be read.
func (w *Workspace) unknown(name, text, only string) (d *diag.Diagnostic, root *tree.Node) {
	open := maps.Clone(w.open)
	open[name] = text
	if whole, is := open[w.Whole(name)]; is && !lang.IsOurs(whole) {
		return nil, nil
	}
	w.texts.Try(func(texts *lang.Texts) {
		opts := w.options(open, w.Whole(name))
		opts.Texts, opts.Only = texts, only
		_, list := lang.LoadCases(w.Whole(name), opts)
		for _, x := range list {
			if x.Span.Source != nil && x.Span.Source.Name == name && x.Span.Text() == mark && len(x.Candidates) > 0 {
				d = x
				_, root = texts.File(name)
				return
			}
		}
	})
	return d, root
}

// declaredNames returns the declarations by name. If several have one name, the first counts.
func (c *Check) declaredNames() map[string]program.Use {
	if c.index != nil {
		return c.index
	}
	c.index = map[string]program.Use{}
	for _, u := range c.uses {
		if u.At != u.Decl {
			continue
		}
		if n := u.At.Text(); c.index[n].At.IsZero() {
			c.index[n] = u
		}
	}
	return c.index
}
