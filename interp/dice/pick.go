package dice

import (
	"fmt"
	"math"

	"github.com/rulec/rulec/interp/number"
)

// Best returns d with the n highest of its dice counting; of a single die, n
// are rolled and the highest counts. Numbers added to d stay added. Dice that were
// already picked can be picked from once more: the best of the two worst of three is
// the middle one.
func (d Value) Best(n float64) (Value, error) { return d.keep(n, 1, "best") }

// Worst returns d with the n lowest of its dice counting; of a single die, n
// are rolled and the lowest counts.
func (d Value) Worst(n float64) (Value, error) { return d.keep(n, -1, "worst") }

func (d Value) keep(n float64, direction int16, word string) (Value, error) {
	if n != math.Floor(n) || n < 1 {
		return d, fmt.Errorf("%s(%s, ..): the number of dice must be whole and at least 1", word, number.Format(n))
	}
	if n > MaxDice {
		return d, tooManyDice(n)
	}
	if d.Len == 0 || n == 1 && d.Count() == 1 {
		return d, nil
	}
	reject := func(why string) (Value, error) {
		return d, fmt.Errorf("%s(%s, %s): %s", word, number.Format(n), d, why)
	}
	if d.multiplied() {
		return reject("pick before you multiply")
	}
	first := &d.Terms[0]
	if d.Len == 1 && (d.Count() == 1 || first.Keep == direction && first.Drop == 0 && first.Repeat == 1) && !first.Chain {
		// Keeping the best of several bests is keeping the best of all.
		if n*float64(first.Count) > MaxDice {
			return d, tooManyDice(n * float64(first.Count))
		}
		first.Count *= int32(n)
		first.Keep = direction
		return d, nil
	}
	if !d.canPick() {
		return reject("these dice are already picked from")
	}
	total := float64(d.counting())
	if n > total {
		return reject(fmt.Sprintf("there are only %s dice", number.Format(total)))
	}
	if n == total {
		return d, nil
	}
	switch {
	case first.Keep == 0:
		first.Keep = direction * int16(n)
	case first.Keep > 0 == (direction > 0):
		first.Keep = direction * int16(n)
	default: // from the other end of the kept dice
		first.Drop += int16(total - n)
		first.Keep = -direction * int16(n)
	}
	for i := 1; i < d.Len; i++ {
		d.Terms[i].Joined = true
	}
	return d, nil
}

// canPick reports whether some of d's dice can be picked: no pick was made yet, or
// they are one pool of which several are kept.
func (d *Value) canPick() bool {
	first := &d.Terms[0]
	if d.poolEnd(0) == d.Len && first.Repeat == 1 && !first.Chain && first.Keep*first.Keep > 1 {
		return true
	}
	for i := range d.Terms[:d.Len] {
		if t := &d.Terms[i]; t.Keep != 0 || t.Joined || t.Repeat > 1 {
			return false
		}
	}
	return true
}

// counting returns how many dice of d count; d is one pool or has no picks.
func (d *Value) counting() int {
	if keep := int(d.Terms[0].Keep); keep != 0 {
		return max(keep, -keep)
	}
	return d.Count()
}

// picked reports whether d's dice are picked from.
func (d *Value) picked() bool {
	for i := range d.Terms[:d.Len] {
		if d.Terms[i].Keep != 0 {
			return true
		}
	}
	return false
}

// multiplied reports whether some of d's dice are multiplied or subtracted.
func (d *Value) multiplied() bool {
	for i := range d.Terms[:d.Len] {
		if d.Terms[i].Factor != 1 {
			return true
		}
	}
	return false
}

// exploding reports whether d's dice explode.
func (d *Value) exploding() bool {
	for i := range d.Terms[:d.Len] {
		if t := &d.Terms[i]; t.Explode || t.Chain {
			return true
		}
	}
	return false
}

// counted reports whether d's dice count for something other than what they show.
func (d *Value) counted() bool {
	for i := range d.Terms[:d.Len] {
		if d.Terms[i].counted() {
			return true
		}
	}
	return false
}

func (t *Term) counted() bool { return t.Low > 0 || t.Worth != Worth{} }

// Pool is what a roll shows of one pool, for output.
type Pool struct {
	// Dice is the number of dice it rolls.
	Dice int
	// Factor multiplies its total.
	Factor int
	// Counted dice count for something other than what they show.
	Counted bool
	// Chain dice are rolled again together; one face of each roll counts.
	Chain bool
	// Less is subtracted from each further face of an exploding die.
	Less int
}

// Pools calls visit with each pool of d, in the order in which they are rolled.
func (d *Value) Pools(visit func(Pool)) {
	for i := 0; i < d.Len; {
		t, end := &d.Terms[i], d.poolEnd(i)
		p := Pool{Dice: poolCount(d.Terms[i:end]), Factor: int(t.Factor), Chain: t.Chain, Less: int(t.Less)}
		for _, t := range d.Terms[i:end] {
			p.Counted = p.Counted || t.counted()
		}
		for range t.Repeat {
			visit(p)
		}
		i = end
	}
}
