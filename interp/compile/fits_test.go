package compile_test

import (
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang"
)

// TestWhereItDoesNotFit: the ground is the same all over, and yet who fits where can hang on the
// place itself, also by what contributes to a quantity. Nobody may stand in column 3, so that no
// way leads through it.
func TestWhereItDoesNotFit(t *testing.T) {
	for _, fits := range []string{"room(self, place) > 0", "place != place(3, 0)", "not (place in [place(3, 0)])", "column(place) != 3"} {
		files := fstest.MapFS{
			"r.yaml": {Data: []byte(`
rulec: 2
ruleset: r
kinds:
  creature: {}
quantities:
  room(who, at place): 1 + sum(add)
rules:
  pit: {modifies: [{to: room, add: "if(column(at) == 3, -1, 0)"}]}
space:
  grid: square
  fits: ` + fits + `
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 1 }
  entries: {turn: {do: schedule turn of self at now + 1}}
`)},
			"e.yaml": {Data: []byte(`
encounter: e
ruleset: ./r.yaml
combatants: {ana: {side: red, place: [0, 0]}}
map: {rows: "....."}
script: |
  wait 1
  expect path_length(ana, [2, 0]) == 2 and not given(path_length(ana, [4, 0]))
  expect room(ana, [3, 0]) == 0 and room(ana, [2, 0]) == 1
`)},
		}
		e, list := lang.LoadEncounter("e.yaml", lang.Options{Files: files})
		if e == nil {
			t.Fatal(list.Err())
		}
		if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{}); err != nil {
			t.Errorf("%s: %v", fits, err)
		}
	}
}
