package odds

import (
	"math/big"
	"slices"
)

// solving is a node's data for computing how often runs reach it.
type solving struct {
	// visits is how often runs reach it, on average.
	visits *big.Rat
	// number is its position in the order in which nodes were first seen, from 1; low the least number of the nodes it leads to that are in
	// no finished round; round is its round.
	number, low int
	round       *round
}

// round is a set of nodes that all lead to each other, or a single node.
type round struct {
	nodes []*node
	// place is the index of each node in nodes.
	place map[*node]int
}

// sums are the probabilities of the outcomes.
type sums struct {
	chances map[int]*big.Rat
	// endless is the probability that a run never ends.
	endless *big.Rat
	// done, if not nil, reports whether the time is over; then over is set, and the sums are useless.
	done func() bool
	over bool
}

// late reports whether the time is over.
func (s *sums) late() bool {
	s.over = s.over || s.done != nil && s.done()
	return s.over
}

// solve computes the probability of each outcome from the ends of the ways: by how often runs reach each node, first to last, all nodes of
// a round at once. The error is [ErrTooMany] if the time is over first.
func (s *search) solve() (*Odds, error) {
	to := sums{chances: map[int]*big.Rat{}, endless: new(big.Rat)}
	if s.Timer != nil {
		to.done = s.Timer()
	}
	to.add(s.first, big.NewRat(1, 1))
	if s.first.node != nil {
		f := finding{}
		f.visit(s.first.node)
		for _, r := range slices.Backward(f.rounds) {
			r.leave(&to)
		}
	}
	if to.over {
		return nil, ErrTooMany
	}
	if to.endless.Sign() > 0 {
		return nil, &NoEnd{to.endless}
	}
	left := big.NewRat(1, 1)
	for _, p := range to.chances {
		left.Sub(left, p)
	}
	return &Odds{Chances: to.chances, Left: left, Unfinished: len(s.open) > 0, Runs: s.played, Merged: s.merged, Steps: s.steps}, nil
}

// add adds a probability to an end: to its outcome, or to the visits of its node.
func (s *sums) add(to end, p *big.Rat) {
	switch {
	case to.node != nil:
		to.node.visits = plus(to.node.visits, p)
	case to.known:
		s.chances[to.outcome] = plus(s.chances[to.outcome], p)
	}
}

func plus(to, p *big.Rat) *big.Rat {
	if to == nil {
		to = new(big.Rat)
	}
	return to.Add(to, p)
}

// finding finds rounds, later ones first (by Tarjan's algorithm).
type finding struct {
	seen   int
	stack  []*node
	rounds []*round
}

func (f *finding) visit(n *node) {
	f.seen++
	n.number, n.low = f.seen, f.seen
	f.stack = append(f.stack, n)
	for _, to := range n.to {
		switch next := to.node; {
		case next == nil:
		case next.number == 0:
			f.visit(next)
			n.low = min(n.low, next.low)
		case next.round == nil:
			n.low = min(n.low, next.number)
		}
	}
	if n.low != n.number {
		return
	}
	first := len(f.stack) - 1
	for f.stack[first] != n {
		first--
	}
	r := &round{nodes: slices.Clone(f.stack[first:]), place: map[*node]int{}}
	for i, x := range r.nodes {
		x.round, r.place[x] = r, i
	}
	f.stack = f.stack[:first]
	f.rounds = append(f.rounds, r)
}

// leave adds up the ends of runs that have reached a round.
func (r *round) leave(s *sums) {
	if !r.solve(s) {
		return
	}
	for _, n := range r.nodes {
		for i, to := range n.to {
			if s.late() {
				return
			}
			if to.node == nil && to.known || to.node != nil && to.node.round != r {
				s.add(to, new(big.Rat).Mul(n.visits, n.ways[i].Chance))
			}
		}
	}
}

// solve computes how often runs reach each node of a round, from how often they reach it from outside. It returns false if they never leave
// it.
func (r *round) solve(s *sums) bool {
	rows, leaves := r.within()
	if rows == nil {
		return true
	}
	if !leaves {
		for _, n := range r.nodes {
			if n.visits != nil {
				s.endless.Add(s.endless, n.visits)
			}
		}
		return false
	}
	for _, n := range r.nodes {
		n.visits = plus(n.visits, new(big.Rat))
	}
	// Eliminate one node after the other: runs that reach it go on at once to its successors.
	left := make([]left, 0, len(r.nodes))
	for range r.nodes {
		left = append(left, rows.leaveOut(r, s))
	}
	// The visits of an eliminated node follow from those of the nodes that remained then.
	for _, l := range slices.Backward(left) {
		if s.late() {
			return false
		}
		for from, p := range l.from {
			more := new(big.Rat).Mul(r.nodes[from].visits, p)
			l.node.visits.Add(l.node.visits, more.Mul(more, l.again))
		}
	}
	return true
}

// rows are the probabilities of the ways from each node of a round to each other one; rows of eliminated nodes are nil.
type rows []map[int]*big.Rat

// within returns the rows of a round; nil means that no node leads back to itself. Leaves reports whether anything leads out of it.
func (r *round) within() (list rows, leaves bool) {
	back := false
	list = make(rows, len(r.nodes))
	for i, n := range r.nodes {
		list[i] = map[int]*big.Rat{}
		all := new(big.Rat)
		for k, to := range n.to {
			if to.node != nil && to.node.round == r {
				at := r.place[to.node]
				list[i][at] = plus(list[i][at], n.ways[k].Chance)
				all.Add(all, n.ways[k].Chance)
				back = true
			}
		}
		leaves = leaves || all.Cmp(big.NewRat(1, 1)) < 0
	}
	if !back {
		return nil, true
	}
	return list, leaves
}

// left is a node that was eliminated.
type left struct {
	node *node
	// again is the average number of visits once a run has come to it; from are the ways that led to it then.
	again *big.Rat
	from  map[int]*big.Rat
}

// leaveOut eliminates the node with the fewest ways through it.
func (rs rows) leaveOut(r *round, s *sums) left {
	before := make([]int, len(rs))
	for _, row := range rs {
		for to := range row {
			before[to]++
		}
	}
	at := -1
	for i, row := range rs {
		if row != nil && (at < 0 || before[i]*len(row) < before[at]*len(rs[at])) {
			at = i
		}
	}
	row := rs[at]
	rs[at] = nil
	l := left{node: r.nodes[at], again: big.NewRat(1, 1), from: map[int]*big.Rat{}}
	if p := row[at]; p != nil {
		l.again.Inv(l.again.Sub(l.again, p))
		delete(row, at)
	}
	for _, p := range row {
		p.Mul(p, l.again)
	}
	for i, from := range rs {
		if s.late() {
			return l
		}
		if p := from[at]; p != nil {
			l.from[i] = p
			delete(from, at)
			for to, q := range row {
				from[to] = plus(from[to], new(big.Rat).Mul(p, q))
			}
		}
	}
	came := new(big.Rat).Set(l.node.visits)
	for to, q := range row {
		r.nodes[to].visits.Add(r.nodes[to].visits, new(big.Rat).Mul(came, q))
	}
	l.node.visits.Mul(l.node.visits, l.again)
	return l
}
