package interp

import (
	"slices"

	"github.com/rulec/rulec/interp/deps"
	"github.com/rulec/rulec/lang/program"
)

// In a big fight the same is asked again and again: whether she is able to act, how far
// he reaches. What a quantity came to is kept, for each thing that it may be asked about.

// memory is what has been worked out before, and what has changed since.
type memory struct {
	ticks deps.Ticks
	// derived are the last answers for derived conditions, sizes how big each thing is,
	// quantities the last answers of each of them.
	derived    []known
	sizes      []knownSize
	quantities []deps.Cache
	// freeFits are the last answers whether each thing fits where nobody is, by thing
	// and by what the ground is made of.
	freeFits []known
	// stepCosts are what a step onto each sort of ground last cost each thing.
	stepCosts []knownCost
	stood     standChanges
	// standing are those who aren't out, at the version standingAt.
	standing   []float64
	standingAt uint64
}

func (k *memory) reset() { k.standingAt = 0 }

// layOut makes room for the answers about so many things and derived conditions.
func (k *memory) layOut(things, derived int) {
	k.derived, k.sizes = make([]known, (things+1)*derived), make([]knownSize, things+1)
	k.ticks = deps.NewTicks(things)
}

// recall returns where the answer for participants stands in a cache (-1: nowhere), and
// whether it still holds.
func (k *memory) recall(of *deps.Cache, reads *deps.Reads, who []float64) (at int, stands bool) {
	return of.Recall(&k.ticks, reads, who)
}

// standChanges are the last changes of where everybody stands and of where anybody may
// stand, as they were found out at a tick.
type standChanges struct{ tick, moved, changed uint64 }

// standChanges returns the last changes of what stands and fits are about.
func (k *memory) standChanges(stands, fits deps.Mask) *standChanges {
	s := &k.stood
	if now := k.ticks.Now(); s.tick != now {
		*s = standChanges{now, k.ticks.LastKnown(stands), k.ticks.LastKnown(fits)}
	}
	return s
}

// standing returns the combatants who are not out.
func (m *Machine) standing() []float64 {
	if m.memory.standingAt == m.tally.version {
		return m.memory.standing
	}
	list := m.memory.standing[:0]
	for _, v := range m.creatures {
		if !m.isOut(int(v)) {
			list = append(list, v)
		}
	}
	m.memory.standing, m.memory.standingAt = list, m.tally.version
	return list
}

// remembers tells whether the answers of a quantity may be kept: what it reads is
// known, and it gives a value that doesn't live in the machine's scratch memory.
func (q *quantity) remembers() bool {
	gives := q.Gives.Kind
	if gives == program.List {
		gives = q.Gives.Elem.Kind
	}
	switch gives {
	case program.List, program.Set, program.MapType, program.Dice, program.Act:
		return false
	}
	return q.Any&deps.More == 0
}

// remember makes the memories of all quantities ready.
func (m *Machine) remember() {
	m.memory.freeFits = make([]known, (m.count+1)*m.board.Terrains)
	if m.code.costAlike {
		m.memory.stepCosts = make([]knownCost, (m.count+1)*m.board.Terrains)
	}
	m.memory.quantities = make([]deps.Cache, len(m.answers))
	for i, bounds := range m.answers {
		m.memory.quantities[i] = deps.NewCache(bounds, m.code.quantities[i].Gives.Kind == program.List)
	}
}

// boundsOf returns how many values each participant of a quantity may have; nil when
// there are too many.
func (m *Machine) boundsOf(q *quantity) []int32 {
	highest := make([]int, len(q.Of))
	for i, p := range q.Of {
		highest[i] = m.valuesOf(p.Type)
	}
	return deps.Bounds(highest)
}

// valuesOf returns the highest number of a value of a type, 0 if any may come.
func (m *Machine) valuesOf(t program.Type) int {
	switch t.Kind {
	case program.ThingType:
		return m.lastOf(t.Of)
	case program.Bool:
		return 1
	case program.Definition:
		if t.Of == nil {
			return len(m.code.actions)
		}
		return len(t.Of.Defs)
	case program.Step:
		return len(t.Scale.Steps)
	case program.Choice:
		return len(t.Param.Choices)
	case program.ConditionName:
		return len(m.code.conditions)
	case program.Side:
		return len(m.encounter.Sides)
	case program.Place:
		return m.board.Size()
	}
	return 0
}

// lastOf returns the number of the last thing of a kind; nil: of any.
func (m *Machine) lastOf(k *program.Kind) int {
	last := m.count
	for last > 0 && k != nil && m.kindOf[last].Kind != k {
		last--
	}
	return last
}

// again returns an answer that still stands. A list is made anew: those that formulas make
// live only as long as what asked for them.
func (m *Machine) again(k *deps.Cache, at int) float64 {
	items, isList := k.Items(at)
	if !isList {
		return k.Value(at)
	}
	m.lists.Begin()
	for _, v := range items {
		m.lists.Push(v)
	}
	return m.lists.End()
}

// keepAnswer keeps an answer that has just been worked out.
func (m *Machine) keepAnswer(k *deps.Cache, at int, v float64) {
	if _, isList := k.Items(at); isList {
		k.Keep(&m.memory.ticks, at, 0, m.lists.Of(v))
		return
	}
	k.Keep(&m.memory.ticks, at, v, nil)
}

// sameAnswer tells whether an answer that is kept is v.
func (m *Machine) sameAnswer(k *deps.Cache, at int, v float64) bool {
	if items, isList := k.Items(at); isList {
		return slices.Equal(items, m.lists.Of(v))
	}
	return k.Value(at) == v
}
