package exec

import (
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/lang/program"
)

// spaceArg is an argument of a built-in function of space: an area for things and
// places (a place alone has size 1), else a number, direction or list in Value.
type spaceArg struct {
	Value float64
	At    board.Area
	// Thing is the number of the thing that stands at At, or 0.
	Thing board.Thing
}

// positions tell the board who stands where.
type positions struct{ m *Machine }

func (c positions) Creatures() int { return c.m.CreatureCount }

func (c positions) Looked() { c.m.countBoard() }

func (c positions) AreaOf(thing board.Thing) board.Area { return c.m.areaOf(thing) }

func (c positions) Fits(thing board.Thing, at board.Place) bool { return c.m.fits(thing, at) }

func (c positions) Cost(thing board.Thing, from, to, ground board.Place) int32 {
	return c.m.stepCost(thing, from, to, ground)
}

func (c positions) Moved() uint64 { return c.changes().moved }

// changed knows nothing while a number is being explained: what a way depends on is part
// of the explanation.
func (c positions) Changed() uint64 {
	if c.m.record.explaining {
		return 0
	}
	return c.changes().changed
}

func (c positions) changes() *standChanges {
	return c.m.memory.standChanges(c.m.Code.StandsReads, c.m.Code.WaysReads)
}

// areaOf returns where a thing stands: what is carried is where its carrier is.
func (m *Machine) areaOf(thing board.Thing) board.Area {
	if m.state.Carrier(thing) != 0 {
		thing = m.outermost(thing)
	}
	return board.Area{Place: m.state.Place(thing), Size: m.sizeOf(thing)}
}

// outermost returns who carries a thing, perhaps by others, and is carried by nobody.
func (m *Machine) outermost(thing board.Thing) board.Thing {
	for k := 0; m.state.Carrier(thing) != 0 && k <= m.Count; k++ {
		thing = m.state.Carrier(thing)
	}
	return thing
}

// areaNamed returns where a thing is, or a place, by its value; none is nowhere.
func (m *Machine) areaNamed(v float64, t program.TypeKind) board.Area {
	switch {
	case t == program.Place:
		return board.Area{Place: board.Place(v), Size: m.board.PointSize()}
	case v == 0:
		return board.Area{}
	}
	return m.areaOf(board.Thing(v))
}
