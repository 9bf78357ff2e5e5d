package beside

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/sim"
	"github.com/rulec/rulec/lang/program"
)

// Effort is how many fights to play: Fights for who wins and how long it takes, of which Watched are played again
// to examine the decisions and other possible results.
type Effort struct {
	experiment.Many
	Watched uint64
}

// Parts is the number of parts of a fight, with equal numbers of actions: [Study.Reopened] has one share for the
// start of each.
const Parts = 4

// Study has the results about the fights of an encounter.
type Study struct {
	Encounter *program.Encounter
	Effort    Effort
	setup     *experiment.Setup
	// Report has who won, and how long fights were.
	*sim.PointReport
	// Dice counts the dice rolled in a fight.
	Dice experiment.Bins
	// Decisions are the questions of a fight with at least two possible answers, Replies those of them that were
	// about another's action.
	Decisions, Replies experiment.Bins
	// PerAct is the number of decisions per action.
	PerAct experiment.Interval
	// Widths is how many different actions a creature could choose from that could act unasked, in every tenth of
	// the watched fights.
	Widths experiment.Bins
	// LeadChanges is how often the lead went from one side to the other in a fight.
	LeadChanges experiment.Bins
	// Held is how often the leader after half of the actions won, of the fights with a leader then.
	Held Share
	// Reopened is how often the winner changes if the dice are rerolled from the start, and after a quarter, half
	// and three quarters of the actions.
	Reopened [Parts]Share
	// OneAction is how often the winner changes if only the dice of one action are rerolled.
	OneAction Share
	// Careless is how often the first side wins when a quarter of the answers of the first side, or of the second,
	// are random, and all others are by tactics.
	Careless [2]Share
}

// Share is a number of fights, out of another number.
type Share struct{ Fights, Of int64 }

// Interval returns the share with its 95% interval.
func (s Share) Interval() experiment.Interval { return experiment.Wilson(s.Fights, s.Of) }

// count counts a fight.
func (s *Share) count(yes bool) {
	s.Of++
	if yes {
		s.Fights++
	}
}

// Of plays an encounter by tactics, and measures what its fights are like. When ctx is done it ends with the fights played so far.
func Of(ctx context.Context, e *program.Encounter, effort Effort) (*Study, error) {
	if len(e.Sides) != 2 {
		return nil, fmt.Errorf("%s: rulec beside needs two sides, and this encounter has %d", e.Name, len(e.Sides))
	}
	if idle := experiment.Idle(e); len(idle) > 0 {
		return nil, fmt.Errorf("%s: %s has no tactic", e.Name, idle[0].Name)
	}
	setup := experiment.NewSetup(e, nil)
	result, err := experiment.Run(ctx, &experiment.Job{Many: effort.Many, Points: []experiment.Point{{Encounter: e, Setup: setup}}, To: effort.Fights})
	if err == nil && result.Played() == 0 {
		err = experiment.ErrStopped
	}
	if err != nil {
		return nil, err
	}
	s := &Study{Encounter: e, Effort: effort, setup: setup, PointReport: &sim.NewReport(result, "").Points[0]}
	w, err := newWatcher(e, effort)
	if err != nil {
		return nil, err
	}
	var perAct ratio
	for trial := uint64(0); trial < min(effort.Watched, effort.Fights) && ctx.Err() == nil; trial++ {
		f, err := w.watch(trial)
		if err == nil {
			s.add(f, trial)
			perAct.add(float64(f.decisions), float64(len(f.rolls)))
			err = s.replay(w, f, trial)
		}
		if err != nil && !experiment.IsCut(effort.Cut, err) {
			return nil, err
		}
	}
	s.PerAct = perAct.interval()
	return s, nil
}

// All measures the fights of several encounters, in parallel. When ctx is done it returns those with any fights
// played so far, and [experiment.ErrStopped] if there are none. The error is that of the first that has one.
func All(ctx context.Context, encounters []*program.Encounter, effort func(i int) Effort) ([]*Study, error) {
	studies, errs := make([]*Study, len(encounters)), make([]error, len(encounters))
	places := make(chan struct{}, runtime.GOMAXPROCS(0))
	var all sync.WaitGroup
	for i, e := range encounters {
		all.Go(func() {
			places <- struct{}{}
			defer func() { <-places }()
			studies[i], errs[i] = Of(ctx, e, effort(i))
		})
	}
	all.Wait()
	for _, err := range errs {
		if err != nil && !errors.Is(err, experiment.ErrStopped) {
			return nil, err
		}
	}
	if studies = slices.DeleteFunc(studies, func(s *Study) bool { return s == nil }); len(studies) == 0 {
		return nil, experiment.ErrStopped
	}
	return studies, nil
}

// add adds the counts of a fight.
func (s *Study) add(f *fight, trial uint64) {
	s.Dice.Add(int64(f.dice), trial)
	s.Decisions.Add(int64(f.decisions), trial)
	s.Replies.Add(int64(f.replies), trial)
	for _, n := range f.widths {
		s.Widths.Add(int64(n), trial)
	}
	s.LeadChanges.Add(int64(f.leads.changes()), trial)
	if leader := f.leads.after(len(f.rolls) / 2); leader != 0 && f.winner != 0 {
		s.Held.count(leader == f.winner)
	}
}

// replay plays a fight again, with other dice from some moments on, and with other dice for one of its actions.
func (s *Study) replay(w *watcher, f *fight, trial uint64) error {
	for part := range s.Reopened {
		winner, err := w.again(trial, span{from: len(f.rolls) * part / Parts, to: math.MaxInt})
		if err != nil {
			return err
		}
		s.Reopened[part].count(winner != f.winner)
	}
	for side := range s.Careless {
		winner, err := w.carelessly(trial, side)
		if err != nil {
			return err
		}
		s.Careless[side].count(winner == 1)
	}
	one, ok := f.someAction(s.Effort.Seed, trial)
	if !ok {
		return nil
	}
	winner, err := w.again(trial, one)
	if err != nil {
		return err
	}
	s.OneAction.count(winner != f.winner)
	return nil
}

// ratio is how much there is of one thing per unit of another, over fights of any length.
type ratio struct{ all, each []float64 }

func (r *ratio) add(all, each float64) {
	r.all, r.each = append(r.all, all), append(r.each, each)
}

// interval returns the ratio of the sums with its 95% interval, from each fight's deviation from the ratio.
func (r *ratio) interval() experiment.Interval {
	var all, each, squares float64
	for i := range r.all {
		all, each = all+r.all[i], each+r.each[i]
	}
	if each == 0 {
		return experiment.Interval{}
	}
	value := all / each
	for i := range r.all {
		more := r.all[i] - value*r.each[i]
		squares += more * more
	}
	half := 1.96 * math.Sqrt(squares) / each
	return experiment.Interval{Value: value, Low: value - half, High: value + half}
}
