package lang

import (
	"path"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/decls"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/encounter"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
)

// LoadEncounter reads an encounter and the ruleset that it names, with the
// encounter's own values of params, and checks both. With Options.State it continues from a
// state. The encounter is nil if the list has errors. The list is sorted by place.
//
// Spec: encounters.md, sequences.md.
func LoadEncounter(name string, opts Options) (*program.Encounter, diag.List) {
	return guarded(opts, func(f *files) *program.Encounter {
		node, l := f.userFile(name)
		if node == nil || !f.isEncounter(node, l) {
			return nil
		}
		return f.encounter(node, l)
	})
}

// isEncounter rejects rulesets, files of cases, sequences and states.
func (f *files) isEncounter(node *tree.Node, l location) bool {
	if e, ok := node.Entry("cases"); ok {
		f.list.Errorf(CodeWrongFile, e.Key.Span, "%s is a file of cases, not an encounter", l.shown()).
			WithHint("rulec test plays cases")
		return false
	}
	if e, ok := node.Entry("sequence"); ok {
		f.list.Errorf(CodeWrongFile, e.Key.Span, "%s is a sequence, not an encounter", l.shown())
		return false
	}
	if e, ok := node.Entry("state"); ok {
		f.list.Errorf(CodeWrongFile, e.Key.Span, "%s is a state, not an encounter", l.shown()).
			WithHint("start an encounter from it: rulec run ENCOUNTER --load FILE")
		return false
	}
	if key := rulesetKey(node); key != nil {
		f.list.Errorf(CodeWrongFile, key.Span, "%s is a ruleset, not an encounter: it has %q", l.shown(), key.Text)
		return false
	}
	return true
}

// stopsReading reports whether d is an error that may affect how an encounter is read. Params that
// are set twice or don't exist have no such effect.
func stopsReading(d *diag.Diagnostic) bool {
	again := d.Code == tree.DuplicateKey && d.Span.Text() == "set"
	return d.Severity == diag.Error && !again && d.Code != decls.CodeUnknownParam
}

// encounter checks an encounter and its ruleset.
func (f *files) encounter(node *tree.Node, l location) *program.Encounter {
	root := f.rulesetOf(node, l)
	if root == nil {
		return nil
	}
	node = f.over(f.regroup(f.withKeys(node)))
	checked := f.rules(root, node)
	if checked == nil || slices.ContainsFunc(f.list, stopsReading) {
		return nil
	}
	before := len(f.list)
	chain := encounter.Chain{}
	if f.opts.State != "" {
		saved := f.savedState()
		if saved == nil {
			return nil
		}
		if chain.State = encounter.ReadState(checked.Checker(), saved, true, &f.list); chain.State == nil {
			return nil
		}
	}
	enc := encounter.ReadAfter(checked.Checker(), node, encounterName(node, l), chain, &f.list)
	f.vetEncounter(enc, false, before)
	return enc
}

// A variant is a ruleset with the params and the house rules of an encounter or a case.
type variant struct {
	root  *tree.Node
	set   string
	house *tree.Node
}

// rules checks a ruleset with the params and the house rules of an encounter or a case, once for all that have the same. It
// returns nil if it has errors that stop reading, and if it had any before; they are reported once.
func (f *files) rules(root, node *tree.Node) *decls.Checked {
	settings := f.settingsOf(node)
	v := variant{root: root, house: node.Get("house")}
	for _, s := range settings {
		v.set += s.Name + "=" + s.Value.Text + "\n"
	}
	if checked := f.memo.checked[v]; checked != nil || f.failed[v] {
		return checked
	}
	all := f.list
	f.list = nil
	// Lint passes over what names a param, so that its warnings are the same whatever is set.
	checked := f.check(f.housed(root, node), settings, v.house == nil && f.memo.linted[root])
	list := f.list
	f.list = append(all, list...)
	if !list.HasErrors() {
		f.memo.checked[v] = checked
		f.memo.linted[root] = true
		return checked
	}
	f.failed[v] = true
	if slices.ContainsFunc(list, stopsReading) {
		return nil
	}
	return checked
}

// Case is a test.
type Case struct {
	// Encounter is the encounter to play; for a broken case it only has a name and a place.
	*program.Encounter
	// Broken cases have errors, which are in the list returned with them.
	Broken bool
	// Listed cases are under `cases:`. A file that is an encounter is a case only if it
	// expects something.
	Listed bool
}

// Expects reports whether the case states what must happen, or how likely it is.
func (c Case) Expects() bool {
	return c.Script.Expects() || len(c.Laws) > 0 || slices.ContainsFunc(c.Odds, func(x *program.Odds) bool { return x.Of != nil })
}

// LoadCases reads tests: a file of cases, the cases of a ruleset (not those of
// its bases), or an encounter, which is one case. Each is checked with its own
// values of params. A sequence and a state are checked, but have no cases. If some cases
// have errors, the others can still be played; if the file or its ruleset has errors,
// there are none. The list is sorted by place.
//
// Spec: encounters.md.
func LoadCases(name string, opts Options) ([]Case, diag.List) {
	var cases []Case
	whole, list := loadCases(name, opts, func(string) bool { return true }, func(c Case) bool {
		cases = append(cases, c)
		return true
	})
	if !whole && !slices.ContainsFunc(cases, func(c Case) bool { return c.Broken }) {
		return nil, list
	}
	return cases, list
}

// EachCase reads the cases of a file for whose names wanted returns true, and passes each to play
// as soon as it has been read, until play returns false. Otherwise it
// works like [LoadCases].
func EachCase(name string, opts Options, wanted func(name string) bool, play func(Case) bool) diag.List {
	_, list := loadCases(name, opts, wanted, play)
	return list
}

func loadCases(name string, opts Options, wanted func(string) bool, play func(Case) bool) (bool, diag.List) {
	whole, list := guarded(opts, func(f *files) *tree.Node {
		node, l := f.userFile(name)
		if node != nil {
			f.casesOf(node, l, caseReader{files: f, wanted: wanted, play: play})
		}
		return node
	})
	return whole != nil, list
}

// casesOf checks the cases of a file, depending on its type.
func (f *files) casesOf(node *tree.Node, l location, t caseReader) {
	switch {
	case node.Get("sequence") != nil:
		f.sequence(node, l, nil)
	case node.Get("state") != nil:
		f.stateAlone(node, l)
	case rulesetKey(node) != nil:
		t.ofRuleset(node, l)
	case node.Get("cases") != nil:
		t.ofFile(node, l)
	case t.wanted(encounterName(node, l)) && f.isEncounter(node, l):
		if enc := f.encounter(node, l); enc != nil {
			t.play(Case{Encounter: enc})
		}
	}
}

// encounterKeys are the keys that identify a file as an encounter or a file of cases.
var encounterKeys = []string{"encounter", "combatants", "common"}

// rulesetKey returns the key that identifies a file as a ruleset; nil if it
// isn't one.
func rulesetKey(node *tree.Node) *tree.Node {
	if node.Kind != tree.Mapping {
		return nil
	}
	for _, key := range encounterKeys {
		if _, ok := node.Entry(key); ok {
			return nil
		}
	}
	for _, key := range []string{"extends", "uses", "parts", "version", "kinds", "time", "params", "conditions", "quantities", "rules", "procs", "events"} {
		if e, ok := node.Entry(key); ok {
			return e.Key
		}
	}
	return nil
}

// rulesetOf reads the ruleset that an encounter or a file of cases names.
func (f *files) rulesetOf(node *tree.Node, l location) *tree.Node {
	n := tree.One(node, "ruleset", "the encounter", "add a line at the top: ruleset: ./FILE.yaml, or the name of a built-in ruleset", &f.list)
	if n == nil {
		return nil
	}
	return f.rulesetNamed(n, l)
}

// rulesetNamed reads the ruleset that n names; nil after an error.
func (f *files) rulesetNamed(n *tree.Node, from location) *tree.Node {
	if _, ok := tree.Text(n, "the name of the ruleset", &f.list); !ok {
		return nil
	}
	at, ok := f.refer(n, from)
	if !ok {
		return nil
	}
	if f.opts.Rules != nil {
		return f.inItsPlace(f.opts.Rules, at, n.Span)
	}
	return f.rulesetAt(at, n)
}

// rulesetAt reads the ruleset that n names, once for all encounters; nil after an error.
func (f *files) rulesetAt(l location, n *tree.Node) *tree.Node {
	root, known := f.memo.roots[l.shown()]
	if known {
		for _, s := range f.memo.sources[root] {
			if !slices.Contains(f.sources, s) {
				f.sources = append(f.sources, s)
			}
		}
		return root
	}
	own := len(f.sources)
	if root = f.ruleset(l, n.Span, nil); root != nil {
		f.memo.keep(f, l, root, own)
	}
	return root
}

// housed overlays a ruleset with the house rules of an encounter, for this encounter only.
//
// Spec: encounters.md.
func (f *files) housed(root, node *tree.Node) *tree.Node {
	house := node.Get("house")
	if house == nil || house.Kind == tree.Null {
		return root
	}
	if house.Kind != tree.Mapping {
		f.list.Errorf(tree.WrongShape, house.Span, "house must be a mapping of sections, but it is %s", house.Kind).
			WithHint("as in: house: {weapons: {cleaver: {damage: 1d8}}}")
		return root
	}
	for _, e := range house.Entries {
		switch key := e.Key.Text; {
		case key == "set":
			f.list.Errorf(tree.UnknownKey, e.Key.Span, "an encounter sets params next to its house rules, not in them").
				WithHint("write set: in the encounter itself")
		case key == "cases" || isHeader(key):
			f.list.Errorf(tree.UnknownKey, e.Key.Span, "%q belongs in a ruleset, not in the house rules of an encounter", key)
		}
	}
	return tree.Overlay(root, house, &f.list)
}

// isHeader reports whether a key is allowed only in a ruleset's own file.
func isHeader(key string) bool {
	return slices.ContainsFunc(format.Header, func(k tree.Key) bool { return k.Name == key })
}

// settingsOf returns the params set by an encounter, followed by those set by the user.
func (f *files) settingsOf(node *tree.Node) []decls.Setting {
	var list []decls.Setting
	for _, e := range tree.Walk(node.Get("set"), "set", &f.list).Rest() {
		if _, ok := tree.Text(e.Value, "the value of param "+e.Key.Text, &f.list); ok {
			list = append(list, decls.Setting{
				Name: e.Key.Text, NameAt: e.Key.Span, Value: e.Value.Fragment(), ValueAt: e.Value.Span,
			})
		}
	}
	return append(list, f.settings()...)
}

// encounterName returns the name of an encounter: its own, or that of its file.
func encounterName(node *tree.Node, l location) string {
	if n := node.Get("encounter"); n != nil && n.Kind == tree.Scalar {
		return n.Text
	}
	return strings.TrimSuffix(path.Base(l.path), path.Ext(l.path))
}

// ofFile checks the cases of a file of cases.
func (t caseReader) ofFile(node *tree.Node, l location) {
	t.rejectKeys()
	w := format.Cases.Read(node, "the file of cases", &t.list)
	for _, key := range []string{"rulec", "ruleset", "set", "title", "about"} {
		w.Get(key)
	}
	common, cases := w.Get("common"), w.Get("cases")
	w.Done()
	t.root = t.rulesetOf(node, l)
	if t.root == nil {
		return
	}
	t.common = withSettings(common, node.Get("set"))
	t.all(cases)
}

// ofRuleset checks the cases in a ruleset.
func (t caseReader) ofRuleset(node *tree.Node, l location) {
	t.rejectKeys()
	t.root = t.memo.roots[l.shown()]
	cases := t.memo.cases[t.root]
	if t.root == nil {
		t.root = t.rulesetNode(node, l, diag.Span{}, nil)
		cases = t.ownCases(t.root, l)
	}
	if t.root == nil {
		return
	}
	t.rules(t.root, nil)
	t.all(cases)
}

// ownCases returns the cases in a ruleset's own files; nil if all belong to its bases.
func (f *files) ownCases(root *tree.Node, l location) *tree.Node {
	cases := root.Get("cases")
	if cases == nil || cases.Kind != tree.Mapping {
		return cases
	}
	bases := f.bases[l.shown()]
	own := *cases
	own.Entries = slices.DeleteFunc(slices.Clone(cases.Entries), func(e tree.Entry) bool {
		return slices.Contains(bases, e.Key.Span.Source)
	})
	if len(own.Entries) == 0 && len(cases.Entries) > 0 {
		return nil
	}
	return &own
}

// caseReader checks the cases of a ruleset.
type caseReader struct {
	*files
	root   *tree.Node
	common *tree.Node
	// wanted reports whether to read the case with a name; play is called for each.
	wanted func(name string) bool
	play   func(Case) bool
}

// all checks every wanted case, until play returns false.
func (t caseReader) all(cases *tree.Node) {
	entries := tree.Walk(cases, "cases", &t.list).Rest()
	if cases != nil && len(entries) == 0 {
		t.list.Errorf(CodeNoCases, cases.Span, "there are no cases here")
	}
	for _, e := range entries {
		if !t.wanted(e.Key.Text) {
			continue
		}
		before := len(t.list)
		if e.Value.Kind == tree.Scalar && slices.Contains([]string{"script", "about", "covers", "setup", "expect"}, e.Key.Text) {
			if before > 0 && t.list[before-1].Code == CodeExpectsNothing {
				t.list[before-1].Follows = true
			}
			t.list.Errorf(tree.WrongShape, e.Key.Span, "%q is indented like the name of a case", e.Key.Text).
				WithHint("indent it further to make it part of the case before it")
			if !t.play(Case{Encounter: &program.Encounter{Name: e.Key.Text, Title: e.Key.Text, Span: e.Key.Span}, Broken: true, Listed: true}) {
				return
			}
			continue
		}
		enc := t.one(e, merged(t.common, e.Value))
		c := Case{Encounter: enc, Broken: enc == nil || t.list[before:].HasErrors(), Listed: true}
		switch {
		case c.Broken:
			c.Encounter = &program.Encounter{Name: e.Key.Text, Title: e.Key.Text, Span: e.Key.Span}
		case !c.Expects():
			t.list.Warnf(CodeExpectsNothing, e.Key.Span, "this case expects nothing: it only shows that its script can be played").
				WithHint("write expect with what must hold, or refused with what can't be done")
		}
		if !t.play(c) {
			return
		}
	}
}

// one checks a case; whole includes what all cases have in common. It returns nil if the ruleset has errors.
func (t caseReader) one(e tree.Entry, whole *tree.Node) *program.Encounter {
	node := e.Value
	if node.Kind == tree.Mapping {
		if k, ok := node.Entry("ruleset"); ok {
			t.list.Errorf(tree.UnknownKey, k.Key.Span, "a case can't have its own ruleset: the file names it at the top")
			return nil
		}
	}
	checked := t.rules(t.root, whole)
	if checked == nil {
		return nil
	}
	before := len(t.list)
	enc := encounter.Read(checked.Checker(), whole, e.Key.Text, &t.list)
	t.vetEncounter(enc, true, before)
	enc.Span = e.Key.Span
	if whole.Get("title") == nil {
		enc.Title = e.Key.Text
	}
	return enc
}

// withSettings returns what all cases have in common, with the params that the
// file sets.
func withSettings(common, set *tree.Node) *tree.Node {
	if set == nil {
		return common
	}
	return common.With("set", merged(set, common.Get("set")))
}

// merged returns a case merged with what all cases have in common: mappings key by key;
// for everything else the case's own value is used.
func merged(common, own *tree.Node) *tree.Node {
	switch {
	case common == nil || common.Kind == tree.Null:
		return own
	case own == nil || own.Kind == tree.Null:
		return common
	case common.Kind != tree.Mapping || own.Kind != tree.Mapping:
		return own
	}
	whole := *own
	whole.Entries = slices.Clone(common.Entries)
	for _, e := range own.Entries {
		i := slices.IndexFunc(whole.Entries, func(c tree.Entry) bool { return c.Key.Text == e.Key.Text })
		if i < 0 {
			whole.Entries = append(whole.Entries, e)
			continue
		}
		whole.Entries[i] = tree.Entry{Key: e.Key, Value: merged(whole.Entries[i].Value, e.Value)}
	}
	return &whole
}
