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
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/lang/program"
)

// Effort says how many fights are played: Trials for who wins and how long it takes, and Watched of them again to look
// closely at what is decided and how it could have gone otherwise.
type Effort struct {
	Seed            uint64
	Trials, Watched uint64
	// Limits bound every fight; the zero Limits are the usual ones.
	Limits interp.Limits
	// Cut, if not nil, ends fights that are being played when it is done: those don't count.
	Cut context.Context
}

// Parts is how many parts a fight is cut into, each with as many actions as the others: [Study.Reopened] has one share for
// each of its beginnings.
const Parts = 4

// Study is what was found out about the fights of an encounter.
type Study struct {
	Encounter *program.Encounter
	Effort    Effort
	// Report has who won, and how long fights were.
	*sim.PointReport
	// Dice are those that fell in a fight.
	Dice experiment.Bins
	// Decisions are the questions of a fight to which somebody had at least two answers, Replies those of them that were
	// about what somebody else was doing.
	Decisions, Replies experiment.Bins
	// PerAct is how many decisions there were for each action.
	PerAct experiment.Interval
	// Widths is how many different actions somebody could choose from who could act unasked, in every tenth of the fights
	// that were watched.
	Widths experiment.Bins
	// LeadChanges is how often the lead went from one side to the other in a fight.
	LeadChanges experiment.Bins
	// Held is how often whoever led when half of the actions were done won, of the fights with a leader then.
	Held Share
	// Reopened is how often somebody else wins if the dice fall otherwise from the beginning, from a quarter, from half and
	// from three quarters of the actions on.
	Reopened [Parts]Share
	// OneAction is how often somebody else wins if the dice of one action fall otherwise, and no others.
	OneAction Share
	// Careless is how often the first side wins when a quarter of the answers of the first side, or of the second one, are
	// left to chance, and all others are those of the tactics.
	Careless [2]Share
}

// Share is how many of some fights there were.
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

// Of plays an encounter by tactics, and finds out what its fights are like. When ctx is done it ends with what has been played by then.
func Of(ctx context.Context, e *program.Encounter, effort Effort) (*Study, error) {
	if len(e.Sides) != 2 {
		return nil, fmt.Errorf("%s: who leads can be told between two sides, and the number of its sides is %d", e.Name, len(e.Sides))
	}
	if idle := experiment.Idle(e); len(idle) > 0 {
		return nil, fmt.Errorf("%s: %s has no tactic", e.Name, idle[0].Name)
	}
	result, err := experiment.Run(ctx, experiment.Job{
		Points: []experiment.Point{{Encounter: e, Setup: experiment.NewSetup(e, nil)}}, Seed: effort.Seed, Trials: effort.Trials, To: effort.Trials,
		Limits: effort.Limits, Cut: effort.Cut,
	})
	if err == nil && result.Played() == 0 {
		err = experiment.ErrStopped
	}
	if err != nil {
		return nil, err
	}
	s := &Study{Encounter: e, Effort: effort, PointReport: &sim.NewReport(result, "").Points[0]}
	w, err := newWatcher(e, effort)
	if err != nil {
		return nil, err
	}
	var perAct ratio
	for trial := uint64(0); trial < min(effort.Watched, effort.Trials) && ctx.Err() == nil; trial++ {
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

// All finds out what the fights of several encounters are like, side by side. When ctx is done it gives those of which fights have been
// played by then, and [experiment.ErrStopped] if there are none. The error is that of the first that has one.
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

// add counts what was seen of a fight.
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

// ratio is how much there is of one thing for each of another, in fights that are long and short.
type ratio struct{ all, each []float64 }

func (r *ratio) add(all, each float64) {
	r.all, r.each = append(r.all, all), append(r.each, each)
}

// interval returns the ratio of the sums with its 95% interval: by how much each fight has more or less than its due.
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

// otherwise is the trial whose dice fall where those of a trial are not to: one that nobody plays.
func otherwise(trial uint64) uint64 { return 1<<40 + trial }

// prepare makes an encounter ready to be played by its tactics.
func prepare(e *program.Encounter) (*interp.Fight, error) {
	played := *e
	played.Script = nil
	return interp.Prepare(interp.Compile(e.Program), &played)
}
