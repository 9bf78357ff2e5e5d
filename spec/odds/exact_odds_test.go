package odds_test

import (
	"errors"
	"flag"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/odds"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

var apart = flag.Int("apart", 2000, "play each case of spec/odds, if it takes no more runs than that, also without knowing anything again")

// cards is the end of the name of the case that goes in more ways than can be tried: six cards of 54.
const cards = "/the_second_deal_of_three_cards,_with_two_jokers"

// tried tries the lines of a case and tells which of its outcomes they come to.
type tried struct{ outcomes []*program.Odds }

func (t tried) Play(m *interp.Machine, trial uint64, begin func()) error {
	begin()
	return script.Rehearse(m, trial)
}

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
	o, err := odds.Best(m, tried{outcomes}, odds.Effort{Samples: 1})
	switch {
	case err != nil:
		t.Error(err)
		return
	case o.Sampled > 0:
		if !strings.HasSuffix(t.Name(), cards) {
			t.Error("there are too many possible rolls to try them all")
		}
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
	switch {
	case errors.Is(err, odds.ErrTooMany) || errors.Is(err, dice.ErrTooManyFalls) || err == nil && (all.Unfinished || o.Unfinished):
		return
	case err != nil:
		t.Error(err)
		return
	}
	for i := range outcomes {
		if a, b := all.Chances[i], o.Chances[i]; (a == nil) != (b == nil) || a != nil && a.Cmp(b) != 0 {
			t.Errorf("%s: %s, and %s if nothing is known again", outcomes[i].Name, b, a)
		}
	}
}

// BenchmarkOdds works all cases of spec/odds out, and prints how many there are, how many take more
// than a second, how long the longest takes, and how often it is played for one.
func BenchmarkOdds(b *testing.B) {
	for range b.N {
		cases, slow, runs, longest := 0, 0, 0, time.Duration(0)
		for _, c := range everyOdds(b) {
			m, err := machineOf(interp.Compile(c.Program), c.Encounter)
			if err != nil {
				b.Fatal(err)
			}
			begun := time.Now()
			o, err := odds.Best(m, tried{c.Odds}, odds.Effort{Samples: odds.Samples})
			if err != nil {
				b.Fatal(c.Name, err)
			}
			took := time.Since(begun)
			if cases++; took > time.Second {
				slow++
				b.Logf("%s: %.1f s, %d runs, %d merged, %d steps, sampled %d", c.Name, took.Seconds(), o.Runs, o.Merged, o.Steps, o.Sampled)
			}
			runs += o.Runs
			longest = max(longest, took)
		}
		b.ReportMetric(float64(cases), "cases")
		b.ReportMetric(float64(slow), "beyond-a-second")
		b.ReportMetric(longest.Seconds(), "longest-s")
		b.ReportMetric(float64(runs)/float64(cases), "runs/case")
	}
}

// everyOdds loads all cases of spec/odds.
func everyOdds(t testing.TB) (cases []lang.Case) {
	names, _ := filepath.Glob("*.yaml")
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		list, err := loadOdds(diag.NewSource(name, string(text)), besideOdds(t))
		if err != nil {
			t.Fatal(err)
		}
		cases = append(cases, list...)
	}
	return cases
}
