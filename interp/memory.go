package interp

import (
	"slices"

	"github.com/rulec/rulec/interp/deps"
	"github.com/rulec/rulec/lang/program"
)

// In a big fight the same is asked again and again: whether she is able to act, how far
// he reaches. What a quantity came to is kept, for each thing that it may be asked about.

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
	m.freeFits = make([]known, (m.count+1)*m.board.Terrains)
	m.memories = make([]deps.Cache, len(m.answers))
	for i, bounds := range m.answers {
		m.memories[i] = deps.NewCache(bounds, m.code.quantities[i].Gives.Kind == program.List)
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
		k.Keep(&m.ticks, at, 0, m.lists.Of(v))
		return
	}
	k.Keep(&m.ticks, at, v, nil)
}

// sameAnswer tells whether an answer that is kept is v.
func (m *Machine) sameAnswer(k *deps.Cache, at int, v float64) bool {
	if items, isList := k.Items(at); isList {
		return slices.Equal(items, m.lists.Of(v))
	}
	return k.Value(at) == v
}
