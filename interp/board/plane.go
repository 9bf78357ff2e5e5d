package board

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/lang/program"
)

// plane has the points of a fine lattice, each the middle of a small square.
// Distances are straight, from edge to edge of round bases: the size of an area is the diameter
// of its base, in spaces, 0 for a point. Covered points and crossed squares are computed in
// whole numbers, so that rounding never decides.
type plane struct {
	lattice
	legs legs
	last lastWays
	near []near // scratch: the points around a base
}

func layPlane(g *ground, e *program.Encounter) grid {
	g.layRows(e)
	return &plane{lattice: lattice{ground: g}}
}

func (g *plane) on(new *ground) grid { return &plane{lattice: lattice{ground: new}} }

func (g *plane) directed() compass { return g }

// squared returns the square of the straight distance of two points, in spaces.
func (g *plane) squared(p, q Place) int {
	px, py := g.Coordinates(p)
	qx, qy := g.Coordinates(q)
	return (px-qx)*(px-qx) + (py-qy)*(py-qy)
}

// leg returns the straight distance of two points, in spaces.
func (g *plane) leg(p, q Place) float64 { return math.Sqrt(float64(g.squared(p, q))) }

// apart is measured from edge to edge.
func (g *plane) apart(a, b Area) float64 {
	return math.Max(0, g.leg(a.Place, b.Place)-float64(a.Size+b.Size)/2)
}

// share reports whether two bases share more than an edge, or are on one point.
func (g *plane) share(a, b Area) bool {
	sizes := int(a.Size) + int(b.Size)
	return a.Place == b.Place || 4*g.squared(a.Place, b.Place) < sizes*sizes
}

func (g *plane) cover(list []Place, a Area) []Place {
	if a.Size < 2 {
		return append(list, a.Place)
	}
	x, y := g.Coordinates(a.Place)
	reach, square := int(a.Size)/2, int(a.Size)*int(a.Size)
	for dy := -reach; dy <= reach; dy++ {
		for dx := -reach; dx <= reach; dx++ {
			if 4*(dx*dx+dy*dy) < square {
				list = append(list, g.At(x+dx, y+dy))
			}
		}
	}
	return list
}

func (g *plane) vector(a, b Area) (x, y int) {
	ax, ay := g.Coordinates(a.Place)
	bx, by := g.Coordinates(b.Place)
	return 2 * (bx - ax), 2 * (by - ay)
}

// near is a point and its distance.
type near struct {
	place Place
	far   float64
}

// pointsAround lists the points that are at most far and more than over from a base, and for
// which a test holds: nearest first, then row by row.
func (g *plane) pointsAround(a Area, over, far float64, test func(Place) bool) []Place {
	g.out, g.near = g.out[:0], g.near[:0]
	reach := math.Ceil(g.measure.Spaces(far)) + float64(a.Size)/2 + 1
	margin := int(math.Max(-1, math.Min(reach, float64(g.width+g.height))))
	x, y := g.Coordinates(a.Place)
	left, right := max(x-margin, g.left), min(x+margin, g.left+g.width-1)
	top, bottom := max(y-margin, g.top), min(y+margin, g.top+g.height-1)
	for y := top; y <= bottom; y++ {
		for x := left; x <= right; x++ {
			p := g.At(x, y)
			if d := g.Long(g.apart(a, Area{Place: p})); d <= far && d > over && (test == nil || test(p)) {
				g.near = append(g.near, near{p, d})
			}
		}
	}
	g.looked(max(0, right-left+1) * max(0, bottom-top+1))
	slices.SortStableFunc(g.near, func(a, b near) int { return cmp.Compare(a.far, b.far) })
	for _, n := range g.near {
		g.out = append(g.out, n.place)
	}
	return g.out
}

func (g *plane) Within(a Area, far float64) []Place { return g.pointsAround(a, -1, far, nil) }

func (g *plane) Ring(a Area, far float64) []Place { return g.pointsAround(a, far-g.Unit, far, nil) }

func (g *plane) Around(a Area) []Place {
	return g.pointsAround(a, -1, g.Unit, func(p Place) bool { return !g.covers(a, p) })
}

func (g *plane) Cone(a Area, d int, far float64) []Place {
	return g.pointsAround(a, -1, far, func(p Place) bool {
		x, y := g.vector(a, Area{Place: p})
		return !g.covers(a, p) && g.inCone(d, x, y)
	})
}

// Line goes from middle to middle, as Between does.
func (g *plane) Line(a, b Area, far float64) []Place {
	return g.ray(a, a.Place, b.Place, func(p Place) bool { return g.Long(g.apart(a, Area{Place: p})) <= far })
}

func (g *plane) Between(a, b Area) []Place { return g.segment(a, b, a.Place, b.Place) }

// sees first tests the line between the middles, which is usually clear.
func (g *plane) sees(a, b Area) bool { return g.clearLine(a.Place, b.Place) || g.anyClearLine(a, b) }

// Opposite reports whether the straight line from the middle of a to that of b passes over
// the base of x, whose middle is between them.
func (g *plane) Opposite(a, x, b Area) bool {
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

func (g *plane) PlaceAt(column, row float64) (p Place, nearest [2]float64, exact bool) {
	x, exactX := g.measure.Nearest(column)
	y, exactY := g.measure.Nearest(row)
	if !exactX || !exactY {
		return 0, [2]float64{g.Long(x) + 0, g.Long(y) + 0}, false // +0: no -0
	}
	if math.Abs(x) > 1<<30 || math.Abs(y) > 1<<30 {
		return 0, nearest, true
	}
	return g.At(int(x), int(y)), nearest, true
}

func (g *plane) SizeOf(footprint float64) (size int32, whole bool, wrong string) {
	spaces, exact := g.measure.Nearest(footprint)
	switch {
	case !exact || spaces < 0:
		return 0, false, "on a plane it is the diameter of a base and must be a multiple of unit: " + number.Format(g.Unit)
	case spaces > program.OpenMargin:
		return 0, true, fmt.Sprintf("the limit is %s, %d times unit", number.Format(g.Long(program.OpenMargin)), program.OpenMargin)
	}
	return int32(spaces), true, ""
}

func (g *plane) Limit(far, spaces float64) (limit float64, longer bool) {
	return math.Max(0, far), g.Long(spaces) > far
}
