package sense

import (
	"regexp"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// slips warns of what can be read otherwise than it was meant: a sign in the wrong place, dice of tens and ones, a
// range written as a difference.
func slips(p *program.Program, list *diag.List) {
	for part := range p.Parts() {
		for x := range part.Exprs() {
			slipped(x, list)
		}
		if part.Routine != nil {
			block(part.Routine.Body, list)
		}
		for s := range part.Routine.Stmts() {
			switch s := s.(type) {
			case *program.Assign:
				if between := (diag.Span{Source: s.Target.Span.Source, Start: s.Target.Span.End, End: s.Value.Span.Start + 1}); s.Op == '=' && jumped.MatchString(between.Text()) {
					list.Warnf(CodeJumpedSign, between, "%q sets %s to a number below 0", strings.TrimSpace(between.Text()), s.Target.Span.Text()).
						WithHint("to take something off, write %s -= ..", s.Target.Span.Text())
				}
			case *program.Announce:
				unsaid(s, list)
			}
		}
	}
	for _, k := range p.Kinds {
		for _, f := range k.Fields {
			if f.Pool != nil {
				ownBound(f, f.Pool.Max, "most", list)
				ownBound(f, f.Pool.Min, "least", list)
			}
		}
	}
	turned(p, list)
	signs(p, list)
	fixedEnd(p, list)
	selfHarm(p, list)
}

var (
	jumped     = regexp.MustCompile(`^\s*=-$`)
	difference = regexp.MustCompile(`^\d+\s*-\s*\d+$`)
)

func slipped(x *program.Expr, list *diag.List) {
	switch {
	case x.Op == program.OpDice && x.Count == 1 && (x.Sides == 66 || x.Sides == 666):
		list.Warnf(CodeTensAndOnes, x.Span, "%s is one die of %d sides", x.Span.Text(), x.Sides).
			WithHint("two dice read as tens and ones are: roll tens = 1d6; roll ones = 1d6; let x = 10 * tens + ones")
	case x.Op == program.OpList && len(x.Args) == 1 && difference.MatchString(x.Args[0].Span.Text()):
		low, high, _ := strings.Cut(x.Args[0].Span.Text(), "-")
		list.Warnf(CodeListOfDifference, x.Args[0].Span, "this is one number, the difference %s", x.Args[0].Span.Text()).
			WithHint("a range is written %s..%s, without brackets", strings.TrimSpace(low), strings.TrimSpace(high))
	}
}

// unsaid warns of an announcement without the field by which the event knows whom to ask: nobody is asked.
func unsaid(s *program.Announce, list *diag.List) {
	for _, f := range s.Event.Fields {
		given := s.For != nil || f.Default != nil || f.Type.Kind != program.ThingType || slices.ContainsFunc(s.With, func(w program.With) bool { return w.Field == f })
		for x := range s.Event.Asks.Exprs() {
			if !given && x.Field == f {
				given = true
				list.Warnf(CodeUnsaidField, s.Span, "this announces %s without %q, by which it knows whom to ask", s.Event.Name, f.Name).
					WithNote(x.Span, "whom it asks").WithHint("announce %s with %s = ..", s.Event.Name, f.Name)
			}
		}
	}
}

// ownBound warns of a pool whose bound is what it holds.
func ownBound(f *program.Field, bound *program.Formula, what string, list *diag.List) {
	for x := range bound.Exprs() {
		if x.Op == program.OpField && x.Field == f && x.Args[0].Op == program.OpLocal && x.Args[0].Index == 0 {
			list.Warnf(CodeOwnBound, x.Span, "the %s that %s can be is worked out from %s itself", what, f.Name, f.Name).
				WithHint("another field says how much that is: max_%s, for instance", f.Name)
		}
	}
}

// turned warns of an entry that is put in the order of a number in one place, and in the opposite order in another.
func turned(p *program.Program, list *diag.List) {
	type place struct {
		entry *program.Entry
		key   int
		field *program.Field
	}
	minus := map[place]diag.Span{}
	plus := map[place]diag.Span{}
	for s := range p.Stmts() {
		scheduled, ok := s.(*program.Schedule)
		if !ok {
			continue
		}
		for i, x := range scheduled.Keys {
			to := plus
			if x.Op == program.OpNeg {
				x, to = x.Args[0], minus
			}
			if x.Op == program.OpField && i > 0 {
				to[place{scheduled.Entry, i, x.Field}] = scheduled.Keys[i].Span
			}
		}
	}
	for at, span := range plus {
		if other, both := minus[at]; both {
			list.Warnf(CodeTurnedOrder, span, "here whoever has least %s comes first, and elsewhere whoever has most", at.field.Name).
				WithNote(other, "here the most comes first").WithHint("is a minus missing? write -%s", span.Text())
		}
	}
}

// signs warns of a contribution to a channel called after what it takes off or adds whose sign differs from that of
// all others.
func signs(p *program.Program, list *diag.List) {
	type channel struct {
		of *program.Quantity
		at int
	}
	numbers := map[channel][]*program.Expr{}
	for _, b := range p.Bodies() {
		for _, c := range b.Modifies {
			for _, a := range c.Amounts {
				if x := a.Value.Expr; x.Op == program.OpConst && x.Num != 0 && isMalus.MatchString(c.To.Channels[a.Channel].Name) {
					numbers[channel{c.To, a.Channel}] = append(numbers[channel{c.To, a.Channel}], x)
				}
			}
		}
	}
	for c, all := range numbers {
		above := slices.DeleteFunc(slices.Clone(all), func(x *program.Expr) bool { return x.Num < 0 })
		below := slices.DeleteFunc(slices.Clone(all), func(x *program.Expr) bool { return x.Num > 0 })
		odd, sign := above, "below"
		if len(below) < len(above) {
			odd, sign = below, "above"
		}
		if len(odd) == 1 && len(all) > 2 {
			list.Warnf(CodeOtherSign, odd[0].Span, "all others give the channel %q of %s a number %s 0", c.of.Channels[c.at].Name, c.of.Name, sign).
				WithHint("is %v meant?", -odd[0].Num)
		}
	}
}

var isMalus = regexp.MustCompile(`penalt|malus|bonus`)

// block warns of a condition that is given to somebody and is over by what the same program does to them.
func block(body []program.Stmt, list *diag.List) {
	for _, s := range body {
		for _, inner := range program.Blocks(s) {
			block(inner, list)
		}
		apply, ok := s.(*program.Apply)
		if !ok || apply.Condition == nil {
			continue
		}
		for _, other := range body {
			if set, ok := other.(*program.Assign); ok && set.Target.Op == program.OpField && len(set.Target.Args) == 1 && same(set.Target.Args[0], apply.To) {
				atOnce(apply, set, list)
			}
		}
	}
}

// atOnce looks at whether an end comes by what has been done to a number.
func atOnce(apply *program.Apply, set *program.Assign, list *diag.List) {
	r := newRanges(&program.Program{})
	r.quiet = 1
	now, by := r.value(set.Target), r.value(set.Value)
	switch set.Op {
	case '+':
		now.low = min(now.low+by.low, now.high)
	case '-':
		now.high = max(now.high-by.low, now.low)
	default:
		now = by
	}
	for _, u := range slices.Concat(apply.Condition.Until, apply.Until) {
		if u.When == nil {
			continue
		}
		r.facts = nil
		for x := range u.When.Exprs() {
			if x.Op == program.OpField && x.Field == set.Target.Field && len(x.Args) == 1 && x.Args[0].Op == program.OpLocal && x.Args[0].Index == 0 {
				r.facts = append(r.facts, fact{x: x, in: now})
			}
		}
		if before := r.alone(u.When.Expr); len(r.facts) > 0 && before != alwaysDoes && r.value(u.When.Expr) == alwaysDoes {
			list.Warnf(CodeOverAtOnce, u.Span, "%q is over as soon as it is given: what is done with it brings about that this holds", apply.Condition.Name).
				WithNote(set.Span, "done to whoever gets it")
		}
	}
}

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

// selfHarm warns of an action that does nothing but bring its own doer nearer to being out of the fight.
func selfHarm(p *program.Program, list *diag.List) {
	if p.Time == nil {
		return
	}
	worse := map[*program.Field]byte{}
	for x := range p.Time.Out.Exprs() {
		if len(x.Args) != 2 || x.Args[0].Op != program.OpField || x.Args[0].Field.Pool == nil {
			continue
		}
		switch x.Op {
		case program.OpLess, program.OpLessEq, program.OpEq:
			worse[x.Args[0].Field] = '-'
		case program.OpGreater, program.OpGreaterEq:
			worse[x.Args[0].Field] = '+'
		}
	}
	for _, a := range p.Actions {
		for _, v := range a.Def.Values {
			if v == nil || v.Routine == nil || len(v.Routine.Body) != 1 {
				continue
			}
			set, ok := v.Routine.Body[0].(*program.Assign)
			if ok && set.Op != '=' && set.Op == worse[set.Target.Field] && isSelf(set.Target.Args[0]) {
				sign := diag.Span{Source: set.Span.Source, Start: set.Target.Span.End, End: set.Value.Span.Start}
				sign.Start += len(sign.Text()) - len(strings.TrimLeft(sign.Text(), " "))
				list.Warnf(CodeSelfHarm, sign, "all that %s does is to bring whoever does it nearer to being out of the fight", a.Def.Name).
					WithNote(p.Time.Out.Span, "who is out")
			}
		}
	}
}
