package exec

import (
	"github.com/rulec/rulec/interp/profile"
	"github.com/rulec/rulec/lang/program"
)

// profiled notes that something declared is being worked on.
func (m *Machine) profiled(key any, what string, d *program.Decl) {
	m.profile.Enter(key, func() profile.Part { return profile.Part{What: what, Name: d.Name, Span: d.Span} })
}

// profiledLine names a line of a tactic: by its tactic, what it answers and what it does.
func profiledLine(t *program.Tactic, r *program.TacticRule) profile.Part {
	does := "pass"
	for i, d := range r.Does {
		if i == 0 {
			does = d.Action.Def.Name
			continue
		}
		does += ", " + d.Action.Def.Name
	}
	return profile.Part{What: "tactic", Name: t.Name + ", " + r.Event.Name + ": " + does, Span: r.Span}
}
