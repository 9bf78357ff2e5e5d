package cli

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
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
	s.many = &s.job.Many
	s.flags(cmd, 10_000, "play `N` fights; with --until, at most that many (default then: 10,000,000)")
	flags.StringVar(&s.until, "until", "", "play until the 95% interval of the first side's wins is this `WIDTH`: 1%")
	flags.StringArrayVar(&s.vary, "vary", nil, "try several values: `NAME=VALUES`; may be given twice")
	flags.StringVar(&s.plot, "plot", "", "draw the lengths of fights, or the varied values, into `FILE.svg`")
	flags.BoolVar(&s.profiled, "profile", false, "print which lines of tactics, quantities and rules take the most time")
	flags.StringVar(&s.shard, "shard", "", "play one part: `I/N`, auto/N or auto")
	flags.StringVar(&s.folder, "out", "", "with --shard or --cluster: the `FOLDER` for the files of the parts")
	s.cluster = choiceFlag(cmd, "cluster", "", "print a job for `%s` that plays this in parts", "slurm", "kubernetes")
	flags.Uint64Var(&s.shards, "shards", 16, "with --cluster: split into `N` parts")
	flags.StringVar(&s.image, "image", "rulec:latest", "with --cluster kubernetes: the container `IMAGE`")
	flags.StringVar(&s.claim, "claim", "rulec", "with --cluster kubernetes: the volume `CLAIM` with the files")
	s.runs(cmd, s.check, s.load, s.do)
	return cmd
}

// simulation is a command line of rulec sim.
type simulation struct {
	manyFights
	vary          []string
	plot          string
	profiled      bool
	shard, folder string
	cluster       *string
	shards        uint64
	image, claim  string

	varied []experiment.Varied
	job    experiment.Job
}

// mostFights is the maximum number of fights with --until and without -n.
const mostFights = 10_000_000

func (s *simulation) do() error {
	switch {
	case *s.cluster != "":
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
	if err := printSimulation(s.out(), r, *s.format, s.plot, profileBlocks(s.job.Profile)...); err != nil {
		return err
	}
	if !result.Whole() {
		return s.bound.stopped("after %d of %d fights", result.Played(), result.Trials)
	}
	return nil
}

// check reads the flags.
func (s *simulation) check() (err error) {
	if s.profiled && (*s.format == report.JSON || *s.format == report.CSV || s.shard != "" || *s.cluster != "") {
		return usage("--profile can't be used with --format json, --format csv, --shard or --cluster")
	}
	if s.until != "" && (s.shard != "" || *s.cluster != "") {
		return usage("--until can't be used with parts; give the total number of fights with -n")
	}
	if s.job.Until, err = s.width(mostFights); err != nil {
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
	s.job.Points, s.job.To = points, s.many.Fights
	for _, v := range s.varied {
		s.job.Vary = append(s.job.Vary, v.Name)
	}
	return nil
}

// thinksIn reports whether someone in an encounter thinks ahead.
func thinksIn(p experiment.Point) bool {
	return slices.ContainsFunc(p.Encounter.Things, func(t *program.Thing) bool { return t.Thinks })
}

// play plays the job.
func (s *simulation) play() (*experiment.Result, error) {
	s.job.Expect(s.job.To - s.job.From)
	result, err := playMany(&s.manyFights, experiment.Run, &s.job)
	if err == nil {
		s.progress.finish(result)
	}
	return result, err
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
	fmt.Fprintln(s.out(), diag.Visible(path))
	return nil
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
	if *s.format != report.Text {
		b.Merge = append(b.Merge, "--format", string(*s.format))
	}
	if s.plot != "" {
		b.Merge = append(b.Merge, "--plot", experiment.Path(s.plot))
	}
	if !b.Plain() {
		return usage("--cluster: a name or value has an invisible character, which can't be in a script")
	}
	text := b.Slurm()
	if *s.cluster == "kubernetes" {
		text = b.Kubernetes()
	}
	fmt.Fprint(s.out(), text)
	return nil
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
