package syntax

import (
	"slices"
	"unicode/utf8"

	"github.com/rulec/rulec/lang/diag"
)

// input is the text of a parser, as tokens, with the errors in it.
type input struct {
	source diag.Fragment
	tokens []token
	errs   diag.List
}

// newInput reads the tokens of a text whose line breaks mean nothing. What names it in messages.
func newInput(f diag.Fragment, what string) input {
	x := input{source: f}
	if utf8.RuneCountInString(f.Text) > MaxFormulaLength {
		x.errs.Errorf(CodeTooLarge, f.All(), "the %s is too long: the limit is %d characters", what, MaxFormulaLength)
		return x
	}
	x.tokens = slices.DeleteFunc(scan(f.Text), func(t token) bool { return t.text == "\n" })
	pairs(f, x.tokens, &x.errs)
	return x
}

func (x *input) span(tokens []token) diag.Span {
	return x.source.Span(tokens[0].start, tokens[len(tokens)-1].end())
}

func (x *input) ident(t token) Ident { return Ident{t.text, x.source.Span(t.start, t.end())} }

// formula parses a formula given as tokens.
func (x *input) formula(tokens []token) Expr {
	e, errs := formulaOf(x.source, tokens)
	x.errs = append(x.errs, errs...)
	return e
}

// result returns a tree with the errors in its text, sorted by place; after an error no tree.
func result[T any](tree T, errs diag.List) (T, diag.List) {
	errs.Sort()
	if errs.HasErrors() {
		var none T
		return none, errs
	}
	return tree, errs
}
