package editor

import "github.com/rulec/rulec/lang/diag"

// Hover describes what is at a place of a file, and its span; false means that there is nothing to describe.
func (w *Workspace) Hover(name string, offset int) (Description, diag.Span, bool) {
	c := w.Check(name)
	if u, ok := c.useAt(name, offset); ok && (!u.Decl.IsZero() || u.Type.Kind != 0) {
		return w.describeUse(c, u), u.At, true
	}
	src, root := w.parsed(name)
	if src == nil {
		return Description{}, diag.Span{}, false
	}
	if at := spotAt(root, offset); at.key {
		d, ok := describeKey(root, at.path)
		return d, at.node.Span, ok
	}
	start, end := wordAt(src.Text, offset)
	d, ok := describeWord(src.Text[start:end])
	return d, diag.Span{Source: src, Start: start, End: end}, ok
}

// wordAt returns the start and end of the word at or next to a place.
func wordAt(text string, offset int) (start, end int) {
	offset = min(max(offset, 0), len(text))
	start, end = offset, offset
	for start > 0 && isLetter(text[start-1]) {
		start--
	}
	for end < len(text) && isLetter(text[end]) {
		end++
	}
	return start, end
}

func isLetter(b byte) bool {
	return b == '_' || '0' <= b && b <= '9' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z'
}
