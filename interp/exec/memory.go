package exec

import (
	"slices"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/deps"
	"github.com/rulec/rulec/lang/program"
)

// In a big fight the same is asked again and again: whether she is able to act, how far
// he reaches. What a quantity came to is kept, for each thing that it may be asked about.

// memory is what has been worked out before, and what has changed since.
type memory struct {
	ticks deps.Ticks
	stood standChanges
	answers
}

// answers are what has been worked out before.
type answers struct {
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
	// standing are those who aren't out, at the version standingAt.
	standing   []float64
	standingAt uint64
}

func (k *answers) reset() { k.standingAt = 0 }

// layOut makes room for what is known of so many things and derived conditions.
func (k *memory) layOut(things, derived int) {
	k.ticks = deps.NewTicks(things)
	k.answers.layOut(things, derived)
}

func (k *answers) layOut(things, derived int) {
	k.derived, k.sizes = make([]known, (things+1)*derived), make([]knownSize, things+1)
}

// recall returns where the answer for participants stands in a cache (-1: nowhere), and
// whether it still holds.
func (k *memory) recall(of *deps.Cache, reads *deps.Reads, who []float64) (at int, stands bool) {
	return of.Recall(&k.ticks, reads, who)
}

// secondMemory is what the story remembers, so that what it asks leaves no mark on what the
// run has to work out: see [Machine.aside].
type secondMemory struct {
	answers
	board *board.Board
	inUse bool
}

// takeSecondMemory goes on with what the story remembers; it reports whether it hasn't done so
// anyway.
func (m *Machine) takeSecondMemory() bool {
	x := &m.second
	if x.inUse {
		return false
	}
	if x.board == nil {
		x.board = m.StartBoard.For(positions{m})
		x.layOut(m.Count, m.Code.Holders)
		m.rememberIn(&x.answers)
	}
	x.inUse = true
	m.swapMemories()
	return true
}

// giveSecondMemoryBack goes on with what the run remembers.
func (m *Machine) giveSecondMemoryBack() {
	m.second.inUse = false
	m.swapMemories()
}

func (m *Machine) swapMemories() {
	m.memory.answers, m.second.answers = m.second.answers, m.memory.answers
	m.board, m.second.board = m.second.board, m.board
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
	for _, v := range m.Creatures {
		if !m.isOut(board.Thing(v)) {
			list = append(list, v)
		}
	}
	m.memory.standing, m.memory.standingAt = list, m.tally.version
	return list
}

// remember makes room for the answers about quantities, places and steps.
func (m *Machine) remember() { m.rememberIn(&m.memory.answers) }

func (m *Machine) rememberIn(k *answers) {
	k.freeFits = make([]known, (m.Count+1)*m.board.Terrains)
	if m.Code.CostAlike {
		k.stepCosts = make([]knownCost, (m.Count+1)*m.board.Terrains)
	}
	k.quantities = make([]deps.Cache, len(m.Answers))
	for i, bounds := range m.Answers {
		k.quantities[i] = deps.NewCache(bounds, m.Code.Quantities[i].Gives.Kind == program.List)
	}
}

// boundsOf returns how many values each participant of a quantity may have; nil when
// there are too many.
func (m *Machine) boundsOf(q *code.Quantity) []int32 {
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
		return int(m.lastOf(t.Of))
	case program.Bool:
		return 1
	case program.Definition:
		if t.Of == nil {
			return len(m.Code.Actions)
		}
		return len(t.Of.Defs)
	case program.Step:
		return len(t.Scale.Steps)
	case program.Choice:
		return len(t.Param.Choices)
	case program.ConditionName:
		return len(m.Code.Conditions)
	case program.Side:
		return len(m.Fight.Encounter.Sides)
	case program.Place:
		return m.board.Size()
	}
	return 0
}

// lastOf returns the number of the last thing of a kind; nil: of any.
func (m *Machine) lastOf(k *program.Kind) board.Thing {
	last := board.Thing(m.Count)
	for last > 0 && k != nil && m.KindOf[last].Kind != k {
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
