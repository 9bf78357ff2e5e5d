package dice

import (
	"errors"
	"math/big"
	"slices"
)

// A Fate decides how dice fall, instead of their keys: for callers that try all possibilities. Faces from
// a script come first, without asking it.
type Fate interface {
	// Choose picks one of several ways to continue. They are listed only where that isn't decided yet.
	// With fresh, dice are about to be rolled, or a card to be drawn; else it is a further question about rolled
	// dice. An error stops the run; ErrStopped is not a real one.
	Choose(fresh bool, ways func() ([]Way, error)) (*Way, error)
	// Tries are the possible rolls listed so far.
	Tries() *Tries
}

// A Way is one of several ways to continue.
type Way struct {
	// Chance is its probability.
	Chance *big.Rat
	// Picked is which of several things happens.
	Picked int
	// answer is the answer to a question about roll; known is then known about the roll.
	// With again the question must be repeated.
	answer Answer
	roll   int
	known  *Known
	again  bool
}

// ErrStopped is what a [Fate] returns to stop a run after it has seen enough.
var ErrStopped = errors.New("the run was stopped")

// Known is what is known of dice that fell as a fate decided: their total, and their possible
// rolls, as far as questions were asked. Dice with the same Key are indistinguishable.
type Known struct {
	Key   uint64
	total float64
	dice  Value
	tries *Tries
	// falls are the possible rolls; nil means all with that total. With order they are distinguished by the
	// order of faces.
	falls []fall
	order bool
	// chance is their total probability.
	chance *big.Rat
}

// Answer is the answer to a question: a number, a list of them, or dice.
type Answer struct {
	Number float64
	List   []float64
	Dice   Value
}

// asking is a question that is being evaluated.
type asking struct {
	// roll is the roll whose faces are read; -1 means not known yet. With others there are more rolls.
	roll   int
	others bool
	// fall is the possible roll that it is evaluated for; nil means any.
	fall  *fall
	order bool
}

// fall creates the record of a roll that falls as the fate decides.
func (c *Source) fall(r *Roll, d *Value) error {
	thrown := *d // so that d needn't outlive the roll
	w, err := c.fate.Choose(true, func() ([]Way, error) { return c.fate.Tries().totals(thrown) })
	if err != nil {
		return err
	}
	r.Known, r.Total = w.known, w.known.total+d.Bonus
	return nil
}

// Pick lets the fate choose which of several things happens, with the given chances.
func (c *Source) Pick(likely []int) (picked int, err error) {
	all := int64(0)
	for _, n := range likely {
		all += int64(n)
	}
	w, err := c.fate.Choose(true, func() (ways []Way, _ error) {
		for i, n := range likely {
			if n > 0 {
				ways = append(ways, Way{Chance: big.NewRat(int64(n), all), Picked: i})
			}
		}
		return sortWays(ways), nil
	})
	if err != nil {
		return 0, err
	}
	return w.Picked, nil
}

// Open reports whether questions about faces need [Source.Ask].
func (c *Source) Open() bool { return c.fate != nil && c.asking == nil }

// Ask asks a question whose answer depends on the faces of rolls, with order also on the order in which they
// were rolled. Where a fate decided them, the answer is evaluated for each possible roll, and the fate
// picks an answer.
func (c *Source) Ask(order bool, answer func() Answer) (Answer, error) {
	if !c.Open() {
		return answer(), nil
	}
	for {
		w, err := c.fate.Choose(false, func() ([]Way, error) { return c.answers(order, answer) })
		if err != nil {
			return Answer{}, err
		}
		if w.known != nil {
			c.rolls[w.roll].Known = w.known
		}
		if !w.again {
			return w.answer, nil
		}
	}
}

// answers lists the answers to a question.
func (c *Source) answers(order bool, answer func() Answer) ([]Way, error) {
	q := asking{roll: -1, order: order}
	c.asking = &q
	defer func() { c.asking = nil }()
	a := answer() // for any possible roll: which roll is read?
	if q.roll < 0 {
		return []Way{{Chance: big.NewRat(1, 1), answer: a}}, nil
	}
	k := c.rolls[q.roll].Known
	falls, order, err := k.list(order)
	if err != nil {
		return nil, err
	}
	g := grouping{roll: q.roll, of: k, order: order}
	for i := 0; i < len(falls) && !q.others; i++ {
		q.fall = &falls[i]
		g.add(&falls[i], answer())
	}
	if q.others { // one roll after another: how did the first one fall?
		g = grouping{roll: q.roll, of: k, order: order, again: true}
		for i := range falls {
			g.add(&falls[i], Answer{Number: float64(i)})
		}
	}
	return g.ways(), nil
}

// seen returns the possible roll to read: the only one, or the one for which a
// question is being evaluated, or else any for such dice.
func (c *Source) seen(roll int) *fall {
	k, q := c.rolls[roll].Known, c.asking
	switch {
	case len(k.falls) == 1 && (k.order || !q.order):
		return &k.falls[0]
	case q.roll < 0:
		q.roll = roll
	case q.roll != roll:
		q.others = true
	case q.fall != nil:
		return q.fall
	}
	return &fall{shown: slices.Repeat([]float64{1}, k.dice.Count()), natural: 1}
}

// grouping groups the possible rolls by the answers that they result in.
type grouping struct {
	roll   int
	of     *Known
	order  bool
	again  bool
	groups []*group
	known  map[answered]*group
}

// answered distinguishes answers.
type answered struct {
	number float64
	list   string
	dice   Value
}

// group has the possible rolls that result in one answer: their number for each chance.
type group struct {
	answer Answer
	falls  []fall
	counts map[*big.Rat]*big.Int
}

func (g *grouping) add(f *fall, a Answer) {
	if g.known == nil {
		g.known = map[answered]*group{}
	}
	key := answered{a.Number, keyOf(a.List), a.Dice}
	x, ok := g.known[key]
	if !ok {
		x = &group{answer: a, counts: map[*big.Rat]*big.Int{}}
		g.known[key] = x
		g.groups = append(g.groups, x)
	}
	x.falls = append(x.falls, *f)
	n, ok := x.counts[f.each]
	if !ok {
		n = new(big.Int)
		x.counts[f.each] = n
	}
	n.Add(n, f.n)
}

// ways returns one way to continue for each answer.
func (g *grouping) ways() []Way {
	ways, all := make([]Way, len(g.groups)), new(big.Rat)
	for i, x := range g.groups {
		k := *g.of
		k.falls, k.order, k.chance, k.Key = x.falls, g.order, new(big.Rat), 0
		for each, n := range x.counts {
			k.chance.Add(k.chance, new(big.Rat).Mul(each, new(big.Rat).SetInt(n)))
		}
		for i := range x.falls {
			k.Key += x.falls[i].key()
		}
		all.Add(all, k.chance)
		ways[i] = Way{answer: x.answer, roll: g.roll, known: &k, again: g.again}
	}
	if all.Cmp(g.of.chance) < 0 {
		all = g.of.chance // the rest is omitted
	}
	for i := range ways {
		ways[i].Chance = new(big.Rat).Quo(ways[i].known.chance, all)
	}
	return sortWays(ways)
}

// sortWays sorts the most likely ways first.
func sortWays(ways []Way) []Way {
	slices.SortStableFunc(ways, func(a, b Way) int { return b.Chance.Cmp(a.Chance) })
	return ways
}
