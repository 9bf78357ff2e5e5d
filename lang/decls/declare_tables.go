package decls

import (
	"math"
	"strconv"
	"strings"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// declareTables enters the tables; their rows follow when every name is known.
func (r *ruleset) declareTables(n *tree.Node) {
	for i, e := range r.Entries(n, "tables", "table") {
		what := decode.Named("table", e.Key.Text)
		w := format.Table.Read(e.Value, what, r.List)
		t := &program.Table{Decl: r.Decl(e, w, what, i)}
		keys, gives, columns, rows := w.Get("keys"), w.Get("gives"), w.Get("columns"), w.Get("rows")
		w.Done()
		if !r.AddTable(t) {
			continue
		}
		r.Prog.Tables = append(r.Prog.Tables, t)
		r.wasCalled(e.Was, func(old string) { enterAlias(r.Tables, old, t) })
		r.signatures = append(r.signatures, func() {
			t.Keys = r.tableKeys(keys, what)
			t.Columns = r.tableColumns(gives, columns, what)
			r.leave(func() { r.tableRows(t, rows, what) }, rows)
		})
	}
}

// tableKeys reads what a table is looked up by.
func (r *ruleset) tableKeys(n *tree.Node, what string) []program.Column {
	keys := r.columns(n, what)
	for _, k := range keys {
		switch k.Type.Kind {
		case program.Dice, program.Text, program.List, program.Set, program.MapType, program.FormulaField, program.ProgramField:
			e, _ := n.Entry(k.Name)
			r.List.Errorf(CodeKeyType, e.Value.Span, "%s can't be looked up by %s", what, types.InWords(k.Type)).
				WithHint("keys are numbers, true or false, steps of a scale, or names of definitions")
		}
	}
	return keys
}

// tableColumns reads what a table gives: one nameless column, or several.
func (r *ruleset) tableColumns(gives, columns *tree.Node, what string) []program.Column {
	switch {
	case columns != nil && gives != nil:
		r.List.Errorf(tree.UnknownKey, gives.Span, "%s has both gives and columns", what).
			WithHint("a table with columns gives what the column says: leave out gives")
		return r.columns(columns, what)
	case columns != nil:
		return r.columns(columns, what)
	case gives == nil:
		return []program.Column{{Type: types.NumberType}}
	}
	t := types.UnknownType
	if f, ok := r.Fragment(gives, "what "+what+" gives"); ok {
		t, _ = r.Type(f)
	}
	return []program.Column{{Type: t}}
}

// tableRows reads the rows: first the keys, then the values.
func (r *ruleset) tableRows(t *program.Table, n *tree.Node, what string) {
	if n == nil {
		return
	}
	if n.Kind != tree.Sequence {
		r.List.Errorf(tree.WrongShape, n.Span, "the rows of %s must be a list, but it is %s", what, n.Kind)
		return
	}
	complete := true
	for _, item := range n.Items {
		row, ok := r.tableRow(t, item, what)
		complete = complete && ok
		if ok {
			t.Rows = append(t.Rows, row)
		}
	}
	if complete {
		r.checkCoverage(t, what)
	}
}

func (r *ruleset) tableRow(t *program.Table, n *tree.Node, what string) (program.Row, bool) {
	row := program.Row{Span: n.Span}
	if n.Kind != tree.Sequence {
		r.List.Errorf(tree.WrongShape, n.Span, "each row of %s must be a list, but this is %s", what, n.Kind).
			WithHint("write [key, value]")
		return row, false
	}
	if want := len(t.Keys) + len(t.Columns); len(n.Items) != want {
		r.List.Errorf(CodeRowLength, n.Span, "a row of %s has %d values (%d to look up by, %d to give), but this one has %d",
			what, want, len(t.Keys), len(t.Columns), len(n.Items))
		return row, false
	}
	fine := true
	for i, k := range t.Keys {
		span, ok := r.tableRange(n.Items[i], k, what)
		row.Ranges = append(row.Ranges, span)
		fine = fine && ok
	}
	for i, col := range t.Columns {
		value := r.ConstantAt(n.Items[len(t.Keys)+i], types.Env{Where: "a value of " + what}, col.Type)
		row.Values = append(row.Values, value)
		fine = fine && value != nil
	}
	return row, fine
}

// tableRange reads one key of a row: a value, LOW..HIGH, ..HIGH, LOW.., or any.
func (r *ruleset) tableRange(n *tree.Node, k program.Column, what string) (program.Range, bool) {
	if _, ok := tree.Text(n, "each key of "+what, r.List); !ok {
		return program.Range{}, false
	}
	f := n.Fragment()
	if f.Text == "any" {
		return program.Range{Low: math.Inf(-1), High: math.Inf(1), Any: true}, true
	}
	at := strings.Index(f.Text, "..")
	if at < 0 {
		v, ok := r.tableKey(f, k, what)
		return program.Range{Low: v, High: v}, ok
	}
	return r.openRange(f, at, k, what)
}

// openRange reads a range whose two dots stand at a byte of its text.
func (r *ruleset) openRange(f diag.Fragment, at int, k program.Column, what string) (program.Range, bool) {
	low, high := f.Slice(0, at), f.Slice(at+2, len(f.Text))
	if k.Type.Kind != program.Number && k.Type.Kind != program.Step || low.Text == "" && high.Text == "" {
		r.List.Errorf(CodeRangeForm, f.All(), "%q is not %s, by which %s is looked up", f.Text, types.InWords(k.Type), what)
		return program.Range{}, false
	}
	span := program.Range{Low: math.Inf(-1), High: math.Inf(1)}
	okLow, okHigh := true, true
	if low.Text != "" {
		span.Low, okLow = r.tableKey(low, k, what)
	}
	if high.Text != "" {
		span.High, okHigh = r.tableKey(high, k, what)
	}
	if okLow && okHigh && span.Low > span.High {
		r.List.Errorf(CodeRangeForm, f.All(), "the range %s of %s is empty: it ends before it begins", f.Text, what)
		return span, false
	}
	return span, okLow && okHigh
}

// tableKey reads one value of a key.
func (r *ruleset) tableKey(f diag.Fragment, k program.Column, what string) (float64, bool) {
	if k.Type.Kind == program.Number {
		if v, err := strconv.ParseFloat(f.Text, 64); err == nil && isDecimal(f.Text) {
			return v, true
		}
		if p := r.Params[f.Text]; p != nil && p.Type.Kind == program.Number {
			r.Read[p] = true
			return p.Value, true
		}
		r.List.Errorf(CodeRangeForm, f.All(), "%q is no number or range, by which %s is looked up", f.Text, what).
			WithHint("write 3, 1..5, ..0, 6.. or any")
		return 0, false
	}
	x := r.Constant(f, types.Env{Where: "a key of " + what}, k.Type)
	if x == nil || x.Op != program.OpConst {
		return 0, false
	}
	return x.Num, true
}
