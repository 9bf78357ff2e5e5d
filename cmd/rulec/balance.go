package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/find"
	"github.com/rulec/rulec/internal/sim"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
)

func newFind() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "find ENCOUNTER",
		Short: "Find what is broken in the balance of rules",
		Long: `Find what is broken in the balance of rules.

Fights are played as the tactics have it. Then each action that a side did in them is asked about: the
same fights are played on the same dice without it, and with it done whenever it is allowed.

What stands out:
  never best              the side wins more without it
  always best             it wins much more when it is done whenever it is allowed
  everything hangs on it  without it the side loses much more, though it can win otherwise
  costs nothing           it can be done again and again in one turn, at no price
  locks its target        a foe can do nothing, turn after turn, while it is done to them again

A finding is no verdict: a hero's best blow may be meant to be that. Each names a fight that shows it.`,
		Example: `  rulec find ambush.yaml
  rulec find ambush.yaml -n 2000 --set flank_bonus=3
  rulec find ambush.yaml --format json`,
		Args: takes(1, 1),
	}
	flags := cmd.Flags()
	s := &balance{out: cmd.OutOrStdout, errors: cmd.ErrOrStderr}
	flags.Uint64VarP(&s.job.Fights, "fights", "n", 500, "play `N` fights in each way")
	flags.Uint64Var(&s.job.Seed, "seed", 0, "roll the dice of seed `N` instead of the encounter's own")
	flags.IntVar(&s.job.Workers, "workers", 0, "let `N` play side by side; 0: one a processor")
	flags.StringVar(&s.format, "format", "text", "how to print: `text|json`")
	options := readFlags(cmd)
	s.bound = boundFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		opts, err := options()
		if err != nil {
			return err
		}
		s.path, s.opts, s.seeded = args[0], opts, flags.Changed("seed")
		return s.do(cmd.Context())
	}
	return cmd
}

// balance is a command line of rulec find.
type balance struct {
	path        string
	opts        lang.Options
	format      string
	seeded      bool
	bound       *bounds
	out, errors func() io.Writer

	job find.Job
}

func (s *balance) do(ctx context.Context) error {
	if err := s.check(); err != nil {
		return err
	}
	e, list := lang.LoadEncounter(s.path, s.opts)
	if list.HasErrors() {
		return complain(s.errors(), list)
	}
	if err := everybodyActs(e); err != nil {
		return err
	}
	if err := nobodyThinks(e); err != nil {
		return err
	}
	if s.job.Encounter, s.job.Limits = e, s.bound.limits(); !s.seeded {
		s.job.Seed = e.Seed
	}
	report, err := s.search(ctx)
	if err != nil {
		return err
	}
	report.Program, report.Command, report.See = programVersion(), s.command(), s.see()
	if s.format == "json" {
		return written(report.JSON(s.out()))
	}
	return written(report.Text(s.out()))
}

// check reads what flags say by themselves.
func (s *balance) check() error {
	if err := s.bound.check(); err != nil {
		return err
	}
	if err := oneOf("format", s.format, "text", "json"); err != nil {
		return err
	}
	if s.job.Fights == 0 || s.job.Fights > find.MostFights {
		return usage("-n takes how many fights there are, from 1 to %s", sim.Thousands(find.MostFights))
	}
	return nil
}

// nobodyThinks refuses an encounter in which somebody thinks ahead: what they do without an action isn't
// what they would do if they knew that they can't have it.
func nobodyThinks(e *program.Encounter) error {
	for _, t := range e.Things {
		if t.Thinks {
			return exit{exitProblems, fmt.Errorf("%s thinks ahead, and rulec find asks tactics alone: give %s a tactic with --set %s.tactic=NAME", t.Name, t.Name, t.Name)}
		}
	}
	return nil
}

// search plays, with progress on a terminal.
func (s *balance) search(ctx context.Context) (*find.Report, error) {
	ctx, cut, end := s.bound.playing(ctx)
	defer end()
	s.job.Cut = cut
	shown := colourful(s.errors())
	if shown {
		s.job.Progress = func(done uint64) { fmt.Fprintf(s.errors(), "\r\x1b[K%d fights", done) }
	}
	report, err := find.Run(ctx, &s.job)
	if shown {
		fmt.Fprint(s.errors(), "\r\x1b[K")
	}
	var stopped *find.Stopped
	switch {
	case errors.As(err, &stopped):
		err = telling{errors: s.errors()}.stopped(stopped.Err)
		fmt.Fprintf(s.errors(), "\nit happened in fight %d of seed %d\n", stopped.Trial, s.job.Seed)
		return nil, err
	case errors.Is(err, find.ErrStopped):
		return nil, exit{exitFailed, err}
	case err != nil:
		return nil, telling{errors: s.errors()}.stopped(err)
	}
	return report, nil
}

// command is the line that prints the same report again.
func (s *balance) command() string {
	words := append([]string{sim.Path(s.path), "-n", strconv.FormatUint(s.job.Fights, 10), "--seed", strconv.FormatUint(s.job.Seed, 10)},
		append(settingsOf(s.opts), s.bound.words()...)...)
	return "rulec find " + sim.Quote(words)
}

// see is the line that plays one of the fights, but for its number.
func (s *balance) see() string {
	words := append([]string{sim.Path(s.path)}, append(settingsOf(s.opts), s.bound.words()...)...)
	return "rulec run " + sim.Quote(append(words, "--seed", strconv.FormatUint(s.job.Seed, 10)))
}
