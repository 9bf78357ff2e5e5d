package story

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/diag"
)

// Text writes the log for a terminal. Characters of the ruleset and the encounter that a terminal would obey are escaped.
func (l *Log) Text(w io.Writer) error {
	return l.Painted(w, func(_ *Line, text string) string { return text })
}

// Painted writes the log as [Log.Text] does, and each line of text as paint returns it: coloured, or folded. Its line of the log is nil for
// the title.
func (l *Log) Painted(w io.Writer, paint func(of *Line, text string) string) error {
	t := textWriter{out: bufio.NewWriter(w), paint: paint}
	if l.Title != "" {
		t.line(0, l.Title)
	}
	for i := range l.Lines {
		t.now = &l.Lines[i]
		t.write(t.now)
	}
	return t.out.Flush()
}

type textWriter struct {
	out   *bufio.Writer
	paint func(of *Line, text string) string
	// now is the line being written.
	now *Line
	// before is the kind of the line above: events are set apart from tables and maps.
	before Kind
}

func (t *textWriter) line(depth int, text string) {
	_, _ = t.out.WriteString(t.paint(t.now, strings.Repeat("  ", depth)+visible(text)) + "\n")
}

func (t *textWriter) gap() { _ = t.out.WriteByte('\n') }

func (t *textWriter) write(l *Line) {
	if picture := t.before == Part || t.before == Ground || t.before == Status || t.before == Cast || t.before == Standings; picture && (l.Kind == Event || l.Kind == Turn) {
		t.gap()
	}
	before := t.before
	t.before = l.Kind
	switch l.Kind {
	case Part:
		t.gap()
		t.line(0, "== "+l.Text+" ==")
	case Clock, Ending:
		t.gap()
		t.line(0, l.Text)
	case Turn:
		t.line(0, l.Text+":")
	case Note:
		if before != Note {
			t.gap()
		}
		t.line(0, l.Text)
	case Cast, Standings:
		t.table(l)
	case Status:
		for _, text := range statusTexts(l.Rows) {
			t.line(1, text)
		}
	case Ground:
		t.gap()
		for _, text := range l.Map.Lines() {
			t.line(1, text)
		}
	default:
		t.line(l.Depth, l.whole())
	}
}

// table writes the combatants, or their state, by side and aligned in columns.
func (t *textWriter) table(l *Line) {
	t.gap()
	var widths []int
	for i := range l.Rows {
		for k, cell := range l.Rows[i].cells(l.Kind) {
			if k == len(widths) {
				widths = append(widths, 0)
			}
			widths[k] = max(widths[k], utf8.RuneCountInString(visible(cell)))
		}
	}
	side := ""
	for i := range l.Rows {
		r := &l.Rows[i]
		if r.Side != side {
			side = r.Side
			t.line(0, value.Capital(side))
		}
		var b strings.Builder
		for k, cell := range r.cells(l.Kind) {
			fmt.Fprintf(&b, "%-*s  ", widths[k], visible(cell))
		}
		t.line(1, strings.TrimRight(b.String(), " "))
	}
}

// cells are the columns of a row: the name, then its state.
func (r *Row) cells(of Kind) []string {
	name := r.Name
	if r.Mark != "" {
		name = r.Mark + " " + name
	}
	if of == Standings {
		text := r.state()
		if text == "" {
			text = "as at the start"
		}
		return []string{name, text}
	}
	cells := append([]string{name}, r.Pools...)
	if len(r.Conditions) > 0 {
		cells = append(cells, strings.Join(r.Conditions, ", "))
	}
	return cells
}

// narrow is the width of lines that are joined.
const narrow = 100

// statusTexts writes the states in as few lines as possible.
func statusTexts(rows []Row) []string {
	var lines []string
	for i := range rows {
		text := rows[i].Name + " " + rows[i].state()
		if n := len(lines); n > 0 && utf8.RuneCountInString(lines[n-1]+text) <= narrow {
			lines[n-1] += " · " + text
		} else {
			lines = append(lines, text)
		}
	}
	return lines
}

// Lines draws a map as text, with column and row numbers as the encounter counts them.
func (m *Map) Lines() []string {
	if m.Rows == nil {
		return m.Zones
	}
	margin := len(fmt.Sprint(m.Top + len(m.Rows) - 1))
	lines := m.columns(margin)
	for i, row := range m.Rows {
		text := fmt.Sprintf("%*d ", margin, m.Top+i)
		if m.Hexes && (m.Top+i)%2 == 1 {
			text += " "
		}
		lines = append(lines, text+strings.Join(row, " "))
	}
	if len(m.Legend) > 0 {
		lines = append(lines, strings.Join(m.Legend, " · "))
	}
	return lines
}

// columns writes the numbers of the columns above a map, the tens in a separate line.
func (m *Map) columns(margin int) []string {
	tens, ones := strings.Repeat(" ", margin), strings.Repeat(" ", margin)
	for k := range m.Rows[0] {
		column := m.Left + k
		if column >= 10 && (column%10 == 0 || k == 0) {
			tens += fmt.Sprintf(" %d", column/10)
		} else {
			tens += "  "
		}
		ones += fmt.Sprintf(" %d", column%10)
	}
	if tens = strings.TrimRight(tens, " "); tens != "" {
		return []string{tens, ones}
	}
	return []string{ones}
}

// visible returns a text in one line, with everything that a terminal would obey, hide or reorder written as an escape.
func visible(s string) string { return diag.Visible(strings.ReplaceAll(s, "\n", " ")) }
