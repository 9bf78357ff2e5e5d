package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/report"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// manyFights is shared by the commands that play an encounter in several ways, and by rulec sim, which plays it in
// one.
type manyFights struct {
	// path is the first of args, the paths of the command line.
	path   string
	args   []string
	format *report.Format
	opts   lang.Options
	// seeded and counted are set if --seed and -n are given.
	seeded, counted bool
	// until is the text of --until.
	until string
	// changed is set if fights are also played with a change that rulec run doesn't know.
	changed     bool
	bound       *bounds
	out, errors func() io.Writer
	// many is that of the job, most the maximum number of fights in one way.
	many     *experiment.Many
	most     uint64
	progress *progress
}

// flags adds the shared flags to a command. Fights is the help text of -n.
func (s *manyFights) flags(cmd *cobra.Command, standard uint64, fights string) {
	s.out, s.errors = cmd.OutOrStdout, cmd.ErrOrStderr
	flags := cmd.Flags()
	flags.Uint64VarP(&s.many.Fights, "fights", "n", standard, fights)
	flags.Uint64Var(&s.many.Seed, "seed", 0, "use seed `N` instead of the encounter's own")
	flags.IntVar(&s.many.Workers, "workers", 0, "use `N` workers; 0: one per processor")
	s.format = formatFlag(cmd)
}

// runs makes a command take some steps after reading the shared flags, until one has an error.
func (s *manyFights) runs(cmd *cobra.Command, steps ...func() error) {
	opts := readFlags(cmd)
	s.bound = boundFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		s.path, s.args, s.opts = args[0], args, *opts
		s.seeded, s.counted = cmd.Flags().Changed("seed"), cmd.Flags().Changed("fights")
		defer s.bound.begin(cmd.Context(), &s.opts)()
		for _, step := range steps {
			if err := step(); err != nil {
				return err
			}
		}
		return nil
	}
}

// check checks the shared flags.
func (s *manyFights) check() error {
	if s.many.Fights == 0 || s.many.Fights > s.most {
		return usage("-n must be between 1 and %s", report.Thousands(int64(s.most)))
	}
	return nil
}

// width reads --until, the width of an interval: 1% or 0.01; 0 if it isn't given. With it and without -n most is the
// maximum number of fights.
func (s *manyFights) width(most uint64) (float64, error) {
	if s.until == "" {
		return 0, nil
	}
	text, percent := strings.CutSuffix(s.until, "%")
	width, err := strconv.ParseFloat(text, 64)
	if percent {
		width /= 100
	}
	if err != nil || !(width > 0 && width < 1) {
		return 0, usage("--until must be the width of an interval, such as 1%%, not %q", s.until)
	}
	if !s.counted {
		s.many.Fights = most
	}
	return width, nil
}

// takes sets how the fights of an encounter are played, in which everyone needs a tactic.
func (s *manyFights) takes(e *program.Encounter) error {
	if err := requireTactics(e); err != nil {
		return err
	}
	s.many.Line = s.line()
	if s.many.Limits = s.bound.limits(); !s.seeded {
		s.many.Seed = e.Seed
	}
	return nil
}

// playMany plays a job, with progress on a terminal, until it is done or has to stop. The error is that of the command.
func playMany[J, R any](s *manyFights, run func(context.Context, J) (R, error), job J) (R, error) {
	s.many.Cut, s.progress = s.bound.cut, newProgress(s.errors(), "fights")
	s.many.Progress = s.progress.show
	result, err := run(s.bound.ctx, job)
	s.progress.clear()
	return result, s.ended(err)
}

// ended returns the error of a command whose fights ended with an error.
func (s *manyFights) ended(err error) error {
	var coded exit
	var stopped *experiment.Stopped
	switch {
	case err == nil || errors.As(err, &coded):
		return err
	case errors.As(err, &stopped):
		return s.stopped(stopped)
	case errors.Is(err, experiment.ErrStopped):
		return s.bound.stopped("before a fight was over")
	}
	return telling{errors: s.errors()}.stopped(err)
}

// whole prints a report in the format of --format, and returns an error if it is incomplete.
func (s *manyFights) whole(d *report.Document, stopped string) error {
	if err := written(d.Print(s.out(), *s.format)); err != nil || stopped == "" {
		return err
	}
	return s.bound.stopped("%s", stopped)
}

// stopped prints why a fight stopped, and returns the error of the command.
func (s *manyFights) stopped(x *experiment.Stopped) error {
	which := fmt.Sprintf("fight %d: %s --trial %[1]d", x.Trial, diag.Visible(s.runCommand()))
	if s.changed {
		which = fmt.Sprintf("fight %d of seed %d", x.Trial, s.many.Seed)
	}
	return s.stoppedIn(which, x.Err)
}

// stoppedIn is stopped for a fight that needs another description.
func (s *manyFights) stoppedIn(which string, err error) error {
	err = telling{errors: s.errors()}.stopped(err)
	fmt.Fprintf(s.errors(), "\nit happened in %s\n", which)
	return err
}

// command returns the command line that prints the same report; own are the words of its own flags.
func (s *manyFights) command(name string, own ...string) string {
	words := append([]string{experiment.Path(s.path)}, own...)
	words = append(words, "-n", strconv.FormatUint(s.many.Fights, 10), "--seed", strconv.FormatUint(s.many.Seed, 10))
	return name + " " + experiment.Quote(append(words, s.line().Settings()...))
}

// runCommand returns the command line that prints a fight; its number follows.
func (s *manyFights) runCommand() string { return s.line().Run(s.many.Seed) }

// line returns how the encounter is played.
func (s *manyFights) line() experiment.Line { return lineOf(s.path, s.opts, s.bound) }

// lineOf returns how an encounter is played from a command line with these flags.
func lineOf(path string, opts lang.Options, b *bounds) experiment.Line {
	return experiment.Line{File: path, Root: opts.Root, Set: opts.Set, Steps: b.steps}
}

// requireTactics rejects an encounter in which someone has no tactic.
func requireTactics(e *program.Encounter) error {
	idle := experiment.Idle(e)
	if len(idle) == 0 {
		return nil
	}
	return exit{exitProblems, experiment.MissingTactics(e, idle, fmt.Sprintf(" or with --set %s.tactic=NAME", idle[0].Name))}
}
