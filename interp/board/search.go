package board

// reached is a place and its cost.
type reached struct {
	place Place
	cost  int32
}

// search holds the arrays of a search, breadth-first where each step costs a space. With alternating diagonals a
// state is a place and whether the number of diagonal steps so far is odd, else only a
// place.
type search struct {
	cost  []int32 // by state; valid if stamp is the search's number
	stamp []uint32
	now   uint32
	// shut marks, by place, with the search's number, where the walker may not be.
	shut []uint32
	// nearer is, by state, the next one on the way to the start of the search, as far as
	// found; 0 means not yet.
	nearer []int32
	// ring holds the states still to visit, by cost modulo 3.
	ring [3][]int32
	// back is set if it goes from the ends of ways to their start.
	back bool
	// byWeight is set if the ruleset sets the cost of steps. Then weights are the weights
	// of states, heap holds the states still to visit, and free is set
	// once a step has cost nothing.
	byWeight, free bool
	weights        []int64
	heap           []queued
	path           []Place
	// around holds the places that ways tests, found those that can be reached.
	around []Place
	found  []reached
	anchor []Place
}

// queued is a state of a search still to visit, and its weight.
type queued struct {
	weight int64
	state  int32
}

// freeBits are the bits of a weight that count steps that cost nothing; the cost of the others
// is above them.
const freeBits = 22

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

// start enters a state where the search starts.
func (s *search) start(state int32) {
	if s.byWeight {
		s.weigh(state, 0)
		return
	}
	s.put(state, 0)
}

// leastCost returns the cost of a place, or -1.
func (s *search) leastCost(p Place) int32 { return s.reach(s.cheapest(p)) }

// cheapest returns the state of a place with the least cost. Where a backward search by weight
// ends, no diagonal step has been made.
func (s *search) cheapest(p Place) int32 {
	even, odd := s.reach(int32(p)<<1), s.reach(int32(p)<<1|1)
	if odd >= 0 && (even < 0 || odd < even) && !(s.byWeight && s.back) {
		return int32(p)<<1 | 1
	}
	return int32(p) << 1
}

// left returns a number that decreases with each step to the start of the search, and is 0 there.
func (s *search) left(state int32) int64 {
	if s.byWeight {
		return s.weights[state]
	}
	return int64(s.cost[state])
}

// weigh enters a state into a search by weight, unless it has the same or a lower weight there.
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

// lightest removes and returns the state with the least weight.
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
