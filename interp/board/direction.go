package board

import "github.com/rulec/rulec/lang/program"

// Directions are numbered clockwise. As values of the language they count from
// 1; inside the ground from 0, and -1 is none. On squares with diagonals: north,
// north-east, east and so on; without diagonals the four of these; on hexes:
// north-east, east, south-east, south-west, west, north-west.

// step8 are the columns and rows of the eight directions of squares.
var step8 = [8][2]int{{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}}

// step6 are the axial steps of the six directions of hexes.
var step6 = [6][2]int{{1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}}

var (
	names8 = [8]string{"north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"}
	names6 = [6]string{"north-east", "east", "south-east", "south-west", "west", "north-west"}
)

// DirectionCount returns how many directions the grid has.
func (g *Board) DirectionCount() int {
	switch {
	case g.Grid == program.HexGrid:
		return 6
	case g.Grid != program.SquareGrid && g.Grid != program.PlaneGrid:
		return 0
	case g.metric == diagonalsNone:
		return 4
	}
	return 8
}

// DirectionName returns how a story calls a direction.
func (g *Board) DirectionName(d int) string {
	switch {
	case d < 0 || d >= g.DirectionCount():
		return "none"
	case g.Grid == program.HexGrid:
		return names6[d]
	case g.metric == diagonalsNone:
		return names8[2*d]
	}
	return names8[d]
}

// delta returns the columns and rows (on hexes the axial steps) of a direction.
func (g *Board) delta(d int) (int, int) {
	if g.Grid == program.HexGrid {
		return step6[d][0], step6[d][1]
	}
	if g.metric == diagonalsNone {
		d *= 2
	}
	return step8[d][0], step8[d][1]
}

// step returns the next place from p in a direction; 0 outside.
func (g *Board) step(p Place, d int) Place { return g.Beyond(p, d, 1) }

// Beyond returns the place n spaces from p in a direction; 0 outside. A negative
// n goes the other way.
func (g *Board) Beyond(p Place, d, n int) Place {
	x, y := g.Coordinates(p)
	dx, dy := g.delta(d)
	if g.Grid == program.HexGrid {
		q, r := axial(x, y)
		return g.at(offset(q+n*dx, r+n*dy))
	}
	return g.at(x+n*dx, y+n*dy)
}

// vector returns the way from the middle of a to the middle of b: on squares in
// half columns and rows, on hexes in axial steps.
func (g *Board) vector(a, b Area) (int, int) {
	ax, ay := g.Coordinates(a.Place)
	bx, by := g.Coordinates(b.Place)
	if g.Grid == program.HexGrid {
		aq, ar := axial(ax, ay)
		bq, br := axial(bx, by)
		return bq - aq, br - ar
	}
	more := int(b.Size - a.Size)
	if g.Grid == program.PlaneGrid {
		more = 0 // a place is a middle there
	}
	return 2*(bx-ax) + more, 2*(by-ay) + more
}

// Direction returns the direction of the grid that is nearest to the way from
// the middle of a to the middle of b; of two equally near ones the first
// clockwise. It is -1 when the middles are the same.
func (g *Board) Direction(a, b Area) int {
	dx, dy := g.vector(a, b)
	if dx == 0 && dy == 0 {
		return -1
	}
	if dx < -nearBy || dx > nearBy || dy < -nearBy || dy > nearBy {
		return g.directionOf(dx, dy)
	}
	known := &g.directions[(dx+nearBy)*(2*nearBy+1)+dy+nearBy]
	if *known == 0 {
		*known = int8(g.directionOf(dx, dy) + 1)
	}
	return int(*known) - 1
}

// nearBy is how far off places may lie, in the measure of vector, whose direction is worked
// out once.
const nearBy = 40

// directionOf works out the direction that is nearest to a vector other than 0, 0.
func (g *Board) directionOf(dx, dy int) int {
	n := g.DirectionCount()
	best, most := -1, 0
	for d := range n {
		closeness := g.closeness(d, dx, dy)
		// Of the last and the first the last comes first clockwise, if they are
		// the two that the way runs between.
		if best < 0 || closeness > most || closeness == most && best == 0 && d == n-1 {
			best, most = d, closeness
		}
	}
	return best
}

// closeness compares directions by their angle to a vector: the smaller the
// angle, the greater it is.
func (g *Board) closeness(d, dx, dy int) int {
	sx, sy := g.delta(d)
	if g.Grid == program.HexGrid {
		// The scalar product in axial coordinates, doubled; all steps have one length.
		return 2*sx*dx + 2*sy*dy + sx*dy + sy*dx
	}
	dot := sx*dx + sy*dy
	// A diagonal step is longer by the root of 2: compare squares, keep the sign.
	square := dot * abs(dot)
	if sx != 0 && sy != 0 {
		return square
	}
	return 2 * square
}

// Sector returns how many directions lie between direction d and the way from a
// to b: 0 ahead, and at most half of all.
func (g *Board) Sector(a, b Area, d int) int {
	to := g.Direction(a, b)
	if to < 0 {
		return 0
	}
	n := g.DirectionCount()
	off := abs(to-d) % n
	return min(off, n-off)
}

// Turned returns direction d turned clockwise by n directions.
func (g *Board) Turned(d, n int) int {
	count := g.DirectionCount()
	return ((d+n)%count + count) % count
}

// Away returns where b comes to when it goes one space straight away from a; 0
// outside the map or when both have the same middle.
func (g *Board) Away(a, b Area) Place {
	d := g.Direction(a, b)
	if d < 0 {
		return 0
	}
	return g.step(b.Place, d)
}
