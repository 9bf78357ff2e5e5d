package board

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/lang/program"
)

// TestPlaces: places count row by row from 1, and are called by column and row; what lies
// outside is nowhere.
func TestPlaces(t *testing.T) {
	g, _ := drawn(program.SquareGrid, "one", "... ...")
	for p, want := range map[Place]string{0: "nowhere", 1: "[0, 0]", 3: "[2, 0]", 4: "[0, 1]", 6: "[2, 1]", 7: "nowhere", -1: "nowhere"} {
		if got := g.Name(p); got != want || g.Valid(p) != (want != "nowhere") {
			t.Errorf("place %d is %s, valid %t; want %s", p, got, g.Valid(p), want)
		}
		if g.Zone(p) != nil {
			t.Errorf("place %d is a zone", p)
		}
	}
	if g.Size() != 6 {
		t.Errorf("%d places, want 6", g.Size())
	}
	for _, test := range []struct {
		column, row float64
		want        Place
	}{
		{0, 0, 1}, {2, 1, 6}, {2, 0, 3}, {3, 0, 0}, {0, 2, 0}, {-1, 0, 0}, {0, -1, 0}, {0.5, 0, 0}, {0, 0.5, 0},
		{math.Inf(1), 0, 0}, {0, math.Inf(-1), 0}, {1 << 40, 0, 0}, {0, -(1 << 40), 0}, {math.NaN(), 0, 0},
	} {
		if got, _, exact := g.PlaceAt(test.column, test.row); got != test.want || !exact {
			t.Errorf("column %g of row %g is place %d, want %d", test.column, test.row, got, test.want)
		}
	}
}

// TestZones: zones are called by title, else by name; they have one row.
func TestZones(t *testing.T) {
	g := zoned()
	g.zones[1].Title = "The cellar"
	for p, want := range map[Place]string{0: "nowhere", 1: "zone_1", 2: "The cellar", 6: "zone_6", 7: "nowhere"} {
		if got := g.Name(p); got != want {
			t.Errorf("zone %d is %s, want %s", p, got, want)
		}
		if z := g.Zone(p); (z != nil) != (want != "nowhere") || z != nil && z != g.zones[p-1] {
			t.Errorf("zone %d is %v", p, z)
		}
	}
	if bare := New(&program.Encounter{Program: &program.Program{Space: &program.Space{Grid: program.ZoneGrid}}}, nil, nil); bare.Size() != 0 || bare.Name(1) != "nowhere" {
		t.Error("without a map there are no zones")
	}
	at := func(column, row float64) Place { p, _, _ := g.PlaceAt(column, row); return p }
	if at(5, 0) != 6 || at(6, 0) != 0 || at(0, 1) != 0 {
		t.Error("there are six zones, in one row")
	}
	if g.DirectionCount() != 0 || g.DirectionName(0) != "none" {
		t.Error("zones have directions")
	}
}

// TestCornersAsDeclared: one closed corner stops a diagonal step where the ruleset says so, two if it
// says nothing.
func TestCornersAsDeclared(t *testing.T) {
	wall := &program.Def{}
	for _, test := range []struct {
		corners  string
		one, two Obstacle // past one wall, between two
	}{{"", NoObstacle, ClosedCorner}, {"two", NoObstacle, ClosedCorner}, {"one", ClosedCorner, ClosedCorner}, {"none", NoObstacle, NoObstacle}} {
		e := &program.Encounter{
			Program: &program.Program{Space: &program.Space{Grid: program.SquareGrid, Corners: test.corners}},
			// .#.
			// ..#
			Map: &program.Map{Width: 3, Height: 2, Terrain: []*program.Def{nil, wall, nil, nil, nil, wall}},
		}
		open := func(d *program.Def) bool { return d == nil }
		g := New(e, open, open).For(&stood{})
		one, _, _ := g.Step(Walker{Size: 1}, g.At(0, 0), g.At(1, 1), 0)
		two, _, _ := g.Step(Walker{Size: 1}, g.At(1, 1), g.At(2, 0), 0)
		if one != test.one || two != test.two {
			t.Errorf("corners: %s: past one wall %d, between two %d", test.corners, one, two)
		}
	}
}

// TestZonesBetween: the shortest way, by the first neighbour that is nearer; nothing where
// there is none.
func TestZonesBetween(t *testing.T) {
	// 1 - 2 - 3 - 4 - 5, and 2 - 6 - 4.
	next := [][]int{{1}, {0, 2, 5}, {1, 3}, {2, 4, 5}, {3}, {1, 3}, {}}
	m := &program.Map{}
	dark := &program.Def{}
	for i, n := range next {
		z := &program.Zone{Name: fmt.Sprint("z", i+1), Next: n}
		if i == 2 {
			z.Terrain = dark
		}
		m.Zones = append(m.Zones, z)
	}
	e := &program.Encounter{Program: &program.Program{Space: &program.Space{Grid: program.ZoneGrid}}, Map: m}
	g := New(e, func(*program.Def) bool { return true }, func(d *program.Def) bool { return d == dark }).For(&stood{})
	for _, test := range []struct {
		from, to Place
		between  []Place
		sees     bool
	}{
		{1, 5, []Place{2, 3, 4}, false}, {5, 1, []Place{4, 3, 2}, false}, {1, 6, []Place{2}, true}, {1, 2, nil, true}, {3, 3, nil, true},
		{5, 6, []Place{4}, true}, {1, 3, []Place{2}, true}, {1, 7, nil, true},
	} {
		a, b := Area{test.from, 1}, Area{test.to, 1}
		if got := g.Between(a, b); !slices.Equal(got, test.between) {
			t.Errorf("between %d and %d lie %v, want %v", test.from, test.to, got, test.between)
		}
		if g.Sight(a, b) != test.sees {
			t.Errorf("from %d to %d one sees: %t", test.from, test.to, !test.sees)
		}
	}
	if got := fmt.Sprint(g.Within(Area{1, 1}, long(g, 99))); got != "[1 2 3 6 4 5]" {
		t.Errorf("all zones that a way leads to, the nearest first: %s", got)
	}
	if got := fmt.Sprint(g.Within(Area{1, 1}, 0)); got != "[1]" {
		t.Errorf("nothing but the zone itself: %s", got)
	}
}

// TestOneWayBorders: a way goes over borders as they lead. 1 leads to 2 and 4, 2 to 3, 3 and 4
// to 5, 5 to 1.
func TestOneWayBorders(t *testing.T) {
	m := &program.Map{}
	for i, n := range [][]int{{1, 3}, {2}, {4}, {4}, {0}} {
		m.Zones = append(m.Zones, &program.Zone{Name: fmt.Sprint("z", i+1), Next: n})
	}
	e := &program.Encounter{Program: &program.Program{Space: &program.Space{Grid: program.ZoneGrid}}, Map: m}
	who := &stood{costs: map[Place]int{4: 3}}
	g := New(e, func(*program.Def) bool { return true }, func(*program.Def) bool { return false }).For(who)
	w := Walker{Thing: 1, Size: 1}
	offers := func() string {
		var ways []string
		g.Ways(w, 1, long(g, 3), func(way []Place) { ways = append(ways, fmt.Sprint(way)) })
		return strings.Join(ways, " ")
	}
	for _, test := range []struct {
		from, to Place
		want     string
		// costing is the way where going to 4 costs 3.
		costing string
	}{
		{1, 5, "[4 5]", "[2 3 5]"}, {5, 4, "[1 4]", "[1 4]"}, {2, 1, "[3 5 1]", "[3 5 1]"}, {3, 2, "[5 1 2]", "[5 1 2]"},
	} {
		g.costly = false
		if got := fmt.Sprint(g.Way(w, test.from, test.to)); got != test.want {
			t.Errorf("from %d to %d: %s, want %s", test.from, test.to, got, test.want)
		}
		g.costly = true
		if got := fmt.Sprint(g.Way(w, test.from, test.to)); got != test.costing {
			t.Errorf("from %d to %d where 4 costs 3: %s, want %s", test.from, test.to, got, test.costing)
		}
	}
	if got, want := offers(), "[2] [2 3] [4] [2 3 5]"; got != want {
		t.Errorf("for 3 where 4 costs 3: %s, want %s", got, want)
	}
	if wayLength(g, w, 5, 4) != 4 {
		t.Errorf("from 5 to 4 it costs %d, want 1 + 3", wayLength(g, w, 5, 4))
	}
	g.costly = false
	if got, want := offers(), "[2] [4] [2 3] [4 5]"; got != want {
		t.Errorf("for 3: %s, want %s", got, want)
	}
}

// TestTerrain: places are numbered by what they are made of, 0 without a name.
func TestTerrain(t *testing.T) {
	g, _ := drawn(program.SquareGrid, "one", ".#~ ~..")
	for p, want := range []int{0, 1, 2, 2, 0, 0} {
		if got := g.TerrainOf(Place(p + 1)); got != want {
			t.Errorf("place %d is made of %d, want %d", p+1, got, want)
		}
	}
	if g.Terrains != 3 {
		t.Errorf("%d terrains, want open ground, wall and water", g.Terrains)
	}
	open := New(&program.Encounter{Program: &program.Program{Space: &program.Space{Grid: program.SquareGrid}}}, nil, nil)
	if open.Terrains != 1 || open.TerrainOf(5) != 0 {
		t.Error("open ground is made of something")
	}
}

// TestUnits: distances are in the ruleset's unit; spaces are rounded down.
func TestUnits(t *testing.T) {
	g, _ := drawn(program.SquareGrid, "one", "...") // a space is 5
	for n, want := range map[float64]int{0: 0, 4.9: 0, 5: 1, 14: 2, -1: -1, -5: -1, -100: -1, math.Inf(1): 1 << 20, 1e15: 1 << 20} {
		if got := g.InSpaces(n); got != want {
			t.Errorf("%g are %d spaces, want %d", n, got, want)
		}
	}
	z := zoned()
	for n, want := range map[float64]string{0: " spaces", 1: " space", 2: " spaces"} {
		if g.StepName(n) != want || z.StepName(n) != " border"+want[len(" space"):] {
			t.Errorf("%g are%s and%s", n, g.StepName(n), z.StepName(n))
		}
	}
	if z.Unit != 1 {
		t.Errorf("a ruleset without a unit counts spaces by %g", z.Unit)
	}
}

// TestLacks says why a question of space can't be answered.
func TestLacks(t *testing.T) {
	square, _ := drawn(program.SquareGrid, "one", "...")
	nowhere := New(&program.Encounter{Program: &program.Program{}}, nil, nil)
	const (
		noSpace    = "this ruleset has no space: there are no places and no distances"
		directions = "zones have no directions"
		unlaid     = "this is worked out before any encounter lays the ground, so it can't name a place or ask about one"
	)
	for _, test := range []struct {
		g    *Board
		b    program.Builtin
		want string
	}{
		{square, program.Distance, ""}, {square, program.Turn, ""}, {zoned(), program.Distance, ""}, {zoned(), program.PathTo, ""},
		{zoned(), program.DirectionTo, directions}, {zoned(), program.Directions, directions}, {zoned(), program.Beyond, directions}, {zoned(), program.Away, directions},
		{zoned(), program.Sector, directions}, {zoned(), program.Opposite, directions}, {zoned(), program.Turn, directions},
		{zoned(), program.ConeFrom, directions}, {zoned(), program.LineThrough, directions}, {zoned(), program.RingAround, ""},
		{square, program.ColumnOf, ""}, {zoned(), program.ColumnOf, "zones have no columns and no rows"}, {zoned(), program.RowOf, "zones have no columns and no rows"},
		{nowhere, program.Distance, noSpace}, {nowhere, program.PlaceAt, noSpace}, {nowhere, program.PlaceOf, ""},
		{Unlaid, program.PlaceOf, unlaid}, {Unlaid, program.Distance, unlaid},
	} {
		if got := test.g.Lacks(test.b); got != test.want {
			t.Errorf("built-in %d lacks %q, want %q", test.b, got, test.want)
		}
		if test.g != Unlaid && test.g.Answers(test.b) != (test.want == "") {
			t.Errorf("built-in %d is answered: %v", test.b, test.g.Answers(test.b))
		}
	}
}

// TestDirectionNames: directions go clockwise, on squares from the north, on hexes from the north-east.
func TestDirectionNames(t *testing.T) {
	for _, test := range []struct {
		grid      program.Grid
		diagonals string
		want      []string
	}{
		{program.SquareGrid, "one", []string{"north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"}},
		{program.SquareGrid, "none", []string{"north", "east", "south", "west"}},
		{program.HexGrid, "", []string{"north-east", "east", "south-east", "south-west", "west", "north-west"}},
		{program.NoGrid, "", nil},
	} {
		g := New(&program.Encounter{Program: &program.Program{Space: &program.Space{Grid: test.grid, Diagonals: test.diagonals}}}, nil, nil)
		if g.DirectionCount() != len(test.want) || g.DirectionName(-1) != "none" || g.DirectionName(len(test.want)) != "none" {
			t.Errorf("%d directions, want %v", g.DirectionCount(), test.want)
		}
		for d, want := range test.want {
			if got := g.DirectionName(d); got != want {
				t.Errorf("direction %d of %d is %s, want %s", d, len(test.want), got, want)
			}
			// All the way round is where it began, either way.
			if n := len(test.want); g.Turned(d, n) != d || g.Turned(d, -n) != d || g.Turned(d, 1) != (d+1)%n || g.Turned(d, -1) != (d+n-1)%n {
				t.Errorf("direction %d turned", d)
			}
		}
	}
}

// TestAround: what lies next to an area, without the area.
func TestAround(t *testing.T) {
	for _, test := range []struct {
		grid       program.Grid
		diagonals  string
		x, y, size int
		want       string
	}{
		{program.SquareGrid, "one", 3, 3, 1, "3,2 4,2 4,3 4,4 3,4 2,4 2,3 2,2"},
		{program.SquareGrid, "one", 1, 1, 2, "0,0 1,0 2,0 3,0 0,1 3,1 0,2 3,2 0,3 1,3 2,3 3,3"},
		{program.SquareGrid, "none", 0, 0, 2, "2,0 2,1 0,2 1,2"},
		// The six around 3,3 in an odd row are its own; round them lie twelve.
		{program.HexGrid, "", 3, 3, 2, "2,1 3,1 4,1 2,2 5,2 1,3 5,3 2,4 5,4 2,5 3,5 4,5"},
	} {
		g, _ := drawn(test.grid, test.diagonals, blank7)
		if got := points(g, g.Around(spot(g, test.x, test.y, test.size))); got != test.want {
			t.Errorf("%+v: %s", test, got)
		}
	}
	if got := fmt.Sprint(zoned().Around(Area{3, 2})); got != "[2 5]" {
		t.Errorf("zones: %s", got)
	}
}

// TestTaken: a place is taken if it is no space away from somebody, whatever his size; where
// he was before it is free.
func TestTaken(t *testing.T) {
	for _, grid := range []program.Grid{program.SquareGrid, program.HexGrid} {
		g, who := drawn(grid, "one", blank7)
		for version, areas := range [][]Area{
			{spot(g, 3, 3, 1)}, {spot(g, 3, 3, 2)}, {spot(g, 2, 3, 3), {0, 2}}, {spot(g, 0, 0, 1), spot(g, 5, 5, 3)}, {}, {spot(g, 0, 6, 2)},
		} {
			who.areas, who.version = areas, uint64(version)
			for p := Place(1); int(p) <= g.Size(); p++ {
				var want []Thing
				for i, a := range areas {
					if a.Place != 0 && stepsOf(g).spaces(Area{p, 1}, a) == 0 {
						want = append(want, Thing(i+1))
					}
				}
				if g.Taken(p) != (want != nil) || g.IsFree(p) != (want == nil) {
					t.Errorf("%v: %s is taken: %t", areas, g.Name(p), g.Taken(p))
				}
				if got := g.Occupants(nil, Area{p, 1}); !slices.Equal(got, want) {
					t.Errorf("%v: at %s are %v, want %v", areas, g.Name(p), got, want)
				}
			}
		}
	}
	g, who := drawn(program.SquareGrid, "one", ".#. ...")
	if g.IsFree(g.At(1, 0)) || !g.IsFree(g.At(0, 0)) {
		t.Error("a wall is free, or open ground isn't")
	}
	who.areas = []Area{spot(g, 2, 0, 1)}
	if got := g.Occupants([]Thing{7}, spot(g, 1, 0, 2)); !slices.Equal(got, []Thing{7, 1}) {
		t.Errorf("a big area has %v", got)
	}
}

// TestEnterable: all ground that a thing covers has to be there, and open.
func TestEnterable(t *testing.T) {
	for _, test := range []struct {
		grid       program.Grid
		rows       string
		x, y, size int
		want       bool
	}{
		{program.SquareGrid, "... ... ..#", 0, 0, 2, true},
		{program.SquareGrid, "... ... ..#", 1, 1, 2, false},
		{program.SquareGrid, "... ... ..#", 1, 0, 2, true},
		{program.SquareGrid, "... ... ..#", 2, 0, 2, false}, // beyond the edge
		{program.SquareGrid, "... ... ..#", 2, 2, 1, false},
		{program.SquareGrid, "... ... ..#", 0, 2, 2, false},
		// Round the middle of an even row lie columns 0 and 1 of the rows beside it.
		{program.HexGrid, "..... ...#. ..... #..#. .....", 1, 2, 2, false},
		{program.HexGrid, "..... ..... ..... ..#.. .....", 1, 2, 2, true},
		{program.HexGrid, "..... ..... ..... .#... .....", 1, 2, 2, false},
		{program.HexGrid, "..... ..#.. ..... ..... .....", 1, 2, 2, true},
		{program.HexGrid, "..... #.... ..... ..... .....", 1, 2, 2, false},
		{program.HexGrid, "..... ..... ..... ..... .....", 0, 2, 2, false}, // beyond the edge
	} {
		g, _ := drawn(test.grid, "one", test.rows)
		if got := g.Enters(spot(g, test.x, test.y, test.size)); got != test.want {
			t.Errorf("%+v: %t", test, got)
		}
	}
}

// TestStepTo says what is in the way of a step, and what it costs.
func TestStepTo(t *testing.T) {
	g, who := drawn(program.SquareGrid, "alternate", "....# .#... #.... .....")
	who.refuse[g.At(3, 2)] = true
	w := Walker{Thing: 1, Size: 1}
	for _, test := range []struct {
		px, py, qx, qy int
		odd            int32
		wrong          Obstacle
		cost, parity   int32
	}{
		{0, 0, 1, 0, 0, NoObstacle, 1, 0},
		{0, 0, 1, 0, 1, NoObstacle, 1, 1},
		{1, 0, 2, 1, 0, NoObstacle, 1, 1},
		{1, 0, 2, 1, 1, NoObstacle, 2, 0},
		{0, 0, 2, 0, 0, Leap, 0, 0},
		{0, 0, 0, 0, 0, Leap, 0, 0},
		{0, 0, 1, 1, 0, ClosedGround, 0, 0},
		{3, 0, 4, 0, 1, ClosedGround, 0, 0},
		{0, 1, 1, 2, 0, ClosedCorner, 0, 0},
		{2, 2, 3, 2, 1, NoRoom, 0, 0},
		{2, 1, 3, 2, 1, NoRoom, 0, 0},
	} {
		wrong, cost, parity := g.Step(w, g.At(test.px, test.py), g.At(test.qx, test.qy), test.odd)
		if wrong != test.wrong || int32(cost) != test.cost || parity != test.parity {
			t.Errorf("%+v: %d, %v, %d", test, wrong, cost, parity)
		}
	}
	for _, ends := range [][2]Place{{0, 1}, {1, 0}, {0, 0}} {
		if wrong, _, _ := g.Step(w, ends[0], ends[1], 0); wrong != Leap {
			t.Errorf("from %d to %d there is a step", ends[0], ends[1])
		}
		if g.Way(w, ends[0], ends[1]) != nil || wayLength(g, w, ends[0], ends[1]) != -1 {
			t.Errorf("from %d to %d there is a way", ends[0], ends[1])
		}
	}
}

// TestWork counts the places that are looked at.
func TestWork(t *testing.T) {
	g, who := drawn(program.SquareGrid, "one", "....... ...#...")
	for _, test := range []struct {
		about string
		look  func()
		want  int
	}{
		{"whether a thing of 2 may stand somewhere", func() { stepsOf(g).mayStand(Walker{Size: 2}, 1) }, 4},
		{"whether one sees four spaces far", func() { g.Sight(spot(g, 0, 0, 1), spot(g, 4, 0, 1)) }, 4},
		{"what a thing of 3 covers", func() { who.areas, who.version = []Area{spot(g, 0, 0, 3)}, 1; g.Taken(1) }, 9},
		{"what is marked already", func() { g.Taken(2) }, 0},
		{"what a thing of 1 covers", func() { who.areas, who.version = []Area{spot(g, 0, 0, 1)}, 2; g.Taken(1) }, 0},
	} {
		g.Work = 0
		if test.look(); g.Work != test.want {
			t.Errorf("%s: %d, want %d", test.about, g.Work, test.want)
		}
	}
}

// TestCountersBeginAnew: when the numbers of the marks and searches run out, all begins anew.
func TestCountersBeginAnew(t *testing.T) {
	g, who := drawn(program.SquareGrid, "none", "... .#. ...")
	who.areas = []Area{spot(g, 2, 2, 1)}
	w := Walker{Thing: 1, Size: 1}
	g.occupancy.now, stepsOf(g).back.now, stepsOf(g).outward.now = math.MaxUint32-1, math.MaxUint32-1, math.MaxUint32-1
	for range 3 {
		if !g.Taken(g.At(2, 2)) || g.Taken(g.At(0, 0)) || g.Taken(g.At(1, 1)) {
			t.Errorf("at mark %d others are taken than 2,2", g.occupancy.now)
		}
		if got := points(g, g.Way(w, g.At(0, 1), g.At(2, 1))); got != "0,0 1,0 2,0 2,1" {
			t.Errorf("at search %d the way is %s", stepsOf(g).back.now, got)
		}
		ends := 0
		g.Ways(w, g.At(0, 1), long(g, 2), func([]Place) { ends++ })
		if ends != 4 { // both corners, and the place beside each
			t.Errorf("at search %d two steps lead to %d places", stepsOf(g).outward.now, ends)
		}
	}
	open, refuses := drawn(program.PlaneGrid, "", "... .#. ...")
	refuses.refuse[open.At(1, 0)], refuses.refuse[open.At(1, 2)] = true, true
	if open.WayLength(w, open.At(0, 1), open.At(2, 1)) != number.None {
		t.Error("there is a way for whom there is no room beside the wall")
	}
	legs := &open.grid.(*plane).legs
	legs.now = math.MaxUint32/2 - 1 // the next search begins anew
	for range 4 {
		// Over 1,0 or 1,2, by two diagonals.
		if long := open.WayLength(Walker{}, open.At(0, 1), open.At(2, 1)); math.Abs(long-10*math.Sqrt2) > 1e-9 {
			t.Errorf("at search %d it is %v around the wall", legs.now, long)
		}
	}
}
