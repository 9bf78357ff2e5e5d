package exec

import (
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// What can be wrong with a state that an encounter goes on from, which shows only
// when everybody is there. Spec: sequences.md.
const (
	// PoolBounds: a pool that an encounter or a state begins with lies outside its bounds.
	PoolBounds diag.Code = "pool-bounds"
	// StateNotOut: somebody whom a state calls out, and who isn't by the ruleset.
	StateNotOut diag.Code = "state-not-out"
)

// GoOn brings the conditions that began before the encounter into force, as they
// were: nothing begins, so that no rule runs and nothing is told.
func (m *Machine) goOn() {
	carried := m.Fight.Encounter.Carried
	if carried == nil {
		return
	}
	slots, next := []state.Slot{0}, 0
	for i, t := range m.Fight.Encounter.Things {
		for _, g := range t.Conditions {
			if g.GoesOn != nil {
				slots = append(slots, m.goOnWith(board.Thing(i+1), g, &m.GoingOn[next]))
				next++
			}
		}
	}
	m.pointAtInstances(slots)
	m.settling.forgetBegun()
	m.tally.changed()
	m.noticeAll()
	for k, x := range m.Code.Derived {
		for _, i := range carried.Things {
			if who := board.Thing(i + 1); m.mayBear(who, x) {
				m.settling.setDerived(k*(m.Count+1)+int(who), m.has(who, x))
			}
		}
	}
	m.checkCarried(carried)
}

// goOnWith brings one condition into force and returns its slot.
func (m *Machine) goOnWith(who board.Thing, g *program.GivenCondition, c *code.GoingOn) state.Slot {
	x := m.Code.Conditions[g.Condition.Index]
	by := who
	if g.By >= 0 {
		by = board.Thing(g.By + 1)
	}
	m.at = &g.Span
	data, count := m.frame.keepFields(c.With, x)
	ending := func(list int, left float64) state.Ending {
		e := m.endingFor(list, x.Condition, who, by, data, count)
		if left > 0 {
			e.Time = m.turns.clock[0] + left
		}
		return e
	}
	if old := m.same(who, x, by); old != 0 { // it waits for several ends
		i := m.state.Instance(old)
		i.Ends.Add(ending(c.Ends, g.GoesOn.Left), m.Code.EndAlike)
		if i.Muted {
			i.Mute.Add(ending(c.Mute, g.GoesOn.MuteLeft), m.Code.EndAlike)
		}
		m.batch.releaseData(data)
		return old
	}
	slot := m.takeSlot()
	i := state.Instance{
		Condition: x.Condition, Bearer: int32(who), By: int32(by), Generation: m.slots.Generation(slot),
		Seen: true, Muted: g.GoesOn.Muted, Since: m.turns.clock[0] - g.GoesOn.Age,
	}
	i.Ends.Set(ending(c.Ends, g.GoesOn.Left))
	if i.Muted {
		i.Mute.Set(ending(c.Mute, g.GoesOn.MuteLeft))
	}
	m.state.Put(slot, i, m.batch.data[data:data+count])
	m.batch.releaseData(data)
	m.state.Begin(slot)
	if !i.Muted {
		m.count1(who, x, 1)
	}
	for k, entry := range g.GoesOn.Entries {
		m.putBack(entry, c.Entries[k], slot)
	}
	return slot
}

// putBack puts an entry that goes with a condition onto the agenda.
func (m *Machine) putBack(g *program.GivenEntry, with []code.Handed, slot state.Slot) {
	e := m.newEntry(m.Code.Entries[g.Entry.Index], board.Thing(g.Of+1), len(g.Keys))
	e.Bound, e.Serial = m.state.Number(slot), m.tally.nextInstance()
	copy(e.Keys[:], g.Keys)
	e.Keys[0] += m.turns.clock[0]
	for i := range with {
		m.frame.handInto(&with[i], m.entryRow(e.Slot))
	}
	m.state.Agenda.Put(e)
}

// pointAtInstances makes the fields that hold a condition hold the instance that
// was made of it: so far they hold its number in the encounter.
func (m *Machine) pointAtInstances(slots []state.Slot) {
	instance := func(f *program.Field, v float64) (number float64, ok bool) {
		n := int(v)
		if f.Type.Kind != program.Instance || f.Family != nil || n <= 0 || n >= len(slots) {
			return 0, false
		}
		return m.state.Number(slots[n]), true
	}
	point := func(row []float64, fields []*program.Field) {
		for _, f := range fields {
			if f.Type.Kind != program.Instance {
				continue
			}
			if number, ok := instance(f, row[f.Cell]); ok {
				row[f.Cell] = number
			}
		}
	}
	for who := board.Thing(1); int(who) <= m.Count; who++ {
		for _, f := range m.KindOf[who].Fields {
			if f.Type.Kind != program.Instance {
				continue
			}
			at := int(m.Rows[who]) + f.Cell
			if number, ok := instance(f, m.state.Cell(at)); ok {
				m.state.SetCell(at, number)
			}
		}
	}
	for _, slot := range slots[1:] {
		point(m.state.Fields(slot), m.state.Instance(slot).Condition.Fields)
	}
	for i := range m.state.Agenda {
		point(m.entryRow(m.state.Agenda[i].Slot), m.kindOfEntry(&m.state.Agenda[i]).Fields)
	}
}

// checkCarried holds what a state says against the ruleset: the bounds of pools,
// and who is out.
func (m *Machine) checkCarried(c *program.Carried) {
	for i := range c.Pools {
		p := &c.Pools[i]
		if m.mayLieBeyond(c, p) || p.Field.Virtual {
			continue
		}
		member, low, high := m.outside(&m.state, board.Thing(p.Thing+1), p.Field)
		if member < 0 {
			continue
		}
		has := m.state.Cell(int(m.Rows[p.Thing+1]) + p.Field.Cell + member)
		d := m.newFault(&p.Span, PoolBounds, "%s of %s can't be %s: it must be %s", poolName(p.Field, member), m.name(board.Thing(p.Thing+1)),
			number.Format(has), span(low, high))
		m.raise(d.WithHint("if it should be outside, write beyond: {%s: [%s]}", m.thing(board.Thing(p.Thing+1)).Name, p.Field.Name))
	}
	for i := range c.Out {
		if o := &c.Out[i]; !m.isOut(board.Thing(o.Thing + 1)) {
			d := m.newFault(&o.Span, StateNotOut, "the state lists %s as out, but the ruleset's rule for who is out disagrees", m.name(board.Thing(o.Thing+1)))
			if f := m.Code.Program.Time.Out; f != nil {
				d.WithNote(f.Span, "who is out")
			}
			m.raise(d)
		}
	}
}

func (m *Machine) mayLieBeyond(c *program.Carried, p *program.CarriedPool) bool {
	for i := range c.Beyond {
		if c.Beyond[i].Thing == p.Thing && c.Beyond[i].Field == p.Field {
			return true
		}
	}
	return false
}
