package board

import (
	"cmp"
	"math"
	"slices"
)

// A way on a plane goes in straight legs from point to point. A leg is possible if the walker's
// base has open ground and may be at each point whose small square it crosses, and if it
// doesn't pass between two other points that touch at a corner. A way bends only at points next to
// a convex corner of an area that is closed to its walker in this sense.

// legs is a search for ways in straight legs.
type legs struct {
	w Walker
	// goal is the end of the way, 0 means anywhere; room2 is the square of twice the distance from it below
	// which the walker's base overlaps that of a creature that covers it.
	goal  Place
	room2 int
	// closed has, by place, twice the search's number, plus one where the walker can't be.
	closed []uint32
	now    uint32
	// bends are where a way may start, bend and end, in order.
	bends []bend
	// settled are the indices of those that the search has reached, nearest first.
	settled []int
	// around holds the places that ways tests, found those that can be reached.
	around  []Place
	found   []legWay
	path    []Place
	started outingOnPlane
}

// bend is a point at which ways bend.
type bend struct {
	place   Place
	length  float64 // of the shortest way there, in spaces
	before  int     // the index of the previous bend; -1: none
	settled bool
}

// legWay leads to a place, via a bend.
type legWay struct {
	place  Place
	over   int
	length float64
}

// outingOnPlane is a search for all ways from a place, and what it is valid for.
type outingOnPlane struct {
	w       Walker
	from    Place
	far     float64
	changed uint64
}

// beginLegs forgets where the walker of the last search could be.
func (g *plane) beginLegs(w Walker, goal Place) {
	s := &g.legs
	if s.closed == nil {
		s.closed = make([]uint32, g.Size()+1)
	}
	if s.now++; s.now >= 1<<31-1 {
		clear(s.closed)
		s.now = 1
	}
	s.w, s.goal, s.room2 = w, goal, 0
	s.started = outingOnPlane{}
	if goal == 0 || w.Thing == 0 {
		return
	}
	for n, last := Thing(1), Thing(g.who.Creatures()); n <= last; n++ {
		if b := g.who.AreaOf(n); n != w.Thing && b.Place != 0 && g.covers(b, goal) {
			room := int(w.Size) + int(b.Size)
			s.room2 = max(s.room2, room*room)
		}
	}
}

// shut reports whether the walker of the search can't be at p on its way.
func (g *plane) shut(p Place) bool {
	s := &g.legs
	if s.closed[p]>>1 == s.now {
		return s.closed[p]&1 != 0
	}
	s.closed[p] = s.now << 1
	if !g.stands(p) {
		s.closed[p]++
		return true
	}
	return false
}

func (g *plane) stands(p Place) bool {
	s := &g.legs
	g.looked(1 + int(s.w.Size)*int(s.w.Size))
	if !g.Enters(Area{p, s.w.Size}) {
		return false
	}
	reaches := p == s.goal || s.goal != 0 && 4*g.squared(p, s.goal) < s.room2
	return s.w.Thing == 0 || reaches || g.who.Fits(s.w.Thing, p)
}

// clearLeg reports whether the leg from p to q is possible.
func (g *plane) clearLeg(p, q Place) bool {
	if g.shut(q) {
		return false
	}
	return g.walkLine(p, q, func(at, left, right Place) bool {
		g.looked(1)
		if left != 0 && right != 0 && g.shut(left) && g.shut(right) {
			return false
		}
		return at == 0 || !g.shut(at)
	})
}

// Step is a leg.
func (g *plane) Step(w Walker, p, q Place, _ int32) (wrong Obstacle, spaces float64, parity int32) {
	if p == 0 || q == 0 || p == q {
		return Leap, 0, 0
	}
	g.beginLegs(w, 0)
	switch {
	case !g.Enters(Area{q, w.Size}):
		return ClosedGround, 0, 0
	case g.shut(q):
		return NoRoom, 0, 0
	case !g.clearLeg(p, q):
		return BlockedLeg, 0, 0
	}
	return NoObstacle, g.leg(p, q), 0
}

// findBends lists where a way from a point may bend, row by row, after the point itself; far limits
// their distance in spaces.
func (g *plane) findBends(from Place, far float64) {
	s := &g.legs
	s.bends = append(s.bends[:0], bend{place: from, before: -1})
	if g.closed == nil && s.w.Thing == 0 {
		return
	}
	x, y := g.Coordinates(from)
	margin := int(math.Min(math.Ceil(far)+1, float64(g.width+g.height)))
	left, right := max(x-margin, g.left), min(x+margin, g.left+g.width-1)
	top, bottom := max(y-margin, g.top), min(y+margin, g.top+g.height-1)
	for y := top; y < bottom; y++ {
		for x := left; x < right; x++ {
			g.bendsAround([4]Place{g.At(x, y), g.At(x+1, y), g.At(x+1, y+1), g.At(x, y+1)})
		}
	}
	slices.SortFunc(s.bends[1:], func(a, b bend) int { return int(a.place - b.place) })
	s.bends = append(s.bends[:1], slices.CompactFunc(s.bends[1:], func(a, b bend) bool { return a.place == b.place })...)
}

// bendsAround enters the open ones of four points in a square, clockwise, if a closed one has its
// corner there.
func (g *plane) bendsAround(square [4]Place) {
	closed := 0
	for _, p := range square {
		if g.shut(p) {
			closed++
		}
	}
	if closed != 1 && !(closed == 2 && g.shut(square[0]) == g.shut(square[2])) {
		return
	}
	for _, p := range square {
		if !g.shut(p) {
			g.legs.bends = append(g.legs.bends, bend{place: p, length: math.Inf(1), before: -1})
		}
	}
}

// settle computes the shortest ways to all bends at most far away, and stops at the last
// of them if that is the goal.
func (g *plane) settle(far float64) {
	s := &g.legs
	s.settled = s.settled[:0]
	for {
		next := -1
		for i := range s.bends {
			b := &s.bends[i]
			if !b.settled && b.length <= far && (next < 0 || b.length < s.bends[next].length) {
				next = i
			}
		}
		g.looked(len(s.bends))
		if next < 0 || math.IsInf(s.bends[next].length, 1) {
			return
		}
		at := &s.bends[next]
		at.settled = true
		s.settled = append(s.settled, next)
		if at.place == s.goal {
			return
		}
		for i := range s.bends {
			b := &s.bends[i]
			if b.settled {
				continue
			}
			if length := at.length + g.leg(at.place, b.place); length < b.length && length <= far && g.clearLeg(at.place, b.place) {
				b.length, b.before = length, next
			}
		}
	}
}

func (g *plane) Way(w Walker, from, to Place) []Place { return g.legsTo(w, from, to).path }

func (g *plane) wayLength(w Walker, from, to Place) float64 { return g.legsTo(w, from, to).length }

// unreachable is the way to nowhere.
var unreachable = knownWay{length: -1}

// legsTo finds the shortest way of a walker to a place; its length is negative if there is none.
func (g *plane) legsTo(w Walker, from, to Place) *knownWay {
	if from == 0 || to == 0 {
		return &unreachable
	}
	k, stands := g.last.of(w, from, to, g.who.Changed())
	if stands {
		return k
	}
	k.path, k.length = k.path[:0], 0
	if from == to {
		return k
	}
	g.beginLegs(w, to)
	if g.clearLeg(from, to) {
		k.path, k.length = append(k.path, to), g.leg(from, to)
		return k
	}
	k.length = -1
	if g.shut(to) {
		return k
	}
	s := &g.legs
	g.findBends(from, math.Inf(1))
	// The goal comes last; if it is also next to a corner, it is not there twice.
	s.bends = slices.DeleteFunc(s.bends, func(b bend) bool { return b.place == to })
	s.bends = append(s.bends, bend{place: to, length: math.Inf(1), before: -1})
	g.settle(math.MaxFloat64)
	if last := len(s.bends) - 1; s.bends[last].settled {
		k.path, k.length = append(k.path, g.unwind(last)...), s.bends[last].length
	}
	return k
}

// unwind lists the places of the way to a bend, without the first.
func (g *plane) unwind(i int) []Place {
	s := &g.legs
	s.path = s.path[:0]
	for ; i > 0; i = s.bends[i].before {
		s.path = append(s.path, s.bends[i].place)
	}
	slices.Reverse(s.path)
	return s.path
}

func (g *plane) reach(w Walker, from Place, far float64) int {
	s := &g.legs
	s.found = s.found[:0]
	if far < 0 {
		return 0
	}
	o := outingOnPlane{w, from, far, g.who.Changed()}
	if o.changed == 0 || o != s.started {
		g.beginLegs(w, 0)
		spaces := g.measure.Spaces(far) + 1 // a way that is too long only by rounding is removed below
		g.findBends(from, spaces)
		g.settle(spaces)
		s.started = o
	}
	s.around = append(s.around[:0], g.Within(Area{Place: from}, far)...)
	for _, p := range s.around {
		if p == from || g.shut(p) {
			continue
		}
		if way := g.shortestOver(from, p); way.over >= 0 && g.Long(way.length) <= far {
			s.found = append(s.found, way)
		}
	}
	slices.SortStableFunc(s.found, func(a, b legWay) int { return cmp.Compare(a.length, b.length) })
	return len(s.found)
}

func (g *plane) wayTo(i int) []Place {
	way := g.legs.found[i]
	g.legs.path = append(g.unwind(way.over), way.place)
	return g.legs.path
}

// shortestOver finds the bend of the shortest way to a place; its index is -1 if there is none.
func (g *plane) shortestOver(from, p Place) legWay {
	s := &g.legs
	if g.clearLeg(from, p) {
		return legWay{p, 0, g.leg(from, p)}
	}
	best := legWay{p, -1, math.Inf(1)}
	for _, i := range s.settled {
		b := &s.bends[i]
		if b.place == p || b.place == from {
			continue
		}
		if length := b.length + g.leg(b.place, p); length < best.length && g.clearLeg(b.place, p) {
			best = legWay{p, i, length}
		}
	}
	return best
}
