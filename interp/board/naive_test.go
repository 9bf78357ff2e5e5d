package board

import (
	"fmt"
	"slices"
	"testing"

	"github.com/rulec/rulec/lang/program"
)

// The ways of a walker of size 1, found a second time from what is said of them, as slowly as
// can be: costs are made better until none can be any more.

// naive is a ground of squares or hexes for a walker whom some places refuse.
type naive struct {
	g    *Board
	who  *stood
	diag string
	size int            // the walker's; 0: 1
	cost map[[2]int]int // by place and parity of diagonal steps
}

// beside tells whether q is one step from p, and whether the step is a diagonal.
func (n *naive) beside(p, q Place) (step, diagonal bool) {
	px, py := n.g.Coordinates(p)
	qx, qy := n.g.Coordinates(q)
	dx, dy := qx-px, qy-py
	if n.g.Grid == program.HexGrid {
		// Odd rows lie half a space to the right.
		if dy == 0 {
			return dx == 1 || dx == -1, false
		}
		left := -1 + py&1
		return (dy == 1 || dy == -1) && (dx == left || dx == left+1), false
	}
	if p == q || dx < -1 || dx > 1 || dy < -1 || dy > 1 {
		return false, false
	}
	diagonal = dx != 0 && dy != 0
	if diagonal && n.diag == "none" {
		return false, true
	}
	return true, diagonal
}

// corner tells whether both squares beside a diagonal step are closed.
func (n *naive) corner(p, q Place) bool {
	px, py := n.g.Coordinates(p)
	qx, qy := n.g.Coordinates(q)
	return n.g.Grid == program.SquareGrid && px != qx && py != qy &&
		n.g.closed[n.g.at(px, qy)-1] && n.g.closed[n.g.at(qx, py)-1]
}

// covers tells whether the walker covers a place when it is at p: it has a square, on hexes all
// that is less than its size away.
func (n *naive) covers(p, q Place) bool {
	px, py := n.g.Coordinates(p)
	qx, qy := n.g.Coordinates(q)
	if n.g.Grid == program.HexGrid && n.size > 1 {
		step, _ := n.beside(p, q)
		return p == q || step
	}
	return px <= qx && qx < px+n.size && py <= qy && qy < py+n.size
}

// fits tells whether all ground that the walker covers at p is there and open.
func (n *naive) fits(p Place) bool {
	there := 0
	for q := Place(1); int(q) <= n.g.Size(); q++ {
		if n.covers(p, q) {
			if there++; n.g.closed[q-1] {
				return false
			}
		}
	}
	switch {
	case n.size == 1:
		return there == 1
	case n.g.Grid == program.HexGrid:
		return there == 7
	}
	return there == n.size*n.size
}

func (n *naive) arrived(p, goal Place) bool { return goal != 0 && n.covers(p, goal) }

// walk finds out what it costs to get from a place to all others; only goal may be taken.
func (n *naive) walk(from, goal Place) {
	n.cost = map[[2]int]int{{int(from), 0}: 0}
	for better := true; better; {
		better = false
		for p := Place(1); int(p) <= n.g.Size(); p++ {
			for parity := range 2 {
				c, ok := n.cost[[2]int{int(p), parity}]
				if !ok || n.arrived(p, goal) && p != from {
					continue
				}
				for q := Place(1); int(q) <= n.g.Size(); q++ {
					step, diagonal := n.beside(p, q)
					if !step || !n.fits(q) || !n.arrived(q, goal) && n.who.refuse[q] || n.corner(p, q) {
						continue
					}
					price, after := 1, parity
					if diagonal && n.diag == "alternate" {
						price, after = 1+parity, 1-parity
					}
					k := [2]int{int(q), after}
					if old, ok := n.cost[k]; !ok || c+price < old {
						n.cost[k], better = c+price, true
					}
				}
			}
		}
	}
}

// to is the cost of a place, -1 if there is no way.
func (n *naive) to(p Place) int {
	even, ok := n.cost[[2]int{int(p), 0}]
	odd, also := n.cost[[2]int{int(p), 1}]
	switch {
	case ok && also:
		return min(even, odd)
	case ok:
		return even
	case also:
		return odd
	}
	return -1
}

// TestWaysByTheirDescription compares ways from everywhere to everywhere with the slow search:
// they are as long, each step is one that can be walked, and of the steps on shortest ways each is
// the one that leaves the walker nearest to the goal, the first clockwise of equals.
func TestWaysByTheirDescription(t *testing.T) {
	for _, diag := range []string{"one", "alternate", "none", "hex"} {
		grid := program.SquareGrid
		if diag == "hex" {
			grid = program.HexGrid
		}
		g, who := drawn(grid, diag, ".....# .#.#.. ..#... .#..#~")
		who.refuse[g.at(4, 2)], who.refuse[g.at(2, 0)], who.refuse[g.at(0, 3)] = true, true, true
		n := &naive{g: g, who: who, diag: diag, size: 1}
		w := Walker{Thing: 1, Size: 1}
		for from := Place(1); int(from) <= g.Size(); from++ {
			if g.closed[from-1] {
				continue
			}
			for to := Place(1); int(to) <= g.Size(); to++ {
				n.walk(from, to)
				want := n.to(to)
				if got := g.WayLength(w, from, to); got != want {
					t.Fatalf("%s: from %s to %s it is %d, want %d", diag, g.Name(from), g.Name(to), got, want)
				}
				way := slices.Clone(g.Way(w, from, to))
				if want <= 0 {
					if len(way) != 0 {
						t.Errorf("%s: from %s to %s: %s", diag, g.Name(from), g.Name(to), points(g, way))
					}
					continue
				}
				n.check(t, w, from, to, way)
			}
		}
		n.reaches(t, w)
	}
}

func (n *naive) check(t *testing.T, w Walker, from, to Place, way []Place) {
	t.Helper()
	g := n.g
	name := fmt.Sprintf("%s: the way from %s to %s, %s", n.diag, g.Name(from), g.Name(to), points(g, way))
	cost, odd := 0, int32(0)
	for i, p := 0, from; i < len(way); i++ {
		wrong, price, parity := g.StepTo(w, p, way[i], odd)
		if wrong == NoRoom && way[i] == to {
			wrong, price = NoObstacle, 1
			if _, diagonal := n.beside(p, to); diagonal && n.diag == "alternate" {
				price += odd
			}
		}
		if wrong != NoObstacle {
			t.Errorf("%s can't be walked: %d at %s", name, wrong, g.Name(way[i]))
		}
		cost, odd, p = cost+int(price), parity, way[i]
	}
	if len(way) == 0 || way[len(way)-1] != to {
		t.Errorf("%s doesn't get there", name)
	}
	if cost != n.to(to) {
		t.Errorf("%s costs %d, want %d", name, cost, n.to(to))
	}
	if n.diag == "alternate" {
		return // what a diagonal costs depends on the way up to it
	}
	// The first step is as good as any: the rest of the way begins with its own first one.
	left := cost - 1
	best, nearest := Place(0), 0
	for _, q := range g.nextTo(from) {
		if g.closed[q-1] || q != to && n.who.refuse[q] || n.corner(from, q) {
			continue
		}
		if n.walk(q, to); n.to(to) != left {
			continue
		}
		if d := crow(g, q, to); best == 0 || d < nearest {
			best, nearest = q, d
		}
	}
	if len(way) > 0 && best != way[0] {
		t.Errorf("%s should begin with %s", name, g.Name(best))
	}
}

// crow is the square of the straight distance, four times for hexes, whose rows are the root of
// 3/4 apart.
func crow(g *Board, p, q Place) int {
	px, py := g.Coordinates(p)
	qx, qy := g.Coordinates(q)
	if g.Grid == program.HexGrid {
		dx, dy := 2*px+py&1-2*qx-qy&1, py-qy
		return dx*dx + 3*dy*dy
	}
	return (px-qx)*(px-qx) + (py-qy)*(py-qy)
}

// reaches compares the places that a walker gets to with a few steps.
func (n *naive) reaches(t *testing.T, w Walker) {
	t.Helper()
	from := n.g.at(0, 2)
	n.walk(from, 0)
	for _, steps := range []int{1, 3, 5, 2, 0} {
		want := map[Place]int{}
		for p := Place(1); int(p) <= n.g.Size(); p++ {
			if c := n.to(p); p != from && c > 0 && c <= steps {
				want[p] = c
			}
		}
		last := 0
		n.g.Ways(w, from, steps, func(way []Place) {
			to := way[len(way)-1]
			c, ok := want[to]
			if !ok || c < last || way[0] == from {
				t.Errorf("%s: with %d steps: %s, which costs %d after %d", n.diag, steps, points(n.g, way), c, last)
			}
			last = c
			delete(want, to)
		})
		if len(want) > 0 {
			t.Errorf("%s: with %d steps it doesn't get to %v", n.diag, steps, want)
		}
	}
}

// TestWaysOfBigThings compares how far a thing of size 2 has to go until it covers a place.
func TestWaysOfBigThings(t *testing.T) {
	for _, diag := range []string{"one", "none", "hex"} {
		grid := program.SquareGrid
		if diag == "hex" {
			grid = program.HexGrid
		}
		g, who := drawn(grid, diag, "....... ...#... ....... .#..... .......")
		who.refuse[g.at(4, 1)], who.refuse[g.at(2, 2)] = true, true
		n := &naive{g: g, who: who, diag: diag, size: 2}
		w := Walker{Thing: 1, Size: 2}
		ways := 0
		for from := Place(1); int(from) <= g.Size(); from++ {
			if !n.fits(from) {
				continue
			}
			for to := Place(1); int(to) <= g.Size(); to++ {
				n.walk(from, to)
				want := -1
				for p := Place(1); int(p) <= g.Size(); p++ {
					if c := n.to(p); n.covers(p, to) && c >= 0 && (want < 0 || c < want) {
						want = c
					}
				}
				way := g.Way(w, from, to)
				if got := g.WayLength(w, from, to); got != want || len(way) != max(0, want) {
					t.Errorf("%s: from %s to %s it is %d, want %d: %s", diag, g.Name(from), g.Name(to), got, want, points(g, way))
				}
				if len(way) > 0 && !n.covers(way[len(way)-1], to) {
					t.Errorf("%s: from %s to %s it goes %s", diag, g.Name(from), g.Name(to), points(g, way))
				}
				ways += max(0, want)
			}
		}
		if ways == 0 {
			t.Errorf("%s: there are no ways at all", diag)
		}
	}
}
