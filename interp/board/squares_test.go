package board

import (
	"slices"
	"testing"

	"github.com/rulec/rulec/lang/program"
)

// TestSightOfBigThings: one sees another if from some space of the one to some space of the other
// nothing blocks sight; a line along one row has all spaces between.
func TestSightOfBigThings(t *testing.T) {
	g, _ := drawn(program.SquareGrid, "one", `
		...#...
		...#...
		.......
		...#...`)
	for _, test := range []struct {
		ax, ay, as int
		bx, by, bs int
		want       bool
	}{
		{1, 0, 1, 5, 0, 1, false},
		{1, 0, 2, 5, 0, 2, false}, // rows 0 and 1 of both are behind the wall
		{1, 1, 2, 5, 1, 2, true},  // along row 2
		{1, 1, 2, 5, 2, 1, true},
		{1, 2, 1, 5, 1, 2, true},
		{1, 3, 1, 5, 3, 1, false},
		{1, 2, 2, 5, 3, 1, true}, // from 2,2 to 5,3 over 3,2 and 4,3, past a corner of the wall
		{0, 0, 1, 0, 3, 1, true},
		{1, 0, 1, 1, 0, 1, true},
	} {
		a, b := spot(g, test.ax, test.ay, test.as), spot(g, test.bx, test.by, test.bs)
		if g.Sight(a, b) != test.want || g.Sight(b, a) != test.want {
			t.Errorf("%+v: %v and back %v", test, g.Sight(a, b), g.Sight(b, a))
		}
	}
	hex, _ := drawn(program.HexGrid, "", "..... ..#.. .....")
	if hex.Sight(spot(hex, 0, 1, 1), spot(hex, 4, 1, 1)) || !hex.Sight(spot(hex, 0, 0, 1), spot(hex, 4, 0, 1)) || !hex.Sight(spot(hex, 0, 1, 1), spot(hex, 2, 1, 1)) {
		t.Error("on hexes a wall blocks what lies behind it, and is seen")
	}
	open, _ := drawn(program.SquareGrid, "one", blank7)
	open.opaque = nil
	if !open.Sight(spot(open, 0, 0, 1), spot(open, 6, 6, 1)) {
		t.Error("open ground blocks sight")
	}
}

// TestLinesBetween compares the places on a line with where it really runs: those are between whose
// inside it crosses.
func TestLinesBetween(t *testing.T) {
	g, _ := drawn(program.SquareGrid, "one", blank7)
	for from := Place(1); int(from) <= g.Size(); from++ {
		for to := Place(1); int(to) <= g.Size(); to++ {
			ax, ay := g.Coordinates(from)
			bx, by := g.Coordinates(to)
			want := map[Place]bool{}
			for p := Place(1); int(p) <= g.Size(); p++ {
				// In half spaces: the square reaches from 2x to 2x+2, the line runs from 2a+1 to
				// 2b+1. It crosses the inside if corners lie truly on both sides of the line,
				// and the square within what the ends span.
				x, y := g.Coordinates(p)
				left, right := false, false
				for _, corner := range [][2]int{{0, 0}, {2, 0}, {0, 2}, {2, 2}} {
					side := (2*x+corner[0]-2*ax-1)*(2*by-2*ay) - (2*y+corner[1]-2*ay-1)*(2*bx-2*ax)
					left, right = left || side < 0, right || side > 0
				}
				within := min(ax, bx) <= x && x <= max(ax, bx) && min(ay, by) <= y && y <= max(ay, by)
				if left && right && within && p != from && p != to {
					want[p] = true
				}
			}
			got := g.Between(Area{from, 1}, Area{to, 1})
			last := 0
			for _, p := range got {
				if !want[p] {
					t.Errorf("from %s to %s: %s is not between", g.Name(from), g.Name(to), g.Name(p))
				}
				if d := crow(g, from, p); d < last {
					t.Errorf("from %s to %s: %s comes too late", g.Name(from), g.Name(to), g.Name(p))
				} else {
					last = d
				}
			}
			if len(got) != len(want) {
				t.Errorf("from %s to %s: %s, want %d places", g.Name(from), g.Name(to), points(g, got), len(want))
			}
		}
	}
}

// TestLinesOfBigThings: the line runs between the spaces that face each other, which is the same
// both ways; where they share a column or row, between the first common ones.
func TestLinesOfBigThings(t *testing.T) {
	g, _ := drawn(program.SquareGrid, "one", blank7)
	for _, test := range []struct {
		ax, ay, as int
		bx, by, bs int
		fx, fy     int // the space of a
		tx, ty     int // the space of b
	}{
		{0, 0, 2, 5, 5, 2, 1, 1, 5, 5},
		{5, 0, 2, 0, 4, 3, 5, 1, 2, 4},
		{0, 1, 3, 5, 0, 2, 2, 1, 5, 1}, // rows 1 to 3 and 0 to 1: row 1
		{0, 0, 3, 1, 5, 2, 1, 2, 1, 5}, // columns 0 to 2 and 1 to 2: column 1
	} {
		a, b := spot(g, test.ax, test.ay, test.as), spot(g, test.bx, test.by, test.bs)
		want := slices.Clone(g.Between(spot(g, test.fx, test.fy, 1), spot(g, test.tx, test.ty, 1)))
		got := slices.Clone(g.Between(a, b))
		back := slices.Clone(g.Between(b, a))
		slices.Reverse(back)
		if len(got) == 0 || !slices.Equal(got, want) || !slices.Equal(back, want) {
			t.Errorf("%+v: %s, and back %s, want %s", test, points(g, got), points(g, back), points(g, want))
		}
	}
}

// TestOppositeOfLargeThings: one of 3 at 2,2 reaches up to 4,4.
func TestOppositeOfLargeThings(t *testing.T) {
	g, _ := drawn(program.SquareGrid, "one", blank7)
	for _, test := range []struct {
		ax, ay, bx, by int
		want           bool
	}{
		{1, 3, 5, 3, true}, {1, 2, 5, 4, true}, {3, 1, 3, 5, true}, {1, 1, 5, 5, true}, {5, 1, 1, 5, true},
		{1, 1, 5, 4, false}, {1, 3, 4, 5, false}, {1, 2, 1, 4, false}, {0, 1, 6, 1, false}, {1, 3, 3, 3, false},
	} {
		a, x, b := spot(g, test.ax, test.ay, 1), spot(g, 2, 2, 3), spot(g, test.bx, test.by, 1)
		if g.Opposite(a, x, b) != test.want || g.Opposite(b, x, a) != test.want {
			t.Errorf("%+v: %v and back %v", test, g.Opposite(a, x, b), g.Opposite(b, x, a))
		}
	}
}

// TestCorners: a line through a corner is blocked by two walls beside it, not by one; and who
// has the same middle lies in no direction, so that he is never off one.
func TestCorners(t *testing.T) {
	for rows, want := range map[string]bool{"... ...": true, ".#. ...": true, "... #..": true, ".#. #..": false} {
		g, _ := drawn(program.SquareGrid, "one", rows)
		if g.Sight(spot(g, 0, 0, 1), spot(g, 1, 1, 1)) != want || g.Sight(spot(g, 1, 1, 1), spot(g, 0, 0, 1)) != want {
			t.Errorf("%s: from corner to corner one sees: %t", rows, !want)
		}
		if g.Sector(spot(g, 0, 0, 2), spot(g, 0, 0, 2), 5) != 0 {
			t.Error("the same middle is off a direction")
		}
	}
}

// TestAlongAnEdge: a line along the edge of somebody's space doesn't go through it. The middle of
// things of 2 in the rows 1 and 2 is where these rows meet.
func TestAlongAnEdge(t *testing.T) {
	g, _ := drawn(program.SquareGrid, "one", blank7)
	a, b := spot(g, 0, 1, 2), spot(g, 5, 1, 2)
	for y := range 4 {
		if x := spot(g, 3, y, 1); g.Opposite(a, x, b) || g.Opposite(b, x, a) {
			t.Errorf("in row %d one stands between", y)
		}
	}
	if x := spot(g, 3, 1, 2); !g.Opposite(a, x, b) {
		t.Error("one of 2 in both rows doesn't stand between")
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
