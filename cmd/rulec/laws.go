package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/disk"
	"github.com/rulec/rulec/internal/laws"
)

func newLaws() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "laws RULESET",
		Short: "Look for fights in which a law of a ruleset doesn't hold",
		Long: `Look for fights in which a law of a ruleset doesn't hold.

Encounters are made from what the ruleset declares, two or three combatants each, and
everybody does whatever is allowed. Beside the laws that stand under laws: in the ruleset
all rulesets are held against these:

  plays       whatever anybody does, nothing stops the rules with an error
  in_bounds   nobody has more of a pool than its most, or less than its least, for long
  can_act     nobody who isn't out can do nothing turn after turn
  ends        a fight between tactics ends
  even_sides  two sides that are alike win as often as each other

The first fight that breaks a law is made as small as it gets, and printed as a case that
fails; -o writes all of them into a file for rulec test. The same seed gives the same fights.`,
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
		defer bound.begin(cmd.Context(), &opts)()
		p := &progress{out: cmd.ErrOrStderr(), what: "fights"}
		o := laws.Options{Ruleset: args[0], Load: opts, Fights: *fights, Seed: *seed, Context: bound.ctx}
		if colourful(p.out) {
			o.Progress = func(done, of int) { p.show(uint64(done), uint64(of)) }
		}
		r, list, err := laws.Look(o)
		p.clear()
		if list.HasErrors() {
			return complain(cmd.ErrOrStderr(), list)
		}
		cases := "" // what cases call the ruleset that are printed
		if *into == "" {
			cases = calledFrom(".", args[0])
		}
		if err := r.Text(cmd.OutOrStdout(), *seed, cases); err != nil {
			return written(err)
		}
		if *into != "" && len(r.Broken) > 0 {
			if err := disk.Replace(*into, []byte(laws.CasesOf(calledFrom(filepath.Dir(*into), args[0]), r.Broken))); err != nil {
				return exit{exitFailed, err}
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s written: rulec test %s\n", plural(len(r.Broken), "case"), *into)
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
	if err == nil && !strings.Contains("\n"+string(text), "\ncases:") {
		return exit{exitProblems, fmt.Errorf("%s is there already, and is no file of cases: give -o another name", file)}
	}
	return nil // what can't be read, or isn't there, shows when it is written
}

// calledFrom is how a file in a folder calls a ruleset: by its name, or by its path from there.
func calledFrom(folder, ruleset string) string {
	if filepath.Ext(ruleset) == "" {
		return ruleset
	}
	at, err := filepath.Abs(folder)
	if err != nil {
		return ruleset
	}
	file, err := filepath.Abs(ruleset)
	if err != nil {
		return ruleset
	}
	from, err := filepath.Rel(at, file)
	if err != nil {
		return ruleset
	}
	if from = filepath.ToSlash(from); !strings.HasPrefix(from, "../") {
		from = "./" + from
	}
	return from
}
