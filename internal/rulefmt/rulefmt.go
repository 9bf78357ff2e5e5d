// Package rulefmt formats YAML files: it changes the indentation of lines, spaces, blank lines and line ends, and nothing else. Comments,
// quotes, the order of keys and all texts stay.
//
// Begin with [Format].
//
// The command for it is `rulec fmt`.
package rulefmt

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

// Format returns the formatted text of a file: two spaces of indentation a level, lists indented below their keys, one space after colons,
// hyphens and commas and none inside of braces and brackets, no spaces at the end of a line, at most one blank line in a row and none at
// the ends of the file. A file that can't be read is returned as it is, with its errors.
//
// The result means the same as the input, and formatting it again changes nothing.
func Format(src *diag.Source) (string, diag.List) {
	root, list := tree.Parse(src)
	if list.HasErrors() || root == nil || len(root.Entries)+len(root.Items) == 0 {
		return src.Text, list
	}
	f := newFormatting(src)
	f.block(root, 0)
	f.flows(root)
	text := f.text()
	again, _ := tree.Parse(diag.NewSource(src.Name, text))
	if !same(root, again) {
		return src.Text, diag.List{diag.Errorf(Unformatted, root.Span, "this file is not changed: with other spaces it would mean something else")}
	}
	return text, nil
}

// Unformatted is the code for a file that isn't formatted.
const Unformatted diag.Code = "unformatted"

// same reports whether two trees mean the same.
func same(a, b *tree.Node) bool {
	if a == nil || b == nil {
		return a == b
	}
	x, y := a.Text, b.Text
	if a.Style == tree.Literal || a.Style == tree.Folded {
		x, y = strings.TrimRight(x, "\n"), strings.TrimRight(y, "\n") // the last line of the file gets a line end
	}
	return a.Kind == b.Kind && a.Style == b.Style && x == y &&
		slices.EqualFunc(a.Items, b.Items, same) &&
		slices.EqualFunc(a.Entries, b.Entries, func(x, y tree.Entry) bool {
			return same(x.Key, y.Key) && same(x.Value, y.Value) && x.About() == y.About() && slices.Equal(x.Cites(), y.Cites())
		})
}

// formatting is the state of formatting a file.
type formatting struct {
	src *diag.Source
	// lines are the lines of the file, without line breaks.
	lines []line
	edits []diag.Edit
}

// line is a line of the file.
type line struct {
	start, end int
	// indent is the number of spaces at its beginning.
	indent int
	// want is the wanted number; -1 means as the surrounding content, for comments and blank lines.
	want int
	// text is set for a line inside of a text: the spaces at its end belong to the text.
	text bool
}

func newFormatting(src *diag.Source) *formatting {
	f := &formatting{src: src}
	for start := 0; start < len(src.Text); {
		end := start + strings.IndexByte(src.Text[start:]+"\n", '\n')
		text := strings.TrimSuffix(src.Text[start:end], "\r")
		f.lines = append(f.lines, line{
			start: start, end: start + len(text), indent: len(text) - len(strings.TrimLeft(text, " ")), want: -1,
		})
		start = end + 1
	}
	return f
}

// at returns the index of the line that contains a byte.
func (f *formatting) at(offset int) int {
	n, _ := f.src.Position(offset)
	return n - 1
}

// block lays out a mapping or list on its own lines at an indentation.
func (f *formatting) block(n *tree.Node, indent int) {
	for _, e := range n.Entries {
		f.begin(e.Key.Span.Start, indent)
		f.behind(e.Key.Span.End, e.Value)
		if e.Columns != nil {
			f.grid(e.Value.Span, indent+2)
		} else {
			f.value(e.Key.Span.Start, e.Value, indent)
		}
	}
	for _, item := range n.Items {
		dash := f.dashBefore(item.Span.Start)
		if dash < 0 {
			return // its hyphen isn't where expected: the rest stays as it is
		}
		f.begin(dash, indent)
		if f.at(dash) == f.at(item.Span.Start) && item.Kind != tree.Null {
			f.space(dash+1, item.Span.Start, " ")
		}
		f.value(dash, item, indent)
	}
}

// dashBefore returns the position of the hyphen of a list entry; -1 means none.
func (f *formatting) dashBefore(item int) int {
	for i := item - 1; i >= 0; i-- {
		switch f.src.Text[i] {
		case '-':
			return i
		case ' ', '\n', '\r':
		default:
			return -1
		}
	}
	return -1
}

// begin sets the indentation of a line that begins with the byte at offset.
func (f *formatting) begin(offset, indent int) {
	if l := &f.lines[f.at(offset)]; l.start+l.indent == offset {
		l.want = indent
	}
}

// behind leaves one space between a colon and the value on its line.
func (f *formatting) behind(key int, value *tree.Node) {
	if value.Kind == tree.Null || f.at(key) != f.at(value.Span.Start) {
		return
	}
	if colon := strings.IndexByte(f.src.Text[key:value.Span.Start], ':'); colon >= 0 {
		f.space(key, key+colon, "")
		f.space(key+colon+1, value.Span.Start, " ")
	}
}

// value lays out the value of a key or hyphen that begins at an indentation.
func (f *formatting) value(owner int, n *tree.Node, indent int) {
	first, last := f.at(n.Span.Start), f.at(max(n.Span.Start, n.Span.End-1))
	switch {
	case n.Span.Start < owner:
		return // the value of an alias, which is elsewhere
	case n.Style == tree.Block && (n.Kind == tree.Mapping || n.Kind == tree.Sequence):
		f.block(n, indent+2)
		return
	case n.Kind == tree.Null:
		return
	}
	if first > f.at(owner) {
		first-- // it begins on its own line
	}
	switch n.Style {
	case tree.Literal, tree.Folded:
		head, _, _ := strings.Cut(f.src.Text[n.Span.Start:], "\n")
		if head, _, _ = strings.Cut(head, "#"); strings.ContainsAny(head, "123456789") {
			f.follow(first+1, last, f.at(owner), indent, true) // it has an indentation indicator
			return
		}
		f.shift(first+1, last, indent+2, true)
	case tree.Flow:
		f.follow(first+1, last, f.at(owner), indent, false)
	default:
		f.shift(first+1, last, indent+2, false)
	}
}

// Between the columns of a grid are two blanks, or one where its lines would be longer than the widest.
const between, widest = 2, 120

// grid lays out the lines of a grid, with its columns below each other.
func (f *formatting) grid(at diag.Span, indent int) {
	var rows [][]diag.Span
	var widths []int
	for i := f.at(at.Start) + 1; i < len(f.lines) && f.lines[i].start < at.End; i++ {
		l := &f.lines[i]
		if l.start+l.indent == l.end {
			continue
		}
		l.want = indent
		cells := tree.CellsAt(f.src, l.start, l.end)
		for c, cell := range cells {
			if c == len(widths) {
				widths = append(widths, 0)
			}
			widths[c] = max(widths[c], utf8.RuneCountInString(cell.Text()))
		}
		rows = append(rows, cells)
	}
	whole := indent - between
	for _, w := range widths {
		whole += w + between
	}
	gap := between
	if whole > widest {
		gap = 1
	}
	for _, cells := range rows {
		for c := range len(cells) - 1 {
			f.space(cells[c].End, cells[c+1].Start, strings.Repeat(" ", widths[c]-utf8.RuneCountInString(cells[c].Text())+gap))
		}
	}
}

// shift moves lines together so that the leftmost begins at an indentation.
func (f *formatting) shift(first, last, indent int, text bool) {
	left := -1
	for i := first; i <= last && i < len(f.lines); i++ {
		f.lines[i].text = text
		if l := f.lines[i]; l.start+l.indent < l.end && (left < 0 || l.indent < left) {
			left = l.indent
		}
	}
	for i := first; i <= last && i < len(f.lines); i++ {
		if l := &f.lines[i]; l.start+l.indent < l.end {
			l.want = l.indent - left + indent
		}
	}
}

// follow moves lines by as much as the line that they belong to.
func (f *formatting) follow(first, last, owner, indent int, text bool) {
	for i := first; i <= last && i < len(f.lines); i++ {
		l := &f.lines[i]
		if l.text = text; l.start+l.indent < l.end {
			l.want = max(l.indent+indent-f.lines[owner].indent, indent+1)
		}
	}
}

// flows formats everything in braces and brackets.
func (f *formatting) flows(n *tree.Node) {
	if n.Style == tree.Flow && (n.Kind == tree.Mapping || n.Kind == tree.Sequence) {
		f.flow(n)
	}
	for _, e := range n.Entries {
		f.flows(e.Value)
	}
	for _, item := range n.Items {
		f.flows(item)
	}
}

// flow formats a mapping in braces or a list in brackets.
func (f *formatting) flow(n *tree.Node) {
	at := n.Span.Start + 1
	between := ""
	for _, e := range n.Entries {
		f.gap(at, e.Key.Span.Start, between)
		if e.Value.Kind == tree.Null {
			at = max(e.Key.Span.End, e.Value.Span.End)
			between = "?" // nothing follows the colon, which is left as it is
			continue
		}
		f.gap(e.Key.Span.End, e.Value.Span.Start, ": ")
		at, between = e.Value.Span.End, ", "
	}
	for _, item := range n.Items {
		f.gap(at, item.Span.Start, between)
		at, between = item.Span.End, ", "
	}
	if between != "?" {
		f.gap(at, n.Span.End-1, "")
	}
}

// gap puts a text between two bytes, if only that text and spaces are there.
func (f *formatting) gap(from, to int, want string) {
	if from > to || strings.ReplaceAll(f.src.Text[from:to], " ", "") != strings.TrimSpace(want) {
		return
	}
	f.space(from, to, want)
}

// space replaces a text.
func (f *formatting) space(from, to int, want string) {
	if from <= to && f.src.Text[from:to] != want && strings.Trim(f.src.Text[from:to], " :,") == "" {
		f.edits = append(f.edits, diag.Edit{At: diag.Span{Source: f.src, Start: from, End: to}, Text: want})
	}
}

// text returns the formatted file.
func (f *formatting) text() string {
	f.settle()
	slices.SortFunc(f.edits, func(a, b diag.Edit) int { return a.At.Start - b.At.Start })
	newline := "\n"
	if strings.Contains(f.src.Text, "\r\n") {
		newline = "\r\n"
	}
	var out strings.Builder
	blank, started := 0, false
	for _, l := range f.lines {
		text := f.edited(l)
		if text == "" && !l.text {
			blank++
			continue
		}
		if started && blank > 0 {
			out.WriteString(newline)
		}
		blank, started = 0, true
		out.WriteString(text)
		out.WriteString(newline)
	}
	return out.String()
}

// settle sets the indentation of comments: that of the content below, if they had the same before, otherwise moved as far as the content
// above them.
func (f *formatting) settle() {
	next := -1
	for i := len(f.lines) - 1; i >= 0; i-- {
		l := &f.lines[i]
		switch {
		case l.want >= 0:
			next = i
		case l.start+l.indent == l.end:
		case next >= 0 && f.lines[next].indent == l.indent:
			l.want = f.lines[next].want
		}
	}
	moved := 0
	for i := range f.lines {
		l := &f.lines[i]
		if l.want < 0 && l.start+l.indent < l.end {
			l.want = max(0, l.indent+moved)
		}
		if l.want >= 0 {
			moved = l.want - l.indent
		}
	}
}

// edited returns a line with its edits and its new indentation.
func (f *formatting) edited(l line) string {
	at := l.start + l.indent
	var out strings.Builder
	for _, e := range f.edits {
		if e.At.Start < at || e.At.End > l.end {
			continue
		}
		out.WriteString(f.src.Text[at:e.At.Start] + e.Text)
		at = e.At.End
	}
	out.WriteString(f.src.Text[at:l.end])
	text := strings.TrimRight(out.String(), " \t")
	if l.text {
		text = out.String()
	}
	if text == "" {
		return ""
	}
	return strings.Repeat(" ", max(0, l.want)) + text
}
