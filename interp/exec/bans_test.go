package exec_test

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
)

// TestBansOfInstances: what a condition forbids, it forbids for its bearer once, as the oldest
// instance has it; with stacks: by source for any of its instances.
func TestBansOfInstances(t *testing.T) {
	const lines = `script: |
  do { apply held to ana by ana with firm = 0; apply held to ana by bo with firm = 2 }
  refused ana: poke bo "held firmly"
  ana: poke bo
`
	conditions := `
conditions:
  held: {stacks: by source, fields: {firm: number}, forbids: [{what: poke, when: it.firm > 1, because: held firmly}]}`
	for _, test := range []struct{ conditions, lines string }{
		{conditions, strings.Replace(lines, "  ana: poke bo\n", "", 1)},
		{strings.Replace(conditions, "stacks: by source, ", "", 1), strings.Replace(lines, "  refused ana: poke bo \"held firmly\"\n", "", 1)},
	} {
		ruleset := small("choose act from can_do(self)\nif act != none { perform act }\nschedule turn of self at now + 1", test.conditions)
		e := loaded(t, ruleset, unseeded+test.lines)
		if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true}); err != nil {
			t.Errorf("%s: %v", test.conditions, err)
		}
	}
}

// TestEndedTwice: a condition of which two ends come at the same time ends once, and nothing is
// said of the other end.
func TestEndedTwice(t *testing.T) {
	e := loaded(t, small("schedule turn of self at now + 1", "conditions: {dazed: {until: [self.hp falls, self.mind falls, when self.hp < 10]}}"), unseeded+`script: |
  do { apply dazed to bo }
  do { bo.hp -= 1; bo.mind -= 1 }
  expect not dazed(bo)
  do { apply dazed to ana }
`)
	m, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true, Trace: true})
	if err != nil {
		t.Fatal(err)
	}
	var story strings.Builder
	if err := interp.Story(m, &story); err != nil {
		t.Fatal(err)
	}
	want := `
  Bo is now dazed
  Bo: hp 10 -> 9 of 10 (-1), mind 10 -> 9 of 10 (-1)
  Bo is no longer dazed
  Ana is now dazed
`
	if got := story.String(); !strings.Contains(got, want) {
		t.Errorf("the story is\n%s\nand not\n%s", got, want)
	}
}
