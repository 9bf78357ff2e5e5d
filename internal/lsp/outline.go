package lsp

import (
	"strings"

	"github.com/rulec/rulec/internal/editor"
	"github.com/rulec/rulec/internal/rulefmt"
	"github.com/rulec/rulec/lang/diag"
)

// The protocol's numbers for kinds of symbols.
const (
	symbolSection     = 3
	symbolDeclaration = 5
)

// documentSymbols answers with the contents of a file.
func (s *Server) documentSymbols(p about) ([]documentSymbol, error) {
	name, ok := nameOf(p.TextDocument.URI)
	if !ok {
		return nil, nil
	}
	s.work.Check(name)
	return outlined(s.work.Symbols(name), symbolSection), nil
}

func outlined(symbols []editor.Symbol, kind int) []documentSymbol {
	list := []documentSymbol{}
	for _, x := range symbols {
		list = append(list, documentSymbol{
			Name: x.Name, Detail: x.Detail, Kind: kind, Range: rangeOf(x.Whole), SelectionRange: rangeOf(x.Key),
			Children: outlined(x.Sections, symbolDeclaration),
		})
	}
	return list
}

// mostSymbols is the maximum number of names found for a query.
const mostSymbols = 300

// workspaceSymbols answers with the names that contain the letters of a query, in their order.
func (s *Server) workspaceSymbols(p workspaceSymbolParams) ([]symbolInformation, error) {
	list := []symbolInformation{}
	for _, x := range s.work.Declarations() {
		if uri := s.uriOf(x.At.Source.Name); uri != "" && hasInOrder(x.Name, p.Query) && len(list) < mostSymbols {
			list = append(list, symbolInformation{x.Name, symbolDeclaration, location{uri, rangeOf(x.At)}, x.Head})
		}
	}
	return list, nil
}

func hasInOrder(name, letters string) bool {
	for _, r := range strings.ToLower(letters) {
		i := strings.IndexRune(name, r)
		if i < 0 {
			return false
		}
		name = name[i+1:]
	}
	return true
}

// formatting answers with the edits that format a file: nothing before the first line that changes and after the last is touched.
func (s *Server) formatting(p about) ([]textEdit, error) {
	name, ok := nameOf(p.TextDocument.URI)
	text, open := s.work.Text(name)
	if !ok || !open {
		return nil, nil
	}
	formed, _ := rulefmt.Format(diag.NewSource(name, text))
	if formed == text {
		return []textEdit{}, nil
	}
	from := 0
	for i := 0; i < min(len(text), len(formed)) && text[i] == formed[i]; i++ {
		if text[i] == '\n' {
			from = i + 1
		}
	}
	behind := 0
	for i := 1; i <= min(len(text), len(formed))-from && text[len(text)-i] == formed[len(formed)-i]; i++ {
		if text[len(text)-i] == '\n' {
			behind = i - 1
		}
	}
	return []textEdit{{
		span{positionIn(text, from), positionIn(text, len(text)-behind)}, formed[from : len(formed)-behind],
	}}, nil
}

// inlayHints answers with the values of params shown after their names.
func (s *Server) inlayHints(p about) ([]inlayHint, error) {
	list := []inlayHint{}
	name, ok := nameOf(p.TextDocument.URI)
	text, open := s.work.Text(name)
	if !ok || !open {
		return list, nil
	}
	for _, h := range s.work.Hints(name, offsetIn(text, p.Range.Start), offsetIn(text, p.Range.End)) {
		list = append(list, inlayHint{positionIn(text, h.At.End), h.Text, 1, true})
	}
	return list, nil
}
