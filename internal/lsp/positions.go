package lsp

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/rulec/rulec/lang/diag"
)

// offsetIn returns the byte offset of a place in a text. A place outside of it gives the nearest inside.
func offsetIn(text string, p position) int {
	at := 0
	for line := 0; line < p.Line; line++ {
		next := strings.IndexByte(text[at:], '\n')
		if next < 0 {
			return len(text)
		}
		at += next + 1
	}
	for units := 0; units < p.Character && at < len(text) && text[at] != '\n' && !strings.HasPrefix(text[at:], "\r\n"); {
		r, size := utf8.DecodeRuneInString(text[at:])
		units += utf16.RuneLen(r)
		at += size
	}
	return at
}

// positionIn returns the place of a byte offset in a text.
func positionIn(text string, offset int) position {
	offset = min(max(offset, 0), len(text))
	before := text[:offset]
	begins := strings.LastIndexByte(before, '\n') + 1
	p := position{Line: strings.Count(before, "\n")}
	for _, r := range before[begins:] {
		p.Character += utf16.RuneLen(r)
	}
	return p
}

// rangeOf returns a span in the form of the protocol; an empty span is the start of the file.
func rangeOf(s diag.Span) span {
	if s.IsZero() {
		return span{}
	}
	return span{positionIn(s.Source.Text, s.Start), positionIn(s.Source.Text, s.End)}
}

// applied returns a text after changes, one after the other.
func applied(text string, changes []contentChange) string {
	for _, c := range changes {
		if c.Range == nil {
			text = c.Text
			continue
		}
		from, to := offsetIn(text, c.Range.Start), offsetIn(text, c.Range.End)
		text = text[:from] + c.Text + text[max(from, to):]
	}
	return text
}
