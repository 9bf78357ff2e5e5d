package book

import (
	"fmt"
	"io"
	"strings"

	"github.com/rulec/rulec/lang/diag"
)

// Markdown writes the book as Markdown: headings with anchors, tables, and the map of the conditions in Mermaid, for viewers that draw it.
func (b *Book) Markdown(w io.Writer) error {
	m := &markdown{}
	m.line("# %s", prose(b.Title))
	m.para(b.About)
	if b.Base != "" {
		with := ", with what it replaces"
		if b.Players {
			with = ""
		}
		m.para("House rules for " + b.Base + ". What they change is marked" + with + ".")
	}
	m.contents(b)
	for _, ch := range b.Chapters {
		m.heading(2, ch.Anchor, ch.Title)
		if ch.Comes {
			m.para("These rules are built into rulec, for all rulesets to share.")
		}
		m.para(ch.About)
		for _, g := range ch.Groups {
			m.heading(3, g.Anchor, g.Title)
			m.para(g.About)
			if len(g.Terms) > 0 {
				m.line("")
				m.lines(g.Terms, "")
			}
			if g.Table != nil {
				m.table(g.Table)
			}
			for _, e := range g.Entries {
				m.entry(e)
			}
		}
	}
	m.graph(b.Graph)
	if len(b.Removed) > 0 {
		m.heading(2, "removed", "Removed")
		m.line("")
		for _, r := range b.Removed {
			m.line("- **%s** (`%s`) %s", prose(r.Title), r.Name, sentence(r.About))
		}
		m.line("")
	}
	if len(b.Rules) > 0 {
		m.heading(2, "rules-by-id", "Rules by their ids")
		m.line("\n| rule | where |\n|---|---|")
		for _, c := range b.Rules {
			m.line("| `%s` | %s |", diag.Visible(c.ID), list(c.At))
		}
		m.line("")
	}
	again := ""
	if b.Command != "" {
		again = " Again: `" + diag.Visible(b.Command) + "`"
	}
	m.line("\n---\n\n%s, printed by rulec %s.%s", prose(b.Version), prose(b.Made), again)
	_, err := io.WriteString(w, m.String())
	return err
}

// markdown collects the output.
type markdown struct{ strings.Builder }

func (m *markdown) line(format string, args ...any) {
	m.WriteString(strings.TrimRight(fmt.Sprintf(format, args...), " ") + "\n")
}

// para writes a paragraph, if it isn't empty.
func (m *markdown) para(text string) {
	if text != "" {
		m.line("\n%s", sentence(text))
	}
}

func (m *markdown) heading(level int, anchor, title string) {
	m.line("\n<a id=\"%s\"></a>\n\n%s %s", anchor, strings.Repeat("#", level), prose(title))
}

func (m *markdown) contents(b *Book) {
	m.line("")
	for _, ch := range b.Chapters {
		m.line("- [%s](#%s)", prose(ch.Title), ch.Anchor)
	}
	if b.Graph != nil {
		m.line("- [Condition map](#graph)")
	}
	if len(b.Removed) > 0 {
		m.line("- [Removed](#removed)")
	}
	if len(b.Rules) > 0 {
		m.line("- [Rules by their ids](#rules-by-id)")
	}
}

func (m *markdown) entry(e *Entry) {
	if e.Title == "" {
		m.line("\n<a id=\"%s\"></a>", e.Anchor)
	} else {
		m.heading(4, e.Anchor, e.Title)
	}
	m.change(e.Change)
	m.para(e.About)
	if len(e.Figures) > 0 {
		var all []string
		for _, f := range e.Figures {
			all = append(all, prose(f.Title)+" **"+prose(f.Value)+"**")
		}
		m.line("\n%s", strings.Join(all, " · "))
	}
	if len(e.Lines) > 0 {
		m.line("")
		m.lines(e.Lines, "")
	}
	if e.Table != nil {
		m.table(e.Table)
	}
	if len(e.Cite) > 0 {
		m.line("\n<sub>%s</sub>", prose(strings.Join(e.Cite, ", ")))
	}
}

func (m *markdown) change(c *Change) {
	if c != nil {
		m.line("\n> %s", change(c))
	}
}

// change describes what a house rule does.
func change(c *Change) string {
	if c.New {
		return "**New with the house rules**"
	}
	text := "**House rule**"
	for _, was := range c.Was {
		before := "nothing"
		if was.Before != "" {
			before = quoted(was.Before)
		}
		text += "; " + prose(was.Key) + " was " + before
	}
	return text
}

// lines writes the lines of a definition as a list.
func (m *markdown) lines(all []Line, indent string) {
	for _, l := range all {
		label := ""
		if l.Label != "" {
			label = "*" + prose(l.Label) + "* "
		}
		switch {
		case len(l.Lines) > 0:
			m.line("%s- %s", indent, label)
			m.lines(l.Lines, indent+"  ")
		case l.Block:
			m.line("%s- %s\n", indent, label)
			m.line("%s  ```", indent)
			for line := range strings.SplitSeq(diag.VisibleLines(l.Text.String()), "\n") {
				m.line("%s  %s", indent, line)
			}
			m.line("%s  ```\n", indent)
		case l.Prose:
			m.line("%s- %s%s", indent, label, prose(l.Text.String()))
		default:
			m.line("%s- %s%s", indent, label, code(l.Text))
		}
	}
}

func (m *markdown) table(t *Table) {
	named := len(t.Rows) > 0 && t.Rows[0].Entry != nil
	m.line("")
	header := t.Columns
	if named {
		header = append([]string{""}, header...)
	}
	m.WriteString("|")
	for _, c := range header {
		m.WriteString(" " + cell(prose(c)) + " |")
	}
	m.WriteString("\n|" + strings.Repeat("---|", len(header)) + "\n")
	for _, r := range t.Rows {
		m.WriteString("|")
		if e := r.Entry; e != nil {
			text := "<a id=\"" + e.Anchor + "\"></a>**" + prose(e.Title) + "**"
			if e.About != "" {
				text += "<br>" + sentence(e.About)
			}
			if e.Change != nil {
				text += "<br>" + change(e.Change)
			}
			m.WriteString(" " + cell(text) + " |")
		}
		for _, c := range r.Cells {
			m.WriteString(" " + cell(linked(c)) + " |")
		}
		m.WriteString("\n")
	}
	m.line("")
}

// graph writes the map of the conditions.
func (m *markdown) graph(g *Graph) {
	if g == nil {
		return
	}
	m.heading(2, "graph", "Condition map")
	arrows := [...]string{Brings: "-->", Leads: "-.->", Stops: "--x"}
	if len(g.Arrows) > 0 {
		m.line("\n```mermaid\ngraph LR")
		for i, n := range g.Nodes {
			if n.Title != "" {
				m.line("  n%d[\"%s\"]", i, strings.ReplaceAll(diag.Visible(n.Title), `"`, "'"))
			}
		}
		for _, a := range g.Arrows {
			m.line("  n%d %s n%d", a.From, arrows[a.How], a.To)
		}
		m.line("```\n")
		m.line("A line leads from a condition to those that it implies, a dotted line to those that it may lead to, a line with a cross to those that it may end.")
	}
	if len(g.Groups) > 0 {
		m.line("\nA creature has only one of each of these at a time:\n")
		for _, group := range g.Groups {
			m.line("- %s", list(group))
		}
		m.line("")
	}
}

// list returns links, one after the other.
func list(pieces []Piece) string {
	var all []string
	for _, p := range pieces {
		all = append(all, fmt.Sprintf("[%s](#%s)", prose(p.Text), p.To))
	}
	return strings.Join(all, ", ")
}

// code returns a text as code, with its links.
func code(t Text) string {
	s, pending := "", ""
	flush := func() {
		if strings.TrimSpace(pending) != "" {
			pending = quoted(pending)
		}
		s, pending = s+pending, ""
	}
	for _, p := range t {
		if p.To == "" {
			pending += p.Text
			continue
		}
		flush()
		s += "[" + quoted(p.Text) + "](#" + p.To + ")"
	}
	flush()
	return s
}

// linked returns a text as prose, with its links.
func linked(t Text) string {
	s := ""
	for _, p := range t {
		if p.To == "" {
			s += prose(p.Text)
		} else {
			s += "[" + prose(p.Text) + "](#" + p.To + ")"
		}
	}
	return s
}

// quoted returns a text as code on one line.
func quoted(text string) string {
	text = diag.Visible(strings.ReplaceAll(text, "\n", " "))
	mark := "`"
	for strings.Contains(text, mark) {
		mark += "`"
	}
	inside := strings.TrimSpace(text)
	if len(mark) > 1 {
		inside = " " + inside + " "
	}
	quoted := mark + inside + mark
	if strings.HasPrefix(text, " ") {
		quoted = " " + quoted
	}
	if strings.HasSuffix(text, " ") {
		quoted += " "
	}
	return quoted
}

// cell returns the content of a table's cell.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }

// sentence returns a text for people; text between backquotes is code.
func sentence(text string) string {
	pieces := strings.Split(text, "`")
	for i := range pieces {
		if i%2 == 1 && i < len(pieces)-1 {
			pieces[i] = quoted(pieces[i])
		} else {
			pieces[i] = prose(pieces[i])
		}
	}
	return strings.Join(pieces, "")
}

var special = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`, "#", `\#`, "~", `\~`)

// prose escapes a text for Markdown.
func prose(text string) string { return special.Replace(diag.Visible(text)) }
