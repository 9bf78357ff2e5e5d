package experiment

import (
	"context"
	"errors"
	"fmt"

	"github.com/rulec/rulec/internal/report"
	"github.com/rulec/rulec/interp"
)

// Many says how fights are played for those who play them in several ways to find something out.
type Many struct {
	Seed uint64
	// Line is how somebody plays the encounter from a command line; the zero Line: nobody does.
	Line Line
	// Fights is how many are played in one way; what else they are is said by who plays them.
	Fights uint64
	// Workers play side by side; 0: as many as the machine has processors.
	Workers int
	// Limits bound every fight; the zero Limits are the usual ones.
	Limits interp.Limits
	// Cut, if not nil, ends fights that are being played when it is done: those don't count.
	Cut context.Context
	// Progress, if not nil, is told now and then how many fights have been played.
	Progress func(done uint64)

	done uint64
}

// ErrStopped is the error of a run that was stopped before it was done.
var ErrStopped = errors.New("stopped before all fights were played")

// Run plays some fights of an encounter, from one number up to another, and shows each; an error is that of a fight, or [ErrStopped],
// with what has been played by then.
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

// Played notes that so many more fights have been played.
func (m *Many) Played(fights uint64) {
	if m.done += fights; m.Progress != nil {
		m.Progress(m.done)
	}
}

// Stopped is what a report says that holds less than was to be played: how many fights there were, and how far it has come; empty where
// it is whole.
func (m *Many) Stopped(how string, args ...any) string {
	return fmt.Sprintf("after %s, %s", report.Plural(int64(m.done), "fight", "fights"), fmt.Sprintf(how, args...))
}

// Origin says which fights a report is about that plays an encounter in several ways, and how to come to it again.
type Origin struct {
	Encounter string `json:"encounter"`
	Title     string `json:"title"`
	Ruleset   string `json:"ruleset"`
	Hash      string `json:"hash"`
	// Program is the version of the program, Command the line that prints the same again: whoever prints the
	// report says so.
	Program string `json:"rulec"`
	Command string `json:"again"`
	Seed    uint64 `json:"seed,string"`
	// Stopped says how far it had come where somebody stopped it; empty: all was played that was to be played.
	Stopped string `json:"stopped,omitempty"`
}

// StoppedLine is the line of a report that was stopped; empty where it is whole.
func (o *Origin) StoppedLine() string {
	if o.Stopped == "" {
		return ""
	}
	return "Stopped " + o.Stopped + ": what follows is what had been played by then."
}

// NewOrigin returns what is known where fights have been played by a setup with the dice of a seed.
func NewOrigin(s *Setup, seed uint64) Origin {
	return Origin{Encounter: s.Encounter, Title: s.Title, Ruleset: s.Ruleset, Hash: s.Hash, Seed: seed}
}

// Foot says at the end of a report on what it rests, and how to print it again.
func (o *Origin) Foot() []report.Block {
	return []report.Block{
		report.Note{Text: fmt.Sprintf("Ruleset %s (%.12s), rulec %s, seed %d.", o.Ruleset, o.Hash, o.Program, o.Seed)},
		report.Command{Label: "Again", Line: o.Command},
	}
}
