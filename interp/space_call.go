package interp

import (
	"math"

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
// Spec: 11 "Space".
func (g *ground) call(m *Machine, b program.Builtin, args []spaceArg) float64 {
	if why := g.lacks(b); why != "" {
		m.fault("%s", why)
	}
	if b == program.PlaceOf {
		return float64(args[0].At.Place)
	}
	switch b {
	case program.Directions:
		m.lists.begin()
		for d := range g.directionCount() {
			m.lists.push(float64(d + 1))
		}
		return m.lists.end()
	case program.PlaceAt:
		return g.placeAt(args[0].Value, args[1].Value)
	case program.Turn:
		return float64(g.turned(int(args[0].Value)-1, wholeNumber(m, args[1].Value)) + 1)
	case program.NearestTo:
		return g.nearest(m, args[0], args[1:])
	}
	a := g.somewhere(m, args[0])
	switch b {
	case program.Within:
		return g.placeList(m, g.within(a, g.inSpaces(args[1].Value)))
	case program.Neighbours:
		return g.placeList(m, g.around(a))
	case program.Occupants:
		return g.occupantList(m, a)
	case program.Terrain:
		if g.terrain == nil {
			return 0
		}
		return float64(g.terrain[a.Place-1])
	case program.FreeSpace:
		return boolean(g.isFree(a.Place))
	case program.Beyond:
		return float64(g.beyond(a.Place, direction(m, args[1].Value), wholeNumber(m, args[2].Value)))
	case program.Opposite:
		return boolean(g.opposite(a, g.somewhere(m, args[1]), g.somewhere(m, args[2])))
	}
	return g.callTwo(m, b, args, a, g.somewhere(m, args[1]))
}

// callTwo works out the functions of two things or places.
func (g *ground) callTwo(m *Machine, b program.Builtin, args []spaceArg, from, to area) float64 {
	switch b {
	case program.Distance:
		n := g.spaces(from, to)
		if n < 0 {
			return number.None
		}
		return float64(n) * g.unit
	case program.Adjacent:
		return boolean(g.adjacent(from, to))
	case program.DirectionTo:
		return float64(g.direction(from, to) + 1)
	case program.Sector:
		return float64(g.sector(from, to, direction(m, args[2].Value)))
	case program.Away:
		return float64(g.away(from, to))
	case program.InLine:
		return boolean(g.sight(from, to))
	case program.Between:
		return g.placeList(m, g.between(from, to))
	case program.Towards:
		if way := g.way(g.walker(args[0]), from.Place, to.Place); len(way) > 0 {
			return float64(way[0])
		}
		return 0
	case program.PathTo:
		return g.placeList(m, g.way(g.walker(args[0]), from.Place, to.Place))
	case program.WayLength:
		n := g.wayLength(g.walker(args[0]), from.Place, to.Place)
		if n < 0 {
			return number.None
		}
		return float64(n) * g.unit
	}
	m.fault("this function of space is unknown")
	return 0
}

// paths lists the ways of at most n spaces from a thing's place to places where
// it may stand: for each place the shortest, the nearest places first.
func (g *ground) paths(m *Machine, thing int, from area, n int) []float64 {
	if from.Place == 0 || g.grid == program.NoGrid {
		return nil
	}
	g.found = g.found[:0]
	g.ways(walker{thing, from.Size}, from.Place, n, func(way []place) {
		g.found = append(g.found, g.placeList(m, way))
	})
	return g.found
}

// stepName is what so many steps of a way are called.
func (g *ground) stepName(n float64) string {
	name := " space"
	if g.grid == program.ZoneGrid {
		name = " border"
	}
	if n == 1 {
		return name
	}
	return name + "s"
}

func boolean(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func wholeNumber(m *Machine, n float64) int {
	if n != math.Floor(n) || math.Abs(n) > 1<<30 {
		m.fault("%s is not a whole number of steps", number.Format(n))
	}
	return int(n)
}

func direction(m *Machine, d float64) int {
	if d == 0 {
		m.fault("the direction is none")
	}
	return int(d) - 1
}

// somewhere returns where an argument is, and stops the run when it is nowhere.
func (g *ground) somewhere(m *Machine, arg spaceArg) area {
	switch {
	case arg.At.Place != 0:
	case arg.Thing != 0:
		m.fault("%s stands nowhere", g.things[arg.Thing-1].Title)
	default:
		m.fault("the place is none")
	}
	return arg.At
}

func (g *ground) walker(arg spaceArg) walker {
	return walker{thing: arg.Thing, size: max(arg.At.Size, 1)}
}

// inSpaces turns a distance in the ruleset's unit into spaces, rounded down.
func (g *ground) inSpaces(n float64) int {
	return int(math.Floor(math.Max(-1, math.Min(n/g.unit, 1<<20))))
}

func (g *ground) placeAt(column, row float64) float64 {
	if column != math.Floor(column) || row != math.Floor(row) || math.Abs(column) > 1<<30 || math.Abs(row) > 1<<30 {
		return 0
	}
	if g.grid == program.ZoneGrid && row != 0 {
		return 0
	}
	return float64(g.at(int(column), int(row)))
}

// around lists the places next to an area.
func (g *ground) around(a area) []place {
	if a.Size == 1 || g.grid == program.ZoneGrid {
		return g.neighbours(a.Place)
	}
	near := g.within(a, 1)
	out := near[:0]
	for _, p := range near {
		if !g.covers(a, p) {
			out = append(out, p)
		}
	}
	return out
}

func (g *ground) placeList(m *Machine, places []place) float64 {
	g.work += len(places)
	m.lists.begin()
	for _, p := range places {
		m.lists.push(float64(p))
	}
	return m.lists.end()
}

func (g *ground) occupantList(m *Machine, a area) float64 {
	g.who = g.occupants(g.who[:0], a)
	m.lists.begin()
	for _, n := range g.who {
		m.lists.push(float64(n))
	}
	return m.lists.end()
}

// nearest returns the position, from 1, of the nearest of others.
func (g *ground) nearest(m *Machine, x spaceArg, others []spaceArg) float64 {
	if len(others) == 0 {
		return 0
	}
	a := g.somewhere(m, x)
	best, least := 0, 0
	for i, other := range others {
		n := g.spaces(a, g.somewhere(m, other))
		if n < 0 {
			n = math.MaxInt
		}
		if best == 0 || n < least {
			best, least = i+1, n
		}
	}
	return float64(best)
}
