package vet

import (
	"fmt"
	"math"
	"slices"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// tactics warns of lines that fix values that are never allowed.
func tactics(p *program.Program, all parts, list *diag.List) {
	offers := offered(all)
	for _, t := range p.Tactics {
		for _, line := range t.Rules {
			for _, does := range line.Does {
				fixed(does, list)
				seldom(line, does, list)
			}
			if line.Event == nil && !line.Scores {
				choice(line, offers[line.Choice], list)
			}
		}
	}
}

// seldom warns of an answer that a tactic gives although the rules say that people want it seldom.
func seldom(line *program.TacticRule, does *program.TacticAction, list *diag.List) {
	ask := does.Action.Ask
	if line.Event == nil || line.Event.Automatic {
		return
	}
	if ask == program.AskAsFound {
		ask = line.Event.Ask
	}
	if ask == program.AskSeldom {
		list.Warnf(CodeAskedSeldom, line.Span, "the tactic answers %s with %s, but by ask: seldom people aren't asked for that", line.Event.Name, does.Action.Def.Name).
			WithHint("leave ask out, or write ask: at me")
	}
}

// fixed warns of values that a parameter of an action never has: numbers outside of its bounds.
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

// tactic warns of lines that are never used: their condition rules out their action, or a line before them does
// the same whenever it is allowed. It skips lines taken from other tactics.
func (j *judge) tactic(t *program.Tactic, all []*program.Tactic) {
	for i, line := range t.Rules {
		foreign := func(o *program.Tactic) bool {
			return line.Span.Source != t.Span.Source || line.Span.Start < t.Span.Start || t.Span.Start < o.Span.Start && o.Span.Start < line.Span.Start
		}
		if slices.ContainsFunc(all, foreign) {
			continue
		}
		j.ruledOut(line)
		for _, before := range t.Rules[:i] {
			if line.Event != nil && before.Event == line.Event && before.If == nil && len(line.Does) > 0 &&
				(takesAll(before, line) || slices.ContainsFunc(before.Does, isFree)) {
				j.list.Warnf(CodeLateLine, line.Span, "this line is never taken: a line before it is taken whenever this one could be").
					WithNote(before.Span, "the line before")
				break
			}
		}
	}
}

// isFree reports whether nothing can prevent an action: it has no cost, requirement or target, and no
// condition forbids it without forbidding all others.
func isFree(does *program.TacticAction) bool {
	a := does.Action
	return len(a.Costs)+len(a.Requires)+len(a.Params) == 0
}

// takesAll reports whether a line covers all actions of another one, in every allowed way: nothing fixes their parameters.
func takesAll(before, line *program.TacticRule) bool {
	return !slices.ContainsFunc(line.Does, func(does *program.TacticAction) bool {
		return !slices.ContainsFunc(before.Does, func(b *program.TacticAction) bool {
			fixed := slices.ContainsFunc(b.With, func(f *program.Formula) bool { return f != nil }) ||
				slices.ContainsFunc(b.Action.Params, func(p *program.ActParam) bool { return p.Default != nil })
			return b.Action == does.Action && !fixed
		})
	})
}

// ruledOut warns of a line whose condition rules out its only action: nothing is left of what it costs,
// or one of its requirements doesn't hold.
func (j *judge) ruledOut(line *program.TacticRule) {
	if line.If == nil || len(line.Does) != 1 || j.byParam(line.If.Span.Text()) {
		return
	}
	a := line.Does[0].Action
	j.begin(a.Def)
	if why, _ := j.hindrance(a); why != "" {
		return // has been reported
	}
	j.assume(line.If.Expr, true)
	if why, at := j.hindrance(a); why != "" {
		j.list.Warnf(CodeNeverAllowed, line.If.Expr.Span, "this line is never taken: when this is true, %s can't be done, since %s", a.Def.Name, why).
			WithNote(at, "of %s", a.Def.Name)
	}
}

// hindrance returns why self can't perform an action, with the facts known here, and where that is written; empty if it may.
func (j *judge) hindrance(a *program.Action) (why string, at diag.Span) {
	if c, least := j.unpayable(a); c != nil {
		return fmt.Sprintf("it costs %v %s", least, c.Pool.Name), c.Span
	}
	for _, q := range a.Requires {
		if !j.byParam(q.If.Span.Text()) && j.quietly(q.If.Expr) == neverHolds {
			return fmt.Sprintf("it requires %s", q.If.Span.Text()), q.If.Span
		}
	}
	return "", diag.Span{}
}

// unpayable returns a cost of an action that self can't pay, with the facts known here, and its minimum.
func (j *judge) unpayable(a *program.Action) (*program.Cost, float64) {
	for i, c := range a.Costs {
		if c.Member != nil || len(c.Pool.Pool.Instead) > 0 || j.byParam(c.Amount.Span.Text()) {
			continue
		}
		self := &program.Expr{Op: program.OpLocal, Type: c.Amount.Inputs[0].Type}
		all := j.pool(c.Pool)
		left := j.quietly(&program.Expr{Op: program.OpField, Type: c.Pool.Type, Field: c.Pool, Args: []*program.Expr{self}})
		most := left.high - all.low
		if c.Pool.Pool.Up {
			most = all.high - left.low
		}
		if least := j.quietly(c.Amount.Expr).low; !left.isEmpty() && most < least {
			return &a.Costs[i], least
		}
	}
	return nil, 0
}

// requirements warns of a cost above the maximum of a pool, and of requirements of an action that contradict each
// other, or the action's own values.
func (j *judge) requirements(a *program.Action) {
	j.begin(a.Def)
	if c, _ := j.unpayable(a); c != nil {
		amount := c.Amount.Expr
		if own := j.ownValue(amount); own != nil {
			amount = own
		}
		j.list.Warnf(CodeCostAboveMaximum, amount.Span, "no one can ever pay this: %s %v", c.Pool.Name, j.pool(c.Pool)).
			WithNote(c.Pool.Span, "pool %q", c.Pool.Name)
	}
	for _, q := range a.Requires {
		x := q.If.Expr
		if j.byParam(q.If.Span.Text()) {
			continue
		}
		j.of = nil
		generic := j.alone(x)
		j.of = a.Def
		switch {
		case generic == neverHolds: // has been reported
		case j.alone(x) == neverHolds:
			j.list.Warnf(CodeNeverHolds, a.Def.Span, "%q is never possible: one of its requirements is never true for it", a.Def.Name).
				WithNote(x.Span, "the requirement")
		case j.quietly(x) == neverHolds:
			j.list.Warnf(CodeNeverHolds, x.Span, "this is never true together with the other requirements: this action is never possible")
		}
		j.assume(x, true)
	}
}

// offer is the set of options of a choice; open when that isn't known before play.
type offer struct {
	from []*program.Expr
	open bool
}

// offered returns the options of a ruleset's choices, by name.
func offered(all parts) map[string]*offer {
	offers := map[string]*offer{}
	for s := range all.stmts() {
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

// choice warns of a line that chooses something that is never offered.
func choice(line *program.TacticRule, o *offer, list *diag.List) {
	if o == nil || o.open || line.Value == nil || line.Value.Expr.Op != program.OpConst {
		return
	}
	var names []string
	for _, x := range o.from {
		if x.Num == line.Value.Expr.Num {
			return
		}
		if name := x.Span.Text(); !slices.Contains(names, name) { // several rules may ask for the same choice
			names = append(names, name)
		}
	}
	chosen := line.Value.Expr.Span
	list.Warnf(CodeNeverOffered, chosen, "%q is chosen from %s; %s is never offered", line.Choice, diag.JoinAnd(names), chosen.Text()).
		MeanOneOf(chosen.Text(), names)
}
