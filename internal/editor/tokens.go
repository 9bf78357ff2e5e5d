package editor

import (
	"cmp"
	"slices"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// A Token is a name, and what it names.
type Token struct {
	At diag.Span
	// Sort is an index of [TokenSorts].
	Sort int
}

// TokenSorts are the sorts of names, in the words that editors know.
var TokenSorts = []string{"variable", "function", "struct", "event", "property", "enumMember", "type", "parameter"}

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
	slices.SortStableFunc(list, func(a, b Token) int { return cmp.Compare(a.At.Start, b.At.Start) })
	return slices.CompactFunc(list, func(next, last Token) bool { return next.At.Start < last.At.End })
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
