package exec_test

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
)

// TestEverInAQuantity: a quantity that asks what somebody ever had means since the innermost
// action under way began, also where it is asked by the requirements of one that is about to
// begin. Ana loses her courage in flinch: jump, which only those do who were never brave, is
// refused there, and allowed in turn_away, which begins afterwards.
func TestEverInAQuantity(t *testing.T) {
	e := loaded(t, small("perform flinch on self\nschedule turn of self at now + 50", `
nods:
  flinch: {perform: "apply brave to self; end brave on self; perform jump on self; self.seen += 1; perform turn_away on self"}
  turn_away: {perform: "perform jump on self"}
  jump: {requires: {was_brave(self) == 0: too proud}, perform: self.seen += 7}
conditions: {brave: {}}
quantities:
  was_brave(who): "if(ever(who, brave), 1, 0) + sum(add)"
rules:
  shy: {modifies: [{to: was_brave, add: 3 - self.many}]}
`), unseeded+"script: |\n  wait 1\n  expect ana.seen == 8\n")
	if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true}); err != nil {
		t.Error(err)
	}
}

// TestEverInAReset: so does what a member of a family is reset to. Ana loses her courage before
// reload begins, so that she has 9 shots after the first reset, and 5 after the second.
func TestEverInAReset(t *testing.T) {
	ruleset := strings.Replace(small("perform flinch on self\nschedule turn of self at now + 50", `
stances:
  low: {}
nods:
  flinch: {perform: "apply brave to self; end brave on self; perform reload on self; self.seen = self.shots[low]; announce loaded of self"}
  reload: {perform: announce loaded of self}
conditions: {brave: {}}
events: {loaded: {}}
`), "per: stance, start: 3", `per: stance, start: 3, resets: {loaded of self: "if(ever(self, brave), 5, 9)"}`, 1)
	e := loaded(t, ruleset, unseeded+"script: |\n  wait 1\n  expect ana.seen == 9 and ana.shots[low] == 5\n")
	if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true}); err != nil {
		t.Error(err)
	}
}

// TestEverOfWhatIsProposed: what is only about to begin isn't under way: its requirements mean the action
// around it, however they are written, and whether or not numbers are explained.
func TestEverOfWhatIsProposed(t *testing.T) {
	for _, asked := range []string{"not ever(self, brave)", "was_brave(self) == 0"} {
		for _, o := range []interp.Options{{Check: true}, {Trace: true, Explain: true}} {
			e := loaded(t, small("perform flinch on self\nschedule turn of self at now + 50", `
nods:
  flinch: {perform: "apply brave to self; end brave on self; perform jump on self; self.seen += 1; perform turn_away on self"}
  turn_away: {perform: "perform jump on self"}
  jump: {requires: {"`+asked+`": too proud}, perform: self.seen += 7}
conditions: {brave: {}}
quantities:
  was_brave(who): if(ever(who, brave), 1, 0)
`), unseeded+"script: |\n  wait 1\n  expect ana.seen == 8\n")
			if _, _, err := script.Play(interp.Compile(e.Program), e, o); err != nil {
				t.Errorf("%s, %+v: %v", asked, o.Explain, err)
			}
		}
	}
}
