package interp

import (
	"fmt"
	"math"

	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// stmt runs a statement and says how the program goes on.
type stmt func(f *frame) control

// control says how a program goes on after a statement.
type control uint8

const (
	goOn control = iota
	// stopped: a stop statement ended the program.
	stopped
	// cancelled: the act that the program belongs to has been ended.
	cancelled
)

// block is a number of statements, one after the other.
type block struct {
	run   stmt
	count int
	// first is where it begins.
	first diag.Span
}

// runBlock runs statements until one of them ends the program.
func (m *Machine) runBlock(f *frame, b *block) control {
	m.at = &b.first
	m.step(b.count)
	return b.run(f)
}

// sequence makes one statement of several. Short ones, which most blocks are, take
// no loop.
func sequence(list []stmt) stmt {
	switch len(list) {
	case 0:
		return func(*frame) control { return goOn }
	case 1:
		return list[0]
	case 2:
		a, b := list[0], list[1]
		return func(f *frame) control {
			if how := a(f); how != goOn {
				return how
			}
			return b(f)
		}
	case 3:
		a, b, c := list[0], list[1], list[2]
		return func(f *frame) control {
			if how := a(f); how != goOn {
				return how
			}
			if how := b(f); how != goOn {
				return how
			}
			return c(f)
		}
	}
	a, b, c, rest := list[0], list[1], list[2], sequence(list[3:])
	return func(f *frame) control {
		if how := a(f); how != goOn {
			return how
		}
		if how := b(f); how != goOn {
			return how
		}
		if how := c(f); how != goOn {
			return how
		}
		return rest(f)
	}
}

// after tells how a program goes on after something that may have ended its act.
func (f *frame) after() control {
	if f.act != 0 && f.m.acts.calledOff(f.act) {
		return cancelled
	}
	return goOn
}

// routine compiles src, once.
func (c *compiler) routine(src *program.Routine, what string) *routine {
	if src == nil {
		return nil
	}
	if r, ok := c.routines[src]; ok {
		return r
	}
	r := &routine{
		src: src, what: what, pays: src.Pays, slots: max(src.Slots, len(src.Inputs)),
		self: inputNamed(src.Inputs, "self"), it: inputNamed(src.Inputs, "it"), done: inputNamed(src.Inputs, "done"),
	}
	c.routines[src] = r
	self, locals := c.self, c.locals
	c.self, c.locals = r.self, r.slots
	r.body = c.block(src.Body)
	c.self, c.locals = self, locals
	return r
}

func (c *compiler) block(list []program.Stmt) *block {
	out := make([]stmt, 0, len(list))
	for _, s := range list {
		out = append(out, c.statement(s))
	}
	b := &block{run: sequence(out), count: len(out)}
	if len(list) > 0 {
		b.first = list[0].Place()
	}
	return b
}

// statement compiles a statement, once.
func (c *compiler) statement(s program.Stmt) stmt {
	run, ok := c.statements[s]
	if !ok {
		if c.statements == nil {
			c.statements = map[program.Stmt]stmt{}
		}
		run = c.newStatement(s)
		c.statements[s] = run
	}
	return run
}

func (c *compiler) newStatement(s program.Stmt) stmt {
	switch s := s.(type) {
	case *program.SetLocal:
		value, slot := weighedValue(s.Value, c.expr(s.Value)), s.Slot
		if s.Rolled {
			from := s.Value.Index
			return func(f *frame) control {
				f.locals[slot] = value(f)
				f.rolls = append(f.rolls, rolledLocal{slot, f.rolledIn(from)})
				return goOn
			}
		}
		return func(f *frame) control {
			v := value(f)
			if f.m.record.sums { // as long as the formula reads what the local held before
				f.m.noteSum(f, slot, f, s.Value)
			}
			f.locals[slot] = v
			if f.m.opts.Check {
				f.m.checkNumber(f.locals[slot], s.Value.Type, s.Span.Text())
			}
			return goOn
		}
	case *program.CallProc:
		return c.callProc(s)
	case *program.CallField:
		return c.callField(s)
	case *program.Assign:
		return c.assign(s)
	case *program.Roll:
		return c.roll(s)
	case *program.Test:
		return c.testAgain(s)
	case *program.Choose:
		return c.choose(s)
	case *program.Draw:
		return c.draw(s)
	case *program.Discard:
		return c.discard(s)
	case *program.Shuffle:
		return c.shuffleStmt(s)
	case *program.Announce:
		return c.announce(s)
	case *program.Perform:
		return c.perform(s)
	case *program.Pay:
		return c.pay(s)
	case *program.Apply:
		return c.apply(s)
	case *program.EndCondition:
		return c.endCondition(s)
	case *program.EndEntry:
		return c.endEntry(s)
	case *program.EndActions:
		return c.endActions(s)
	case *program.Move:
		return c.move(s)
	case *program.Carry:
		return c.carry(s)
	case *program.Schedule:
		return c.schedule(s)
	case *program.If:
		return c.ifElse(s)
	case *program.For:
		return c.forLoop(s)
	case *program.While:
		return c.whileLoop(s)
	case *program.Afterwards:
		body, span := c.block(s.Body), &s.Span
		return func(f *frame) control {
			f.m.postpone(f, body, span)
			return goOn
		}
	case *program.Stop:
		if s.With == nil {
			return func(*frame) control { return stopped }
		}
		with := c.expr(s.With)
		return func(f *frame) control {
			f.result = with(f)
			f.m.noteResult(f, s.With)
			return stopped
		}
	}
	panic(fmt.Sprintf("interp: no such statement: %T", s))
}

// somebody returns the thing that a value stands for and stops the run when it is none.
func (m *Machine) somebody(v float64, span *diag.Span) int {
	if v == 0 {
		m.fail(span, OfNone, "nobody is meant here: the value is none")
	}
	return int(v)
}

// selfOr compiles e, or the reading of `self` when e is nil; without a self none.
func (c *compiler) selfOr(e *program.Expr) numFn {
	if e != nil {
		return c.expr(e)
	}
	if slot := c.self; slot >= 0 {
		return func(f *frame) float64 { return f.locals[slot] }
	}
	return func(*frame) float64 { return 0 }
}

func (c *compiler) ifElse(s *program.If) stmt {
	cond, then, otherwise := weighedTest(s.Cond, c.test(s.Cond)), c.block(s.Then), c.block(s.Else)
	if otherwise.count == 0 {
		return func(f *frame) control {
			if cond(f) {
				return f.m.runBlock(f, then)
			}
			return goOn
		}
	}
	return func(f *frame) control {
		if cond(f) {
			return f.m.runBlock(f, then)
		}
		return f.m.runBlock(f, otherwise)
	}
}

func (c *compiler) callProc(s *program.CallProc) stmt {
	p := c.procFor(s.Proc)
	args := c.arguments(s.Args)
	into, span := s.Into, &s.Span
	results, first := len(s.Proc.Results), len(s.Proc.Inputs)
	rolls, givesRoll := rollsHanded(s), s.Proc.GivesRoll() != nil
	return func(f *frame) control {
		m, r := f.m, p.body
		m.deeper(span)
		g := m.enter(r.slots)
		g.handOver(f, args)
		m.handSums(g, f, s.Args)
		for _, x := range rolls {
			g.rolls = append(g.rolls, rolledLocal{x.to, f.rolledIn(x.from)})
		}
		g.what, g.at, g.result = &r.what, span, 0
		how := m.runBlock(g, r.body)
		switch {
		case into < 0:
		case results > 0:
			copy(f.locals[into:into+results], g.locals[first:])
			if givesRoll {
				f.rolls = append(f.rolls, rolledLocal{into, g.rolledIn(first)})
			}
		default:
			f.locals[into] = g.result
			if m.record.sums {
				f.keepSum(into, m.record.result)
			}
		}
		m.leave(g)
		m.shallower()
		if how == cancelled {
			return cancelled
		}
		return f.after()
	}
}

// handedRoll says that the dice of the local from go along into the parameter to.
type handedRoll struct{ from, to int }

func rollsHanded(s *program.CallProc) []handedRoll {
	var list []handedRoll
	for i, in := range s.Proc.Inputs {
		if in.Rolled != nil {
			list = append(list, handedRoll{s.Args[i].Index, i})
		}
	}
	return list
}

// handOver puts the values of arguments, worked out in f, into the first locals of
// a frame; the others become 0.
func (g *frame) handOver(f *frame, args []numFn) {
	for i, a := range args {
		g.locals[i] = a(f)
	}
	clear(g.locals[len(args):])
}

// arguments compiles what a program is called with; where it comes from is told with
// Options.Explain, since the program called knows it only by its own names.
func (c *compiler) arguments(list []*program.Expr) []numFn {
	out := make([]numFn, len(list))
	for i, e := range list {
		out[i] = weighedValue(e, c.expr(e))
	}
	return out
}

func (c *compiler) exprs(list []*program.Expr) []numFn {
	out := make([]numFn, len(list))
	for i, e := range list {
		out[i] = c.expr(e)
	}
	return out
}

func (c *compiler) callField(s *program.CallField) stmt {
	of, args, span := c.expr(s.Of), c.arguments(s.Args), &s.Span
	held := &call{}
	c.holder(held, s.Of, s.Field)
	return func(f *frame) control {
		v := of(f)
		m := f.m
		if v == 0 {
			m.fail(span, OfNone, "%s is none, so there is no program to call", quoted(s.Of.Span.Text()))
		}
		x, it := f.held(held, s.Of, v)
		if x == nil || x.routine == nil {
			return goOn
		}
		m.deeper(span)
		g := m.enter(x.routine.slots)
		g.handOver(f, args)
		m.handSums(g, f, s.Args)
		g.what, g.at, g.result = &x.routine.what, span, 0
		if x.it >= 0 {
			g.locals[x.it] = it
		}
		how := m.runBlock(g, x.routine.body)
		m.leave(g)
		m.shallower()
		if how == cancelled {
			return cancelled
		}
		return f.after()
	}
}

func (c *compiler) pay(s *program.Pay) stmt {
	x := c.fieldOf(s.Pool)
	amount := explained(s.Amount, c.expr(s.Amount))
	from := c.selfOr(s.From)
	var member numFn
	if s.Member != nil {
		member = c.expr(s.Member)
	}
	span := &s.Span
	return func(f *frame) control {
		m := f.m
		who := m.somebody(from(f), span)
		at := 0
		if member != nil {
			at = m.memberOf(x, s.Member, member(f))
		}
		n := amount(f)
		m.mustBeWhole(n, x, span)
		if n < 0 {
			m.fail(span, NotWhole, "%s can't be paid: the amount is negative", number.Format(n))
		}
		if f.act != 0 && m.acts.at(f.act).actor == who {
			n = m.spend(f.act, x, at, n, span)
		}
		if n > 0 {
			m.payNow(f, who, x, at, n, span)
		}
		m.record.dropWhy()
		return goOn
	}
}

// instanceData compiles the values of a condition's fields: they are appended to
// batches.data; the place and the count are returned.
func (c *compiler) instanceData(x *condition, with []program.With) func(f *frame, x *condition) (data, count int) {
	sets := c.withs(with)
	return func(f *frame, named *condition) (int, int) {
		m := f.m
		data := m.batch.keepData(named.defaults...)
		for i := range sets {
			sets[i].into(f, m.batch.data[data:])
		}
		return data, len(named.defaults)
	}
}

// handed is one name = value of a statement.
type handed struct {
	field *field
	value numFn
	span  *diag.Span
}

func (c *compiler) withs(with []program.With) []handed {
	out := make([]handed, len(with))
	for i := range with {
		out[i] = handed{c.fieldOf(with[i].Field), c.expr(with[i].Value), &with[i].Value.Span}
	}
	return out
}

// into works the value out and puts it into a record that outlives the program.
func (h *handed) into(f *frame, row []float64) {
	v := h.value(f)
	m := f.m
	switch {
	case h.field.Type.Kind == program.Set:
		cells := row[h.field.Cell : h.field.Cell+state.SetCells]
		clear(cells)
		for _, e := range m.lists.Of(v) {
			state.Include(cells, int(m.setMember(e, h.span)), true)
		}
		return
	case h.field.list:
		v = m.lists.Keep(v)
	case h.field.whole:
		m.mustBeWhole(v, h.field, h.span)
	}
	row[h.field.Cell] = v
}

func (c *compiler) apply(s *program.Apply) stmt {
	to, span := c.expr(s.To), &s.Span
	by := c.selfOr(s.By)
	var fixed *condition
	var named numFn
	list := 0
	if s.Condition != nil {
		fixed = c.conditions[s.Condition.Index]
		list = c.untilList(ownUntil(s.Condition.Until, s.Until))
	} else {
		named = c.expr(s.Named)
		list = c.untilList(s.Until)
	}
	data, moment := c.instanceData(fixed, s.With), c.momentOf(s.Until)
	return func(f *frame) control {
		m := f.m
		x, ends := fixed, list
		if x == nil {
			x = m.code.conditions[m.somebody(named(f), span)-1]
			if len(s.Until) == 0 {
				ends = x.until
			}
		}
		who := m.somebody(to(f), span)
		if x.holds != nil {
			m.fail(span, NotNow, "condition %s follows from its formula and can't be applied", quoted(x.Name))
		}
		author := int(by(f))
		at, count := data(f, x)
		m.at = span
		o := op{span: span}
		m.begin(x, who, author, noLaterThan(m.endingFor(ends, x.Condition, who, author, at, count), moment, f), at, count, &o)
		return goOn
	}
}

func (c *compiler) endCondition(s *program.EndCondition) stmt {
	span := &s.Span
	list := 0
	var moment numFn
	if s.Until != nil {
		list, moment = c.untilList([]*program.Until{s.Until}), c.momentOf([]*program.Until{s.Until})
	}
	if s.Which != nil {
		which := c.expr(s.Which)
		return func(f *frame) control {
			f.m.endOrMute(f, which(f), list, moment, span)
			return goOn
		}
	}
	on := c.selfOr(s.On)
	where := c.test(s.Where)
	var fixed *condition
	var named numFn
	if s.Condition != nil {
		fixed = c.conditions[s.Condition.Index]
	} else {
		named = c.expr(s.Named)
	}
	return func(f *frame) control {
		m := f.m
		x := fixed
		if x == nil {
			x = m.code.conditions[m.somebody(named(f), span)-1]
		}
		who := m.somebody(on(f), span)
		base := len(m.settling.doomed)
		for _, slot := range m.state.InForce() {
			if i := m.state.Instance(slot); int(i.Bearer) == who && i.Condition == x.Condition {
				m.settling.doom(m.state.Number(slot), span, false)
			}
		}
		for k := base; k < len(m.settling.doomed); k++ {
			number := m.settling.doomed[k].instance
			if where != nil {
				f.locals[s.Each] = number
				if !where(f) {
					continue
				}
			}
			m.endOrMute(f, number, list, moment, span)
		}
		m.settling.dropDoomed(base)
		return goOn
	}
}

// momentOf compiles the earliest moment of the clock among end phrases; nil
// without any. It is worked out where the phrases stand, with the locals there.
func (c *compiler) momentOf(list []*program.Until) numFn {
	var moment numFn
	for _, u := range list {
		if u.Clock == nil {
			continue
		}
		before, this := moment, c.expr(u.Clock)
		moment = this
		if before != nil {
			moment = func(f *frame) float64 { return math.Min(before(f), this(f)) }
		}
	}
	return moment
}

// noLaterThan brings an ending forward to a moment of the clock; nil is none.
func noLaterThan(e state.Ending, moment numFn, f *frame) state.Ending {
	if moment != nil {
		e.Time = math.Min(e.Time, moment(f))
	}
	return e
}

// endOrMute ends an instance, or mutes it when there is an end to that.
func (m *Machine) endOrMute(f *frame, number float64, list int, moment numFn, span *diag.Span) {
	slot := m.state.Slot(number)
	if slot == 0 || !m.state.Instance(slot).Alive {
		return
	}
	i := m.state.Instance(slot)
	if m.observed != nil {
		m.noteEnd(i)
	}
	o := op{kind: opEnd, instance: number, thing: i.Bearer, span: span}
	if list != 0 {
		o.kind = opMute
		o.ends = m.batch.keepEnding(noLaterThan(m.endingFor(list, i.Condition, int(i.Bearer), int(i.By), 0, 0), moment, f))
	}
	m.do(&o)
}

// endActions compiles the calling off of all that somebody is about, or of one act under way.
func (c *compiler) endActions(s *program.EndActions) stmt {
	span := &s.Span
	if s.Act == nil {
		of := c.expr(s.Of)
		return func(f *frame) control {
			f.m.acts.callOff(f.m.somebody(of(f), span), f.act)
			return f.after()
		}
	}
	act := c.expr(s.Act)
	return func(f *frame) control {
		v := act(f)
		if v == 0 {
			f.none(s.Act)
		}
		f.m.acts.callOffOne(f.m.acts.find(value.Act(v)), f.act)
		return f.after()
	}
}

func (c *compiler) endEntry(s *program.EndEntry) stmt {
	e, of, span := c.entries[s.Entry.Index], c.selfOr(s.Of), &s.Span
	return func(f *frame) control {
		m := f.m
		who := int(of(f))
		for k := m.state.Agenda.Next(who, e.Index); k >= 0; k = m.state.Agenda.Next(who, e.Index) {
			m.do(&op{kind: opUnschedule, serial: m.state.Agenda[k].Serial, thing: int32(who), span: span})
		}
		return goOn
	}
}

func (c *compiler) schedule(s *program.Schedule) stmt {
	e, of, span := c.entries[s.Entry.Index], c.selfOr(s.Of), &s.Span
	keys, with := c.exprs(s.Keys), c.withs(s.With)
	var after *entry
	var afterOf, bound numFn
	if s.AfterEntry != nil {
		after, afterOf = c.entries[s.AfterEntry.Index], c.selfOr(s.AfterOf)
	}
	if s.For != nil {
		bound = c.expr(s.For)
	}
	return func(f *frame) control {
		m := f.m
		m.at = span
		x := m.newEntry(e, int(of(f)), len(keys))
		for i, k := range keys {
			x.Keys[i] = k(f)
		}
		m.at = span
		for i := range with {
			with[i].into(f, m.entryRow(x.Slot))
		}
		if bound != nil {
			if x.Bound = m.state.Living(bound(f)); x.Bound == 0 {
				m.fail(span, OfNone, "the entry is bound to a condition that is none or has ended")
			}
		}
		if after != nil {
			m.followEntry(&x, after, int(afterOf(f)))
		}
		m.scheduleEntry(&x, span)
		return goOn
	}
}

// followEntry makes an entry come right after another one; when there is none,
// or it is the one that is being resolved, as soon as that is over.
func (m *Machine) followEntry(x *state.Entry, after *entry, of int) {
	if k := m.state.Agenda.Next(of, after.Index); k >= 0 {
		x.After = m.state.Agenda[k].Serial
		return
	}
	x.Urgent, x.Keys, x.Count = true, m.turns.clock, int8(m.turns.keys)
}

func (c *compiler) move(s *program.Move) stmt {
	what, to, span := c.exprs(s.What), c.exprs(s.To), &s.Span
	carries := make([]bool, len(to))
	ends := make([]diag.Span, len(to))
	for i, e := range s.To {
		carries[i] = e.Type.Kind == program.ThingType
		ends[i] = e.Span
	}
	return func(f *frame) control {
		m := f.m
		data := len(m.batch.data)
		for i := range what {
			who, target := m.somebody(what[i](f), span), to[i](f)
			if target == 0 {
				m.fail(&ends[i], OfNone, "%s can't be moved to none: there is no such place on the map", m.name(who))
			}
			switch {
			case carries[i]:
				m.do(&op{kind: opCarry, thing: int32(who), by: int32(target), span: span})
			case m.state.Carrier(who) != 0:
				m.do(&op{kind: opCarry, thing: int32(who), span: span})
				m.batch.keepData(float64(who), target)
			default:
				m.batch.keepData(float64(who), target)
			}
		}
		if len(m.batch.data) == data {
			return goOn
		}
		m.moveAll(data, span)
		return f.after()
	}
}

// moveAll moves the things, with their places, that stand in batches.data from an index on.
func (m *Machine) moveAll(data int, span *diag.Span) {
	count := len(m.batch.data) - data
	from := len(m.room.movedFrom)
	for i := 0; i < count; i += 2 {
		who := m.batch.data[data+i]
		m.room.movedFrom = append(m.room.movedFrom, who, float64(m.state.Place(int(who))))
	}
	m.do(&op{kind: opMove, data: int32(data), count: int32(count), thing: int32(m.batch.data[data]), span: span})
	m.batch.releaseData(data)
	m.tellMoves(from, span)
}

// tellMoves announces the moves of the things from an index of movedFrom on that
// are somewhere else now.
func (m *Machine) tellMoves(from int, span *diag.Span) {
	e := m.code.moves
	if e == nil || !m.code.heardOf[e.index] && !m.witness.on {
		m.room.movedFrom = m.room.movedFrom[:from]
		return
	}
	for i := from; i < len(m.room.movedFrom); i += 2 {
		who, old := int(m.room.movedFrom[i]), m.room.movedFrom[i+1]
		if !m.isCreature[who] || float64(m.state.Place(who)) == old {
			continue
		}
		h := m.happen(e, who, m.frame.act)
		row := m.events.row(h)
		for _, x := range e.Fields {
			if x.Name == "from" {
				row[x.Cell] = old
			} else {
				row[x.Cell] = float64(m.state.Place(who))
			}
		}
		m.happens(m.frame, h, nil, false, span)
		m.events.dropFrom(h)
	}
	m.room.movedFrom = m.room.movedFrom[:from]
}

func (c *compiler) announce(s *program.Announce) stmt {
	e, of, span := c.events[s.Event.Index], c.selfOr(s.Of), &s.Span
	with := c.withs(s.With)
	var responders numFn
	one := false
	if s.For != nil {
		responders = c.expr(s.For)
		one = !isList(s.For.Type)
	}
	unheard := c.mayFail(append(valuesOf(s.With), s.Of, s.For))
	return func(f *frame) control {
		m := f.m
		if m.observed != nil {
			m.noteEvent(e)
		}
		if !m.code.heardOf[e.index] && !m.record.tracing && !m.witness.on {
			mark := m.lists.Mark()
			for i := range unheard { // what can't be worked out is an error even if nobody hears it
				unheard[i](f)
			}
			m.lists.Release(mark)
			return goOn
		}
		h := m.happen(e, int(of(f)), f.act)
		for i := range with {
			v := with[i].value(f)
			row := m.events.row(h)
			if with[i].field.Type.Kind == program.Set {
				with[i].into(f, row)
				continue
			}
			row[with[i].field.Cell] = v
		}
		var whom []float64
		if responders != nil {
			v := responders(f)
			whom = m.room.one[:0]
			switch {
			case one && v != 0:
				m.room.one[0] = v
				whom = m.room.one[:1]
			case !one && v != 0:
				whom = m.lists.Of(v)
			}
		}
		m.happens(f, h, whom, s.UntilAllPass, span)
		m.events.dropFrom(h)
		return f.after()
	}
}

func valuesOf(with []program.With) []*program.Expr {
	var list []*program.Expr
	for _, w := range with {
		list = append(list, w.Value)
	}
	return list
}

// mayFail compiles those of a number of expressions whose working out may be an error.
func (c *compiler) mayFail(list []*program.Expr) []numFn {
	var out []numFn
	for _, e := range list {
		if e != nil && !alwaysWorks(e) {
			out = append(out, c.expr(e))
		}
	}
	return out
}

// alwaysWorks tells whether an expression only names something.
func alwaysWorks(e *program.Expr) bool {
	switch e.Op {
	case program.OpConst, program.OpLocal, program.OpThing, program.OpDice, program.OpAct, program.OpEvent:
		return true
	}
	return e.Op == program.OpBuiltin && (e.Builtin == program.Combatants || e.Builtin == program.Everyone || e.Builtin == program.Mine && alwaysWorks(e.Args[0]))
}

func (c *compiler) perform(s *program.Perform) stmt {
	by, span := c.selfOr(s.By), &s.Span
	with := c.performWiths(s)
	if s.Act != nil && s.Act.Type.Kind == program.Plan {
		return c.performPlan(s, with)
	}
	find := c.performed(s)
	return func(f *frame) control {
		m := f.m
		a, act := find(f)
		if act != 0 {
			acts := len(m.acts.rows)
			m.perform(act, span)
			m.acts.drop(acts)
			return f.after()
		}
		actor := m.somebody(by(f), span)
		var args [maxArgs]float64
		for i := range a.params {
			args[i] = open
		}
		handArgs(f, with, a, args[:])
		m.performNow(f, a, actor, args[:len(a.params)], span)
		return f.after()
	}
}

// handArgs puts what is handed over to an action among the arguments for its parameters.
func handArgs(f *frame, with []handed, a *action, args []float64) {
	for i := range with {
		v := with[i].value(f)
		for k, p := range a.params {
			if k == 0 && with[i].field == nil || with[i].field != nil && p.Cell == with[i].field.Cell {
				args[k] = v
			}
		}
	}
}

// performWiths compiles the parameters that are handed over; `on T` without a
// field is the first one.
func (c *compiler) performWiths(s *program.Perform) []handed {
	out := make([]handed, len(s.With))
	for i := range s.With {
		out[i] = handed{value: c.expr(s.With[i].Value), span: &s.With[i].Value.Span}
		if s.With[i].Field != nil {
			out[i].field = c.fieldOf(s.With[i].Field)
		}
	}
	return out
}

// performed compiles what is performed: an action, or an act that was chosen before.
func (c *compiler) performed(s *program.Perform) func(f *frame) (*action, actRef) {
	if s.Action != nil {
		a := c.actions[s.Action.Index]
		return func(*frame) (*action, actRef) { return a, 0 }
	}
	span := &s.Span
	if s.Act.Type.Kind == program.Act {
		act := c.expr(s.Act)
		return func(f *frame) (*action, actRef) {
			i := f.m.acts.find(value.Act(act(f)))
			if i == 0 {
				f.m.fail(span, OfNone, "there is no act to perform: %s is none", quoted(s.Act.Span.Text()))
			}
			return nil, i
		}
	}
	def := c.expr(&program.Expr{
		Op: program.OpBuiltin, Builtin: program.AsAction, Args: []*program.Expr{s.Act}, Type: program.Type{Kind: program.Definition}, Span: s.Act.Span,
	})
	return func(f *frame) (*action, actRef) {
		v := def(f)
		if v == 0 {
			f.m.fail(span, OfNone, "there is no action to perform: %s is none", quoted(s.Act.Span.Text()))
		}
		return f.m.code.actions[int(v)-1], 0
	}
}

// performNow proposes an action with its parameters and performs it. A refusal is
// told and the program goes on.
func (m *Machine) performNow(f *frame, a *action, actor int, args []float64, span *diag.Span) {
	acts := len(m.acts.rows)
	q := Question{Name: a.Def.Name, Who: actor, Actor: actor, happening: f.event}
	act, r := m.Propose(&q, a.Action, args)
	if r != nil {
		m.tellRefused(a, actor, r, span)
	} else {
		m.perform(m.acts.find(act), span)
	}
	m.acts.drop(acts)
}
