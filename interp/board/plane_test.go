package board

import (
	"math"
	"strings"
	"testing"

	"github.com/rulec/rulec/lang/program"
)

// TestBasesOnPlanes counts what bases cover and how far off they are: 1 point of diameter 2 (radius
// 1: dx² + dy² below 1), 9 of 3 (below 2.25), 9 of 4 (below 4), 21 of 5 (below 6.25).
func TestBasesOnPlanes(t *testing.T) {
	g, _ := drawn(program.PlaneGrid, "", "......... ......... ......... ......... ......... ......... .........")
	for size, want := range map[int32]int{0: 1, 1: 1, 2: 1, 3: 9, 4: 9, 5: 21} {
		a, count := Area{g.At(4, 3), size}, 0
		for p := Place(1); int(p) <= g.Size(); p++ {
			if g.covers(a, p) {
				count++
			}
		}
		visited := len(g.cover(nil, a))
		if count != want || visited != want {
			t.Errorf("a base of %d covers %d points, and %d are visited; want %d", size, count, visited, want)
		}
	}
	// 3 columns and 4 rows are 5 apart; less the radii 1 and 1.5 that is 2.5, and spaces are 5 ft.
	if d := g.Distance(Area{g.At(0, 0), 2}, Area{g.At(3, 4), 3}); d != 12.5 {
		t.Errorf("the edges are %v apart, want 12.5", d)
	}
}

// TestUnitsOfPlanes holds that spaces are turned into decimals as they are written.
func TestUnitsOfPlanes(t *testing.T) {
	for _, test := range []struct{ unit, spaces, want float64 }{{0.1, 3, 0.3}, {0.25, 7, 1.75}, {0.3, 3, 0.9}, {0.7, 7, 4.9}, {5, 3, 15}, {0.01, 57, 0.57}} {
		m, exact := program.MeasureOf(test.unit)
		back, same := m.Nearest(test.want)
		if got := m.Long(test.spaces); !exact || got != test.want || back != test.spaces || !same {
			t.Errorf("%v spaces of %v are %v, and back %v", test.spaces, test.unit, got, back)
		}
	}
	if m, _ := program.MeasureOf(0.5); func() bool { near, same := m.Nearest(12.3); return near != 25 || same }() {
		t.Error("12.3 is no multiple of 0.5; nearest are 25 spaces")
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
