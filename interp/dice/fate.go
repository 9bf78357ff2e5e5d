package dice

import (
	"errors"
	"math/big"
	"slices"
)

// A Fate decides how dice fall, in the place of their keys: for those who try all ways. Faces that
// a script gives are given before it is asked.
type Fate interface {
	// Choose says which of several ways it goes. They are listed only where that isn't decided yet.
	// With fresh dice are about to fall, or a card to be drawn; else more is asked of dice that have
	// fallen. An error stops the run; ErrStopped is none to tell.
	Choose(fresh bool, ways func() ([]Way, error)) (*Way, error)
	// Tries are the ways for dice to fall that have been listed.
	Tries() *Tries
}

// A Way is one of several ways that it may go.
type Way struct {
	// Chance is how likely that is.
	Chance *big.Rat
	// Picked is which of several things happens.
	Picked int
	// answer is what a question comes to that is asked of roll; of that it is known then what known
	// says. With again the question has to be asked once more.
	answer Answer
	roll   int
	known  *Known
	again  bool
}

// ErrStopped is what a [Fate] returns to stop a run: it has seen enough.
var ErrStopped = errors.New("the run was stopped")

// Known is what is known of dice that fell as a fate says: what they come to, and in which ways they
// may have fallen, as far as somebody has asked. Dice with the same Key can't be told apart.
type Known struct {
	Key   uint64
	total float64
	dice  Value
	tries *Tries
	// falls are those ways; nil: all that come to the total. With order they are told apart by the
	// order of faces.
	falls []fall
	order bool
	// chance is how likely that is, of all ways.
	chance *big.Rat
}

// Answer is what a question comes to: a number, a list of them, or dice.
type Answer struct {
	Number float64
	List   []float64
	Dice   Value
}

// asking is a question that is worked out.
type asking struct {
	// roll is whose faces are asked for; -1: it isn't known yet. With others there are more rolls.
	roll   int
	others bool
	// fall is the way for it to have fallen for which it is worked out; nil: some way.
	fall  *fall
	order bool
}

// fall makes the record of a roll that falls as the fate says.
func (c *Source) fall(r *Roll, d *Value) error {
	thrown := *d // so that d needn't outlive the throw
	w, err := c.fate.Choose(true, func() ([]Way, error) { return c.fate.Tries().totals(thrown) })
	if err != nil {
		return err
	}
	r.Known, r.Total = w.known, w.known.total+d.Bonus
	return nil
}

// Pick lets the fate say which of several things happens, as likely as the numbers say.
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

// Open tells whether questions about faces have to be asked by [Source.Ask].
func (c *Source) Open() bool { return c.fate != nil && c.asking == nil }

// Ask asks a question whose answer the faces of rolls decide, with order also the order in which they
// were thrown. Where a fate has let them fall, the answer is worked out for each way in which they may
// have fallen, and it says which answer it is.
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
	a := answer() // for some way for them to fall: which roll is asked?
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
	if q.others { // one roll after the other: how did the first one fall?
		g = grouping{roll: q.roll, of: k, order: order, again: true}
		for i := range falls {
			g.add(&falls[i], Answer{Number: float64(i)})
		}
	}
	return g.ways(), nil
}

// seen returns the way for a roll to have fallen that is looked at: the only one, or the one for which
// a question is worked out, or else just some way for such dice to fall.
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

// grouping puts ways for a roll to fall together by the answers that they give.
type grouping struct {
	roll   int
	of     *Known
	order  bool
	again  bool
	groups []*group
	known  map[answered]*group
}

// answered tells answers apart.
type answered struct {
	number float64
	list   string
	dice   Value
}

// group are the ways that give one answer: how many of each chance.
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

// ways returns a way for each answer.
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
		all = g.of.chance // the rest is left out
	}
	for i := range ways {
		ways[i].Chance = new(big.Rat).Quo(ways[i].known.chance, all)
	}
	return sortWays(ways)
}

// sortWays puts the likeliest ways first.
func sortWays(ways []Way) []Way {
	slices.SortStableFunc(ways, func(a, b Way) int { return b.Chance.Cmp(a.Chance) })
	return ways
}
