package experiment

import (
	"math"
	"testing"
)

// TestPairsOfFights compares with intervals worked out by hand.
func TestPairsOfFights(t *testing.T) {
	add := func(differences map[float64]int) Difference {
		var p Pairs
		for d, n := range differences {
			for range n {
				p.Add(d)
			}
		}
		return p.Difference()
	}
	for _, c := range []struct {
		differences      map[float64]int
		value, low, high float64
	}{
		// Nothing differs in 998: of 1,000 two do, the squares are 0.002 on average, and
		// 1.96 * sqrt(0.002 / 1000) = 0.00277.
		{map[float64]int{0: 998}, 0, -0.002772, 0.002772},
		// 3 in each of 98: with 1 and -1 the mean is 2.94, the squares are 884/100, so that the
		// variance is 8.84 - 8.6436 = 0.1964; 1.96 * sqrt(0.001964) = 0.08686.
		{map[float64]int{3: 98}, 3, 2.853140, 3.026860},
	} {
		d := add(c.differences)
		if math.Abs(d.Value-c.value) > 1e-12 || math.Abs(d.Low-c.low) > 1e-5 || math.Abs(d.High-c.high) > 1e-5 {
			t.Errorf("%v: %v", c.differences, d)
		}
	}
	// Of what happens or doesn't it is the interval that rulec sim prints.
	d, want := add(map[float64]int{1: 60, -1: 25, 0: 915}), Paired(60, 25, 1000)
	if math.Abs(d.Value-want.Value)+math.Abs(d.Low-want.Low)+math.Abs(d.High-want.High) > 1e-12 {
		t.Errorf("%v, want %v", d, want)
	}
}

// TestAmong: of 20 differences that are looked at together each interval leaves out a twentieth of 5%: 1.25
// of 1,000 on either side, which are 3.0233 standard deviations. That of one is the usual one.
func TestAmong(t *testing.T) {
	var p Pairs
	for range 998 {
		p.Add(0)
	}
	// Of 1,000 two differ: 3.0233 * sqrt(0.002 / 1000) = 0.0042756.
	if d := p.Among(20); d.Value != 0 || math.Abs(d.High-0.0042756) > 1e-6 || math.Abs(d.Low+d.High) > 1e-12 {
		t.Errorf("among 20: %v", d)
	}
	if one, usual := p.Among(1), p.Difference(); math.Abs(one.High-usual.High) > 1e-9 {
		t.Errorf("alone %v, usually %v", one, usual)
	}
}

// TestFigure holds that no figure has more digits than its interval allows.
func TestFigure(t *testing.T) {
	for _, c := range []struct {
		v, half float64
		want    string
	}{
		{34.216, 0.44, "+34.2"}, {34.216, 0.09, "+34.22"}, {34.216, 1.47, "+34.2"}, {34.216, 2.3, "+34"}, {34.216, 0.13, "+34.22"},
		{-0.004, 0.3, "0.0"}, {-4.06, 0.3, "-4.1"}, {0, 0.0277, "0.00"}, {12345, 20, "+12345"},
	} {
		if got := Signed(c.v, c.half); got != c.want {
			t.Errorf("%v with ±%v: %s, want %s", c.v, c.half, got, c.want)
		}
	}
}
