package script_test

import (
	"bytes"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
)

// paces is a ruleset whose walk announces each of its paces; a snatch is possible
// at the third, and an open floor ends the round.
const paces = `
rulec: 2
ruleset: paces
kinds:
  creature:
    fields:
      paces: 0
      caught: 0
  walk:
    answers: lull
    perform: |
      for n in 1..4 {
        self.paces = n
        announce pace of self
      }
  snatch:
    params: {target: {is: creature, where: each != self}}
    answers: [pace, lull]
    requires:
      target.paces == 3: "{target} is not there"
    perform: target.caught = target.paces
walks: {stroll: {}}
snatches: {grab: {}}
events:
  pace: {asks: combatants}
  lull: {asks: combatants}
time:
  key: [round]
  everyone_due: false
  start: schedule round at 1
  entries:
    round:
      do: announce lull until all pass
`

// TestAnswersWait holds that an answer in braces waits until it is possible, that
// none passes no where, and that an open floor refuses whoever is asked first.
func TestAnswersWait(t *testing.T) {
	tests := []struct{ name, script, err string }{
		{"until the third question", "ana: stroll {\n    bo: grab on ana\n  }\n  expect ana.caught == 3\n  over", ""},
		{"in vain", "bo: stroll\n  ana: stroll {\n    bo: grab on bo\n  }\n  over", "bo can't do that: bo can't be the target"},
		{"a refusal before somebody else's line", "refused bo: grab on ana \"ana is not there\"\n  ana: stroll\n  expect ana.paces == 4\n  over", ""},
		{"a refusal after somebody's line", "ana: stroll\n  refused bo: grab on ana \"ana is not there\"\n  ana: stroll\n  expect now == 1\n  over", ""},
		{"where holds for what is named", "refused bo: grab on bo \"bo can't be the target\"\n  over", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			text := "encounter: e\nruleset: ./paces.yaml\ncombatants:\n  ana: {side: red}\n  bo: {side: blue}\nscript: |\n  others pass\n  " + test.script + "\n"
			files := fstest.MapFS{"paces.yaml": {Data: []byte(paces)}, "e.yaml": {Data: []byte(text)}}
			e, list := lang.LoadEncounter("e.yaml", lang.Options{Files: files})
			if e == nil {
				var b bytes.Buffer
				_ = list.Print(&b, diag.Snippets, false)
				t.Fatal(b.String())
			}
			_, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{})
			switch {
			case test.err == "" && err != nil:
				t.Error(err)
			case test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)):
				t.Errorf("%v, want %s", err, test.err)
			}
		})
	}
}
