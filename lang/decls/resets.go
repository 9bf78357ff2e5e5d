package decls

import (
	"slices"

	"github.com/rulec/rulec/lang/program"
)

// checkResets warns of pools of creatures that are set back whenever anybody's entry starts or
// ends: what comes back with one's turn comes back with one's own.
func (r *ruleset) checkResets() {
	if r.List.HasErrors() || r.Prog.Creature == nil {
		return
	}
	for _, f := range r.Prog.Creature.Fields {
		if f.Pool == nil {
			continue
		}
		for _, reset := range f.Pool.Resets {
			if on := reset.On; on.Kind == program.OnEvent && on.Whose == program.Anyones && r.hasOwners(on.Event.Entry) && !readsEvent(reset.To) {
				r.List.Warnf(CodeAnyonesReset, on.Span, "%q of every creature is set back whenever anybody's %s", f.Name, edgeInWords(on.Event)).
					WithHint("one's own is: %s of self", on.Span.Text())
			}
		}
	}
}

func edgeInWords(e *program.Event) string {
	if e.Edge == program.End {
		return e.Entry.Name + " ends"
	}
	return e.Entry.Name + " starts"
}

// hasOwners reports whether some program puts an entry on the agenda as somebody's.
func (r *ruleset) hasOwners(e *program.Entry) bool {
	return e != nil && slices.ContainsFunc(r.Routines, func(p *program.Routine) bool {
		for s := range p.Stmts() {
			if x, ok := s.(*program.Schedule); ok && x.Entry == e && x.Of != nil {
				return true
			}
		}
		return false
	})
}

func readsEvent(f *program.Formula) bool {
	for x := range f.Exprs() {
		if x.Op == program.OpEvent {
			return true
		}
	}
	return false
}
