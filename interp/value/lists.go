package value

import (
	"encoding/binary"
	"math"
	"slices"
	"strconv"

	"github.com/rulec/rulec/interp/dice"
)

// firstTemporary is the number of the first temporary list.
const firstTemporary = 1 << 24

// Lists holds lists of values. A list is a value of the language by its number;
// 0 is the empty list. Lists that formulas make are temporary: they are released
// when nothing can refer to them any more. Lists that are stored in a field are
// kept, once for each content, until the machine is reset.
type Lists struct {
	items []float64
	heads []listHead
	open  []int

	kept      []float64
	keptHeads []listHead
	byContent map[string]float64
	key       []byte
}

type listHead struct{ from, to int32 }

// Mark is a point to which temporary lists can be released; the zero one is the start.
type Mark struct{ items, heads, open int }

// Numbers returns a mark as three numbers, from which [MarkOf] restores it.
func (m Mark) Numbers() (items, heads, open float64) {
	return float64(m.items), float64(m.heads), float64(m.open)
}

// MarkOf returns the mark with these numbers.
func MarkOf(items, heads, open float64) Mark { return Mark{int(items), int(heads), int(open)} }

// Begin starts a new list. While it is open, other lists may be made only if
// they are released before the next push.
func (l *Lists) Begin() { l.open = append(l.open, len(l.items)) }

// Push adds an element to the list started last.
func (l *Lists) Push(v float64) { l.items = append(l.items, v) }

// End ends the list started last and returns its number.
func (l *Lists) End() float64 {
	from := l.open[len(l.open)-1]
	l.open = l.open[:len(l.open)-1]
	if from == len(l.items) {
		return 0
	}
	l.heads = append(l.heads, listHead{int32(from), int32(len(l.items))})
	return float64(firstTemporary + len(l.heads) - 1)
}

// Of returns the elements of a list. The slice may be read until the list is
// released, even while others are made.
func (l *Lists) Of(v float64) []float64 {
	if v == 0 {
		return nil
	}
	if v < firstTemporary {
		h := l.keptHeads[int(v)-1]
		return l.kept[h.from:h.to]
	}
	h := l.heads[int(v)-firstTemporary]
	return l.items[h.from:h.to]
}

// Mark returns the current end of the temporary lists.
func (l *Lists) Mark() Mark { return Mark{len(l.items), len(l.heads), len(l.open)} }

// Release drops the temporary lists that were made, or started, since a mark.
func (l *Lists) Release(m Mark) {
	l.items = l.items[:m.items]
	l.heads = l.heads[:m.heads]
	l.open = l.open[:m.open]
}

// Keep returns the kept list with the elements of v.
func (l *Lists) Keep(v float64) float64 {
	if v < firstTemporary {
		return v
	}
	items := l.Of(v)
	l.key = l.key[:0]
	for _, x := range items {
		l.key = binary.LittleEndian.AppendUint64(l.key, math.Float64bits(x))
	}
	if n, ok := l.byContent[string(l.key)]; ok {
		return n
	}
	if l.byContent == nil {
		l.byContent = map[string]float64{}
	}
	from := len(l.kept)
	if from+len(items) > MostKept {
		panic(Full("too many elements in the lists of fields: the limit is " + strconv.Itoa(MostKept)))
	}
	l.kept = append(l.kept, items...)
	l.keptHeads = append(l.keptHeads, listHead{int32(from), int32(len(l.kept))})
	n := float64(len(l.keptHeads))
	l.byContent[string(l.key)] = n
	return n
}

// Kept returns the number of kept lists.
func (l *Lists) Kept() int { return len(l.keptHeads) }

// Forget drops all kept lists except the first n.
func (l *Lists) Forget(n int) {
	if len(l.keptHeads) == n {
		return
	}
	items := 0
	if n > 0 {
		items = int(l.keptHeads[n-1].to)
	}
	for _, h := range l.keptHeads[n:] {
		l.key = l.key[:0]
		for _, x := range l.kept[h.from:h.to] {
			l.key = binary.LittleEndian.AppendUint64(l.key, math.Float64bits(x))
		}
		delete(l.byContent, string(l.key))
	}
	l.kept, l.keptHeads = l.kept[:items], l.keptHeads[:n]
}

// Clone returns lists that keep the same lists as l.
func (l *Lists) Clone() Lists {
	var c Lists
	l.CopyTo(&c)
	return c
}

// CopyTo makes t keep the same lists as l, and nothing else; it drops temporary lists of t. Lists that both
// already keep stay where they are.
func (l *Lists) CopyTo(t *Lists) {
	t.Release(Mark{})
	same := 0
	for same < min(len(l.keptHeads), len(t.keptHeads)) && l.keptHeads[same] == t.keptHeads[same] {
		same++
	}
	for same > 0 && !slices.Equal(l.kept[:l.keptHeads[same-1].to], t.kept[:t.keptHeads[same-1].to]) {
		same--
	}
	t.Forget(same)
	for _, h := range l.keptHeads[same:] {
		t.Begin()
		t.items = append(t.items, l.kept[h.from:h.to]...)
		t.Keep(t.End())
		t.Release(Mark{})
	}
}

// Dice numbers dice values: equal values have one number. As a value of the language, a
// dice value is above all numbers (see calc.InRange), so that they can't be confused;
// 0 is no dice, which result in 0.
type Dice struct {
	values []dice.Value
	number map[dice.Value]float64
}

// Number returns the number of d; a new value gets a new one.
func (t *Dice) Number(d dice.Value) float64 {
	if n, ok := t.number[d]; ok {
		return n
	}
	if t.number == nil {
		t.number = map[dice.Value]float64{}
	}
	n := diceNumber(len(t.values))
	if len(t.values) >= MostDice {
		panic(Full("too many different dice: the limit is " + strconv.Itoa(MostDice)))
	}
	t.values = append(t.values, d)
	t.number[d] = n
	return n
}

// Full is the panic value of full tables; the machine turns it into an error at
// the current place.
type Full string

// MostDice is the largest number of different dice of a machine, MostKept the largest total number of elements
// of the lists in its fields.
const (
	MostDice = 100_000
	MostKept = 4_000_000
)

// firstDice is the value of the dice with index 0. From there on numbers are 4 apart.
const firstDice = 1 << 54

func diceNumber(index int) float64 { return firstDice + 4*float64(index) }

// DiceIndex is the reverse: the index of a dice value, from 0.
func DiceIndex(v float64) int { return int((v - firstDice) / 4) }

// Of returns the dice for a value; for none, no dice and 0.
func (t *Dice) Of(v float64) *dice.Value {
	switch {
	case v == 0:
		return &noDice
	case v < firstDice:
		panic("a number is no dice")
	}
	return &t.values[DiceIndex(v)]
}

var noDice dice.Value

// Len returns the number of values.
func (t *Dice) Len() int { return len(t.values) }

// Truncate forgets all except the first n values.
func (t *Dice) Truncate(n int) {
	for _, d := range t.values[n:] {
		delete(t.number, d)
	}
	t.values = t.values[:n]
}

// Clone returns a separate table with the same values.
func (t *Dice) Clone() Dice {
	c := Dice{number: make(map[dice.Value]float64, len(t.values))}
	t.CopyTo(&c)
	return c
}

// CopyTo gives another table the same values, and no others.
func (t *Dice) CopyTo(other *Dice) {
	same := 0
	for same < min(len(t.values), len(other.values)) && t.values[same] == other.values[same] {
		same++
	}
	other.Truncate(same)
	for _, d := range t.values[same:] {
		other.Number(d)
	}
}
