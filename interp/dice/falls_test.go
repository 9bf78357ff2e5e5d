package dice

import (
	"errors"
	"math"
	"math/big"
	"slices"
	"testing"
)

var oneIn10to12 = big.NewRat(1, 1_000_000_000_000)

// chanceOf adds up the chances of falls that count.
func chanceOf(falls []fall, counts func(fall) bool) *big.Rat {
	sum := new(big.Rat)
	for _, f := range falls {
		if counts(f) {
			sum.Add(sum, new(big.Rat).Mul(new(big.Rat).SetInt(f.n), f.each))
		}
	}
	return sum
}

// TestTotalsAsFaces holds that what dice come to is as likely as going through their faces says, one throw
// after the other, or so many of each face: each is worked out otherwise.
func TestTotalsAsFaces(t *testing.T) {
	ok := got(t)
	d6, d8, d10, d20 := mustDice(t, 1, 6), mustDice(t, 1, 8), mustDice(t, 1, 10), mustDice(t, 1, 20)
	pool := mustDice(t, 4, 6)
	rare := big.NewRat(1, 100_000)
	for _, d := range []Value{
		d20, pool, ok(pool.Best(3)), ok(pool.Worst(1)), ok(mustDice(t, 3, 20).Best(2)), ok(ok(mustDice(t, 3, 20).Best(2)).Worst(1)),
		ok(d6.Reroll(2)), ok(ok(ok(d6.Reroll(1)).Explode()).Best(2)), ok(d10.Explode()), ok(mustDice(t, 2, 10).Explode()), ok(d20.ExplodeFrom(18, 2)),
		ok(ok(d10.Best(2)).Explode()), ok(mustDice(t, 5, 10).Successes(8, math.Inf(1))), ok(ok(mustDice(t, 3, 6).Successes(5, 6)).Explode()),
		ok(ok(mustDice(t, 2, 6).Explode()).Successes(7, 9)), ok(d6.Multiply(-3)), ok(ok(d8.Add(d6)).Best(1)), ok(ok(ok(d8.Explode()).Add(ok(d6.Explode()))).Best(1)),
		ok(ok(mustDice(t, 3, 6).Best(2)).Times(2)), ok(d20.Minus(d6)), ok(d6.Valued([]float64{-1, 0, 0, 1, 1, 2})), ok(mustDice(t, 3, 6).Add(mustDice(t, 2, 8))),
	} {
		totals, err := NewTries(rare).totals(d)
		if err != nil {
			t.Errorf("%s: %v", d, err)
			continue
		}
		for _, order := range []bool{true, false} {
			if !order && !d.interchangeable() {
				continue
			}
			falls, err := NewTries(rare).falls(thrown{d, order})
			if errors.Is(err, ErrTooManyFalls) && d.Terms[0].Chain {
				continue
			}
			if err != nil {
				t.Fatal(d, err)
			}
			left := big.NewRat(1, 1)
			for _, list := range falls {
				left.Sub(left, chanceOf(list, func(fall) bool { return true }))
			}
			for _, w := range totals {
				off := new(big.Rat).Sub(w.Chance, chanceOf(falls[w.known.total], func(fall) bool { return true }))
				if off.Abs(off).Cmp(left) > 0 {
					t.Errorf("%s comes to %v with %s, by its faces it is %s off; %s of those are left out", d, w.known.total, w.Chance, off, left)
				}
			}
		}
	}
}

// TestFallsByHand holds falls against counted faces.
func TestFallsByHand(t *testing.T) {
	ok := got(t)
	two, d6 := mustDice(t, 2, 6), mustDice(t, 1, 6)
	best := ok(two.Best(1))
	for _, test := range []struct {
		name   string
		d      Value
		order  bool
		total  float64
		counts func(f fall) bool
		want   string
	}{
		{"both show 6", two, false, 12, func(fall) bool { return true }, "1/36"},
		{"the first shows 2, of 8", two, true, 8, func(f fall) bool { return f.natural == 2 }, "1/36"},
		{"one shows 2, of 8", two, false, 8, func(f fall) bool { return f.shown[0] == 2 }, "2/36"},
		{"the better one is the first, a 5", best, true, 5, func(f fall) bool { return f.shown[0] == 5 }, "5/36"},
		{"the better one is the second, a 5", best, true, 5, func(f fall) bool { return f.shown[0] < 5 }, "4/36"},
		{"the better one is a 5, the other a 4", best, false, 5, func(f fall) bool { return f.shown[0] == 4 }, "2/36"},
		{"5 and then 3", two, true, 8, func(f fall) bool { return f.shown[0] == 5 && f.shown[1] == 3 }, "1/36"},
		{"6, 6 and then 1", ok(d6.Explode()), true, 13, func(f fall) bool { return len(f.shown) == 3 }, "1/216"},
		{"two sixes, a 1 and a 2, of two dice that explode", ok(two.Explode()), false, 15, func(f fall) bool { return slices.Equal(f.shown, []float64{1, 2, 6, 6}) }, "6/1296"},
		{"a 1, thrown again, is a 6", ok(d6.Reroll(1)), true, 6, func(f fall) bool { return f.natural == 6 && f.shown[0] == 6 }, "7/36"},
		{"a 1, thrown again, is a 6, in any order", ok(d6.Reroll(1)), false, 6, func(f fall) bool { return true }, "7/36"},
	} {
		falls, err := NewTries(oneIn10to12).falls(thrown{test.d, test.order})
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		want, _ := new(big.Rat).SetString(test.want)
		if got := chanceOf(falls[test.total], test.counts); got.Cmp(want) != 0 {
			t.Errorf("%s: %s, not %s", test.name, got, want)
		}
	}
}

// TestFallsLeftOut holds that what explodes again and again is left out where that is rare enough,
// and nothing else.
func TestFallsLeftOut(t *testing.T) {
	d := got(t)(mustDice(t, 1, 10).Explode())
	for _, test := range []struct {
		rare  *big.Rat
		falls int
		left  string
	}{
		{big.NewRat(1, 99), 18, "1/100"}, // two tens are one in 100
		{big.NewRat(1, 100), 27, "1/1000"},
		{big.NewRat(1, 2), 9, "1/10"},
	} {
		ways, err := NewTries(test.rare).totals(d)
		if err != nil || len(ways) != test.falls {
			t.Errorf("%d falls, not %d: %v", len(ways), test.falls, err)
		}
		left := big.NewRat(1, 1)
		for _, w := range ways {
			left.Sub(left, w.Chance)
		}
		if left.RatString() != test.left {
			t.Errorf("%s is left out, not %s", left, test.left)
		}
	}
}

// TestTooManyFalls holds that dice are refused that fall in too many ways.
func TestTooManyFalls(t *testing.T) {
	tries := NewTries(big.NewRat(1, 2))
	if _, err := tries.falls(thrown{mustDice(t, 9, 20), true}); !errors.Is(err, ErrTooManyFalls) {
		t.Error(err)
	}
	if _, err := tries.falls(thrown{mustDice(t, 9, 20), false}); !errors.Is(err, ErrTooManyFalls) {
		t.Error(err)
	}
	if ways, err := tries.totals(mustDice(t, 1000, 6)); err != nil || len(ways) != 5001 {
		t.Error(len(ways), err)
	}
	// Ten dice show so many of each of ten faces: 19 over 9.
	falls, err := tries.falls(thrown{mustDice(t, 10, 10), false})
	n := 0
	for _, list := range falls {
		n += len(list)
	}
	if err != nil || n != 92378 {
		t.Error(n, err)
	}
}
