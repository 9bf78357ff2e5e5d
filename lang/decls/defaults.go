package decls

import (
	"slices"
	"strconv"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// formulasOfDefault returns the formulas that compute a default: one, or, for a family,
// those of some members.
func formulasOfDefault(f *program.Field) (list []*program.Formula) {
	if f.Default == nil {
		return nil
	}
	list = append(list, f.Default.Formula)
	for _, member := range f.Default.Map {
		list = append(list, member.Value.Formula)
	}
	return list
}

// checkDefaults rejects defaults that read something that doesn't exist yet when they are computed:
// before pools are filled, conditions exist, and the clock starts.
func (r *ruleset) checkDefaults() {
	for _, k := range r.Prog.Kinds {
		for _, f := range k.Fields {
			if !f.Computed {
				continue
			}
			for _, formula := range formulasOfDefault(f) {
				r.checkBeforehand(f, formula)
			}
		}
	}
}

// checkBeforehand reports the first thing that a default reads too early, directly or through a
// quantity.
func (r *ruleset) checkBeforehand(f *program.Field, formula *program.Formula) {
	early := &early{prog: r.Prog, seen: map[any]bool{}}
	for x := range formula.Exprs() {
		at, what := early.expr(x)
		if what == "" {
			continue
		}
		d := r.List.Errorf(CodeDefaultReads, x.Span, "the default of %s can't read %s: defaults are computed before the fight starts", decode.Named("field", f.Name), what).
			WithHint("it can read fields, params, tables, and quantities that read only these; for a value that changes in play, use a quantity")
		if at != x.Span {
			d.WithNote(at, "%s is read here", what)
		}
		return
	}
}

// early finds values in formulas that don't exist before a fight begins.
type early struct {
	prog *program.Program
	// seen are the visited quantities and fields.
	seen map[any]bool
}

// formula returns the first such value in a formula, with its place; "" if there is none.
func (s *early) formula(f *program.Formula) (at diag.Span, what string) {
	for x := range f.Exprs() {
		if at, what = s.expr(x); what != "" {
			return at, what
		}
	}
	return diag.Span{}, ""
}

// expr checks one expression without its arguments.
func (s *early) expr(x *program.Expr) (at diag.Span, what string) {
	switch x.Op {
	case program.OpHas, program.OpInstance, program.OpInstances:
		return x.Span, "the condition " + strconv.Quote(x.Condition.Name)
	case program.OpHasNamed:
		return x.Span, "conditions"
	case program.OpField, program.OpFamilyOf:
		if x.Field.Pool != nil {
			return x.Span, "the pool " + strconv.Quote(x.Field.Name)
		}
	case program.OpBuiltin:
		return x.Span, readsTooEarly(x.Builtin)
	case program.OpQuantity:
		return s.quantity(x.Quantity)
	case program.OpCallFormula:
		return s.called(x.Field)
	}
	return x.Span, ""
}

// readsTooEarly returns what a function reads that doesn't exist before a fight begins; "" if nothing.
func readsTooEarly(b program.Builtin) string {
	switch b.Reads() {
	case program.ReadsNothing, program.ReadsSetup, program.ReadsCarriers:
		if b == program.TieBreaker {
			return "a tie-breaker"
		}
		return ""
	case program.ReadsOut:
		return "who is out"
	case program.ReadsConditions:
		return "conditions"
	case program.ReadsSpace:
		return "places"
	}
	return "what happens in play"
}

func (s *early) quantity(q *program.Quantity) (at diag.Span, what string) {
	if s.seen[q] {
		return diag.Span{}, ""
	}
	s.seen[q] = true
	if at, what = s.formula(q.Value); what != "" {
		return at, what
	}
	for _, c := range slices.Concat(q.By...) {
		if c.Condition != nil {
			return c.Span, "the condition " + strconv.Quote(c.Condition.Name)
		}
		if at, what = s.first(c.Formulas()); what != "" {
			return at, what
		}
	}
	return diag.Span{}, ""
}

// first returns the first such value in some formulas, with its place.
func (s *early) first(formulas []*program.Formula) (at diag.Span, what string) {
	for _, f := range formulas {
		if at, what = s.formula(f); what != "" {
			return at, what
		}
	}
	return diag.Span{}, ""
}

// called checks all formulas that a field may hold.
func (s *early) called(f *program.Field) (at diag.Span, what string) {
	if f == nil || s.seen[f] {
		return diag.Span{}, ""
	}
	s.seen[f] = true
	for _, k := range s.prog.Kinds {
		if i := slices.Index(k.Fields, f); i >= 0 {
			return s.first(formulasIn(k, i))
		}
	}
	return diag.Span{}, ""
}

// computed returns the fields among the nodes, each after those that it leads to.
func (g *graph) computed() []*program.Field {
	var order []*program.Field
	seen := make([]bool, len(g.nodes))
	var visit func(i int)
	visit = func(i int) {
		if seen[i] {
			return
		}
		seen[i] = true
		for _, e := range g.edges[i] {
			visit(e.to)
		}
		if f, ok := g.nodes[i].key.(*program.Field); ok {
			order = append(order, f)
		}
	}
	for i := range g.nodes {
		visit(i)
	}
	return order
}
