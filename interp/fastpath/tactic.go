package fastpath

import (
	"math"

	"github.com/rulec/rulec/lang/program"
)

// act is an action that somebody does, with its parameters.
type act struct {
	actor  int
	action *program.Action
	it     float64
	// own are its parameters.
	own map[*program.Field]operand
	// target is the parameter that names somebody, or nil.
	target *operand
	// amounts are what its costs come to.
	amounts []operand
}

// choose compiles choose act from can_do(self) and the statement after it, which
// performs the act, perhaps only if there is one.
func (s *specializer) choose(x *program.Choose, then program.Stmt) {
	orNone := false
	if y, ok := then.(*program.If); ok && len(y.Then) == 1 && len(y.Else) == 0 && isSomething(y.Cond, x.Slot) {
		then, orNone = y.Then[0], true
		s.steps++
	}
	y, ok := then.(*program.Perform)
	ok = ok && y.Action == nil && y.By == nil && len(y.With) == 0 && isLocal(y.Act, x.Slot)
	ok = ok && x.From.Op == program.OpBuiltin && x.From.Builtin == program.CanDo && x.By == nil && !x.ByChance && !x.Some
	if !ok {
		giveUp("%s", x.Span.Text())
	}
	who := s.value(x.From.Args[0])
	if !who.known || int(who.num) != s.actor || s.actor == 0 {
		giveUp("%s", x.Span.Text())
	}
	t := s.Encounter.Things[s.actor-1].Tactic
	if t == nil {
		giveUp("%s has no tactic", s.Encounter.Things[s.actor-1].Name)
	}
	e := s.Turn
	if len(x.From.Args) > 1 {
		e = s.program.Events[int(x.From.Args[1].Num)-1]
	}
	s.byTactic(t, e, orNone)
}

func isLocal(e *program.Expr, slot int) bool { return e.Op == program.OpLocal && e.Index == slot }

// isSomething tells whether a test is act != none.
func isSomething(e *program.Expr, slot int) bool {
	return e.Op == program.OpNotEq && isLocal(e.Args[0], slot) && e.Args[1].Type.Kind == program.Nothing
}

// byTactic compiles the lines of a tactic that answer an event: the first that is
// allowed is what its owner does. He must do something, unless orNone is set.
func (s *specializer) byTactic(t *program.Tactic, e *program.Event, orNone bool) {
	var lines []*program.TacticRule
	for _, r := range t.Rules {
		if r.Event == e {
			lines = append(lines, r)
		}
	}
	// Whatever he does is one action; those who are told are told of each.
	counted := !orNone && !s.mayBeSkipped() && s.watcher == nil
	if counted {
		s.acts++
	}
	// fails are the jumps where a line isn't allowed, done those behind a deed.
	var fails, done []int
	for _, r := range lines {
		s.land(fails...)
		may := answered(true)
		if r.If != nil {
			may = s.holds(r.If, known(float64(s.actor)))(false)
		}
		fails = may.jumps
		switch {
		case may.known && !may.holds:
			fails = append(fails, s.jump())
			continue
		case r.Action == nil && orNone:
			done = append(done, s.jump())
			continue
		case r.Action == nil:
			s.emit(instr{op: opGiveUp})
			continue
		}
		a, there := s.way(r)
		if fails = append(fails, there.jumps...); there.known && !there.holds {
			fails = append(fails, s.jump())
			continue
		}
		s.sometimes++
		s.deed(a, counted)
		s.sometimes--
		if r != lines[len(lines)-1] {
			done = append(done, s.jump())
		}
	}
	switch {
	case orNone:
		done = append(done, fails...)
	case len(lines) == 0:
		s.emit(instr{op: opGiveUp})
	default:
		s.giveUpOn(fails)
	}
	s.land(done...)
}

// way compiles the finding of the way to do what a line of a tactic says: the first
// that is allowed, or the best one.
func (s *specializer) way(r *program.TacticRule) (*act, test) {
	a := r.Action
	if a.Ended != nil || len(a.Params) > 1 {
		giveUp("action %s ends with a program, or has several parameters", a.Def.Name)
	}
	for _, w := range r.With {
		if w != nil {
			giveUp("a tactic says how to do %s", a.Def.Name)
		}
	}
	x := &act{actor: s.actor, action: a, it: float64(a.Def.Index + 1), own: map[*program.Field]operand{}}
	if len(a.Params) == 0 {
		return x, s.both(s.allowed(x), s.payable(x))(false)
	}
	p := a.Params[0]
	if p.Candidates != program.OneOf || p.Default != nil || p.Type.Kind != program.ThingType {
		giveUp("parameter %s of %s is not one of some combatants", p.Name, a.Def.Name)
	}
	list := s.candidates(p, x)
	s.steps += len(list.list)
	t := s.target(r, x, p, list)
	who := x.own[p.Field]
	x.target = &who
	return x, t
}

// inAct compiles something with an act at hand.
func (s *specializer) inAct(x *act, compile func()) {
	outer := s.frame
	s.frame = &frame{self: -1, act: x}
	compile()
	s.frame = outer
}

// candidates compiles the list of a parameter.
func (s *specializer) candidates(p *program.ActParam, x *act) (list people) {
	s.inAct(x, func() {
		outer := s.enter(p.List, []operand{known(float64(x.actor)), known(x.it)})
		list = s.peopleIn(p.List.Expr)
		s.leave(outer)
	})
	return list
}

// ofAct is the condition that a formula of an act holds.
func (s *specializer) ofAct(x *act, fm *program.Formula, more ...operand) condition {
	return func(when bool) (t test) {
		s.inAct(x, func() {
			t = s.holds(fm, append([]operand{known(float64(x.actor)), known(x.it)}, more...)...)(when)
		})
		return t
	}
}

// allowed is the condition that what an act requires holds.
func (s *specializer) allowed(x *act) condition {
	c := always(true)
	for _, r := range x.action.Requires {
		c = s.both(c, s.ofAct(x, r.If))
	}
	return c
}

// payable is the condition that the costs of an act can be met.
func (s *specializer) payable(x *act) condition {
	c := always(true)
	for i := range x.action.Costs {
		c = s.both(c, s.affordable(x, i))
	}
	return c
}

// affordable is the condition that a cost can be met.
func (s *specializer) affordable(x *act, i int) condition {
	c := &x.action.Costs[i]
	f := c.Pool
	if c.Member != nil || f.Virtual || f.Family != nil || len(f.Pool.Instead) > 0 || x.action.Perform.Pays {
		giveUp("action %s pays in parts, or of a pool that something else stands in for", x.action.Def.Name)
	}
	for k := range i {
		if x.action.Costs[k].Pool == f {
			giveUp("action %s costs %s twice", x.action.Def.Name, f.Name)
		}
	}
	return func(when bool) (t test) {
		s.inAct(x, func() {
			amount := s.kept(s.formula(c.Amount, known(float64(x.actor)), known(x.it)))
			x.amounts = append(x.amounts[:i], amount)
			if amount.known && amount.num == 0 {
				t = answered(true)
				return
			}
			if !amount.known || !amount.whole {
				s.emit(instr{op: opMustBeWhole, b: s.in(amount)})
			}
			s.must(s.compared(opUnlessLessEq, known(0), amount))
			self := known(float64(x.actor))
			s.changed[f] = true
			left := s.fieldOf(f, self)
			low, high := s.bounds(f.Pool, self)
			if f.Pool.Up {
				left = s.combine(opSub, operand{reg: high}, left, true)
			} else {
				left = s.combine(opSub, left, operand{reg: low}, true)
			}
			// What costs nothing can always be met.
			t = s.oneOf(s.compared(opUnlessEqual, amount, known(0)), s.compared(opUnlessLessEq, amount, left))(when)
		})
		return t
	}
}

// pay compiles the paying of an act's costs, before its program runs.
func (s *specializer) pay(x *act) {
	for i := range x.action.Costs {
		f, amount := x.action.Costs[i].Pool, x.amounts[i]
		if amount.known && amount.num == 0 {
			continue
		}
		s.paid[f] = true
		op := opSub
		if f.Pool.Up {
			op = opAdd
		}
		at := uint16(int(s.Rows[x.actor]) + f.Cell)
		s.emit(instr{op: op, a: at, b: at, c: s.in(amount)})
		s.emit(instr{op: opMustBeWhole, b: at})
		switch {
		case s.tellsOver[f], s.tellsOut[f]:
			s.emit(instr{op: opUnsettle})
		}
	}
}

// target compiles the choice of whom an act aims at, and puts it into x.
func (s *specializer) target(r *program.TacticRule, x *act, p *program.ActParam, list people) test {
	there := func(who int) condition {
		x.own[p.Field] = known(float64(who))
		c := s.isThere(list, who)
		if p.Where != nil {
			c = s.both(c, s.ofAct(x, p.Where, known(float64(who))))
		}
		return s.both(c, s.allowed(x))
	}
	if len(list.list) == 1 {
		return s.both(there(list.list[0]), s.payable(x))(false)
	}
	for i := range x.action.Costs {
		if x.action.Costs[i].Amount.ReadsAct {
			giveUp("what %s costs depends on its target", x.action.Def.Name)
		}
	}
	payable := s.payable(x)(false)
	if payable.known && !payable.holds {
		return payable
	}
	to, best := operand{reg: s.register(), whole: true, lasting: true}, s.register()
	s.copyTo(to.reg, known(0))
	s.copyTo(best, known(math.Inf(-1)))
	var found []int
	for _, who := range list.list {
		t := there(who)(false)
		if t.known && !t.holds {
			continue
		}
		if r.Best != nil {
			var score operand
			s.inAct(x, func() { score = s.formula(r.Best, known(float64(x.actor)), known(x.it)) })
			score = operand{reg: s.in(score)}
			t.jumps = append(t.jumps, s.compared(opUnlessLess, operand{reg: best}, score)(false).jumps...)
			s.copyTo(best, score)
		}
		s.copyTo(to.reg, known(float64(who)))
		if r.Best == nil {
			found = append(found, s.jump())
		}
		s.land(t.jumps...)
	}
	s.land(found...)
	x.own[p.Field] = to
	none := s.compared(opUnlessEqual, to, known(0))(true)
	return test{jumps: append(payable.jumps, none.jumps...)}
}

// deed compiles an action from its start to its end.
func (s *specializer) deed(a *act, counted bool) {
	if s.acting {
		giveUp("%s is done within another action", a.action.Def.Name)
	}
	s.acting = true
	defer func() { s.acting = false }()
	d := deed{actor: a.actor, action: a.action, target: none}
	if a.target != nil {
		d.target = s.in(*a.target)
	}
	s.plan.deeds = append(s.plan.deeds, d)
	n := index(len(s.plan.deeds) - 1)
	if !counted {
		s.emit(instr{op: opAct, a: uint16(a.actor)})
	}
	s.pay(a)
	s.routine(a.action.Perform, a.actor, a)
	s.emitWatched(instr{op: opActed, c: n})
	if !s.together {
		s.emit(instr{op: opSettle})
	}
}

// own compiles the reading of a parameter of the act at hand.
func (s *specializer) own(f *program.Field) operand {
	if a := s.frame.act; a != nil {
		if o, ok := a.own[f]; ok {
			return o
		}
	}
	giveUp("%s is not known", f.Name)
	return operand{}
}

// emitWatched emits what only matters to those who are told what happens.
func (s *specializer) emitWatched(in instr) {
	if s.watcher != nil {
		s.emit(in)
	}
}
