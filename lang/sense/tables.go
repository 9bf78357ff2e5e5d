package sense

import (
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// lookups are all that a table with one key is asked for.
type lookups struct {
	in    interval
	count int
	at    diag.Span // of the last one
	// die is what was thrown to look there, as it is; asked is set where that is read elsewhere, too, so that not all of it
	// may be looked up.
	die   *program.Expr
	asked bool
}

// lookedUp notes that a table is asked.
func (j *judge) lookedUp(x *program.Expr, keys []interval) {
	all := j.lookups[x.Table]
	if j.list == nil || all == nil || len(keys) != 1 {
		return
	}
	*all = lookups{in: all.in.join(keys[0]), count: all.count + 1, at: x.Args[0].Span}
	if slot := x.Args[0].Index; x.Args[0].Op == program.OpLocal {
		all.die, all.asked = j.locals[slot].dice, j.reads[slot] > 1
	}
}

// unsure notes that a text may ask tables for more than is known.
func (j *judge) unsure(text string) {
	for t, all := range j.lookups {
		if strings.Contains(text, t.Name) {
			all.in = anyNumber
		}
	}
}

// tables warns of rows that no number which is looked up can reach, of a die that shows numbers for which its table has no row,
// and of rows that share the number between them, of which the first counts. A row that takes all that the one before it takes,
// and more, is meant for the rest, and so is one without bounds.
func (j *judge) tables(p *program.Program) {
	for _, t := range p.Tables {
		if len(t.Keys) != 1 || t.Keys[0].Type.Kind != program.Number {
			continue
		}
		rows, before, idle := nothing, nothing, -1
		all := j.lookups[t]
		for i, row := range t.Rows {
			key := keyOf(row)
			if shared := key.meet(before); !shared.isEmpty() && shared != key && shared != before {
				j.list.Warnf(CodeOverlappingRows, row.Span, "%v stands in this row of table %q and in the one before it, which counts", shared.short(), t.Name).
					WithNote(t.Rows[i-1].Span, "the row before")
			}
			if idle < 0 && key.isFinite() && all.in.meet(key).isEmpty() {
				idle = i
			}
			rows, before = rows.join(key), key
		}
		if all.in.isFinite() && !all.in.isEmpty() {
			j.unreached(t, all, rows, idle)
		}
	}
}

// unreached says of a table where it isn't asked, and where it is asked for more than it has.
func (j *judge) unreached(t *program.Table, all *lookups, rows interval, idle int) {
	thrown := all.count == 1 && all.die != nil
	var d *diag.Diagnostic
	switch {
	case idle >= 0:
		row := t.Rows[idle]
		d = j.list.Warnf(CodeUnreachedRow, row.Span, "what is looked up in table %q %v, so that its row for %v is never reached", t.Name, all.in, keyOf(row).short()).
			WithNote(row.Span, "the row")
	case thrown && !all.asked && all.in.join(rows) != rows:
		d = j.list.Warnf(CodeBeyondTable, all.at, "what is looked up in table %q %v, and its rows are for %v: beyond them the fight stops", t.Name, all.in, rows.short())
	default:
		return
	}
	d.WithNote(all.at, "looked up here")
	if thrown {
		d.Span = all.die.Span
	}
}

// keyOf returns the numbers that a row takes.
func keyOf(row program.Row) interval {
	if key := row.Ranges[0]; !key.Any {
		return interval{key.Low, key.High}
	}
	return anyNumber
}
