package exec_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang/diag"
)

// TestFieldsOfAnyAction: a field of an action is that of its own definition, wherever kinds
// have it; what an action doesn't have is an error.
func TestFieldsOfAnyAction(t *testing.T) {
	const rules = `
rulec: 2
ruleset: r
kinds:
  creature:
    fields: {seen: 0}
  step:
    fields:
      before: 1
      pace: 3
      worth: formula number(who creature) = pace_of(who) + it.pace
    perform: learn(self)
  leap:
    fields:
      pace: 7
      height: 2
      worth: formula number(who creature) = it.height * 100
    perform: learn(self)
  rest:
    perform: learn(self)
steps: {walk: {}, run: {pace: 5}}
leaps: {jump: {}}
rests: {wait_here: {}}
quantities:
  pace_of(who): mine(who).action.pace
  worth_of(who): mine(who).action.worth(who)
params:
  what: pace (or worth)
procs:
  learn(who): who.seen = if(what == pace, pace_of(who), worth_of(who))
time:
  key: [tick]
  start: schedule turn of first(everyone) at 1
  everyone_due: false
  entries:
    turn:
      do: |
        choose act from can_do(self)
        if act != none { perform act }
        schedule turn of self at now + 1
`
	for _, test := range []struct{ what, action, expect, wrong string }{
		{"pace", "walk", "ana.seen == 3", ""}, {"pace", "run", "ana.seen == 5", ""}, {"pace", "jump", "ana.seen == 7", ""},
		{"worth", "walk", "ana.seen == 6", ""}, {"worth", "run", "ana.seen == 10", ""}, {"worth", "jump", "ana.seen == 200", ""},
		{"pace", "wait_here", "false", `rest "wait_here" has no field "pace"`},
		{"worth", "wait_here", "false", `rest "wait_here" has no field "worth"`},
	} {
		e := loaded(t, rules, "encounter: e\nruleset: ./r.yaml\nset: {what: "+test.what+"}\ncombatants:\n  ana: {side: red}\n  bo: {side: blue}\n"+
			"script: |\n  ana: "+test.action+"\n  expect "+test.expect+"\n")
		_, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true})
		var d *diag.Diagnostic
		switch {
		case test.wrong == "" && err != nil:
			t.Errorf("%s of %s: %v", test.what, test.action, err)
		case test.wrong != "" && (!errors.As(err, &d) || !strings.HasPrefix(d.Message, test.wrong+";")):
			t.Errorf("%s of %s: %v, want %s", test.what, test.action, err, test.wrong)
		}
	}
}
