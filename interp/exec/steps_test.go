package exec_test

import (
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/exec"
)

// TestRecordingTakesNoSteps: whoever records a fight, and has every number explained, reaches
// its limits no sooner.
func TestRecordingTakesNoSteps(t *testing.T) {
	jumping(t, func(t *testing.T, fight *interp.Fight, _ int) {
		var steps [3]int64
		for i, o := range []interp.Options{{}, {Trace: true}, {Trace: true, Explain: true}} {
			m := interp.New(fight, o)
			if _, err := m.Run(); err != nil {
				t.Fatal(err)
			}
			steps[i] = exec.Steps(m)
		}
		if steps[0] != steps[1] || steps[0] != steps[2] {
			t.Errorf("it takes %d steps, recorded %d, explained %d", steps[0], steps[1], steps[2])
		}
	})
}
