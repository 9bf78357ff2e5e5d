// Package decls turns the tree of a ruleset into a [program.Program]: it enters every
// declaration, section by section, and has every formula and program read by what it
// means (lang/types).
//
// Begin with [Ruleset]. The order in which things are declared in a file never
// matters, since all names are entered before the first text is read. The
// package reads no files and plays nothing.
package decls

import (
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

// readRuleset is [Ruleset], or, with a word, [About].
func readRuleset(root *tree.Node, settings []Setting, trees *syntax.Trees, uses *program.Uses, stop func() bool, only string, list *diag.List) *Checked {
	prog := &program.Program{}
	r := &ruleset{
		Reader: decode.New(types.New(prog, trees, list)), root: root,
		forms: map[*program.Kind]*actionForm{}, tacticsOf: map[string]*tacticLines{},
	}
	r.Uses = uses
	if only != "" {
		r.wantOnly(only)
	}
	r.declare(settings)
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

// declare enters every name.
func (r *ruleset) declare(settings []Setting) {
	r.top = r.OpenMapping(format.Ruleset, r.root, "the ruleset")
	r.top.Mention(tree.Verbs())
	r.Prog.Name, _ = tree.Name(r.top.Get("ruleset"), r.top.Called("ruleset"), r.List)
	r.Prog.Title = r.top.GetText("title", decode.TitleOf(r.Prog.Name))
	r.Prog.Version = r.top.GetText("version", "")
	r.top.GetText("about", "")
	r.declareParams(settings)
	r.declareScales()
	r.declareTables()
	r.declareKinds()
	r.declareQuantities()
	r.declareConditions()
	r.declareRules()
	r.declareChecks()
	r.declareProcs()
	r.declareEvents()
	r.declareChoices()
	r.declareDecks()
	r.declareTime()
	r.declareSpace()
	r.declareTactics()
	r.declareReports()
	r.declareLaws()
	r.declareCases()
	for _, p := range r.Prog.Params {
		r.top.Elsewhere(p.Name, "to give the param another value, write set: {"+p.Name+": ..}")
	}
	r.top.Done()
}

// declareCases looks only at the shape: cases are encounters, which are checked
// one by one by lang/encounter.
func (r *ruleset) declareCases() { tree.Walk(r.top.Get("cases"), "cases", r.List) }

// resolve reads signatures and bodies, each when all that it needs is known. It is false once
// nobody wants to know any more.
func (r *ruleset) resolve(stop func() bool) bool {
	r.signatures.run(nil)
	r.resolveCandidates()
	r.defaults.run(nil)
	r.DecksRead = true
	r.closeImplications()
	return r.bodies.run(stop) && r.tactics.run(stop)
}
