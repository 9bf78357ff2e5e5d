package editor

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
)

// Workspace has the texts open in an editor, and their checks. It is for one goroutine.
type Workspace struct {
	opts lang.Options
	// open are the texts in the editor, by the files' names in messages.
	open  map[string]string
	texts *lang.Texts
	// folder is the workspace's folder on disk; nil means none.
	folder fs.FS
	// wholes are the rulesets that open files are parts of; empty for a file that is no part. wholesBefore are those before the last
	// change.
	wholes, wholesBefore map[string]string
	// keys are the keys of files, by position.
	keys map[*diag.Source]map[int]declared
	// uses is how many uses the last check of a file has found.
	uses map[string]int
	// checked are the checks that are still valid, by the checked file; before are the last ones.
	checked, before map[string]*Check
}

// Check is the result of checking a file, with everything that it is made of.
type Check struct {
	// Name is the checked file: for a part the ruleset that lists it.
	Name string
	// List has all diagnostics, sorted by place.
	List diag.List
	// Files are the names of all files that were read.
	Files []string
	uses  []program.Use
	// index has the declarations by name, once they were needed.
	index map[string]program.Use
	// cases are the encounters and cases in it.
	cases []lang.Case
	// ruleset is the ruleset, if it has no errors.
	ruleset *program.Program
}

// New returns a workspace with nothing open. Options say where to find files.
func New(opts lang.Options) *Workspace {
	w := &Workspace{
		opts: opts, open: map[string]string{}, texts: lang.NewTexts(),
		keys: map[*diag.Source]map[int]declared{}, uses: map[string]int{}, wholes: map[string]string{}, wholesBefore: map[string]string{}, before: map[string]*Check{},
	}
	if opts.Files == nil && opts.Root != "" {
		w.folder = os.DirFS(opts.Root)
	}
	w.Refresh()
	return w
}

// Set sets the text of a file in the editor, by its name in messages.
func (w *Workspace) Set(name, text string) {
	text = diag.UTF8(text)
	if before, known := w.open[name]; !known || lang.MovesParts(before, text) {
		w.lost()
	}
	w.open[name] = text
	w.forget(name)
}

// Drop closes a file in the editor: its text on disk is used again.
func (w *Workspace) Drop(name string) {
	delete(w.open, name)
	delete(w.before, name)
	delete(w.uses, name)
	w.forget(name)
}

// Refresh must be called when files may have changed on disk.
func (w *Workspace) Refresh() {
	w.lost()
	w.checked = map[string]*Check{}
}

// lost forgets which files are parts of which rulesets.
func (w *Workspace) lost() {
	if len(w.wholes) > 0 {
		maps.Copy(w.wholesBefore, w.wholes)
		w.wholes = map[string]string{}
	}
}

// Text returns the text of a file in the editor, and whether it is open.
func (w *Workspace) Text(name string) (string, bool) {
	text, ok := w.open[name]
	return text, ok
}

// Open returns the names of all files open in the editor, sorted.
func (w *Workspace) Open() []string { return slices.Sorted(maps.Keys(w.open)) }

// forget drops the checks that have read a file.
func (w *Workspace) forget(name string) {
	maps.DeleteFunc(w.keys, func(src *diag.Source, _ map[int]declared) bool { return src.Name == name })
	maps.DeleteFunc(w.checked, func(whole string, c *Check) bool {
		return whole == name || slices.Contains(c.Files, name)
	})
}

// Whole returns the file to check for another one: for a part the ruleset that lists it, else the file itself.
func (w *Workspace) Whole(name string) string {
	whole, known := w.wholes[name]
	if !known {
		opts := w.options(w.open, name)
		opts.Texts = w.texts
		if whole = lang.WholeOf(name, opts); whole == "" && w.unreadable(w.wholesBefore[name]) {
			whole = w.wholesBefore[name]
		}
		w.wholes[name] = whole
	}
	if whole == "" {
		return name
	}
	return whole
}

// unreadable reports whether an open file is a ruleset that can't be read just now: its parts stay its parts meanwhile.
func (w *Workspace) unreadable(name string) bool {
	text, open := w.open[name]
	if !open || !lang.IsOurs(text) {
		return false
	}
	_, list := tree.Parse(diag.NewSource(name, text))
	return list.HasErrors()
}

// Check checks a file with everything that it is made of, or returns the last check, if nothing has changed since.
func (w *Workspace) Check(name string) *Check { return w.CheckUnless(name, nil) }

// CheckUnless does the same as Check, but gives up and returns nil once stop reports that something else comes first.
func (w *Workspace) CheckUnless(name string, stop func() bool) *Check {
	whole := w.Whole(name)
	if c := w.checked[whole]; c != nil {
		return c
	}
	c := w.check(whole, w.open, w.texts, stop)
	if c == nil {
		return nil
	}
	w.checked[whole] = c
	if c.List.HasErrors() {
		c.takeOver(w.before[whole])
	}
	w.before[whole] = c
	return c
}

// Rules returns the ruleset of a file, or that by which its fights are played, as it was last without mistakes; nil means none.
func (w *Workspace) Rules(name string) *program.Program { return w.Check(name).ruleset }

// latest returns the check of a file, if need be that before the last change: no one should wait for a check to learn only what things are.
func (w *Workspace) latest(name string) *Check {
	whole := w.Whole(name)
	if c := w.checked[whole]; c != nil {
		return c
	}
	if c := w.before[whole]; c != nil {
		return c
	}
	return w.Check(name)
}

// takeOver adds the earlier knowledge about names to a check with errors, for files of which it knows nothing: of an encounter whose
// ruleset has an error, say.
func (c *Check) takeOver(before *Check) {
	if before == nil {
		return
	}
	known := map[string]bool{}
	var last *diag.Source
	for _, u := range c.uses {
		if u.At.Source != last {
			last = u.At.Source
			known[last.Name] = true
		}
	}
	for _, u := range before.uses {
		if !known[u.At.Source.Name] {
			c.uses = append(c.uses, u)
		}
	}
	if c.ruleset == nil {
		c.ruleset = before.ruleset
	}
}

// check checks a file with these texts instead of those on disk; nil if it was stopped.
func (w *Workspace) check(whole string, open map[string]string, texts *lang.Texts, stop func() bool) *Check {
	c, uses := &Check{Name: whole, Files: []string{whole}}, program.NewUses(w.uses[whole])
	opts := w.options(open, whole)
	opts.Texts, opts.Uses, opts.Prove = texts, uses, prover{c, interp.Prover{}}
	stopped := false
	if stop != nil {
		opts.Stop = func() bool { stopped = stopped || stop(); return stopped }
	}
	c.cases, c.List = lang.Check(whole, opts)
	if stopped {
		return nil
	}
	for _, name := range texts.Read() {
		if !slices.Contains(c.Files, name) {
			c.Files = append(c.Files, name)
		}
	}
	c.uses = uses.All()
	if texts == w.texts {
		c.uses = append(c.uses, w.fileUses(c, c.uses)...)
		w.uses[whole] = len(c.uses)
	}
	return c
}

// options returns the options for loading a file. A file outside of the workspace has its own folder for the files that it names.
func (w *Workspace) options(open map[string]string, name string) lang.Options {
	opts := w.opts
	opts.Instead = open
	if opts.Root != "" {
		full, err := filepath.Abs(filepath.FromSlash(name))
		if inside, outside := filepath.Rel(opts.Root, full); err != nil || outside != nil || !filepath.IsLocal(inside) {
			opts.Root = ""
		}
	}
	return opts
}

// prover keeps the current ruleset, and its code for all encounters of a file.
type prover struct {
	check *Check
	interp.Prover
}

func (p prover) Ruleset(of *program.Program) diag.List {
	p.check.ruleset = of
	return p.Prover.Ruleset(of)
}

// parsed returns a file of a check as a tree; nil if it can't be read.
func (w *Workspace) parsed(name string) (*diag.Source, *tree.Node) {
	text, open := w.open[name]
	if src, node := w.texts.File(name); src != nil && (!open || src.Text == text) {
		return src, node
	}
	if !open {
		return nil, nil
	}
	src := diag.NewSource(name, text)
	node, _ := tree.Parse(src)
	return src, node
}
