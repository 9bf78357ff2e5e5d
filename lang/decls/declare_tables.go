package decls

import (
	"math"
	"strconv"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// declareTables adds the tables; their rows are read once every name is known.
func (r *ruleset) declareTables() {
	for _, d := range r.section("tables", format.Table) {
		t := table{r, d, &program.Table{Decl: d.Decl}}
		if enter(r, d, t.it, &r.Prog.Tables, r.Tables) {
			r.signatures.leave(func() {
				t.it.Keys, t.it.Columns = t.keys(), t.values()
				r.leave(t.rows, d.Get("rows"))
			})
		}
	}
}

// table is a table being read.
type table struct {
	*ruleset
	declared
	it *program.Table
}

// keys reads the keys for looking up a row.
func (t table) keys() []program.Column {
	keys := t.columns(t.Mapping, "keys")
	for _, k := range keys {
		switch k.Type.Kind {
		case program.Dice, program.Text, program.List, program.Set, program.MapType, program.FormulaField, program.ProgramField:
			t.List.Errorf(CodeKeyType, t.Get("keys").Get(k.Name).Span, "%s can't have %s as a key", t.What, types.InWords(k.Type)).
				WithHint("keys are numbers, true or false, steps of a scale, or names of definitions")
		}
	}
	return keys
}

// values reads the results of a table: one nameless column, or several.
func (t table) values() []program.Column {
	gives := t.Get("gives")
	switch {
	case t.Get("columns") != nil:
		if gives != nil {
			t.List.Errorf(tree.UnknownKey, gives.Span, "%s has both gives and columns", t.What).
				WithHint("a table with columns gives the values of its columns: remove gives")
		}
		return t.columns(t.Mapping, "columns")
	case gives == nil:
		return []program.Column{{Type: types.NumberType}}
	}
	return []program.Column{{Type: t.typeAt(gives, t.Called("gives"))}}
}

// rows reads the rows: first the keys, then the values.
func (t table) rows() {
	n := t.Get("rows")
	if n == nil {
		return
	}
	if n.Kind != tree.Sequence {
		t.List.Errorf(tree.WrongShape, n.Span, "%s must be a list, but it is %s", t.Called("rows"), n.Kind)
		return
	}
	complete := true
	for _, item := range n.Items {
		row, ok := t.row(item)
		complete = complete && ok
		if ok {
			t.it.Rows = append(t.it.Rows, row)
		}
	}
	if complete {
		checkCoverage(t.it, t.What, t.List)
	}
}

func (t table) row(n *tree.Node) (program.Row, bool) {
	row := program.Row{Span: n.Span}
	if n.Kind != tree.Sequence {
		t.List.Errorf(tree.WrongShape, n.Span, "each row of %s must be a list, but this is %s", t.What, n.Kind).
			WithHint("write [key, value]")
		return row, false
	}
	keys, columns := t.it.Keys, t.it.Columns
	if want := len(keys) + len(columns); len(n.Items) != want {
		t.List.Errorf(CodeRowLength, n.Span, "a row of %s needs %d values (%d to look up, %d to give), but this one has %d",
			t.What, want, len(keys), len(columns), len(n.Items))
		return row, false
	}
	fine := true
	for i, k := range keys {
		span, ok := t.keyRange(n.Items[i], k)
		row.Ranges = append(row.Ranges, span)
		fine = fine && ok
	}
	for i, col := range columns {
		value := t.ConstantAt(n.Items[len(keys)+i], types.Env{Where: "a value of " + t.What}, col.Type)
		row.Values = append(row.Values, value)
		fine = fine && value != nil
	}
	return row, fine
}

// keyRange reads one key of a row: a value, LOW..HIGH, ..HIGH, LOW.., or any.
func (t table) keyRange(n *tree.Node, k program.Column) (program.Range, bool) {
	if _, ok := tree.Text(n, "each key of "+t.What, t.List); !ok {
		return program.Range{}, false
	}
	f := n.Fragment()
	if f.Text == "any" {
		return program.Range{Low: math.Inf(-1), High: math.Inf(1), Any: true}, true
	}
	at := strings.Index(f.Text, "..")
	if at < 0 {
		v, ok := t.key(f, k)
		return program.Range{Low: v, High: v}, ok
	}
	return t.openRange(f, at, k)
}

// openRange reads a range whose two dots are at a byte of its text.
func (t table) openRange(f diag.Fragment, at int, k program.Column) (program.Range, bool) {
	low, high := f.Slice(0, at), f.Slice(at+2, len(f.Text))
	if k.Type.Kind != program.Number && k.Type.Kind != program.Step || low.Text == "" && high.Text == "" {
		t.List.Errorf(CodeRangeForm, f.All(), "%q isn't %s, which is the key of %s", f.Text, types.InWords(k.Type), t.What)
		return program.Range{}, false
	}
	span := program.Range{Low: math.Inf(-1), High: math.Inf(1)}
	okLow, okHigh := true, true
	if low.Text != "" {
		span.Low, okLow = t.key(low, k)
	}
	if high.Text != "" {
		span.High, okHigh = t.key(high, k)
	}
	if okLow && okHigh && span.Low > span.High {
		t.List.Errorf(CodeRangeForm, f.All(), "the range %s of %s is empty: it ends before it begins", f.Text, t.What)
		return span, false
	}
	return span, okLow && okHigh
}

// key reads one value of a key.
func (t table) key(f diag.Fragment, k program.Column) (float64, bool) {
	if k.Type.Kind == program.Number {
		if v, err := strconv.ParseFloat(f.Text, 64); err == nil && isDecimal(f.Text) {
			return v, true
		}
		if p := t.Params[f.Text]; p != nil && p.Type.Kind == program.Number {
			t.Read[p] = true
			return p.Value, true
		}
		t.List.Errorf(CodeRangeForm, f.All(), "%q isn't a number or range, which is the key of %s", f.Text, t.What).
			WithHint("write 3, 1..5, ..0, 6.. or any")
		return 0, false
	}
	x := t.Constant(f, types.Env{Where: "a key of " + t.What}, k.Type)
	if x == nil || x.Op != program.OpConst {
		return 0, false
	}
	return x.Num, true
}
