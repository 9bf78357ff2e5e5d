package exec

import (
	"math"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang/program"
)

// has tells whether a thing has a condition, by an instance of its own, by one
// that implies it, or because its formula holds.
func (m *Machine) has(who board.Thing, x *code.Condition) bool {
	return m.state.Bits(int(who)*m.Code.Words+x.Word)&x.Bit != 0 || x.MayFollow() && m.follows(who, x)
}

// follows tells whether a thing has a condition because its formula holds, or that of one
// that implies it.
func (m *Machine) follows(who board.Thing, x *code.Condition) bool {
	if x.Holds != nil && m.mayBear(who, x) && m.derivedHolds(who, x) {
		return true
	}
	for _, p := range x.Parents {
		if m.mayBear(who, p) && p.Holds != nil && m.derivedHolds(who, p) {
			return true
		}
	}
	return false
}

// anybodyHas tells whether somebody may have a condition; if not, nobody has.
func (m *Machine) anybodyHas(x *code.Condition) bool {
	return x.MayFollow() || m.state.Bearers(x.Index) > 0
}

// mayBear tells whether a thing is of the kind that a condition is for.
func (m *Machine) mayBear(who board.Thing, x *code.Condition) bool {
	return x.Bearer == nil || m.KindOf[who].Kind == x.Bearer
}

// oldest returns the number of a thing's oldest instance of a condition that is
// in force, or 0.
func (m *Machine) oldest(who board.Thing, x *code.Condition) float64 {
	for _, slot := range m.state.InForce() {
		if i := m.state.Instance(slot); board.Thing(i.Bearer) == who && i.Condition == x.Condition && !i.Muted {
			return m.state.Number(slot)
		}
	}
	return 0
}

// instanceBy returns the oldest instance in force of a condition that somebody applied, or 0.
func (m *Machine) instanceBy(who board.Thing, x *code.Condition, by board.Thing) float64 {
	for _, slot := range m.state.InForce() {
		i := m.state.Instance(slot)
		if board.Thing(i.Bearer) == who && i.Condition == x.Condition && board.Thing(i.By) == by && !i.Muted {
			return m.state.Number(slot)
		}
	}
	return 0
}

// instancesOf returns the list of a thing's instances in force, oldest first.
func (m *Machine) instancesOf(who board.Thing, x *code.Condition) float64 {
	l := &m.lists
	l.Begin()
	for _, slot := range m.state.InForce() {
		if i := m.state.Instance(slot); board.Thing(i.Bearer) == who && i.Condition == x.Condition && !i.Muted {
			l.Push(m.state.Number(slot))
		}
	}
	return l.End()
}

// same returns the slot of the instance that applying x again would be the same
// as, or 0: the one by the same creature; a condition that replaces itself has one
// instance, unless who applied it tells its instances apart, or every application
// is another one (P18).
func (m *Machine) same(who board.Thing, x *code.Condition, by board.Thing) state.Slot {
	if x.Apart {
		return 0
	}
	for _, slot := range m.state.InForce() {
		i := m.state.Instance(slot)
		if board.Thing(i.Bearer) == who && i.Condition == x.Condition && (board.Thing(i.By) == by || x.Replace && !x.ByMatters) {
			return slot
		}
	}
	return 0
}

// applyCondition begins an instance or refreshes the one that is there.
func (m *Machine) applyCondition(o *op) {
	x, who := o.condition, board.Thing(o.thing)
	old := m.same(who, x, board.Thing(o.by))
	switch {
	case old != 0 && !x.Replace:
		m.refresh(o, old)
		m.gaveWay(o, old)
		return
	case old != 0:
		m.endSlot(o, old)
	}
	for _, rival := range x.Rivals {
		for slot := m.ownSlot(who, rival); slot != 0; slot = m.ownSlot(who, rival) {
			m.endSlot(o, slot)
		}
	}
	slot := o.slot
	if slot == 0 {
		slot = m.takeSlot()
	}
	m.state.Put(slot, state.Instance{
		Condition: x.Condition, Bearer: o.thing, By: o.by, Generation: m.slots.Generation(slot),
		Since: m.turns.clock[0],
	}, m.batch.data[o.data:o.data+o.count])
	m.state.Instance(slot).Ends.Set(m.batch.endings[o.ends-1])
	m.state.Begin(slot)
	if m.batch.recording == 0 {
		m.settling.begins(slot)
	}
	m.count1(who, x, 1)
	m.tellInstance(trace.Begin, o, slot)
}

// refresh makes an instance go on: the later end stays, the new fields count.
func (m *Machine) refresh(o *op, slot state.Slot) {
	i := m.state.Instance(slot)
	copy(m.state.Fields(slot), m.batch.data[o.data:o.data+o.count])
	m.noticeThing(board.Thing(i.Bearer), o.condition.Changes)
	m.later(i, &i.Ends, o)
	m.tellInstance(trace.Refresh, o, slot)
}

// later adds the ending of an effect to those of an instance, or of its silence (P18).
func (m *Machine) later(i *state.Instance, e *state.Endings, o *op) {
	if !e.Add(m.batch.endings[o.ends-1], m.Code.EndAlike) {
		m.fail(o.span, TooMany, "more than %d different ends of %s at once", state.MostEnds, code.Quoted(i.Condition.Name))
	}
}

// endingCame takes off an ending that has come, of an instance or of its silence; after the last one
// it ends.
func (m *Machine) endingCame(o *op) bool {
	slot := m.state.Slot(m.batch.renamed(o.instance))
	if slot == 0 || !m.state.Instance(slot).Alive {
		return false
	}
	i := m.state.Instance(slot)
	if o.value != 0 {
		return !i.Mute.Come(int(o.at)) || m.muteInstance(o)
	}
	if i.Ends.Come(int(o.at)) {
		m.endSlot(o, slot)
	}
	return true
}

// ownSlot returns a slot of an instance of x that a thing has, muted or not, or 0.
func (m *Machine) ownSlot(who board.Thing, x *code.Condition) state.Slot {
	for _, slot := range m.state.InForce() {
		if i := m.state.Instance(slot); board.Thing(i.Bearer) == who && i.Condition == x.Condition {
			return slot
		}
	}
	return 0
}

// endInstance ends an instance.
func (m *Machine) endInstance(o *op) bool {
	slot := m.state.Slot(m.batch.renamed(o.instance))
	if slot == 0 || !m.state.Instance(slot).Alive {
		return false
	}
	m.endSlot(o, slot)
	return true
}

// endSlot ends the instance in a slot; entries that go with it leave the agenda.
func (m *Machine) endSlot(o *op, slot state.Slot) {
	i := m.state.Instance(slot)
	number := m.state.Number(slot)
	m.state.End(slot)
	m.noticeThing(board.Thing(i.Bearer), m.conditionOf(i).Changes)
	if !i.Muted {
		m.count1(board.Thing(i.Bearer), m.conditionOf(i), -1)
	}
	m.tellInstance(trace.End, o, slot)
	if m.batch.recording == 0 {
		m.settling.ends(slot)
	}
	for k := len(m.state.Agenda) - 1; k >= 0; k-- {
		if k < len(m.state.Agenda) && m.state.Agenda[k].Bound == number {
			m.takeOff(k, o)
		}
	}
}

// countOccurrence notes that an end of an instance has come one occurrence nearer; of one that
// is gone there is nothing to note.
func (m *Machine) countOccurrence(o *op) {
	slot := m.state.Slot(m.batch.renamed(o.instance))
	if slot == 0 || !m.state.Instance(slot).Alive {
		return
	}
	ends := &m.state.Instance(slot).Ends
	if o.value != 0 {
		ends = &m.state.Instance(slot).Mute
	}
	for i := range ends.All() {
		if x := &ends.All()[i]; x.List == int(o.count) {
			x.Counts[o.at]++
		}
	}
}

// muteInstance silences an instance, or lets it be heard again.
func (m *Machine) muteInstance(o *op) bool {
	slot := m.state.Slot(m.batch.renamed(o.instance))
	if slot == 0 || !m.state.Instance(slot).Alive {
		return false
	}
	i := m.state.Instance(slot)
	mute := o.kind == opMute
	switch {
	case mute && i.Muted:
		m.later(i, &i.Mute, o)
		return true
	case mute:
		i.Mute.Set(m.batch.endings[o.ends-1])
	case !i.Muted:
		return true
	}
	i.Muted = mute
	kind, n := trace.Unmute, 1
	if mute {
		kind, n = trace.Mute, -1
	}
	m.count1(board.Thing(i.Bearer), m.conditionOf(i), n)
	m.tellInstance(kind, o, slot)
	return true
}

// count1 adds an instance of x to, or takes it from, what gives a thing x and
// what x implies.
func (m *Machine) count1(who board.Thing, x *code.Condition, n int) {
	for _, d := range x.All {
		if n > 0 {
			if m.state.Gain(who, d.Index) {
				m.turned(who, d, false)
			}
			continue
		}
		if m.state.Lose(who, d.Index) {
			m.turned(who, d, true)
			if m.Code.ReadsEver && len(m.acts.running) > 0 {
				m.acts.lose(who, d)
			}
		}
	}
	m.noticeThing(who, x.Changes)
}

func (m *Machine) tellInstance(kind trace.Kind, o *op, slot state.Slot) {
	if !m.record.tracing || m.batch.recording > 0 {
		return
	}
	i := m.state.Instance(slot)
	e := m.emit(kind, o.span)
	e.Who, e.Other, e.Condition, e.Instance = i.Bearer, i.By, i.Condition, m.state.Number(slot)
	m.batch.mark(e, o)
	var told *program.Template
	switch kind {
	case trace.Begin:
		told = i.Condition.Begins
	case trace.Refresh:
		told = i.Condition.Stays
	case trace.End:
		told = i.Condition.Ends
		// Whether he has it still may depend on what only the story asks here.
		m.aside(func() { e.Still = m.has(board.Thing(i.Bearer), m.conditionOf(i)) })
	}
	if told != nil {
		m.tell(told, 0, 0, float64(i.Bearer), m.state.Number(slot))
	}
}

// apply begins a condition: the values of its fields are the last count of batches.data.
func (m *Machine) begin(x *code.Condition, who, by board.Thing, ends state.Ending, data, count int, o *op) {
	o.kind, o.condition, o.thing, o.by = opApply, x, int32(who), int32(by)
	o.ends, o.data, o.count = m.batch.keepEnding(ends), int32(data), int32(count)
	if m.batch.recording > 0 && (m.same(who, x, by) == 0 || x.Replace) {
		o.slot = m.takeSlot()
	}
	m.do(o)
	m.batch.releaseData(data)
}

// endingFor works out when an instance that is about to begin ends: its clock
// time is fixed now. The phrases may read its fields, the last count of batches.data.
func (m *Machine) endingFor(list int, x *program.Condition, who, by board.Thing, data, count int) state.Ending {
	e := state.Ending{List: list, Time: math.Inf(1), Serial: m.tally.nextInstance(), Entry: m.turns.serial}
	if m.turns.kind != nil {
		e.EntryKind, e.EntryOf = m.turns.kind.Entry, int32(m.turns.owner)
	}
	if act := m.acts.current(); act != 0 {
		a := m.acts.at(act)
		e.Act, e.ActOf, e.ActKind = a.began, int32(a.actor), a.action.Def.Kind
	}
	for _, u := range m.Code.Untils[list] {
		if u.Time == nil {
			continue
		}
		draft := state.Instance{Condition: x, Bearer: int32(who), By: int32(by), Since: m.turns.clock[0]}
		m.state.Put(state.Draft, draft, m.batch.data[data:data+count])
		t := m.numberAt(u.Time, m.frame.act, m.frame.event, float64(who), m.state.Number(state.Draft))
		m.state.Clear(state.Draft)
		e.Time = min(e.Time, t)
	}
	return e
}
