package dice

import (
	"fmt"
	"math"

	"github.com/rulec/rulec/interp/number"
)

// Limits of dice. A value beyond the first two can't be created, a roll beyond the third stops.
const (
	// MaxDice is the largest number of dice in a roll, without explosions.
	MaxDice = 1000
	// MaxSides is the largest number of sides of a die.
	MaxSides = 1_000_000
	// MaxExplosions is how often one die may explode in a roll.
	MaxExplosions = 100
	// MaxTerms is the largest number of types of dice in a roll.
	MaxTerms = 4
	// MaxFactor is the largest absolute factor for dice.
	MaxFactor = 1_000_000
)

// Term is a number of equal dice in a [Value].
type Term struct {
	// Worth is what each face counts for; zero means no list.
	Worth        Worth
	Count, Sides int32
	// Again: a die that shows this or less is rerolled once, and the second face counts.
	Again int32
	// From is the lowest face that explodes: see Explode and Chain. Less is subtracted from each
	// face after the first.
	From, Less int32
	// Low and High: a die counts 1 if it shows Low to High, else 0. Low is 0 where dice
	// aren't counted like this; High is 0 for no upper limit, and -1 where no face counts.
	Low, High int32
	// Factor multiplies the total of the pool; the same in all its terms, never 0.
	Factor int32
	// Keep is set on the first term of a pool: the Keep highest of the pool's dice
	// count, or, when negative, the -Keep lowest; 0 counts all. The first Drop dice in
	// this order are skipped: the middle of three dice is Keep 1, Drop 1.
	Keep, Drop int16
	// Repeat is, on the first term of a pool, how often the pool is rolled; at least 1.
	Repeat int16
	// Explode dice are rolled again and added when they show From or more.
	Explode bool
	// Chain is set on a pool of which one die counts: when that die shows From or more, the
	// whole pool is rolled again, picked from again and added.
	Chain bool
	// Joined terms belong to the pool of the previous term.
	Joined bool
	// Whole dice explode first; Low and High apply to the total of their faces.
	Whole bool
}

// Value is the value of a formula of type dice: dice that have not been rolled,
// and a number. Equal values are equal in Go, too. The zero Value is no dice and 0.
//
// Spec: formulas.md.
type Value struct {
	Terms [MaxTerms]Term
	// Len is the number of Terms in use; the rest is zero.
	Len   int
	Bonus float64
}

// New returns count dice with the given sides. Both must be whole; count may be 0.
func New(count, sides float64) (Value, error) {
	var d Value
	switch {
	case count < 0:
		return d, fmt.Errorf("%s dice can't be rolled: use max(0, ..)", number.Format(count))
	case count != math.Floor(count):
		return d, fmt.Errorf("%s dice can't be rolled", number.Format(count))
	case count > MaxDice:
		return d, tooManyDice(count)
	case sides != math.Floor(sides) || sides < 1:
		return d, fmt.Errorf("a die can't have %s sides", number.Format(sides))
	case sides > MaxSides:
		return d, fmt.Errorf("a die of %s sides: the limit is %d", number.Format(sides), MaxSides)
	case count == 0:
		return d, nil
	}
	d.Terms[0] = Term{Count: int32(count), Sides: int32(sides), Repeat: 1, Factor: 1}
	d.Len = 1
	return d, nil
}

// plain reports whether d is dice of one type that all count, once, for what they show.
func (d *Value) plain() bool {
	t := &d.Terms[0]
	return d.Len == 1 && t.Keep == 0 && t.Factor == 1 && !t.Explode && t.Again == 0 && t.Low == 0 && t.Worth == Worth{}
}

func tooManyDice(count float64) error {
	return fmt.Errorf("%s dice in one roll: the limit is %d", number.Format(count), MaxDice)
}

var errTerms = fmt.Errorf("a roll can mix at most %d types of dice", MaxTerms)

// Plus returns d with a number added; the number may be negative.
func (d Value) Plus(n float64) Value {
	d.Bonus += n
	return d
}

// Add returns d and e rolled together: d's dice first.
func (d Value) Add(e Value) (Value, error) {
	d.Bonus += e.Bonus
	for i, t := range e.Terms[:e.Len] {
		if d.Len > 0 && i == 0 && e.single() && d.mergesWith(t) {
			d.Terms[d.Len-1].Count += t.Count
			continue
		}
		if d.Len == MaxTerms {
			return d, errTerms
		}
		d.Terms[d.Len] = t
		d.Len++
	}
	return d, d.checkCount()
}

// single reports whether the first term of d is a separate pool.
func (d *Value) single() bool { return d.Len == 1 || !d.Terms[1].Joined }

// mergesWith reports whether t's dice can simply be added to d's last term.
func (d *Value) mergesWith(t Term) bool {
	last := d.Terms[d.Len-1]
	last.Count = t.Count
	return last.Keep == 0 && last == t
}

// Count returns the number of dice in a roll of d.
func (d *Value) Count() int {
	n, repeat := 0, 1
	for i := range d.Terms[:d.Len] {
		t := &d.Terms[i]
		if !t.Joined {
			repeat = int(t.Repeat)
		}
		n += repeat * int(t.Count)
	}
	return n
}

func (d *Value) checkCount() error {
	if n := d.Count(); n > MaxDice {
		return tooManyDice(float64(n))
	}
	return nil
}

// Times returns all of d repeated n times: its dice, its picks, its number.
func (d Value) Times(n float64) (Value, error) {
	if n != math.Floor(n) || n < 0 {
		return d, fmt.Errorf("times(%s, ..): the number must be whole and not negative", number.Format(n))
	}
	if n == 0 {
		return Value{}, nil
	}
	if total := n * float64(d.Count()); total > MaxDice {
		return d, tooManyDice(total)
	}
	d.Bonus *= n
	for i := range d.Terms[:d.Len] {
		switch t := &d.Terms[i]; {
		case t.Joined:
		case t.Keep == 0:
			t.Count *= int32(n)
		default:
			t.Repeat *= int16(n)
		}
	}
	return d, nil
}

// Multiply returns d with its total multiplied by n, which may be negative.
func (d Value) Multiply(n float64) (Value, error) {
	switch {
	case d.Len == 0:
		return Value{}.Plus(d.Bonus * n), nil
	case n != math.Floor(n) || math.IsInf(n, 0):
		return d, fmt.Errorf("dice can only be multiplied by whole numbers, not by %s", number.Format(n))
	case n == 0:
		return Value{}, nil
	}
	if d.Bonus != 0 { // avoids -0
		d.Bonus *= n
	}
	for i := range d.Terms[:d.Len] {
		f := n * float64(d.Terms[i].Factor)
		if math.Abs(f) > MaxFactor {
			return d, fmt.Errorf("dice multiplied by %s: the limit is %d", number.Format(f), MaxFactor)
		}
		d.Terms[i].Factor = int32(f)
	}
	return d, nil
}

// Minus returns d and e rolled together, d's dice first, with e's total subtracted.
func (d Value) Minus(e Value) (Value, error) {
	e, err := e.Multiply(-1)
	if err != nil {
		return d, err
	}
	return d.Add(e)
}

// poolEnd returns the index after the last term of the pool that starts at i.
func (d *Value) poolEnd(i int) int {
	for i++; i < d.Len && d.Terms[i].Joined; i++ {
	}
	return i
}

func poolCount(terms []Term) int {
	n := 0
	for _, t := range terms {
		n += int(t.Count)
	}
	return n
}

// Sides returns the sides of d's first die; 0 without dice.
func (d Value) Sides() float64 { return float64(d.Terms[0].Sides) }
