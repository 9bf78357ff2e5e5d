package think_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/lang"
)

// TestThought: a story that explains says what somebody found who thought ahead. Her tactic waits for ever, and a
// smite ends the fight at once: so all fights that are played on end better by it. There are no other ways. As
// two ways are held against each other eight times each at usual effort, there are eight of those fights.
func TestThought(t *testing.T) {
	e, list := lang.LoadEncounter("e.yaml", lang.Options{Files: fstest.MapFS{
		"smite.yaml": {Data: []byte(`
rulec: 2
ruleset: smite
version: 1.0.0
kinds:
  creature: {fields: {hp: {type: pool, max: 1}}}
  deed: {params: {target: one of foes(self)}, perform: target.hp -= 1}
  pause: {perform: stop}
deeds: {smite: {}}
pauses: {wait: {}}
tactics: {idle: {turn: [{do: wait}]}}
time:
  key: [round]
  unit: round
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn:
      do: |
        choose act from can_do(self)
        if act != none { perform act }
        schedule turn of self at round + 1
  out: self.hp < 1
  over: all(combatants, side(each) == side(first(combatants)))
  winner: side(first(combatants))
  limit: 9
`)},
		"e.yaml": {Data: []byte("encounter: e\nruleset: ./smite.yaml\nseed: 1\ncombatants:\n  ana: {side: red, tactic: thinks from idle}\n  bo: {side: blue, tactic: idle}\n")},
	}})
	if list.HasErrors() {
		t.Fatal(list)
	}
	fight, err := interp.Prepare(interp.Compile(e.Program), e)
	if err != nil {
		t.Fatal(err)
	}
	m := interp.New(fight, interp.Options{Trace: true, Explain: true})
	m.Reset(0)
	if _, err := m.Run(); err != nil {
		t.Fatal(err)
	}
	var story strings.Builder
	if err := interp.Story(m, &story); err != nil {
		t.Fatal(err)
	}
	const want = "Ana by thinking ahead: smite, the best of 2 options: of 8 fights played from here, 8 end better than with idle, 0 worse\n"
	if !strings.Contains(story.String(), want) {
		t.Errorf("no %q in\n%s", want, story.String())
	}
}
