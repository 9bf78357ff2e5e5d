package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/report"
	"github.com/rulec/rulec/lang/diag"
)

// before makes a command call check before it runs, after the checks that it has already.
func before(cmd *cobra.Command, check func() error) {
	earlier := cmd.PreRunE
	cmd.PreRunE = func(cmd *cobra.Command, args []string) error {
		if earlier != nil {
			if err := earlier(cmd, args); err != nil {
				return err
			}
		}
		return check()
	}
}

// choiceFlag adds a flag to a command that takes one of a few words, or none if that is the standard. The %s in its
// help text stands for the words.
func choiceFlag(cmd *cobra.Command, name, standard, help string, words ...string) *string {
	value := cmd.Flags().String(name, standard, fmt.Sprintf(help, strings.Join(words, "|")))
	before(cmd, func() error {
		if *value == standard || slices.Contains(words, *value) {
			return nil
		}
		return usage("--%s must be %s, not %q", name, diag.JoinOr(words), *value)
	})
	return value
}

// formatFlag adds --format to a command that prints a report. More are formats that only this command has.
func formatFlag(cmd *cobra.Command, more ...string) *report.Format {
	var words []string
	for _, f := range report.Formats {
		words = append(words, string(f))
	}
	name := choiceFlag(cmd, "format", string(report.Text), "output format: `%s`", append(words, more...)...)
	return (*report.Format)(name)
}
