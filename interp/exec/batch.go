package exec

import (
	"slices"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// batches are those that run, one within the other.
type batches struct {
	// depth is how many there are, recording how many of them have several members; levels
	// are these.
	depth, recording int
	levels           []*batch
	// member is which member of the innermost one runs, from 1.
	member uint8
	// landing is set while their changes are made on the state as it was.
	landing bool
	// ops are the changes that their members have made, with what belongs to them.
	ops     []op
	data    []float64
	endings []state.Ending
	entries []state.Entry
	aliases []ranked
	unused  []state.Slot
	// afterwards are the blocks that run when all have landed, laterData their cells.
	afterwards   []later
	laterData    []float64
	inAfterwards bool
}

func (b *batches) reset() {
	b.depth, b.recording, b.member, b.landing, b.inAfterwards = 0, 0, 0, false, false
	b.ops, b.data, b.endings, b.entries = b.ops[:0], b.data[:0], b.endings[:0], b.entries[:0]
	b.aliases, b.unused, b.afterwards, b.laterData = b.aliases[:0], b.unused[:0], b.afterwards[:0], b.laterData[:0]
}

// batch is one level of batches of several members: the state as it was when it began, and where its members' changes begin.
type batch struct {
	base state.State
	// tick is when it began, changes how many changes there were when the state was that of base last.
	tick, changes uint64
	ops           int
	outer         uint8
	// fields are those of the acts that were under way.
	fields []float64
}

// keep keeps a change of the member that runs until the batch lands, and returns where.
func (b *batches) keep(o *op) *op {
	o.member = b.member
	b.ops = append(b.ops, *o)
	return &b.ops[len(b.ops)-1]
}

// keepEnding and keepEntry keep what belongs to a change, and return where, plus 1.
func (b *batches) keepEnding(e state.Ending) int32 {
	b.endings = append(b.endings, e)
	return int32(len(b.endings))
}

func (b *batches) keepEntry(e *state.Entry) int32 {
	b.entries = append(b.entries, *e)
	return int32(len(b.entries))
}

// keepData keeps values that belong to a change, and returns where they begin.
func (b *batches) keepData(values ...float64) int {
	b.data = append(b.data, values...)
	return len(b.data) - len(values)
}

// releaseData forgets the values of a change that has been made and not recorded.
func (b *batches) releaseData(data int) {
	if b.recording == 0 {
		b.data = b.data[:data]
		b.endings = b.endings[:0]
	}
}

// mark notes which member a change came from.
func (b *batches) mark(e *trace.Event, o *op) {
	if b.landing {
		e.Landing, e.Member = true, o.member
	}
}

// renamed returns the instance that took the place of one that a member began
// when another member had begun the same: changes of the one are changes of the other.
func (b *batches) renamed(v float64) float64 {
	for i := range b.aliases {
		if b.aliases[i].key == v {
			return b.aliases[i].value
		}
	}
	return v
}

// breakOff leaves all batches: what happens next belongs to none.
func (b *batches) breakOff() { b.recording, b.member = 0, 0 }

// landOnly leaves all batches, too, but what their members at hand have changed lands. It drops what acts have postponed that began before
// one, by its number.
func landOnly(m *Machine, began int) {
	for b := &m.batch; b.recording > 0; m.land() {
		own := b.levels[b.recording-1].ops
		b.ops = append(b.ops[:own], slices.DeleteFunc(b.ops[own:], func(o op) bool { return o.member != b.member })...)
	}
	m.batch.depth = 0
	m.batch.afterwards = slices.DeleteFunc(m.batch.afterwards, func(l later) bool { return l.act.number < began })
}

// openBatch begins a batch of n members. Each runs on its own copy of the state
// (P1); a batch of one skips the copy. Inside of it nothing settles (P5).
func (m *Machine) openBatch(n int) {
	m.batch.depth++
	if n < 2 {
		return
	}
	if m.batch.recording == len(m.batch.levels) {
		m.batch.levels = append(m.batch.levels, &batch{})
	}
	b := m.batch.levels[m.batch.recording]
	m.batch.recording++
	m.state.CopyTo(&b.base)
	b.tick, b.changes = m.memory.ticks.Now(), m.tally.changes
	b.ops, b.outer = len(m.batch.ops), m.batch.member
	b.fields = m.acts.fields(b.fields[:0])
	m.batch.member = 0
}

// nextMember makes the state what it was when the batch of n began; payments
// stay. The fields of acts under way are the member's own (P30).
func (m *Machine) nextMember(n int) {
	if n < 2 {
		return
	}
	b := m.batch.levels[m.batch.recording-1]
	if m.batch.member > 0 {
		m.goBack(b)
	}
	m.batch.member++
}

// goBack makes the state what it was when a batch began.
func (m *Machine) goBack(b *batch) {
	m.acts.setFields(b.fields)
	if m.tally.changes == b.changes {
		return
	}
	b.base.CopyTo(&m.state)
	m.tally.changed()
	b.changes = m.tally.changes
	m.noticeSince(b.tick)
}

// closeBatch lets the members' changes land in their order (P3).
func (m *Machine) closeBatch(n int) {
	m.batch.depth--
	if n >= 2 {
		m.land()
	}
	if m.batch.depth == 0 {
		m.runAfterwards()
	}
}

// land makes the changes of all members on the state as it was.
func (m *Machine) land() {
	b := m.batch.levels[m.batch.recording-1]
	m.goBack(b)
	m.batch.recording--
	outerLanding := m.batch.landing
	m.batch.landing = true
	if m.batch.recording == 0 {
		m.batch.aliases = m.batch.aliases[:0]
	}
	m.endsFirst(m.batch.ops[b.ops:])
	for i := b.ops; i < len(m.batch.ops); i++ {
		o := m.batch.ops[i]
		if !m.apply(&o) {
			m.skipped(&o, o.name(), board.Thing(o.thing))
		}
		m.batch.ops[i].member = b.outer
	}
	m.batch.landing = outerLanding
	m.batch.member = b.outer
	if m.batch.recording > 0 {
		return
	}
	m.batch.ops = m.batch.ops[:0]
	m.batch.data, m.batch.endings, m.batch.entries = m.batch.data[:0], m.batch.endings[:0], m.batch.entries[:0]
	for _, slot := range m.batch.unused {
		m.freeSlot(slot)
	}
	m.batch.unused = m.batch.unused[:0]
	m.batch.member = 0
}

// endsFirst moves the end of a condition before the first change by which another member begins it on the same
// bearer: what ended was the old one, whoever comes first (P3).
func (m *Machine) endsFirst(ops []op) {
	for i := range ops {
		if ops[i].kind != opEnd {
			continue
		}
		end := ops[i]
		slot := m.state.Slot(end.instance)
		if slot == 0 {
			continue
		}
		begun := slices.IndexFunc(ops[:i], func(o op) bool {
			return o.kind == opApply && o.member != end.member && o.thing == end.thing && o.condition.Condition == m.state.Instance(slot).Condition
		})
		if begun >= 0 {
			copy(ops[begun+1:i+1], ops[begun:i])
			ops[begun] = end
		}
	}
}

// name says what kind of change it is, for a change that has become impossible.
func (o *op) name() string {
	switch o.kind {
	case opEnd, opEndingCame:
		return "the end of a condition that has ended"
	case opMute:
		return "the suppression of a condition that has ended"
	case opUnschedule, opFollow:
		return "an entry that has ended"
	case opInstanceAdd, opInstanceSet, opInstanceSetAdd, opInstanceSetRemove:
		return "a change of a condition that has ended"
	}
	return "a change"
}

// gaveWay notes that the instance of o, begun by a batch member, became a refresh.
func (m *Machine) gaveWay(o *op, old state.Slot) {
	if o.slot == 0 || !m.batch.landing {
		return
	}
	slot := o.slot
	number := state.Number(slot, m.slots.Generation(slot))
	if slot == old {
		return
	}
	m.batch.aliases = append(m.batch.aliases, ranked{number, m.state.Number(old)})
	if m.batch.recording == 0 {
		m.batch.unused = append(m.batch.unused, slot)
	}
}

// later is a block that runs when the batch has landed.
type later struct {
	body *code.Block
	// locals are in batches.laterData; act and event are copies of the rows at hand.
	from, count int
	act         actRow
	hasAct      bool
	actCells    int
	event       happening
	hasEvent    bool
	eventCells  int
	rolls       []rolledLocal
	sums        []localSum
	what        *string
	span        *diag.Span
}

// postpone keeps a block until the outermost batch has landed, with its locals
// and with copies of the act and the event at hand.
func (m *Machine) postpone(f *frame, body *code.Block, span *diag.Span) {
	l := later{body: body, from: len(m.batch.laterData), count: len(f.locals), what: f.what, span: span}
	m.batch.laterData = append(m.batch.laterData, f.locals...)
	if len(f.rolls) > 0 {
		l.rolls = append([]rolledLocal(nil), f.rolls...)
	}
	if len(f.sums) > 0 {
		l.sums = append([]localSum(nil), f.sums...)
	}
	if f.act != 0 {
		l.hasAct, l.act, l.actCells = true, *m.acts.at(f.act), len(m.batch.laterData)
		m.batch.laterData = append(m.batch.laterData, m.acts.row(f.act)...)
	}
	if f.event != 0 {
		l.hasEvent, l.event, l.eventCells = true, *m.events.at(f.event), len(m.batch.laterData)
		m.batch.laterData = append(m.batch.laterData, m.events.row(f.event)...)
	}
	m.batch.afterwards = append(m.batch.afterwards, l)
}

// runAfterwards runs the blocks that waited for the batch, in the order in which
// they were reached. They may postpone more.
func (m *Machine) runAfterwards() {
	if len(m.batch.afterwards) == 0 || m.batch.inAfterwards {
		return
	}
	m.batch.inAfterwards = true
	way := m.trail.loop(program.Type{})
	for i := 0; i < len(m.batch.afterwards); i++ {
		m.trail.reach(way, i)
		m.runLater(&m.batch.afterwards[i])
	}
	m.trail.leave(way)
	m.batch.inAfterwards = false
	m.batch.afterwards = m.batch.afterwards[:0]
	m.batch.laterData = m.batch.laterData[:0]
}

func (m *Machine) runLater(l *later) {
	g := m.enter(l.count)
	g.what, g.at = l.what, l.span
	copy(g.locals, m.batch.laterData[l.from:l.from+l.count])
	g.act, g.event = 0, 0
	g.rolls = append(g.rolls, l.rolls...)
	g.sums = append(g.sums, l.sums...)
	acts, happenings := len(m.acts.rows), len(m.events.rows)
	if l.hasAct {
		g.act = m.copyAct(l)
	}
	if l.hasEvent {
		g.event = m.events.again(l.event, m.batch.laterData[l.eventCells:l.eventCells+m.events.width])
	}
	// A batch of one around it: nothing settles before all blocks have run.
	m.batch.depth++
	m.runBlock(g, l.body)
	m.batch.depth--
	m.events.drop(happenings)
	m.acts.drop(acts)
	m.leave(g)
}
