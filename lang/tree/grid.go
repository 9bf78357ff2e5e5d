package tree

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rulec/rulec/lang/diag"
)

// A table, and a scale with columns, is a grid: block text with a row a line and its cells parted by blanks. The first line names what the
// cells are. Here a grid becomes a mapping of its rows, each of which is a mapping of its cells, so that other files can change single ones.
//
//	called_shots: |
//	  style  spot   |  difficulty  effect
//	  armed  torso  |  base        damage_only
//
// Spec: params.md.

// gridded reports whether the definitions of a section may be grids.
func gridded(section string) bool { return section == "tables" || section == "scales" }

// isGrid reports whether a definition at p may be a grid, in which a row has to be put at its place.
func (p path) isGrid() bool { return len(p) == 2 && gridded(p[0]) }

// bar parts the keys of a table from its columns.
const bar = "|"

func (n *Node) isBar() bool { return n.Text == bar && n.Style == Plain }

// grids makes mappings of the grids in a section.
func (b *builder) grids(section string, n *Node) {
	for i := range n.Entries {
		e := &n.Entries[i]
		switch v := e.Value; {
		case v.Kind != Scalar || v.Style != Literal && !strings.Contains(v.Text, " "): // reported where it is declared
		case v.Style != Literal:
			d := b.list.Errorf(GridForm, diag.Span{Source: b.src, Start: v.Span.Start, End: v.Span.Start + 1}, "the rows of a grid need lines of their own").
				WithHint(`put "|" behind the name, and the rows below it`)
			if v.Style == Folded {
				d.WithFix(d.Span, bar)
			}
			e.Value = &Node{Kind: Null, Span: v.Span}
		default:
			g := grid{builder: b, name: e.Key.Text, isTable: section == "tables"}
			e.Columns, e.Value = g.read(v)
		}
	}
}

// grid is a grid that is being read.
type grid struct {
	*builder
	name    string
	isTable bool
	// names are the cells of the first line, of which so many are keys; nil before it was read.
	names []*Node
	keys  int
}

// read returns the first line of a grid, and a mapping of its rows. Those that can't be read are reported and omitted.
func (g *grid) read(n *Node) (head, rows *Node) {
	rows = &Node{Kind: Mapping, Style: Block, Span: n.Span}
	start, before := 0, len(*g.list)
	for text := range strings.SplitAfterSeq(n.Text, "\n") {
		line, remark := g.uncommented(n, start, start+len(text))
		start += len(text)
		cells, ok := g.cells(line)
		switch {
		case !ok:
		case len(cells) == 0 && remark != nil:
			g.list.Errorf(LooseRemark, remark.Span, `in a grid, "#:" stands behind the row that it describes`)
		case len(cells) == 0:
		case head == nil:
			head = line
			if !g.head(cells) {
				return head, rows
			}
		default:
			if row, ok := g.row(line, cells); ok {
				row.Remark = remark
				rows.addRow(row, g.list)
			}
		}
	}
	if len(rows.Entries) == 0 && len(*g.list) == before {
		g.list.Errorf(GridForm, n.Span, "there is no row below the first line, which names the columns")
	}
	return head, rows
}

// addRow adds a row, whose keys no other one may have.
func (n *Node) addRow(row Entry, list *diag.List) {
	if i := n.find(row.Key.Text); i >= 0 {
		list.Errorf(DuplicateKey, row.Key.Span, "there is already a row %q", row.Key.Text).WithNote(n.Entries[i].Key.Span, "it is here")
		return
	}
	n.Entries = append(n.Entries, row)
}

// head checks the first line, and reports whether the rows can be read.
func (g *grid) head(cells []*Node) bool {
	at := slices.IndexFunc(cells, (*Node).isBar)
	switch whole := cells[0].Span.To(cells[len(cells)-1].Span); {
	case g.isTable && (at <= 0 || at == len(cells)-1 || slices.ContainsFunc(cells[at+1:], (*Node).isBar)):
		g.list.Errorf(GridForm, whole, `the first line of a table names what a row is found by, then "|", then what it gives`).
			WithHint("as in: reach | bonus")
		return false
	case !g.isTable && cells[0].Text != g.name:
		g.list.Errorf(GridForm, cells[0].Span, "the first line of a scale begins with its name, %s", g.name).
			WithHint("the names of the columns follow")
		return false
	}
	seen := map[string]*Node{}
	for _, c := range cells {
		name, _ := Column(c)
		if c.isBar() {
			continue
		}
		if _, ok := Name(name, "the name of a column", g.list); !ok {
			return false
		}
		if first := seen[name.Text]; first != nil {
			g.list.Errorf(DuplicateKey, name.Span, "there is already a column %q", name.Text).WithNote(first.Span, "it is here")
			return false
		}
		seen[name.Text] = name
	}
	g.names, g.keys = cells, max(at, 1)
	return true
}

// row makes an entry of the cells of a line.
func (g *grid) row(line *Node, cells []*Node) (Entry, bool) {
	at := slices.IndexFunc(cells, (*Node).isBar)
	switch {
	case len(cells) != len(g.names) && (at >= 0) == g.isTable:
		bars := 0
		if g.isTable {
			bars = 1
		}
		g.list.Errorf(RowLength, line.Span, "this row has another number of cells than the first line: %d, not %d", len(cells)-bars, len(g.names)-bars).
			WithHint("what contains blanks stands in quotes or brackets; blanks part the cells, on both sides of a bar, too")
		return Entry{}, false
	case g.isTable && at != g.keys:
		g.list.Errorf(GridForm, line.Span, `"|" stands behind the %s cell of each row, as in the first line`, diag.Ordinal(g.keys))
		return Entry{}, false
	case !g.isTable && at >= 0:
		g.list.Errorf(GridForm, cells[at].Span, `only tables have a "|"`)
		return Entry{}, false
	}
	row := &Node{Kind: Mapping, Style: Block, Span: line.Span}
	for i, c := range cells[g.keys:] {
		if c.isBar() || c.Text == "-" && c.Style == Plain {
			continue
		}
		name, _ := Column(g.names[g.keys+i])
		row.Entries = append(row.Entries, Entry{Key: computed(name.Text, c.Span), Value: c})
	}
	return Entry{Key: join(cells[:g.keys], ", "), Value: row}, true
}

// Column returns the name in a cell of the first line of a grid, and the type behind its colon: nil if there is none.
func Column(cell *Node) (name, of *Node) {
	if i := strings.Index(cell.Text, ":"); i >= 0 {
		return cell.Part(0, i), cell.Part(i+1, len(cell.Text))
	}
	return cell, nil
}

// Columns returns the cells of the first line of a grid: what a row is found by, and what it gives.
func Columns(head *Node) (keys, columns []*Node) {
	cells := head.blanks()
	if at := slices.IndexFunc(cells, (*Node).isBar); at >= 0 {
		return cells[:at], cells[at+1:]
	}
	return cells[:1], cells[1:]
}

// Rows returns the cells of a grid below its first line, keys and values; nil for an empty one.
func (e Entry) Rows() (rows [][]*Node) {
	_, columns := Columns(e.Columns)
	for _, row := range e.Value.Entries {
		cells := row.Key.Parts(0, len(row.Key.Text))
		for _, c := range columns {
			name, _ := Column(c)
			if row.Value.Kind == Scalar { // of the only column, by another file
				cells = append(cells, row.Value)
			} else {
				cells = append(cells, row.Value.Get(name.Text))
			}
		}
		rows = append(rows, cells)
	}
	return rows
}

// GridLines returns a grid as text, a line a row, with its columns below each other.
func (e Entry) GridLines() []string {
	keys, columns := Columns(e.Columns)
	isTable := slices.ContainsFunc(e.Columns.blanks(), (*Node).isBar)
	if !isTable {
		keys = []*Node{e.Key} // which may have been renamed
	}
	var lines [][]string
	for _, row := range append([][]*Node{slices.Concat(keys, columns)}, e.Rows()...) {
		line := make([]string, 0, len(row)+1)
		for i, cell := range row {
			if i == len(keys) && isTable {
				line = append(line, bar)
			}
			line = append(line, cell.cellText())
		}
		lines = append(lines, line)
	}
	return Aligned(lines)
}

// cellText returns a cell as a grid has it.
func (n *Node) cellText() string {
	switch {
	case n == nil:
		return "-"
	case n.Style == DoubleQuoted, strings.ContainsAny(n.Text, " \n") && len(n.blanks()) > 1, n.Text == "-", n.Text == bar:
		return `"` + strings.ReplaceAll(strings.Join(strings.Fields(n.Text), " "), `"`, "'") + `"`
	}
	return strings.TrimSpace(n.Text)
}

// Aligned joins the cells of lines with blanks, so that those of a column begin below each other.
func Aligned(lines [][]string) []string {
	var widths []int
	for _, line := range lines {
		for i, cell := range line {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var list []string
	for _, line := range lines {
		var b strings.Builder
		for i, cell := range line {
			b.WriteString(cell)
			if i < len(line)-1 {
				b.WriteString(strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)+2))
			}
		}
		list = append(list, b.String())
	}
	return list
}

// uncommented returns a line of a grid without its comment, and the remark in that.
func (g *grid) uncommented(n *Node, start, end int) (*Node, *Remark) {
	at := start + commentIn(n.Text[start:end])
	var e Entry
	if strings.HasPrefix(n.Text[at:end], RemarkMark) {
		g.describe(&e, []diag.Span{n.Part(at, end).Span})
	}
	return n.Part(start, at), e.Remark
}

// commentIn returns where the comment of a line begins; the length of the line if it has none.
func commentIn(line string) int {
	quoted := false
	for i, c := range line {
		switch {
		case c == '"':
			quoted = !quoted
		case c == '#' && !quoted && (i == 0 || isBlank(line[i-1])):
			return i
		}
	}
	return len(line)
}

// CellsAt returns the places of the cells of a grid, bars among them, in a line of a file: from byte start up to end.
func CellsAt(src *diag.Source, start, end int) (list []diag.Span) {
	line := lineOf(src, start, end)
	for _, cell := range line.Part(0, commentIn(line.Text)).blanks() {
		list = append(list, cell.Span)
	}
	return list
}

// lineOf returns a piece of a file as a scalar.
func lineOf(src *diag.Source, start, end int) *Node {
	return &Node{Kind: Scalar, Text: src.Text[start:end], Span: diag.Span{Source: src, Start: start, End: end}, base: start}
}

// cells parts a line at its blanks; ok is false after a reported error.
func (g *grid) cells(line *Node) (list []*Node, ok bool) {
	if i := strings.LastIndex(line.Text, `"`); strings.Count(line.Text, `"`)%2 != 0 {
		g.list.Errorf(GridForm, line.Part(i, i+1).Span, "this quotation mark has no other one on its line")
		return nil, false
	}
	return line.blanks(), true
}

// blanks returns the pieces of a line that blanks separate outside of brackets and quotes. A piece in quotes is what is between them.
func (n *Node) blanks() (list []*Node) {
	for _, piece := range n.cut(0, len(n.Text), isBlank) {
		if piece.Text != "" {
			cell := piece.unquoted(`"`)
			cell.Span = piece.Span
			list = append(list, cell)
		}
	}
	return list
}

// GridForm is a grid that can't be read, RowLength one of its rows that has too few or too many cells. Spec: params.md.
const (
	GridForm  diag.Code = "grid-form"
	RowLength diag.Code = "row-length"
)
