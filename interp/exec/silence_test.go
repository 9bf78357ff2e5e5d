package exec_test

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
)

// TestSilenceOfWhatHasEnded: of two who act at once, one ends a condition before the other
// silences it. Nothing is left to be silenced then, and the condition can be given anew.
func TestSilenceOfWhatHasEnded(t *testing.T) {
	e := loaded(t, small("schedule turn of self at now + 1", "conditions: {dazed: {}}"), unseeded+`script: |
  do { apply dazed to bo }
  do { for x in everyone together { if x == ana { end dazed on bo } else { end dazed on bo until now + 2 } } }
  expect not dazed(bo)
  do { apply dazed to bo }
  expect dazed(bo)
  do { end dazed on bo }
  expect not dazed(bo)
`)
	if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true, Trace: true}); err != nil {
		t.Error(err)
	}
}

// TestAgeOfACondition: a condition knows when it began, and how long ago that was by the first
// number of the clock.
func TestAgeOfACondition(t *testing.T) {
	ruleset := strings.Replace(small("schedule turn of self at now + 1, 5", "conditions: {dazed: {}}"), "key: [tick]", "key: [tick, beat]", 1)
	e := loaded(t, ruleset, unseeded+`script: |
  wait 2
  do { apply dazed to bo }
  expect bo.dazed.since == 2 and elapsed(bo.dazed) == 0
  wait 3
  expect bo.dazed.since == 2 and elapsed(bo.dazed) == 3
`)
	if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true}); err != nil {
		t.Error(err)
	}
}
