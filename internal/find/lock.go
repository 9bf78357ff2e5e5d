package find

import (
	"sort"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang/program"
)

// LockedTurns is the number of turns in a row in which a locked creature can do nothing.
const LockedTurns = 3

// locks reads the record of a fight for creatures that weren't out but unable to do anything in [LockedTurns] turns
// in a row. It returns what was done to them at least twice in that time: an action, what it was done with, or a
// condition. Locked reports for each side whether it did so by anything.
func (p *player) locks(count int) (locks map[question]bool, locked []bool) {
	r := &record{
		Trace: p.machine.Trace(), encounter: p.machine.Encounter(), turns: map[*program.Entry]bool{},
		statuses: make([][]status, len(p.sides)+1), sides: p.sides, passed: p.passed,
		now: make([]idling, len(p.sides)+1), busy: make([]int, len(p.sides)+1), acts: map[int]int32{},
		locks: map[question]bool{}, locked: make([]bool, count),
	}
	r.look()
	started := p.started
	for i := range r.Events {
		for ; len(started) > 0 && started[0].at <= i; started = started[1:] {
			r.begins(started[0])
		}
		r.event(i)
	}
	return r.locks, r.locked
}

// record is a record that is being read.
type record struct {
	*trace.Trace
	encounter *program.Encounter
	// turns are the entries in which a creature was asked what it does.
	turns map[*program.Entry]bool
	// standings are, by thing, the events that show whether it is out.
	statuses [][]status
	sides    []int
	passed   map[int]bool
	// For each thing: how it idles, and how many of its acts are in progress; acts has the actor of each act.
	now    []idling
	busy   []int
	acts   map[int]int32
	locks  map[question]bool
	locked []bool
}

// status is an event that shows whether a creature is out.
type status struct {
	at  int
	out bool
}

// idling is how long a creature has done nothing.
type idling struct {
	// open is set during its turn, acted if it has done something in it, or could have.
	open, acted bool
	// turns counts its turns in a row in which it could do nothing, and since counts what was done to it since the
	// last turn in which it could.
	turns int
	since map[question]int
}

// look finds out which entries are turns, and when creatures are out. If no one was asked by the turn event of the
// language, any event counts as a turn.
func (r *record) look() {
	entries, others := map[int32]*program.Entry{}, map[*program.Entry]bool{}
	for i := range r.Events {
		switch e := &r.Events[i]; e.Kind {
		case trace.Entry:
			entries[e.Who] = e.Entry
		case trace.EntryEnd:
			delete(entries, e.Who)
		case trace.Act, trace.Pass:
			switch x := entries[e.Who]; {
			case x == nil || e.Event == nil:
			case e.Event == r.Turn:
				r.turns[x] = true
			default:
				others[x] = true
			}
		case trace.Status:
			r.statuses[e.Who] = append(r.statuses[e.Who], status{i, e.Success})
		}
	}
	if len(r.turns) == 0 {
		r.turns = others
	}
}

// event reads an event.
func (r *record) event(i int) {
	e := &r.Events[i]
	if e.Who == 0 && e.Kind != trace.ActEnd {
		return
	}
	x := &r.now[e.Who]
	switch e.Kind {
	case trace.Entry:
		if r.turns[e.Entry] {
			x.open, x.acted = true, r.busy[e.Who] > 0
		}
	case trace.EntryEnd:
		if r.turns[e.Entry] {
			x.open = false
			r.endTurn(i, x, !x.acted)
		}
	case trace.EntrySkipped:
		if r.turns[e.Entry] {
			r.endTurn(i, x, r.busy[e.Who] == 0)
		}
	case trace.Pass:
		x.acted = x.acted || r.passed[i]
	case trace.Act:
		x.acted = true
		r.busy[e.Who]++
		r.acts[e.Act] = e.Who
		r.done(e)
	case trace.ActEnd:
		if who := r.acts[e.Act]; who != 0 {
			r.busy[who]--
			delete(r.acts, e.Act)
		}
	}
}

// done records an action and its targets: all that it names, or all foes if it can't name any.
func (r *record) done(e *trace.Event) {
	side := r.sides[e.Who-1]
	if side < 0 {
		return
	}
	subjects := []any{e.Action}
	var targets []board.Thing
	names := false
	for i, p := range e.Action.Params {
		v := r.Values[int(e.First)+i]
		if used := usedBy(r.encounter, p, v); used != nil {
			subjects = append(subjects, used)
		} else if p.Type.Kind == program.ThingType {
			names = true
			if v > 0 {
				targets = append(targets, board.Thing(v))
			}
		}
	}
	if !names {
		for i := range r.sides {
			targets = append(targets, board.Thing(i+1))
		}
	}
	for _, x := range subjects {
		for _, target := range targets {
			r.doneTo(question{x, side}, target)
		}
	}
}

// begins records a condition that a creature's action causes.
func (r *record) begins(x beginning) {
	if side := r.sides[x.by-1]; side >= 0 {
		r.doneTo(question{x.condition, side}, x.bearer)
	}
}

// doneTo records what was done to a foe.
func (r *record) doneTo(q question, who board.Thing) {
	if side := r.sides[who-1]; side < 0 || side == q.side {
		return
	}
	x := &r.now[who]
	if x.since == nil {
		x.since = map[question]int{}
	}
	x.since[q]++
}

// endTurn records the end of a turn.
func (r *record) endTurn(at int, x *idling, idle bool) {
	if !idle || !r.isIn(at) {
		x.turns = 0
		clear(x.since)
		return
	}
	if x.turns++; x.turns < LockedTurns {
		return
	}
	for q, times := range x.since {
		if times >= 2 {
			r.locks[q], r.locked[q.side] = true, true
		}
	}
}

// isIn reports whether the creature of an event wasn't out at its last standing before the event, nor at the next
// one.
func (r *record) isIn(at int) bool {
	list := r.statuses[r.Events[at].Who]
	next := sort.Search(len(list), func(i int) bool { return list[i].at > at })
	return next > 0 && next < len(list) && !list[next-1].out && !list[next].out
}
