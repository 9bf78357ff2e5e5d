package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/difficulty"
	"github.com/rulec/rulec/internal/tune"
)

func newDifficulty() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "difficulty ENCOUNTER",
		Short: "Print one page on how hard an encounter is, and what would make it easier",
		Long: `Print one page on how hard an encounter is for one of its sides.

The page shows how often the side wins, how many of its members fall, and what is left at the
end, on average and on the worst and best days. It shows which opponent deals the damage, and
what would change the result, with the same dice: one opponent fewer or more, or one of the
opponents' stats a step down or up. It tries the stats that the encounter sets, and the four in
their definitions that matter most. --change adds a param or another stat (WHO.KEY), with the
values to try if you like, as in rulec tune. If the side hardly ever wins, the page also tries
more members of that side.

` + difficulty.Grades + `

The tactics play everyone, as in rulec sim. --format html prints a page without scripts or
other files, for the screen and for paper.`,
		Example: `  rulec difficulty ambush.yaml
  rulec difficulty ambush.yaml --for guards --change flank_bonus
  rulec difficulty ambush.yaml --format html > ambush.html`,
		Args: takes(1, 1),
	}
	flags := cmd.Flags()
	s := &judging{}
	s.many, s.most = &s.job.Many, difficulty.MostFights
	flags.StringVar(&s.side, "for", "", "the `SIDE` to look at (default: the first one)")
	flags.StringArrayVar(&s.changes, "change", nil, "change this too: `NAME` or NAME=VALUES; repeatable")
	s.flags(cmd, 10_000, "play `N` fights, and a fifth as many with each change")
	s.runs(cmd, s.check, s.load, s.do)
	return cmd
}

// judging is a command line of rulec difficulty.
type judging struct {
	manyFights
	side    string
	changes []string

	job difficulty.Job
}

func (s *judging) do() error {
	report, err := playMany(&s.manyFights, difficulty.Run, &s.job)
	if err != nil {
		return err
	}
	report.Program, report.Command, report.Play = programVersion(), s.again(), s.runCommand()
	return s.whole(report.Document(), report.Stopped)
}

// load reads the encounter.
func (s *judging) load() error {
	s.job.Reads(s.path, s.opts)
	e, list := s.job.Load(difficulty.Change{})
	if list.HasErrors() {
		return complain(s.errors(), list)
	}
	if err := s.takes(e); err != nil {
		return err
	}
	if s.side != "" {
		if s.job.Side = slices.Index(e.Sides, s.side); s.job.Side < 0 {
			return unknown(fmt.Sprintf("--for: unknown side %q", s.side), s.side, e.Sides, "there are "+strings.Join(e.Sides, ", "))
		}
	}
	var err error
	if s.job.More, err = tune.ParseChanges(s.changes, e); err != nil {
		return cantRead(s.errors(), "--change", err)
	}
	return nil
}

// again returns the command line that prints the same report.
func (s *judging) again() string {
	var words []string
	if s.side != "" {
		words = append(words, "--for", s.side)
	}
	for _, c := range s.changes {
		words = append(words, "--change", c)
	}
	return s.command("rulec difficulty", words...)
}
