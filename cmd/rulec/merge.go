package main

import (
	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/sim"
)

func newMerge() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "merge PART...",
		Short: "Put the parts of a simulation together",
		Long: `Put the parts of a simulation together that rulec sim --shard has written.

The output is that of a single run, to the byte. Parts of different seeds, rulesets or
encounters are refused, and so are parts of which one is missing or there twice.`,
		Example: `  rulec merge parts/*.part.json
  rulec merge parts/*.part.json --format json --plot lengths.svg`,
		Args: takes(1, many),
	}
	format := cmd.Flags().String("format", "text", "how to print: `text|json|csv`")
	plot := cmd.Flags().String("plot", "", "draw the lengths of fights, or the varied values, into `FILE.svg`")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := oneOf("format", *format, "text", "json", "csv"); err != nil {
			return err
		}
		var parts []experiment.Named
		for _, name := range args {
			part, err := experiment.Read(name)
			if err != nil {
				return exit{exitFailed, err}
			}
			parts = append(parts, experiment.Named{Name: name, Result: part})
		}
		whole, err := experiment.Merge(parts)
		if err != nil {
			return exit{exitProblems, err}
		}
		return printReport(cmd.OutOrStdout(), sim.NewReport(whole, programVersion()), *format, *plot)
	}
	return cmd
}
