package fastpath

import "github.com/rulec/rulec/lang/program"

// people are combatants of a list: who may be on it is known, whether they are out
// is not.
type people struct {
	list []int
	// standing is set when those who are out aren't on it.
	standing bool
}

// peopleIn compiles a list of combatants.
func (s *specializer) peopleIn(e *program.Expr) people {
	if e.Op != program.OpBuiltin {
		giveUp("%s", e.Span.Text())
	}
	p := people{standing: e.Builtin != program.Everyone}
	same := false
	switch e.Builtin {
	case program.Everyone, program.Combatants:
		for who := 1; who < len(s.Rows); who++ {
			p.list = append(p.list, who)
		}
		return p
	case program.Allies:
		same = true
	case program.Foes:
	default:
		giveUp("%s", e.Span.Text())
	}
	of := s.value(e.Args[0])
	if !of.known || of.num == 0 {
		giveUp("%s", e.Span.Text())
	}
	self := int(of.num)
	for who := 1; who < len(s.Rows); who++ {
		if who != self && (s.side(who) == s.side(self)) == same {
			p.list = append(p.list, who)
		}
	}
	return p
}

func (s *specializer) side(who int) int { return s.Encounter.Things[who-1].Side }

// isThere is the condition that somebody is on a list.
func (s *specializer) isThere(p people, who int) condition {
	if !p.standing {
		return always(true)
	}
	return not(s.isOut(known(float64(who))))
}

// isOut is the condition that somebody is out of the fight.
func (s *specializer) isOut(who operand) condition {
	out := s.program.Time.Out
	switch {
	case out == nil:
		return always(false)
	case who.known && who.num == 0:
		giveUp("it asks whether nobody is out")
	}
	return func(when bool) test {
		asks, about := s.asks, s.about
		if s.asks != asksNothing {
			s.asks, s.about = asksOut, who
		}
		t := s.holds(out, who)(when)
		s.asks, s.about = asks, about
		return t
	}
}

// sideOf compiles x.side.
func (s *specializer) sideOf(who operand) operand {
	switch {
	case !who.known:
		sides := append([]float64{0}, s.forAll(func(who int) float64 { return float64(s.side(who) + 1) })...)
		return s.inColumn(sides, s.binary(program.OpAdd, who, known(1)))
	case who.num == 0:
		return known(0)
	}
	return known(float64(s.side(int(who.num)) + 1))
}

// first compiles first(L): none of none.
func (s *specializer) first(list *program.Expr) operand {
	p := s.peopleIn(list)
	to := s.register()
	var over []int
	for _, who := range p.list {
		t := s.isThere(p, who)(false)
		if t.known && !t.holds {
			continue
		}
		if t.known && len(over) == 0 {
			return known(float64(who))
		}
		s.copyTo(to, known(float64(who)))
		over = append(over, s.jump())
		s.land(t.jumps...)
	}
	s.copyTo(to, known(0))
	s.land(over...)
	return operand{reg: to, whole: true, lasting: true}
}

// counted compiles how many of a list pass a test.
func (s *specializer) counted(p people, passes func(who int) condition) operand {
	to, certain, open := s.register(), 0, false
	s.copyTo(to, known(0))
	for _, who := range p.list {
		t := s.both(s.isThere(p, who), passes(who))(false)
		switch {
		case !t.known:
			open = true
			s.emit(instr{op: opAdd, a: to, b: to, c: s.constant(1)})
			s.land(t.jumps...)
		case t.holds:
			certain++
		}
	}
	if !open {
		return known(float64(certain))
	}
	return s.binary(program.OpAdd, operand{reg: to, whole: true, lasting: true}, known(float64(certain)))
}

// each returns what compiles the condition of a list operation for one of the list.
func (s *specializer) each(e *program.Expr) func(who int) condition {
	return func(who int) condition {
		return func(when bool) (t test) {
			s.with(e.Index, who, func() { t = s.branch(e.Args[1], when) })
			return t
		}
	}
}

// valueOf compiles the value of a list operation for one of the list.
func (s *specializer) valueOf(e *program.Expr, who int) (v operand) {
	s.with(e.Index, who, func() { v = s.value(e.Args[1]) })
	return v
}

// with compiles something with somebody in a local, whose slot may be another one's
// elsewhere.
func (s *specializer) with(slot, who int, compile func()) {
	f := s.frame
	outer := f.locals[slot]
	f.locals[slot] = known(float64(who))
	compile()
	f.locals[slot] = outer
}

// anyAll is any(L, F) and all(L, F).
func (s *specializer) anyAll(e *program.Expr) condition {
	return func(when bool) test {
		p := s.peopleIn(e.Args[0])
		s.steps += len(p.list)
		holds := s.each(e)
		c := always(e.Op == program.OpAll)
		for _, who := range p.list {
			if e.Op == program.OpAny {
				c = s.oneOf(c, s.both(s.isThere(p, who), holds(who)))
			} else {
				c = s.both(c, s.oneOf(not(s.isThere(p, who)), holds(who)))
			}
		}
		return c(when)
	}
}

// walk compiles what is worked out over the elements of a list.
func (s *specializer) walk(e *program.Expr) operand {
	p := s.peopleIn(e.Args[0])
	s.steps += len(p.list)
	switch e.Op {
	case program.OpCountIf:
		return s.counted(p, s.each(e))
	case program.OpSumOf:
		return s.sumOver(p, e)
	}
	return s.mostOf(p, e)
}

// sumOver compiles sum(L, F).
func (s *specializer) sumOver(p people, e *program.Expr) operand {
	sum := operand{reg: s.register(), whole: true, lasting: true}
	s.copyTo(sum.reg, known(0))
	for _, who := range p.list {
		t := s.isThere(p, who)(false)
		if t.known && !t.holds {
			continue
		}
		v := s.valueOf(e, who)
		s.emit(instr{op: opAdd, a: sum.reg, b: sum.reg, c: s.in(v)})
		sum.whole = sum.whole && v.whole
		s.land(t.jumps...)
	}
	return sum
}

// mostOf compiles most, least, highest and lowest: the first of equals.
func (s *specializer) mostOf(p people, e *program.Expr) operand {
	best, element := operand{reg: s.register(), lasting: true}, operand{reg: s.register(), whole: true, lasting: true}
	s.copyTo(best.reg, known(0))
	s.copyTo(element.reg, known(0))
	for _, who := range p.list {
		var v operand
		better := func(when bool) test {
			v = s.valueOf(e, who)
			x, y := best, v
			if e.Op == program.OpLowest || e.Op == program.OpLeast {
				x, y = v, best
			}
			return s.oneOf(s.compared(opUnlessEqual, element, known(0)), s.compared(opUnlessLess, x, y))(when)
		}
		t := s.both(s.isThere(p, who), better)(false)
		if t.known && !t.holds {
			continue
		}
		s.copyTo(best.reg, v)
		s.copyTo(element.reg, known(float64(who)))
		s.land(t.jumps...)
	}
	if e.Op == program.OpMost || e.Op == program.OpLeast {
		return element
	}
	return best
}
