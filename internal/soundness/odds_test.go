package soundness

import (
	"errors"
	"math/big"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/odds"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

const (
	// mostTried is how often a fight is begun while all ways for its dice to fall are tried.
	mostTried = 300
	// mostSteps is how many steps that may take, of one fight, and mostStepsOfItem of all fights of an
	// item, which are many: it is the rest of what the item is judged by that needs the time.
	mostSteps, mostStepsOfItem = 200_000, 800_000
	// mostLandings is how many batches of it are played.
	mostLandings = 3
)

// opening is the beginning of a fight by tactics, up to a landing; it comes to a state.
type opening struct{ landings int }

func (o opening) Play(m *interp.Machine, trial uint64, begin func()) error {
	begin()
	m.Reset(trial)
	m.Obey(&beginner{left: o.landings})
	_, err := m.Run()
	return err
}

func (o opening) Outcome(m *interp.Machine) (int, error) { return int(m.Hash()), nil }

// beginner plays by tactics until so many batches have landed.
type beginner struct {
	interp.Tactics
	left int
}

func (b *beginner) Landed(*interp.Machine) error {
	if b.left--; b.left < 0 {
		return interp.ErrOver
	}
	return nil
}

func (b *beginner) Ended(*interp.Machine, value.Act) error { return nil }

func (b *beginner) Chance(*interp.Machine, *interp.Question) (int, bool, error) { return 0, false, nil }

func (b *beginner) Draw(*interp.Machine, *program.Deck, dice.Roller) (float64, bool, error) {
	return 0, false, nil
}

// Junction puts how much is left to play.
func (b *beginner) Junction(put func(...float64)) { put(float64(b.left)) }

// odds holds that the odds of how a fight begins are the same whether or not what is known of
// where a run comes to is taken from others.
func (j *judging) odds(fight *interp.Fight) {
	m := interp.New(fight, interp.Options{Limits: smallLimits})
	for n := range mostLandings {
		if j.oddsTook > mostStepsOfItem {
			return
		}
		o := odds.Options{Runs: mostTried, Steps: mostSteps, Rare: big.NewRat(1, 1000)}
		merged, err := odds.Of(m, opening{n}, o)
		o.Apart = true
		apart, errApart := odds.Of(m, opening{n}, o)
		for _, of := range []*odds.Odds{merged, apart} {
			if of != nil {
				j.oddsTook += of.Steps
			} else {
				j.oddsTook += mostSteps
			}
		}
		switch {
		case errors.Is(err, odds.ErrTooMany) || errors.Is(errApart, odds.ErrTooMany) || errors.Is(errApart, dice.ErrTooManyFalls) || ranOut(err) || ranOut(errApart), merged != nil && merged.Unfinished, apart != nil && apart.Unfinished:
			return
		case (err == nil) != (errApart == nil):
			j.fail("odds can be worked out in one way only", "%d landings: %v\n%v", n, err, errApart)
			return
		case err != nil:
			return
		case len(merged.Chances) != len(apart.Chances):
			j.fail("odds have other outcomes where states are known again", "%d landings: %d, not %d", n, len(merged.Chances), len(apart.Chances))
			return
		}
		for state, chance := range apart.Chances {
			if other := merged.Chances[state]; other == nil || other.Cmp(chance) != 0 {
				j.fail("odds differ where states are known again", "%d landings: %s, not %s", n, other, chance)
				return
			}
		}
		j.Merged += merged.Merged
	}
}
