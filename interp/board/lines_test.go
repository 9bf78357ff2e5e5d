package board

import (
	"cmp"
	"math"
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

// TestHexDistances compares distances with steps: each is one more than the least of what the
// neighbours have.
func TestHexDistances(t *testing.T) {
	g, _ := drawn(program.HexGrid, "", blank7)
	n := &naive{g: g, who: &stood{}, diag: "hex", size: 1}
	for from := Place(1); int(from) <= g.Size(); from++ {
		n.walk(from, 0)
		for to := Place(1); int(to) <= g.Size(); to++ {
			if got := stepsOf(g).spaces(Area{from, 1}, Area{to, 1}); got != n.to(to) {
				t.Errorf("from %s to %s it is %d, want %d", g.Name(from), g.Name(to), got, n.to(to))
			}
			if ax, _ := g.Coordinates(from); ax == 6 {
				continue // along the eastern edge a line may leave the map
			}
			between := g.Between(Area{from, 1}, Area{to, 1})
			if len(between) != max(0, n.to(to)-1) {
				t.Errorf("from %s to %s: %s", g.Name(from), g.Name(to), points(g, between))
			}
			at := from
			for _, p := range append(slices.Clone(between), to) {
				if step, _ := n.beside(at, p); !step && from != to {
					t.Errorf("from %s to %s: %s is no step after %s", g.Name(from), g.Name(to), g.Name(p), g.Name(at))
				}
				at = p
			}
		}
	}
}

// hexPoint is the middle of a hex in columns to the east and south: odd rows lie half a column further
// right, and rows are half the root of 3 apart.
func hexPoint(g *Board, p Place) (x, y float64) {
	column, row := g.Coordinates(p)
	return float64(column) + float64(row&1)/2, float64(row) * math.Sqrt(3) / 2
}

// TestHexLinesByPoints compares lines on hexes with points at equal distances on the straight line, one a
// step, moved a little to the east and less to the south: each lies in the hex whose middle is nearest.
func TestHexLinesByPoints(t *testing.T) {
	g, _ := drawn(program.HexGrid, "", blank(9, 7))
	for from := Place(1); int(from) <= g.Size(); from++ {
		for to := Place(1); int(to) <= g.Size(); to++ {
			ax, ay := hexPoint(g, from)
			bx, by := hexPoint(g, to)
			n := float64(stepsOf(g).spaces(Area{from, 1}, Area{to, 1}))
			var want []Place
			outside := false
			for i := 1.0; i < n; i++ {
				x, y := ax+(bx-ax)*i/n+1e-5, ay+(by-ay)*i/n+1e-6
				near := slices.MinFunc(g.Within(Area{1, 1}, long(g, 99)), func(p, q Place) int {
					px, py := hexPoint(g, p)
					qx, qy := hexPoint(g, q)
					return cmp.Compare(math.Hypot(px-x, py-y), math.Hypot(qx-x, qy-y))
				})
				px, py := hexPoint(g, near)
				outside = outside || math.Hypot(px-x, py-y) > 0.57736 // no hex reaches further than from its middle to a corner
				want = append(want, near)
			}
			if column, _ := g.Coordinates(from); column == 8 || outside {
				continue // along the eastern edge a line may leave the map
			}
			if got := g.Between(Area{from, 1}, Area{to, 1}); !slices.Equal(got, want) {
				t.Errorf("from %s to %s: %s, want %s", g.Name(from), g.Name(to), points(g, got), points(g, want))
			}
		}
	}
}

// TestOppositeOnHexes compares with points: the middle lies on the line from a to b, or what a is when it is
// mirrored at it is less than the size away from b and doesn't lie on one line with both.
func TestOppositeOnHexes(t *testing.T) {
	g, _ := drawn(program.HexGrid, "", blank7)
	middle := g.At(3, 3)
	x, y := hexPoint(g, middle)
	between := map[int]int{}
	for a := Place(1); int(a) <= g.Size(); a++ {
		for b := Place(1); int(b) <= g.Size(); b++ {
			ax, ay := hexPoint(g, a)
			bx, by := hexPoint(g, b)
			// The way over the middle is as long as the straight one only if it lies on that.
			on := math.Hypot(ax-x, ay-y)+math.Hypot(bx-x, by-y) < math.Hypot(ax-bx, ay-by)+1e-9
			for size := 1; size <= 3; size++ {
				mirrored := Place(0)
				for p := Place(1); int(p) <= g.Size(); p++ {
					if px, py := hexPoint(g, p); math.Hypot(px+ax-2*x, py+ay-2*y) < 1e-9 {
						mirrored = p
					}
				}
				if mirrored == 0 && !on {
					continue // it lies outside of the ground
				}
				near := mirrored != 0 && stepsOf(g).spaces(Area{mirrored, 1}, Area{b, 1}) < size && math.Abs((ax-x)*(by-y)-(ay-y)*(bx-x)) > 1e-9
				want := a != middle && b != middle && (on || near)
				if got := g.Opposite(Area{a, 1}, Area{middle, int32(size)}, Area{b, 1}); got != want {
					t.Errorf("one of size %d stands between %s and %s: %v", size, g.Name(a), g.Name(b), got)
				}
				if want {
					between[size]++
				}
			}
		}
	}
	if between[1] == 0 || between[1] >= between[2] || between[2] >= between[3] {
		t.Errorf("of a greater size he stands between more of them: %v", between)
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

// TestHexLinesOfBigThings: what a thing of size 2 covers, all around its middle, isn't between.
func TestHexLinesOfBigThings(t *testing.T) {
	g, _ := drawn(program.HexGrid, "", blank7)
	for _, test := range []struct {
		ax, as, bx, bs int
		want           string
	}{{1, 2, 5, 1, "3,2 4,2"}, {5, 1, 1, 2, "4,2 3,2"}, {1, 1, 5, 2, "2,2 3,2"}, {1, 2, 5, 2, "3,2"}} {
		if got := points(g, g.Between(spot(g, test.ax, 2, test.as), spot(g, test.bx, 2, test.bs))); got != test.want {
			t.Errorf("%+v: %s", test, got)
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
