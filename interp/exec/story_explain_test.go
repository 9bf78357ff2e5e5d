package exec_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
)

// TestExplainedStory: an explained story says where each figure comes from, also what a
// program was called with, and leaves out what nothing came of: hidden fields, what stays
// as it is, rules without an effect, tests that it doesn't show.
func TestExplainedStory(t *testing.T) {
	const rules = `
rulec: 2
ruleset: r
kinds:
  creature:
    fields:
      hp: {type: pool, max: 20}
      mood: 3
    keeps:
      hidden: 0
quantities:
  might(who): 2 + sum(add) + luck(who)
  luck(who): who.mood - 3
  brave(who): who.mood > 1
conditions:
  raging: {modifies: [{to: might, add: 4}]}
rules:
  idle: {on: self.hp falls, do: self.hidden = 0}
procs:
  hurt(who, by, bonus number): |
    if brave(by) { by.hidden += 1 }
    if brave(by) { by.hidden += 1 }
    let total = might(by) + bonus
    who.hp -= total
    who.mood = 3
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn: {do: schedule turn of self at now + 1}
`
	e := loaded(t, rules, `
encounter: e
ruleset: ./r.yaml
combatants:
  ana: {side: red, conditions: [raging]}
  bo: {side: blue}
script: |
  do { hurt(bo, ana, might(bo) * 2) }
  expect bo.hp == 10
`)
	m, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trace: true, Sums: true, Explain: true})
	if err != nil {
		t.Fatal(err)
	}
	var story bytes.Buffer
	if err := interp.Story(m, &story); err != nil {
		t.Fatal(err)
	}
	const want = `
  Bo: hp 20 -> 10 of 20 (-10: 2 might + 4 raging + twice 2 might)
`
	if !strings.Contains(story.String(), want) {
		t.Errorf("got\n%s\nwant in it\n%s", story.String(), want)
	}
	for _, noise := range []string{"hidden", "mood", "idle", "luck", "brave"} {
		if strings.Count(story.String(), noise) > strings.Count(want, noise) {
			t.Errorf("%s is told:\n%s", noise, story.String())
		}
	}
}
