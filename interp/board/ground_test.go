package board

import (
	"math"
	"testing"

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
