package interp

import (
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/lang/diag"
)

// batch is one level of batches of several members: the state as it was when it
// began, and where its members' changes begin.
type batch struct {
	base state.State
	// tick is when it began, changes how many changes there were when the state was
	// that of base last.
	tick, changes uint64
	ops           int
	outer         uint8
	acts          []float64
}

// openBatch begins a batch of n members. Each runs on its own copy of the state
// (P1); a batch of one skips the copy. Inside of it nothing settles (P5).
func (m *Machine) openBatch(n int) {
	m.inBatch++
	if n < 2 {
		return
	}
	if m.recording == len(m.batches) {
		m.batches = append(m.batches, &batch{})
	}
	b := m.batches[m.recording]
	m.recording++
	m.state.CopyTo(&b.base)
	b.tick, b.changes = m.ticks.Now(), m.changes
	b.ops, b.outer = len(m.ops), m.member
	b.acts = append(b.acts[:0], m.actCells[:len(m.acts)*m.actWidth]...)
	m.member = 0
}

// nextMember makes the state what it was when the batch of n began; payments
// stay. The fields of acts under way are the member's own (P30).
func (m *Machine) nextMember(n int) {
	if n < 2 {
		return
	}
	b := m.batches[m.recording-1]
	if m.member > 0 {
		m.goBack(b)
	}
	m.member++
}

// goBack makes the state what it was when a batch began.
func (m *Machine) goBack(b *batch) {
	copy(m.actCells, b.acts)
	if m.changes == b.changes {
		return
	}
	b.base.CopyTo(&m.state)
	m.changes++
	b.changes = m.changes
	m.noticeSince(b.tick)
}

// closeBatch lets the members' changes land in their order (P3).
func (m *Machine) closeBatch(n int) {
	m.inBatch--
	if n >= 2 {
		m.land()
	}
	if m.inBatch == 0 {
		m.runAfterwards()
	}
}

// land makes the changes of all members on the state as it was.
func (m *Machine) land() {
	b := m.batches[m.recording-1]
	m.goBack(b)
	m.recording--
	outerLanding := m.landing
	m.landing = true
	if m.recording == 0 {
		m.aliases = m.aliases[:0]
	}
	for i := b.ops; i < len(m.ops); i++ {
		o := m.ops[i]
		if !m.apply(&o) {
			m.skipped(&o, o.name(), int(o.thing))
		}
		m.ops[i].member = b.outer
	}
	m.landing = outerLanding
	m.member = b.outer
	if m.recording > 0 {
		return
	}
	m.ops = m.ops[:0]
	m.opData, m.opEndings, m.opEntries = m.opData[:0], m.opEndings[:0], m.opEntries[:0]
	for _, slot := range m.unused {
		m.freeSlot(int(slot))
	}
	m.unused = m.unused[:0]
	m.member = 0
}

// name says what kind of change it is, for a change that has become impossible.
func (o *op) name() string {
	switch o.kind {
	case opEnd:
		return "the end of a condition that is gone"
	case opMute, opUnmute:
		return "the muting of a condition that is gone"
	case opUnschedule, opFollow:
		return "an entry that is gone"
	case opInstanceAdd, opInstanceSet, opInstanceSetAdd, opInstanceSetRemove:
		return "a change of a condition that is gone"
	}
	return "a change"
}

// later is a block that runs when the batch has landed.
type later struct {
	body *block
	// locals are in Machine.laterData; act and event are copies of the rows at hand.
	from, count int
	act         actRow
	hasAct      bool
	actCells    int
	event       happening
	hasEvent    bool
	eventCells  int
	rolls       []rolledLocal
	what        *string
	span        *diag.Span
}

// postpone keeps a block until the outermost batch has landed, with its locals
// and with copies of the act and the event at hand.
func (m *Machine) postpone(f *frame, body *block, span *diag.Span) {
	l := later{body: body, from: len(m.laterData), count: len(f.locals), what: f.what, span: span}
	m.laterData = append(m.laterData, f.locals...)
	if len(f.rolls) > 0 {
		l.rolls = append([]rolledLocal(nil), f.rolls...)
	}
	if f.act != 0 {
		l.hasAct, l.act, l.actCells = true, m.acts[f.act-1], len(m.laterData)
		m.laterData = append(m.laterData, m.actRow(f.act)...)
	}
	if f.event != 0 {
		l.hasEvent, l.event, l.eventCells = true, m.happenings[f.event-1], len(m.laterData)
		m.laterData = append(m.laterData, m.eventRow(f.event)...)
	}
	m.afterwards = append(m.afterwards, l)
}

// runAfterwards runs the blocks that waited for the batch, in the order in which
// they were reached. They may postpone more.
func (m *Machine) runAfterwards() {
	if len(m.afterwards) == 0 || m.inAfterwards {
		return
	}
	m.inAfterwards = true
	for i := 0; i < len(m.afterwards); i++ {
		m.runLater(&m.afterwards[i])
	}
	m.inAfterwards = false
	m.afterwards = m.afterwards[:0]
	m.laterData = m.laterData[:0]
}

func (m *Machine) runLater(l *later) {
	g := m.enter(l.count)
	g.what, g.at = l.what, l.span
	copy(g.locals, m.laterData[l.from:l.from+l.count])
	g.act, g.event = 0, 0
	g.rolls = append(g.rolls, l.rolls...)
	acts, happenings := len(m.acts), len(m.happenings)
	if l.hasAct {
		g.act = m.copyAct(l)
	}
	if l.hasEvent {
		m.happenings = append(m.happenings, l.event)
		m.eventCells = append(m.eventCells[:happenings*m.eventWidth], m.laterData[l.eventCells:l.eventCells+m.eventWidth]...)
		g.event = len(m.happenings)
	}
	// A batch of one around it: nothing settles before all blocks have run.
	m.inBatch++
	m.runBlock(g, l.body)
	m.inBatch--
	m.happenings = m.happenings[:happenings]
	m.dropActs(acts)
	m.leave(g)
}
