package find

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/rulec/rulec/internal/sim"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/lang/program"
)

// Job is what is to be looked at.
type Job struct {
	Encounter *program.Encounter
	// Many says how fights are played: Fights in each way.
	sim.Many
}

// MostFights is how many fights may be played in one way: something is kept of each.
const MostFights = 100_000

// maxWorkers is how many workers there are at most; each has a machine of its own.
const maxWorkers = 1024

// What makes a finding. The shares are of all fights.
const (
	// leastDone is how often an action has to be done before it can be one that never pays.
	leastDone = 0.03
	// muchMore is by how much more has to be won by what always pays, the whole interval.
	muchMore = 0.05
	// muchLess is how much is lost without what everything hangs on, the whole interval, and leastWon how
	// often the side still has to win then: what nobody wins without is what the fight is about.
	muchLess = 0.25
	leastWon = 0.02
	// leastLocked is in how many fights somebody has to be locked.
	leastLocked = 0.05
)

// asked is a question with the fights that were played for it.
type asked struct {
	question
	without, forced []*fought
	// unplayed says why fights in one of the ways can't be played.
	unplayed []string
	// locks is set where it locked somebody in so many fights that it is looked at.
	locks bool
}

// Run plays an encounter as its tactics have it, without each action, and with each done whenever it
// is allowed. An error is a [*sim.Stopped], [sim.ErrStopped], or what is wrong before a fight begins.
func Run(ctx context.Context, j *Job) (*Report, error) {
	e := *j.Encounter
	e.Script = nil
	fight, err := interp.Prepare(interp.Compile(e.Program), &e)
	if err != nil {
		return nil, err
	}
	base, err := j.playAll(ctx, fight, asItIs)
	if err != nil {
		return nil, err
	}
	list := questionsOf(base)
	for i := range list {
		if err := j.ask(ctx, fight, &list[i], base); err != nil {
			return nil, err
		}
	}
	return j.report(sim.NewSetup(j.Encounter, nil), base, list), nil
}

// questionsOf lists what was done, by sides and in the order in which actions are declared.
func questionsOf(base []*fought) (list []asked) {
	known := map[question]bool{}
	for _, f := range base {
		for q := range f.did {
			if !known[q] {
				known[q] = true
				list = append(list, asked{question: q})
			}
		}
	}
	slices.SortFunc(list, func(a, b asked) int {
		return cmp.Or(cmp.Compare(a.side, b.side), cmp.Compare(a.action.Index, b.action.Index))
	})
	return list
}

// ask plays the fights of a question.
func (j *Job) ask(ctx context.Context, fight *interp.Fight, x *asked, base []*fought) error {
	locked := 0
	for _, f := range base {
		if f.locks[x.question] {
			locked++
		}
	}
	x.locks = float64(locked) > leastLocked*float64(len(base))
	var err error
	if x.without, err = j.playAll(ctx, fight, way{question: x.question, forbidden: true, looks: x.locks}); err != nil {
		if err = x.leaveOut("without it", err); err != nil {
			return err
		}
	}
	if x.forced, err = j.playAll(ctx, fight, way{question: x.question, forced: true}); err != nil {
		return x.leaveOut("whenever it is allowed", err)
	}
	return nil
}

// leaveOut notes that fights of a question can't be played to their end. Only an end that somebody
// wanted stays an error.
func (x *asked) leaveOut(how string, err error) error {
	var stopped *sim.Stopped
	if !errors.As(err, &stopped) {
		return err
	}
	x.unplayed = append(x.unplayed, fmt.Sprintf("%s, fight %d stops: %v", how, stopped.Trial, stopped.Err))
	return nil
}
