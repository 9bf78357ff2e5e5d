package lsp

import (
	"github.com/creachadair/jrpc2"

	"github.com/rulec/rulec/lang/diag"
)

// definition answers with the declaration of a name.
func (s *Server) definition(name string, offset int) ([]location, error) {
	decl, ok := s.work.Definition(name, offset)
	if !ok {
		return nil, nil
	}
	return s.locations([]diag.Span{decl}), nil
}

// references answers with the uses of a name.
func (s *Server) references(name string, offset int) ([]location, error) {
	return s.locations(s.work.References(name, offset)), nil
}

func (s *Server) locations(spans []diag.Span) []location {
	list := []location{}
	for _, at := range spans {
		if uri := s.uriOf(at.Source.Name); uri != "" {
			list = append(list, location{uri, rangeOf(at)})
		}
	}
	return list
}

// highlights answers with the uses of a name in its file.
func (s *Server) highlights(name string, offset int) ([]highlight, error) {
	list := []highlight{}
	for _, at := range s.work.Uses(name, offset) {
		if at.Source.Name == name {
			list = append(list, highlight{rangeOf(at)})
		}
	}
	return list, nil
}

// prepareRename answers whether a name can be changed.
func (s *Server) prepareRename(name string, offset int) (*prepared, error) {
	at, err := s.work.Renamable(name, offset)
	if err != nil {
		return nil, requestError(err)
	}
	return &prepared{rangeOf(at), at.Text()}, nil
}

// rename answers with the edits for another name.
func (s *Server) rename(p renameParams) (workspaceEdit, error) {
	name, offset, ok := s.place(p.at)
	if !ok {
		return workspaceEdit{}, nil
	}
	edits, err := s.work.Rename(name, offset, p.NewName)
	if err != nil {
		return workspaceEdit{}, requestError(err)
	}
	return s.edit(edits), nil
}

// requestFailed is the protocol's code for a valid request that can't be granted.
const requestFailed = jrpc2.Code(-32803)

func requestError(err error) error { return jrpc2.Errorf(requestFailed, "%s", err) }

// edit returns a change of files in the form of the protocol.
func (s *Server) edit(edits []diag.Edit) workspaceEdit {
	changes := map[string][]textEdit{}
	for _, e := range edits {
		uri := s.uriOf(e.At.Source.Name)
		changes[uri] = append(changes[uri], textEdit{rangeOf(e.At), e.Text})
	}
	return workspaceEdit{changes}
}
