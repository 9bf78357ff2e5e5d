package report

import (
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rulec/rulec/lang/diag"
)

// The width of a terminal, the least width of a column of words, and the greatest and least length of the longest bar in a table.
const (
	screenWidth   = 80
	narrowest     = 14
	longestBar    = 40
	shortestBar   = 8
	betweenColumn = "  "
)

// text prints a document for a terminal of 80 columns. Lines to copy may be longer.
func (d *Document) text(w io.Writer) error {
	p := &textPrinter{}
	if d.Title != "" {
		p.paragraph(d.Title)
	}
	p.blocks(d.Blocks)
	_, err := io.WriteString(w, p.String())
	return err
}

// TextOf returns blocks as a document prints them for a terminal, for a command that prints while it runs.
func TextOf(blocks ...Block) string {
	d := Document{}
	d.Add(blocks...)
	p := &textPrinter{}
	p.blocks(d.Blocks)
	return p.String()
}

// textPrinter collects lines, with an empty line before a new kind of block.
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

// together reports whether a block follows the one above it without an empty line: a note or command after another,
// and anything after a heading.
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

// width returns the width of a text without line breaks, in columns.
func width(text string) int { return utf8.RuneCountInString(text) }

// wrapped breaks a text at spaces into lines of at most that width, if its words allow it. Lines after the first
// have the indent of the text.
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

// table prints a table; if it is too wide its headings are broken, then its words, and finally it is split into
// several tables.
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

// grid is the layout of a table.
type grid struct {
	table   *Table
	columns []gridColumn
}

// gridColumn is a column of a grid: its index in the table, the texts of its heading and cells, its width, and
// whether it is aligned right.
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

// fit chooses the widths of columns: those of their headings and cells, or less if there isn't enough room. It
// breaks headings first, then the words of cells. If that isn't enough, the table is split into several, each with
// the first column. Then the words of a column are only broken if it doesn't fit next to the first one.
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

// longestWord returns the width of the longest word of some texts.
func longestWord(texts ...string) (longest int) {
	for _, text := range texts {
		for word := range strings.FieldsSeq(text) {
			longest = max(longest, width(word))
		}
	}
	return longest
}

// tighten removes the unused width of a column whose heading or cells are broken.
func (c *gridColumn) tighten() {
	needed := 0
	for _, text := range append([]string{c.head}, c.cells...) {
		for _, line := range wrapped(text, c.width) {
			needed = max(needed, width(line))
		}
	}
	c.width = needed
}

// shrink narrows the column that has most to spare, again and again, until all of the columns fit or none has any to spare.
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

// room returns how many columns of the screen are left by columns of these widths.
func (g *grid) room(widths []int) int {
	left := screenWidth + len(betweenColumn)
	for _, w := range widths {
		left -= w + len(betweenColumn)
	}
	return left
}

// fitting returns the end of the range of columns, starting at from, that fit next to the first one.
func (g *grid) fitting(from int) (next int) {
	columns := []int{0}
	for next = from; next < len(g.columns); next++ {
		if columns = append(columns, next); next > from && g.room(g.widths(columns)) < 0 {
			break
		}
	}
	return next
}

// print prints the first column and a range of columns.
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
				// A heading is directly above its cells; a broken cell starts level with the others.
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

// withBars adds bars to the columns that have them, if there is room: next to each column, or for a single one at
// the end of the lines.
func (g *grid) withBars(columns []gridColumn) []gridColumn {
	most := g.table.longest()
	var barColumns, widths []int
	for k, c := range columns {
		if widths = append(widths, c.width); g.table.Head[c.index].Bars && most > 0 {
			barColumns = append(barColumns, k)
		}
	}
	if len(barColumns) == 0 {
		return columns
	}
	longest := min(longestBar, g.room(widths)/len(barColumns)-len(betweenColumn))
	if longest < shortestBar {
		return columns
	}
	for _, k := range slices.Backward(barColumns) {
		bars := gridColumn{width: longest}
		for _, row := range g.table.Rows {
			bar := ""
			if i := columns[k].index; i < len(row) && len(row[i].Numbers) > 0 {
				bar = Bar(row[i].Numbers[0]/most, longest)
			}
			bars.cells = append(bars.cells, bar)
		}
		at := k + 1
		if len(barColumns) == 1 {
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

// Bar returns a bar of marks, as a fraction of the longest one.
func Bar(part float64, longest int) string {
	eighths := int(math.Ceil(part * float64(8*longest)))
	return strings.Repeat("█", eighths/8) + strings.TrimSpace(string([]rune(" ▏▎▍▌▋▊▉")[eighths%8]))
}
