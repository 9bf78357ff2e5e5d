package beside

import (
	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/interp/keyed"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// careless plays by tactics, but one in [slip] answers of one side is random: one of the actions that are allowed,
// or none, and one of the candidates.
type careless struct {
	driver
	setup *experiment.Setup
	side  int
	// luck is the random state for the next pick.
	luck uint64
}

// slip means that one in so many answers is random.
const slip = 4

// carelessly plays a trial in which one side, from 0, gives some answers at random, and returns the winner.
func (w *watcher) carelessly(trial uint64, side int) (winner int, err error) {
	w.blind.SetChooser(&careless{setup: w.setup, side: side, luck: keyed.Run(w.seed, otherwise(trial))})
	w.blind.Reset(trial)
	out, err := w.blind.Run()
	return out.Winner, err
}

// plays reports whether a creature is on the careless side.
func (c *careless) plays(who board.Thing) bool {
	i := int(who) - 1
	return i >= 0 && i < len(c.setup.Combatants) && c.setup.Combatants[i].Side == c.side
}

// pick returns a random number from 0 up to n, n not included.
func (c *careless) pick(n int) int {
	c.luck = keyed.Mix(c.luck + keyed.Golden)
	return int(c.luck % uint64(n))
}

// slips reports whether the next answer is random.
func (c *careless) slips() bool { return c.pick(slip) == 0 }

// Act picks one of the actions that are allowed, or none.
func (c *careless) Act(m *interp.Machine, q *interp.Question) (value.Act, error) {
	if !c.plays(q.Who) || !c.slips() {
		return c.driver.Act(m, q)
	}
	var can []*program.Action
	m.Aside(func() { can = actionsFor(m, q) })
	if i := c.pick(len(can) + 1); i < len(can) {
		if act, refusal := m.Propose(q, can[i], open(can[i])); refusal == nil {
			return act, nil
		}
	}
	return value.NoAct, nil
}

// Choose picks a candidate.
func (c *careless) Choose(m *interp.Machine, q *interp.Question, picked []int) ([]int, bool, error) {
	if !c.plays(q.Who) || len(q.Candidates) == 0 || !c.slips() {
		return c.driver.Choose(m, q, picked)
	}
	return append(picked, c.pick(len(q.Candidates))), true, nil
}

// actionsFor returns the different actions that are possible as an answer.
func actionsFor(m *interp.Machine, q *interp.Question) (can []*program.Action) {
	for _, a := range q.Event.Answers {
		if m.Prospect(q, a, open(a)).Allowed {
			can = append(can, a)
		}
	}
	return can
}

// open leaves all parameters of an action open.
func open(a *program.Action) []float64 {
	args := make([]float64, len(a.Params))
	for i := range args {
		args[i] = exec.Open()
	}
	return args
}
