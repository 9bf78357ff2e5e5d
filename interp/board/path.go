package board

import (
	"math"
	"slices"
)

// A way goes from space to adjacent space over ground that can be entered and
// where its walker may be; only the space at its end may be occupied, so
// that there is a way to a foe. Closed squares next to a diagonal step may stop it,
// depending on the ruleset's corners. Of several shortest ways the walker
// takes, at each step, the one that brings it nearest to the goal in a straight
// line, and of those the first clockwise.

// outing is a search for ways from a place, and what it is valid for.
type outing struct {
	w       Walker
	from    Place
	limit   int
	changed uint64
}

// knownWay is the last way found for a thing.
type knownWay struct {
	w        Walker
	from, to Place
	changed  uint64
	path     []Place
	length   float64 // on a plane, in spaces; negative: there is none
}

// lastWays are the last ways found, by walker.
type lastWays []knownWay

// of returns the slot for the last way of a walker, and whether it is the requested
// way and nothing has changed since.
func (l *lastWays) of(w Walker, from, to Place, changed uint64) (k *knownWay, stands bool) {
	for len(*l) <= int(w.Thing) {
		*l = append(*l, knownWay{})
	}
	k = &(*l)[w.Thing]
	if changed != 0 && k.changed == changed && k.w == w && k.from == from && k.to == to {
		return k, true
	}
	k.w, k.from, k.to, k.changed = w, from, to, changed
	return k, false
}

// mayStand reports whether w can be at p on its way.
func (g *stepwise) mayStand(w Walker, p Place) bool {
	g.looked(int(w.Size) * int(w.Size))
	if w.Thing == 0 {
		return g.Enters(Area{p, w.Size})
	}
	return g.MayStand(w.Thing, Area{p, w.Size})
}

// spread computes the distances from a set of places, which the caller has put
// into the search, to others: until it reaches goal (0: until nothing is left),
// or more than limit spaces (negative: without limit). The walker need not be
// allowed at the goal.
func (g *stepwise) spread(s *search, w Walker, goal Place, limit int32) {
	if s.byWeight {
		g.spreadByWeight(s, w, goal, limit)
		return
	}
	for cost, empty := int32(0), 0; empty < 3; cost++ {
		if limit >= 0 && cost > limit {
			return
		}
		bucket := &s.ring[cost%3]
		if len(*bucket) == 0 {
			empty++
			continue
		}
		empty = 0
		for i := 0; i < len(*bucket); i++ {
			state := (*bucket)[i]
			if s.cost[state] != cost {
				continue // a cheaper way was found meanwhile
			}
			p, odd := Place(state>>1), state&1
			if p == goal {
				return
			}
			g.spreadFrom(s, w, p, odd, cost, goal)
		}
		*bucket = (*bucket)[:0]
	}
}

func (g *stepwise) spreadFrom(s *search, w Walker, p Place, odd, cost int32, goal Place) {
	next := g.steps(p, s.back)
	for i, q := range next.to {
		step, parity := lengthOf(int32(next.turning>>i&1), odd)
		state := int32(q)<<1 | parity
		if c := s.reach(state); c >= 0 && c <= cost+step {
			continue
		}
		if q != goal && s.shut[q] == s.now || g.stopped(w.Size, p, next, i) {
			continue
		}
		if q != goal && s.reach(state) < 0 && !g.mayStand(w, q) {
			s.shut[q] = s.now
			continue
		}
		s.put(state, cost+step)
	}
}

// lengthOf returns the length of a step after an odd or even number of diagonals, and whether the number is
// odd after it; turns is 1 if the step changes that.
func lengthOf(turns, odd int32) (cost, parity int32) { return 1 + turns&odd, odd ^ turns }

// stopped reports whether corners stop a walker of some size on the i-th step from p, or on the way back.
func (g *stepwise) stopped(size int32, p Place, from *steps, i int) bool {
	if size == 1 {
		return from.cutting>>i&1 != 0
	}
	return g.cutsCorner(size, p, from.to[i])
}

func (g *stepwise) Step(w Walker, p, q Place, odd int32) (wrong Obstacle, spaces float64, parity int32) {
	if p == 0 || q == 0 {
		return Leap, 0, 0
	}
	from := g.steps(p, false)
	i := slices.Index(from.to, q)
	switch {
	case i < 0:
		return Leap, 0, 0
	case !g.Enters(Area{q, w.Size}):
		return ClosedGround, 0, 0
	case g.cutsCorner(w.Size, p, q):
		return ClosedCorner, 0, 0
	case !g.mayStand(w, q):
		return NoRoom, 0, 0
	}
	length, parity := lengthOf(int32(from.turning>>i&1), odd)
	return NoObstacle, float64(length * g.price(w, p, q)), parity
}

func (g *stepwise) Way(w Walker, from, to Place) []Place {
	if from == 0 || to == 0 {
		return nil
	}
	k, stands := g.last.of(w, from, to, g.who.Changed())
	if !stands {
		k.path = g.searchWay(k.path[:0], w, from, to)
	}
	return k.path
}

// searchWay appends a way to path.
func (g *stepwise) searchWay(path []Place, w Walker, from, to Place) []Place {
	switch {
	case g.straight(w, from, to):
		return append(path, g.back.path...)
	case g.spreadBack(w, from, to):
		return append(path, g.descend(&g.back, w, from, to, false)...)
	}
	return path
}

func (g *stepwise) wayLength(w Walker, from, to Place) float64 {
	switch {
	case from == 0 || to == 0:
		return -1
	case g.straight(w, from, to):
		return g.apart(Area{from, w.Size}, Area{to, 1})
	case g.spreadBack(w, from, to):
		return float64(g.back.leastCost(from))
	}
	return -1
}

// straight tries to walk without backtracking: each step must bring the
// walker one nearer. When that works, the way is as short as the distance, which
// avoids most searches.
func (g *stepwise) straight(w Walker, from, to Place) bool {
	if _, _, ok := g.offsets(Area{from, w.Size}, to); !ok || g.weighs(w) {
		return false
	}
	s := &g.back
	s.path = s.path[:0]
	for at := from; g.spaces(Area{at, w.Size}, Area{to, 1}) > 0; {
		if at = g.straightStep(w, at, to); at == 0 {
			return false
		}
		s.path = append(s.path, at)
	}
	return true
}

// straightStep picks the step from p that is on a shortest way over open ground.
func (g *stepwise) straightStep(w Walker, p, to Place) Place {
	longer, shorter, _ := g.offsets(Area{p, w.Size}, to)
	best, nearest := Place(0), 0
	for _, q := range g.steps(p, false).to {
		long, short, _ := g.offsets(Area{q, w.Size}, to)
		if long >= longer || short > shorter {
			continue
		}
		if d := g.crowFlies(q, to); best != 0 && d >= nearest {
			continue
		} else if (long != 0 && !g.mayStand(w, q)) || !g.Enters(Area{q, w.Size}) || g.cutsCorner(w.Size, p, q) {
			continue
		} else {
			best, nearest = q, d
		}
	}
	return best
}

// spreadBack searches from every place where w covers to, back to from. It reports
// whether it arrived.
func (g *stepwise) spreadBack(w Walker, from, to Place) bool {
	s := &g.back
	s.begin(g.weighs(w))
	for _, p := range g.anchorsCovering(to, w.Size) {
		if g.Enters(Area{p, w.Size}) || p == from {
			g.startAt(s, p)
		}
	}
	g.spread(s, w, from, -1)
	return s.leastCost(from) >= 0
}

// startAt starts a backward search at a place, after any number of diagonal steps if
// their number matters there.
func (g *stepwise) startAt(s *search, p Place) {
	s.start(int32(p) << 1)
	if s.byWeight && g.alternates() {
		s.start(int32(p)<<1 | 1)
	}
}

// anchorsCovering lists the places at which a thing of the given size covers p.
func (g *stepwise) anchorsCovering(p Place, size int32) []Place {
	s := &g.back
	s.anchor = s.anchor[:0]
	x, y := g.Coordinates(p)
	reach := int(size) - 1
	for dy := -reach; dy <= reach; dy++ {
		for dx := -reach; dx <= reach; dx++ {
			if q := g.At(x+dx, y+dy); q != 0 && g.covers(Area{q, size}, p) {
				s.anchor = append(s.anchor, q)
			}
		}
	}
	return s.anchor
}

// descend walks from a place that the search has reached to its start; towards is
// the same for all queries of a search. With withStart the result starts with from.
func (g *stepwise) descend(s *search, w Walker, from, towards Place, withStart bool) []Place {
	s.path = s.path[:0]
	if withStart {
		s.path = append(s.path, from)
	}
	for state := s.cheapest(from); s.left(state) > 0; {
		if s.nearer[state] == 0 {
			s.nearer[state] = g.descendStep(s, w, state, towards)
		}
		state = s.nearer[state]
		s.path = append(s.path, Place(state>>1))
	}
	return s.path
}

// descendStep picks the adjacent state that is on a shortest way.
func (g *stepwise) descendStep(s *search, w Walker, state int32, towards Place) (best int32) {
	p, odd := Place(state>>1), state&1
	nearest := 0
	last := g.steps(p, !s.back)
	for i, q := range last.to {
		next := int32(q)<<1 | odd ^ int32(last.turning>>i&1)
		if s.reach(next) < 0 || s.left(next) >= s.left(state) || g.stopped(w.Size, p, last, i) ||
			s.left(next)+g.further(s, w, state, next) != s.left(state) {
			continue
		}
		if d := g.crowFlies(q, towards); best == 0 || d < nearest {
			best, nearest = next, d
		}
	}
	return best
}

// further returns how much further from the start of the search a state is than one that is
// a step nearer.
func (g *stepwise) further(s *search, w Walker, state, nearer int32) int64 {
	switch {
	case s.byWeight && s.back:
		return g.weightOf(s, w, state, nearer)
	case s.byWeight:
		return g.weightOf(s, w, nearer, state)
	}
	step, _ := lengthOf((state^nearer)&1, nearer&1)
	return int64(step)
}

func (g *stepwise) reach(w Walker, from Place, far float64) int {
	n := g.InSpaces(far)
	if n < 0 {
		return 0
	}
	s := &g.outward
	g.setOut(w, from, n)
	if s.free {
		far = math.Inf(1) // a way may be longer than its cost
	}
	s.around = append(s.around[:0], g.Within(Area{from, 1}, far)...)
	s.found = s.found[:0]
	for _, p := range s.around {
		if cost := s.leastCost(p); p != from && cost >= 0 && int(cost) <= n {
			s.found = append(s.found, reached{p, cost})
		}
	}
	slices.SortStableFunc(s.found, func(a, b reached) int { return int(a.cost - b.cost) })
	return len(s.found)
}

// wayTo reverses a way that was found backwards; its last place, the walker's own, is dropped.
func (g *stepwise) wayTo(i int) []Place {
	path := g.descend(&g.outward, g.started.w, g.outward.found[i].place, g.started.from, true)
	path = path[:len(path)-1]
	slices.Reverse(path)
	return path
}

// setOut searches outward from a place, up to n spaces, unless the last such search
// started there and went at least as far, and nothing has changed since.
func (g *stepwise) setOut(w Walker, from Place, n int) {
	o := outing{w, from, n, g.who.Changed()}
	if b := g.started; o.changed != 0 && o.w == b.w && o.from == b.from && o.changed == b.changed && n <= b.limit {
		return
	}
	g.started = o
	s := &g.outward
	s.begin(g.weighs(w))
	s.start(int32(from) << 1)
	g.spread(s, w, 0, int32(n))
}
