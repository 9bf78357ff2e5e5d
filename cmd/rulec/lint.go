package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
)

func newLint() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "lint FILE...",
		Short: "Check rulesets, encounters, sequences and files of cases",
		Long: `Check rulesets, encounters, sequences, states and files of cases: every mistake at
its line and column.

A ruleset may be given by name (timecount) or by path. What is fine is silent.`,
		Example: `  rulec lint mygame.yaml
  rulec lint timecount examples/*.yaml
  rulec lint --format github rulesets/*.yaml`,
		Args: cobra.MinimumNArgs(1),
	}
	format := cmd.Flags().String("format", "text", "how to print: `text|lines|json|github`")
	verbose := cmd.Flags().BoolP("verbose", "v", false, "say also in which files rulesets were found")
	options := readFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		printed, err := printFormat(*format)
		if err != nil {
			return err
		}
		opts, err := options()
		if err != nil {
			return err
		}
		var taken takenRulesets
		taken.listen(&opts)
		var list diag.List
		for _, name := range args {
			list = append(list, lintFile(name, opts)...)
		}
		list.Sort()
		taken.print(cmd.ErrOrStderr(), *verbose)
		out := cmd.OutOrStdout()
		if err := list.Print(out, printed, colourful(out)); err != nil {
			return exit{exitFailed, err}
		}
		if *format == "text" && len(list) > 0 {
			fmt.Fprintf(out, "\n%s\n", counted(list))
		}
		return verdict(list)
	}
	return cmd
}

// lintFile returns everything that is wrong with a file, or with a ruleset that
// is given by its name.
func lintFile(name string, opts lang.Options) diag.List {
	opts.Prove = interp.Prover{}
	_, list := lang.LoadCases(name, opts)
	return list
}

// verdict is the error that a command ends with after printing a list.
func verdict(list diag.List) error {
	switch {
	case unreadable(list):
		return exit{code: exitFailed}
	case list.HasErrors():
		return problems
	}
	return nil
}

// counted says how many errors and warnings a list has.
func counted(list diag.List) string {
	errors, warnings := 0, 0
	for _, d := range list {
		if d.Severity == diag.Error {
			errors++
		} else {
			warnings++
		}
	}
	switch {
	case warnings == 0:
		return plural(errors, "error")
	case errors == 0:
		return plural(warnings, "warning")
	}
	return plural(errors, "error") + ", " + plural(warnings, "warning")
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func printFormat(name string) (diag.Format, error) {
	switch name {
	case "text":
		return diag.Snippets, nil
	case "lines":
		return diag.Lines, nil
	case "json":
		return diag.JSON, nil
	case "github":
		return diag.GitHub, nil
	}
	return 0, oneOf("format", name, "text", "lines", "json", "github")
}
