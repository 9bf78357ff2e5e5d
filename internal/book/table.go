package book

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/tree"
)

// Limits of a table of definitions.
const (
	mostColumns = 12
	widestCell  = 44
)

// rowable reports whether definitions fit into the rows of a table: there are several, with short values.
func rowable(entries []tree.Entry) bool {
	for _, e := range entries {
		if e.Value.Kind != tree.Mapping && e.Value.Kind != tree.Null {
			return false
		}
		for _, key := range e.Value.Entries {
			if !slices.Contains(hiddenKeys, key.Key.Text) && (severalLines(key.Value) || utf8.RuneCountInString(plain(key.Value)) > widestCell) {
				return false
			}
		}
	}
	keys, _ := columnsOf(entries)
	return len(entries) > 1 && len(keys) <= mostColumns
}

// plain returns a value on one line.
func plain(n *tree.Node) string { return (&links{}).text(n).String() }

// columnsOf returns the keys that any of some definitions has: those with values, and those that are only true or false.
func columnsOf(entries []tree.Entry) (keys, marks []string) {
	is := map[string]bool{}
	for _, e := range entries {
		for _, key := range e.Value.Entries {
			name := key.Key.Text
			if slices.Contains(hiddenKeys, name) {
				continue
			}
			if _, known := is[name]; !known {
				is[name] = true
				keys = append(keys, name)
			}
			is[name] = is[name] && key.Value.IsBool()
		}
	}
	for _, key := range keys {
		if is[key] {
			marks = append(marks, key)
		}
	}
	return slices.DeleteFunc(keys, func(key string) bool { return is[key] }), marks
}

// table returns definitions as rows.
func (m *maker) table(section string, entries []tree.Entry) *Table {
	keys, marks := columnsOf(entries)
	t := &Table{}
	for _, key := range keys {
		t.Columns = append(t.Columns, decode.TitleOf(key))
	}
	t.Columns = append(t.Columns, "also")
	for _, e := range entries {
		r := Row{Entry: m.heading(section, e)}
		for _, part := range sentences(e.Value) {
			r.Entry.About = strings.TrimSpace(r.Entry.About + " " + part.About())
		}
		for _, key := range keys {
			r.Cells = append(r.Cells, m.cell(e.Value.Get(key)))
		}
		var has []string
		for _, key := range marks {
			switch value := e.Value.Get(key); {
			case value == nil:
			case value.Text == "true":
				has = append(has, decode.TitleOf(key))
			default:
				has = append(has, "not "+decode.TitleOf(key))
			}
		}
		t.Rows = append(t.Rows, Row{r.Entry, append(r.Cells, Text{{Text: strings.Join(has, ", ")}})})
	}
	return t.filled()
}

// cell returns the content of a cell; a missing key leaves it empty.
func (m *maker) cell(n *tree.Node) Text {
	if n == nil {
		return nil
	}
	return m.links.text(n)
}

// options returns the params as rows.
func (m *maker) options(entries []tree.Entry) *Table {
	t := &Table{Columns: []string{"value", "or"}}
	for _, e := range entries {
		r := Row{Entry: m.heading("params", e)}
		o := tree.OptionsOf(e.Value)
		var others []string
		for _, other := range o.Others {
			others = append(others, other.Text)
		}
		if o.Value.IsBool() {
			others = []string{map[string]string{"true": "false", "false": "true"}[o.Value.Text]}
		}
		if o.Range != nil {
			others = []string{o.Range.Text}
		}
		r.Cells = []Text{m.cell(o.Value), {{Text: strings.Join(others, ", ")}}}
		t.Rows = append(t.Rows, r)
	}
	return t.filled()
}

// fields returns the fields of a kind as rows; nil means none.
func (m *maker) fields(n *tree.Node) *Table {
	if n == nil || n.Kind != tree.Mapping || len(n.Entries) == 0 {
		return nil
	}
	t := &Table{Columns: []string{"field", "type", "default", "about"}}
	for _, e := range n.Entries {
		field := e.Value.Declared("type")
		var more Text
		for _, key := range field.Entries {
			if !slices.Contains([]string{"type", "default", "told", "title"}, key.Key.Text) {
				more = append(append(more, Piece{Text: ", " + key.Key.Text + " "}), m.links.inner(key.Value)...)
			}
		}
		t.Rows = append(t.Rows, Row{Cells: []Text{
			{{Text: decode.TitleOf(e.Key.Text)}}, append(slices.Clone(m.cell(field.Get("type"))), more...), m.cell(field.Get("default")), {{Text: e.About()}},
		}})
	}
	return t.filled()
}

// filled removes empty columns.
func (t *Table) filled() *Table {
	for i := len(t.Columns) - 1; i >= 0; i-- {
		if slices.ContainsFunc(t.Rows, func(r Row) bool { return i < len(r.Cells) && r.Cells[i].String() != "" }) {
			continue
		}
		t.drop(i)
	}
	return t
}

// steps returns the steps of a scale: as a table if they have columns, else one after the other.
func (m *maker) steps(e tree.Entry) (*Table, []Line) {
	var names []string
	t := m.grid(e)
	for _, s := range e.Value.Items {
		names = append(names, decode.TitleOf(s.Text))
	}
	for i, row := range e.Value.Entries {
		name := decode.TitleOf(row.Key.Text)
		if title := row.Value.Get("title"); title != nil {
			name = title.Text
		}
		names = append(names, name)
		t.Rows[i].Cells[0] = Text{{Text: name}}
	}
	if at := slices.Index(t.Columns, "title"); at >= 0 {
		t.drop(at)
	}
	if len(t.Columns) < 2 {
		return nil, []Line{{Label: "from first to last", Text: Text{{Text: strings.Join(names, " · ")}}}}
	}
	t.Columns[0] = ""
	return t, nil
}

// grid returns a grid; empty if the definition isn't one.
func (m *maker) grid(e tree.Entry) *Table {
	t := &Table{}
	if e.Columns == nil {
		return t
	}
	keys, columns := tree.Columns(e.Columns)
	for _, c := range slices.Concat(keys, columns) {
		name, _ := tree.Column(c)
		t.Columns = append(t.Columns, decode.TitleOf(name.Text))
	}
	for _, row := range e.Rows() {
		var r Row
		for _, cell := range row {
			r.Cells = append(r.Cells, m.cell(cell))
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

// drop takes a column out.
func (t *Table) drop(at int) {
	t.Columns = slices.Delete(t.Columns, at, at+1)
	for i := range t.Rows {
		if at < len(t.Rows[i].Cells) {
			t.Rows[i].Cells = slices.Delete(t.Rows[i].Cells, at, at+1)
		}
	}
}
