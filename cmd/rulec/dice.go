package main

import (
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/odds"
)

func newDice() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "dice FORMULA...",
		Short: "Say how likely each result of dice is, without any rules",
		Long: `Say how likely each result of dice is, without a ruleset: exactly so much, so much or more, and
how much on average. Several FORMULAs stand side by side.

What the faces decide, or another roll, is asked by a program: statements with ; between them,
and last a formula that says what comes of them. Whatever has spaces or brackets stands in quotes.

How dice are written: rulec docs dice. How odds are found: rulec docs odds.`,
		Example: `  rulec dice 2d6+3
  rulec dice "best(3, 4d6)" --at-least 15
  rulec dice 2d6 1d12
  rulec dice "roll r = 3d6; count(r.faces, each == highest(r.faces))"
  rulec dice "roll r = 1d20 + 5 against 15; r.success"`,
		Args: takes(1, 100),
	}
	flags := cmd.Flags()
	least := flags.IntSlice("at-least", nil, "say only how likely `N` or more is; may be given several times")
	most := flags.IntSlice("at-most", nil, "say only how likely `N` or less is; may be given several times")
	format := formatFlag(flags)
	effort := effortFlags(flags)
	plot := flags.String("plot", "", "draw how likely each result is into `FILE.svg`")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		printed, err := format()
		if err != nil {
			return err
		}
		much, err := effort()
		if err != nil {
			return err
		}
		var points []odds.Point
		for _, typed := range args {
			if strings.Contains(typed, "\n") || len(args) > 1 && torn.MatchString(typed) {
				return usage("%q is no whole formula: one with spaces stands in quotes, on one line, as in rulec dice %q", typed, strings.Join(strings.Fields(strings.Join(args, " ")), " "))
			}
			p, list, err := odds.NewThrow(typed, much).Answer(*least, *most)
			switch {
			case list.HasErrors():
				return complain(cmd.ErrOrStderr(), list)
			case err != nil:
				return exit{exitFailed, err}
			}
			points = append(points, *p)
		}
		if *plot != "" {
			if err := drawInto(*plot, odds.Drawing("", points).Draw); err != nil {
				return exit{exitFailed, err}
			}
		}
		return written(odds.DiceDocument(points).Print(cmd.OutOrStdout(), printed))
	}
	return cmd
}

// torn is a piece of a formula that was written with spaces and without quotes.
var torn = regexp.MustCompile(`^\s*[-+*/,)]|[-+*/,(]\s*$`)
