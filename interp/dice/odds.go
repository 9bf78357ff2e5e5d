package dice

import (
	"cmp"
	"math"
	"math/big"
	"slices"
)

// maxOddsKept bounds how many dice values a [Source] remembers the odds of.
const maxOddsKept = 4096

// negligible is the chance below which a chain of explosions is cut off. It is
// less than what a float64 can tell from nothing beside 1.
var negligible = big.NewRat(1, 1_000_000_000_000_000_000)

// counting says how odds that formulas ask for are counted.
func counting() *exactly { return &exactly{times: math.MaxInt, rare: negligible, left: mostCounting} }

// odds are those of dice without their bonus: atLeast[i] is the chance to come to totals[i] or more.
type odds struct {
	expected float64
	totals   []int64 // nil until somebody asks for a chance
	atLeast  []float64
	// mean and whole are the steps that the expectation and the chances took.
	mean, whole int
}

// Odds remembers the odds of dice values, keyed without their bonus.
type Odds struct {
	// Pass, if not nil, is told again and again, in the middle of what is worked out, how many steps are about
	// to be taken; a panic ends it. Charge, if not nil, is told whenever something is asked how many steps that
	// takes, remembered or not.
	Pass, Charge func(steps int)

	known map[Value]*odds
}

// Expected returns the expectation of d, exact but for the rounding of float64.
// The limit on explosions doesn't enter into it.
func (c *Odds) Expected(d Value) (float64, error) {
	o, err := c.of(&d)
	if err != nil {
		return 0, err
	}
	c.charge(o.mean)
	return o.expected + d.Bonus, nil
}

// Chance returns the chance that d's total is at least n.
func (c *Odds) Chance(d Value, n float64) (float64, error) {
	o, err := c.of(&d)
	if err != nil {
		return 0, err
	}
	bonus := d.Bonus
	if o.totals == nil {
		d.Bonus = 0
		if err := o.chances(&d, c.counting()); err != nil {
			return 0, err
		}
	}
	c.charge(o.mean + o.whole)
	// The smallest total of the dice that reaches n.
	at, _ := slices.BinarySearchFunc(o.totals, math.Ceil(n-bonus), func(total int64, n float64) int { return cmp.Compare(float64(total), n) })
	if at == len(o.totals) {
		return 0, nil
	}
	return o.atLeast[at], nil
}

// chances works out how likely it is to come to so much or more: what is left out is more.
func (o *odds) chances(d *Value, e *exactly) error {
	w, err := waysOf(d, e)
	if err != nil {
		return err
	}
	o.whole = e.steps()
	o.totals, o.atLeast = w.at, make([]float64, len(w.at))
	left := new(big.Int).Set(w.all)
	for i, n := range w.n {
		o.atLeast[i] = quotient(left, w.all)
		left.Sub(left, n)
	}
	return nil
}

// counting is how odds are counted whose steps are told.
func (c *Odds) counting() *exactly {
	e := counting()
	e.pass = c.Pass
	return e
}

// charge tells how many steps something takes that is asked.
func (c *Odds) charge(steps int) {
	if steps > 0 && c.Charge != nil {
		c.Charge(steps)
	}
}

func (c *Odds) of(d *Value) (*odds, error) {
	key := *d
	key.Bonus = 0
	if o, ok := c.known[key]; ok {
		return o, nil
	}
	return c.workOut(key)
}

func (c *Odds) workOut(d Value) (*odds, error) {
	work := c.counting()
	e, err := expectation(&d, work)
	if err != nil {
		return nil, err
	}
	if c.known == nil || len(c.known) >= maxOddsKept {
		c.known = map[Value]*odds{}
	}
	o := &odds{expected: e, mean: work.steps()}
	c.known[d] = o
	return o, nil
}

// expectation adds up the pools: a closed form for dice that all count, the
// distribution for those that are picked from.
func expectation(d *Value, work *exactly) (float64, error) {
	total := 0.0
	for i := 0; i < d.Len; {
		end := d.poolEnd(i)
		e, err := poolExpectation(d.Terms[i:end], work)
		if err != nil {
			return 0, err
		}
		total += float64(float64(d.Terms[i].Repeat) * float64(d.Terms[i].Factor) * e)
		i = end
	}
	return total, nil
}

func poolExpectation(terms []Term, work *exactly) (float64, error) {
	if terms[0].Keep == 0 {
		total := 0.0
		for i := range terms {
			e, err := terms[i].expectation(work)
			if err != nil {
				return 0, err
			}
			total += float64(float64(terms[i].Count) * e)
		}
		return total, nil
	}
	w, err := poolWays(terms, work)
	if err != nil {
		return 0, err
	}
	return w.mean(), nil
}

// weight tells how many of the outcomes of one throw show a face: with a second throw for
// those that show too little there are as many outcomes as sides times sides.
func (t *Term) weight(face int32) float64 {
	switch {
	case t.Again == 0:
		return 1
	case face <= t.Again:
		return float64(t.Again)
	}
	return float64(t.Sides + t.Again)
}

// outcomes is the sum of all weights.
func (t *Term) outcomes() float64 {
	if t.Again == 0 {
		return float64(t.Sides)
	}
	return float64(t.Sides) * float64(t.Sides)
}

// expectation returns what one die of a term comes to on the average: of exploding ones that of a face, and
// as often as one explodes what it comes to once more.
func (t *Term) expectation(work *exactly) (float64, error) {
	if t.Whole {
		w, err := t.ways(work)
		if err != nil {
			return 0, err
		}
		return w.mean(), nil
	}
	outcomes := t.outcomes()
	if t.Again == 0 && !t.counted() && (!t.Explode || t.From == t.Sides && t.Less == 0) {
		e := float64(t.Sides+1) / 2
		if t.Explode {
			e = e * outcomes / (outcomes - 1)
		}
		return e, nil
	}
	sum, again := 0.0, 0.0
	for face := int32(1); face <= t.Sides; face++ {
		w := t.weight(face)
		sum += float64(w * float64(t.value(face)))
		if t.Explode && face >= t.From {
			again += w
		}
	}
	return (sum - float64(again*float64(t.Less))) / (outcomes - again), nil
}
