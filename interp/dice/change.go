package dice

import (
	"errors"
	"fmt"
	"math"
	"unique"

	"github.com/rulec/rulec/interp/number"
)

// Operations on dice have an order, innermost first: rerolling (Reroll), exploding, counting
// (Successes, Valued), picking, multiplying. Exploding and counting are possible in either
// order, with two meanings: see [Value.Explode].

const (
	// MaxWorthSides is the largest number of sides of a die with a list of what each face is worth.
	MaxWorthSides = 100
	// MaxWorth is the largest absolute worth of a face.
	MaxWorth = 1000
	// mostShown is more than the result of any die, with all its explosions.
	mostShown = 1_000_000_000
)

// Worth is what each face of a die counts for, starting with 1; the zero Worth means no list. Equal
// ones are equal in Go, too.
type Worth struct {
	of unique.Handle[[MaxWorthSides]int16]
}

// at returns the worth of a face.
func (w Worth) at(face int32) int32 {
	of := w.of.Value()
	return int32(of[face-1])
}

// Reroll returns d in which a die that shows n or less is rerolled once: the second face
// counts in any case.
func (d Value) Reroll(n float64) (Value, error) {
	switch {
	case n != math.Floor(n):
		return d, fmt.Errorf("reroll(.., %s): a die shows whole numbers", number.Format(n))
	case d.exploding():
		return d, fmt.Errorf("reroll(%s, %s): reroll before you explode: explode(reroll(d, %s))", d, number.Format(n), number.Format(n))
	case d.counted() || d.picked() || d.multiplied():
		return d, fmt.Errorf("reroll(%s, %s): reroll before you count, pick or multiply: best(2, reroll(d, %s))", d, number.Format(n), number.Format(n))
	}
	for i := range d.Terms[:d.Len] {
		t := &d.Terms[i]
		again := int32(min(max(n, 0), float64(t.Sides)))
		if t.Again != 0 && t.Again != again {
			return d, fmt.Errorf("reroll(%s, %s): these dice are already rerolled", d, number.Format(n))
		}
		t.Again = again
	}
	return d, nil
}

// Explode returns d with all its dice exploding: one that shows its highest face is rolled
// again and added. Where one die is picked from several equal ones, only the picked die
// explodes, and all of them are rolled again for it. Where dice are counted (by Successes, Valued), each
// further face counts for itself; dice that are counted after they explode are counted by their
// total.
func (d Value) Explode() (Value, error) { return d.explode(0, 0) }

// ExplodeFrom is Explode for dice that show from or more. Each face after the first counts for
// less less.
func (d Value) ExplodeFrom(from, less float64) (Value, error) {
	switch {
	case from != math.Floor(from) || less != math.Floor(less):
		return d, fmt.Errorf("explode(.., %s, %s): a die shows whole numbers", number.Format(from), number.Format(less))
	case from < 2:
		return d, fmt.Errorf("a die that explodes from %s on would explode forever", number.Format(from))
	case less < 0 || less >= from:
		return d, fmt.Errorf("explode(.., %s, %s): the last number must be at least 0 and less than %s", number.Format(from), number.Format(less), number.Format(from))
	case less != 0 && d.counted():
		return d, fmt.Errorf("explode(%s, .., %s): a face of counted dice can't count less", d, number.Format(less))
	}
	return d.explode(from, less)
}

// explode makes dice explode starting at a face; 0 is the highest.
func (d Value) explode(from, less float64) (Value, error) {
	if d.multiplied() {
		return d, fmt.Errorf("explode(%s): explode before you multiply", d)
	}
	for i := range d.Terms[:d.Len] {
		t := &d.Terms[i]
		face := from
		if face == 0 {
			face = float64(t.Sides)
		}
		switch {
		case face == 1:
			return d, errors.New("a die with one side would explode forever")
		case face > float64(t.Sides):
			continue // it never shows that
		case t.Whole || t.From != 0 && (t.From != int32(face) || t.Less != int32(less)):
			return d, fmt.Errorf("explode(%s): these dice already explode", d)
		case d.keepsOne(i) && t.Drop > 0:
			return d, fmt.Errorf("explode(%s): explode the dice before you pick the one in the middle", d)
		case d.keepsOne(i) && !t.Explode:
			t.Chain = true
		default:
			t.Explode = true
		}
		t.From, t.Less = int32(face), int32(less)
	}
	return d, nil
}

// keepsOne reports whether term i is a separate pool of which one die counts.
func (d *Value) keepsOne(i int) bool {
	t := &d.Terms[i]
	return (t.Keep == 1 || t.Keep == -1) && d.poolEnd(i) == i+1
}

// Successes returns d in which each die counts 1 if it shows low to high, else 0; high
// may be infinite.
func (d Value) Successes(low, high float64) (Value, error) {
	reject := func(why string) (Value, error) {
		return d, fmt.Errorf("successes(%s, ..): %s", d, why)
	}
	switch {
	case low != math.Floor(low) || high != math.Floor(high):
		return d, fmt.Errorf("successes(.., %s): a die shows whole numbers", number.Format(low))
	case d.counted():
		return reject("these dice are already counted")
	case d.picked():
		return reject("count before you pick: best(2, successes(..))")
	case d.multiplied():
		return reject("count before you multiply")
	case d.Bonus != 0:
		return reject("count only the dice and add the number to the result: successes(..) + 1")
	}
	for i := range d.Terms[:d.Len] {
		t := &d.Terms[i]
		t.Whole = t.Explode
		t.Low = int32(min(max(low, 1), mostShown))
		switch {
		case high < 1:
			t.High = -1
		case high >= mostShown || !t.Whole && high >= float64(t.Sides):
			t.High = 0
		default:
			t.High = int32(high)
		}
	}
	return d, nil
}

// Valued returns d in which each die counts for the list's number for its face: the
// first number is for 1.
func (d Value) Valued(list []float64) (Value, error) {
	reject := func(why string) (Value, error) {
		return d, fmt.Errorf("valued(%s, ..): %s", d, why)
	}
	switch {
	case d.counted():
		return reject("these dice are already counted")
	case d.exploding():
		return reject("give the faces their values first: explode(valued(..))")
	case d.picked():
		return reject("count before you pick: best(2, valued(..))")
	case d.multiplied():
		return reject("count before you multiply")
	case d.Bonus != 0:
		return reject("count only the dice and add the number to the result: valued(..) + 1")
	case len(list) > MaxWorthSides:
		return reject(fmt.Sprintf("too many numbers in the list: %d, the limit is %d", len(list), MaxWorthSides))
	}
	var of [MaxWorthSides]int16
	for i, n := range list {
		if n != math.Floor(n) || math.Abs(n) > MaxWorth {
			return reject(fmt.Sprintf("a face must be worth a whole number of at most %d either way, not %s", MaxWorth, number.Format(n)))
		}
		of[i] = int16(n)
	}
	for i := range d.Terms[:d.Len] {
		t := &d.Terms[i]
		if int(t.Sides) != len(list) {
			return reject(fmt.Sprintf("a die of %d sides needs a list of %d numbers, this one has %d", t.Sides, t.Sides, len(list)))
		}
		t.Worth = Worth{unique.Make(of)}
	}
	return d, nil
}

// value returns what a face counts for: itself, a success or none, or its number in the list. For dice
// that are counted as a whole it is the face.
func (t *Term) value(face int32) int32 {
	switch {
	case t.Worth != Worth{}:
		return t.Worth.at(face)
	case t.Low > 0 && !t.Whole:
		return t.success(face)
	}
	return face
}

// success is 1 for values from Low to High, and 0 for all others.
func (t *Term) success(shown int32) int32 {
	if shown >= t.Low && (t.High == 0 || shown <= t.High) {
		return 1
	}
	return 0
}
