package decls

import (
	"strings"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// grid is a grid whose columns get their types.
type grid struct {
	*ruleset
	rows *tree.Node
}

// columns reads the names of columns in the first line, and their types.
func (g grid) columns(names []*tree.Node) (list []program.Column) {
	for _, n := range names {
		name, _ := tree.Column(n)
		var cells []*tree.Node
		for _, row := range g.rows.Entries {
			if row.Value.Kind == tree.Scalar { // of the only column, by another file
				cells = append(cells, row.Value)
			} else if cell := row.Value.Get(name.Text); cell != nil {
				cells = append(cells, cell)
			}
		}
		list = append(list, g.column(n, cells))
	}
	return list
}

// keys reads the names of the keys of a table, and their types.
func (g grid) keys(names []*tree.Node) (list []program.Column) {
	for i, n := range names {
		var cells []*tree.Node
		for _, row := range g.rows.Entries {
			keys := row.Key.Parts(0, len(row.Key.Text))
			if len(keys) != len(names) || keys[i].Text == anyKey {
				continue // any, or reported with the row
			}
			low, high, _ := strings.Cut(keys[i].Text, "..")
			switch {
			case low != "":
				cells = append(cells, keys[i].Part(0, len(low)))
			case high != "":
				cells = append(cells, keys[i].Part(len(".."), len(keys[i].Text)))
			}
		}
		list = append(list, g.column(n, cells))
	}
	return list
}

// column returns a column with its type: what stands behind the colon of its name, that of its cells if these are numbers, dice, true or
// false, the one that it is called like, or that of other cells.
func (g grid) column(n *tree.Node, cells []*tree.Node) program.Column {
	name, of := tree.Column(n)
	col := program.Column{Name: name.Text, Type: g.shownBy(cells)}
	what := decode.Named("column", name.Text)
	called, decl, isType := g.TypeCalled(name.Text)
	switch kind := col.Type.Kind; {
	case of != nil:
		col.Type = g.typeAt(of, "the type of "+what)
	case isType && kind != program.Number && kind != program.Bool && kind != program.Dice:
		g.Uses.Add(name.Span, decl, called)
		col.Type = called
	case kind == program.Unknown && len(g.rows.Entries) > 0: // without rows, that has been reported
		g.List.Errorf(CodeColumnType, n.Span, "the type of %s is unknown: neither its name nor its cells show it", what).
			WithHint("write it behind a colon, without a blank: %s:number", name.Text)
	}
	return col
}

// shownBy returns the type of the first value that shows one. With dice among them, numbers are dice; words in quotes are texts.
func (g grid) shownBy(cells []*tree.Node) program.Type {
	first := types.UnknownType
	for _, c := range cells {
		switch t := g.TypeOfCell(c.Fragment()); {
		case t.Kind == program.Dice:
			return t
		case first.Kind == program.Unknown:
			first = t
		}
	}
	if first.Kind == program.Unknown && len(cells) > 0 && cells[0].Style == tree.DoubleQuoted {
		return types.TextType
	}
	return first
}

// cells reads the values of a row, one for each column; those that are missing or wrong are reported.
func (g grid) cells(m decode.Mapping, columns []program.Column, what string) (values []*program.Expr, fine bool) {
	fine = true
	for _, col := range columns {
		var value *program.Expr
		if n := m.Own(col.Name, true); n != nil && col.Type.Kind != program.Unknown {
			value = g.ConstantAt(n, types.Env{Where: col.Name + " of " + what}, col.Type)
		}
		values = append(values, value)
		fine = fine && value != nil
	}
	return values, fine
}
