package main

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/report"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
)

// manyFights is what the command lines share that play an encounter in several ways to find something
// out: rulec tune, difficulty and find.
type manyFights struct {
	path, format string
	formats      []string
	opts         lang.Options
	seeded       bool
	bound        *bounds
	out, errors  func() io.Writer
	// many is that of the job, most how many fights it may play in one way.
	many *experiment.Many
	most uint64
}

// flags gives a command the flags that all of them have. Fights says what -n is.
func (s *manyFights) flags(cmd *cobra.Command, standard uint64, fights string, formats ...string) {
	s.out, s.errors, s.formats = cmd.OutOrStdout, cmd.ErrOrStderr, formats
	flags := cmd.Flags()
	flags.Uint64VarP(&s.many.Fights, "fights", "n", standard, fights)
	flags.Uint64Var(&s.many.Seed, "seed", 0, "roll the dice of seed `N` instead of the encounter's own")
	flags.IntVar(&s.many.Workers, "workers", 0, "let `N` play side by side; 0: one a processor")
	flags.StringVar(&s.format, "format", "text", "how to print: `"+strings.Join(formats, "|")+"`")
}

// runs has a command do something, when the flags that all of them have were read.
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

// check reads what these flags say by themselves.
func (s *manyFights) check() error {
	if s.many.Fights == 0 || s.many.Fights > s.most {
		return usage("-n takes how many fights there are, from 1 to %s", report.Thousands(int64(s.most)))
	}
	return oneOf("format", s.format, s.formats...)
}

// takes says by what the fights of an encounter are played, in which everybody has to act.
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

// playing runs something, with progress on a terminal, until it is done or has to stop.
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

// whole prints a report, and returns an error if there is less in it than was to be played.
func (s *manyFights) whole(r manyReport, stopped string) error {
	if err := s.print(r); err != nil || stopped == "" {
		return err
	}
	return s.bound.stopped("%s", stopped)
}

// stopped prints why a fight stopped, and returns the error of the command. Which says which fight it was.
func (s *manyFights) stopped(err error, which string) error {
	err = telling{errors: s.errors()}.stopped(err)
	fmt.Fprintf(s.errors(), "\nit happened in %s\n", which)
	return err
}

// command is the line that prints the same report again; own are the words of its own flags.
func (s *manyFights) command(name string, own ...string) string {
	words := append([]string{experiment.Path(s.path)}, own...)
	words = append(words, "-n", strconv.FormatUint(s.many.Fights, 10), "--seed", strconv.FormatUint(s.many.Seed, 10))
	return name + " " + experiment.Quote(append(words, s.line().Settings()...))
}

// told is the line that tells a fight; its number follows.
func (s *manyFights) told() string { return s.line().Run(s.many.Seed) }

// line is how the encounter is played.
func (s *manyFights) line() experiment.Line { return lineOf(s.path, s.opts, s.bound) }

// manyReport is a report on fights that were played in several ways.
type manyReport interface {
	JSON(io.Writer) error
	Text(io.Writer) error
}

// print prints a report as --format says.
func (s *manyFights) print(r manyReport) error {
	switch page, has := r.(interface{ HTML(io.Writer) error }); {
	case s.format == "json":
		return written(r.JSON(s.out()))
	case s.format == "html" && has:
		return written(page.HTML(s.out()))
	}
	return written(r.Text(s.out()))
}
