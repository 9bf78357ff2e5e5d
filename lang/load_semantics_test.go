package lang_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/lang"
)

// TestP31Words holds that reserved words can't be the names of params, fields,
// parameters, procs and locals, and that every definition may be called like one.
func TestP31Words(t *testing.T) {
	const ruleset = `
rulec: 2
ruleset: words
params:
  PARAM: 1
kinds:
  creature:
    fields: {FIELD: number = PARAM}
  deed:
    params: {ARGUMENT: 1 to 3}
    perform: |
      let LOCAL = ARGUMENT
      PROC(LOCAL)
deeds:
  DEED: {}
conditions:
  CONDITION: {}
procs:
  PROC(n number): announce EVENT
events:
  EVENT: {}
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn: {do: schedule turn of self at now + 1}
`
	tests := []struct {
		place, word string
		allowed     bool
	}{
		{"PARAM", "now", false}, {"FIELD", "end", false}, {"ARGUMENT", "each", false}, {"LOCAL", "event", false}, {"PROC", "roll", false},
		{"DEED", "move", true}, {"DEED", "end", true}, {"CONDITION", "hold", true}, {"CONDITION", "stop", true}, {"EVENT", "pass", true},
		// What means something only where it stands is free everywhere.
		{"PARAM", "until", true}, {"FIELD", "next", true}, {"ARGUMENT", "with", true}, {"LOCAL", "from", false}, {"LOCAL", "ends", true}, {"PROC", "falls", true},
	}
	for _, test := range tests {
		text := strings.ReplaceAll(ruleset, test.place, test.word)
		for _, other := range []string{"ARGUMENT", "PARAM", "FIELD", "LOCAL", "PROC", "DEED", "CONDITION", "EVENT"} {
			text = strings.ReplaceAll(text, other, "own_"+strings.ToLower(other))
		}
		files := fstest.MapFS{"words.yaml": {Data: []byte(text)}}
		_, list := lang.Load("words.yaml", lang.Options{Files: files})
		if list.HasErrors() == test.allowed {
			t.Errorf("%s called %q: allowed %v, but: %v", test.place, test.word, test.allowed, list.Err())
		}
	}
}
