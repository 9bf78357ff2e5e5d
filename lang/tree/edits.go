package tree

import (
	"strings"

	"github.com/rulec/rulec/lang/diag"
)

// FitEdits quotes, in fixes and guesses, an unquoted value that YAML would interpret differently
// with its new text: in braces a comma ends it. Edits that can't be written this way are dropped.
// It doesn't change edits of several values, or of text that isn't a value.
//
// Spec: files.md.
func FitEdits(list diag.List) {
	values := map[*diag.Source][]value{}
	for _, d := range list {
		for _, edits := range [][]diag.Edit{d.Fix, d.Guesses} {
			for i, e := range edits {
				src := e.At.Source
				if src == nil || !strings.ContainsAny(e.Text, special) {
					continue
				}
				if _, known := values[src]; !known {
					root, _ := Parse(diag.NewSource(src.Name, src.Text))
					values[src] = valuesOf(nil, root, false)
				}
				for _, v := range values[src] {
					if v.Span.Start <= e.At.Start && e.At.End <= v.Span.End && v.Span.Start < v.Span.End {
						edits[i] = v.fitted(e)
					}
				}
			}
		}
	}
}

// special are the characters that may have a meaning in YAML.
const special = ",[]{}:#&*!|>'\"%@`?-\\"

// value is a scalar; flow reports whether it is in braces or brackets.
type value struct {
	*Node
	flow bool
}

// valuesOf appends the scalars of a tree; aliases have the places of their targets.
func valuesOf(all []value, n *Node, flow bool) []value {
	if n == nil {
		return all
	}
	flow = flow || n.Style == Flow
	if n.Kind == Scalar {
		all = append(all, value{n, flow})
	}
	for _, e := range n.Entries {
		all = valuesOf(valuesOf(all, e.Key, flow), e.Value, flow)
	}
	for _, item := range n.Items {
		all = valuesOf(all, item, flow)
	}
	return all
}

// fitted returns an edit within a value, adapted to the style of the value.
func (v value) fitted(e diag.Edit) diag.Edit {
	whole := e.At.Start == v.Span.Start && e.At.End == v.Span.End
	switch {
	case whole && v.Style != Plain, v.Style == Literal, v.Style == Folded:
		return e // a completely new value brings its own quotes
	case v.Style == DoubleQuoted:
		e.Text = strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(e.Text)
		return e
	case v.Style == SingleQuoted:
		e.Text = strings.ReplaceAll(e.Text, "'", "''")
		return e
	}
	src := e.At.Source.Text
	text := src[v.Span.Start:e.At.Start] + e.Text + src[e.At.End:v.Span.End]
	if whole && strings.ContainsAny(text[:1], "\"'{*") || standsPlain(text, v.flow) {
		return e
	}
	quote := `"`
	if strings.ContainsAny(text, "\"\\") {
		quote, text = "'", strings.ReplaceAll(text, "'", "''")
	}
	return diag.Edit{At: v.Span, Text: quote + text + quote}
}

// standsPlain reports whether YAML reads a text as is without quotes.
func standsPlain(text string, flow bool) bool {
	first := text[:1]
	switch {
	case strings.ContainsAny(first, ",[]{}#&*!|>'\"%@`"):
		return false
	case strings.ContainsAny(first, "-?:") && (len(text) == 1 || isBlank(text[1])):
		return false
	case strings.Contains(text, ": ") || strings.HasSuffix(text, ":") || strings.Contains(text, " #"):
		return false
	}
	return !flow || !strings.ContainsAny(text, ",[]{}")
}
