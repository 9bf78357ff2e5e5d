package experiment

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/bits"
)

// Sums adds up a number of each fight, and its square, so that the mean has an interval. Fights in which it is 0
// needn't be added. The zero Sums is empty.
type Sums struct {
	Sum     int64   `json:"sum"`
	Squares Squares `json:"squares"`
}

func (s *Sums) add(v int64) {
	s.Sum += v
	s.Squares.add(v)
}

func (s *Sums) merge(other *Sums) {
	s.Sum += other.Sum
	s.Squares.merge(other.Squares)
}

// Mean returns the mean per fight with its 95% interval. The interval is that of the mean with two more fights
// added, one of which has 1 more than the mean and one 1 less: so it also holds for few fights, and has a width
// even if all fights have the same number. Without fights it returns nil.
//
// Spec: simulation.md, In detail: the numbers.
func (s *Sums) Mean(fights int64) *Mean {
	if fights <= 0 {
		return nil
	}
	n := float64(fights)
	mean := float64(s.Sum) / n
	half := z95 * math.Sqrt(s.spread(fights)/n+2) / (n + 2)
	return &Mean{mean, mean - half, mean + half}
}

// spread returns the number of fights times the sum of the squared distances from the mean. It is computed in whole
// numbers because it is a small difference of large ones.
func (s *Sums) spread(fights int64) float64 {
	all := s.Squares.whole()
	all.Mul(all, big.NewInt(fights))
	sum := big.NewInt(s.Sum)
	all.Sub(all, sum.Mul(sum, sum))
	v, _ := new(big.Float).SetInt(all).Float64()
	return v
}

// sound reports whether this many fights can have this sum and these squares.
func (s *Sums) sound(fights int64) bool { return s.spread(fights) >= 0 }

// Squares is a sum of squares: a number of 128 bits, as it adds those of numbers up to 2^53.
type Squares struct{ high, low uint64 }

func (q *Squares) add(v int64) {
	size := uint64(max(v, -v))
	var x Squares
	x.high, x.low = bits.Mul64(size, size)
	q.merge(x)
}

func (q *Squares) merge(other Squares) {
	low, carry := bits.Add64(q.low, other.low, 0)
	q.high, _ = bits.Add64(q.high, other.high, carry)
	q.low = low
}

func (q Squares) whole() *big.Int {
	v := new(big.Int).SetUint64(q.high)
	return v.Lsh(v, 64).Add(v, new(big.Int).SetUint64(q.low))
}

// MarshalJSON writes the number.
func (q Squares) MarshalJSON() ([]byte, error) { return q.whole().MarshalJSON() }

// UnmarshalJSON reads what MarshalJSON wrote.
func (q *Squares) UnmarshalJSON(text []byte) error {
	var v big.Int
	if err := json.Unmarshal(text, &v); err != nil {
		return err
	}
	if v.Sign() < 0 || v.BitLen() > 128 {
		return fmt.Errorf("the counters are damaged: squares %s", text)
	}
	q.low = new(big.Int).And(&v, new(big.Int).SetUint64(math.MaxUint64)).Uint64()
	q.high = new(big.Int).Rsh(&v, 64).Uint64()
	return nil
}
