package lang

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"slices"
	"sync"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/syntax"
	"github.com/rulec/rulec/lang/tree"
)

// Limits for a ruleset.
const (
	// MaxFiles is the maximum number of files, including parts and bases.
	MaxFiles = 64
	// MaxTotal is the maximum size of all files together, in bytes: 8 MiB.
	MaxTotal = 8 << 20
	// MaxDepth is how many rulesets may extend each other, including the last base.
	MaxDepth = 8
)

// files opens files and counts them.
type files struct {
	opts Options
	list diag.List
	// torn are the errors in the YAML itself.
	torn    diag.List
	count   int
	bytes   int
	sources []*diag.Source
	// places are the locations of the sources.
	places map[*diag.Source]location
	// used are the shared definitions that have been added.
	used map[string]bool
	// laid are the rulesets that override each other so far, each as in its file, by file name.
	laid map[string]*tree.Node
	// bottom is the first ruleset that extends nothing.
	bottom *Rules
	// removed are the names that files remove from the rulesets they extend.
	removed []*tree.Node
	// set are the params that files set to other values.
	set []*tree.Node
	// overlaid are the files that extend a base, found is what checking the whole has found.
	overlaid []overlaid
	found    diag.List
	// judged are the files that have been checked completely.
	judged []*diag.Source
	// lent are the files of shared definitions.
	lent []*diag.Source
	// listed are the parts that rulesets list, by the file of the ruleset, as far as that has been asked.
	listed map[string][]*tree.Node
	// bases are the sources that a file overrides, by the name of the file.
	bases map[string][]*diag.Source
	roots
	// memo has the rulesets that have been read and checked, failed those with errors.
	memo   *Memo
	failed map[variant]bool
	// peeked are files that were read to find out whether they are rulesets, by name.
	peeked map[string]parsed
	// trees are the programs and formulas that have been read.
	trees *syntax.Trees
}

// read reads and parses a file; nil after an error. At is the place that names
// the file; the zero span if the user asked for it.
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

// parsed is a file as a tree; its node is nil if errors left nothing to parse.
type parsed struct {
	source *diag.Source
	node   *tree.Node
	list   diag.List
	fault  any // the parser's panic, if any
}

// parseFile parses one file. It returns a panic in fault, since files are parsed
// concurrently and guarded only recovers its own goroutine.
func parseFile(src *diag.Source) (p parsed) {
	p.source = src
	defer func() { p.fault = recover() }()
	p.node, p.list = tree.Parse(src)
	if p.node != nil {
		rejectRemarks(p.node, &p.list)
	}
	return p
}

// rejectRemarks reports the remarks of a file that describe no definition: those in encounters, cases and the like, but not in
// their house rules, and at keys with which a file describes itself.
func rejectRemarks(node *tree.Node, list *diag.List) {
	plays := slices.ContainsFunc(node.Entries, func(e tree.Entry) bool {
		return slices.Contains(append([]string{"sequence", "state"}, encounterKeys...), e.Key.Text)
	})
	reject := func(r *tree.Remark) {
		list.Errorf(tree.LooseRemark, r.Span, `"#:" describes definitions of a ruleset`).
			WithHint("an encounter or a case says this under about: and covers:")
	}
	for _, e := range node.Entries {
		switch {
		case plays, e.Key.Text == "cases":
			e.Remarks(reject)
		case isHeader(e.Key.Text) && e.Remark != nil:
			reject(e.Remark)
			(*list)[len(*list)-1].WithHint("what the ruleset is for is said under about:")
		}
	}
}

// source reads a file; nil after an error.
func (f *files) source(l location, at diag.Span) *diag.Source {
	src := f.peeked[l.shown()].source
	if src == nil {
		text, err := f.text(l)
		if err != nil {
			f.unread(l.shown(), l.nearest(), at, err)
			return nil
		}
		src = f.sourceOf(l.shown(), text)
	}
	f.opts.Texts.note(src.Name)
	f.count++
	f.bytes += len(src.Text)
	switch {
	case f.count > MaxFiles:
		f.list.Errorf(CodeTooManyFiles, at, "too many files: the limit is %d", MaxFiles)
		return nil
	case f.bytes > MaxTotal:
		f.list.Errorf(CodeRulesetTooLarge, at, "the files are too long: together the limit is %d bytes", MaxTotal)
		return nil
	}
	f.sources = append(f.sources, src)
	if f.places == nil {
		f.places = map[*diag.Source]location{}
	}
	f.places[src] = l
	return src
}

// sourceOf returns the source of a file, reusing what Options.Texts knows about it.
func (f *files) sourceOf(name, text string) *diag.Source {
	p, known := f.opts.Texts.of(name, text)
	if !known {
		return diag.NewSource(name, text)
	}
	if f.peeked == nil {
		f.peeked = map[string]parsed{}
	}
	f.peeked[name] = p
	return p.source
}

// parse parses independent files concurrently, and returns the readable ones in
// order.
func (f *files) parse(sources []*diag.Source) []*tree.Node {
	results := make([]parsed, len(sources))
	var unread []int
	for i, src := range sources {
		if p, ok := f.peeked[src.Name]; ok && p.source == src {
			results[i] = p
			continue
		}
		unread = append(unread, i)
	}
	if len(unread) == 1 { // the usual case when one file changes
		results[unread[0]] = parseFile(sources[unread[0]])
	} else {
		var all sync.WaitGroup
		for _, i := range unread {
			all.Go(func() { results[i] = parseFile(sources[i]) })
		}
		all.Wait()
	}
	for _, r := range results {
		f.opts.Texts.keep(r)
	}
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

// errNoFile is the error of reading a folder or a device.
var errNoFile = errors.New("it isn't a plain file")

// text returns the contents of a file, in UTF-8, or enough of it to see that it is too large.
func (f *files) text(l location) (string, error) {
	if !fs.ValidPath(l.path) {
		return "", fs.ErrNotExist
	}
	if text, ok := f.opts.Instead[l.shown()]; ok {
		return diag.UTF8(text), nil
	}
	info, err := fs.Stat(l.disk.files, l.path)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", errNoFile
	}
	file, err := l.disk.files.Open(l.path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	const enough = tree.MaxBytes + 1
	buffer := bytes.NewBuffer(make([]byte, 0, min(info.Size(), enough)+bytes.MinRead))
	_, err = buffer.ReadFrom(io.LimitReader(file, enough))
	return diag.UTF8(buffer.String()), err
}

// unread reports a file that can't be read; near is the file that was probably meant, or empty.
func (f *files) unread(name, near string, at diag.Span, err error) {
	if errors.Is(err, fs.ErrNotExist) {
		d := f.list.Errorf(CodeMissingFile, at, "there is no file %s", name)
		if near != "" {
			d.WithHint("did you mean %s?", near)
		}
		return
	}
	why := err
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		why = pathError.Err
	}
	f.list.Errorf(CodeUnreadableFile, at, "can't read %s: %v", name, why)
}
