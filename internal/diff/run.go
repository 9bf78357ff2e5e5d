package diff

import (
	"context"
	"runtime"
	"sync/atomic"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
)

// Job is what is to be compared.
type Job struct {
	Versions *lang.Versions
	// Options are those by which the encounters were read.
	Options lang.Options
	// Encounters are those to be played.
	Encounters []Encounter
	// Fights is how many of each are played under each ruleset. With Until, which is from 0 to 1,
	// it is how many at most: they end when the interval of how much more often the first side
	// wins is that wide. It is looked at after fixed numbers of fights.
	Fights uint64
	Until  float64
	// Workers play side by side; 0: as many as the machine has processors.
	Workers int
	// Limits bound every fight; the zero Limits are the usual ones.
	Limits interp.Limits
	// Cut, if not nil, ends fights that are being played when it is done: those don't count.
	Cut context.Context
	// NoShares leaves out which of the rules did what.
	NoShares bool
	// Progress, if not nil, is told now and then how many fights have been played, of how many.
	Progress func(done, of uint64)

	// Seed is that of the dice of the encounter at hand.
	Seed uint64
	done atomic.Uint64
	all  uint64
}

// Encounter is one that is played.
type Encounter struct {
	// Name is what it was read by, File what reports call it.
	Name, File string
	// Line is how somebody plays it from a command line.
	Line experiment.Line
	Seed uint64
	// Base and House are the encounter under the two rulesets.
	Base, House *program.Encounter
	// ToldBase and ToldHouse are how a user sees one of its fights under either; its number follows.
	ToldBase, ToldHouse string
}

// tell counts fights that have been played.
func (j *Job) tell(fights uint64) {
	if done := j.done.Add(fights); j.Progress != nil && done%64 == 0 {
		j.Progress(done, j.all)
	}
}

// expect says that so many fights of so many choices are to be played.
func (j *Job) expect(choices, fights uint64) { j.all += choices * fights }

// workers returns how many play side by side.
func (j *Job) workers() int {
	if j.Workers > 0 {
		return min(j.Workers, maxWorkers)
	}
	return min(runtime.GOMAXPROCS(0), maxWorkers)
}

// maxWorkers is how many workers a run has at most; each has machines of its own.
const maxWorkers = 1024

// Run plays the encounters of a job and reports what the house rules change. When ctx is done it
// reports what has been played by then. An error is a *Stopped.
func Run(ctx context.Context, job *Job) (*Report, error) {
	job.all = job.Fights * uint64(len(job.Encounters))
	r := newReport(job.Versions)
	for _, e := range job.Encounters {
		d, err := job.duel(ctx, e)
		if err != nil {
			return nil, err
		}
		if len(d.base.fights) == 0 {
			break
		}
		x := d.report(r)
		if !job.NoShares && len(r.Rules) > 0 && x.Same < x.Fights {
			x.Attribution = job.attribution(ctx, d)
		}
		if x.Turned, err = job.turned(d, x.Attribution); err != nil && !experiment.IsCut(job.Cut, err) {
			return nil, err
		}
		r.Encounters = append(r.Encounters, x)
		if ctx.Err() != nil {
			break
		}
	}
	r.Stopped = ctx.Err() != nil
	return r, nil
}

// duel is an encounter under both rulesets.
type duel struct {
	Encounter
	base, house *version
}

// duel plays an encounter under both rulesets.
func (j *Job) duel(ctx context.Context, e Encounter) (*duel, error) {
	j.Seed = e.Seed
	d := &duel{Encounter: e}
	var err error
	if d.base, err = prepare(e.Base); err != nil {
		return nil, &Stopped{0, e.Base.Name, e.Base.Program.Name, err}
	}
	if d.house, err = prepare(e.House); err != nil {
		return nil, &Stopped{0, e.House.Name, e.House.Program.Name, err}
	}
	d.base.seen, d.house.seen = newSeen(j.Versions.Changes, false), newSeen(j.Versions.Changes, true)
	var players [][2]*player
	for range j.workers() {
		players = append(players, [2]*player{j.newPlayer(d.base, true), j.newPlayer(d.house, true)})
	}
	for from := uint64(0); from < j.Fights && ctx.Err() == nil; {
		to := j.Fights
		if j.Until > 0 {
			to = min(to, from+max(1, from/10_000)*1000)
		}
		if stopped := j.playBoth(ctx, [2]*version{d.base, d.house}, players, from, to); stopped != nil {
			return nil, stopped
		}
		if from = to; j.Until > 0 && 2*d.won(0).Half() <= j.Until {
			break
		}
	}
	for i, v := range []*version{d.base, d.house} {
		v.used = make([]Use, v.seen.count)
		for k, shows := range v.seen.shows(v.encounter.Program) {
			v.used[k].Shows = shows
			for _, pair := range players {
				v.used[k].Fights += pair[i].used[k].Fights
				v.used[k].Times += pair[i].used[k].Times
			}
		}
	}
	return d, nil
}

// compared returns the pairs of fights, in their order.
func (d *duel) compared(each func(base, house *fight)) {
	for i := range min(len(d.base.fights), len(d.house.fights)) {
		each(&d.base.fights[i], &d.house.fights[i])
	}
}

// won returns how much more often an outcome comes under the house rules.
func (d *duel) won(outcome int) experiment.Difference {
	var p experiment.Pairs
	d.compared(func(base, house *fight) {
		p.Add(truth(house.outcome == int32(outcome)) - truth(base.outcome == int32(outcome)))
	})
	return p.Difference()
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
