package think

import (
	"slices"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// way is something to do: an action with all its parameters, or a pass. It is stored so that any copy of the fight understands it.
type way struct {
	action *program.Action // nil means a pass
	args   []argument
	// then is the tactic that the thinker goes on with; nil means their own.
	then   *program.Tactic
	scores []float64
	// byTactic is set for what the tactic does, whatever that is.
	byTactic bool
}

// argument is a parameter: a number, or the items of a list.
type argument struct {
	number float64
	items  []float64
}

// wayOf returns an act of a machine as a way.
func wayOf(m *exec.Machine, act value.Act) *way {
	if act == value.NoAct {
		return &way{}
	}
	a, args := m.ArgumentsOf(act)
	return wayWith(m, a, args)
}

func wayWith(m *exec.Machine, a *program.Action, args []float64) *way {
	w := &way{action: a}
	if a == nil {
		return w
	}
	for i, v := range args {
		x := argument{number: v}
		switch a.Params[i].Type.Kind {
		case program.List, program.Set:
			x = argument{items: slices.Clone(m.ItemsOf(v))}
		case program.Act:
			x.number = float64(m.RowOf(value.Act(v)))
		}
		w.args = append(w.args, x)
	}
	return w
}

// take proposes a way to a machine. ok is false if it isn't allowed.
func (w *way) take(m *exec.Machine, q *exec.Question) (act value.Act, ok bool) {
	if w.action == nil {
		return value.NoAct, true
	}
	args := make([]float64, len(w.args))
	for i, x := range w.args {
		args[i] = x.number
		switch w.action.Params[i].Type.Kind {
		case program.List, program.Set:
			args[i] = m.ListOf(x.items)
		case program.Act:
			args[i] = float64(m.InRow(int(x.number)))
		}
	}
	return m.Allows(q, w.action, args)
}

// same reports whether two ways are the same.
func (w *way) same(other *way) bool {
	return w.action == other.action && slices.EqualFunc(w.args, other.args, func(a, b argument) bool {
		return a.number == b.number && slices.Equal(a.items, b.items)
	})
}

// gather finds the ways to answer the question in m: the tactic's first.
func (t *Thinker) gather(m *exec.Machine) {
	t.ways, t.plans = t.ways[:0], t.plans[:0]
	if _, err := m.Ahead(t.copied, &gatherer{thinker: t}); err != nil {
		t.ways = t.ways[:0]
	}
	if len(t.ways) > t.effort.Ways {
		t.ways = t.ways[:t.effort.Ways]
	}
}

// add adds a way that isn't in the list yet.
func (t *Thinker) add(w *way) {
	if !slices.ContainsFunc(t.ways, w.same) {
		t.ways = append(t.ways, w)
	}
}

// gatherer is a driver that gets the thinker's question, and looks at the possible answers.
type gatherer struct {
	exec.Tactics
	thinker *Thinker
}

// Act gathers ways, and ends the fight.
func (g *gatherer) Act(m *exec.Machine, q *exec.Question) (value.Act, error) {
	t := g.thinker
	var first *way
	m.Aside(func() {
		if a, args, ok := m.Suggestion(q); ok {
			first = wayWith(m, a, args)
		}
	})
	if first == nil {
		return value.NoAct, exec.ErrOver
	}
	t.add(first)
	for _, tactic := range m.Program().Tactics {
		t.plan(m, q, tactic)
		m.LinesOf(q, tactic, func(act value.Act) { t.add(wayOf(m, act)) })
	}
	if q.Event != m.TurnEvent() {
		t.add(&way{})
	}
	var others []*way
	for _, a := range q.Event.Answers {
		s := search{m: m, q: q, action: a, args: make([]float64, 0, len(a.Params))}
		m.Aside(func() { s.from(0) })
		others = append(others, s.found...)
	}
	for _, w := range thinned(others, max(0, t.effort.Ways-len(t.ways))) {
		t.add(w)
	}
	return value.NoAct, exec.ErrOver
}

// plan adds what a combatant would do, and go on with, by another tactic.
func (t *Thinker) plan(m *exec.Machine, q *exec.Question, tactic *program.Tactic) {
	if tactic == m.Tactic(q.Who) {
		return
	}
	var other exec.Tactics
	other.Instead(m, q.Who, tactic)
	m.Aside(func() {
		if act, err := other.Act(m, q); err == nil {
			w := wayOf(m, act)
			t.add(w)
			plan := *w
			plan.then = tactic
			t.plans = append(t.plans, &plan)
		}
	})
}

// Landed and Ended do nothing.
func (g *gatherer) Landed(*exec.Machine) error           { return nil }
func (g *gatherer) Ended(*exec.Machine, value.Act) error { return nil }

// search tries the ways to do an action.
type search struct {
	m      *exec.Machine
	q      *exec.Question
	action *program.Action
	args   []float64
	tried  int
	found  []*way
}

const (
	// mostTried is how many ways to do one action are tried, mostOffers how many values of one parameter that is not a combatant.
	mostTried, mostOffers = 60, 6
)

// from tries values for the parameters from the i-th on.
func (s *search) from(i int) {
	if s.tried >= mostTried {
		return
	}
	if i == len(s.action.Params) {
		s.tried++
		s.m.Attempt(func() bool {
			if act, ok := s.m.Allows(s.q, s.action, s.args); ok {
				s.found = append(s.found, wayOf(s.m, act))
			}
			return false
		})
		return
	}
	offers := s.m.Offers(s.q, s.action, s.args, i)
	if s.action.Params[i].Type.Kind != program.ThingType {
		offers = thinned(offers, mostOffers)
	}
	for _, v := range offers {
		s.args = append(s.args[:i], v)
		s.from(i + 1)
	}
	s.args = s.args[:i]
}

// thinned returns at most a number of items of a list, evenly spread.
func thinned[T any](list []T, most int) []T {
	if len(list) <= most {
		return list
	}
	var some []T
	for i := range most {
		some = append(some, list[i*len(list)/most])
	}
	return some
}

// play plays a way on with other dice, and records its score.
func (t *Thinker) play(p *lookahead, w *way) {
	x := &player{way: w, who: p.who, luck: p.luck + uint64(len(w.scores)), left: t.effort.Acts}
	out, err := p.m.Ahead(t.copied, x)
	total := -float64(worst)
	if err == nil && !x.impossible {
		total = score(t.copied, out, p.side)
	}
	w.scores = append(w.scores, total)
}

// worst is the penalty for a way that makes the rules fail.
const worst = 10

// player plays a way, then everyone by tactics.
type player struct {
	exec.Tactics
	way  *way
	who  board.Thing
	luck uint64
	// left is how many more actions it looks ahead.
	left       int
	started    bool
	impossible bool
}

// Act takes the way, and then follows the tactics. A combatant without a tactic passes.
func (p *player) Act(m *exec.Machine, q *exec.Question) (value.Act, error) {
	if !p.started {
		p.started = true
		m.Turn(p.luck)
		if p.way.then != nil {
			p.Instead(m, p.who, p.way.then)
		}
		act, ok := p.way.take(m, q)
		if !ok {
			p.impossible = true
			return value.NoAct, exec.ErrOver
		}
		return act, nil
	}
	if m.Tactic(q.Who) == nil {
		return value.NoAct, nil
	}
	return p.Tactics.Act(m, q)
}

// Landed ends the play when it has looked far enough ahead.
func (p *player) Landed(*exec.Machine) error {
	if p.left <= 0 {
		return exec.ErrOver
	}
	return nil
}

// Ended counts the actions.
func (p *player) Ended(*exec.Machine, value.Act) error {
	p.left--
	return nil
}

const (
	// wins is the score for winning, besides the state of all combatants; standing is the part of a combatant's share for still standing,
	// the rest being health.
	wins, standing = 1.0, 0.5
)

// score is the score of a fight for a side: who has won, and the state of the side compared with all others.
func score(m *exec.Machine, out exec.Outcome, side int) float64 {
	var ours, theirs, we, they float64
	for i, t := range m.Encounter().Things {
		if t.Kind != m.Program().Creature || t.Side < 0 {
			continue
		}
		share := 0.0
		if stands, err := m.Stands(board.Thing(i + 1)); err == nil && stands {
			share = standing + float64((1-standing)*m.Share(board.Thing(i+1))) // rounded here, as on every machine
		}
		if t.Side == side {
			ours, we = ours+share, we+1
		} else {
			theirs, they = theirs+share, they+1
		}
	}
	total := ours/max(we, 1) - theirs/max(they, 1)
	switch {
	case out.Winner == side+1:
		total += wins
	case out.Winner > 0:
		total -= wins
	}
	return total
}
