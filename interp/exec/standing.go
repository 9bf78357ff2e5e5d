package exec

import (
	"math"
	"slices"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/trace"
)

// tellMost adds to the event emitted last the most that its pool can hold.
func (m *Machine) tellMost(who board.Thing, x *code.Field, member int) {
	if x.Pool == nil || x.Pool.Max == nil || !m.record.tracing {
		return
	}
	e := m.record.last()
	m.aside(func() { _, e.Max = m.bounds(x.Pool, who, member) })
}

// tellStandingsNowAndThen tells how everybody is once as many have acted as there are left: in a
// fight by rounds about once a round, in one by ticks not at each of them.
func (m *Machine) tellStandingsNowAndThen() {
	left := 0
	for who := board.Thing(1); int(who) <= m.Count; who++ {
		if m.IsCreature[who] {
			m.aside(func() {
				if !m.isOut(who) {
					left++
				}
			})
		}
	}
	if m.Acts-m.record.standingsAt >= left {
		m.tellStandings()
	}
}

// tellStandings tells how everybody is.
func (m *Machine) tellStandings() {
	m.record.standsAfter(m.Acts)
	for who := board.Thing(1); int(who) <= m.Count; who++ {
		if m.IsCreature[who] {
			m.tellStanding(who)
		}
	}
}

// tellStanding tells how somebody is: what his pools hold, of families those that aren't as
// at the start. What can't be worked out is left out; nothing depends on it.
func (m *Machine) tellStanding(who board.Thing) {
	first := m.record.count()
	for _, x := range m.KindOf[who].Pools {
		for member := range x.Cells {
			m.aside(func() { m.tellPool(who, x, member) })
		}
	}
	pools := m.record.count() - first
	for _, x := range m.Code.Conditions {
		m.aside(func() {
			if m.mayBear(who, x) && m.has(who, x) {
				m.record.value(float64(x.Index + 1))
			}
		})
	}
	out := m.conclusion.decided && m.conclusion.out[who-1]
	if !m.conclusion.decided {
		m.aside(func() { out = m.isOut(who) })
	}
	conditions := m.record.count() - first - pools
	e := m.emit(trace.Status, nil)
	e.Who, e.To, e.Success = int32(who), float64(m.state.Place(who)), out
	e.First, e.Count, e.Members = int32(first), int32(pools), int32(conditions)
}

// tellPool puts how a pool of somebody is into the trace.
func (m *Machine) tellPool(who board.Thing, x *code.Field, member int) {
	v := m.state.Cell(int(m.Rows[who]) + x.Cell + member)
	start := m.startOf(x, who, member)
	key := 0
	if x.Family != nil {
		if v == start {
			return
		}
		key = member + 1
	}
	most := math.Inf(1)
	if x.Pool.Max != nil {
		_, most = m.bounds(x.Pool, who, member)
	}
	field := slices.Index(m.KindOf[who].Fields, x.Field)
	m.record.values([]float64{float64(field), float64(key), v, most, start})
}
