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

// declareTables adds the tables; their rows are read once every name is known.
func (r *ruleset) declareTables() {
	for i, e := range r.entries("tables", format.Table) {
		t := table{r, e, decode.Named("table", e.Key.Text), &program.Table{Decl: r.Named(e, i)}}
		if e.Columns == nil {
			r.List.Errorf(tree.GridForm, e.Value.Span, "%s must be a grid", t.what).
				WithHint(`behind %s stands |, then a line that names the keys, a bar and the columns, such as reach | bonus, then a line for each row`, e.Key.Text)
			continue
		}
		if !types.Enter(r.Checker, format.Table.Sort(), t.it, r.Tables) {
			continue
		}
		r.Prog.Tables = append(r.Prog.Tables, t.it)
		enterOld(e, t.it, r.Tables)
		r.signatures.leave(func() {
			keys, columns := tree.Columns(e.Columns)
			t.it.Keys, t.it.Columns = t.keys(keys), grid{r, e.Value}.columns(columns)
			r.leave(t.rows, e.Value)
		})
	}
}

// table is a table being read.
type table struct {
	*ruleset
	entry tree.Entry
	what  string
	it    *program.Table
}

// keys reads what a row is found by.
func (t table) keys(names []*tree.Node) []program.Column {
	keys := grid{t.ruleset, t.entry.Value}.keys(names)
	for i, k := range keys {
		switch k.Type.Kind {
		case program.Dice, program.Text, program.List, program.Set, program.MapType, program.FormulaField, program.ProgramField:
			t.List.Errorf(CodeKeyType, names[i].Span, "%s can't have %s as a key", t.what, types.InWords(k.Type)).
				WithHint("keys are numbers, true or false, steps of a scale, or names of definitions")
		}
	}
	return keys
}

// rows reads the rows: first the keys, then the values.
func (t table) rows() {
	complete := true
	for _, e := range t.entry.Value.Entries {
		row, ok := t.row(e)
		complete = complete && ok
		if ok {
			t.it.Rows = append(t.it.Rows, row)
		}
	}
	if complete {
		checkCoverage(t.it, t.what, t.List)
	}
}

func (t table) row(e tree.Entry) (row program.Row, fine bool) {
	row.Span = e.Key.Span
	t.Said(e)
	keys := e.Key.Parts(0, len(e.Key.Text))
	if len(keys) != len(t.it.Keys) {
		t.List.Errorf(tree.RowLength, e.Key.Span, "the name of a row of %s has %s, but this has %d", t.what, types.Counted(len(t.it.Keys), "key"), len(keys)).
			WithHint("write its keys, parted by commas")
		return row, false
	}
	fine = true
	for i, k := range t.it.Keys {
		if k.Type.Kind == program.Unknown {
			return row, false // reported with the first line
		}
		span, ok := t.keyRange(keys[i], k)
		row.Ranges = append(row.Ranges, span)
		fine = fine && ok
	}
	value := e.Value
	if columns := t.it.Columns; len(columns) == 1 && value.Kind == tree.Scalar { // by another file
		value = value.Spread(columns[0].Name)
	}
	what := "row " + strconv.Quote(e.Key.Text) + " of " + t.what
	m := t.OpenMapping(format.Row, value, what)
	values, ok := grid{t.ruleset, t.entry.Value}.cells(m, t.it.Columns, what)
	m.Done()
	row.Values = values
	return row, fine && ok
}

// anyKey is the key of a row for all values.
const anyKey = "any"

// keyRange reads one key of a row: a value, LOW..HIGH, ..HIGH, LOW.., or any.
func (t table) keyRange(n *tree.Node, k program.Column) (program.Range, bool) {
	if _, ok := tree.Text(n, "each key of "+t.what, t.List); !ok {
		return program.Range{}, false
	}
	f := n.Fragment()
	if f.Text == anyKey {
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
		t.List.Errorf(CodeRangeForm, f.All(), "%q isn't %s, which is the key of %s", f.Text, types.InWords(k.Type), t.what)
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
		t.List.Errorf(CodeRangeForm, f.All(), "the range %s of %s is empty: it ends before it begins", f.Text, t.what)
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
		t.List.Errorf(CodeRangeForm, f.All(), "%q isn't a number or range, which is the key of %s", f.Text, t.what).
			WithHint("write 3, 1..5, ..0, 6.. or any")
		return 0, false
	}
	x := t.Constant(f, types.Env{Where: "a key of " + t.what}, k.Type)
	if x == nil || x.Op != program.OpConst {
		return 0, false
	}
	return x.Num, true
}
