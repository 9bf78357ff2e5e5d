package board

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/rulec/rulec/lang/program"
)

// picture draws places on a ground: o for what an area covers, # for places of a list. On hexes odd
// rows lie half a space further right.
func picture(g *Board, a Area, places []Place) string {
	in := map[Place]bool{}
	for _, p := range places {
		in[p] = true
	}
	var rows []string
	for y := range g.height {
		var row []string
		for x := range g.width {
			switch p := g.At(x, y); {
			case in[p]:
				row = append(row, "#")
			case g.covers(a, p):
				row = append(row, "o")
			default:
				row = append(row, ".")
			}
		}
		if isHex(g) {
			rows = append(rows, strings.Repeat("_", y%2)+strings.Join(row, "_"))
		} else {
			rows = append(rows, strings.Join(row, ""))
		}
	}
	return strings.Join(rows, " ")
}

func blank(width, height int) string {
	return strings.Repeat(strings.Repeat(".", width)+" ", height)
}

// TestAreas compares rings and cones with pictures worked out by hand from the distances and angles.
// In these a blank is the end of a row.
func TestAreas(t *testing.T) {
	const east, southEast, north = 2, 3, 0
	for _, test := range []struct {
		diag       string // or hex
		x, y, size int
		ring       bool
		d, n       int
		want       string
	}{
		{"one", 2, 2, 1, true, 0, 2, "##### #...# #.o.# #...# #####"},
		{"alternate", 2, 2, 1, true, 0, 2, ".###. #...# #.o.# #...# .###."},
		{"none", 2, 2, 1, true, 0, 2, "..#.. .#.#. #.o.# .#.#. ..#.."},
		{"one", 0, 0, 1, true, 0, 1, "o#. ##. ..."},
		{"one", 1, 1, 2, true, 0, 1, "#### #oo# #oo# ####"},
		{"one", 1, 1, 1, true, 0, 0, "... .#. ..."},
		{"one", 1, 1, 1, true, 0, -1, "... .o. ..."},
		{"hex", 2, 2, 1, true, 0, 2, "._#_#_#_. _#_._._#_. #_._o_._# _#_._._#_. ._#_#_#_."},
		{"hex", 2, 2, 1, true, 0, 1, "._._._._. _._#_#_._. ._#_o_#_. _._#_#_._. ._._._._."},

		{"one", 1, 3, 1, false, east, 3, "....#. ...##. ..###. .o###. ..###. ...##. ....#."},
		{"alternate", 1, 3, 1, false, east, 3, "...... ...#.. ..###. .o###. ..###. ...#.. ......"},
		{"none", 1, 3, 1, false, 1, 3, "...... ...... ..##.. .o###. ..##.. ...... ......"},
		{"one", 0, 0, 1, false, southEast, 3, "o###. ####. ####. ####. ....."},
		{"alternate", 0, 0, 1, false, southEast, 3, "o###. ####. ###.. ##... ....."},
		{"one", 2, 2, 1, false, north, 2, "##### .###. ..o.. ..... ....."},
		{"one", 1, 1, 1, false, north, 0, "... .o. ..."},
		// From the middle of something of 2, which lies between the rows 2 and 3.
		{"one", 0, 2, 2, false, east, 2, "...#. ..##. oo##. oo##. ..##. ...#."},
		// 30 degrees off the east lie [1, 1] and [1, 3], two steps away.
		{"hex", 0, 2, 1, false, 1, 3, "._._._._. _._#_#_._. o_#_#_#_. _._#_#_._. ._._._._."},
		{"hex", 1, 4, 1, false, 0, 2, "._._._. _._._._. ._#_#_. _._#_#_. ._o_._."},
	} {
		rows := strings.Fields(test.want)
		width := len(rows[0])
		grid := program.SquareGrid
		if test.diag == "hex" {
			grid, width = program.HexGrid, (width+1)/2
		}
		g, _ := drawn(grid, test.diag, blank(width, len(rows)))
		a := spot(g, test.x, test.y, test.size)
		places := g.Ring(a, long(g, test.n))
		if !test.ring {
			places = g.Cone(a, test.d, long(g, test.n))
		}
		if got := picture(g, a, places); got != test.want {
			t.Errorf("%+v:\n%s", test, strings.ReplaceAll(got, " ", "\n"))
		}
	}
}

// TestRingsMakeWithin: within lists ring after ring, and the cones of all directions but the
// diagonal ones are all that is near.
func TestRingsMakeWithin(t *testing.T) {
	for _, diag := range []string{"one", "alternate", "none", "hex"} {
		grid, every := program.SquareGrid, 2
		if diag == "hex" {
			grid = program.HexGrid
		}
		if diag == "hex" || diag == "none" {
			every = 1
		}
		g, _ := drawn(grid, diag, blank7)
		for size := 1; size <= 2; size++ {
			a := spot(g, 2, 3, size)
			var rings []Place
			for n := range 5 {
				rings = append(rings, g.Ring(a, long(g, n))...)
			}
			if got, want := points(g, rings), points(g, g.Within(a, long(g, 4))); got != want {
				t.Errorf("%s: the rings are %s, within has %s", diag, got, want)
			}
			in := map[Place]bool{}
			for d := 0; d < g.DirectionCount(); d += every {
				for _, p := range g.Cone(a, d, long(g, 4)) {
					in[p] = true
				}
			}
			for _, p := range g.Within(a, long(g, 4)) {
				if in[p] == g.covers(a, p) {
					t.Errorf("%s: %s is in a cone: %t", diag, g.Name(p), in[p])
				}
			}
		}
	}
}

// TestLines compares lines with places worked out by hand.
func TestLines(t *testing.T) {
	for _, test := range []struct {
		diag       string
		ax, ay, as int
		bx, by, bs int
		n          int
		want       string
	}{
		{"one", 0, 0, 1, 2, 1, 1, 2, "1,0 1,1 2,1"},
		// Two columns for each row: the border to row 1 is crossed in column 1, that to row 2 in column 3.
		{"one", 0, 0, 1, 2, 1, 1, 5, "1,0 1,1 2,1 3,1 3,2 4,2 5,2 5,3"},
		{"one", 6, 3, 1, 4, 2, 1, 5, "5,3 5,2 4,2 3,2 3,1 2,1 1,1 1,0"},
		{"one", 2, 2, 1, 3, 2, 1, 20, "3,2 4,2 5,2 6,2"}, // as far as the map goes
		{"one", 0, 0, 1, 4, 0, 1, 2, "1,0 2,0"},          // not as far as the other
		{"alternate", 0, 0, 1, 1, 1, 1, 3, "1,1 2,2"},    // 1 + 2
		{"alternate", 0, 0, 1, 1, 1, 1, 4, "1,1 2,2 3,3"},
		{"none", 0, 0, 1, 1, 1, 1, 3, "1,1"}, // 2 each
		{"one", 0, 0, 2, 4, 0, 1, 3, "2,0 3,0 4,0"},
		{"one", 1, 1, 2, 4, 4, 2, 2, "3,3 4,4"}, // from 2,2 through 4,4
		{"one", 1, 1, 1, 1, 1, 1, 3, ""},
		{"one", 1, 1, 1, 2, 1, 1, 0, ""},
		{"one", 1, 1, 1, 2, 1, 1, -1, ""},
		{"hex", 0, 0, 1, 1, 2, 1, 3, "0,1 1,2 1,3"},
		// Straight down along a border: the eastern side.
		{"hex", 2, 0, 1, 2, 2, 1, 4, "2,1 2,2 2,3 2,4"},
		{"hex", 2, 3, 2, 5, 3, 1, 2, "4,3 5,3"},
		{"hex", 2, 2, 1, 2, 2, 1, 4, ""},
	} {
		grid := program.SquareGrid
		if test.diag == "hex" {
			grid = program.HexGrid
		}
		g, _ := drawn(grid, test.diag, blank7)
		if got := points(g, g.Line(spot(g, test.ax, test.ay, test.as), spot(g, test.bx, test.by, test.bs), long(g, test.n))); got != test.want {
			t.Errorf("%+v: %s", test, got)
		}
	}
}

// TestThereAndBack: on maps by lot, between things of all sizes, it is as far back as there, one sees whoever sees
// one, the same lies between, and whoever stands between two does so both ways.
func TestThereAndBack(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 1))
	const wide, high = 9, 7
	for range 300 {
		rows := make([]string, high)
		for y := range rows {
			for range wide {
				rows[y] += string(".....#~"[random.IntN(7)])
			}
		}
		for _, x := range []struct {
			grid      program.Grid
			diagonals string
		}{{program.SquareGrid, "one"}, {program.SquareGrid, "alternate"}, {program.HexGrid, ""}} {
			g, _ := drawn(x.grid, x.diagonals, strings.Join(rows, " "))
			m := g
			for range 20 {
				place := func() Area { return spot(g, random.IntN(wide-2), random.IntN(high-2), 1+random.IntN(3)) }
				a, b, c := place(), place(), place()
				if there, back := m.Distance(a, b), m.Distance(b, a); there != back {
					t.Errorf("%v %s: from %v to %v it is %v, and back %v", x, rows, a, b, there, back)
				}
				if g.Sight(a, b) != g.Sight(b, a) {
					t.Errorf("%v %s: only one of %v and %v sees the other", x, rows, a, b)
				}
				between := slices.Clone(g.Between(a, b))
				back := slices.Clone(g.Between(b, a))
				slices.Reverse(back)
				if !slices.Equal(between, back) {
					t.Errorf("%v %s: between %v and %v lies %s, and back %s", x, rows, a, b, points(g, between), points(g, back))
				}
				if g.Opposite(a, c, b) != g.Opposite(b, c, a) {
					t.Errorf("%v %s: %v stands between %v and %v only one way", x, rows, c, a, b)
				}
			}
		}
	}
}

// TestEveryGridIsKnown: each sort of space has a grid, and each function of space says what it needs; what a
// grid lacks for it is told in words.
func TestEveryGridIsKnown(t *testing.T) {
	for i, name := range program.GridNames() {
		grid := program.Grid(i)
		if grid != program.NoGrid && kinds[grid] == nil {
			t.Errorf("no grid is laid out for %s: kinds in grid.go doesn't have it", name)
			continue
		}
		g := New(&program.Encounter{Program: &program.Program{Space: &program.Space{Grid: grid}}}, nil, nil)
		for _, f := range program.Functions() {
			if f.Reads != program.ReadsSpace {
				continue
			}
			why := g.Lacks(f.Op)
			told := why == "" || grid == program.NoGrid || strings.HasPrefix(why, grid.Facts().Name+" have no ")
			if _, known := needs[f.Op]; !known {
				t.Errorf("%s on %s: needs in grid.go doesn't say what a board must have for it", f.Name, name)
			} else if !told || (why == "") != g.Answers(f.Op) {
				t.Errorf("%s on %s: it lacks %q", f.Name, name, why)
			}
		}
	}
}

// TestLacks says why a question of space can't be answered.
func TestLacks(t *testing.T) {
	square, _ := drawn(program.SquareGrid, "one", "...")
	nowhere := New(&program.Encounter{Program: &program.Program{}}, nil, nil)
	const (
		noSpace    = "this ruleset has no space: there are no places and no distances"
		directions = "zones have no directions"
		unlaid     = "this is evaluated before a map exists, so it can't use places"
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
