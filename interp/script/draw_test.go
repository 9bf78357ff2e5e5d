package script_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang/diag"
)

// TestDraws: where a draw finds its card, and which cards are wrong.
func TestDraws(t *testing.T) {
	const rules = `
rulec: 2
ruleset: r
kinds:
  creature:
    fields: {card: card = none, got: 0}
  card: {}
  deed:
    fields: {cards: number}
    perform: |
      for n in 1..it.cards {
        draw card from fate
        self.card = card
      }
  bet:
    perform: |
      draw card from fate
      self.card = card
      roll luck = 1d6
      self.got = luck
  rest: {perform: stop}
  call: {perform: announce called}
  echo:
    plural: echoes
    answers: called
    perform: |
      draw card from fate
      self.card = card
cards: {two: {}, king: {title: the King}, ace: {}}
deeds: {dare: {cards: 1}, dare_twice: {cards: 2}, dare_all: {cards: 4}}
bets: {gamble: {}}
rests: {nap: {}}
calls: {shout: {}}
echoes: {reply: {}}
events: {called: {asks: combatants}}
decks:
  fate: {cards: cards}
  doom: {cards: cards}
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
	const none = `the script doesn't say which card ana draws from "fate"`
	for _, test := range []struct{ seed, lines, message, at, code string }{
		{"", "ana: dare { draw fate king }\nexpect ana.card == king", "", "", ""},
		{"", "ana: dare_twice { draw fate king two }\nexpect ana.card == two and count(pile(fate)) == 1", "", "", ""},
		{"", "ana: dare_twice { draw fate king, fate two }\nexpect ana.card == two", "", "", ""},
		{"", "ana: dare_twice { draw fate king, ana.fate two }\nexpect ana.card == king", "", "", ""},
		{"", "ana: dare_twice { draw fate king; draw fate two }\nexpect ana.card == two", "", "", ""},
		{"", "draw bo.fate ace\ndo { draw x from fate by bo; bo.card = x }\nexpect bo.card == ace", "", "", ""},
		{"", "ana: dare_all { draw fate king two ace }\nexpect ana.card == none", "", "", ""},
		{"", "ana: shout { draw fate king; bo: reply }\nexpect bo.card == king", "", "", ""},
		{"", "ana: shout { draw fate king, fate two; ana: reply; bo: reply { draw fate ace } }\nexpect ana.card == king and bo.card == ace", `unused card: no one draws from "fate"`, "two", "script-left"},
		{"", "ana: dare", none, "ana: dare", "script-draw"},
		{"", "ana: dare { draw bo.fate king }", none, "ana: dare", "script-draw"},
		{"", "ana: dare_twice { draw fate king }", none, "ana: dare_twice", "script-draw"},
		{"", "ana: dare_twice { draw fate king king }", `ana can't draw the King from "fate": it has been drawn`, "king", "script-draw"},
		{"", "ana: dare { draw fate king }\ndo { discard king to fate }\nbo: dare { draw fate king }", `bo can't draw the King from "fate": it has been discarded`, "king", "script-draw"},
		{"", "ana: dare { draw fate king two }", `unused card: no one draws from "fate"`, "two", "script-left"},
		{"", "ana: dare { draw fate king, bo.fate two }", `unused card: bo doesn't draw from "fate"`, "two", "script-left"},
		{"", "ana: dare { draw fate king, doom two }", `unused card: no one draws from "doom"`, "two", "script-left"},
		{"", "ana: nap { draw fate king }", `unused card: no one draws from "fate"`, "king", "script-left"},
		{"", "ana: dare_all { draw fate king two ace king }", `unused card: no one draws from "fate"`, "king", "script-left"},
		{"", "draw fate king\nana: nap\nbo: nap", `unused card: no one draws from "fate"`, "king", "script-left"},
		{"seed: 3\n", "ana: dare\nexpect given(ana.card)\nover", "", "", ""},
		{"seed: 3\n", "ana: gamble { draw fate king; dice luck 2 }\nexpect ana.card == king and ana.got == 2\nover", "", "", ""},
		{"seed: 3\n", "ana: dare_twice { draw fate king }\nover", none, "ana: dare_twice", "script-draw"},
		{"seed: 3\n", "ana: gamble { dice luck 2 }\nover", none, "ana: gamble", "script-draw"},
		{"seed: 3\n", "ana: gamble { draw fate king }\nover", `the script has no dice for "luck": ana rolls 1d6`, "ana: gamble", "script-dice"},
	} {
		text := "encounter: e\nruleset: ./r.yaml\n" + test.seed + "combatants:\n  ana: {side: red}\n  bo: {side: blue}\nscript: |\n  " +
			strings.ReplaceAll(test.lines, "\n", "\n  ") + "\n"
		e := loaded(t, rules, text)
		_, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true})
		var d *diag.Diagnostic
		switch {
		case test.message == "" && err != nil:
			t.Errorf("%s: %v", test.lines, err)
		case test.message == "":
		case !errors.As(err, &d) || string(d.Code) != test.code || d.Message != test.message || !strings.HasPrefix(d.Span.Text(), test.at):
			t.Errorf("%s: %v, want %s [%s] at %q", test.lines, err, test.message, test.code, test.at)
		}
	}
}
