package show

import (
	"bufio"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/dump"
	"github.com/rulec/rulec/lang/tree"
)

// YAML writes a definition, or a section, as YAML equivalent to all the files together. The margin shows where a definition begins, and
// where it goes on from another place: a line without a place follows the line above it, in its file.
func YAML(w io.Writer, p Place) error {
	y := &yaml{}
	switch {
	case p.Entry.Key != nil:
		above := []string{scalar(p.Section.Key)}
		if p.onAgenda() {
			above = append(above, "entries")
		}
		if p.Of.Key != nil {
			above = append(above, scalar(p.Of.Key), p.fieldsKey())
		}
		for depth, key := range above {
			y.add(depth, key+":", diag.Span{})
		}
		y.head(p.Entry, len(above))
	case p.Section.Value.Kind == tree.Mapping && !IsOne(p.Section):
		y.add(0, scalar(p.Section.Key)+":", p.Section.Key.Span)
		for _, e := range p.Section.Value.Entries {
			y.head(e, 1)
		}
	default:
		y.entry(p.Section, 0)
	}
	return y.write(w)
}

// head adds a definition, which starts with its own place.
func (y *yaml) head(e tree.Entry, depth int) {
	y.lines[y.entry(e, depth)].head = true
}

// yaml collects lines.
type yaml struct{ lines []line }

type line struct {
	dump.Line
	// head lines always show their place.
	head bool
}

func (y *yaml) add(depth int, text string, at diag.Span) {
	y.lines = append(y.lines, line{Line: dump.Line{Depth: depth, Text: text, At: at}})
}

// entry adds a key with its value below what is said of it, and returns the line of the key.
func (y *yaml) entry(e tree.Entry, depth int) int {
	for _, was := range e.Was {
		y.add(depth, "# called "+was+" before it was renamed", diag.Span{})
	}
	y.remark(e, depth)
	head := len(y.lines)
	name := scalar(e.Key)
	if e.Of != nil {
		name = oneLine(e.Head())
	}
	if e.Columns != nil {
		y.grid(name+":", e, depth)
	} else {
		y.value(name+":", e.Key.Span, e.Value, depth)
	}
	return head
}

// grid adds a table or a scale with columns.
func (y *yaml) grid(before string, e tree.Entry, depth int) {
	y.add(depth, before+" |", e.Key.Span)
	for i, text := range e.GridLines() {
		at := e.Columns.Span
		if i > 0 {
			row := e.Value.Entries[i-1]
			at = row.Key.Span
			for _, cell := range row.Value.Entries {
				if cell.Value.Span.Source != row.Key.Span.Source {
					at = cell.Value.Span
				}
			}
			if row.Remark != nil {
				text += "  " + strings.Join(row.Remark.Lines(math.MaxInt), "")
			}
		}
		y.add(depth+1, text, at)
	}
}

// value adds a value after its key or dash.
func (y *yaml) value(before string, at diag.Span, n *tree.Node, depth int) {
	if n.Kind == tree.Scalar {
		at = n.Span
	}
	switch flat, ok := flow(n); {
	case n.Kind == tree.Null:
		y.add(depth, before, at)
	case n.Kind == tree.Scalar && strings.Contains(n.Text, "\n") && blockable(n.Text):
		y.block(before, at, n.Text, depth)
	case n.Kind == tree.Scalar:
		y.add(depth, before+" "+scalar(n), at)
	case ok:
		y.add(depth, before+" "+flat, n.Span)
	case n.Kind == tree.Mapping:
		y.add(depth, before, at)
		for _, e := range n.Entries {
			y.entry(e, depth+1)
		}
	default:
		y.add(depth, before, at)
		for _, item := range n.Items {
			y.item(item, depth+1)
		}
	}
}

// item adds an item of a list; the first key of a mapping is next to the dash.
func (y *yaml) item(n *tree.Node, depth int) {
	if n.Kind == tree.Mapping && len(n.Entries) > 0 && n.Entries[0].Remark != nil { // which is said of the item
		bare := *n
		bare.Entries = slices.Clone(n.Entries)
		bare.Entries[0].Remark = nil
		y.remark(n.Entries[0], depth)
		n = &bare
	}
	if _, ok := flow(n); ok || n.Kind != tree.Mapping || len(n.Entries) == 0 {
		y.value("-", n.Span, n, depth)
		return
	}
	first := len(y.lines)
	for _, e := range n.Entries {
		y.entry(e, depth+1)
	}
	y.lines[first].Depth, y.lines[first].Text = depth, "- "+y.lines[first].Text
}

// remark adds what is said of an entry.
func (y *yaml) remark(e tree.Entry, depth int) {
	if e.Remark == nil {
		return
	}
	for i, text := range e.Remark.Lines(widestFlow) {
		at := e.Remark.Span
		if i > 0 || at.Source == e.Key.Span.Source || strings.HasSuffix(text, "]") {
			at = diag.Span{} // ids end a sentence
		}
		y.add(depth, text, at)
	}
}

// block adds block text.
func (y *yaml) block(before string, at diag.Span, text string, depth int) {
	mark := "|"
	switch trimmed := strings.TrimRight(text, "\n"); {
	case trimmed == text:
		mark = "|-"
	case len(text)-len(trimmed) > 1:
		mark = "|+"
	}
	y.add(depth, before+" "+mark, at)
	for l := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		y.add(depth+1, l, diag.Span{})
	}
}

// blockable reports whether a text can be written as block text as it is.
func blockable(text string) bool {
	for _, r := range text {
		if r != '\n' && !unicode.IsPrint(r) {
			return false
		}
	}
	return text != "" && text[0] != ' ' && text[0] != '\n'
}

// widestFlow is the maximum length of a mapping or list on one line.
const widestFlow = 90

// flow returns a list or mapping on one line, if it was written in brackets at one place and is short enough.
func flow(n *tree.Node) (string, bool) {
	if !together(n, n.Span) {
		return "", false
	}
	text := Flat(n)
	return text, utf8.RuneCountInString(text) <= widestFlow
}

// together reports whether n and everything in it was written in brackets within a span.
func together(n *tree.Node, within diag.Span) bool {
	s := n.Span
	if s.Source != within.Source || s.Start < within.Start || s.End > within.End {
		return false
	}
	switch n.Kind {
	case tree.Mapping:
		for _, e := range n.Entries {
			if len(e.Was) > 0 || e.Of != nil || e.Columns != nil || e.Remark != nil || !together(e.Key, within) || !together(e.Value, within) {
				return false
			}
		}
		return n.Style == tree.Flow
	case tree.Sequence:
		for _, item := range n.Items {
			if !together(item, within) {
				return false
			}
		}
		return n.Style == tree.Flow
	}
	return n.Style != tree.Literal && n.Style != tree.Folded && n.Style != tree.Computed
}

// Flat returns a value as YAML on one line: as it is after all overlays, whatever its file has.
func Flat(n *tree.Node) string {
	var parts []string
	switch n.Kind {
	case tree.Null:
		return ""
	case tree.Scalar:
		return scalar(n)
	case tree.Sequence:
		for _, item := range n.Items {
			parts = append(parts, Flat(item))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	for _, e := range n.Entries {
		parts = append(parts, flatKey(e)+": "+Flat(e.Value)) // the blank ends the key of an empty value
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func flatKey(e tree.Entry) string {
	if e.Of != nil {
		return e.Head()
	}
	return scalar(e.Key)
}

// scalar returns a single value as YAML, in its original style as far as possible.
func scalar(n *tree.Node) string {
	switch {
	case !printable(n.Text), n.Style == tree.DoubleQuoted:
		return strconv.Quote(n.Text) // Go's escapes are YAML's too
	case n.Style == tree.Plain && plain(n.Text), n.Style == tree.Computed:
		return n.Text
	}
	return "'" + strings.ReplaceAll(n.Text, "'", "''") + "'"
}

// plain reports whether a text can be written without quotes. Texts without quotes in a file can; this is for values from a command line
// and from block text.
func plain(text string) bool {
	return text != "" && text == strings.TrimSpace(text) && !strings.ContainsAny(text[:1], "&*!|>%@`#'\"{[,]}") &&
		!strings.Contains(text, ": ") && !strings.Contains(text, " #") && !strings.HasSuffix(text, ":") &&
		!strings.HasPrefix(text, "- ") && !strings.HasPrefix(text, "? ") && text != "-"
}

func printable(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) < 0
}

// margin is the column of the places, unless a line is longer.
const margin = 64

// write writes the lines with their places next to them, where they go on from another place.
func (y *yaml) write(w io.Writer) error {
	var above diag.Span
	lines := make([]dump.Line, len(y.lines))
	for i, l := range y.lines {
		if lines[i] = l.Line; l.At.IsZero() {
			continue
		}
		if !l.head && l.At.Source == above.Source && above.Start <= l.At.Start {
			lines[i].At = diag.Span{}
		}
		above = l.At
	}
	out := bufio.NewWriter(w)
	dump.WriteLines(out, lines, margin, at)
	return out.Flush()
}

// at returns file:line.
func at(s diag.Span) string {
	if s.IsZero() {
		return "the language"
	}
	return s.Where()
}
