package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/diff"
	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

func newDiff() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "diff BASE HOUSE [ENCOUNTER...]",
		Short: "Show what house rules change, in the rules and in fights",
		Long: `Show what house rules change: in the rules, and in fights with the same dice.

BASE and HOUSE are rulesets, by name or by path; HOUSE is usually an overlay that extends
BASE. The report first lists the definitions that differ. Then rulec plays every ENCOUNTER
many times under both, by tactics alone, as rulec sim does. Both get the same luck, because
the dice depend on who rolls for what: where the house rules play no part, a fight has the
same result, and a few fights show small differences.

An ENCOUNTER names one of the two rulesets, or one that they extend. Every difference has
its 95% interval, and no more digits than that interval allows. If the interval contains 0,
no difference was seen.

The report says so if one side wins all fights under both rulesets: no rule can show there.

To find out which of the changed rules made the difference, rulec plays with some of them and
without the others, with the same dice: every combination of up to five changes that matter,
random orders of more. The shares add up to the total. This takes most of the time;
--no-shares skips it.

--until 1% plays until the 95% interval of the difference in the first side's wins is at
most that wide; rulec checks it after fixed numbers of fights.`,
		Example: `  rulec diff scuffle.yaml grim-scuffle.yaml
  rulec diff scuffle.yaml grim-scuffle.yaml brawl.yaml
  rulec diff timecount ./house.yaml duel.yaml ambush.yaml -n 8000 --seed 7
  rulec diff energy ./house.yaml duel.yaml --until 1%
  rulec diff energy ./house.yaml duel.yaml --format html > house.html`,
		Args: takes(2, many),
	}
	flags := cmd.Flags()
	c := &comparison{}
	c.many, c.most = &c.job.Many, mostCompared
	c.flags(cmd, 1000, "play `N` fights of each encounter under each ruleset; with --until, at most that many (default then: 1,000,000)")
	flags.Lookup("seed").Usage = "use seed `N` instead of the encounters' own"
	flags.StringVar(&c.until, "until", "", "play until the 95% interval of the difference in the first side's wins is this `WIDTH`: 1%")
	flags.BoolVar(&c.job.NoShares, "no-shares", false, "skip the share of each rule, which takes most of the time")
	c.runs(cmd, c.check, c.load, c.do)
	return cmd
}

// comparison is a command line of rulec diff.
type comparison struct {
	manyFights
	base, house string
	encounters  []string

	job diff.Job
}

// mostCompared is the maximum number of fights with --until and without -n.
const mostCompared = 1_000_000

func (c *comparison) do() error {
	r, err := playMany(&c.manyFights, c.play, &c.job)
	if err != nil {
		return err
	}
	r.Program, r.Command = programVersion(), c.command()
	if err := written(r.Document().Print(c.out(), *c.format)); err != nil || !r.Stopped {
		return err
	}
	played := int64(0)
	for i := range r.Encounters {
		played += r.Encounters[i].Fights
	}
	return c.bound.stopped("after %d of %d fights", played, c.job.Fights*uint64(len(c.job.Encounters)))
}

// check reads the command line.
func (c *comparison) check() (err error) {
	c.base, c.house, c.encounters = c.args[0], c.args[1], c.args[2:]
	if c.job.Until, err = c.width(mostCompared); err != nil {
		return err
	}
	return c.manyFights.check()
}

// load reads both rulesets, and every encounter under each of them.
func (c *comparison) load() error {
	var rules [2]*lang.Rules
	for i, name := range []string{c.base, c.house} {
		opts := c.opts
		if opts.Set = maps.Clone(c.opts.Set); len(c.encounters) > 0 {
			maps.DeleteFunc(opts.Set, func(name, _ string) bool { return strings.Contains(name, ".") })
		}
		if _, list := lang.Load(name, opts); list.HasErrors() {
			return complain(c.errors(), list)
		}
		read, list := lang.ReadRules(name, opts)
		if list.HasErrors() {
			return complain(c.errors(), list)
		}
		rules[i] = read
	}
	c.job.Versions, c.job.Options, c.job.Limits = lang.Compare(rules[0], rules[1]), c.opts, c.bound.limits()
	for _, name := range c.encounters {
		e := diff.Encounter{Name: name, File: experiment.Path(name), Line: lineOf(name, c.opts, c.bound), Seed: c.many.Seed}
		var err error
		if e.Base, err = c.encounter(name, c.job.Versions.Base); err != nil {
			return err
		}
		if e.House, err = c.encounter(name, c.job.Versions.House); err != nil {
			return err
		}
		if !c.seeded {
			e.Seed = e.Base.Seed
		}
		e.PrintBase, e.PrintHouse = c.under(name, c.base, e.Seed), c.under(name, c.house, e.Seed)
		c.job.Encounters = append(c.job.Encounters, e)
	}
	return nil
}

// encounter reads an encounter under one of the rulesets.
func (c *comparison) encounter(name string, rules *lang.Rules) (*program.Encounter, error) {
	opts := c.opts
	opts.Rules = rules
	e, list := lang.LoadEncounter(name, opts)
	if list.HasErrors() {
		err := complain(c.errors(), list)
		if !slices.ContainsFunc(list, func(d *diag.Diagnostic) bool { return d.Code == lang.CodeWrongFile || d.Code == diag.Stopped }) {
			fmt.Fprintf(c.errors(), "\nan encounter must fit both rulesets; these are the mistakes of %s under %s\n"+
				"compare a copy of it without what only one of them has; rulec sim %[3]s plays it as it is\n",
				diag.Visible(name), diag.Visible(rules.Name), diag.Visible(experiment.Quote([]string{experiment.Path(name)})))
		}
		return nil, err
	}
	return e, requireTactics(e)
}

// play plays the encounters.
func (c *comparison) play(ctx context.Context, job *diff.Job) (*diff.Report, error) {
	r, err := diff.Run(ctx, job)
	var stopped *diff.Stopped
	if errors.As(err, &stopped) {
		which := fmt.Sprintf("fight %d of %s under %s", stopped.Trial, diag.Visible(stopped.Encounter), diag.Visible(stopped.Under))
		err = c.stoppedIn(which, stopped.Err)
	}
	return r, err
}

// command returns the command line that prints the same report.
func (c *comparison) command() string {
	words := []string{experiment.Path(c.base), experiment.Path(c.house)}
	for _, e := range c.encounters {
		words = append(words, experiment.Path(e))
	}
	if len(c.encounters) > 0 {
		words = append(words, "-n", strconv.FormatUint(c.job.Fights, 10))
		if c.until != "" {
			words = append(words, "--until", c.until)
		}
		if c.job.NoShares {
			words = append(words, "--no-shares")
		}
		if c.seeded {
			words = append(words, "--seed", strconv.FormatUint(c.many.Seed, 10))
		}
	}
	return "rulec diff " + experiment.Quote(append(words, lineOf("", c.opts, c.bound).Settings()...))
}

// under returns the command line that prints a fight of an encounter under a ruleset; its number follows.
func (c *comparison) under(encounter, rules string, seed uint64) string {
	words := append([]string{experiment.Path(encounter), "--under", experiment.Path(rules)}, lineOf("", c.opts, c.bound).Settings()...)
	return "rulec run " + experiment.Quote(append(words, "--seed", strconv.FormatUint(seed, 10)))
}
