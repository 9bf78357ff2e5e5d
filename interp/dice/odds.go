package dice

import (
	"fmt"
	"math"

	"github.com/rulec/rulec/interp/number"
)

// MaxOddsWork bounds the additions that the exact distribution of one dice value
// may take; beyond it the question is an error. 1000d20 takes 20 million.
const MaxOddsWork = 50_000_000

// maxOddsKept bounds how many dice values a [Source] remembers the odds of.
const maxOddsKept = 4096

// negligible is the chance below which a chain of explosions is cut off. It is
// less than what a float64 can tell from nothing beside 1.
const negligible = 1e-18

// Odds is the distribution of dice without their bonus. atLeast[i] is the chance
// of a total of at least low+i.
type odds struct {
	expected float64
	low      int
	atLeast  []float64 // nil until somebody asks for a chance
	// mean and whole are the steps that the expectation and the chances took.
	mean, whole int
}

// Odds remembers the odds of dice values, keyed without their bonus.
type Odds struct {
	// Pass, if not nil, is told again and again, in the middle of what is worked out, that so many steps more
	// have been taken; a panic ends it. Charge, if not nil, is told whenever something is asked how many steps
	// that takes, remembered or not: so many times AdditionsAStep additions.
	Pass, Charge func(steps int)

	known map[Value]*odds
}

// AdditionsAStep is how many chances are added up in a step.
const AdditionsAStep = 1000

// effort counts the additions that odds take.
type effort struct {
	additions, steps int
	pass             func(steps int)
}

// add counts additions.
func (w *effort) add(n int) {
	w.additions += n
	more := w.additions / AdditionsAStep
	if more == 0 {
		return
	}
	w.additions %= AdditionsAStep
	w.steps += more
	if w.pass != nil {
		w.pass(more)
	}
}

// charge tells how many steps something takes that is asked.
func (c *Odds) charge(steps int) {
	if steps > 0 && c.Charge != nil {
		c.Charge(steps)
	}
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
	if o.atLeast == nil {
		w := effort{pass: c.Pass}
		pmf, err := w.distribution(d)
		if err != nil {
			return 0, err
		}
		o.low, o.atLeast, o.whole = pmf.low, tails(pmf.p), w.steps
	}
	c.charge(o.mean + o.whole)
	// The smallest whole total of the dice that reaches n.
	at := math.Ceil(n-d.Bonus) - float64(o.low)
	switch {
	case at <= 0:
		return 1, nil
	case at >= float64(len(o.atLeast)):
		return 0, nil
	}
	return o.atLeast[int(at)], nil
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
	w := effort{pass: c.Pass}
	e, err := w.expectation(&d)
	if err != nil {
		return nil, err
	}
	if c.known == nil || len(c.known) >= maxOddsKept {
		c.known = map[Value]*odds{}
	}
	o := &odds{expected: e, mean: w.steps}
	c.known[d] = o
	return o, nil
}

// tails turns chances of values into chances of at least these values.
func tails(p []float64) []float64 {
	out := make([]float64, len(p))
	sum := 0.0
	for i := len(p) - 1; i >= 0; i-- {
		sum += p[i]
		out[i] = min(sum, 1)
	}
	if len(out) > 0 {
		out[0] = 1
	}
	return out
}

// expectation adds up the pools: a closed form for dice that all count, the
// distribution for those that are picked from.
func (w *effort) expectation(d *Value) (float64, error) {
	total := 0.0
	for i := 0; i < d.Len; {
		end := d.poolEnd(i)
		e, err := w.poolExpectation(d.Terms[i:end])
		if err != nil {
			return 0, err
		}
		total += float64(float64(d.Terms[i].Repeat) * float64(d.Terms[i].Factor) * e)
		i = end
	}
	return total, nil
}

func (w *effort) poolExpectation(terms []Term) (float64, error) {
	if terms[0].Keep == 0 {
		total := 0.0
		for i := range terms {
			e, err := terms[i].expectation(w)
			if err != nil {
				return 0, err
			}
			total += float64(float64(terms[i].Count) * e)
		}
		return total, nil
	}
	pmf, err := w.poolDistribution(terms)
	if err != nil {
		return 0, err
	}
	total, mass := 0.0, 0.0
	if n := outcomesOf(terms); n <= mostCounted {
		for i, p := range pmf.p {
			total += float64(float64(pmf.low+i) * math.Round(p*n))
		}
		return total / n, nil
	}
	// From the small chances to the large ones, for the least rounding.
	for i := len(pmf.p) - 1; i >= 0; i-- {
		total += float64(float64(pmf.low+i) * pmf.p[i])
		mass += pmf.p[i]
	}
	return total / mass, nil
}

// pmf gives chances of whole values: p[i] that of low+i.
type pmf struct {
	low int
	p   []float64
}

func oddsTooLarge() error {
	return fmt.Errorf("the odds of these dice are too large to be worked out exactly")
}

// distribution returns the distribution of d's total without its bonus.
func (w *effort) distribution(d Value) (pmf, error) {
	total := pmf{p: []float64{1}}
	for i := 0; i < d.Len; {
		end := d.poolEnd(i)
		one, err := w.poolDistribution(d.Terms[i:end])
		if err != nil {
			return pmf{}, err
		}
		if one, err = one.scaled(int(d.Terms[i].Factor), int(d.Terms[i].Repeat)); err != nil {
			return pmf{}, err
		}
		for range d.Terms[i].Repeat {
			if total, err = w.convolve(total, one); err != nil {
				return pmf{}, err
			}
		}
		i = end
	}
	return total, nil
}

func (w *effort) convolve(a, b pmf) (pmf, error) {
	if int64(len(a.p))*int64(len(b.p)) > MaxOddsWork {
		return pmf{}, oddsTooLarge()
	}
	out := pmf{low: a.low + b.low, p: make([]float64, len(a.p)+len(b.p)-1)}
	for i, x := range a.p {
		if x == 0 {
			continue
		}
		w.add(len(b.p))
		for j, y := range b.p {
			out.p[i+j] += float64(x * y)
		}
	}
	return out, nil
}

// poolDistribution returns the distribution of one pool, thrown once.
func (w *effort) poolDistribution(terms []Term) (pmf, error) {
	if terms[0].Chain {
		return w.chainDistribution(terms[0])
	}
	if terms[0].Keep != 0 {
		return w.pickedDistribution(terms)
	}
	t := &terms[0] // a pool that isn't picked from is one term
	if !t.Explode && t.Again == 0 && !t.counted() {
		return w.uniformSum(int(t.Count), int(t.Sides))
	}
	one, err := t.distribution(w)
	if err != nil {
		return pmf{}, err
	}
	out, err := w.power(one, int(t.Count))
	out.countOutcomes(terms)
	return out, err
}

// uniformSum adds plain dice one by one, each in one pass with a sliding sum. As
// long as float64 holds all outcomes it counts them, so that the chances are
// exact; beyond it works with chances.
func (w *effort) uniformSum(count, sides int) (pmf, error) {
	if float64(count)*float64(count)*float64(sides)/2 > MaxOddsWork {
		return pmf{}, oddsTooLarge()
	}
	outcomes := number.WholePower(float64(sides), float64(count))
	share := float64(sides)
	if outcomes <= 1<<53 {
		share = 1
	}
	p := []float64{1}
	for range count {
		next := make([]float64, len(p)+sides-1)
		w.add(len(next))
		window := 0.0
		for i := range next {
			if i < len(p) {
				window += p[i]
			}
			if i >= sides {
				window -= p[i-sides]
			}
			next[i] = max(window, 0) / share
		}
		p = next
	}
	if share == 1 {
		for i := range p {
			p[i] /= outcomes
		}
	}
	return pmf{low: count, p: p}, nil
}

// power returns the distribution of count such values added up.
func (w *effort) power(one pmf, count int) (pmf, error) {
	total := pmf{p: []float64{1}}
	work := int64(0)
	for range count {
		if work += int64(len(total.p)) * int64(len(one.p)); work > MaxOddsWork {
			return pmf{}, oddsTooLarge()
		}
		var err error
		if total, err = w.convolve(total, one); err != nil {
			return pmf{}, err
		}
	}
	return total, nil
}

// chainDistribution returns the distribution of a pool of which one die counts
// that explodes, cut off where the rest is negligible.
func (w *effort) chainDistribution(t Term) (pmf, error) {
	t.Chain = false
	once, err := w.pickedDistribution([]Term{t})
	if err != nil {
		return pmf{}, err
	}
	faces := make([]float64, t.Sides)
	for i, p := range once.p {
		if v := once.low + i; v > 0 {
			faces[v-1] = p
		}
	}
	return w.explosion(&t, faces, 1)
}

// pickedDistribution returns the distribution of the kept dice of a pool. It goes
// through the values a die can show, from the one that is kept first, and decides
// how many of the dice left show it; a state is how many dice of each sort are
// left, and the sum of those kept so far.
func (w *effort) pickedDistribution(terms []Term) (pmf, error) {
	keep := int(terms[0].Keep)
	p := picking{effort: w, terms: terms, highest: keep > 0, keep: max(keep, -keep), drop: int(terms[0].Drop)}
	if err := p.prepare(); err != nil {
		return pmf{}, err
	}
	for i := range p.values {
		v := i
		if p.highest {
			v = p.values - 1 - i
		}
		p.take(v)
	}
	out := p.result()
	out.countOutcomes(terms)
	return out, nil
}

// countOutcomes makes chances counts of outcomes, where there aren't too many.
func (o *pmf) countOutcomes(terms []Term) {
	if n := outcomesOf(terms); n <= mostCounted {
		for i, chance := range o.p {
			o.p[i] = math.Round(chance*n) / n
		}
	}
}

// mostCounted is how many outcomes dice may have for their chances to be counts of
// outcomes, to the last bit: a count times a total is exact then, too.
const mostCounted = 1 << 40

// outcomesOf is how many ways there are for the dice of a pool to fall; infinitely many
// where they explode.
func outcomesOf(terms []Term) float64 {
	n := 1.0
	for _, t := range terms {
		if t.Explode || t.Chain {
			return math.Inf(1)
		}
		n = float64(n * number.WholePower(t.outcomes(), float64(t.Count)))
	}
	return n
}

// picking is the work of pickedDistribution.
type picking struct {
	*effort
	terms   []Term
	highest bool
	keep    int
	drop    int         // so many of the first aren't kept
	low     int         // the least that a die comes to
	values  int         // so many values from low on can a die come to
	chances [][]float64 // by term and value, from low
	done    []float64   // by term: the chance of the values gone through
	stride  []int       // by term: in the number of a state of dice left
	states  int
	sums    int
	now     []float64 // by state and sum
	next    []float64
}

func (p *picking) prepare() error {
	p.states = 1
	dice := make([]pmf, len(p.terms))
	for i := range p.terms {
		var err error
		if dice[i], err = p.terms[i].distribution(p.effort); err != nil {
			return err
		}
		p.low = dice[i].low
	}
	for _, one := range dice {
		p.low = min(p.low, one.low)
	}
	for i, t := range p.terms {
		chances := append(make([]float64, dice[i].low-p.low), dice[i].p...)
		p.chances = append(p.chances, chances)
		p.values = max(p.values, len(chances))
		p.stride = append(p.stride, p.states)
		if float64(p.states)*float64(t.Count+1) > MaxOddsWork {
			return oddsTooLarge()
		}
		p.states *= int(t.Count) + 1
	}
	sums := float64(p.keep)*float64(p.values-1) + 1
	// Each value moves each state to those with fewer dice left.
	work := float64(p.values) * float64(p.states) * sums
	for _, t := range p.terms {
		work *= float64(t.Count)/2 + 1
	}
	if work > MaxOddsWork {
		return oddsTooLarge()
	}
	p.sums = int(sums)
	p.now = make([]float64, p.states*p.sums)
	p.next = make([]float64, p.states*p.sums)
	p.done = make([]float64, len(p.terms))
	p.now[(p.states-1)*p.sums] = 1
	return nil
}

// take decides how many dice show v, one sort of dice after the other.
func (p *picking) take(v int) {
	for k := range p.terms {
		if v >= len(p.chances[k]) || p.chances[k][v] == 0 {
			continue
		}
		chance := p.chances[k][v]
		left := 1 - p.done[k]
		// Of the dice that show none of the values before, so many show this one.
		q := 1.0
		if left > chance {
			q = chance / left
		}
		p.done[k] += chance
		p.takeOf(k, v, q)
		p.now, p.next = p.next, p.now
		clear(p.next)
	}
}

func (p *picking) takeOf(k, v int, q float64) {
	for state := range p.states {
		have := state / p.stride[k] % (int(p.terms[k].Count) + 1)
		gone := p.gone(state)
		for sum := range p.sums {
			x := p.now[state*p.sums+sum]
			if x == 0 {
				continue
			}
			p.add((have + 1) * (have + 1)) // each chance takes so many products
			for n := range have + 1 {
				counts := p.kept(gone+n) - p.kept(gone)
				to := (state-n*p.stride[k])*p.sums + sum + counts*v
				p.next[to] += float64(x * binomial(have, n, q))
			}
		}
	}
}

// kept returns how many of the first dice are kept.
func (p *picking) kept(n int) int { return min(max(n-p.drop, 0), p.keep) }

// gone returns how many dice of a state have been decided on.
func (p *picking) gone(state int) int {
	n := 0
	for k, t := range p.terms {
		n += int(t.Count) - state/p.stride[k]%(int(t.Count)+1)
	}
	return n
}

func (p *picking) result() pmf {
	out := pmf{p: make([]float64, p.sums)}
	for state := range p.states {
		// Where an explosion was cut off, a die may be left over; it is negligible.
		for sum := range p.sums {
			out.p[sum] += p.now[state*p.sums+sum]
		}
	}
	first, last := 0, len(out.p)
	for first < last-1 && out.p[first] == 0 {
		first++
	}
	for last > first+1 && out.p[last-1] == 0 {
		last--
	}
	return pmf{low: p.keep*p.low + first, p: out.p[first:last]}
}

// binomial returns the chance that n of count dice show what each shows with chance q.
func binomial(count, n int, q float64) float64 {
	if q >= 1 {
		if n == count {
			return 1
		}
		return 0
	}
	x := 1.0
	for i := range n {
		x = float64(x*float64(count-i)) / float64(i+1) * q
	}
	for range count - n {
		x *= 1 - q
	}
	return x
}
