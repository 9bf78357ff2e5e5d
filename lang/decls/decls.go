// Package decls turns the tree of a ruleset into a [program.Program]: it enters every
// declaration, section by section, and has every formula and program read by what it
// means (lang/types).
//
// Begin with [Ruleset]. The order in which things are declared in a file never
// matters, since all names are entered before the first text is read. The
// package reads no files and plays nothing.
package decls

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// Setting gives a param another value than its default: from the `set:` of an
// encounter, or from a command line.
type Setting struct {
	Name string
	// Value is the text of the value, without quotes.
	Value diag.Fragment
	// NameAt and ValueAt are where they stand.
	NameAt, ValueAt diag.Span
}

// Checked is a ruleset that has been read, with what its encounters need to be
// checked against it.
type Checked struct {
	// Program is the ruleset; it is complete only if no error was reported.
	Program *program.Program
	ruleset *ruleset
}

// Meaning returns what finds the meaning of texts in the ruleset, for those that stand
// elsewhere.
func (k *Checked) Meaning() *types.Checker { return k.ruleset.Checker }

// ruleset is the checking of one ruleset. Names come first, then signatures
// (the types of fields, participants and parameters), then bodies: formulas,
// programs, phrases. Bodies are closures that the signatures leave behind, so
// that each mapping is walked once.
type ruleset struct {
	*decode.Reader
	root *tree.Node
	// top reads the sections of the root.
	top      *tree.Reader
	settings []Setting

	// signatures, defaults, bodies and tactics are what is left to do, in order.
	signatures, defaults, bodies, tactics []func()
	// candidates are the parameters of actions whose type has to be found out.
	candidates []*candidate

	// heard are the events that something waits for, with the places.
	heard []hearing
	// answerAll are the places where all events are answered.
	answerAll []hearing
	// forms are what kinds say of their actions.
	forms map[*program.Kind]*actionForm
	// tacticsOf are the tactics, by name, with what is left to read of them.
	tacticsOf map[string]*tacticLines
	// tacticActions is how many actions their lines name.
	tacticActions int
	turn          *program.Event
	// wanted are the nodes in which somebody wants to know what is said of a word; nil: in all.
	wanted map[*tree.Node]bool
}

// What starts and ends beside entries.
const (
	actionSubject = "action"
	sceneSubject  = "encounter"
)

// hearing is a place where something waits for an event.
type hearing struct {
	event *program.Event
	at    diag.Span
	what  string
	// answers: what waits is an action, which can_do may ask for, too.
	answers bool
}

// Ruleset checks a ruleset whose parts and overlays have been put together.
// Settings override the defaults of params; of several for one param the last
// counts. Trees remembers the texts, for when the ruleset is checked with other settings;
// nil doesn't. Uses takes what names mean; it may be nil. What is wrong goes to list. Stop is asked
// now and then whether nobody wants to know any more: then nil is returned; it may be nil.
//
// Spec: the pages that language.md lists.
func Ruleset(root *tree.Node, settings []Setting, trees *syntax.Trees, uses *program.Uses, stop func() bool, list *diag.List) *Checked {
	return readRuleset(root, settings, trees, uses, stop, "", list)
}

// About is [Ruleset] for somebody who wants to know what is said of one word, and nothing else: formulas that
// don't have it are taken for right, and nothing can be played by what comes of it.
func About(word string, root *tree.Node, settings []Setting, trees *syntax.Trees, list *diag.List) *Checked {
	return readRuleset(root, settings, trees, nil, nil, word, list)
}

// readRuleset is [Ruleset], or, with a word, [About].
func readRuleset(root *tree.Node, settings []Setting, trees *syntax.Trees, uses *program.Uses, stop func() bool, only string, list *diag.List) *Checked {
	prog := &program.Program{}
	r := &ruleset{
		Reader: decode.New(types.New(prog, trees, list)), root: root, settings: settings,
		forms: map[*program.Kind]*actionForm{}, tacticsOf: map[string]*tacticLines{},
	}
	r.Uses = uses
	if only != "" {
		r.Only = []string{only}
		in := map[*tree.Node]bool{}
		if r.NoPrograms = stands(root, in, only); r.NoPrograms { // else it stands in an encounter, which names what programs declare
			r.wanted = in
			if asked := r.askedAt(only); len(asked) > 0 {
				r.Only = append(r.Only, asked...)
				stands(root, in, asked...)
			}
		}
	}
	r.declare()
	if !r.resolve(stop) {
		return nil
	}
	if only == "" {
		r.whole()
		if !list.HasErrors() {
			prog.Hash = decode.HashOf(root, prog.Params)
		}
	}
	return &Checked{Program: prog, ruleset: r}
}

// stands reports whether one of some words stands somewhere in a tree, and notes in which nodes.
func stands(n *tree.Node, in map[*tree.Node]bool, words ...string) bool {
	if n == nil {
		return false
	}
	has := func(text string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text, word) })
	}
	found := has(n.Text)
	for _, e := range n.Entries {
		if has(e.Key.Text) {
			found, in[e.Key] = true, true
		}
		found = stands(e.Value, in, words...) || found
	}
	for _, item := range n.Items {
		found = stands(item, in, words...) || found
	}
	if found {
		in[n] = true
	}
	return found
}

// askedAt returns the choices that a word stands at in tactics, or in what is said of choices: what may stand there is
// up to the programs that ask for them.
func (r *ruleset) askedAt(word string) []string {
	var names []string
	add := func(e tree.Entry) {
		switch {
		case strings.Contains(e.Key.Text, word):
			names = append(names, "choose") // any of them may
		case r.wanted[e.Value]:
			names = append(names, e.Key.Text)
		}
	}
	entries := func(n *tree.Node) []tree.Entry {
		if n == nil {
			return nil
		}
		return n.Entries
	}
	for _, e := range entries(r.root.Get("choices")) {
		add(e)
	}
	for _, tactic := range entries(r.root.Get("tactics")) {
		for _, e := range tactic.Value.Entries {
			add(e)
		}
	}
	events := r.root.Get("events")
	return slices.DeleteFunc(names, func(name string) bool { // an event is declared, and no program has to be read for it
		return slices.Contains(ownEvents, name) || events != nil && events.Get(name) != nil
	})
}

// leave has texts read that stand in some nodes, when every name is known; for somebody who wants to know what is said
// of one word only if it stands there.
func (r *ruleset) leave(read func(), in ...*tree.Node) {
	r.bodies = append(r.bodies, func() {
		if r.matters(in...) {
			read()
		}
	})
}

// matters reports whether somebody may want to know what is said of some nodes.
func (r *ruleset) matters(in ...*tree.Node) bool {
	return r.wanted == nil || slices.ContainsFunc(in, func(n *tree.Node) bool { return r.wanted[n] })
}

// declare enters every name.
func (r *ruleset) declare() {
	top := format.Ruleset.Read(r.root, "the ruleset", r.List)
	r.top = top
	top.Mention(tree.Verbs())
	r.header(top)
	r.declareParams(top.Get("params"))
	r.declareScales(top.Get("scales"))
	r.declareTables(top.Get("tables"))
	r.declareKinds(top)
	r.declareQuantities(top.Get("quantities"))
	r.declareConditions(top.Get("conditions"))
	r.declareRules(top.Get("rules"))
	r.declareChecks(top.Get("checks"))
	r.declareProcs(top.Get("procs"))
	r.declareEvents(top.Get("events"))
	r.declareChoices(top.Get("choices"))
	r.declareDecks(top.Get("decks"))
	r.declareTime(top)
	r.declareSpace(top.Get("space"))
	r.declareTactics(top.Get("tactics"))
	r.declareReports(top.Get("reports"))
	r.declareLaws(top.Get("laws"))
	r.declareCases(top.Get("cases"))
	for _, p := range r.Prog.Params {
		top.Elsewhere(p.Name, "to give the param another value, write set: {"+p.Name+": ..}")
	}
	top.Done()
}

// header reads what a file says about itself.
func (r *ruleset) header(top *tree.Reader) {
	top.Get("rulec") // the front door has read it
	r.Prog.Name, _ = tree.Name(top.Get("ruleset"), "the name of the ruleset", r.List)
	r.Prog.Title = decode.TitleOf(r.Prog.Name)
	if n := top.Get("title"); n != nil {
		r.Prog.Title, _ = tree.Text(n, "the title of the ruleset", r.List)
	}
	if n := top.Get("version"); n != nil {
		r.Prog.Version, _ = tree.Text(n, "the version of the ruleset", r.List)
	}
	if n := top.Get("about"); n != nil {
		tree.Text(n, "what the ruleset is about", r.List)
	}
	top.Get("parts")
	top.Get("uses")
}

// declareCases looks only at the shape: cases are encounters, which are checked
// one by one by lang/encounter.
func (r *ruleset) declareCases(n *tree.Node) {
	tree.Walk(n, "cases", r.List).Rest()
}

// resolve reads signatures and bodies, each when all that it needs is known. It is false once
// nobody wants to know any more.
func (r *ruleset) resolve(stop func() bool) bool {
	run(r.signatures)
	r.resolveCandidates()
	run(r.defaults)
	r.DecksRead = true
	r.closeImplications()
	return runUntil(stop, r.bodies) && runUntil(stop, r.tactics)
}

func run(steps []func()) { runUntil(nil, steps) }

// runUntil takes steps until somebody says stop, and reports whether it has taken all.
func runUntil(stop func() bool, steps []func()) bool {
	for _, step := range steps {
		if stop != nil && stop() {
			return false
		}
		step()
	}
	return true
}

// whole checks what shows only when everything has been read.
func (r *ruleset) whole() {
	r.checkUnannounced()
	r.checkUnread()
	r.CheckListed()
	r.CheckLabels()
	r.checkTested()
	r.checkResets()
	r.checkDefaults()
	r.cycles()
}
