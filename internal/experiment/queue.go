package experiment

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/lang/diag"
)

// maxWorkers is the maximum number of workers; each has its own machines.
const maxWorkers = 1024

// Parallel returns how many workers to use for some fights.
func (m *Many) Parallel(fights uint64) int {
	workers := m.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	return int(max(1, min(uint64(workers), maxWorkers, fights)))
}

// Play has workers play the trials from one number up to another: each plays the next one that nobody has begun. It
// returns the first trial that wasn't played. When ctx is done no trial is begun any more. The error is [ErrStopped],
// or a [*Stopped]: of the first trial that failed, the same for any number of workers.
func (m *Many) Play(ctx context.Context, workers []func(trial uint64) error, from, to uint64) (next uint64, err error) {
	q := &queue{many: m, next: from, end: to}
	var all sync.WaitGroup
	for _, play := range workers {
		all.Go(func() {
			for trial, ok := q.take(ctx); ok; trial, ok = q.take(ctx) {
				q.over(trial, play(trial))
			}
		})
	}
	all.Wait()
	switch next = min(q.next, q.end); {
	case q.failed != nil:
		return next, q.failed
	case next < to:
		return next, ErrStopped
	}
	return next, nil
}

// queue hands out trials in order.
type queue struct {
	many  *Many
	mutex sync.Mutex
	// next is the first trial that hasn't been begun, end the first that won't be played.
	next, end uint64
	failed    *Stopped
}

// take returns the next trial to play.
func (q *queue) take(ctx context.Context) (trial uint64, ok bool) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	if q.failed != nil || q.next >= q.end || ctx.Err() != nil {
		return 0, false
	}
	q.next++
	return q.next - 1, true
}

// over records how a trial ended. Of several that failed the first counts: all before it have been handed out and will
// be played.
func (q *queue) over(trial uint64, err error) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	switch {
	case err == nil:
		if q.many.done++; q.many.Progress != nil {
			q.many.Progress(q.many.done, q.many.all)
		}
	case IsCut(q.many.Cut, err):
		q.end = min(q.end, trial)
	case q.failed == nil || trial < q.failed.Trial:
		q.failed = &Stopped{trial, err}
	}
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

// ErrStopped is the error of a run that was stopped before its end.
var ErrStopped = errors.New("stopped before all fights were played")

// IsCut reports whether a fight ended with an error because running fights are aborted.
func IsCut(cut context.Context, err error) bool {
	var d *diag.Diagnostic
	return cut != nil && cut.Err() != nil && errors.As(err, &d) && d.Code == exec.Stopped
}
