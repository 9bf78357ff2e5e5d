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

// search tries all ways. It is the fate of the machine.
type search struct {
	Options
	machine *interp.Machine
	trial   Trial
	tries   *dice.Tries

	// first is where it begins, memory are the nodes where a run has been, by where that is.
	first  end
	memory map[interp.Junction]*node
	// open are the nodes of which not all ways are known, the one with the likeliest next.
	open nodes

	// path are the nodes of the run at hand, of which so many have been passed; at each it goes the way
	// that goes says. With paused it stops, since where its path leads is known; failed is why it can't
	// go on.
	path   []*node
	goes   []int
	passed int
	paused bool
	failed error

	played, merged, rarePlayed int
	steps, rareSteps           int64
}

// node is where a run can go several ways.
type node struct {
	ways []dice.Way
	// to is by way where it leads, next the first of which that isn't known; the likeliest come first.
	to   []end
	next int
	// from is the node before, by the way in which it was first come to; likely how likely it is, about,
	// to come to the node.
	from   *node
	by     int
	likely float64
	// at is where it stands among the open ones, -1: it isn't there.
	at int
	solving
}

// end is where a way leads: to a node, or to an outcome.
type end struct {
	node    *node
	outcome int
	known   bool
}

// share is about how likely a way of a node is, of all runs.
func (n *node) share(way int) float64 {
	chance, _ := n.ways[way].Chance.Float64()
	return n.likely * chance
}

// nodes are a heap with the likeliest next way on top.
type nodes []*node

func (h nodes) Len() int           { return len(h) }
func (h nodes) Less(i, j int) bool { return h[i].share(h[i].next) > h[j].share(h[j].next) }
func (h nodes) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].at, h[j].at = i, j
}

// Push and Pop are those of a heap.
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

// all tries all ways, or what it has the time for.
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

// enough tells whether it is time to stop: what is left may be rare.
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

// untried is about how likely what hasn't been tried is.
func (s *search) untried() (sum float64) {
	for _, n := range s.open {
		for way := n.next; way < len(n.ways); way++ {
			sum += n.share(way)
		}
	}
	return sum
}

// run plays once, by the path and then by the likeliest way for each roll, and notes where it leads.
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

// isLimit tells whether a run was stopped since it went too far.
func isLimit(err error) bool {
	var d *diag.Diagnostic
	return errors.As(err, &d) && d.Code == exec.TooMany
}

// leads notes where the path leads.
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

// mostLikelier is how many nodes are found likelier at most because one is.
const mostLikelier = 500

// likelier notes that a node is likelier by so much, and those to which it leads, where that matters.
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

// Tries are those that have been listed.
func (s *search) Tries() *dice.Tries { return s.tries }

// Choose says which way it goes.
func (s *search) Choose(fresh bool, ways func() ([]dice.Way, error)) (*dice.Way, error) {
	if s.passed < len(s.path) {
		n, way := s.path[s.passed], s.goes[s.passed]
		s.passed++
		return &n.ways[way], nil
	}
	at, told := interp.Junction{}, false
	if fresh && !s.Apart {
		if at, told = s.machine.Junction(); told && s.memory[at] != nil {
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
	if told {
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
