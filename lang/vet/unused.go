package vet

import (
	"slices"
	"strings"
	"unicode"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// unused warns of fields with values in definitions that have no effect, since no text of the ruleset names them. It looks
// at the texts, since a param may have removed the part that reads a field. It skips declarations of the standard library,
// which are there for those who need them.
func unused(p *program.Program, list *diag.List) {
	plain := []program.TypeKind{program.Number, program.Bool, program.Dice, program.FormulaField, program.ProgramField}
	mentioned := map[string]bool{}
	for _, src := range p.Sources {
		for _, behind := range strings.Split(src.Text, ".")[1:] {
			name := strings.IndexFunc(behind, func(c rune) bool { return c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) })
			if name > 0 {
				mentioned[behind[:name]] = true
			} else if name < 0 {
				mentioned[behind] = true
			}
		}
	}
	for _, k := range p.Kinds {
		for _, f := range k.Fields {
			if !mentioned[f.Name] && f.Pool == nil && slices.Contains(plain, f.Type.Kind) && given(k, f) && !ofLibrary(f.Span) {
				list.Warnf(CodeUnread, f.Span, "nothing reads %q of %s, so it makes no difference", f.Name, k.Name).
					WithHint("read it in a formula: self.%s, or target.%s", f.Name, f.Name)
			}
		}
	}
}

func ofLibrary(at diag.Span) bool { return strings.HasPrefix(at.Source.Name, "stdlib") }

// given reports whether a definition has its own value for a field.
func given(k *program.Kind, f *program.Field) bool {
	return slices.ContainsFunc(k.Defs, func(d *program.Def) bool {
		v := d.Values[f.Index]
		return v != nil && v.Expr != nil && (f.Default == nil || f.Default.Expr == nil || v.Expr.Span != f.Default.Expr.Span)
	})
}

// unmoved warns of triggers for a rise or fall of a number that no statement, cost or reset causes.
func (j *judge) unmoved(p *program.Program, moves map[*program.Field][]*program.Assign, free map[*program.Field]bool) {
	j.begin(nil)
	does := map[program.TriggerKind]string{program.OnRises: "raises", program.OnFalls: "lowers", program.OnChanges: "changes"}
	for _, t := range triggers(p) {
		goes := func(a *program.Assign) bool { return j.goes(a, t.Kind) }
		if t.Watched == nil || free[t.Watched] || slices.ContainsFunc(moves[t.Watched], goes) {
			continue
		}
		at := t.Span
		at.Start += strings.LastIndex(at.Text(), " ") + 1
		j.list.Warnf(CodeNeverHappens, at, "nothing ever %s %s, so this never happens", does[t.Kind], t.Watched.Name).
			WithNote(t.Watched.Span, "%s", t.Watched.Name)
	}
}

// movesOf returns the statements that change numbers, and the numbers that change otherwise: by payments and
// refunds, by resets on an event, or through another field.
func movesOf(p *program.Program, all parts) (moves map[*program.Field][]*program.Assign, free map[*program.Field]bool) {
	moves, free = map[*program.Field][]*program.Assign{}, map[*program.Field]bool{}
	for s := range all.stmts() {
		switch s := s.(type) {
		case *program.Pay:
			free[s.Pool] = true
		case *program.Assign:
			moves[s.Target.Field] = append(moves[s.Target.Field], s)
		}
	}
	for _, a := range p.Actions {
		for _, c := range a.Costs {
			free[c.Pool] = true
		}
	}
	for _, k := range p.Kinds {
		for _, f := range k.Fields {
			if f.Pool == nil {
				continue
			}
			free[f] = free[f] || len(f.Pool.Resets) > 0
			for _, part := range f.Pool.Stack {
				free[f], free[part] = true, true
			}
			for _, c := range f.Pool.Instead {
				free[c.Pool] = true
			}
		}
	}
	return moves, free
}

// goes reports whether a statement may raise or lower its number in the way that a trigger waits for.
func (j *judge) goes(a *program.Assign, kind program.TriggerKind) bool {
	if a.Op == '=' || j.byParam(a.Span.Text()) {
		return true
	}
	by := j.alone(a.Value)
	if a.Op == '-' {
		by = point(0).minus(by)
	}
	return kind != program.OnFalls && by.high > 0 || kind != program.OnRises && by.low < 0
}

// triggers returns the triggers of rules and of the ends of conditions.
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
