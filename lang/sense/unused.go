package sense

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// unused warns of fields that definitions give and that make no difference, since no text of the ruleset names them: a
// param may decide whether that is read, so that what is worked out doesn't tell. What the standard library declares
// is there for those who need it.
func unused(p *program.Program, list *diag.List) {
	plain := []program.TypeKind{program.Number, program.Bool, program.Dice, program.FormulaField, program.ProgramField}
	mentioned := map[string]bool{}
	for _, src := range p.Sources {
		for _, behind := range strings.Split(src.Text, ".")[1:] {
			if name := words(behind); len(name) > 0 && strings.HasPrefix(behind, name[0]) {
				mentioned[name[0]] = true
			}
		}
	}
	for _, k := range p.Kinds {
		for _, f := range k.Fields {
			if !mentioned[f.Name] && f.Pool == nil && slices.Contains(plain, f.Type.Kind) && given(k, f) && !strings.HasPrefix(f.Span.Source.Name, "stdlib") {
				list.Warnf(CodeUnread, f.Span, "nothing reads %q of %s, so that it makes no difference", f.Name, k.Name).
					WithHint("a formula reads it: self.%s, or target.%s", f.Name, f.Name)
			}
		}
	}
}

// given reports whether a definition gives a field a value of its own.
func given(k *program.Kind, f *program.Field) bool {
	return slices.ContainsFunc(k.Defs, func(d *program.Def) bool {
		v := d.Values[f.Index]
		return v != nil && v.Expr != nil && (f.Default == nil || f.Default.Expr == nil || v.Expr.Span != f.Default.Expr.Span)
	})
}

// moves is which way a number can go.
type moves uint8

const (
	rises moves = 1 << iota
	falls
)

// waits are what can be waited for, by the ways in which a number goes then, and what nothing does where that never comes.
var waits = map[program.TriggerKind]struct {
	way  moves
	does string
}{program.OnRises: {rises, "raises"}, program.OnFalls: {falls, "lowers"}, program.OnChanges: {rises | falls, "changes"}}

// unmoved warns of what waits for a number to rise or to fall, which nothing makes it do: no statement, no cost, no reset.
func (j *judge) unmoved(p *program.Program) {
	for _, a := range p.Actions {
		for _, c := range a.Costs {
			j.move(c.Pool, rises|falls)
			for _, i := range c.Pool.Pool.Instead {
				j.move(i.Pool, rises|falls)
			}
		}
	}
	for _, t := range triggers(p) {
		wait, pool := waits[t.Kind], (*program.Pool)(nil)
		if t.Watched != nil {
			pool = t.Watched.Pool
		}
		if t.Watched == nil || j.moves[t.Watched]&wait.way != 0 || pool != nil && len(pool.Resets)+len(pool.Stack) > 0 {
			continue
		}
		at := t.Span
		at.Start += strings.LastIndex(at.Text(), " ") + 1
		j.list.Warnf(CodeNeverHappens, at, "nothing ever %s %s, so that this never happens", wait.does, t.Watched.Name).
			WithNote(t.Watched.Span, "%s", t.Watched.Name)
	}
}

// triggers returns what rules and the ends of conditions wait for.
func triggers(p *program.Program) (list []*program.Trigger) {
	for r := range p.AllRules() {
		list = append(list, r.On...)
	}
	for _, c := range p.Conditions {
		for _, u := range c.Until {
			if u.On != nil {
				list = append(list, u.On)
			}
		}
	}
	return list
}

// changed notes which way a statement changes a number, and warns of an amount that never counts, such as a minimum where a
// maximum is meant.
func (j *judge) changed(a *program.Assign, known bool) {
	by, way := j.quietly(a.Value), rises|falls
	switch {
	case !known || a.Op == '=':
	case by.high <= 0:
		way = map[byte]moves{'+': falls, '-': rises}[a.Op]
		if a.Value.Op != program.OpConst {
			j.list.Warnf(CodeOddAmount, a.Value.Span, "this %v: it never %s", by, map[byte]string{'+': "adds anything", '-': "takes anything off"}[a.Op]).
				WithHint("is max meant for min?")
		}
	case by.low >= 0:
		way = map[byte]moves{'+': rises, '-': falls}[a.Op]
	}
	j.move(a.Target.Field, way)
}

// move notes that a number may go some way, and with a view the pools under it.
func (j *judge) move(f *program.Field, way moves) {
	j.moves[f] |= way
	if f.Pool != nil {
		for _, part := range f.Pool.Stack {
			j.moves[part] |= rises | falls
		}
	}
}
