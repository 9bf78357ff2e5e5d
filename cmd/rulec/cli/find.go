package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/find"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
)

func newFind() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "find ENCOUNTER",
		Short: "Find what breaks the balance of rules",
		Long: `Find what breaks the balance of rules.

The tactics play the fights. Then rulec plays the same fights with the same dice again, with one thing
excluded, and with it always done or used: each action that a side took, each weapon, spell or the like that
it used, each condition that its actions applied, and each line of its tactics that it followed.

What it finds:
  never best              the side wins more without it
  always best             it wins much more when it is always done or used
  indispensable           without it the side loses much more, though it can win otherwise
  costs nothing           it can be done again and again in one turn, at no cost
  locks its target        a foe can do nothing, turn after turn, while it is done to them again
  miss something          the side wins much more when it thinks ahead (--thinking): what it then does more

A finding is no verdict: a hero's best blow may be meant to be the best. Each finding names a fight that shows it.`,
		Example: `  rulec find ambush.yaml
  rulec find ambush.yaml -n 2000 --set flank_bonus=3
  rulec find ambush.yaml --about used,lines
  rulec find ambush.yaml -n 200 --thinking 40
  rulec find ambush.yaml --format json`,
		Args: takes(1, 1),
	}
	s := &balance{}
	s.many, s.most, s.changed = &s.job.Many, find.MostFights, true
	s.flags(cmd, 500, "play `N` fights each way")
	cmd.Flags().StringSliceVar(&s.about, "about", nil, "ask only about these `KINDS`: "+strings.Join(sortsAsked(), ", "))
	cmd.Flags().Uint64Var(&s.job.Ahead, "thinking", 0, "let each side in turn think ahead in the first `N` fights")
	s.runs(cmd, s.check, s.load, s.do)
	return cmd
}

// sortsAsked returns the types of things that can be examined.
func sortsAsked() (names []string) {
	for _, w := range find.Whats {
		names = append(names, string(w))
	}
	return names
}

// balance is a command line of rulec find.
type balance struct {
	manyFights

	job   find.Job
	about []string
}

// check checks the flags.
func (s *balance) check() error {
	if err := s.manyFights.check(); err != nil {
		return err
	}
	if s.job.Ahead > s.many.Fights {
		return usage("--thinking must be between 0 and %d, the number of fights, not %d", s.many.Fights, s.job.Ahead)
	}
	return s.sorts()
}

// load reads the encounter.
func (s *balance) load() error {
	e, list := lang.LoadEncounter(s.path, s.opts)
	if list.HasErrors() {
		return complain(s.errors(), list)
	}
	if err := s.takes(e); err != nil {
		return err
	}
	s.job.Encounter = e
	return rejectThinkers(e)
}

func (s *balance) do() error {
	report, err := playMany(&s.manyFights, find.Run, &s.job)
	if err != nil {
		return err
	}
	report.Program, report.Command, report.See = programVersion(), s.command("rulec find", s.own()...), s.runCommand()
	return s.whole(report.Document(), report.Stopped)
}

// sorts reads which types of things to examine.
func (s *balance) sorts() error {
	for _, word := range s.about {
		name := find.What(strings.TrimSpace(word))
		if !slices.Contains(find.Whats, name) {
			return usage("--about must be some of %s, separated by commas, not %q", strings.Join(sortsAsked(), ", "), word)
		}
		s.job.About = append(s.job.About, name)
	}
	return nil
}

// own returns the words of the flags that only rulec find has.
func (s *balance) own() (words []string) {
	if s.about != nil {
		words = append(words, "--about", strings.Join(s.about, ","))
	}
	if s.job.Ahead > 0 {
		words = append(words, "--thinking", strconv.FormatUint(s.job.Ahead, 10))
	}
	return words
}

// rejectThinkers rejects an encounter in which someone thinks ahead: their play without an action would be different
// if they knew that they can't use it.
func rejectThinkers(e *program.Encounter) error {
	for _, t := range e.Things {
		if t.Thinks {
			return exit{exitProblems, fmt.Errorf("%s thinks ahead, but rulec find needs tactics: give %s a tactic with --set %s.tactic=NAME", t.Name, t.Name, t.Name)}
		}
	}
	return nil
}
