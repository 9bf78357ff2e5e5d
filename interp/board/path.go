package board

import (
	"slices"

	"github.com/rulec/rulec/lang/program"
)

// A way goes from space to neighbouring space over ground that can be entered and
// on which its walker may stand; only the space at which it ends may be taken, so
// that there is a way up to a foe. Closed squares beside a diagonal step may stop it, as
// the ruleset says of corners. Of several shortest ways the walker
// takes, at each step, the one that leaves it nearest to the goal as the crow
// flies, and of those the first clockwise.

// reached is a place, and what it costs to get there.
type reached struct {
	place Place
	cost  int32
}

// search holds the arrays of a search, breadth-first where each step costs a space. With alternating diagonals a
// state is a place and whether the number of diagonal steps so far is odd, else a
// place alone.
type search struct {
	cost  []int32 // by state; valid if stamp is the search's number
	stamp []uint32
	now   uint32
	// shut marks, by place, with the search's number, where the walker may not stand.
	shut []uint32
	// nearer is, by state, the next one on the way to where the search began, as far as
	// it has been found; 0: not yet.
	nearer []int32
	// ring holds the states still to be looked at, by cost modulo 3.
	ring [3][]int32
	// back is set if it goes from where ways lead to where they begin.
	back bool
	// byWeight is set if the ruleset says what steps cost. Then weights are, by state, what
	// it costs to get there, heap holds the states still to be looked at, and free is set
	// once a step has cost nothing.
	byWeight, free bool
	weights        []int64
	heap           []queued
	path           []Place
	// around holds the places that ways looks at, found those that can be reached.
	around []Place
	found  []reached
	anchor []Place
}

// outing is a search for ways from somewhere, and what it was good for.
type outing struct {
	w       Walker
	from    Place
	limit   int
	changed uint64
}

// knownWay is the last way that was found for a thing.
type knownWay struct {
	w        Walker
	from, to Place
	changed  uint64
	path     []Place
	length   float64 // on a plane, in spaces; negative: there is none
}

func (s *search) prepare(places int) {
	s.cost = make([]int32, 2*places+2)
	s.stamp = make([]uint32, 2*places+2)
	s.nearer = make([]int32, 2*places+2)
	s.shut = make([]uint32, places+1)
}

func (s *search) begin(byWeight bool) {
	s.byWeight, s.free, s.heap = byWeight, false, s.heap[:0]
	if byWeight && s.weights == nil {
		s.weights = make([]int64, len(s.cost))
	}
	s.now++
	if s.now == 0 {
		clear(s.stamp)
		clear(s.shut)
		s.now = 1
	}
	for i := range s.ring {
		s.ring[i] = s.ring[i][:0]
	}
}

// reach returns the cost of a state, or -1.
func (s *search) reach(state int32) int32 {
	if s.stamp[state] != s.now {
		return -1
	}
	return s.cost[state]
}

func (s *search) put(state, cost int32) {
	if c := s.reach(state); c >= 0 && c <= cost {
		return
	}
	s.stamp[state] = s.now
	s.cost[state] = cost
	s.nearer[state] = 0
	s.ring[cost%3] = append(s.ring[cost%3], state)
}

// start enters a state where the search begins.
func (s *search) start(state int32) {
	if s.byWeight {
		s.weigh(state, 0)
		return
	}
	s.put(state, 0)
}

// Walker is who looks for a way: a thing and its size, or nobody of size 1.
type Walker struct {
	Thing Thing
	Size  int32
}

// mayStand reports whether w can be at p on its way.
func (g *Board) mayStand(w Walker, p Place) bool {
	g.looked(int(w.Size) * int(w.Size))
	return g.Enters(Area{p, w.Size}) && (w.Thing == 0 || g.who.Fits(w.Thing, p))
}

// spread works out how far it is from a set of places, which the caller has put
// into the search, to others: until it gets to goal (0: until nothing is left),
// or further than limit spaces (negative: without limit). The goal need not be
// ground that the walker may stand on.
func (g *Board) spread(s *search, w Walker, goal Place, limit int32) {
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
				continue // reached cheaper meanwhile
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

func (g *Board) spreadFrom(s *search, w Walker, p Place, odd, cost int32, goal Place) {
	next := g.growsTo(s, p)
	turning := g.turning(p)
	for i, q := range next {
		step, parity := lengthOf(int32(turning>>i&1), odd)
		state := int32(q)<<1 | parity
		if c := s.reach(state); c >= 0 && c <= cost+step {
			continue
		}
		if q != goal && s.shut[q] == s.now || g.stopped(w.Size, p, i, q) {
			continue
		}
		if q != goal && s.reach(state) < 0 && !g.mayStand(w, q) {
			s.shut[q] = s.now
			continue
		}
		s.put(state, cost+step)
	}
}

// growsTo returns the places to which a search goes on from p: those to which a step leads
// from there, or of a search back those from which one leads there.
func (g *Board) growsTo(s *search, p Place) []Place {
	if s.back {
		return g.lastBefore(p)
	}
	return g.nextTo(p)
}

// leadsBackTo returns the places by which a search may have come to p.
func (g *Board) leadsBackTo(s *search, p Place) []Place {
	if s.back {
		return g.nextTo(p)
	}
	return g.lastBefore(p)
}

// stepCost returns how long the step from p to q is after an odd or even number of
// diagonals, and whether the number is odd after it.
func (g *Board) stepCost(p, q Place, odd int32) (cost, parity int32) {
	turns := int32(0)
	if g.alternates() && g.isDiagonal(p, q) {
		turns = 1
	}
	return lengthOf(turns, odd)
}

// lengthOf is stepCost for a step that changes whether the number of diagonals is odd by turns.
func lengthOf(turns, odd int32) (cost, parity int32) { return 1 + turns&odd, odd ^ turns }

// alternates tells whether every second diagonal step is longer.
func (g *Board) alternates() bool {
	return g.metric == diagonalsAlternate && g.Grid == program.SquareGrid
}

// turning tells, a bit for each, which of the steps from p to its neighbours, or from there back,
// change whether the number of diagonal ones is odd, where that counts.
func (g *Board) turning(p Place) uint8 {
	if !g.alternates() {
		return 0
	}
	return g.diagonal[p-1]
}

// stopped reports whether corners stop a walker of some size on the i-th step from p, which leads to
// q, or on the way back.
func (g *Board) stopped(size int32, p Place, i int, q Place) bool {
	switch {
	case g.closed == nil || g.Grid != program.SquareGrid:
		return false
	case size == 1:
		return g.cutting[p-1]>>i&1 != 0
	}
	return g.cutsCorner(size, p, q)
}

// Obstacle is what is in the way of a step.
type Obstacle uint8

const (
	NoObstacle Obstacle = iota
	// Leap: it doesn't lead to a neighbouring place.
	Leap
	// ClosedGround can't be entered.
	ClosedGround
	// ClosedCorner: it goes diagonally where a closed square beside it, or two, stop it.
	ClosedCorner
	// NoRoom: the walker may not stand there.
	NoRoom
	// BlockedLeg: on a plane, something is closed to its walker on the way there.
	BlockedLeg
)

// StepTo tells what is in the way of a step of a walker, what it
// costs, and whether the number of diagonal steps is odd after it.
func (g *Board) StepTo(w Walker, p, q Place, odd int32) (wrong Obstacle, cost, parity int32) {
	if p == 0 || q == 0 || !slices.Contains(g.nextTo(p), q) {
		return Leap, 0, 0
	}
	switch {
	case !g.Enters(Area{q, w.Size}):
		return ClosedGround, 0, 0
	case g.cutsCorner(w.Size, p, q):
		return ClosedCorner, 0, 0
	case !g.mayStand(w, q):
		return NoRoom, 0, 0
	}
	cost, parity = g.stepCost(p, q, odd)
	return NoObstacle, cost * g.price(w, p, q), parity
}

func (g *Board) isDiagonal(p, q Place) bool {
	px, py := g.Coordinates(p)
	qx, qy := g.Coordinates(q)
	return px != qx && py != qy
}

// corners tells how many closed squares beside a diagonal step stop it.
type corners uint8

const (
	bothCorners corners = iota
	eitherCorner
	noCorner
)

// cutsCorner reports whether corners stop the step of a walker of some size from p to q:
// the two squares that it neither covers before it nor after it, but that complete a square.
func (g *Board) cutsCorner(size int32, p, q Place) bool {
	if g.closed == nil || g.Grid != program.SquareGrid || g.corners == noCorner {
		return false
	}
	px, py := g.Coordinates(p)
	qx, qy := g.Coordinates(q)
	if px == qx || py == qy {
		return false
	}
	x, y, ends := min(px, qx), min(py, qy), int(size)
	one, other := g.at(x+ends, y), g.at(x, y+ends)
	if (px < qx) != (py < qy) {
		one, other = g.at(x, y), g.at(x+ends, y+ends)
	}
	// What is too big for the map may have one of them outside.
	stopped, also := one == 0 || g.isClosed(one), other == 0 || g.isClosed(other)
	if g.corners == eitherCorner {
		return stopped || also
	}
	return stopped && also
}

// Way returns the steps from a thing's area, or a place, to a place that it
// covers when it gets there, without the first; nil when there is none or it is
// there. The slice is valid until the next search.
func (g *Board) Way(w Walker, from, to Place) []Place {
	if from == 0 || to == 0 {
		return nil
	}
	if g.Grid == program.PlaneGrid {
		return g.legsTo(w, from, to).path
	}
	k, stands := g.lastWay(w, from, to)
	if !stands {
		k.path = g.searchWay(k.path[:0], w, from, to)
	}
	return k.path
}

// lastWay returns where the last way of a walker is kept, and whether it is the one
// that is wanted and nothing has changed since.
func (g *Board) lastWay(w Walker, from, to Place) (k *knownWay, stands bool) {
	for len(g.known) <= int(w.Thing) {
		g.known = append(g.known, knownWay{})
	}
	k = &g.known[w.Thing]
	changed := g.who.Changed()
	if changed != 0 && k.changed == changed && k.w == w && k.from == from && k.to == to {
		return k, true
	}
	k.w, k.from, k.to, k.changed = w, from, to, changed
	return k, false
}

// searchWay appends a way to path.
func (g *Board) searchWay(path []Place, w Walker, from, to Place) []Place {
	switch {
	case g.straight(w, from, to):
		return append(path, g.back.path...)
	case g.spreadBack(w, from, to):
		return append(path, g.descend(&g.back, w, from, to, false)...)
	}
	return path
}

// WayLength returns the length of the shortest way in spaces, or -1.
func (g *Board) WayLength(w Walker, from, to Place) int {
	switch {
	case from == 0 || to == 0:
		return -1
	case g.straight(w, from, to):
		return g.Spaces(Area{from, w.Size}, Area{to, 1})
	case g.spreadBack(w, from, to):
		return int(g.back.leastCost(from))
	}
	return -1
}

// straight tries to walk without ever looking back: each step must bring the
// walker one nearer. When that works the way is as short as the distance, which
// saves most searches.
func (g *Board) straight(w Walker, from, to Place) bool {
	if g.weighs(w) || g.Grid == program.ZoneGrid || g.metric == diagonalsAlternate && w.Size > 1 {
		return false // a big thing could walk diagonally without getting nearer sideways
	}
	s := &g.back
	s.path = s.path[:0]
	for at := from; ; {
		left := g.Spaces(Area{at, w.Size}, Area{to, 1})
		if left == 0 {
			return true
		}
		at = g.straightStep(w, at, to)
		if at == 0 {
			return false
		}
		s.path = append(s.path, at)
	}
}

// straightStep picks the step from p that lies on a shortest way over open ground.
func (g *Board) straightStep(w Walker, p, to Place) Place {
	longer, shorter := g.offsets(w, p, to)
	best, nearest := Place(0), 0
	for _, q := range g.nextTo(p) {
		long, short := g.offsets(w, q, to)
		if long+short >= longer+shorter || g.Grid == program.SquareGrid && (long >= longer || short > shorter) &&
			g.metric != diagonalsNone {
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

// offsets returns how far p lies from a place in columns and rows, the larger
// number first; on hexes and without diagonals the distance and 0.
func (g *Board) offsets(w Walker, p, to Place) (longer, shorter int) {
	if g.Grid == program.HexGrid || g.metric == diagonalsNone {
		return g.Spaces(Area{p, w.Size}, Area{to, 1}), 0
	}
	px, py := g.Coordinates(p)
	tx, ty := g.Coordinates(to)
	dx, dy := abs(gap(px, int(w.Size), tx, 1)), abs(gap(py, int(w.Size), ty, 1))
	return max(dx, dy), min(dx, dy)
}

// spreadBack searches from everywhere where w covers to, back to from. It tells
// whether it got there.
func (g *Board) spreadBack(w Walker, from, to Place) bool {
	s := &g.back
	s.begin(g.weighs(w))
	if w.Size == 1 || g.Grid == program.ZoneGrid {
		if !g.Enters(Area{to, 1}) && from != to {
			return false
		}
		g.startAt(s, to)
	} else {
		for _, p := range g.anchorsCovering(to, w.Size) {
			if g.Enters(Area{p, w.Size}) || p == from {
				g.startAt(s, p)
			}
		}
	}
	g.spread(s, w, from, -1)
	return s.leastCost(from) >= 0
}

// startAt lets a search back begin at a place, after any number of diagonal steps if it
// matters there how many they were.
func (g *Board) startAt(s *search, p Place) {
	s.start(int32(p) << 1)
	if s.byWeight && g.metric == diagonalsAlternate {
		s.start(int32(p)<<1 | 1)
	}
}

// anchorsCovering lists the places at which a thing of that size covers p.
func (g *Board) anchorsCovering(p Place, size int32) []Place {
	s := &g.back
	s.anchor = s.anchor[:0]
	x, y := g.Coordinates(p)
	reach := int(size) - 1
	for dy := -reach; dy <= reach; dy++ {
		for dx := -reach; dx <= reach; dx++ {
			if q := g.at(x+dx, y+dy); q != 0 && g.covers(Area{q, size}, p) {
				s.anchor = append(s.anchor, q)
			}
		}
	}
	return s.anchor
}

// leastCost returns what it costs to get to a place, or -1.
func (s *search) leastCost(p Place) int32 { return s.reach(s.cheapest(p)) }

// cheapest returns the state of a place that costs least. Where a search back by weight
// ends, no diagonal step has been made.
func (s *search) cheapest(p Place) int32 {
	even, odd := s.reach(int32(p)<<1), s.reach(int32(p)<<1|1)
	if odd >= 0 && (even < 0 || odd < even) && !(s.byWeight && s.back) {
		return int32(p)<<1 | 1
	}
	return int32(p) << 1
}

// descend walks from a place that the search has reached to where it began; towards is
// the same for all that the search is asked. With withStart the result begins with from.
func (g *Board) descend(s *search, w Walker, from, towards Place, withStart bool) []Place {
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

// left returns a number that gets less with each step to where the search began, and is 0 there.
func (s *search) left(state int32) int64 {
	if s.byWeight {
		return s.weights[state]
	}
	return int64(s.cost[state])
}

// descendStep picks the state next to one that lies on a shortest way.
func (g *Board) descendStep(s *search, w Walker, state int32, towards Place) (best int32) {
	p, odd := Place(state>>1), state&1
	nearest := 0
	last := g.leadsBackTo(s, p)
	turning := g.turning(p)
	for i, q := range last {
		turns := int32(turning >> i & 1)
		next := int32(q)<<1 | odd ^ turns
		if s.reach(next) < 0 || s.left(next) >= s.left(state) || g.stopped(w.Size, p, i, q) || s.left(next)+g.apart(s, w, state, next, turns) != s.left(state) {
			continue
		}
		if d := g.crowFlies(q, towards); best == 0 || d < nearest {
			best, nearest = next, d
		}
	}
	return best
}

// apart returns how much further from where the search began a state is than one that is
// a step nearer, which changes whether the number of diagonals is odd by turns.
func (g *Board) apart(s *search, w Walker, state, nearer, turns int32) int64 {
	switch {
	case s.byWeight && s.back:
		return g.weightOf(s, w, state, nearer)
	case s.byWeight:
		return g.weightOf(s, w, nearer, state)
	}
	step, _ := lengthOf(turns, nearer&1)
	return int64(step)
}

// crowFlies returns a number that grows with the straight distance of two places.
func (g *Board) crowFlies(p, q Place) int {
	if g.Grid == program.ZoneGrid {
		return 0
	}
	dx, dy := g.vector(Area{p, 1}, Area{q, 1})
	if g.Grid == program.HexGrid {
		return dx*dx + dy*dy + dx*dy
	}
	return dx*dx + dy*dy
}

// Ways searches all places that w can get to from its own for at most n spaces
// and where it may stay. Each calls found with the way, without the first place;
// the slice is valid until found returns. Nearest places come first.
func (g *Board) Ways(w Walker, from Place, n int, found func(way []Place)) {
	s := &g.outward
	g.setOut(w, from, n)
	far := n
	if s.free && n >= 0 {
		far = g.Size() // a way may be longer than what it costs
	}
	s.around = append(s.around[:0], g.Within(Area{from, 1}, far)...)
	s.found = s.found[:0]
	for _, p := range s.around {
		if cost := s.leastCost(p); p != from && cost >= 0 && int(cost) <= n {
			s.found = append(s.found, reached{p, cost})
		}
	}
	slices.SortStableFunc(s.found, func(a, b reached) int { return int(a.cost - b.cost) })
	for _, r := range s.found {
		found(g.reversed(g.descend(s, w, r.place, from, true)))
	}
}

// setOut searches outward from a place, n spaces far, unless the last such search
// went from there and at least as far, and nothing has changed since.
func (g *Board) setOut(w Walker, from Place, n int) {
	o := outing{w, from, n, g.who.Changed()}
	if b := g.begun; o.changed != 0 && o.w == b.w && o.from == b.from && o.changed == b.changed && n <= b.limit {
		return
	}
	g.begun = o
	s := &g.outward
	s.begin(g.weighs(w))
	s.start(int32(from) << 1)
	g.spread(s, w, 0, int32(n))
}

// reversed turns a way that was found backwards round; its last place, where the
// walker stands, is left out.
func (g *Board) reversed(path []Place) []Place {
	path = path[:len(path)-1]
	for i, j := 0, len(path)-1; i < j; i, j = i+1, j-1 {
		path[i], path[j] = path[j], path[i]
	}
	return path
}
