package exec

import (
	"math"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/deps"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/lang/program"
)

// What a step costs is asked for every step that a search tries. Where the ruleset's formula
// looks at nothing but who walks and what the ground is made of, it is worked out once for
// each sort of ground, until something changes that it reads.

// knownCost is what a step costs, and the tick at which it was found; 0: never.
type knownCost struct {
	at   uint64
	cost int32
}

// StepCost tells what a step costs a thing that leads onto the ground at a place, in spaces.
func (m *Machine) stepCost(thing board.Thing, from, to, ground board.Place) int32 {
	terrain := m.board.TerrainOf(ground)
	if !m.Code.CostAlike || m.record.explaining || m.Code.CostReads.Any&deps.More != 0 {
		return m.workOutStep(thing, terrain, from, to)
	}
	k := &m.memory.stepCosts[int(thing)*m.board.Terrains+terrain]
	if k.at == 0 || !m.memory.ticks.Stands(k.at, &m.Code.CostReads.Reads, int(thing)) {
		k.cost, k.at = m.workOutStep(thing, terrain, from, to), m.memory.ticks.Now()
	} else if m.opts.Check && k.cost != m.workOutStep(thing, terrain, from, to) {
		panic("what a step costs changed though nothing did that it reads")
	}
	return k.cost
}

func (m *Machine) workOutStep(thing board.Thing, terrain int, from, to board.Place) int32 {
	n := m.number(m.Code.StepCost, float64(thing), float64(from), float64(to), float64(terrain))
	if n != math.Floor(n) || n < 0 || n > program.MaxStepCost {
		m.fail(&m.Code.Program.Space.Cost.Span, NotWhole, "the step of %s from %s to %s would cost %s; it must cost a whole number of spaces between 0 and %d",
			m.name(thing), m.board.Name(from), m.board.Name(to), number.Format(n), program.MaxStepCost)
	}
	return int32(n)
}
