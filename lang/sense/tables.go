package sense

import (
	"math"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// lookups are all that a table with one key is asked for.
type lookups struct {
	in    interval
	count int
	die   *program.Expr // of the last one: what was thrown to look there, as it is
	at    diag.Span
	// guarded is set where what was thrown is compared with something, so that not all of it may be looked up.
	guarded bool
}

// look notes that a table is asked.
func (j *judge) look(x *program.Expr, keys []interval) {
	if j.lookups == nil || len(keys) != 1 {
		return
	}
	all := j.lookups[x.Table]
	if all == nil { // one of another ruleset
		return
	}
	all.in = all.in.join(keys[0])
	all.count++
	all.at = x.Args[0].Span
	all.die = nil
	if x.Args[0].Op == program.OpLocal {
		all.die = j.rolled[x.Args[0].Index]
		all.guarded = j.compares[x.Args[0].Index]
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

// tables warns of rows that no number which is looked up can reach. Rows without a bound are meant to take
// the rest.
func (j *judge) tables(p *program.Program) {
	for _, t := range p.Tables {
		all := j.lookups[t]
		if all == nil || t.Keys[0].Type.Kind != program.Number || !all.in.isFinite() {
			continue
		}
		j.beyond(t, all)
		for _, row := range t.Rows {
			key := row.Ranges[0]
			if key.Any || math.IsInf(key.Low, 0) || math.IsInf(key.High, 0) || !all.in.meet(interval{key.Low, key.High}).isEmpty() {
				continue
			}
			at := row.Span
			if all.count == 1 && all.die != nil {
				at = all.die.Span
			}
			j.list.Warnf(CodeUnreachedRow, at, "what is looked up in table %q %v, so that its row for %v is never reached", t.Name, all.in, interval{key.Low, key.High}.short()).
				WithNote(row.Span, "the row").WithNote(all.at, "looked up here")
			break
		}
	}
}

// beyond warns of a die that shows numbers for which its table has no row: the fight stops there.
func (j *judge) beyond(t *program.Table, all *lookups) {
	rows := interval{math.Inf(1), math.Inf(-1)}
	for _, row := range t.Rows {
		if row.Ranges[0].Any {
			return
		}
		rows = rows.join(interval{row.Ranges[0].Low, row.Ranges[0].High})
	}
	if all.count == 1 && all.die != nil && !all.guarded && (all.in.low < rows.low || all.in.high > rows.high) {
		j.list.Warnf(CodeBeyondTable, all.die.Span, "what is looked up in table %q %v, and its rows are for %v: beyond them the fight stops", t.Name, all.in, rows.short()).
			WithNote(all.at, "looked up here")
	}
}

// overlaps warns of rows that take a part of what a row before them takes already.
func overlaps(t *program.Table, list *diag.List) {
	if len(t.Keys) != 1 || t.Keys[0].Type.Kind != program.Number {
		return
	}
	for i, row := range t.Rows {
		for _, other := range t.Rows[:i] {
			a, b := row.Ranges[0], other.Ranges[0]
			shared := interval{a.Low, a.High}.meet(interval{b.Low, b.High})
			if a.Any || b.Any || shared.isEmpty() || !(interval{a.Low, a.High}).join(interval{b.Low, b.High}).isFinite() {
				continue
			}
			list.Warnf(CodeOverlappingRows, row.Span, "%v stands in this row of table %q and in one before it, which counts", shared.short(), t.Name).
				WithNote(other.Span, "the row before")
			break
		}
	}
}
