package sense

import (
	"regexp"
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
		for _, w := range mention.FindAllString(src.Text, -1) {
			mentioned[w[1:]] = true
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
		return v != nil && v != f.Default && (v.Expr == nil || f.Default == nil || f.Default.Expr == nil || v.Expr.Span != f.Default.Expr.Span)
	})
}

var mention = regexp.MustCompile(`\.[a-z_]\w*`)

func own(at diag.Span) bool {
	return at.Source != nil && !strings.HasPrefix(at.Source.Name, "stdlib")
}

// unmoved warns of what waits for a number to rise or to fall, which nothing makes it do.
func (j *judge) unmoved(p *program.Program) {
	var waits []*program.Trigger
	for r := range p.AllRules() {
		waits = append(waits, r.On...)
	}
	for _, c := range p.Conditions {
		for _, u := range c.Until {
			waits = append(waits, u.On)
		}
	}
	for _, t := range waits {
		if t == nil || t.Watched == nil {
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
