package editor

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rulec/rulec/internal/disk"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

// Definition returns the declaration of the name at a place of a file; for the path of a file, or the name of a ruleset, that file. False
// means none.
func (w *Workspace) Definition(name string, offset int) (diag.Span, bool) {
	c := w.Check(name)
	if u, ok := c.useAt(name, offset); ok && !u.Decl.IsZero() {
		return u.Decl, true
	}
	src, root := w.parsed(name)
	if src == nil {
		return diag.Span{}, false
	}
	if at := spotAt(root, offset); at.node != nil && !at.key && at.node.Kind == tree.Scalar {
		src := w.meant(c, at.node.Text, name)
		return diag.Span{Source: src}, src != nil
	}
	return diag.Span{}, false
}

// meant returns the file of a check that a text in a file names by its path, or by the name of the ruleset in it; nil if there is none.
func (w *Workspace) meant(c *Check, text, from string) *diag.Source {
	for _, file := range c.Files {
		if file != from && means(text, from, file) {
			src, _ := w.parsed(file)
			return src
		}
	}
	return nil
}

// A Link is the path of a file, or the name of a ruleset, and the beginning of the file that it means.
type Link struct{ At, To diag.Span }

// Links returns the names of other files at the top of a file.
func (w *Workspace) Links(name string) (list []Link) {
	c := w.Check(name)
	_, root := w.parsed(name)
	for _, key := range []string{"extends", "parts", "uses", "ruleset"} {
		for _, n := range tree.Items(root.Get(key)) {
			if src := w.meant(c, n.Text, name); src != nil {
				list = append(list, Link{n.Span, diag.Span{Source: src}})
			}
		}
	}
	return list
}

// means reports whether a text in a file is the path of another one, or the name of the ruleset in it.
func means(text, from, file string) bool {
	if path.Ext(text) == "" {
		return tree.IsName(text) && path.Base(strings.TrimPrefix(file, "rulec:")) == text+".yaml"
	}
	return path.Join(path.Dir(from), text) == path.Clean(file)
}

// References returns the places where the name at a place of a file is used, in all files that are open or in the workspace, its
// declaration first. Nil means that it is no declared name.
func (w *Workspace) References(name string, offset int) []diag.Span {
	u, ok := w.Check(name).useAt(name, offset)
	if !ok || u.Decl.IsZero() {
		return nil
	}
	spans := []diag.Span{u.Decl}
	for _, c := range w.about(u.Decl, name) {
		for _, at := range c.usesOf(u.Decl) {
			if !slices.Contains(spans, at) {
				spans = append(spans, at)
			}
		}
	}
	return spans
}

// about returns the checks of all files of the workspace that may use a declaration; the check of the file from comes first.
func (w *Workspace) about(decl diag.Span, from string) []*Check {
	checks := []*Check{w.Check(from)}
	var wholes []string
	for _, name := range w.files() {
		if !w.mentions(name, decl.Text()) && !w.mentions(name, tree.PluralOf(decl.Text())) {
			continue
		}
		whole := w.Whole(name)
		if slices.Contains(wholes, whole) {
			continue
		}
		wholes = append(wholes, whole)
		c := w.checked[whole]
		if c == nil {
			c = w.check(whole, w.open, w.texts, nil) // and not kept: the file isn't open
		}
		if slices.Contains(c.Files, decl.Source.Name) && !slices.Contains(checks, c) {
			checks = append(checks, c)
		}
	}
	return checks
}

// mentions reports whether a file contains a word.
func (w *Workspace) mentions(name, word string) bool {
	text, open := w.open[name]
	if !open {
		var read []byte
		var err error
		if w.opts.Files != nil {
			read, err = fs.ReadFile(w.opts.Files, name)
		} else {
			read, err = disk.Read(name, tree.MaxBytes)
		}
		if err != nil {
			return false
		}
		text = string(read)
	}
	for at := 0; ; {
		next := strings.Index(text[at:], word)
		if next < 0 {
			return false
		}
		at += next
		if start, end := wordAt(text, at); text[start:end] == word {
			return true
		}
		at += len(word)
	}
}

// files returns the names of all files that are open or in the workspace.
func (w *Workspace) files() []string {
	names := map[string]bool{}
	for name := range w.open {
		names[name] = true
	}
	switch {
	case w.opts.Files != nil:
		for _, name := range below(w.opts.Files) {
			names[name] = true
		}
	case w.folder != nil:
		for _, name := range below(w.folder) {
			names[lang.Shown(filepath.Join(w.opts.Root, filepath.FromSlash(name)))] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// mostFiles is the maximum number of files of a workspace searched for a name.
const mostFiles = 2000

// below returns the YAML files of a folder and of those below it; hidden folders are skipped.
func below(folder fs.FS) []string {
	var names []string
	_ = fs.WalkDir(folder, ".", func(name string, d fs.DirEntry, err error) error {
		hidden := name != "." && strings.HasPrefix(path.Base(name), ".")
		switch {
		case err != nil || hidden && !d.IsDir():
			return nil
		case hidden || d.IsDir() && path.Base(name) == "node_modules" || len(names) == mostFiles:
			return fs.SkipDir
		case !d.IsDir() && (path.Ext(name) == ".yaml" || path.Ext(name) == ".yml"):
			names = append(names, name)
		}
		return nil
	})
	return names
}

// Renamable returns the span of the name at a place of a file that could be renamed, or why not.
func (w *Workspace) Renamable(name string, offset int) (diag.Span, error) {
	u, ok := w.Check(name).useAt(name, offset)
	switch {
	case !ok:
		return diag.Span{}, errors.New("there is no declared name here")
	case u.Decl.IsZero():
		return diag.Span{}, fmt.Errorf("%q is built in, or it isn't declared in one place", u.At.Text())
	case !w.mine(u.Decl.Source.Name):
		return diag.Span{}, fmt.Errorf("%q is declared in %s, which is built in", u.At.Text(), u.Decl.Source.Name)
	}
	return u.At, nil
}

// mine reports whether a file can be changed: it is open, or on the disk of the workspace.
func (w *Workspace) mine(name string) bool {
	if _, open := w.open[name]; open {
		return true
	}
	return !strings.HasPrefix(name, "rulec:")
}

// Rename renames the thing named at a place of a file, everywhere, and returns the edits. It fails with the reason if that would cause a
// new error.
func (w *Workspace) Rename(name string, offset int, to string) ([]diag.Edit, error) {
	if _, err := w.Renamable(name, offset); err != nil {
		return nil, err
	}
	if !tree.IsName(to) {
		return nil, fmt.Errorf("%q isn't a name: use small letters, digits and underscores, a letter first", to)
	}
	spans := w.References(name, offset)
	if i := slices.IndexFunc(spans, func(s diag.Span) bool { return !w.mine(s.Source.Name) }); i >= 0 {
		return nil, fmt.Errorf("it is also used in %s, which can't be changed", spans[i].Source.Name)
	}
	old := spans[slices.IndexFunc(spans, func(s diag.Span) bool { return s.Start < s.End })].Text()
	news := map[string]string{old: to, tree.PluralOf(old): tree.PluralOf(to)} // the plural of a kind
	var edits []diag.Edit
	c := w.Check(name)
	for _, at := range spans {
		text, ok := news[at.Text()]
		switch {
		case at.Start == at.End: // a participant that is called like the type which gets a new name
			edits = append(edits, diag.Edit{At: at, Text: " " + to})
		case ok && c.untyped(at):
			edits = append(edits, diag.Edit{At: at, Text: text + " " + old})
		case ok:
			edits = append(edits, diag.Edit{At: at, Text: text})
		}
	}
	return edits, w.wouldHold(edits, name)
}

// wouldHold returns why edits can't be made: the new error that they would cause.
func (w *Workspace) wouldHold(edits []diag.Edit, from string) (err error) {
	open := maps.Clone(w.open)
	ofFile := map[string][]diag.Edit{}
	for _, e := range edits {
		ofFile[e.At.Source.Name] = append(ofFile[e.At.Source.Name], e)
	}
	for file, own := range ofFile {
		open[file] = own[0].At.Source.With(own)
	}
	for _, c := range w.about(edits[0].At, from) {
		w.texts.Try(func(texts *lang.Texts) {
			after := w.check(c.Name, open, texts, nil).List
			for _, d := range after {
				if d.Severity == diag.Error && !slices.ContainsFunc(c.List, func(x *diag.Diagnostic) bool { return x.Code == d.Code && x.Severity == diag.Error }) {
					err = fmt.Errorf("the new name would cause a mistake: %s", d.Line())
					return
				}
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Uses returns the places where the name at a place of a file is used in the files checked together with it.
func (w *Workspace) Uses(name string, offset int) []diag.Span {
	c := w.Check(name)
	u, ok := c.useAt(name, offset)
	if !ok || u.Decl.IsZero() {
		return nil
	}
	return c.usesOf(u.Decl)
}
