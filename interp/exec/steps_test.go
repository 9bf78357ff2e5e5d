package exec_test

import (
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/interp/script"
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

// TestEachLineTakesItsOwnSteps: what the scene does in one line of a script leaves the next
// line all its 100,000 steps. Each of these takes from 48,000 to 96,000.
func TestEachLineTakesItsOwnSteps(t *testing.T) {
	const line = "  do { for a in 1..120 { for b in 1..200 { ana.seen = a } } }\n"
	e := loaded(t, small("schedule turn of self at now + 1", ""), unseeded+"script: |\n"+line+line+line)
	if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{}); err != nil {
		t.Error(err)
	}
}

// TestEachActionTakesItsOwnSteps: so does an action leave all its steps to an action after it, and an entry to
// the actions in it.
func TestEachActionTakesItsOwnSteps(t *testing.T) {
	const loop = "for a in 1..120 { for b in 1..200 { self.seen = a } }"
	e := loaded(t, small(loop+"\nperform work on self\nperform work on self\nschedule turn of self at now + 50", `
nods:
  work: {perform: "`+loop+`"}`), unseeded+"script: wait 1\n")
	if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{}); err != nil {
		t.Error(err)
	}
}
