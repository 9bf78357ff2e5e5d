package lang

import (
	"maps"
	"slices"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/syntax"
	"github.com/rulec/rulec/lang/tree"
)

// Texts caches parsed files, and the programs and formulas in them, for as long as
// they don't change: [Options.Texts]. It is for one goroutine. A file that hasn't changed keeps its
// source, so that spans of one load can be compared with those of another.
type Texts struct {
	files map[string]parsed
	trees *syntax.Trees
	// read are the files of the last load, by name.
	read []string
	// trial is set during Try: the sources that were read only for it.
	trial map[*diag.Source]bool
}

// NewTexts returns an empty cache.
func NewTexts() *Texts {
	return &Texts{files: map[string]parsed{}, trees: syntax.NewTrees()}
}

// Try calls f with a copy of the cache, and forgets afterwards what the copy added.
func (t *Texts) Try(f func(*Texts)) {
	trial := &Texts{files: maps.Clone(t.files), trees: t.trees, trial: map[*diag.Source]bool{}}
	f(trial)
	for src := range trial.trial {
		t.trees.Forget(src)
	}
}

// Read returns the names of the files that the last load read, in order.
func (t *Texts) Read() []string { return slices.Clone(t.read) }

// File returns a file as it was last parsed; the node is nil if nothing could be read.
func (t *Texts) File(name string) (*diag.Source, *tree.Node) {
	p := t.files[name]
	return p.source, p.node
}

// Formulas returns the formulas and programs of a file as they were last read, in no order.
func (t *Texts) Formulas(src *diag.Source) []diag.Fragment { return t.trees.Texts(src) }

// begin prepares for another load, and returns the cached programs and formulas.
func (t *Texts) begin() *syntax.Trees {
	t.read = nil
	return t.trees
}

// note remembers that a file is read. A nil cache ignores it.
func (t *Texts) note(name string) {
	if t != nil {
		t.read = append(t.read, name)
	}
}

// of returns the cached parse of a file if its text is the same.
func (t *Texts) of(name, text string) (parsed, bool) {
	if t == nil {
		return parsed{}, false
	}
	p, ok := t.files[name]
	return p, ok && p.source.Text == text
}

// keep caches a parsed file. It replaces an older text of the file.
func (t *Texts) keep(p parsed) {
	if t == nil || p.fault != nil {
		return
	}
	switch old := t.files[p.source.Name].source; {
	case old == p.source:
	case t.trial != nil:
		t.trial[p.source] = true
	case old != nil:
		t.trees.Forget(old)
	}
	t.files[p.source.Name] = p
}
