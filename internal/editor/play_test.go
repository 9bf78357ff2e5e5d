package editor_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/internal/editor"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
)

// TestPlayHoldsLaws holds that a case which fails by a law fails in an editor, too, and where.
func TestPlayHoldsLaws(t *testing.T) {
	x, _ := diag.Explain(exec.BrokenLaw)
	rules, cases := x.Files[0], strings.Replace(x.Files[1].Text, "ruleset: skirmish", "ruleset: ./skirmish.yaml", 1)
	w := editor.New(lang.Options{Files: fstest.MapFS{rules.Name: {Data: []byte(rules.Text)}}})
	w.Set("cases.yaml", cases)
	const name = "a weak blow against armor"
	played, err := w.Play("cases.yaml", name)
	if want := `fails in skirmish.yaml, line 21: law "blows_never_heal" doesn't hold for bob`; err != nil || played.Passed || !strings.HasPrefix(played.Line, want) || !strings.Contains(played.Log, "5 -> 7") {
		t.Errorf("%v, %q\n%s", err, played.Line, played.Log)
	}
}

// TestPlayAsATest holds that whatever a case fails by as a test, it fails by in an editor, too: a law of what might have been, equal sides,
// odds, a roll that its script leaves out.
func TestPlayAsATest(t *testing.T) {
	const rules = `
rulec: 2
ruleset: skirmish
version: 1.0.0
kinds:
  creature: {fields: {hp: {type: pool, max: 2}, shield: 0}}
  blow:
    params: {target: one of foes(self)}
    perform: "roll attack = 1d20; if attack >= 10 { target.hp -= 1 + target.shield }"
blows: {strike: {}}
laws:
  shields_help: {during: strike, if: self == target, suppose: self.shield += 1, without: {left: self.hp}, holds: self.hp >= left}
tactics: {bold: {turn: [do: strike]}}
time:
  key: [round]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn: {do: "choose act from can_do(self); if act != none { perform act }; schedule turn of self at now + 1"}
  out: self.hp <= 0
  over: count(combatants) < 2
  winner: side(first(combatants))
`
	for _, test := range []struct{ name, expects, line string }{
		{"a hit", "script: \"ann: strike bob { dice attack 10 }\\nexpect bob.hp == 1\"", "as expected"},
		{"a shield", "script: \"ann: strike bob { dice attack 10 }\"\n    laws: [shields_help]", "law \"shields_help\" doesn't hold"},
		{"equal sides", "laws: [even_sides]", "law \"even_sides\" doesn't hold"},
		{"odds", "script: \"ann: strike bob\"\n    odds:\n      a hit: 10/20 when bob.hp < 2", "the chance of a hit is 11/20 (55.00%), not 1/2"},
		{"the right odds", "script: \"ann: strike bob\"\n    odds:\n      a hit: 11/20 when bob.hp < 2", "as expected"},
		{"no dice", "script: \"ann: strike bob\\nexpect bob.hp <= 2\"", "the script has no dice for \"attack\""},
	} {
		w := editor.New(lang.Options{Files: fstest.MapFS{"skirmish.yaml": {Data: []byte(rules)}}})
		w.Set("cases.yaml", "ruleset: ./skirmish.yaml\ncases:\n  "+test.name+
			":\n    combatants: {ann: {side: one, tactic: bold}, bob: {side: two, tactic: bold}}\n    "+test.expects+"\n")
		played, err := w.Play("cases.yaml", test.name)
		passes := test.line == "as expected"
		if err != nil || played.Passed != passes || !strings.Contains(played.Line, test.line) || passes && played.Log == "" {
			t.Errorf("%s: %v, %q\n%s\n%v", test.name, err, played.Line, played.Log, w.Check("cases.yaml").List)
		}
	}
}
