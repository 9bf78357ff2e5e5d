package main

import (
	"context"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/report"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
)

// manyFights is shared by the commands that play an encounter in several ways, and by rulec sim, which plays it in
// one.
type manyFights struct {
	path        string
	format      func() (report.Format, error)
	opts        lang.Options
	seeded      bool
	bound       *bounds
	out, errors func() io.Writer
	// many is that of the job, most the maximum number of fights in one way.
	many *experiment.Many
	most uint64
}

// flags adds the shared flags to a command. Fights is the help text of -n.
func (s *manyFights) flags(cmd *cobra.Command, standard uint64, fights string) {
	s.out, s.errors = cmd.OutOrStdout, cmd.ErrOrStderr
	flags := cmd.Flags()
	flags.Uint64VarP(&s.many.Fights, "fights", "n", standard, fights)
	flags.Uint64Var(&s.many.Seed, "seed", 0, "use seed `N` instead of the encounter's own")
	flags.IntVar(&s.many.Workers, "workers", 0, "use `N` workers; 0: one per processor")
	s.format = formatFlag(flags)
}

// runs makes a command call do after reading the shared flags.
func (s *manyFights) runs(cmd *cobra.Command, do func() error) {
	options := readFlags(cmd)
	s.bound = boundFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		opts, err := options()
		if err != nil {
			return err
		}
		s.path, s.opts, s.seeded = args[0], opts, cmd.Flags().Changed("seed")
		if err := s.bound.check(); err != nil {
			return err
		}
		defer s.bound.begin(cmd.Context(), &s.opts)()
		return do()
	}
}

// check checks the shared flags.
func (s *manyFights) check() error {
	if s.many.Fights == 0 || s.many.Fights > s.most {
		return usage("-n must be between 1 and %s", report.Thousands(int64(s.most)))
	}
	_, err := s.format()
	return err
}

// takes sets how the fights of an encounter are played, in which everyone needs a tactic.
func (s *manyFights) takes(e *program.Encounter) error {
	if err := everybodyActs(e); err != nil {
		return err
	}
	s.many.Line = s.line()
	if s.many.Limits = s.bound.limits(); !s.seeded {
		s.many.Seed = e.Seed
	}
	return nil
}

// playing calls run, with progress on a terminal, until it is done or has to stop.
func (s *manyFights) playing(run func(context.Context) error) error {
	s.many.Cut = s.bound.cut
	shown := colourful(s.errors())
	if shown {
		s.many.Progress = func(done uint64) { fmt.Fprintf(bare(s.errors()), "\r\x1b[K%d fights", done) }
	}
	err := run(s.bound.ctx)
	if shown {
		fmt.Fprint(bare(s.errors()), "\r\x1b[K")
	}
	return err
}

// whole prints a report in the format of --format, and returns an error if it is incomplete.
func (s *manyFights) whole(d *report.Document, stopped string) error {
	format, err := s.format()
	if err != nil {
		return err
	}
	if err := written(d.Print(s.out(), format)); err != nil || stopped == "" {
		return err
	}
	return s.bound.stopped("%s", stopped)
}

// stopped prints why a fight stopped, and returns the error of the command. Which describes the fight.
func (s *manyFights) stopped(err error, which string) error {
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

// told returns the command line that prints a fight; its number follows.
func (s *manyFights) told() string { return s.line().Run(s.many.Seed) }

// line returns how the encounter is played.
func (s *manyFights) line() experiment.Line { return lineOf(s.path, s.opts, s.bound) }

// lineOf returns how an encounter is played from a command line with these flags.
func lineOf(path string, opts lang.Options, b *bounds) experiment.Line {
	return experiment.Line{File: path, Root: opts.Root, Set: opts.Set, Steps: b.steps}
}

// everybodyActs rejects an encounter in which someone has no tactic.
func everybodyActs(e *program.Encounter) error {
	idle := experiment.Idle(e)
	if len(idle) == 0 {
		return nil
	}
	return exit{exitProblems, experiment.NobodyPlays(e, idle, fmt.Sprintf(" or with --set %s.tactic=NAME", idle[0].Name))}
}
