package ruletest

import (
	"fmt"
	"math"
	"math/big"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/odds"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// OtherOdds means that something isn't as likely as a case says.
const OtherOdds diag.Code = "other-odds"

// sureOf is how unlikely the played results must be before a chance counts as wrong, if not all possible rolls can
// be tried.
const sureOf = 0.0001

// checkOdds computes the chances that a case expects. The error is a diagnostic at the first one that is different.
func checkOdds(code *interp.Code, c *program.Encounter, o interp.Options) error {
	fight, err := interp.Prepare(code, c)
	if err != nil {
		return err
	}
	m := interp.New(fight, o)
	l := odds.LinesOf(odds.Asked(c))
	found, err := odds.Best(m, l, odds.Effort{Samples: odds.Samples})
	if err != nil {
		return err
	}
	tables := l.Tables(found)
	for i, x := range c.Odds {
		if x.Of == nil {
			continue
		}
		chance := tables[i].Of(1)
		if !agrees(x.Of, chance, found) {
			return diag.Errorf(OtherOdds, x.At, "the chance of %s is %s, not %s%s", x.Name, inWords(chance, found), x.Of.RatString(), percent(x.Of)).
				WithHint("%s", how(found))
		}
	}
	return nil
}

// agrees reports whether an expected chance agrees with the computed one.
func agrees(expected, chance *big.Rat, found *odds.Odds) bool {
	if found.Sampled > 0 {
		// At least as far from the expected number of hits: by the normal approximation.
		p, _ := expected.Float64()
		q, _ := chance.Float64()
		n := float64(found.Sampled)
		off := math.Abs(q-p) - 0.5/n
		return off <= 0 || math.Erfc(off/math.Sqrt(2*p*(1-p)/n)) > sureOf
	}
	off := new(big.Rat).Sub(expected, chance)
	return off.Sign() >= 0 && off.Cmp(found.Left) <= 0
}

func inWords(chance *big.Rat, found *odds.Odds) string {
	if text := found.Fraction(chance); text != "" {
		return text + percent(chance)
	}
	v, _ := chance.Float64()
	return fmt.Sprintf("%.4f%%", 100*v)
}

func percent(chance *big.Rat) string {
	v, _ := chance.Float64()
	return fmt.Sprintf(" (%.2f%%)", 100*v)
}

// how describes how odds were computed.
func how(found *odds.Odds) string {
	switch {
	case found.Sampled > 0:
		return fmt.Sprintf("there are too many possible rolls to try them all, so it was played %d times", found.Sampled)
	case found.Left.Sign() > 0:
		return "every possible roll was tried, except for rare cases"
	}
	return "every possible roll was tried"
}
