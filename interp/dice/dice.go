package dice

import (
	"errors"
	"fmt"
	"math"
	"strings"

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
)

// Term is a number of equal dice in a [Value].
type Term struct {
	Count, Sides int32
	// Keep is set on the first term of a pool: the Keep highest of the pool's dice
	// count, or, when negative, the -Keep lowest; 0 counts all.
	Keep int16
	// Repeat tells, on the first term of a pool, how often the pool is thrown; at least 1.
	Repeat int16
	// Explode dice are thrown again and added when they show their highest face.
	Explode bool
	// Chain is set on a pool of which one die counts: when that die shows its
	// highest face, the whole pool is thrown again, picked from again and added.
	Chain bool
	// Joined terms belong to the pool of the term before.
	Joined bool
}

// Value is what a formula of type dice gives: dice that have not been thrown,
// and a number. Equal values are equal in Go, too. The zero Value is no dice and 0.
//
// Spec: 5 "Formulas".
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
	case count != math.Floor(count) || count < 0:
		return d, fmt.Errorf("%s dice can't be thrown", number.Format(count))
	case count > MaxDice:
		return d, tooManyDice(count)
	case sides != math.Floor(sides) || sides < 1:
		return d, fmt.Errorf("a die can't have %s sides", number.Format(sides))
	case sides > MaxSides:
		return d, fmt.Errorf("a die of %s sides: the limit is %d", number.Format(sides), MaxSides)
	case count == 0:
		return d, nil
	}
	d.Terms[0] = Term{Count: int32(count), Sides: int32(sides), Repeat: 1}
	d.Len = 1
	return d, nil
}

// plain tells whether d is dice of one sort that all count, once.
func (d *Value) plain() bool {
	return d.Len == 1 && d.Terms[0].Keep == 0 && !d.Terms[0].Explode
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
	return !last.Joined && last.Keep == 0 && t.Keep == 0 && last.Sides == t.Sides && last.Explode == t.Explode
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

// Best returns d with the n highest of its dice counting; of a single die, n
// are thrown and the highest counts. Numbers added to d stay added.
func (d Value) Best(n float64) (Value, error) { return d.keep(n, 1, "best") }

// Worst returns d with the n lowest of its dice counting; of a single die, n
// are thrown and the lowest counts.
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
	first := &d.Terms[0]
	if d.Len == 1 && (d.Count() == 1 || first.Keep == direction && first.Repeat == 1) && !first.Chain {
		// Keeping the best of several bests is keeping the best of all.
		if n*float64(first.Count) > MaxDice {
			return d, tooManyDice(n * float64(first.Count))
		}
		first.Count *= int32(n)
		first.Keep = direction
		return d, nil
	}
	for i := range d.Terms[:d.Len] {
		if t := &d.Terms[i]; t.Keep != 0 || t.Joined || t.Repeat > 1 {
			return d, fmt.Errorf("%s(%s, %s): these dice are picked from already", word, number.Format(n), d)
		}
	}
	total := float64(d.Count())
	if n > total {
		return d, fmt.Errorf("%s(%s, %s): there are only %s dice", word, number.Format(n), d, number.Format(total))
	}
	if n == total {
		return d, nil
	}
	first.Keep = direction * int16(n)
	for i := 1; i < d.Len; i++ {
		d.Terms[i].Joined = true
	}
	return d, nil
}

// Explode returns d with all its dice exploding. Where one die has been picked
// from several equal ones, it is that die which explodes, and all are thrown for
// it again.
func (d Value) Explode() (Value, error) {
	for i := range d.Terms[:d.Len] {
		t := &d.Terms[i]
		switch {
		case t.Sides == 1:
			return d, errors.New("a die with one side would explode for ever")
		case d.picksOne(i) && !t.Explode:
			t.Chain = true
		default:
			t.Explode = true
		}
	}
	return d, nil
}

// picksOne reports whether term i is a pool by itself of which one die counts.
func (d *Value) picksOne(i int) bool {
	t := &d.Terms[i]
	return (t.Keep == 1 || t.Keep == -1) && d.poolEnd(i) == i+1
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

// Top returns the highest total without explosions.
func (d Value) Top() float64 { return d.extreme(true) }

// Bottom returns the lowest total.
func (d Value) Bottom() float64 { return d.extreme(false) }

// extreme adds up the highest or lowest faces of the dice that count. In a pool
// of several sorts of dice the highest ones of all count towards the top.
func (d *Value) extreme(top bool) float64 {
	total := d.Bonus
	for i := 0; i < d.Len; {
		end := d.poolEnd(i)
		total += float64(d.Terms[i].Repeat) * d.poolExtreme(i, end, top)
		i = end
	}
	return total
}

// poolEnd returns the index after the last term of the pool that starts at i.
func (d *Value) poolEnd(i int) int {
	for i++; i < d.Len && d.Terms[i].Joined; i++ {
	}
	return i
}

func (d *Value) poolExtreme(start, end int, top bool) float64 {
	keep := int(d.Terms[start].Keep)
	if !top {
		if keep == 0 {
			keep = poolCount(d.Terms[start:end])
		}
		return math.Abs(float64(keep)) // every die shows 1
	}
	if keep == 0 {
		keep = MaxDice
	}
	// All dice at their highest: the kept ones are those with the most sides, or the fewest.
	var used [MaxTerms]bool
	total := 0.0
	for left := max(keep, -keep); left > 0; {
		pick := -1
		for i := start; i < end; i++ {
			if used[i] {
				continue
			}
			if pick < 0 || keep > 0 && d.Terms[i].Sides > d.Terms[pick].Sides ||
				keep < 0 && d.Terms[i].Sides < d.Terms[pick].Sides {
				pick = i
			}
		}
		if pick < 0 {
			break
		}
		used[pick] = true
		n := min(left, int(d.Terms[pick].Count))
		total += float64(n) * float64(d.Terms[pick].Sides)
		left -= n
	}
	return total
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

// String returns the dice as a formula would write them: best(2, 1d20) + 3.
func (d Value) String() string {
	var b strings.Builder
	for i := 0; i < d.Len; {
		end := d.poolEnd(i)
		if i > 0 {
			b.WriteString(" + ")
		}
		b.WriteString(poolText(d.Terms[i:end]))
		i = end
	}
	switch {
	case d.Len == 0:
		b.WriteString(number.Format(d.Bonus))
	case d.Bonus > 0:
		b.WriteString(" + " + number.Format(d.Bonus))
	case d.Bonus < 0:
		b.WriteString(" - " + number.Format(-d.Bonus))
	}
	return b.String()
}

func poolText(terms []Term) string {
	parts := make([]string, len(terms))
	keep, single := int(terms[0].Keep), false
	if (keep == 1 || keep == -1) && len(terms) == 1 {
		single = true // best of one die thrown several times
	}
	for i, t := range terms {
		count := t.Count
		if single {
			count = 1
		}
		parts[i] = fmt.Sprintf("%dd%d", count, t.Sides)
		if t.Explode {
			parts[i] = "explode(" + parts[i] + ")"
		}
	}
	text := strings.Join(parts, " + ")
	n := max(keep, -keep)
	if single {
		n = int(terms[0].Count)
	}
	switch {
	case keep > 0:
		text = fmt.Sprintf("best(%d, %s)", n, text)
	case keep < 0:
		text = fmt.Sprintf("worst(%d, %s)", n, text)
	}
	if terms[0].Chain {
		text = "explode(" + text + ")"
	}
	if terms[0].Repeat > 1 {
		text = fmt.Sprintf("times(%d, %s)", terms[0].Repeat, text)
	}
	return text
}
