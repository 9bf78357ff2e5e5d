package main

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/disk"
	"github.com/rulec/rulec/internal/mutate"
	"github.com/rulec/rulec/internal/suite"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

func newMutate() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "mutate RULESET [CASES...]",
		Short: "Find what no case of a ruleset notices",
		Long: `Find what no case of a ruleset notices.

The ruleset is changed in one place at a time: a number goes up by one, a die becomes the
next larger one, < becomes <=, and becomes or, a step becomes the next one of its scale; or
a requirement or a contribution is taken out. Then the cases are played: those of
the ruleset itself, and those of files or folders. A change after which they all pass is
printed: a slip of the pen could do the same, and nobody would know. Changes that lint
refuses don't count. Sentences, reports and time limits are left alone.

A change with which the rules are the same can't be noticed. Such changes go into a
file for --same, each with its reason; --format same prints those that were missed as that
file has them:

  same:
    - in: quantities.damage.value
      was: max(0, rolled + add)
      now: max(1, rolled + add)
      because: Whoever hits rolls at least 1, and nothing takes any of it.`,
		Example: `  rulec mutate mygame.yaml
  rulec mutate timecount spec/conformance/timecount
  rulec mutate energy spec/conformance/energy -n 0 --same spec/mutants/energy.yaml
  rulec mutate energy spec/conformance/energy -n 40 --seed 7 --least 95%`,
		Args: takes(1, many),
	}
	flags := cmd.Flags()
	count := flags.IntP("changes", "n", 200, "try `N` changes, drawn by the seed; 0: all that there are")
	seed := flags.Uint64("seed", 1, "draw other changes")
	least := flags.String("least", "100%", "be content if this `SHARE` of the changes is noticed")
	same := flags.String("same", "", "the `FILE` of changes that can't be noticed")
	format := flags.String("format", "text", "how to print: `text|same`")
	options := readFlags(cmd)
	bound := boundFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := oneOf("format", *format, "text", "same"); err != nil {
			return err
		}
		share, err := percent(*least)
		if err != nil {
			return err
		}
		if err := bound.check(); err != nil {
			return err
		}
		ctx, cancel := bound.context(cmd.Context(), 0)
		defer cancel()
		opts, err := options()
		if err != nil {
			return err
		}
		o := mutate.Options{Load: opts, Ruleset: args[0], Count: *count, Seed: *seed, Steps: bound.steps, Context: ctx}
		if o.Cases, err = suite.Files(args[1:]); err != nil {
			return exit{exitFailed, err}
		}
		if o.Same, err = readSame(cmd, *same); err != nil {
			return err
		}
		p := &progress{out: cmd.ErrOrStderr(), what: "changes"}
		if colourful(p.out) {
			o.Progress = func(done, of int) { p.show(uint64(done), uint64(of)) }
		}
		r, err := mutate.Run(o)
		p.clear()
		if err != nil {
			return notPlayable(cmd, err)
		}
		out := cmd.OutOrStdout()
		if *format == "same" {
			err = mutate.WriteSame(out, r.Missed)
		} else {
			err = printMissed(out, r)
		}
		if err != nil {
			return written(err)
		}
		if r.Share() < share || len(r.Idle) > 0 {
			return problems
		}
		return nil
	}
	return cmd
}

// readSame reads the file of --same.
func readSame(cmd *cobra.Command, name string) ([]mutate.Same, error) {
	if name == "" {
		return nil, nil
	}
	text, err := disk.Read(name, tree.MaxBytes)
	if err != nil {
		return nil, exit{exitFailed, err}
	}
	same, list := mutate.ReadSame(diag.NewSource(name, string(text)))
	if list.HasErrors() {
		return nil, complain(cmd.ErrOrStderr(), list)
	}
	return same, nil
}

// notPlayable prints why a ruleset, or its cases, can't be played as they are.
func notPlayable(cmd *cobra.Command, err error) error {
	var d *diag.Diagnostic
	if !errors.As(err, &d) {
		return exit{exitFailed, err}
	}
	fmt.Fprintln(cmd.ErrOrStderr(), "rulec: the cases have to pass before anything is changed:")
	return complain(cmd.ErrOrStderr(), diag.List{d})
}

// printMissed prints the changes that no case notices, and how many there were.
func printMissed(w io.Writer, r *mutate.Result) error {
	var b strings.Builder
	for _, m := range r.Missed {
		fmt.Fprintf(&b, "%s\n    in %s: %s\n", diag.Visible(m.String()), diag.Visible(m.In), diag.Visible(firstLine(m.Was)))
	}
	for _, s := range r.Idle {
		line, _ := s.At.Source.Position(s.At.Start)
		fmt.Fprintf(&b, "%s:%d: no change of the ruleset is like this one\n", diag.Visible(s.At.Source.Name), line)
	}
	fmt.Fprintf(&b, "%d of %d changes noticed, %.1f%%", r.Noticed, r.Tried-r.Equivalent, 100*r.Share())
	if r.Equivalent > 0 {
		fmt.Fprintf(&b, "; %d more change nothing", r.Equivalent)
	}
	fmt.Fprintf(&b, " (%d places, %d changes refused by lint)\n", r.Points, r.Refused)
	_, err := io.WriteString(w, b.String())
	return err
}

func firstLine(text string) string {
	line, rest, more := strings.Cut(text, "\n")
	if more && strings.TrimSpace(rest) != "" {
		return line + " .."
	}
	return line
}

// percent reads a share: 95%.
func percent(text string) (float64, error) {
	number, _ := strings.CutSuffix(text, "%")
	v, err := strconv.ParseFloat(number, 64)
	if err != nil || v < 0 || v > 100 {
		return 0, usage("--least takes a share such as 95%%, not %q", text)
	}
	return v / 100, nil
}
