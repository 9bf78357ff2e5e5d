package main

import (
	"fmt"
	"io"
	"time"

	"github.com/rulec/rulec/internal/experiment"
)

// progress shows how far a run has got: on a terminal in a line that is overwritten.
type progress struct {
	out         io.Writer
	what        string
	began, last time.Time
	shown       bool
	// plain is set for output that is no terminal: then a new line is printed now and then.
	plain bool
}

// plainly is how often progress is printed if the output is no terminal.
const plainly = 10 * time.Second

// newProgress returns a progress that also works if the output is no terminal.
func newProgress(out io.Writer) *progress {
	now := time.Now()
	return &progress{out: bare(out), began: now, last: now, plain: !colourful(out)}
}

func (p *progress) show(done, of uint64) {
	now := time.Now()
	if p.began.IsZero() {
		p.began, p.last = now, now
	}
	if since := now.Sub(p.last); since < 200*time.Millisecond || p.plain && since < plainly {
		return
	}
	p.last, p.shown = now, true
	rate := float64(done) / now.Sub(p.began).Seconds()
	left := time.Duration(float64(of-done) / rate * float64(time.Second))
	if p.plain {
		fmt.Fprintf(p.out, "%d of %d %s, %s left\n", done, of, p.what, left.Round(time.Second))
		return
	}
	fmt.Fprintf(p.out, "\r\x1b[K%d of %d %s, %.0f a second, %s left", done, of, p.what, rate, left.Round(time.Second))
}

func (p *progress) clear() {
	if p.shown && !p.plain {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}

// finish prints how fast it was, if progress is shown.
func (p *progress) finish(r *experiment.Result) {
	took := time.Since(p.began).Seconds()
	fights, acts := 0.0, 0.0
	for _, x := range r.Points {
		fights += float64(x.Tally.Fights)
		acts += float64(x.Tally.Acts.Sum())
	}
	fmt.Fprintf(p.out, "%.0f fights in %.1f s: %.0f fights and %.0f actions a second\n", fights, took, fights/took, acts/took)
}
