package board

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/rulec/rulec/lang/program"
)

// stood is a standing of things given by the test.
type stood struct {
	areas  []Area
	refuse map[Place]bool
	// costs is what a step onto the ground at a place costs; 0: 1, -1: nothing.
	costs map[Place]int
	// version is what the ground may rely on; 0: nothing.
	version uint64
}

func (s *stood) Creatures() int              { return len(s.areas) }
func (s *stood) Looked()                     {}
func (s *stood) AreaOf(thing Thing) Area     { return s.areas[thing-1] }
func (s *stood) Fits(_ Thing, at Place) bool { return !s.refuse[at] }
func (s *stood) Cost(_ Thing, _, _, ground Place) int32 {
	switch c := s.costs[ground]; c {
	case 0:
		return 1
	case -1:
		return 0
	default:
		return int32(c)
	}
}
func (s *stood) Moved() uint64   { return s.version }
func (s *stood) Changed() uint64 { return s.version }

// stepsOf returns what a board does by steps.
func stepsOf(g *Board) *stepwise { return g.grid.(*stepwise) }

// squaresOf returns the squares of a board; nil if it is another one.
func squaresOf(g *Board) *squares {
	s, _ := stepsOf(g).stepper.(*squares)
	return s
}

func isHex(g *Board) bool {
	s, ok := g.grid.(*stepwise)
	if ok {
		_, ok = s.stepper.(*hexes)
	}
	return ok
}

func setCorners(g *Board, c corners) {
	if s := squaresOf(g); s != nil {
		s.corners = c
	}
}

// long is so many spaces in the unit of a board.
func long(g *Board, spaces int) float64 { return g.Long(float64(spaces)) }

// wayLength is the length of a way in spaces.
func wayLength(g *Board, w Walker, from, to Place) int { return int(g.wayLength(w, from, to)) }

// drawn returns the ground of a drawing: # is closed and blocks sight, ~ is closed
// only, anything else is open.
func drawn(grid program.Grid, diagonals, rows string) (*Board, *stood) {
	lines := strings.Fields(rows)
	m := &program.Map{Width: len(lines[0]), Height: len(lines)}
	wall := &program.Def{Decl: program.Decl{Name: "wall", Index: 0}}
	water := &program.Def{Decl: program.Decl{Name: "water", Index: 1}}
	for _, line := range lines {
		for _, c := range line {
			m.Terrain = append(m.Terrain, map[rune]*program.Def{'#': wall, '~': water}[c])
		}
	}
	who := &stood{refuse: map[Place]bool{}}
	e := &program.Encounter{
		Program: &program.Program{Space: &program.Space{Grid: grid, Diagonals: diagonals, Unit: 5}},
		Map:     m,
	}
	return New(e,
		func(d *program.Def) bool { return d == nil },
		func(d *program.Def) bool { return d == wall }).For(who), who
}

// zoned returns a ground of zones: 1 - 2 - 3 - 5, 1 - 4 - 5, and 6 apart.
func zoned() *Board {
	next := [][]int{{1, 3}, {0, 2}, {1, 4}, {0, 4}, {2, 3}, {}}
	m := &program.Map{}
	for i, n := range next {
		m.Zones = append(m.Zones, &program.Zone{Name: fmt.Sprint("zone_", i+1), Next: n})
	}
	e := &program.Encounter{Program: &program.Program{Space: &program.Space{Grid: program.ZoneGrid}}, Map: m}
	open := func(*program.Def) bool { return true }
	return New(e, open, func(*program.Def) bool { return false }).For(&stood{})
}

// points writes places as column and row.
func points(g *Board, places []Place) string {
	var b strings.Builder
	for i, p := range places {
		if i > 0 {
			b.WriteByte(' ')
		}
		if p == 0 {
			b.WriteString("none")
			continue
		}
		x, y := g.Coordinates(p)
		fmt.Fprintf(&b, "%d,%d", x, y)
	}
	return b.String()
}

func spot(g *Board, x, y, size int) Area { return Area{g.At(x, y), int32(size)} }

const blank7 = "....... ....... ....... ....... ....... ....... ......."

func TestDistance(t *testing.T) {
	tests := []struct {
		grid           program.Grid
		diagonals      string
		ax, ay, as     int
		bx, by, bs     int
		want           int
		adjacent, back bool
	}{
		{program.SquareGrid, "one", 0, 0, 1, 3, 1, 1, 3, false, true},
		{program.SquareGrid, "one", 0, 0, 1, 1, 1, 1, 1, true, true},
		{program.SquareGrid, "one", 2, 2, 1, 2, 2, 1, 0, true, true},
		{program.SquareGrid, "alternate", 0, 0, 1, 3, 3, 1, 4, false, true}, // 1 + 2 + 1
		{program.SquareGrid, "alternate", 0, 0, 1, 5, 2, 1, 6, false, true},
		{program.SquareGrid, "alternate", 0, 0, 1, 1, 1, 1, 1, true, true},
		{program.SquareGrid, "none", 0, 0, 1, 1, 1, 1, 2, false, true},
		{program.SquareGrid, "none", 0, 0, 1, 0, 1, 1, 1, true, true},
		// A thing of 2 at 1,1 covers up to 2,2.
		{program.SquareGrid, "one", 1, 1, 2, 4, 2, 1, 2, false, true},
		{program.SquareGrid, "one", 1, 1, 2, 3, 3, 1, 1, true, true},
		{program.SquareGrid, "one", 1, 1, 2, 0, 0, 1, 1, true, true},
		{program.SquareGrid, "one", 1, 1, 3, 3, 3, 2, 0, true, true},
		// Hexes, odd rows half a space to the right: axial (0,0) to (2,3) is 5;
		// column 3 in row 3 has q = 3 - 1 = 2.
		{program.HexGrid, "", 0, 0, 1, 3, 3, 1, 5, false, true},
		{program.HexGrid, "", 1, 1, 1, 2, 2, 1, 1, true, true},  // south-east of an odd row
		{program.HexGrid, "", 1, 1, 1, 0, 2, 1, 2, false, true}, // not a neighbour of an odd row
		{program.HexGrid, "", 2, 2, 1, 1, 1, 1, 1, true, true},  // north-west of an even row
		{program.HexGrid, "", 0, 0, 1, 6, 0, 2, 5, false, true},
	}
	for _, test := range tests {
		g, _ := drawn(test.grid, test.diagonals, blank7)
		a, b := spot(g, test.ax, test.ay, test.as), spot(g, test.bx, test.by, test.bs)
		if n, back := stepsOf(g).spaces(a, b), stepsOf(g).spaces(b, a); n != test.want || back != n {
			t.Errorf("%+v: distance %d and back %d", test, n, back)
		}
		if g.Adjacent(a, b) != test.adjacent {
			t.Errorf("%+v: adjacent %v", test, !test.adjacent)
		}
	}
	g := zoned()
	if n := stepsOf(g).spaces(Area{1, 1}, Area{5, 1}); n != 2 {
		t.Errorf("zones 1 to 5: %d", n)
	}
	if stepsOf(g).spaces(Area{1, 1}, Area{6, 1}) != -1 || g.Adjacent(Area{1, 1}, Area{6, 1}) {
		t.Error("a way to the zone apart")
	}
}

func TestWithin(t *testing.T) {
	tests := []struct {
		grid       program.Grid
		diagonals  string
		x, y, size int
		n          int
		want       string
	}{
		{program.SquareGrid, "one", 3, 3, 1, 0, "3,3"},
		{program.SquareGrid, "one", 3, 3, 1, -1, ""},
		{program.SquareGrid, "none", 3, 3, 1, 1, "3,3 3,2 2,3 4,3 3,4"},
		{program.SquareGrid, "one", 0, 0, 1, 1, "0,0 1,0 0,1 1,1"},
		{program.SquareGrid, "alternate", 0, 0, 1, 2, "0,0 1,0 0,1 1,1 2,0 2,1 0,2 1,2"},
		{program.SquareGrid, "none", 0, 0, 2, 1, "0,0 1,0 0,1 1,1 2,0 2,1 0,2 1,2"},
		{program.HexGrid, "", 1, 1, 1, 1, "1,1 1,0 2,0 0,1 2,1 1,2 2,2"},
		{program.HexGrid, "", 2, 2, 1, 1, "2,2 1,1 2,1 1,2 3,2 1,3 2,3"},
		// Size 2: the six around are its own.
		{program.HexGrid, "", 2, 2, 2, 0, "1,1 2,1 1,2 2,2 3,2 1,3 2,3"},
	}
	for _, test := range tests {
		g, _ := drawn(test.grid, test.diagonals, blank7)
		if s := points(g, g.Within(spot(g, test.x, test.y, test.size), long(g, test.n))); s != test.want {
			t.Errorf("%+v: %s", test, s)
		}
	}
	if s := fmt.Sprint(zoned().Within(Area{1, 1}, 2)); s != "[1 2 4 3 5]" {
		t.Errorf("zones: %s", s)
	}
}

func TestNeighbours(t *testing.T) {
	tests := []struct {
		grid      program.Grid
		diagonals string
		x, y      int
		want      string
	}{
		{program.SquareGrid, "one", 3, 3, "3,2 4,2 4,3 4,4 3,4 2,4 2,3 2,2"},
		{program.SquareGrid, "none", 3, 3, "3,2 4,3 3,4 2,3"},
		{program.SquareGrid, "one", 0, 0, "1,0 1,1 0,1"},
		{program.HexGrid, "", 1, 1, "2,0 2,1 2,2 1,2 0,1 1,0"},
		{program.HexGrid, "", 2, 2, "2,1 3,2 2,3 1,3 1,2 1,1"},
	}
	for _, test := range tests {
		g, _ := drawn(test.grid, test.diagonals, blank7)
		if s := points(g, stepsOf(g).steps(g.At(test.x, test.y), false).to); s != test.want {
			t.Errorf("%+v: %s", test, s)
		}
	}
	if s := fmt.Sprint(stepsOf(zoned()).steps(5, false).to); s != "[3 4]" {
		t.Errorf("zones: %s", s)
	}
}

func TestOccupants(t *testing.T) {
	g, who := drawn(program.SquareGrid, "one", blank7)
	who.areas = []Area{spot(g, 2, 2, 2), {0, 1}, spot(g, 3, 3, 1)}
	if s := fmt.Sprint(g.Occupants(nil, spot(g, 3, 3, 1))); s != "[1 3]" {
		t.Errorf("at 3,3: %s", s)
	}
	if g.IsFree(g.At(2, 3)) || !g.IsFree(g.At(1, 2)) {
		t.Error("free where somebody stands, or the reverse")
	}
}

func TestDirections(t *testing.T) {
	square, _ := drawn(program.SquareGrid, "one", blank7)
	straight, _ := drawn(program.SquareGrid, "none", blank7)
	hex, _ := drawn(program.HexGrid, "", blank7)
	tests := []struct {
		g              *Board
		ax, ay, bx, by int
		want           string
	}{
		{square, 3, 3, 3, 0, "north"},
		{square, 3, 3, 6, 0, "north-east"},
		{square, 3, 3, 5, 2, "north-east"}, // 26.6 degrees up: nearer to 45 than to 0
		{square, 3, 3, 6, 2, "east"},       // 18.4 degrees up
		{square, 3, 3, 2, 6, "south"},
		{square, 3, 3, 3, 3, "none"},
		{straight, 3, 3, 5, 2, "east"},
		{straight, 3, 3, 5, 1, "north"}, // between north and east: the first clockwise
		{straight, 3, 3, 5, 5, "east"},
		{straight, 3, 3, 1, 5, "south"},
		{straight, 3, 3, 1, 1, "west"},
		{hex, 3, 3, 6, 3, "east"},
		{hex, 3, 3, 3, 1, "north-west"}, // straight up: between north-west and north-east
		{hex, 3, 3, 3, 5, "south-east"}, // straight down: between south-east and south-west
		{hex, 3, 3, 4, 2, "north-east"},
		{hex, 3, 3, 2, 3, "west"},
	}
	for _, test := range tests {
		a, b := spot(test.g, test.ax, test.ay, 1), spot(test.g, test.bx, test.by, 1)
		if s := test.g.DirectionName(test.g.Direction(a, b)); s != test.want {
			t.Errorf("from %d,%d to %d,%d: %s, want %s", test.ax, test.ay, test.bx, test.by, s, test.want)
		}
	}
	// From the middle of a thing of 2 at 2,2 (3,3 in spaces) to 5,2: nearly east.
	if s := square.DirectionName(square.Direction(spot(square, 2, 2, 2), spot(square, 5, 2, 1))); s != "east" {
		t.Errorf("from a big thing: %s", s)
	}
	if p := points(hex, []Place{hex.Beyond(hex.At(3, 3), 0, 2), hex.Beyond(hex.At(3, 3), 2, 3), hex.Beyond(hex.At(3, 3), 1, 4)}); p != "4,1 5,6 none" {
		t.Errorf("beyond on hexes: %s", p)
	}
	if p := points(square, []Place{square.Beyond(square.At(3, 3), 3, 2), square.Beyond(square.At(3, 3), 3, -2), square.Beyond(square.At(3, 3), 0, 4)}); p != "5,5 1,1 none" {
		t.Errorf("beyond on squares: %s", p)
	}
	if p := points(square, []Place{square.Away(spot(square, 2, 2, 1), spot(square, 3, 1, 1)), square.Away(spot(square, 2, 2, 1), spot(square, 2, 2, 1))}); p != "4,0 none" {
		t.Errorf("away: %s", p)
	}
	if a, b := square.Turned(7, 2), square.Turned(1, -3); a != 1 || b != 6 {
		t.Errorf("turned: %d, %d", a, b)
	}
	for d, want := range []int{4, 3, 2, 1, 0, 1, 2, 3} {
		if n := square.Sector(spot(square, 3, 3, 1), spot(square, 3, 6, 1), d); n != want {
			t.Errorf("something in the south lies %d off direction %d, want %d", n, d, want)
		}
	}
}

// TestDirectionsByAngle compares directions with angles: on hexes rows are half the root of 3 apart and odd
// ones lie half a space further right. Where two directions are equally near nothing is said.
func TestDirectionsByAngle(t *testing.T) {
	for _, test := range []struct {
		grid      program.Grid
		diagonals string
		first     float64 // the angle of the first direction, clockwise from the east
	}{{program.SquareGrid, "one", -90}, {program.SquareGrid, "none", -90}, {program.HexGrid, "", -60}} {
		g, _ := drawn(test.grid, test.diagonals, blank(61, 61))
		middle, n := spot(g, 30, 30, 1), float64(g.DirectionCount())
		for p := Place(1); int(p) <= g.Size(); p++ {
			column, row := g.Coordinates(p)
			x, y := float64(column-30), float64(row-30)
			if test.grid == program.HexGrid {
				x, y = x+float64(row&1)/2, y*math.Sqrt(3)/2
			}
			sectors := math.Mod((math.Atan2(y, x)*180/math.Pi-test.first)/(360/n)+n, n)
			want, off := math.Round(sectors), math.Abs(sectors-math.Round(sectors))
			if p == middle.Place || math.Abs(off-0.5) < 1e-9 {
				continue
			}
			if got := g.Direction(middle, Area{p, 1}); got != int(math.Mod(want, n)) {
				t.Errorf("%s lies in direction %d, want %g of %g", g.Name(p), got, want, n)
			}
		}
	}
}

func TestBetween(t *testing.T) {
	tests := []struct {
		grid       program.Grid
		ax, ay, as int
		bx, by, bs int
		want       string
	}{
		{program.SquareGrid, 0, 0, 1, 4, 0, 1, "1,0 2,0 3,0"},
		{program.SquareGrid, 0, 0, 1, 3, 3, 1, "1,1 2,2"},
		{program.SquareGrid, 3, 3, 1, 0, 0, 1, "2,2 1,1"},
		{program.SquareGrid, 0, 0, 1, 1, 0, 1, ""},
		// From 0,0 to 3,1 the line leaves the first row in the middle of the way.
		{program.SquareGrid, 0, 0, 1, 3, 1, 1, "1,0 2,1"},
		// From 0,0 to 2,1 it crosses both squares of column 1.
		{program.SquareGrid, 0, 0, 1, 2, 1, 1, "1,0 1,1"},
		{program.SquareGrid, 0, 0, 2, 5, 1, 1, "2,1 3,1 4,1"},
		{program.HexGrid, 0, 0, 1, 3, 0, 1, "1,0 2,0"},
		{program.HexGrid, 0, 0, 1, 2, 4, 1, "0,1 1,2 1,3"},
		// Straight down along a border: the eastern side, both ways.
		{program.HexGrid, 2, 2, 1, 2, 4, 1, "2,3"},
		{program.HexGrid, 2, 4, 1, 2, 2, 1, "2,3"},
	}
	for _, test := range tests {
		g, _ := drawn(test.grid, "one", blank7)
		a, b := spot(g, test.ax, test.ay, test.as), spot(g, test.bx, test.by, test.bs)
		if s := points(g, g.Between(a, b)); s != test.want {
			t.Errorf("%+v: %s", test, s)
		}
	}
	if s := fmt.Sprint(zoned().Between(Area{1, 1}, Area{5, 1})); s != "[4]" {
		t.Errorf("zones: %s", s)
	}
}

func TestSight(t *testing.T) {
	g, _ := drawn(program.SquareGrid, "one", `
		.......
		..#....
		.#.....
		....~..
		.......`)
	tests := []struct {
		ax, ay, as int
		bx, by, bs int
		want       bool
	}{
		{0, 1, 1, 4, 1, 1, false},
		{0, 0, 1, 4, 0, 1, true},
		{1, 1, 1, 2, 2, 1, false}, // between the two walls, corner to corner
		{1, 0, 1, 3, 2, 1, false}, // through the wall
		{2, 3, 1, 6, 3, 1, true},  // water doesn't block
		{0, 0, 2, 4, 1, 1, true},  // its upper half sees past the wall
		{0, 1, 1, 2, 1, 1, true},  // the wall itself is seen
	}
	for _, test := range tests {
		a, b := spot(g, test.ax, test.ay, test.as), spot(g, test.bx, test.by, test.bs)
		if g.Sight(a, b) != test.want || g.Sight(b, a) != test.want {
			t.Errorf("%+v: %v and back %v", test, g.Sight(a, b), g.Sight(b, a))
		}
	}
}

func TestOpposite(t *testing.T) {
	tests := []struct {
		grid       program.Grid
		ax, ay     int
		xx, xy, xs int
		bx, by     int
		want       bool
	}{
		{program.SquareGrid, 2, 3, 3, 3, 1, 4, 3, true},
		{program.SquareGrid, 2, 2, 3, 3, 1, 4, 4, true},
		{program.SquareGrid, 2, 2, 3, 3, 1, 4, 3, false}, // a corner and a side
		{program.SquareGrid, 3, 2, 3, 3, 1, 4, 3, false}, // two sides that meet
		{program.SquareGrid, 2, 3, 3, 3, 1, 2, 4, false}, // both in the west
		{program.SquareGrid, 0, 3, 3, 3, 1, 6, 3, true},  // from afar
		{program.SquareGrid, 3, 3, 3, 3, 1, 4, 3, false}, // in its own space
		{program.SquareGrid, 1, 2, 2, 2, 2, 4, 2, true},  // west and east of a big one, upper row
		{program.SquareGrid, 1, 2, 2, 2, 2, 4, 3, true},
		{program.SquareGrid, 1, 1, 2, 2, 2, 4, 4, true},
		{program.SquareGrid, 1, 1, 2, 2, 2, 4, 1, false}, // along its edge
		{program.HexGrid, 2, 3, 3, 3, 1, 4, 3, true},
		{program.HexGrid, 3, 2, 3, 3, 1, 4, 4, true}, // north-west and south-east
		{program.HexGrid, 4, 2, 3, 3, 1, 4, 4, false},
		{program.HexGrid, 3, 1, 3, 3, 1, 3, 5, true}, // straight up and down
		{program.HexGrid, 1, 3, 3, 3, 2, 5, 3, true},
	}
	for _, test := range tests {
		g, _ := drawn(test.grid, "one", blank7)
		a, x, b := spot(g, test.ax, test.ay, 1), spot(g, test.xx, test.xy, test.xs), spot(g, test.bx, test.by, 1)
		if g.Opposite(a, x, b) != test.want || g.Opposite(b, x, a) != test.want {
			t.Errorf("%+v: %v and back %v", test, g.Opposite(a, x, b), g.Opposite(b, x, a))
		}
	}
}

func TestWays(t *testing.T) {
	tests := []struct {
		grid         program.Grid
		diagonals    string
		rows         string
		fx, fy, size int
		tx, ty       int
		want         string
		length       int
	}{
		{grid: program.SquareGrid, diagonals: "one", rows: blank7, fx: 0, fy: 0, size: 1, tx: 3, ty: 0,
			want: "1,0 2,0 3,0", length: 3},
		// The step that leaves it nearest: first towards the diagonal, then along.
		{grid: program.SquareGrid, diagonals: "one", rows: blank7, fx: 0, fy: 0, size: 1, tx: 3, ty: 1,
			want: "1,1 2,1 3,1", length: 3},
		{grid: program.SquareGrid, diagonals: "none", rows: blank7, fx: 0, fy: 0, size: 1, tx: 2, ty: 1,
			want: "1,0 2,0 2,1", length: 3}, // at 1,0 east and south are equally near: east is first
		{grid: program.SquareGrid, diagonals: "alternate", rows: blank7, fx: 0, fy: 0, size: 1, tx: 3, ty: 3,
			want: "1,1 2,2 3,3", length: 4},
		// Round the wall; not diagonally between two walls.
		{grid: program.SquareGrid, diagonals: "one", rows: ".#. .#. ...", fx: 0, fy: 0, size: 1, tx: 2, ty: 0,
			want: "0,1 1,2 2,1 2,0", length: 4},
		{grid: program.SquareGrid, diagonals: "one", rows: ".#. #.. ...", fx: 0, fy: 0, size: 1, tx: 2, ty: 2,
			want: "", length: -1},
		{grid: program.SquareGrid, diagonals: "one", rows: ".#", fx: 0, fy: 0, size: 1, tx: 1, ty: 0, want: "", length: -1},
		{grid: program.SquareGrid, diagonals: "one", rows: "...", fx: 1, fy: 0, size: 1, tx: 1, ty: 0, want: "", length: 0},
		// A thing of 2 does not get through a gap of 1.
		{grid: program.SquareGrid, diagonals: "one", rows: "..... ..... ##.## ..... .....", fx: 0, fy: 0, size: 2, tx: 2, ty: 4,
			want: "", length: -1},
		// It gets where it covers the goal, not where its place is there.
		{grid: program.SquareGrid, diagonals: "one", rows: "...... ......", fx: 0, fy: 0, size: 2, tx: 4, ty: 0,
			want: "1,0 2,0 3,0", length: 3},
		{grid: program.HexGrid, rows: "... .#. ...", fx: 1, fy: 0, size: 1, tx: 1, ty: 2, want: "0,1 1,2", length: 2},
		{grid: program.HexGrid, rows: "... ##. ...", fx: 0, fy: 0, size: 1, tx: 0, ty: 2,
			want: "1,0 2,0 2,1 2,2 1,2 0,2", length: 6},
	}
	for _, test := range tests {
		g, _ := drawn(test.grid, test.diagonals, test.rows)
		w := Walker{Thing: 1, Size: int32(test.size)}
		from, to := g.At(test.fx, test.fy), g.At(test.tx, test.ty)
		if s := points(g, g.Way(w, from, to)); s != test.want {
			t.Errorf("%s: from %d,%d to %d,%d: %s, want %s", test.rows, test.fx, test.fy, test.tx, test.ty, s, test.want)
		}
		if n := wayLength(g, w, from, to); n != test.length {
			t.Errorf("%s: length %d, want %d", test.rows, n, test.length)
		}
	}
	z := zoned()
	if s := fmt.Sprint(z.Way(Walker{Size: 1}, 1, 5)); s != "[4 5]" {
		t.Errorf("zones: %s", s)
	}
	if wayLength(z, Walker{Size: 1}, 1, 6) != -1 {
		t.Error("a way to the zone apart")
	}
}

// TestWayKeepsClearOfOthers holds that only the goal of a way may be taken.
func TestWayKeepsClearOfOthers(t *testing.T) {
	g, who := drawn(program.SquareGrid, "none", "... ...")
	who.refuse[g.At(1, 0)] = true
	who.refuse[g.At(2, 0)] = true
	w := Walker{Thing: 1, Size: 1}
	if s := points(g, g.Way(w, g.At(0, 0), g.At(2, 0))); s != "0,1 1,1 2,1 2,0" {
		t.Errorf("round an ally to a foe: %s", s)
	}
	if s := points(g, g.Way(Walker{Size: 1}, g.At(0, 0), g.At(2, 0))); s != "1,0 2,0" {
		t.Errorf("for nobody: %s", s)
	}
}

// TestStraightWaysAreSearchedWays compares the short cut with the search.
func TestStraightWaysAreSearchedWays(t *testing.T) {
	for _, diagonals := range []string{"one", "alternate", "none", "hex"} {
		grid := program.SquareGrid
		if diagonals == "hex" {
			grid = program.HexGrid
		}
		g, who := drawn(grid, diagonals, "......... .#.....~. ...##.... ......... ..~...#.. ......... .......#.")
		who.refuse[g.At(5, 3)] = true
		tried, straight := 0, 0
		for from := Place(1); int(from) <= g.Size(); from++ {
			for to := Place(1); int(to) <= g.Size(); to++ {
				w := Walker{Thing: 1, Size: int32(1 + int(from+to)%2)}
				if !g.Enters(Area{from, w.Size}) {
					continue
				}
				tried++
				if !stepsOf(g).straight(w, from, to) {
					continue
				}
				straight++
				short := slices.Clone(stepsOf(g).back.path)
				// With alternating diagonals one more of them may cost nothing.
				if !stepsOf(g).spreadBack(w, from, to) || !slices.Equal(short, stepsOf(g).descend(&stepsOf(g).back, w, from, to, false)) && diagonals != "alternate" {
					t.Fatalf("%s, size %d: from %s to %s: %s", diagonals, w.Size, g.Name(from), g.Name(to), points(g, short))
				}
				if int(stepsOf(g).back.leastCost(from)) != stepsOf(g).spaces(Area{from, w.Size}, Area{to, 1}) {
					t.Fatalf("%s: from %s to %s: not the distance", diagonals, g.Name(from), g.Name(to))
				}
			}
		}
		if straight < tried/3 {
			t.Errorf("%s: only %d of %d ways are straight", diagonals, straight, tried)
		}
	}
}

func TestAllWays(t *testing.T) {
	g, _ := drawn(program.SquareGrid, "none", "... .#. ...")
	var all []string
	g.Ways(Walker{Size: 1}, g.At(0, 0), long(g, 3), func(way []Place) { all = append(all, points(g, way)) })
	want := []string{"1,0", "0,1", "1,0 2,0", "0,1 0,2", "1,0 2,0 2,1", "0,1 0,2 1,2"}
	if !slices.Equal(all, want) {
		t.Errorf("%q", all)
	}
}

// TestGroundFollowsChanges asks again and again while things move: what the ground has
// found out stands only until then.
func TestGroundFollowsChanges(t *testing.T) {
	g, who := drawn(program.SquareGrid, "none", "... ... ...")
	who.areas = []Area{spot(g, 1, 0, 1)}
	w := Walker{Thing: 1, Size: 1}
	from, to := g.At(0, 0), g.At(2, 0)
	// Where the thing stands nobody walks through.
	moveTo := func(x, y int) {
		who.version++
		clear(who.refuse)
		who.areas[0] = spot(g, x, y, 1)
		who.refuse[g.At(x, y)] = true
	}
	steps := []struct {
		x, y           int
		way, occupants string
		outward        int // to how many places two steps lead
	}{
		{1, 0, "0,1 1,1 2,1 2,0", "[1]", 3},
		{0, 1, "1,0 2,0", "[]", 3},
		{2, 2, "1,0 2,0", "[]", 5},
		{1, 0, "0,1 1,1 2,1 2,0", "[1]", 3},
	}
	for _, step := range steps {
		moveTo(step.x, step.y)
		for range 2 {
			if s := points(g, g.Way(w, from, to)); s != step.way {
				t.Errorf("%+v: the way is %s", step, s)
			}
			if s := fmt.Sprint(g.Occupants(nil, spot(g, 1, 0, 1))); s != step.occupants {
				t.Errorf("%+v: occupants are %s", step, s)
			}
			ends := 0
			g.Ways(w, from, long(g, 2), func([]Place) { ends++ })
			if ends != step.outward {
				t.Errorf("%+v: two steps lead to %d places", step, ends)
			}
		}
	}
	// A shorter search finds no more than it should, a longer one after it all.
	moveTo(2, 2)
	for _, n := range []int{1, 4, 2, 3} {
		want := map[int]int{1: 2, 2: 5, 3: 7, 4: 7}[n]
		ends := 0
		g.Ways(w, from, long(g, n), func([]Place) { ends++ })
		if ends != want {
			t.Errorf("%d steps lead to %d places instead of %d", n, ends, want)
		}
	}
}

func TestOpenGround(t *testing.T) {
	e := &program.Encounter{
		Program: &program.Program{Space: &program.Space{Grid: program.HexGrid}},
		Things:  []*program.Thing{{Place: &program.Point{X: 2, Y: 3}}, {}},
	}
	g := New(e, nil, nil).For(&stood{})
	if g.At(-program.OpenMargin, -program.OpenMargin) != 1 || g.At(2+program.OpenMargin, 3+program.OpenMargin) == 0 || g.At(3+program.OpenMargin, 0) != 0 {
		t.Error("open ground doesn't reach where it should")
	}
	x, y := g.Coordinates(g.At(-3, -5))
	if x != -3 || y != -5 || !g.IsFree(g.At(-3, -5)) {
		t.Errorf("%d,%d", x, y)
	}
	// From row -1 (odd) straight on to the south-east and back.
	p := g.At(0, -1)
	if q := g.Beyond(p, 2, 3); g.Beyond(q, 5, 3) != p || stepsOf(g).spaces(Area{p, 1}, Area{q, 1}) != 3 {
		t.Error("rows above 0 are not hexes like the others")
	}
}

func TestSpaceAllocatesNothing(t *testing.T) {
	for _, grid := range []program.Grid{program.SquareGrid, program.HexGrid} {
		g, who := drawn(grid, "alternate", strings.Repeat(strings.Repeat(".", 20)+" ", 20)+strings.Repeat("#", 20))
		who.areas = []Area{spot(g, 3, 3, 1), spot(g, 7, 9, 2)}
		list := make([]Thing, 0, 8)
		run := func() {
			a, b := who.areas[0], who.areas[1]
			g.Within(a, long(g, 5))
			stepsOf(g).steps(a.Place, false)
			g.Between(a, b)
			g.Sight(a, b)
			g.Way(Walker{Thing: 1, Size: 1}, a.Place, b.Place)
			wayLength(g, Walker{Thing: 2, Size: 2}, b.Place, a.Place)
			g.Opposite(a, b, a)
			g.Direction(a, b)
			list = g.Occupants(list[:0], Area{a.Place, 1})
		}
		run()
		if n := testing.AllocsPerRun(20, run); n != 0 {
			t.Errorf("%v allocations", n)
		}
	}
}

func BenchmarkWay(b *testing.B) {
	g, _ := drawn(program.SquareGrid, "one", strings.Repeat(strings.Repeat(".", 30)+" ", 30))
	from, to := g.At(10, 10), g.At(18, 13)
	for b.Loop() {
		g.Way(Walker{Size: 1}, from, to)
	}
}
