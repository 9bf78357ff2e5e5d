package report

import (
	"io"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/rulec/rulec/lang/diag"
)

// The width of a terminal, of the narrowest column of words, and of the longest bar in a table.
const (
	screenWidth   = 80
	narrowest     = 14
	longestBar    = 40
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

// gridColumn is a column of a grid: the texts of its head and cells, how wide it is, and whether it stands to the right.
type gridColumn struct {
	head   string
	cells  []string
	width  int
	right  bool
	bars   bool
	scaled float64 // the number of the longest bar
}

func newGrid(t *Table) *grid {
	g := &grid{table: t}
	for i, h := range t.Head {
		c := gridColumn{head: diag.Visible(h.Name), right: t.numeric(i)}
		for _, row := range t.Rows {
			cell := ""
			if i < len(row) {
				cell = diag.Visible(row[i].Text)
			}
			c.cells = append(c.cells, cell)
			c.width = max(c.width, width(cell))
		}
		c.bars, c.scaled = h.Bars, t.longest(i)
		g.columns = append(g.columns, c)
	}
	g.fit()
	return g
}

// fit chooses how wide columns are: as wide as their heads and cells, or narrower where that is too much: first heads are broken, then
// the words of cells.
func (g *grid) fit() {
	heads, words := make([]int, len(g.columns)), make([]int, len(g.columns))
	for i := range g.columns {
		c := &g.columns[i]
		heads[i] = c.width
		for word := range strings.FieldsSeq(c.head) {
			heads[i] = max(heads[i], width(word))
		}
		if words[i] = heads[i]; !c.right {
			words[i] = min(heads[i], narrowest)
		}
		c.width = max(c.width, width(c.head))
	}
	g.shrink(heads)
	g.shrink(words)
	for i := range g.columns {
		g.columns[i].tighten()
	}
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

// shrink makes the column narrower that has most to spare, again and again, until all fit or none has.
func (g *grid) shrink(least []int) {
	for g.room(g.widths()) < 0 {
		at, most := -1, 0
		for i, c := range g.columns {
			if spare := c.width - least[i]; spare > most {
				at, most = i, spare
			}
		}
		if at < 0 {
			return
		}
		g.columns[at].width--
	}
}

func (g *grid) widths() []int {
	list := make([]int, len(g.columns))
	for i, c := range g.columns {
		list[i] = c.width
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
	widths := g.widths()
	for next = min(from+1, len(widths)); next < len(widths); next++ {
		if g.room(append([]int{widths[0]}, widths[from:next+1]...)) < 0 {
			break
		}
	}
	return next
}

// print prints the first column and those from one up to another.
func (g *grid) print(p *textPrinter, from, next int) {
	columns := append([]gridColumn{g.columns[0]}, g.columns[min(from, len(g.columns)):next]...)
	widths := make([]int, len(columns))
	for i, c := range columns {
		widths[i] = c.width
	}
	bar := min(g.room(widths)-len(betweenColumn), longestBar)
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
			if row >= 0 && k == 0 {
				text += g.bar(row, from, next, bar)
			}
			p.line(text)
		}
	}
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

// bar draws the numbers of the last column that has bars, if there is room for them.
func (g *grid) bar(row, from, next, longest int) string {
	for i := next - 1; i >= from && longest >= 8; i-- {
		if c := &g.columns[i]; c.bars && c.scaled > 0 && len(g.table.Rows[row]) > i && len(g.table.Rows[row][i].Numbers) > 0 {
			return betweenColumn + Bar(g.table.Rows[row][i].Numbers[0]/c.scaled, longest)
		}
	}
	return ""
}

// Bar is a bar of marks, which is a part of the longest one.
func Bar(part float64, longest int) string {
	eighths := int(math.Ceil(part * float64(8*longest)))
	return strings.Repeat("█", eighths/8) + strings.TrimSpace(string([]rune(" ▏▎▍▌▋▊▉")[eighths%8]))
}
