package cli

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/report"
	"github.com/rulec/rulec/internal/ruletest"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

func newLint() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "lint PATH...",
		Short: "Check rulesets, encounters, sequences and files of cases",
		Long: `Check rulesets, encounters, sequences, states and files of cases, and report every mistake with
its line and column. If all is well, one line says so (with --format lines, json or github:
nothing).

A path is a file, a built-in ruleset by its name (timecount), a folder (all rulesets,
encounters and files of cases in it) or - for standard input. A part of a ruleset is checked with
the ruleset that lists it, in the same folder or in a parent folder. If no ruleset lists it, rulec
checks only its YAML, and says so. A warning names the YAML files beside them that are none for
rulec, unless their name begins with a dot.

--fix fixes what it safely can: a missing space after a colon, operators and dice notations that
mean the same in all programs. It leaves names and numbers alone, and files that you didn't name.
It prints what it changed, then what is left. --diff shows the changes and doesn't write them.`,
		Example: `  rulec lint mygame.yaml
  rulec lint timecount examples
  rulec lint --fix mygame.yaml
  rulec lint --watch mygame.yaml                again whenever a file changes
  rulec lint --format github rulesets/*.yaml`,
		Args: takes(1, many),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return lang.ShippedNames(loadOptions()), cobra.ShellCompDirectiveDefault
		},
	}
	format := choiceFlag(cmd, "format", "text", "output format: `%s`", "text", "lines", "json", "github")
	verbose := cmd.Flags().BoolP("verbose", "v", false, "also print the file of each ruleset")
	fix := cmd.Flags().Bool("fix", false, "fix what is safe to fix")
	diff := cmd.Flags().Bool("diff", false, "show what --fix would change, but don't write it")
	stdin := cmd.Flags().String("stdin-name", "stdin.yaml", "the `FILE` name to report for standard input")
	load := readFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		opts := *load
		files, err := lintPaths(args, *stdin, cmd.InOrStdin(), &opts)
		if err != nil {
			return err
		}
		if *fix && *diff {
			return usage("--fix changes files, --diff only shows the changes: use one of them")
		}
		out := cmd.OutOrStdout()
		if *fix && opts.Instead != nil {
			out = cmd.ErrOrStderr() // the fixed text of standard input goes to standard output
		}
		if *fix || *diff {
			if err := fixFiles(args, files, opts, *diff, cmd.OutOrStdout(), out); err != nil || *diff {
				return err
			}
		}
		var taken takenRulesets
		taken.listen(&opts)
		var list diag.List
		for _, name := range files {
			list = append(list, lintFile(name, opts)...)
		}
		list = append(list, unchecked(files, ruletest.Others(args), opts)...)
		list.Sort()
		taken.print(cmd.ErrOrStderr(), *verbose)
		printList(out, list, lintFormats[*format])
		switch {
		case *format != "text": // programs read it
		case len(list) > 0:
			fmt.Fprintf(out, "\n%s\n", counted(list))
		default:
			fmt.Fprintf(out, "Nothing is wrong in %s.\n", report.Plural(int64(distinct(files)), "file", "files"))
		}
		return verdict(list)
	}
	return watched(cmd)
}

// lintFormats are the formats of diagnostics, by the values of --format.
var lintFormats = map[string]diag.Format{"text": diag.Snippets, "lines": diag.Lines, "json": diag.JSON, "github": diag.GitHub}

// lintPaths returns the files that the paths of a command line mean. The text of standard input replaces the file
// that it is named after.
func lintPaths(args []string, stdin string, in io.Reader, opts *lang.Options) ([]string, error) {
	var paths []string
	for _, arg := range args {
		if arg != "-" {
			paths = append(paths, arg)
			continue
		}
		text, err := io.ReadAll(io.LimitReader(in, tree.MaxBytes+1))
		if err != nil {
			return nil, exit{exitFailed, fmt.Errorf("can't read standard input: %w", err)}
		}
		opts.Instead = map[string]string{lang.Shown(stdin): string(text)}
		paths = append(paths, stdin)
	}
	files, err := ruletest.Files(paths)
	if err != nil {
		return nil, exit{exitFailed, err}
	}
	if len(files) == 0 {
		return nil, exit{exitFailed, fmt.Errorf("there is no ruleset, encounter or file of cases below %s", strings.Join(args, ", "))}
	}
	return files, nil
}

// distinct counts different files.
func distinct(files []string) int {
	seen := map[string]bool{}
	for _, name := range files {
		seen[filepath.Clean(name)] = true
	}
	return len(seen)
}

// lintFile returns all mistakes of a file, and what can be proved about it.
func lintFile(name string, opts lang.Options) diag.List {
	opts.Prove = interp.Prover{}
	return lang.Lint(name, opts)
}

// unchecked returns a warning for each YAML file that nothing checks although rules are in its folder. It may be another program's.
func unchecked(files, others []string, opts lang.Options) (list diag.List) {
	holds := map[string]bool{}
	for _, name := range files {
		holds[filepath.Dir(name)] = true
	}
	others = slices.DeleteFunc(others, func(name string) bool {
		part := lang.WholeOf(name, opts) != ""
		holds[filepath.Dir(name)] = holds[filepath.Dir(name)] || part
		return part || strings.HasPrefix(filepath.Base(name), ".")
	})
	for _, name := range others {
		if found := lang.Lint(name, opts); holds[filepath.Dir(name)] && len(found) > 0 {
			found[0].Severity = diag.Warning
			list = append(list, found[0])
		}
	}
	return list
}

// verdict returns the error that a command ends with after printing a list.
func verdict(list diag.List) error {
	switch {
	case unreadable(list):
		return exit{code: exitFailed}
	case list.HasErrors():
		return problems
	}
	return nil
}

// counted returns how many errors and warnings a list has.
func counted(list diag.List) string {
	errors, warnings := int64(0), int64(0)
	for _, d := range list {
		if d.Severity == diag.Error {
			errors++
		} else {
			warnings++
		}
	}
	switch {
	case warnings == 0:
		return report.Plural(errors, "error", "errors")
	case errors == 0:
		return report.Plural(warnings, "warning", "warnings")
	}
	return report.Plural(errors, "error", "errors") + ", " + report.Plural(warnings, "warning", "warnings")
}
