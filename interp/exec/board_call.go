package exec

import (
	"math"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/lang/program"
)

// call works out a built-in function of space. The result is a value of the
// language: for places their number, for directions their index plus 1, for
// definitions and things their number, for lists a list of the machine.
//
// NearestTo gets the elements of its list as arguments of their own and gives the
// position of the nearest, from 1; 0 for none of none.
//
// Spec: geometry.md; sight.md; paths.md.
func (m *Machine) callSpace(b program.Builtin, args []spaceArg) float64 {
	g := m.board
	if !g.Answers(b) {
		m.fault("%s", g.Lacks(b))
	}
	if b == program.PlaceOf {
		return float64(args[0].At.Place)
	}
	switch b {
	case program.Directions:
		m.lists.Begin()
		for d := range g.DirectionCount() {
			m.lists.Push(float64(d + 1))
		}
		return m.lists.End()
	case program.PlaceAt:
		return m.placeAt(args[0].Value, args[1].Value)
	case program.Turn:
		return float64(g.Turned(int(args[0].Value)-1, wholeNumber(m, args[1].Value)) + 1)
	case program.NearestTo:
		return m.nearest(args[0], args[1:])
	case program.WayCost:
		return m.wayCost(args[0], args[1:])
	case program.CanStand:
		return boolean(m.mayBe(m.named(args[0]), m.placed(args[1]).Place))
	case program.DistanceIf:
		there := board.Area{Place: m.placed(args[2]).Place, Size: m.sizeOf(m.named(args[1]))}
		return g.Distance(m.placed(args[0]), there)
	}
	a := m.placed(args[0])
	switch b {
	case program.Within:
		return m.placeList(g.Within(a, args[1].Value))
	case program.RingAround:
		return m.placeList(g.Ring(a, args[1].Value))
	case program.ConeFrom:
		return m.placeList(g.Cone(a, direction(m, args[1].Value), args[2].Value))
	case program.Neighbours:
		return m.placeList(g.Around(a))
	case program.Occupants:
		return m.occupantList(a)
	case program.ColumnOf:
		column, _ := g.Point(a.Place)
		return column
	case program.RowOf:
		_, row := g.Point(a.Place)
		return row
	case program.Terrain:
		return float64(g.TerrainOf(a.Place))
	case program.FreeSpace:
		return boolean(g.IsFree(a.Place))
	case program.Beyond:
		return float64(g.Beyond(a.Place, direction(m, args[1].Value), wholeNumber(m, args[2].Value)))
	case program.Opposite:
		return boolean(g.Opposite(a, m.placed(args[1]), m.placed(args[2])))
	}
	return m.callTwo(b, args, a, m.placed(args[1]))
}

// geometry is a function of two areas alone.
type geometry func(g *board.Board, from, to board.Area) float64

// OfTwo returns what a function of space works out that depends on nothing but where two
// things or places are; nil for others.
func OfTwo(b program.Builtin) geometry {
	switch b {
	case program.Distance:
		return (*board.Board).Distance
	case program.Adjacent:
		return func(g *board.Board, from, to board.Area) float64 { return boolean(g.Adjacent(from, to)) }
	case program.DirectionTo:
		return func(g *board.Board, from, to board.Area) float64 { return float64(g.Direction(from, to) + 1) }
	case program.Away:
		return func(g *board.Board, from, to board.Area) float64 { return float64(g.Away(from, to)) }
	}
	return nil
}

// callTwo works out the functions of two things or places.
func (m *Machine) callTwo(b program.Builtin, args []spaceArg, from, to board.Area) float64 {
	g := m.board
	if of := OfTwo(b); of != nil {
		return of(g, from, to)
	}
	switch b {
	case program.Sector:
		return float64(g.Sector(from, to, direction(m, args[2].Value)))
	case program.InLine:
		return boolean(g.Sight(from, to))
	case program.LineThrough:
		return m.placeList(g.Line(from, to, args[2].Value))
	case program.Between:
		return m.placeList(g.Between(from, to))
	case program.Towards:
		if way := g.Way(m.walkerOf(args[0]), from.Place, to.Place); len(way) > 0 {
			return float64(way[0])
		}
		return 0
	case program.PathTo:
		return m.placeList(g.Way(m.walkerOf(args[0]), from.Place, to.Place))
	case program.WayLength:
		return g.WayLength(m.walkerOf(args[0]), from.Place, to.Place)
	}
	m.fault("unknown function of space")
	return 0
}

// wayCost adds up what the steps of a way cost, after so many diagonal ones as the value of a says; without a
// way, where one of them can't be made.
func (m *Machine) wayCost(a spaceArg, way []spaceArg) float64 {
	w, at := m.walkerOf(a), m.placed(a).Place
	spaces, odd := 0.0, int32(wholeNumber(m, a.Value)&1)
	for _, step := range way {
		to := m.placed(step).Place
		wrong, cost, parity := m.board.Step(w, at, to, odd)
		if wrong != board.NoObstacle {
			return number.None
		}
		spaces, odd, at = spaces+cost, parity, to
	}
	return m.board.Long(spaces)
}

// placeAt returns the place in a column and row; on a plane they have to be those of a point.
func (m *Machine) placeAt(column, row float64) float64 {
	p, nearest, exact := m.board.PlaceAt(column, row)
	if !exact {
		m.fault("[%s, %s] isn't a point of the plane, whose unit is %s; the nearest point is [%s, %s]", number.Format(column), number.Format(row),
			number.Format(m.board.Unit), number.Format(nearest[0]), number.Format(nearest[1]))
	}
	return float64(p)
}

// paths lists the ways of at most n, in the ruleset's unit, from a thing's place to places where
// it may stand: for each place the shortest, the nearest places first. Below 0 there is none.
func (m *Machine) paths(thing board.Thing, from board.Area, n float64) []float64 {
	g := m.board
	if from.Place == 0 || !g.Answers(program.PathTo) {
		return nil
	}
	m.room.waysFound = m.room.waysFound[:0]
	g.Ways(board.Walker{Thing: thing, Size: from.Size}, from.Place, n, func(way []board.Place) {
		m.room.waysFound = append(m.room.waysFound, m.placeList(way))
	})
	return m.room.waysFound
}

func boolean(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func wholeNumber(m *Machine, n float64) int {
	if n != math.Floor(n) || math.Abs(n) > 1<<30 {
		m.fault("expected a whole number of steps, got %s", number.Format(n))
	}
	return int(n)
}

func direction(m *Machine, d float64) int {
	if d == 0 {
		m.fault("the direction is none")
	}
	return int(d) - 1
}

// named returns who an argument is, and stops the run when it is nobody.
func (m *Machine) named(arg spaceArg) board.Thing {
	if arg.Thing == 0 {
		m.fault("the creature is none")
	}
	return arg.Thing
}

// placed returns where an argument is, and stops the run when it is nowhere.
func (m *Machine) placed(arg spaceArg) board.Area {
	switch {
	case arg.At.Place != 0:
	case arg.Thing != 0:
		m.fault("%s has no place", m.Fight.Encounter.Things[arg.Thing-1].Title)
	default:
		m.fault("the place is none")
	}
	return arg.At
}

// walkerOf returns who walks: only creatures do, and what else has a place gets there as if
// nobody walked.
func (m *Machine) walkerOf(arg spaceArg) board.Walker {
	w := board.Walker{Size: max(arg.At.Size, m.board.PointSize())}
	if arg.Thing != 0 && m.IsCreature[arg.Thing] {
		w.Thing = arg.Thing
	}
	return w
}

func (m *Machine) placeList(places []board.Place) float64 {
	m.board.Work += len(places)
	return listOf(m, places)
}

func (m *Machine) occupantList(a board.Area) float64 {
	m.room.occupants = m.board.Occupants(m.room.occupants[:0], a)
	return listOf(m, m.room.occupants)
}

func listOf[T board.Place | board.Thing](m *Machine, list []T) float64 {
	m.lists.Begin()
	for _, x := range list {
		m.lists.Push(float64(x))
	}
	return m.lists.End()
}

// nearest returns the position, from 1, of the nearest of others.
func (m *Machine) nearest(x spaceArg, others []spaceArg) float64 {
	if len(others) == 0 {
		return 0
	}
	a := m.placed(x)
	best, least := 0, 0.0
	for i, other := range others {
		if n := m.board.Distance(a, m.placed(other)); best == 0 || n < least {
			best, least = i+1, n
		}
	}
	return float64(best)
}
