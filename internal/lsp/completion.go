package lsp

import (
	"fmt"
	"strings"

	"github.com/rulec/rulec/internal/editor"
)

// completion answers with the completions at a place.
func (s *Server) completion(name string, offset int) (*completionList, error) {
	list := &completionList{Items: []completionItem{}}
	text, _ := s.work.Text(name)
	candidates, start, end := s.work.Complete(name, offset)
	where := span{positionIn(text, start), positionIn(text, end)}
	calls := !strings.HasPrefix(text[end:], "(")
	for i, c := range candidates {
		item := completionItem{
			Label: c.Name, Kind: kindOf[c.Sort], Detail: c.Head, SortText: fmt.Sprintf("%05d", i), FilterText: c.Name,
			TextEdit: textEdit{where, c.Name},
		}
		if about := aboutIn(c.Description); about != "" {
			item.Documentation = &markup{"markdown", about}
		}
		switch {
		case c.Behind != "":
			item.TextEdit.NewText += c.Behind + " "
		case c.Sort == editor.Function && calls && strings.Contains(c.Head, "(") && s.client.Capabilities.TextDocument.Completion.CompletionItem.SnippetSupport:
			item.InsertTextFormat, item.TextEdit.NewText = snippet, c.Name+"($0)"
		}
		list.Items = append(list.Items, item)
	}
	return list, nil
}

// kindOf are the protocol's numbers for kinds of names.
var kindOf = map[editor.Sort]int{
	editor.Value: 6, editor.Key: 10, editor.Word: 14, editor.Function: 3, editor.Declaration: 21, editor.FieldName: 5,
}

// hover answers with the meaning of a name.
func (s *Server) hover(name string, offset int) (*hover, error) {
	d, where, ok := s.work.Hover(name, offset)
	if !ok {
		return nil, nil
	}
	text := "**" + escaped(d.Head) + "**"
	if about := aboutIn(d); about != "" {
		text += "\n\n" + about
	}
	if !d.At.IsZero() {
		line, _ := d.At.Source.Position(d.At.Start)
		text += fmt.Sprintf("\n\n*%s, line %d*", escaped(s.inWorkspace(d.At.Source.Name)), line)
	}
	return &hover{markup{"markdown", text}, rangeOf(where)}, nil
}

// aboutIn returns the description of a name and its declaration, in Markdown.
func aboutIn(d editor.Description) string {
	var parts []string
	if d.About != "" {
		parts = append(parts, escaped(d.About))
	}
	if d.Source != "" {
		fence := "```"
		for strings.Contains(d.Source, fence) {
			fence += "`"
		}
		parts = append(parts, fence+"yaml\n"+d.Source+"\n"+fence)
	}
	return strings.Join(parts, "\n\n")
}

// escaped escapes a text for Markdown.
func escaped(text string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`, "]", `\]`, "<", "&lt;", "#", `\#`).Replace(text)
}

// place returns the file and the byte offset of a request.
func (s *Server) place(p at) (name string, offset int, ok bool) {
	if name, ok = nameOf(p.TextDocument.URI); !ok {
		return "", 0, false
	}
	text, ok := s.work.Text(name)
	return name, offsetIn(text, p.Position), ok
}
