package vet

import (
	"slices"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// standstill warns of entries that repeat forever at one moment, so that the clock never advances.
func standstill(p *program.Program, moves map[*program.Field][]*program.Assign, free map[*program.Field]bool, list *diag.List) {
	if p.Time == nil {
		return
	}
	fixed := func(x *program.Expr) bool {
		for y := range x.All() {
			switch {
			case y.Op == program.OpConst, y.Op == program.OpNeg, y.Op == program.OpLocal && y.Index == 0: // self
			case y.Op == program.OpField && moves[y.Field] == nil && !free[y.Field]:
			default:
				return false
			}
		}
		return true
	}
	for _, e := range p.Time.Entries {
		if e.Do == nil {
			continue
		}
		for _, s := range e.Do.Body {
			again, ok := s.(*program.Schedule)
			if !ok || again.Entry != e || again.Of == nil || again.Of.Span.Text() != "self" || again.AfterEntry != nil || len(again.Keys) == 0 {
				continue
			}
			first := again.Keys[0].Span.Text()
			if (first == "now" || first == p.Time.Keys[0]) && !slices.ContainsFunc(again.Keys[1:], func(x *program.Expr) bool { return !fixed(x) }) {
				list.Warnf(CodeSameMoment, again.Keys[0].Span, "%s comes up again at the same moment, so no one else ever gets a turn", e.Name).
					WithHint("write %s + 1", first)
			}
		}
	}
}

// ownWayOut warns of conditions that forbid their bearer everything that can end them.
func ownWayOut(p *program.Program, all parts, list *diag.List) {
	performs := map[*program.Routine]*program.Action{}
	for _, a := range p.Actions {
		performs[a.Perform] = a
	}
	by := map[*program.Condition][]*program.Action{} // the actions that end it on its bearer; nil: something else does
	for _, part := range all {
		if part.Routine == nil {
			continue
		}
		for s := range part.Routine.Stmts() {
			end, ok := s.(*program.EndCondition)
			switch {
			case !ok:
			case end.Condition == nil:
				return // any condition is possible
			case end.On != nil && end.On.Span.Text() == "self":
				by[end.Condition] = append(by[end.Condition], performs[part.Routine])
			default:
				by[end.Condition] = append(by[end.Condition], nil)
			}
		}
	}
	for _, c := range p.Conditions {
		allowed := func(a *program.Action) bool {
			return a == nil || !slices.ContainsFunc(c.Forbids, func(b *program.Ban) bool {
				return b.When == nil && (b.Action == a || b.Kind == a.Def.Kind)
			})
		}
		if own := by[c]; len(own) > 0 && !slices.ContainsFunc(own, allowed) && len(c.Until) == 0 && c.While == nil {
			list.Warnf(CodeNeverEnds, c.Span, "%q never ends: only %q ends it, and it forbids that", c.Name, own[0].Def.Name).
				WithNote(own[0].Def.Span, "action %q", own[0].Def.Name)
		}
	}
}
