package board

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rulec/rulec/lang/program"
)

// The ways of a walker of size 1, found a second time from what is said of them, as slowly as
// can be: costs are made better until none can be any more.

// naive is a ground of squares or hexes for a walker whom some places refuse.
type naive struct {
	g     *Board
	who   *stood
	diag  string
	size  int              // the walker's
	steps [][]naiveStep    // by place less 1; nil: not yet found
	cost  map[[2]int]int64 // by place and parity of diagonal steps: what it costs, and how many steps cost nothing
}

// naiveStep leads to a place, as far as the ground goes.
type naiveStep struct {
	to       Place
	diagonal bool
	price    int
}

// many is more steps than any way has.
const many = 1000

// stepsFrom lists the steps from a place that the ground allows.
func (n *naive) stepsFrom(p Place) []naiveStep {
	if n.steps == nil {
		n.steps = make([][]naiveStep, n.g.Size())
		for p := Place(1); int(p) <= n.g.Size(); p++ {
			for q := Place(1); int(q) <= n.g.Size(); q++ {
				if step, diagonal := n.beside(p, q); step && n.fits(q) && !n.corner(p, q) {
					n.steps[p-1] = append(n.steps[p-1], naiveStep{q, diagonal, n.price(p, q)})
				}
			}
		}
	}
	return n.steps[p-1]
}

// price is what the dearest ground costs that the walker comes to cover.
func (n *naive) price(p, q Place) int {
	if !n.g.costly {
		return 1
	}
	most := -1
	for c := Place(1); int(c) <= n.g.Size(); c++ {
		if n.covers(q, c) && !n.covers(p, c) {
			most = max(most, int(n.who.Cost(1, p, q, c)))
		}
	}
	return most
}

// weight is what a step costs and whether that is nothing.
func (n *naive) weight(s naiveStep, parity int) int64 {
	length := 1
	if s.diagonal && n.diag == "alternate" {
		length = 1 + parity
	}
	if s.price == 0 {
		return 1
	}
	return int64(s.price*length) * many
}

// beside tells whether q is one step from p, and whether the step is a diagonal.
func (n *naive) beside(p, q Place) (step, diagonal bool) {
	px, py := n.g.Coordinates(p)
	qx, qy := n.g.Coordinates(q)
	dx, dy := qx-px, qy-py
	if isHex(n.g) {
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

// corner tells whether closed squares stop a step: those of the smallest rectangle around what
// the walker covers before and after it that he covers neither time.
func (n *naive) corner(p, q Place) bool {
	if squaresOf(n.g) == nil {
		return false
	}
	px, py := n.g.Coordinates(p)
	qx, qy := n.g.Coordinates(q)
	beside, closed := 0, 0
	for c := Place(1); int(c) <= n.g.Size(); c++ {
		x, y := n.g.Coordinates(c)
		within := min(px, qx) <= x && x < max(px, qx)+n.size && min(py, qy) <= y && y < max(py, qy)+n.size
		if within && !n.covers(p, c) && !n.covers(q, c) {
			if beside++; n.g.closed[c-1] {
				closed++
			}
		}
	}
	switch squaresOf(n.g).corners {
	case bothCorners:
		return beside == 2 && closed == 2
	case eitherCorner:
		return closed > 0
	}
	return false
}

// covers tells whether the walker covers a place when it is at p: it has a square, on hexes all
// that is less than its size away.
func (n *naive) covers(p, q Place) bool {
	px, py := n.g.Coordinates(p)
	qx, qy := n.g.Coordinates(q)
	if isHex(n.g) && n.size > 1 {
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
	case isHex(n.g):
		return there == 7
	}
	return there == n.size*n.size
}

// refused reports whether some place that the walker covers at p doesn't take it.
func (n *naive) refused(p Place) bool {
	for q := range n.who.refuse {
		if n.who.refuse[q] && n.covers(p, q) {
			return true
		}
	}
	return false
}

func (n *naive) arrived(p, goal Place) bool { return goal != 0 && n.covers(p, goal) }

// walk finds out what it costs to get from a place to all others; only goal may be taken.
func (n *naive) walk(from, goal Place) {
	n.cost = map[[2]int]int64{{int(from), 0}: 0}
	for better := true; better; {
		better = false
		for p := Place(1); int(p) <= n.g.Size(); p++ {
			for parity := range 2 {
				c, ok := n.cost[[2]int{int(p), parity}]
				if !ok || n.arrived(p, goal) && p != from {
					continue
				}
				for _, s := range n.stepsFrom(p) {
					if !n.arrived(s.to, goal) && n.refused(s.to) {
						continue
					}
					after := parity
					if s.diagonal && n.diag == "alternate" {
						after = 1 - parity
					}
					k, price := [2]int{int(s.to), after}, n.weight(s, parity)
					if old, ok := n.cost[k]; !ok || c+price < old {
						n.cost[k], better = c+price, true
					}
				}
			}
		}
	}
}

// weightOf is what it costs to get to a place, and how many steps cost nothing; -1 if there is no way.
func (n *naive) weightOf(p Place) int64 {
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

// to is the cost of a place, -1 if there is no way.
func (n *naive) to(p Place) int {
	if w := n.weightOf(p); w >= 0 {
		return int(w / many)
	}
	return -1
}

// toCover is the weight of the best place at which the walker covers another; -1 if there is none.
func (n *naive) toCover(to Place) int64 {
	best := int64(-1)
	for p := Place(1); int(p) <= n.g.Size(); p++ {
		if w := n.weightOf(p); n.covers(p, to) && w >= 0 && (best < 0 || w < best) {
			best = w
		}
	}
	return best
}

// TestWaysByTheirDescription compares ways from everywhere to everywhere with the slow search:
// they are as long, each step is one that can be walked, and of the steps on shortest ways each is
// the one that leaves the walker nearest to the goal, the first clockwise of equals.
func TestWaysByTheirDescription(t *testing.T) {
	for _, sort := range []struct {
		diag    string
		corners corners
	}{
		{"one", bothCorners}, {"one", eitherCorner}, {"one", noCorner}, {"alternate", bothCorners}, {"alternate", eitherCorner},
		{"alternate", noCorner}, {"none", bothCorners}, {"hex", bothCorners},
	} {
		diag, grid := sort.diag, program.SquareGrid
		if diag == "hex" {
			grid = program.HexGrid
		}
		g, who := drawn(grid, diag, ".....# .#.#.. ..#... .#..#~")
		setCorners(g, sort.corners)
		who.refuse[g.At(4, 2)], who.refuse[g.At(2, 0)], who.refuse[g.At(0, 3)] = true, true, true
		n := &naive{g: g, who: who, diag: diag, size: 1}
		w := Walker{Thing: 1, Size: 1}
		for from := Place(1); int(from) <= g.Size(); from++ {
			if g.closed[from-1] {
				continue
			}
			for to := Place(1); int(to) <= g.Size(); to++ {
				n.walk(from, to)
				want := n.to(to)
				if got := wayLength(g, w, from, to); got != want {
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
	total := n.toCover(to)
	name := fmt.Sprintf("%s: the way from %s to %s, %s", n.diag, g.Name(from), g.Name(to), points(g, way))
	cost, odd, paid := 0, int32(0), int64(0)
	for i, p := 0, from; i < len(way); i++ {
		wrong, price, parity := g.Step(w, p, way[i], odd)
		at := slices.IndexFunc(n.stepsFrom(p), func(s naiveStep) bool { return s.to == way[i] })
		if at < 0 || wrong != NoObstacle && !(wrong == NoRoom && n.covers(way[i], to)) {
			t.Fatalf("%s can't be walked: %d at %s", name, wrong, g.Name(way[i]))
		}
		step := n.stepsFrom(p)[at]
		weight := n.weight(step, int(odd))
		if wrong == NoRoom {
			price = float64(weight / many)
		} else if int64(price) != weight/many {
			t.Errorf("%s: the step to %s costs %v, want %d", name, g.Name(way[i]), price, weight/many)
		}
		cost, odd, p, paid = cost+int(price), parity, way[i], paid+weight
	}
	if len(way) == 0 || !n.covers(way[len(way)-1], to) {
		t.Errorf("%s doesn't get there", name)
	}
	if paid != total || int64(cost) != total/many {
		t.Errorf("%s costs %d, want %d", name, paid, total)
	}
	if n.diag == "alternate" {
		return // what a diagonal costs depends on the way up to it
	}
	// The first step is as good as any: the rest of the way begins with its own first one.
	best, nearest := Place(0), 0
	for _, q := range stepsOf(g).steps(from, false).to {
		at := slices.IndexFunc(n.stepsFrom(from), func(s naiveStep) bool { return s.to == q })
		if at < 0 || !n.arrived(q, to) && n.refused(q) {
			continue
		}
		if n.walk(q, to); n.toCover(to) < 0 || n.toCover(to)+n.weight(n.stepsFrom(from)[at], 0) != total {
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
	if isHex(g) {
		dx, dy := 2*px+py&1-2*qx-qy&1, py-qy
		return dx*dx + 3*dy*dy
	}
	return (px-qx)*(px-qx) + (py-qy)*(py-qy)
}

// reaches compares the places that a walker gets to with a few steps.
func (n *naive) reaches(t *testing.T, w Walker) {
	t.Helper()
	from := n.g.At(0, 2)
	n.walk(from, 0)
	for _, steps := range []int{1, 3, 5, 2, 0} {
		want := map[Place]int{}
		for p := Place(1); int(p) <= n.g.Size(); p++ {
			if c := n.to(p); p != from && c >= 0 && c <= steps {
				want[p] = c
			}
		}
		last := 0
		n.g.Ways(w, from, long(n.g, steps), func(way []Place) {
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

// TestClosedCorners: closed squares beside a diagonal step stop it, both or either of them, or not at
// all. Beside a step of something big lie the squares that complete what it covers to a square.
func TestClosedCorners(t *testing.T) {
	for _, test := range []struct {
		rows   string
		size   int
		tx, ty int
		// The way from 0,0 by what corners stop.
		both, either, none string
	}{
		{".#. ... ...", 1, 1, 1, "1,1", "0,1 1,1", "1,1"},
		{".#. #.. ...", 1, 2, 2, "", "", "1,1 2,2"},
		{".~. #.. ...", 1, 1, 1, "", "", "1,1"},
		{"... .#. ...", 1, 2, 2, "1,0 2,1 2,2", "1,0 2,0 2,1 2,2", "1,0 2,1 2,2"},
		// From 0,0 to 1,1 something of size 2 passes 2,0 and 0,2.
		{"..#. .... #... ....", 2, 3, 3, "", "", "1,1 2,2"},
		{"..#. .... .... ....", 2, 3, 3, "1,1 2,2", "0,1 1,2 2,2", "1,1 2,2"},
	} {
		for corners, want := range map[corners]string{bothCorners: test.both, eitherCorner: test.either, noCorner: test.none} {
			g, _ := drawn(program.SquareGrid, "one", test.rows)
			setCorners(g, corners)
			w := Walker{Thing: 1, Size: int32(test.size)}
			if got := points(g, g.Way(w, g.At(0, 0), g.At(test.tx, test.ty))); got != want {
				t.Errorf("%s, size %d, corners %d: %s, want %s", test.rows, test.size, corners, got, want)
			}
		}
	}
}

// TestWaysOfBigThings compares how far a thing of size 2 has to go until it covers a place.
func TestWaysOfBigThings(t *testing.T) {
	for _, sort := range []struct {
		diag    string
		corners corners
	}{
		{"one", bothCorners}, {"one", eitherCorner}, {"one", noCorner}, {"none", bothCorners}, {"hex", bothCorners},
	} {
		diag, grid := sort.diag, program.SquareGrid
		if diag == "hex" {
			grid = program.HexGrid
		}
		g, who := drawn(grid, diag, "....... ...#... ....... .#..... .......")
		setCorners(g, sort.corners)
		who.refuse[g.At(4, 1)], who.refuse[g.At(2, 2)] = true, true
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
				if w := n.toCover(to); w >= 0 {
					want = int(w / many)
				}
				way := g.Way(w, from, to)
				if got := wayLength(g, w, from, to); got != want || len(way) != max(0, want) {
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

func TestWays(t *testing.T) {
	tests := []struct {
		grid         program.Grid
		diagonals    string
		rows         string
		fx, fy, size int
		tx, ty       int
		want         string
		length       int
	}{
		{grid: program.SquareGrid, diagonals: "one", rows: blank7, fx: 0, fy: 0, size: 1, tx: 3, ty: 0,
			want: "1,0 2,0 3,0", length: 3},
		// The step that leaves it nearest: first towards the diagonal, then along.
		{grid: program.SquareGrid, diagonals: "one", rows: blank7, fx: 0, fy: 0, size: 1, tx: 3, ty: 1,
			want: "1,1 2,1 3,1", length: 3},
		{grid: program.SquareGrid, diagonals: "none", rows: blank7, fx: 0, fy: 0, size: 1, tx: 2, ty: 1,
			want: "1,0 2,0 2,1", length: 3}, // at 1,0 east and south are equally near: east is first
		{grid: program.SquareGrid, diagonals: "alternate", rows: blank7, fx: 0, fy: 0, size: 1, tx: 3, ty: 3,
			want: "1,1 2,2 3,3", length: 4},
		// Round the wall; not diagonally between two walls.
		{grid: program.SquareGrid, diagonals: "one", rows: ".#. .#. ...", fx: 0, fy: 0, size: 1, tx: 2, ty: 0,
			want: "0,1 1,2 2,1 2,0", length: 4},
		{grid: program.SquareGrid, diagonals: "one", rows: ".#. #.. ...", fx: 0, fy: 0, size: 1, tx: 2, ty: 2,
			want: "", length: -1},
		{grid: program.SquareGrid, diagonals: "one", rows: ".#", fx: 0, fy: 0, size: 1, tx: 1, ty: 0, want: "", length: -1},
		{grid: program.SquareGrid, diagonals: "one", rows: "...", fx: 1, fy: 0, size: 1, tx: 1, ty: 0, want: "", length: 0},
		// A thing of 2 does not get through a gap of 1.
		{grid: program.SquareGrid, diagonals: "one", rows: "..... ..... ##.## ..... .....", fx: 0, fy: 0, size: 2, tx: 2, ty: 4,
			want: "", length: -1},
		// It gets where it covers the goal, not where its place is there.
		{grid: program.SquareGrid, diagonals: "one", rows: "...... ......", fx: 0, fy: 0, size: 2, tx: 4, ty: 0,
			want: "1,0 2,0 3,0", length: 3},
		{grid: program.HexGrid, rows: "... .#. ...", fx: 1, fy: 0, size: 1, tx: 1, ty: 2, want: "0,1 1,2", length: 2},
		{grid: program.HexGrid, rows: "... ##. ...", fx: 0, fy: 0, size: 1, tx: 0, ty: 2,
			want: "1,0 2,0 2,1 2,2 1,2 0,2", length: 6},
	}
	for _, test := range tests {
		g, _ := drawn(test.grid, test.diagonals, test.rows)
		w := Walker{Thing: 1, Size: int32(test.size)}
		from, to := g.At(test.fx, test.fy), g.At(test.tx, test.ty)
		if s := points(g, g.Way(w, from, to)); s != test.want {
			t.Errorf("%s: from %d,%d to %d,%d: %s, want %s", test.rows, test.fx, test.fy, test.tx, test.ty, s, test.want)
		}
		if n := wayLength(g, w, from, to); n != test.length {
			t.Errorf("%s: length %d, want %d", test.rows, n, test.length)
		}
	}
	z := zoned()
	if s := fmt.Sprint(z.Way(Walker{Size: 1}, 1, 5)); s != "[4 5]" {
		t.Errorf("zones: %s", s)
	}
	if wayLength(z, Walker{Size: 1}, 1, 6) != -1 {
		t.Error("a way to the zone apart")
	}
}

// TestWayKeepsClearOfOthers holds that only the goal of a way may be taken.
func TestWayKeepsClearOfOthers(t *testing.T) {
	g, who := drawn(program.SquareGrid, "none", "... ...")
	who.refuse[g.At(1, 0)] = true
	who.refuse[g.At(2, 0)] = true
	w := Walker{Thing: 1, Size: 1}
	if s := points(g, g.Way(w, g.At(0, 0), g.At(2, 0))); s != "0,1 1,1 2,1 2,0" {
		t.Errorf("round an ally to a foe: %s", s)
	}
	if s := points(g, g.Way(Walker{Size: 1}, g.At(0, 0), g.At(2, 0))); s != "1,0 2,0" {
		t.Errorf("for nobody: %s", s)
	}
}

// TestStraightWaysAreSearchedWays compares the short cut with the search.
func TestStraightWaysAreSearchedWays(t *testing.T) {
	for _, diagonals := range []string{"one", "alternate", "none", "hex"} {
		grid := program.SquareGrid
		if diagonals == "hex" {
			grid = program.HexGrid
		}
		g, who := drawn(grid, diagonals, "......... .#.....~. ...##.... ......... ..~...#.. ......... .......#.")
		who.refuse[g.At(5, 3)] = true
		tried, straight := 0, 0
		for from := Place(1); int(from) <= g.Size(); from++ {
			for to := Place(1); int(to) <= g.Size(); to++ {
				w := Walker{Thing: 1, Size: int32(1 + int(from+to)%2)}
				if !g.Enters(Area{from, w.Size}) {
					continue
				}
				tried++
				if !stepsOf(g).straight(w, from, to) {
					continue
				}
				straight++
				short := slices.Clone(stepsOf(g).back.path)
				// With alternating diagonals one more of them may cost nothing.
				if !stepsOf(g).spreadBack(w, from, to) || !slices.Equal(short, stepsOf(g).descend(&stepsOf(g).back, w, from, to, false)) && diagonals != "alternate" {
					t.Fatalf("%s, size %d: from %s to %s: %s", diagonals, w.Size, g.Name(from), g.Name(to), points(g, short))
				}
				if int(stepsOf(g).back.leastCost(from)) != stepsOf(g).spaces(Area{from, w.Size}, Area{to, 1}) {
					t.Fatalf("%s: from %s to %s: not the distance", diagonals, g.Name(from), g.Name(to))
				}
			}
		}
		if straight < tried/3 {
			t.Errorf("%s: only %d of %d ways are straight", diagonals, straight, tried)
		}
	}
}

func TestAllWays(t *testing.T) {
	g, _ := drawn(program.SquareGrid, "none", "... .#. ...")
	var all []string
	g.Ways(Walker{Size: 1}, g.At(0, 0), long(g, 3), func(way []Place) { all = append(all, points(g, way)) })
	want := []string{"1,0", "0,1", "1,0 2,0", "0,1 0,2", "1,0 2,0 2,1", "0,1 0,2 1,2"}
	if !slices.Equal(all, want) {
		t.Errorf("%q", all)
	}
}

func BenchmarkWay(b *testing.B) {
	g, _ := drawn(program.SquareGrid, "one", strings.Repeat(strings.Repeat(".", 30)+" ", 30))
	from, to := g.At(10, 10), g.At(18, 13)
	for b.Loop() {
		g.Way(Walker{Size: 1}, from, to)
	}
}
