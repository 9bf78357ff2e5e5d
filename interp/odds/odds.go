// Package odds works out exactly how likely everything is that a fight may come to from where it
// stands: by playing it again and again, each time with other dice, until all ways for them to fall
// have been tried.
//
// Falls are told apart only as far as whoever plays looks at them: by the total of a roll, and by what
// formulas make of its faces (see [dice.Source.Ask]). Where a run comes to a point at which an earlier
// one has been, with the same state and the same still to be done, it goes no further (see
// [interp.Machine.Junction]): so the work grows with what there is to tell apart, not with the product
// of all dice. What is likely is tried first, so that what isn't tried in time is known to be rare.
//
// Spec: odds.md.
//
// The command over it is `rulec odds`.
package odds

import (
	"errors"
	"fmt"
	"math/big"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/dice"
)

// A Trial is what is tried.
type Trial interface {
	// Play plays a machine from its start, as the given trial, as far as is asked: in the same way
	// each time that the dice fall alike. What is tried begins where it calls begin: dice that are
	// thrown before fall as their keys say.
	Play(m *interp.Machine, trial uint64, begin func()) error
	// Outcome says what it has come to: any number, the same for what isn't told apart.
	Outcome(m *interp.Machine) (int, error)
}

// Options say how much is tried.
type Options struct {
	// Rare is how unlikely it has to be that a die explodes again, for what comes of it to be
	// left out; nil: one in 10^12.
	Rare *big.Rat
	// Runs is how often the trial is played at most; 0: [MostRuns]. Steps is how many steps that
	// may take together; 0: as many as it likes. Done is asked before each run whether it is time
	// to stop; nil: never.
	Runs  int
	Steps int64
	Done  func() bool
	// Timer, if not nil, begins the time in which chances have to be worked out from what was tried.
	Timer func() (over func() bool)
	// Apart plays on where an earlier run has been, too: for tests.
	Apart bool
}

const (
	// MostRuns is how often a trial is played at most, where nothing else is said; after each enoughRuns
	// it isn't any more if what is left is unlikely enough, after hopelessRuns if it isn't unlikely at all.
	MostRuns     = 100_000
	enoughRuns   = 20_000
	hopelessRuns = 40_000
	// What is less likely than rare is tried last: in rareRuns runs, or as many as take rareSteps steps.
	rare      = 1e-10
	rareRuns  = 10_000
	rareSteps = 500_000
)

// mostLeft is how likely it may be that something happens that isn't tried, for odds to be worth telling.
var mostLeft = big.NewRat(1, 30_000)

// ErrTooMany says that a trial may go in more ways than can be tried.
var ErrTooMany = errors.New("too many ways to try all of them")

// NoEnd says that a trial comes back to where it has been, and never ends.
type NoEnd struct {
	// Chance is how likely that is.
	Chance *big.Rat
}

func (e *NoEnd) Error() string {
	if e.Chance.Cmp(big.NewRat(1, 1)) == 0 {
		return "it goes round and never ends, whatever the dice show"
	}
	share, _ := e.Chance.Float64()
	text := fmt.Sprintf("with a chance of %.3g%% it goes round and never ends", 100*share)
	if fraction := e.Chance.RatString(); len(fraction) <= longestFraction {
		text += ": " + fraction
	}
	return text
}

// Odds are how likely each outcome is.
type Odds struct {
	// Chances are by outcome.
	Chances map[int]*big.Rat
	// Left is how likely it is that what was left out happens, since it is rare, or wasn't tried in
	// time: 0, where the odds are exact.
	Left *big.Rat
	// Sampled is how often it was played with dice as they come, since there are too many ways
	// to try them all: the chances are how often each outcome came. 0: all ways were tried.
	// Late is set where that is so since the time for trying was over.
	Sampled int
	Late    bool
	// Unfinished is set where not all ways were tried: what may come of the others counts as left out.
	Unfinished bool
	// Runs is how often the trial was played, Merged how often a run came to where another had been.
	Runs, Merged int
	// Steps is how many steps that took.
	Steps int64
}

// Certain tells whether all ways were tried, and nothing was left out.
func (o *Odds) Certain() bool { return o.Sampled == 0 && o.Left.Sign() == 0 }

// longestFraction is how long a fraction may be for people to read it.
const longestFraction = 24

// Fraction writes one of the chances as a fraction; empty where they aren't certain, or it is too
// long to be read.
func (o *Odds) Fraction(chance *big.Rat) string {
	if text := chance.RatString(); o.Certain() && len(text) <= longestFraction {
		return text
	}
	return ""
}

// Of works out the odds of a trial. The machine must keep no trace; afterwards its dice fall by
// their keys again. An error is that of a run, [ErrTooMany], or a [*NoEnd].
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
	// Samples is how often a trial is played of which not all ways can be tried.
	Samples = 20_000
	// fewest is how often it is played at least, however long it takes; beyond mostSampled steps it
	// isn't played once more. When it is time to stop, soonest times are enough.
	fewest, soonest, mostSampled = 1_000, 100, 20_000_000
	// mostSteps is how many steps all ways may take.
	mostSteps = 20_000_000
)

// Effort is how much [Best] may do. Where somebody waits, Runs and Steps are those of [Options]; else
// they are 0. Where not all ways can be tried, or the time for that is over, the trial is played Samples
// times, as the trials of the machine's seed from From on; not so often if that takes as long again.
type Effort struct {
	Runs, Samples int
	Steps         int64
	From          uint64
	// Timer begins to take the time, and returns what tells whether it is over; nil: it never is.
	Timer func() (over func() bool)
}

func (e *Effort) timer() (over func() bool) {
	if e.Timer == nil {
		return func() bool { return false }
	}
	return e.Timer()
}

// Best works out the odds of a trial as well as they can be: exactly; but for what is too rare; or by
// playing it so many times, fewer where that would take too long, with dice as they come.
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

// sampled plays a trial so many times, with dice as they come; where that takes long, fewer times.
func sampled(m *interp.Machine, t Trial, e Effort, late bool) (*Odds, error) {
	counts := map[int]int64{}
	o := &Odds{Chances: map[int]*big.Rat{}, Left: new(big.Rat), Late: late}
	over := e.timer()
	for ; o.Sampled < e.Samples && (o.Sampled < fewest || o.Steps < mostSampled); o.Sampled++ {
		if o.Sampled >= soonest && over() {
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
