package exec

import (
	"math"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/deps"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// opKind is one of the closed set of state changes. Nothing else changes the
// state; each is applied by apply, recorded when it happens in a batch member on
// a copy, and told by one event of the trace when it becomes true, unless it is
// bookkeeping that says so below. Payments are not among them: they land at once (see pay.go).
type opKind uint8

const (
	// opAdd and opSet change a cell of a thing, opSetAdd and opSetRemove a member of a set.
	opAdd opKind = iota + 1
	opSet
	opReset
	opSetAdd
	opSetRemove
	// opInstanceAdd and the following do the same with a field of an instance.
	opInstanceAdd
	opInstanceSet
	opInstanceSetAdd
	opInstanceSetRemove
	opApply
	opEnd
	opMute
	// opEndingCame notes that the ending with the list of end phrases at has come; value is 1 for that of its
	// silence. After the last one it ends.
	opEndingCame
	opMove
	opCarry
	opSchedule
	opUnschedule
	opFollow
	// opCount notes that what an end of an instance waits for has come once more: the counter at of
	// the ending with the list count; value is 1 for the end of its silence. It is bookkeeping, which nothing tells.
	opCount
)

// op is one change with its amounts worked out. What it does not need is zero.
type op struct {
	kind   opKind
	member uint8
	// sign says of opSet and opInstanceSet that they only raise (1) or lower (-1).
	sign int8
	// doer is who was acting; kept only for an observer.
	doer      int32
	thing     int32
	at        int32      // member of a family, from 0; of a set: the number
	slot      state.Slot // reserved for an instance
	value     float64
	field     *code.Field
	instance  float64
	condition *code.Condition
	by        int32
	// ends is where the ending is in batches.endings, entry where the entry is in
	// batches.entries, each plus 1.
	ends, entry int32
	// data is where further values are in batches.data, count of them.
	data, count int32
	serial      int64
	why, sum    int32
	span        *diag.Span
}

// do makes a change: on the state at hand, and again when the batch lands.
func (m *Machine) do(o *op) {
	o.why, o.sum = m.record.why, m.record.sum
	if m.observed != nil {
		o.doer = int32(m.doer())
	}
	if act := m.frame.act; act != 0 && !o.follows() {
		m.acts.happens(act)
	}
	if m.batch.recording > 0 {
		o = m.batch.keep(o)
	}
	m.apply(o)
}

// follows tells whether a change isn't what a program says, but follows from something: a condition ends, a pool
// is reset.
func (o *op) follows() bool {
	switch o.kind {
	case opEndingCame, opReset, opCount, opFollow:
		return true
	}
	return false
}

// apply makes a change on the state at hand. It returns false when the change
// has become impossible.
func (m *Machine) apply(o *op) bool {
	m.tally.changed()
	m.tally.hadEffect()
	// What is asked while the change is being made must not be answered as before it,
	// nor what is asked afterwards as in the middle of it.
	if o.kind >= opInstanceAdd {
		m.notice(opSorts[o.kind])
	}
	done := m.applyOne(o)
	if m.observed != nil && !m.batch.landing && o.kind > opReset { // numbers are noted when they are stored
		m.noteEffect(o)
	}
	if o.kind >= opInstanceAdd {
		m.notice(opSorts[o.kind])
	}
	return done
}

// opSorts are the sorts of what the changes change that are not of a thing's field.
var opSorts = [...]deps.Mask{
	opInstanceAdd: deps.Conditions, opInstanceSet: deps.Conditions,
	opInstanceSetAdd: deps.Conditions, opInstanceSetRemove: deps.Conditions,
	opApply: deps.Conditions, opEnd: deps.Conditions, opMute: deps.Conditions, opEndingCame: deps.Conditions,
	opMove: deps.Places, opCarry: deps.Places | deps.Carriers,
	opSchedule: deps.More, opUnschedule: deps.More, opFollow: deps.More,
	opCount: 0,
}

func (m *Machine) applyOne(o *op) bool {
	switch o.kind {
	case opAdd, opSet, opReset, opSetAdd, opSetRemove:
		m.changeThing(o)
	case opInstanceAdd, opInstanceSet, opInstanceSetAdd, opInstanceSetRemove:
		return m.changeInstance(o)
	case opApply:
		m.applyCondition(o)
	case opEnd:
		return m.endInstance(o)
	case opMute:
		return m.muteInstance(o)
	case opEndingCame:
		return m.endingCame(o)
	case opMove:
		return m.moveThings(o)
	case opCarry:
		m.carry(o)
	case opSchedule:
		m.putEntry(&m.batch.entries[o.entry-1], o)
	case opUnschedule:
		return m.removeEntry(o)
	case opFollow:
		m.follow(o)
	case opCount:
		m.countOccurrence(o)
	}
	return true
}

// changeThing applies a change of a field of a thing.
func (m *Machine) changeThing(o *op) {
	x := o.field
	if x.Virtual {
		m.changeStack(o)
		return
	}
	at := int(m.Rows[o.thing]) + x.Cell
	switch o.kind {
	case opSetAdd, opSetRemove:
		cells := m.state.Row(at, state.SetCells)
		was := state.InSet(cells, float64(o.at+1))
		state.Include(cells, int(o.at), o.kind == opSetAdd)
		m.noticeField(board.Thing(o.thing), x)
		if m.record.tracing && m.batch.recording == 0 && was != (o.kind == opSetAdd) {
			e := m.emit(trace.Field, o.span)
			e.Who, e.Field, e.From, e.Key, e.To = o.thing, x.Field, boolean(was), o.at+1, boolean(!was)
			m.batch.mark(e, o)
		}
		return
	case opSet, opReset:
		if x.Set {
			copy(m.state.Row(at, state.SetCells), m.batch.data[o.data:o.data+o.count])
			m.noticeField(board.Thing(o.thing), x)
			return
		}
	}
	at += int(o.at)
	old := m.state.Cell(at)
	now := o.value
	if o.kind == opAdd || o.sign != 0 {
		if x.Optional && old == program.Absent {
			m.notStated(x, o)
		}
		now = o.from(old)
	}
	if x.Pool != nil {
		now = m.bounded(x.Pool, board.Thing(o.thing), int(o.at), old, now, o.kind == opAdd)
	}
	m.store(o, x, at, old, now)
	if o.kind == opReset {
		m.payments.begunAnew(at)
	}
}

// from returns what a change that starts from an old number makes of it.
func (o *op) from(old float64) float64 {
	switch o.sign {
	case 1:
		return max(old, o.value)
	case -1:
		return min(old, o.value)
	}
	return old + o.value
}

// store puts a value into a cell, watched and told.
func (m *Machine) store(o *op, x *code.Field, at int, old, now float64) {
	if x.Whole && !isWhole(now) {
		m.badNumber(now, x, o.span)
	}
	if m.opts.Check {
		m.checkPool(board.Thing(o.thing), x, int(o.at), old, now)
	}
	if x.Watched || x.Views != nil {
		m.touch(board.Thing(o.thing), x, int(o.at))
	}
	m.state.SetCell(at, now)
	if old != now {
		m.noticeField(board.Thing(o.thing), x)
	}
	if m.observed != nil && old != now {
		m.noteChange(o, x, old, now)
	}
	if m.record.tracing && m.batch.recording == 0 && (old != now || o.kind != opAdd) {
		m.tellChange(o, x, old, now)
	}
}

func (m *Machine) tellChange(o *op, x *code.Field, old, now float64) {
	kind := trace.Field
	if x.Field.Pool != nil {
		kind = trace.Pool
	}
	e := m.emit(kind, o.span)
	e.Who, e.Field, e.From, e.To, e.Explain, e.Sum = o.thing, x.Field, old, now, o.why, o.sum
	if x.Family != nil {
		e.Key = o.at + 1
	}
	m.batch.mark(e, o)
	if x.Field.Pool != nil {
		m.tellMost(board.Thing(o.thing), x, int(o.at))
	}
	if x.Told != nil && old != now {
		m.tellField(o, x, old, now)
	}
}

// tellField adds the sentence that the ruleset has for a change of a number.
func (m *Machine) tellField(o *op, x *code.Field, old, now float64) {
	m.tellOf(x.Told, func(f *code.Formula) float64 {
		if x.Family != nil {
			return m.number(f, float64(o.thing), float64(o.at+1), old, now)
		}
		return m.number(f, float64(o.thing), old, now)
	})
}

// bounded cuts a new value of a pool off at its bounds. A change does not push a
// value that lies outside already further than it goes itself.
func (m *Machine) bounded(p *code.Pool, thing board.Thing, member int, old, now float64, change bool) float64 {
	switch {
	case !change:
		low, high := m.bounds(p, thing, member)
		return max(low, min(now, high))
	case now < old:
		if low := min(m.lowest(p, thing, member), old); now < low {
			return low
		}
	case p.Max != nil:
		_, high := m.bounds(p, thing, member)
		return min(now, max(high, old))
	}
	return now
}

// bounds are those of a pool of a thing; members of a family count from 0, and a pool that
// is none is its only one.
func (m *Machine) bounds(p *code.Pool, thing board.Thing, member int) (low, high float64) {
	low, high = m.lowest(p, thing, member), math.Inf(1)
	if p.Max != nil {
		high = max(low, m.number(p.Max, float64(thing), float64(member+1)))
	}
	return low, high
}

func (m *Machine) lowest(p *code.Pool, thing board.Thing, member int) float64 {
	if p.Min == nil {
		return 0
	}
	return m.number(p.Min, float64(thing), float64(member+1))
}

// changeStack takes a loss from the first pool of a stack that has something,
// and so on; the last takes what is left. A gain goes to the last first.
func (m *Machine) changeStack(o *op) {
	x := o.field
	amount := o.value
	if o.kind != opAdd {
		amount -= m.stackOf(board.Thing(o.thing), x)
	}
	n := len(x.Parts)
	for i := range x.Parts {
		part := x.Parts[i]
		if amount > 0 {
			part = x.Parts[n-1-i]
		}
		if amount == 0 {
			return
		}
		at := int(m.Rows[o.thing]) + part.Cell
		old := m.state.Cell(at)
		now := m.bounded(part.Pool, board.Thing(o.thing), 0, old, old+amount, true)
		amount -= now - old
		if now != old {
			m.store(o, part, at, old, now)
		}
	}
}

// setMember returns the position of a value in a set.
func (m *Machine) setMember(v float64, span *diag.Span) int32 {
	switch {
	case v == 0:
		m.fail(span, OfNone, "none can't be in a set")
	case v < 1 || v > state.MaxMember:
		m.fail(span, TooMany, "a set can only hold the first %d things, definitions or steps of a kind or scale; this is number %s", state.MaxMember, number.Format(v))
	}
	return int32(v) - 1
}

// changeInstance applies a change of an instance's field.
func (m *Machine) changeInstance(o *op) bool {
	slot := m.state.Slot(m.batch.renamed(o.instance))
	if slot == 0 {
		return false
	}
	x := o.field
	row := m.state.Fields(slot)
	i := m.state.Instance(slot)
	defer m.noticeThing(board.Thing(i.Bearer), m.conditionOf(i).Changes)
	at := x.Cell + int(o.at)
	switch {
	case o.kind == opInstanceSetAdd || o.kind == opInstanceSetRemove:
		state.Include(row[x.Cell:x.Cell+state.SetCells], int(o.at), o.kind == opInstanceSetAdd)
		return true
	case x.Set:
		copy(row[x.Cell:x.Cell+state.SetCells], m.batch.data[o.data:o.data+o.count])
		return true
	}
	old, now := row[at], o.value
	if o.kind == opInstanceAdd || o.sign != 0 {
		if x.Optional && old == program.Absent {
			m.notStated(x, o)
		}
		now = o.from(old)
	}
	if x.Whole {
		m.mustBeWhole(now, x, o.span)
	}
	row[at] = now
	if m.record.tracing && m.batch.recording == 0 {
		e := m.emit(trace.InstanceField, o.span)
		e.Who, e.Other, e.Field, e.From, e.To = i.Bearer, i.By, x.Field, old, now
		e.Condition, e.Instance, e.Explain = i.Condition, m.state.Number(slot), o.why
		m.batch.mark(e, o)
	}
	return true
}

// mustBeWhole stops the run when a number can't be stored.
func (m *Machine) mustBeWhole(v float64, x *code.Field, span *diag.Span) {
	if !isWhole(v) {
		m.badNumber(v, x, span)
	}
}

// notStated stops the run where something is added to a number that nobody has stated.
func (m *Machine) notStated(x *code.Field, o *op) {
	d := m.newFault(o.span, NotStated, "%s of %s has no value, so nothing can be added to it", code.Quoted(x.Name), m.name(board.Thing(o.thing)))
	m.raise(d.WithHint("give it a value first with ="))
}

// isWhole tells whether v is a whole number that may be stored.
func isWhole(v float64) bool {
	return v == float64(int64(v)) && v <= program.MaxWhole && v >= -program.MaxWhole
}

// moveThings moves things, all at once: batches.data holds thing and place by turns. With a value of 1 they
// are where they are put, whether they may be there or not.
func (m *Machine) moveThings(o *op) bool {
	pairs := m.batch.data[o.data : o.data+o.count]
	base := len(m.room.oldPlaces)
	for i := 0; i < len(pairs); i += 2 {
		who := board.Thing(pairs[i])
		from := m.state.Place(who)
		if o.value != 0 {
			from = 0 // until now it was with whoever carried it
		}
		m.room.oldPlaces = append(m.room.oldPlaces, from)
		m.state.SetPlace(who, board.Place(pairs[i+1]))
	}
	old := m.room.oldPlaces[base:]
	m.noticeMoves(pairs)
	for i := 0; i < len(pairs); i += 2 {
		if who := board.Thing(pairs[i]); o.value == 0 && !m.mayBe(who, board.Place(pairs[i+1])) {
			for j := 0; j < len(pairs); j += 2 {
				m.state.SetPlace(board.Thing(pairs[j]), old[j/2])
			}
			m.noticeMoves(pairs)
			m.room.oldPlaces = m.room.oldPlaces[:base]
			m.skipped(o, "the move", who)
			return true
		}
	}
	if m.record.tracing && m.batch.recording == 0 {
		for i := 0; i < len(pairs); i += 2 {
			e := m.emit(trace.Move, o.span)
			e.Who, e.From, e.To = int32(pairs[i]), float64(old[i/2]), pairs[i+1]
			m.batch.mark(e, o)
		}
	}
	m.room.oldPlaces = m.room.oldPlaces[:base]
	return true
}

// noticeMoves notes that things stand elsewhere; pairs are those and their places. What
// they carry goes with them.
func (m *Machine) noticeMoves(pairs []float64) {
	for i := 0; i < len(pairs); i += 2 {
		m.noticeThing(board.Thing(pairs[i]), deps.Places)
	}
	for who := board.Thing(1); int(who) <= m.Count; who++ {
		if m.state.Carrier(who) != 0 {
			m.noticeThing(who, deps.Places)
		}
	}
}

// mayBe tells whether a thing may stand where it is now: all of its ground can be entered, and it fits.
func (m *Machine) mayBe(who board.Thing, at board.Place) bool {
	return at == 0 || !m.IsCreature[who] || m.board.MayStand(who, board.Area{Place: at, Size: m.sizeOf(who)})
}

func (m *Machine) carry(o *op) {
	if m.carriedBy(board.Thing(o.by), board.Thing(o.thing)) {
		m.skipped(o, "handing over "+m.title(board.Thing(o.thing)), board.Thing(o.thing))
		return
	}
	at := board.Place(0)
	if o.by == 0 && m.IsCreature[o.thing] { // they are where they were carried, until they move on
		at = m.areaOf(board.Thing(o.thing)).Place
	}
	m.state.SetCarrier(board.Thing(o.thing), board.Thing(o.by))
	m.state.SetPlace(board.Thing(o.thing), at)
	m.noticeThing(board.Thing(o.thing), deps.Carriers)
	m.room.one[0] = float64(o.thing)
	m.noticeMoves(m.room.one[:1])
	if m.record.tracing && m.batch.recording == 0 {
		e := m.emit(trace.Carry, o.span)
		e.Who, e.Other = o.thing, o.by
		m.batch.mark(e, o)
	}
}

// skipped tells that a change has become impossible.
func (m *Machine) skipped(o *op, what string, who board.Thing) {
	if !m.record.tracing || m.batch.recording > 0 {
		return
	}
	e := m.emit(trace.Skipped, o.span)
	e.Who, e.Text = int32(who), what
	m.batch.mark(e, o)
}
