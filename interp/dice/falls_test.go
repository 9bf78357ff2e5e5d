package dice_test

import (
	"errors"
	"math"
	"math/big"
	"testing"

	"github.com/rulec/rulec/interp/dice"
)

var least = big.NewRat(1, 1_000_000_000_000)

// chanceOf adds up the chances of falls.
func chanceOf(falls []dice.Fall, counts func(dice.Fall) bool) *big.Rat {
	sum := new(big.Rat)
	for _, f := range falls {
		if counts(f) {
			sum.Add(sum, f.Chance)
		}
	}
	return sum
}

// TestFallsAsOdds holds that the falls of dice come to the same as the odds that formulas ask for,
// which are worked out otherwise.
func TestFallsAsOdds(t *testing.T) {
	d6, d8, d10, d20 := ok(dice.New(1, 6)), ok(dice.New(1, 8)), ok(dice.New(1, 10)), ok(dice.New(1, 20))
	pool := ok(dice.New(4, 6))
	for _, d := range []dice.Value{
		d20, pool, ok(pool.Best(3)), ok(pool.Worst(1)), ok(ok(dice.New(3, 20)).Best(2)), ok(ok(ok(dice.New(3, 20)).Best(2)).Worst(1)),
		ok(d6.Reroll(2)), ok(ok(ok(d6.Reroll(1)).Explode()).Best(2)), ok(d10.Explode()), ok(ok(dice.New(3, 10)).Explode()), ok(d20.ExplodeFrom(18, 2)),
		ok(ok(d10.Best(2)).Explode()), ok(ok(dice.New(5, 10)).Successes(8, math.Inf(1))), ok(ok(ok(dice.New(3, 6)).Successes(5, 6)).Explode()),
		ok(ok(ok(dice.New(3, 6)).Explode()).Successes(7, 9)), ok(d6.Multiply(-3)), ok(ok(d8.Add(d6)).Best(1)), ok(ok(ok(d8.Explode()).Add(ok(d6.Explode()))).Best(1)),
		ok(ok(pool.Best(3)).Times(2)), ok(d20.Minus(d6)), ok(d6.Valued([]float64{-1, 0, 0, 1, 1, 2})), {},
	} {
		falls, err := dice.Falls(d, dice.Totals, least)
		if err != nil {
			t.Errorf("%s: %v", d, err)
			continue
		}
		var known dice.Odds
		for _, f := range falls {
			p, _ := chanceOf(falls, func(x dice.Fall) bool { return x.Total >= f.Total }).Float64()
			want, err := known.Chance(d, f.Total)
			if err != nil || math.Abs(p-want) > 1e-10 {
				t.Errorf("%s comes to at least %v with %v, the odds say %v, %v", d, f.Total, p, want, err)
			}
		}
	}
}

// TestFallsByHand holds falls against counted faces.
func TestFallsByHand(t *testing.T) {
	two, d6 := ok(dice.New(2, 6)), ok(dice.New(1, 6))
	best := ok(two.Best(1))
	for _, test := range []struct {
		name   string
		d      dice.Value
		seen   dice.Seen
		counts func(dice.Fall) bool
		want   string
	}{
		{"both show 6", two, dice.Totals, func(f dice.Fall) bool { return f.Total == 12 }, "1/36"},
		{"the first shows 2, of 8", two, dice.Naturals, func(f dice.Fall) bool { return f.Total == 8 && f.Natural == 2 }, "1/36"},
		{"the better one is the first, a 5", best, dice.FirstFace, func(f dice.Fall) bool { return f.Total == 5 && f.Faces[0].Shown == 5 }, "5/36"},
		{"the better one is the second, a 5", best, dice.FirstFace, func(f dice.Fall) bool { return f.Total == 5 && f.Faces[0].Shown < 5 }, "4/36"},
		{"5 and then 3", two, dice.AllFaces, func(f dice.Fall) bool { return f.Faces[0].Shown == 5 && f.Faces[1].Shown == 3 }, "1/36"},
		{"6, 6 and then 1", ok(d6.Explode()), dice.AllFaces, func(f dice.Fall) bool { return f.Total == 13 && len(f.Faces) == 3 }, "1/216"},
		{"a 1, thrown again, is a 6", ok(d6.Reroll(1)), dice.FirstFace, func(f dice.Fall) bool { return f.Natural == 6 && f.Faces[0].Shown == 6 }, "7/36"},
	} {
		falls, err := dice.Falls(test.d, test.seen, least)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		want, _ := new(big.Rat).SetString(test.want)
		if got := chanceOf(falls, test.counts); got.Cmp(want) != 0 {
			t.Errorf("%s: %s, not %s", test.name, got, want)
		}
	}
}

// TestFallsLeftOut holds that what explodes again and again is left out where that is rare enough,
// and nothing else.
func TestFallsLeftOut(t *testing.T) {
	d := ok(ok(dice.New(1, 10)).Explode())
	for _, test := range []struct {
		least *big.Rat
		falls int
		left  string
	}{
		{big.NewRat(1, 99), 18, "1/100"}, // two tens are one in 100
		{big.NewRat(1, 100), 27, "1/1000"},
		{big.NewRat(1, 2), 9, "1/10"},
	} {
		falls, err := dice.Falls(d, dice.Totals, test.least)
		if err != nil || len(falls) != test.falls {
			t.Errorf("%d falls, not %d: %v", len(falls), test.falls, err)
		}
		left := new(big.Rat).Sub(big.NewRat(1, 1), chanceOf(falls, func(dice.Fall) bool { return true }))
		if left.RatString() != test.left {
			t.Errorf("%s is left out, not %s", left, test.left)
		}
	}
}

// TestTooManyFalls holds that dice are refused that fall in too many ways.
func TestTooManyFalls(t *testing.T) {
	if _, err := dice.Falls(ok(dice.New(9, 20)), dice.AllFaces, least); !errors.Is(err, dice.ErrTooManyFalls) {
		t.Error(err)
	}
	if _, err := dice.Falls(ok(dice.New(100, 20)), dice.Totals, least); err != nil {
		t.Error(err)
	}
	if falls, err := dice.Falls(ok(dice.New(3, 20)), dice.AllFaces, big.NewRat(1, 2)); err != nil || len(falls) != 8000 {
		t.Errorf("dice that don't explode are left out: %d falls, %v", len(falls), err)
	}
}

// ok returns dice that can be.
func ok(d dice.Value, err error) dice.Value {
	if err != nil {
		panic(err)
	}
	return d
}
