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
		holds, usually := e.Value, (*tree.Node)(nil)
		var more Text
		if e.Value.Kind == tree.Mapping {
			holds, usually = e.Value.Get("type"), e.Value.Get("default")
			for _, key := range e.Value.Entries {
				if !slices.Contains([]string{"type", "default", "told", "title"}, key.Key.Text) {
					more = append(append(more, Piece{Text: ", " + key.Key.Text + " "}), m.links.inner(key.Value)...)
				}
			}
		}
		t.Rows = append(t.Rows, Row{Cells: []Text{
			{{Text: decode.TitleOf(e.Key.Text)}}, append(slices.Clone(m.cell(holds)), more...), m.cell(usually), {{Text: e.About()}},
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
		t.Columns = slices.Delete(t.Columns, i, i+1)
		for j := range t.Rows {
			if i < len(t.Rows[j].Cells) {
				t.Rows[j].Cells = slices.Delete(t.Rows[j].Cells, i, i+1)
			}
		}
	}
	return t
}

// steps returns the steps of a scale: as a table if they have columns, else one after the other.
func (m *maker) steps(n *tree.Node) (*Table, []Line) {
	steps, columns := n, (*tree.Node)(nil)
	if n.Kind == tree.Mapping {
		steps, columns = n.Get("steps"), n.Get("columns")
	}
	if steps == nil {
		return nil, nil
	}
	if columns == nil || columns.Kind != tree.Mapping || steps.Kind != tree.Mapping {
		var names []string
		for _, s := range steps.Items {
			names = append(names, decode.TitleOf(s.Text))
		}
		for _, e := range steps.Entries {
			names = append(names, decode.TitleOf(e.Key.Text))
		}
		return nil, []Line{{Label: "from first to last", Text: Text{{Text: strings.Join(names, " · ")}}}}
	}
	t := &Table{Columns: []string{""}}
	for _, c := range columns.Entries {
		t.Columns = append(t.Columns, decode.TitleOf(c.Key.Text))
	}
	for _, e := range steps.Entries {
		r := Row{Cells: []Text{{{Text: decode.TitleOf(e.Key.Text)}}}}
		for _, c := range columns.Entries {
			r.Cells = append(r.Cells, m.cell(e.Value.Get(c.Key.Text)))
		}
		t.Rows = append(t.Rows, r)
	}
	return t, nil
}

// lookUp returns a lookup table.
func (m *maker) lookUp(n *tree.Node) (*Table, []Line) {
	t := &Table{}
	keys := n.Get("keys")
	if keys == nil || keys.Kind != tree.Mapping || n.Get("rows") == nil {
		return nil, nil
	}
	for _, key := range keys.Entries {
		t.Columns = append(t.Columns, decode.TitleOf(key.Key.Text))
	}
	if columns := n.Get("columns"); columns != nil {
		for _, c := range columns.Entries {
			t.Columns = append(t.Columns, decode.TitleOf(c.Key.Text))
		}
	} else {
		t.Columns = append(t.Columns, "gives")
	}
	for _, row := range n.Get("rows").Items {
		var r Row
		for _, item := range row.Items {
			r.Cells = append(r.Cells, m.cell(item))
		}
		t.Rows = append(t.Rows, r)
	}
	for _, e := range n.Get("rows").Entries {
		r := Row{Cells: []Text{m.cell(e.Key)}}
		values := e.Value.Items
		if e.Value.Kind != tree.Sequence {
			values = []*tree.Node{e.Value}
		}
		for _, v := range values {
			r.Cells = append(r.Cells, m.cell(v))
		}
		t.Rows = append(t.Rows, r)
	}
	return t, nil
}
