package experiment

import "math"

// z95 is the number of standard deviations around the mean that hold 95% of a normal distribution.
const z95 = 1.959963984540054

// Interval is an estimate with its 95% interval. To print it, convert it to a [Share], a [Mean] or a [Difference].
type Interval struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Wilson returns the share k of n, with the 95% interval of Wilson's score. If n is 0 the interval is from 0 to 1.
func Wilson(k, n int64) Interval {
	if n <= 0 {
		return Interval{0, 0, 1}
	}
	size, z2 := float64(n), float64(z95*z95)
	p := float64(k) / size
	spread := 1 + z2/size
	middle := (p + z2/(2*size)) / spread
	half := z95 / spread * math.Sqrt(p*(1-p)/size+z2/(4*float64(size*size)))
	i := Interval{p, middle - half, middle + half}
	if k == 0 {
		i.Low = 0
	}
	if k == n {
		i.High = 1
	}
	return i
}

// Width returns the width of the interval.
func (i Interval) Width() float64 { return i.High - i.Low }

// Paired returns how much more often something happened in n trials than in the same trials with other values: won
// is how often it happened only now, lost only then. The 95% interval is that of Bonett and Price, which also holds
// for few pairs.
func Paired(won, lost, n int64) Interval {
	if n <= 0 {
		return Interval{0, -1, 1}
	}
	p := Pairs{N: float64(n), sum: float64(won - lost), squares: float64(won + lost)}
	return Interval(p.Difference().OfShares())
}
