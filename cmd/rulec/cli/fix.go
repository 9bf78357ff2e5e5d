package cli

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/rulec/rulec/internal/disk"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
)

// mostRounds is how often a file is fixed and checked again: one mistake may hide another.
const mostRounds = 20

// fixFiles fixes what it safely can in the named files, if they are in the paths of the command line, and reports
// the changes. With show it prints the differences and writes nothing. A text that was read instead of a file is
// printed.
func fixFiles(paths, names []string, opts lang.Options, show bool, out, report io.Writer) error {
	f := newFixer(paths, opts)
	for name, text := range opts.Instead {
		f.after[name] = text
	}
	for _, name := range names {
		for range mostRounds {
			if !f.round(lintFile(name, f.opts)) {
				break
			}
		}
	}
	if show {
		for _, name := range f.changed() {
			fmt.Fprintf(out, "%s", diff.Diff(name, []byte(f.before[name]), name, []byte(f.after[name])))
		}
		return nil
	}
	for name := range opts.Instead {
		delete(f.before, name)
		opts.Instead[name] = f.after[name]
		fmt.Fprint(forFile(out), f.after[name])
	}
	return f.write(report)
}

// newFixer returns a fixer that reads changed files as they will be, and only changes files that are named by a
// path or in a named folder.
func newFixer(paths []string, opts lang.Options) *fixer {
	f := &fixer{paths: paths, opts: opts, before: map[string]string{}, after: map[string]string{}}
	f.opts.Instead = f.after
	return f
}

// write writes the files that change, and reports the changes.
func (f *fixer) write(report io.Writer) error {
	for _, name := range f.changed() {
		if err := disk.Replace(name, []byte(f.after[name])); err != nil {
			return exit{exitFailed, err}
		}
	}
	for _, line := range f.reported {
		fmt.Fprintln(report, line)
	}
	return nil
}

// fixer fixes some files.
type fixer struct {
	paths []string
	opts  lang.Options
	// before and after are the texts of the files that change.
	before, after map[string]string
	// told are the changes, a line each.
	reported []string
}

// round applies the fixes of one list of diagnostics, and reports whether it changed anything.
func (f *fixer) round(list diag.List) bool {
	changed := false
	for _, src := range sourcesOf(list) {
		if why := f.leaves(src); why != "" {
			f.tell(diag.Visible(src.Name) + ": not changed, because " + why)
			continue
		}
		text, done := list.Fixed(src)
		for _, d := range done {
			line, column := src.Position(d.Span.Start)
			f.reported = append(f.reported, diag.Visible(fmt.Sprintf("%s:%d:%d: %s", src.Name, line, column, changes(d))))
		}
		if text == src.Text {
			continue
		}
		if _, known := f.before[src.Name]; !known {
			f.before[src.Name] = src.Text
		}
		f.after[src.Name] = text
		changed = true
	}
	return changed
}

// tell reports something, once.
func (f *fixer) tell(line string) {
	if !slices.Contains(f.reported, line) {
		f.reported = append(f.reported, line)
	}
}

// leaves returns the reason why a file with fixable mistakes isn't changed, empty if it is.
func (f *fixer) leaves(src *diag.Source) string {
	if _, known := f.after[src.Name]; known {
		return ""
	}
	text, err := os.ReadFile(src.Name)
	name := filepath.Clean(src.Name)
	named := slices.ContainsFunc(f.paths, func(path string) bool {
		path = filepath.FromSlash(lang.Shown(path))
		return path == name || path == "." && filepath.IsLocal(name) || strings.HasPrefix(name, path+string(filepath.Separator))
	})
	switch {
	case err != nil || diag.UTF8(string(text)) != src.Text:
		return "it is built in, or it has just been changed elsewhere"
	case !named:
		return "you didn't name it; name it to fix it, too"
	}
	return ""
}

// changes describes a fix.
func changes(d *diag.Diagnostic) string {
	var list []string
	for _, e := range d.Fix {
		old := e.At.Text()
		switch {
		case old == "":
			list = append(list, quoted(cmp.Or(strings.TrimSpace(e.Text), e.Text))+" added")
		case e.Text == "":
			list = append(list, quoted(old)+" removed")
		default:
			list = append(list, fmt.Sprintf("%s is now %s", quoted(old), quoted(e.Text)))
		}
	}
	return strings.Join(list, ", ") + ": " + d.Message
}

// quoted quotes a piece of a file, unless it has its own quotes.
func quoted(text string) string {
	if len(text) > 1 && strings.ContainsAny(text[:1], `"'`) && text[0] == text[len(text)-1] {
		return text
	}
	return strconv.Quote(text)
}

// changed returns the names of the files that change.
func (f *fixer) changed() []string {
	var names []string
	for name, text := range f.before {
		if f.after[name] != text {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// sourcesOf returns the files that fixes of a list change.
func sourcesOf(list diag.List) []*diag.Source {
	var sources []*diag.Source
	for _, d := range list {
		for _, e := range d.Fix {
			if e.At.Source != nil && !slices.Contains(sources, e.At.Source) {
				sources = append(sources, e.At.Source)
			}
		}
	}
	return sources
}
