package diag

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	// tabStop is the distance of tab stops in snippets, in columns.
	tabStop = 4
	// maxLineRunes is how much of a long line a snippet shows; the marked text
	// is at most leadRunes from the left.
	maxLineRunes, leadRunes = 120, 60
	// maxMarkedLines is the number of lines of the longest span that is shown completely; for a longer
	// one only the first and the last line are shown.
	maxMarkedLines = 3
)

// Line returns the diagnostic on one line:
//
//	file:line:col: error: message [code]
//
// Characters that a terminal would interpret instead of showing are escaped.
func (d *Diagnostic) Line() string { return d.headline(plain) }

// Snippet returns the diagnostic with the text it is about, followed by a line
// break: its line, the source with the wrong text marked, then each note with
// its own position and the hint. Terminal colours are used if colour is true.
func (d *Diagnostic) Snippet(colour bool) string {
	p := plain
	if colour {
		p = coloured
	}
	gutter := 1
	if !d.Span.IsZero() {
		_, last := markedLines(d.Span)
		gutter = len(strconv.Itoa(last))
	}
	var b strings.Builder
	b.WriteString(d.headline(p) + "\n")
	if !d.Span.IsZero() {
		writeSource(&b, d.Span, gutter, p)
	}
	indent := strings.Repeat(" ", gutter+1)
	for _, n := range d.Notes {
		fmt.Fprintf(&b, "%s%s %s%s\n", indent, p.gutter("="), p.note("note: "), place(n.Span)+Visible(n.Message))
	}
	if d.Hint != "" {
		fmt.Fprintf(&b, "%s%s %s%s\n", indent, p.gutter("="), p.note("hint: "), Visible(d.Hint))
	}
	return b.String()
}

func (d *Diagnostic) headline(p palette) string {
	severity := p.failure
	if d.Severity == Warning {
		severity = p.warning
	}
	line := p.strong(place(d.Span)) + severity(d.Severity.String()+": ") + Visible(d.Message)
	if d.Code != "" {
		line += " [" + string(d.Code) + "]"
	}
	return line
}

// place returns "file:line:col: ", or nothing for the zero span.
func place(s Span) string {
	if s.IsZero() {
		return ""
	}
	line, column := s.Source.Position(s.Start)
	return fmt.Sprintf("%s:%d:%d: ", Visible(s.Source.Name), line, column)
}

// markedLines returns the first and the last line that a span touches. A span
// that ends with a line break doesn't touch the line after it.
func markedLines(s Span) (first, last int) {
	first, _ = s.Source.Position(s.Start)
	last, _ = s.Source.Position(max(s.Start, s.End-1))
	return first, last
}

func writeSource(b *strings.Builder, s Span, gutter int, p palette) {
	first, last := markedLines(s)
	bar := p.gutter("|")
	indent := strings.Repeat(" ", gutter+1)
	fmt.Fprintf(b, "%s%s\n", indent, bar)
	for n := first; n <= last; n++ {
		if last-first >= maxMarkedLines && n > first && n < last {
			fmt.Fprintf(b, "%s%s\n", indent, p.gutter("..."))
			n = last
		}
		text, marks := markLine(s, n, n == first)
		fmt.Fprintf(b, "%s %s%s\n", p.gutter(fmt.Sprintf("%*d", gutter, n)), bar, spaced(text))
		if marks != "" {
			blank := len(marks) - len(strings.TrimLeft(marks, " "))
			fmt.Fprintf(b, "%s%s %s%s\n", indent, bar, marks[:blank], p.mark(marks[blank:]))
		}
	}
}

// spaced prefixes nonempty text with a space, so that no line of a
// snippet ends with one.
func spaced(text string) string {
	if text == "" {
		return ""
	}
	return " " + text
}

// markLine returns line n as shown, and the marks below it: a caret and
// tildes on the first line of a span, only tildes on the others.
func markLine(s Span, n int, first bool) (text, marks string) {
	raw := s.Source.Line(n)
	start := s.Source.Offset(n, 1)
	from := min(max(s.Start-start, 0), len(raw))
	to := min(max(s.End-start, from), len(raw))
	if !first {
		from = min(to, len(raw)-len(strings.TrimLeft(raw, " \t")))
	}
	raw, from, to, cut := clip(raw, from, to)
	shown, left := expand(raw[:from], Width(cut))
	marked, right := expand(raw[from:to], left)
	rest, _ := expand(raw[to:], right)
	marks = strings.Repeat("~", right-left)
	if first {
		marks = "^" + strings.Repeat("~", max(right-left-1, 0))
	}
	if marks != "" {
		marks = strings.Repeat(" ", left) + marks
	}
	return strings.TrimRight(cut+shown+marked+rest, " "), marks
}

// clip shortens a long line to the part around the marked bytes from..to. If text
// was cut off on the left, it also returns an ellipsis.
func clip(raw string, from, to int) (string, int, int, string) {
	if utf8.RuneCountInString(raw) <= maxLineRunes {
		return raw, from, to, ""
	}
	begin, sign := from, ""
	for i := 0; i < leadRunes && begin > 0; i++ {
		_, size := utf8.DecodeLastRuneInString(raw[:begin])
		begin -= size
	}
	if begin > 0 {
		sign = "..."
	}
	end := begin
	for i := 0; i < maxLineRunes && end < len(raw); i++ {
		_, size := utf8.DecodeRuneInString(raw[end:])
		end += size
	}
	return raw[begin:end], from - begin, min(to, end) - begin, sign
}

// expand returns s as shown when it begins at the given column (from 0),
// with tabs as spaces, and the column after it.
func expand(s string, column int) (string, int) {
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		shown := visibleRune(r, s[:size])
		if r == '\t' {
			shown = strings.Repeat(" ", tabStop-column%tabStop)
		}
		b.WriteString(shown)
		column += Width(shown)
		s = s[size:]
	}
	return b.String(), column
}

// A palette colours the parts of a snippet.
type palette struct{ failure, warning, strong, mark, gutter, note func(string) string }

var (
	plain    = palette{same, same, same, same, same, same}
	coloured = palette{
		failure: sgr("1;31"), warning: sgr("1;33"), strong: sgr("1"),
		mark: sgr("32"), gutter: sgr("34"), note: sgr("36"),
	}
)

func same(s string) string { return s }

// sgr returns a function that wraps text in the given terminal attributes.
func sgr(attributes string) func(string) string {
	return func(s string) string {
		if s == "" {
			return s
		}
		return "\x1b[" + attributes + "m" + s + "\x1b[0m"
	}
}
