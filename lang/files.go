package lang

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

// What a ruleset may consist of.
const (
	// MaxFiles is the largest number of files, parts and bases included.
	MaxFiles = 64
	// MaxTotal is the largest number of bytes of all files together: 8 MiB.
	MaxTotal = 8 << 20
	// MaxDepth is how many rulesets may extend each other, the last base included.
	MaxDepth = 8
)

// location is a file: its path inside a file system, and how that file system's
// root is called in messages.
type location struct {
	files fs.FS
	path  string // with forward slashes, as fs.ValidPath wants it
	root  string // "." for the working directory, "" where paths are shown as they are
}

// shown returns how messages call the file.
func (l location) shown() string { return path.Join(l.root, l.path) }

// folder returns the folder that the file is in, as messages call it.
func (l location) folder() string { return path.Dir(l.shown()) }

// beside returns the file that a path in this file means, and whether it lies
// inside the file system.
func (l location) beside(name string) (location, bool) {
	l.path = path.Join(path.Dir(l.path), name)
	return l, !path.IsAbs(name) && fs.ValidPath(l.path)
}

// files opens files and counts them.
type files struct {
	opts Options
	list diag.List
	// torn are what is wrong with the YAML itself.
	torn    diag.List
	count   int
	bytes   int
	sources []*diag.Source
	// used are the shared definitions that have been taken.
	used map[string]bool
	// bases are the sources that a file lies over, by the name of the file.
	bases map[string][]*diag.Source
	// roots are the folders that have been opened; nothing outside them is read.
	roots []*os.Root
}

func (f *files) close() {
	for _, r := range f.roots {
		r.Close()
	}
}

// open returns the location of a path as a user gives it. The folder that the
// file is in becomes the root that nothing leads out of.
func (f *files) open(name string) (location, error) {
	if f.opts.Files != nil {
		return location{files: f.opts.Files, path: path.Clean(filepath.ToSlash(name))}, nil
	}
	return f.openSystem(name)
}

// openSystem is open for a file of the operating system.
func (f *files) openSystem(name string) (location, error) {
	dir := filepath.Dir(name)
	root, err := os.OpenRoot(dir)
	if err != nil {
		return location{}, err
	}
	f.roots = append(f.roots, root)
	return location{files: root.FS(), path: filepath.Base(name), root: filepath.ToSlash(dir)}, nil
}

// read reads and parses a file; nil after an error. At is the place that names
// the file; the zero span for what the user asked for.
func (f *files) read(l location, at diag.Span) *tree.Node {
	src := f.source(l, at)
	if src == nil {
		return nil
	}
	for _, node := range f.parse([]*diag.Source{src}) {
		return node
	}
	return nil
}

// source reads a file; nil after an error.
func (f *files) source(l location, at diag.Span) *diag.Source {
	text, err := f.text(l)
	if err != nil {
		f.unread(l.shown(), at, err)
		return nil
	}
	f.count++
	f.bytes += len(text)
	switch {
	case f.count > MaxFiles:
		f.list.Errorf(CodeTooManyFiles, at, "these are more than %d files", MaxFiles)
		return nil
	case f.bytes > MaxTotal:
		f.list.Errorf(CodeRulesetTooLarge, at, "the files have more than %d bytes together", MaxTotal)
		return nil
	}
	src := diag.NewSource(l.shown(), text)
	f.sources = append(f.sources, src)
	return src
}

// parse parses files side by side, which are apart from each other, and returns
// those that can be read, in their order.
func (f *files) parse(sources []*diag.Source) []*tree.Node {
	type parsed struct {
		node  *tree.Node
		list  diag.List
		fault any // what the parser has panicked with
	}
	results := make([]parsed, len(sources))
	var all sync.WaitGroup
	for i, src := range sources {
		all.Go(func() {
			r := &results[i]
			defer func() { r.fault = recover() }()
			r.node, r.list = tree.Parse(src)
		})
	}
	all.Wait()
	var nodes []*tree.Node
	for _, r := range results {
		if r.fault != nil {
			panic(r.fault) // guarded reports it
		}
		f.list = append(f.list, r.list...)
		f.torn = append(f.torn, r.list...)
		if r.node != nil {
			nodes = append(nodes, r.node)
		}
	}
	return nodes
}

// errNoFile is what reading a folder or a device gives.
var errNoFile = errors.New("it is no plain file")

// text returns what is in a file, or enough of it to see that it is too large.
func (f *files) text(l location) (string, error) {
	if !fs.ValidPath(l.path) {
		return "", fs.ErrNotExist
	}
	info, err := fs.Stat(l.files, l.path)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", errNoFile
	}
	file, err := l.files.Open(l.path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	const enough = tree.MaxBytes + 1
	buffer := bytes.NewBuffer(make([]byte, 0, min(info.Size(), enough)+bytes.MinRead))
	_, err = buffer.ReadFrom(io.LimitReader(file, enough))
	return buffer.String(), err
}

// unread reports a file that can't be read.
func (f *files) unread(name string, at diag.Span, err error) {
	if errors.Is(err, fs.ErrNotExist) {
		f.list.Errorf(CodeMissingFile, at, "there is no file %s", name)
		return
	}
	why := err
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		why = pathError.Err
	}
	f.list.Errorf(CodeUnreadableFile, at, "the file %s can't be read: %v", name, why)
}

// isPath reports whether a reference to a ruleset is a path rather than a name.
func isPath(ref string) bool {
	return strings.ContainsAny(ref, `/\`) || strings.HasSuffix(ref, ".yaml") || strings.HasSuffix(ref, ".yml")
}

// refer finds the ruleset that a file names. Outside allows paths that lead out
// of the file's folder, as encounters may use.
func (f *files) refer(n *tree.Node, from location, outside bool) (location, bool) {
	if !isPath(n.Text) {
		return f.find(n, from)
	}
	l, inside := from.beside(n.Text)
	switch {
	case inside:
		return l, true
	case path.IsAbs(n.Text) || strings.Contains(n.Text, `\`) || !outside || f.opts.Files != nil:
		f.list.Errorf(CodeOutsideFolder, n.Span, "%q leads out of the folder %s", n.Text, from.folder()).
			WithHint("paths begin at the file that they stand in, with forward slashes; a ruleset that lies elsewhere is called by its name")
		return l, false
	}
	l, err := f.open(path.Join(from.folder(), n.Text))
	if err != nil {
		f.unread(path.Join(from.folder(), n.Text), n.Span, err)
		return l, false
	}
	return l, true
}

// find finds a ruleset by its name: beside the file, or where Options.Find looks.
func (f *files) find(n *tree.Node, from location) (location, bool) {
	if _, ok := tree.Name(n, "the name of a ruleset", &f.list); !ok {
		return from, false
	}
	for _, name := range []string{n.Text + ".yaml", n.Text + "/ruleset.yaml"} {
		if l, inside := from.beside(name); inside {
			if _, err := fs.Stat(l.files, l.path); err == nil {
				return l, true
			}
		}
	}
	if f.opts.Find != nil {
		l, err := f.findElsewhere(n.Text, from)
		if err == nil {
			return l, true
		}
		if !errors.Is(err, fs.ErrNotExist) {
			f.unread(n.Text, n.Span, err)
			return from, false
		}
	}
	f.list.Errorf(CodeUnknownRuleset, n.Span, "there is no ruleset %q", n.Text).
		WithHint("a ruleset is found beside the file, as %s.yaml or %s/ruleset.yaml, or among those that come with the program", n.Text, n.Text)
	return from, false
}

// findElsewhere asks Options.Find for a ruleset.
func (f *files) findElsewhere(name string, from location) (location, error) {
	found, file, err := f.opts.Find(name, from.folder())
	switch {
	case err != nil:
		return location{}, err
	case found == nil:
		return f.openSystem(file)
	}
	return location{files: found, path: file}, nil
}
