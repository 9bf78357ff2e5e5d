package session_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/session"
)

// against plays a fight by hand against a side that thinks ahead, so many decisions by chance; all dice of
// who is played by hand show 1s where they are given by hand.
func against(t *testing.T, path string, decisions int, o session.Options) *session.Session {
	t.Helper()
	e := load(t, path)
	for _, x := range e.Things {
		x.Thinks = x.Side == 1 && x.Tactic != nil
	}
	o.Hands, o.Seed, o.Seeded = []string{e.Sides[0]}, 4, true
	s, err := session.New(e, o)
	must(t, err)
	r := rand.New(rand.NewPCG(4, 4))
	for s.Decisions() < decisions {
		q, more := s.Question()
		var count, sides int
		switch n, _ := fmt.Sscanf(q.Dice, "%dd%d", &count, &sides); {
		case !more:
			return s
		case q.Kind == session.Dice && n == 2 && q.Dice == fmt.Sprintf("%dd%d", count, sides):
			must(t, s.Roll(slices.Repeat([]int{1}, count)...))
		case q.Kind == session.Dice:
			must(t, s.ByTactic())
		default:
			decideAtRandom(t, s, r)
		}
	}
	return s
}

// TestAgainstThinkers: who plays against a side that thinks ahead can take back what they did, write the fight
// as a script and ask for odds, as in any other fight, with dice of the seed and with their own.
func TestAgainstThinkers(t *testing.T) {
	for _, path := range []string{"11-dierank-bridge-tactics.yaml", "21-segments-pass-tactics.yaml"} {
		for _, handDice := range []bool{false, true} {
			t.Run(fmt.Sprint(path, handDice), func(t *testing.T) {
				o := session.Options{HandDice: handDice}
				s := against(t, path, 6, o)
				if _, _, err := s.Over(); err != nil {
					t.Fatal(err)
				}
				hash, events := s.Hash(), s.Events()
				if again := against(t, path, 6, o); again.Hash() != hash || again.Events() != events {
					t.Error("the same decisions come to another fight")
				}
				if w, ok := s.Suggestion(); ok && w != nil {
					if _, err := s.Odds(*w); err != nil {
						t.Errorf("what %s comes to: %v", w.Action.Def.Name, err)
					}
				}
				if s.Hash() != hash {
					t.Error("what is suggested, and asked, changes the fight")
				}
				s.BackTo(2)
				if again := against(t, path, 2, o); again.Hash() != s.Hash() || again.Events() != s.Events() {
					t.Error("back to 2 decisions it is another fight")
				}
				if handDice { // of a shield, which rolls too, nobody gives the dice
					return
				}
				s = against(t, path, 6, o)
				text, err := s.Script()
				must(t, err)
				e := encounter(t, path, text)
				m, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Seed: 4, Seeded: true, Trace: true, Sums: true})
				must(t, err)
				got, want := lines(t, m.JSON), lines(t, s.WriteJSON)
				for strings.HasPrefix(want[len(want)-1], `{"kind":"pass"`) { // a fight goes on otherwise behind its script
					want = want[:len(want)-1]
				}
				if len(got) < len(want) || !slices.Equal(got[:len(want)], want) {
					t.Errorf("played by its script it is another fight:\n%s", text)
				}
			})
		}
	}
}
