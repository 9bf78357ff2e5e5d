package board

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp/number"
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

// TestMeasured asks grids in feet, of which a space has 5: what is given is rounded down to spaces,
// what comes of it are multiples of 5; between zones the unit is a border.
func TestMeasured(t *testing.T) {
	g, who := drawn(program.SquareGrid, "one", "....... ..#.... ....... ....... .......")
	z := zoned()
	m, zones := g, z
	w := Walker{Thing: 1, Size: 1}
	who.areas = []Area{spot(g, 1, 1, 1)}
	at := func(x, y int) Area { return spot(g, x, y, 1) }
	ways := func(m *Board, from Place, far float64) (text string) {
		m.Ways(w, from, far, func(way []Place) { text += fmt.Sprint(len(way)) })
		return text
	}
	for _, test := range []struct {
		about     string
		got, want any
	}{
		{"three columns", m.Distance(at(0, 0), at(3, 1)), 15.0},
		{"the same place", m.Distance(at(0, 0), at(0, 0)), 0.0},
		{"zones over two borders", zones.Distance(Area{1, 1}, Area{5, 1}), 2.0},
		{"zones without a way", zones.Distance(Area{1, 1}, Area{6, 1}), number.None},
		{"9 ft around the corner", points(g, m.Within(at(0, 0), 9)), "0,0 1,0 0,1 1,1"},
		{"10 to 14 ft around it", points(g, m.Ring(at(0, 0), 14)), "2,0 2,1 0,2 1,2 2,2"},
		{"a cone of 14 ft to the east", points(g, m.Cone(at(0, 4), 2, 14)), "1,3 1,4 2,2 2,3 2,4"},
		{"a line of 12 ft", points(g, m.Line(at(0, 4), at(1, 3), 12)), "1,3 2,2"},
		{"around a wall", m.WayLength(w, g.At(1, 1), g.At(3, 1)), 10.0}, // 2 diagonals
		{"into a wall", m.WayLength(w, g.At(1, 1), g.At(2, 1)), number.None},
		{"from one zone over two borders", zones.WayLength(w, 1, 5), 2.0},
		{"to the zone apart", zones.WayLength(w, 1, 6), number.None},
		{"ways of 5 ft", ways(m, g.At(1, 1), 5), "1111111"},
		{"ways of 4 ft", ways(m, g.At(1, 1), 4), ""},
		{"ways of less than nothing", ways(m, g.At(1, 1), -1), ""},
		{"ways over one border", ways(zones, 1, 1), "11"},
		{"35 ft", m.Long(7), 35.0},
	} {
		if test.got != test.want {
			t.Errorf("%s: %v, not %v", test.about, test.got, test.want)
		}
	}
	for _, test := range []struct {
		far, spaces, limit float64
		longer             bool
	}{{14, 2, 2, false}, {14, 3, 2, true}, {4, 1, 0, true}, {0, 0, 0, false}, {-7, 0, 0, true}} {
		if limit, longer := m.Limit(test.far, test.spaces); limit != test.limit || longer != test.longer {
			t.Errorf("%v spaces on %v ft: at most %v, longer %v", test.spaces, test.far, limit, longer)
		}
	}
	alternate, _ := drawn(program.SquareGrid, "alternate", "... ... ..#")
	for _, test := range []struct {
		x, y, odd int
		wrong     Obstacle
		spaces    float64
		parity    int32
	}{{1, 0, 0, NoObstacle, 1, 0}, {1, 1, 0, NoObstacle, 1, 1}, {1, 1, 1, NoObstacle, 2, 0}, {2, 0, 0, Leap, 0, 0}} {
		wrong, spaces, parity := alternate.Step(Walker{Size: 1}, 1, alternate.At(test.x, test.y), int32(test.odd))
		if wrong != test.wrong || spaces != test.spaces || parity != test.parity {
			t.Errorf("%+v: %d, %v, %d", test, wrong, spaces, parity)
		}
	}
}

// TestSizes: on a grid a footprint is a number of spaces, at least one; on a plane it is a diameter, a
// multiple of the unit, which may be nothing. Neither is wider than 40 spaces.
func TestSizes(t *testing.T) {
	square, _ := drawn(program.SquareGrid, "one", "...")
	plane, _ := drawn(program.PlaneGrid, "", "...")
	const notWhole = "on a plane it is the diameter of a base and must be a multiple of unit: 5"
	for _, test := range []struct {
		g         *Board
		footprint float64
		size      int32
		wrong     string
	}{
		{square, 1, 1, ""}, {square, 3, 3, ""}, {square, 0, 1, ""}, {square, 40, 40, ""}, {square, 41, 0, "the limit is 40"},
		{plane, 0, 0, ""}, {plane, 5, 1, ""}, {plane, 15, 3, ""}, {plane, 12, 0, notWhole}, {plane, -5, 0, notWhole},
		{plane, 200, 40, ""}, {plane, 205, 0, "the limit is 200, 40 times unit"},
	} {
		size, whole, wrong := test.g.SizeOf(test.footprint)
		if size != test.size || wrong != test.wrong || whole != (test.wrong != notWhole) {
			t.Errorf("a footprint of %v: %d spaces, %q; not %d, %q", test.footprint, size, wrong, test.size, test.wrong)
		}
	}
	if square.PointSize() != 1 || plane.PointSize() != 0 {
		t.Error("a place is a space of a grid, a point of a plane", square.PointSize(), plane.PointSize())
	}
}

// TestSizeWithoutPlaces: before there is a map, a footprint is counted in spaces, of which a thing has at least one.
func TestSizeWithoutPlaces(t *testing.T) {
	for footprint, want := range map[float64]int32{0: 1, 1: 1, 3: 3} {
		if size, _, wrong := Unlaid.SizeOf(footprint); size != want || wrong != "" {
			t.Errorf("a footprint of %g is %d wide, %q; want %d", footprint, size, wrong, want)
		}
	}
	if _, whole, wrong := Unlaid.SizeOf(1e6); !whole || wrong == "" {
		t.Error("a footprint of a million spaces is too large")
	}
}
