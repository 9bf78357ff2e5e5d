package experiment

import (
	"context"
	"errors"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/profile"
	"github.com/rulec/rulec/lang/program"
)

// Job is what to play.
type Job struct {
	// Points are the encounters: one, or one for each varied value.
	Points []Point
	// Vary are the names of the varied params and keys.
	Vary []string
	// Many says how to play fights: Fights are all trials, of which those from From to To are played, To not included.
	Many
	From, To uint64
	// Until, if not 0, ends the run when the 95% interval of the first side's win rate is this narrow. It is
	// checked after fixed numbers of trials (see NextCheck), so the result doesn't depend on workers.
	Until float64
	// Profile, if not nil, adds up where the time goes; then only one worker plays.
	Profile *profile.Profile

	// look, if not nil, is called at the end of every fight, by the worker that played it: it may only keep what
	// belongs to this trial. An error stops the run.
	look func(Fight) error
}

// Point is an encounter to play.
type Point struct {
	Encounter *program.Encounter
	Setup     *Setup
}

// Fight is a fight that has just ended. It is only valid while it is looked at.
type Fight struct {
	Trial uint64
	// Outcome is the side that won, or the number of sides and one of [Nobody], [TimeUp] and [NothingLeft].
	Outcome int
	// Length is the clock at the end, rounded down.
	Length int64
	// Machine has the final state of all combatants.
	Machine *interp.Machine
}

// NextCheck returns after how many trials Job.Until is checked next: first after 1,000, then after about a tenth
// more each time.
func NextCheck(trials uint64) uint64 {
	return trials + max(1, trials/10_000)*1000
}

// Run plays the trials of a job. When ctx is done it finishes the trials that have started, or stops when Job.Cut
// is done, and the result holds the trials up to there. If a trial fails the error is a *Stopped, the same for any
// number of workers.
func Run(ctx context.Context, job *Job) (*Result, error) {
	fights, err := prepare(job.Points)
	if err != nil {
		return nil, err
	}
	workers := job.Parallel(job.To - job.From)
	if job.Profile != nil {
		workers = 1
	}
	r := &run{job: job, trials: job.Fights}
	var plays []func(uint64) error
	for range workers {
		p := newPlayer(fights, job)
		r.players, plays = append(r.players, p), append(plays, p.play)
	}
	for r.next = job.From; r.next < job.To; {
		to := job.To
		if job.Until > 0 {
			to = min(to, NextCheck(r.next))
		}
		r.next, err = job.Play(ctx, plays, r.next, to)
		if errors.Is(err, ErrStopped) {
			break
		}
		if err != nil {
			return nil, err
		}
		if job.Until > 0 && r.narrow() {
			r.trials = r.next
			break
		}
	}
	return r.result(), nil
}

// run is a running job.
type run struct {
	job     *Job
	players []*player
	// next is the first trial that hasn't been played, trials the number of all.
	next, trials uint64
}

// narrow reports whether the interval is narrow enough.
func (r *run) narrow() bool {
	won, fights := int64(0), int64(0)
	for _, p := range r.players {
		t := p.points[0].tally
		won += t.Outcomes[0].Count()
		fights += t.Fights
	}
	return Wilson(won, fights).Width() <= r.job.Until
}

// result adds up the counters of all workers.
func (r *run) result() *Result {
	job := r.job
	result := &Result{
		Format: partFormat, Version: partVersion, Line: job.Line, Seed: job.Seed,
		Trials: r.trials, From: job.From, To: r.next, Vary: job.Vary,
	}
	for i, p := range job.Points {
		t := newTally(p.Setup)
		for _, worker := range r.players {
			t.merge(worker.points[i].tally)
		}
		result.Points = append(result.Points, Counted{Setup: p.Setup, Tally: t})
	}
	return result
}
