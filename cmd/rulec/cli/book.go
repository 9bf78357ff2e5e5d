package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/book"
	"github.com/rulec/rulec/internal/experiment"
)

func newBook() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "book RULESET",
		Short: "Print the rulebook of a ruleset",
		Long: `Print the rulebook of a ruleset, from its own declarations.

Every file of the ruleset is a chapter. The comment at the top of a file introduces it, and so does the
comment above a section. Short definitions are rows of a table. Creatures are stat blocks with their derived
stats. Every name in a formula or a program is a link. A picture shows which conditions bring which others.
The ids of rules link to their source.

In a ruleset that extends another one, the book marks what the house rules change, and what they replace.

With --players it is the book to hand to players: the house rules first, then the rules, a sheet of actions
with what they cost and when they aren't possible, and a card for each creature. It has no programs, and says
formulas in words: "half of strength, rounded down". What can't be said like that it leaves to the sentences
behind #:, so write one for every rule that players should know.

With --odds FILE, actions show the odds that the cases in FILE ask for under odds:, by the rules of this
book.

The HTML page needs no other file. A browser prints it as a PDF with bookmarks:
  chromium --headless --print-to-pdf=book.pdf --generate-pdf-document-outline book.html`,
		Example: `  rulec book timecount > timecount.html
  rulec book ./house.yaml > house.html
  rulec book ./house.yaml --format md > house.md
  rulec book ./house.yaml --players > players.html
  rulec book energy --set spaces_are=hexes > energy.html
  rulec book ./house.yaml --odds cases.yaml > house.html`,
		Args: takes(1, 1),
	}
	format := choiceFlag(cmd, "format", "html", "output format: `%s`", "html", "md")
	cases := cmd.Flags().StringArray("odds", nil, "print next to actions the odds that the cases in `FILE` ask for; repeatable")
	players := cmd.Flags().Bool("players", false, "print the book to hand to players: in words, without programs")
	opts := readFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		job, list := book.Read(args[0], *opts)
		if list.HasErrors() {
			return complain(cmd.ErrOrStderr(), list)
		}
		words := lineOf(args[0], *opts, &bounds{}).Words()
		for _, file := range *cases {
			list, err := job.Odds(file, *opts)
			if err != nil {
				return exit{exitFailed, fmt.Errorf("%s: %w", file, err)}
			}
			if list.HasErrors() {
				return complain(cmd.ErrOrStderr(), list)
			}
			words = append(words, "--odds", experiment.Path(file))
		}
		if job.Players = *players; *players {
			words = append(words, "--players")
		}
		if *format != "html" {
			words = append(words, "--format", *format)
		}
		job.Made, job.Command = programVersion(), "rulec book "+experiment.Quote(words)
		b := book.Make(job)
		if *format == "md" {
			return written(b.Markdown(cmd.OutOrStdout()))
		}
		return written(b.HTML(cmd.OutOrStdout()))
	}
	return cmd
}
