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

// Job is what to compare.
type Job struct {
	Versions *lang.Versions
	// Options are the options that the encounters were read with.
	Options lang.Options
	// Encounters are the encounters to play.
	Encounters []Encounter
	// Fights is how many fights of each encounter to play under each ruleset. With Until, which is from 0 to 1, it
	// is the maximum: the fights end when the interval of the change in the first side's win rate is that narrow.
	// It is checked after fixed numbers of fights.
	Fights uint64
	Until  float64
	// Workers is how many workers play in parallel; 0 means one per processor.
	Workers int
	// Limits bound every fight; the zero Limits are the default.
	Limits interp.Limits
	// Cut, if not nil, aborts running fights when it is done: those don't count.
	Cut context.Context
	// NoShares skips the attribution to single rules.
	NoShares bool
	// Progress, if not nil, is called now and then with the number of fights played, and of all.
	Progress func(done, of uint64)

	// Seed is the seed of the current encounter's dice.
	Seed uint64
	done atomic.Uint64
	all  uint64
}

// Encounter is an encounter to play.
type Encounter struct {
	// Name is the name it was read by, File its name in reports.
	Name, File string
	// Line is the command line that plays it.
	Line experiment.Line
	Seed uint64
	// Base and House are the encounter under the two rulesets.
	Base, House *program.Encounter
	// ToldBase and ToldHouse are the command lines that print a fight under either ruleset; its number follows.
	ToldBase, ToldHouse string
}

// tell adds to the number of fights played.
func (j *Job) tell(fights uint64) {
	if done := j.done.Add(fights); j.Progress != nil && done%64 == 0 {
		j.Progress(done, j.all)
	}
}

// expect adds to the number of fights to play.
func (j *Job) expect(choices, fights uint64) { j.all += choices * fights }

// workers returns how many workers play in parallel.
func (j *Job) workers() int {
	if j.Workers > 0 {
		return min(j.Workers, maxWorkers)
	}
	return min(runtime.GOMAXPROCS(0), maxWorkers)
}

// maxWorkers is the maximum number of workers of a run; each has its own machines.
const maxWorkers = 1024

// duel is an encounter under both rulesets.
type duel struct {
	Encounter
	base, house *version
}

// compared calls each with the pairs of fights, in order.
func (d *duel) compared(each func(base, house *fight)) {
	for i := range min(len(d.base.fights), len(d.house.fights)) {
		each(&d.base.fights[i], &d.house.fights[i])
	}
}

// won returns how much more often an outcome occurs under the house rules.
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
