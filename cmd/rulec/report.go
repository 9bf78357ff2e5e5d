package main

import (
	"github.com/spf13/pflag"

	"github.com/rulec/rulec/internal/report"
)

// formatFlag adds --format to a command that prints a report, and returns a function that reads it. More are
// formats that only this command has.
func formatFlag(flags *pflag.FlagSet, more ...string) func() (report.Format, error) {
	names := report.Names()
	for _, name := range more {
		names += "|" + name
	}
	format := flags.String("format", string(report.Text), "output format: `"+names+"`")
	return func() (report.Format, error) {
		for _, f := range report.Formats {
			more = append(more, string(f))
		}
		return report.Format(*format), oneOf("format", *format, more...)
	}
}
