package script_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang/diag"
)

// TestRefusedChoices: a script can say what is not among the candidates of a choice; it is
// wrong if that is offered, or if nobody asks.
func TestRefusedChoices(t *testing.T) {
	const rules = `
rulec: 2
ruleset: r
kinds:
  creature:
    fields: {got: 0}
  deed:
    perform: |
      choose much from [1, 2, 4]
      self.got = much
  bet:
    perform: |
      choose luck from [1, 2, 4] by chance
      self.got = luck
  rest: {perform: stop}
deeds: {take: {}}
bets: {gamble: {}}
rests: {nap: {}}
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn:
      do: |
        choose act from can_do(self)
        if act != none { perform act }
        schedule turn of self at now + 1
`
	for _, test := range []struct{ line, code, message string }{
		{"ana: take { refused ana: choose much = 3; choose much = 4 }", "", ""},
		{"ana: take { refused ana: choose much = 3, 5; refused ana: choose much = 0; choose much = 1 }", "", ""},
		{"ana: take { refused ana: choose much = 2; choose much = 4 }", "script-choice", `2 can be chosen for "much": it must be one of 1, 2, 4`},
		{"ana: take { refused bo: choose much = 3; choose much = 4 }", "script-left", `unused choice: nothing asks for "much"`},
		{"ana: nap { refused ana: choose much = 3 }", "script-left", `unused choice: nothing asks for "much"`},
		{"ana: gamble { refused ana: choose luck = 3; choose luck = 4 }\nexpect ana.got == 4 and came_to(luck) == 3", "", ""},
		{"ana: gamble { refused ana: choose luck = 3; dice luck 2 }\nexpect ana.got == 2", "", ""},
		{"ana: gamble { choose luck = 3 }\nexpect true", "script-choice", `3 can't be chosen for "luck": it must be one of 1, 2, 4`},
		{"ana: gamble { choose luck = 1, 2 }\nexpect true", "script-choice", `chance picks one for "luck", not 2: it must be one of 1, 2, 4`},
		{"ana: gamble { choose luck = 1; dice luck 1 }\nexpect true", "script-left", `unused dice: no one rolls "luck"`},
		{"ana: gamble { bo: choose luck = 1 }\nexpect true", "script-dice", `the script has no dice for "luck": ana rolls 1d3`},
		{"ana: take { refused ana: choose much = 3 }", "script-choice", `nothing says what ana chooses for "much": it must be one of 1, 2, 4`},
	} {
		e := loaded(t, rules, "encounter: e\nruleset: ./r.yaml\ncombatants:\n  ana: {side: red}\n  bo: {side: blue}\nscript: |\n  "+strings.ReplaceAll(test.line, "\n", "\n  ")+"\n")
		if !e.Script.Expects() {
			t.Errorf("%s expects nothing", test.line)
		}
		_, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true})
		var d *diag.Diagnostic
		switch {
		case test.code == "" && err != nil:
			t.Errorf("%s: %v", test.line, err)
		case test.code != "" && (!errors.As(err, &d) || string(d.Code) != test.code || d.Message != test.message):
			t.Errorf("%s: %v, want %s [%s]", test.line, err, test.message, test.code)
		}
	}
}
