package board

// Where the ruleset says what steps cost, the search for a way takes the cheapest state
// next. Steps may cost nothing: of ways that cost the same the walker takes one with the
// fewest of those, so that no way goes in a cycle.

// mostCost is what a way costs at most; what costs more is none.
const mostCost = 1 << 30

// weighs tells whether the ruleset says what the steps of a walker cost; nobody's cost 1.
func (g *stepwise) weighs(w Walker) bool { return g.costly && w.Thing != 0 }

// price returns what the ruleset says a step from p to q costs. Of the ground that something
// big comes to cover, the dearest counts.
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

// spreadByWeight is spread for a search by weight. A search back knows, too, how many
// diagonal steps there are up to where it has got: it is asked for those from an even number.
func (g *stepwise) spreadByWeight(s *search, w Walker, goal Place, limit int32) {
	home := int32(goal) << 1
	for len(s.heap) > 0 {
		at := s.lightest()
		p, odd := Place(at.state>>1), at.state&1
		switch cost := at.weight >> freeBits; {
		case at.weight != s.weights[at.state]: // reached cheaper meanwhile
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

// weightOf returns what the step from a state to one next to it weighs.
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
