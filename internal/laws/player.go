package laws

import (
	"math/rand/v2"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/session"
)

// How random players decide: chances in percent.
const (
	passes   = 10 // of doing nothing on their turn
	keeps    = 50 // of giving no answer
	tactical = 35 // of doing what their tactic would
	leaves   = 30 // of leaving a parameter at its default
	triesFor = 8  // tries until an action is allowed
)

// mostMore is the maximum number of questions that tactics answer after the decisions.
const mostMore = 400

// mostAsked is the maximum number of questions in a replay.
const mostAsked = 1500

// decision is a decision at a question with this tag.
type decision struct {
	tag
	// way is the action; nil means none. picked are the chosen candidates.
	way    *session.Way
	picked []int
	choice bool
	// standard means that the default was kept.
	standard bool
}

// tag identifies similar questions: who was asked, and the event or choice.
type tag struct {
	who  board.Thing
	name string
}

// player decides for all: by earlier decisions, or at random. It records its random decisions.
type player struct {
	interp.Tactics
	random *rand.Rand // nil for a replay
	// decided are the recorded decisions, or those to replay; used marks those that were replayed, left counts the
	// rest.
	decided []decision
	used    []bool
	left    int
	// turns is how many more turns are played at random, more how many by tactics after those.
	turns, more int
	// then says how it goes on after all decisions.
	then then
	// asked counts the questions of a replay.
	asked int
}

// replay returns a player that replays decisions.
func replay(decided []decision, on then) *player {
	return &player{decided: decided, used: make([]bool, len(decided)), left: len(decided), then: on, more: mostMore}
}

// next returns and uses up the next decision for a question; nil if there is none.
func (p *player) next(t tag, choice bool) *decision {
	for i := range p.decided {
		if !p.used[i] && p.decided[i].tag == t && p.decided[i].choice == choice {
			p.used[i] = true
			p.left--
			return &p.decided[i]
		}
	}
	return nil
}

// Act makes the recorded decision, or a random one.
func (p *player) Act(m *interp.Machine, q *interp.Question) (value.Act, error) {
	t := tag{q.Who, q.Event.Name}
	if q.Event != m.TurnEvent() && !m.CouldAnswer(q) {
		return value.NoAct, nil // players by hand aren't asked either
	}
	if p.random != nil {
		act, err := p.anything(m, q)
		if err == nil {
			p.note(m, t, act)
		}
		return act, err
	}
	if p.asked++; p.asked > mostAsked {
		return value.NoAct, interp.ErrOver
	}
	d := p.next(t, false)
	switch {
	case d == nil && p.left == 0 && p.then != stops:
		if p.more--; p.more < 0 {
			return value.NoAct, interp.ErrOver
		}
		if p.then == allPass {
			return value.NoAct, nil
		}
		return p.byTactic(m, q)
	case d == nil || d.way == nil:
		return value.NoAct, nil
	}
	return p.propose(m, q, *d.way), nil
}

// note records an action.
func (p *player) note(m *interp.Machine, t tag, act value.Act) {
	d := decision{tag: t}
	if act != value.NoAct {
		a, args := m.ArgumentsOf(act)
		d.way = session.WayOf(m, a, args)
	}
	p.decided = append(p.decided, d)
}

// propose proposes an act; NoAct means that it isn't allowed. Choices that come up on the way are part of the act.
func (p *player) propose(m *interp.Machine, q *interp.Question, w session.Way) (act value.Act) {
	decided := len(p.decided)
	defer func() { p.decided = p.decided[:decided] }()
	m.Attempt(func() bool {
		var refusal *interp.Refusal
		if act, refusal = m.Propose(q, w.Action, w.Arguments(m)); refusal != nil {
			act = value.NoAct
		}
		return refusal == nil
	})
	return act
}

func (p *player) byTactic(m *interp.Machine, q *interp.Question) (value.Act, error) {
	if m.Tactic(q.Who) == nil {
		return value.NoAct, nil
	}
	return p.Tactics.Act(m, q)
}

// anything picks a random action that is allowed, or none.
func (p *player) anything(m *interp.Machine, q *interp.Question) (value.Act, error) {
	turn := q.Event == m.TurnEvent()
	if turn {
		p.turns--
		if p.turns < -p.more {
			return value.NoAct, interp.ErrOver
		}
	}
	idle := keeps
	if turn {
		idle = passes
	}
	switch {
	case p.turns < 0, p.chance(tactical):
		return p.byTactic(m, q)
	case p.chance(idle):
		return value.NoAct, nil
	}
	answers := q.Event.Answers
	if len(answers) == 0 {
		return value.NoAct, nil
	}
	for range triesFor {
		a := answers[p.random.IntN(len(answers))]
		if act := p.propose(m, q, p.way(m, q, a)); act != value.NoAct {
			return act, nil
		}
	}
	return value.NoAct, nil
}

func (p *player) chance(hundredths int) bool { return p.random.IntN(100) < hundredths }

// way picks random parameters for an action.
func (p *player) way(m *interp.Machine, q *interp.Question, a *program.Action) session.Way {
	w := session.Way{Action: a}
	for _, x := range a.Params {
		v := session.Open()
		if x.Default == nil || !p.chance(leaves) {
			if offers := session.Offered(m, q, w); len(offers) > 0 {
				v = offers[p.random.IntN(len(offers))]
			}
		}
		w.Given = append(w.Given, v)
	}
	return w
}

// Choose makes the recorded choice, or a random one.
func (p *player) Choose(m *interp.Machine, q *interp.Question, picked []int) ([]int, bool, error) {
	t := tag{q.Who, q.Name}
	if p.random == nil {
		d := p.next(t, true)
		switch {
		case d == nil:
			return p.Tactics.Choose(m, q, picked)
		case d.standard:
			return picked, false, nil
		}
		for _, i := range d.picked {
			if i < len(q.Candidates) {
				picked = append(picked, i)
			}
		}
		return picked, len(picked) > 0 || q.Some, nil
	}
	first := len(picked)
	switch {
	case p.turns < 0 || p.chance(tactical):
		chosen, ok, err := p.Tactics.Choose(m, q, picked)
		if err != nil {
			return chosen, ok, err
		}
		if !ok {
			p.decided = append(p.decided, decision{tag: t, choice: true, standard: true})
			return chosen, false, nil
		}
		picked = chosen
	case q.Some:
		for i := range q.Candidates {
			if p.chance(50) {
				picked = append(picked, i)
			}
		}
	default:
		picked = append(picked, p.random.IntN(len(q.Candidates)))
	}
	p.decided = append(p.decided, decision{tag: t, picked: append([]int{}, picked[first:]...), choice: true})
	return picked, true, nil
}

// Landed stops a replay after all decisions.
func (p *player) Landed(*interp.Machine) error {
	if p.random == nil && p.left == 0 && p.then == stops {
		return interp.ErrOver
	}
	return nil
}

// Ended does nothing.
func (p *player) Ended(*interp.Machine, value.Act) error { return nil }

// Chance and Draw leave the result to the dice and the piles.
func (p *player) Chance(*interp.Machine, *interp.Question) (int, bool, error) { return 0, false, nil }

func (p *player) Draw(*interp.Machine, *program.Deck, dice.Roller) (float64, bool, error) {
	return 0, false, nil
}
