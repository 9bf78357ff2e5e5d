package story

import (
	"slices"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/trace"
)

// alike renders the event at i together with the events after it that are changes of other pools of the same creature, or further steps of
// the same move. It returns their number.
func (s *telling) alike(i int) int {
	e, n := &s.trace.Events[i], 1
	if e.Kind == trace.Status {
		return s.readStates(i)
	}
	for n := len(s.ran); n > 0 && s.ran[n-1].Depth >= e.Depth; n-- {
		s.ran = s.ran[:n-1]
	}
	s.more, s.moreNow = s.more[:0], s.moreNow[:0]
	switch {
	case s.letGo(i):
		return 2
	case e.Kind == trace.Rule && e.Told == nil && !s.ruleSays(i):
		return 1
	case e.Kind == trace.Move:
		return s.ways(i)
	case e.Kind == trace.Roll && i+1 < len(s.trace.Events) && s.trace.Events[i+1].Thrown:
		if test := &s.trace.Events[i+1]; !s.rollsUnseen(test) {
			s.check(e, test, s.roll(e)+s.against(test))
			s.explain(test, len(s.above))
		}
		return 2
	case e.Kind == trace.Pool && e.Told == nil && s.worthTelling(e) && !s.full(e):
		n = s.changesAlike(i)
	}
	s.tell(e)
	return n
}

// changesAlike collects the changes right after the one at i of other pools of the same creature; it returns the number of events.
func (s *telling) changesAlike(i int) int {
	e, n := &s.trace.Events[i], 1
	for ; i+n < len(s.trace.Events) && s.trace.Events[i+n].Kind == trace.Pool; n++ {
		next := &s.trace.Events[i+n]
		if !s.worthTelling(next) {
			continue
		}
		if next.Who != e.Who || next.Field == e.Field || next.Told != nil || next.Depth != e.Depth || next.Landing != e.Landing {
			break
		}
		s.more = append(s.more, s.change(next)+s.difference(next, s.cause(next)))
		s.moreNow = append(s.moreNow, s.now(next))
	}
	return n
}

// ways renders the steps of a creature from the event at i on as one move, and likewise those that others make at the same time, with
// nothing to report in between; it returns the number of events up to the last of them.
func (s *telling) ways(i int) int {
	first, n := &s.trace.Events[i], 1
	var ways []*way
	for j := i; j < len(s.trace.Events); j++ {
		e := &s.trace.Events[j]
		if e.Kind != trace.Move || e.Depth != first.Depth || e.Landing != first.Landing {
			if !s.silent(e) {
				break
			}
			continue
		}
		from, to := board.Place(e.From), board.Place(e.To)
		at := slices.IndexFunc(ways, func(w *way) bool { return w.first.Who == e.Who })
		if at < 0 {
			ways = append(ways, &way{e, []board.Place{from, to}})
		} else if w := ways[at]; w.places[len(w.places)-1] != from {
			break
		} else if to != from { // staying is no step
			w.places = append(w.places, to)
		}
		n = j - i + 1
	}
	for _, w := range ways {
		s.way = w.places
		s.tell(w.first)
	}
	return n
}

// way is a creature's move: its first step, and all its places.
type way struct {
	first  *trace.Event
	places []board.Place
}

// silent reports whether an event within an action has nothing to show.
func (s *telling) silent(e *trace.Event) bool {
	switch e.Kind {
	case trace.Pool, trace.Field, trace.InstanceField:
		return !s.worthTelling(e)
	case trace.Schedule:
		return s.routine(e)
	case trace.Unschedule, trace.Skipped:
		return !s.full(e)
	case trace.Announce, trace.Rule:
		return e.Told == nil
	case trace.Line:
		return !s.trace.Explained || !e.Success && s.About == ""
	case trace.Hold, trace.Pass, trace.Weigh, trace.Return:
		return true
	case trace.Begin, trace.Refresh, trace.End, trace.Mute, trace.Unmute, trace.Becomes, trace.Loses:
		return e.Condition.Quiet
	case trace.Choice:
		return s.choosesUnseen(e)
	case trace.Roll, trace.Test:
		return s.rollsUnseen(e)
	case trace.Draw, trace.Discard, trace.Shuffle:
		return s.dealsUnseen(e)
	}
	return false
}

// ruleSays reports whether a rule has done anything that the log shows.
func (s *telling) ruleSays(i int) bool {
	depth := s.trace.Events[i].Depth
	for j := i + 1; j < len(s.trace.Events) && s.trace.Events[j].Depth > depth; j++ {
		if !s.silent(&s.trace.Events[j]) {
			return true
		}
	}
	return false
}

// letGo renders the events at i and after it in one line if they release something and place it somewhere.
func (s *telling) letGo(i int) bool {
	if i+1 == len(s.trace.Events) {
		return false
	}
	e, next := &s.trace.Events[i], &s.trace.Events[i+1]
	if e.Kind != trace.Carry || e.Other != 0 || next.Kind != trace.Move || next.Who != e.Who {
		return false
	}
	at := s.placeText(board.Place(next.To))
	if at == s.names.Board.Name(board.Place(next.To)) {
		at = "at " + at
	}
	text := s.names.Thing(board.Thing(e.Who)) + " is let go " + at
	if s.names.Encounter.Things[e.Who-1].Kind != s.names.Program.Creature {
		text = "the " + s.names.Thing(board.Thing(e.Who)) + " lands " + at
	}
	s.follow(next)
	s.line(e, text, text)
	return true
}
