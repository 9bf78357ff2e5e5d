package cli

import (
	"errors"
	"fmt"
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
		Short: "Find changes of the rules that no case notices",
		Long: `Find changes of the rules that no case notices.

rulec changes the ruleset in one place at a time and plays the cases: those of the ruleset
itself, and those of the files or folders that you name. If all still pass, it prints the
change at once: a typo could do the same, and no test would notice. There are two groups of
changes, drawn and counted separately:

  figures  A number goes up by one, a die becomes the next larger one, < becomes <=, and becomes
           or, a step becomes the next one of its scale. A requirement or a contribution is
           removed.
  clauses  A statement is removed, or self and target swap in it. One of forbids, implies, until
           or on is removed. In these and in statements, start becomes end, next is added or
           removed, 2nd becomes 3rd, falls becomes rises, "of self" is removed. An order is
           reversed. stacks, again, asked, together and equal get another value.

Changes that lint rejects don't count. rulec leaves sentences, reports, laws and time limits
alone. It first plays the cases that have to do with a change: those in which something happened
there, and those that cover a rule that it cites. Ctrl-C or --deadline ends the search; rulec
still prints what it has found.

No case can notice a change that leaves the rules the same. Put such changes into a file for
--same, each with its reason. --format same prints the missed changes in the form of that
file (for these, only the cases that have to do with them are played):

  same:
    - in: quantities.damage.value
      was: max(0, rolled + sum(add))
      now: max(1, rolled + sum(add))
      because: Every hit rolls at least 1, and nothing reduces it.`,
		Example: `  rulec mutate mygame.yaml
  rulec mutate timecount spec/conformance/timecount
  rulec mutate energy spec/conformance/energy -n 0 --same spec/mutants/energy.yaml
  rulec mutate energy spec/conformance/energy -n 40 --seed 7 --least 95%
  rulec mutate energy spec/conformance/energy --only clauses --case '*push*'`,
		Args: takes(1, many),
	}
	flags := cmd.Flags()
	count := flags.IntP("changes", "n", 200, "try `N` random changes of each group; 0: all changes")
	only := choiceFlag(cmd, "only", "", "try changes of one `GROUP`: %s", mutate.Groups...)
	pick := flags.String("case", "", "play only cases with this `TEXT` in their name or in a rule that they cover; * matches anything")
	seed := flags.Uint64("seed", 1, "draw other changes: seed `N`")
	least := flags.String("least", "100%", "succeed if the cases notice this `SHARE` of each group")
	same := flags.String("same", "", "the `FILE` of changes that can't be noticed")
	format := formatFlag(cmd, "same")
	load := readFlags(cmd)
	bound := boundFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		share, err := percent(*least)
		if err != nil {
			return err
		}
		o := mutate.Options{Load: *load, Ruleset: args[0], Case: *pick, Only: *only, Count: *count, Seed: *seed, Steps: bound.steps}
		if o.Cases, err = ruletest.Files(args[1:]); err != nil {
			return exit{exitFailed, err}
		}
		if o.Same, err = readSame(cmd, *same); err != nil {
			return err
		}
		defer bound.begin(cmd.Context(), &o.Load)()
		o.Context = bound.ctx
		r, err := tryChanges(cmd, o, *format, bound)
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

// tryChanges tries changes, with progress, and prints the results: each missed change at once, or all of them at
// the end, as a document or for --same.
func tryChanges(cmd *cobra.Command, o mutate.Options, format report.Format, bound *bounds) (*mutate.Result, error) {
	out, p := cmd.OutOrStdout(), newProgress(cmd.ErrOrStderr(), "")
	p.plain = true
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
		fmt.Fprint(out, report.TextOf(r.Summary()...))
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

// notPlayable prints why a ruleset, or its cases, can't be played unchanged.
func notPlayable(cmd *cobra.Command, err error) error {
	var d *diag.Diagnostic
	if !errors.As(err, &d) {
		return exit{exitFailed, err}
	}
	fmt.Fprintln(cmd.ErrOrStderr(), "rulec: all cases must pass before rulec changes anything:")
	return complain(cmd.ErrOrStderr(), diag.List{d})
}

// percent reads a share: 95%.
func percent(text string) (float64, error) {
	number, _ := strings.CutSuffix(text, "%")
	v, err := strconv.ParseFloat(number, 64)
	if err != nil || v < 0 || v > 100 {
		return 0, usage("--least must be a share such as 95%%, not %q", text)
	}
	return v / 100, nil
}
