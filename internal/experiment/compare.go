package experiment

import "math"

// Rate returns the share of fights in which something is so, with its interval.
func Rate[T any](fights []T, is func(T) bool) Interval {
	held := int64(0)
	for _, f := range fights {
		if is(f) {
			held++
		}
	}
	return Wilson(held, int64(len(fights)))
}

// More returns how much more of something there is in fights than in others with the same dice, in the same order.
// Fights of which it is NaN don't count, nor do those that only one of the lists has.
func More[T any](fights, than []T, of func(T) float64) *Pairs {
	p := &Pairs{}
	for i := range min(len(fights), len(than)) {
		if d := of(fights[i]) - of(than[i]); !math.IsNaN(d) {
			p.Add(d)
		}
	}
	return p
}

// Truth returns 1 for what is so, and 0 for what isn't: its mean is how often that is so.
func Truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
