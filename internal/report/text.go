package report

import (
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rulec/rulec/lang/diag"
)

// The width of a terminal, of the narrowest column of words, and of the bar of the greatest number in a table: at most, and at least.
const (
	screenWidth   = 80
	narrowest     = 14
	longestBar    = 40
	shortestBar   = 8
	betweenColumn = "  "
)

// text prints a document for a terminal of 80 columns. Lines that are to be copied are longer if they need to be.
func (d *Document) text(w io.Writer) error {
	p := &textPrinter{}
	if d.Title != "" {
		p.paragraph(d.Title)
	}
	p.blocks(d.Blocks)
	_, err := io.WriteString(w, p.String())
	return err
}

// TextOf returns blocks as a document prints them for a terminal: for a command that prints as it goes.
func TextOf(blocks ...Block) string {
	d := Document{}
	d.Add(blocks...)
	p := &textPrinter{}
	p.blocks(d.Blocks)
	return p.String()
}

// textPrinter collects lines. Something of a new kind stands apart from what is above it.
type textPrinter struct {
	strings.Builder
	last Block
}

func (p *textPrinter) line(text string) {
	p.WriteString(strings.TrimRight(diag.Visible(text), " ") + "\n")
}

func (p *textPrinter) blocks(list []Block) {
	for _, b := range list {
		if _, drawn := b.(Chart); drawn {
			continue
		}
		if columns, ok := b.(Columns); ok {
			for _, c := range columns.Columns {
				p.blocks(append([]Block{Heading{Text: c.Title}}, c.Blocks...))
			}
			p.last = b
			continue
		}
		if p.Len() > 0 && !p.together(b) {
			p.WriteString("\n")
		}
		p.block(b)
		p.last = b
	}
}

// together tells whether a block follows the one above it without an empty line: notes and commands do so among themselves, and what
// follows a heading.
func (p *textPrinter) together(b Block) bool {
	small := func(b Block) bool {
		switch b.(type) {
		case Note, Command:
			return true
		}
		return false
	}
	heading, after := p.last.(Heading)
	return small(p.last) && small(b) || after && !heading.Part
}

func (p *textPrinter) block(b Block) {
	switch b := b.(type) {
	case Heading:
		p.heading(b)
	case Paragraph:
		p.paragraph(b.Text)
	case Note:
		p.paragraph(b.Text)
	case Command:
		p.line(b.Label + ": " + b.Line)
	case Lines:
		for _, line := range b.Lines {
			p.line(betweenColumn + line)
		}
	case *Table:
		p.table(b)
	}
}

func (p *textPrinter) heading(h Heading) {
	p.line(h.Text)
	if h.Part {
		p.line(strings.Repeat("=", min(width(diag.Visible(h.Text)), screenWidth)))
	}
}

func (p *textPrinter) paragraph(text string) {
	for line := range strings.SplitSeq(text, "\n") {
		for _, short := range wrapped(diag.Visible(line), screenWidth) {
			p.line(short)
		}
	}
}

// width is how many columns a text needs that holds no line break.
func width(text string) int { return utf8.RuneCountInString(text) }

// wrapped breaks a text at spaces into lines that are as wide as that at most, as far as its words let it. Lines behind the
// first are as far to the right as the text begins.
func wrapped(text string, most int) []string {
	indent := text[:len(text)-len(strings.TrimLeft(text, " "))]
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = indent + word
		case width(line)+1+width(word) <= most:
			line += " " + word
		default:
			lines, line = append(lines, line), indent+word
		}
	}
	return append(lines, line)
}

// table prints a table; one that is too wide has its heads broken, then its words, and last its columns printed
// in several tables.
func (p *textPrinter) table(t *Table) {
	g := newGrid(t)
	for from := 1; ; {
		next := g.fitting(from)
		g.print(p, from, next)
		if from = next; from >= len(g.columns) {
			return
		}
		p.WriteString("\n")
	}
}

// grid lays out a table.
type grid struct {
	table   *Table
	columns []gridColumn
}

// gridColumn is a column of a grid: which one of the table, the texts of its head and cells, how wide it is, and whether it stands to the
// right.
type gridColumn struct {
	index int
	head  string
	cells []string
	width int
	right bool
}

func newGrid(t *Table) *grid {
	g := &grid{table: t}
	for i, h := range t.Head {
		c := gridColumn{index: i, head: diag.Visible(h.Name), right: t.numeric(i)}
		for _, row := range t.Rows {
			cell := ""
			if i < len(row) {
				cell = diag.Visible(row[i].Text)
			}
			c.cells = append(c.cells, cell)
			c.width = max(c.width, width(cell))
		}
		g.columns = append(g.columns, c)
	}
	g.fit()
	return g
}

// fit chooses how wide columns are: as wide as their heads and cells, or narrower where that is too much: first heads are broken, then
// the words of cells. Where that isn't enough either, the table is printed in several ones, in each of which the first column stands: the
// words of a column are broken only if there is no room for it beside that.
func (g *grid) fit() {
	heads, words, all := make([]int, len(g.columns)), make([]int, len(g.columns)), make([]int, len(g.columns))
	for i := range g.columns {
		c := &g.columns[i]
		heads[i] = max(c.width, longestWord(c.head))
		if words[i] = heads[i]; !c.right {
			words[i] = min(heads[i], max(narrowest, longestWord(append([]string{c.head}, c.cells...)...)))
		}
		c.width, all[i] = max(c.width, width(c.head)), i
	}
	g.shrink(all, heads)
	if g.room(words) >= 0 {
		g.shrink(all, words)
	} else {
		for i := range all[1:] {
			g.shrink([]int{0, i + 1}, words)
		}
	}
	for i := range g.columns {
		g.columns[i].tighten()
	}
}

// longestWord returns how wide the longest word of some texts is.
func longestWord(texts ...string) (longest int) {
	for _, text := range texts {
		for word := range strings.FieldsSeq(text) {
			longest = max(longest, width(word))
		}
	}
	return longest
}

// tighten takes away the room that a broken head or cell leaves at the end of its lines.
func (c *gridColumn) tighten() {
	needed := 0
	for _, text := range append([]string{c.head}, c.cells...) {
		for _, line := range wrapped(text, c.width) {
			needed = max(needed, width(line))
		}
	}
	c.width = needed
}

// shrink makes that of some columns narrower that has most to spare, again and again, until all of them fit or none has.
func (g *grid) shrink(columns, least []int) {
	for g.room(g.widths(columns)) < 0 {
		at, most := -1, 0
		for _, i := range columns {
			if spare := g.columns[i].width - least[i]; spare > most {
				at, most = i, spare
			}
		}
		if at < 0 {
			return
		}
		g.columns[at].width--
	}
}

func (g *grid) widths(columns []int) []int {
	list := make([]int, len(columns))
	for k, i := range columns {
		list[k] = g.columns[i].width
	}
	return list
}

// room is how many columns of the screen are left by columns of these widths.
func (g *grid) room(widths []int) int {
	left := screenWidth + len(betweenColumn)
	for _, w := range widths {
		left -= w + len(betweenColumn)
	}
	return left
}

// fitting returns up to which column there is room beside the first one, from a column on.
func (g *grid) fitting(from int) (next int) {
	columns := []int{0}
	for next = from; next < len(g.columns); next++ {
		if columns = append(columns, next); next > from && g.room(g.widths(columns)) < 0 {
			break
		}
	}
	return next
}

// print prints the first column and those from one up to another.
func (g *grid) print(p *textPrinter, from, next int) {
	columns := g.withBars(append([]gridColumn{g.columns[0]}, g.columns[min(from, len(g.columns)):next]...))
	rows := len(g.table.Rows)
	for row := -1; row < rows; row++ {
		lines, height := make([][]string, len(columns)), 0
		for i, c := range columns {
			text := c.head
			if row >= 0 {
				text = c.cells[row]
			}
			lines[i] = wrapped(text, c.width)
			height = max(height, len(lines[i]))
		}
		if row < 0 && strings.Join(g.heads(), "") == "" {
			continue
		}
		for k := range height {
			text := ""
			for i, c := range columns {
				// A head stands directly above its cells, a broken cell begins beside the others.
				piece, at := "", k
				if row < 0 {
					at = k - height + len(lines[i])
				}
				if at >= 0 && at < len(lines[i]) {
					piece = lines[i][at]
				}
				text += padded(piece, c, i > 0)
			}
			p.line(text)
		}
	}
}

// withBars draws the numbers of those of some columns that have bars, if there is room for them: those of several beside each, those of
// one at the end of the lines.
func (g *grid) withBars(columns []gridColumn) []gridColumn {
	most := g.table.longest()
	var barred, widths []int
	for k, c := range columns {
		if widths = append(widths, c.width); g.table.Head[c.index].Bars && most > 0 {
			barred = append(barred, k)
		}
	}
	if len(barred) == 0 {
		return columns
	}
	longest := min(longestBar, g.room(widths)/len(barred)-len(betweenColumn))
	if longest < shortestBar {
		return columns
	}
	for _, k := range slices.Backward(barred) {
		bars := gridColumn{width: longest}
		for _, row := range g.table.Rows {
			bar := ""
			if i := columns[k].index; i < len(row) && len(row[i].Numbers) > 0 {
				bar = Bar(row[i].Numbers[0]/most, longest)
			}
			bars.cells = append(bars.cells, bar)
		}
		at := k + 1
		if len(barred) == 1 {
			at = len(columns)
		}
		columns = slices.Insert(columns, at, bars)
	}
	return columns
}

func (g *grid) heads() (list []string) {
	for _, c := range g.columns {
		list = append(list, c.head)
	}
	return list
}

func padded(text string, c gridColumn, apart bool) string {
	blanks := strings.Repeat(" ", max(0, c.width-width(text)))
	if c.right {
		text = blanks + text
	} else {
		text += blanks
	}
	if apart {
		return betweenColumn + text
	}
	return text
}

// Bar is a bar of marks, which is a part of the longest one.
func Bar(part float64, longest int) string {
	eighths := int(math.Ceil(part * float64(8*longest)))
	return strings.Repeat("█", eighths/8) + strings.TrimSpace(string([]rune(" ▏▎▍▌▋▊▉")[eighths%8]))
}
