package interp

import (
	"math"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// namedCondition is a condition that a statement is about: a fixed one, or the one that named gives.
type namedCondition struct {
	fixed *condition
	named *code
}

func (f *frame) conditionMeant(n *namedCondition, span *diag.Span) *condition {
	if n.fixed != nil {
		return n.fixed
	}
	return f.m.code.conditions[f.somebody(n.named, span)-1]
}

// endOf says how an application, or the end of one, ends itself: by the end phrases of a list, no
// later than moment (nil: whenever they say).
type endOf struct {
	list   int
	moment []*code
}

// noLaterThan brings an ending forward to the earliest moment of the clock.
func (f *frame) endingNoLater(e *endOf, ends state.Ending) state.Ending {
	for _, c := range e.moment {
		ends.Time = math.Min(ends.Time, f.eval(c))
	}
	return ends
}

// instanceFields are the values of a condition's fields that a statement gives.
type instanceFields []handed

// keep appends the fields of an instance of a condition to batches.data, and returns where they
// begin.
func (f *frame) keepFields(h instanceFields, x *condition) (data, count int) {
	m := f.m
	data = m.batch.keepData(x.defaults...)
	for i := range h {
		f.handInto(&h[i], m.batch.data[data:])
	}
	return data, len(x.defaults)
}

// applyStmt applies a condition.
type applyStmt struct {
	*program.Apply
	condition namedCondition
	to, by    *code
	with      instanceFields
	ends      endOf
}

func (f *frame) runApply(s *applyStmt) control {
	m, span := f.m, &s.Span
	x, ends := f.conditionMeant(&s.condition, span), s.ends.list
	if s.condition.fixed == nil && len(s.Until) == 0 {
		ends = x.until
	}
	who := f.somebody(s.to, span)
	if x.holds != nil {
		m.fail(span, NotNow, "condition %s follows from its formula and can't be applied", quoted(x.Name))
	}
	author := board.Thing(f.eval(s.by))
	at, count := f.keepFields(s.with, x)
	m.at = span
	o := op{span: span}
	m.begin(x, who, author, f.endingNoLater(&s.ends, m.endingFor(ends, x.Condition, who, author, at, count)), at, count, &o)
	return goOn
}

// endStmt ends instances: those of a condition, or the one that which gives.
type endStmt struct {
	*program.EndCondition
	condition namedCondition
	which     *code
	on, where *code
	ends      endOf
}

func (f *frame) runEnd(s *endStmt) control {
	m, span := f.m, &s.Span
	if s.which != nil {
		m.endOrMute(f, f.eval(s.which), &s.ends, span)
		return goOn
	}
	x := f.conditionMeant(&s.condition, span)
	who := f.somebody(s.on, span)
	base := len(m.settling.doomed)
	for _, slot := range m.state.InForce() {
		if i := m.state.Instance(slot); board.Thing(i.Bearer) == who && i.Condition == x.Condition {
			m.settling.doom(m.state.Number(slot), span, false)
		}
	}
	for k := base; k < len(m.settling.doomed); k++ {
		instance := m.settling.doomed[k].instance
		if s.where != nil {
			f.locals[s.Each] = instance
			if f.eval(s.where) == 0 {
				continue
			}
		}
		m.endOrMute(f, instance, &s.ends, span)
	}
	m.settling.dropDoomed(base)
	return goOn
}

// endOrMute ends an instance, or mutes it when there is an end to that.
func (m *Machine) endOrMute(f *frame, instance float64, ends *endOf, span *diag.Span) {
	slot := m.state.Slot(instance)
	if slot == 0 || !m.state.Instance(slot).Alive {
		return
	}
	i := m.state.Instance(slot)
	if m.observed != nil {
		m.noteEnd(i)
	}
	o := op{kind: opEnd, instance: instance, thing: i.Bearer, span: span}
	if ends.list != 0 {
		o.kind = opMute
		o.ends = m.batch.keepEnding(f.endingNoLater(ends, m.endingFor(ends.list, i.Condition, board.Thing(i.Bearer), board.Thing(i.By), 0, 0)))
	}
	m.do(&o)
}

// payStmt pays from a pool: what the act holds first.
type payStmt struct {
	*program.Pay
	pool   *field
	amount amountOf
	from   *code
	member *code // nil: the pool is no family
}

func (f *frame) runPay(s *payStmt) control {
	m, span := f.m, &s.Span
	who := f.somebody(s.from, span)
	at := 0
	if s.member != nil {
		at = m.memberOf(s.pool, s.Member, f.eval(s.member))
	}
	n := f.amount(&s.amount)
	m.mustBeWhole(n, s.pool, span)
	if n < 0 {
		m.fail(span, NotWhole, "%s can't be paid: the amount is negative", number.Format(n))
	}
	if f.act != 0 && m.acts.at(f.act).actor == who {
		n = m.spend(f.act, s.pool, at, n, span)
	}
	if n > 0 {
		m.payNow(f, who, s.pool, at, n, span)
	}
	m.record.dropWhy()
	return goOn
}

// endEntryStmt takes entries of somebody off the agenda.
type endEntryStmt struct {
	*program.EndEntry
	entry *entry
	of    *code
}

func (f *frame) runEndEntry(s *endEntryStmt) control {
	m, who := f.m, board.Thing(f.eval(s.of))
	for k := m.state.Agenda.Next(who, s.entry.Index); k >= 0; k = m.state.Agenda.Next(who, s.entry.Index) {
		m.do(&op{kind: opUnschedule, serial: m.state.Agenda[k].Serial, thing: int32(who), span: &s.Span})
	}
	return goOn
}

// scheduleStmt puts an entry on the agenda.
type scheduleStmt struct {
	*program.Schedule
	entry *entry
	of    *code
	keys  []*code
	with  []handed
	// after is what it follows, of whom; nil: nothing. bound gives the condition that it goes with.
	after          *entry
	afterOf, bound *code
}

func (f *frame) runSchedule(s *scheduleStmt) control {
	m, span := f.m, &s.Span
	m.at = span
	x := m.newEntry(s.entry, board.Thing(f.eval(s.of)), len(s.keys))
	for i, k := range s.keys {
		x.Keys[i] = f.eval(k)
	}
	m.at = span
	for i := range s.with {
		f.handInto(&s.with[i], m.entryRow(x.Slot))
	}
	if s.bound != nil {
		if x.Bound = m.state.Living(f.eval(s.bound)); x.Bound == 0 {
			m.fail(span, OfNone, "the entry is bound to a condition that is none or has ended")
		}
	}
	if s.after != nil {
		m.followEntry(&x, s.after, board.Thing(f.eval(s.afterOf)))
	}
	m.scheduleEntry(&x, span)
	return goOn
}

// followEntry makes an entry come right after another one; when there is none,
// or it is the one that is being resolved, as soon as that is over.
func (m *Machine) followEntry(x *state.Entry, after *entry, of board.Thing) {
	if k := m.state.Agenda.Next(of, after.Index); k >= 0 {
		x.After = m.state.Agenda[k].Serial
		return
	}
	x.Urgent, x.Keys, x.Count = true, m.turns.clock, int8(m.turns.keys)
}

// moveStmt moves things, all at once.
type moveStmt struct {
	*program.Move
	what, to []*code
}

func (f *frame) runMove(s *moveStmt) control {
	m, span := f.m, &s.Span
	data := len(m.batch.data)
	for i := range s.what {
		who := f.somebody(s.what[i], span)
		target := f.eval(s.to[i])
		if target == 0 {
			m.fail(&s.To[i].Span, OfNone, "%s can't be moved to none: there is no such place on the map", m.name(who))
		}
		switch {
		case s.To[i].Type.Kind == program.ThingType:
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

// moveAll moves the things, with their places, that stand in batches.data from an index on.
func (m *Machine) moveAll(data int, span *diag.Span) {
	count := len(m.batch.data) - data
	from := len(m.room.movedFrom)
	for i := 0; i < count; i += 2 {
		who := m.batch.data[data+i]
		m.room.movedFrom = append(m.room.movedFrom, who, float64(m.state.Place(board.Thing(who))))
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
		who, old := board.Thing(m.room.movedFrom[i]), m.room.movedFrom[i+1]
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

// carryStmt is `x.carrier = c`. What is let go lies where it was carried.
type carryStmt struct {
	*program.Carry
	what, to *code
}

func (f *frame) runCarry(s *carryStmt) control {
	m, span := f.m, &s.Span
	thing := f.somebody(s.what, span)
	by := board.Thing(f.eval(s.to))
	switch {
	case by == m.state.Carrier(thing):
		return goOn
	case m.carriedBy(by, thing):
		m.fail(span, CarriesItself, "%s can't be carried by %s", m.title(thing), m.title(by))
	}
	at := m.areaOf(thing).Place
	m.do(&op{kind: opCarry, thing: int32(thing), by: int32(by), span: span})
	if by == 0 && at != 0 {
		m.moveAll(m.batch.keepData(float64(thing), float64(at)), span)
	}
	return f.after()
}

// carriedBy tells whether somebody is a thing, or is carried by it.
func (m *Machine) carriedBy(who, thing board.Thing) bool {
	for k := 0; who != 0 && k <= m.count; k++ {
		if who == thing {
			return true
		}
		who = m.state.Carrier(who)
	}
	return false
}

// drawStmt draws a card.
type drawStmt struct {
	*program.Draw
	deck *deck
	by   rollerOf
}

func (f *frame) runDraw(s *drawStmt) control {
	card := f.m.draw(s.deck, f.rollerOf(&s.by), &s.Span)
	if s.Slot >= 0 {
		f.locals[s.Slot] = card
	}
	if s.Own != nil {
		if f.act == 0 {
			f.m.fail(&s.Span, OfNone, "no action is at hand that %s could belong to", quoted(s.Own.Name))
		}
		f.m.acts.row(f.act)[s.Own.Cell] = card
	}
	return goOn
}

// discardStmt lays a card on the discards.
type discardStmt struct {
	*program.Discard
	deck *deck
	what *code
}

func (f *frame) runDiscard(s *discardStmt) control {
	m, d, card := f.m, s.deck, f.eval(s.what)
	if card == 0 {
		m.fail(&s.Span, OfNone, "no card is meant here: the value is none")
	}
	for i, has := range d.cards {
		if has == card && m.decks.Held(d.first+i) {
			m.decks.Discard(d.Index, d.first+i)
			m.deckChanged()
			if m.record.tracing {
				m.tellDeck(trace.Discard, d, -1, card, &s.Span)
			}
			return goOn
		}
	}
	where := m.WhereCard(d.Deck, card)
	if where == "" {
		where = "it is in the pile"
	}
	m.fail(&s.Span, NotDrawn, "%s can't be discarded to %s: %s", quoted(nameOfCard(d.Of, card)), quoted(d.Name), where)
	return goOn
}

// shuffleStmt brings the discards back into the pile.
type shuffleStmt struct {
	*program.Shuffle
	deck *deck
}

func (f *frame) runShuffle(s *shuffleStmt) control {
	f.m.shuffle(s.deck, &s.Span)
	return goOn
}
