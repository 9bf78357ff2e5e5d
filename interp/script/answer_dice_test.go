package script_test

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
)

// TestDice: where a roll finds its faces, and which faces are wrong.
func TestDice(t *testing.T) {
	plays(t, brawl, []wrong{
		{"by their labels", "ana: strike on bo { dice harm 2 3, attack 12 }\nexpect bo.hp == 5", "", "", ""},
		{"in the order of the rolls", "ana: strike on bo { dice 12, 2 3 }\nexpect bo.hp == 5", "", "", ""},
		{"labels before none", "ana: strike on bo { dice 2 3, attack 12 }\nexpect bo.hp == 5", "", "", ""},
		{"rollers before labels", "ana: bite on bo { dice attack 12, harm 1 1, shock 6, ana.harm 2 2 }", `unused dice: no one rolls "harm"`, "harm 1 1", "script-left"},
		{"equals in their order", "ana: bite on bo { dice attack 12, 1 2, 3 }\nexpect bo.hp == 4", "", "", ""},
		{"another roller's", "ana: strike on bo { dice attack 12, bo.harm 1 1 }", `the script has no dice for "harm": ana rolls 2d6`, "ana: strike", "script-dice"},
		{"all that comes of it", "ana: bite on bo { dice attack 12, harm 1 1, shock 4 }\nexpect bo.hp == 4", "", "", ""},
		{"none for a roll", "ana: strike on bo { dice attack 12 }", `the script has no dice for "harm": ana rolls 2d6`, "ana: strike", "script-dice"},
		{"none at all, without a seed", "ana: strike on bo", `the script has no dice for "attack": ana rolls 1d20`, "ana: strike", "script-dice"},
		{"none for tactics, without a seed", "rest", `the script has no dice for "attack": ana rolls 1d20`, "rest", "script-dice"},
		{"left over by label", "ana: strike on bo { dice attack 9, harm 1 1 }", `unused dice: no one rolls "harm"`, "harm 1 1", "script-left"},
		{"left over without a label", "ana: strike on bo { dice attack 9, 3 }", "unused dice: nothing more is rolled", "3", "script-left"},
		{"left over of somebody", "ana: strike on bo { dice attack 9, bo.harm 2 2 }", `unused dice: bo doesn't roll "harm"`, "bo.harm", "script-left"},
		{"a face that the die hasn't", "ana: strike on bo { dice attack 21 }", `ana rolls 1d20 for "attack": a die of 20 sides can't show 21`, "21", "script-dice"},
		{"too few", "ana: strike on bo { dice attack 12, harm 3 }", `ana rolls 2d6 for "harm": more dice are rolled than the 1 given`, "harm 3", "script-dice"},
		{"too many", "ana: strike on bo { dice attack 12, harm 3 3 3 }", `ana rolls 2d6 for "harm": only 2 of the 3 dice given are rolled`, "3", "script-dice"},
		{"these dice", "ana: strike on bo { dice attack 12 of 1d20, harm 3 4 of 2d6 }\nexpect bo.hp == 3", "", "", ""},
		{"other dice", "ana: strike on bo { dice attack 12, harm 3 4 of 2d8 }", `ana rolls 2d6 for "harm": the script says 2d8`, "2d8", "script-dice"},
		{"dice and a number", "ana: strike on bo { dice attack 12, harm 3 4 of 2d6 + 1 }", "write only the dice after of, without numbers added to them", "2d6 + 1", "script-dice"},
		{"outside of braces, for what happens until the next line", "do { apply bleeding to bo }\nana: pass\ndice blood 2\nbo: pass\nexpect bo.hp == 8", "", "", ""},
		{"outside of braces, not for the next line", "dice attack 9\nana: strike on bo", `unused dice: no one rolls "attack"`, "attack 9", "script-left"},
		{"none outside of braces", "do { apply bleeding to bo }\nana: pass\nbo: pass", `the script has no dice for "blood": bo rolls 1d4`, "ana: pass", "script-dice"},
		{"outside of braces, left over when the next line is taken", "ana: pass\ndice attack 9\nbo: pass\nana: pass", `unused dice: no one rolls "attack"`, "attack 9", "script-left"},
		{"nothing but dice", "dice attack 9", `unused dice: no one rolls "attack"`, "attack 9", "script-left"},
		{"outside of braces, left over at the end", "ana: pass\ndice attack 9", `unused dice: no one rolls "attack"`, "attack 9", "script-left"},
	})
}

// TestInnermostFirst: a roll and a choice look into the braces of the innermost action first,
// then into those around it. In this ruleset who strikes, and who parries him, rolls and bets.
func TestInnermostFirst(t *testing.T) {
	const rules = `
rulec: 2
ruleset: r
kinds:
  creature: {fields: {luck: 0, bet: 0}}
  deed: {perform: "announce aimed; choose much from [1, 2, 3]; roll luck = 1d6; self.luck = luck; self.bet = much"}
  reply: {answers: aimed, perform: "choose much from [1, 2, 3]; roll luck = 1d6; self.luck = luck; self.bet = much"}
deeds: {strike: {}}
replies: {parry: {}}
events:
  aimed: {asks: "filter(combatants, each != event.of)"}
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn:
      do: |
        choose act from can_do(self)
        if act != none { perform act }
`
	for _, line := range []string{
		"ana: strike { dice luck 1; choose much = 1; bo: parry { dice luck 6; choose much = 3 } }",
		"ana: strike { bo: parry; dice luck 6, luck 1; choose much = 3; choose much = 1 }",
		"ana: strike { bo: parry { dice 6; choose much = 3 }; dice luck 1; choose much = 1 }",
		"ana: strike { bo: parry { choose much = 3 }; dice ana.luck 1, luck 6; choose much = 1 }",
		"ana: strike { bo: parry { dice luck 6 }; dice luck 1; bo: choose much = 3; ana: choose much = 1 }",
	} {
		e := loaded(t, rules, "encounter: e\nruleset: ./r.yaml\ncombatants: {ana: {side: red}, bo: {side: blue}}\nscript: |\n  "+
			line+"\n  expect ana.luck == 1 and bo.luck == 6 and ana.bet == 1 and bo.bet == 3\n")
		if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true}); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// TestDiceOfTheSetup: dice and choices before the first line are for the setup, too.
func TestDiceOfTheSetup(t *testing.T) {
	plays(t, brawl+"setup: |\n  roll luck by ana = 1d6\n  ana.hp -= luck\n", []wrong{
		{"before the first line", "dice luck 5\nana: pass\nexpect ana.hp == 5", "", "", ""},
		{"none", "ana: pass", `the script has no dice for "luck": ana rolls 1d6`, "", "script-dice"},
		{"behind the first line", "ana: pass\ndice luck 5", `the script has no dice for "luck": ana rolls 1d6`, "", "script-dice"},
	})
}

// TestSeededDice: with a seed only a line with dice has to say all of them.
func TestSeededDice(t *testing.T) {
	plays(t, "seed: 3\n"+brawl, []wrong{
		{"no dice", "ana: strike on bo\nexpect was_rolled(attack) == 1\nover", "", "", ""},
		{"all dice of a line", "ana: strike on bo { dice attack 12, harm 1 1 }\nexpect bo.hp == 8\nover", "", "", ""},
		{"some dice of a line", "ana: strike on bo { dice attack 12 }\nover", `the script has no dice for "harm": ana rolls 2d6`, "ana: strike", "script-dice"},
		{"dice of the line before", "ana: strike on bo { dice attack 9 }\nbo: strike on ana\nexpect was_rolled(attack, bo) == 1\nover", "", "", ""},
	})
}

// TestChoices: where a choice finds its answer, and what can't be chosen.
func TestChoices(t *testing.T) {
	plays(t, brawl, []wrong{
		{"by its name", "ana: faint { choose side_of = 2 }\nover", "", "", ""},
		{"of whoever is asked", "ana: faint { ana: choose side_of = 2 }\nover", "", "", ""},
		{"a default", "ana: strike on bo { dice attack 9 }\nover", "", "", ""},
		{"no default", "ana: faint", `nothing says what ana chooses for "side_of": it must be one of 1, 2`, "ana: faint", "script-choice"},
		{"of somebody else", "ana: faint { bo: choose side_of = 2 }", `nothing says what ana chooses for "side_of": it must be one of 1, 2`, "ana: faint", "script-choice"},
		{"of the first, when the second is asked", "ana: pass\nbo: faint { ana: choose side_of = 2 }", `nothing says what bo chooses for "side_of": it must be one of 1, 2`, "bo: faint", "script-choice"},
		{"what isn't offered", "ana: faint { choose side_of = 3 }", `3 can't be chosen for "side_of": it must be one of 1, 2`, "3", "script-choice"},
		{"another name", "ana: strike on bo { choose side_of = 1; dice attack 9 }", `unused choice: nothing asks for "side_of"`, "choose side_of", "script-left"},
		{"the second of two", "ana: faint { choose side_of = 1; choose side_of = 2 }", `unused choice: "side_of" was asked for earlier and is already answered`, "choose side_of = 2", "script-left"},
		{"outside of braces, for the next line", "choose side_of = 1\nana: faint", `unused choice: nothing asks for "side_of"`, "choose side_of", "script-left"},
		{"outside of braces, left over", "choose side_of = 1\nana: pass\nbo: pass", `unused choice: nothing asks for "side_of"`, "choose side_of", "script-left"},
	})
}

// TestManyCandidates: of what can be chosen twelve are listed.
func TestManyCandidates(t *testing.T) {
	const rules = "rulec: 2\nruleset: r\nkinds:\n  creature: {}\n  deed: {perform: 'choose much from 1..MOST'}\ndeeds: {take: {}}\n" +
		"time:\n  key: [tick]\n  start: for c in everyone { schedule turn of c at 1 }\n  entries:\n    turn:\n      do: |\n        choose act from can_do(self)\n        if act != none { perform act }\n"
	for most, want := range map[string]string{
		"1":  "it must be one of 1",
		"12": "it must be one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12",
		"13": "it must be one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, ..",
	} {
		e := loaded(t, strings.Replace(rules, "MOST", most, 1), "encounter: e\nruleset: ./r.yaml\ncombatants: {ana: {side: red}, bo: {side: blue}}\nscript: |\n  ana: take { choose much = 99 }\n")
		_, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("of %s: %v, want %s", most, err, want)
		}
	}
}
