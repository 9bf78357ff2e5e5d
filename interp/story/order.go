package story

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/trace"
)

// ordering is what has been rolled and scheduled outside of actions since an entry began: if several have rolled for the same label, and
// are due then, they rolled for the order of their turns.
type ordering struct {
	rolls []*trace.Event
	due   []*trace.Event
}

// orders records a roll, or a creature's entry put on the agenda.
func (s *telling) orders(e *trace.Event) {
	switch {
	case len(s.acts) > 0:
	case e.Kind == trace.Roll:
		s.order.rolls = append(s.order.rolls, e)
	case e.Who > 0 && e.Count > 0 && (len(s.order.due) == 0 || s.order.due[0].Entry == e.Entry):
		s.order.due = append(s.order.due, e)
	}
}

// orderLine writes the order of those who have rolled for it, with their rolls or, if the clock itself shows whose turn it is, with their
// times.
func (s *telling) orderLine() {
	order := s.order
	s.order = ordering{}
	rolled := order.rolled()
	if len(order.due) < 2 || len(rolled) < 2 || !s.allDue(rolled, order.due) {
		return
	}
	s.inOrder(order.due)
	time := func(e *trace.Event) float64 { return s.trace.Values[e.First] }
	text, at := "Order: ", func(e *trace.Event) string { return s.rolledBy(e, rolled) }
	if time(order.due[0]) != time(order.due[len(order.due)-1]) {
		text, at = "Order, by "+s.unit()+": ", func(e *trace.Event) string { return " " + number.Format(time(e)) + s.termsOf(e, time(e), "") }
	}
	names := make([]string, len(order.due))
	for i, e := range order.due {
		names[i] = s.names.Thing(board.Thing(e.Who)) + at(e)
	}
	text += strings.Join(names, ", ")
	s.line(&trace.Event{Depth: order.due[0].Depth}, text, text)
}

// rolled returns the rolls with the most frequent label.
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

// allDue reports whether all creatures that have rolled are due: otherwise they didn't roll for their turns.
func (s *wording) allDue(rolls, due []*trace.Event) bool {
	return !slices.ContainsFunc(rolls, func(r *trace.Event) bool {
		return int(r.Roller) < len(s.names.Encounter.Things) && !slices.ContainsFunc(due, func(e *trace.Event) bool { return e.Who-1 == r.Roller })
	})
}

// rolledBy is the last roll of an entry's owner, or of its side.
func (s *wording) rolledBy(e *trace.Event, rolls []*trace.Event) string {
	side := len(s.names.Encounter.Things) + s.names.Encounter.Things[e.Who-1].Side
	for _, r := range slices.Backward(rolls) {
		if r.Roller == e.Who-1 || int(r.Roller) == side {
			return " " + number.Format(r.Amount)
		}
	}
	return ""
}

// inOrder sorts entries by their times; equal ones in the order in which they come up, those that haven't yet last.
func (s *wording) inOrder(due []*trace.Event) {
	turnAt := map[int32]int{}
	for _, e := range due {
		came := func(x trace.Event) bool {
			return x.Kind == trace.Entry && x.Entry == e.Entry && x.Who == e.Who && x.Now >= due[0].Now
		}
		if turnAt[e.Who] = slices.IndexFunc(s.trace.Events, came); turnAt[e.Who] < 0 {
			turnAt[e.Who] = len(s.trace.Events)
		}
	}
	slices.SortStableFunc(due, func(a, b *trace.Event) int {
		keys := func(e *trace.Event) []float64 { return s.trace.Values[e.First : e.First+e.Count] }
		if by := slices.Compare(keys(a), keys(b)); by != 0 {
			return by
		}
		return turnAt[a.Who] - turnAt[b.Who]
	})
}
