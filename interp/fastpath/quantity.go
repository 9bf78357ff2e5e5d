package fastpath

import "github.com/rulec/rulec/lang/program"

// part is what one contribution may put into one channel of a quantity.
type part struct {
	channel int
	acts    condition
	amount  func() operand
}

// quantity compiles a quantity: the contributions of all participants' bearers go
// into the channels, then the value formula reads both.
func (s *specializer) quantity(e *program.Expr) operand {
	who := make([]operand, len(e.Args))
	for i, a := range e.Args {
		who[i] = s.value(a)
	}
	q := e.Quantity
	parts := s.parts(q, who)
	if open := s.open(parts); len(open) == 1 {
		if o, ok := s.inBothCases(q, who, parts, open[0]); ok {
			return o
		}
	}
	totals, filled := make([]operand, len(q.Channels)), make([]operand, len(q.Channels))
	for i := range totals {
		totals[i], filled[i] = known(0), known(0)
	}
	for _, p := range parts {
		s.put(p, q.Channels[p.channel].Reduce, &totals[p.channel], &filled[p.channel])
	}
	return s.formula(q.Value, append(who, totals...)...)
}

// parts lists what may go into the channels of a quantity.
func (s *specializer) parts(q *program.Quantity, who []operand) []part {
	var parts []part
	for role, list := range q.By {
		if role >= len(who) {
			break
		}
		bearer := who[role]
		if bearer.known && bearer.num == 0 {
			continue
		}
		for _, c := range list {
			acts, it := s.contributes(c, who, bearer)
			for _, a := range c.Amounts {
				parts = append(parts, part{a.Channel, acts, func() operand {
					return s.formula(a.Value, contributionInputs(a.Value, who, bearer, it)...)
				}})
			}
		}
	}
	return parts
}

// contributes is the condition that a contribution acts for its bearer, and what `it`
// is in it.
func (s *specializer) contributes(c *program.Contribution, who []operand, bearer operand) (acts condition, it operand) {
	acts, it = always(true), known(0)
	switch {
	case c.Condition != nil && c.Condition.Each == program.PerInstance:
		acts = always(false) // there are no instances
	case c.Condition != nil:
		acts = s.has(bearer, c.Condition)
	case c.Carried != nil:
		acts, it = s.carries(bearer, c.Carried)
	case c.Rule != nil && c.Rule.For != nil:
		acts = always(c.Rule.For == s.program.Creature)
	}
	if c.When != nil {
		acts = s.both(acts, s.holds(c.When, contributionInputs(c.When, who, bearer, it)...))
	}
	return acts, it
}

// carries is the condition that somebody carries a definition, or was made from it, and
// the value of `it` in what that says.
func (s *specializer) carries(who operand, d *program.Def) (condition, operand) {
	if d.Kind.Stateful {
		if !who.known {
			giveUp("it is not known whom %s is about", d.Name)
		}
		return always(s.Encounter.Things[int(who.num)-1].Def == d), who
	}
	c := always(false)
	for _, f := range s.program.Creature.Fields {
		t := f.Type
		for t.Elem != nil {
			t = *t.Elem
		}
		switch {
		case t.Kind != program.Definition || t.Of != d.Kind:
		case f.Type.Kind != program.Definition || f.Family != nil:
			giveUp("field %s holds several definitions", f.Name)
		default:
			c = s.oneOf(c, func(when bool) test {
				return s.compared(opUnlessEqual, s.fieldOf(f, who), known(float64(d.Index+1)))(when)
			})
		}
	}
	return c, known(float64(d.Index + 1))
}

// contributionInputs are the participants, then the bearer, and the definition that
// says it; nobody has an instance of a condition.
func contributionInputs(fm *program.Formula, who []operand, bearer, it operand) []operand {
	inputs := make([]operand, len(fm.Inputs))
	for i := range inputs {
		inputs[i] = known(0)
		switch {
		case fm.Inputs[i].Name == "self":
			inputs[i] = bearer
		case fm.Inputs[i].Name == "it":
			inputs[i] = it
		case i < len(who):
			inputs[i] = who[i]
		}
	}
	return inputs
}

// open returns the places of the parts of which it isn't known whether they act.
func (s *specializer) open(parts []part) []int {
	var open []int
	for i, p := range parts {
		s.rehearse(func() {
			if !p.acts(false).known {
				open = append(open, i)
			}
		})
	}
	return open
}

// inBothCases compiles a quantity of which only one part is open, with that part and
// without it: so in both cases more is known. It only does so if sums of whole numbers
// are all that it takes.
func (s *specializer) inBothCases(q *program.Quantity, who []operand, parts []part, open int) (operand, bool) {
	with, without := make([]operand, len(q.Channels)), make([]operand, len(q.Channels))
	for i := range with {
		with[i], without[i] = known(0), known(0)
	}
	for i, p := range parts {
		if q.Channels[p.channel].Reduce != program.SumOf {
			return operand{}, false
		}
		if i != open && !p.acts(false).holds {
			continue
		}
		v := p.amount()
		if !v.known || !v.whole {
			return operand{}, false
		}
		with[p.channel].num += v.num
		if i != open {
			without[p.channel].num += v.num
		}
	}
	to := s.register()
	t := parts[open].acts(false)
	x := s.formula(q.Value, append(who[:len(who):len(who)], with...)...)
	s.copyTo(to, x)
	over := s.jump()
	s.land(t.jumps...)
	y := s.formula(q.Value, append(who[:len(who):len(who)], without...)...)
	s.copyTo(to, y)
	s.land(over)
	return operand{reg: to, whole: x.whole && y.whole, positive: x.positive && y.positive, lasting: true}, true
}

// put compiles what a part does to a channel, which comes to total so far; filled tells
// whether anything has gone into it.
func (s *specializer) put(p part, reduce program.Reducer, total, filled *operand) {
	var t test
	s.rehearse(func() { t = p.acts(false) })
	if t.known && !t.holds {
		return
	}
	if t.known && total.known && filled.known {
		if v := p.amount(); v.known {
			*total, *filled = known(reduced(reduce, total.num, v.num, filled.num != 0)), known(1)
			return
		}
	}
	to := operand{reg: s.register(), whole: total.whole, lasting: true}
	s.copyTo(to.reg, *total)
	if reduce == program.MaxOf || reduce == program.MinOf {
		mark := operand{reg: s.register(), whole: true, lasting: true}
		s.copyTo(mark.reg, *filled)
		*filled = mark
	}
	t = p.acts(false)
	v := p.amount()
	fails := t.jumps
	switch reduce {
	case program.SumOf:
		s.emit(instr{op: opAdd, a: to.reg, b: to.reg, c: s.in(v)})
		to.whole = to.whole && v.whole
	case program.AnyIs, program.CountOf:
		fails = append(fails, s.skipUnless(s.isTrue(v))...)
		if reduce == program.AnyIs {
			s.copyTo(to.reg, known(1))
		} else {
			s.emit(instr{op: opAdd, a: to.reg, b: to.reg, c: s.constant(1)})
		}
	case program.LastOf:
		s.copyTo(to.reg, v)
		to.whole = to.whole && v.whole
	case program.MaxOf, program.MinOf:
		x, y := to, operand{reg: s.in(v)}
		if reduce == program.MinOf {
			x, y = y, x
		}
		fails = append(fails, s.skipUnless(s.oneOf(s.compared(opUnlessEqual, *filled, known(0)), s.compared(opUnlessLess, x, y)))...)
		s.copyTo(to.reg, v)
		s.copyTo(filled.reg, known(1))
		to.whole = to.whole && v.whole
	}
	s.land(fails...)
	*total = to
}

// skipUnless returns the jumps that are taken where a condition doesn't hold.
func (s *specializer) skipUnless(c condition) []int {
	t := c(false)
	if t.known && !t.holds {
		t.jumps = []int{s.jump()}
	}
	return t.jumps
}

// reduced is what a channel becomes by a value.
func reduced(reduce program.Reducer, total, v float64, filled bool) float64 {
	switch {
	case reduce == program.SumOf:
		return total + v
	case reduce == program.AnyIs:
		return max(total, truth(v != 0))
	case reduce == program.CountOf:
		return total + truth(v != 0)
	case reduce == program.LastOf || !filled:
		return v
	case reduce == program.MaxOf:
		return max(total, v)
	}
	return min(total, v)
}
