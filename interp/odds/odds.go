// Package odds computes the exact probability of everything that may happen in a fight from its current state: it plays the fight again and
// again, each time with other dice, until every possible roll has been tried.
//
// Rolls are told apart only as far as their readers look at them: by the total of a roll, and by what formulas make of its faces (see
// [dice.Source.Ask]). If a run reaches the state of an earlier one, with the same things still to be done, it goes no further (see
// [interp.Machine.Junction]): so the work grows with the number of different states, not with the product of all dice. Likely rolls are
// tried first, so that whatever isn't tried in time is known to be rare.
//
// Spec: odds.md.
//
// The command for it is `rulec odds`.
package odds

import (
	"cmp"
	"errors"
	"fmt"
	"math/big"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/dice"
)

// A Trial is what is played.
type Trial interface {
	// Play plays a machine from its start, as the given trial, as far as requested: in the same way each time with the same dice. The trial
	// proper begins where it calls begin: dice rolled before that fall by their keys.
	Play(m *interp.Machine, trial uint64, begin func()) error
	// Outcome returns the result: any number, the same for results that aren't told apart.
	Outcome(m *interp.Machine) (int, error)
}

// Options limit how much is tried.
type Options struct {
	// Rare is the probability below which further explosions of a die are ignored; nil means one in 10^12.
	Rare *big.Rat
	// Runs is the maximum number of runs; 0 means [MostRuns]. Steps is the maximum number of their steps; 0 means no limit. Done is called
	// before each run and reports whether it is time to stop; nil means never.
	Runs  int
	Steps int64
	Done  func() bool
	// Timer, if not nil, starts the time limit for computing chances from the runs.
	Timer func() (over func() bool)
	// Apart plays on from states that an earlier run has reached, too: for tests.
	Apart bool
}

const (
	// MostRuns is the default maximum number of runs of a trial; after each enoughRuns runs it stops if the rest is unlikely enough, after
	// hopelessRuns if the rest isn't unlikely at all.
	MostRuns     = 100_000
	enoughRuns   = 20_000
	hopelessRuns = 40_000
	// Rolls less likely than rare are tried last: in rareRuns runs, or as many as take rareSteps steps.
	rare      = 1e-10
	rareRuns  = 10_000
	rareSteps = 500_000
)

// mostLeft is the highest probability of untried outcomes for odds to be worth reporting.
var mostLeft = big.NewRat(1, 30_000)

// ErrTooMany says that a trial can go in more ways than can be tried.
var ErrTooMany = errors.New("too many outcomes to try them all")

// NoEnd says that a trial returns to an earlier state, and never ends.
type NoEnd struct {
	// Chance is its probability.
	Chance *big.Rat
}

func (e *NoEnd) Error() string {
	if e.Chance.Cmp(big.NewRat(1, 1)) == 0 {
		return "it loops forever, whatever the dice show"
	}
	share, _ := e.Chance.Float64()
	text := fmt.Sprintf("with a chance of %.3g%% it loops forever", 100*share)
	if fraction := e.Chance.RatString(); len(fraction) <= longestFraction {
		text += ": " + fraction
	}
	return text
}

// Odds are the probabilities of the outcomes.
type Odds struct {
	// Chances are by outcome.
	Chances map[int]*big.Rat
	// Left is the probability of outcomes that were ignored as rare, or weren't tried in time: 0 if the odds are exact.
	Left *big.Rat
	// Sampled is how many random runs were played because there are too many ways to try them all: the chances are the frequencies of the
	// outcomes. 0 means that all ways were tried. Late is set if the time limit was the reason.
	Sampled int
	Late    bool
	// Unfinished is set if not all ways were tried: the outcomes of the others count as left out.
	Unfinished bool
	// Runs is the number of runs, Merged how many of them reached the state of another.
	Runs, Merged int
	// Steps is their number of steps.
	Steps int64
}

// Certain reports whether all ways were tried, and nothing was left out.
func (o *Odds) Certain() bool { return o.Sampled == 0 && o.Left.Sign() == 0 }

// longestFraction is the maximum length of a readable fraction.
const longestFraction = 24

// Fraction returns a chance as a fraction; empty if it isn't certain, or the fraction is too long to read.
func (o *Odds) Fraction(chance *big.Rat) string {
	if text := chance.RatString(); o.Certain() && len(text) <= longestFraction {
		return text
	}
	return ""
}

// Of computes the odds of a trial. The machine must keep no trace; afterwards its dice fall by their keys again. An error is that of a run,
// [ErrTooMany], or a [*NoEnd].
func Of(m *interp.Machine, t Trial, o Options) (*Odds, error) {
	s := &search{Options: o, machine: m, trial: t, memory: map[interp.Junction]*node{}}
	if s.Rare == nil {
		s.Rare = big.NewRat(1, 1_000_000_000_000)
	}
	if s.Runs == 0 {
		s.Runs = MostRuns
	}
	s.tries = dice.NewTries(s.Rare)
	m.KeepTrail(true)
	defer m.KeepTrail(false)
	defer m.Fate(nil)
	if err := s.all(); err != nil {
		return nil, err
	}
	return s.solve()
}

const (
	// Samples is how often a trial is played if not all ways can be tried.
	Samples = 20_000
	// fewest is how often it is played at least, however long it takes; beyond mostSampled steps no further run starts. When it is time to
	// stop, soonest runs are enough.
	fewest, soonest, mostSampled = 1_000, 100, 20_000_000
	// mostSteps is the maximum number of steps for trying all ways.
	mostSteps = 20_000_000
)

// Effort limits [Best]. If someone is waiting, Runs and Steps are those of [Options]; else they are 0. If not all ways can be tried, or the
// time for that is over, the trial is played Samples times, as the trials of the machine's seed from From on; fewer times if that takes as
// long again.
type Effort struct {
	Runs, Samples int
	// Least is how many samples are enough when the time is over; 0 means 100.
	Least int
	Steps int64
	From  uint64
	// Timer starts the time limit and returns a function that reports whether it is over; nil means no limit.
	Timer func() (over func() bool)
}

func (e *Effort) timer() (over func() bool) {
	if e.Timer == nil {
		return func() bool { return false }
	}
	return e.Timer()
}

// Best computes the odds of a trial as well as possible: exactly; without what is too rare; or by playing it a number of times, fewer if
// that takes too long, with random dice.
func Best(m *interp.Machine, t Trial, e Effort) (*Odds, error) {
	o := Options{Runs: e.Runs, Steps: e.Steps, Done: e.timer(), Timer: e.timer}
	if o.Steps == 0 {
		o.Steps = mostSteps
	}
	for _, rare := range []int64{1_000_000_000_000, 1_000_000, 30_000} {
		o.Rare = big.NewRat(1, rare)
		odds, err := Of(m, t, o)
		switch {
		case err == nil && odds.Left.Cmp(mostLeft) <= 0:
			return odds, nil
		case err == nil, errors.Is(err, ErrTooMany):
			return sampled(m, t, e, o.Done())
		case !errors.Is(err, dice.ErrTooManyFalls):
			return nil, err
		}
	}
	return sampled(m, t, e, o.Done())
}

// sampled plays a trial a number of times with random dice; fewer times if that takes long.
func sampled(m *interp.Machine, t Trial, e Effort, late bool) (*Odds, error) {
	counts := map[int]int64{}
	o := &Odds{Chances: map[int]*big.Rat{}, Left: new(big.Rat), Late: late}
	over := e.timer()
	for ; o.Sampled < e.Samples && (o.Sampled < fewest || o.Steps < mostSampled); o.Sampled++ {
		if o.Sampled >= cmp.Or(e.Least, soonest) && over() {
			break
		}
		trial := e.From + uint64(o.Sampled)
		if err := t.Play(m, trial, func() { m.Turn(trial) }); err != nil {
			return nil, err
		}
		o.Steps += m.Took()
		outcome, err := t.Outcome(m)
		if err != nil {
			return nil, err
		}
		counts[outcome]++
	}
	o.Runs = o.Sampled
	for outcome, n := range counts {
		o.Chances[outcome] = big.NewRat(n, int64(o.Sampled))
	}
	return o, nil
}
