package report

import (
	"io"
	"strings"

	"github.com/rulec/rulec/lang/diag"
)

// markdown prints a document as Markdown.
func (d *Document) markdown(w io.Writer) error {
	p := &markdownPrinter{}
	if d.Title != "" {
		p.block("# " + escaped(d.Title))
	}
	p.blocks(d.Blocks, "## ")
	_, err := io.WriteString(w, p.String())
	return err
}

// markdownPrinter collects blocks with empty lines between them.
type markdownPrinter struct{ strings.Builder }

func (p *markdownPrinter) block(lines ...string) {
	if p.Len() > 0 {
		p.WriteString("\n")
	}
	p.WriteString(strings.Join(lines, "\n") + "\n")
}

// blocks prints blocks; marks starts their headings, with one more mark below a part.
func (p *markdownPrinter) blocks(list []Block, marks string) {
	section := marks
	for _, b := range list {
		switch b := b.(type) {
		case Heading:
			if b.Part {
				section = "#" + marks
				p.block(marks + escaped(b.Text))
			} else {
				p.block(section + escaped(b.Text))
			}
		case Paragraph:
			p.paragraph(b)
		case Note:
			p.block(escapedLines(b.Text))
		case Command:
			p.block(escaped(b.Label)+":", "", "    "+diag.Visible(b.Line))
		case Lines:
			p.lines(b.Lines)
		case *Table:
			p.table(b)
		case Columns:
			for _, c := range b.Columns {
				p.block(section + escaped(c.Title))
				p.blocks(c.Blocks, "#"+section)
			}
		}
	}
}

func (p *markdownPrinter) paragraph(b Paragraph) {
	text := escapedLines(b.Text)
	if b.Verdict {
		text = "**" + text + "**"
	}
	p.block(text)
}

// lines prints lines as a code block: indented by four spaces, so that no line can end it.
func (p *markdownPrinter) lines(list []string) {
	indented := make([]string, len(list))
	for i, line := range list {
		indented[i] = strings.TrimRight("    "+diag.Visible(line), " ")
	}
	p.block(indented...)
}

func (p *markdownPrinter) table(t *Table) {
	head, rule := "|", "|"
	for i, h := range t.Head {
		head += " " + escaped(h.Name) + " |"
		if t.numeric(i) {
			rule += "---:|"
		} else {
			rule += "---|"
		}
	}
	lines := []string{head, rule}
	for _, row := range t.Rows {
		line := "|"
		for i := range t.Head {
			cell := ""
			if i < len(row) {
				cell = row[i].Text
			}
			line += " " + escaped(strings.TrimSpace(cell)) + " |"
		}
		lines = append(lines, line)
	}
	p.block(lines...)
}

// escapes are the special characters of Markdown within a line.
var escapes = strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "<", "&lt;", "[", `\[`, "#", `\#`)

// escaped escapes a text for Markdown.
func escaped(text string) string { return escapes.Replace(diag.Visible(text)) }

// escapedLines escapes a text and keeps its line breaks.
func escapedLines(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = escaped(lines[i])
	}
	return strings.Join(lines, "  \n")
}
