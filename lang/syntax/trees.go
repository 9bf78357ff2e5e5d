package syntax

import (
	"maps"
	"reflect"

	"github.com/rulec/rulec/lang/diag"
)

// Trees caches parsed programs, formulas, types and sentences: a ruleset that is checked with
// other params has the same texts. Its results are shared and must not be changed. It is for
// one goroutine; nil caches nothing.
type Trees struct{ known map[place]any }

// place is the span of a text, with the text, because some are assembled from several places, and
// the type of the tree that it was parsed to.
type place struct {
	of    reflect.Type
	span  diag.Span
	words string
}

// text is a parsed text with its errors.
type text[T any] struct {
	of   diag.Fragment
	tree T
	errs diag.List
}

// NewTrees returns an empty cache.
func NewTrees() *Trees { return &Trees{map[place]any{}} }

// Once is parse(f), cached in t. Parsers with results of the same type share the cache.
func Once[T any](t *Trees, f diag.Fragment, parse func(diag.Fragment) (T, diag.List)) (T, diag.List) {
	if t == nil {
		return parse(f)
	}
	at := place{reflect.TypeFor[T](), f.All(), f.Text}
	known, ok := t.known[at].(text[T])
	if !ok {
		known.of = f
		known.tree, known.errs = parse(f)
		t.known[at] = known
	}
	return known.tree, known.errs
}

// Texts returns the formulas and programs parsed from a source, in no order.
func (t *Trees) Texts(src *diag.Source) (list []diag.Fragment) {
	for at, known := range t.known {
		if at.span.Source != src {
			continue
		}
		switch known := known.(type) {
		case text[Expr]:
			list = append(list, known.of)
		case text[*Block]:
			list = append(list, known.of)
		}
	}
	return list
}

// Forget drops everything parsed from a source.
func (t *Trees) Forget(src *diag.Source) {
	maps.DeleteFunc(t.known, func(at place, _ any) bool { return at.span.Source == src })
}
