package dice

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// outcomesOfThrows throws d with all faces that it can show, of up to so many dice, and returns the
// chances of its totals, and the chance of what takes more dice.
func outcomesOfThrows(t *testing.T, d Value, most int) (totals map[float64]float64, more float64) {
	totals = map[float64]float64{}
	c := testSource(1, 1)
	var try func(faces []int, chance float64)
	try = func(faces []int, chance float64) {
		c.Forget()
		c.Follow(scriptOf(faces))
		n, err := c.Throw(&d, 0, 0)
		switch {
		case err == nil:
			totals[c.Roll(n).Total] += chance
			return
		case !strings.Contains(err.Error(), "more dice are rolled"):
			t.Fatalf("%s with %v: %v", d, faces, err)
		case len(faces) == most:
			more += chance
			return
		}
		sides := nextSides(d, faces)
		for face := range sides {
			try(append(slices.Clone(faces), face+1), chance/float64(sides))
		}
	}
	try(nil, 1)
	return totals, more
}

// nextSides finds out which die a throw asks for behind some faces: the largest face that it takes.
func nextSides(d Value, faces []int) int {
	c := testSource(1, 1)
	for _, t := range d.Terms[:d.Len] {
		c.Follow(scriptOf(append(slices.Clone(faces), int(t.Sides))))
		if _, err := c.Throw(&d, 0, 0); err == nil || strings.Contains(err.Error(), "more dice") {
			larger := append(slices.Clone(faces), int(t.Sides)+1)
			c.Follow(scriptOf(larger))
			if _, err := c.Throw(&d, 0, 0); err != nil && strings.Contains(err.Error(), "can't show") {
				return int(t.Sides)
			}
		}
	}
	return 0
}

// TestOddsAreThoseOfThrows: what dice come to by the odds is what they come to when they are
// thrown with all faces one after the other; what explodes further than was thrown is too rare to matter.
func TestOddsAreThoseOfThrows(t *testing.T) {
	ok := got(t)
	d3, d4 := mustDice(t, 1, 3), mustDice(t, 1, 4)
	pool := mustDice(t, 3, 4)
	mixed := ok(mustDice(t, 2, 4).Add(d3))
	fates := []float64{-1, 0, 1}
	for _, test := range []struct {
		d    Value
		text string
		most int
	}{
		{ok(pool.Reroll(1)), "reroll(3d4, 1)", 6},
		{ok(ok(pool.Reroll(2)).Best(2)), "best(2, reroll(3d4, 2))", 6},
		{ok(ok(mixed.Reroll(1)).Worst(2)), "worst(2, reroll(2d4, 1) + reroll(1d3, 1))", 6},
		{ok(d4.Reroll(9)), "reroll(1d4, 4)", 2},
		{ok(d4.Reroll(0)), "1d4", 1},
		{ok(pool.Successes(3, 9)), "successes(3d4, 3)", 3},
		{ok(pool.Successes(1, 2)), "successes(3d4, 1, 2)", 3},
		{ok(pool.Successes(2, 2)).Plus(-1), "successes(3d4, 2, 2) - 1", 3},
		{ok(pool.Successes(0, math.Inf(1))), "successes(3d4, 1)", 3},
		{ok(pool.Successes(5, 9)), "successes(3d4, 5)", 3},
		{ok(pool.Successes(1, 0)), "successes(3d4, 1, 0)", 3},
		{ok(ok(mixed.Successes(3, 4)).Best(2)), "best(2, successes(2d4, 3) + successes(1d3, 3))", 3},
		{ok(ok(pool.Reroll(1)).Successes(3, 4)), "successes(reroll(3d4, 1), 3)", 6},
		{ok(mustDice(t, 3, 3).Valued(fates)), "valued(3d3, [-1, 0, 1])", 3},
		{ok(ok(mustDice(t, 3, 3).Valued(fates)).Best(2)), "best(2, valued(3d3, [-1, 0, 1]))", 3},
		{ok(ok(mustDice(t, 3, 3).Valued(fates)).Worst(1)).Plus(2), "worst(3, valued(1d3, [-1, 0, 1])) + 2", 3},
		{ok(ok(ok(mustDice(t, 2, 3).Valued(fates)).Add(pool)).Worst(3)), "worst(3, valued(2d3, [-1, 0, 1]) + 3d4)", 5},
		{ok(ok(pool.Worst(2)).Best(1)), "best(1, worst(2, 3d4))", 3},
		{ok(ok(pool.Best(2)).Worst(1)), "worst(1, best(2, 3d4))", 3},
		{ok(ok(mustDice(t, 5, 3).Best(4)).Worst(2)), "worst(2, best(4, 5d3))", 5},
		{ok(ok(ok(mustDice(t, 5, 3).Best(4)).Worst(3)).Best(2)), "worst(2, best(3, 5d3))", 5},
		{ok(ok(mixed.Best(2)).Worst(1)), "worst(1, best(2, 2d4 + 1d3))", 3},
		{ok(mustDice(t, 2, 4).Multiply(10)), "10 * 2d4", 2},
		{ok(ok(d4.Multiply(10)).Add(d3)), "10 * 1d4 + 1d3", 2},
		{ok(d4.Minus(d3)), "1d4 - 1d3", 2},
		{ok(ok(Value{}.Plus(2).Minus(mustDice(t, 2, 4).Plus(1))).Minus(ok(d3.Multiply(-2)))), "-2d4 + 2 * 1d3 + 1", 3},
		{ok(ok(ok(d4.Best(2)).Multiply(-3)).Times(2)), "-3 * times(2, best(2, 1d4))", 4},
		{ok(d4.ExplodeFrom(4, 0)), "explode(1d4)", 9},
		{ok(d4.ExplodeFrom(3, 0)), "explode(1d4, 3)", 9},
		{ok(d4.ExplodeFrom(4, 1)), "explode(1d4, 4, 1)", 9},
		{ok(d4.ExplodeFrom(3, 2)), "explode(1d4, 3, 2)", 9},
		{ok(d4.ExplodeFrom(5, 0)), "1d4", 1},
		{ok(ok(d4.Reroll(1)).ExplodeFrom(4, 0)), "explode(reroll(1d4, 1))", 10},
		{ok(ok(d4.Best(2)).ExplodeFrom(3, 0)), "explode(best(2, 1d4), 3)", 10},
		{ok(ok(d4.Best(2)).ExplodeFrom(4, 1)), "explode(best(2, 1d4), 4, 1)", 10},
		{ok(ok(ok(d4.Reroll(1)).Best(2)).Explode()), "explode(best(2, reroll(1d4, 1)))", 9},
		{ok(ok(d4.Successes(3, 4)).Explode()), "explode(successes(1d4, 3))", 9},
		{ok(ok(mustDice(t, 2, 4).Successes(1, 2)).ExplodeFrom(3, 0)), "explode(successes(2d4, 1, 2), 3)", 9},
		{ok(ok(d4.Explode()).Successes(6, math.Inf(1))), "successes(explode(1d4), 6)", 9},
		{ok(ok(mustDice(t, 2, 4).Explode()).Successes(3, 6)), "successes(explode(2d4), 3, 6)", 9},
		{ok(ok(d3.Valued(fates)).Explode()), "explode(valued(1d3, [-1, 0, 1]))", 11},
		{ok(ok(ok(mustDice(t, 2, 3).Valued(fates)).Explode()).Best(1)), "best(2, explode(valued(1d3, [-1, 0, 1])))", 11},
	} {
		if test.d.String() != test.text {
			t.Errorf("got %s, want %s", test.d, test.text)
		}
		totals, more := outcomesOfThrows(t, test.d, test.most)
		if more > 0.3 {
			t.Errorf("%s: %g explodes further", test.d, more)
		}
		var odds Odds
		high, low := math.Inf(-1), math.Inf(1)
		for total := range totals {
			high, low = max(high, total), min(low, total)
		}
		for n := low - 1; n <= high+1; n++ {
			want := 0.0
			for total, p := range totals {
				if total >= n {
					want += p
				}
			}
			if p, err := odds.Chance(test.d, n); err != nil || p < want-1e-12 || p > want+more+1e-12 {
				t.Errorf("chance(%s, %g) = %v, %v; want %v to %v", test.d, n, p, err, want, want+more)
			}
		}
		if more == 0 && (test.d.Bottom() != low || test.d.Top() != high) {
			t.Errorf("%s goes from %g to %g, want %g to %g", test.d, test.d.Bottom(), test.d.Top(), low, high)
		}
		// From somewhere below all totals, each point more comes as often as a total reaches it.
		mean := -50.0
		for n := -49.0; n < 300; n++ {
			p, _ := odds.Chance(test.d, n)
			mean += p
		}
		if e, err := odds.Expected(test.d); err != nil || math.Abs(e-mean) > 1e-9 {
			t.Errorf("expected(%s) = %v, %v; want %v", test.d, e, err, mean)
		}
	}
}

// TestThrowsInOrder: first all dice, then those that are thrown again, then those that explode, of
// which some are thrown again. What another face has replaced counts nowhere.
func TestThrowsInOrder(t *testing.T) {
	ok := got(t)
	d6 := mustDice(t, 1, 6)
	for _, test := range []struct {
		d       Value
		faces   []int
		total   float64
		natural int32
		kept    []int32
		again   []int32
	}{
		{ok(mustDice(t, 3, 6).Reroll(2)), []int{1, 5, 2, 2, 6}, 13, 2, []int32{5, 2, 6}, []int32{1, 2}},
		{ok(ok(d6.Best(2)).Minus(ok(mustDice(t, 1, 4).Reroll(1)))), []int{3, 5, 1, 4}, 1, 5, []int32{5, 4}, []int32{1}},
		// Both dice, the 1 again, the two 6 further, of these the 1 again, and the 6 once more.
		{ok(ok(mustDice(t, 2, 6).Reroll(1)).Explode()), []int{6, 1, 6, 1, 6, 2, 3}, 23, 6, []int32{6, 6, 6, 2, 3}, []int32{1, 1}},
		// In the chain the 1 becomes a 6, which explodes; of the next throw, 1 and 3, the 1 becomes 2.
		{ok(ok(ok(d6.Reroll(1)).Best(2)).Explode()), []int{1, 4, 6, 1, 3, 2}, 9, 6, []int32{6, 3}, []int32{1, 1}},
		{ok(ok(mustDice(t, 3, 10).Successes(8, 10)).Explode()), []int{10, 7, 8, 10, 9}, 4, 10, []int32{10, 7, 8, 10, 9}, nil},
		{ok(ok(mustDice(t, 3, 6).Explode()).Successes(8, 99)), []int{6, 6, 3, 1, 2}, 1, 6, []int32{6, 6, 3, 1, 2}, nil},
		{ok(mustDice(t, 2, 6).ExplodeFrom(5, 1)), []int{5, 4, 6, 1}, 14, 5, []int32{5, 4, 6, 1}, nil},
		{ok(ok(mustDice(t, 3, 20).Worst(2)).Best(1)), []int{4, 17, 9}, 9, 9, []int32{9}, nil},
		{ok(ok(mustDice(t, 3, 20).Best(2)).Worst(1)), []int{9, 9, 9}, 9, 9, []int32{9}, nil},
		{ok(ok(mustDice(t, 3, 4).Valued([]float64{-1, 0, 1, 3})).Best(2)), []int{4, 1, 3}, 4, 4, []int32{4, 3}, nil},
		{ok(ok(d6.Multiply(10)).Add(d6)), []int{2, 5}, 25, 2, []int32{2, 5}, nil},
	} {
		c := testSource(1, 1)
		c.Follow(scriptOf(test.faces))
		n, err := c.Throw(&test.d, 0, 0)
		if err != nil {
			t.Errorf("%s with %v: %v", test.d, test.faces, err)
			continue
		}
		var kept, again []int32
		for _, f := range c.Faces(n) {
			if f.Kept {
				kept = append(kept, f.Shown)
			}
			if f.Again {
				again = append(again, f.Shown)
			}
		}
		r := c.Roll(n)
		if r.Total != test.total || r.Natural != test.natural || !slices.Equal(kept, test.kept) || !slices.Equal(again, test.again) {
			t.Errorf("%s with %v: %v, natural %d, kept %v, thrown again %v", test.d, test.faces, r.Total, r.Natural, kept, again)
		}
	}
}

// TestWordsOfThrows: dice that are thrown again and that explode take the words that follow, in
// the order in which a script gives them.
func TestWordsOfThrows(t *testing.T) {
	ok := got(t)
	d := ok(ok(ok(mustDice(t, 4, 4).Reroll(2)).Explode()).Add(ok(mustDice(t, 1, 6).Successes(4, 6))))
	for trial := range uint64(50) {
		keyed := testSource(3, trial)
		r := throwOne(t, keyed, d, 1, 0)
		plain := testSource(3, trial)
		words := throwOne(t, plain, mustDice(t, 100, 12), 1, 0)
		var faces []int
		for i, f := range keyed.Faces(0) {
			faces = append(faces, int(f.Shown))
			// A word that shows f of 12 shows the same third or half of it of 4 and 6.
			sides := int32(4)
			if f.Die == 4 {
				sides = 6
			}
			if want := (plain.Faces(0)[i].Shown-1)/(12/sides) + 1; words.Count != 100 || f.Shown != want {
				t.Errorf("trial %d: die %d shows %d, its word %d", trial, i, f.Shown, want)
			}
		}
		given := testSource(0, 0)
		given.Follow(scriptOf(faces))
		if same := throwOne(t, given, d, 1, 0); same.Total != r.Total || same.Natural != r.Natural {
			t.Errorf("trial %d: %v given come to %g, thrown to %g", trial, faces, same.Total, r.Total)
		}
	}
}

// TestFamilyRefusals: what can't be done with dice, and the order in which the rest is done.
func TestFamilyRefusals(t *testing.T) {
	ok := got(t)
	d6 := mustDice(t, 1, 6)
	best := ok(d6.Best(2))
	ten := ok(d6.Multiply(10))
	counted := ok(d6.Successes(5, 6))
	exploding := ok(d6.Explode())
	six := []float64{0, 0, 0, 1, 1, 2}
	for _, test := range []struct {
		err  error
		want string
	}{
		{second(d6.Reroll(1.5)), "reroll(.., 1.5): a die shows whole numbers"},
		{second(exploding.Reroll(1)), "reroll(explode(1d6), 1): reroll before you explode: explode(reroll(d, 1))"},
		{second(best.Reroll(1)), "reroll(best(2, 1d6), 1): reroll before you count, pick or multiply: best(2, reroll(d, 1))"},
		{second(counted.Reroll(1)), "reroll(successes(1d6, 5), 1): reroll before you count, pick or multiply: best(2, reroll(d, 1))"},
		{second(ten.Reroll(1)), "reroll(10 * 1d6, 1): reroll before you count, pick or multiply: best(2, reroll(d, 1))"},
		{second(ok(d6.Reroll(1)).Reroll(2)), "reroll(reroll(1d6, 1), 2): these dice are already rerolled"},
		{second(d6.ExplodeFrom(1, 0)), "a die that explodes from 1 on would explode forever"},
		{second(d6.ExplodeFrom(0, 0)), "a die that explodes from 0 on would explode forever"},
		{second(d6.ExplodeFrom(5.5, 0)), "explode(.., 5.5, 0): a die shows whole numbers"},
		{second(d6.ExplodeFrom(5, 5)), "explode(.., 5, 5): the last number must be at least 0 and less than 5"},
		{second(d6.ExplodeFrom(5, -1)), "explode(.., 5, -1): the last number must be at least 0 and less than 5"},
		{second(exploding.ExplodeFrom(5, 0)), "explode(explode(1d6)): these dice already explode"},
		{second(ok(exploding.Successes(8, 99)).Explode()), "explode(successes(explode(1d6), 8, 99)): these dice already explode"},
		{second(ten.Explode()), "explode(10 * 1d6): explode before you multiply"},
		{second(counted.ExplodeFrom(6, 1)), "explode(successes(1d6, 5), .., 1): a face of counted dice can't count less"},
		{second(ok(ok(mustDice(t, 3, 6).Best(2)).Worst(1)).Explode()), "explode(worst(1, best(2, 3d6))): explode the dice before you pick the one in the middle"},
		{second(d6.Successes(1.5, 6)), "successes(.., 1.5): a die shows whole numbers"},
		{second(counted.Successes(1, 1)), "successes(successes(1d6, 5), ..): these dice are already counted"},
		{second(best.Successes(5, 6)), "successes(best(2, 1d6), ..): count before you pick: best(2, successes(..))"},
		{second(ten.Successes(5, 6)), "successes(10 * 1d6, ..): count before you multiply"},
		{second(d6.Plus(1).Successes(5, 6)), "successes(1d6 + 1, ..): count only the dice and add the number to the result: successes(..) + 1"},
		{second(counted.Valued(six)), "valued(successes(1d6, 5), ..): these dice are already counted"},
		{second(exploding.Valued(six)), "valued(explode(1d6), ..): give the faces their values first: explode(valued(..))"},
		{second(best.Valued(six)), "valued(best(2, 1d6), ..): count before you pick: best(2, valued(..))"},
		{second(ten.Valued(six)), "valued(10 * 1d6, ..): count before you multiply"},
		{second(d6.Plus(1).Valued(six)), "valued(1d6 + 1, ..): count only the dice and add the number to the result: valued(..) + 1"},
		{second(d6.Valued(six[:5])), "valued(1d6, ..): a die of 6 sides needs a list of 6 numbers, this one has 5"},
		{second(d6.Valued([]float64{0, 0, 0, 0, 0, 0.5})), "valued(1d6, ..): a face must be worth a whole number of at most 1000 either way, not 0.5"},
		{second(d6.Valued([]float64{0, 0, 0, 0, 0, 1001})), "valued(1d6, ..): a face must be worth a whole number of at most 1000 either way, not 1001"},
		{second(mustDice(t, 1, 101).Valued(make([]float64, 101))), "valued(1d101, ..): too many numbers in the list: 101, the limit is 100"},
		{second(ten.Best(2)), "best(2, 10 * 1d6): pick before you multiply"},
		{second(ok(mustDice(t, 4, 6).Best(2)).Worst(3)), "worst(3, best(2, 4d6)): there are only 2 dice"},
		{second(d6.Multiply(0.5)), "dice can only be multiplied by whole numbers, not by 0.5"},
		{second(d6.Multiply(math.Inf(1))), "dice can only be multiplied by whole numbers, not by +Inf"},
		{second(ten.Multiply(100_001)), "dice multiplied by 1000010: the limit is 1000000"},
	} {
		if test.err == nil || test.err.Error() != test.want {
			t.Errorf("got %v, want %s", test.err, test.want)
		}
	}
	// What leaves dice as they are.
	for _, test := range []struct{ a, b Value }{
		{ok(exploding.Explode()), exploding},
		{ok(ok(d6.Reroll(1)).Reroll(1)), ok(d6.Reroll(1))},
		{ok(ten.Multiply(0)), Value{}},
		{ok(Value{}.Plus(-2).Multiply(0.5)), Value{}.Plus(-1)},
		{ok(ok(d6.Multiply(-1)).Multiply(-1)), d6},
		{ok(d6.Minus(Value{}.Plus(2))), d6.Plus(-2)},
		{ok(Value{}.Successes(5, 6)), Value{}},
		{ok(Value{}.Valued(nil)), Value{}},
		{ok(d6.Valued(six)), ok(d6.Valued(slices.Clone(six)))},
		{ok(ok(mustDice(t, 4, 6).Best(2)).Worst(2)), ok(mustDice(t, 4, 6).Best(2))},
		{ok(ok(mustDice(t, 4, 6).Best(3)).Best(2)), ok(mustDice(t, 4, 6).Best(2))},
	} {
		if test.a != test.b {
			t.Errorf("%s isn't %s", test.a, test.b)
		}
	}
	var odds Odds
	// Of a thousand dice the best three are tens where three of the 250 d10 are.
	wide := mustDice(t, 250, 4)
	for _, sides := range []float64{6, 8, 10} {
		wide = ok(wide.Add(mustDice(t, 250, sides)))
	}
	tens := 1 - math.Pow(0.9, 250) - 250*0.1*math.Pow(0.9, 249) - 250*249/2*0.01*math.Pow(0.9, 248)
	for _, test := range []struct {
		d       Value
		n, want float64
	}{
		{ok(wide.Best(3)), 30, tens},
		{ok(mustDice(t, 100, 6).Multiply(1_000_000)), 350_000_001, (1 - 0.02332260601534536) / 2}, // all but the middle
		{ok(mustDice(t, 1, 1000).Multiply(1_000_000)), 499_000_001, 501.0 / 1000},
		{mustDice(t, 1000, 6), 1001, 1},
		{ok(mustDice(t, 22, 6).Best(21)), 126, (math.Pow(1.0/6, 21)*22*5 + math.Pow(1.0/6, 21)) / 6},
	} {
		if p, err := odds.Chance(test.d, test.n); err != nil || math.Abs(p/test.want-1) > 1e-9 {
			t.Errorf("chance(%s, %g) is %v, %v; want %v", test.d, test.n, p, err, test.want)
		}
	}
	for _, d := range []Value{ok(ok(mustDice(t, 1000, 1_000_000).Explode()).Best(999)), ok(mustDice(t, 1, 1_000_000).ExplodeFrom(500_000, 0))} {
		if _, err := odds.Chance(d, 5); err == nil {
			t.Errorf("the odds of %s are worked out", d)
		}
	}
	if _, err := odds.Chance(ok(mustDice(t, 1, 100).ExplodeFrom(2, 0)), 5); err == nil {
		t.Error("a die that nearly always explodes is worked out")
	}
	if e, err := odds.Expected(ok(mustDice(t, 1, 100).ExplodeFrom(2, 0))); err != nil || e != 5050 {
		t.Errorf("1d100 that explodes from 2 on comes to %g, %v; want 50.5 / (1 - 0.99)", e, err)
	}
}

// TestFamilyAllocatesNothing: dice of any form are thrown, and worked out from others, without
// allocating.
func TestFamilyAllocatesNothing(t *testing.T) {
	ok := got(t)
	c := testSource(1, 1)
	list := []float64{-1, 0, 0, 1, 1, 2}
	six := mustDice(t, 6, 6)
	odd := ok(ok(ok(six.Reroll(1)).Valued(list)).Explode())
	run := func() {
		c.Reset(1, 2)
		for range 20 {
			d, _ := six.Valued(list)
			d, _ = d.Best(2)
			d, _ = d.Multiply(3)
			other, _ := six.Successes(5, 6)
			d, _ = d.Add(other)
			_, _ = c.Throw(&d, 0, 0)
			_, _ = c.Throw(&odd, 1, 1)
		}
	}
	run()
	if n := testing.AllocsPerRun(100, run); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
