package exec_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang/diag"
)

// TestLinesAreExplained: where numbers are explained, each line that a tactic comes to says
// whether it is taken and why not, by the first way of each of its actions; without that no
// line is told, and the same is done. A reason that can't be worked out changes nothing.
func TestLinesAreExplained(t *testing.T) {
	rules := strings.Replace(small("choose act from can_do(self)\nif act != none { perform act }\nschedule turn of self at now + 1", `tricks:
  shove: {cost: {many: 5}}
  trip: {params: {target: one of foes(self)}, requires: {target.many > 3: "{target} stands fast"}}
  sigh: {requires: {self.many > 9: "{first(allies(self)).many} is not enough"}}
  hug: {params: {target: one of allies(self)}}
tactics:
  t:
    turn:
      - {do: poke, if: self.many > 7}
      - do: poke
        if: can(self, trip)
      - do: [trip, shove]
      - do: sigh
      - do: hug
      - do: trip
        with: {target: first(allies(self))}
      - do: poke
      - do: shove
`), "  stance:", "  trick: {perform: self.seen += 1}\n  stance:", 1)
	e := loaded(t, rules, twoOfThem)
	for _, x := range e.Things {
		x.Tactic = e.Program.Tactics[0]
	}
	var faults diag.List
	play := func(explain bool) (told, done []string) {
		m, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trace: true, Explain: explain})
		if err != nil {
			t.Fatal(err)
		}
		if explain {
			faults = m.Trace().Faults
		}
		for _, x := range m.Trace().Events {
			switch x.Kind {
			case trace.Line:
				if (x.Text == "poke") != x.Success {
					t.Errorf("taken is %v of %q", x.Success, x.Text)
				}
				told = append(told, x.Label+": "+x.Text)
			case trace.Act:
				done = append(done, x.Action.Def.Name)
			}
		}
		return told, done
	}
	told, done := play(true)
	want := []string{
		"t: not poke: its if is false, self.many > 7",
		"t: not poke: its if is false, can(self, trip)",
		"t: not trip (bo stands fast), shove (not enough many (5 needed, 3 left))",
		"t: not sigh (?)",
		"t: not hug (there is no target to choose)",
		"t: not trip (there is no target to choose)",
		"t: poke",
	}
	if len(told) < len(want) || !slices.Equal(told[:len(want)], want) {
		t.Errorf("told %q, want %q", told, want)
	}
	if len(faults) != 1 || faults[0].Code != "field-of-none" {
		t.Errorf("of the reasons: %v", faults)
	}
	told, same := play(false)
	if len(told) > 0 || !slices.Equal(done, same) {
		t.Errorf("unexplained: told %q, done %q, want %q", told, same, done)
	}
}
