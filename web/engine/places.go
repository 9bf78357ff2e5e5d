package engine

import (
	"strings"
	"unicode/utf16"

	"github.com/rulec/rulec/lang/diag"
)

// The page counts a text in UTF-16 units, and every line end as one of them. These functions go through a text in parallel: bytes here,
// units there.

// unitsAt returns the unit of a byte offset of a text.
func unitsAt(text string, offset int) int {
	units := 0
	for i, r := range text[:min(max(offset, 0), len(text))] {
		if !strings.HasPrefix(text[i:], "\r\n") {
			units += utf16.RuneLen(r)
		}
	}
	return units
}

// bytesAt returns the byte offset of a unit of a text; after its end, its length.
func bytesAt(text string, unit int) int {
	units := 0
	for i, r := range text {
		if strings.HasPrefix(text[i:], "\r\n") {
			continue
		}
		if units >= unit {
			return i
		}
		units += utf16.RuneLen(r)
	}
	return len(text)
}

// span is a part of a file.
type span struct {
	File string `json:"file"`
	From int    `json:"from"`
	To   int    `json:"to"`
	// Line is the number of its first line, from 1.
	Line int `json:"line"`
}

// spanOf returns a span as the page counts it.
func spanOf(s diag.Span) span {
	if s.IsZero() {
		return span{}
	}
	line, _ := s.Source.Position(s.Start)
	from := unitsAt(s.Source.Text, s.Start)
	return span{s.Source.Name, from, from + unitsAt(s.Text(), len(s.Text())), line}
}
