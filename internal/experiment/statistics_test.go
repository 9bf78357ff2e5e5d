package experiment

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"
)

// TestWilson compares with values worked out by hand from Wilson's formula with
// z = 1.959964: the middle is (p + z²/2n) / (1 + z²/n).
func TestWilson(t *testing.T) {
	tests := []struct {
		k, n             int64
		value, low, high float64
	}{
		{50, 100, 0.5, 0.40383, 0.59617},
		{1, 10, 0.1, 0.01788, 0.40415},
		{0, 10, 0, 0, 0.27753},  // z² / (n + z²)
		{10, 10, 1, 0.72247, 1}, // the mirror image
		{0, 0, 0, 0, 1},
		{50_000, 100_000, 0.5, 0.49690, 0.50310},
	}
	for _, test := range tests {
		got := Wilson(test.k, test.n)
		if !near(got.Value, test.value) || !near(got.Low, test.low) || !near(got.High, test.high) {
			t.Errorf("%d of %d: %v, want %v", test.k, test.n, got, test)
		}
	}
}

// TestPaired compares with values worked out by hand: of 100 pairs 10 were won and
// 4 lost, so that up = 11/102, down = 5/102, and the half width is
// z * sqrt((up + down - (up-down)²) / 102) = 0.07601 around 0.05882.
func TestPaired(t *testing.T) {
	tests := []struct {
		won, lost, n     int64
		value, low, high float64
	}{
		{10, 4, 100, 0.06, -0.01719, 0.13483},
		{4, 10, 100, -0.06, -0.13483, 0.01719},
		{0, 0, 100, 0, -0.02717, 0.02717}, // z * sqrt(2/102/102)
		{0, 0, 0, 0, -1, 1},
	}
	for _, test := range tests {
		got := Paired(test.won, test.lost, test.n)
		if !near(got.Value, test.value) || !near(got.Low, test.low) || !near(got.High, test.high) {
			t.Errorf("%d and %d of %d: %v, want %v", test.won, test.lost, test.n, got, test)
		}
	}
}

func near(a, b float64) bool { return math.Abs(a-b) < 0.00002 }

func TestBins(t *testing.T) {
	var b Bins
	for i, v := range []int64{7, 3, 3, -2, 5000, 3, 7} {
		b.Add(v, uint64(10+i))
	}
	want := []Bin{{-2, 1, 13}, {3, 3, 11}, {7, 2, 10}, {5000, 1, 14}}
	if got := b.All(); !reflect.DeepEqual(got, want) {
		t.Errorf("bins %v, want %v", got, want)
	}
	if b.Count() != 7 || b.Sum() != 5021 || b.Mean().Value != 5021.0/7 {
		t.Errorf("%d numbers, sum %d, mean %v", b.Count(), b.Sum(), b.Mean())
	}
	// Of seven sorted numbers the fourth is the median; 5% is the first, 95% the last.
	for percent, want := range map[int64]int64{0: -2, 5: -2, 14: -2, 15: 3, 50: 3, 58: 7, 95: 5000, 100: 5000} {
		if got := b.Percentile(percent); got != want {
			t.Errorf("%d%%: %d, want %d", percent, got, want)
		}
	}
	var none Bins
	if none.Percentile(50) != 0 || none.Mean() != nil || len(none.All()) != 0 {
		t.Error("of nothing there is something")
	}
}

// TestBinsAddUp holds that bins don't care in which order numbers came, and live
// through a file.
func TestBinsAddUp(t *testing.T) {
	var whole, even, odd Bins
	for i := range uint64(2000) {
		v := int64(i*i%977) * int64(i%5-2) * 31
		whole.Add(v, i)
		if i%2 == 0 {
			even.Add(v, i)
		} else {
			odd.Add(v, i)
		}
	}
	text, err := json.Marshal(even)
	if err != nil {
		t.Fatal(err)
	}
	var merged, read Bins
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	merged.Merge(&odd)
	merged.Merge(&read)
	if !reflect.DeepEqual(merged.All(), whole.All()) || merged.Sum() != whole.Sum() || merged.Count() != whole.Count() {
		t.Error("two halves are not the whole")
	}
	for _, damaged := range []string{`{"sum":0,"bins":[[1,0,0]]}`, `{"sum":0,"bins":[[2,1,0],[1,1,0]]}`, `{"sum":0,"bins":[[1,1,-1]]}`,
		`{"sum":3,"squares":8,"bins":[[3,1,0]]}`, `{"sum":3,"squares":-9,"bins":[[3,1,0]]}`, `{"sum":3,"squares":9.5,"bins":[[3,1,0]]}`} {
		if json.Unmarshal([]byte(damaged), &read) == nil {
			t.Errorf("%s was read", damaged)
		}
	}
}

// TestMeans compares with means worked out by hand. Of 1, 2, 3, 6 the mean is 3, and the squared
// distances are 4 + 1 + 0 + 9 = 14; with two more fights there are 16 in 6, and half the interval is
// 1.959964 * sqrt(16/6/6) = 1.30664. Of ten times 1 it is 1.959964 * sqrt(2/12/12) = 0.23098.
func TestMeans(t *testing.T) {
	const far, large = 1 << 32, 1 << 53
	tests := []struct {
		values     []int64
		zeros      int64
		mean, half float64
	}{
		{[]int64{1, 2, 3, 6}, 0, 3, 1.30664},
		{[]int64{-1, -2, -3, -6}, 0, -3, 1.30664},
		{[]int64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, 0, 1, 0.23098},
		{nil, 10, 0, 0.23098},
		{[]int64{4}, 1, 2, 1.54950},                  // 4 + 4 + 2 = 10 in 4: 1.959964 * sqrt(10/4/4)
		{[]int64{far, far - 2}, 0, far - 1, 0.97998}, // 1 + 1 + 2 = 4 in 4: 1.959964 * sqrt(4/4/4)
	}
	for _, test := range tests {
		var s Sums
		for i, v := range test.values {
			if i%2 == 0 {
				s.add(v)
				continue
			}
			var other Sums
			other.add(v)
			s.merge(&other)
		}
		text, err := json.Marshal(s)
		var read Sums
		if err != nil || json.Unmarshal(text, &read) != nil || read != s {
			t.Errorf("%v is written as %s and read as %v", s, text, read)
		}
		m := s.Mean(int64(len(test.values)) + test.zeros)
		if m.Value != test.mean || !near(m.High-m.Value, test.half) || !near(m.Value-m.Low, test.half) {
			t.Errorf("%v: %v, want %v and %v to either side", test.values, m, test.mean, test.half)
		}
	}
	// 2^106 and (2^53 - 2)² = 2^106 - 2^55 + 4, together 2^107 - 2^55 + 4.
	var s Sums
	s.add(large)
	s.add(large - 2)
	if got := s.Squares.whole().String(); got != "162259276829213327362780991324164" {
		t.Errorf("squares %s", got)
	}
}

func TestCoarse(t *testing.T) {
	for v, want := range map[int64]int64{
		0: 0, 65_535: 65_535, 65_536: 65_536, 65_537: 65_536, 65_538: 65_538, -65_537: -65_536,
		1<<40 + 1: 1 << 40, 1<<40 + 1<<25: 1<<40 + 1<<25, math.MinInt64: math.MinInt64,
	} {
		if got := coarse(v); got != want {
			t.Errorf("%d: %d, want %d", v, got, want)
		}
	}
}
