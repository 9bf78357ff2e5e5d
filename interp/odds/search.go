package odds

import (
	"container/heap"
	"errors"
	"slices"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/lang/diag"
)

// search tries all ways. It supplies the machine's dice.
type search struct {
	Options
	machine *interp.Machine
	trial   Trial
	tries   *dice.Tries

	// first is where it begins, memory the nodes that a run has reached, by state.
	first  end
	memory map[interp.Junction]*node
	// open are the nodes with unknown ways, the one with the likeliest next way first.
	open nodes

	// path are the nodes of the current run, of which passed have been passed; goes has the way taken at each. With paused it stops,
	// because the end of its path is known; failed is why it can't go on.
	path   []*node
	goes   []int
	passed int
	paused bool
	failed error

	played, merged, rarePlayed int
	steps, rareSteps           int64
}

// node is a point where a run can go several ways.
type node struct {
	ways []dice.Way
	// to has the end of each way, next is the first way with an unknown end; the likeliest come first.
	to   []end
	next int
	// from is the node before, by the way through which it was first reached; likely is the approximate probability of reaching the node.
	from   *node
	by     int
	likely float64
	// at is its index among the open ones, -1 if it isn't open.
	at int
	solving
}

// end is the end of a way: a node, or an outcome.
type end struct {
	node    *node
	outcome int
	known   bool
}

// share is the approximate probability of a way of a node, among all runs.
func (n *node) share(way int) float64 {
	chance, _ := n.ways[way].Chance.Float64()
	return n.likely * chance
}

// nodes is a heap with the likeliest next way on top.
type nodes []*node

func (h nodes) Len() int           { return len(h) }
func (h nodes) Less(i, j int) bool { return h[i].share(h[i].next) > h[j].share(h[j].next) }
func (h nodes) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].at, h[j].at = i, j
}

// Push and Pop implement heap.Interface.
func (h *nodes) Push(x any) {
	n := x.(*node)
	n.at = len(*h)
	*h = append(*h, n)
}

func (h *nodes) Pop() any {
	last := len(*h) - 1
	n := (*h)[last]
	*h, n.at = (*h)[:last], -1
	return n
}

// all tries all ways, or as many as time allows.
func (s *search) all() error {
	for {
		if err := s.run(); err != nil {
			return err
		}
		if len(s.open) == 0 || s.enough() {
			return nil
		}
		if s.played%hopelessRuns == 0 && s.untried() > 0.1 {
			return ErrTooMany
		}
		s.path, s.goes = s.path[:0], s.goes[:0]
		for n, way := s.open[0], s.open[0].next; n != nil; n, way = n.from, n.by {
			s.path, s.goes = append(s.path, n), append(s.goes, way)
		}
		slices.Reverse(s.path)
		slices.Reverse(s.goes)
	}
}

// enough reports whether it is time to stop: the rest may be rare.
func (s *search) enough() bool {
	n := s.open[0]
	if n.share(n.next) < rare && (s.rarePlayed >= rareRuns || s.rareSteps >= rareSteps) {
		return true
	}
	if s.played >= enoughRuns && s.played%enoughRuns == 0 && s.untried() < 1e-5 {
		return true
	}
	return s.played >= s.Runs || s.Steps > 0 && s.steps >= s.Steps || s.Done != nil && s.Done()
}

// untried is the approximate probability of everything untried.
func (s *search) untried() (sum float64) {
	for _, n := range s.open {
		for way := n.next; way < len(n.ways); way++ {
			sum += n.share(way)
		}
	}
	return sum
}

// run plays once, by the path and then by the likeliest way for each roll, and records where it leads.
func (s *search) run() error {
	isRare := len(s.open) > 0 && s.open[0].share(s.open[0].next) < rare
	s.passed, s.paused, s.failed = 0, false, nil
	s.machine.Fate(nil)
	err := s.trial.Play(s.machine, 0, func() { s.machine.Fate(s) })
	s.played++
	s.steps += s.machine.Took()
	if isRare {
		s.rarePlayed++
		s.rareSteps += s.machine.Took()
	}
	outcome := 0
	if err == nil && s.failed == nil && !s.paused {
		outcome, err = s.trial.Outcome(s.machine)
	}
	switch {
	case s.failed != nil:
		return s.failed
	case s.paused:
		return nil
	case isLimit(err):
		return ErrTooMany
	case err == nil:
		s.leads(end{outcome: outcome, known: true})
	}
	return err
}

// isLimit reports whether a run was stopped by the limit on steps.
func isLimit(err error) bool {
	var d *diag.Diagnostic
	return errors.As(err, &d) && d.Code == exec.TooMany
}

// leads records the end of the path.
func (s *search) leads(to end) {
	if len(s.path) == 0 {
		s.first = to
		return
	}
	last := len(s.path) - 1
	n := s.path[last]
	if to.node != nil && to.node.likely > 0 {
		effort := mostLikelier
		s.likelier(to.node, n.share(n.next), &effort)
	} else if to.node != nil {
		to.node.likely = n.share(n.next)
	}
	n.to[n.next] = to
	if n.next++; n.next < len(n.to) {
		heap.Fix(&s.open, n.at)
	} else {
		heap.Remove(&s.open, n.at)
	}
}

// mostLikelier is the maximum number of nodes updated because one has become likelier.
const mostLikelier = 500

// likelier adds to the probability of a node, and to those it leads to, if that matters.
func (s *search) likelier(n *node, by float64, effort *int) {
	n.likely += by
	if n.at >= 0 {
		heap.Fix(&s.open, n.at)
	}
	for i, to := range n.to[:n.next] {
		if *effort == 0 || by < rare || by < n.likely/100 {
			return
		}
		if to.node != nil {
			*effort--
			chance, _ := n.ways[i].Chance.Float64()
			s.likelier(to.node, by*chance, effort)
		}
	}
}

// Tries are the listed tries.
func (s *search) Tries() *dice.Tries { return s.tries }

// Choose returns the way to go.
func (s *search) Choose(fresh bool, ways func() ([]dice.Way, error)) (*dice.Way, error) {
	if s.passed < len(s.path) {
		n, way := s.path[s.passed], s.goes[s.passed]
		s.passed++
		return &n.ways[way], nil
	}
	at, known := interp.Junction{}, false
	if fresh && !s.Apart {
		if at, known = s.machine.Junction(); known && s.memory[at] != nil {
			s.merged++
			s.leads(end{node: s.memory[at], known: true})
			s.paused = true
			return nil, dice.ErrStopped
		}
	}
	list, err := ways()
	if err != nil {
		s.failed = err
		return nil, dice.ErrStopped
	}
	n := s.add(list)
	if known {
		s.memory[at] = n
	}
	if s.paused = len(list) == 0 || n.share(0) < rare; s.paused {
		return nil, dice.ErrStopped
	}
	return &n.ways[0], nil
}

// add adds a node to the path.
func (s *search) add(ways []dice.Way) *node {
	n := &node{ways: ways, to: make([]end, len(ways)), at: -1}
	if last := len(s.path) - 1; last >= 0 {
		n.from, n.by = s.path[last], s.goes[last]
	} else {
		n.likely = 1
	}
	s.leads(end{node: n, known: true})
	if len(ways) > 0 {
		heap.Push(&s.open, n)
	}
	s.path, s.goes = append(s.path, n), append(s.goes, 0)
	s.passed++
	return n
}
