package exec_test

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
)

// TestLinesThatFixAlike: what several lines of a tactic fix alike is the same for all lines of a
// question, and is worked out anew for the next. Ana pokes the first foe who has more
// than 8 left, bo down to 8 and then cy; nobody is ever so far down that he may be nudged.
func TestLinesThatFixAlike(t *testing.T) {
	ruleset := strings.ReplaceAll(small("self.friend = find(everyone, each.side != self.side and each.hp > 8)\nchoose act from can_do(self)\nif act != none { perform act }\nschedule turn of self at now + 1", `
nods:
  nudge: {requires: {target.hp < 2: not now}}
tactics:
  t:
    turn:
      - {do: nudge, with: {target: MOST}}
      - {do: poke, with: {target: MOST}}
  idle: {turn: [{do: pass}]}
`), "MOST}", "self.friend}")
	e := loaded(t, ruleset, `
encounter: e
ruleset: ./r.yaml
seed: 1
combatants: {ana: {side: red, tactic: t}, bo: {side: blue, tactic: idle}, cy: {side: blue, tactic: idle}}
limit: 3
`)
	fight, err := interp.Prepare(interp.Compile(e.Program), e)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []*interp.Fight{fight, interp.Specialized(fight)} {
		m := interp.New(f, interp.Options{Check: true, Trace: true})
		if _, err := m.Run(); err != nil {
			t.Fatal(err)
		}
		var story strings.Builder
		if err := interp.Story(m, &story); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"Bo: hp 10 -> 9 of 10\n", "Bo: hp 9 -> 8 of 10\n", "Cy: hp 10 -> 9 of 10\n"} {
			if strings.Count(story.String(), want) != 1 {
				t.Errorf("not once %q in\n%s", want, story.String())
			}
		}
	}
}
