package exec_test

import (
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
)

// TestTheClockIsHeardOf: a condition that follows the clock begins when the clock comes to its time, though nothing
// else changes.
func TestTheClockIsHeardOf(t *testing.T) {
	e := loaded(t, small("if now < 2 { schedule turn of self at now + 3 } else { schedule turn of self at now + 50 }", `
conditions:
  late: {while: now > 2, rules: {yawn: {on: begins, do: self.seen += 1}}}
`), unseeded+"script: |\n  wait 1\n  expect ana.seen == 0 and not late(ana)\n  wait 3\n  expect ana.seen == 1 and late(ana)\n")
	if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{}); err != nil {
		t.Error(err)
	}
}
