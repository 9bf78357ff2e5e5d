package exec_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang/diag"
)

// looker is a context that counts how often it is looked at whether it is done; from the look on that `done`
// says, it is. 0: never.
type looker struct {
	context.Context
	looks, done int
}

func (l *looker) Err() error {
	if l.looks++; l.done > 0 && l.looks >= l.done {
		return context.Canceled
	}
	return nil
}

// most is how much may be done between two looks: a thousand steps, and what the longest single one counts for.
const most = 1100

// TestLooksOften: whatever a run is at, it looks at least once in so many steps whether it is to go on. The steps
// are those that the loops below have to take at least, by hand.
func TestLooksOften(t *testing.T) {
	const again = "\nschedule turn of self at now + 1"
	chain := func(each, last string) string { // ten that each ask the next one twice: 1,023 times in all
		var b strings.Builder
		for i := range 9 {
			b.WriteString(strings.NewReplacer("N", string(rune('a'+i)), "M", string(rune('b'+i))).Replace(each))
		}
		return b.String() + last
	}
	asking := strings.Replace(onSquares("choose act from can_do(self)\nif act != none { perform act }", ""), "  poke: {}",
		"  poke: {params: {to: place within 20}, perform: self.seen += 1}\ntactics:\n  t:\n    turn: [{do: poke, with: {target: self}, best: row(to)}]", 1)
	short := strings.Replace(twoOnSquares, "\n", "\nlimit: 3\n", 1)
	for _, kind := range []struct {
		name, ruleset, encounter string
		steps                    int
	}{
		{"statements", small("for a in 1..100 { for b in 1..100 { self.seen = b } }"+again, ""), twoOfThem, 2 * 30 * 10_000},
		{"while", small("let n = 0\nself.seen = 0\nwhile self.seen < 9000 { self.seen += 1 }"+again, ""), twoOfThem, 2 * 30 * 18_000},
		{"many short programs", small("self.seen = 1"+again, ""), strings.Replace(twoOfThem, "\n", "\nlimit: 100000\n", 1), 2 * 100_000},
		{"elements of lists", small("self.seen = sum(map(1..9000, each % 7))"+again, ""), twoOfThem, 2 * 30 * 9_000},
		{"quantities", small("self.seen = a(self.hp)"+again, "\nquantities:\n"+chain("  N(x number): M(x) + M(x) + count([x])\n", "  j(x number): count([x])\n")),
			twoOfThem, 2 * 30 * 1_023},
		{"derived conditions", small("if a(self) { stop }"+again, "\nconditions:\n"+chain("  N: {while: M(self) or M(self)}\n", "  j: {while: now < 0}\n")), twoOfThem, 2 * 30 * 1_023},
		{"formulas in fields", strings.Replace(small("self.seen = sum(nods, .a())"+again, "\nnods:\n  one:\n"+chain("    N: it.M() + it.M()\n", "    j: now\n")),
			"  nod:\n", "  nod:\n    fields:\n"+chain("      N: formula number\n", "      j: formula number\n"), 1), twoOfThem, 2 * 30 * 1_023},
		// Before somebody is reached who is 29 rows away, so many squares are looked at as are nearer.
		{"ways", onSquares("for a in 1..90 { self.seen = path_length(self, [9 + a % 20, 29]) }", "\n  fits: count(occupants(place)) < 2"), short, 90 * 29 * 29 / 16},
		{"costs of steps", onSquares("for a in 1..90 { self.seen = path_length(self, [9 + a % 20, 29]) }", "\n  cost: 1 + now % 2"), short, 90 * 29 * 29 / 16},
		// The distribution of 400 dice is added up die by die: with the k-th it has 19k + 1 numbers.
		{"odds of dice", small("self.seen = floor(chance(dice(400, 20), 4000 + now))"+again, ""), twoOfThem, 19 * 400 * 401 / 2 / 1000},
		{"ways to act", asking, strings.NewReplacer("0]", "0], tactic: t", "9]", "9], tactic: t").Replace(short), 3 * 21 * 21},
	} {
		t.Run(kind.name, func(t *testing.T) {
			e := loaded(t, kind.ruleset, kind.encounter)
			code := interp.Compile(e.Program)
			all := &looker{Context: context.Background()}
			if _, _, err := script.Play(code, e, interp.Options{Context: all, Limits: interp.Limits{Steps: 1 << 40}}); err != nil {
				t.Fatal(err)
			}
			if all.looks < kind.steps/most {
				t.Errorf("%d looks in %d steps at least", all.looks, kind.steps)
			}
			for done := 1; done <= min(all.looks, 5); done++ {
				l := &looker{context.Background(), 0, done}
				_, _, err := script.Play(code, e, interp.Options{Context: l, Limits: interp.Limits{Steps: 1 << 40}})
				var d *diag.Diagnostic
				if !errors.As(err, &d) || d.Code != exec.Stopped || l.looks > done+1 { // once more for what it says

					t.Errorf("at look %d of %d: %v", done, l.looks, err)
				}
			}
		})
	}
}

// TestExplanationsEnd: forty quantities that each ask the next one twice are explained as far as anybody reads: with
// 2,000 parts at most, and those of what was begun by then. Whatever else they ask is worked out as without.
func TestExplanationsEnd(t *testing.T) {
	var b strings.Builder
	for i := range 39 {
		fmt.Fprintf(&b, "  q%d(x): \"q%d(x) + q%d(x) + count([x])\"\n", i, i+1, i+1)
	}
	e := loaded(t, small("self.seen = floor(q0(self) / 2 ** 38)\nschedule turn of self at now + 1", "\nquantities:\n"+b.String()+"  q39(x): \"count([x])\"\n"), twoOfThem)
	m, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trace: true, Explain: true, Sums: true})
	if err != nil {
		t.Fatal(err)
	}
	// 30 turns of two; parts stand in others, 40 deep at most, with a participant each.
	if n := len(m.Trace().Explanations); n < 60*2_000 || n > 60*(2_000+3*40) {
		t.Errorf("%d parts", n)
	}
}
