package syntax

import (
	"maps"

	"github.com/rulec/rulec/lang/diag"
)

// Trees caches parsed programs, formulas, types and sentences: a ruleset that is checked with
// other params has the same texts. Its results are shared and must not be changed. It is for
// one goroutine; nil caches nothing.
type Trees struct {
	programs  map[place]text[*Block]
	formulas  map[place]text[Expr]
	types     map[place]text[*TypeExpr]
	sentences map[place]text[*Template]
}

// place is the span of a text, with the text: some are assembled from several places.
type place struct {
	span  diag.Span
	words string
}

type text[T any] struct {
	tree T
	errs diag.List
}

// NewTrees returns an empty cache.
func NewTrees() *Trees {
	return &Trees{programs: map[place]text[*Block]{}, formulas: map[place]text[Expr]{},
		types: map[place]text[*TypeExpr]{}, sentences: map[place]text[*Template]{}}
}

// Program is [ReadProgram].
func (t *Trees) Program(f diag.Fragment) (*Block, diag.List) {
	if t == nil {
		return ReadProgram(f)
	}
	return once(t.programs, f, ReadProgram)
}

// Formula is [ParseFormula].
func (t *Trees) Formula(f diag.Fragment) (Expr, diag.List) {
	if t == nil {
		return ParseFormula(f)
	}
	return once(t.formulas, f, ParseFormula)
}

// Type is [ParseType].
func (t *Trees) Type(f diag.Fragment) (*TypeExpr, diag.List) {
	if t == nil {
		return ParseType(f)
	}
	return once(t.types, f, ParseType)
}

// Template is [ParseTemplate].
func (t *Trees) Template(f diag.Fragment) (*Template, diag.List) {
	if t == nil {
		return ParseTemplate(f)
	}
	return once(t.sentences, f, ParseTemplate)
}

// Forget drops everything parsed from a source.
func (t *Trees) Forget(src *diag.Source) {
	maps.DeleteFunc(t.programs, func(at place, _ text[*Block]) bool { return at.span.Source == src })
	maps.DeleteFunc(t.formulas, func(at place, _ text[Expr]) bool { return at.span.Source == src })
	maps.DeleteFunc(t.types, func(at place, _ text[*TypeExpr]) bool { return at.span.Source == src })
	maps.DeleteFunc(t.sentences, func(at place, _ text[*Template]) bool { return at.span.Source == src })
}

func once[T any](known map[place]text[T], f diag.Fragment, parse func(diag.Fragment) (T, diag.List)) (T, diag.List) {
	at := place{f.Span(0, len(f.Text)), f.Text}
	r, ok := known[at]
	if !ok {
		r.tree, r.errs = parse(f)
		known[at] = r
	}
	return r.tree, r.errs
}
