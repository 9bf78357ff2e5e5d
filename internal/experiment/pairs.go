package experiment

import (
	"math"

	"github.com/rulec/rulec/internal/report"
)

// Difference is how much more something is in fights that are played twice, a fight, with the 95%
// interval around it.
type Difference struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Seen reports whether the interval leaves 0 out.
func (d Difference) Seen() bool { return d.Low > 0 || d.High < 0 }

// Half is half the width of the interval.
func (d Difference) Half() float64 { return (d.High - d.Low) / 2 }

// OfShares returns the difference of two shares: its interval can't leave what lies between never and always.
func (d Difference) OfShares() Difference {
	return Difference{d.Value, math.Max(-1, d.Low), math.Min(1, d.High)}
}

// Points writes a difference of shares in percentage points.
func (d Difference) Points() string {
	return Difference{100 * d.Value, 100 * d.Low, 100 * d.High}.Said()
}

// Said writes a difference with its interval, in no more digits than that allows.
func (d Difference) Said() string {
	h := d.Half()
	if !d.Seen() {
		return NotSeen + " (" + Signed(d.Low, h) + " to " + Signed(d.High, h) + ")"
	}
	return Signed(d.Value, h) + " (" + Signed(d.Low, h) + " to " + Signed(d.High, h) + ")"
}

// Cell is a difference with its interval, in a table.
func (d Difference) Cell() report.Cell { return report.Interval(d.Said(), d.Value, d.Low, d.High) }

// PointsCell is a difference of shares in percentage points, in a table.
func (d Difference) PointsCell() report.Cell {
	return report.Interval(d.Points(), 100*d.Value, 100*d.Low, 100*d.High)
}

// NotSeen is said of a difference whose interval holds 0.
const NotSeen = "no difference seen"

// Pairs adds up the differences of fights that were played twice. The zero Pairs is that of none.
type Pairs struct {
	// N is how many pairs there are.
	N            float64
	sum, squares float64
}

// Add adds the difference of a pair.
func (p *Pairs) Add(difference float64) {
	p.N++
	p.sum += difference
	p.squares += float64(difference * difference)
}

// Difference returns the mean difference. The interval is that of the mean when two more fights
// are put to those that were played, in which the difference is 1 and -1: so it holds for few
// fights too, and where none differs it still has a width. Of what either happens in a fight or
// doesn't it is the interval of Bonett and Price, as in `rulec sim --vary`.
//
// Spec: comparing.md, In detail: intervals and digits.
func (p *Pairs) Difference() Difference { return p.within(z95) }

// Among returns the mean difference as one of so many that are looked at together: with an interval
// so wide that in 95 of 100 cases those of all of them hold.
//
// Spec: finding.md, How sure it is.
func (p *Pairs) Among(differences int) Difference {
	return p.within(math.Sqrt2 * math.Erfinv(1-0.05/float64(max(1, differences))))
}

// within returns the mean difference with the interval of so many standard deviations.
func (p *Pairs) within(z float64) Difference {
	if p.N == 0 {
		return Difference{} // nothing was played, and nothing is printed
	}
	n := p.N + 2
	middle := p.sum / n
	half := float64(z * math.Sqrt(((p.squares+2)/n-float64(middle*middle))/n))
	return Difference{p.sum / p.N, middle - half, middle + half}
}
