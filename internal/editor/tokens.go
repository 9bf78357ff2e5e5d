package editor

import (
	"cmp"
	"slices"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

// A Token is a name, and what it names.
type Token struct {
	At diag.Span
	// Sort is an index of [TokenSorts], or of [ColourSorts].
	Sort int
}

// TokenSorts are the sorts of names, in the words that editors know.
var TokenSorts = []string{"variable", "function", "struct", "event", "property", "enumMember", "type", "parameter"}

// ColourSorts are the sorts of all words and marks.
var ColourSorts = append(slices.Clone(TokenSorts), "keyword", "number", "dice", "string", "operator", "comment")

// sortsOf are the sorts of what sections declare; of all others it is an enumMember.
var sortsOf = map[string]string{
	"params": "variable", "quantities": "function", "procs": "function", "tables": "function", "checks": "function",
	"kinds": "struct", "events": "event", "conditions": "type", "scales": "struct",
}

// Tokens returns the names in a file, in order, by what they name.
func (w *Workspace) Tokens(name string) []Token {
	var list []Token
	for _, u := range w.Check(name).uses {
		if u.At.Source == nil || u.At.Source.Name != name || u.At.End == u.At.Start {
			continue
		}
		list = append(list, Token{u.At, slices.Index(TokenSorts, w.sortOf(u))})
	}
	return inOrder(list)
}

// Colours returns all words and marks of the formulas and programs of a file, in order, and other names that aren't keys. While the file can't
// be read there are none.
func (w *Workspace) Colours(name string) []Token {
	uses := w.Check(name).uses
	src, _ := w.texts.File(name)
	if src == nil {
		return nil
	}
	var list []Token
	for _, u := range uses { // before the words that they are
		if u.At.Source == src && u.At.End < len(src.Text) && src.Text[u.At.End] != ':' {
			list = append(list, Token{u.At, slices.Index(ColourSorts, w.sortOf(u))})
		}
	}
	for _, f := range w.texts.Formulas(src) {
		for _, x := range syntax.Lexemes(f.Text) {
			list = append(list, Token{f.Span(x.Start, x.End), slices.Index(ColourSorts, x.Sort)})
		}
	}
	return inOrder(slices.DeleteFunc(list, func(t Token) bool { return t.At.Start == t.At.End }))
}

// inOrder sorts tokens; of those that overlap the first one counts.
func inOrder(list []Token) []Token {
	slices.SortStableFunc(list, func(a, b Token) int { return cmp.Compare(a.At.Start, b.At.Start) })
	end := 0
	return slices.DeleteFunc(list, func(t Token) bool {
		if t.At.Start < end {
			return true
		}
		end = t.At.End
		return false
	})
}

func (w *Workspace) sortOf(u program.Use) string {
	switch path := withoutVerb(w.pathOf(u.Decl)); {
	case u.Type.Kind == program.Step:
		return "enumMember"
	case len(path) == 0:
		return "parameter"
	case len(path) > 2:
		return "property"
	default:
		return cmp.Or(sortsOf[path[0]], "enumMember")
	}
}
