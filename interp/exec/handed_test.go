package exec_test

import (
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
)

// TestParametersHandedOver: what stands behind on is for the first parameter of an action, and what stands
// behind with for the one that is named, in any order.
func TestParametersHandedOver(t *testing.T) {
	e := loaded(t, small(`schedule turn of self at now + 50
if self == last(everyone) { stop }
perform give on last(everyone) with much = 3
perform give with much = 2, target = last(everyone)
perform give with target = self, much = 4`, `
  give: {params: {much: 1 to 9}, perform: target.hp -= much}
`), unseeded+"script: |\n  wait 1\n  expect bo.hp == 5 and ana.hp == 6\n")
	if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true}); err != nil {
		t.Error(err)
	}
}
