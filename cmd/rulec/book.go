package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/book"
	"github.com/rulec/rulec/internal/experiment"
)

func newBook() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "book RULESET",
		Short: "Print the rulebook of a ruleset",
		Long: `Print the rulebook of a ruleset, from its own declarations.

Every file of the ruleset is a chapter, in its order; the comment at its top says what it is about, and so
does the one above a section. Definitions that fit into a line are rows of a table, creatures are stat blocks
with the figures that are worked out for them, and whatever a formula or a program names is linked. A picture
shows how conditions hang together; the ids of rules lead to what writes them down.

Of a ruleset that extends another one, what the house rules change is marked, with what it replaces.

Beside an action stand the odds that a case asks of it under odds:, worked out by the rules of the
book, if --odds names its file.

The page of HTML needs no other file. A browser prints it as a PDF with bookmarks:
  chromium --headless --print-to-pdf=book.pdf --generate-pdf-document-outline book.html`,
		Example: `  rulec book timecount > timecount.html
  rulec book ./house.yaml > house.html
  rulec book ./house.yaml --format md > house.md
  rulec book energy --set spaces_are=hexes > energy.html
  rulec book ./house.yaml --odds cases.yaml > house.html`,
		Args: takes(1, 1),
	}
	cmd.Flags().StringVar(&format, "format", "html", "how to print: `html|md`")
	cases := cmd.Flags().StringArray("odds", nil, "print beside actions the odds that the cases of `FILE` ask; may be given several times")
	options := readFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		opts, err := options()
		if err != nil {
			return err
		}
		if err := oneOf("format", format, "html", "md"); err != nil {
			return err
		}
		job, list := book.Read(args[0], opts)
		if list.HasErrors() {
			return complain(cmd.ErrOrStderr(), list)
		}
		words := lineOf(args[0], opts, &bounds{}).Words()
		for _, file := range *cases {
			list, err := job.Odds(file, opts)
			if err != nil {
				return exit{exitFailed, fmt.Errorf("%s: %w", file, err)}
			}
			if list.HasErrors() {
				return complain(cmd.ErrOrStderr(), list)
			}
			words = append(words, "--odds", experiment.Path(file))
		}
		if format != "html" {
			words = append(words, "--format", format)
		}
		job.Made, job.Command = programVersion(), "rulec book "+experiment.Quote(words)
		b := book.Make(job)
		if format == "md" {
			return written(b.Markdown(cmd.OutOrStdout()))
		}
		return written(b.HTML(cmd.OutOrStdout()))
	}
	return cmd
}
