package lang

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/decls"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/foreign"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/vet"
)

// LanguageVersion is the language version that files declare with
// `rulec:`.
const LanguageVersion = 2

// Options say where files are and what to override in them. The zero value
// reads files of the operating system and changes nothing.
type Options struct {
	// Files is where paths are looked up; everything except Library and Shipped is read from it. Its paths have
	// forward slashes and no dots. Nil means the files of the operating system.
	Files fs.FS
	// Library holds the definitions that rulesets import with `uses`: NAME.yaml. Nil means none.
	Library fs.FS
	// Set overrides params, as from a command line; WHO.KEY overrides a key of
	// a combatant, or another thing, of an encounter.
	Set map[string]string
	// Flags name the command line flag that gives a name of Set its value, for messages. The default is --set.
	Flags map[string]string
	// Without are names of combatants to remove from an encounter, Twins are combatants to duplicate.
	// The encounter then loses its script and its odds, which may name them.
	Without []string
	Twins   []Twin
	// State is the file of a state that an encounter, or the first one of a sequence, continues from.
	// Empty means none.
	State string
	// Root is the folder of the operating system outside which nothing is read. Empty means
	// the working directory, or the folder of a file that is elsewhere.
	Root string
	// Shipped holds the built-in rulesets, NAME.yaml and their parts.
	// Nil means none.
	Shipped fs.FS
	// Instead holds texts that replace those of files, by the names of the files in
	// messages: the unsaved texts of an editor.
	Instead map[string]string
	// Prove adds diagnostics to files without other errors. Nil means none.
	Prove Prover
	// Took is called for every ruleset that was found by its name. Nil means none.
	Took func(Taken)
	// Over, if not nil, is a mapping of encounter keys that override the encounter's own: a
	// script and its odds, from a command line.
	Over *diag.Source
	// Rules, if not nil, is the ruleset that encounters are read with, instead of the one
	// they name.
	Rules *Rules
	// Uses collects the places of names, with their meanings. Nil means none.
	Uses *program.Uses
	// Only, if not empty, is the only word whose diagnostics are wanted: diagnostics about
	// anything else may be missing or wrong.
	Only string
	// Stop is polled for cancellation; once it has returned true, a load returns only
	// an error with the code [diag.Stopped]. Nil means never.
	Stop func() bool
	// Texts caches parsed files, for callers that load the same files repeatedly while
	// some of them change. Nil means that every file is parsed again.
	Texts *Texts
	// Memo caches what was read and checked, so that several files of cases share it.
	// Nil means that every file reads its ruleset again.
	Memo *Memo
}

// A Twin is a copy of a combatant that differs from them only in the name and the place,
// which is moved right and down by these distances.
type Twin struct {
	Of, As      string
	Right, Down int
}

// A Prover finds errors by computing, beyond what can be seen in the text. Its results are added to
// the list.
type Prover interface {
	// Ruleset checks a ruleset that has no other errors, Encounter an encounter
	// or a case.
	Ruleset(p *program.Program) diag.List
	Encounter(e *program.Encounter) diag.List
}

// A Memo caches rulesets that were read. It is valid as long as none of their files
// changes, for one goroutine; errors of a ruleset are reported where it is read first.
type Memo struct {
	// roots are the rulesets that encounters name, by file.
	roots map[string]*tree.Node
	// sources are all files of a ruleset, cases those in its own files.
	sources map[*tree.Node][]*diag.Source
	cases   map[*tree.Node]*tree.Node
	// checked are the rulesets without errors, linted those of which some variant is.
	checked map[variant]*decls.Checked
	linted  map[*tree.Node]bool
	// trees are the texts that were read.
	trees *syntax.Trees
}

// NewMemo returns an empty memo.
func NewMemo() *Memo {
	return &Memo{
		roots: map[string]*tree.Node{}, sources: map[*tree.Node][]*diag.Source{}, cases: map[*tree.Node]*tree.Node{},
		checked: map[variant]*decls.Checked{}, linted: map[*tree.Node]bool{}, trees: syntax.NewTrees(),
	}
}

// keep caches a ruleset, and its files: the sources from index since on.
func (m *Memo) keep(f *files, l location, root *tree.Node, since int) {
	m.roots[l.shown()], m.sources[root], m.cases[root] = root, slices.Clone(f.sources[since:]), f.ownCases(root, l)
}

// Load reads a ruleset with its parts and bases, and checks it. The program is
// nil if the list has errors; the list may contain warnings in any case, and is
// sorted by place.
//
// Spec: files.md.
func Load(name string, opts Options) (*program.Program, diag.List) {
	return guarded(opts, func(f *files) *program.Program {
		f.rejectKeys()
		root, l := f.rulesetFile(name)
		if root == nil {
			return nil
		}
		f.memo.keep(f, l, root, 0)
		if checked := f.rules(root, nil); checked != nil {
			return checked.Program
		}
		return nil
	})
}

// guarded runs one of the load functions. Its result only counts if there are
// no errors. A panic in it is a bug in this program and is reported as an
// error, with as much detail as possible.
func guarded[T any](opts Options, load func(f *files) *T) (result *T, list diag.List) {
	f := &files{opts: opts, memo: opts.Memo, failed: map[variant]bool{}}
	if f.memo == nil {
		f.memo = NewMemo()
	}
	f.trees = f.memo.trees
	if opts.Texts != nil {
		f.trees = opts.Texts.begin()
	}
	defer f.close()
	defer func() {
		if r := recover(); r != nil {
			f.list.Add(diag.Mistakef(CodeInternal, diag.Span{}, "this is a bug in rulec, not in your file: %v", r))
			result, list = nil, f.sorted()
		}
	}()
	result = load(f)
	if opts.Stop != nil && opts.Stop() {
		return nil, diag.List{diag.Errorf(diag.Stopped, diag.Span{}, "reading the files was interrupted")}
	}
	return usable(result, f.list), f.sorted()
}

// usable returns x unless the list has errors.
func usable[T any](x *T, list diag.List) *T {
	if list.HasErrors() {
		return nil
	}
	return x
}

// sorted returns the reported diagnostics. It omits those that follow from an
// error in the YAML itself.
func (f *files) sorted() diag.List {
	f.list = slices.DeleteFunc(f.list, func(d *diag.Diagnostic) bool {
		return !slices.Contains(f.torn, d) && slices.ContainsFunc(f.torn, func(t *diag.Diagnostic) bool {
			return t.Severity == diag.Error && t.Span.Source == d.Span.Source && t.Span.Source != nil &&
				d.Span.Start <= t.Span.End && t.Span.Start <= d.Span.End
		})
	})
	f.blameRemovals()
	f.blameSettings()
	f.blameOverlays()
	f.warnOverruled()
	f.dropAllowed()
	f.list.DropFollowing()
	f.blameUnlisted()
	f.list.Sort()
	tree.FitEdits(f.list)
	return f.list
}

// check checks a ruleset whose files have been merged, and lints it; nil once Options.Stop has returned true.
func (f *files) check(root *tree.Node, settings []decls.Setting, linted bool) *decls.Checked {
	if f.opts.Only != "" {
		return decls.About(f.opts.Only, root, settings, f.trees, &f.list)
	}
	before := len(f.list)
	checked := decls.Ruleset(root, settings, f.trees, f.opts.Uses, f.opts.Stop, &f.list)
	f.found = append(f.found, f.list[before:]...)
	if checked == nil {
		return nil
	}
	checked.Program.Sources = f.sources
	if f.list.HasErrors() {
		return checked
	}
	if !linted {
		f.list = append(f.list, vet.Ruleset(checked.Program)...)
	}
	if f.opts.Prove != nil {
		f.list = append(f.list, f.opts.Prove.Ruleset(checked.Program)...)
		f.judged = append(f.judged, f.sources...)
	}
	return checked
}

// vetEncounter adds warnings to a checked encounter; before is the length of the list before it was read.
func (f *files) vetEncounter(e *program.Encounter, isCase bool, before int) {
	if f.list[before:].HasErrors() {
		return
	}
	f.list = append(f.list, vet.Encounter(e, isCase)...)
	if f.opts.Prove != nil {
		f.list = append(f.list, f.opts.Prove.Encounter(e)...)
	}
}

// setting returns a value of Options.Set as written on a command line.
func (f *files) setting(name string) *diag.Source {
	return diag.NewSource(f.flag(name), name+"="+f.opts.Set[name])
}

// flag returns the flag that gives a name of Options.Set its value.
func (f *files) flag(name string) string { return cmp.Or(f.opts.Flags[name], "--set") }

// settings returns the params in Options.Set, each with a place of its own so that
// messages can point to it.
func (f *files) settings() []decls.Setting {
	var list []decls.Setting
	for _, name := range slices.Sorted(maps.Keys(f.opts.Set)) {
		if _, _, ok := splitSetting(name); ok {
			continue
		}
		src := f.setting(name)
		value := diag.Span{Source: src, Start: len(name) + 1, End: len(src.Text)}
		list = append(list, decls.Setting{
			Name: name, NameAt: diag.Span{Source: src, End: len(name)},
			Value: diag.NewFragment(value), ValueAt: value,
		})
	}
	return list
}

// rulesetFile reads the ruleset that a user asks for.
func (f *files) rulesetFile(name string) (*tree.Node, location) {
	node, l := f.userFile(name)
	if node == nil {
		return nil, l
	}
	return f.rulesetNode(node, l, diag.Span{}, nil), l
}

// link is one `extends` in the chain to a base.
type link struct {
	file string
	at   diag.Span
}

// ruleset reads a ruleset and overlays it on its bases; nil after an error
// that leaves nothing to check.
func (f *files) ruleset(l location, at diag.Span, chain []link) *tree.Node {
	if !f.checkChain(l, at, chain) {
		return nil
	}
	node := f.read(l, at)
	if node == nil {
		return nil
	}
	return f.rulesetNode(node, l, at, chain)
}

// rulesetNode is ruleset for a file that has already been read.
func (f *files) rulesetNode(node *tree.Node, l location, at diag.Span, chain []link) *tree.Node {
	if !f.isRuleset(node, l, at) {
		return nil
	}
	own := len(f.sources)
	base, ok := f.base(node, l, append(chain, link{l.shown(), at}))
	if !ok {
		return nil
	}
	f.noteBases(l, f.sources[own:])
	f.checkVersion(node, base == nil)
	whole := f.lay(base, node, l)
	if base == nil && f.bottom == nil && whole != nil {
		f.bottom = &Rules{File: l.shown(), root: whole, over: []string{l.shown()}, read: files{sources: slices.Clone(f.sources[own-1:])}}
		f.bottom.callBy(node)
	}
	return whole
}

// shared overlays a base with the definitions that a ruleset uses, preceded by those that
// they use themselves. ok reports whether all of them exist.
func (f *files) shared(base, node *tree.Node) (whole *tree.Node, ok bool) {
	ok = true
	for _, n := range tree.Items(node.Get("uses")) {
		name, named := tree.Name(n, "each of uses", &f.list)
		if !named {
			ok = false
			continue
		}
		l := location{&disk{files: f.opts.Library, name: shippedShared}, name + ".yaml"}
		if f.opts.Library == nil || !l.exists() {
			f.list.Errorf(CodeUnknownShared, n.Span, "unknown shared definitions %q", name).
				WithHint("%s", f.sharedHint(name))
			ok = false
			continue
		}
		if f.used[name] {
			continue // a base already uses them
		}
		if f.used == nil {
			f.used = map[string]bool{}
		}
		f.used[name] = true
		if part := f.read(l, n.Span); part != nil {
			f.lent = append(f.lent, part.Span.Source)
			base, _ = f.shared(base, part)
			base = tree.Overlay(base, part, &f.list)
		}
	}
	return base, ok
}

// sharedHint lists the available definitions for an unknown name.
func (f *files) sharedHint(name string) string {
	if f.opts.Library == nil {
		return "this program has none built in"
	}
	names, _ := fs.Glob(f.opts.Library, "*.yaml")
	for i, file := range names {
		names[i] = strings.TrimSuffix(file, ".yaml")
	}
	all := "there are: " + strings.Join(names, ", ")
	if near, ok := diag.Nearest(name, names); ok {
		return fmt.Sprintf("did you mean %q? %s", near, all)
	}
	return all
}

// noteBases remembers which sources a file overrides.
func (f *files) noteBases(l location, bases []*diag.Source) {
	if f.bases == nil {
		f.bases = map[string][]*diag.Source{}
	}
	f.bases[l.shown()] = slices.Clone(bases)
}

// checkChain rejects cycles and long chains of extends.
func (f *files) checkChain(l location, at diag.Span, chain []link) bool {
	for i, seen := range chain {
		if seen.file != l.shown() {
			continue
		}
		d := f.list.Errorf(CodeExtendsCycle, at, "%s extends itself", l.shown())
		for _, step := range chain[i+1:] {
			d.WithNote(step.at, "it extends %s", step.file)
		}
		return false
	}
	if len(chain) >= MaxDepth {
		f.list.Errorf(CodeExtendsDepth, at, "too many rulesets extend each other: the limit is %d", MaxDepth)
		return false
	}
	return true
}

// misnamesBase reports a ruleset that names its base under another key than extends: otherwise
// every name of the base would be reported as missing.
func (f *files) misnamesBase(node *tree.Node) bool {
	for _, e := range node.Entries {
		extends := []string{"extends"}
		_, near := diag.Nearest(e.Key.Text, extends)
		if e.Value.Kind == tree.Scalar && (near || foreign.Key(e.Key.Text, extends) != "") {
			f.list.Errorf(tree.UnknownKey, e.Key.Span, "a ruleset names its base under %q, not %q", "extends", e.Key.Text).
				WithHint("write extends: %s", e.Value.Span.Text())
			return true
		}
	}
	return false
}

// parts overlays a ruleset with its parts. A part has sections, but no header.
func (f *files) parts(whole, node *tree.Node, l location) *tree.Node {
	parts, ok := f.partsOf(node, l)
	if !ok {
		return nil // otherwise every name of the missing part would be reported
	}
	for _, part := range parts {
		if part.Kind == tree.Mapping {
			f.checkPart(part)
		}
	}
	return tree.OverlayAll(whole, parts, &f.list)
}

// partsOf reads the parts that a ruleset lists, and reports whether all of them could be read.
func (f *files) partsOf(node *tree.Node, l location) (parts []*tree.Node, ok bool) {
	var sources []*diag.Source
	ok = true
	for _, n := range tree.Items(node.Get("parts")) {
		var src *diag.Source
		if _, named := tree.Text(n, "each part", &f.list); named {
			if from, known := f.follow(n, l); known && from.path == l.path {
				f.list.Errorf(CodeWrongFile, n.Span, "a ruleset can't be a part of itself")
			} else if known {
				src = f.source(from, n.Span)
			}
		}
		if src == nil {
			ok = false
			continue
		}
		sources = append(sources, src)
	}
	parts = f.parse(sources)
	return parts, ok && len(parts) == len(sources)
}

// checkPart rejects keys in a part that belong in the ruleset's own file.
func (f *files) checkPart(part *tree.Node) {
	for _, key := range format.Header {
		if e, ok := part.Entry(key.Name); ok {
			f.list.Errorf(tree.UnknownKey, e.Key.Span, "%q belongs in the ruleset's own file, not in a part", key.Name)
		}
	}
}

// isRuleset rejects encounters and files of cases. At is the place that names
// the file, if any.
func (f *files) isRuleset(node *tree.Node, l location, at diag.Span) bool {
	if node.Kind != tree.Mapping {
		return true // reported when it is overlaid on its base
	}
	if at.IsZero() && node.Get("ruleset") == nil && node.Get("rulec") == nil && len(node.Entries) > 0 {
		f.list.Errorf(CodeWrongFile, firstKey(node), "%s isn't a ruleset: it has no name", path.Base(l.path)).
			WithHint("a ruleset begins with ruleset: NAME; a part is read with the ruleset that lists it under parts:")
		return false
	}
	for _, key := range append([]string{"sequence"}, encounterKeys...) {
		e, ok := node.Entry(key)
		if !ok {
			continue
		}
		if at.IsZero() {
			at = e.Key.Span
		}
		d := f.list.Errorf(CodeWrongFile, at, "%s isn't a ruleset: it has %q", path.Base(l.path), key).
			WithNote(e.Key.Span, "%q is here", key)
		if own := node.Get("ruleset"); own != nil && own.Kind == tree.Scalar {
			d.WithHint("its ruleset is %s", own.Text)
		} else {
			d.WithHint("an encounter names its ruleset with ruleset:")
		}
		return false
	}
	return true
}

// checkVersion checks the language version of a file. Only
// a ruleset without a base has to declare it.
func (f *files) checkVersion(node *tree.Node, needed bool) {
	if node.Kind != tree.Mapping {
		return
	}
	n := node.Get("rulec")
	if n == nil {
		if needed {
			f.list.Errorf(tree.MissingKey, firstKey(node), "the file doesn't say which version of the language it uses").
				WithHint("add a line at the top: rulec: %d", LanguageVersion)
		}
		return
	}
	v, ok := tree.Whole(n, "the version of the language", &f.list)
	if !ok || v == LanguageVersion {
		return
	}
	d := f.list.Errorf(CodeLanguageVersion, n.Span, "this file is in language %d, and this program reads language %d", v, LanguageVersion)
	if v < LanguageVersion {
		d.WithHint("write rulec: %d; what is written in another way now is told line by line then", LanguageVersion)
	} else {
		d.WithHint("a newer rulec reads it")
	}
}

func firstKey(n *tree.Node) diag.Span {
	if len(n.Entries) > 0 {
		return n.Entries[0].Key.Span
	}
	return n.Span
}

// ParseSettings parses NAME=VALUE texts from a command line, for
// [Options.Set]. NAME is the name of a param, or WHO.KEY.
func ParseSettings(texts []string) (map[string]string, diag.List) {
	set, list := map[string]string{}, diag.List{}
	for _, text := range texts {
		name, value, ok := strings.Cut(text, "=")
		who, key, dotted := splitSetting(name)
		if !ok || !tree.IsName(who) || dotted && !tree.IsName(key) {
			src := diag.NewSource("--set", text)
			list.Errorf(CodeSettingForm, diag.Span{Source: src, End: len(text)}, "expected NAME=VALUE, got %q", text)
			continue
		}
		set[name] = value
	}
	return set, list
}
