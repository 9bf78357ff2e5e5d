package spec_test

import (
	"errors"
	"flag"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/odds"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang/program"
)

var apart = flag.Int("apart", 2000, "play each case of spec/odds, if it takes no more runs than that, also without knowing anything again")

// cards is the end of the name of the case that goes in more ways than can be tried: six cards of 54.
const cards = "/the_second_deal_of_three_cards,_with_two_jokers"

// tried tries the lines of a case and tells which of its outcomes they come to.
type tried struct{ outcomes []*program.Odds }

func (t tried) Play(m *interp.Machine, trial uint64) error { return script.Rehearse(m, trial) }

func (t tried) Outcome(m *interp.Machine) (int, error) {
	came, err := cameTo(m, t.outcomes)
	switch {
	case err != nil:
		return 0, err
	case len(came) != 1:
		return 0, fmt.Errorf("it came to %d outcomes instead of one: %d", len(came), came)
	}
	return came[0], nil
}

// exactly works the odds of a case out, and compares them with what was worked out by hand: they
// have to be the same, but for what dice come to that explode so often that it was left out.
func exactly(t *testing.T, m *interp.Machine, outcomes []*program.Odds) {
	t.Helper()
	o, err := odds.Of(m, tried{outcomes}, odds.Options{})
	if errors.Is(err, odds.ErrTooMany) {
		o, err = odds.Of(m, tried{outcomes}, odds.Options{Least: big.NewRat(1, 30_000), Runs: 60_000})
	}
	if errors.Is(err, odds.ErrTooMany) && strings.HasSuffix(t.Name(), cards) {
		return
	}
	if err != nil {
		t.Error(err)
		return
	}
	if most := big.NewRat(1, 1000); o.Left.Cmp(most) > 0 || o.Left.Sign() < 0 {
		t.Errorf("%s is left out", o.Left.FloatString(6))
	}
	for i, x := range outcomes {
		chance := o.Chances[i]
		if chance == nil {
			chance = new(big.Rat)
		}
		if off := new(big.Rat).Sub(x.Of, chance); off.Sign() < 0 || off.Cmp(o.Left) > 0 {
			t.Errorf("%s: %s by hand, %s tried, %s left out", x.Name, x.Of, chance.FloatString(15), o.Left.FloatString(15))
		}
	}
	t.Logf("%d runs, %d merged, left out %s", o.Runs, o.Merged, o.Left.FloatString(15))
	all, err := odds.Of(m, tried{outcomes}, odds.Options{Apart: true, Runs: *apart})
	if errors.Is(err, odds.ErrTooMany) {
		return
	}
	if err != nil {
		t.Error(err)
		return
	}
	for i := range outcomes {
		if a, b := all.Chances[i], o.Chances[i]; (a == nil) != (b == nil) || a != nil && a.Cmp(b) != 0 {
			t.Errorf("%s: %s, and %s if nothing is known again", outcomes[i].Name, b, a)
		}
	}
}
