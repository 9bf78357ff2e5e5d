package experiment

import (
	"context"
	"errors"
	"fmt"

	"github.com/rulec/rulec/internal/report"
	"github.com/rulec/rulec/interp"
)

// Many plays fights for commands that compare several ways of playing an encounter.
type Many struct {
	Seed uint64
	// Line is the command line that plays the encounter; the zero Line means none.
	Line Line
	// Fights is how many fights to play in one way; the caller adds the rest.
	Fights uint64
	// Workers is how many workers play in parallel; 0 means one per processor.
	Workers int
	// Limits bound every fight; the zero Limits are the default.
	Limits interp.Limits
	// Cut, if not nil, aborts running fights when it is done: those don't count.
	Cut context.Context
	// Progress, if not nil, is called now and then with the number of fights played.
	Progress func(done uint64)

	done uint64
}

// ErrStopped is the error of a run that was stopped before its end.
var ErrStopped = errors.New("stopped before all fights were played")

// Run plays the fights of an encounter from one number to another and passes each to watch. Its error is that of a
// fight, or [ErrStopped], together with the fights played so far.
func (m *Many) Run(ctx context.Context, p Point, from, to uint64, watch func(int, Fight) error) (*Result, error) {
	job := Job{
		Points: []Point{p}, Seed: m.Seed, Trials: to, From: from, To: to, Workers: m.Workers, Limits: m.Limits, Cut: m.Cut, Watch: watch,
	}
	if m.Progress != nil {
		job.Progress = func(done, _ uint64) { m.Progress(m.done + done) }
	}
	result, err := Run(ctx, job)
	switch {
	case err != nil:
		return nil, err
	case result.Played() != to-from:
		m.Played(result.Played())
		return result, ErrStopped
	}
	m.Played(to - from)
	return result, nil
}

// Played adds to the number of fights played.
func (m *Many) Played(fights uint64) {
	if m.done += fights; m.Progress != nil {
		m.Progress(m.done)
	}
}

// Stopped returns the text for a report that was stopped early: how many fights were played, and how far it got.
func (m *Many) Stopped(how string, args ...any) string {
	return fmt.Sprintf("after %s, %s", report.Plural(int64(m.done), "fight", "fights"), fmt.Sprintf(how, args...))
}

// Origin identifies the fights of a report on several ways to play an encounter, and how to reproduce it.
type Origin struct {
	Encounter string `json:"encounter"`
	Title     string `json:"title"`
	Ruleset   string `json:"ruleset"`
	Hash      string `json:"hash"`
	// Program is the version of the program, Command the line that prints the report again; the caller that prints
	// it sets both.
	Program string `json:"rulec"`
	Command string `json:"again"`
	Seed    uint64 `json:"seed,string"`
	// Stopped is how far it got before someone stopped it; empty if everything was played.
	Stopped string `json:"stopped,omitempty"`
}

// StoppedLine returns the line for a stopped report, empty for a complete one.
func (o *Origin) StoppedLine() string {
	if o.Stopped == "" {
		return ""
	}
	return "Stopped " + o.Stopped + ": the results so far follow."
}

// NewOrigin returns the origin of fights played by a setup with the dice of a seed.
func NewOrigin(s *Setup, seed uint64) Origin {
	return Origin{Encounter: s.Encounter, Title: s.Title, Ruleset: s.Ruleset, Hash: s.Hash, Seed: seed}
}

// Foot returns the end of a report: what it is based on, and how to print it again.
func (o *Origin) Foot() []report.Block {
	return []report.Block{
		report.Note{Text: fmt.Sprintf("Ruleset %s (%.12s), rulec %s, seed %d.", o.Ruleset, o.Hash, o.Program, o.Seed)},
		report.Command{Label: "Again", Line: o.Command},
	}
}
