package cli

import (
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/odds"
)

func newDice() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "dice FORMULA...",
		Short: "Print the exact odds of dice, without any rules",
		Long: `Print the odds of dice, without a ruleset: each result, each result or more, each result or less, and
the average. Several FORMULAs are printed side by side.

Use a program if the faces decide something, or another roll: statements with ; between them, and
last a formula for the result. Put anything with spaces or parentheses in quotes.

How to write dice: rulec docs dice. How the odds are calculated: rulec docs odds.`,
		Example: `  rulec dice 2d6+3
  rulec dice "best(3, 4d6)" --at-least 15
  rulec dice 2d6 1d12
  rulec dice "roll r = 3d6; count(r.faces, each == highest(r.faces))"
  rulec dice "roll r = 1d20 + 5 against 15; r.success"`,
		Args: takes(1, 100),
	}
	flags := cmd.Flags()
	least := flags.IntSlice("at-least", nil, "print only the odds of `N` or more; repeatable")
	most := flags.IntSlice("at-most", nil, "print only the odds of `N` or less; repeatable")
	format := formatFlag(cmd)
	effort := effortFlags(cmd)
	plot := flags.String("plot", "", "draw the odds of each result into `FILE.svg`")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		var points []odds.Point
		for _, typed := range args {
			if strings.Contains(typed, "\n") || len(args) > 1 && incomplete.MatchString(typed) {
				return usage("%q isn't a whole formula: put one with spaces in quotes, on one line, as in rulec dice %q", typed, strings.Join(strings.Fields(strings.Join(args, " ")), " "))
			}
			p, list, err := odds.NewThrow(typed, *effort).Answer(*least, *most)
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
		return written(odds.DiceDocument(points).Print(cmd.OutOrStdout(), *format))
	}
	return cmd
}

// incomplete matches a piece of a formula that was written with spaces and without quotes.
var incomplete = regexp.MustCompile(`^\s*[-+*/,)]|[-+*/,(]\s*$`)
