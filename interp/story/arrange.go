package story

import (
	"cmp"
	"slices"

	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang/program"
)

// A trace has its events in the order in which the rules ran: what several do at one time lands when all of them are done, and what a
// change brings about is looked for once the rules are at rest. A story tells each of these within the action that caused it, and what
// a change brings about after that change.

// scene is an action that is not part of another one, with everything that came of it; or a single other event.
type scene struct {
	events []placed
	// act is the number of the action, depth the depth of its begin, end its end; 0 and nil mean that it is a single event, or hasn't ended.
	act   int
	depth uint8
	end   *placed
	// tested is the depth of its last roll with an outcome.
	tested uint8
	// answers are the answers to something in it that are given at one time; nil means none.
	answers *arranging
}

// placed is an event with the number of events that had been recorded when it happened, itself included. It is the trace's own until it is
// told at another depth.
type placed struct {
	*trace.Event
	upTo int
}

// at makes it an event at another depth, which has landed.
func (e *placed) at(depth uint8) {
	moved := *e.Event
	moved.Depth, moved.Landing = depth, false
	e.Event = &moved
}

// arranging is the work of putting events in order.
type arranging struct {
	words  *wording
	scenes []*scene
	// last are the last actions by member of the batch, by those of each creature since the clock moved.
	last map[uint8]*scene
	by   map[int32]*scene
	// silent is set in an entry that the ruleset keeps out of the log: it completes what has been declared.
	silent bool
	// over are the actions that may have caused what the rules find when they are at rest; at is the one that the last such event
	// belonged to.
	over []*scene
	at   *scene
	// within is set while the events of a rule that runs at rest follow: they are deeper than depth.
	within bool
	depth  uint8
}

// arrange returns the events of a trace in the order in which they are told, and for each of them how many had been recorded when it, and
// all that is told before it, had happened.
func arrange(w *wording) (events []trace.Event, upTo []int) {
	t, a := w.trace, newArranging(w)
	for i := range t.Events {
		a.add(placed{&t.Events[i], i + 1})
	}
	events, upTo = make([]trace.Event, 0, len(t.Events)), make([]int, 0, len(t.Events))
	so := 0
	for _, e := range a.arranged() {
		so = max(so, e.upTo)
		events, upTo = append(events, *e.Event), append(upTo, so)
	}
	return events, upTo
}

func newArranging(w *wording) *arranging {
	return &arranging{words: w, last: map[uint8]*scene{}, by: map[int32]*scene{}}
}

// arranged lists the events in order.
func (a *arranging) arranged() (list []placed) {
	for _, s := range a.scenes {
		s.land()
		if s.act > 0 {
			s.causesFirst()
			s.countsDown()
		}
		list = append(list, s.events...)
		if s.end != nil {
			list = append(list, *s.end)
		}
	}
	return list
}

// open is the action in progress of a member of the batch; nil means none.
func (a *arranging) open(member uint8) *scene {
	if s := a.last[member]; s != nil && s.end == nil {
		return s
	}
	return nil
}

// answered is the action in progress that has been answered by what an event is part of: several answers at one time are a batch, whose
// members are numbered anew. Nil means none.
func (a *arranging) answered(e placed) *scene {
	s := a.open(0)
	switch own := a.open(e.Member); {
	case e.Member == 0:
		return nil
	case s != nil || e.Landing:
		return s
	case own == nil:
		return a.around(e.Depth)
	case own.answers != nil && own.answers.around(e.Depth) != nil:
		return own
	}
	return nil
}

// around is the last action in progress that something of some depth is part of; nil means none.
func (a *arranging) around(depth uint8) (last *scene) {
	for _, s := range a.last {
		if s.end == nil && s.depth < depth && (last == nil || s.act > last.act) {
			last = s
		}
	}
	return last
}

// land puts answers that were given at one time, and what has come of them, into the action that they answer.
func (s *scene) land() {
	if s.answers != nil {
		s.events, s.answers = append(s.events, s.answers.arranged()...), nil
	}
}

// add puts the next event of the trace where it belongs.
func (a *arranging) add(e placed) {
	if s := a.answered(e); s != nil {
		if s.answers == nil {
			s.answers = newArranging(a.words)
		}
		s.answers.add(e)
		return
	}
	s := cmp.Or(a.open(0), a.open(e.Member))
	if s != nil {
		s.land()
	}
	switch {
	case e.Landing && e.Member > 0 && a.last[e.Member] != nil:
		a.last[e.Member].lands(a.words, e)
	case e.Landing:
		a.scenes = append(a.scenes, &scene{events: []placed{e}})
	case s != nil && e.Depth >= s.depth && !separates(e.Kind):
		s.goesOn(e)
	case e.Kind == trace.Move && a.silent && a.by[e.Who] != nil:
		s = a.by[e.Who]
		s.events = append(s.events, e)
	case e.Kind == trace.Act && e.Act > 0 && (!a.within || e.Event.Event != nil):
		a.within = false
		s = &scene{events: []placed{e}, act: e.Act, depth: e.Depth}
		a.scenes, a.over = append(a.scenes, s), append(a.over, s)
		a.last[e.Member], a.by[e.Who] = s, s
	case a.atRest(e):
		a.follows(e)
	default:
		a.separate(e)
		a.scenes = append(a.scenes, &scene{events: []placed{e}})
	}
}

// goesOn adds an event to an action in progress.
func (s *scene) goesOn(e placed) {
	switch {
	case e.Kind == trace.ActEnd && e.Act == s.act:
		s.end = &e
		return
	case e.Kind == trace.Test:
		s.tested = e.Depth
	}
	s.events = append(s.events, e)
}

// lands adds what has become true at the end of a batch to the action of the member that did it: a change of a pool
// behind what was said of the same creature last, or behind the roll that it came of, whichever is later; else below its last roll.
func (s *scene) lands(w *wording, e placed) {
	depth, at := max(s.depth, s.tested+1), len(s.events)
	terms, _ := w.trace.SumOf(e.Event)
	for k := at - 1; k > 0 && e.Kind == trace.Pool && at == len(s.events); k-- {
		switch x := &s.events[k]; {
		case x.Kind == trace.Roll && len(terms) > 0 && x.Amount == terms[0].Value && w.rollTitle(x.Label) == terms[0].Label:
			at, depth = k+1, x.Depth+1
		case x.Who == e.Who && x.Kind == trace.Pool:
			at, depth = k+1, x.Depth
		case x.Who == e.Who && x.Kind == trace.Announce && x.Told != nil:
			at, depth = k+1, max(depth, x.Depth)
		}
	}
	e.at(depth)
	s.events = slices.Insert(s.events, at, e)
}

// separates reports whether events of a kind are never part of an action.
func separates(k trace.Kind) bool {
	switch k {
	case trace.Clock, trace.Wait, trace.Batch, trace.BatchEnd, trace.Entry, trace.EntryEnd, trace.Finish, trace.Status, trace.Start:
		return true
	}
	return false
}

// separate forgets the actions before an event that begins something new.
func (a *arranging) separate(e placed) {
	a.within = false
	switch e.Kind {
	case trace.Clock, trace.Wait:
		clear(a.by)
		fallthrough
	case trace.Batch, trace.Finish, trace.Start:
		clear(a.last)
		a.over, a.at = nil, nil
	case trace.Entry:
		a.silent = keptOut(e.Entry)
		fallthrough
	case trace.Announce, trace.Choice:
		if e.Member == 0 {
			a.over, a.at = nil, nil
		}
	}
}

// keptOut reports whether the ruleset keeps an entry out of the log.
func keptOut(e *program.Entry) bool { return e != nil && e.Told != nil && len(e.Told.Pieces) == 0 }

// atRest reports whether an event is something that the rules have found at rest after an action, not a condition that has ended or a pool
// that was reset because its time has come.
func (a *arranging) atRest(e placed) bool {
	if len(a.over) == 0 || separates(e.Kind) {
		return false
	}
	if a.within && e.Depth > a.depth {
		return true
	}
	switch e.Kind {
	case trace.End:
		return slices.ContainsFunc(e.Condition.Until, func(u *program.Until) bool { return u.Span == e.Span && u.When != nil })
	case trace.Pool:
		return !isReset(e.Event)
	case trace.Becomes, trace.Loses, trace.Begin, trace.Refresh, trace.Mute, trace.Unmute, trace.Carry, trace.Rule:
		return true
	}
	return false
}

// isReset reports whether a change of a pool is one of its resets.
func isReset(e *trace.Event) bool {
	return slices.ContainsFunc(e.Field.Pool.Resets, func(r *program.Reset) bool { return r.On.Span == e.Span })
}

// follows adds what was found at rest to the action that caused it: one that has changed the same creature, else that of the event before
// it, else the only one.
func (a *arranging) follows(e placed) {
	if !a.within || e.Depth <= a.depth {
		a.within, a.depth = e.Kind == trace.Rule, e.Depth
		to := a.at
		for _, s := range slices.Backward(a.over) {
			if s.concerns(e.Who) || s.concerns(e.Other) {
				to = s
				break
			}
		}
		switch {
		case to == nil && len(a.over) == 1:
			to = a.over[0]
		case to == nil:
			to = &scene{} // any of them may have caused it
			a.scenes = append(a.scenes, to)
		}
		a.at = to
	}
	if a.at.depth > 0 {
		e.at(e.Depth + a.at.depth)
	}
	a.at.events = append(a.at.events, e)
}

// concerns reports whether an action has changed a creature, as far as a story tells it.
func (s *scene) concerns(who int32) bool {
	return who > 0 && slices.ContainsFunc(s.events, func(e placed) bool {
		changed := e.Kind == trace.Pool && e.From != e.To && !e.Field.Quiet
		return e.Who == who && (changed || e.Condition != nil && e.Kind != trace.InstanceField && !e.Condition.Quiet)
	})
}

// causesFirst moves conditions behind the losses that they begin with, and what becomes of a creature before what ends for that reason.
func (s *scene) causesFirst() {
	s.forgetBrief()
	for i := len(s.events) - 2; i > 0; i-- {
		s.followBlow(i)
	}
	for i := len(s.events) - 1; i > 0; i-- {
		if e := &s.events[i]; e.Kind == trace.Begin || e.Kind == trace.Refresh {
			s.followLosses(i)
		}
	}
	for i := range s.events {
		for k := i; k > 0 && s.events[k].Kind == trace.Becomes && slices.Contains([]trace.Kind{trace.End, trace.Loses}, s.events[k-1].Kind); k-- {
			s.events[k-1], s.events[k] = s.events[k], s.events[k-1]
		}
	}
}

// followBlow moves what becomes of another creature than the actor, at i, behind what belongs to the blow: what is told of it next, its
// being moved, or what the actor imposes. What ends with a roll comes behind the result of that, and all that comes of the result.
func (s *scene) followBlow(i int) {
	e, to, actor := s.events[i], i, s.events[0].Who
	depth := e.Depth
	for k := i + 1; k < len(s.events) && s.events[k].Kind != trace.Rule; k++ {
		x := &s.events[k]
		switch told := x.Kind == trace.Announce && x.Told != nil; {
		case (e.Kind == trace.Begin || e.Kind == trace.Becomes) && e.Who != actor && x.Who == e.Who &&
			(told || x.Kind == trace.Move || x.Kind == trace.Begin && x.Other == actor && e.Other != actor):
			to, depth = k, min(depth, x.Depth)
			continue
		case e.Kind == trace.End && s.events[i-1].Kind == trace.Test && told && x.Depth < e.Depth:
			for to = k; to+1 < len(s.events) && s.events[to+1].Depth > x.Depth; to++ {
			}
		case !s.tells(x.Event):
			continue
		}
		break
	}
	if depth != e.Depth {
		e.at(depth)
	}
	s.move(i, to, e)
}

// move puts the event at i, as it is now, behind the one at to.
func (s *scene) move(i, to int, e placed) {
	copy(s.events[i:to], s.events[i+1:to+1])
	s.events[to] = e
}

// followLosses moves the condition at i behind the losses of its bearer that follow, unless a loss before it is the reason.
func (s *scene) followLosses(i int) {
	loses := func(k int) bool {
		x := s.events[k].Event
		return x.Kind == trace.Pool && x.Who == s.events[i].Who && !x.Field.Quiet && x.From != x.To && (x.To > x.From) == x.Field.Pool.Up // for the worse
	}
	for k := i - 1; k >= 0 && !s.tells(s.events[k].Event); k-- {
		if loses(k) {
			return
		}
	}
	to := i
	for k := i + 1; k < len(s.events) && !s.tells(s.events[k].Event); k++ {
		if loses(k) {
			to = k
		}
	}
	e := s.events[i]
	e.at(s.events[to].Depth)
	s.move(i, to, e)
}

// tells reports whether an event is more than an effect: something that is told by itself.
func (s *scene) tells(e *trace.Event) bool {
	switch e.Kind {
	case trace.Act, trace.ActEnd, trace.Roll, trace.Test, trace.Move:
		return true
	case trace.Choice:
		return e.How != trace.ByDefault
	}
	return e.Told != nil && (e.Kind == trace.Announce || e.Kind == trace.Rule)
}

// forgetBrief removes conditions that begin and end within the action with nothing told between, and those of creatures that it takes out
// of the fight as well: nobody notices them.
func (s *scene) forgetBrief() {
	begun := map[float64]int{}
	brief, fell, told := map[int]bool{}, map[int32]bool{}, 0
	for i := range s.events {
		switch e := &s.events[i]; {
		case s.tells(e.Event):
			clear(begun)
			clear(fell)
			told = e.upTo
		case e.Kind == trace.Begin && e.Instance != 0:
			begun[e.Instance] = e.upTo
		case e.Kind == trace.End && begun[e.Instance] > 0:
			brief[begun[e.Instance]], brief[e.upTo] = true, true
			delete(begun, e.Instance)
		case e.Kind == trace.Unschedule && fell[e.Who]: // it has no turns any more
			for _, x := range s.events[:i] {
				if x.Who == e.Who && x.upTo > told && (x.Kind == trace.Begin || x.Kind == trace.Refresh) {
					brief[x.upTo] = true
				}
			}
		case e.Kind == trace.Becomes:
			fell[e.Who] = true
		}
	}
	s.events = slices.DeleteFunc(s.events, func(e placed) bool { return brief[e.upTo] })
}

// countsDown makes what each payment leaves what is left where the story tells of it: in the line of its action, although it may be paid
// only after answers to the action have been.
func (s *scene) countsDown() {
	begun, pays := map[int]int{}, []int{}
	for i, e := range s.events {
		switch e.Kind {
		case trace.Act:
			begun[e.Act] = i
		case trace.Pay:
			changed := *e.Event
			s.events[i].Event, pays = &changed, append(pays, i)
		}
	}
	for n, first := range pays {
		for _, second := range pays[n+1:] {
			a, b := s.events[first], s.events[second]
			told, known := begun[b.Act]
			if a.Who == b.Who && a.Field == b.Field && a.Key == b.Key && known && told < begun[a.Act] && s.events[told].Who == b.Who {
				sign := map[bool]float64{true: -1, false: 1}[a.Field.Pool.Up]
				a.To -= sign * b.Amount
				b.To += sign * a.Amount
			}
		}
	}
}
