package board

import (
	"math"
	"slices"

	"github.com/rulec/rulec/lang/program"
)

// On a plane the places are the points of a fine lattice, each the middle of a small square.
// Distances are straight, from edge to edge of round bases: the size of an area is the diameter
// of its base, in spaces, 0 for a point. What is covered and what a line crosses is worked out in
// whole numbers, so that no rounding decides it.

// squared returns the square of the straight distance of two points, in spaces.
func (g *Board) squared(p, q Place) int {
	px, py := g.Coordinates(p)
	qx, qy := g.Coordinates(q)
	return (px-qx)*(px-qx) + (py-qy)*(py-qy)
}

// leg returns the straight distance of two points, in spaces.
func (g *Board) leg(p, q Place) float64 { return math.Sqrt(float64(g.squared(p, q))) }

// apartOnPlane returns how far the edges of two bases are apart, in the ruleset's unit.
func (g *Board) apartOnPlane(a, b Area) float64 {
	return g.measure.Long(math.Max(0, g.leg(a.Place, b.Place)-float64(a.Size+b.Size)/2))
}

// overlap tells whether two bases share more than an edge, or stand on one point.
func (g *Board) overlap(a, b Area) bool {
	sizes := int(a.Size) + int(b.Size)
	return a.Place == b.Place || 4*g.squared(a.Place, b.Place) < sizes*sizes
}

// visitBase visits the points that a base covers; 0 for those outside.
func (g *Board) visitBase(a Area, visit func(Place)) {
	if a.Size < 2 {
		visit(a.Place)
		return
	}
	x, y := g.Coordinates(a.Place)
	reach, square := int(a.Size)/2, int(a.Size)*int(a.Size)
	for dy := -reach; dy <= reach; dy++ {
		for dx := -reach; dx <= reach; dx++ {
			if 4*(dx*dx+dy*dy) < square {
				visit(g.at(x+dx, y+dy))
			}
		}
	}
}

// baseEnters tells whether all points that a base covers are there and can be entered.
func (g *Board) baseEnters(a Area) bool {
	open := true
	g.visitBase(a, func(p Place) { open = open && p != 0 && !g.isClosed(p) })
	return open
}

// near is a point and how far off it is.
type near struct {
	place Place
	far   float64
}

// onPlane lists the points that are at most far and more than over away from a base, and for
// which a test holds: nearest first, then row by row.
func (g *Board) onPlane(a Area, over, far float64, test func(Place) bool) []Place {
	g.out, g.near = g.out[:0], g.near[:0]
	reach := math.Ceil(g.measure.Spaces(far)) + float64(a.Size)/2 + 1
	margin := int(math.Max(-1, math.Min(reach, float64(g.width+g.height))))
	x, y := g.Coordinates(a.Place)
	left, right := max(x-margin, g.left), min(x+margin, g.left+g.width-1)
	top, bottom := max(y-margin, g.top), min(y+margin, g.top+g.height-1)
	for y := top; y <= bottom; y++ {
		for x := left; x <= right; x++ {
			p := g.at(x, y)
			if d := g.apartOnPlane(a, Area{Place: p}); d <= far && d > over && (test == nil || test(p)) {
				g.near = append(g.near, near{p, d})
			}
		}
	}
	g.looked(max(0, right-left+1) * max(0, bottom-top+1))
	slices.SortStableFunc(g.near, func(a, b near) int {
		switch {
		case a.far < b.far:
			return -1
		case a.far > b.far:
			return 1
		}
		return 0
	})
	for _, n := range g.near {
		g.out = append(g.out, n.place)
	}
	return g.out
}

// seesOnPlane tells whether a clear line leads from some point that a covers to one that b covers;
// most often that of the middles does.
func (g *Board) seesOnPlane(a, b Area) bool {
	if g.clearLine(a.Place, b.Place) {
		return true
	}
	seen := false
	g.visitBase(a, func(from Place) {
		g.visitBase(b, func(to Place) { seen = seen || from != 0 && to != 0 && g.clearLine(from, to) })
	})
	return seen
}

// oppositeOnPlane tells whether the straight line from the middle of a to that of b passes over
// the base of x, whose middle lies between them.
func (g *Board) oppositeOnPlane(a, x, b Area) bool {
	ax, ay := g.Coordinates(a.Place)
	bx, by := g.Coordinates(b.Place)
	xx, xy := g.Coordinates(x.Place)
	dx, dy, px, py := bx-ax, by-ay, xx-ax, xy-ay
	long, along, across := dx*dx+dy*dy, px*dx+py*dy, px*dy-py*dx
	if along <= 0 || along >= long {
		return false
	}
	return across == 0 || 4*float64(across)*float64(across) < float64(x.Size)*float64(x.Size)*float64(long)
}

// Lattice returns the point with the given coordinates in the ruleset's unit, 0 outside the
// ground, and the coordinates of the nearest point if these are of none.
func (g *Board) Lattice(column, row float64) (p Place, nearest [2]float64, exact bool) {
	x, exactX := g.measure.Nearest(column)
	y, exactY := g.measure.Nearest(row)
	if !exactX || !exactY {
		return 0, [2]float64{g.measure.Long(x) + 0, g.measure.Long(y) + 0}, false // +0: no -0
	}
	if math.Abs(x) > 1<<30 || math.Abs(y) > 1<<30 {
		return 0, nearest, true
	}
	return g.at(int(x), int(y)), nearest, true
}

// At returns the place so many spaces east and south of [0, 0]; 0 outside.
func (g *Board) At(x, y int) Place { return g.at(x, y) }

// Point returns the column and row of a place as formulas see them: on a plane in the ruleset's unit.
func (g *Board) Point(p Place) (column, row float64) {
	x, y := g.Coordinates(p)
	if g.Grid != program.PlaneGrid {
		return float64(x), float64(y)
	}
	return g.measure.Long(float64(x)), g.measure.Long(float64(y))
}

// PointSize is the size of a place as an area.
func (g *Board) PointSize() int32 {
	if g.Grid == program.PlaneGrid {
		return 0
	}
	return 1
}
