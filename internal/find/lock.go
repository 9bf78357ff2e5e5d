package find

import (
	"sort"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang/program"
)

// LockedTurns is in how many turns in a row somebody could do nothing who is locked.
const LockedTurns = 3

// locks reads in the record of a fight what left somebody who wasn't out unable to do anything
// in so many turns in a row, and was done to them at least twice meanwhile: an action, what it was done with, or
// a condition. Locked tells of each side whether it did so by anything.
func (p *player) locks(count int) (locks map[question]bool, locked []bool) {
	r := &record{
		Trace: p.machine.Trace(), encounter: p.machine.Encounter(), turns: map[*program.Entry]bool{},
		standings: make([][]standing, len(p.sides)+1), sides: p.sides, passed: p.passed,
		now: make([]idling, len(p.sides)+1), busy: make([]int, len(p.sides)+1), acts: map[int]int32{},
		locks: map[question]bool{}, locked: make([]bool, count),
	}
	r.look()
	begun := p.begun
	for i := range r.Events {
		for ; len(begun) > 0 && begun[0].at <= i; begun = begun[1:] {
			r.begins(begun[0])
		}
		r.event(i)
	}
	return r.locks, r.locked
}

// record is a record that is being read.
type record struct {
	*trace.Trace
	encounter *program.Encounter
	// turns are the entries in which somebody was asked what they do.
	turns map[*program.Entry]bool
	// standings are, by thing, when it was told how it is.
	standings [][]standing
	sides     []int
	passed    map[int]bool
	// Of each thing: how it idles, and how many acts of it are under way; acts says whose those are.
	now    []idling
	busy   []int
	acts   map[int]int32
	locks  map[question]bool
	locked []bool
}

// standing is an event at which it was told whether somebody is out.
type standing struct {
	at  int
	out bool
}

// idling is how long somebody has done nothing.
type idling struct {
	// open is set in a turn of theirs, acted if they have done something in it, or could have.
	open, acted bool
	// turns are those in a row in which they could do nothing, and since what was done to them
	// since the last one in which they could.
	turns int
	since map[question]int
}

// look finds out which entries are turns, and how everybody is when. Where nobody was asked by the event that
// the language has for turns, any event will do.
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
		case trace.Standing:
			r.standings[e.Who] = append(r.standings[e.Who], standing{i, e.Success})
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

// done notes an action with those to whom it was done: whoever it names, or all foes where it can't
// name anybody.
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

// begins notes a condition that somebody's action brings about.
func (r *record) begins(x beginning) {
	if side := r.sides[x.by-1]; side >= 0 {
		r.doneTo(question{x.condition, side}, x.bearer)
	}
}

// doneTo notes what was done to a foe.
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

// endTurn notes that a turn is over.
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

// isIn tells whether somebody whose event it is wasn't out when it was last told before it how they are,
// and still isn't when that is told next.
func (r *record) isIn(at int) bool {
	list := r.standings[r.Events[at].Who]
	next := sort.Search(len(list), func(i int) bool { return list[i].at > at })
	return next > 0 && next < len(list) && !list[next-1].out && !list[next].out
}
