package vet

import (
	"slices"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Ruleset returns warnings about a ruleset without errors.
func Ruleset(p *program.Program) (list diag.List) {
	for _, k := range p.Kinds {
		pools(k, &list)
	}
	all := partsOf(p)
	for _, part := range all {
		clamps(part, &list)
	}
	for _, q := range p.Quantities {
		channels(p, q, &list)
	}
	for _, a := range p.Actions {
		unpaid(a, &list)
	}
	uncarried(p, &list)
	truths(p, all, &list)
	reaches(p, all, &list)
	unused(p, &list)
	for r := range p.AllRules() {
		forEach(p, r, &list)
	}
	conditions(p, all, &list)
	batches(p, all, &list)
	ownWayOut(p, all, &list)
	tactics(p, all, &list)
	return list
}

// pools warns of bounds of pools and numbers with nothing between them.
func pools(k *program.Kind, list *diag.List) {
	for _, f := range k.Fields {
		if low, high, known := bounds(f); known && low > high && f.Pool.Min != nil {
			list.Warnf(CodeSwappedBounds, f.Pool.Min.Expr.Span, "the minimum of %s, %v, is above its maximum, %v", f.Name, low, high).
				WithNote(f.Pool.Max.Expr.Span, "the maximum")
		}
		if f.Min != nil && f.Max != nil && *f.Min > *f.Max {
			list.Warnf(CodeSwappedBounds, f.Span, "the minimum of %s, %v, is above its maximum, %v", f.Name, *f.Min, *f.Max)
		}
	}
}

// clamps warns of calls of clamp with bounds that have nothing between them.
func clamps(p program.Part, list *diag.List) {
	for x := range p.Exprs() {
		if x.Op != program.OpBuiltin || x.Builtin != program.Clamp || len(x.Args) != 3 {
			continue
		}
		if low, high := x.Args[1], x.Args[2]; low.Op == program.OpConst && high.Op == program.OpConst && low.Num > high.Num {
			list.Warnf(CodeSwappedBounds, low.Span, "the minimum, %v, is above the maximum, %v", low.Num, high.Num).
				WithHint("the order is clamp(x, minimum, maximum)")
		}
	}
}

// channels warns of channels that nothing contributes to, while another one has nearly their name.
func channels(p *program.Program, q *program.Quantity, list *diag.List) {
	given := make([]bool, len(q.Channels))
	for _, by := range q.By {
		for _, c := range by {
			for _, a := range c.Amounts {
				given[a.Channel] = true
			}
		}
	}
	var names []string
	for i, ch := range q.Channels {
		if given[i] {
			names = append(names, ch.Name)
		}
	}
	for i, ch := range q.Channels {
		if given[i] {
			continue
		}
		if near, ok := diag.Nearest(ch.Name, append(names, lists(p)...)); ok {
			list.Warnf(CodeLoneChannel, ch.At, "nothing contributes to %q of %q; there is %q", ch.Name, q.Name, near)
		} else if slices.ContainsFunc(p.Conditions, func(c *program.Condition) bool { return c.Name == ch.Name }) {
			list.Warnf(CodeLoneChannel, ch.At, "nothing contributes to %q of %q; it is a condition", ch.Name, q.Name).
				WithHint("to ask whether somebody has it, write %s(x)", ch.Name)
		}
	}
}

// lists returns the names that mean lists, which functions take as they take channels.
func lists(p *program.Program) (names []string) {
	for _, k := range p.Kinds {
		names = append(names, k.Plural)
	}
	for _, f := range program.Functions() {
		if f.Bare {
			names = append(names, f.Name)
		}
	}
	return append(names, program.Names(p.Scales)...)
}

// unpaid warns of costs that the action's programs, if they pay explicitly, can't spend in full:
// the rest is returned. (P16)
func unpaid(a *program.Action, list *diag.List) {
	if !a.Perform.Pays {
		return
	}
	for _, c := range a.Costs {
		cost, fixed := constant(c.Amount)
		p := payments{of: c.Pool, by: map[*program.Routine]paid{}}
		paid := p.all(a.Perform)
		paid.add(p.all(a.Ended))
		if !fixed || c.Member != nil || paid.unknown || paid.most >= cost {
			continue
		}
		d := list.Warnf(CodeNeverPaid, c.Amount.Expr.Span, "of the %v %s that this costs, %s pays at most %v: the rest is returned", cost, c.Pool.Name, a.Def.Name, paid.most)
		if !paid.at.IsZero() {
			d.WithNote(paid.at, "it pays here")
		}
	}
}

// paid is the most that a program pays from a pool, and where it first does; unknown is set where the amount
// isn't a literal, or may be paid again.
type paid struct {
	most    float64
	at      diag.Span
	unknown bool
}

func (p *paid) add(more paid) {
	if p.at.IsZero() {
		p.at = more.at
	}
	p.most += more.most
	p.unknown = p.unknown || more.unknown
}

// payments determines what programs pay from a pool; by caches results, since many may call the same one.
type payments struct {
	of *program.Field
	by map[*program.Routine]paid
}

func (p *payments) all(r *program.Routine) paid {
	if r == nil {
		return paid{}
	}
	if _, known := p.by[r]; !known {
		p.by[r] = paid{unknown: true} // for a program that calls itself
		p.by[r] = p.body(r.Body)
	}
	return p.by[r]
}

func (p *payments) body(body []program.Stmt) (sum paid) {
	for _, s := range body {
		var inner paid
		for _, block := range program.Blocks(s) {
			inner.add(p.body(block))
		}
		switch s := s.(type) {
		case *program.Pay:
			if s.Pool == p.of {
				inner = paid{s.Amount.Num, s.Span, s.Amount.Op != program.OpConst}
			}
		case *program.CallProc:
			inner = p.all(s.Proc.Routine)
		case *program.CallField:
			inner.unknown = true
		case *program.For, *program.While:
			inner.unknown = inner.unknown || !inner.at.IsZero() // once a round
		}
		sum.add(inner)
	}
	return sum
}

// bounds returns the bounds of a pool, and whether they are known before play.
func bounds(f *program.Field) (low, high float64, known bool) {
	if f == nil || f.Pool == nil || f.Pool.Max == nil || len(f.Pool.Stack) > 0 {
		return 0, 0, false
	}
	high, known = constant(f.Pool.Max)
	if f.Pool.Min != nil && known {
		low, known = constant(f.Pool.Min)
	}
	return low, high, known
}

// constant returns the number that a formula always has.
func constant(f *program.Formula) (v float64, known bool) {
	if f == nil || f.Expr.Op != program.OpConst || f.Expr.Type.Kind != program.Number {
		return 0, false
	}
	return f.Expr.Num, true
}

// forEach warns of standing rules that apply to all creatures and wait for an event of any creature, although
// no particular creature occurs in their effect: it happens once for each of them.
func forEach(p *program.Program, r *program.Rule, list *diag.List) {
	if r.For != p.Creature || r.Condition != nil || r.Carried != nil || r.Do == nil || readsSelf(program.Part{Formula: r.If}) || readsSelf(program.Part{Routine: r.Do}) {
		return
	}
	for _, on := range r.On {
		if on.Whose == program.Anyones {
			list.Warnf(CodeRunsForEach, on.Span, "every %s has this rule, so when this happens to anyone, it runs once for each of them", r.For.Name).
				WithHint("write %s of self, or make it a rule of the scene: for: scene", on.Span.Text())
			return
		}
	}
}

// readsSelf reports whether a part of a rule reads its bearer.
func readsSelf(p program.Part) bool {
	for x := range p.Exprs() {
		if x.Op == program.OpLocal && x.Index == 0 {
			return true
		}
	}
	return false
}

// uncarried warns of actions that change or forbid something for their carrier, though nobody can carry them.
func uncarried(p *program.Program, list *diag.List) {
	carried := map[*program.Kind]bool{}
	for _, k := range p.Kinds {
		for _, f := range k.Fields {
			t := f.Type
			for t.Elem != nil {
				t = *t.Elem
			}
			if t.Of != nil {
				carried[t.Of] = true
			}
		}
	}
	for _, a := range p.Actions {
		b := a.Def.Body
		if d := a.Def; !carried[d.Kind] && len(b.Modifies)+len(b.Forbids)+len(b.Rules) > 0 {
			list.Warnf(CodeUncarried, d.Span, "what %q modifies, forbids or has as rules never counts: nobody can have it in a field", d.Name).
				WithHint("for as long as it is under way, write a rule with: when: given(mine(who)) and mine(who).action == %s", d.Name)
		}
	}
}

// conditions warns of those that are ended but never applied, and of those that are applied
// but never ended. Things that have left the fight need no end.
func conditions(p *program.Program, all parts, list *diag.List) {
	in := usesOf(p, all)
	for _, c := range p.Conditions {
		switch given := in.given[c] || in.named[c] || in.implied[c]; {
		case c.While != nil:
		case !given && (len(c.Until) > 0 || in.ended[c]):
			list.Warnf(CodeNeverGiven, c.Span, "the condition %q is never applied", c.Name).
				WithHint("apply it in a program: apply %s to ..", c.Name)
		case in.given[c] && len(c.Until) == 0 && !in.ended[c] && c.Group == "" && !in.implied[c] && !in.out[c]:
			list.Warnf(CodeNeverEnds, c.Span, "the condition %q never ends once applied", c.Name).
				WithHint("say when it ends, for example until: end of its next turn, or in a program: end %s on ..", c.Name)
		}
	}
}

// uses is how a ruleset applies and ends its conditions.
type uses struct {
	given, ended, named, implied, out map[*program.Condition]bool
}

func usesOf(p *program.Program, all parts) *uses {
	in := &uses{
		given: map[*program.Condition]bool{}, ended: map[*program.Condition]bool{}, named: map[*program.Condition]bool{},
		implied: map[*program.Condition]bool{}, out: map[*program.Condition]bool{},
	}
	for s := range all.stmts() {
		switch s := s.(type) {
		case *program.Apply:
			in.given[s.Condition] = true
			if len(s.Until) > 0 {
				in.ended[s.Condition] = true
			}
		case *program.EndCondition:
			in.ended[s.Condition] = true
			if s.Which != nil {
				in.ended[s.Which.Type.Condition] = true
			}
		}
	}
	for _, part := range all {
		for x := range part.Exprs() {
			if x.Op == program.OpConst && x.Type.Kind == program.ConditionName && x.Num > 0 {
				in.named[p.Conditions[int(x.Num)-1]] = true
			}
		}
	}
	for _, c := range p.Conditions {
		for _, i := range c.Implies {
			in.implied[i] = true
		}
	}
	if p.Time != nil {
		in.leaves(p.Time.Out, map[*program.Formula]bool{})
	}
	for _, c := range p.Conditions {
		in.out[c] = in.out[c] || slices.ContainsFunc(c.All, func(i *program.Condition) bool { return in.out[i] })
	}
	return in
}

// leaves records the conditions that put a creature out of the fight.
func (in *uses) leaves(f *program.Formula, seen map[*program.Formula]bool) {
	if f == nil || seen[f] {
		return
	}
	seen[f] = true
	for x := range f.Exprs() {
		if c := x.Condition; c != nil {
			in.out[c] = true
			in.leaves(c.While, seen)
		}
		if x.Quantity != nil {
			in.leaves(x.Quantity.Value, seen)
		}
	}
}
