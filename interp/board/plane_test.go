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

// TestBasesOnPlanes counts what bases cover and how far off they are: 1 point of diameter 2 (radius
// 1: dx² + dy² below 1), 9 of 3 (below 2.25), 9 of 4 (below 4), 21 of 5 (below 6.25).
func TestBasesOnPlanes(t *testing.T) {
	g, _ := drawn(program.PlaneGrid, "", "......... ......... ......... ......... ......... ......... .........")
	for size, want := range map[int32]int{0: 1, 1: 1, 2: 1, 3: 9, 4: 9, 5: 21} {
		a, count := Area{g.At(4, 3), size}, 0
		for p := Place(1); int(p) <= g.Size(); p++ {
			if g.covers(a, p) {
				count++
			}
		}
		visited := len(g.cover(nil, a))
		if count != want || visited != want {
			t.Errorf("a base of %d covers %d points, and %d are visited; want %d", size, count, visited, want)
		}
	}
	// 3 columns and 4 rows are 5 apart; less the radii 1 and 1.5 that is 2.5, and spaces are 5 ft.
	if d := g.Distance(Area{g.At(0, 0), 2}, Area{g.At(3, 4), 3}); d != 12.5 {
		t.Errorf("the edges are %v apart, want 12.5", d)
	}
}

// TestUnitsOfPlanes holds that spaces are turned into decimals as they are written.
func TestUnitsOfPlanes(t *testing.T) {
	for _, test := range []struct{ unit, spaces, want float64 }{{0.1, 3, 0.3}, {0.25, 7, 1.75}, {0.3, 3, 0.9}, {0.7, 7, 4.9}, {5, 3, 15}, {0.01, 57, 0.57}} {
		m, exact := program.MeasureOf(test.unit)
		back, same := m.Nearest(test.want)
		if got := m.Long(test.spaces); !exact || got != test.want || back != test.spaces || !same {
			t.Errorf("%v spaces of %v are %v, and back %v", test.spaces, test.unit, got, back)
		}
	}
	if m, _ := program.MeasureOf(0.5); func() bool { near, same := m.Nearest(12.3); return near != 25 || same }() {
		t.Error("12.3 is no multiple of 0.5; nearest are 25 spaces")
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
