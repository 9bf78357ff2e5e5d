package engine

import (
	"context"
	"time"
)

// job is something that takes longer than one answer may. A goroutine of its own works on it, for so long at
// once, and stands still until it is asked to go on: so the page is answered meanwhile, and may let go.
//
// Only one goroutine at a time may ask whether it is still wanted.
type job struct {
	atOnce time.Duration
	begun  time.Time
	// on is where it is asked to go on; closed: to stop. paused is where it says that it stands still; closed:
	// that it is done.
	on, paused chan struct{}
	stopped    bool
	failed     any
}

// begun begins a job, which stands still at first.
func begun(atOnce time.Duration, work func(*job)) *job {
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

// goOn works on for a while; false: it is done. What it panics with, it panics with here.
func (e *job) goOn() bool {
	e.on <- struct{}{}
	_, more := <-e.paused
	if e.failed != nil {
		panic(e.failed)
	}
	return more
}

// stop ends it, and returns when it is over. It is good once.
func (e *job) stop() {
	close(e.on)
	for range e.paused { // it is told at the next time that it asks
	}
}

// wanted stands still if the time is up, until somebody wants more; false: nobody does.
func (e *job) wanted() bool {
	if e.stopped || time.Since(e.begun) < e.atOnce {
		return !e.stopped
	}
	e.paused <- struct{}{}
	return e.wait()
}

func (e *job) wait() bool {
	_, on := <-e.on
	e.stopped = !on
	e.begun = time.Now()
	return on
}

// asking is a context for what is worked on in a job: whoever asks whether it is done stands still there.
type asking struct {
	context.Context
	job *job
}

// Err is an error once nobody wants the job any more.
func (a asking) Err() error {
	if a.job.wanted() {
		return nil
	}
	return context.Canceled
}
