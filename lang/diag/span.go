package diag

import (
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Source is one file that a user wrote: its displayed name and its text.
// A Source is immutable after NewSource.
type Source struct {
	// Name is the path as the user gave it, with forward slashes.
	Name string
	// Text is the whole file, in UTF-8 and without a byte order mark.
	Text string
	// lines holds the byte offset at which each line starts.
	lines []int
}

// NewSource returns a source with a name and the text of a file, in any encoding
// that [UTF8] reads.
func NewSource(name, text string) *Source {
	text = UTF8(text)
	lines := make([]int, 1, strings.Count(text, "\n")+1)
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' {
			lines = append(lines, i+1)
		}
	}
	return &Source{Name: name, Text: text, lines: lines}
}

// Position returns the line and the column of a byte offset, both from 1;
// columns count characters, not bytes. An offset past the end returns the end.
func (s *Source) Position(offset int) (line, column int) {
	offset = min(max(offset, s.lines[0]), len(s.Text))
	line = sort.Search(len(s.lines), func(i int) bool { return s.lines[i] > offset })
	return line, utf8.RuneCountInString(s.Text[s.lines[line-1]:offset]) + 1
}

// Offset returns the byte offset of a line and column, both from 1 and columns
// in characters. A place outside the text returns the nearest one inside it.
func (s *Source) Offset(line, column int) int {
	line = min(max(line, 1), len(s.lines))
	at := s.lines[line-1]
	for ; column > 1 && at < len(s.Text) && s.Text[at] != '\n'; column-- {
		_, size := utf8.DecodeRuneInString(s.Text[at:])
		at += size
	}
	return at
}

// Line returns the text of line n (from 1), without its line break.
func (s *Source) Line(n int) string {
	if n < 1 || n > len(s.lines) {
		return ""
	}
	start := s.lines[n-1]
	end := len(s.Text)
	if n < len(s.lines) {
		end = s.lines[n] - 1
	}
	if end > start && s.Text[end-1] == '\r' {
		end--
	}
	return s.Text[start:end]
}

// Span is a piece of a source: the bytes from Start up to, not including, End.
// The zero Span has no place.
type Span struct {
	Source     *Source
	Start, End int
}

// IsZero reports whether the span has no place.
func (s Span) IsZero() bool { return s.Source == nil }

// Text returns the characters that the span covers.
func (s Span) Text() string {
	if s.Source == nil {
		return ""
	}
	return s.Source.Text[s.Start:s.End]
}

// Where returns the file and the line of the span, as FILE:LINE; empty if it has no place.
func (s Span) Where() string {
	if s.Source == nil {
		return ""
	}
	line, _ := s.Source.Position(s.Start)
	return s.Source.Name + ":" + strconv.Itoa(line)
}

// To returns the span from the start of s to the end of other.
func (s Span) To(other Span) Span {
	if s.Source == nil || other.Source != s.Source {
		return s
	}
	return Span{s.Source, s.Start, max(s.End, other.End)}
}

// Holds reports whether all of other is within s.
func (s Span) Holds(other Span) bool {
	return s.Source == other.Source && s.Start <= other.Start && other.End <= s.End
}

// Before reports whether s precedes other: by file name, then by place.
func (s Span) Before(other Span) bool {
	a, b := "", ""
	if s.Source != nil {
		a = s.Source.Name
	}
	if other.Source != nil {
		b = other.Source.Name
	}
	if a != b {
		return a < b
	}
	if s.Start != other.Start {
		return s.Start < other.Start
	}
	return s.End < other.End
}

// Fragment is text that was taken out of a source and may have been decoded
// (quotes, escapes, the indentation of block text): a formula, a
// program, a key. It knows where each of its bytes came from.
type Fragment struct {
	Text   string
	Source *Source
	// Origin maps each byte of Text, and its end, to a byte offset in Source;
	// it has len(Text)+1 elements. When nil, Text is a plain copy that starts
	// at Base.
	Origin []int
	Base   int
}

// NewFragment returns a fragment that is the plain text of a span.
func NewFragment(span Span) Fragment {
	return Fragment{Text: span.Text(), Source: span.Source, Base: span.Start}
}

// Span returns the place in the source of the bytes from start up to end of the
// fragment's text.
func (f Fragment) Span(start, end int) Span {
	start = min(max(start, 0), len(f.Text))
	end = min(max(end, start), len(f.Text))
	if f.Origin == nil {
		return Span{f.Source, f.Base + start, f.Base + end}
	}
	from := f.Origin[start]
	if end == start {
		return Span{f.Source, from, from}
	}
	// The end is one past the last byte's own place, so that a span never
	// extends over removed text that follows it.
	last := f.Origin[end-1]
	to := min(last+1, len(f.Source.Text))
	for ; last == from && end < len(f.Origin); end++ { // an escape, or what stands for a word
		if next := f.Origin[end]; next > from {
			to = from + len(strings.TrimRight(f.Source.Text[from:next], " \t"))
			break
		}
	}
	return Span{f.Source, from, max(from, to)}
}

// Slice returns the part of the fragment from start up to end.
func (f Fragment) Slice(start, end int) Fragment {
	g := Fragment{Text: f.Text[start:end], Source: f.Source, Base: f.Base + start}
	if f.Origin != nil {
		g.Origin = f.Origin[start : end+1]
	}
	return g
}

// All returns the span of the whole fragment.
func (f Fragment) All() Span { return f.Span(0, len(f.Text)) }
