package exec

import (
	"math"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/diag"
)

// turns are the clock, the entry at hand, and those that came up together with it.
type turns struct {
	// clock are the first keys numbers of the time; clockSet tells whether there is one yet.
	clock    [state.MaxKeys]float64
	keys     int
	clockSet bool
	// batchesHere is how many batches there have been at this time.
	batchesHere int
	// count is how many entries have come up; now the number of the one at hand, 0: none;
	// serial is when it came up, kind which it is, owner whose.
	count, now int
	serial     int64
	kind       *code.Entry
	owner      board.Thing
	// members are those that came up together, memberAt which of them it is; locals and rolls
	// are what their declarations have left.
	members  []member
	memberAt int
	locals   []float64
	rolls    []rolledLocal
	// By thing: declared is the act it has declared, forgot where its last entry was dropped.
	declared []value.Act
	forgot   []*diag.Span
	// Fields of entries are rows of cells; slots is how many rows there are, free those that
	// nobody has.
	cells []float64
	slots state.EntrySlot
	free  []state.EntrySlot
}

// layOut makes room for what is noted of each thing.
func (t *turns) layOut(things int) {
	t.declared, t.forgot = make([]value.Act, things+1), make([]*diag.Span, things+1)
}

func (t *turns) reset() {
	t.clock, t.keys, t.clockSet, t.batchesHere = [state.MaxKeys]float64{}, 0, false, 0
	t.count, t.now, t.serial, t.kind, t.owner = 0, 0, 0, nil, 0
	clear(t.declared)
	clear(t.forgot)
	t.slots, t.free = 0, t.free[:0]
}

func (t *turns) copyTo(to *turns) {
	to.clock, to.keys, to.clockSet, to.batchesHere = t.clock, t.keys, t.clockSet, t.batchesHere
	to.count = t.count
	copy(to.declared, t.declared)
	copy(to.forgot, t.forgot)
	to.slots, to.free = t.slots, append(to.free[:0], t.free...)
	to.cells = append(to.cells[:0], t.cells...)
}

// declare notes the act that somebody has declared.
func (t *turns) declare(who board.Thing, a value.Act) { t.declared[who] = a }

// forgetAll notes where the entries were dropped of those who never had any.
func (t *turns) forgetAll(span *diag.Span) {
	for i := range t.forgot {
		t.forgot[i] = span
	}
}

// member is an entry that is being resolved.
type member struct {
	at state.Entry
	// serial is when it came up.
	serial int64
	// number numbers the entries of a run that came up, from 1.
	number int
	// locals are in turns.locals from there on; rolls likewise.
	locals       int
	rolls, count int
	done         bool
	key          float64
	// place is where it stood on the agenda when the batch began.
	place int
}

// newEntry returns an entry of somebody with so many key numbers, and room for its fields.
func (m *Machine) newEntry(kind *code.Entry, owner board.Thing, keys int) state.Entry {
	return state.Entry{
		Kind: int16(kind.Index), Rank: kind.Rank, Owner: int32(owner),
		Count: int8(max(len(m.Code.Program.Time.Keys), keys)), Slot: m.takeEntrySlot(),
	}
}

// putEntry puts an entry on the agenda.
func (m *Machine) putEntry(x *state.Entry, o *op) {
	e := *x
	if e.Bound != 0 {
		e.Bound = m.batch.renamed(e.Bound)
	}
	m.state.Agenda.Put(e)
	if len(m.state.Agenda) > m.limits.Entries {
		m.fail(o.span, TooMany, "too many scheduled entries: the limit is %d", m.limits.Entries)
	}
	if m.record.tracing && m.batch.recording == 0 {
		t := m.emit(trace.Schedule, o.span)
		t.Who, t.Entry, t.Sum = e.Owner, m.kindOfEntry(&e).Entry, o.sum
		t.First, t.Count = m.record.values(e.Keys[:e.Count])
		m.batch.mark(t, o)
	}
}

// removeEntry takes an entry off the agenda.
func (m *Machine) removeEntry(o *op) bool {
	k := m.state.Agenda.Find(o.serial, -1)
	if k < 0 {
		return false
	}
	m.takeOff(k, o)
	return true
}

// takeOff takes the k-th entry off the agenda; what follows it comes up now.
func (m *Machine) takeOff(k int, o *op) {
	e := m.state.Agenda.Take(k)
	m.release(e.Serial, e.Kind+1, board.Thing(e.Owner))
	if m.batch.recording > 0 {
		return
	}
	m.turns.freeSlot(e.Slot)
	m.turns.forgot[e.Owner] = o.span
	if m.record.tracing {
		t := m.emit(trace.Unschedule, o.span)
		t.Who, t.Entry = e.Owner, m.kindOfEntry(&e).Entry
		m.batch.mark(t, o)
	}
}

// release makes the entries that follow another one come up now. lost is the kind,
// plus 1, of what was taken off, 0 when it was resolved.
func (m *Machine) release(serial int64, lost int16, owner board.Thing) {
	m.state.Agenda.Release(serial, lost, owner, m.turns.clock, m.turns.keys)
}

// follow makes the followers of an entry that was resolved come up.
func (m *Machine) follow(o *op) { m.release(o.serial, 0, 0) }

// turnOver resolves what comes up next: one batch. It returns false when the
// encounter has ended.
func (m *Machine) turnOver() bool {
	next := m.state.Agenda.First()
	if next < 0 {
		if t := m.firstEnd(); !math.IsInf(t, 1) && m.within(t) {
			m.passTo(t)
			return !m.ended()
		}
		m.finishAs(trace.NothingLeft)
		return false
	}
	t := m.state.Agenda[next].Keys[0]
	if end := m.firstEnd(); end <= t {
		if !m.within(end) {
			return false
		}
		m.passTo(end)
		return !m.ended()
	}
	if !m.within(t) {
		return false
	}
	m.setClock(&m.state.Agenda[next])
	if m.hears(m.Code.Moment) && !m.state.Agenda[next].Urgent {
		m.momentOf(m.Code.Moment)
		if m.ended() {
			return false
		}
		if next = m.state.Agenda.First(); next < 0 || m.state.Agenda[next].Keys != m.turns.clock {
			return true
		}
	}
	m.resolve(next)
	if m.opts.Check {
		m.checkBetweenBatches()
	}
	return !m.ended()
}

// within tells whether the clock may reach t; if not the encounter ends.
func (m *Machine) within(t float64) bool {
	if m.timeLimit > 0 && t > m.timeLimit {
		m.finishAs(trace.TimeUp)
		return false
	}
	return true
}

// setClock moves the clock to an entry's key and counts the batches at one key.
func (m *Machine) setClock(e *state.Entry) {
	if m.opts.Check {
		m.checkClock(e)
	}
	moved := !m.turns.clockSet || e.Keys[0] != m.turns.clock[0]
	if !moved && e.Keys == m.turns.clock {
		m.turns.batchesHere++
		if m.turns.batchesHere > m.limits.Batches {
			kind := m.kindOfEntry(e)
			m.at = &kind.Span
			m.fail(m.at, TooMany, "more than %d batches at the same time: something keeps scheduling entry %s there",
				m.limits.Batches, code.Quoted(kind.Name))
		}
		return
	}
	m.turns.clock, m.turns.keys, m.turns.clockSet, m.turns.batchesHere = e.Keys, int(e.Count), true, 1
	m.noticeMore()
	if m.record.tracing && moved {
		t := m.emit(trace.Clock, nil)
		t.Amount = e.Keys[0]
		t.First, t.Count = m.record.values(e.Keys[:e.Count])
		m.tellStandingsNowAndThen()
	}
}

// firstEnd returns the first clock time at which an instance, or its silence, ends.
func (m *Machine) firstEnd() float64 {
	t := math.Inf(1)
	for _, slot := range m.state.InForce() {
		i := m.state.Instance(slot)
		t = min(t, i.Ends.ByClock())
		if i.Muted {
			t = min(t, i.Mute.ByClock())
		}
	}
	return t
}

// passTo lets time pass until t; what ends by then ends.
func (m *Machine) passTo(t float64) {
	if t > m.turns.clock[0] || !m.turns.clockSet {
		m.turns.clock = [state.MaxKeys]float64{t}
		m.turns.clockSet, m.turns.keys, m.turns.batchesHere = true, len(m.Code.Program.Time.Keys), 0
		if m.record.tracing {
			e := m.emit(trace.Clock, nil)
			e.Amount = t
			e.First, e.Count = m.record.values(m.turns.clock[:1])
		}
	}
	m.noticeMore()
	base := len(m.settling.doomed)
	for _, slot := range m.state.InForce() {
		i := m.state.Instance(slot)
		m.doomByClock(slot, &i.Ends, t, false)
		if i.Muted {
			m.doomByClock(slot, &i.Mute, t, true)
		}
	}
	m.endDoomed(base)
	m.settle()
	m.tidy()
}

// doomByClock notes that the endings have come whose time is t, or was before.
func (m *Machine) doomByClock(slot state.Slot, e *state.Endings, t float64, mute bool) {
	for _, x := range e.All() {
		if x.Time <= t {
			m.settling.doom(m.state.Number(slot), x.List, m.untilSpan(x.List), mute)
		}
	}
}

func (m *Machine) untilSpan(list int) *diag.Span {
	if us := m.Code.Untils[list]; len(us) > 0 {
		return &us[0].Span
	}
	return nil
}

// momentOf announces the moment before a batch.
func (m *Machine) momentOf(e *code.Event) {
	h := m.happen(e, 0, 0)
	m.handle(m.frame, h, nil, false, nil)
	m.events.dropFrom(h)
	m.settle()
	m.tidy()
}

// resolve resolves the batch that begins with the k-th entry.
func (m *Machine) resolve(k int) {
	k = m.foremost(k)
	e := m.kindOfEntry(&m.state.Agenda[k])
	m.gatherMembers(&m.state.Agenda[k])
	m.orderMembers(e)
	m.Batches++
	if m.record.tracing {
		t := m.emit(trace.Batch, nil)
		t.Entry, t.Members = e.Entry, int32(len(m.turns.members))
	}
	if e.Entry.Together {
		m.resolveTogether(e)
	} else {
		m.resolveInOrder(e)
	}
	if m.record.tracing {
		m.emit(trace.BatchEnd, nil).Entry = e.Entry
	}
	m.settle()
	m.checkAgenda()
	clear(m.turns.declared)
	m.tidy()
}

// gatherMembers makes the entries that come up with first the members of the
// batch (P6); an urgent one comes up alone.
func (m *Machine) gatherMembers(first *state.Entry) {
	m.turns.members = m.turns.members[:0]
	m.turns.locals, m.turns.rolls = m.turns.locals[:0], m.turns.rolls[:0]
	for i := range m.state.Agenda {
		x := &m.state.Agenda[i]
		if x != first && (x.Keys[0] != first.Keys[0] || x.Kind != first.Kind || x.After != 0 || x.Keys != first.Keys || x.Urgent || first.Urgent) {
			continue
		}
		m.turns.members = append(m.turns.members, member{at: *x, place: i})
	}
}

// foremost returns, of the entries that follow something and come up with the k-th one,
// that which the entry's order puts first: each comes up alone.
func (m *Machine) foremost(k int) int {
	first := &m.state.Agenda[k]
	order := m.kindOfEntry(first).Order
	if !first.Urgent || order == nil {
		return k
	}
	best, least := k, m.numberAt(order, 0, 0, float64(first.Owner), float64(first.Slot))
	for i := range m.state.Agenda {
		x := &m.state.Agenda[i]
		if i == k || x.After != 0 || !x.Urgent || x.Kind != first.Kind || x.Keys != first.Keys {
			continue
		}
		if v := m.numberAt(order, 0, 0, float64(x.Owner), float64(x.Slot)); v < least || v == least && state.Before(x, &m.state.Agenda[best]) {
			best, least = i, v
		}
	}
	return best
}

// orderMembers puts the members in order: the entry's, else that of the encounter.
func (m *Machine) orderMembers(e *code.Entry) {
	s := m.turns.members
	if len(s) < 2 {
		return
	}
	if e.Order != nil {
		for i := range s {
			s[i].key = m.numberAt(e.Order, 0, 0, float64(s[i].at.Owner), float64(s[i].at.Slot))
		}
	}
	less := func(a, b *member) bool {
		if a.key != b.key {
			return a.key < b.key
		}
		if a.at.Owner != b.at.Owner {
			return a.at.Owner < b.at.Owner
		}
		return a.at.Serial < b.at.Serial
	}
	for i := 1; i < len(s); i++ {
		for j := i; j > 0 && less(&s[j], &s[j-1]); j-- {
			s[j], s[j-1] = s[j-1], s[j]
		}
	}
}

// comesUp takes a member off the agenda and tests what it requires.
func (m *Machine) comesUp(x *member) bool {
	k := m.state.Agenda.Find(x.at.Serial, x.place)
	if k < 0 {
		x.done = true
		return false
	}
	m.state.Agenda.Take(k)
	m.noticeMore()
	x.serial = m.tally.nextInstance()
	m.turns.count++
	x.number = m.turns.count
	e := m.kindOfEntry(&x.at)
	m.turns.forgot[x.at.Owner] = &e.Span
	for i := range e.Requires {
		r := &e.Requires[i]
		if m.truthAt(r.Cond, 0, 0, float64(x.at.Owner), float64(x.at.Slot)) {
			continue
		}
		x.done = true
		if m.record.tracing {
			t := m.emit(trace.EntrySkipped, &r.Src.Span)
			t.Who, t.Entry = x.at.Owner, e.Entry
			t.Text = m.renderAside(r.Src.Because, 0, 0, float64(x.at.Owner), float64(x.at.Slot))
		}
		m.dismiss(x)
		return false
	}
	return true
}

// dismiss frees an entry that is over; its followers come up.
func (m *Machine) dismiss(x *member) {
	if m.state.Agenda.Followed(x.at.Serial) {
		m.do(&op{kind: opFollow, serial: x.at.Serial, thing: x.at.Owner, span: &m.kindOfEntry(&x.at).Span})
	}
	m.turns.freeSlot(x.at.Slot)
}

// resolveTogether runs all members on the state as it is now (P1).
func (m *Machine) resolveTogether(e *code.Entry) {
	n := 0
	for i := range m.turns.members {
		if m.comesUp(&m.turns.members[i]) {
			n++
		}
	}
	if n == 0 {
		return
	}
	if e.Declare != nil {
		m.openBatch(n)
		for i := range m.turns.members {
			if x := &m.turns.members[i]; !x.done {
				m.nextMember(n)
				m.declareMember(i)
			}
		}
		m.closeBatch(n)
		m.settle()
	}
	m.openBatch(n)
	for i := range m.turns.members {
		if x := &m.turns.members[i]; !x.done {
			m.nextMember(n)
			m.doMember(i)
		}
	}
	m.closeBatch(n)
	for i := range m.turns.members {
		if x := &m.turns.members[i]; !x.done {
			m.dismiss(x)
		}
	}
}

// resolveInOrder runs the members one after the other. One that an earlier one
// took off the agenda does not run (P7); what follows one comes right after it.
func (m *Machine) resolveInOrder(e *code.Entry) {
	if e.Declare != nil {
		for i := range m.turns.members {
			if x := &m.turns.members[i]; m.comesUp(x) {
				m.declareMember(i)
				m.settle()
			}
		}
	}
	for i := 0; i < len(m.turns.members); i++ {
		x := &m.turns.members[i]
		if x.done || e.Declare == nil && !m.comesUp(x) {
			continue
		}
		m.doMember(i)
		m.settle()
		if m.laws.on {
			m.lawsLand()
		}
		m.dismiss(x)
		if m.over {
			return
		}
		if e.Declare != nil {
			continue
		}
		if k := m.state.Agenda.First(); k >= 0 && m.state.Agenda[k].Urgent {
			if int(m.state.Agenda[k].Kind) != e.Index {
				return
			}
			m.joinUrgent(i, k)
		}
	}
}

// joinUrgent lets the k-th entry, of the same kind, come next after the i-th member.
func (m *Machine) joinUrgent(i, k int) {
	k = m.foremost(k)
	m.turns.members = append(m.turns.members, member{})
	copy(m.turns.members[i+2:], m.turns.members[i+1:])
	m.turns.members[i+1] = member{at: m.state.Agenda[k], place: k}
}

// beginEntry makes the i-th member the entry at hand.
func (m *Machine) beginEntry(i int) {
	x := &m.turns.members[i]
	m.beginProgram()
	m.turns.memberAt = i
	m.turns.serial, m.turns.kind, m.turns.now, m.turns.owner = x.serial, m.kindOfEntry(&x.at), x.number, board.Thing(x.at.Owner)
}

// memberFrame takes the frame of an entry's program.
func (m *Machine) memberFrame(x *member, r *code.Routine) *frame {
	g := m.enterRoutine(r, float64(x.at.Owner), float64(x.at.Slot))
	g.act, g.event = 0, 0
	return g
}

// declareMember runs the first stage of an entry.
func (m *Machine) declareMember(i int) {
	x := &m.turns.members[i]
	e := m.kindOfEntry(&x.at)
	m.beginEntry(i)
	m.tellEntry(trace.Entry, x)
	m.announceEdge(e.Start, board.Thing(x.at.Owner), x.serial)
	g := m.memberFrame(x, e.Declare)
	way := m.trail.then(g, e.Do.Body) // which reads what this leaves
	m.runBlock(g, e.Declare.Body)
	m.trail.leave(way)
	x.locals = len(m.turns.locals)
	m.turns.locals = append(m.turns.locals, g.locals...)
	x.rolls, x.count = len(m.turns.rolls), len(g.rolls)
	m.turns.rolls = append(m.turns.rolls, g.rolls...)
	m.leave(g)
	m.turns.serial, m.turns.kind, m.turns.now, m.turns.owner = 0, nil, 0, 0
}

// doMember runs the last stage of an entry, between its start and its end.
func (m *Machine) doMember(i int) {
	x := &m.turns.members[i]
	e := m.kindOfEntry(&x.at)
	m.beginEntry(i)
	if e.Declare == nil {
		m.tellEntry(trace.Entry, x)
		if m.hears(e.Start) {
			m.announceEdge(e.Start, board.Thing(x.at.Owner), x.serial)
		}
	}
	g := m.memberFrame(x, e.Do)
	if e.Declare != nil {
		copy(g.locals, m.turns.locals[x.locals:x.locals+e.Declare.Slots])
		g.rolls = append(g.rolls, m.turns.rolls[x.rolls:x.rolls+x.count]...)
	}
	open := len(m.events.joined)
	if m.profile != nil {
		m.profiled(e.Entry, "entry", &e.Entry.Decl)
		defer m.profile.Leave()
	}
	m.runBlock(g, e.Do.Body)
	m.closeJoined(open)
	m.leave(g)
	if m.hears(e.End) {
		m.announceEdge(e.End, board.Thing(x.at.Owner), x.serial)
	}
	m.tellEntry(trace.EntryEnd, x)
	m.turns.serial, m.turns.kind, m.turns.now, m.turns.owner = 0, nil, 0, 0
}

func (m *Machine) tellEntry(kind trace.Kind, x *member) {
	if !m.record.tracing {
		return
	}
	e := m.kindOfEntry(&x.at)
	t := m.emit(kind, &e.Span)
	t.Who, t.Entry = x.at.Owner, e.Entry
	if kind == trace.Entry && e.Told != nil {
		m.tell(e.Told, 0, 0, float64(x.at.Owner), float64(x.at.Slot))
	}
}

// checkAgenda stops the run when somebody who is not out has no entry left and
// none that goes with a condition of his: he would never act again (P8).
func (m *Machine) checkAgenda() {
	t := m.Code.Program.Time
	if !t.EveryoneDue || m.over {
		return
	}
	standing := m.standing()
	if m.allDue(standing) {
		return
	}
	for _, v := range standing {
		who := board.Thing(v)
		if m.hasEntry(who) {
			continue
		}
		span := m.turns.forgot[who]
		if span == &m.Fight.Encounter.EntriesAt {
			d := m.newFault(span, Forgotten, "no entry here belongs to %s, who is still in the fight", m.name(who))
			m.raise(d.WithHint("list one: {is: .., of: %s, at: [..]}", m.thing(who).Name))
		}
		d := m.newFault(span, Forgotten, "nothing is scheduled for %s, who is still in the fight", m.name(who))
		m.raise(d.WithHint("every path through this program must schedule something for its owner, or whatever ended their entry must"))
	}
}

// allDue tells whether each of these has an entry of his own; it only looks at
// the first 63 things.
func (m *Machine) allDue(who []float64) bool {
	if m.Count > 63 {
		return false
	}
	due := m.state.Agenda.Owners()
	for _, v := range who {
		if due>>(uint64(v)&63)&1 == 0 {
			return false
		}
	}
	return true
}

func (m *Machine) hasEntry(who board.Thing) bool {
	for i := range m.state.Agenda {
		e := &m.state.Agenda[i]
		if board.Thing(e.Owner) == who {
			return true
		}
		if e.Bound != 0 {
			if slot := m.state.Slot(e.Bound); slot != 0 && board.Thing(m.state.Instance(slot).Bearer) == who {
				return true
			}
		}
	}
	return false
}

// scheduleEntry works out and makes a schedule statement's change.
func (m *Machine) scheduleEntry(e *state.Entry, span *diag.Span) {
	for i := int8(0); i < e.Count; i++ {
		if k := e.Keys[i]; absent(k) {
			m.scheduledAbsent(k, span)
		}
	}
	if e.After == 0 && m.turns.clockSet && e.Keys[0] < m.turns.clock[0] {
		m.scheduledInThePast(m.kindOfEntry(e), e.Owner, e.Keys[0], span)
	}
	e.Serial = m.tally.nextInstance()
	if m.batch.recording == 0 {
		m.tally.changed()
		m.tally.hadEffect()
		m.putEntry(e, &op{span: span, sum: m.record.takeSum()})
		m.noticeMore()
		return
	}
	m.do(&op{kind: opSchedule, entry: m.batch.keepEntry(e), thing: e.Owner, sum: m.record.takeSum(), span: span})
}

func (m *Machine) scheduledAbsent(key float64, span *diag.Span) {
	m.fail(span, NumberOutOfRange, "an entry can't be scheduled at %s", number.Format(key))
}

func (m *Machine) scheduledInThePast(kind *code.Entry, owner int32, key float64, span *diag.Span) {
	m.fail(span, InThePast, "entry %s of %s would be at %s, but it is already %s", code.Quoted(kind.Name),
		m.name(board.Thing(owner)), number.Format(key), number.Format(m.turns.clock[0]))
}
