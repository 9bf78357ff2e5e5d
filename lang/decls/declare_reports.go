package decls

import (
	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// declareReports reads what counts when many fights are played.
func (r *ruleset) declareReports(n *tree.Node) {
	if n == nil {
		return
	}
	w := format.Reports.Read(n, "reports", r.List)
	reports := &program.Reports{Span: n.Span}
	r.Prog.Reports = reports
	reports.About, reports.Cite = r.Said(w, "reports")
	health, stands, failed, show := w.Get("health"), w.Get("stands"), w.Get("failed"), w.Get("show")
	w.Done()
	shown := r.Entries(show, "show of reports", "number in reports")
	r.bodies = append(r.bodies, func() {
		reports.Health = r.healthPools(health)
		r.timeFormula(&reports.Stands, stands, "stands of reports", types.BoolType, decode.Self(r.Creature()))
		reports.Failed = r.failures(failed)
		for i, e := range shown {
			s := &program.Shown{Decl: decode.Bare(e.Key, i)}
			r.timeFormula(&s.Value, e.Value, decode.Named("number", s.Name)+" of reports", types.NumberType, decode.Self(r.Creature()))
			if s.Value != nil {
				reports.Shown = append(reports.Shown, s)
			}
		}
	})
}

// healthPools reads the pools whose losses are harm.
func (r *ruleset) healthPools(n *tree.Node) []*program.Field {
	names, _ := tree.Names(n, "health of reports", r.List)
	var pools []*program.Field
	for _, name := range names {
		pool := r.FindPool(r.Prog.Creature, name.Text, name.Span)
		switch {
		case pool == nil:
		case pool.Family != nil:
			r.List.Errorf(CodeFamily, name.Span, "health of reports can't contain %q, which is a family of pools", pool.Name)
		default:
			pools = append(pools, pool)
		}
	}
	return pools
}

// failures reads the events that say that an action has failed.
func (r *ruleset) failures(n *tree.Node) []*program.Event {
	names, _ := tree.Names(n, "failed of reports", r.List)
	var events []*program.Event
	for _, name := range names {
		if e := r.findEvent(name.Fragment()); e != nil {
			events = append(events, e)
			r.heard = append(r.heard, hearing{event: e, at: name.Span, what: "failed of reports"})
		}
	}
	return events
}
