// Package cli has the subcommands of rulec. Each has its own file, which reads flags, calls the library and prints; no
// rule of any game is here.
package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rulec/rulec/lang/diag"
)

// The exit codes of every subcommand.
const (
	exitFine     = 0 // no problems
	exitProblems = 1 // the files have mistakes, a case failed, a run ended in an error of the rules
	exitUsage    = 2 // invalid command line
	exitFailed   = 3 // the work could not be done: a file can't be read, output can't be written
)

// exit is an error with an exit code. If Err is nil everything has been printed already.
type exit struct {
	code int
	err  error
}

func (e exit) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

func (e exit) Unwrap() error { return e.err }

// usage returns an error for an invalid command line.
func usage(format string, args ...any) error {
	return exit{exitUsage, fmt.Errorf(format, args...)}
}

// problems ends a command whose diagnostics have been printed.
var problems = exit{code: exitProblems}

// Main runs the command line of this process and returns its exit code.
func Main() int { return run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr) }

// run executes one command line and returns the process's exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(stderr, "rulec: %s\n", diag.Visible(fmt.Sprint("this is a bug in rulec: ", r)))
			code = exitFailed
		}
	}()
	out, complaints := &output{to: stdout}, &output{to: stderr}
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(out)
	root.SetErr(complaints)
	if len(args) > 0 && (args[0] == "completion" || strings.HasPrefix(args[0], cobra.ShellCompRequestCmd)) {
		root.SetOut(bare(out)) // a shell reads it, with its tabs
	}
	cmd, err := root.ExecuteC()
	out.end()
	if lost := cmp.Or(out.failed, complaints.failed); lost != nil {
		err = exit{exitFailed, lost}
	}
	if err == nil {
		return exitFine
	}
	var coded exit
	if !errors.As(err, &coded) {
		coded = exit{exitUsage, err} // cobra's own errors are about the command line
	}
	if coded.err != nil {
		fmt.Fprintf(stderr, "rulec: %s\n", diag.Visible(coded.Error()))
		if coded.code == exitUsage {
			fmt.Fprintf(stderr, "Try '%s --help'.\n", cmd.CommandPath())
		}
	}
	return coded.code
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "rulec",
		Short: "Check and play tabletop combat with rules that you can edit",
		Long: `rulec checks and plays tabletop combat with rules that you can edit.

A combat system is a ruleset: YAML with formulas and small programs. An encounter
names a ruleset, the combatants, and what they do. Name a ruleset by its name
(timecount) or by its path (./mygame.yaml). In file names, * and ? match any letters,
also on Windows, where the shell doesn't expand them.

Exit codes: 0 fine, 1 problems found, 2 wrong usage, 3 rulec couldn't do the work.`,
		Example: `  rulec lint mygame.yaml                   check a ruleset, an encounter or a file of cases
  rulec run examples/01-first-blood.yaml   play an encounter and print its log
  rulec test                               run all test cases in this folder
  rulec show timecount grab                a definition, and where each part comes from
  rulec dice "best(3, 4d6)"                the odds of each result of dice
  rulec explain unknown-name               what a message means, with an example
  rulec init --from timecount myrules      start house rules
  rulec docs                               the reference`,
		Args:              knownCommand,
		SilenceUsage:      true,
		SilenceErrors:     true,
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true},
	}
	version := root.Flags().Bool("version", false, "print the versions of the program, the language and the built-in rulesets")
	root.RunE = func(cmd *cobra.Command, _ []string) error {
		if *version {
			return printVersions(cmd.OutOrStdout())
		}
		return cmd.Help()
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		// --help shows what a flag takes; how Go parses it doesn't matter.
		message, _, _ := strings.Cut(err.Error(), ": strconv.")
		if name, unknown := strings.CutPrefix(message, "unknown flag: --"); unknown {
			if near, ok := diag.Nearest(name, flagNames(cmd)); ok {
				message += fmt.Sprintf("; did you mean --%s?", near)
			}
		}
		if shorthand, unknown := strings.CutPrefix(message, "unknown shorthand flag: '"); unknown && strings.ContainsAny(shorthand[:1], "0123456789(") {
			message += `; put a formula with spaces in quotes: "2d6 - 1"`
		}
		return usage("%s", message)
	})
	root.SetHelpCommand(newHelp(root))
	root.AddCommand(newLint(), newFormat(), newRun(), newPlay(), newSim(), newTune(), newFind(), newDifficulty(), newOdds(), newDice(), newLaws(), newMerge(), newDiff(), newBeside(), newBook(), newTest(), newMutate(), newShow(), newDump(), newExplain(), newDocs(), newExamples(), newInit(), newSchema(), newLSP(), newServe())
	for _, cmd := range root.Commands() {
		expandPaths(cmd)
	}
	return root
}

// flagNames returns the names of the flags of a command.
func flagNames(cmd *cobra.Command) []string {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}

// many is any number of arguments.
const many = math.MaxInt

// takes allows from least to most arguments.
func takes(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		form := cmd.Parent().CommandPath() + " " + cmd.Use
		switch {
		case len(args) < least:
			return usage("missing argument: %s", form)
		case len(args) > most:
			return usage("unexpected argument %q: %s%s", args[most], form, behindFlag(cmd, args[most]))
		}
		return nil
	}
}

// behindFlag explains how to write a word that may be the value of a flag whose value is optional.
func behindFlag(cmd *cobra.Command, word string) (how string) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if f.NoOptDefVal != "" && f.Value.Type() == "string" {
			how = fmt.Sprintf("; write the value of --%s after a =, as in --%s=%s", f.Name, f.Name, word)
		}
	})
	return how
}

// knownCommand rejects unknown commands.
func knownCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range root.Commands() {
		names = append(names, c.Name())
	}
	return unknown(fmt.Sprintf("unknown command %q", args[0]), args[0], names, "there are "+strings.Join(names, ", "))
}

// unknown returns an error for a name that isn't one of some. It says which one is meant, or something otherwise.
func unknown(problem, name string, names []string, otherwise string) error {
	if near, ok := diag.Nearest(name, names); ok {
		otherwise = fmt.Sprintf("did you mean %q?", near)
	}
	if otherwise == "" {
		return usage("%s", problem)
	}
	return usage("%s; %s", problem, otherwise)
}

// newHelp returns `rulec help`, which rejects unknown commands, as `rulec` does.
func newHelp(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Explain a command",
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return usage("unknown command %q for %q", strings.Join(args, " "), root.Name())
			}
			cmd.InitDefaultHelpFlag()
			return cmd.Help()
		},
	}
}
