package cli

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/beside"
	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/report"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

func newBeside() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "beside ENCOUNTER...",
		Short: "Compare what fights are like, side by side",
		Long: `Compare what the fights of encounters are like, side by side: how long they are, how much there is to
decide, how often the lead changes, how often other dice change the winner, what mistakes cost.

Usually the encounters are the same scene in several rulesets, such as those of examples/rosetta.
You can also compare two drafts of one ruleset. Every encounter needs two sides; the tactics play both.
-n fights of each show who wins and how long it takes. The other figures come from a quarter of them.

The page of --format html also shows the typical fight of each encounter, in columns.

What each figure means: rulec docs rosetta.`,
		Example: `  rulec beside bridge-timecount.yaml bridge-energy.yaml
  rulec beside examples/rosetta/*.yaml --format html > six.html
  rulec beside mine.yaml theirs.yaml -n 400 --seed 7`,
		Args: takes(1, many),
	}
	flags := cmd.Flags()
	b := &besides{}
	b.out, b.errors, b.many, b.most = cmd.OutOrStdout, cmd.ErrOrStderr, &experiment.Many{}, 100_000
	flags.Uint64VarP(&b.many.Fights, "fights", "n", 1000, "play `N` fights of each encounter")
	flags.Uint64Var(&b.many.Seed, "seed", 0, "use seed `N` instead of the encounters' own")
	b.format = formatFlag(cmd)
	b.runs(cmd, b.check, b.load, b.do)
	return cmd
}

// besides is a command line of rulec beside.
type besides struct {
	manyFights
	encounters []*program.Encounter
}

func (b *besides) do() error {
	studies, err := beside.All(b.bound.ctx, b.encounters, b.effort)
	if stopped := (*experiment.Stopped)(nil); errors.As(err, &stopped) {
		err = stopped.Err // whose fight it was isn't known
	}
	if err := b.ended(err); err != nil {
		return err
	}
	if err := b.print(beside.NewReport(studies, programVersion(), b.again())); err != nil {
		return err
	}
	played := int64(0)
	for _, s := range studies {
		played += s.Fights
	}
	return b.bound.stopped("after %d of %d fights", played, b.many.Fights*uint64(len(b.encounters)))
}

// print prints a report; a page includes the typical fights.
func (b *besides) print(r *beside.Report) error {
	d := r.Document()
	if *b.format == report.HTML {
		fights, err := r.TypicalFights()
		if err != nil {
			return written(err)
		}
		d.Add(fights)
	}
	return written(d.Print(b.out(), *b.format))
}

// load reads the encounters.
func (b *besides) load() error {
	for _, name := range b.args {
		e, list := lang.LoadEncounter(name, b.opts)
		if list.HasErrors() {
			return complain(b.errors(), list)
		}
		if err := requireTactics(e); err != nil {
			return err
		}
		if len(e.Sides) != 2 {
			err := fmt.Errorf("%s: rulec beside needs two sides, and this encounter has %d", diag.Visible(name), len(e.Sides))
			return exit{exitProblems, err}
		}
		b.encounters = append(b.encounters, e)
	}
	return nil
}

// effort returns how many fights of the i-th encounter to play, and their seed.
func (b *besides) effort(i int) beside.Effort {
	e := beside.Effort{Many: *b.many, Watched: max(1, b.many.Fights/4)}
	e.Line, e.Limits, e.Cut = lineOf(b.args[i], b.opts, b.bound), b.bound.limits(), b.bound.cut
	if !b.seeded {
		e.Seed = b.encounters[i].Seed
	}
	return e
}

// again returns the command line that prints the same report.
func (b *besides) again() string {
	var words []string
	for _, name := range b.args {
		words = append(words, experiment.Path(name))
	}
	words = append(words, "-n", strconv.FormatUint(b.many.Fights, 10))
	if b.seeded {
		words = append(words, "--seed", strconv.FormatUint(b.many.Seed, 10))
	}
	return "rulec beside " + experiment.Quote(append(words, lineOf("", b.opts, b.bound).Settings()...))
}
