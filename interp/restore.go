package interp

import (
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// What can be wrong with a state that an encounter goes on from, which shows only
// when everybody is there. Spec: 16 "States and sequences".
const (
	// PoolBounds: a pool that an encounter or a state begins with lies outside its bounds.
	PoolBounds diag.Code = "pool-bounds"
	// StateNotOut: somebody whom a state calls out, and who isn't by the ruleset.
	StateNotOut diag.Code = "state-not-out"
)

// goingOn is what was compiled of a condition that goes on.
type goingOn struct {
	ends, mute int
	data       func(f *frame, x *condition) (data, count int)
	entries    [][]handed
}

// carried compiles the conditions that go on from a state.
func (c *compiler) carried(e *program.Encounter) []goingOn {
	var list []goingOn
	for _, t := range e.Things {
		for _, g := range t.Conditions {
			if g.GoesOn == nil {
				continue
			}
			own := c.conditions[g.Condition.Index]
			x := goingOn{ends: own.until, mute: c.untilList(g.GoesOn.MuteUntil), data: c.instanceData(own, g.With)}
			if !g.GoesOn.Own {
				x.ends = c.untilList(withConditional(own.Condition.Until, g.GoesOn.Until))
			}
			if x.ends == 0 && g.GoesOn.Left > 0 { // it ends, if only by the clock
				x.ends = c.untilList([]*program.Until{{Span: g.Span}})
			}
			for _, entry := range g.GoesOn.Entries {
				x.entries = append(x.entries, c.withs(entry.With))
			}
			list = append(list, x)
		}
	}
	return list
}

// withConditional returns ends together with those of the condition's own that
// are formulas, which every application keeps.
func withConditional(own, given []*program.Until) []*program.Until {
	all := append([]*program.Until(nil), given...)
	for _, u := range own {
		if u.When != nil {
			all = append(all, u)
		}
	}
	return all
}

// goOn brings the conditions that began before the encounter into force, as they
// were: nothing begins, so that no rule runs and nothing is told.
func (m *Machine) goOn() {
	carried := m.encounter.Carried
	if carried == nil {
		return
	}
	slots, next := []int{0}, 0
	for i, t := range m.encounter.Things {
		for _, g := range t.Conditions {
			if g.GoesOn != nil {
				slots = append(slots, m.goOnWith(i+1, g, &m.goingOn[next]))
				next++
			}
		}
	}
	m.pointAtInstances(slots)
	m.edges, m.begun = m.edges[:0], m.begun[:0]
	m.changes++
	m.noticeAll()
	for k, x := range m.code.derived {
		for _, i := range carried.Things {
			if who := i + 1; m.mayBear(who, x) {
				m.derivedOn[k*(m.count+1)+who] = m.has(who, x)
			}
		}
	}
	m.checkCarried(carried)
}

// goOnWith brings one condition into force and returns its slot.
func (m *Machine) goOnWith(who int, g *program.GivenCondition, c *goingOn) int {
	x := m.code.conditions[g.Condition.Index]
	by := who
	if g.By >= 0 {
		by = g.By + 1
	}
	m.at = &g.Span
	slot := m.takeSlot()
	m.roomFor(slot)
	data, count := c.data(m.frame, x)
	copy(m.instanceRow(slot), m.opData[data:data+count])
	i := instance{
		condition: x, bearer: int32(who), by: int32(by), generation: m.generations[slot],
		alive: true, seen: true, muted: g.GoesOn.Muted, since: m.clock[0] - g.GoesOn.Age,
		ends: m.endingFor(c.ends, x, who, by, data, count),
	}
	if g.GoesOn.Left > 0 {
		i.ends.time = m.clock[0] + g.GoesOn.Left
	}
	if i.muted {
		i.mute = m.endingFor(c.mute, x, who, by, data, count)
		if g.GoesOn.MuteLeft > 0 {
			i.mute.time = m.clock[0] + g.GoesOn.MuteLeft
		}
	}
	m.opData = m.opData[:data]
	m.instances[slot] = i
	m.alive = append(m.alive, int32(slot))
	if !i.muted {
		m.count1(who, x, 1)
	}
	for k, entry := range g.GoesOn.Entries {
		m.putBack(entry, c.entries[k], slot)
	}
	return slot
}

// putBack puts an entry that goes with a condition onto the agenda.
func (m *Machine) putBack(g *program.GivenEntry, with []handed, slot int) {
	e := m.newEntry(m.code.entries[g.Entry.Index], g.Of+1, len(g.Keys))
	e.bound, e.serial = m.instanceNumber(slot), m.nextSerial()
	copy(e.keys[:], g.Keys)
	e.keys[0] += m.clock[0]
	for i := range with {
		with[i].into(m.frame, m.entryRow(int(e.slot)))
	}
	m.agenda = append(m.agenda, e)
}

// pointAtInstances makes the fields that hold a condition hold the instance that
// was made of it: so far they hold its number in the encounter.
func (m *Machine) pointAtInstances(slots []int) {
	point := func(row []float64, fields []*program.Field) {
		for _, f := range fields {
			if f.Type.Kind != program.Instance || f.Family != nil {
				continue
			}
			if n := int(row[f.Cell]); n > 0 && n < len(slots) {
				row[f.Cell] = m.instanceNumber(slots[n])
			}
		}
	}
	for who := 1; who <= m.count; who++ {
		point(m.cells[m.rows[who]:], m.kindOf[who].Fields)
	}
	for _, slot := range slots[1:] {
		point(m.instanceRow(slot), m.instances[slot].condition.Fields)
	}
	for i := range m.agenda {
		point(m.entryRow(int(m.agenda[i].slot)), m.kindOfEntry(&m.agenda[i]).Fields)
	}
}

// checkCarried holds what a state says against the ruleset: the bounds of pools,
// and who is out.
func (m *Machine) checkCarried(c *program.Carried) {
	for i := range c.Pools {
		p := &c.Pools[i]
		if m.mayLieBeyond(c, p) || p.Field.Virtual || !m.outside(p.Thing+1, p.Field) {
			continue
		}
		low, high := m.bounds(m.code.fields[p.Field].pool, p.Thing+1)
		d := m.newFault(&p.Span, PoolBounds, "%s of %s can't be %s: it goes from %s", quoted(p.Field.Name), m.name(p.Thing+1),
			quoted(value.OneLine(p.Span.Text())), span(low, high))
		m.raise(d.WithHint("if it is meant to lie outside: beyond: {%s: [%s]}", m.thing(p.Thing+1).Name, p.Field.Name))
	}
	for i := range c.Out {
		if o := &c.Out[i]; !m.isOut(o.Thing + 1) {
			d := m.newFault(&o.Span, StateNotOut, "the state says that %s is out, but by what else it says the ruleset calls nobody out", m.name(o.Thing+1))
			if f := m.code.Program.Time.Out; f != nil {
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
