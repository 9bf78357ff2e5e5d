package story

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/trace"
)

// ordering is what has been rolled and scheduled outside of actions since an entry began: where
// several have rolled for the same, and are due then, that was for the order of their turns.
type ordering struct {
	rolls []*trace.Event
	due   []*trace.Event
}

// orders keeps a roll, or an entry of somebody that was put on the agenda.
func (s *telling) orders(e *trace.Event) {
	switch {
	case len(s.acts) > 0:
	case e.Kind == trace.Roll:
		s.order.rolls = append(s.order.rolls, e)
	case e.Who > 0 && e.Count > 0 && (len(s.order.due) == 0 || s.order.due[0].Entry == e.Entry):
		s.order.due = append(s.order.due, e)
	}
}

// orderLine tells in which order those are due who have rolled for it, with what they rolled, or, where
// the clock itself says who is due, with its time.
func (s *telling) orderLine() {
	order := s.order
	s.order = ordering{}
	rolled := order.rolled()
	if len(order.due) < 2 || len(rolled) < 2 || !s.allDue(rolled, order.due) {
		return
	}
	text, at := "Order: ", s.rolledBy(rolled)
	if first, last := s.times(order.due); first != last {
		text, at = "Order, by "+s.unit()+": ", func(e *trace.Event) string { return " " + number.Format(s.trace.Values[e.First]) }
	}
	s.inOrder(order.due)
	names := make([]string, len(order.due))
	for i, e := range order.due {
		names[i] = s.names.Thing(board.Thing(e.Who)) + at(e)
	}
	text += strings.Join(names, ", ")
	s.line(&trace.Event{Depth: order.due[0].Depth}, text, text)
}

// rolled returns the rolls of the label that most have rolled for.
func (o *ordering) rolled() []*trace.Event {
	var most []*trace.Event
	for _, r := range o.rolls {
		same := slices.DeleteFunc(slices.Clone(o.rolls), func(x *trace.Event) bool { return x.Label != r.Label })
		if len(same) > len(most) {
			most = same
		}
	}
	return most
}

// allDue tells whether all creatures that have rolled are due: else it wasn't for their turns.
func (s *wording) allDue(rolls, due []*trace.Event) bool {
	return !slices.ContainsFunc(rolls, func(r *trace.Event) bool {
		return int(r.Roller) < len(s.names.Encounter.Things) && !slices.ContainsFunc(due, func(e *trace.Event) bool { return e.Who-1 == r.Roller })
	})
}

// rolledBy returns what says what the owner of an entry has rolled, or its side for it.
func (s *wording) rolledBy(rolls []*trace.Event) func(*trace.Event) string {
	things := int32(len(s.names.Encounter.Things))
	return func(e *trace.Event) string {
		side := things + int32(s.names.Encounter.Things[e.Who-1].Side)
		for _, r := range slices.Backward(rolls) {
			if r.Roller == e.Who-1 || r.Roller == side {
				return " " + number.Format(r.Amount)
			}
		}
		return ""
	}
}

// times are the first and the last time at which some entries are due.
func (s *wording) times(due []*trace.Event) (first, last float64) {
	first = s.trace.Values[due[0].First]
	last = first
	for _, e := range due {
		first, last = min(first, s.trace.Values[e.First]), max(last, s.trace.Values[e.First])
	}
	return first, last
}

// inOrder sorts entries by when they are due; those that are equal in that as they come up.
func (s *wording) inOrder(due []*trace.Event) {
	comesUp := map[int32]int{}
	for i := range s.trace.Events {
		if e := &s.trace.Events[i]; e.Kind == trace.Entry && e.Entry == due[0].Entry && e.Now >= due[0].Now && comesUp[e.Who] == 0 {
			comesUp[e.Who] = i + 1
		}
	}
	slices.SortStableFunc(due, func(a, b *trace.Event) int {
		keys := func(e *trace.Event) []float64 { return s.trace.Values[e.First : e.First+e.Count] }
		if by := slices.Compare(keys(a), keys(b)); by != 0 {
			return by
		}
		return comesUp[a.Who] - comesUp[b.Who]
	})
}
