package decls

import (
	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/types"
)

// declareReports reads what to count when many fights are played.
func (r *ruleset) declareReports() {
	e, ok := r.top.Entry("reports")
	if !ok {
		return
	}
	m := r.ReadMapping(format.Reports, e.Value, "reports")
	reports := &program.Reports{Span: e.Value.Span}
	r.Prog.Reports = reports
	reports.About, reports.Cite = r.Said(e)
	shown := m.GetEntries("show", "number in reports")
	r.bodies.leave(func() {
		env := types.Env{Inputs: []program.Local{decode.Self(r.Creature())}}
		reports.Health = r.healthPools(m)
		reports.Stands = m.GetFormula("stands", env, types.BoolType)
		reports.Failed = r.failures(m)
		for i, e := range shown {
			env.Where = decode.Named("number", e.Key.Text) + " of reports"
			if value := r.FormulaAt(e.Value, env, types.NumberType); value != nil {
				reports.Shown = append(reports.Shown, &program.Shown{Decl: r.Named(e, i), Value: value})
			}
		}
	})
}

// healthPools reads the pools whose losses are damage.
func (r *ruleset) healthPools(m decode.Mapping) []*program.Field {
	var pools []*program.Field
	for _, name := range m.GetNames("health") {
		pool := r.FindPool(r.Prog.Creature, name.Text, name.Span)
		switch {
		case pool == nil:
		case pool.Family != nil:
			r.List.Errorf(CodeFamily, name.Span, "%s can't contain %q, which is a family of pools", m.Called("health"), pool.Name)
		default:
			pools = append(pools, pool)
		}
	}
	return pools
}

// failures reads the events that mean that an action has failed.
func (r *ruleset) failures(m decode.Mapping) []*program.Event {
	var events []*program.Event
	for _, name := range m.GetNames("failed") {
		if e := r.findEvent(name.Fragment()); e != nil {
			events = append(events, e)
			r.heard = append(r.heard, hearing{event: e, at: name.Span, what: m.Called("failed")})
		}
	}
	return events
}
