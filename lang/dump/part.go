package dump

import (
	"bufio"
	"fmt"
	"io"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/rulec/rulec/lang/diag"
)

// Part is one declaration, or another piece that can be selected by its name.
type Part struct {
	// Section and Name are those of the file format: conditions and prone. A part without a
	// section, such as a script, has an empty Section.
	Section, Name string
	Lines         []Line
}

// Line is a line of a part.
type Line struct {
	// Depth counts from 0; each level is indented by two spaces.
	Depth int
	Text  string
	// At is its source; the zero span means that none is printed.
	At diag.Span
}

// Title returns SECTION.NAME, or just the one that isn't empty.
func (p Part) Title() string {
	return strings.Trim(p.Section+"."+p.Name, ".")
}

// Pick returns the parts that match a pattern: SECTION.NAME, a name in any
// section, or a section. A star matches any letters, as in conditions.g*.
func Pick(parts []Part, pattern string) []Part {
	var picked []Part
	for _, p := range parts {
		if matches(pattern, p.Title()) || matches(pattern, p.Name) || matches(pattern, p.Section) {
			picked = append(picked, p)
		}
	}
	return picked
}

// matches reports whether a pattern matches a name, literally or with its stars.
func matches(pattern, name string) bool {
	if name == "" || pattern == name {
		return name != ""
	}
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}

// Titles returns all names that [Pick] accepts.
func Titles(parts []Part) []string {
	var names []string
	for _, p := range parts {
		names = append(names, p.Title(), p.Name, p.Section)
	}
	return names
}

// widest is the length of the longest line that moves the positions of its part to the right.
const widest = 96

// Write writes parts with a blank line between them. Each line with a position
// has file:line:column next to it.
func Write(w io.Writer, parts []Part) error {
	out := bufio.NewWriter(w)
	for i, p := range parts {
		if i > 0 {
			fmt.Fprintln(out)
		}
		WriteLines(out, p.Lines, widest, place)
	}
	return out.Flush()
}

// WriteLines writes lines, with their positions in a column to the right of the
// longest line, not counting those longer than widest. It escapes anything that a terminal would obey. The
// writer keeps its error.
func WriteLines(out *bufio.Writer, lines []Line, widest int, place func(diag.Span) string) {
	width, texts := 0, make([]string, len(lines))
	for i, l := range lines {
		texts[i] = strings.TrimRight(strings.Repeat("  ", l.Depth)+diag.Visible(l.Text), " ")
		if n := utf8.RuneCountInString(texts[i]); n <= widest && !l.At.IsZero() {
			width = max(width, n)
		}
	}
	for i, l := range lines {
		if !l.At.IsZero() {
			texts[i] = fmt.Sprintf("%-*s  # %s", width, texts[i], diag.Visible(place(l.At)))
		}
		fmt.Fprintln(out, texts[i])
	}
}

// place returns file:line:column.
func place(s diag.Span) string {
	line, column := s.Source.Position(s.Start)
	return fmt.Sprintf("%s:%d:%d", s.Source.Name, line, column)
}
