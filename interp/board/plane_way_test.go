package board

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/lang/program"
)

// naivePlane finds ways on a plane a second time from what plane_paths.md says of them, with everything
// tried that there is, and decimals where the board counts in whole numbers.
type naivePlane struct {
	g    *Board
	who  *stood
	w    Walker
	goal Place
}

// inside tells whether a point is less than a radius from the middle of another.
func (n *naivePlane) inside(middle, p Place, diameter float64) bool {
	mx, my := n.g.Coordinates(middle)
	px, py := n.g.Coordinates(p)
	return p == middle || math.Hypot(float64(px-mx), float64(py-my)) < diameter/2-1e-9
}

// can tells whether the walker can be somewhere.
func (n *naivePlane) can(x, y int) bool {
	p := n.g.At(x, y)
	if p == 0 {
		return false
	}
	for dy := -5; dy <= 5; dy++ {
		for dx := -5; dx <= 5; dx++ {
			covers := dx == 0 && dy == 0 || math.Hypot(float64(dx), float64(dy)) < float64(n.w.Size)/2-1e-9
			if q := n.g.At(x+dx, y+dy); covers && (q == 0 || n.g.closed[q-1]) {
				return false
			}
		}
	}
	if !n.who.refuse[p] || p == n.goal {
		return true
	}
	for i, a := range n.who.areas {
		if Thing(i+1) != n.w.Thing && n.goal != 0 && n.inside(a.Place, n.goal, float64(a.Size)) && n.inside(p, n.goal, float64(a.Size+n.w.Size)) {
			return true
		}
	}
	return false
}

// part is how much of a line, from 0 to 1, lies inside the square around a point.
func part(x, y, ex, ey, cx, cy float64) float64 {
	from, to := 0.0, 1.0
	for _, axis := range [2][3]float64{{x, ex, cx}, {y, ey, cy}} {
		start, step, low := axis[0], axis[1]-axis[0], axis[2]-0.5
		if step == 0 {
			if start <= low || start >= low+1 {
				return 0
			}
			continue
		}
		in, out := (low-start)/step, (low+1-start)/step
		from, to = max(from, min(in, out)), min(to, max(in, out))
	}
	return max(0, to-from)
}

// leg tells whether a leg may be gone: every square of the ground is looked at, and every corner.
func (n *naivePlane) leg(p, q Place) bool {
	px, py := n.g.Coordinates(p)
	qx, qy := n.g.Coordinates(q)
	crossed := func(x, y int) bool {
		return part(float64(px), float64(py), float64(qx), float64(qy), float64(x), float64(y)) > 1e-9
	}
	for y := range n.g.height {
		for x := range n.g.width {
			if crossed(x, y) && (x != px || y != py) && !n.can(x, y) {
				return false
			}
			if x+1 == n.g.width || y+1 == n.g.height {
				continue
			}
			for _, pairs := range [2][4]int{{x, y, x + 1, y + 1}, {x + 1, y, x, y + 1}} {
				a, b, c, d := pairs[0], pairs[1], pairs[2], pairs[3]
				through := crossed(a, b) && crossed(c, d) && !crossed(a, d) && !crossed(c, b)
				if through && !n.can(a, d) && !n.can(c, b) {
					return false
				}
			}
		}
	}
	return true
}

func (n *naivePlane) bends() []Place {
	var list []Place
	for y := range n.g.height - 1 {
		for x := range n.g.width - 1 {
			a, b, c, d := n.can(x, y), n.can(x+1, y), n.can(x, y+1), n.can(x+1, y+1)
			shut := 0
			for _, open := range []bool{a, b, c, d} {
				if !open {
					shut++
				}
			}
			if shut != 1 && (shut != 2 || a != d) {
				continue
			}
			for i, open := range []bool{a, b, c, d} {
				if p := n.g.At(x+i%2, y+i/2); open && !slices.Contains(list, p) {
					list = append(list, p)
				}
			}
		}
	}
	return list
}

func (n *naivePlane) far(p, q Place) float64 {
	px, py := n.g.Coordinates(p)
	qx, qy := n.g.Coordinates(q)
	return math.Hypot(float64(px-qx), float64(py-qy))
}

// lengths are those of the shortest ways from a place to all others: made better until none can be.
func (n *naivePlane) lengths(from Place) map[Place]float64 {
	bends := append(n.bends(), from)
	legs := map[[2]Place]bool{}
	leg := func(p, q Place) bool {
		k := [2]Place{p, q}
		if _, known := legs[k]; !known {
			legs[k] = n.leg(p, q)
		}
		return legs[k]
	}
	lengths := map[Place]float64{from: 0}
	for better := true; better; {
		better = false
		for _, p := range bends {
			at, reached := lengths[p]
			if !reached {
				continue
			}
			for q := Place(1); int(q) <= n.g.Size(); q++ {
				if old, ok := lengths[q]; p != q && (!ok || at+n.far(p, q) < old-1e-9) && leg(p, q) {
					lengths[q], better = at+n.far(p, q), true
				}
			}
		}
	}
	return lengths
}

// TestWaysOnPlanesByTheirDescription compares ways on random grounds with the slow search: they are
// as long, and every leg of them may be gone.
func TestWaysOnPlanesByTheirDescription(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	ways, bent := 0, 0
	for range 60 {
		rows := ""
		for range 6 {
			for range 8 {
				rows += string(".....#"[r.IntN(6)])
			}
			rows += " "
		}
		g, who := drawn(program.PlaneGrid, "", rows)
		n := &naivePlane{g: g, who: who, w: Walker{Thing: 1, Size: int32(r.IntN(4))}}
		anywhere := func() Place { return Place(1 + r.IntN(g.Size())) }
		who.areas = []Area{{anywhere(), n.w.Size}, {anywhere(), int32(r.IntN(4))}}
		for range 6 {
			who.refuse[anywhere()] = true
		}
		from := who.areas[0].Place
		to := anywhere()
		if r.IntN(2) == 0 {
			to = who.areas[1].Place
		}
		n.goal = to
		want, reached := n.lengths(from)[to]
		got := g.WayLength(n.w, from, to) // in feet: spaces are 5 long
		if want *= 5; !reached {
			want = number.None
		}
		if math.Abs(got-want) > 1e-6 {
			t.Fatalf("%s size %d, from %s to %s it is %v, want %v", rows, n.w.Size, g.Name(from), g.Name(to), got, want)
		}
		long, at := 0.0, from
		for _, p := range g.Way(n.w, from, to) {
			if !n.leg(at, p) {
				t.Errorf("%s size %d: no leg from %s to %s", rows, n.w.Size, g.Name(at), g.Name(p))
			}
			long, at = long+n.far(at, p), p
		}
		if reached && (at != to || math.Abs(5*long-want) > 1e-6) {
			t.Errorf("%s: the way to %s ends at %s after %v of %v", rows, g.Name(to), g.Name(at), long, want)
		}
		n.goal = 0
		lengths := n.lengths(from)
		found := map[Place]bool{}
		far, last := 4.7, 0.0
		g.Ways(n.w, from, 5*far, func(way []Place) {
			at, long := from, 0.0
			for _, p := range way {
				if wrong, spaces, _ := g.Step(n.w, at, p, 0); wrong != NoObstacle || !n.leg(at, p) || math.Abs(spaces-n.far(at, p)) > 1e-9 {
					t.Errorf("%s size %d: the leg from %s to %s", rows, n.w.Size, g.Name(at), g.Name(p))
				}
				at, long = p, long+n.far(at, p)
			}
			if math.Abs(long-lengths[at]) > 1e-6 || long < last-1e-9 {
				t.Errorf("%s size %d: the way to %s is %v, want %v, after %v", rows, n.w.Size, g.Name(at), long, lengths[at], last)
			}
			if found[at], last = true, long; len(way) > 1 {
				bent++
			}
			ways++
		})
		for p, length := range lengths {
			if p != from && (length <= far) != found[p] {
				t.Errorf("%s size %d: %s is %v away, found: %v", rows, n.w.Size, g.Name(p), length, found[p])
			}
		}
	}
	if ways < 200 || bent < 50 {
		t.Errorf("only %d ways, %d of them bent", ways, bent)
	}
}

// TestPlanesAllocateNothing: once the board has room for a search, no other one takes any.
func TestPlanesAllocateNothing(t *testing.T) {
	g, who := drawn(program.PlaneGrid, "", "........ ..##.... ...#..#. ...#..#. ........ .....#..")
	w := Walker{Thing: 1, Size: 2}
	who.areas = []Area{{g.At(1, 3), 2}, {g.At(6, 1), 3}}
	long, ways := 0.0, 0
	count := func([]Place) { ways++ }
	ask := func() {
		long = g.WayLength(w, g.At(1, 3), g.At(7, 2))
		g.Ways(w, g.At(1, 3), 30, count)
		g.Cone(who.areas[0], 2, 30)
		g.Sight(who.areas[0], who.areas[1])
	}
	ask()
	if n := testing.AllocsPerRun(20, ask); n > 0 || long <= 0 || ways == 0 {
		t.Errorf("%v allocations for a way of %v and %d ways", n, long, ways)
	}
}

// TestLegs says what is in the way of a leg: at each point whose square it crosses the walker has to find
// room, but not where he stands. 3 columns and 4 rows are 5 spaces.
func TestLegs(t *testing.T) {
	g, who := drawn(program.PlaneGrid, "", "....... ..#.... ....... .....#. ......#")
	who.refuse[g.At(4, 2)], who.refuse[g.At(0, 0)] = true, true
	w := Walker{Thing: 1}
	for _, test := range []struct {
		w              Walker
		px, py, qx, qy int
		wrong          Obstacle
		spaces         float64
	}{
		{w, 0, 0, 3, 4, NoObstacle, 5},
		{w, 0, 0, 6, 0, NoObstacle, 6},
		{w, 3, 3, 3, 3, Leap, 0},
		{w, 0, 0, -1, 0, Leap, 0}, {w, -1, 0, 0, 0, Leap, 0},
		{w, 0, 1, 2, 1, ClosedGround, 0},
		{w, 0, 2, 4, 2, NoRoom, 0},
		{Walker{}, 0, 2, 4, 2, NoObstacle, 4}, // nobody needs room
		{w, 0, 1, 4, 1, BlockedLeg, 0},
		{w, 2, 2, 6, 2, BlockedLeg, 0},
		{w, 5, 4, 6, 3, BlockedLeg, 0}, // between two walls that touch at a corner
		{Walker{Thing: 1, Size: 3}, 1, 3, 2, 2, ClosedGround, 0},
		{Walker{Thing: 1, Size: 3}, 1, 3, 3, 3, NoObstacle, 2},
	} {
		wrong, spaces, parity := g.Step(test.w, g.At(test.px, test.py), g.At(test.qx, test.qy), 1)
		if wrong != test.wrong || spaces != test.spaces || parity != 0 {
			t.Errorf("%+v: %d, %v, %d", test, wrong, spaces, parity)
		}
	}
	for _, test := range []struct {
		far, spaces, limit float64
		longer             bool
	}{{12, 2, 12, false}, {12, 2.4, 12, false}, {12, 2.5, 12, true}, {-3, 0, 0, true}} {
		if limit, longer := g.Limit(test.far, test.spaces); limit != test.limit || longer != test.longer {
			t.Errorf("%v spaces on %v ft: at most %v, longer %v", test.spaces, test.far, limit, longer)
		}
	}
	for _, ends := range [][2]Place{{0, 1}, {1, 0}} {
		if g.WayLength(w, ends[0], ends[1]) != number.None || g.Way(w, ends[0], ends[1]) != nil {
			t.Errorf("from %d to %d there is a way", ends[0], ends[1])
		}
	}
	if g.WayLength(w, 9, 9) != 0 || len(g.Way(w, 9, 9)) != 0 {
		t.Error("whoever is there has no way to go")
	}
}

// TestWaysOnOpenPlanes: without a map the ground reaches 40 spaces beyond what stands there, nobody is in
// the way, and the ways of 7 ft lead to the eight points around; the last way is remembered until somebody moves.
func TestWaysOnOpenPlanes(t *testing.T) {
	e := &program.Encounter{
		Program: &program.Program{Space: &program.Space{Grid: program.PlaneGrid, Unit: 5}},
		Things:  []*program.Thing{{Place: &program.Point{X: 2, Y: 3}}, {}, {Place: &program.Point{X: -1, Y: 4}}},
	}
	who := &stood{refuse: map[Place]bool{}, version: 1}
	g := New(e, nil, nil).For(who)
	if g.At(-41, -40) == 0 || g.At(42, 44) == 0 || g.At(-42, 0) != 0 || g.At(0, -41) != 0 || g.At(43, 0) != 0 || g.At(0, 45) != 0 {
		t.Error("the ground doesn't reach 40 spaces beyond columns -1 to 2 and rows 0 to 4")
	}
	m, w := g, Walker{Thing: 1}
	ways := func(far float64) (n int) {
		m.Ways(Walker{}, g.At(0, 0), far, func([]Place) { n++ })
		return n
	}
	if ways(7.1) != 8 || ways(7) != 4 || ways(4) != 0 || ways(-1) != 0 {
		t.Error("ways of 7.1, 7, 4 ft and of less than nothing", ways(7.1), ways(7), ways(4), ways(-1))
	}
	// Around 1,0 there are two diagonals, each the root of 2 long.
	straight, bent := m.WayLength(w, g.At(0, 0), g.At(2, 0)), 10*math.Sqrt2
	who.refuse[g.At(1, 0)] = true
	if same := m.WayLength(w, g.At(0, 0), g.At(2, 0)); straight != 10 || same != 10 {
		t.Error("two spaces are 10 ft as long as nobody has moved", straight, same)
	}
	who.version++
	if now := m.WayLength(w, g.At(0, 0), g.At(2, 0)); math.Abs(now-bent) > 1e-9 {
		t.Errorf("around somebody it is %v, not %v", now, bent)
	}
}

// TestEquallyLongLegs: of equally long ways on a plane the one is taken whose bend comes first, row by row.
func TestEquallyLongLegs(t *testing.T) {
	g, _ := drawn(program.PlaneGrid, "", "..... ..#.. .....")
	for _, test := range []struct {
		fx, fy, tx, ty int
		want           string
	}{{1, 1, 3, 1, "2,0 3,1"}, {3, 1, 1, 1, "2,0 1,1"}, {2, 0, 2, 2, "1,1 2,2"}, {2, 2, 2, 0, "1,1 2,0"}} {
		if got := points(g, g.Way(Walker{}, g.At(test.fx, test.fy), g.At(test.tx, test.ty))); got != test.want {
			t.Errorf("from %d,%d to %d,%d it goes %s, want %s", test.fx, test.fy, test.tx, test.ty, got, test.want)
		}
	}
}
