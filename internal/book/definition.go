package book

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
)

// hiddenKeys are the keys that an entry shows in another way, or that only people at the table and the combat log read.
var hiddenKeys = []string{"title", "question", "told", "plural", "remove", tree.KeepsKey}

// labels are the titles of keys in a book, if they aren't the key with blanks.
var labels = map[string]string{
	"answers": "answers", "params": "chosen", "requires": "needs", "when": "when", "perform": "what happens", "do": "what happens",
	"on": "when", "if": "only if", "until": "lasts until", "while": "holds while", "implies": "implies",
	"modifies": "changes", "stacks": "several at once", "asked": "how often", "affects": "of", "group": "one at a time of", "value": "equals", "of": "for",
	"gives": "is a", "channels": "contributions", "keys": "looked up by", "asks": "who may answer", "out": "who is out",
	"over": "over when", "winner": "won by", "limit": "at most", "start": "at the start", "key": "counted by", "unit": "counted in",
	"rules": "own rules", "default": "default",
}

// playersLabels are the words for keys, where players have others than authors.
var playersLabels = map[string]string{"implies": "also", "group": "ends any other", "forbids": "prevents"}

// entry returns a definition of a section; if the section itself is one declaration, section is empty.
func (m *maker) entry(section string, e tree.Entry) *Entry {
	x := m.heading(section, e)
	switch {
	case section == "kinds":
		x.Table = m.fields(e.Value.Get("fields"))
	case section == "scales":
		x.Table, x.Lines = m.steps(e)
		return x
	case section == "tables":
		x.Table = m.grid(e)
		return x
	case m.job.Program.Creature != nil && section == m.job.Program.Creature.Plural:
		x.Stats = true
		x.Figures = m.job.Figures[e.Key.Text]
	}
	if e.Of != nil {
		x.Lines = append(x.Lines, Line{Label: labels["of"], Text: Text{{Text: e.Of.Text}}})
	}
	if key := tree.Headed(section); key != "" {
		e.Value = e.Value.Spread(key)
	}
	if e.Value.Kind != tree.Mapping {
		x.Lines = append(x.Lines, m.line("", e.Value))
		return x
	}
	defer func() { x.Lines = append(x.Lines, m.job.odds[x.Anchor]...) }()
	for _, key := range e.Value.Entries {
		asks := section == "choices" && key.Key.Text == "question" // it describes the choice
		if asks || !slices.Contains(hiddenKeys, key.Key.Text) && !(section == "kinds" && key.Key.Text == "fields") {
			x.Lines = append(x.Lines, m.keyed(key))
		}
	}
	return x
}

// complete adds a line for each sentence about a part of a definition that isn't printed beside that part.
func (m *maker) complete(x *Entry, e tree.Entry) *Entry {
	printed := x.text()
	for _, part := range sentences(e.Value) {
		label := part.Key.Text
		if m.job.Players && (labels[label] != "" || label == x.Name) {
			label = ""
		}
		if !strings.Contains(printed, part.About()) {
			x.Lines = append(x.Lines, Line{Label: label, Text: Text{{Text: part.About()}}, Prose: true})
		}
	}
	return x
}

// sentences returns the parts of a node of which something is said.
func sentences(n *tree.Node) (parts []tree.Entry) {
	for _, e := range tree.EntriesOf(n) {
		if e.About() != "" {
			parts = append(parts, e)
		}
		parts = append(parts, sentences(e.Value)...)
	}
	for _, item := range tree.Items(n) {
		if item != n {
			parts = append(parts, sentences(item)...)
		}
	}
	return parts
}

// text returns all that an entry prints below its heading.
func (x *Entry) text() string {
	var all strings.Builder
	var lines func([]Line)
	lines = func(list []Line) {
		for _, l := range list {
			all.WriteString(l.Text.String() + "\n")
			lines(l.Lines)
		}
	}
	lines(x.Lines)
	if x.Table != nil {
		for _, r := range x.Table.Rows {
			if r.Entry != nil {
				all.WriteString(r.Entry.About + "\n")
			}
			for _, cell := range r.Cells {
				all.WriteString(cell.String() + "\n")
			}
		}
	}
	return all.String()
}

// heading returns an entry without its lines.
func (m *maker) heading(section string, e tree.Entry) *Entry {
	anchor := e.Key.Text
	if section != "" {
		anchor = section + "." + anchor
	}
	x := &Entry{
		Anchor: anchor, Name: e.Key.Text, Title: titleOf(e.Value.Get("title"), e.Key.Text),
		About: e.About(), Change: m.changes[anchor],
	}
	if title, rest, _ := strings.Cut(x.About, ". "); m.job.Players && section == "params" && title != "" { // its name is for authors
		x.Title, x.About = strings.TrimSuffix(title, "."), rest
	}
	e.Remarks(func(r *tree.Remark) { x.Cite = append(x.Cite, r.Cites()...) })
	return x
}

// keyed returns the line of a key, with what is said of it.
func (m *maker) keyed(e tree.Entry) Line {
	l := m.keyedOnly(e)
	switch about := e.About(); {
	case about == "":
	case l.Lines != nil:
		l.Lines = append([]Line{{Text: Text{{Text: about}}, Prose: true}}, l.Lines...)
	case !l.Block:
		l.Text = remarked(l.Text, e)
	}
	return l
}

// remarked returns a text with what is said of an entry behind it.
func remarked(t Text, e tree.Entry) Text {
	if e.About() == "" {
		return t
	}
	return append(slices.Clone(t), Piece{Text: "  (" + e.About() + ")"})
}

func (m *maker) keyedOnly(e tree.Entry) Line {
	key := e.Key.Text
	label := cmp.Or(labels[key], decode.TitleOf(key))
	if m.job.Players {
		label = cmp.Or(playersLabels[key], label)
	}
	switch {
	case (key == "requires" || key == "when") && e.Value.Kind == tree.Mapping:
		return Line{Label: label, Lines: m.reasons(e.Value)}
	case key == "modifies" && (m.job.Players || e.Value.Kind == tree.Sequence):
		return m.items(label, e.Value, m.contribution)
	case key == "forbids" && (m.job.Players || e.Value.Kind == tree.Sequence):
		return m.items(label, e.Value, m.restriction)
	case key == "rules" && e.Value.Kind == tree.Mapping:
		l := Line{Label: label}
		for _, rule := range e.Value.Entries {
			l.Lines = append(l.Lines, m.keyed(rule))
		}
		return l
	}
	return m.line(label, e.Value)
}

// widest is the maximum length of a value on one line.
const widest = 110

// line returns a value as written: on one line if there is room, else each of its parts on its own line.
func (m *maker) line(label string, n *tree.Node) Line {
	if n.Kind == tree.Scalar && strings.Contains(n.Text, "\n") {
		return Line{Label: label, Text: m.links.text(n), Block: true}
	}
	text := m.links.text(n)
	if n.Kind == tree.Scalar || !severalLines(n) && !isTable(n) && utf8.RuneCountInString(text.String()) <= widest {
		return Line{Label: label, Text: text, Prose: n.Kind == tree.Scalar && isProse(n)}
	}
	l := Line{Label: label}
	for _, e := range n.Entries {
		if e.Key.Text == "told" {
			continue
		}
		below := m.keyed(e)
		if text := m.links.text(e.Key); labels[e.Key.Text] == "" {
			below.Label = text.String()
		}
		l.Lines = append(l.Lines, below)
	}
	for _, item := range n.Items {
		l.Lines = append(l.Lines, m.line("", item))
	}
	return l
}

// isTable reports whether a node is a list of mappings, each of which gets its own line.
func isTable(n *tree.Node) bool {
	return len(n.Items) > 1 && n.Items[0].Kind == tree.Mapping
}

// severalLines reports whether a node contains a text of several lines.
func severalLines(n *tree.Node) bool {
	return n.Kind == tree.Scalar && strings.Contains(n.Text, "\n") ||
		slices.ContainsFunc(n.Entries, func(e tree.Entry) bool { return severalLines(e.Value) }) ||
		slices.ContainsFunc(n.Items, severalLines)
}

// isProse reports whether a value is a text for people.
func isProse(n *tree.Node) bool {
	return strings.Count(n.Text, " ") >= 3 && !strings.ContainsAny(n.Text, "()=<>+*_[]{}.") ||
		strings.Count(n.Text, " ") >= 3 && strings.HasSuffix(n.Text, ".")
}

// items returns a list with one line for each of its items.
func (m *maker) items(label string, list *tree.Node, line func(*tree.Node) Text) Line {
	l := Line{Label: label}
	for _, item := range tree.Items(list) {
		text := line(item)
		if text == nil {
			continue
		}
		if item.Kind == tree.Mapping && len(item.Entries) > 0 {
			text = remarked(text, item.Entries[0])
		}
		l.Lines = append(l.Lines, Line{Text: text})
	}
	if len(l.Lines) == 1 {
		return Line{Label: label, Text: l.Lines[0].Text}
	}
	return l
}

// reasons returns the requirements, and the messages if they don't hold.
func (m *maker) reasons(n *tree.Node) []Line {
	var lines []Line
	for _, e := range n.Entries {
		t := m.links.text(e.Key)
		if otherwise := textOf(e.Value); otherwise != "" {
			t = append(slices.Clone(t), Piece{Text: "  (else: " + otherwise + ")"})
		}
		t = remarked(t, e)
		lines = append(lines, Line{Text: t})
	}
	return lines
}

// contribution returns what a condition or a rule contributes to a number.
func (m *maker) contribution(n *tree.Node) Text {
	to := n.Get("to")
	if n.Kind != tree.Mapping || to == nil {
		return m.links.text(n)
	}
	t, tail, before := m.names(to), Text(nil), ": "
	for _, e := range n.Entries {
		switch v := m.links.text(e.Value); e.Key.Text {
		case m.unsaid(e):
			return nil
		case "to":
		case "as", "when":
			tail = slices.Concat(tail, Text{{Text: ", " + e.Key.Text + " "}}, v)
		default:
			if change := v.String(); m.adds(to, e.Key.Text) && change == "0" {
				return nil
			} else if m.adds(to, e.Key.Text) {
				t = append(t, Piece{Text: " " + strings.NewReplacer("+-", "-", "+minus ", "minus ").Replace("+"+change)})
				continue
			}
			t, before = append(append(t, Piece{Text: before}), m.links.text(e.Key)...), "; "
			if !m.job.Players || e.Value.Text != "true" {
				t = append(append(t, Piece{Text: " "}), v...)
			}
		}
	}
	return append(t, tail...)
}

// named returns the declaration with a name; nil if there is none.
func named[T program.HasName](list []T, name string) (found T) {
	for _, x := range list {
		if x.Declaration().Name == name {
			return x
		}
	}
	return found
}

// adds reports whether what a key gives players' numbers is simply added to them.
func (m *maker) adds(to *tree.Node, key string) bool {
	q := named(m.job.Program.Quantities, tree.Items(to)[0].Text)
	return m.job.Players && q != nil && !slices.ContainsFunc(q.Channels, func(c *program.Channel) bool { return (c.Reduce == program.SumOf) != (c.Name == key) })
}

// unsaid returns the key of a value that players don't read of, because it has no words or never holds; else nothing.
func (m *maker) unsaid(e tree.Entry) string {
	if text := m.links.text(e.Value).String(); m.job.Players && (text == "" || text == "never") {
		return e.Key.Text
	}
	return ""
}

// names returns a name, or several.
func (m *maker) names(n *tree.Node) (t Text) {
	for i, name := range tree.Items(n) {
		if i > 0 {
			t = append(t, Piece{Text: ", "})
		}
		t = append(t, m.links.text(name)...)
	}
	return t
}

// restriction returns what a creature can't do.
func (m *maker) restriction(n *tree.Node) Text {
	what := n.Get("what")
	if n.Kind != tree.Mapping || what == nil {
		return m.links.text(n)
	}
	t := m.names(what)
	if when := n.Get("when"); when != nil {
		if m.job.Players && m.links.text(when).String() == "" {
			return nil
		}
		t = append(append(t, Piece{Text: ", when "}), m.links.text(when)...)
	}
	if because := textOf(n.Get("because")); because != "" {
		t = append(t, Piece{Text: "  (" + because + ")"})
	}
	return t
}
