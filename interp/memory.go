package interp

import (
	"slices"

	"github.com/rulec/rulec/lang/program"
)

// In a big fight the same is asked again and again: whether she is able to act, how far
// he reaches. What a quantity came to is kept, for each thing that it may be asked
// about, and stands as long as nothing has changed that its formulas read.

// memory keeps the last answers of a quantity.
type memory struct {
	// bounds are how many values each participant may have, 0 included; nil: nothing is kept.
	bounds []int32
	// changed is when something was changed last that the quantity reads of others than
	// its participants, as it was found out at the tick checked.
	// owned is when such a thing was changed last of anybody.
	checked, changed, owned uint64
	// answers are by participants, the last one varying fastest; nil before the first. The
	// elements of answers that are lists are in items.
	answers []answer
	items   [][]float64
}

// answer is a value, and the tick at which it was found, or found to stand; 0: never.
type answer struct {
	at    uint64
	value float64
}

// maxAnswers is how many answers are kept of a quantity.
const maxAnswers = 1 << 13

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
	return q.sorts&readsMore == 0
}

// remember makes the memories of all quantities ready.
func (m *Machine) remember() {
	m.freeFits = make([]known, (m.count+1)*m.board.Terrains)
	m.memories = make([]memory, len(m.answers))
	for i, bounds := range m.answers {
		m.memories[i].bounds = bounds
	}
}

// boundsOf returns how many values each participant of a quantity may have; nil when
// there are too many.
func (m *Machine) boundsOf(q *quantity) []int32 {
	bounds := make([]int32, len(q.Of))
	all := 1
	for i, p := range q.Of {
		n := m.valuesOf(p.Type) + 1
		if all *= n; n == 1 || all > maxAnswers {
			return nil
		}
		bounds[i] = int32(n)
	}
	return bounds
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

// recall returns where the answer of a quantity for its participants is kept (nil: nowhere)
// and whether it still stands.
func (m *Machine) recall(q *quantity, who []float64) (k *memory, at int, stands bool) {
	if q.Index >= len(m.memories) || m.memories[q.Index].bounds == nil {
		return nil, 0, false
	}
	k = &m.memories[q.Index]
	for i, v := range who {
		n := k.bounds[i]
		if v < 0 || v >= float64(n) {
			return nil, 0, false
		}
		at = at*int(n) + int(v)
	}
	if k.answers == nil {
		all := 1
		for _, n := range k.bounds {
			all *= int(n)
		}
		k.answers = make([]answer, all)
		if q.Gives.Kind == program.List {
			k.items = make([][]float64, all)
		}
	}
	if k.checked != m.tick {
		k.checked, k.changed, k.owned = m.tick, m.lastChange(q.others), m.lastChange(q.owns)
	}
	a := &k.answers[at]
	if a.at < k.changed {
		return k, at, false
	}
	if a.at < k.owned {
		// What is read of the participants has changed of somebody: of them?
		for i, v := range who {
			if q.own&(1<<i) != 0 && !m.changedOf[int(v)].none(q.owns, a.at) {
				return k, at, false
			}
		}
	}
	a.at = m.tick
	return k, at, true
}

// again returns an answer that still stands. A list is made anew: those that formulas make
// live only as long as what asked for them.
func (m *Machine) again(k *memory, at int) float64 {
	if k.items == nil {
		return k.answers[at].value
	}
	m.lists.Begin()
	for _, v := range k.items[at] {
		m.lists.Push(v)
	}
	return m.lists.End()
}

// remembered keeps an answer.
func (m *Machine) remembered(k *memory, at int, v float64) {
	k.answers[at] = answer{m.tick, v}
	if k.items != nil {
		k.items[at] = append(k.items[at][:0], m.lists.Of(v)...)
	}
}

// sameAnswer tells whether an answer that is kept is v.
func (m *Machine) sameAnswer(k *memory, at int, v float64) bool {
	if k.items != nil {
		return slices.Equal(k.items[at], m.lists.Of(v))
	}
	return k.answers[at].value == v
}
