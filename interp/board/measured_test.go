package board

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/lang/program"
)

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
	const notWhole = "on a plane it is the diameter of a base, and a multiple of unit: 5"
	for _, test := range []struct {
		g         *Board
		footprint float64
		size      int32
		wrong     string
	}{
		{square, 1, 1, ""}, {square, 3, 3, ""}, {square, 0, 1, ""}, {square, 40, 40, ""}, {square, 41, 0, "it goes up to 40"},
		{plane, 0, 0, ""}, {plane, 5, 1, ""}, {plane, 15, 3, ""}, {plane, 12, 0, notWhole}, {plane, -5, 0, notWhole},
		{plane, 200, 40, ""}, {plane, 205, 0, "it goes up to 200, 40 times unit"},
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

// TestAreasOfPlanes compares what lies around something with pictures, of which the first four are those of
// planes.md. Spaces are 5 long, o is what the base covers.
func TestAreasOfPlanes(t *testing.T) {
	const east, southEast = 2, 3
	ring := func(far float64) func(*Board, Area) []Place {
		return func(g *Board, a Area) []Place { return g.Ring(a, far) }
	}
	within := func(far float64) func(*Board, Area) []Place {
		return func(g *Board, a Area) []Place { return g.Within(a, far) }
	}
	cone := func(d int, far float64) func(*Board, Area) []Place {
		return func(g *Board, a Area) []Place { return g.Cone(a, d, far) }
	}
	line := func(x, y int, far float64) func(*Board, Area) []Place {
		return func(g *Board, a Area) []Place { return g.Line(a, Area{Place: g.At(x, y)}, far) }
	}
	for _, test := range []struct {
		about      string
		x, y, size int
		places     func(*Board, Area) []Place
		want       string
	}{
		{"a ring of 4 spaces", 4, 4, 0, ring(20), "....#.... ..##.##.. .#.....#. .#.....#. #...o...# .#.....#. .#.....#. ..##.##.. ....#...."},
		{"a cone to the east", 1, 4, 0, cone(east, 20), "....... ....... ...##.. ..###.. .o####. ..###.. ...##.. ....... ......."},
		{"a cone to the south-east", 0, 0, 0, cone(southEast, 20), "o####. ####.. ####.. ###... #..... ......"},
		{"a line", 0, 0, 0, line(2, 1, 30), "o#...... .###.... ...###.. .....#.."},
		// From the edge of a base of 3 on, what is 1.5 to 2.5 spaces from its middle; its corners are the root of 2 off.
		{"a ring around a base", 3, 3, 3, ring(5), "....... ..###.. .#ooo#. .#ooo#. .#ooo#. ..###.. ......."},
		{"the points next to a base", 3, 3, 3, (*Board).Around, "....... ..###.. .#ooo#. .#ooo#. .#ooo#. ..###.. ......."},
		// A base of 2 covers its own point only, and what is 1 space off is no way from its edge.
		{"the points next to a small base", 2, 2, 2, (*Board).Around, "..#.. .###. ##o## .###. ..#.."},
		{"the points next to a point", 1, 1, 0, (*Board).Around, ".#. #o# .#."},
		{"what is at its edge", 1, 1, 2, within(0), ".#. ### .#."},
		{"less than nothing", 1, 1, 2, within(-1), "... .o. ..."},
		{"all of a small ground", 0, 0, 0, within(1000), "### ###"},
		{"what the cone of a base leaves out is its base", 1, 2, 3, cone(east, 5), "..... ooo#. ooo#. ooo#. ....."},
		{"a line from a base", 1, 1, 3, line(2, 1, 10), "ooo... ooo##. ooo..."}, // 2 and 3 spaces from its middle: 0.5 and 1.5 from its edge
		{"a line to nobody knows where", 1, 1, 0, line(1, 1, 10), "... .o. ..."},
		{"a line up to the edge of the ground", 1, 0, 0, line(0, 0, 99), "#o.."},
	} {
		rows := strings.Fields(test.want)
		g, _ := drawn(program.PlaneGrid, "", blank(len(rows[0]), len(rows)))
		a := spot(g, test.x, test.y, test.size)
		if got := picture(g, a, test.places(g, a)); got != test.want {
			t.Errorf("%s:\n%s", test.about, strings.ReplaceAll(got, " ", "\n"))
		}
	}
	g, _ := drawn(program.PlaneGrid, "", "... ... ...")
	if got := points(g, g.Within(spot(g, 1, 1, 2), 5)); got != "1,0 0,1 1,1 2,1 1,2 0,0 2,0 0,2 2,2" {
		t.Errorf("the nearest come first, of equally near ones row by row: %s", got)
	}
}

// TestPlanePoints: coordinates are in the ruleset's unit, 5, and have to be multiples of it.
func TestPlanePoints(t *testing.T) {
	g, _ := drawn(program.PlaneGrid, "", "... ... ... ...")
	for _, test := range []struct {
		column, row float64
		place       Place
		nearest     [2]float64
		exact       bool
	}{
		{10, 15, g.At(2, 3), [2]float64{}, true}, {0, 0, g.At(0, 0), [2]float64{}, true},
		{15, 0, 0, [2]float64{}, true}, {0, -5, 0, [2]float64{}, true}, // outside
		{12, 13, 0, [2]float64{10, 15}, false}, {10, 13, 0, [2]float64{10, 15}, false}, {12, 15, 0, [2]float64{10, 15}, false},
		{-1, 2, 0, [2]float64{0, 0}, false},
		{5 << 31, 0, 0, [2]float64{}, true}, {0, -5 << 31, 0, [2]float64{}, true}, // far outside
	} {
		place, nearest, exact := g.PlaceAt(test.column, test.row)
		if place != test.place || exact != test.exact || nearest != test.nearest || math.Signbit(nearest[0]) {
			t.Errorf("%v, %v: %d, %v, %v", test.column, test.row, place, nearest, exact)
		}
	}
	square, _ := drawn(program.SquareGrid, "one", "... ...")
	for _, test := range []struct {
		g           *Board
		column, row float64
		name        string
	}{{g, 10, 5, "[10, 5]"}, {square, 2, 1, "[2, 1]"}} {
		p := test.g.At(2, 1)
		if column, row := test.g.Point(p); column != test.column || row != test.row || test.g.Name(p) != test.name {
			t.Errorf("%s: %v, %v, not %v, %v", test.g.Name(p), column, row, test.column, test.row)
		}
	}
	if g.StepName(1) != "" {
		t.Errorf("a unit without a name is called %q", g.StepName(1))
	}
	if g.unitName = "in"; g.StepName(1) != " in" || g.StepName(3) != " in" {
		t.Errorf("ways are measured in %q", g.StepName(3))
	}
}

// TestNextOnPlanes: adjacent is what is at most one space away from edge to edge; two bases share
// a place if their edges more than touch.
func TestNextOnPlanes(t *testing.T) {
	g, who := drawn(program.PlaneGrid, "", blank7)
	for _, test := range []struct {
		a, b            Area
		adjacent, share bool
	}{
		{spot(g, 1, 1, 0), spot(g, 2, 1, 0), true, false},
		{spot(g, 1, 1, 0), spot(g, 2, 2, 0), false, false}, // the root of 2
		{spot(g, 1, 1, 0), spot(g, 1, 1, 0), true, true},
		{spot(g, 1, 1, 2), spot(g, 4, 1, 2), true, false}, // 3 less 1 and 1
		{spot(g, 1, 1, 2), spot(g, 5, 1, 2), false, false},
		{spot(g, 1, 1, 2), spot(g, 3, 1, 2), true, false},
		{spot(g, 1, 1, 2), spot(g, 3, 1, 3), true, true},
	} {
		if g.Adjacent(test.a, test.b) != test.adjacent || g.Adjacent(test.b, test.a) != test.adjacent {
			t.Errorf("%+v: adjacent %v", test, !test.adjacent)
		}
		who.areas = []Area{test.a}
		if shared := len(g.Occupants(nil, test.b)) > 0; shared != test.share {
			t.Errorf("%+v: they share a place: %v", test, shared)
		}
	}
}

// TestOppositeOnPlanes: the line from middle to middle passes the middle of who stands between by less
// than his radius.
func TestOppositeOnPlanes(t *testing.T) {
	g, _ := drawn(program.PlaneGrid, "", blank7)
	for _, test := range []struct {
		ax, ay     int
		xx, xy, xs int
		bx, by     int
		want       bool
	}{
		{0, 2, 3, 2, 0, 6, 2, true},
		{0, 2, 3, 3, 1, 6, 2, false},
		{0, 2, 3, 3, 2, 6, 2, false}, // it touches the edge
		{0, 2, 3, 3, 3, 6, 2, true},
		{0, 2, 0, 2, 3, 6, 2, false}, {0, 2, 6, 2, 3, 6, 2, false}, // where one of the two stands
		{1, 2, 0, 2, 3, 6, 2, false}, {0, 2, 6, 2, 3, 5, 2, false}, // beyond them
		{2, 0, 2, 3, 0, 2, 6, true},
		// The line from 0,0 to 4,3 is 5 long, and passes 4,0 at 4 * 3 / 5 = 2.4.
		{0, 0, 4, 0, 5, 4, 3, true}, {0, 0, 4, 0, 4, 4, 3, false},
	} {
		a, x, b := spot(g, test.ax, test.ay, 2), spot(g, test.xx, test.xy, test.xs), spot(g, test.bx, test.by, 2)
		if g.Opposite(a, x, b) != test.want || g.Opposite(b, x, a) != test.want {
			t.Errorf("%+v: %v and back %v", test, g.Opposite(a, x, b), g.Opposite(b, x, a))
		}
	}
}

// TestLegs says what is in the way of a leg: at each point whose square it crosses the walker has to find
// room, but not where he stands. 3 columns and 4 rows are 5 spaces.
func TestLegs(t *testing.T) {
	g, who := drawn(program.PlaneGrid, "", "....... ..#.... ....... .....#. ......#")
	who.refuse[g.At(4, 2)], who.refuse[g.At(0, 0)] = true, true
	w := Walker{Thing: 1}
	for _, test := range []struct {
		w              Walker
		px, py, qx, qy int
		wrong          Obstacle
		spaces         float64
	}{
		{w, 0, 0, 3, 4, NoObstacle, 5},
		{w, 0, 0, 6, 0, NoObstacle, 6},
		{w, 3, 3, 3, 3, Leap, 0},
		{w, 0, 0, -1, 0, Leap, 0}, {w, -1, 0, 0, 0, Leap, 0},
		{w, 0, 1, 2, 1, ClosedGround, 0},
		{w, 0, 2, 4, 2, NoRoom, 0},
		{Walker{}, 0, 2, 4, 2, NoObstacle, 4}, // nobody needs room
		{w, 0, 1, 4, 1, BlockedLeg, 0},
		{w, 2, 2, 6, 2, BlockedLeg, 0},
		{w, 5, 4, 6, 3, BlockedLeg, 0}, // between two walls that touch at a corner
		{Walker{Thing: 1, Size: 3}, 1, 3, 2, 2, ClosedGround, 0},
		{Walker{Thing: 1, Size: 3}, 1, 3, 3, 3, NoObstacle, 2},
	} {
		wrong, spaces, parity := g.Step(test.w, g.At(test.px, test.py), g.At(test.qx, test.qy), 1)
		if wrong != test.wrong || spaces != test.spaces || parity != 0 {
			t.Errorf("%+v: %d, %v, %d", test, wrong, spaces, parity)
		}
	}
	for _, test := range []struct {
		far, spaces, limit float64
		longer             bool
	}{{12, 2, 12, false}, {12, 2.4, 12, false}, {12, 2.5, 12, true}, {-3, 0, 0, true}} {
		if limit, longer := g.Limit(test.far, test.spaces); limit != test.limit || longer != test.longer {
			t.Errorf("%v spaces on %v ft: at most %v, longer %v", test.spaces, test.far, limit, longer)
		}
	}
	for _, ends := range [][2]Place{{0, 1}, {1, 0}} {
		if g.WayLength(w, ends[0], ends[1]) != number.None || g.Way(w, ends[0], ends[1]) != nil {
			t.Errorf("from %d to %d there is a way", ends[0], ends[1])
		}
	}
	if g.WayLength(w, 9, 9) != 0 || len(g.Way(w, 9, 9)) != 0 {
		t.Error("whoever is there has no way to go")
	}
}

// TestWaysOnOpenPlanes: without a map the ground reaches 40 spaces beyond what stands there, nobody is in
// the way, and the ways of 7 ft lead to the eight points around; the last way is remembered until somebody moves.
func TestWaysOnOpenPlanes(t *testing.T) {
	e := &program.Encounter{
		Program: &program.Program{Space: &program.Space{Grid: program.PlaneGrid, Unit: 5}},
		Things:  []*program.Thing{{Place: &program.Point{X: 2, Y: 3}}, {}, {Place: &program.Point{X: -1, Y: 4}}},
	}
	who := &stood{refuse: map[Place]bool{}, version: 1}
	g := New(e, nil, nil).For(who)
	if g.At(-41, -40) == 0 || g.At(42, 44) == 0 || g.At(-42, 0) != 0 || g.At(0, -41) != 0 || g.At(43, 0) != 0 || g.At(0, 45) != 0 {
		t.Error("the ground doesn't reach 40 spaces beyond columns -1 to 2 and rows 0 to 4")
	}
	m, w := g, Walker{Thing: 1}
	ways := func(far float64) (n int) {
		m.Ways(Walker{}, g.At(0, 0), far, func([]Place) { n++ })
		return n
	}
	if ways(7.1) != 8 || ways(7) != 4 || ways(4) != 0 || ways(-1) != 0 {
		t.Error("ways of 7.1, 7, 4 ft and of less than nothing", ways(7.1), ways(7), ways(4), ways(-1))
	}
	// Around 1,0 there are two diagonals, each the root of 2 long.
	straight, bent := m.WayLength(w, g.At(0, 0), g.At(2, 0)), 10*math.Sqrt2
	who.refuse[g.At(1, 0)] = true
	if same := m.WayLength(w, g.At(0, 0), g.At(2, 0)); straight != 10 || same != 10 {
		t.Error("two spaces are 10 ft as long as nobody has moved", straight, same)
	}
	who.version++
	if now := m.WayLength(w, g.At(0, 0), g.At(2, 0)); math.Abs(now-bent) > 1e-9 {
		t.Errorf("around somebody it is %v, not %v", now, bent)
	}
}

// TestEquallyLongLegs: of equally long ways on a plane the one is taken whose bend comes first, row by row.
func TestEquallyLongLegs(t *testing.T) {
	g, _ := drawn(program.PlaneGrid, "", "..... ..#.. .....")
	for _, test := range []struct {
		fx, fy, tx, ty int
		want           string
	}{{1, 1, 3, 1, "2,0 3,1"}, {3, 1, 1, 1, "2,0 1,1"}, {2, 0, 2, 2, "1,1 2,2"}, {2, 2, 2, 0, "1,1 2,0"}} {
		if got := points(g, g.Way(Walker{}, g.At(test.fx, test.fy), g.At(test.tx, test.ty))); got != test.want {
			t.Errorf("from %d,%d to %d,%d it goes %s, want %s", test.fx, test.fy, test.tx, test.ty, got, test.want)
		}
	}
}

// TestSightOnPlanes: one sees another if from some point that he covers to one that the other covers nothing
// blocks sight; from what lies outside of the ground nothing is seen.
func TestSightOnPlanes(t *testing.T) {
	g, _ := drawn(program.PlaneGrid, "", `
		......
		......
		######
		......
		...#..
		......`)
	for _, test := range []struct {
		ax, ay, as int
		bx, by, bs int
		want       bool
	}{
		{0, 0, 0, 5, 0, 0, true},
		{3, 0, 0, 5, 5, 3, false}, {5, 0, 3, 0, 5, 3, false}, // parts of these bases lie outside
		{0, 4, 0, 5, 4, 0, false},
		{0, 4, 3, 5, 4, 3, true},  // along the row below
		{0, 4, 2, 5, 4, 2, false}, // these cover no other points than their own
		{0, 4, 0, 5, 4, 3, true},  // from 0,4 to 5,5: at column 3 that is 0.6 further south
	} {
		a, b := spot(g, test.ax, test.ay, test.as), spot(g, test.bx, test.by, test.bs)
		if g.Sight(a, b) != test.want || g.Sight(b, a) != test.want {
			t.Errorf("%+v: %v and back %v", test, g.Sight(a, b), g.Sight(b, a))
		}
	}
}
