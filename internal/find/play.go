package find

import (
	"context"
	"slices"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// Repeats is how often an action may be done in one turn before it counts as free, if nothing of its actor's pools
// was lost.
const Repeats = 20

// way is how fights are played: by tactics; without the subject of a question, or with it always done or used; or
// with a side that thinks ahead.
type way struct {
	question
	without, always bool
	// looks is set to find out who could do nothing: then fights are recorded.
	looks bool
	// ahead is set if a side thinks ahead. Of such fights only the deeds are kept: conditions in imagined
	// continuations don't count.
	ahead bool
}

// asItIs is by tactics, thinkingAhead is for a side that thinks ahead.
var (
	asItIs        = way{question: question{side: -1}, looks: true}
	thinkingAhead = way{question: question{side: -1}, ahead: true}
)

// fought is the result of a fight.
type fought struct {
	// winner is the side that won, or -1.
	winner int
	// did is how often each side did, used or caused each subject.
	did map[question]int
	// locks are the questions whose subject left a foe of the side unable to do anything, and locked reports for
	// each side whether any of them did; both are only set if that is examined.
	locks  map[question]bool
	locked []bool
	// free is set if an action that is done whenever it is allowed was done too often in one turn, without any loss
	// in its actor's pools.
	free bool
}

// player plays fights in one goroutine.
type player struct {
	way
	machine *interp.Machine
	sides   []int
	tactics interp.Tactics
	lines   lines
	// passed are the numbers of the events in which a creature passed that could have done something; started are the
	// conditions that have started, in order.
	passed  map[int]bool
	started []beginning
	// turns counts, by thing, how often it has done the subject in the current turn.
	turns []streak
	// paid are the pools that a payment or harm can reduce.
	paid map[*program.Field]bool
	now  *fought
}

// beginning is a condition that starts by a creature's action, before the event with a number.
type beginning struct {
	at         int
	condition  *program.Condition
	by, bearer board.Thing
}

// streak is how often a creature has done the subject in the current turn.
type streak struct {
	entry int
	clock float64
	times int
	// first is what it had at the start, left what it has now.
	first, left []float64
}

func (j *Job) newPlayer(fight *interp.Fight, w way) *player {
	p := &player{way: w, lines: linesIn(j.Encounter), passed: map[int]bool{}, turns: make([]streak, len(j.Encounter.Things)+1), paid: paidPools(j.Encounter.Program)}
	for _, t := range j.Encounter.Things {
		p.sides = append(p.sides, t.Side)
	}
	p.tactics.Took = p.took
	p.machine = j.Machine(fight, interp.Options{Trace: w.looks})
	p.machine.SetChooser(p)
	p.machine.Observe(p)
	if !w.ahead {
		p.machine.LeaveOut(p.leftOut())
	}
	return p
}

// leftOut returns what the side in question must not do or cause.
func (p *player) leftOut() *interp.Without {
	w := &interp.Without{Condition: p.begins}
	if !p.without {
		return w
	}
	switch x := p.subject.(type) {
	case *program.Action:
		w.Action = func(who board.Thing, a *program.Action) bool { return a == x && p.isOurs(who) }
	case *program.TacticRule:
		p.tactics.Skip = func(who board.Thing, line *program.TacticRule) bool {
			return p.lines[line].TacticRule == x && p.isOurs(who)
		}
	case *program.Def, *program.Thing:
		w.Named = func(who board.Thing, param *program.ActParam, v float64) bool {
			return p.isOurs(who) && usedBy(p.machine.Encounter(), param, v) == x
		}
	}
	return w
}

// begins records a condition that a creature's action causes, and reports whether it is forbidden.
func (p *player) begins(by, bearer board.Thing, c *program.Condition) bool {
	if p.without && c == p.subject && p.isOurs(by) {
		return true
	}
	p.count(by, c)
	if p.looks && by > 0 {
		p.started = append(p.started, beginning{len(p.machine.Trace().Events), c, by, bearer})
	}
	return false
}

// took records the line that decided for a creature.
func (p *player) took(who board.Thing, line *program.TacticRule) {
	if len(line.Does) > 0 {
		p.count(who, p.lines[line].TacticRule)
	}
}

// count records that a creature has done, used or decided by something.
func (p *player) count(who board.Thing, subject any) {
	if who > 0 && p.sides[who-1] >= 0 {
		p.now.did[question{subject, p.sides[who-1]}]++
	}
}

// isOurs reports whether a creature is on the side in question.
func (p *player) isOurs(who board.Thing) bool { return who > 0 && p.sides[who-1] == p.side }

// play plays one fight.
func (p *player) play(trial uint64) (*fought, error) {
	sides := len(p.machine.Encounter().Sides)
	p.now = &fought{did: map[question]int{}}
	for i := range p.turns {
		p.turns[i].entry = -1
	}
	clear(p.passed)
	p.started = p.started[:0]
	p.machine.Reset(trial)
	out, err := p.machine.Run()
	if err != nil {
		return nil, err
	}
	p.now.winner = out.Winner - 1
	if p.looks {
		p.now.locks, p.now.locked = p.locks(sides)
	}
	return p.now, nil
}

// Act takes the action of the tactic, or the subject if it is always done and allowed.
func (p *player) Act(m *interp.Machine, q *interp.Question) (value.Act, error) {
	ours := p.always && p.isOurs(q.Actor)
	if ours {
		if act, ok := p.force(m, q); ok {
			return act, nil
		}
	}
	act, err := p.tactics.Act(m, q)
	switch {
	case err != nil:
		return act, err
	case act == value.NoAct:
		if p.looks && m.CouldAnswer(q) {
			p.passed[len(m.Trace().Events)] = true
		}
		return act, nil
	case ours:
		act = p.using(m, q, act)
	}
	p.uses(m, q, act)
	return act, nil
}

// uses counts the things that an act names.
func (p *player) uses(m *interp.Machine, q *interp.Question, act value.Act) {
	a, args := m.ArgumentsOf(act)
	for i, v := range args {
		if used := usedBy(m.Encounter(), a.Params[i], v); used != nil {
			p.count(q.Actor, used)
		}
	}
}

// force does the subject, unless that has been done often enough in this turn.
func (p *player) force(m *interp.Machine, q *interp.Question) (value.Act, bool) {
	var find func() (value.Act, bool)
	switch x := p.subject.(type) {
	case *program.Action:
		find = func() (value.Act, bool) { return p.tactics.Insist(m, q, x) }
	case *program.TacticRule:
		find = func() (value.Act, bool) {
			return p.tactics.InsistOnLine(m, q, func(line *program.TacticRule) bool { return p.lines[line].TacticRule == x })
		}
	default:
		return value.NoAct, false
	}
	t := &p.turns[q.Actor]
	counts := func(f *program.Field) bool { return p.paid[f] }
	if t.entry != q.Entry || t.clock != m.Now() {
		t.entry, t.clock, t.times = q.Entry, m.Now(), 0
		t.first = m.Left(q.Actor, counts, t.first[:0])
	}
	if t.times > Repeats {
		return value.NoAct, false
	}
	act, ok := find()
	if !ok {
		return value.NoAct, false
	}
	if t.times++; t.times > Repeats {
		t.left = m.Left(q.Actor, counts, t.left[:0])
		p.now.free = p.now.free || noneLess(t.left, t.first)
	}
	return act, true
}

// using returns the same act with the subject in place of another thing of its kind, or the act itself if that
// isn't allowed.
func (p *player) using(m *interp.Machine, q *interp.Question, act value.Act) value.Act {
	kind := kindOf(p.subject)
	if kind == nil {
		return act
	}
	a, args := m.ArgumentsOf(act)
	for i, v := range args {
		used := usedBy(m.Encounter(), a.Params[i], v)
		if used == nil || used == p.subject || kindOf(used) != kind {
			continue
		}
		for _, v := range valuesOf(m.Encounter(), a.Params[i], p.subject) {
			if other, ok := p.with(m, q, a, args, i, v); ok {
				return other
			}
		}
	}
	return act
}

// with finds a way to do an action with another value of its i-th parameter: with the same values after it, or with
// any if those aren't allowed.
func (p *player) with(m *interp.Machine, q *interp.Question, a *program.Action, args []float64, i int, v float64) (value.Act, bool) {
	args = slices.Clone(args)
	args[i] = v
	if act, ok := m.Allows(q, a, args); ok {
		return act, true
	}
	act, _, ok := m.BestWay(q, a, args[:i+1], nil)
	return act, ok
}

// paidPools returns the pools that actions cost, those that may be paid instead, and those whose loss is harm.
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

// noneLess reports whether none of the numbers is less than it was.
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
func (p *player) Acted(d interp.Deed) { p.count(d.Actor, d.Action) }

// Tested counts nothing.
func (p *player) Tested(interp.Tested) {}

// Changed counts nothing.
func (p *player) Changed(interp.Harm) {}

// playAll plays the fights of one way. With [experiment.ErrStopped] it returns those that were played.
func (j *Job) playAll(ctx context.Context, fight *interp.Fight, w way, count uint64) ([]*fought, error) {
	var workers []func(uint64) (*fought, error)
	for range j.Parallel(count) {
		workers = append(workers, j.newPlayer(fight, w).play)
	}
	return experiment.Keep(ctx, &j.Many, workers, 0, count)
}
