package value_test

import (
	"testing"

	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/calc"
)

// thrown returns count dice of so many sides, and a number.
func thrown(t *testing.T, count, sides, bonus float64) dice.Value {
	t.Helper()
	d, err := dice.New(count, sides)
	if err != nil {
		t.Fatal(err)
	}
	return d.Plus(bonus)
}

// TestDiceByNumber: equal dice have one number, different ones different numbers, and each
// gives its dice back.
func TestDiceByNumber(t *testing.T) {
	var table value.Dice
	all := []dice.Value{thrown(t, 2, 6, 0), thrown(t, 2, 6, 1), thrown(t, 1, 12, 0)}
	for i, d := range all {
		n := table.Number(d)
		if got := table.Of(n); *got != d {
			t.Errorf("%s is found as %s", d, got)
		}
		if value.DiceIndex(n) != i {
			t.Errorf("%s has the index %d, want %d", d, value.DiceIndex(n), i)
		}
		if again := table.Number(d); again != n {
			t.Errorf("%s is %g and %g", d, n, again)
		}
	}
	if table.Len() != len(all) {
		t.Errorf("%d values, want %d", table.Len(), len(all))
	}
}

// TestDiceAreNoNumbers: as values dice lie above all numbers; 0 is no dice, and any other
// number that is taken for dice is a mistake of the program.
func TestDiceAreNoNumbers(t *testing.T) {
	var table value.Dice
	for sides := range 3 {
		if n := table.Number(thrown(t, 1, float64(sides+1), 0)); calc.InRange(n) {
			t.Errorf("dice are %g, which is a number, too", n)
		}
	}
	if none := table.Of(0); *none != (dice.Value{}) {
		t.Errorf("0 is %s, want no dice", none)
	}
	defer func() {
		if recover() == nil {
			t.Error("7 was taken for dice")
		}
	}()
	table.Of(7)
}

// TestTruncateDice forgets all but the first values: the numbers of the others are given to
// what comes next.
func TestTruncateDice(t *testing.T) {
	var table value.Dice
	table.Number(thrown(t, 1, 4, 0))
	second := table.Number(thrown(t, 1, 6, 0))
	table.Number(thrown(t, 1, 8, 0))
	table.Truncate(1)
	if table.Len() != 1 {
		t.Errorf("%d values are left, want 1", table.Len())
	}
	d := thrown(t, 1, 8, 0)
	if n := table.Number(d); n != second || *table.Of(n) != d {
		t.Errorf("the next value is %g, %s; want %g, %s", n, table.Of(n), second, d)
	}
	if n := table.Number(thrown(t, 1, 4, 0)); value.DiceIndex(n) != 0 {
		t.Errorf("the first value has now the index %d", value.DiceIndex(n))
	}
}

// TestCloneDice: a clone has the same numbers, and goes ways of its own from then on.
func TestCloneDice(t *testing.T) {
	var table value.Dice
	one := table.Number(thrown(t, 1, 4, 0))
	two := table.Number(thrown(t, 1, 6, 0))
	c := table.Clone()
	if c.Number(thrown(t, 1, 6, 0)) != two || c.Number(thrown(t, 1, 4, 0)) != one {
		t.Error("the clone has other numbers")
	}
	mine, its := table.Number(thrown(t, 1, 8, 0)), c.Number(thrown(t, 1, 10, 0))
	if table.Of(mine).Sides() != 8 || c.Of(its).Sides() != 10 {
		t.Errorf("a die of 8 sides here and of 10 there are %s and %s", table.Of(mine), c.Of(its))
	}
}

// TestDiceHaveALimit: 100,000 different dice fit, one more is refused as [value.Full].
func TestDiceHaveALimit(t *testing.T) {
	var table value.Dice
	last := 0.0
	for n := range 100_000 {
		last = table.Number(dice.Value{}.Plus(float64(n + 1)))
	}
	full(t, "too many different dice: the limit is 100000", func() { table.Number(dice.Value{}.Plus(-1)) })
	if table.Len() != 100_000 || table.Of(last).Bonus != 100_000 {
		t.Errorf("%d values, the last one %s", table.Len(), table.Of(last))
	}
}
