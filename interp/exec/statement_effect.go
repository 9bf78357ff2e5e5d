package exec

import (
	"math"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

func (f *frame) conditionMeant(n *code.NamedCondition, span *diag.Span) *code.Condition {
	if n.Fixed != nil {
		return n.Fixed
	}
	return f.m.Code.Conditions[f.somebody(n.Named, span)-1]
}

// noLaterThan brings an ending forward to the earliest moment of the clock.
func (f *frame) endingNoLater(e *code.EndOf, ends state.Ending) state.Ending {
	for _, c := range e.Moment {
		ends.Time = math.Min(ends.Time, f.eval(c))
	}
	return ends
}

// keep appends the fields of an instance of a condition to batches.data, and returns where they
// begin.
func (f *frame) keepFields(h code.InstanceFields, x *code.Condition) (data, count int) {
	m := f.m
	data = m.batch.keepData(x.Defaults...)
	for i := range h {
		f.handInto(&h[i], m.batch.data[data:])
	}
	return data, len(x.Defaults)
}

func (f *frame) runApply(s *code.ApplyStmt) code.Control {
	m, span := f.m, &s.Span
	x, ends := f.conditionMeant(&s.Condition, span), s.Ends.List
	if s.Condition.Fixed == nil && len(s.Until) == 0 {
		ends = x.Until
	}
	who := f.somebody(s.To, span)
	if x.Holds != nil {
		m.fail(span, NotNow, "condition %s follows from its formula and can't be applied", code.Quoted(x.Name))
	}
	author := board.Thing(f.eval(s.By))
	if m.leavesOutCondition(who, x.Condition) {
		return code.GoOn
	}
	at, count := f.keepFields(s.With, x)
	m.at = span
	o := op{span: span}
	m.begin(x, who, author, f.endingNoLater(&s.Ends, m.endingFor(ends, x.Condition, who, author, at, count)), at, count, &o)
	return code.GoOn
}

func (f *frame) runEnd(s *code.EndStmt) code.Control {
	m, span := f.m, &s.Span
	if s.Which != nil {
		m.endOrMute(f, f.eval(s.Which), &s.Ends, span)
		return code.GoOn
	}
	x := f.conditionMeant(&s.Condition, span)
	who := f.somebody(s.On, span)
	base := len(m.settling.doomed)
	for _, slot := range m.state.InForce() {
		if i := m.state.Instance(slot); board.Thing(i.Bearer) == who && i.Condition == x.Condition {
			m.settling.doom(m.state.Number(slot), 0, span, false)
		}
	}
	for k := base; k < len(m.settling.doomed); k++ {
		instance := m.settling.doomed[k].instance
		if s.Where != nil {
			f.locals[s.Each] = instance
			if f.eval(s.Where) == 0 {
				continue
			}
		}
		m.endOrMute(f, instance, &s.Ends, span)
	}
	m.settling.dropDoomed(base)
	return code.GoOn
}

// endOrMute ends an instance, or mutes it when there is an end to that.
func (m *Machine) endOrMute(f *frame, instance float64, ends *code.EndOf, span *diag.Span) {
	slot := m.state.Slot(instance)
	if slot == 0 || !m.state.Instance(slot).Alive {
		return
	}
	i := m.state.Instance(slot)
	if m.observed != nil {
		m.noteEnd(i)
	}
	o := op{kind: opEnd, instance: instance, thing: i.Bearer, span: span}
	if ends.List != 0 {
		o.kind = opMute
		o.ends = m.batch.keepEnding(f.endingNoLater(ends, m.endingFor(ends.List, i.Condition, board.Thing(i.Bearer), board.Thing(i.By), 0, 0)))
	}
	m.do(&o)
}

func (f *frame) runPay(s *code.PayStmt) code.Control {
	m, span := f.m, &s.Span
	who := f.somebody(s.From, span)
	at := 0
	if s.Member != nil {
		at = m.memberOf(s.Pool, s.Pay.Member, f.eval(s.Member))
	}
	n := f.amount(&s.Amount)
	m.mustBeWhole(n, s.Pool, span)
	if n < 0 {
		m.fail(span, NotWhole, "%s can't be paid: the amount is negative", number.Format(n))
	}
	own := actRef(0)
	if f.act != 0 && m.acts.at(f.act).actor == who {
		own = f.act
	}
	if n > 0 {
		if r := m.banOnPaying(own, who, s.Pool, at, n); r != nil {
			return f.mayNotPay(own, who, r, span)
		}
	}
	if own != 0 {
		n = m.spend(own, s.Pool, at, n, span)
	}
	if n > 0 {
		m.payNow(f, who, s.Pool, at, n, span)
	}
	m.record.dropWhy()
	return code.GoOn
}

// mayNotPay is what becomes of a payment that is forbidden (P40): it breaks off the act whose actor pays; at the
// end of one nothing is paid.
func (f *frame) mayNotPay(own actRef, who board.Thing, r *Refusal, span *diag.Span) code.Control {
	m := f.m
	m.record.dropWhy()
	switch {
	case own == 0:
		m.fail(span, CannotPay, "%s can't pay: %s", m.name(who), r.banReason(m, who))
	case !m.acts.at(own).unwinding:
		m.breakOff(own, r, span)
	}
	return f.after()
}

func (f *frame) runEndEntry(s *code.EndEntryStmt) code.Control {
	m, who := f.m, board.Thing(f.eval(s.Of))
	for k := m.state.Agenda.Next(who, s.Entry.Index); k >= 0; k = m.state.Agenda.Next(who, s.Entry.Index) {
		m.do(&op{kind: opUnschedule, serial: m.state.Agenda[k].Serial, thing: int32(who), span: &s.Span})
	}
	return code.GoOn
}

func (f *frame) runSchedule(s *code.ScheduleStmt) code.Control {
	m, span := f.m, &s.Span
	m.at = span
	x := m.newEntry(s.Entry, board.Thing(f.eval(s.Of)), len(s.Keys))
	for i, k := range s.Keys {
		x.Keys[i] = f.eval(k)
	}
	m.at = span
	if len(s.Keys) > 0 {
		m.sumFor(f, s.Schedule.Keys[0], true)
	}
	for i := range s.With {
		f.handInto(&s.With[i], m.entryRow(x.Slot))
	}
	if s.Bound != nil {
		if x.Bound = m.state.Living(f.eval(s.Bound)); x.Bound == 0 {
			m.fail(span, OfNone, "the entry is bound to a condition that is none or has ended")
		}
	}
	if s.After != nil {
		m.followEntry(&x, s.After, board.Thing(f.eval(s.AfterOf)))
	}
	m.scheduleEntry(&x, span)
	return code.GoOn
}

// followEntry makes an entry come right after another one; when there is none,
// or it is the one that is being resolved, as soon as that is over.
func (m *Machine) followEntry(x *state.Entry, after *code.Entry, of board.Thing) {
	if k := m.state.Agenda.Next(of, after.Index); k >= 0 {
		x.After = m.state.Agenda[k].Serial
		return
	}
	x.Urgent, x.Keys, x.Count = true, m.turns.clock, int8(m.turns.keys)
}

func (f *frame) runMove(s *code.MoveStmt) code.Control {
	m, span := f.m, &s.Span
	data := len(m.batch.data)
	for i := range s.What {
		who := f.somebody(s.What[i], span)
		target := f.eval(s.To[i])
		if target == 0 {
			m.fail(&s.Move.To[i].Span, OfNone, "%s can't be moved to none: there is no such place on the map", m.name(who))
		}
		switch {
		case s.Move.To[i].Type.Kind == program.ThingType:
			m.do(&op{kind: opCarry, thing: int32(who), by: int32(target), span: span})
		case m.state.Carrier(who) != 0:
			m.do(&op{kind: opCarry, thing: int32(who), span: span})
			m.batch.keepData(float64(who), target)
		default:
			m.batch.keepData(float64(who), target)
		}
	}
	if len(m.batch.data) == data {
		return code.GoOn
	}
	m.moveAll(data, 0, span)
	return f.after()
}

// moveAll moves the things, with their places, that stand in batches.data from an index on; put is 1 if they are
// put there, whether they may be there or not.
func (m *Machine) moveAll(data int, put float64, span *diag.Span) {
	count := len(m.batch.data) - data
	from := len(m.room.movedFrom)
	for i := 0; i < count; i += 2 {
		who := m.batch.data[data+i]
		m.room.movedFrom = append(m.room.movedFrom, who, (1-put)*float64(m.state.Place(board.Thing(who))))
	}
	m.do(&op{kind: opMove, data: int32(data), count: int32(count), thing: int32(m.batch.data[data]), value: put, span: span})
	m.batch.releaseData(data)
	m.tellMoves(from, span)
}

// tellMoves announces the moves of the things from an index of movedFrom on that
// are somewhere else now.
func (m *Machine) tellMoves(from int, span *diag.Span) {
	e := m.Code.Moves
	if e == nil || !m.Code.HeardOf[e.Index] && !m.witness.on {
		m.room.movedFrom = m.room.movedFrom[:from]
		return
	}
	for i := from; i < len(m.room.movedFrom); i += 2 {
		who, old := board.Thing(m.room.movedFrom[i]), m.room.movedFrom[i+1]
		if !m.IsCreature[who] || float64(m.state.Place(who)) == old {
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

func (f *frame) runCarry(s *code.CarryStmt) code.Control {
	m, span := f.m, &s.Span
	thing := f.somebody(s.What, span)
	by := board.Thing(f.eval(s.To))
	switch {
	case by == m.state.Carrier(thing):
		return code.GoOn
	case m.carriedBy(by, thing):
		m.fail(span, CarriesItself, "%s can't be carried by %s", m.title(thing), m.title(by))
	}
	at := m.areaOf(thing).Place
	m.do(&op{kind: opCarry, thing: int32(thing), by: int32(by), span: span})
	if by == 0 && at != 0 {
		m.moveAll(m.batch.keepData(float64(thing), float64(at)), 1, span)
	}
	return f.after()
}

// carriedBy tells whether somebody is a thing, or is carried by it.
func (m *Machine) carriedBy(who, thing board.Thing) bool {
	for k := 0; who != 0 && k <= m.Count; k++ {
		if who == thing {
			return true
		}
		who = m.state.Carrier(who)
	}
	return false
}

func (f *frame) runDraw(s *code.DrawStmt) code.Control {
	card := f.m.draw(s.Deck, f.rollerOf(&s.By), &s.Span)
	if s.Slot >= 0 {
		f.locals[s.Slot] = card
	}
	if s.Own != nil {
		if f.act == 0 {
			f.m.fail(&s.Span, OfNone, "there is no action here that %s could belong to", code.Quoted(s.Own.Name))
		}
		f.m.acts.row(f.act)[s.Own.Cell] = card
	}
	return code.GoOn
}

func (f *frame) runDiscard(s *code.DiscardStmt) code.Control {
	m, d, card := f.m, s.Deck, f.eval(s.What)
	if card == 0 {
		m.fail(&s.Span, OfNone, "there is no card here: the value is none")
	}
	for i, has := range d.Cards {
		if has == card && m.decks.Held(d.First+i) {
			m.decks.Discard(d.Index, d.First+i)
			m.deckChanged()
			if m.record.tracing {
				m.tellDeck(trace.Discard, d, -1, card, &s.Span)
			}
			return code.GoOn
		}
	}
	where := m.WhereCard(d.Deck, card)
	if where == "" {
		where = "it is in the pile"
	}
	m.fail(&s.Span, NotDrawn, "%s can't be discarded to %s: %s", code.Quoted(NameOfCard(d.Of, card)), code.Quoted(d.Name), where)
	return code.GoOn
}

func (f *frame) runShuffle(s *code.ShuffleStmt) code.Control {
	f.m.shuffle(s.Deck, &s.Span)
	return code.GoOn
}
