package lsp

import (
	"fmt"
	"strings"

	"github.com/rulec/rulec/internal/editor"
	"github.com/rulec/rulec/lang/diag"
)

// The protocol's names for kinds of changes.
const (
	quickFix = "quickfix"
	fixAll   = "source.fixAll"
)

// codeActions answers with the changes for the problems in a range: those of rulec lint --fix, guesses at what was meant, and the comment
// that allows a warning.
func (s *Server) codeActions(p about) ([]codeAction, error) {
	actions := []codeAction{}
	name, ok := nameOf(p.TextDocument.URI)
	text, open := s.work.Text(name)
	if !ok || !open {
		return actions, nil
	}
	from, to := offsetIn(text, p.Range.Start), offsetIn(text, p.Range.End)
	c := s.work.Check(name)
	fixed := 0
	var source *diag.Source
	for _, d := range c.List {
		if d.Span.Source == nil || d.Span.Source.Name != name || d.Span.Source.Text != text {
			continue
		}
		if source = d.Span.Source; len(d.Fix) > 0 {
			fixed++
		}
		if d.Span.End < from || to < d.Span.Start {
			continue
		}
		for _, m := range editor.Fixes(d) {
			actions = append(actions, codeAction{
				Title: m.Title, Kind: quickFix, Diagnostics: []diagnostic{s.diagnostic(d)}, IsPreferred: !m.Guess, Edit: s.edit(m.Edits),
			})
		}
		if d.Severity == diag.Warning {
			actions = append(actions, codeAction{
				Title: fmt.Sprintf("Allow %q here", d.Code), Kind: quickFix, Diagnostics: []diagnostic{s.diagnostic(d)},
				Edit: s.edit([]diag.Edit{allowing(d)}),
			})
		}
	}
	if fixed > 1 {
		whole := diag.Span{Source: source, End: len(text)}
		better, _ := c.List.Fixed(source)
		actions = append(actions, codeAction{
			Title: fmt.Sprintf("Fix what is safe to fix in this file (%d)", fixed), Kind: fixAll, Edit: s.edit([]diag.Edit{{At: whole, Text: better}}),
		})
	}
	return actions, nil
}

// allowing adds the comment that allows a warning above its line.
func allowing(d *diag.Diagnostic) diag.Edit {
	src := d.Span.Source
	line, _ := src.Position(d.Span.Start)
	begins := src.Offset(line, 1)
	text := src.Line(line)
	indent := text[:len(text)-len(strings.TrimLeft(text, " "))]
	return diag.Edit{
		At: diag.Span{Source: src, Start: begins, End: begins}, Text: fmt.Sprintf("%s# allow %s: write here why\n", indent, d.Code),
	}
}
