package dice

import (
	"errors"
	"maps"
	"math/big"
	"slices"
)

// ways counts, of all equally likely rolls, those with each result, in ascending order. Where some
// are omitted, since dice explode repeatedly, the counts don't add up to all.
type ways struct {
	at  []int64
	n   []*big.Int
	all *big.Int
}

// exactly is the precision of the counting, and its work limit.
type exactly struct {
	// Dice that explode more often than this are omitted, and so is what is rarer than rare.
	times int
	rare  *big.Rat
	// left is the remaining work, in nanoseconds approximately.
	left int64
	// pass, if not nil, is called with the number of steps that are about to be taken; a panic ends the work.
	pass func(steps int)
}

// errTooMuchWork means that counting takes too long.
var errTooMuchWork = errors.New("the odds of these dice are too large to compute exactly")

// MaxOddsSteps is the largest number of steps for the odds of one dice value; beyond it the query is an error.
// See limits.md.
const MaxOddsSteps = 50_000

// mostCounting is the work limit for the ways of one dice value.
const mostCounting = MaxOddsSteps * workAStep

// workAStep is the amount of work in a step.
const workAStep = 10_000

// steps is the number of steps taken of mostCounting.
func (e *exactly) steps() int { return int((mostCounting - e.left) / workAStep) }

// spend subtracts the work for a number of operations on numbers of a size.
func (e *exactly) spend(operations int64, size *big.Int) error {
	each := int64(50 + size.BitLen()/32)
	if operations < 0 || operations > e.left/each {
		return errTooMuchWork
	}
	before := e.steps()
	e.left -= operations * each
	if e.pass != nil {
		e.pass(e.steps() - before)
	}
	return nil
}

// tally counts ways in any order. That takes inTally times as long as an operation.
type tally map[int64]*big.Int

const inTally = 5

func (t tally) add(v int64, n *big.Int) {
	if x, ok := t[v]; ok {
		x.Add(x, n)
		return
	}
	t[v] = new(big.Int).Set(n)
}

// of returns the ways counted, out of all.
func (t tally) of(all *big.Int) ways {
	w := ways{all: all, at: slices.Sorted(maps.Keys(t))}
	for _, v := range w.at {
		w.n = append(w.n, t[v])
	}
	return w
}

func certain(v int64) ways { return ways{[]int64{v}, []*big.Int{big.NewInt(1)}, big.NewInt(1)} }

// number returns the number of ways to get a value.
func (w *ways) number(v int64) *big.Int {
	if i, ok := slices.BinarySearch(w.at, v); ok {
		return w.n[i]
	}
	return new(big.Int)
}

// counted returns how many ways aren't omitted.
func (w *ways) counted() *big.Int {
	sum := new(big.Int)
	for _, n := range w.n {
		sum.Add(sum, n)
	}
	return sum
}

// mean returns their average result, over everything that isn't omitted.
func (w *ways) mean() float64 {
	sum, v := new(big.Int), new(big.Int)
	for i, n := range w.n {
		sum.Add(sum, v.Mul(v.SetInt64(w.at[i]), n))
	}
	return quotient(sum, w.counted())
}

// quotient returns the float64 nearest to n/all.
func quotient(n, all *big.Int) float64 {
	v, _ := new(big.Float).SetPrec(53).Quo(new(big.Float).SetInt(n), new(big.Float).SetInt(all)).Float64()
	return v
}

// plus returns the ways for the sum of both.
func (w ways) plus(x ways, e *exactly) (ways, error) {
	all := new(big.Int).Mul(w.all, x.all)
	if w.nothing() {
		return x, nil
	}
	if err := e.spend(inTally*int64(len(w.at))*int64(len(x.at)), all); err != nil {
		return ways{}, err
	}
	sum, n := tally{}, new(big.Int)
	for i, a := range w.at {
		for k, b := range x.at {
			sum.add(a+b, n.Mul(w.n[i], x.n[k]))
		}
	}
	return sum.of(all), nil
}

// nothing reports whether the result is certainly 0.
func (w *ways) nothing() bool { return len(w.at) == 1 && w.at[0] == 0 && w.n[0].Cmp(w.all) == 0 }

// times returns the ways to get a multiple; the factor isn't 0.
func (w ways) times(factor int64) ways {
	out := ways{slices.Clone(w.at), slices.Clone(w.n), w.all}
	for i := range out.at {
		out.at[i] *= factor
	}
	if factor < 0 {
		slices.Reverse(out.at)
		slices.Reverse(out.n)
	}
	return out
}

// power returns the ways for the sum of a number of these dice.
//
// With p(x) the polynomial of which the powers are the values, q = (1-x)p and C = p^n, it holds that
// (1-x)q C' = n((1-x)q' + q) C, since C = q^n / (1-x)^n. So each coefficient of C follows from those
// before it; q has few, since dice show most of their faces as often as the previous one.
func (w ways) power(count int, e *exactly) (ways, error) {
	switch {
	case count == 0 || len(w.at) == 0:
		return certain(0), nil
	case count == 1:
		return w, nil
	case len(w.at) == 1:
		return ways{[]int64{w.at[0] * int64(count)}, []*big.Int{power(w.n[0], count)}, power(w.all, count)}, nil
	}
	low, step := w.at[0], int64(0)
	for _, v := range w.at {
		step = gcd(step, v-low)
	}
	all, top := power(w.all, count), int64(count)*((w.at[len(w.at)-1]-low)/step)
	if err := e.spend(top, all); err != nil {
		return ways{}, err
	}
	terms, first := w.recurrence(low, step, int64(count))
	if err := e.spend(top*int64(len(terms)), all); err != nil {
		return ways{}, err
	}
	c := make([]*big.Int, top+1)
	c[0] = power(w.n[0], count)
	out := ways{[]int64{low * int64(count)}, []*big.Int{c[0]}, all}
	sum, m, kk, product := new(big.Int), new(big.Int), new(big.Int), new(big.Int)
	for k := int64(1); k <= top; k++ {
		sum.SetInt64(0)
		kk.SetInt64(k)
		for i := range terms {
			t := &terms[i]
			if t.back > k {
				break
			}
			if before := c[k-t.back]; before != nil {
				m.Sub(t.plain, m.Mul(t.byPlace, kk))
				sum.Add(sum, product.Mul(m, before)) // not into m: that would allocate each time
			}
		}
		if sum.Sign() != 0 {
			c[k] = new(big.Int).Quo(sum, m.Mul(first, kk))
			out.at, out.n = append(out.at, low*int64(count)+k*step), append(out.n, c[k])
		}
	}
	return out, nil
}

// recurring is the factor of an earlier coefficient in the sum for the one at k:
// plain - k * byPlace times.
type recurring struct {
	back           int64
	plain, byPlace *big.Int
}

// recurrence returns the factors of a power's coefficients for each other; first is the factor of k times
// the one at k.
func (w *ways) recurrence(low, step, count int64) (terms []recurring, first *big.Int) {
	q := tally{}
	for i, v := range w.at {
		at := (v - low) / step
		q.add(at, w.n[i])
		q.add(at+1, new(big.Int).Neg(w.n[i]))
	}
	a, b := tally{}, tally{} // (1-x)q, and (1-x)q' + q, at i-1
	for i, n := range q {
		a.add(i, n)
		a.add(i+1, new(big.Int).Neg(n))
		b.add(i, new(big.Int).Mul(n, big.NewInt(i)))
		b.add(i+1, new(big.Int).Mul(n, big.NewInt(1-i)))
	}
	for i := range b {
		a.add(i, new(big.Int))
	}
	for _, i := range slices.Sorted(maps.Keys(a)) {
		if i == 0 {
			continue
		}
		b.add(i, new(big.Int))
		plain := new(big.Int).Mul(b[i], big.NewInt(count))
		plain.Add(plain, new(big.Int).Mul(a[i], big.NewInt(i)))
		if plain.Sign() != 0 || a[i].Sign() != 0 {
			terms = append(terms, recurring{i, plain, a[i]})
		}
	}
	return terms, a[0]
}

func power(n *big.Int, count int) *big.Int { return new(big.Int).Exp(n, big.NewInt(int64(count)), nil) }

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// waysOf returns the ways of dice, without their bonus.
func waysOf(d *Value, e *exactly) (ways, error) {
	total := certain(0)
	for i := 0; i < d.Len; {
		end := d.poolEnd(i)
		one, err := poolWays(d.Terms[i:end], e)
		if err != nil {
			return ways{}, err
		}
		if one, err = one.power(int(d.Terms[i].Repeat), e); err != nil {
			return ways{}, err
		}
		if total, err = total.plus(one.times(int64(d.Terms[i].Factor)), e); err != nil {
			return ways{}, err
		}
		i = end
	}
	return total, nil
}

// poolWays returns the ways of one pool, rolled once.
func poolWays(terms []Term, e *exactly) (ways, error) {
	t := &terms[0]
	switch {
	case t.Chain:
		faces, err := pickedWays([]Term{{Count: t.Count, Sides: t.Sides, Again: t.Again, Keep: t.Keep}}, e)
		if err != nil {
			return ways{}, err
		}
		return t.exploded(faces, e)
	case t.Keep != 0:
		return pickedWays(terms, e)
	}
	one, err := t.ways(e)
	if err != nil {
		return ways{}, err
	}
	return one.power(int(t.Count), e)
}

// ways returns the ways of one die of a term.
func (t *Term) ways(e *exactly) (ways, error) {
	if err := e.spend(inTally*int64(t.Sides), new(big.Int)); err != nil {
		return ways{}, err
	}
	faces := ways{all: big.NewInt(int64(t.outcomes()))}
	for face := int32(1); face <= t.Sides; face++ {
		faces.at, faces.n = append(faces.at, int64(face)), append(faces.n, big.NewInt(int64(t.weight(face))))
	}
	value := func(v int64) int64 { return int64(t.value(int32(v))) }
	switch {
	case !t.Explode && !t.counted():
		return faces, nil
	case t.Explode:
		exploded, err := t.exploded(faces, e)
		if err != nil || !t.Whole {
			return exploded, err
		}
		faces, value = exploded, func(v int64) int64 { return int64(t.success(int32(v))) }
	}
	counted := tally{}
	for i, v := range faces.at {
		counted.add(value(v), faces.n[i])
	}
	return counted.of(faces.all), nil
}

// exploded returns the ways of a die that is rolled again from t.From on, where faces has the
// frequency of each face.
func (t *Term) exploded(faces ways, e *exactly) (ways, error) {
	out, all := tally{}, big.NewInt(1)
	live := tally{0: big.NewInt(1)}
	chance, n := new(big.Rat), new(big.Int)
	for step := 0; ; step++ {
		all = new(big.Int).Mul(all, faces.all)
		if err := e.spend(inTally*int64(len(live))*int64(len(faces.at))+int64(len(out)), all); err != nil {
			return ways{}, err
		}
		for _, x := range out {
			x.Mul(x, faces.all)
		}
		next, sum, less := tally{}, new(big.Int), int64(0)
		if step > 0 {
			less = int64(t.Less)
		}
		for v, p := range live {
			for i, face := range faces.at {
				n.Mul(p, faces.n[i])
				if to := v + int64(t.value(int32(face))) - less; face >= int64(t.From) {
					next.add(to, n)
					sum.Add(sum, n)
				} else {
					out.add(to, n)
				}
			}
		}
		if live = next; step == e.times || chance.SetFrac(sum, all).Cmp(e.rare) < 0 {
			return out.of(all), nil
		}
	}
}

// picking counts the ways of a pool with picks. It iterates over the possible results of a die,
// those kept first, and decides how many dice have each, until it is known which are kept.
type picking struct {
	*exactly
	keep, drop int
	count      [MaxTerms]int
	dice       []ways
	// left are, by term, the ways for one die to get a result not yet iterated over.
	left []*big.Int
	out  tally
	all  *big.Int
}

// perHand is the work for a hand before any counting in it.
const perHand = 10

// decided is the number of decided dice of each term.
type decided [MaxTerms]int

func (d decided) sum() int { return d[0] + d[1] + d[2] + d[3] }

// kept returns how many of the first dice are kept.
func (p *picking) kept(n int) int { return min(max(n-p.drop, 0), p.keep) }

// pickedWays returns the ways of the kept dice of a pool.
func pickedWays(terms []Term, e *exactly) (ways, error) {
	keep := int(terms[0].Keep)
	p := picking{exactly: e, keep: max(keep, -keep), drop: int(terms[0].Drop), out: tally{}, all: big.NewInt(1)}
	values := map[int64]bool{}
	for i := range terms {
		one, err := terms[i].ways(e)
		if err != nil {
			return ways{}, err
		}
		p.dice, p.left, p.count[i] = append(p.dice, one), append(p.left, one.counted()), int(terms[i].Count)
		p.all.Mul(p.all, power(one.all, p.count[i]))
		for _, v := range one.at {
			values[v] = true
		}
	}
	order := slices.Sorted(maps.Keys(values))
	if keep > 0 {
		slices.Reverse(order)
	}
	hands := map[decided]tally{{}: {0: big.NewInt(1)}}
	for _, v := range order {
		next := map[decided]tally{}
		for have, sums := range hands {
			if err := p.take(have, sums, v, next); err != nil {
				return ways{}, err
			}
		}
		for i := range p.dice {
			p.left[i] = new(big.Int).Sub(p.left[i], p.dice[i].number(v))
		}
		hands = next
	}
	return p.out.of(p.all), nil
}

// take decides how many of the undecided dice have the result v: either enough to know
// which are kept, or fewer, and the others get less.
func (p *picking) take(have decided, sums tally, v int64, next map[decided]tally) error {
	need := p.keep + p.drop - have.sum()
	rest := big.NewInt(1) // the ways for v or less
	for i := range p.dice {
		rest.Mul(rest, power(p.left[i], p.count[i]-have[i]))
	}
	var err error
	p.fewer(have, 0, need, big.NewInt(1), big.NewInt(1), v, func(then decided, n, others *big.Int) {
		rest.Sub(rest, new(big.Int).Mul(n, others))
		if err == nil {
			err = p.spend(inTally*int64(len(sums)+perHand), p.all)
		}
		if err != nil || n.Sign() == 0 {
			return
		}
		if next[then] == nil {
			next[then] = tally{}
		}
		add := int64(p.kept(then.sum())-p.kept(have.sum())) * v
		for sum, ways := range sums {
			next[then].add(sum+add, new(big.Int).Mul(ways, n))
		}
	})
	if rest.Sign() != 0 {
		add := int64(p.keep-p.kept(have.sum())) * v
		for sum, ways := range sums {
			p.out.add(sum+add, new(big.Int).Mul(ways, rest))
		}
	}
	return err
}

// fewer calls visit for each way in which fewer than need dice of the terms from one on get v: n is
// the number of these ways, others the number of ways for the remaining dice to get less.
func (p *picking) fewer(have decided, term, need int, n, others *big.Int, v int64, visit func(then decided, n, others *big.Int)) {
	if term == len(p.dice) {
		visit(have, n, others)
		return
	}
	open, one := p.count[term]-have[term], p.dice[term].number(v)
	less := new(big.Int).Sub(p.left[term], one)
	for k := 0; k < need && k <= open; k++ {
		if k > 0 && one.Sign() == 0 {
			return
		}
		then := have
		then[term] += k
		ways := new(big.Int).Binomial(int64(open), int64(k))
		ways.Mul(ways, power(one, k)).Mul(ways, n)
		p.fewer(then, term+1, need-k, ways, new(big.Int).Mul(others, power(less, open-k)), v, visit)
	}
}
