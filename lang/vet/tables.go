package vet

import (
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// lookups are all keys of lookups in a table with one key, with their places, or the places of the dice rolled for it.
type lookups struct {
	in interval
	at []diag.Span
}

// lookedUp records a lookup, and warns of dice with results for which the table has no row, unless they are read elsewhere,
// where the results may be tested first.
func (j *judge) lookedUp(x *program.Expr, keys []interval) {
	all := j.lookups[x.Table]
	if j.list == nil || all == nil || len(keys) != 1 {
		return
	}
	key, at := x.Args[0], x.Args[0].Span
	if thrown := j.locals[key.Index].dice; key.Op == program.OpLocal && thrown != nil && thrown.Op != program.OpIf {
		at = thrown.Span
		rows := nothing
		for _, row := range x.Table.Rows {
			rows = rows.join(keyOf(row))
		}
		if keys[0].isFinite() && keys[0].join(rows) != rows && j.reads[key.Index] == 1 {
			j.list.Warnf(CodeBeyondTable, at, "the key looked up in table %q %v, but its rows are for %v: outside them the fight stops", x.Table.Name, keys[0], rows.short()).
				WithNote(key.Span, "looked up here")
		}
	}
	all.in, all.at = all.in.join(keys[0]), append(all.at, at)
}

// unsure records that a text may look up more than is known.
func (j *judge) unsure(text string) {
	for t, all := range j.lookups {
		if strings.Contains(text, t.Name) {
			all.in = anyNumber
		}
	}
}

// tables warns of rows that no lookup can reach, and of overlapping rows, of which the first counts. A row that covers
// all of the row before it, and more, is meant for the rest, and so is one without bounds.
func (j *judge) tables(p *program.Program) {
	for _, t := range p.Tables {
		all, before := j.lookups[t], nothing
		if len(t.Keys) != 1 || t.Keys[0].Type.Kind != program.Number || ofLibrary(t.Span) {
			continue
		}
		for i, row := range t.Rows {
			key := keyOf(row)
			if shared := key.meet(before); !shared.isEmpty() && shared != key && shared != before {
				j.list.Warnf(CodeOverlappingRows, row.Span, "%v is in this row of table %q and in the one before it, which counts", shared.short(), t.Name).
					WithNote(t.Rows[i-1].Span, "the row before")
			}
			if before = key; !key.isFinite() || !all.in.isFinite() || len(all.at) == 0 || !all.in.meet(key).isEmpty() {
				continue
			}
			at := row.Span
			if len(all.at) == 1 {
				at = all.at[0]
			}
			j.list.Warnf(CodeUnreachedRow, at, "the key looked up in table %q %v, so its row for %v is never reached", t.Name, all.in, key.short()).
				WithNote(row.Span, "the row")
			break
		}
	}
}

// keyOf returns the range of keys for a row.
func keyOf(row program.Row) interval {
	if key := row.Ranges[0]; !key.Any {
		return interval{key.Low, key.High}
	}
	return anyNumber
}
