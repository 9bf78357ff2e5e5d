package dice

import (
	"math"
	"strings"
	"testing"
)

func mustDice(t testing.TB, count, sides float64) Value {
	t.Helper()
	d, err := New(count, sides)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// got turns the two results of a dice operation into one.
func got(t testing.TB) func(Value, error) Value {
	return func(d Value, err error) Value {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
}

func TestDiceText(t *testing.T) {
	ok := got(t)
	d20, d6 := mustDice(t, 1, 20), mustDice(t, 1, 6)
	tests := []struct {
		d    Value
		want string
	}{
		{Value{}, "0"},
		{Value{}.Plus(3), "3"},
		{mustDice(t, 0, 6).Plus(-2), "-2"},
		{d20, "1d20"},
		{d20.Plus(3), "1d20 + 3"},
		{d20.Plus(-1.5), "1d20 - 1.5"},
		{ok(d6.Add(d6)), "2d6"},
		{ok(d6.Add(d20)), "1d6 + 1d20"},
		{ok(ok(d6.Add(d20)).Add(d6)), "1d6 + 1d20 + 1d6"},
		{ok(d20.Plus(3).Best(2)), "best(2, 1d20) + 3"},
		{ok(d20.Worst(3)), "worst(3, 1d20)"},
		{ok(mustDice(t, 4, 6).Best(3)), "best(3, 4d6)"},
		{ok(mustDice(t, 4, 6).Worst(4)), "4d6"},
		{ok(ok(d20.Best(2)).Best(3)), "best(6, 1d20)"},
		{ok(ok(d6.Add(mustDice(t, 1, 8))).Best(1)), "best(1, 1d6 + 1d8)"},
		{ok(d6.Explode()), "explode(1d6)"},
		{ok(ok(d6.Best(2)).Explode()), "explode(best(2, 1d6))"},
		{ok(ok(d6.Explode()).Best(2)), "best(2, explode(1d6))"},
		{ok(ok(ok(d6.Worst(2)).Explode()).Times(3)), "times(3, explode(worst(2, 1d6)))"},
		{ok(d6.Plus(2).Times(3)), "3d6 + 6"},
		{ok(ok(d6.Best(2)).Times(3)), "times(3, best(2, 1d6))"},
		{ok(d6.Times(0)), "0"},
		{ok(d20.Best(1)), "1d20"},
	}
	for _, test := range tests {
		if s := test.d.String(); s != test.want {
			t.Errorf("got %s, want %s", s, test.want)
		}
	}
}

func TestDiceRefusals(t *testing.T) {
	d6 := mustDice(t, 1, 6)
	best := got(t)(d6.Best(2))
	four := d6
	for _, sides := range []float64{8, 10, 12} {
		four = got(t)(four.Add(mustDice(t, 1, sides)))
	}
	second := func(_ Value, err error) error { return err }
	tests := []struct {
		err  error
		want string
	}{
		{second(New(-1, 6)), "-1 dice can't be rolled: use max(0, ..)"},
		{second(New(1.5, 6)), "1.5 dice can't be rolled"},
		{second(New(1001, 6)), "1001 dice in one roll: the limit is 1000"},
		{second(New(1, 0)), "a die can't have 0 sides"},
		{second(New(1, 1000001)), "a die of 1000001 sides: the limit is 1000000"},
		{second(New(1, math.NaN())), "a die can't have NaN sides"},
		{second(mustDice(t, 1000, 6).Add(d6)), "1001 dice in one roll: the limit is 1000"},
		{second(mustDice(t, 501, 6).Times(2)), "1002 dice in one roll: the limit is 1000"},
		{second(d6.Times(-1)), "times(-1, ..): the number must be whole and not negative"},
		{second(d6.Best(0)), "best(0, ..): the number of dice must be whole and at least 1"},
		{second(best.Worst(2)), "worst(2, best(2, 1d6)): these dice are already picked from"},
		{second(mustDice(t, 2, 6).Best(3)), "best(3, 2d6): there are only 2 dice"},
		{second(mustDice(t, 1, 1).Explode()), "a die with one side would explode forever"},
		{second(four.Add(mustDice(t, 1, 4))), "a roll can mix at most 4 types of dice"},
	}
	for _, test := range tests {
		if test.err == nil || test.err.Error() != test.want {
			t.Errorf("got %v, want %s", test.err, test.want)
		}
	}
	mustDice(t, 1000, 1e6) // at the limits
}

func TestDiceExtremes(t *testing.T) {
	ok := got(t)
	mixed := ok(mustDice(t, 2, 6).Add(mustDice(t, 1, 10)))
	tests := []struct {
		d           Value
		bottom, top float64
	}{
		{mustDice(t, 2, 6).Plus(3), 5, 15},
		{mixed, 3, 22},
		{ok(mustDice(t, 4, 6).Best(3)), 3, 18},
		{ok(mixed.Best(2)), 2, 16},
		{ok(mixed.Worst(2)), 2, 12},
		{ok(ok(mustDice(t, 1, 6).Best(2)).Times(3)).Plus(1), 4, 19},
		{ok(mustDice(t, 1, 6).Explode()), 1, 6},
		{Value{}.Plus(4), 4, 4},
	}
	for _, test := range tests {
		if b, top := test.d.Bottom(), test.d.Top(); b != test.bottom || top != test.top {
			t.Errorf("%s: %v to %v, want %v to %v", test.d, b, top, test.bottom, test.top)
		}
	}
	if s := mixed.Sides(); s != 6 {
		t.Errorf("sides %v", s)
	}
}

func TestOdds(t *testing.T) {
	ok := got(t)
	d6, d20 := mustDice(t, 1, 6), mustDice(t, 1, 20)
	var c Odds
	expectations := []struct {
		d    Value
		want float64
	}{
		{mustDice(t, 2, 6).Plus(3), 10},
		{Value{}.Plus(5), 5},
		// The highest of two d20: the sum of v*(2v-1)/400.
		{ok(d20.Best(2)), 13.825},
		{ok(d20.Worst(2)), 7.175},
		{ok(mustDice(t, 4, 6).Best(3)), 15869.0 / 1296},
		{ok(mustDice(t, 4, 6).Worst(1)), 2275.0 / 1296},
		// P(max <= v) is 1, 4, 9, 16, 20, 24 of 24.
		{ok(ok(mustDice(t, 1, 4).Add(d6)).Best(1)), 94.0 / 24},
		// 3.5 * 6/5.
		{ok(d6.Explode()), 4.2},
		{ok(ok(d6.Best(2)).Times(3)).Plus(1), 3*161.0/36 + 1},
		// The best of two is 161/36 and goes on with a chance of 11/36: 161/36 / (25/36).
		{ok(ok(d6.Best(2)).Explode()), 161.0 / 25},
		{mustDice(t, 1000, 1e6), 500000500},
	}
	for _, test := range expectations {
		e, err := c.Expected(test.d)
		if err != nil || math.Abs(e-test.want) > 1e-9 {
			t.Errorf("expected(%s) = %v, %v; want %v", test.d, e, err, test.want)
		}
	}
	chances := []struct {
		d    Value
		n    float64
		want float64
	}{
		{mustDice(t, 2, 6), 7, 21.0 / 36},
		{mustDice(t, 3, 6).Plus(2), 12, 0.625},
		{mustDice(t, 3, 6).Plus(2), 11.5, 0.625},
		{mustDice(t, 3, 6), 3, 1},
		{mustDice(t, 3, 6), 19, 0},
		{mustDice(t, 3, 6), 18, 1.0 / 216},
		{ok(d20.Best(2)), 11, 0.75},
		{ok(d20.Worst(2)), 11, 0.25},
		{ok(d6.Explode()), 6, 1.0 / 6},
		{ok(d6.Explode()), 7, 1.0 / 6},
		{ok(d6.Explode()), 8, 5.0 / 36},
		// One of two exploding: 1 - (5/6)^2.
		{ok(ok(d6.Explode()).Best(2)), 7, 11.0 / 36},
		// The best of two shows 6, then anything, then at least 2.
		{ok(ok(d6.Best(2)).Explode()), 7, 11.0 / 36},
		{ok(ok(d6.Best(2)).Explode()), 8, 11.0 / 36 * 35 / 36},
		{ok(ok(d6.Worst(2)).Explode()), 7, 1.0 / 36},
		{Value{}.Plus(5), 5, 1},
		{Value{}.Plus(5), 6, 0},
		{mustDice(t, 100, 6), 351, 0.4767}, // a normal distribution of variance 291.67: 1 - Phi(0.5/17.08) = 0.4883 less half a step
	}
	for _, test := range chances[:len(chances)-1] {
		p, err := c.Chance(test.d, test.n)
		if err != nil || math.Abs(p-test.want) > 1e-12 {
			t.Errorf("chance(%s, %v) = %v, %v; want %v", test.d, test.n, p, err, test.want)
		}
	}
	if p, err := c.Chance(mustDice(t, 100, 6), 351); err != nil || math.Abs(p-0.4883) > 2e-4 {
		t.Errorf("chance(100d6, 351) = %v, %v", p, err)
	}
	if _, err := c.Chance(mustDice(t, 1000, 1e6), 5); err == nil || !strings.Contains(err.Error(), "too large") {
		t.Errorf("odds of 1000d1000000: %v", err)
	}
	if _, err := c.Expected(ok(mustDice(t, 1, 1e6).Best(2))); err == nil {
		t.Error("the best of two d1000000 is worked out")
	}
}

func TestOddsAreRemembered(t *testing.T) {
	var c Odds
	d := got(t)(mustDice(t, 1, 20).Best(2))
	if _, err := c.Chance(d, 11); err != nil {
		t.Fatal(err)
	}
	n := testing.AllocsPerRun(100, func() {
		_, _ = c.Chance(d.Plus(4), 15)
		_, _ = c.Expected(d.Plus(4))
	})
	if n != 0 {
		t.Errorf("%v allocations", n)
	}
}
