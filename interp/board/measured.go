package board

import (
	"math"

	"github.com/rulec/rulec/lang/program"
)

// Measured asks a board in the ruleset's unit. On squares, hexes and zones lengths are whole spaces
// inside, and one that is given is rounded down to them; on a plane they have decimals.
type Measured struct{ g *Board }

// Measured returns the board as it is asked in the ruleset's unit.
func (g *Board) Measured() Measured { return Measured{g} }

func (m Measured) plane() bool { return m.g.Grid == program.PlaneGrid }

// Distance returns how far b is from a; -1 if there is no way between two zones.
func (m Measured) Distance(a, b Area) float64 {
	if m.plane() {
		return m.g.apartOnPlane(a, b)
	}
	n := m.g.Spaces(a, b)
	if n < 0 {
		return -1
	}
	return m.g.measure.Long(float64(n))
}

// Within is [Board.Within].
func (m Measured) Within(a Area, far float64) []Place {
	if m.plane() {
		return m.g.onPlane(a, -1, far, nil)
	}
	return m.g.Within(a, m.g.InSpaces(far))
}

// Ring is [Board.Ring]; on a plane it is one space wide.
func (m Measured) Ring(a Area, far float64) []Place {
	if m.plane() {
		return m.g.onPlane(a, far-m.g.Unit, far, nil)
	}
	return m.g.Ring(a, m.g.InSpaces(far))
}

// Cone is [Board.Cone].
func (m Measured) Cone(a Area, d int, far float64) []Place {
	if m.plane() {
		sx, sy := m.g.delta(d)
		return m.g.onPlane(a, -1, far, func(p Place) bool {
			x, y := m.g.vector(a, Area{Place: p})
			return !m.g.covers(a, p) && m.g.inCone(x, y, sx, sy)
		})
	}
	return m.g.Cone(a, d, m.g.InSpaces(far))
}

// Line is [Board.Line].
func (m Measured) Line(a, b Area, far float64) []Place {
	g := m.g
	if !m.plane() {
		return g.Line(a, b, g.InSpaces(far))
	}
	g.out = g.out[:0]
	if a.Place == b.Place {
		return g.out
	}
	x, y := g.Coordinates(a.Place)
	ex, ey := g.Coordinates(b.Place)
	for l := lineOf(x, y, ex, ey); ; {
		l.next()
		p := g.at(l.x, l.y)
		if p == 0 || g.apartOnPlane(a, Area{Place: p}) > far {
			return g.out
		}
		g.onLine(a, p)
	}
}

// WayLength returns how long the shortest way is, or -1.
func (m Measured) WayLength(w Walker, from, to Place) float64 {
	if m.plane() {
		if from == 0 || to == 0 {
			return -1
		}
		k := m.g.legsTo(w, from, to)
		if k.length < 0 {
			return -1
		}
		return m.g.measure.Long(k.length)
	}
	n := m.g.WayLength(w, from, to)
	if n < 0 {
		return -1
	}
	return m.g.measure.Long(float64(n))
}

// Ways is [Board.Ways].
func (m Measured) Ways(w Walker, from Place, far float64, found func(way []Place)) {
	if m.plane() {
		m.g.waysOnPlane(w, from, far, found)
		return
	}
	if n := m.g.InSpaces(far); n >= 0 {
		m.g.Ways(w, from, n, found)
	}
}

// Step tells what is in the way of a step, or on a plane of a leg; else what it costs in spaces, and
// whether the number of diagonal steps is odd after it.
func (m Measured) Step(w Walker, p, q Place, odd int32) (wrong Obstacle, spaces float64, parity int32) {
	if m.plane() {
		wrong, spaces = m.g.legTo(w, p, q)
		return wrong, spaces, 0
	}
	wrong, cost, parity := m.g.StepTo(w, p, q, odd)
	return wrong, float64(cost), parity
}

// Size returns how many spaces wide something is whose footprint the ruleset gives: on a plane the
// diameter of its base. It is not ok if that is no whole number of spaces, or too many.
func (m Measured) Size(footprint float64) (size int32, ok bool) {
	n := footprint
	if m.plane() {
		spaces, exact := m.Nearest(footprint)
		if !exact || spaces < 0 {
			return 0, false
		}
		n = spaces
	}
	if n > program.OpenMargin {
		return 0, false
	}
	return int32(max(float64(m.g.PointSize()), n)), true
}

// Long returns how long so many spaces are.
func (m Measured) Long(spaces float64) float64 { return m.g.measure.Long(spaces) }

// Nearest returns the number of spaces that comes nearest to a length, and whether it is as long.
func (m Measured) Nearest(length float64) (spaces float64, exact bool) {
	return m.g.measure.Nearest(length)
}

// Limit returns the longest way, as its reader is told, that is no longer than a length: on a plane
// the length, elsewhere whole spaces; and whether so many spaces are longer.
func (m Measured) Limit(far, spaces float64) (limit float64, longer bool) {
	if m.plane() {
		return math.Max(0, far), m.g.measure.Long(spaces) > far
	}
	n := float64(m.g.InSpaces(far))
	return math.Max(0, n), spaces > n
}
