package interp_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang/diag"
)

// twoOnSquares stand near each other on open ground.
const twoOnSquares = `
encounter: two
ruleset: ./r.yaml
seed: 1
combatants: {ana: {side: red, place: [0, 0]}, bo: {side: blue, place: [9, 9]}}
`

// onSquares is small on squares, with more keys of space.
func onSquares(turn, space string) string {
	return strings.Replace(small(turn+"\nschedule turn of self at now + 1", ""), "grid: none", "grid: square"+space, 1)
}

// TestGroundTakesSteps: looking at the ground counts, so that a loop around it ends.
func TestGroundTakesSteps(t *testing.T) {
	loop := func(does string) string {
		return "for a in 1..90 {\n  for b in 1..90 {\n    " + does + "\n  }\n}"
	}
	for _, test := range []struct{ name, turn, space, message string }{
		{"lists of places", loop("let l = within(self, 100)"), "", "an action takes more than 100000 steps"},
		{"ways", loop("self.seen = way_length(self, [9 + a % 30, 9 + b % 30])"), "\n  fits: distance(place, [0, 0]) != 2", "an action takes more than 100000 steps"},
		{"a footprint", "self.hp -= 1\nself.seen = count(occupants(place(self)))", "\n  footprint: if(self.hp < 10, 10 ** 12, 1)", "the footprint of ana comes to 1000000000000; it goes up to 40"},
	} {
		t.Run(test.name, func(t *testing.T) {
			ruleset := onSquares(test.turn, test.space)
			if d := stopsWith(t, ruleset, twoOnSquares, interp.TooMany, test.message); d.Span.IsZero() {
				t.Errorf("the error has no place: %s", d.Snippet(false))
			}
		})
	}
}

// TestAnswersLeaveNothing: what was worked out for one answer is forgotten before the next.
func TestAnswersLeaveNothing(t *testing.T) {
	ruleset := onSquares("announce turn of self for self until all pass", "")
	ruleset = strings.Replace(ruleset, "  poke: {}", "  poke: {params: {to: place within 20}, perform: self.seen += 1}\ntactics:\n  t:\n    turn: [{do: poke, with: {target: self}}]", 1)
	e := loaded(t, ruleset, strings.Replace(twoOnSquares, "[0, 0]", "[0, 0], tactic: t", 1))
	code := interp.Compile(e.Program)
	run := func(steps int64) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, _, err := script.Play(code, e, interp.Options{Limits: interp.Limits{Steps: steps}}); err == nil {
			t.Error("it ends without an error")
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	if few, many := run(2_000), run(40_000); many > few+1<<20 {
		t.Errorf("%d bytes for a few answers, %d for twenty times as many", few, many)
	}
}

// TestAskedNoMore: what is only possible while somebody is asked can't be done when he has
// answered, and an event of the language's own that is one too many has a place.
func TestAskedNoMore(t *testing.T) {
	for _, test := range []struct{ turn, requires, message string }{
		{"choose act from can_do(self)\nif act != none { perform act }", "asked(self)", ""},
		{"announce turn of self for self until all pass", "true", "more than 500 events in one encounter"},
	} {
		ruleset := small(test.turn+"\nschedule turn of self at now + 1", "rules:\n  r: {on: end of action of self, do: self.many += 0}\ntactics:\n  t:\n    turn: [{do: poke, with: {target: self}}]\n")
		ruleset = strings.Replace(ruleset, "  poke: {}", fmt.Sprintf("  poke: {requires: {%s: not now}, perform: self.seen += 1}", test.requires), 1)
		e := loaded(t, ruleset, strings.NewReplacer("red", "red, tactic: t", "blue", "blue, tactic: t").Replace(twoOfThem))
		_, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true, Limits: interp.Limits{Events: 500}})
		if test.message == "" {
			if err != nil {
				t.Errorf("%s: %v", test.requires, err)
			}
			continue
		}
		d, ok := err.(*diag.Diagnostic)
		if !ok || !strings.Contains(d.Message, test.message) || d.Span.IsZero() {
			t.Errorf("%s: %v, want it at a place: %s", test.turn, err, test.message)
		}
	}
}
