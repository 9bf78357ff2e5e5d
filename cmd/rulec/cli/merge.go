package cli

import (
	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/sim"
)

func newMerge() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "merge PART...",
		Short: "Combine the parts of a simulation",
		Long: `Combine the parts of a simulation that rulec sim --shard has written.

The output is that of a single run, byte for byte. rulec rejects parts of different seeds,
rulesets or encounters, and a set in which a part is missing or appears twice.`,
		Example: `  rulec merge parts/*.part.json
  rulec merge parts/*.part.json --format json --plot lengths.svg`,
		Args: takes(1, many),
	}
	format := formatFlag(cmd)
	plot := cmd.Flags().String("plot", "", "draw the lengths of fights, or the varied values, into `FILE.svg`")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
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
		return printSimulation(cmd.OutOrStdout(), sim.NewReport(whole, programVersion()), *format, *plot)
	}
	return cmd
}
