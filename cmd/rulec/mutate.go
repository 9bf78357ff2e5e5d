package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/disk"
	"github.com/rulec/rulec/internal/mutate"
	"github.com/rulec/rulec/internal/report"
	"github.com/rulec/rulec/internal/ruletest"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

func newMutate() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "mutate RULESET [CASES...]",
		Short: "Find what no case of a ruleset notices",
		Long: `Find what no case of a ruleset notices.

The ruleset is changed in one place at a time, and the cases are played: those of the ruleset
itself, and those of files or folders. A change after which they all pass is printed at once: a
slip of the pen could do the same, and nobody would know. There are two groups of changes,
which are drawn and counted apart:

  figures  A number goes up by one, a die becomes the next larger one, < becomes <=, and becomes
           or, a step becomes the next one of its scale; a requirement or a contribution is
           taken out.
  clauses  A statement is taken out, or self and target change places in it. One of forbids,
           implies, until or on is taken out. In these and in statements start becomes end, next
           comes or goes, 2nd becomes 3rd, falls becomes rises, "of self" goes. An order is turned
           round. stacks, again, asked, together and equal say something else.

Changes that lint refuses don't count. Sentences, reports, laws and time limits are left alone.
Of the cases those come first that have to do with a change: in which something happened there, or
that cover a rule that it cites. Ctrl-C or --deadline end the search; what was found by then is
told all the same.

A change with which the rules are the same can't be noticed. Such changes go into a
file for --same, each with its reason; --format same prints those that were missed as that
file has them (on these, only the cases that have to do with them are played):

  same:
    - in: quantities.damage.value
      was: max(0, rolled + add)
      now: max(1, rolled + add)
      because: Whoever hits rolls at least 1, and nothing takes any of it.`,
		Example: `  rulec mutate mygame.yaml
  rulec mutate timecount spec/conformance/timecount
  rulec mutate energy spec/conformance/energy -n 0 --same spec/mutants/energy.yaml
  rulec mutate energy spec/conformance/energy -n 40 --seed 7 --least 95%
  rulec mutate energy spec/conformance/energy --only clauses --case '*push*'`,
		Args: takes(1, many),
	}
	flags := cmd.Flags()
	count := flags.IntP("changes", "n", 200, "try `N` changes of each group, drawn by the seed; 0: all that there are")
	only := flags.String("only", "", "try changes of one `GROUP`: "+strings.Join(mutate.Groups, "|"))
	pick := flags.String("case", "", "play only cases in whose name, or in a rule that they cover, this `TEXT` stands; * stands for anything")
	seed := flags.Uint64("seed", 1, "draw other changes")
	least := flags.String("least", "100%", "be content if this `SHARE` of the changes of each group is noticed")
	same := flags.String("same", "", "the `FILE` of changes that can't be noticed")
	format := formatFlag(flags, "same")
	options := readFlags(cmd)
	bound := boundFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		printed, err := format()
		if err != nil {
			return err
		}
		if *only != "" {
			if err := oneOf("only", *only, mutate.Groups...); err != nil {
				return err
			}
		}
		share, err := percent(*least)
		if err != nil {
			return err
		}
		if err := bound.check(); err != nil {
			return err
		}
		opts, err := options()
		if err != nil {
			return err
		}
		o := mutate.Options{Load: opts, Ruleset: args[0], Case: *pick, Only: *only, Count: *count, Seed: *seed, Steps: bound.steps}
		if o.Cases, err = ruletest.Files(args[1:]); err != nil {
			return exit{exitFailed, err}
		}
		if o.Same, err = readSame(cmd, *same); err != nil {
			return err
		}
		defer bound.begin(cmd.Context(), &o.Load)()
		o.Context = bound.ctx
		r, err := tryChanges(cmd, o, printed, bound)
		switch {
		case err != nil:
			return err
		case !r.Whole:
			return bound.stopped("after %d of %d changes", r.Tried, r.Of)
		case len(r.Idle) > 0 || slices.ContainsFunc(r.Tallies, func(t mutate.Tally) bool { return t.Share() < share }):
			return problems
		}
		return nil
	}
	return cmd
}

// tryChanges tries changes, with progress, and prints what comes of them: each that is missed at once, or
// all of them in the end, as a document or for --same.
func tryChanges(cmd *cobra.Command, o mutate.Options, format report.Format, bound *bounds) (*mutate.Result, error) {
	out, p := cmd.OutOrStdout(), newProgress(cmd.ErrOrStderr())
	o.Progress = func(what string, done, of int) { p.what = what; p.show(uint64(done), uint64(of)) }
	if format == report.Text {
		o.Missed = func(m *mutate.Mutation) {
			p.clear()
			for _, line := range m.Lines() {
				fmt.Fprintln(out, diag.Visible(line))
			}
		}
	}
	r, err := mutate.Run(o)
	p.clear()
	switch {
	case o.Context.Err() != nil && err != nil:
		return nil, bound.stopped("before all cases were played as they are")
	case err != nil:
		return nil, notPlayable(cmd, err)
	case format == "same":
		err = mutate.WriteSame(out, r)
	case format == report.Text:
		_, err = io.WriteString(out, report.TextOf(r.Summary()...))
	default:
		err = r.Document().Print(out, format)
	}
	return r, written(err)
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

// percent reads a share: 95%.
func percent(text string) (float64, error) {
	number, _ := strings.CutSuffix(text, "%")
	v, err := strconv.ParseFloat(number, 64)
	if err != nil || v < 0 || v > 100 {
		return 0, usage("--least takes a share such as 95%%, not %q", text)
	}
	return v / 100, nil
}
