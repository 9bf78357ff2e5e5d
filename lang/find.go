package lang

import (
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

// disk is where files are read from. Nothing outside it can be reached.
type disk struct {
	files fs.FS
	// root is its path in the operating system, or empty.
	root string
	// name is the prefix of its paths in messages, if it has no root.
	name string
}

// location is a file of a disk.
type location struct {
	disk *disk
	path string // with forward slashes, valid for fs.ValidPath
}

// shown returns the file's name in messages: its path from the working directory.
func (l location) shown() string {
	if l.disk.root == "" {
		return l.disk.name + path.Clean(l.path)
	}
	return Shown(filepath.Join(l.disk.root, filepath.FromSlash(l.path)))
}

// sibling returns the file that a relative path in this file refers to, and whether the disk
// can contain it.
func (l location) sibling(name string) (location, bool) {
	l.path = path.Join(path.Dir(l.path), name)
	return l, !path.IsAbs(name) && fs.ValidPath(l.path)
}

// nearest returns the name of the file in the same folder that was probably meant, or empty if
// there is none.
func (l location) nearest() string {
	entries, err := fs.ReadDir(l.disk.files, path.Dir(l.path))
	if err != nil {
		return ""
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() {
			names = append(names, e.Name())
		}
	}
	near, _ := diag.Nearest(path.Base(l.path), names)
	return near
}

// exists reports whether the file exists.
func (l location) exists() bool {
	info, err := fs.Stat(l.disk.files, l.path)
	return err == nil && info.Mode().IsRegular()
}

// open returns the location of a file that a user asks for, by its path or, if it is
// a ruleset, by its name.
func (f *files) open(name string) (location, error) {
	if f.opts.Files != nil {
		return location{&disk{files: f.opts.Files}, path.Clean(filepath.ToSlash(name))}, nil
	}
	if !tree.IsName(name) {
		return f.openPath(name)
	}
	here, err := f.openPath("command line")
	if err != nil {
		return here, err
	}
	return f.named(name, here)
}

// errOutsideRoot is the error of reading a file outside Options.Root.
var errOutsideRoot = errors.New("it is outside the folder that rulec may read")

// userFile reads the file that a user asks for; nil after an error.
func (f *files) userFile(name string) (*tree.Node, location) {
	l, err := f.open(name)
	switch {
	case errors.Is(err, errNoRuleset):
		f.unknownRuleset(name, diag.Span{})
	case err != nil:
		f.unread(name, "", diag.Span{}, err)
	default:
		return f.readOurs(l), l
	}
	return nil, l
}

// isPath reports whether a reference to a ruleset is a path rather than a name.
func isPath(ref string) bool { return strings.ContainsAny(ref, `/\.`) }

// refer finds the ruleset that a file names by its path or its name.
func (f *files) refer(n *tree.Node, from location) (location, bool) {
	if isPath(n.Text) {
		return f.follow(n, from)
	}
	if _, ok := tree.Name(n, "the name of a ruleset", &f.list); !ok {
		return from, false
	}
	l, err := f.named(n.Text, from)
	if err != nil {
		f.unknownRuleset(n.Text, n.Span)
		return from, false
	}
	return l, true
}

// follow finds the file whose path is given in another. It must
// have a YAML extension and be on the same disk.
func (f *files) follow(n *tree.Node, from location) (location, bool) {
	l, inside := from.sibling(n.Text)
	switch {
	case path.IsAbs(n.Text) || strings.Contains(n.Text, `\`):
		f.list.Errorf(CodeOutsideFolder, n.Span, "%q isn't a path relative to this file", n.Text).
			WithHint("write it from this file's folder, with forward slashes: gear.yaml, ./gear.yaml, ../gear.yaml")
	case !inside:
		d := f.list.Errorf(CodeOutsideFolder, n.Span, "%q is outside the folder that rulec may read", n.Text)
		if root := from.disk.root; root != "" {
			d.WithHint("that folder is %s; choose a larger one: --root %s", location{from.disk, "."}.shown(), Shown(filepath.Join(root, l.path[:strings.LastIndex(l.path, "..")+2])))
		}
	case !isYAML(n.Text):
		f.list.Errorf(CodeOutsideFolder, n.Span, "%q doesn't end in .yaml, as rules files do", n.Text)
	default:
		return l, true
	}
	return l, false
}

// errNoRuleset is the error for a name without a ruleset.
var errNoRuleset = errors.New("unknown ruleset")

// named finds a ruleset by its name: as NAME.yaml next to the file that names it,
// in a folder `rulesets` next to that file, then in a folder `rulesets` of its parent folders up to
// the root of the disk, the nearest first, then among the built-in rulesets. The file
// that names it, and files that aren't rulesets, don't count.
//
// Spec: files.md.
func (f *files) named(name string, from location) (location, error) {
	file := name + ".yaml"
	dir := path.Dir(from.path)
	places := []string{path.Join(dir, file)}
	for {
		places = append(places, path.Join(dir, "rulesets", file))
		if dir == "." || dir == "/" {
			break
		}
		dir = path.Dir(dir)
	}
	for _, p := range places {
		l := location{from.disk, p}
		if p != from.path && l.exists() && f.holdsRules(l) {
			f.took(name, l)
			return l, nil
		}
	}
	if f.opts.Shipped != nil {
		if l := (location{&disk{files: f.opts.Shipped, name: shippedRulesets}, file}); l.exists() {
			f.took(name, l)
			return l, nil
		}
	}
	return location{}, errNoRuleset
}

// Prefixes of the paths of built-in files in messages.
const (
	shippedRulesets = "rulec:"
	shippedShared   = "rulec:stdlib/"
)

// holdsRules reports whether a file is a ruleset. A file that can't be read, or isn't valid
// YAML, counts as one: then the user sees what is wrong with it.
func (f *files) holdsRules(l location) bool {
	p, seen := f.peeked[l.shown()]
	if !seen {
		text, err := f.text(l)
		if err != nil {
			return true
		}
		src := f.sourceOf(l.shown(), text)
		if p, seen = f.peeked[l.shown()]; !seen {
			p = parseFile(src)
			f.opts.Texts.keep(p)
		}
		if f.peeked == nil {
			f.peeked = map[string]parsed{}
		}
		f.peeked[l.shown()] = p
	}
	return p.node == nil || isRules(p.node)
}

// isRules reports whether a file declares itself a ruleset.
func isRules(node *tree.Node) bool { return node.Get("ruleset") != nil && likeRuleset(node) }

// took calls Options.Took with the file in which a name was found.
func (f *files) took(name string, l location) {
	if f.opts.Took == nil {
		return
	}
	t := Taken{Name: name, File: l.shown(), Shipped: l.disk.name == shippedRulesets}
	if f.opts.Shipped != nil && !t.Shipped {
		t.Instead = location{&disk{files: f.opts.Shipped}, name + ".yaml"}.exists()
	}
	f.opts.Took(t)
}

// Taken describes where a ruleset was found that a file or the user referred to by name.
type Taken struct {
	Name string
	// File is its path in messages.
	File string
	// Shipped reports whether it is built in, Instead whether it replaces a built-in one.
	Shipped, Instead bool
}

// unknownRuleset reports the name of a ruleset that isn't found. At is the zero span
// if the user asked for it.
func (f *files) unknownRuleset(name string, at diag.Span) {
	d := f.list.Errorf(CodeUnknownRuleset, at, "unknown ruleset %q", name)
	known := ShippedNames(f.opts)
	switch {
	case at.IsZero() && f.isOnDisk(name):
		d.WithHint("to read the file of that name, write ./%s", name)
	case at.IsZero() && f.isOnDisk(name+".yaml"):
		d.WithHint("to read the file, write %s.yaml", name)
	case d.MeanOneOf(name, known):
	case at.IsZero():
		d.WithHint("rulec looks for %s.yaml and rulesets/%s.yaml here; the built-in rulesets are %s", name, name, strings.Join(known, ", "))
	default:
		d.WithHint("rulec looks for %s.yaml next to the file, for rulesets/%s.yaml there and in the folders above, and among the built-in rulesets", name, name)
	}
}

// ShippedNames returns the names of the built-in rulesets, sorted.
func ShippedNames(opts Options) []string {
	if opts.Shipped == nil {
		return nil
	}
	files, _ := fs.Glob(opts.Shipped, "*.yaml")
	names := make([]string, len(files))
	for i, file := range files {
		names[i] = strings.TrimSuffix(file, ".yaml")
	}
	return names
}
