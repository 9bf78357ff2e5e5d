package fastpath

import (
	"math"

	"github.com/rulec/rulec/lang/program"
)

// routine compiles a program where it is run. self is its self, 0: none; act the act
// whose program it is.
func (s *specializer) routine(r *program.Routine, self int, a *act, inputs ...operand) uint16 {
	if s.depth++; s.depth > s.Depth {
		giveUp("programs stand too deep within each other")
	}
	s.fresh = none // the inputs refer to it
	outer := s.frame
	f := &frame{caller: outer, locals: make([]operand, max(r.Slots, len(r.Inputs))), self: -1, act: a, result: none}
	f.writes = make([]int, len(f.locals))
	for i := range f.locals {
		f.locals[i] = known(0)
	}
	copy(f.locals, inputs)
	for i, x := range r.Inputs {
		if i < len(f.writes) && i < len(inputs) {
			f.writes[i] = 1
		}
		if x.Name == "self" {
			f.self = i
			if len(inputs) == 0 {
				f.locals[i], f.writes[i] = known(float64(self)), 1
			}
		}
		if x.Name == "it" && a != nil && i >= len(inputs) {
			f.locals[i] = known(a.it)
		}
	}
	countWrites(r.Body, f.writes)
	for slot, n := range f.writes {
		if n > 1 {
			// It has a register of its own, whatever is known of it.
			to := s.register()
			s.copyTo(to, f.locals[slot])
			f.locals[slot] = operand{reg: to}
		}
	}
	if r.Gives.Kind != program.Nothing {
		f.result = s.register()
		s.copyTo(f.result, known(0))
	}
	s.frame = f
	s.statements(r.Body)
	s.land(f.stops...)
	s.frame = outer
	s.depth--
	return f.result
}

// countWrites counts, by slot, the statements that give a local a value.
func countWrites(list []program.Stmt, writes []int) {
	write := func(slot int) {
		if slot >= 0 && slot < len(writes) {
			writes[slot]++
		}
	}
	for _, x := range list {
		switch x := x.(type) {
		case *program.SetLocal:
			write(x.Slot)
		case *program.Roll:
			write(x.Slot)
		case *program.Choose:
			write(x.Slot)
		case *program.CallProc:
			write(x.Into)
		case *program.If:
			countWrites(x.Then, writes)
			countWrites(x.Else, writes)
		case *program.For:
			countWrites(x.Body, writes)
		}
	}
}

// set gives a local a value.
func (s *specializer) set(slot int, v operand) {
	f := s.frame
	if f.writes[slot] <= 1 {
		f.locals[slot] = s.kept(v)
	} else {
		s.copyTo(f.locals[slot].reg, v)
	}
	s.fresh = none // the local refers to it
}

// statements compiles a block, and counts its statements.
func (s *specializer) statements(list []program.Stmt) {
	s.steps += len(list)
	for i := 0; i < len(list); i++ {
		if x, ok := list[i].(*program.Choose); ok && i+1 < len(list) {
			s.choose(x, list[i+1])
			i++
			continue
		}
		s.statement(list[i])
	}
}

func (s *specializer) statement(x program.Stmt) {
	switch x := x.(type) {
	case *program.SetLocal:
		s.set(x.Slot, s.value(x.Value))
	case *program.If:
		s.ifElse(x)
	case *program.Stop:
		s.stop(x)
	case *program.Roll:
		s.roll(x)
	case *program.Assign:
		s.assign(x)
	case *program.CallProc:
		s.callProc(x)
	case *program.CallField:
		s.callField(x)
	case *program.Schedule:
		s.schedule(x)
	case *program.Announce:
		s.announce(x)
	case *program.For:
		s.loop(x)
	default:
		giveUp("%s", x.Place().Text())
	}
}

// ifElse compiles a branch; one that only stops needs no jump of its own.
func (s *specializer) ifElse(x *program.If) {
	if len(x.Else) == 0 && len(x.Then) == 1 {
		if stop, ok := x.Then[0].(*program.Stop); ok && stop.With == nil {
			s.stopIf(x.Cond)
			return
		}
	}
	s.sometimes++
	defer func() { s.sometimes-- }()
	t := s.unless(x.Cond)
	switch {
	case t.known && t.holds:
		s.statements(x.Then)
		return
	case t.known:
		s.statements(x.Else)
		return
	}
	s.statements(x.Then)
	if len(x.Else) == 0 {
		s.land(t.jumps...)
	} else {
		over := s.jump()
		s.land(t.jumps...)
		s.statements(x.Else)
		s.land(over)
	}
}

// stopIf compiles if F { stop }.
func (s *specializer) stopIf(cond *program.Expr) {
	t := s.branch(cond, true)
	if t.known {
		if t.holds {
			s.steps++
			s.frame.stops = append(s.frame.stops, s.jump())
		}
		return
	}
	s.frame.stops = append(s.frame.stops, t.jumps...)
}

// mayBeSkipped tells whether the block at hand may not come to what is being compiled.
func (s *specializer) mayBeSkipped() bool {
	for f := s.frame; f != nil; f = f.caller {
		if len(f.stops) > 0 {
			return true
		}
	}
	return s.sometimes > 0
}

// stop compiles the end of a program.
func (s *specializer) stop(x *program.Stop) {
	f := s.frame
	if x.With != nil && f.result != none {
		s.copyTo(f.result, s.value(x.With))
	}
	f.stops = append(f.stops, s.jump())
}

// roll compiles a throw of dice.
func (s *specializer) roll(x *program.Roll) {
	if x.LabelFrom != nil || x.Own != nil {
		giveUp("%s", x.Span.Text())
	}
	who := known(float64(s.selfOf()))
	if x.By != nil {
		who = s.value(x.By)
	}
	if !who.known || who.num == 0 || x.By != nil && x.By.Type.Kind != program.ThingType {
		giveUp("%s", x.Span.Text())
	}
	d, bonus := s.diceAndBonus(x.Dice)
	t := &throw{stream: s.stream(int(who.num), s.Label(x.Label), x.Label)}
	count, sides, more, plain := 0, 0, 0.0, false
	if d.known {
		count, sides, more, plain = s.Plain(d.num)
	}
	op := opThrow
	if plain && count == 1 {
		op = opThrowOne
	}
	if plain && count > 0 {
		t.count, t.sides = count, uint64(sides)
		bonus = s.binary(program.OpAdd, bonus, known(more))
	} else {
		t.dice = s.in(d)
	}
	if !bonus.known || !bonus.whole {
		s.emit(instr{op: opMustBeWhole, b: s.in(bonus)})
	}
	o := operand{reg: s.register(), whole: true, positive: plain && bonus.positive, lasting: true, natural: s.register()}
	s.emit(instr{op: op, a: o.reg, b: s.in(bonus), d: o.natural, throw: t})
	s.set(x.Slot, o)
}

// diceAndBonus compiles dice and the number that is added to them.
func (s *specializer) diceAndBonus(e *program.Expr) (dice, bonus operand) {
	if isClosed(e) || e.Op != program.OpDiceAdd && e.Op != program.OpDiceSub {
		return s.value(e), known(0)
	}
	d, n := e.Args[0], e.Args[1]
	if d.Type.Kind != program.Dice {
		d, n = n, d
	}
	if n.Type.Kind == program.Dice {
		giveUp("%s", e.Span.Text())
	}
	dice, bonus = s.diceAndBonus(d)
	if e.Op == program.OpDiceSub {
		return dice, s.binary(program.OpSub, bonus, s.value(n))
	}
	return dice, s.binary(program.OpAdd, bonus, s.value(n))
}

// selfOf returns the self of the program at hand; 0: none.
func (s *specializer) selfOf() int {
	if f := s.frame; f.self >= 0 {
		if o := f.locals[f.self]; o.known {
			return int(o.num)
		}
		giveUp("self is not known")
	}
	return 0
}

// assign compiles a change of a field.
func (s *specializer) assign(x *program.Assign) {
	t := x.Target
	f := t.Field
	if t.Op != program.OpField || len(t.Args) > 1 || t.Args[0].Type.Kind != program.ThingType || f.Virtual || f.Family != nil || !isPlain(f.Type) ||
		f.Type.Kind == program.Dice {
		giveUp("%s", x.Span.Text())
	}
	s.changed[f] = true
	if s.together {
		s.later[f] = true
	}
	who := s.value(t.Args[0])
	v := s.value(x.Value)
	if who.known && who.num == 0 {
		s.emit(instr{op: opGiveUp})
		return
	}
	c := change{field: f, low: s.constant(math.Inf(-1)), high: s.constant(math.Inf(1)), tells: s.tellsOut[f]}
	if f.Pool != nil {
		c.low, c.high = s.bounds(f.Pool, who)
	}
	c.op, c.whole, c.watched = x.Op, isStoredWhole(f), s.watcher != nil && s.watcher.Watches(f)
	in := instr{op: changing[x.Op].ofKnown, c: s.in(v), b: c.low, e: c.high, tells: c.tells}
	in.unchecked = !c.whole || v.whole && s.isFinite(c.low) && s.isFinite(c.high)
	switch certain := c.whole && v.whole && v.positive; {
	case certain && in.op == opRaise && c.high == s.constant(math.Inf(1)):
		in.op = opAddTo
	case certain && in.op == opLower && s.isFinite(c.low):
		in.op = opTakeFrom
	}
	if who.known {
		c.owner = int(who.num)
		in.a = uint16(int(s.Rows[c.owner]) + f.Cell)
	} else {
		in.op, in.b = changing[x.Op].ofOther, who.reg
	}
	s.plan.changes = append(s.plan.changes, c)
	in.d = index(len(s.plan.changes) - 1)
	s.emit(in)
	switch {
	case s.tellsOver[f]:
		s.emit(instr{op: opUnsettle})
	case s.tellsOut[f]:
		s.unsettleIf(s.isOut(who)(true))
	}
}

// unsettleIf notes that it may be over where a test jumps. That happens seldom: it
// stands behind the block.
func (s *specializer) unsettleIf(t test) {
	switch {
	case t.known && t.holds:
		s.emit(instr{op: opUnsettle})
	case !t.known:
		back := len(s.code)
		s.seldom = append(s.seldom, func() {
			s.land(t.jumps...)
			s.emit(instr{op: opUnsettle})
			s.targets[s.jump()] = back
		})
	}
}

// changing are the instructions of changes, by operator.
var changing = map[byte]struct{ ofKnown, ofOther opcode }{
	'+': {opRaise, opRaiseOf}, '-': {opLower, opLowerOf}, '=': {opSet, opSetOf},
}

// bounds compiles the bounds of a pool. When changes land later these must be known.
func (s *specializer) bounds(p *program.Pool, who operand) (low, high uint16) {
	least, most := known(0), known(math.Inf(1))
	if p.Min != nil {
		least = s.formula(p.Min, who)
	}
	if p.Max != nil {
		most = s.greater(least, s.formula(p.Max, who))
	}
	if s.together && (!least.known || !most.known) {
		giveUp("the bounds of a pool are not known")
	}
	return s.in(least), s.in(most)
}

// callProc compiles the call of a proc: its program is worked out here.
func (s *specializer) callProc(x *program.CallProc) {
	args := make([]operand, len(x.Args))
	for i, a := range x.Args {
		args[i] = s.kept(s.value(a))
	}
	result := s.routine(x.Proc.Routine, 0, s.frame.act, args...)
	if x.Into >= 0 {
		s.set(x.Into, operand{reg: result})
	}
}

// callField compiles the call of a program of a definition.
func (s *specializer) callField(x *program.CallField) {
	if x.Field == nil || x.Of.Type.Kind != program.Definition {
		giveUp("%s", x.Span.Text())
	}
	args := make([]operand, len(x.Args))
	for i, a := range x.Args {
		args[i] = s.kept(s.value(a))
	}
	d, v := s.definition(x.Of, x.Field)
	switch {
	case d == nil:
		s.emit(instr{op: opGiveUp})
	case v != nil && v.Routine != nil:
		s.routine(v.Routine, 0, s.frame.act, append(args, known(float64(d.Index+1)))...)
	case v != nil:
		giveUp("%s", x.Span.Text())
	}
}

// schedule compiles the putting of an entry on the agenda.
func (s *specializer) schedule(x *program.Schedule) {
	if len(x.With) > 0 || x.For != nil || x.AfterEntry != nil || len(x.Keys) == 0 || len(x.Keys) > s.plan.keys {
		giveUp("%s", x.Span.Text())
	}
	of := known(float64(s.selfOf()))
	if x.Of != nil {
		of = s.value(x.Of)
	}
	if of.known && of.num == 0 {
		giveUp("%s", x.Span.Text())
	}
	c := &schedule{first: s.turnsOf(x.Entry)}
	if of.known {
		c.turn = &s.plan.turns[c.first+int(of.num)]
	} else {
		c.of = of.reg
	}
	for _, k := range x.Keys {
		c.more = append(c.more, s.sum(k))
	}
	c.key, c.more = c.more[0], c.more[1:]
	s.emit(instr{op: opSchedule, schedule: c})
}

// isFinite tells whether a register is a constant that isn't infinite.
func (s *specializer) isFinite(register uint16) bool {
	return int(register) > s.lastConstant && register != s.constant(math.Inf(1)) && register != s.constant(math.Inf(-1))
}

// sum compiles a number that may be left as a sum of two registers.
func (s *specializer) sum(e *program.Expr) sum {
	if e.Op != program.OpAdd {
		return sum{s.in(s.value(e)), s.constant(0)}
	}
	x, y := s.value(e.Args[0]), s.value(e.Args[1])
	return sum{s.in(x), s.in(y)}
}

// announce compiles an announcement, which nobody hears; reports may want to know that
// it means failure.
func (s *specializer) announce(x *program.Announce) {
	if s.Heard(x.Event) {
		giveUp("%s", x.Span.Text())
	}
	if r := s.program.Reports; r != nil {
		for _, e := range r.Failed {
			if e == x.Event {
				s.emitWatched(instr{op: opFailed})
			}
		}
	}
}

// loop compiles a loop over combatants, one after the other.
func (s *specializer) loop(x *program.For) {
	if x.MapField != nil || x.Together || x.Order != nil || x.Where != nil {
		giveUp("%s", x.Span.Text())
	}
	p := s.peopleIn(x.In)
	// The list is taken once, before anything in the loop can change who is on it.
	there := make([]operand, len(p.list))
	for i, who := range p.list {
		there[i] = s.asValue(s.isThere(p, who))
	}
	for i, who := range p.list {
		t := s.isTrue(there[i])(false)
		if t.known && !t.holds {
			continue
		}
		s.steps++
		s.sometimes++
		s.with(x.Slot, who, func() { s.statements(x.Body) })
		s.sometimes--
		s.land(t.jumps...)
	}
}
