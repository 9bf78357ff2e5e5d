package vet

import (
	"math"
	"testing"
)

// TestIntervals holds what is worked out of two intervals against all that two numbers in them come to.
func TestIntervals(t *testing.T) {
	some := []interval{{-3, -1}, {-2, 2}, {0, 0}, {0, 3}, {1, 4}}
	for _, a := range some {
		for _, b := range some {
			sums, differences, products := nothing, nothing, nothing
			for x := a.low; x <= a.high; x++ {
				for y := b.low; y <= b.high; y++ {
					sums, differences, products = sums.join(point(x+y)), differences.join(point(x-y)), products.join(point(x*y))
				}
			}
			if a.plus(b) != sums || a.minus(b) != differences || a.times(b) != products {
				t.Errorf("%v and %v: %v, %v, %v", a, b, a.plus(b), a.minus(b), a.times(b))
			}
		}
	}
	if got := notBelow0.times(point(0)); got != point(0) {
		t.Errorf("nothing of what has no bound: %v", got)
	}
}

// TestBeside holds where a number lies of which it is known how it compares with one from 2 to 4: below it is at most just below 4.
func TestBeside(t *testing.T) {
	v, inf := interval{2, 4}, math.Inf(1)
	for i, test := range []struct {
		below, equal, above bool
		want                interval
	}{
		{true, false, false, interval{-inf, math.Nextafter(4, 0)}},
		{true, true, false, interval{-inf, 4}},
		{false, true, false, v},
		{false, true, true, interval{2, inf}},
		{false, false, true, interval{math.Nextafter(2, 3), inf}},
		{true, false, true, anyNumber},
	} {
		if got := beside(v, test.below, test.equal, test.above); got != test.want {
			t.Errorf("%d: %v", i, got)
		}
	}
}
