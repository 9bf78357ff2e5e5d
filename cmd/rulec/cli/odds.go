package cli

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/odds"
	engine "github.com/rulec/rulec/interp/odds"
	"github.com/rulec/rulec/lang/diag"
)

func newOdds() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "odds ENCOUNTER [LINE ...]",
		Short: "Print the exact odds of everything that a few lines of a script can lead to",
		Long: `Print the odds of everything that a script can lead to, or the LINEs that you give instead: who loses
how much, who is out, who has which condition, and everything else that changes. --of asks
something else: a yes-or-no formula, a number, a name. First comes what the encounter asks under
odds:.

rulec tries every possible roll of the dice, so the answer is exact. It may leave out what repeats
without end, such as dice that explode again and again; the answer says how likely that is. If
there are too many possible rolls, or the --deadline passes, rulec plays the lines many times
instead, and the answer says so.

When someone is asked and has no line in the script, they pass or take the default. With
tactic: NAME, their tactic answers.

--vary NAME=VALUES calculates the odds for several values of a param, or of a combatant's key
(WHO.KEY).`,
		Example: `  rulec odds examples/01-first-blood.yaml "zora: punch mort"
  rulec odds examples/01-first-blood.yaml "zora: punch mort" --of "mort.bruises >= 2"
  rulec odds examples/01-first-blood.yaml "zora: punch mort" --vary zora.brawn=0..3
  rulec odds attack.yaml --format json`,
		Args: takes(1, 100),
	}
	flags := cmd.Flags()
	of := flags.StringArray("of", nil, "print this `FORMULA` after the last line; repeatable")
	vary := flags.String("vary", "", "try several values: `NAME=VALUES`")
	effort := effortFlags(cmd)
	format := formatFlag(cmd)
	plot := flags.String("plot", "", "draw the first number, or else the odds of the yes-or-no answers, into `FILE.svg`")
	opts := readFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		a := odds.Ask{Path: args[0], Load: *opts, Usual: len(*of) == 0, Effort: *effort}
		for _, line := range args[1:] {
			if strings.TrimSpace(line) == "" {
				return usage("a LINE is empty: write a line of a script, such as \"ana: attack bo\"")
			}
		}
		a.Load.Over = overEncounter(args[1:], *of)
		if flags.Changed("vary") {
			var err error
			if a.Varied, err = experiment.ParseVary([]string{*vary}, a.Load.Set); err != nil {
				return usage("--vary: %v", err)
			}
		}
		points, list, err := a.Answers()
		switch {
		case errors.Is(err, odds.ErrNoScript):
			return usage("%s has no script: add the lines whose odds you want, such as \"ana: attack bo\"", a.Path)
		case list.HasErrors():
			return complain(cmd.ErrOrStderr(), list)
		case err != nil:
			return exit{exitFailed, err}
		}
		if *plot != "" {
			if err := drawInto(*plot, odds.Drawing(a.Path, points).Draw); err != nil {
				return exit{exitFailed, err}
			}
		}
		return written(odds.Document(points).Print(cmd.OutOrStdout(), *format))
	}
	return cmd
}

// effortFlags adds the flags for how long to try all possible rolls, and how often to play the lines if that isn't
// enough. The effort has them when the command runs.
func effortFlags(cmd *cobra.Command) *engine.Effort {
	var effort engine.Effort
	samples := cmd.Flags().Int("samples", odds.Samples, "play `N` times if there are too many possible rolls")
	deadline := cmd.Flags().Duration("deadline", 10*time.Second, "after this `TIME`, stop trying every roll and play many times instead (--samples); 0s: never stop")
	before(cmd, func() error {
		if *samples < 1 {
			return usage("--samples must be at least 1, not %d", *samples)
		}
		effort = odds.NewEffort(*samples, *deadline)
		return checkDeadline(*deadline)
	})
	return &effort
}

// overEncounter returns the script and odds of a command line, which replace those of the encounter; nil means
// none.
func overEncounter(lines, of []string) *diag.Source {
	var b strings.Builder
	if len(lines) > 0 {
		b.WriteString("script: |\n")
		for _, line := range strings.Split(strings.Join(lines, "\n"), "\n") {
			b.WriteString("  " + line + "\n")
		}
	}
	if len(of) > 0 {
		b.WriteString("odds:\n")
		for i, formula := range of {
			if !slices.Contains(of[:i], formula) {
				b.WriteString("  ? " + strconv.Quote(formula) + "\n  : |-\n    " + strings.ReplaceAll(formula, "\n", "\n    ") + "\n")
			}
		}
	}
	if b.Len() == 0 {
		return nil
	}
	return diag.NewSource("command line", b.String())
}
