package exec_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
)

// TestExplainedCalls: an explanation shows what a call inside of a formula came to. Might is 2 + 3; the
// wound 4 - 1; 5 + 3 * 2 is 11, and 20 - 11 is 9. The next wound is 6 - 1.
func TestExplainedCalls(t *testing.T) {
	e := loaded(t, `
rulec: 2
ruleset: r
kinds:
  creature:
    fields:
      hp: {type: pool, max: 20}
      mood: 3
quantities:
  might(who): 2 + who.mood
procs:
  wound(n number): stop with n - 1
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn: {do: schedule turn of self at now + 1}
`, `
encounter: e
ruleset: ./r.yaml
combatants:
  ana: {side: red}
  bo: {side: blue}
script: |
  do { bo.hp -= might(ana) + wound(4) * 2 }
  do { if might(ana) >= wound(4) { ana.hp -= wound(6) } }
  expect bo.hp == 9 and ana.hp == 15
`)
	m, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trace: true, Sums: true, Explain: true})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := interp.Story(m, &b); err != nil {
		t.Fatal(err)
	}
	const want = `
  Bo: hp 20 -> 9 of 20 (-11: 5 might + twice 3)
    5 might = 2 + 3 mood
    in e.yaml:8
  Ana: hp 20 -> 15 of 20 (-5: 6 n - 1)
`
	if !strings.Contains(b.String(), want) {
		t.Errorf("got\n%s\nwant in it\n%s", b.String(), want)
	}
}
