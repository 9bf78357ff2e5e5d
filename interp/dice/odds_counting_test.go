package dice

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

// counted are dice whose outcomes can be gone through one by one: pools of dice by their
// sides, of each of which so many of the highest (or, negative, lowest) count; 0: all.
type counted struct {
	d     Value
	pools []countedPool
}

type countedPool struct {
	sides []int
	keep  int
}

func smallDice(t *testing.T) []counted {
	ok := got(t)
	d4, d6 := mustDice(t, 1, 4), mustDice(t, 1, 6)
	three := ok(ok(d4.Add(mustDice(t, 2, 6))).Add(mustDice(t, 1, 3)))
	return []counted{
		{mustDice(t, 3, 4), []countedPool{{[]int{4, 4, 4}, 0}}},
		{mustDice(t, 2, 6).Plus(-3), []countedPool{{[]int{6, 6}, 0}}},
		{ok(d4.Add(d6)).Plus(1), []countedPool{{[]int{4, 6}, 0}}},
		{ok(mustDice(t, 4, 4).Best(2)), []countedPool{{[]int{4, 4, 4, 4}, 2}}},
		{ok(mustDice(t, 4, 4).Worst(3)), []countedPool{{[]int{4, 4, 4, 4}, -3}}},
		{ok(d6.Best(3)), []countedPool{{[]int{6, 6, 6}, 1}}},
		{ok(d6.Worst(3)), []countedPool{{[]int{6, 6, 6}, -1}}},
		{ok(three.Best(2)), []countedPool{{[]int{4, 6, 6, 3}, 2}}},
		{ok(three.Worst(2)), []countedPool{{[]int{4, 6, 6, 3}, -2}}},
		{ok(three.Best(3)), []countedPool{{[]int{4, 6, 6, 3}, 3}}},
		{ok(ok(d4.Best(2)).Times(2)), []countedPool{{[]int{4, 4}, 1}, {[]int{4, 4}, 1}}},
		{ok(ok(d4.Best(2)).Add(ok(d6.Worst(2)))).Plus(2), []countedPool{{[]int{4, 4}, 1}, {[]int{6, 6}, -1}}},
		{ok(ok(d4.Best(2)).Add(mustDice(t, 2, 3))), []countedPool{{[]int{4, 4}, 1}, {[]int{3, 3}, 0}}},
	}
}

// outcomes calls visit with the faces of each outcome and what they come to, without the bonus.
func (c *counted) outcomes(visit func(faces []int, total int)) {
	var sides []int
	for _, p := range c.pools {
		sides = append(sides, p.sides...)
	}
	faces := slices.Repeat([]int{1}, len(sides))
	for {
		total, at := 0, 0
		for _, p := range c.pools {
			pool := slices.Sorted(slices.Values(faces[at : at+len(p.sides)]))
			at += len(p.sides)
			switch {
			case p.keep > 0:
				pool = pool[len(pool)-p.keep:]
			case p.keep < 0:
				pool = pool[:-p.keep]
			}
			for _, f := range pool {
				total += f
			}
		}
		visit(faces, total)
		i := 0
		for ; i < len(faces) && faces[i] == sides[i]; i++ {
			faces[i] = 1
		}
		if i == len(faces) {
			return
		}
		faces[i]++
	}
}

// TestOddsByCounting goes through all outcomes of some dice: chances and expectations are
// those of the counts, and each outcome thrown comes to its total.
func TestOddsByCounting(t *testing.T) {
	for _, c := range smallDice(t) {
		counts, n, sum := map[int]int{}, 0, 0
		s := testSource(1, 1)
		c.outcomes(func(faces []int, total int) {
			counts[total]++
			n++
			sum += total
			s.Forget()
			s.Follow(scriptOf(faces))
			if r := throwOne(t, s, c.d, 0, 0); r.Total != float64(total)+c.d.Bonus {
				t.Errorf("%s shows %v and comes to %g, want %g", c.d, faces, r.Total, float64(total)+c.d.Bonus)
			}
		})
		var odds Odds
		if e, err := odds.Expected(c.d); err != nil || math.Abs(e-float64(sum)/float64(n)-c.d.Bonus) > 1e-9 {
			t.Errorf("expected(%s) = %v, %v; want %v", c.d, e, err, float64(sum)/float64(n)+c.d.Bonus)
		}
		// Of one pool it is the sum of the counts, to the last bit.
		if e, _ := odds.Expected(c.d); len(c.pools) == 1 && e != float64(sum)/float64(n)+c.d.Bonus {
			t.Errorf("expected(%s) = %v, want exactly %v", c.d, e, float64(sum)/float64(n)+c.d.Bonus)
		}
		totals, least := 0, n
		for total := range 30 {
			p, err := odds.Chance(c.d, float64(total)+c.d.Bonus)
			if want := float64(least) / float64(n); err != nil || math.Abs(p-want) > 1e-12 {
				t.Errorf("chance(%s, %g) = %v, %v; want %v", c.d, float64(total)+c.d.Bonus, p, err, want)
			}
			if half, _ := odds.Chance(c.d, float64(total)+c.d.Bonus-0.5); math.Abs(half-p) > 1e-12 {
				t.Errorf("chance(%s, %g) is %v, that of half a point more %v", c.d, float64(total)+c.d.Bonus-0.5, half, p)
			}
			least -= counts[total]
			totals += counts[total]
		}
		if totals != n {
			t.Errorf("%s: %d of %d outcomes lie below 30", c.d, totals, n)
		}
		lowest, highest := slices.Min(keys(counts)), slices.Max(keys(counts))
		if c.d.Bottom() != float64(lowest)+c.d.Bonus || c.d.Top() != float64(highest)+c.d.Bonus {
			t.Errorf("%s goes from %g to %g, want %d to %d and %g", c.d, c.d.Bottom(), c.d.Top(), lowest, highest, c.d.Bonus)
		}
	}
}

func keys(m map[int]int) []int {
	var list []int
	for k := range m {
		list = append(list, k)
	}
	return list
}

// TestExplosionsByChance: a die that explodes comes to at least s+1 once in s throws, to at
// least s+2 that often less one face, to at least 2s+1 once in s*s.
func TestExplosionsByChance(t *testing.T) {
	ok := got(t)
	for _, s := range []float64{2, 4, 10} {
		one := ok(mustDice(t, 1, s).Explode())
		best := ok(one.Best(2))
		two := ok(mustDice(t, 2, s).Explode())
		var odds Odds
		for n, want := range map[float64]float64{1: 1, s + 1: 1 / s, s + 2: (s - 1) / s / s, 2*s + 1: 1 / s / s} {
			if s == 2 && n == s+2 { // a 2 that went on shows 3 or more than 4
				want = 1 / s / s
			}
			if p, err := odds.Chance(one, n); err != nil || math.Abs(p-want) > 1e-12 {
				t.Errorf("chance(%s, %g) = %v, %v; want %v", one, n, p, err, want)
			}
			// Neither of two gets there.
			if p, err := odds.Chance(best, n); err != nil || math.Abs(p-(1-(1-want)*(1-want))) > 1e-12 {
				t.Errorf("chance(%s, %g) = %v, %v; want %v", best, n, p, err, 1-(1-want)*(1-want))
			}
		}
		// The two lowest faces are one outcome of s*s.
		if p, err := odds.Chance(two, 3); err != nil || math.Abs(p-(1-1/s/s)) > 1e-12 {
			t.Errorf("chance(%s, 3) = %v, %v; want %v", two, p, err, 1-1/s/s)
		}
		// The mean of s+1 halves, with s more of them an s-th of the time each, twice.
		if e, err := odds.Expected(two); err != nil || math.Abs(e-(s+1)*s/(s-1)) > 1e-9 {
			t.Errorf("expected(%s) = %v, %v; want %v", two, e, err, (s+1)*s/(s-1))
		}
	}
}

// TestLargeOdds: what has too many outcomes to be counted is as near as a float64 can be, and
// what takes too much work is refused.
func TestLargeOdds(t *testing.T) {
	ok := got(t)
	var odds Odds
	// Dice are the same upside down, so that half of the odd totals lie above the middle.
	for _, d := range []Value{mustDice(t, 21, 6), mustDice(t, 41, 6), mustDice(t, 1, 1_000_000), mustDice(t, 7, 1000)} {
		middle := (d.Top() + d.Bottom()) / 2
		if p, err := odds.Chance(d, math.Ceil(middle)); err != nil || math.Abs(p-0.5) > 1e-9 {
			t.Errorf("chance(%s, %g) = %v, %v; want a half", d, math.Ceil(middle), p, err)
		}
	}
	best := ok(mustDice(t, 30, 6).Best(29)) // all less the lowest, of 6^30 outcomes
	worst := ok(mustDice(t, 30, 6).Worst(1))
	a, errA := odds.Expected(best)
	b, errB := odds.Expected(worst)
	if errA != nil || errB != nil || math.Abs(a+b-105) > 1e-9 {
		t.Errorf("29 of 30 dice come to %v, the other to %v, %v, %v: together 30 times 3.5", a, b, errA, errB)
	}
	for _, d := range []Value{mustDice(t, 1000, 1_000_000), ok(mustDice(t, 900, 100).Explode())} {
		if p, err := odds.Chance(d, 5); err == nil || err.Error() != "the odds of these dice are too large to compute exactly" || p != 0 {
			t.Errorf("chance(%s, 5) = %v, %v", d, p, err)
		}
		if _, err := odds.Expected(d); err != nil {
			t.Errorf("expected(%s): %v", d, err)
		}
	}
	if e, err := odds.Expected(ok(mustDice(t, 999, 100).Best(500))); err == nil || e != 0 {
		t.Errorf("the best 500 of 999 come to %v", e)
	}
	// 20 values of 50 hands with up to 951 sums, each with 25 ways to go on on the average, are some ten
	// million sums; of 40 dice it is less than a million.
	if e, err := odds.Expected(ok(mustDice(t, 100, 20).Best(50))); err == nil {
		t.Errorf("the best 50 of 100 come to %v", e)
	}
	if e, err := odds.Expected(ok(mustDice(t, 40, 20).Best(20))); err != nil || e < 20*10.5 || e > 20*20 {
		t.Errorf("the best 20 of 40 come to %v, %v", e, err)
	}
	// More dice values than are remembered are worked out all the same.
	for sides := range 5000 {
		if e, err := odds.Expected(mustDice(t, 1, float64(sides+1))); err != nil || e != float64(sides+2)/2 {
			t.Fatalf("expected(1d%d) = %v, %v", sides+1, e, err)
		}
	}
}

// TestAddAndCount: what is added goes behind, numbers add up, and equal dice are counted
// together where nothing is picked from them.
func TestAddAndCount(t *testing.T) {
	ok := got(t)
	d6, d8 := mustDice(t, 1, 6), mustDice(t, 1, 8)
	best := ok(d6.Best(2))
	mixed := ok(ok(d6.Add(d8)).Best(1))
	for _, test := range []struct {
		a, b  Value
		text  string
		count int
	}{
		{d6.Plus(2), d6.Plus(3), "2d6 + 5", 2},
		{d6, d8.Plus(-1), "1d6 + 1d8 - 1", 2},
		{Value{}.Plus(1), d6, "1d6 + 1", 1},
		{d6, Value{}.Plus(1), "1d6 + 1", 1},
		{best, d6, "best(2, 1d6) + 1d6", 3},
		{d6, best, "1d6 + best(2, 1d6)", 3},
		{best, best, "best(2, 1d6) + best(2, 1d6)", 4},
		{d6, ok(d6.Explode()), "1d6 + explode(1d6)", 2},
		{mixed, d8, "best(1, 1d6 + 1d8) + 1d8", 3},
		{d6, mixed, "1d6 + best(1, 1d6 + 1d8)", 3},
		{ok(best.Times(3)), d8, "times(3, best(2, 1d6)) + 1d8", 7},
		{ok(d6.Times(4)), d8, "4d6 + 1d8", 5},
		{ok(ok(d6.Add(d8)).Times(2)), d8, "2d6 + 3d8", 5},
	} {
		sum := ok(test.a.Add(test.b))
		if sum.String() != test.text || sum.Count() != test.count {
			t.Errorf("%s and %s are %s, %d dice; want %s, %d", test.a, test.b, sum, sum.Count(), test.text, test.count)
		}
	}
	for _, test := range []struct {
		err  error
		want string
	}{
		{err: second(best.Best(501)), want: "1002 dice in one roll: the limit is 1000"},
		{err: second(d6.Best(1001)), want: "1001 dice in one roll: the limit is 1000"},
		{err: second(d6.Best(1.5)), want: "best(1.5, ..): the number of dice must be whole and at least 1"},
		{err: second(d6.Times(1001)), want: "1001 dice in one roll: the limit is 1000"},
		{err: second(d6.Times(0.5)), want: "times(0.5, ..): the number must be whole and not negative"},
		{err: second(ok(best.Times(2)).Best(1)), want: "best(1, times(2, best(2, 1d6))): these dice are already picked from"},
		{err: second(mixed.Worst(1)), want: "worst(1, best(1, 1d6 + 1d8)): these dice are already picked from"},
		{err: second(ok(best.Explode()).Best(2)), want: "best(2, explode(best(2, 1d6))): these dice are already picked from"},
	} {
		if test.err == nil || test.err.Error() != test.want {
			t.Errorf("got %v, want %s", test.err, test.want)
		}
	}
	if d, err := best.Best(500); err != nil || d.Count() != 1000 {
		t.Errorf("the best of 500 bests: %s, %v", d, err)
	}
	if d, err := mustDice(t, 999, 6).Add(d6); err != nil || d.Count() != 1000 {
		t.Errorf("999 and one: %s, %v", d, err)
	}
	if d, err := d6.Times(1000); err != nil || d.Count() != 1000 {
		t.Errorf("a thousand: %s, %v", d, err)
	}
	if n := (Value{}).Plus(3).Sides(); n != 0 {
		t.Errorf("without dice there are %g sides", n)
	}
}

func second(_ Value, err error) error { return err }

// TestLabels: labels have numbers from 0 in the order in which they were first named.
func TestLabels(t *testing.T) {
	var l Labels
	if a, b, again := l.Number("attack"), l.Number("harm"), l.Number("attack"); a != 0 || b != 1 || again != 0 {
		t.Errorf("attack, harm and attack are %d, %d and %d", a, b, again)
	}
	c := l.Clone()
	if c.Number("harm") != 1 || c.Number("more") != 2 || c.Len() != 3 || l.Len() != 2 || c.Name(1) != "harm" {
		t.Errorf("of %d labels a clone has %d", l.Len(), c.Len())
	}
	if l.Number("other") != 2 || c.Name(2) != "more" {
		t.Error("a clone shares what is added")
	}
}

// TestRecords: a roll is recorded with who, what for, and which faces, until it is forgotten.
func TestRecords(t *testing.T) {
	c := testSource(4, 2)
	first, err := c.Throw(&Value{Terms: [MaxTerms]Term{{Count: 2, Sides: 6, Repeat: 1, Factor: 1}}, Len: 1, Bonus: 1}, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	best := got(t)(mustDice(t, 1, 20).Best(3))
	next, err := c.Throw(&best, 2, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		roll                        int
		roller, label, count, start int32
	}{{first, 1, 0, 2, 0}, {next, 2, 1, 3, 2}} {
		r := c.Roll(test.roll)
		if r.Roller != test.roller || r.Label != test.label || r.Count != test.count || r.First != test.start || r.Scripted {
			t.Errorf("%+v", *r)
		}
		sum, natural := 0.0, int32(0)
		for i, f := range c.Faces(test.roll) {
			if int(f.Die) != i {
				t.Errorf("face %d is of die %d", i, f.Die)
			}
			if f.Kept {
				sum += float64(f.Shown)
				if natural == 0 {
					natural = f.Shown
				}
			}
		}
		if test.roll == first {
			sum++
		}
		if r.Total != sum || r.Natural != natural {
			t.Errorf("%v come to %g, natural %d; recorded are %g and %d", c.Faces(test.roll), sum, natural, r.Total, r.Natural)
		}
	}
	// Rollers are 0 to 2, labels 0 and 1: two of each roller.
	if want := []uint32{0, 0, 1, 0, 0, 1}; !slices.Equal(c.Uses(), want) {
		t.Errorf("used are %v, want %v", c.Uses(), want)
	}
	c.Forget()
	if n, _ := c.Throw(&best, 2, 1); n != 0 || c.Uses()[5] != 2 {
		t.Errorf("after all was forgotten the next roll is %d, and its label was used %d times", n, c.Uses()[5])
	}
	c.Follow(scriptOf{1, 2, 3})
	if n, _ := c.Throw(&best, 2, 1); !c.Roll(n).Scripted {
		t.Error("a scripted roll is recorded as thrown")
	}
	c.Follow(nil)
	c.Reset(4, 2)
	if n, _ := c.Throw(&best, 2, 1); n != 0 || c.Uses()[5] != 1 || c.Uses()[2] != 0 {
		t.Errorf("after a reset the next roll is %d, and used are %v", n, c.Uses())
	}
}

// TestContinue: a source goes on where another one stands.
func TestContinue(t *testing.T) {
	d := mustDice(t, 3, 100)
	a, b := testSource(4, 2), testSource(9, 9)
	throwOne(t, a, d, 0, 0)
	throwOne(t, b, d, 2, 1)
	b.Continue(a)
	if !slices.Equal(a.Uses(), b.Uses()) {
		t.Errorf("used are %v, want %v", b.Uses(), a.Uses())
	}
	if a.Lot(1) != b.Lot(1) || a.Lot(0) == a.Lot(1) {
		t.Errorf("lots are %g and %g", a.Lot(1), b.Lot(1))
	}
	for _, label := range []Label{0, 1, 0} {
		n, err := b.Throw(&d, 0, label)
		if err != nil {
			t.Fatal(err)
		}
		if want := throwOne(t, a, d, 0, label); fmt.Sprint(b.Roll(n).Total) != fmt.Sprint(want.Total) {
			t.Errorf("it throws %g, the other one %g", b.Roll(n).Total, want.Total)
		}
	}
}
