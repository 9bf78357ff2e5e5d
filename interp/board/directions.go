package board

// directions are those of a board. They are numbered clockwise: as values of the language from 1;
// here from 0, and -1 is none. On squares with diagonals: north, north-east, east and so on; without
// diagonals the four main ones; on hexes: north-east, east, south-east, south-west, west, north-west.
type directions struct {
	// compass is nil where there are none, as on zones.
	compass
	// known caches those of short vectors, plus 1; 0 means not yet computed.
	known []int8
}

// nearBy bounds the vectors whose direction is computed
// once, in the measure of vector.
const nearBy = 40

// DirectionCount returns the number of directions of the board.
func (d *directions) DirectionCount() int {
	if d.compass == nil {
		return 0
	}
	return len(d.directionNames())
}

// DirectionName returns the name of a direction in stories.
func (d *directions) DirectionName(n int) string {
	if n < 0 || n >= d.DirectionCount() {
		return "none"
	}
	return d.directionNames()[n]
}

// Direction returns the direction nearest to the vector from the middle of a to
// the middle of b; of two equally near ones the first clockwise. It is -1 when the middles
// are the same.
func (d *directions) Direction(a, b Area) int {
	x, y := d.vector(a, b)
	if x == 0 && y == 0 {
		return -1
	}
	if x < -nearBy || x > nearBy || y < -nearBy || y > nearBy {
		return d.nearest(x, y)
	}
	known := &d.known[(x+nearBy)*(2*nearBy+1)+y+nearBy]
	if *known == 0 {
		*known = int8(d.nearest(x, y) + 1)
	}
	return int(*known) - 1
}

// nearest computes the direction nearest to a vector other than 0, 0.
func (d *directions) nearest(x, y int) int {
	count := d.DirectionCount()
	best, most := -1, 0
	for n := range count {
		closeness := d.closeness(n, x, y)
		// Between the last and the first, the last comes first clockwise, if the vector is
		// between these two.
		if best < 0 || closeness > most || closeness == most && best == 0 && n == count-1 {
			best, most = n, closeness
		}
	}
	return best
}

// Sector returns the number of directions between direction ahead and the vector from a
// to b: 0 ahead, and at most half of all.
func (d *directions) Sector(a, b Area, ahead int) int {
	to := d.Direction(a, b)
	if to < 0 {
		return 0
	}
	n := d.DirectionCount()
	off := abs(to-ahead) % n
	return min(off, n-off)
}

// Turned returns a direction turned clockwise by n directions.
func (d *directions) Turned(direction, n int) int {
	count := d.DirectionCount()
	return ((direction+n)%count + count) % count
}

// Away returns the place of b after a move of one space straight away from a; 0
// outside the map or when both have the same middle.
func (d *directions) Away(a, b Area) Place {
	direction := d.Direction(a, b)
	if direction < 0 {
		return 0
	}
	return d.Beyond(b.Place, direction, 1)
}
