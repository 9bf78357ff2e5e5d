package odds_test

import (
	"math"
	"testing"
)

// chiSquared returns how far counts lie from what is expected of them: the sum of
// the squared differences, each in units of what is expected.
func chiSquared(counts []int, expected []float64) float64 {
	sum := 0.0
	for i, e := range expected {
		d := float64(counts[i]) - e
		sum += d * d / e
	}
	return sum
}

// chiSquaredTail returns how likely chance alone gives x or more with df degrees
// of freedom. From the known tails of one and two degrees it climbs by two at a time:
// tail(df+2) = tail(df) + h^(df/2) e^-h / gamma(df/2 + 1), where h is half of x.
func chiSquaredTail(x float64, df int) float64 {
	h := x / 2
	tail, step, at := math.Exp(-h), h*math.Exp(-h), 2
	if df%2 == 1 {
		tail, step, at = math.Erfc(math.Sqrt(h)), 2*math.Sqrt(h/math.Pi)*math.Exp(-h), 1
	}
	for ; at < df; at += 2 {
		tail += step
		step *= h / (float64(at)/2 + 1)
	}
	return tail
}

// TestChiSquaredTail compares with the critical values of printed tables.
func TestChiSquaredTail(t *testing.T) {
	for _, c := range []struct {
		df          int
		x, expected float64
	}{
		{1, 3.841, 0.05}, {2, 5.991, 0.05}, {3, 7.815, 0.05}, {4, 9.488, 0.05}, {5, 11.070, 0.05}, {10, 18.307, 0.05}, {30, 43.773, 0.05},
		{1, 6.635, 0.01}, {2, 9.210, 0.01}, {7, 18.475, 0.01}, {20, 37.566, 0.01},
		{1, 10.828, 0.001}, {2, 13.816, 0.001}, {3, 16.266, 0.001}, {4, 18.467, 0.001}, {5, 20.515, 0.001}, {10, 29.588, 0.001}, {19, 43.820, 0.001}, {30, 59.703, 0.001},
		{1, 0.0158, 0.90}, {4, 0.711, 0.95}, {9, 3.325, 0.95}, {2, 0, 1}, {3, 0, 1},
	} {
		if tail := chiSquaredTail(c.x, c.df); math.Abs(tail-c.expected) > 0.001*c.expected {
			t.Errorf("the tail of %g with %d degrees of freedom is %.6f, not %g", c.x, c.df, tail, c.expected)
		}
	}
}
