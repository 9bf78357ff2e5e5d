package board

import (
	"slices"

	"github.com/rulec/rulec/lang/program"
)

// Between lists the places on the straight line from a to b, from a to b, without
// the spaces that a and b cover. On squares these are all whose inside the line
// between the middles of the two nearest spaces crosses; a line through a corner
// touches neither of the spaces beside it. On hexes it is one place for each
// step; where the line runs along a border, the same side is taken both ways. On
// zones it is the shortest way. The list is valid until the next one.
func (g *Board) Between(a, b Area) []Place {
	switch g.Grid {
	case program.ZoneGrid:
		return g.betweenZones(a.Place, b.Place)
	case program.HexGrid:
		return g.betweenHexes(a, b)
	}
	g.out = g.out[:0]
	from, to := a.Place, b.Place
	if g.Grid == program.SquareGrid {
		from, to = g.nearestSpaces(a, b)
	}
	g.walkLine(from, to, func(p, _, _ Place) bool {
		if p != 0 && !g.covers(a, p) && !g.covers(b, p) {
			g.out = append(g.out, p)
		}
		return true
	})
	return g.out
}

// nearestSpaces returns the spaces of a and b that face each other; where they
// overlap in a column or row, the first common one.
func (g *Board) nearestSpaces(a, b Area) (from, to Place) {
	ax, ay := g.Coordinates(a.Place)
	bx, by := g.Coordinates(b.Place)
	fx, tx := facing(ax, int(a.Size), bx, int(b.Size))
	fy, ty := facing(ay, int(a.Size), by, int(b.Size))
	return g.at(fx, fy), g.at(tx, ty)
}

func facing(a, na, b, nb int) (int, int) {
	switch d := gap(a, na, b, nb); {
	case d > 0:
		return a + na - 1, b
	case d < 0:
		return a, b + nb - 1
	}
	common := max(a, b)
	return common, common
}

// walkLine visits the squares between from and to whose inside the line crosses.
// When the line comes to a square through a corner, left and right are the two
// squares beside that corner (0: outside the map). It stops when visit returns
// false, and tells whether it came to the end. The last corner is visited with p = 0.
func (g *Board) walkLine(from, to Place, visit func(p, left, right Place) bool) bool {
	x, y := g.Coordinates(from)
	ex, ey := g.Coordinates(to)
	for l := lineOf(x, y, ex, ey); l.ix < l.nx || l.iy < l.ny; {
		var left, right Place
		if l.next() {
			left, right = g.at(l.x, l.y-l.sy), g.at(l.x-l.sx, l.y)
		}
		p := g.at(l.x, l.y)
		if p == to {
			if left == 0 && right == 0 {
				return true
			}
			p = 0
		}
		if !visit(p, left, right) {
			return false
		}
	}
	return true
}

func sign(n int) int {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}

func (g *Board) betweenHexes(a, b Area) []Place {
	g.out = g.out[:0]
	from, to := a.Place, b.Place
	swapped := from > to // so that both ways take the same side of a border
	if swapped {
		from, to = to, from
	}
	fx, fy := g.Coordinates(from)
	tx, ty := g.Coordinates(to)
	fq, fr := axial(fx, fy)
	tq, tr := axial(tx, ty)
	n := hexLength(tq-fq, tr-fr)
	for i := 1; i < n; i++ {
		q, r := roundHex(fq*(n-i)+tq*i, fr*(n-i)+tr*i, n)
		p := g.at(offset(q, r))
		if p != 0 && !g.covers(a, p) && !g.covers(b, p) {
			g.out = append(g.out, p)
		}
	}
	if swapped {
		slices.Reverse(g.out)
	}
	return g.out
}

// roundHex returns the hex in which the point (q/n, r/n) lies, of whose coordinates q/n, r/n
// and their sum one is whole. A point on a border lies in the hex to the east, or else the south.
func roundHex(q, r, n int) (int, int) {
	s := -q - r
	rq, rr, rs := roundDiv(q, n), roundDiv(r, n), roundDiv(s, n)
	dq, dr, ds := abs(rq*n-q), abs(rr*n-r), abs(rs*n-s)
	switch {
	case dq > dr && dq > ds:
		return -rr - rs, rr
	case dr > ds:
		return rq, -rq - rs
	}
	return rq, rr
}

// roundDiv returns a/n rounded to the nearest whole number, halves up.
func roundDiv(a, n int) int {
	a = 2*a + n
	d := a / (2 * n)
	if a < 0 && a%(2*n) != 0 {
		d--
	}
	return d
}

// betweenZones goes from a to b by the first neighbour that is nearer, in map order.
func (g *Board) betweenZones(a, b Place) []Place {
	g.out = g.out[:0]
	left := g.steps[a-1][b-1]
	for at := a; left > 1; left-- {
		for _, z := range g.zones[at-1].Next {
			if g.steps[z][b-1] == left-1 {
				at = Place(z + 1)
				break
			}
		}
		g.out = append(g.out, at)
	}
	return g.out
}

// Sight reports whether a sees b: no ground that blocks sight lies between some
// space of a and some space of b. Between two blocking squares that touch at a
// corner nothing is seen.
func (g *Board) Sight(a, b Area) bool {
	if g.opaque == nil {
		return true
	}
	if g.Grid == program.PlaneGrid {
		return g.seesOnPlane(a, b)
	}
	if g.Grid != program.SquareGrid {
		for _, p := range g.Between(a, b) {
			if g.isOpaque(p) {
				return false
			}
		}
		return true
	}
	ax, ay := g.Coordinates(a.Place)
	bx, by := g.Coordinates(b.Place)
	for i := range int(a.Size * a.Size) {
		from := g.at(ax+i%int(a.Size), ay+i/int(a.Size))
		for j := range int(b.Size * b.Size) {
			to := g.at(bx+j%int(b.Size), by+j/int(b.Size))
			if from != 0 && to != 0 && g.clearLine(from, to) {
				return true
			}
		}
	}
	return false
}

// crossed is about how many squares lie between two.
func (g *Board) crossed(from, to Place) int {
	x, y := g.Coordinates(from)
	ex, ey := g.Coordinates(to)
	return g.metric.length(ex-x, ey-y)
}

func (g *Board) clearLine(from, to Place) bool {
	g.looked(g.crossed(from, to))
	return g.walkLine(from, to, func(p, left, right Place) bool {
		if left != 0 && right != 0 && g.isOpaque(left) && g.isOpaque(right) {
			return false
		}
		return p == 0 || !g.isOpaque(p)
	})
}

// Opposite reports whether x stands between a and b: on a plane when the line between their
// middles passes over its base; on squares when the line
// between the middles of a and b goes through opposite sides of x's area, or
// through opposite corners; on hexes when the middle of x lies on that line, or
// a mirrored at it falls within x's size of b.
func (g *Board) Opposite(a, x, b Area) bool {
	if g.Grid == program.HexGrid {
		return g.oppositeHexes(a, x, b)
	}
	if g.Grid == program.PlaneGrid {
		return g.oppositeOnPlane(a, x, b)
	}
	// In half spaces, so that middles are whole.
	ax, ay := g.middle(a)
	bx, by := g.middle(b)
	px, py := g.Coordinates(x.Place)
	px, py = 2*px, 2*py
	n := 2 * int(x.Size)
	return crosses(ax, ay, bx, by, px, py, n) || crosses(ay, ax, by, bx, py, px, n)
}

// middle returns the middle of an area of squares, in half columns and rows.
func (g *Board) middle(a Area) (int, int) {
	x, y := g.Coordinates(a.Place)
	return 2*x + int(a.Size), 2*y + int(a.Size)
}

// crosses reports whether the line from a to b goes through the sides x = px and
// x = px+n of a square, both between y = py and y = py+n, and not along an edge.
func crosses(ax, ay, bx, by, px, py, n int) bool {
	if ax > bx {
		ax, ay, bx, by = bx, by, ax, ay
	}
	if ax > px || bx < px+n || ax == bx {
		return false
	}
	// y at a side, times the length of the line in x.
	long := bx - ax
	enter := ay*long + (px-ax)*(by-ay)
	leave := ay*long + (px+n-ax)*(by-ay)
	low, high := py*long, (py+n)*long
	if enter < low || enter > high || leave < low || leave > high {
		return false
	}
	return enter != leave || enter != low && enter != high
}

func (g *Board) oppositeHexes(a, x, b Area) bool {
	aq, ar := g.vector(x, a)
	bq, br := g.vector(x, b)
	if hexLength(aq, ar) == 0 || hexLength(bq, br) == 0 {
		return false
	}
	if aq*br-ar*bq == 0 {
		return 2*aq*bq+2*ar*br+aq*br+ar*bq < 0
	}
	return hexLength(aq+bq, ar+br) <= int(x.Size)-1
}
