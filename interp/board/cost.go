package board

// Where the ruleset sets the cost of steps, the search for a way takes the cheapest state
// next. Steps may cost nothing: of ways with the same cost the walker takes one with the
// fewest of those, so that no way has a cycle.

// mostCost is the highest cost of a way; anything above it is no way.
const mostCost = 1 << 30

// weighs reports whether the ruleset sets the cost of a walker's steps; without a walker steps cost 1.
func (g *stepwise) weighs(w Walker) bool { return g.costly && w.Thing != 0 }

// price returns the ruleset's cost of a step from p to q. A big walker pays for the most
// expensive ground that it newly covers.
func (g *stepwise) price(w Walker, p, q Place) int32 {
	if !g.weighs(w) {
		return 1
	}
	g.looked(int(w.Size) * int(w.Size))
	before, most, last := Area{p, w.Size}, int32(-1), -1
	g.onto = g.stepper.cover(g.onto[:0], Area{q, w.Size})
	for _, at := range g.onto {
		if at == 0 || g.TerrainOf(at) == last || g.covers(before, at) {
			continue
		}
		last = g.TerrainOf(at)
		most = max(most, g.who.Cost(w.Thing, p, q, at))
	}
	if most < 0 { // the map ends there
		return g.who.Cost(w.Thing, p, q, q)
	}
	return most
}

// spreadByWeight is spread for a search by weight. A backward search also tracks the parity of the
// diagonal steps that precede its position: it is queried for an even number.
func (g *stepwise) spreadByWeight(s *search, w Walker, goal Place, limit int32) {
	home := int32(goal) << 1
	for len(s.heap) > 0 {
		at := s.lightest()
		p, odd := Place(at.state>>1), at.state&1
		switch cost := at.weight >> freeBits; {
		case at.weight != s.weights[at.state]: // a cheaper way was found meanwhile
			continue
		case limit >= 0 && cost > int64(limit), cost > mostCost, at.state == home:
			return
		}
		next := g.steps(p, s.back)
		for i, q := range next.to {
			other := odd ^ int32(next.turning>>i&1)
			state := int32(q)<<1 | other
			reached := s.reach(state) >= 0
			switch {
			case reached && s.weights[state] <= at.weight, state != home && s.shut[q] == s.now, g.stopped(w.Size, p, next, i):
				continue
			case state != home && !reached && !g.mayStand(w, q):
				s.shut[q] = s.now
				continue
			}
			from, to := at.state, state
			if s.back {
				from, to = to, from
			}
			s.weigh(state, at.weight+g.weightOf(s, w, from, to))
		}
	}
}

// weightOf returns the weight of the step from a state to an adjacent one.
func (g *stepwise) weightOf(s *search, w Walker, from, to int32) int64 {
	p, q := Place(from>>1), Place(to>>1)
	length, _ := lengthOf((from^to)&1, from&1)
	cost := int64(g.price(w, p, q)) * int64(length)
	if cost == 0 {
		s.free = true
		return 1
	}
	return cost << freeBits
}
