package dice

import (
	"cmp"
	"math"
	"math/big"
	"slices"
)

// maxOddsKept limits the number of dice values whose odds a [Source] caches.
const maxOddsKept = 4096

// negligible is the chance below which a chain of explosions is cut off. It is
// too small to change a float64 near 1.
var negligible = big.NewRat(1, 1_000_000_000_000_000_000)

// counting is how odds for formulas are counted.
func counting() *exactly { return &exactly{times: math.MaxInt, rare: negligible, left: mostCounting} }

// odds are those of dice without their bonus: atLeast[i] is the chance of totals[i] or more.
type odds struct {
	expected float64
	totals   []int64 // nil until a chance is requested
	atLeast  []float64
	// mean and whole are the numbers of steps for the expectation and the chances.
	mean, whole int
}

// Odds caches the odds of dice values, keyed without their bonus.
type Odds struct {
	// Pass, if not nil, is called repeatedly during a computation with the number of steps that are about
	// to be taken; a panic ends it. Charge, if not nil, is called for each query with the number of steps it
	// takes, cached or not.
	Pass, Charge func(steps int)

	known map[Value]*odds
}

// Expected returns the expectation of d, exact except for the rounding of float64.
// It ignores the limit on explosions.
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
	// The smallest total of the dice for a result of n.
	at, _ := slices.BinarySearchFunc(o.totals, math.Ceil(n-bonus), func(total int64, n float64) int { return cmp.Compare(float64(total), n) })
	if at == len(o.totals) {
		return 0, nil
	}
	return o.atLeast[at], nil
}

// chances computes the chances of each total or more: omitted rolls are higher.
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

// counting returns how to count odds while reporting steps.
func (c *Odds) counting() *exactly {
	e := counting()
	e.pass = c.Pass
	return e
}

// charge reports the number of steps of a query.
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

// weight returns how many of the outcomes of one roll show a face: with a second roll for
// low faces there are sides times sides outcomes.
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

// expectation returns the average of one die of a term: for exploding dice the average of a face, plus
// that of another roll, as often as the die explodes.
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
