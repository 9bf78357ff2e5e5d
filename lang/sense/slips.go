package sense

import (
	"slices"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// fixedEnd warns of an end of the fight that reads nothing which a fight changes: who there is, who is on which side.
func fixedEnd(p *program.Program, list *diag.List) {
	if p.Time == nil || p.Time.Over == nil {
		return
	}
	at := diag.Span{}
	for x := range p.Time.Over.Exprs() {
		switch {
		case x.Op == program.OpBuiltin && x.Builtin == program.Everyone:
			if at.IsZero() {
				at = x.Span
			}
		case x.Op == program.OpBuiltin && !slices.Contains([]program.Builtin{program.SideOf, program.First, program.Last, program.Length}, x.Builtin),
			x.Op == program.OpField, x.Op == program.OpQuantity, x.Op == program.OpHas, x.Op == program.OpHasNamed, x.Op == program.OpInstance, x.Op == program.OpInstances:
			return
		}
	}
	if !at.IsZero() {
		list.Warnf(CodeFixedEnd, at, "everyone are all there are, those who are out, too: nothing that happens changes when this holds").
			WithHint("who is still in the fight is in combatants")
	}
}
