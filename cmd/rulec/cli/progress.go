package cli

import (
	"fmt"
	"io"
	"time"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/terminal"
)

// progress shows how far a run has got, in a line of a terminal that is overwritten.
type progress struct {
	out         io.Writer
	what        string
	began, last time.Time
	shown       bool
	// terminal is set if the output is one. Otherwise nothing is shown, or with plain a new line now and then.
	terminal, plain bool
}

// plainly is how often progress is printed if the output is no terminal.
const plainly = 10 * time.Second

// newProgress returns a progress that begins now; what names the things that it counts.
func newProgress(out io.Writer, what string) *progress {
	now := time.Now()
	return &progress{out: bare(out), what: what, began: now, last: now, terminal: terminal.Colourful(out)}
}

// show shows how much is done, and of how much; 0 if that isn't known.
func (p *progress) show(done, of uint64) {
	if !p.terminal && !p.plain {
		return // this is called for every fight, so it doesn't even look at the time
	}
	now := time.Now()
	if since := now.Sub(p.last); since < 200*time.Millisecond || !p.terminal && since < plainly {
		return
	}
	p.last, p.shown = now, true
	rate := float64(done) / now.Sub(p.began).Seconds()
	left := time.Duration(float64(of-done) / rate * float64(time.Second)).Round(time.Second)
	switch {
	case !p.terminal:
		fmt.Fprintf(p.out, "%d of %d %s, %s left\n", done, of, p.what, left)
	case of == 0:
		fmt.Fprintf(p.out, "\r\x1b[K%d %s", done, p.what)
	default:
		fmt.Fprintf(p.out, "\r\x1b[K%d of %d %s, %.0f a second, %s left", done, of, p.what, rate, left)
	}
}

func (p *progress) clear() {
	if p.shown && p.terminal {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}

// finish prints on a terminal how fast it was.
func (p *progress) finish(r *experiment.Result) {
	if !p.terminal {
		return
	}
	took := time.Since(p.began).Seconds()
	fights, acts := 0.0, 0.0
	for _, x := range r.Points {
		fights += float64(x.Tally.Fights)
		acts += float64(x.Tally.Acts.Sum())
	}
	fmt.Fprintf(p.out, "%.0f fights in %.1f s: %.0f fights and %.0f actions a second\n", fights, took, fights/took, acts/took)
}
