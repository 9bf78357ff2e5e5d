package find

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/rulec/rulec/internal/sim"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// Repeats is how often an action may be done in one turn before it counts as free, if nothing of its
// actor's pools went by it.
const Repeats = 20

// question is an action that a side does.
type question struct {
	action *program.Action
	side   int
}

// way is how fights are played: as the tactics have it, or with one question's action forbidden or
// done whenever it is allowed.
type way struct {
	question
	forbidden, forced bool
	// looks is set where it has to be seen who could do nothing: then fights are recorded.
	looks bool
}

// asItIs is how the tactics have it.
var asItIs = way{question: question{side: -1}, looks: true}

// fought is what is kept of a fight.
type fought struct {
	// winner is the side that won, or -1.
	winner int
	// did is how often each side did each action.
	did map[question]int
	// locks are the questions whose action left a foe of the side unable to do anything, and locked tells of
	// each side whether any action of it did; both only where that is looked at.
	locks  map[question]bool
	locked []bool
	// free is set when an action that was done whenever it was allowed was done so often in one turn,
	// and its actor had lost nothing of any pool.
	free bool
}

// player plays fights in one goroutine.
type player struct {
	way
	machine *interp.Machine
	sides   []int
	tactics interp.Tactics
	// passed are the numbers of the events in which somebody passed who could have done something.
	passed map[int]bool
	// turns are, by thing, how often it has done the forced action in the turn at hand.
	turns []streak
	// paid are the pools of which somebody has less who has paid something, or come to harm.
	paid map[*program.Field]bool
	now  *fought
}

// streak is how often somebody has done the forced action in the turn at hand.
type streak struct {
	entry int
	clock float64
	times int
	// first is what they had when they began, left what they have.
	first, left []float64
}

func (j *Job) newPlayer(fight *interp.Fight, w way) *player {
	p := &player{way: w, passed: map[int]bool{}, turns: make([]streak, len(j.Encounter.Things)+1), paid: paidPools(j.Encounter.Program)}
	for _, t := range j.Encounter.Things {
		p.sides = append(p.sides, t.Side)
	}
	if w.forbidden {
		p.tactics.Without = func(who board.Thing, a *program.Action) bool { return a == p.action && p.isOurs(who) }
	}
	p.machine = interp.New(fight, interp.Options{Seed: j.Seed, Seeded: true, Trace: w.looks, Limits: j.Limits, Context: j.Cut})
	p.machine.SetChooser(p)
	p.machine.Observe(p)
	return p
}

// isOurs tells whether somebody is of the side that is asked about.
func (p *player) isOurs(who board.Thing) bool { return who > 0 && p.sides[who-1] == p.side }

// play plays one fight.
func (p *player) play(trial uint64) (*fought, error) {
	sides := len(p.machine.Encounter().Sides)
	p.now = &fought{did: map[question]int{}}
	for i := range p.turns {
		p.turns[i].entry = -1
	}
	clear(p.passed)
	p.machine.Reset(trial)
	out, err := p.machine.Run()
	if err != nil {
		return nil, err
	}
	p.now.winner = out.Winner - 1
	if p.looks {
		p.now.locks, p.now.locked = locksOf(p.machine, p.sides, sides, p.passed)
	}
	return p.now, nil
}

// Act takes what the tactic does, or the forced action where that is allowed.
func (p *player) Act(m *interp.Machine, q *interp.Question) (value.Act, error) {
	if p.forced && p.isOurs(q.Actor) {
		if act, ok := p.force(m, q); ok {
			return act, nil
		}
	}
	act, err := p.tactics.Act(m, q)
	if p.looks && err == nil && act == value.NoAct && m.CouldAnswer(q) {
		p.passed[len(m.Trace().Events)] = true
	}
	return act, err
}

// force does the action, unless it has been done often enough in this turn.
func (p *player) force(m *interp.Machine, q *interp.Question) (value.Act, bool) {
	t := &p.turns[q.Actor]
	counts := func(f *program.Field) bool { return p.paid[f] }
	if t.entry != q.Entry || t.clock != m.Now() {
		t.entry, t.clock, t.times = q.Entry, m.Now(), 0
		t.first = m.Left(q.Actor, counts, t.first[:0])
	}
	if t.times > Repeats {
		return value.NoAct, false
	}
	act, ok := p.tactics.Insist(m, q, p.action)
	if !ok {
		return value.NoAct, false
	}
	if t.times++; t.times > Repeats {
		t.left = m.Left(q.Actor, counts, t.left[:0])
		p.now.free = p.now.free || noneLess(t.left, t.first)
	}
	return act, true
}

// paidPools are the pools that actions cost, what may be paid in their place, and those whose loss is harm.
func paidPools(p *program.Program) map[*program.Field]bool {
	paid := map[*program.Field]bool{}
	var add func(f *program.Field)
	add = func(f *program.Field) {
		if paid[f] {
			return
		}
		paid[f] = true
		for _, part := range f.Pool.Stack {
			add(part)
		}
		for i := range f.Pool.Instead {
			add(f.Pool.Instead[i].Pool)
		}
	}
	for _, a := range p.Actions {
		for i := range a.Costs {
			add(a.Costs[i].Pool)
		}
	}
	if p.Reports != nil {
		for _, f := range p.Reports.Health {
			add(f)
		}
	}
	return paid
}

// noneLess tells whether none of some numbers is less than it was.
func noneLess(now, was []float64) bool {
	for i, v := range now {
		if v < was[i] {
			return false
		}
	}
	return true
}

// Choose leaves choices to the tactic.
func (p *player) Choose(m *interp.Machine, q *interp.Question, picked []int) ([]int, bool, error) {
	return p.tactics.Choose(m, q, picked)
}

// Acted counts an action.
func (p *player) Acted(d interp.Deed) {
	if d.Actor > 0 && p.sides[d.Actor-1] >= 0 {
		p.now.did[question{d.Action, p.sides[d.Actor-1]}]++
	}
}

// Tested counts nothing.
func (p *player) Tested(interp.Tested) {}

// Changed counts nothing.
func (p *player) Changed(interp.Harm) {}

// playAll plays all fights in one way. Each is what it is whoever plays it, so that the number of
// workers doesn't show.
func (j *Job) playAll(ctx context.Context, fight *interp.Fight, w way) ([]*fought, error) {
	fights := make([]*fought, j.Fights)
	workers := j.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var (
		all    sync.WaitGroup
		next   atomic.Uint64
		mutex  sync.Mutex
		failed *sim.Stopped
	)
	for range min(uint64(workers), j.Fights, maxWorkers) {
		p := j.newPlayer(fight, w)
		all.Go(func() {
			for ctx.Err() == nil {
				trial := next.Add(1) - 1
				if trial >= j.Fights {
					return
				}
				f, err := p.play(trial)
				if err != nil {
					mutex.Lock()
					if failed == nil || trial < failed.Trial {
						failed = &sim.Stopped{Trial: trial, Err: err}
					}
					mutex.Unlock()
					return // all before it have been handed out, and will be played
				}
				fights[trial] = f
			}
		})
	}
	all.Wait()
	switch {
	case ctx.Err() != nil || j.IsCut():
		return nil, sim.ErrStopped
	case failed != nil:
		return nil, failed
	}
	j.Played(j.Fights)
	return fights, nil
}
