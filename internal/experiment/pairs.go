package experiment

import (
	"math"

	"github.com/rulec/rulec/internal/report"
)

// Difference is how much more of something there is in each of two paired fights, with its 95% interval.
type Difference Interval

// Seen reports whether the interval excludes 0.
func (d Difference) Seen() bool { return d.Low > 0 || d.High < 0 }

// Half returns half the width of the interval.
func (d Difference) Half() float64 { return (d.High - d.Low) / 2 }

// OfShares returns the difference of two shares: its interval stays between -1 and 1.
func (d Difference) OfShares() Difference {
	return Difference{d.Value, math.Max(-1, d.Low), math.Min(1, d.High)}
}

// Rounded rounds to six decimals, so that no processor's last bit shows.
func (d Difference) Rounded() Difference {
	return Difference{rounded(d.Value), rounded(d.Low), rounded(d.High)}
}

// inPoints returns a difference of shares in percentage points.
func (d Difference) inPoints() Difference {
	return Difference{100 * d.Value, 100 * d.Low, 100 * d.High}
}

// Points formats a difference of shares in percentage points.
func (d Difference) Points() string { return d.inPoints().WithInterval() }

// WithInterval formats a difference with its interval, with no more digits than that allows.
func (d Difference) WithInterval() string { return d.text("no difference seen") }

// text formats a difference with its interval; if that includes 0, it uses notSeen instead of the difference.
func (d Difference) text(notSeen string) string {
	h := d.Half()
	value := notSeen
	if d.Seen() {
		value = Signed(d.Value, h)
	}
	return value + " (" + Signed(d.Low, h) + " to " + Signed(d.High, h) + ")"
}

// Cell returns a table cell with a difference, shorter than [Difference.Said] because a table has little room.
func (d Difference) Cell() report.Cell {
	return report.Interval(d.text("none seen"), d.Value, d.Low, d.High)
}

// PointsCell returns a table cell with a difference of shares in percentage points.
func (d Difference) PointsCell() report.Cell { return d.inPoints().Rounded().Cell() }

// Pairs adds up the differences of fights that were played twice. The zero Pairs is empty.
type Pairs struct {
	// N is the number of pairs.
	N            float64
	sum, squares float64
}

// Add adds the difference of a pair.
func (p *Pairs) Add(difference float64) {
	p.N++
	p.sum += difference
	p.squares += float64(difference * difference)
}

// Difference returns the mean difference. Its interval is that of the mean with two more fights added, whose
// differences are 1 and -1: so it also holds for few fights, and has a width even if no fight differs. For
// something that happens in a fight or doesn't, it is the interval of Bonett and Price, as in `rulec sim --vary`.
//
// Spec: comparing.md, In detail: intervals and digits.
func (p *Pairs) Difference() Difference { return p.within(z95) }

// Among returns the mean difference as one of several that are read together: the interval is so wide that in 95 of
// 100 cases all of their intervals hold.
//
// Spec: finding.md, How sure it is.
func (p *Pairs) Among(differences int) Difference {
	return p.within(math.Sqrt2 * math.Erfinv(1-0.05/float64(max(1, differences))))
}

// within returns the mean difference with an interval of z standard deviations.
func (p *Pairs) within(z float64) Difference {
	if p.N == 0 {
		return Difference{} // nothing was played, so nothing is printed
	}
	n := p.N + 2
	middle := p.sum / n
	half := float64(z * math.Sqrt(((p.squares+2)/n-float64(middle*middle))/n))
	return Difference{p.sum / p.N, middle - half, middle + half}
}
