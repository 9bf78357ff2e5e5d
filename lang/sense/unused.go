package sense

import (
	"slices"
	"strings"
	"unicode"

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
		for _, piece := range strings.Split(src.Text, ".")[1:] {
			end := strings.IndexFunc(piece, func(c rune) bool { return c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) })
			if end < 0 {
				end = len(piece)
			}
			mentioned[piece[:end]] = true
		}
	}
	for _, k := range p.Kinds {
		for _, f := range k.Fields {
			if !mentioned[f.Name] && slices.Contains(plain, f.Type.Kind) && given(k, f) && own(f.Span) {
				list.Warnf(CodeUnread, f.Span, "nothing reads %q of %s, so that it makes no difference", f.Name, k.Name).
					WithHint("a formula reads it: self.%s, or target.%s", f.Name, f.Name)
			}
		}
	}
}

// given reports whether a definition gives a field a value of its own.
func given(k *program.Kind, f *program.Field) bool {
	return f.Pool == nil && slices.ContainsFunc(k.Defs, func(d *program.Def) bool {
		v := d.Values[f.Index]
		return v != nil && v.Expr != nil && v != f.Default && (f.Default == nil || f.Default.Expr == nil || v.Expr.Span != f.Default.Expr.Span)
	})
}

func own(at diag.Span) bool {
	return at.Source != nil && !strings.HasPrefix(at.Source.Name, "stdlib")
}

// unmoved warns of what waits for a number to rise or to fall, which nothing makes it do.
func (j *judge) unmoved(p *program.Program) {
	for _, t := range waits(p) {
		if t.Watched == nil {
			continue
		}
		m := j.moves[t.Watched]
		verb := map[program.TriggerKind]string{program.OnRises: "raises", program.OnFalls: "lowers", program.OnChanges: "changes"}[t.Kind]
		if m&map[program.TriggerKind]moves{program.OnRises: rises, program.OnFalls: falls, program.OnChanges: rises | falls}[t.Kind] != 0 {
			continue
		}
		at := t.Span
		if i := strings.LastIndex(at.Text(), " "); i > 0 {
			at.Start += i + 1
		}
		j.list.Warnf(CodeNeverHappens, at, "nothing ever %s %s, so that this never happens", verb, t.Watched.Name).
			WithNote(t.Watched.Span, "%s", t.Watched.Name)
	}
}

// waits returns what rules and the ends of conditions wait for.
func waits(p *program.Program) (list []*program.Trigger) {
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

// moves is which way a number can go.
type moves uint8

const (
	rises moves = 1 << iota
	falls
)

// moved notes which way a statement changes a number.
func (j *judge) moved(a *program.Assign) {
	v := j.value(a.Value)
	to := rises | falls
	switch {
	case a.Op == '+' && v.low >= 0, a.Op == '-' && v.high <= 0:
		to = rises
	case a.Op == '-' && v.low >= 0, a.Op == '+' && v.high <= 0:
		to = falls
	}
	j.move(a.Target.Field, to)
}

// amount warns of what is taken off that is never above 0, as where min stands for max, and of what a pool is set to that it can't hold.
func (j *judge) amount(a *program.Assign) {
	v, f := j.value(a.Value), a.Target.Field
	switch {
	case a.Op != '=' && a.Value.Op != program.OpConst && v.high <= 0:
		j.list.Warnf(CodeOddAmount, a.Value.Span, "this %v: it never %s", v, map[byte]string{'+': "adds anything", '-': "takes anything off"}[a.Op]).
			WithHint("is max meant for min?")
	case a.Op == '=' && f.Pool != nil && a.Value.Op == program.OpConst && v.meet(j.pool(f)).isEmpty():
		j.list.Warnf(CodeOddAmount, a.Value.Span, "%s can't be %v: it %v", f.Name, v.low, j.pool(f)).WithNote(f.Span, "%s", f.Name)
	}
}

// unreadRolls warns of dice that are thrown for nothing: nothing reads what they show.
func (j *judge) unreadRolls(r *program.Routine) {
	read := map[int]bool{}
	for x := range (program.Part{Routine: r}).Exprs() {
		if x.Op == program.OpLocal {
			read[x.Index] = true
		}
	}
	for s := range r.Stmts() {
		roll, ok := s.(*program.Roll)
		if ok && !j.tests && roll.Test == nil && roll.LabelFrom == nil && roll.Slot >= len(r.Inputs)+len(r.Results) && !read[roll.Slot] && !j.heard[roll.Label] {
			j.list.Warnf(CodeUnreadRoll, roll.Span, "nothing reads what the roll %q comes to", roll.Label)
		}
	}
}

func (j *judge) move(f *program.Field, to moves) {
	if f == nil {
		return
	}
	j.moves[f] |= to
	if f.Pool != nil {
		for _, part := range f.Pool.Stack {
			j.moves[part] |= rises | falls
		}
	}
}

// movable notes what changes without a statement: what costs are paid from and given back to, what is set back, views.
func (j *judge) movable(p *program.Program) {
	for _, a := range p.Actions {
		for _, c := range a.Costs {
			j.move(c.Pool, rises|falls)
		}
	}
	for _, k := range p.Kinds {
		for _, f := range k.Fields {
			if f.Pool == nil {
				continue
			}
			if len(f.Pool.Resets) > 0 || len(f.Pool.Stack) > 0 {
				j.move(f, rises|falls)
			}
			for _, c := range f.Pool.Instead {
				j.move(c.Pool, rises|falls)
			}
		}
	}
}
