package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/examples"
	"github.com/rulec/rulec/internal/disk"
	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/laws"
	"github.com/rulec/rulec/internal/report"
	"github.com/rulec/rulec/lang/diag"
)

func newLaws() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "laws RULESET",
		Short: "Look for fights that break a law of a ruleset",
		Long: `Look for fights that break a law of a ruleset.

rulec makes up encounters of two or three combatants each, from the templates of the ruleset and the
encounters next to it. Everyone does random actions among those allowed. A ruleset has to keep its own
laws, under laws:, and these:

  plays       whatever anyone does, no error stops the rules
  in_bounds   no pool stays above its maximum or below its minimum
  can_act     no one who isn't out is unable to act, turn after turn
  ends        a fight between tactics ends
  even_sides  two equal sides win equally often

When a fight breaks a law, rulec shrinks the first such fight as far as it can, tries it, and prints it as a
failing case for a file next to the ruleset. -o writes all of them into a file for rulec test.
The same seed makes the same fights.`,
		Example: `  rulec laws mygame.yaml
  rulec laws energy -n 20000 --seed 2
  rulec laws house.yaml -o broken.yaml`,
		Args: takes(1, 1),
	}
	flags := cmd.Flags()
	fights := flags.IntP("fights", "n", 2000, "play `N` fights")
	seed := flags.Uint64("seed", 1, "make other fights: seed `N`")
	into := flags.StringP("output", "o", "", "write the cases into this `FILE`")
	format := formatFlag(cmd)
	load := readFlags(cmd)
	bound := boundFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if *fights < 1 {
			return usage("-n must be at least 1, not %d", *fights)
		}
		if err := holdsCases(*into); err != nil {
			return err
		}
		opts := *load
		file := *into // the file of the cases; printed ones are meant for a file next to the ruleset
		if file == "" {
			file = filepath.Join(filepath.Dir(args[0]), "cases.yaml")
		}
		called, err := calledFrom(file, args[0], opts.Root)
		if err != nil {
			return err
		}
		defer bound.begin(cmd.Context(), &opts)()
		p := newProgress(cmd.ErrOrStderr(), "fights")
		o := laws.Options{Ruleset: args[0], Load: opts, Encounters: filesBeside(args[0]), Fights: *fights, Seed: *seed, Context: bound.ctx}
		o.Progress = func(done, of int) { p.show(uint64(done), uint64(of)) }
		r, list, err := laws.Look(o)
		p.clear()
		if list.HasErrors() {
			return complain(cmd.ErrOrStderr(), list)
		}
		doc := r.Document(called)
		if *into != "" {
			doc = r.Document("")
			if len(r.Broken) > 0 {
				if err := disk.Replace(*into, []byte(laws.CasesOf(called, r.Broken))); err != nil {
					return exit{exitFailed, err}
				}
				tested := "rulec test " + experiment.Quote([]string{experiment.Path(*into)})
				doc.Add(report.Command{Label: report.Plural(int64(len(r.Broken)), "case", "cases") + " written", Line: tested})
			}
		}
		if err := doc.Print(cmd.OutOrStdout(), *format); err != nil {
			return written(err)
		}
		if err != nil {
			return bound.stopped("after %d of %d fights", r.Fights, *fights)
		}
		if len(r.Broken) > 0 {
			return problems
		}
		return nil
	}
	return cmd
}

// holdsCases returns an error if a file exists that isn't a file of cases: it must not be overwritten.
func holdsCases(file string) error {
	if file == "" {
		return nil
	}
	text, err := os.ReadFile(file)
	if err == nil && !strings.Contains("\n"+diag.UTF8(string(text)), "\ncases:") {
		return exit{exitProblems, fmt.Errorf("%s already exists, and isn't a file of cases: give -o another name", file)}
	}
	return nil // missing or unreadable files fail when they are written
}

// filesBeside returns the files next to a ruleset, which may hold encounters; for a built-in one, the examples.
func filesBeside(ruleset string) []string {
	if filepath.Ext(ruleset) == "" {
		return laws.Beside(examples.Files)
	}
	return laws.Beside(os.DirFS(filepath.Dir(ruleset)))
}

// calledFrom returns the name of a ruleset in a file: its name, or its relative path. It returns an error if that
// is outside of what the file may read: the root, or its own folder.
func calledFrom(file, ruleset, root string) (string, error) {
	if filepath.Ext(ruleset) == "" {
		return ruleset, nil
	}
	folder, err := filepath.Abs(filepath.Dir(file))
	if err != nil {
		return "", err
	}
	rules, err := filepath.Abs(ruleset)
	if err != nil {
		return "", err
	}
	if root, err = filepath.Abs(root); err != nil {
		return "", err
	}
	if !isBelow(root, folder) {
		root = folder
	}
	if !isBelow(root, rules) {
		return "", usage("a case in %s can't name %s, which is outside %s, the only folder it may read: give -o a file in %s", file, ruleset, root, filepath.Dir(ruleset))
	}
	from, err := filepath.Rel(folder, rules)
	if from = filepath.ToSlash(from); !strings.HasPrefix(from, "../") {
		from = "./" + from
	}
	return from, err
}

// isBelow reports whether a path is a folder, or in it.
func isBelow(folder, path string) bool {
	from, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(from)
}
