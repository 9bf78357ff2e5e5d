package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/sim"
	"github.com/rulec/rulec/interp/profile"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

func newSim() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "sim ENCOUNTER",
		Short: "Play an encounter many times: who wins, how long, how sure",
		Long: `Play an encounter many times: who wins, how long, how sure are we.

Everybody is played by his tactic from the first moment on; a script is left out.
Whoever has no tactic gets one in the file (tactic: NAME, for one or a side) or on the
command line (--set WHO.tactic=NAME, --set SIDE.tactic=NAME). With --set SIDE.tactic=thinks a side
thinks ahead from its tactics: that is stronger, and slow, so begin with -n 50. What counts as harm, as
standing and as failing the ruleset says under reports.

A fight depends on the seed and its number alone. So the same command prints the
same, whatever the number of workers; rulec run --seed S --trial K tells fight K;
and with --vary each value is tried on the same luck, which shows small differences.

--vary NAME=VALUES tries several values of a param, or of a key of a combatant or a
side (WHO.KEY), and may be given twice for all pairs. VALUES are values and ranges with
commas between: 1..6 or 0..100/25 or reckless,cautious.

--until 1% goes on until the 95% interval of how often the first side wins is at most
that wide; it looks after fixed numbers of fights.

--shard I/N plays the I-th of N parts, counted from 0, and writes a file for
rulec merge, whose output is that of one run. --shard auto/N takes I from a Slurm job
array or an indexed Kubernetes job. --cluster prints a job that does all of it; a part
that is missing is simply run again.

Ctrl-C, or the signal TERM, ends a run early and prints what there is; a part isn't
written then.`,
		Example: `  rulec sim ambush.yaml
  rulec sim ambush.yaml --until 1% --seed 7
  rulec sim ambush.yaml --set flank_bonus=4 --format json
  rulec sim ambush.yaml --vary flank_bonus=1..6 --plot flank.svg
  rulec sim ambush.yaml --vary zora.tactic=reckless,cautious
  rulec sim ambush.yaml -n 1000000 --cluster slurm --shards 100 > job.sh
  rulec sim ambush.yaml -n 1000000 --shard 3/100 --out parts`,
		Args: takes(1, 1),
	}
	flags := cmd.Flags()
	s := &simulation{out: cmd.OutOrStdout, errors: cmd.ErrOrStderr}
	flags.Uint64VarP(&s.trials, "fights", "n", 10_000, "play `N` fights; with --until, at most so many (10,000,000 if not given)")
	flags.StringVar(&s.until, "until", "", "play until the 95% interval of the first side's wins is this `WIDTH`: 1%")
	flags.Uint64Var(&s.seed, "seed", 0, "roll the dice of seed `N` instead of the encounter's own")
	flags.IntVar(&s.workers, "workers", 0, "let `N` play side by side; 0: one a processor")
	flags.StringArrayVar(&s.vary, "vary", nil, "try several values: `NAME=VALUES`; may be given twice")
	flags.StringVar(&s.format, "format", "text", "how to print: `text|json|csv`")
	flags.StringVar(&s.plot, "plot", "", "draw the lengths of fights, or the varied values, into `FILE.svg`")
	flags.BoolVar(&s.profiled, "profile", false, "print which lines of tactics, quantities and rules take the time")
	flags.StringVar(&s.shard, "shard", "", "play one part: `I/N`, auto/N or auto")
	flags.StringVar(&s.folder, "out", "", "with --shard or --cluster: the `FOLDER` for the files of the parts")
	flags.StringVar(&s.cluster, "cluster", "", "print a job for `slurm|kubernetes` that plays this in parts")
	flags.Uint64Var(&s.shards, "shards", 16, "with --cluster: into `N` parts")
	flags.StringVar(&s.image, "image", "rulec:latest", "with --cluster kubernetes: the container `IMAGE`")
	flags.StringVar(&s.claim, "claim", "rulec", "with --cluster kubernetes: the volume `CLAIM` with the files")
	options := readFlags(cmd)
	s.bound = boundFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		opts, err := options()
		if err != nil {
			return err
		}
		s.path, s.opts = args[0], opts
		s.seeded, s.counted = flags.Changed("seed"), flags.Changed("fights")
		if err := s.check(); err != nil {
			return err
		}
		defer s.bound.begin(cmd.Context(), &s.opts)()
		return s.do()
	}
	return cmd
}

// simulation is a command line of rulec sim.
type simulation struct {
	path            string
	opts            lang.Options
	trials, seed    uint64
	seeded, counted bool
	until           string
	workers         int
	vary            []string
	format, plot    string
	profiled        bool
	shard, folder   string
	cluster         string
	shards          uint64
	image, claim    string
	out, errors     func() io.Writer

	bound *bounds

	width  float64
	varied []experiment.Varied
	job    experiment.Job
}

// mostFights is how many fights --until plays at most when -n isn't given.
const mostFights = 10_000_000

func (s *simulation) do() error {
	if err := s.load(); err != nil {
		return err
	}
	switch {
	case s.cluster != "":
		return s.printJob()
	case s.shard != "":
		return s.playShard()
	}
	s.job.To = s.job.Trials
	if s.profiled {
		began := time.Now()
		s.job.Profile = profile.New(func() int64 { return int64(time.Since(began)) })
	}
	result, err := s.play()
	if err == nil && result.Played() == 0 {
		err = s.bound.stopped("before a fight was over")
	}
	if err != nil {
		return err
	}
	if err := printReport(s.out(), sim.NewReport(result, programVersion()), s.format, s.plot); err != nil {
		return err
	}
	if s.profiled {
		if err := printProfile(s.out(), s.job.Profile); err != nil {
			return err
		}
	}
	if !result.Whole() {
		return s.bound.stopped("after %d of %d fights", result.Played(), result.Trials)
	}
	return nil
}

// check reads what flags say.
func (s *simulation) check() error {
	if err := s.bound.check(); err != nil {
		return err
	}
	if err := oneOf("format", s.format, "text", "json", "csv"); err != nil {
		return err
	}
	if s.profiled && (s.format != "text" || s.shard != "" || s.cluster != "") {
		return usage("--profile prints a table for people: it goes without --format, --shard and --cluster")
	}
	if s.cluster != "" {
		if err := oneOf("cluster", s.cluster, "slurm", "kubernetes"); err != nil {
			return err
		}
	}
	if s.until != "" {
		width, err := readWidth(s.until)
		if err != nil {
			return err
		}
		s.width = width
		if s.shard != "" || s.cluster != "" {
			return usage("--until needs to see all fights; say with -n how many the parts are cut from")
		}
		if !s.counted {
			s.trials = mostFights
		}
	}
	if s.trials == 0 || s.trials > 1<<50 {
		return usage("-n takes how many fights there are, from 1 on")
	}
	if s.shards == 0 || s.shards > experiment.MaxShards {
		return usage("--shards takes a number from 1 to %d", experiment.MaxShards)
	}
	return s.checkVary()
}

// readWidth reads the width of an interval: 1% or 0.01.
func readWidth(until string) (float64, error) {
	text, percent := strings.CutSuffix(until, "%")
	width, err := strconv.ParseFloat(text, 64)
	if percent {
		width /= 100
	}
	if err != nil || !(width > 0 && width < 1) {
		return 0, usage("--until takes the width of an interval, such as 1%%, not %q", until)
	}
	return width, nil
}

func (s *simulation) checkVary() error {
	if len(s.vary) > 2 {
		return usage("at most two things can be varied at once")
	}
	for _, text := range s.vary {
		v, err := experiment.ParseVaried(text)
		if err != nil {
			return usage("--vary: %v", err)
		}
		if _, list := lang.ParseSettings([]string{v.Name + "="}); len(list) > 0 {
			return usage("--vary: %q is no name of a param, and no WHO.KEY of a combatant or a side", v.Name)
		}
		if _, set := s.opts.Set[v.Name]; set || len(s.varied) > 0 && s.varied[0].Name == v.Name {
			return usage("--vary: %s gets several values already", v.Name)
		}
		s.varied = append(s.varied, v)
	}
	if n := len(experiment.Combine(s.varied)); n > experiment.MaxPoints {
		return usage("--vary: %d pairs of values are more than %d", n, experiment.MaxPoints)
	}
	return nil
}

// load reads the encounter, once for each of the varied values.
func (s *simulation) load() error {
	s.job = experiment.Job{Trials: s.trials, Until: s.width, Workers: s.workers, Limits: s.bound.limits()}
	s.opts.Flags = map[string]string{}
	for _, v := range s.varied {
		s.job.Vary = append(s.job.Vary, v.Name)
		s.opts.Flags[v.Name] = "--vary"
	}
	for _, values := range experiment.Combine(s.varied) {
		opts := s.opts
		opts.Set = maps.Clone(s.opts.Set)
		for i, v := range s.varied {
			opts.Set[v.Name] = values[i]
		}
		e, list := lang.LoadEncounter(s.path, opts)
		if list.HasErrors() {
			return complain(s.errors(), list)
		}
		if err := everybodyActs(e); err != nil {
			return err
		}
		s.job.Points = append(s.job.Points, experiment.Point{Encounter: e, Setup: experiment.NewSetup(e, values)})
	}
	if slices.ContainsFunc(s.job.Points, thinksIn) {
		fmt.Fprintln(s.errors(), "note: somebody thinks ahead, so that one fight may take seconds; -n 50 gives a first answer")
	}
	s.job.Seed = s.seed
	if !s.seeded {
		s.job.Seed = s.job.Points[0].Encounter.Seed
	}
	s.job.Line = lineOf(s.path, s.opts, s.bound)
	return nil
}

// thinksIn tells whether somebody in an encounter thinks ahead.
func thinksIn(p experiment.Point) bool {
	return slices.ContainsFunc(p.Encounter.Things, func(t *program.Thing) bool { return t.Thinks })
}

// lineOf is how an encounter is played from a command line with what flags say.
func lineOf(path string, opts lang.Options, b *bounds) experiment.Line {
	return experiment.Line{File: path, Root: opts.Root, Set: opts.Set, Steps: b.steps}
}

// everybodyActs refuses an encounter in which somebody has no tactic.
func everybodyActs(e *program.Encounter) error {
	idle := experiment.Idle(e)
	if len(idle) == 0 {
		return nil
	}
	return exit{exitProblems, experiment.NobodyPlays(e, idle, fmt.Sprintf(" or with --set %s.tactic=NAME", idle[0].Name))}
}

// play plays the job, with progress on a terminal, until it is done, its deadline passes,
// somebody presses Ctrl-C, or a batch system wants it to end.
func (s *simulation) play() (*experiment.Result, error) {
	s.job.Cut = s.bound.cut
	now := time.Now()
	p := &progress{out: bare(s.errors()), what: "fights", began: now, last: now}
	if colourful(s.errors()) {
		s.job.Progress = p.show
	}
	result, err := experiment.Run(s.bound.ctx, s.job)
	p.clear()
	if s.job.Progress != nil && err == nil {
		p.finish(result)
	}
	var stopped *experiment.Stopped
	switch {
	case errors.As(err, &stopped):
		return nil, s.failed(stopped)
	case err != nil:
		return nil, telling{errors: s.errors()}.stopped(err)
	}
	return result, nil
}

// failed prints why a fight could not be played to its end, and how to see it.
func (s *simulation) failed(stopped *experiment.Stopped) error {
	err := telling{errors: s.errors()}.stopped(stopped.Err)
	fmt.Fprintf(s.errors(), "\nit happened in fight %d: %s --trial %d\n", stopped.Trial, diag.Visible(s.job.Line.Run(s.job.Seed)), stopped.Trial)
	return err
}

// playShard plays one part and writes its file.
func (s *simulation) playShard() error {
	shard, err := experiment.ParseShard(s.shard, os.Getenv)
	if err != nil {
		return usage("--shard: %v", err)
	}
	if s.folder == "" {
		return usage("where does the part go? --out FOLDER, or --out . for the working directory")
	}
	s.job.From, s.job.To = shard.Range(s.trials)
	result, err := s.play()
	if err != nil {
		return err
	}
	if result.Played() != s.job.To-s.job.From {
		return s.bound.stopped("before the part was done, so that nothing was written")
	}
	path := filepath.Join(s.folder, experiment.PartName(s.name(), shard))
	if err := result.Write(path); err != nil {
		return exit{exitFailed, err}
	}
	_, err = fmt.Fprintln(s.out(), diag.Visible(path))
	return written(err)
}

// name is what parts and jobs are called.
func (s *simulation) name() string { return experiment.JobName(s.job.Points[0].Setup.Encounter) }

// printJob prints a job for a batch system.
func (s *simulation) printJob() error {
	b := sim.Batch{
		Name: s.name(), Folder: cmp.Or(s.folder, "."), Shards: s.shards, Image: s.image, Claim: s.claim,
		Simulate: append([]string{"rulec", "sim", experiment.Path(s.path), "-n", strconv.FormatUint(s.trials, 10), "--seed", strconv.FormatUint(s.job.Seed, 10)}, s.job.Line.Settings()...),
		Merge:    []string{"rulec", "merge"},
	}
	for _, v := range s.vary {
		b.Simulate = append(b.Simulate, "--vary", v)
	}
	if s.format != "text" {
		b.Merge = append(b.Merge, "--format", s.format)
	}
	if s.plot != "" {
		b.Merge = append(b.Merge, "--plot", experiment.Path(s.plot))
	}
	if !b.Plain() {
		return usage("--cluster: a name or value has a character that can't be seen, which is nothing for a script")
	}
	text := b.Slurm()
	if s.cluster == "kubernetes" {
		text = b.Kubernetes()
	}
	_, err := io.WriteString(s.out(), text)
	return written(err)
}

// printReport prints a report in one of the formats, and draws it if there is a
// file to draw into.
func printReport(w io.Writer, r *sim.Report, format, plot string) error {
	var err error
	switch format {
	case "json":
		err = r.JSON(w)
	case "csv":
		err = r.CSV(w)
	default:
		err = r.Text(w)
	}
	if err == nil && plot != "" {
		err = draw(plot, r)
	}
	return written(err)
}

// progress shows how far a run has come: on a terminal in a line that is written over.
type progress struct {
	out         io.Writer
	what        string
	began, last time.Time
	shown       bool
	// plain has lines that stay, one every now and then, for what is no terminal.
	plain bool
}

// plainly is how often progress shows in what is no terminal.
const plainly = 10 * time.Second

// newProgress returns the progress of something that takes its time wherever it is shown.
func newProgress(out io.Writer) *progress {
	now := time.Now()
	return &progress{out: bare(out), began: now, last: now, plain: !colourful(out)}
}

func (p *progress) show(done, of uint64) {
	now := time.Now()
	if p.began.IsZero() {
		p.began, p.last = now, now
	}
	if since := now.Sub(p.last); since < 200*time.Millisecond || p.plain && since < plainly {
		return
	}
	p.last, p.shown = now, true
	rate := float64(done) / now.Sub(p.began).Seconds()
	left := time.Duration(float64(of-done) / rate * float64(time.Second))
	if p.plain {
		fmt.Fprintf(p.out, "%d of %d %s, %s left\n", done, of, p.what, left.Round(time.Second))
		return
	}
	fmt.Fprintf(p.out, "\r\x1b[K%d of %d %s, %.0f a second, %s left", done, of, p.what, rate, left.Round(time.Second))
}

func (p *progress) clear() {
	if p.shown && !p.plain {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}

// finish says how fast it was, to somebody who watches.
func (p *progress) finish(r *experiment.Result) {
	took := time.Since(p.began).Seconds()
	fights, acts := 0.0, 0.0
	for _, x := range r.Points {
		fights += float64(x.Tally.Fights)
		acts += float64(x.Tally.Acts.Sum())
	}
	fmt.Fprintf(p.out, "%.0f fights in %.1f s: %.0f fights and %.0f actions a second\n", fights, took, fights/took, acts/took)
}
