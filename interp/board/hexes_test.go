package board

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"github.com/rulec/rulec/lang/program"
)

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
