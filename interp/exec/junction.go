package exec

import (
	"cmp"
	"encoding/binary"
	"hash/fnv"
	"math"
	"runtime"
	"slices"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/keyed"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// Hash returns a number that tells states of one fight apart: the same for machines that
// have come to the same state in the same way, and hardly ever for others. It may be asked
// when nothing runs. Dice that are still to be thrown are part of the state.
func (m *Machine) Hash() uint64 {
	h := hasher{m: m}
	h.state()
	for _, n := range m.source.Uses() {
		h.put(float64(n))
	}
	sum := fnv.New64a()
	_, _ = sum.Write(h.bytes)
	return sum.Sum64()
}

// Junction is where a run stands when dice are about to fall: runs of one fight that have come to
// the same one go on alike, as long as the dice do.
type Junction struct{ a, b uint64 }

// A Junctioner is a chooser that goes on differently from one time to the next: it puts the
// numbers that decide how.
type Junctioner interface{ Junction(put func(...float64)) }

// Junction says where the run stands, for a [dice.Fate] that is asked how dice fall, on a machine
// that keeps its trail. ok is false where that can't be told: nothing is known again then.
//
// What can't matter any more is left out: locals that no statement to come reads, how often who
// has rolled, and in which order things happened whose order nobody asks.
func (m *Machine) Junction() (j Junction, ok bool) {
	h := hasher{m: m}
	if !h.goPlaces() {
		return j, false
	}
	h.put(boolean(m.started))
	h.state()
	h.turns()
	h.acts()
	h.events()
	h.settling()
	h.batches()
	h.postponed()
	h.payments()
	h.seen()
	h.programs()
	h.thrown()
	if x, ok := m.chooser.(Junctioner); ok {
		x.Junction(h.put)
	}
	a, b := uint64(len(h.bytes)), uint64(keyed.Golden)
	for i := 0; i+8 <= len(h.bytes); i += 8 {
		w := binary.LittleEndian.Uint64(h.bytes[i:])
		a, b = keyed.Mix(a^w), keyed.Mix(b+w*keyed.Golden)
	}
	return Junction{a, b}, true
}

// thrown puts the dice that are about to fall: what they were worked out from may be forgotten.
func (h *hasher) thrown() {
	t := h.m.trail.thrown
	if t.dice != nil {
		h.text(t.dice.String())
		h.put(t.extra, float64(t.roller), float64(t.label))
	}
}

// hasher collects what a state is made of.
type hasher struct {
	m     *Machine
	bytes []byte
}

func (h *hasher) put(values ...float64) { h.all(values) }

func (h *hasher) all(values []float64) {
	for _, v := range values {
		h.bytes = binary.LittleEndian.AppendUint64(h.bytes, math.Float64bits(v+0))
	}
}

// text puts a text.
func (h *hasher) text(s string) {
	h.put(float64(len(s)))
	h.bytes = append(h.bytes, s...)
	for len(h.bytes)%8 != 0 {
		h.bytes = append(h.bytes, 0)
	}
}

// state puts what the fiction is: between batches that is all.
func (h *hasher) state() {
	m := h.m
	h.put(float64(m.turns.keys))
	h.all(m.turns.clock[:m.turns.keys])
	h.fiction(&m.state)
	m.decks.Each(func(n float64) { h.put(n) })
}

// fiction puts how everybody is, and what will come up.
func (h *hasher) fiction(s *state.State) {
	m := h.m
	for who := board.Thing(1); int(who) <= m.Count; who++ {
		h.put(float64(s.Place(who)), float64(s.Carrier(who)))
		for _, f := range m.KindOf[who].Fields {
			if f.Cell >= 0 && !f.Virtual && !code.IsCalled(f.Type) {
				h.field(s.Row(int(m.Rows[who])+f.Cell, f.Cells), f)
			}
		}
	}
	for _, slot := range s.InForce() {
		h.instance(s, slot)
	}
	for i := range s.Agenda {
		e := &s.Agenda[i]
		after := slices.IndexFunc(s.Agenda, func(x state.Entry) bool { return e.After != 0 && x.Serial == e.After })
		h.put(float64(e.Kind), float64(e.Owner), boolean(e.Urgent), e.Bound, float64(after), float64(e.Lost), float64(e.LostOwner))
		h.all(e.Keys[:e.Count])
		h.entryFields(e)
	}
}

// instance puts a condition that somebody has.
func (h *hasher) instance(s *state.State, slot state.Slot) {
	i := s.Instance(slot)
	h.put(s.Number(slot), float64(i.Condition.Index), float64(i.Bearer), float64(i.By), boolean(i.Muted), i.Since)
	for _, list := range [][]state.Ending{i.Ends.All(), i.Mute.All()} {
		h.put(float64(len(list)))
		for k := range list {
			e := &list[k]
			h.put(float64(e.List), e.Time, float64(e.EntryOf), float64(e.ActOf))
			for _, n := range e.Counts {
				h.put(float64(n))
			}
		}
	}
	for _, f := range i.Condition.Fields {
		h.field(s.Fields(slot)[f.Cell:], f)
	}
}

func (h *hasher) entryFields(e *state.Entry) {
	for _, f := range h.m.kindOfEntry(e).Fields {
		h.field(h.m.entryRow(e.Slot)[f.Cell:], f)
	}
}

// field puts the cells of a field, lists and dice by what they hold.
func (h *hasher) field(cells []float64, f *program.Field) {
	if f.Type.Kind == program.Set && f.Pool == nil {
		h.all(cells[:state.SetCells])
		return
	}
	for _, v := range cells[:code.FamilyWidth(f)] {
		if f.Pool != nil {
			h.put(v)
		} else {
			h.value(v, f.Type)
		}
	}
}

// value puts a value of a type. Where a number only stands for something, that is put.
func (h *hasher) value(v float64, t program.Type) {
	switch t.Kind {
	case program.List, program.Set:
		items := h.m.lists.Of(v)
		h.put(float64(len(items)))
		for _, x := range items {
			h.value(x, code.ElementType(t))
		}
	case program.Plan:
		items := h.m.lists.Of(v)
		h.put(float64(len(items)))
		h.all(items)
	case program.Dice:
		h.text(h.m.dice.Of(v).String())
	case program.Act:
		h.put(float64(h.m.acts.find(value.Act(v))))
	default:
		h.put(v)
	}
}

// goPlaces puts where in the program of the machine itself the run stands: which statement has
// called what else tells no more than that of it. It returns false where that is too deep within.
func (h *hasher) goPlaces() bool {
	var places [512]uintptr
	n := runtime.Callers(3, places[:])
	for _, p := range places[:n] {
		h.put(float64(p))
	}
	return n < len(places)
}

// turns puts the entries that have come up together.
func (h *hasher) turns() {
	t := h.m.turns
	h.put(float64(t.memberAt), float64(len(t.members)), boolean(t.kind == nil), boolean(t.now == 0))
	for i := range t.members {
		x := &t.members[i]
		h.put(float64(x.at.Kind), float64(x.at.Owner), boolean(x.done), boolean(x.serial != 0))
		h.entryFields(&x.at)
		e := h.m.kindOfEntry(&x.at)
		if i <= t.memberAt || e.Declare == nil || x.locals+e.Declare.Slots > len(t.locals) {
			continue
		}
		for _, r := range h.m.trail.readsOf(e.Do.Body).from[0] {
			if r.slot < e.Declare.Slots {
				h.value(t.locals[x.locals+r.slot], r.of)
			}
		}
	}
	for _, a := range t.declared {
		h.put(float64(h.m.acts.find(a)))
	}
	h.order()
}

// order puts what began before what, as far as ends of conditions ask for it.
func (h *hasher) order() {
	m := h.m
	serials := []int64{m.turns.serial}
	for _, i := range m.acts.running {
		serials = append(serials, m.acts.at(i).began)
	}
	for _, slot := range m.state.InForce() {
		i := m.state.Instance(slot)
		for _, e := range i.Ends.All() {
			serials = append(serials, e.Serial, e.Entry, e.Act)
		}
		if i.Muted {
			for _, e := range i.Mute.All() {
				serials = append(serials, e.Serial, e.Entry, e.Act)
			}
		}
	}
	sorted := slices.Clone(serials)
	slices.Sort(sorted)
	sorted = slices.Compact(sorted)
	for _, n := range serials {
		at, _ := slices.BinarySearch(sorted, n)
		h.put(float64(at), boolean(n == 0))
	}
}

// acts puts the actions that are proposed or under way.
func (h *hasher) acts() {
	m := h.m
	h.put(float64(len(m.acts.rows)))
	for i := range m.acts.rows {
		a, row := &m.acts.rows[i], m.acts.row(actRef(i+1))
		h.put(float64(a.action.Index), float64(a.actor), float64(a.event), float64(a.status), boolean(a.cancelled), boolean(a.unwinding),
			boolean(a.byItself), boolean(a.worked), boolean(a.failed), float64(a.losses))
		h.actFields(a.action.Action, row)
		for _, c := range a.costs {
			h.put(float64(c.pool.Cell), float64(c.member), float64(c.thing), c.held, c.paid, float64(c.dueMember), c.unit, boolean(c.second))
		}
		for _, x := range a.asked {
			h.put(float64(x.event), float64(x.who))
		}
		for _, r := range a.rolls {
			h.put(float64(r.slot))
			h.roll(r.roll)
		}
	}
	for _, i := range m.acts.running {
		h.put(float64(i))
	}
	for _, l := range m.acts.losses {
		h.put(float64(l.who), float64(l.condition))
	}
}

// actFields puts the parameters and running fields of an action.
func (h *hasher) actFields(a *program.Action, row []float64) {
	for _, p := range a.Params {
		if p.Type.Kind == program.Set {
			h.all(row[p.Cell : p.Cell+state.SetCells])
		} else {
			h.value(row[p.Cell], p.Type)
		}
	}
	for _, f := range a.Running {
		h.field(row[f.Cell:], f)
	}
}

// roll puts what can be seen of a roll beside its total.
func (h *hasher) roll(n int) {
	if n < 0 {
		h.put(-1)
		return
	}
	r := h.m.source.Roll(n)
	h.put(r.Total, float64(r.Label))
	if r.Known != nil {
		h.put(float64(r.Known.Key>>32), float64(uint32(r.Known.Key)))
		return
	}
	h.put(float64(r.Natural))
	for _, f := range h.m.source.Faces(n) {
		h.put(float64(f.Shown), boolean(f.Kept), boolean(f.Again))
	}
}

// events puts the events that are being handled, and who is asked about them.
func (h *hasher) events() {
	m := h.m
	h.put(float64(len(m.events.rows)), float64(m.events.asking))
	for i := range m.events.rows {
		x, row := &m.events.rows[i], m.events.row(eventRef(i+1))
		h.put(float64(x.event.Index), float64(x.of), float64(x.act), boolean(x.open), boolean(x.began == 0), float64(x.asks), float64(x.asked))
		for _, f := range x.event.Fields {
			h.field(row[f.Cell:], f)
		}
	}
	h.all(m.events.responders)
	for _, i := range m.events.chosen {
		h.put(float64(i))
	}
	for i := range m.events.bars {
		b := &m.events.bars[i]
		h.put(float64(b.who), float64(b.action.Index), boolean(b.effects == m.tally.effects))
	}
}

// settling puts what waits for the state to settle.
func (h *hasher) settling() {
	s := h.m.settling
	h.put(float64(s.frozenFrom), float64(s.chain), float64(len(s.touched)), float64(len(s.frozen)), float64(len(s.edges)), float64(len(s.fired)))
	for _, list := range [][]touched{s.touched, s.frozen} {
		for _, t := range list {
			h.put(float64(t.thing), float64(t.field.Cell), float64(t.at), t.old)
		}
	}
	for _, e := range s.edges {
		h.put(float64(e.who), float64(e.condition.Index), boolean(e.was))
	}
	for _, on := range s.derivedOn {
		h.put(boolean(on))
	}
	for _, slot := range s.begun {
		h.put(float64(slot), boolean(h.m.state.Instance(slot).Seen))
	}
	for _, slot := range s.limbo {
		h.instance(&h.m.state, slot)
	}
	for _, f := range s.fired {
		h.put(float64(f.rule.Place), float64(f.bearer), f.it)
	}
	for _, d := range s.doomed {
		h.put(d.instance, boolean(d.mute))
	}
}

// batches puts the batches under way: the state that each began with, and the changes that wait
// to land.
func (h *hasher) batches() {
	m := h.m
	h.put(float64(m.batch.recording), float64(m.batch.member), boolean(m.batch.landing))
	for _, b := range m.batch.levels[:m.batch.recording] {
		h.put(float64(b.ops), float64(b.outer), float64(len(b.fields)))
		h.fiction(&b.base)
		for i := 0; m.acts.width > 0 && i < len(b.fields)/m.acts.width && i < len(m.acts.rows); i++ {
			h.actFields(m.acts.rows[i].action.Action, b.fields[i*m.acts.width:])
		}
	}
	for ops := m.batch.ops; len(ops) > 0; {
		n := 1
		for n < len(ops) && ops[0].addsLike(&ops[n]) {
			n++
		}
		// What is added to one set may be added in any order.
		for _, o := range slices.SortedFunc(slices.Values(ops[:n]), func(a, b op) int { return cmp.Compare(a.at, b.at) }) {
			h.op(&o)
		}
		ops = ops[n:]
	}
	for _, a := range m.batch.aliases {
		h.put(a.key, a.value)
	}
	for _, n := range m.events.joined {
		h.put(float64(n))
	}
}

// addsLike tells whether two changes add to the same set.
func (o *op) addsLike(other *op) bool {
	return o.kind == opSetAdd && other.kind == opSetAdd && o.thing == other.thing && o.field == other.field && o.member == other.member
}

// op puts a change that waits to land.
func (h *hasher) op(o *op) {
	b := h.m.batch
	h.put(float64(o.kind), float64(o.member), float64(o.thing), float64(o.at), float64(o.slot), o.instance, float64(o.by), float64(o.count))
	data := b.data[o.data : o.data+o.count]
	switch {
	case o.field != nil:
		h.put(float64(o.field.Cell))
		if o.field.Pool != nil || o.kind == opSetAdd || o.kind == opSetRemove || o.kind == opInstanceSetAdd || o.kind == opInstanceSetRemove {
			h.put(o.value)
		} else {
			h.value(o.value, o.field.Type)
		}
		h.all(data)
	case o.condition != nil:
		h.put(float64(o.condition.Index), o.value)
		if o.kind != opApply {
			h.all(data)
			break
		}
		for _, f := range o.condition.Condition.Fields {
			if f.Cell < len(data) {
				h.field(data[f.Cell:], f)
			}
		}
	default:
		h.put(o.value)
		h.all(data)
	}
	if o.ends > 0 {
		e := &b.endings[o.ends-1]
		h.put(float64(e.List), e.Time)
	}
	if o.entry > 0 {
		e := &b.entries[o.entry-1]
		h.put(float64(e.Kind), float64(e.Owner), e.Bound, boolean(e.Urgent), boolean(e.After != 0))
		h.all(e.Keys[:e.Count])
		h.entryFields(e)
	}
}

// postponed puts the blocks that run when the batch has landed.
func (h *hasher) postponed() {
	b := h.m.batch
	h.put(float64(b.depth), float64(len(b.afterwards)), boolean(b.inAfterwards))
	for i := range b.afterwards {
		l := &b.afterwards[i]
		h.put(float64(l.span.Start), float64(l.act.actor), boolean(l.hasAct), boolean(l.hasEvent))
		for _, r := range h.m.trail.readsOf(l.body).from[0] {
			h.value(b.laterData[l.from+r.slot], r.of)
		}
		if l.hasAct {
			h.put(float64(l.act.action.Index))
			h.actFields(l.act.action.Action, b.laterData[l.actCells:])
		}
		if l.hasEvent {
			h.put(float64(l.event.event.Index), float64(l.event.of))
			for _, f := range l.event.event.Fields {
				h.field(b.laterData[l.eventCells+f.Cell:], f)
			}
		}
	}
}

// payments puts what is held.
func (h *hasher) payments() { h.all(h.m.payments.held) }

// seen puts what a script may look back to.
func (h *hasher) seen() {
	w := h.m.witness
	if !w.on {
		return
	}
	h.put(float64(w.from))
	for i := range w.seen {
		s := &w.seen[i]
		h.put(boolean(s.asked), float64(s.who), float64(s.label), s.on, s.total, s.natural, float64(s.first))
		if s.event != nil {
			h.put(float64(s.event.Index))
		}
		if s.action != nil {
			h.put(float64(s.action.Index))
		}
	}
	h.all(w.cells)
}

// programs puts the programs under way: what of their locals is still read, and the loops among
// their marks.
func (h *hasher) programs() {
	m := h.m
	for i := range m.trail.marks {
		x := &m.trail.marks[i]
		if x.block != nil {
			h.put(float64(x.block.First.Start), float64(len(x.block.Src)), float64(x.at), float64(x.frame.depth))
			continue
		}
		h.put(float64(x.at), float64(len(x.rest)), boolean(x.effects == m.tally.effects))
		for _, v := range x.rest {
			h.value(v, x.of)
		}
		if x.frame != nil {
			h.locals(x.frame, m.room.savedLocals[x.saved:])
		}
	}
	for f := m.root.next; f != nil && f.depth <= m.frame.depth; f = f.next {
		h.put(float64(f.act), float64(f.event))
		h.locals(f, f.locals)
	}
}

// locals puts what the programs of a frame may still read of its locals.
func (h *hasher) locals(f *frame, locals []float64) {
	var blocks []mark
	for _, x := range h.m.trail.marks {
		if x.frame == f && x.block != nil {
			blocks = append(blocks, x)
		}
	}
	list := h.m.trail.live(blocks)
	if r := h.m.trail.resultsOf(f); r != nil {
		for i, x := range r.Results {
			list = union(list, []slotRead{{len(r.Inputs) + i, x.Type}})
		}
	}
	slices.SortFunc(list, func(a, b slotRead) int { return a.slot - b.slot })
	for _, r := range list {
		if r.slot >= len(locals) {
			continue
		}
		h.put(float64(r.slot))
		h.value(locals[r.slot], r.of)
		h.roll(f.rolledIn(r.slot))
	}
}
