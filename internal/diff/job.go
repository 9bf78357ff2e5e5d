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

// duel is an encounter under both rulesets.
type duel struct {
	Encounter
	base, house *version
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
