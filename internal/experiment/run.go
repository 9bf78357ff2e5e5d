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

// Job is what to play.
type Job struct {
	// Points are the encounters: one, or one for each varied value.
	Points []Point
	// Vary are the names of the varied params and keys.
	Vary []string
	Seed uint64
	// Trials is the total number of trials; From and To are the ones to play, To not included.
	Trials, From, To uint64
	// Until, if not 0, ends the run when the 95% interval of the first side's win rate is this narrow. It is
	// checked after fixed numbers of trials (see NextCheck), so the result doesn't depend on workers.
	Until float64
	// Workers is how many workers play in parallel; 0 means one per processor.
	Workers int
	// Limits bound every fight; the zero Limits are the default.
	Limits interp.Limits
	// Cut, if not nil, aborts running fights when it is done: those don't count.
	Cut context.Context
	// Line is how a user plays the encounter.
	Line Line
	// Profile, if not nil, adds up where the time goes; then only one worker plays.
	Profile *profile.Profile
	// Watch, if not nil, is called at the end of every fight, by the worker that played it: it may only keep what
	// belongs to this trial of this point. An error stops the run.
	Watch func(point int, f Fight) error
	// Progress, if not nil, is called now and then with the number of trials done, and of all. Calls are never
	// concurrent.
	Progress func(done, of uint64)
}

// Point is an encounter to play.
type Point struct {
	Encounter *program.Encounter
	Setup     *Setup
}

// Fight is a fight that has just ended. It is only valid during the call of a watcher.
type Fight struct {
	Trial uint64
	// Outcome is the side that won, or the number of sides and one of [Nobody], [TimeUp] and [NothingLeft].
	Outcome int
	// Length is the clock at the end, rounded down.
	Length int64
	// Machine has the final state of all combatants.
	Machine *interp.Machine
}

// Stopped is the error of a trial that could not be played to its end.
type Stopped struct {
	// Trial is its number: the first of the trials that failed.
	Trial uint64
	Err   error
}

func (s *Stopped) Error() string { return fmt.Sprintf("fight %d: %v", s.Trial, s.Err) }

// Unwrap returns the cause, usually a diagnostic.
func (s *Stopped) Unwrap() error { return s.Err }

// NextCheck returns after how many trials Job.Until is checked next: first after 1,000, then after about a tenth
// more each time.
func NextCheck(trials uint64) uint64 {
	return trials + max(1, trials/10_000)*1000
}

// maxWorkers is the maximum number of workers of a run; each has its own machines.
const maxWorkers = 1024

// blockTime is how long a worker plays before it takes more trials.
const blockTime = 20 * time.Millisecond

// Run plays the trials of a job. When ctx is done it finishes the trials that have started, or stops when Job.Cut
// is done, and the result holds the trials up to there. If a trial fails the error is a *Stopped, the same for any
// number of workers.
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

// run is a running job.
type run struct {
	job     *Job
	players []*player

	mutex sync.Mutex
	// next is the first trial that hasn't started, stop the end of the stage.
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

// work plays block after block. Blocks are handed out in order and played to their end, so the played trials never
// have gaps.
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

// IsCut reports whether a fight ended with an error because running fights are aborted.
func IsCut(cut context.Context, err error) bool {
	var d *diag.Diagnostic
	return cut != nil && cut.Err() != nil && errors.As(err, &d) && d.Code == exec.Stopped
}

// take returns the next trials to play.
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

// fail records that a trial failed; of several the first counts. All before it have been handed out and will be
// played.
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
