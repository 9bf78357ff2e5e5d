package sense

import (
	"fmt"
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

// line warns of a line that asks for what its action can't be done with: that there is nothing left of what it costs, or that
// something doesn't hold which it requires.
func (j *judge) line(line *program.TacticRule) {
	if line.If == nil || j.settled(line.If.Span, line.If.Expr) {
		return
	}
	self := &program.Expr{Op: program.OpLocal, Type: line.If.Inputs[0].Type}
	for _, does := range line.Does {
		j.locals, j.facts, j.work, j.quiet, j.of = nil, nil, 0, 1, does.Action.Def
		if why, _ := j.hindrance(does.Action, self); why == "" {
			j.assume(line.If.Expr, true)
			if why, at := j.hindrance(does.Action, self); why != "" {
				j.list.Warnf(CodeNeverAllowed, line.If.Expr.Span, "this line is never taken: where this holds, %s can't be done, since %s", does.Action.Def.Name, why).
					WithNote(at, "of %s", does.Action.Def.Name)
			}
		}
		j.quiet, j.of = 0, nil
	}
}

// hindrance says why an action can't be done by self, with what is known here, and where that stands; empty: it may be.
func (j *judge) hindrance(a *program.Action, self *program.Expr) (why string, at diag.Span) {
	if c, least := j.unpayable(a, self); c != nil {
		return fmt.Sprintf("it costs %v %s", least, c.Pool.Name), c.Span
	}
	for _, q := range a.Requires {
		if !j.settled(q.If.Span, q.If.Expr) && j.value(q.If.Expr) == neverHolds {
			return fmt.Sprintf("it requires %s", q.If.Span.Text()), q.If.Span
		}
	}
	return "", diag.Span{}
}

// unpayable returns a cost of an action that self can't pay, with what is known here, and how much that is at least.
func (j *judge) unpayable(a *program.Action, self *program.Expr) (*program.Cost, float64) {
	for i, c := range a.Costs {
		if c.Member != nil || len(c.Pool.Pool.Instead) > 0 || j.settled(c.Amount.Span, c.Amount.Expr) {
			continue
		}
		all := j.pool(c.Pool)
		left := j.value(&program.Expr{Op: program.OpField, Type: c.Pool.Type, Field: c.Pool, Args: []*program.Expr{self}})
		most := left.high - all.low
		if c.Pool.Pool.Up {
			most = all.high - left.low
		}
		if least := j.value(c.Amount.Expr).low; !left.isEmpty() && most < least {
			return &a.Costs[i], least
		}
	}
	return nil, 0
}

// costs warns of a cost above what a pool can hold.
func (j *judge) costs(a *program.Action) {
	j.locals, j.facts, j.work, j.quiet, j.of = nil, nil, 0, 1, a.Def
	defer func() { j.quiet, j.of = 0, nil }()
	c, _ := j.unpayable(a, &program.Expr{Op: program.OpLocal})
	if c == nil {
		return
	}
	at := c.Amount.Expr.Span
	if x := c.Amount.Expr; x.Op == program.OpField && x.Field.Index < len(a.Def.Values) && a.Def.Values[x.Field.Index].Expr != nil {
		at = a.Def.Values[x.Field.Index].Expr.Span
	}
	j.list.Warnf(CodeCostAboveMaximum, at, "nobody can ever pay this: %s %v", c.Pool.Name, j.pool(c.Pool)).
		WithNote(c.Pool.Span, "pool %q", c.Pool.Name)
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
