package dice

import (
	"fmt"
	"math"

	"github.com/rulec/rulec/interp/number"
)

// Limits of dice. A value beyond the first two can't be made, a roll beyond the third stops.
const (
	// MaxDice is how many dice a roll may throw, explosions not counted.
	MaxDice = 1000
	// MaxSides is how many sides a die may have.
	MaxSides = 1_000_000
	// MaxExplosions is how often one die may explode in a roll.
	MaxExplosions = 100
	// MaxTerms is how many sorts of dice a roll may mix.
	MaxTerms = 4
	// MaxFactor is what dice may be multiplied by, either way.
	MaxFactor = 1_000_000
)

// Term is a number of equal dice in a [Value].
type Term struct {
	// Worth is what each face counts for; zero: nothing is said of it.
	Worth        Worth
	Count, Sides int32
	// Again: a die that shows so much or less is rerolled once, and the second face counts.
	Again int32
	// From is the face from which on the dice explode: see Explode and Chain. Less is what each
	// face after the first counts less.
	From, Less int32
	// Low and High: a die counts 1 that shows Low to High, any other 0. Low is 0 where dice
	// aren't counted so; High is 0 where nothing is too high, and -1 where nothing is low enough.
	Low, High int32
	// Factor is what the total of the pool is multiplied by; the same in all its terms, never 0.
	Factor int32
	// Keep is set on the first term of a pool: the Keep highest of the pool's dice
	// count, or, when negative, the -Keep lowest; 0 counts all. Drop of those that would be
	// kept first are left out: the middle of three dice is Keep 1, Drop 1.
	Keep, Drop int16
	// Repeat tells, on the first term of a pool, how often the pool is thrown; at least 1.
	Repeat int16
	// Explode dice are thrown again and added when they show From or more.
	Explode bool
	// Chain is set on a pool of which one die counts: when that die shows From or more, the
	// whole pool is thrown again, picked from again and added.
	Chain bool
	// Joined terms belong to the pool of the term before.
	Joined bool
	// Whole dice explode first; Low and High are for what all their faces come to.
	Whole bool
}

// Value is what a formula of type dice gives: dice that have not been thrown,
// and a number. Equal values are equal in Go, too. The zero Value is no dice and 0.
//
// Spec: formulas.md.
type Value struct {
	Terms [MaxTerms]Term
	// Len is how many of Terms are used; the rest is zero.
	Len   int
	Bonus float64
}

// New returns count dice of so many sides. Both must be whole; count may be 0.
func New(count, sides float64) (Value, error) {
	var d Value
	switch {
	case count < 0:
		return d, fmt.Errorf("%s dice can't be rolled: max(0, ..) makes no dice of that", number.Format(count))
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

// plain tells whether d is dice of one sort that all count, once, for what they show.
func (d *Value) plain() bool {
	t := &d.Terms[0]
	return d.Len == 1 && t.Keep == 0 && t.Factor == 1 && !t.Explode && t.Again == 0 && t.Low == 0 && t.Worth == Worth{}
}

func tooManyDice(count float64) error {
	return fmt.Errorf("%s dice in one roll: the limit is %d", number.Format(count), MaxDice)
}

var errTerms = fmt.Errorf("a roll can mix at most %d sorts of dice", MaxTerms)

// Plus returns d with a number added; the number may be negative.
func (d Value) Plus(n float64) Value {
	d.Bonus += n
	return d
}

// Add returns d and e thrown together: d's dice first.
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

// single reports whether the first term of d is a pool of its own.
func (d *Value) single() bool { return d.Len == 1 || !d.Terms[1].Joined }

// mergesWith reports whether t's dice can just be counted with d's last term.
func (d *Value) mergesWith(t Term) bool {
	last := d.Terms[d.Len-1]
	last.Count = t.Count
	return last.Keep == 0 && last == t
}

// Count returns how many dice d throws.
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

// Times returns all of d n times over: its dice, what is picked from them, its number.
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

// Multiply returns d with all that it comes to multiplied by n, which may be negative.
func (d Value) Multiply(n float64) (Value, error) {
	switch {
	case d.Len == 0:
		return Value{}.Plus(d.Bonus * n), nil
	case n != math.Floor(n) || math.IsInf(n, 0):
		return d, fmt.Errorf("dice are multiplied by whole numbers alone, not by %s", number.Format(n))
	case n == 0:
		return Value{}, nil
	}
	if d.Bonus != 0 { // no -0
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

// Minus returns d and e thrown together, d's dice first, where what e comes to is subtracted.
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
