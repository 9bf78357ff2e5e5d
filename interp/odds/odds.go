// Package odds works out exactly how likely everything is that a fight may come to from where it
// stands: by playing it again and again, each time with other dice, until all ways for them to fall
// have been tried.
//
// Falls are told apart only as far as whoever plays looks at them: at the total of a roll, at the
// face it showed first, or at all faces. Where a run comes to a point at which an earlier one has
// been, with the same state and the same still to be done, what that one came to is taken (see
// [interp.Machine.Junction]): so the work grows with what there is to tell apart, not with the
// product of all dice.
//
// Spec: odds.md.
package odds

import (
	"errors"
	"math/big"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/lang/diag"
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
	// Least is how unlikely it has to be that a die explodes again, for what comes of it to be
	// left out; nil: one in 10^12.
	Least *big.Rat
	// Runs is how often the trial is played at most; 0: [MostRuns]. Steps is how many steps that
	// may take together; 0: as many as it likes.
	Runs  int
	Steps int64
	// Apart plays on where an earlier run has been, too: for tests.
	Apart bool
}

// MostRuns is how often a trial is played at most, where nothing else is said.
const MostRuns = 30_000

var (
	// ErrTooMany says that a trial may go in more ways than can be tried.
	ErrTooMany = errors.New("too many ways to try all of them")
	// ErrNoEnd says that a trial comes back to where it has been, whatever the dice show.
	ErrNoEnd = errors.New("it goes round and never ends, whatever the dice show")
)

// Odds are how likely each outcome is.
type Odds struct {
	// Chances are by outcome.
	Chances map[int]*big.Rat
	// Left is how likely it is that what was left out happens: 0, where the odds are exact.
	Left *big.Rat
	// Sampled is how often it was played with dice as they come, since there are too many ways
	// to try them all: the chances are how often each outcome came. 0: all ways were tried.
	Sampled int
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
// their keys again. An error is that of a run, [ErrTooMany], or [ErrNoEnd].
func Of(m *interp.Machine, t Trial, o Options) (*Odds, error) {
	s := &search{machine: m, least: o.Least, runs: o.Runs, mostSteps: o.Steps, apart: o.Apart, seen: map[dice.Label]dice.Seen{}, falls: map[thrown][]dice.Fall{}}
	if s.least == nil {
		s.least = big.NewRat(1, 1_000_000_000_000)
	}
	if s.runs == 0 {
		s.runs = MostRuns
	}
	m.KeepTrail(true)
	defer m.KeepTrail(false)
	defer m.Fate(nil)
	for {
		result, err := s.all(t)
		if errors.Is(err, errHidden) {
			continue // with more to be seen
		}
		return result, err
	}
}

// steps are what [Best] tries, one after the other.
var steps = []Options{
	{Runs: 30_000, Steps: 6_000_000},
	{Least: big.NewRat(1, 1_000_000), Runs: 20_000, Steps: 4_000_000},
	{Least: big.NewRat(1, 30_000), Runs: 60_000, Steps: 20_000_000},
}

const (
	// Samples is how often a trial is played of which not all ways can be tried.
	Samples = 20_000
	// fewest is how often it is played at least, however long it takes; beyond mostSampled steps it
	// isn't played once more.
	fewest, mostSampled = 1_000, 20_000_000
)

// Effort is how much [Best] may do. Where somebody waits, Runs and Steps are those of [Options], and
// explosions rarer than one in a million are left out; else Runs is 0. Where not all ways can be
// tried, the trial is played Samples times: as the trials of the machine's seed from From on.
type Effort struct {
	Runs, Samples int
	Steps         int64
	From          uint64
}

// Best works out the odds of a trial as well as they can be: exactly; but for what dice come to that
// explode again and again; or by playing it so many times, fewer where that would take too long, with
// dice as they come.
func Best(m *interp.Machine, t Trial, e Effort) (*Odds, error) {
	tries := steps
	if e.Runs > 0 {
		tries = []Options{{Least: big.NewRat(1, 1_000_000), Runs: e.Runs, Steps: e.Steps}}
	}
	for _, o := range tries {
		odds, err := Of(m, t, o)
		if !errors.Is(err, ErrTooMany) {
			return odds, err
		}
	}
	return sampled(m, t, e)
}

// sampled plays a trial so many times, with dice as they come; where that takes long, fewer times.
func sampled(m *interp.Machine, t Trial, e Effort) (*Odds, error) {
	counts := map[int]int64{}
	o := &Odds{Chances: map[int]*big.Rat{}, Left: new(big.Rat)}
	for ; o.Sampled < e.Samples && (o.Sampled < fewest || o.Steps < mostSampled); o.Sampled++ {
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

// errHidden says that somebody wanted to see more of a roll than the search shows.
var errHidden = errors.New("more of a roll is looked at")

// search tries all ways. It is the fate of the machine.
type search struct {
	machine *interp.Machine
	least   *big.Rat
	runs    int
	apart   bool
	// seen is how much is looked at of rolls with a label, as far as that is known yet.
	seen  map[dice.Label]dice.Seen
	falls map[thrown][]dice.Fall

	// path are the rolls of the run at hand that have been decided; depth is how many it has made.
	path  []fork
	depth int
	// known is what comes of where it has come to, if that is known; failed why it can't go on,
	// hidden that it has looked at what it doesn't see.
	known  *spread
	failed error
	hidden bool
	// memory is what came of where runs have been, open where the forks of the path stand.
	memory map[interp.Junction]*spread
	open   map[interp.Junction]bool
	played int
	merged int
	// steps is how many steps the runs have taken, of mostSteps; 0: of any number.
	steps, mostSteps int64
}

// thrown is what is thrown, and how much of it is seen.
type thrown struct {
	dice dice.Value
	seen dice.Seen
}

// fork is a roll of the run at hand.
type fork struct {
	falls []dice.Fall
	seen  dice.Seen
	// at is which fall is tried, spread what has come of those before it.
	at     int
	spread *spread
	// junction is where the run stood, if that could be told.
	junction interp.Junction
	told     bool
}

// spread is how likely it is what comes of something: outcomes, and that it comes back to where
// it has been, as a contest does that is held again while it is a draw.
type spread struct {
	of   map[int]*big.Rat
	back map[interp.Junction]*big.Rat
}

func newSpread() *spread { return &spread{of: map[int]*big.Rat{}} }

// add adds what comes of something that happens with a chance.
func (s *spread) add(of *spread, chance *big.Rat) {
	for outcome, p := range of.of {
		add(s.of, outcome, p, chance)
	}
	for to, p := range of.back {
		if s.back == nil {
			s.back = map[interp.Junction]*big.Rat{}
		}
		add(s.back, to, p, chance)
	}
}

// add adds the product of two chances to one of several.
func add[K comparable](to map[K]*big.Rat, key K, p, q *big.Rat) {
	x, ok := to[key]
	if !ok {
		x = new(big.Rat)
		to[key] = x
	}
	x.Add(x, new(big.Rat).Mul(p, q))
}

// close says what comes of a fork if it may come back to itself: with p as the chance of that, it
// goes on otherwise 1 + p + p*p + .. = 1/(1-p) times as often. It returns false if it never does.
func (s *spread) close(junction interp.Junction) bool {
	p, ok := s.back[junction]
	if !ok {
		return true
	}
	delete(s.back, junction)
	rest := new(big.Rat).Sub(big.NewRat(1, 1), p)
	if rest.Sign() == 0 {
		return false
	}
	rest.Inv(rest)
	for _, x := range s.of {
		x.Mul(x, rest)
	}
	for _, x := range s.back {
		x.Mul(x, rest)
	}
	return true
}

// recall returns what is known of a junction; nil: nothing. Where that comes back to one that isn't
// open any more, what comes of that one is put in.
func (s *search) recall(junction interp.Junction) *spread {
	known := s.memory[junction]
	for known != nil {
		var closed []interp.Junction
		for to := range known.back {
			if !s.open[to] {
				closed = append(closed, to)
			}
		}
		if closed == nil {
			return known
		}
		whole := newSpread()
		whole.add(&spread{of: known.of}, big.NewRat(1, 1))
		for to, p := range known.back {
			if s.open[to] {
				whole.add(&spread{back: map[interp.Junction]*big.Rat{to: big.NewRat(1, 1)}}, p)
			} else {
				whole.add(s.memory[to], p)
			}
		}
		known = whole
	}
	return nil
}

// all tries all ways.
func (s *search) all(t Trial) (*Odds, error) {
	s.path, s.memory, s.open = s.path[:0], map[interp.Junction]*spread{}, map[interp.Junction]bool{}
	for {
		came, err := s.run(t)
		if err != nil {
			return nil, err
		}
		whole, err := s.credit(came)
		if whole != nil || err != nil {
			return s.result(whole), err
		}
	}
}

// run plays once, by the path and then by the first way for each roll, and returns what comes of it.
func (s *search) run(t Trial) (*spread, error) {
	if s.played == s.runs || s.mostSteps > 0 && s.steps >= s.mostSteps {
		return nil, ErrTooMany
	}
	s.played++
	s.depth, s.known, s.failed, s.hidden = 0, nil, nil, false
	s.machine.Fate(nil)
	err := t.Play(s.machine, 0, func() { s.machine.Fate(s) })
	s.steps += s.machine.Took()
	switch {
	case s.hidden:
		return nil, errHidden
	case s.failed != nil:
		return nil, s.failed
	case s.known != nil:
		s.merged++
		return s.known, nil
	case isLimit(err):
		return nil, ErrTooMany
	case err != nil:
		return nil, err
	}
	outcome, err := t.Outcome(s.machine)
	if s.hidden {
		return nil, errHidden
	}
	if err != nil {
		return nil, err
	}
	came := newSpread()
	came.of[outcome] = big.NewRat(1, 1)
	return came, nil
}

// credit notes what has come of the last fall of the path, and goes on to the next. Once there is
// none left it returns what comes of all.
func (s *search) credit(came *spread) (whole *spread, err error) {
	for n := len(s.path) - 1; n >= 0; n-- {
		f := &s.path[n]
		f.spread.add(came, f.falls[f.at].Chance)
		if f.at++; f.at < len(f.falls) {
			s.path = s.path[:n+1]
			return nil, nil
		}
		came = f.spread
		if f.told {
			if !came.close(f.junction) {
				return nil, ErrNoEnd
			}
			s.memory[f.junction] = came
			delete(s.open, f.junction)
		}
	}
	return came, nil
}

// isLimit tells whether a run was stopped since it went too far.
func isLimit(err error) bool {
	var d *diag.Diagnostic
	return errors.As(err, &d) && d.Code == exec.TooMany
}

func (s *search) result(whole *spread) *Odds {
	if whole == nil {
		return nil
	}
	left := big.NewRat(1, 1)
	for _, p := range whole.of {
		left.Sub(left, p)
	}
	return &Odds{Chances: whole.of, Left: left, Runs: s.played, Merged: s.merged, Steps: s.steps}
}

// Fall says how dice fall.
func (s *search) Fall(d dice.Value, label dice.Label) (*dice.Fall, dice.Seen, error) {
	if s.depth == len(s.path) {
		if err := s.fork(func() ([]dice.Fall, dice.Seen, error) {
			seen := max(s.seen[label], dice.Totals)
			falls, err := s.fallsOf(d, seen)
			return falls, seen, err
		}); err != nil {
			return nil, 0, err
		}
	}
	f := &s.path[s.depth]
	s.depth++
	return &f.falls[f.at], f.seen, nil
}

// Pick says which of several things happens.
func (s *search) Pick(n int) (int, error) {
	if s.depth == len(s.path) {
		if err := s.fork(func() ([]dice.Fall, dice.Seen, error) {
			falls := make([]dice.Fall, n)
			for i := range falls {
				falls[i] = dice.Fall{Chance: big.NewRat(1, int64(n))}
			}
			return falls, dice.Whole, nil
		}); err != nil {
			return 0, err
		}
	}
	f := &s.path[s.depth]
	s.depth++
	return f.at, nil
}

// Hidden notes that more of a roll is looked at.
func (s *search) Hidden(label dice.Label, want dice.Seen) {
	s.seen[label], s.hidden = max(s.seen[label], want), true
}

// fork adds a roll to the path, unless what comes of it is known.
func (s *search) fork(ways func() ([]dice.Fall, dice.Seen, error)) error {
	junction, told := s.machine.Junction()
	if told && !s.apart {
		if s.open[junction] {
			s.known = &spread{back: map[interp.Junction]*big.Rat{junction: big.NewRat(1, 1)}}
			return dice.ErrStopped
		}
		if s.known = s.recall(junction); s.known != nil {
			return dice.ErrStopped
		}
		s.open[junction] = true
	}
	falls, seen, err := ways()
	if errors.Is(err, dice.ErrTooManyFalls) {
		err = ErrTooMany
	}
	if err != nil {
		s.failed = err
		return dice.ErrStopped
	}
	s.path = append(s.path, fork{falls: falls, seen: seen, spread: newSpread(), junction: junction, told: told})
	return nil
}

// fallsOf lists the ways for dice to fall.
func (s *search) fallsOf(d dice.Value, seen dice.Seen) ([]dice.Fall, error) {
	key := thrown{d, seen}
	key.dice.Bonus = 0
	falls, ok := s.falls[key]
	if !ok {
		var err error
		if falls, err = dice.Falls(key.dice, seen, s.least); err != nil {
			return nil, err
		}
		s.falls[key] = falls
	}
	return falls, nil
}
