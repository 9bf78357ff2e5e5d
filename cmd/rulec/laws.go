package main

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
	"github.com/rulec/rulec/lang/diag"
)

func newLaws() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "laws RULESET",
		Short: "Look for fights in which a law of a ruleset doesn't hold",
		Long: `Look for fights in which a law of a ruleset doesn't hold.

Encounters are made of two or three combatants each, as templates of the ruleset and the
encounters beside it have them, and everybody does whatever is allowed. Beside the laws that stand under laws: in the ruleset
all rulesets are held against these:

  plays       whatever anybody does, nothing stops the rules with an error
  in_bounds   nobody has more of a pool than its most, or less than its least, for long
  can_act     nobody who isn't out can do nothing turn after turn
  ends        a fight between tactics ends
  even_sides  two sides that are alike win as often as each other

The first fight that breaks a law is made as small as it gets, tried, and printed as a case
that fails, for a file beside the ruleset; -o writes all of them into a file for rulec test.
The same seed gives the same fights.`,
		Example: `  rulec laws mygame.yaml
  rulec laws energy -n 20000 --seed 2
  rulec laws house.yaml -o broken.yaml`,
		Args: takes(1, 1),
	}
	flags := cmd.Flags()
	fights := flags.IntP("fights", "n", 2000, "play `N` fights")
	seed := flags.Uint64("seed", 1, "make other fights")
	into := flags.StringP("output", "o", "", "write the cases into this `FILE`")
	options := readFlags(cmd)
	bound := boundFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if *fights < 1 {
			return usage("-n takes a number from 1 on, not %d", *fights)
		}
		if err := bound.check(); err != nil {
			return err
		}
		if err := holdsCases(*into); err != nil {
			return err
		}
		opts, err := options()
		if err != nil {
			return err
		}
		file := *into // that of the cases: what is printed belongs beside the ruleset, wherever that is
		if file == "" {
			file = filepath.Join(filepath.Dir(args[0]), "cases.yaml")
		}
		called, err := calledFrom(file, args[0], opts.Root)
		if err != nil {
			return err
		}
		defer bound.begin(cmd.Context(), &opts)()
		p := &progress{out: bare(cmd.ErrOrStderr()), what: "fights"}
		o := laws.Options{Ruleset: args[0], Load: opts, Encounters: filesBeside(args[0]), Fights: *fights, Seed: *seed, Context: bound.ctx}
		if colourful(p.out) {
			o.Progress = func(done, of int) { p.show(uint64(done), uint64(of)) }
		}
		r, list, err := laws.Look(o)
		p.clear()
		if list.HasErrors() {
			return complain(cmd.ErrOrStderr(), list)
		}
		printed := called
		if *into != "" {
			printed = ""
		}
		if err := r.Text(cmd.OutOrStdout(), *seed, printed); err != nil {
			return written(err)
		}
		if *into != "" && len(r.Broken) > 0 {
			if err := disk.Replace(*into, []byte(laws.CasesOf(called, r.Broken))); err != nil {
				return exit{exitFailed, err}
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s written: rulec test %s\n", plural(len(r.Broken), "case"), experiment.Quote([]string{experiment.Path(*into)}))
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

// holdsCases is an error where a file is there already that isn't one of cases: it isn't written over.
func holdsCases(file string) error {
	if file == "" {
		return nil
	}
	text, err := os.ReadFile(file)
	if err == nil && !strings.Contains("\n"+diag.UTF8(string(text)), "\ncases:") {
		return exit{exitProblems, fmt.Errorf("%s is there already, and is no file of cases: give -o another name", file)}
	}
	return nil // what can't be read, or isn't there, shows when it is written
}

// filesBeside returns the files beside a ruleset, which may hold encounters; of one that comes with the program, the examples.
func filesBeside(ruleset string) []string {
	if filepath.Ext(ruleset) == "" {
		return laws.Beside(examples.Files)
	}
	return laws.Beside(os.DirFS(filepath.Dir(ruleset)))
}

// calledFrom is how a file calls a ruleset: by its name, or by its path from there. It is an error where that lies outside
// of what such a file may read: the root, or its own folder.
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
		return "", usage("a case in %s can't name %s, which lies outside of %s, all that it may read: give -o a file in %s", file, ruleset, root, filepath.Dir(ruleset))
	}
	from, err := filepath.Rel(folder, rules)
	if from = filepath.ToSlash(from); !strings.HasPrefix(from, "../") {
		from = "./" + from
	}
	return from, err
}

// isBelow tells whether a path is that of a folder, or of what lies in it.
func isBelow(folder, path string) bool {
	from, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(from)
}
