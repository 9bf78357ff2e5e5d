package story

import (
	"bufio"
	"io"
	"strings"

	"github.com/rulec/rulec/interp/value"
)

// Markdown writes the log as Markdown: headings for the times, nested lists, tables, and maps as code blocks.
func (l *Log) Markdown(w io.Writer) error {
	m := markdownWriter{out: bufio.NewWriter(w)}
	if l.Title != "" {
		m.block("# " + markdownText(l.Title))
	}
	for i := range l.Lines {
		m.write(&l.Lines[i])
	}
	return m.out.Flush()
}

type markdownWriter struct {
	out *bufio.Writer
	// listing is set within a list, some once anything is written.
	listing, some bool
}

// block writes a paragraph, a heading, a table or a code block, set apart from the text above.
func (m *markdownWriter) block(lines ...string) {
	if m.some {
		_ = m.out.WriteByte('\n')
	}
	m.listing, m.some = false, true
	for _, text := range lines {
		_, _ = m.out.WriteString(text + "\n")
	}
}

func (m *markdownWriter) write(l *Line) {
	switch l.Kind {
	case Part, Clock, Ending, Turn:
		m.block(strings.Repeat("#", levels[l.Kind]) + " " + markdownText(l.Text))
	case Note:
		m.block(markdownText(l.Text))
	case Cast, Standings:
		m.block(markdownTable(l)...)
	case Status:
		m.block("*" + markdownText(strings.Join(statusTexts(l.Rows), " · ")) + "*")
	case Ground:
		m.block("```text", visibleLines(l.Map.Lines()), "```")
	default:
		if !m.listing {
			m.block()
			m.listing = true
		}
		_, _ = m.out.WriteString(strings.Repeat("  ", max(l.Depth-1, 0)) + "- " + markdownText(l.whole()) + "\n")
	}
}

// markdownTable writes the combatants, or their state.
func markdownTable(l *Line) []string {
	lines := []string{"| | | |", "|---|---|---|"}
	for i := range l.Rows {
		r := &l.Rows[i]
		cells := r.cells(l.Kind)
		lines = append(lines, "| "+markdownText(value.Capital(r.Side))+" | "+markdownText(cells[0])+" | "+markdownText(strings.Join(cells[1:], ", "))+" |")
	}
	return lines
}

// markdownText escapes a text so that nothing in it is read as markup.
func markdownText(text string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "`", "\\`", "<", "&lt;", "|", `\|`, "[", `\[`, "]", `\]`, "#", `\#`).Replace(visible(text))
}
