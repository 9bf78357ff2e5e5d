package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/chart"
	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/report"
	"github.com/rulec/rulec/internal/sim"
	"github.com/rulec/rulec/interp/profile"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

func newSim() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "sim ENCOUNTER",
		Short: "Play an encounter many times: who wins, how long it takes, how sure that is",
		Long: `Play an encounter many times: who wins, how long it takes, how sure that is.

Tactics play everyone from the start; rulec ignores the script. Give a combatant without a
tactic one in the file (tactic: NAME, for one combatant or a side) or on the command line
(--set WHO.tactic=NAME, --set SIDE.tactic=NAME). With --set SIDE.tactic=thinks a side thinks
ahead from its tactics: that is stronger, and slow, so start with -n 50. The ruleset says under
reports what counts as damage, as still standing and as a failure.

A fight depends only on the seed and its number. So the same command prints the same result,
with any number of workers; rulec run --seed S --trial K prints the log of fight K; and --vary
tries each value with the same luck, which shows small differences.

--vary NAME=VALUES tries several values of a param, or of a key of a combatant or a
side (WHO.KEY); give it twice to try all pairs. VALUES are values and ranges, separated by
commas: 1..6 or 0..100/25 or reckless,cautious.

--until 1% plays until the 95% interval of the first side's wins is at most that wide; rulec
checks it after fixed numbers of fights.

--shard I/N plays part I of N, counted from 0, and writes a file for rulec merge, whose output
is that of a single run. --shard auto/N takes I from a Slurm job array or an indexed Kubernetes
job. --cluster prints a job that does all of it; if a part is missing, run it again.

Ctrl-C, or the signal TERM, ends a run early and prints the result so far, but writes no part.`,
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
	s := &simulation{}
	s.many = &experiment.Many{}
	s.flags(cmd, 10_000, "play `N` fights; with --until, at most that many (default then: 10,000,000)")
	flags.StringVar(&s.until, "until", "", "play until the 95% interval of the first side's wins is this `WIDTH`: 1%")
	flags.StringArrayVar(&s.vary, "vary", nil, "try several values: `NAME=VALUES`; may be given twice")
	flags.StringVar(&s.plot, "plot", "", "draw the lengths of fights, or the varied values, into `FILE.svg`")
	flags.BoolVar(&s.profiled, "profile", false, "print which lines of tactics, quantities and rules take the most time")
	flags.StringVar(&s.shard, "shard", "", "play one part: `I/N`, auto/N or auto")
	flags.StringVar(&s.folder, "out", "", "with --shard or --cluster: the `FOLDER` for the files of the parts")
	flags.StringVar(&s.cluster, "cluster", "", "print a job for `slurm|kubernetes` that plays this in parts")
	flags.Uint64Var(&s.shards, "shards", 16, "with --cluster: split into `N` parts")
	flags.StringVar(&s.image, "image", "rulec:latest", "with --cluster kubernetes: the container `IMAGE`")
	flags.StringVar(&s.claim, "claim", "rulec", "with --cluster kubernetes: the volume `CLAIM` with the files")
	s.runs(cmd, func() error {
		s.counted = flags.Changed("fights")
		if err := s.check(); err != nil {
			return err
		}
		return s.do()
	})
	return cmd
}

// simulation is a command line of rulec sim.
type simulation struct {
	manyFights
	counted       bool
	until         string
	vary          []string
	plot          string
	profiled      bool
	shard, folder string
	cluster       string
	shards        uint64
	image, claim  string

	printed report.Format
	width   float64
	varied  []experiment.Varied
	job     experiment.Job
}

// mostFights is the maximum number of fights with --until and without -n.
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
	r := sim.NewReport(result, programVersion())
	if err := printSimulation(s.out(), r, s.printed, s.plot, profileBlocks(s.job.Profile)...); err != nil {
		return err
	}
	if !result.Whole() {
		return s.bound.stopped("after %d of %d fights", result.Played(), result.Trials)
	}
	return nil
}

// check reads the flags.
func (s *simulation) check() (err error) {
	if s.printed, err = s.format(); err != nil {
		return err
	}
	if s.profiled && (s.printed == report.JSON || s.printed == report.CSV || s.shard != "" || s.cluster != "") {
		return usage("--profile can't be used with --format json, --format csv, --shard or --cluster")
	}
	if s.cluster != "" {
		if err := oneOf("cluster", s.cluster, "slurm", "kubernetes"); err != nil {
			return err
		}
	}
	if err := s.checkUntil(); err != nil {
		return err
	}
	if s.many.Fights == 0 || s.many.Fights > 1<<50 {
		return usage("-n must be at least 1")
	}
	if s.shards == 0 || s.shards > experiment.MaxShards {
		return usage("--shards must be between 1 and %d", experiment.MaxShards)
	}
	if s.varied, err = experiment.ParseVary(s.vary, s.opts.Set); err != nil {
		return usage("--vary: %v", err)
	}
	return nil
}

func (s *simulation) checkUntil() (err error) {
	if s.until == "" {
		return nil
	}
	if s.width, err = readWidth(s.until); err != nil {
		return err
	}
	if s.shard != "" || s.cluster != "" {
		return usage("--until can't be used with parts; give the total number of fights with -n")
	}
	if !s.counted {
		s.many.Fights = mostFights
	}
	return nil
}

// readWidth reads the width of an interval: 1% or 0.01.
func readWidth(until string) (float64, error) {
	text, percent := strings.CutSuffix(until, "%")
	width, err := strconv.ParseFloat(text, 64)
	if percent {
		width /= 100
	}
	if err != nil || !(width > 0 && width < 1) {
		return 0, usage("--until must be the width of an interval, such as 1%%, not %q", until)
	}
	return width, nil
}

// load reads the encounter, once for each of the varied values.
func (s *simulation) load() error {
	points, list := experiment.Load(s.path, s.opts, s.varied, "--vary")
	if list.HasErrors() {
		return complain(s.errors(), list)
	}
	for _, p := range points {
		if err := s.takes(p.Encounter); err != nil {
			return err
		}
	}
	if slices.ContainsFunc(points, thinksIn) {
		fmt.Fprintln(s.errors(), "note: someone thinks ahead, so one fight may take seconds; -n 50 gives a first answer")
	}
	s.job = experiment.Job{
		Points: points, Trials: s.many.Fights, To: s.many.Fights, Until: s.width, Seed: s.many.Seed, Workers: s.many.Workers,
		Limits: s.many.Limits, Cut: s.bound.cut, Line: s.many.Line,
	}
	for _, v := range s.varied {
		s.job.Vary = append(s.job.Vary, v.Name)
	}
	return nil
}

// thinksIn reports whether someone in an encounter thinks ahead.
func thinksIn(p experiment.Point) bool {
	return slices.ContainsFunc(p.Encounter.Things, func(t *program.Thing) bool { return t.Thinks })
}

// play plays the job, with progress on a terminal, until it is done, the deadline passes, the user presses Ctrl-C,
// or a batch system ends it.
func (s *simulation) play() (*experiment.Result, error) {
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
		fight := fmt.Sprintf("fight %d: %s --trial %d", stopped.Trial, diag.Visible(s.told()), stopped.Trial)
		return nil, s.stopped(stopped.Err, fight)
	case err != nil:
		return nil, telling{errors: s.errors()}.stopped(err)
	}
	return result, nil
}

// playShard plays one part and writes its file.
func (s *simulation) playShard() error {
	shard, err := experiment.ParseShard(s.shard, os.Getenv)
	if err != nil {
		return usage("--shard: %v", err)
	}
	if s.folder == "" {
		return usage("--shard needs --out FOLDER, or --out . for the working directory")
	}
	s.job.From, s.job.To = shard.Range(s.many.Fights)
	result, err := s.play()
	if err != nil {
		return err
	}
	if result.Played() != s.job.To-s.job.From {
		return s.bound.stopped("before the part was done, so nothing was written")
	}
	path := filepath.Join(s.folder, experiment.PartName(s.name(), shard))
	if err := result.Write(path); err != nil {
		return exit{exitFailed, err}
	}
	_, err = fmt.Fprintln(s.out(), diag.Visible(path))
	return written(err)
}

// name returns the name of parts and jobs.
func (s *simulation) name() string { return experiment.JobName(s.job.Points[0].Setup.Encounter) }

// printJob prints a job for a batch system.
func (s *simulation) printJob() error {
	numbers := []string{"-n", strconv.FormatUint(s.many.Fights, 10), "--seed", strconv.FormatUint(s.job.Seed, 10)}
	b := sim.Batch{
		Name: s.name(), Folder: cmp.Or(s.folder, "."), Shards: s.shards, Image: s.image, Claim: s.claim,
		Simulate: slices.Concat([]string{"rulec", "sim", experiment.Path(s.path)}, numbers, s.job.Line.Settings()),
		Merge:    []string{"rulec", "merge"},
	}
	for _, v := range s.vary {
		b.Simulate = append(b.Simulate, "--vary", v)
	}
	if s.printed != report.Text {
		b.Merge = append(b.Merge, "--format", string(s.printed))
	}
	if s.plot != "" {
		b.Merge = append(b.Merge, "--plot", experiment.Path(s.plot))
	}
	if !b.Plain() {
		return usage("--cluster: a name or value has an invisible character, which can't be in a script")
	}
	text := b.Slurm()
	if s.cluster == "kubernetes" {
		text = b.Kubernetes()
	}
	_, err := io.WriteString(s.out(), text)
	return written(err)
}

// printSimulation prints a report on fights, and draws it if there is a file to draw into.
func printSimulation(w io.Writer, r *sim.Report, format report.Format, plot string, more ...report.Block) error {
	d := r.Document(chart.Draw)
	d.Add(more...)
	err := d.Print(w, format)
	if err == nil && plot != "" {
		err = drawInto(plot, func(w io.Writer) error { return chart.Draw(w, r) })
	}
	return written(err)
}
