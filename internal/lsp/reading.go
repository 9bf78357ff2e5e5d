package lsp

import "github.com/rulec/rulec/internal/editor"

// foldingRanges answers with what can be folded away in a file.
func (s *Server) foldingRanges(p about) ([]foldingRange, error) {
	list := []foldingRange{}
	if name, ok := nameOf(p.TextDocument.URI); ok {
		for _, at := range s.work.Folds(name) {
			r := rangeOf(at)
			list = append(list, foldingRange{r.Start.Line, r.End.Line})
		}
	}
	return list, nil
}

// selectionRanges answers with what contains some places of a file, from the innermost outwards.
func (s *Server) selectionRanges(p selectionParams) ([]*selectionRange, error) {
	list := []*selectionRange{}
	for _, place := range p.Positions {
		name, offset, ok := s.place(at{p.TextDocument, place})
		if !ok {
			return nil, nil
		}
		innermost := &selectionRange{Range: span{place, place}}
		for i, x := range s.work.Around(name, offset) {
			innermost = &selectionRange{Range: rangeOf(x), Parent: innermost}
			if i == 0 {
				innermost.Parent = nil
			}
		}
		list = append(list, innermost)
	}
	return list, nil
}

// signature answers with what the call around a place takes.
func (s *Server) signature(name string, offset int) (*signatureHelp, error) {
	x, ok := s.work.Signature(name, offset)
	if !ok {
		return nil, nil
	}
	info := signatureInformation{Label: x.Head, Documentation: x.About}
	for _, p := range x.Params {
		info.Parameters = append(info.Parameters, parameterInformation{p})
	}
	return &signatureHelp{Signatures: []signatureInformation{info}, ActiveParameter: x.Active}, nil
}

// links answers with the names of other files at the top of a file.
func (s *Server) links(p about) ([]documentLink, error) {
	list := []documentLink{}
	if name, ok := nameOf(p.TextDocument.URI); ok {
		for _, x := range s.work.Links(name) {
			if uri := s.uriOf(x.To.Source.Name); uri != "" {
				list = append(list, documentLink{rangeOf(x.At), uri})
			}
		}
	}
	return list, nil
}

// tokens answers with the names in a file by what they name: each as its distance from the one before, its length and its sort.
func (s *Server) tokens(p about) (semanticTokens, error) {
	answer := semanticTokens{Data: []int{}}
	name, ok := nameOf(p.TextDocument.URI)
	if !ok {
		return answer, nil
	}
	var last position
	for _, x := range s.work.Tokens(name) {
		r := rangeOf(x.At)
		if r.Start.Line != r.End.Line {
			continue
		}
		line, character := r.Start.Line-last.Line, r.Start.Character
		if line == 0 {
			character -= last.Character
		}
		answer.Data = append(answer.Data, line, character, r.End.Character-r.Start.Character, x.Sort, 0)
		last = r.Start
	}
	return answer, nil
}

// legend says that tokens come for a whole file, and what their numbers mean.
func legend() tokensProvider {
	p := tokensProvider{Full: true}
	p.Legend.TokenTypes, p.Legend.TokenModifiers = editor.TokenSorts, []string{}
	return p
}
