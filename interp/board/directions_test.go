package board

import (
	"math"
	"testing"

	"github.com/rulec/rulec/lang/program"
)

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
