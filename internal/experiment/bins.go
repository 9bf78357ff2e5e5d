package experiment

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"math/bits"
	"slices"
)

// Bins counts how often each whole number came up, and keeps the first trial of each. Numbers between -65,536 and
// 65,536 are kept exactly, others by their 16 highest bits, so its size is bounded. The zero Bins is empty.
type Bins struct {
	// low counts 0, 1, 2 ..; others counts the numbers outside that range.
	low    []bin
	others map[int64]bin
	count  int64
	sums   Sums
}

type bin struct {
	count int64
	first uint64
}

// Bin is a number and how often it came up.
type Bin struct {
	Value, Count int64
	// First is the first trial in which it came up.
	First uint64
}

const (
	lowBins   = 4096
	exactBits = 16
)

// Add counts a number that came up in a trial.
func (b *Bins) Add(v int64, trial uint64) { b.add(Bin{coarse(v), 1, trial}); b.sums.add(v) }

func (b *Bins) add(x Bin) {
	b.count += x.Count
	if x.Value < 0 || x.Value >= lowBins {
		if b.others == nil {
			b.others = map[int64]bin{}
		}
		b.others[x.Value] = b.others[x.Value].with(x)
		return
	}
	if int(x.Value) >= len(b.low) {
		n := 16
		for n <= int(x.Value) {
			n *= 2
		}
		b.low = append(b.low, make([]bin, n-len(b.low))...)
	}
	b.low[x.Value] = b.low[x.Value].with(x)
}

func (b bin) with(x Bin) bin {
	if b.count == 0 || x.First < b.first {
		b.first = x.First
	}
	b.count += x.Count
	return b
}

// coarse keeps the 16 highest bits of a number.
func coarse(v int64) int64 {
	if v == math.MinInt64 {
		return v
	}
	size := uint64(max(v, -v))
	if drop := bits.Len64(size) - exactBits; drop > 0 {
		size = size >> drop << drop
	}
	if v < 0 {
		return -int64(size)
	}
	return int64(size)
}

// Merge adds the counts of another Bins.
func (b *Bins) Merge(other *Bins) {
	for _, x := range other.All() {
		b.add(x)
	}
	b.sums.merge(&other.sums)
}

// All returns all bins, sorted by number.
func (b *Bins) All() []Bin {
	list := []Bin{}
	for v, x := range b.others {
		list = append(list, Bin{v, x.count, x.first})
	}
	for v, x := range b.low {
		if x.count > 0 {
			list = append(list, Bin{int64(v), x.count, x.first})
		}
	}
	slices.SortFunc(list, func(x, y Bin) int { return cmp.Compare(x.Value, y.Value) })
	return list
}

// Count returns how many numbers were counted.
func (b *Bins) Count() int64 { return b.count }

// Sum returns the sum of all counted numbers.
func (b *Bins) Sum() int64 { return b.sums.Sum }

// Mean returns the mean with its interval, nil if there are no numbers.
func (b *Bins) Mean() *Mean { return b.sums.Mean(b.count) }

// Percentile returns the smallest number that at least the given percentage of all numbers don't exceed. For 50 it
// is the median (the lower of two), without numbers 0.
func (b *Bins) Percentile(percent int64) int64 {
	rank := max(1, (b.count*percent+99)/100)
	for _, x := range b.All() {
		if rank -= x.Count; rank <= 0 {
			return x.Value
		}
	}
	return 0
}

// binsFile is the file format of Bins: number, count and first trial of each.
type binsFile struct {
	Sums
	Bins [][3]int64 `json:"bins"`
}

// MarshalJSON writes all bins, sorted by number.
func (b Bins) MarshalJSON() ([]byte, error) {
	f := binsFile{Sums: b.sums, Bins: [][3]int64{}}
	for _, x := range b.All() {
		f.Bins = append(f.Bins, [3]int64{x.Value, x.Count, int64(x.First)})
	}
	return json.Marshal(f)
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (b *Bins) UnmarshalJSON(text []byte) error {
	var f binsFile
	if err := json.Unmarshal(text, &f); err != nil {
		return err
	}
	*b = Bins{}
	for i, x := range f.Bins {
		if x[1] < 1 || x[2] < 0 || i > 0 && x[0] <= f.Bins[i-1][0] {
			return fmt.Errorf("the counters are damaged: bin %v", x)
		}
		b.add(Bin{x[0], x[1], uint64(x[2])})
	}
	if !f.sound(b.count) {
		return fmt.Errorf("the counters are damaged: %d numbers with the sum %d don't have these squares", b.count, f.Sum)
	}
	b.sums = f.Sums
	return nil
}
