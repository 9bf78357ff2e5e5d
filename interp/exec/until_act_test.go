package exec_test

import (
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
)

// TestUntilTheEndOfTheAction: what is applied in the middle of an action until the end of an
// action lasts as long as that action, however many are tried before one begins.
func TestUntilTheEndOfTheAction(t *testing.T) {
	const more = `
conditions:
  braced: {until: end of action of self}
rules:
  brace: {on: start of action of self, do: apply braced to self}
  count: {on: self loses braced, do: self.seen += 1}
`
	e := loaded(t, small("perform poke on self\nschedule turn of self at now + 1", more), unseeded+"script: |\n  wait 2\n  expect not braced(first(combatants))\n  expect first(combatants).seen == 2\n  over\n")
	if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{}); err != nil {
		t.Error(err)
	}
}
