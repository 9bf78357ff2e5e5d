package exec

import (
	"encoding/binary"
	"hash/fnv"
	"math"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/lang/program"
)

// Fork returns a machine of the same fight that stands where m does: whatever is done with
// the one from then on doesn't touch the other, and both go on alike for as long as their
// choosers do. It may be called when nothing runs, such as in [Driver.Landed]; [Machine.Run]
// goes on from there. The fork plays by tactics, keeps no trace of what was before it, and
// nobody observes it.
func (m *Machine) Fork() *Machine {
	f := newMachine(m.Fight, m.opts)
	f.limits, f.timeLimit = m.limits, m.timeLimit
	f.SetChooser(&Tactics{})
	m.state.CopyTo(&f.state)
	f.started, f.givenHolds, f.over, f.closed, f.Outcome = m.started, m.givenHolds, m.over, m.closed, m.Outcome
	f.by = m.by
	m.turns.copyTo(&f.turns)
	m.payments.copyTo(&f.payments)
	m.settling.copyTo(&f.settling)
	m.slots.CopyTo(&f.slots)
	m.decks.CopyTo(&f.decks)
	m.events.copyTo(&f.events)
	m.acts.copyTo(&f.acts)
	m.tally.copyTo(&f.tally)
	m.work.copyTo(&f.work)
	f.lists, f.dice = m.lists.Clone(), m.dice.Clone()
	f.source.Continue(m.source)
	f.record.reset(&f.opts, f.Code.TurnEvent())
	f.noticeAll()
	return f
}

// Hash returns a number that tells states of one fight apart: the same for machines that
// have come to the same state in the same way, and hardly ever for others. It may be asked
// when nothing runs. Dice that are still to be thrown are part of the state.
func (m *Machine) Hash() uint64 {
	h := hasher{m: m}
	h.put(float64(m.turns.keys))
	h.all(m.turns.clock[:m.turns.keys])
	for who := board.Thing(1); int(who) <= m.Count; who++ {
		h.put(float64(m.state.Place(who)), float64(m.state.Carrier(who)))
		for _, f := range m.KindOf[who].Fields {
			if f.Cell >= 0 && !f.Virtual && !code.IsCalled(f.Type) {
				h.field(m.state.Row(int(m.Rows[who])+f.Cell, max(f.Cells, 1)), f)
			}
		}
	}
	for _, slot := range m.state.InForce() {
		i := m.state.Instance(slot)
		h.put(m.state.Number(slot), float64(i.Condition.Index), float64(i.Bearer), float64(i.By), boolean(i.Muted), i.Since, i.Ends.Time, i.Mute.Time)
		for k, n := range i.Ends.Counts {
			h.put(float64(n), float64(i.Mute.Counts[k]))
		}
		for _, f := range i.Condition.Fields {
			h.field(m.state.Fields(slot)[f.Cell:], f)
		}
	}
	for i := range m.state.Agenda {
		e := &m.state.Agenda[i]
		h.put(float64(e.Kind), float64(e.Owner), boolean(e.Urgent), e.Bound, float64(e.After))
		h.all(e.Keys[:e.Count])
		for _, f := range m.kindOfEntry(e).Fields {
			h.field(m.entryRow(e.Slot)[f.Cell:], f)
		}
	}
	m.decks.Each(func(n float64) { h.put(n) })
	for _, n := range m.source.Uses() {
		h.put(float64(n))
	}
	sum := fnv.New64a()
	_, _ = sum.Write(h.bytes)
	return sum.Sum64()
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

// field puts the cells of a field, lists and dice by what they hold.
func (h *hasher) field(cells []float64, f *program.Field) {
	if f.Type.Kind == program.Set && f.Pool == nil {
		h.all(cells[:state.SetCells])
		return
	}
	for _, v := range cells[:code.FamilyWidth(f)] {
		h.value(v, f)
	}
}

func (h *hasher) value(v float64, f *program.Field) {
	switch {
	case f.Pool != nil:
		h.put(v)
	case f.Type.Kind == program.List, f.Type.Kind == program.Plan:
		items := h.m.lists.Of(v)
		h.put(float64(len(items)))
		h.all(items)
	case f.Type.Kind == program.Dice:
		h.bytes = append(h.bytes, h.m.dice.Of(v).String()...)
	default:
		h.put(v)
	}
}
