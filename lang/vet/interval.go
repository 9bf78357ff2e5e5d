package vet

import (
	"fmt"
	"math"

	"github.com/rulec/rulec/lang/program"
)

// interval is the range of a number, from low to high, inclusive. For a bool it is
// a part of 0 to 1, for a reference its number, with 0 for none.
type interval struct{ low, high float64 }

var (
	anyNumber  = interval{math.Inf(-1), math.Inf(1)}
	nothing    = interval{math.Inf(1), math.Inf(-1)}
	notBelow0  = interval{0, math.Inf(1)}
	eitherWay  = interval{0, 1}
	neverHolds = interval{0, 0}
	alwaysDoes = interval{1, 1}
)

func point(v float64) interval { return interval{v, v} }

func (a interval) isPoint() bool             { return a.low == a.high }
func (a interval) isEmpty() bool             { return a.low > a.high }
func (a interval) isFinite() bool            { return a.low > -program.MaxWhole && a.high < program.MaxWhole }
func (a interval) meet(b interval) interval  { return interval{max(a.low, b.low), min(a.high, b.high)} }
func (a interval) join(b interval) interval  { return interval{min(a.low, b.low), max(a.high, b.high)} }
func (a interval) plus(b interval) interval  { return interval{a.low + b.low, a.high + b.high} }
func (a interval) minus(b interval) interval { return interval{a.low - b.high, a.high - b.low} }

func (a interval) times(b interval) interval {
	out := nothing
	for _, x := range []float64{a.low, a.high} {
		for _, y := range []float64{b.low, b.high} {
			v := x * y
			if x == 0 || y == 0 { // even if the other is unbounded
				v = 0
			}
			out = out.join(point(v))
		}
	}
	return out
}

// String returns the range in words: "goes from 0 to 3".
func (a interval) String() string {
	switch {
	case a.isPoint():
		return fmt.Sprintf("is always %v", a.low)
	case a.isFinite():
		return fmt.Sprintf("goes from %v to %v", a.low, a.high)
	case math.IsInf(a.low, 0):
		return fmt.Sprintf("is at most %v", a.high)
	}
	return fmt.Sprintf("is at least %v", a.low)
}

// short returns the range as a row of a table has it: "4..6".
func (a interval) short() string {
	if a.isPoint() {
		return fmt.Sprint(a.low)
	}
	return fmt.Sprintf("%v..%v", a.low, a.high)
}
