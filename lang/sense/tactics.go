package sense

import (
	"math"
	"slices"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// tactics warns of lines that fix what is never allowed.
func tactics(p *program.Program, list *diag.List) {
	offers := offered(p)
	for _, t := range p.Tactics {
		for _, line := range t.Rules {
			for _, does := range line.Does {
				fixed(does, list)
			}
			if line.Event == nil && !line.Scores {
				choice(line, offers[line.Choice], list)
			}
		}
	}
}

// fixed warns of parameters that an action never has: numbers that lie outside of its bounds.
func fixed(does *program.TacticAction, list *diag.List) {
	for i, p := range does.Action.Params {
		if i >= len(does.With) || p.Candidates != program.FromTo {
			continue
		}
		v, given := constant(does.With[i])
		low, fromKnown := constant(p.Low)
		high, toKnown := constant(p.High)
		if given && fromKnown && toKnown && (v < low || v > high || v != math.Floor(v)) {
			list.Warnf(CodeNeverAllowed, does.With[i].Expr.Span, "%s of %s goes from %v to %v; %v is never allowed", p.Name, does.Action.Def.Name, low, high, v).
				WithNote(p.Span, "parameter %q", p.Name)
		}
	}
}

// offer is what somebody chooses from; open when that isn't known before play.
type offer struct {
	from []*program.Expr
	open bool
}

// offered returns what the choices of a ruleset offer, by name.
func offered(p *program.Program) map[string]*offer {
	offers := map[string]*offer{}
	for s := range p.Stmts() {
		c, ok := s.(*program.Choose)
		if !ok || c.ByChance {
			continue
		}
		o := offers[c.Name]
		if o == nil {
			o = &offer{}
			offers[c.Name] = o
		}
		o.open = o.open || c.To != nil || c.Some || c.From.Op != program.OpList
		for _, x := range c.From.Args {
			o.from = append(o.from, x)
			o.open = o.open || x.Op != program.OpConst
		}
	}
	return offers
}

// choice warns of a line that chooses what nobody offers.
func choice(line *program.TacticRule, o *offer, list *diag.List) {
	if o == nil || o.open || line.Value == nil || line.Value.Expr.Op != program.OpConst {
		return
	}
	var names []string
	for _, x := range o.from {
		if x.Num == line.Value.Expr.Num {
			return
		}
		if name := x.Span.Text(); !slices.Contains(names, name) { // several rules may ask for the same
			names = append(names, name)
		}
	}
	chosen := line.Value.Expr.Span
	list.Warnf(CodeNeverOffered, chosen, "%q is chosen from %s; %s is never offered", line.Choice, diag.JoinAnd(names), chosen.Text()).
		MeanOneOf(chosen.Text(), names)
}
