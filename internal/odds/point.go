package odds

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/rulec/rulec/internal/report"
	"github.com/rulec/rulec/interp/number"
	engine "github.com/rulec/rulec/interp/odds"
	"github.com/rulec/rulec/lang/program"
)

// Point is the result for one varied value, or for one formula.
type Point struct {
	// Value is that value, or the formula; empty if nothing is varied.
	Value  string
	title  string
	odds   *engine.Odds
	tables []engine.Table
	// asked is how many of the tables, from the first, the user has asked for.
	asked int
	show  func(v float64, t program.Type) string
}

// reports reports whether a question is in the report: it was asked, or its answer may change.
func (p *Point) reports(question int) bool {
	rows := p.tables[question].Rows
	return question < p.asked || len(rows) > 1 || rows[0].Answer != p.tables[question].Before
}

// certainly reports whether a question has only one answer.
func (p *Point) certainly(t *engine.Table) bool { return len(t.Rows) == 1 && p.odds.Certain() }

// how returns how the odds were found.
func (p *Point) how() string {
	switch left, _ := p.odds.Left.Float64(); {
	case p.odds.Sampled > 0:
		why := "there are too many possible rolls to try them all"
		if p.odds.Late {
			why = "there was no time to try every possible roll (--deadline)"
		}
		return fmt.Sprintf("Sampled: %s, so it was played %s times. Each share is within %.1f points of the exact one in 95 of 100 cases.",
			why, report.Thousands(int64(p.odds.Sampled)), 98/math.Sqrt(float64(p.odds.Sampled)))
	case left > 0:
		return "Exact, except for rare cases: dice that explode, or repetitions, again and again. Their chance is " + rare(left) + "."
	}
	return "Exact: every possible roll was tried."
}

// rare formats a small chance.
func rare(v float64) string {
	if v >= 0.0001 {
		return strconv.FormatFloat(100*v, 'f', 2, 64) + "%"
	}
	return "less than one in " + report.Thousands(int64(math.Pow10(min(18, int(-math.Log10(v))))))
}

// chance returns a table cell with a chance.
func (p *Point) chance(chance *big.Rat) report.Cell {
	v, _ := chance.Float64()
	return report.Figure(p.share(chance), v)
}

// share formats a chance in percent, with as many digits as it has. An unsure chance never reads as a sure one.
func (p *Point) share(chance *big.Rat) string {
	v, _ := chance.Float64()
	digits := 2
	if p.odds.Sampled > 0 {
		digits = 1
	}
	text := strconv.FormatFloat(100*v, 'f', digits, 64) + "%"
	sure := new(big.Rat).Add(chance, p.odds.Left).Cmp(big.NewRat(1, 1)) >= 0
	switch {
	case p.odds.Sampled == 0 && sure:
		return "100%"
	case p.odds.Certain() && v == 0:
		return "0%"
	case v > 0 && strings.Trim(text, "0.%") == "":
		return "<0." + strings.Repeat("0", digits-1) + "1%"
	case !sure && strings.HasPrefix(text, "100."):
		return ">99." + strings.Repeat("9", digits) + "%"
	}
	return text
}

// average returns table cells with a mean: rounded, and as a fraction if that is readable.
func (p *Point) average(t *engine.Table) (rounded, fraction report.Cell) {
	mean, exactly := p.mean(t)
	digits := 4
	if p.odds.Sampled > 0 {
		digits = 2
	}
	text := strings.TrimRight(strings.TrimRight(mean.FloatString(digits), "0"), ".")
	v, _ := mean.Float64()
	if exactly != "" && exactly != text {
		fraction = report.Words(p.odds.Fraction(mean))
	}
	return report.Figure(text, v), fraction
}

// mean returns the mean over everything that wasn't left out; fraction is the mean if it is exact and all numbers are whole.
func (p *Point) mean(t *engine.Table) (mean *big.Rat, fraction string) {
	sum, whole := new(big.Rat), true
	for _, r := range t.Rows {
		v, _ := new(big.Rat).SetString(number.Format(r.Answer))
		sum.Add(sum, v.Mul(v, r.Chance))
		whole = whole && r.Answer == math.Trunc(r.Answer)
	}
	mean = sum.Quo(sum, t.AtMost(math.Inf(1)))
	if whole {
		_, fraction = p.unrounded(mean)
	}
	return mean, fraction
}

// unrounded returns a chance for programs: as a number, and as a fraction if it is certain.
func (p *Point) unrounded(chance *big.Rat) (v *float64, fraction string) {
	v = new(float64)
	*v, _ = chance.Float64()
	if p.odds.Certain() {
		fraction = chance.RatString()
	}
	return v, fraction
}
