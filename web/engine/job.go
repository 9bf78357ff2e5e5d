package engine

import (
	"context"
	"time"
)

// job is work that takes longer than one answer may. It runs on a goroutine of its own, for a limited time at once, then pauses until it is
// asked to go on: so the page gets its answers meanwhile, and may cancel the job.
//
// Only one goroutine at a time may call wanted.
type job struct {
	atOnce  time.Duration
	started time.Time
	// on tells it to go on; closed means to stop. paused reports that it has paused; closed means that it is done.
	on, paused chan struct{}
	stopped    bool
	failed     any
}

// startJob starts a job, which is paused at first.
func startJob(atOnce time.Duration, work func(*job)) *job {
	e := &job{atOnce: atOnce, on: make(chan struct{}), paused: make(chan struct{})}
	go func() {
		defer close(e.paused)
		defer func() { e.failed = recover() }()
		if e.wait() {
			work(e)
		}
	}()
	return e
}

// goOn works on for a while; false means that it is done. A panic of the work panics here.
func (e *job) goOn() bool {
	e.on <- struct{}{}
	_, more := <-e.paused
	if e.failed != nil {
		panic(e.failed)
	}
	return more
}

// stop ends it, and returns when it is over. It may be called once.
func (e *job) stop() {
	close(e.on)
	for range e.paused { // its next call of wanted returns false
	}
}

// wanted pauses if the time is up, until goOn or stop is called. It reports whether to go on.
func (e *job) wanted() bool {
	if e.stopped || time.Since(e.started) < e.atOnce {
		return !e.stopped
	}
	e.paused <- struct{}{}
	return e.wait()
}

func (e *job) wait() bool {
	_, on := <-e.on
	e.stopped = !on
	e.started = time.Now()
	return on
}

// asking is a context for work in a job: its Err pauses the work when the time is up.
type asking struct {
	context.Context
	job *job
}

// Err returns an error once the job is no longer wanted.
func (a asking) Err() error {
	if a.job.wanted() {
		return nil
	}
	return context.Canceled
}
