package board

import "github.com/rulec/rulec/lang/program"

// Ring lists the places exactly n spaces from a, row by row; 0: what a covers. The list is
// valid until the next one.
func (g *Board) Ring(a Area, n int) []Place {
	return g.within(a, n, func(p Place) bool { return g.Spaces(a, Area{p, 1}) == n })
}

// Cone lists the places at most n spaces from a, a's own left out, that lie in direction d
// as seen from its middle: on squares within 45 degrees to either side, on hexes within 30,
// middles on the edge included. The nearest come first, equally near ones row by row; the
// list is valid until the next one.
func (g *Board) Cone(a Area, d, n int) []Place {
	sx, sy := g.delta(d)
	return g.within(a, n, func(p Place) bool {
		x, y := g.vector(a, Area{p, 1})
		return !g.covers(a, p) && g.inCone(x, y, sx, sy)
	})
}

// inCone tells whether a vector lies no further off a direction than a cone is wide.
func (g *Board) inCone(x, y, sx, sy int) bool {
	if g.Grid == program.HexGrid {
		// The scalar product is half of this; the cosine of 30 degrees squared is 3/4.
		twice := 2*sx*x + 2*sy*y + sx*y + sy*x
		return twice > 0 && twice*twice >= 3*(x*x+y*y+x*y)
	}
	// The cosine of 45 degrees squared is 1/2.
	product := sx*x + sy*y
	return product > 0 && 2*product*product >= (x*x+y*y)*(sx*sx+sy*sy)
}

// within lists the places at most n spaces from a for which a test holds.
func (g *Board) within(a Area, n int, test func(Place) bool) []Place {
	near := g.Within(a, n)
	g.looked(len(near))
	kept := near[:0]
	for _, p := range near {
		if test(p) {
			kept = append(kept, p)
		}
	}
	return kept
}

// Line lists the places on the straight line from a through b and beyond, as far as they are
// at most n spaces from a, a's own left out: on squares all whose inside it crosses, on hexes
// one for each step, as [Board.Between] has them. There is none if a and b share a space. The
// list is valid until the next one.
func (g *Board) Line(a, b Area, n int) []Place {
	g.out = g.out[:0]
	n = min(n, g.width+g.height+min(g.width, g.height))
	if g.Grid == program.HexGrid {
		g.lineOfHexes(a, b, n)
		return g.out
	}
	from, to := g.nearestSpaces(a, b)
	if from == to {
		return g.out
	}
	x, y := g.Coordinates(from)
	ex, ey := g.Coordinates(to)
	ax, ay := g.Coordinates(a.Place)
	l := lineOf(x, y, ex, ey)
	for {
		l.next()
		if g.metric.length(gap(ax, int(a.Size), l.x, 1), gap(ay, int(a.Size), l.y, 1)) > n {
			return g.out
		}
		g.onLine(a, g.at(l.x, l.y))
	}
}

func (g *Board) onLine(a Area, p Place) {
	if p != 0 && !g.covers(a, p) {
		g.out = append(g.out, p)
	}
}

func (g *Board) lineOfHexes(a, b Area, n int) {
	fq, fr := axial(g.Coordinates(a.Place))
	dq, dr := g.vector(a, b)
	length := hexLength(dq, dr)
	if length == 0 {
		return
	}
	for i := 1; i <= n+int(a.Size)-1; i++ {
		q, r := roundHex(fq*length+dq*i, fr*length+dr*i, length)
		g.onLine(a, g.at(offset(q, r)))
	}
}

// line walks the squares whose inside a straight line crosses that begins in the middle of one.
type line struct {
	x, y   int
	nx, ny int // how many columns and rows it goes, as it is given
	sx, sy int
	ix, iy int // how many it has gone
}

func lineOf(x, y, ex, ey int) line {
	return line{x: x, y: y, nx: abs(ex - x), ny: abs(ey - y), sx: sign(ex - x), sy: sign(ey - y)}
}

// next goes to the next square, and tells whether it comes there through a corner.
func (l *line) next() (corner bool) {
	// Which border comes first: that of the next column or of the next row?
	d := (1+2*l.ix)*l.ny - (1+2*l.iy)*l.nx
	if d <= 0 {
		l.x, l.ix = l.x+l.sx, l.ix+1
	}
	if d >= 0 {
		l.y, l.iy = l.y+l.sy, l.iy+1
	}
	return d == 0
}
