package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/beside"
	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

func newBeside() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "beside ENCOUNTER...",
		Short: "Tell what fights are like, side by side",
		Long: `Tell what the fights of encounters are like, side by side: how long they are, how much there is to decide,
how often the lead changes, how often other dice give another winner, what slips cost.

Mostly they are the same scene by several rulesets, such as those of examples/rosetta; two drafts
of one ruleset can be laid beside each other, too. Every encounter has two sides, who are played by
tactics. -n fights of each say who wins and how long it takes, a quarter of them the rest.

--format html prints a page with the figures, and below them the typical fight of each, in columns.

What each figure is: rulec docs rosetta.`,
		Example: `  rulec beside bridge-timecount.yaml bridge-energy.yaml
  rulec beside examples/rosetta/*.yaml --format html > six.html
  rulec beside mine.yaml theirs.yaml -n 400 --seed 7`,
		Args: takes(1, many),
	}
	flags := cmd.Flags()
	b := &besides{out: cmd.OutOrStdout, errors: cmd.ErrOrStderr}
	flags.Uint64VarP(&b.fights, "fights", "n", 1000, "play `N` fights of each encounter")
	flags.Uint64Var(&b.seed, "seed", 0, "roll the dice of seed `N` instead of the encounters' own")
	flags.StringVar(&b.format, "format", "md", "how to print: `md|html`")
	options := readFlags(cmd)
	b.bound = boundFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		opts, err := options()
		if err != nil {
			return err
		}
		b.names, b.opts, b.seeded = args, opts, flags.Changed("seed")
		if err := b.check(); err != nil {
			return err
		}
		defer b.bound.begin(cmd.Context(), &b.opts)()
		return b.do()
	}
	return cmd
}

// besides is a command line of rulec beside.
type besides struct {
	names        []string
	opts         lang.Options
	fights, seed uint64
	seeded       bool
	format       string
	bound        *bounds
	out, errors  func() io.Writer

	encounters []*program.Encounter
}

// mostBeside is how many fights of each encounter are played at most: each is watched, and played again in many ways.
const mostBeside = 100_000

func (b *besides) do() error {
	if err := b.load(); err != nil {
		return err
	}
	studies, err := beside.All(b.bound.ctx, b.encounters, b.effort)
	var stopped *experiment.Stopped
	switch {
	case errors.Is(err, experiment.ErrStopped):
		return b.bound.stopped("before a fight was over")
	case errors.As(err, &stopped):
		return telling{errors: b.errors()}.stopped(stopped.Err)
	case err != nil:
		return telling{errors: b.errors()}.stopped(err)
	}
	if b.format == "html" {
		err = beside.HTML(b.out(), studies, b.told)
	} else {
		err = beside.Table(b.out(), studies)
	}
	if err != nil {
		return written(err)
	}
	played := int64(0)
	for _, s := range studies {
		played += s.Fights
	}
	return b.bound.stopped("after %d of %d fights", played, b.fights*uint64(len(b.encounters)))
}

// check reads what flags say.
func (b *besides) check() error {
	if err := b.bound.check(); err != nil {
		return err
	}
	if b.fights == 0 || b.fights > mostBeside {
		return usage("-n takes how many fights there are, from 1 to 100,000")
	}
	return oneOf("format", b.format, "md", "html")
}

// load reads the encounters.
func (b *besides) load() error {
	for _, name := range b.names {
		e, list := lang.LoadEncounter(name, b.opts)
		if list.HasErrors() {
			return complain(b.errors(), list)
		}
		if err := everybodyActs(e); err != nil {
			return err
		}
		if len(e.Sides) != 2 {
			return exit{exitProblems, fmt.Errorf("%s: who leads can be told between two sides, and the number of its sides is %d", diag.Visible(name), len(e.Sides))}
		}
		b.encounters = append(b.encounters, e)
	}
	return nil
}

// effort says how many fights of the i-th encounter are played, with which dice.
func (b *besides) effort(i int) beside.Effort {
	e := beside.Effort{Seed: b.seed, Trials: b.fights, Watched: max(1, b.fights/4), Limits: b.bound.limits(), Cut: b.bound.cut}
	if !b.seeded {
		e.Seed = b.encounters[i].Seed
	}
	return e
}

// told is the line that tells a fight of the i-th encounter.
func (b *besides) told(i int, trial uint64) string {
	return fmt.Sprintf("%s --trial %d", lineOf(b.names[i], b.opts, b.bound).Run(b.effort(i).Seed), trial)
}
