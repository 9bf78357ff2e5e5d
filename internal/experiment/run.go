package experiment

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/interp/profile"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Job is what is to be played.
type Job struct {
	// Points are the encounters: one, or one for each value of what is varied.
	Points []Point
	// Vary are the names of what is varied.
	Vary []string
	Seed uint64
	// Trials is how many trials there are all together; From and To are the ones to
	// play, To not included.
	Trials, From, To uint64
	// Until, if not 0, ends the run when the 95% interval of how often the first side
	// wins is that narrow. It is looked at after fixed numbers of trials (see
	// NextCheck), so that the result doesn't depend on workers.
	Until float64
	// Workers play side by side; 0: as many as the machine has processors.
	Workers int
	// Limits bound every fight; the zero Limits are the usual ones.
	Limits interp.Limits
	// Cut, if not nil, ends fights that are being played when it is done: those don't count.
	Cut context.Context
	// Line is how a user plays the encounter.
	Line Line
	// Profile, if not nil, adds up where the time goes; then a single worker plays.
	Profile *profile.Profile
	// Watch, if not nil, is shown every fight at its end: by whichever worker played it, so that
	// it may only keep what belongs to this trial of this point. An error stops the run.
	Watch func(point int, f Fight) error
	// Progress, if not nil, is told now and then how many trials are done, of
	// how many. It is called from one goroutine at a time.
	Progress func(done, of uint64)
}

// Point is an encounter that is to be played.
type Point struct {
	Encounter *program.Encounter
	Setup     *Setup
}

// Fight is one that has just been played. It is good while a watcher looks at it.
type Fight struct {
	Trial uint64
	// Outcome is the side that won, or the number of sides and one of [Nobody], [TimeUp] and [NothingLeft].
	Outcome int
	// Length is the clock at the end, rounded down.
	Length int64
	// Machine has everybody as they are at the end.
	Machine *interp.Machine
}

// Stopped is the error of a trial that could not be played to its end.
type Stopped struct {
	// Trial is its number: the first of those that failed.
	Trial uint64
	Err   error
}

func (s *Stopped) Error() string { return fmt.Sprintf("fight %d: %v", s.Trial, s.Err) }

// Unwrap returns what went wrong, mostly a diagnostic.
func (s *Stopped) Unwrap() error { return s.Err }

// NextCheck returns after how many trials Job.Until is looked at next: the first
// time after 1,000, then whenever there are about a tenth more.
func NextCheck(trials uint64) uint64 {
	return trials + max(1, trials/10_000)*1000
}

// maxWorkers is how many workers a run has at most; each has machines of its own.
const maxWorkers = 1024

// blockTime is how long a worker plays before it asks for more trials.
const blockTime = 20 * time.Millisecond

// Run plays the trials of a job. When ctx is done it plays on to the end of what
// has been begun, or until Job.Cut is done, and the result holds the trials up to there. If a trial fails
// the error is a *Stopped, the same however many workers there are.
func Run(ctx context.Context, job Job) (*Result, error) {
	r := &run{job: &job, next: job.From}
	fights, err := prepare(job.Points)
	if err != nil {
		return nil, err
	}
	workers := job.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	if job.Profile != nil {
		workers = 1
	}
	workers = min(workers, maxWorkers)
	if n := job.To - job.From; uint64(workers) > n {
		workers = int(max(1, n))
	}
	for range workers {
		r.players = append(r.players, newPlayer(fights, &job))
	}
	for r.next < job.To && ctx.Err() == nil {
		r.stop = job.To
		if job.Until > 0 {
			r.stop = min(job.To, NextCheck(r.next))
		}
		r.stage(ctx)
		if r.failed != nil {
			return nil, r.failed
		}
		if job.Until > 0 && r.narrow() {
			job.Trials = r.next
			break
		}
	}
	return r.result(), nil
}

// run is a job that is being played.
type run struct {
	job     *Job
	players []*player

	mutex sync.Mutex
	// next is the first trial that nobody has begun, stop where the stage ends.
	next, stop uint64
	done       uint64
	failed     *Stopped
}

// stage plays up to r.stop.
func (r *run) stage(ctx context.Context) {
	var all sync.WaitGroup
	for _, p := range r.players {
		all.Go(func() { r.work(ctx, p) })
	}
	all.Wait()
}

// work plays block after block. Blocks are handed out in order and played to their
// end, so that what has been played is always a run of trials without gaps.
func (r *run) work(ctx context.Context, p *player) {
	size := uint64(1)
	for {
		from, to, ok := r.take(ctx, size)
		if !ok {
			return
		}
		begun := time.Now()
		for trial := from; trial < to; trial++ {
			if err := p.play(trial); err != nil {
				if !IsCut(r.job.Cut, err) {
					r.fail(trial, err)
				}
				return
			}
		}
		r.finished(to - from)
		if taken := time.Since(begun); taken < blockTime/2 {
			size = min(2*size, 4096)
		} else if taken > 2*blockTime {
			size = max(1, size/2)
		}
	}
}

// IsCut tells whether a fight ended with an error because those that are being played are to end.
func IsCut(cut context.Context, err error) bool {
	var d *diag.Diagnostic
	return cut != nil && cut.Err() != nil && errors.As(err, &d) && d.Code == exec.Stopped
}

// take hands out the next trials.
func (r *run) take(ctx context.Context, size uint64) (from, to uint64, ok bool) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.failed != nil || ctx.Err() != nil || r.next >= r.stop {
		return 0, 0, false
	}
	from = r.next
	to = min(from+size, r.stop)
	r.next = to
	return from, to, true
}

// fail notes that a trial failed; of several the first counts. All before it have
// been handed out and will be played.
func (r *run) fail(trial uint64, err error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.failed == nil || trial < r.failed.Trial {
		r.failed = &Stopped{trial, err}
	}
}

func (r *run) finished(trials uint64) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.done += trials
	if r.job.Progress != nil {
		r.job.Progress(r.done, r.job.To-r.job.From)
	}
}

// narrow tells whether the interval is as narrow as it has to be.
func (r *run) narrow() bool {
	won, fights := int64(0), int64(0)
	for _, p := range r.players {
		t := p.points[0].tally
		won += t.Outcomes[0].Count()
		fights += t.Fights
	}
	return Wilson(won, fights).Width() <= r.job.Until
}

// result adds up what the workers have counted.
func (r *run) result() *Result {
	job := r.job
	result := &Result{
		Format: partFormat, Version: partVersion, Line: job.Line, Seed: job.Seed,
		Trials: job.Trials, From: job.From, To: r.next, Vary: job.Vary,
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
