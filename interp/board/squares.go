package board

import "github.com/rulec/rulec/lang/program"

// squares are spaces in columns and rows. A thing covers as many of each as its size.
type squares struct {
	lattice
	corners corners
	near    neighbours
}

// corners is how many closed squares next to a diagonal step stop it.
type corners uint8

const (
	bothCorners corners = iota
	eitherCorner
	noCorner
)

// Their names in rulesets.
var (
	metrics  = map[string]metric{"one": diagonalsOne, "alternate": diagonalsAlternate, "none": diagonalsNone}
	stopping = map[string]corners{"two": bothCorners, "one": eitherCorner, "none": noCorner}
)

func laySquares(g *ground, e *program.Encounter) grid {
	g.layRows(e)
	space := e.Program.Space
	return &stepwise{ground: g, stepper: &squares{lattice: lattice{g, metrics[space.Diagonals]}, corners: stopping[space.Corners]}}
}

func (s *squares) on(g *ground) stepper {
	return &squares{lattice{g, s.metric}, s.corners, newNeighbours(g.Size())}
}

func (s *squares) directed() compass { return s }

// gap returns the distance of the interval that starts at b, of length nb, from the one
// that starts at a, of length na: 0 when they overlap, 1 when they touch;
// negative when b is before a.
func gap(a, na, b, nb int) int {
	switch {
	case b >= a+na:
		return b - (a + na - 1)
	case a >= b+nb:
		return -(a - (b + nb - 1))
	}
	return 0
}

// gaps returns the distance of b from a in columns and rows, from edge to edge.
func (s *squares) gaps(a, b Area) (dx, dy int) {
	ax, ay := s.Coordinates(a.Place)
	bx, by := s.Coordinates(b.Place)
	if a.Size == 1 && b.Size == 1 {
		return bx - ax, by - ay
	}
	return gap(ax, int(a.Size), bx, int(b.Size)), gap(ay, int(a.Size), by, int(b.Size))
}

func (s *squares) spaces(a, b Area) int { return s.metric.length(s.gaps(a, b)) }

func (s *squares) cover(list []Place, a Area) []Place {
	x, y := s.Coordinates(a.Place)
	for dy := range int(a.Size) {
		for dx := range int(a.Size) {
			list = append(list, s.At(x+dx, y+dy))
		}
	}
	return list
}

func (s *squares) within(a Area, n int) []Place { return s.withinRows(s, a, n) }

func (s *squares) vector(a, b Area) (x, y int) {
	ax, ay := s.middle(a)
	bx, by := s.middle(b)
	return bx - ax, by - ay
}

// middle returns the middle of an area, in half columns and rows.
func (s *squares) middle(a Area) (int, int) {
	x, y := s.Coordinates(a.Place)
	return 2*x + int(a.Size), 2*y + int(a.Size)
}

func (s *squares) Cone(a Area, d int, far float64) []Place {
	return s.keep(s.within(a, s.InSpaces(far)), func(p Place) bool {
		x, y := s.vector(a, Area{p, 1})
		return !s.covers(a, p) && s.inCone(d, x, y)
	})
}

// Line starts from the two nearest spaces.
func (s *squares) Line(a, b Area, far float64) []Place {
	from, to := s.nearestSpaces(a, b)
	n := s.InSpaces(far)
	return s.ray(a, from, to, func(p Place) bool { return s.spaces(a, Area{p, 1}) <= n })
}

// Between lists all spaces whose interior the line between the middles of the two nearest spaces
// crosses; a line through a corner touches neither of the spaces next to it.
func (s *squares) Between(a, b Area) []Place {
	from, to := s.nearestSpaces(a, b)
	return s.segment(a, b, from, to)
}

// nearestSpaces returns the spaces of a and b that face each other; where they
// overlap in a column or row, the first common one.
func (s *squares) nearestSpaces(a, b Area) (from, to Place) {
	ax, ay := s.Coordinates(a.Place)
	bx, by := s.Coordinates(b.Place)
	fx, tx := facing(ax, int(a.Size), bx, int(b.Size))
	fy, ty := facing(ay, int(a.Size), by, int(b.Size))
	return s.At(fx, fy), s.At(tx, ty)
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

func (s *squares) sees(a, b Area) bool {
	if a.Size == 1 && b.Size == 1 {
		return s.clearLine(a.Place, b.Place)
	}
	return s.anyClearLine(a, b)
}

// Opposite reports whether the line between the middles of a and b goes through opposite sides of
// x's area, or through opposite corners.
func (s *squares) Opposite(a, x, b Area) bool {
	// In half spaces, so that middles are whole.
	ax, ay := s.middle(a)
	bx, by := s.middle(b)
	px, py := s.Coordinates(x.Place)
	px, py = 2*px, 2*py
	n := 2 * int(x.Size)
	return crosses(ax, ay, bx, by, px, py, n) || crosses(ay, ax, by, bx, py, px, n)
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

func (s *squares) steps(p Place, _ bool) *steps {
	from, known := s.near.of(p)
	if known {
		return from
	}
	x, y := s.Coordinates(p)
	for d := range s.directionNames() {
		if q := s.Beyond(p, d, 1); q != 0 {
			qx, qy := s.Coordinates(q)
			from.add(q, s.alternates() && qx != x && qy != y, s.cutsCorner(1, p, q))
		}
	}
	return from
}

func (s *squares) alternates() bool { return s.metric == diagonalsAlternate }

// cutsCorner checks the two squares that complete a square with the step and that the walker covers neither
// before the step nor after it.
func (s *squares) cutsCorner(size int32, p, q Place) bool {
	if s.closed == nil || s.corners == noCorner {
		return false
	}
	px, py := s.Coordinates(p)
	qx, qy := s.Coordinates(q)
	if px == qx || py == qy {
		return false
	}
	x, y, ends := min(px, qx), min(py, qy), int(size)
	one, other := s.At(x+ends, y), s.At(x, y+ends)
	if (px < qx) != (py < qy) {
		one, other = s.At(x, y), s.At(x+ends, y+ends)
	}
	// For things that are too big for the map one of them may be outside.
	stopped, also := one == 0 || s.isClosed(one), other == 0 || s.isClosed(other)
	if s.corners == eitherCorner {
		return stopped || also
	}
	return stopped && also
}

func (s *squares) crowFlies(p, q Place) int {
	x, y := s.gaps(Area{p, 1}, Area{q, 1})
	return x*x + y*y
}

// offsets are the columns and rows, the larger number first; without diagonals both together.
func (s *squares) offsets(a Area, to Place) (longer, shorter int, ok bool) {
	dx, dy := s.gaps(a, Area{to, 1})
	if s.metric == diagonalsNone {
		return abs(dx) + abs(dy), 0, true
	}
	dx, dy = abs(dx), abs(dy)
	// A big thing could walk diagonally without getting nearer sideways.
	return max(dx, dy), min(dx, dy), s.metric == diagonalsOne || a.Size == 1
}
