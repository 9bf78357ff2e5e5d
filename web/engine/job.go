package engine

import (
	"context"
	"time"
)

// job is work that takes longer than one answer may. It runs on a goroutine of its own, for a limited time at once, then pauses until it is
// asked to go on: so the page gets its answers meanwhile, and may cancel the job.
//
// Only one goroutine at a time may call wanted.
type job[A any] struct {
	// of is the question.
	of string
	// answer and err are only looked at while the job is paused or done.
	answer A
	err    error

	atOnce  time.Duration
	started time.Time
	// on tells it to go on; closed means to stop. paused reports that it has paused; closed means that it is done.
	on, paused chan struct{}
	stopped    bool
}

// startJob starts a job, which is paused at first. Its work replaces the answer so far.
func startJob[A any](of string, atOnce time.Duration, soFar A, work func(*job[A]) error) *job[A] {
	e := &job[A]{of: of, answer: soFar, atOnce: atOnce, on: make(chan struct{}), paused: make(chan struct{})}
	go func() {
		defer close(e.paused)
		defer func() {
			if r := recover(); r != nil {
				e.err = bug(r)
			}
		}()
		if e.wait() {
			e.err = work(e)
		}
	}()
	return e
}

// goOn works on for a while; false means that it is done.
func (e *job[A]) goOn() bool {
	e.on <- struct{}{}
	_, more := <-e.paused
	return more
}

// stop ends it, and returns when it is over. It may be called once.
func (e *job[A]) stop() {
	close(e.on)
	for range e.paused { // its next call of wanted returns false
	}
}

// wanted pauses if the time is up, until goOn or stop is called. It reports whether to go on.
func (e *job[A]) wanted() bool {
	if e.stopped || time.Since(e.started) < e.atOnce {
		return !e.stopped
	}
	e.paused <- struct{}{}
	return e.wait()
}

func (e *job[A]) wait() bool {
	_, on := <-e.on
	e.stopped = !on
	e.started = time.Now()
	return on
}

// asking is a context for work in a job: its Err pauses the work when the time is up.
type asking struct {
	context.Context
	wanted func() bool
}

// Err returns an error once the job is no longer wanted.
func (a asking) Err() error {
	if a.wanted() {
		return nil
	}
	return context.Canceled
}
