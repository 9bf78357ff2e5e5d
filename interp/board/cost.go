package board

import "github.com/rulec/rulec/lang/program"

// Where the ruleset says what steps cost, the search for a way takes the cheapest state
// next. Steps may cost nothing: of ways that cost the same the walker takes one with the
// fewest of those, so that no way goes in a cycle.

// freeBits are the bits of a weight that count steps that cost nothing; what the others
// cost stands above them.
const freeBits = 22

// mostCost is what a way costs at most; what costs more is none.
const mostCost = 1 << 30

// weighs tells whether the ruleset says what the steps of a walker cost; nobody's cost 1.
func (g *Board) weighs(w Walker) bool { return g.costly && w.Thing != 0 }

// price returns what the ruleset says a step from p to q costs. Of the ground that something
// big comes to cover, the dearest counts.
func (g *Board) price(w Walker, p, q Place) int32 {
	switch {
	case !g.weighs(w):
		return 1
	case w.Size == 1 || g.Grid == program.ZoneGrid:
		g.looked(1)
		return g.who.Cost(w.Thing, p, q, q)
	}
	g.looked(int(w.Size) * int(w.Size))
	before, most, last := Area{p, w.Size}, int32(-1), -1
	visit := func(at Place) {
		if at == 0 || g.TerrainOf(at) == last || g.covers(before, at) {
			return
		}
		last = g.TerrainOf(at)
		most = max(most, g.who.Cost(w.Thing, p, q, at))
	}
	x, y := g.Coordinates(q)
	if g.Grid == program.SquareGrid {
		for i := range int(w.Size * w.Size) {
			visit(g.at(x+i%int(w.Size), y+i/int(w.Size)))
		}
	} else {
		g.visitDisc(x, y, int(w.Size)-1, visit)
	}
	if most < 0 { // the map ends there
		return g.who.Cost(w.Thing, p, q, q)
	}
	return most
}

// visitDisc visits the hexes at most radius away from a column and row; 0 outside.
func (g *Board) visitDisc(x, y, radius int, visit func(Place)) {
	q, r := axial(x, y)
	for dr := -radius; dr <= radius; dr++ {
		for dq := -radius; dq <= radius; dq++ {
			if hexLength(dq, dr) <= radius {
				visit(g.at(offset(q+dq, r+dr)))
			}
		}
	}
}

// queued is a state of a search that is to be looked at, and what it weighs.
type queued struct {
	weight int64
	state  int32
}

// weigh enters a state into a search by weight, unless it is there with no more.
func (s *search) weigh(state int32, weight int64) {
	if s.reach(state) >= 0 && s.weights[state] <= weight {
		return
	}
	s.stamp[state], s.nearer[state] = s.now, 0
	s.weights[state], s.cost[state] = weight, int32(weight>>freeBits)
	s.heap = append(s.heap, queued{weight, state})
	for i := len(s.heap) - 1; i > 0; {
		above := (i - 1) / 2
		if s.heap[above].weight <= s.heap[i].weight {
			return
		}
		s.heap[above], s.heap[i] = s.heap[i], s.heap[above]
		i = above
	}
}

// lightest takes the state of the least weight.
func (s *search) lightest() queued {
	top, last := s.heap[0], len(s.heap)-1
	s.heap[0] = s.heap[last]
	s.heap = s.heap[:last]
	for i := 0; ; {
		least := i
		for below := 2*i + 1; below <= 2*i+2 && below < last; below++ {
			if s.heap[below].weight < s.heap[least].weight {
				least = below
			}
		}
		if least == i {
			return top
		}
		s.heap[i], s.heap[least] = s.heap[least], s.heap[i]
		i = least
	}
}

// spreadByWeight is spread for a search by weight. A search back knows, too, how many
// diagonal steps there are up to where it has got: it is asked for those from an even number.
func (g *Board) spreadByWeight(s *search, w Walker, goal Place, limit int32) {
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
		next := g.growsTo(s, p)
		turning := g.turning(p)
		for i, q := range next {
			other := odd ^ int32(turning>>i&1)
			state := int32(q)<<1 | other
			reached := s.reach(state) >= 0
			switch {
			case reached && s.weights[state] <= at.weight, state != home && s.shut[q] == s.now, g.stopped(w.Size, p, i, q):
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
func (g *Board) weightOf(s *search, w Walker, from, to int32) int64 {
	p, q := Place(from>>1), Place(to>>1)
	length, _ := g.stepCost(p, q, from&1)
	cost := int64(g.price(w, p, q)) * int64(length)
	if cost == 0 {
		s.free = true
		return 1
	}
	return cost << freeBits
}
