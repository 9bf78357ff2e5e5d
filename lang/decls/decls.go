// Package decls converts the tree of a ruleset to a [program.Program]: it adds every
// declaration, section by section, and passes every formula and program to
// lang/types.
//
// Start with [Ruleset]. The order of declarations in a file never
// matters, since all names are added before the first text is read. The
// package doesn't read files or play fights.
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

// Setting overrides the default of a param: from the `set:` of an
// encounter, or from a command line.
type Setting struct {
	Name string
	// Value is the text of the value, without quotes.
	Value diag.Fragment
	// NameAt and ValueAt are their places.
	NameAt, ValueAt diag.Span
}

// Checked is a ruleset that has been read, with everything needed to check its
// encounters.
type Checked struct {
	// Program is the ruleset; it is complete only if no error was reported.
	Program *program.Program
	ruleset *ruleset
}

// Checker returns the checker for texts that refer to the ruleset but are
// elsewhere.
func (k *Checked) Checker() *types.Checker { return k.ruleset.Checker }

// Ruleset checks a ruleset whose parts and overlays have been merged.
// Settings override the defaults of params; if there are several for one param, the last
// counts. Trees caches the texts for checks with other settings; nil means
// no cache. Uses collects the meanings of names; it may be nil. Errors are added to list. Stop is polled
// for cancellation: once it returns true, the result is nil; it may be nil.
//
// Spec: the pages that language.md lists.
func Ruleset(root *tree.Node, settings []Setting, trees *syntax.Trees, uses *program.Uses, stop func() bool, list *diag.List) *Checked {
	return readRuleset(root, settings, trees, uses, stop, "", list)
}

// readRuleset is [Ruleset], or, if only is set, [About].
func readRuleset(root *tree.Node, settings []Setting, trees *syntax.Trees, uses *program.Uses, stop func() bool, only string, list *diag.List) *Checked {
	prog := &program.Program{}
	root, figures := tree.Figures(Likes(root, list), list)
	r := &ruleset{
		Reader: decode.New(types.New(prog, trees, list)), root: root,
		forms: map[*program.Kind]*actionForm{}, tacticsOf: map[string]*tacticLines{},
	}
	r.Uses = uses
	for _, f := range figures {
		r.Uses.Add(f.At, f.Decl, types.UnknownType)
	}
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
			r.Remarks(root)
		}
		if !list.HasErrors() {
			prog.Hash = decode.HashOf(root, prog.Params)
		}
	}
	return &Checked{Program: prog, ruleset: r}
}

// declare adds every name.
func (r *ruleset) declare(settings []Setting) {
	r.top = r.OpenMapping(format.Ruleset, r.root, "the ruleset")
	r.top.Mention(tree.Verbs())
	r.Prog.Name, _ = tree.Name(r.top.Get("ruleset"), r.top.Called("ruleset"), r.List)
	r.Prog.Book = r.Prog.Name
	if e, ok := r.top.Entry("ruleset"); ok && len(e.Was) > 0 {
		r.Prog.Book = e.Was[0]
	}
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

// declareCases only checks the shape: cases are encounters, which are checked
// one by one by lang/encounter.
func (r *ruleset) declareCases() { tree.Walk(r.top.Get("cases"), "cases", r.List) }

// resolve reads signatures and bodies, each once everything that it needs is known. It returns false
// once stop has returned true.
func (r *ruleset) resolve(stop func() bool) bool {
	r.signatures.run(nil)
	r.resolveCandidates()
	r.defaults.run(nil)
	r.DecksRead = true
	r.closeImplications()
	return r.bodies.run(stop) && r.tactics.run(stop)
}
