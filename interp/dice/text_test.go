package dice_test

import (
	"testing"

	"github.com/rulec/rulec/interp/dice"
)

// TestNotations: dice are written as formulas, in words and in short, each with the number that is
// added; without it they are only thrown.
func TestNotations(t *testing.T) {
	ok := func(d dice.Value, err error) dice.Value {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	d := func(count, sides float64) dice.Value { return ok(dice.New(count, sides)) }
	for _, test := range []struct {
		d                      dice.Value
		formula, words, short_ string
	}{
		{d(2, 6).Plus(3), "2d6 + 3", "2d6 + 3", "2d6 + 3"},
		{ok(d(1, 20).Best(2)), "best(2, 1d20)", "higher of 2d20", "2d20kh1"},
		{ok(d(1, 20).Worst(2)).Plus(-1), "worst(2, 1d20) - 1", "lower of 2d20 - 1", "2d20kl1 - 1"},
		{ok(d(4, 6).Best(3)), "best(3, 4d6)", "4d6 keep highest 3", "4d6kh3"},
		// The middle of three: without the highest one the highest.
		{ok(ok(d(3, 6).Worst(2)).Best(1)), "best(1, worst(2, 3d6))", "3d6 drop lowest keep lowest", "3d6dl1kl1"},
		{ok(d(1, 6).Explode()), "explode(1d6)", "1d6 exploding", "1d6!"},
		{ok(d(1, 6).ExplodeFrom(5, 1)), "explode(1d6, 5, 1)", "1d6 exploding on 5+, further faces less 1", "1d6!>=5p1"},
		{ok(d(2, 6).Reroll(1)), "reroll(2d6, 1)", "2d6 reroll 1s", "2d6ro<=1"},
		{ok(d(2, 6).Reroll(2)), "reroll(2d6, 2)", "2d6 reroll up to 2", "2d6ro<=2"},
		{ok(d(5, 10).Successes(8, 10)), "successes(5d10, 8)", "5d10 counting 8+", "5d10cs>=8"},
		{ok(d(2, 4).Multiply(10)), "10 * 2d4", "10 * 2d4", "10 * 2d4"},
		{ok(d(1, 6).Minus(d(1, 4))), "1d6 - 1d4", "1d6 - 1d4", "1d6 - 1d4"},
	} {
		for n, want := range map[dice.Notation]string{dice.InFormulas: test.formula, dice.InWords: test.words, dice.Compact: test.short_} {
			if got := test.d.In(n); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		}
	}
	if got := d(2, 6).Plus(3).Thrown(dice.InWords); got != "2d6" {
		t.Errorf("thrown are %s", got)
	}
	if got := (dice.Value{Bonus: 4}).In(dice.InWords); got != "4" {
		t.Errorf("no dice are %s", got)
	}
}
