package compare

import (
	"math"
	"strconv"

	"github.com/rulec/rulec/internal/sim"
)

// z95 is how many standard deviations hold 95% of a normal distribution.
const z95 = 1.959963984540054

// Difference is how much more something is under the house rules, a fight, with the 95% interval
// around it.
type Difference struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Seen reports whether the interval leaves 0 out.
func (d Difference) Seen() bool { return d.Low > 0 || d.High < 0 }

// half is half the width of the interval.
func (d Difference) half() float64 { return (d.High - d.Low) / 2 }

// pairs adds up the differences of fights that were played twice.
type pairs struct{ n, sum, squares float64 }

func (p *pairs) add(difference float64) {
	p.n++
	p.sum += difference
	p.squares += float64(difference * difference)
}

// difference returns the mean difference. The interval is that of the mean when two more fights
// are put to those that were played, in which the difference is 1 and -1: so it holds for few
// fights too, and where none differs it still has a width. Of what either happens in a fight or
// doesn't it is the interval of Bonett and Price, as in `rulec sim --vary`.
func (p *pairs) difference() Difference {
	if p.n == 0 {
		return Difference{} // nothing was played, and nothing is printed
	}
	n := p.n + 2
	middle := p.sum / n
	half := float64(z95 * math.Sqrt(((p.squares+2)/n-float64(middle*middle))/n))
	return Difference{p.sum / p.n, middle - half, middle + half}
}

// figure writes a number with as many decimals as its interval allows.
func figure(v, half float64) string {
	text := strconv.FormatFloat(v, 'f', sim.Decimals(half), 64)
	if f, _ := strconv.ParseFloat(text, 64); f == 0 && text[0] == '-' {
		return text[1:]
	}
	return text
}

// signed is figure with a sign.
func signed(v, half float64) string {
	text := figure(v, half)
	if f, _ := strconv.ParseFloat(text, 64); f > 0 {
		return "+" + text
	}
	return text
}
