package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/difficulty"
	"github.com/rulec/rulec/internal/sim"
	"github.com/rulec/rulec/internal/tune"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

func newDifficulty() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "difficulty ENCOUNTER",
		Short: "Tell on one page how hard an encounter is, and what would make it easier",
		Long: `Tell on one page how hard an encounter is for one of its sides.

How often it wins, how many of it fall, what is left in the end, on a bad day and on a good
one; which opponent does the harm; and what one opponent fewer or more, or one of their
figures a step down or up, would do, on the same dice. Their figures are those that the
encounter itself gives them, and of those in their definitions the four that make the most
difference. --change adds a param or another figure (WHO.KEY), with the values to try if
you like, as rulec tune has it.

` + difficulty.Grades + `

Everybody is played by tactics, as rulec sim does. --format html prints a page that needs
no script and no other file, and fits a sheet of A4.`,
		Example: `  rulec difficulty ambush.yaml
  rulec difficulty ambush.yaml --for guards --change flank_bonus
  rulec difficulty ambush.yaml --format html > ambush.html`,
		Args: takes(1, 1),
	}
	flags := cmd.Flags()
	s := &judging{out: cmd.OutOrStdout, errors: cmd.ErrOrStderr}
	flags.StringVar(&s.side, "for", "", "for which `SIDE` (default: the first one)")
	flags.StringArrayVar(&s.changes, "change", nil, "turn this too: `NAME` or NAME=VALUES; may be given several times")
	flags.Uint64VarP(&s.job.Fights, "fights", "n", 10_000, "play `N` fights, and a fifth of that with each change")
	flags.Uint64Var(&s.job.Seed, "seed", 0, "roll the dice of seed `N` instead of the encounter's own")
	flags.IntVar(&s.job.Workers, "workers", 0, "let `N` play side by side; 0: one a processor")
	flags.StringVar(&s.format, "format", "text", "how to print: `text|html|json`")
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

// judging is a command line of rulec difficulty.
type judging struct {
	path         string
	opts         lang.Options
	side, format string
	changes      []string
	seeded       bool
	bound        *bounds
	out, errors  func() io.Writer

	job difficulty.Job
}

func (s *judging) do(ctx context.Context) error {
	if err := s.check(); err != nil {
		return err
	}
	if err := s.load(); err != nil {
		return err
	}
	report, err := s.play(ctx)
	if err != nil {
		return err
	}
	report.Program, report.Command, report.Play = programVersion(), s.command(), s.told()
	switch s.format {
	case "json":
		err = report.JSON(s.out())
	case "html":
		err = report.HTML(s.out())
	default:
		err = report.Text(s.out())
	}
	return written(err)
}

// check reads what flags say by themselves.
func (s *judging) check() error {
	if err := s.bound.check(); err != nil {
		return err
	}
	if s.job.Fights == 0 || s.job.Fights > difficulty.MostFights {
		return usage("-n takes how many fights there are, from 1 to %s", sim.Thousands(difficulty.MostFights))
	}
	return oneOf("format", s.format, "text", "html", "json")
}

// load reads the encounter.
func (s *judging) load() error {
	e, list := s.loadWith(difficulty.Change{})
	if list.HasErrors() {
		return complain(s.errors(), list)
	}
	if err := everybodyActs(e); err != nil {
		return err
	}
	if !s.seeded {
		s.job.Seed = e.Seed
	}
	if s.side != "" {
		if s.job.Side = slices.Index(e.Sides, s.side); s.job.Side < 0 {
			if near, ok := diag.Nearest(s.side, e.Sides); ok {
				return usage("--for: there is no side %q; did you mean %q?", s.side, near)
			}
			return usage("--for: there is no side %q; there are %s", s.side, strings.Join(e.Sides, ", "))
		}
	}
	for _, text := range s.changes {
		c, err := tune.ParseChange(text, e)
		if err != nil {
			return cantRead(s.errors(), "--change", err)
		}
		s.job.More = append(s.job.More, c)
	}
	s.job.Load, s.job.Limits, s.job.Written = s.loadWith, s.bound.limits(), s.written()
	return nil
}

// loadWith reads the encounter with one thing changed. Who begins in a wall is a warning.
func (s *judging) loadWith(c difficulty.Change) (*program.Encounter, diag.List) {
	opts := s.opts
	opts.Set = maps.Clone(s.opts.Set)
	opts.Prove = interp.Prover{}
	switch {
	case c.Name != "":
		opts.Set[c.Name] = c.Value
	case c.Without != "":
		opts.Without = []string{c.Without}
	case c.Twin.Of != "":
		opts.Twins = []lang.Twin{c.Twin}
	}
	return lang.LoadEncounter(s.path, opts)
}

// written returns which keys the encounter gives to each combatant.
func (s *judging) written() map[string][]string {
	keys := map[string][]string{}
	node, _ := lang.ResolveFile(s.path, s.opts)
	if node == nil || node.Get("combatants") == nil {
		return keys
	}
	for _, who := range node.Get("combatants").Entries {
		for _, key := range who.Value.Entries {
			keys[who.Key.Text] = append(keys[who.Key.Text], key.Key.Text)
		}
	}
	return keys
}

// play plays the fights, with progress on a terminal.
func (s *judging) play(ctx context.Context) (*difficulty.Report, error) {
	ctx, cut, end := s.bound.playing(ctx)
	defer end()
	s.job.Cut = cut
	shown := colourful(s.errors())
	if shown {
		s.job.Progress = func(done uint64) { fmt.Fprintf(s.errors(), "\r\x1b[K%d fights", done) }
	}
	report, err := difficulty.Run(ctx, &s.job)
	if shown {
		fmt.Fprint(s.errors(), "\r\x1b[K")
	}
	var stopped *sim.Stopped
	switch {
	case errors.As(err, &stopped):
		err = telling{errors: s.errors()}.stopped(stopped.Err)
		fmt.Fprintf(s.errors(), "\nit happened in fight %d: %s --trial %d\n", stopped.Trial, diag.Visible(s.told()), stopped.Trial)
	case errors.Is(err, difficulty.ErrStopped):
		return nil, exit{exitFailed, err}
	case err != nil:
		err = telling{errors: s.errors()}.stopped(err)
	}
	return report, err
}

// command is the line that prints the same report again.
func (s *judging) command() string {
	words := []string{sim.Path(s.path)}
	if s.side != "" {
		words = append(words, "--for", s.side)
	}
	for _, c := range s.changes {
		words = append(words, "--change", c)
	}
	words = append(words, "-n", strconv.FormatUint(s.job.Fights, 10), "--seed", strconv.FormatUint(s.job.Seed, 10))
	return "rulec difficulty " + sim.Quote(append(words, s.settings()...))
}

// told is the line that tells a fight; its number follows.
func (s *judging) told() string {
	words := append([]string{sim.Path(s.path)}, s.settings()...)
	return "rulec run " + sim.Quote(append(words, "--seed", strconv.FormatUint(s.job.Seed, 10)))
}

// settings are the words of --root, --set and --max-steps.
func (s *judging) settings() []string { return append(settingsOf(s.opts), s.bound.words()...) }
