package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/diff"
	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/report"
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
	c := &comparison{out: cmd.OutOrStdout, errors: cmd.ErrOrStderr}
	flags.Uint64VarP(&c.job.Fights, "fights", "n", 1000, "play `N` fights of each encounter under each ruleset; with --until, at most that many (default then: 1,000,000)")
	flags.StringVar(&c.until, "until", "", "play until the 95% interval of the difference in the first side's wins is this `WIDTH`: 1%")
	flags.Uint64Var(&c.seed, "seed", 0, "use seed `N` instead of the encounters' own")
	flags.IntVar(&c.job.Workers, "workers", 0, "use `N` workers; 0: one per processor")
	flags.BoolVar(&c.job.NoShares, "no-shares", false, "skip the share of each rule, which takes most of the time")
	c.format = formatFlag(flags)
	options := readFlags(cmd)
	c.bound = boundFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		opts, err := options()
		if err != nil {
			return err
		}
		c.base, c.house, c.encounters, c.opts = args[0], args[1], args[2:], opts
		c.seeded, c.counted = flags.Changed("seed"), flags.Changed("fights")
		if err := c.check(); err != nil {
			return err
		}
		defer c.bound.begin(cmd.Context(), &c.opts)()
		return c.do()
	}
	return cmd
}

// comparison is a command line of rulec diff.
type comparison struct {
	base, house     string
	encounters      []string
	opts            lang.Options
	until           string
	format          func() (report.Format, error)
	seed            uint64
	seeded, counted bool
	bound           *bounds
	out, errors     func() io.Writer

	job diff.Job
}

// mostCompared is the maximum number of fights with --until and without -n.
const mostCompared = 1_000_000

func (c *comparison) do() error {
	if err := c.load(); err != nil {
		return err
	}
	r, err := c.play()
	if err != nil {
		return err
	}
	r.Program, r.Command = programVersion(), c.command()
	format, err := c.format()
	if err == nil {
		err = written(r.Document().Print(c.out(), format))
	}
	if err != nil || !r.Stopped {
		return err
	}
	played := int64(0)
	for i := range r.Encounters {
		played += r.Encounters[i].Fights
	}
	return c.bound.stopped("after %d of %d fights", played, c.job.Fights*uint64(len(c.job.Encounters)))
}

// check reads the flags.
func (c *comparison) check() error {
	if err := c.bound.check(); err != nil {
		return err
	}
	if _, err := c.format(); err != nil {
		return err
	}
	if c.until != "" {
		width, err := readWidth(c.until)
		if err != nil {
			return err
		}
		c.job.Until = width
		if !c.counted {
			c.job.Fights = mostCompared
		}
	}
	if c.job.Fights == 0 || c.job.Fights > mostCompared {
		return usage("-n must be between 1 and 1,000,000")
	}
	return nil
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
		e := diff.Encounter{Name: name, File: experiment.Path(name), Line: lineOf(name, c.opts, c.bound), Seed: c.seed}
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
		e.ToldBase, e.ToldHouse = c.told(name, c.base, e.Seed), c.told(name, c.house, e.Seed)
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
	return e, everybodyActs(e)
}

// play plays the encounters, with progress on a terminal.
func (c *comparison) play() (*diff.Report, error) {
	c.job.Cut = c.bound.cut
	now := time.Now()
	p := &progress{out: bare(c.errors()), what: "fights", began: now, last: now}
	if colourful(c.errors()) {
		c.job.Progress = p.show
	}
	report, err := diff.Run(c.bound.ctx, &c.job)
	p.clear()
	var stopped *diff.Stopped
	if errors.As(err, &stopped) {
		err = telling{errors: c.errors()}.stopped(stopped.Err)
		fmt.Fprintf(c.errors(), "\nit happened in fight %d of %s under %s\n", stopped.Trial, diag.Visible(stopped.Encounter), diag.Visible(stopped.Under))
	}
	return report, err
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
			words = append(words, "--seed", strconv.FormatUint(c.seed, 10))
		}
	}
	return "rulec diff " + experiment.Quote(append(words, c.settings()...))
}

// told returns the command line that prints a fight of an encounter under a ruleset; its number follows.
func (c *comparison) told(encounter, rules string, seed uint64) string {
	words := append([]string{experiment.Path(encounter), "--under", experiment.Path(rules)}, c.settings()...)
	return "rulec run " + experiment.Quote(append(words, "--seed", strconv.FormatUint(seed, 10)))
}

// settings returns the words of --root, --set and --max-steps.
func (c *comparison) settings() []string { return lineOf("", c.opts, c.bound).Settings() }
