package editor

import "github.com/rulec/rulec/lang/diag"

// Hint is a text that an editor shows inside of a line.
type Hint struct {
	// At is the name that it follows.
	At   diag.Span
	Text string
}

// Hints returns the values of the params that formulas and programs read between two places of a file.
func (w *Workspace) Hints(name string, from, to int) []Hint {
	c := w.Check(name)
	var list []Hint
	seen := map[int]bool{}
	for _, u := range c.uses {
		if u.At.Source.Name != name || u.At == u.Decl || u.At.Start < from || u.At.End > to || seen[u.At.End] {
			continue
		}
		path := w.pathOf(u.Decl)
		p := c.param(path)
		if at := w.pathOf(u.At); p == nil || at != nil { // a key that gives it a value
			continue
		}
		seen[u.At.End] = true
		list = append(list, Hint{u.At, "= " + paramText(p)})
	}
	return list
}
