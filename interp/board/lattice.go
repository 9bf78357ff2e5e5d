package board

// lattice is the common part of squares and the points of a plane: columns and rows at right angles.
type lattice struct {
	*ground
	metric metric
}

// metric says how long a way of dx columns and dy rows is.
type metric uint8

const (
	diagonalsOne metric = iota
	diagonalsAlternate
	diagonalsNone
)

// length returns the length in spaces of dx columns and dy rows of squares.
func (m metric) length(dx, dy int) int {
	dx, dy = abs(dx), abs(dy)
	switch m {
	case diagonalsAlternate:
		return max(dx, dy) + min(dx, dy)/2
	case diagonalsNone:
		return dx + dy
	}
	return max(dx, dy)
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
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

// step8 are the columns and rows of the eight directions of squares.
var step8 = [8][2]int{{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}}

var (
	names8 = []string{"north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"}
	names4 = []string{"north", "east", "south", "west"}
)

func (l *lattice) directionNames() []string {
	if l.metric == diagonalsNone {
		return names4
	}
	return names8
}

// delta returns the columns and rows of a direction.
func (l *lattice) delta(d int) (int, int) {
	if l.metric == diagonalsNone {
		d *= 2
	}
	return step8[d][0], step8[d][1]
}

func (l *lattice) Beyond(p Place, d, n int) Place {
	x, y := l.Coordinates(p)
	dx, dy := l.delta(d)
	return l.At(x+n*dx, y+n*dy)
}

func (l *lattice) closeness(d, x, y int) int {
	sx, sy := l.delta(d)
	dot := sx*x + sy*y
	// A diagonal step is longer by the root of 2: compare squares, keep the sign.
	square := dot * abs(dot)
	if sx != 0 && sy != 0 {
		return square
	}
	return 2 * square
}

// inCone reports whether a vector is at most 45 degrees off a direction.
func (l *lattice) inCone(d, x, y int) bool {
	sx, sy := l.delta(d)
	// The cosine of 45 degrees squared is 1/2.
	product := sx*x + sy*y
	return product > 0 && 2*product*product >= (x*x+y*y)*(sx*sx+sy*sy)
}

// line walks the squares whose interior a straight line crosses that starts in the middle of one.
type line struct {
	x, y   int
	nx, ny int // the columns and rows it goes, as given
	sx, sy int
	ix, iy int // how many it has gone
}

func (l *lattice) line(from, to Place) line {
	x, y := l.Coordinates(from)
	ex, ey := l.Coordinates(to)
	return line{x: x, y: y, nx: abs(ex - x), ny: abs(ey - y), sx: sign(ex - x), sy: sign(ey - y)}
}

// next goes to the next square, and reports whether it enters through a corner.
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

// ray lists the places on the straight line from one through another and beyond that a doesn't cover,
// up to the first that isn't near.
func (l *lattice) ray(a Area, from, to Place, near func(Place) bool) []Place {
	l.out = l.out[:0]
	if from == to {
		return l.out
	}
	for way := l.line(from, to); ; {
		way.next()
		p := l.At(way.x, way.y)
		if p == 0 || !near(p) {
			return l.out
		}
		l.addUncovered(p, a)
	}
}

// segment lists the places on the straight line between two that neither a nor b covers.
func (l *lattice) segment(a, b Area, from, to Place) []Place {
	l.out = l.out[:0]
	l.walkLine(from, to, func(p, _, _ Place) bool {
		if p != 0 && !l.covers(b, p) {
			l.addUncovered(p, a)
		}
		return true
	})
	return l.out
}

// walkLine visits the squares between from and to whose interior the line crosses.
// When the line enters a square through a corner, left and right are the two
// squares next to that corner (0: outside the map). It stops when visit returns
// false, and reports whether it reached the end. The last corner is visited with p = 0.
func (l *lattice) walkLine(from, to Place, visit func(p, left, right Place) bool) bool {
	for way := l.line(from, to); way.ix < way.nx || way.iy < way.ny; {
		var left, right Place
		if way.next() {
			left, right = l.At(way.x, way.y-way.sy), l.At(way.x-way.sx, way.y)
		}
		p := l.At(way.x, way.y)
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

// clearLine reports whether nothing blocks sight on the line between two places; sight doesn't pass
// between two blocking squares that touch at a corner.
func (l *lattice) clearLine(from, to Place) bool {
	x, y := l.Coordinates(from)
	ex, ey := l.Coordinates(to)
	l.looked(l.metric.length(ex-x, ey-y)) // about the number of squares between them
	return l.walkLine(from, to, func(p, left, right Place) bool {
		if left != 0 && right != 0 && l.isOpaque(left) && l.isOpaque(right) {
			return false
		}
		return p == 0 || !l.isOpaque(p)
	})
}

// anyClearLine reports whether a clear line leads from a place that a covers to one that b covers.
func (l *lattice) anyClearLine(a, b Area) bool {
	l.covered = l.kind.cover(l.covered[:0], a)
	all := len(l.covered)
	l.covered = l.kind.cover(l.covered, b)
	for _, from := range l.covered[:all] {
		for _, to := range l.covered[all:] {
			if from != 0 && to != 0 && l.clearLine(from, to) {
				return true
			}
		}
	}
	return false
}
