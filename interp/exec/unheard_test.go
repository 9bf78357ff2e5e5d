package exec_test

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
)

// TestUnheardChanges: what no rule waits for is told, and counted for a script that asks for it.
// Ann is battered below 3: she is with 9 - 7 = 2, and no longer with 2 + 1 = 3. She moves twice:
// to go to where she stands is no move, nor a step of her way.
func TestUnheardChanges(t *testing.T) {
	e := loaded(t, `
rulec: 2
ruleset: r
kinds:
  creature:
    fields: {hp: {type: pool, max: 9}}
conditions:
  battered: {while: self.hp < 3}
space: {grid: square}
time:
  key: [tick]
  everyone_due: false
  start: schedule turn of first(everyone) at 1
  entries: {turn: {do: stop}}
`, `
encounter: e
ruleset: ./r.yaml
map: {rows: "...."}
combatants: {ann: {side: red, place: [0, 0]}, bob: {side: blue, place: [3, 0]}}
script: |
  do { ann.hp -= 7 }
  do { ann.hp += 1 }
  do { move ann to [1, 0] }
  expect happened(moves, ann) == 1
  do { move ann to [1, 0] }
  expect happened(moves) == 0
  do { move ann to [2, 0] }
  expect happened(moves, ann) == 1
  expect happened(moves, bob) == 0
`)
	m, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trace: true, Check: true})
	if err != nil {
		t.Fatal(err)
	}
	var story strings.Builder
	if err := interp.Story(m, &story); err != nil {
		t.Fatal(err)
	}
	want := `
  Ann: hp 9 -> 2 of 9 (-7)
  Ann becomes battered
  Ann: hp 2 -> 3 of 9 (+1)
  Ann ceases to be battered
  Ann goes 2 spaces, to beside Bob
`
	if got := story.String(); !strings.Contains(got, want) {
		t.Errorf("the story is\n%s\nand not\n%s", got, want)
	}
}
