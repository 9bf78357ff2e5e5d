package sense

import (
	"fmt"
	"math"
)

// interval is from low to high, both included: what a number can come to. Of what holds or doesn't it is
// a part of 0 to 1, of a reference its number, with 0 for none.
type interval struct{ low, high float64 }

var (
	anyNumber  = interval{math.Inf(-1), math.Inf(1)}
	notBelow0  = interval{0, math.Inf(1)}
	eitherWay  = interval{0, 1}
	neverHolds = interval{0, 0}
	alwaysDoes = interval{1, 1}
)

func point(v float64) interval { return interval{v, v} }

// truthOf is what holds always, never, or neither.
func truthOf(always, never bool) interval {
	switch {
	case always:
		return alwaysDoes
	case never:
		return neverHolds
	}
	return eitherWay
}

func (a interval) isPoint() bool            { return a.low == a.high }
func (a interval) isEmpty() bool            { return a.low > a.high }
func (a interval) has(v float64) bool       { return a.low <= v && v <= a.high }
func (a interval) isFinite() bool           { return !math.IsInf(a.low, 0) && !math.IsInf(a.high, 0) }
func (a interval) meet(b interval) interval { return interval{max(a.low, b.low), min(a.high, b.high)} }
func (a interval) join(b interval) interval { return interval{min(a.low, b.low), max(a.high, b.high)} }
func (a interval) negated() interval        { return interval{-a.high, -a.low} }

func (a interval) plus(b interval) interval  { return interval{a.low + b.low, a.high + b.high}.mended() }
func (a interval) minus(b interval) interval { return a.plus(b.negated()) }

func (a interval) times(b interval) interval {
	out := interval{math.Inf(1), math.Inf(-1)}
	for _, x := range []float64{a.low, a.high} {
		for _, y := range []float64{b.low, b.high} {
			if x == 0 || y == 0 { // also beside what has no bound
				out = out.join(point(0))
				continue
			}
			out = out.join(point(x * y))
		}
	}
	return out
}

// each is what a function that never falls makes of it.
func (a interval) each(f func(float64) float64) interval { return interval{f(a.low), f(a.high)} }

// mended has no bound where two infinities took each other away.
func (a interval) mended() interval {
	if math.IsNaN(a.low) {
		a.low = math.Inf(-1)
	}
	if math.IsNaN(a.high) {
		a.high = math.Inf(1)
	}
	return a
}

// String says in words where it lies: "goes from 0 to 3".
func (a interval) String() string {
	switch {
	case a.isPoint():
		return fmt.Sprintf("is always %v", a.low)
	case a.isFinite():
		return fmt.Sprintf("goes from %v to %v", a.low, a.high)
	case math.IsInf(a.low, 0):
		return fmt.Sprintf("is %v at most", a.high)
	}
	return fmt.Sprintf("is %v at least", a.low)
}

// short is how a row of a table has it: "4..6".
func (a interval) short() string {
	if a.isPoint() {
		return fmt.Sprint(a.low)
	}
	return fmt.Sprintf("%v..%v", a.low, a.high)
}
