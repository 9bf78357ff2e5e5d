package board

import (
	"math"
	"slices"

	"github.com/rulec/rulec/lang/program"
)

// ground is the common part of all boards: places, their terrain, and the positions on them.
type ground struct {
	// facts are those of the type of space, kind implements it; nil means that there are no places.
	facts program.GridFacts
	kind  grid
	// Unit is the length of a step in the ruleset's unit.
	Unit float64
	// Terrains is the number of results of TerrainOf, including 0.
	Terrains int
	// Work counts the places visited, as a measure of the work done; its reader
	// may reset it. See [Positions.Looked].
	Work int

	// measure converts spaces to the ruleset's unit, and unitName is the name of that unit.
	measure  program.Measure
	unitName string
	// costly is set if the ruleset sets the cost of steps.
	costly bool

	// The first column and row, and their numbers.
	left, top, width, height int
	// zones are the places, if they aren't in rows.
	zones []*program.Zone
	// positions, terrain, closed and opaque have an element for each place, positions one for 0, too;
	// without terrain the others are nil: all open ground.
	positions []position
	terrain   []int32 // definition number, 0: none
	closed    []bool
	opaque    []bool

	who       Positions
	occupancy occupancy

	out     []Place // scratch: the last list of places
	covered []Place // scratch: the places that areas cover
	stood   []Place // scratch: those where somebody wants to stand
	// scratch: the distances of some places, and how many have each.
	distances, counts []int32
}

// position is a column and row.
type position struct{ x, y int32 }

// layRows sets the size of a drawn map; without one the ground extends program.OpenMargin spaces
// beyond the things on it.
func (g *ground) layRows(e *program.Encounter) {
	if e.Map != nil {
		g.width, g.height = e.Map.Width, e.Map.Height
		return
	}
	right, bottom := 0, 0
	for _, t := range e.Things {
		if t.Place != nil {
			g.left, g.top = min(g.left, t.Place.X), min(g.top, t.Place.Y)
			right, bottom = max(right, t.Place.X), max(bottom, t.Place.Y)
		}
	}
	g.left -= program.OpenMargin
	g.top -= program.OpenMargin
	g.width = right + program.OpenMargin - g.left + 1
	g.height = bottom + program.OpenMargin - g.top + 1
}

// layTerrain records the position of each place, and its terrain.
func (g *ground) layTerrain(m *program.Map, enters, blocks func(*program.Def) bool) {
	n := g.Size()
	g.positions = make([]position, n+1)
	for i := range n {
		g.positions[i+1] = position{int32(i%g.width + g.left), int32(i/g.width + g.top)}
	}
	if m == nil || m.Terrain == nil && m.Zones == nil {
		return
	}
	g.terrain, g.closed, g.opaque = make([]int32, n), make([]bool, n), make([]bool, n)
	for i := range n {
		var def *program.Def
		if m.Terrain != nil {
			def = m.Terrain[i]
		} else if g.zones != nil {
			def = g.zones[i].Terrain
		}
		if def != nil {
			g.terrain[i] = int32(def.Index + 1)
			g.Terrains = max(g.Terrains, def.Index+2)
		}
		g.closed[i] = !enters(def)
		g.opaque[i] = blocks(def)
	}
}

// LookedAtLeast is the number of places visited before a call of [Positions.Looked].
const LookedAtLeast = 1 << 12

// looked counts visited places.
func (g *ground) looked(places int) {
	if g.Work += places; g.Work >= LookedAtLeast && g.who != nil {
		g.who.Looked()
	}
}

// Size returns the number of places.
func (g *ground) Size() int { return g.width * g.height }

// farthest is a number of spaces that no two places of the ground exceed.
func (g *ground) farthest() int { return g.width + g.height + min(g.width, g.height) }

// PointSize is the size of a place as an area.
func (g *ground) PointSize() int32 {
	if g.facts.Points {
		return 0
	}
	return 1
}

// At returns the place a number of spaces east and south of [0, 0]; 0 outside.
func (g *ground) At(x, y int) Place {
	x -= g.left
	y -= g.top
	if x < 0 || y < 0 || x >= g.width || y >= g.height {
		return 0
	}
	return Place(y*g.width + x + 1)
}

// Coordinates returns the column and row of a place.
func (g *ground) Coordinates(p Place) (x, y int) {
	s := g.positions[p]
	return int(s.x), int(s.y)
}

// Point returns the column and row of a place as formulas see them: for a point in the ruleset's unit.
func (g *ground) Point(p Place) (column, row float64) {
	x, y := g.Coordinates(p)
	if g.facts.Points {
		return g.Long(float64(x)), g.Long(float64(y))
	}
	return float64(x), float64(y)
}

// StepName returns the name for a number of steps of a way; on a plane, the unit of its length.
func (g *ground) StepName(n float64) string {
	switch {
	case !g.facts.Points && n == 1:
		return " " + g.facts.Step
	case !g.facts.Points:
		return " " + g.facts.Step + "s"
	case g.unitName == "":
		return ""
	}
	return " " + g.unitName
}

// Valid reports whether p is a place of this ground.
func (g *ground) Valid(p Place) bool { return p > 0 && int(p) <= g.Size() }

// Zone returns the zone of a place; nil where there is none.
func (g *ground) Zone(p Place) *program.Zone {
	if p < 1 || int(p) > len(g.zones) {
		return nil
	}
	return g.zones[p-1]
}

// TerrainOf returns the number of the terrain at a place, from 0, below Terrains.
func (g *ground) TerrainOf(p Place) int {
	if g.terrain == nil {
		return 0
	}
	return int(g.terrain[p-1])
}

func (g *ground) isClosed(p Place) bool { return g.closed != nil && g.closed[p-1] }
func (g *ground) isOpaque(p Place) bool { return g.opaque != nil && g.opaque[p-1] }

// covers reports whether an area covers a place.
func (g *ground) covers(a Area, p Place) bool {
	if a.Size <= 1 {
		return a.Place == p
	}
	return a.Place != 0 && g.kind.share(a, Area{p, g.PointSize()})
}

// Enters reports whether all ground of an area exists and can be entered.
func (g *ground) Enters(a Area) bool {
	if !g.Valid(a.Place) || g.isClosed(a.Place) {
		return false
	}
	if a.Size <= 1 {
		return true
	}
	g.covered = g.kind.cover(g.covered[:0], a)
	return !slices.ContainsFunc(g.covered, func(p Place) bool { return p == 0 || g.isClosed(p) })
}

// MayStand reports whether a thing may cover an area: the ground can be entered, and the ruleset allows the thing at each place of it; on a
// plane, at the middle.
func (g *ground) MayStand(thing Thing, a Area) bool {
	switch {
	case !g.Enters(a):
		return false
	case a.Size <= 1 || g.facts.Points:
		return g.who.Fits(thing, a.Place)
	}
	g.stood = g.kind.cover(g.stood[:0], a) // of its own, since the ruleset's formula may ask what else is covered
	return !slices.ContainsFunc(g.stood, func(p Place) bool { return !g.who.Fits(thing, p) })
}

// IsFree reports whether p is ground that can be entered and is unoccupied.
func (g *ground) IsFree(p Place) bool { return !g.isClosed(p) && !g.Taken(p) }

// Sight reports whether a sees b: no ground that blocks sight is between some space of a and some
// space of b.
func (g *ground) Sight(a, b Area) bool { return g.opaque == nil || g.kind.sees(a, b) }

// keep keeps the places of a list for which a test holds, in place.
func (g *ground) keep(list []Place, test func(Place) bool) []Place {
	g.looked(len(list))
	return slices.DeleteFunc(list, func(p Place) bool { return !test(p) })
}

// addUncovered adds a place to the last list, unless it is outside or covered by a.
func (g *ground) addUncovered(p Place, a Area) {
	if p != 0 && !g.covers(a, p) {
		g.out = append(g.out, p)
	}
}

// withinRows is within for spaces in rows: it sorts the places of a rectangle with a counting
// sort by distance.
func (g *ground) withinRows(s stepper, a Area, n int) []Place {
	if n < 0 {
		return nil
	}
	n = min(n, g.farthest())
	x, y := g.Coordinates(a.Place)
	margin := n + int(a.Size) - 1
	x0, x1 := max(x-margin, g.left), min(x+margin, g.left+g.width-1)
	y0, y1 := max(y-margin, g.top), min(y+margin, g.top+g.height-1)
	if cap(g.counts) < n+2 {
		g.counts = make([]int32, n+2)
	}
	starts, distances := g.counts[:n+2], g.distances[:0]
	clear(starts)
	for by := y0; by <= y1; by++ {
		for bx := x0; bx <= x1; bx++ {
			d := s.spaces(a, Area{g.At(bx, by), 1})
			if distances = append(distances, int32(d)); d <= n {
				starts[d+1]++
			}
		}
	}
	g.distances = distances
	for d := range n + 1 {
		starts[d+1] += starts[d]
	}
	total := int(starts[n+1])
	if cap(g.out) < total {
		g.out = make([]Place, total)
	}
	g.out = g.out[:total]
	for i, d := range distances {
		if wide := x1 - x0 + 1; int(d) <= n {
			g.out[starts[d]] = g.At(x0+i%wide, y0+i/wide)
			starts[d]++
		}
	}
	return g.out
}

// InSpaces converts a distance in the ruleset's unit to spaces, rounded down.
func (g *ground) InSpaces(n float64) int {
	return int(math.Floor(math.Max(-1, math.Min(n/g.Unit, 1<<20))))
}

// Long returns the length of a number of spaces in the ruleset's unit.
func (g *ground) Long(spaces float64) float64 { return g.measure.Long(spaces) }
