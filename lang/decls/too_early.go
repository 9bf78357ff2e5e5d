package decls

import (
	"slices"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/types"
)

// checkTooEarly reports formulas in fields of actions that read what the action has only while it is under way, where they are worked
// out before it begins.
func (r *ruleset) checkTooEarly() {
	seen := map[*program.Expr]bool{} // requirements of kinds are those of many actions
	for _, a := range r.Prog.Actions {
		var before []*program.Formula
		for _, p := range a.Params {
			before = append(before, p.List, p.Low, p.High, p.Where, p.Default)
		}
		for _, q := range a.Requires {
			before = append(before, q.If)
		}
		for _, c := range a.Costs {
			before = append(before, c.Amount, c.Member)
		}
		for _, f := range before {
			tooEarly(a, f, seen, r.List)
		}
	}
}

// tooEarly reports what a formula reads too early that is worked out before an action begins.
func tooEarly(a *program.Action, f *program.Formula, seen map[*program.Expr]bool, list *diag.List) {
	for x := range f.Exprs() {
		at := slices.Index(a.Def.Kind.Fields, x.Field)
		if x.Op != program.OpCallFormula || at < 0 || seen[x] || a.Def.Values[at] == nil {
			continue
		}
		for y := range a.Def.Values[at].Formula.Exprs() {
			if name, ok := ofItsAct(a, y); ok {
				seen[x] = true
				list.Errorf(types.CodeHiddenField, x.Span, "%q reads %q of the action, which isn't under way yet here", x.Field.Name, name).
					WithNote(y.Span, "it is read here").WithHint("give it what it needs: formula number(self, %s), called with it", name)
			}
		}
	}
}

// ofItsAct returns the name of a parameter or running field of an action that is read from the act under way.
func ofItsAct(a *program.Action, x *program.Expr) (string, bool) {
	if x.Op != program.OpField || x.Args[0].Op != program.OpBuiltin || x.Args[0].Builtin != program.Mine {
		return "", false
	}
	own := append(types.ParamFields(a.Params), a.Running...)
	return x.Field.Name, slices.Contains(own, x.Field)
}
