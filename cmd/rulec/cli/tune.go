package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/tune"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

func newTune() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "tune ENCOUNTER",
		Short: "Find the smallest change that gives an encounter the result you want",
		Long: `Find the smallest change that gives an encounter the result you want.

--to says what you want:
  SIDE wins P%      how often a side wins
  nobody wins P%    how often no side wins, for whatever reason
  NAME stands P%    how often a combatant is still standing at the end
  fights last N     how long fights last on average, without those that the time limit ends
Put "at least" or "at most" before the number if you like. --within says how far off a result may be.

--change says what may change: a param, or a stat of a combatant (WHO.KEY). Add the values to try
after =, as in --vary: 1..6, 0..100/25 or 1d20,2d10. Without them rulec tries a number from 0 to
twice its value, and at least ten steps up and down. You can give it several times.

` + tune.Smallest + `

All values get the same dice: a few fights at first, more near the goal, -n at most. If one value
gives too little and another too much, rulec tries the values between them, halving the distance.
Then it plays the result -n times more, with fresh dice; the figures of these fights are what counts.`,
		Example: `  rulec tune ambush.yaml --to "party wins 60%" --change flank_bonus
  rulec tune ambush.yaml --to "party wins at least 60%" --change flank_bonus --change zora.brawn=1..4
  rulec tune ambush.yaml --to "zora stands 90%" --change zora.brawn
  rulec tune ambush.yaml --to "fights last 5" --within 0.5 --change zora.hp=5..30`,
		Args: takes(1, 1),
	}
	flags := cmd.Flags()
	s := &tuning{}
	s.many, s.most, s.changed = &s.job.Many, tune.MostFights, true
	flags.StringVar(&s.to, "to", "", "what you want: `\"SIDE wins P%\"`")
	flags.StringArrayVar(&s.changes, "change", nil, "what may change: `NAME` or NAME=VALUES; repeatable")
	flags.StringVar(&s.within, "within", "", "how `FAR` off a result may be: 2%, or a number of rounds (default: 2%, or a twentieth of the length)")
	s.flags(cmd, 10_000, "play at most `N` fights with each value, and as many fresh ones at the end")
	s.runs(cmd, s.check, s.load, s.do)
	return cmd
}

// tuning is a command line of rulec tune.
type tuning struct {
	manyFights
	to, within string
	changes    []string

	job tune.Job
}

func (s *tuning) do() error {
	report, err := playMany(&s.manyFights, s.search, &s.job)
	if err != nil {
		return err
	}
	report.Program, report.Command, report.See = programVersion(), s.again(), s.see(report)
	return s.whole(report.Document(), report.Stopped)
}

// check checks the command's own flags.
func (s *tuning) check() error {
	switch {
	case s.to == "":
		return usage("what do you want? --to \"SIDE wins 60%%\"")
	case len(s.changes) == 0:
		return usage("what may change? --change NAME, a param or a combatant's stat")
	}
	return s.manyFights.check()
}

// load reads the encounter, the goal and the possible changes.
func (s *tuning) load() error {
	e, list := s.loadWith(nil)
	if list.HasErrors() {
		return complain(s.errors(), list)
	}
	err := s.takes(e)
	if err != nil {
		return err
	}
	if s.job.Goal, err = tune.ParseGoal(s.to, s.within, experiment.NewSetup(e, nil)); err != nil {
		return cantRead(s.errors(), "--to", err)
	}
	if s.job.Changes, err = tune.ParseChanges(s.changes, e); err != nil {
		return cantRead(s.errors(), "--change", err)
	}
	for _, c := range s.job.Changes {
		if _, set := s.opts.Set[c.Name]; set {
			return usage("--change: %s already has a value", c.Name)
		}
	}
	s.job.Load = s.loadWith
	return nil
}

// loadWith reads the encounter with other values.
func (s *tuning) loadWith(set map[string]string) (*program.Encounter, diag.List) {
	opts := s.opts
	opts.Set = maps.Clone(s.opts.Set)
	maps.Copy(opts.Set, set)
	opts.Flags = map[string]string{}
	for name := range set {
		opts.Flags[name] = "--change"
	}
	return lang.LoadEncounter(s.path, opts)
}

// cantRead prints the error in the text of a flag, with its place.
func cantRead(w io.Writer, flag string, err error) error {
	var wrong *tune.CantRead
	if !errors.As(err, &wrong) {
		return usage("%s: %v", flag, err)
	}
	for line := range strings.Lines(wrong.Underlined()) {
		fmt.Fprintf(w, "  %s\n", strings.TrimRight(line, "\n"))
	}
	if wrong.Hint != "" {
		return usage("%s: %s; %s", flag, wrong.Message, wrong.Hint)
	}
	return usage("%s: %s", flag, wrong.Message)
}

// search searches. If a setting can't be played it prints which.
func (s *tuning) search(ctx context.Context, job *tune.Job) (*tune.Report, error) {
	r, err := tune.Run(ctx, job)
	var rejected *tune.Rejected
	if !errors.As(err, &rejected) {
		return r, err
	}
	fmt.Fprintf(s.errors(), "with %s:\n", diag.Visible(rejected.Setting))
	if rejected.Err == nil {
		return nil, complain(s.errors(), rejected.List)
	}
	return nil, rejected.Err
}

// again returns the command line that prints the same report.
func (s *tuning) again() string {
	words := []string{"--to", s.to}
	for _, c := range s.changes {
		words = append(words, "--change", c)
	}
	if s.within != "" {
		words = append(words, "--within", s.within)
	}
	return s.command("rulec tune", words...)
}

// see returns the command line that plays the best setting, with the same fresh dice.
func (s *tuning) see(r *tune.Report) string {
	opts := s.opts
	opts.Set = maps.Clone(s.opts.Set)
	for _, x := range r.Best {
		opts.Set[x.Name] = x.Value
	}
	words := lineOf(s.path, opts, s.bound).Words()
	return "rulec sim " + experiment.Quote(append(words, "--seed", strconv.FormatUint(s.job.Seed, 10), "-n", strconv.FormatUint(s.job.Fights, 10)))
}
