package script_test

import (
	"errors"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
)

// The heads of encounters of the two rulesets for scripts: in brawl ana's turn comes before
// bo's, and each round ends with a floor; in ticks both are due at 1 and every 4 ticks, together.
const (
	brawl = "ruleset: ./brawl.yaml\ncombatants:\n  ana: {side: red, place: [1, 1], nerve: 2, tactic: bully}\n  bo: {side: blue, place: [2, 1], nerve: 1, tactic: bully}\n"
	ticks = "ruleset: ./ticks.yaml\ncombatants:\n  ana: {side: red}\n  bo: {side: blue}\n"
)

// played plays the lines of a script, each below the one before, and returns the machine.
func played(t *testing.T, head, lines string, o interp.Options) (*interp.Machine, interp.Outcome, error) {
	t.Helper()
	files := fstest.MapFS{}
	for _, name := range []string{"brawl.yaml", "ticks.yaml"} {
		data, err := os.ReadFile("../testdata/script/" + name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: data}
	}
	text := "encounter: e\n" + head + "script: |\n  " + strings.ReplaceAll(strings.TrimSpace(lines), "\n", "\n  ") + "\n"
	files["e.yaml"] = &fstest.MapFile{Data: []byte(text)}
	e, list := lang.LoadEncounter("e.yaml", lang.Options{Files: files})
	if e == nil || list.HasErrors() {
		var b strings.Builder
		_ = list.Print(&b, diag.Snippets, false)
		t.Fatal(lines, b.String())
	}
	o.Check = true
	return script.Play(interp.Compile(e.Program), e, o)
}

// wrong is a script: what is wrong with it, at which text, with which code; nothing is, if the
// message is empty.
type wrong struct {
	about, lines      string
	message, at, code string
}

func plays(t *testing.T, head string, tests []wrong) {
	t.Helper()
	for _, test := range tests {
		_, _, err := played(t, head, test.lines, interp.Options{})
		var d *diag.Diagnostic
		switch {
		case test.message == "" && err != nil:
			t.Errorf("%s: %v", test.about, err)
		case test.message == "":
		case !errors.As(err, &d):
			t.Errorf("%s: %v, want %s", test.about, err, test.message)
		case d.Message != test.message || string(d.Code) != test.code || !strings.HasPrefix(d.Span.Text(), test.at):
			t.Errorf("%s: %s [%s] at %q, want %s [%s] at %q", test.about, d.Message, d.Code, d.Span.Text(), test.message, test.code, test.at)
		}
	}
}

// TestWhoAnswers: a turn takes the next line, an answer stands in the braces of what it answers.
func TestWhoAnswers(t *testing.T) {
	plays(t, brawl, []wrong{
		{"turns in order", "ana: pass\nbo: pass\nexpect now == 1", "", "", ""},
		{"somebody else's turn", "bo: breathe", "it is ana's turn, not bo's", "bo: breathe", "script-turn"},
		{"an answer where a line should be", "bo: duck\nana: pass", "it is ana's turn, not bo's", "bo: duck", "script-turn"},
		{"an answer in the braces", "ana: strike on bo { bo: duck; dice attack 12 }\nexpect bo.hp == 10 and bo.breath == 1", "", "", ""},
		{"who has no answer passes", "ana: strike on bo { dice attack 9 }\nexpect bo.breath == 2 and did(bo, duck) == 0", "", "", ""},
		{"who passes in braces", "ana: strike on bo { bo: pass; dice attack 9 }\nexpect bo.breath == 2", "", "", ""},
		{"who passes what he is asked for", "ana: strike on bo { bo: pass aimed; bo: duck; dice attack 9 }", "bo is not asked for this: nothing that happens here can be answered so", "bo: duck", "script-left"},
		{"who passes what he isn't asked for", "ana: strike on bo { bo: pass lull; dice attack 9 }", "bo is not asked for this: nothing that happens here can be answered so", "bo: pass lull", "script-left"},
		{"an answer to something else", "ana: strike on bo { bo: roar; dice attack 9 }", "bo is not asked for this: nothing that happens here can be answered so", "bo: roar", "script-left"},
		{"the answer of somebody else", "ana: strike on bo { ana: duck; dice attack 9 }", "ana is not asked for this: nothing that happens here can be answered so", "ana: duck", "script-left"},
		{"what isn't possible", "do { bo.breath = 0 }\nana: strike on bo { bo: duck; dice attack 9 }", "bo can't do that: it takes 1 breath, and only 0 is left", "bo: duck", "script-refused"},
		{"a line that isn't possible", "ana: strike on ana { dice attack 9 }", "ana can't do that: ana can't be the target", "ana: strike", "script-refused"},
		{"a floor takes a line", "ana: pass\nbo: pass\nbo: roar { dice voice 3 }\nana: roar { dice voice 1 }\nexpect bo.nerve == 4 and ana.nerve == 3 and now == 1", "", "", ""},
		{"a floor closes when the next line is no answer", "ana: pass\nbo: pass\nana: pass\nexpect now == 2", "", "", ""},
		{"all pass closes it", "ana: pass\nbo: pass\nall pass\nana: pass\nbo: pass\nbo: roar { dice voice 2 }\nexpect now == 2 and bo.nerve == 3", "", "", ""},
		{"what stands behind all pass is no answer to it", "ana: pass\nbo: pass\nall pass\nbo: roar { dice voice 2 }", "it is ana's turn, not bo's", "bo: roar", "script-turn"},
		{"all pass in a turn", "all pass", "no floor is open that could be closed: it is ana's turn", "all pass", "script-turn"},
		{"expectations behind all pass", "ana: pass\nbo: pass\nall pass\nexpect now == 2\nana: pass", "", "", ""},
		{"a tactic decides", "ana: tactic { dice attack 9 }\nexpect did(ana, strike, bo) == 1", "", "", ""},
		{"a tactic answers", "ana: strike on bo { bo: tactic; dice attack 12 }\nexpect did(bo, duck) == 1", "", "", ""},
	})
	plays(t, ticks, []wrong{
		{"lines of others who are due may come first", "bo: hit on ana { dice harm 1 }\nana: hit on bo { dice harm 2 }\nexpect ana.hp == 4 and bo.hp == 3 and now == 1", "", "", ""},
		{"also those that pass", "bo: pass\nana: hit on bo { dice harm 2 }\nexpect bo.hp == 3 and now == 1", "", "", ""},
		{"with a refusal of his", "bo: pass\nrefused ana: hit on ana \"be the target\"\nana: pass\nexpect now == 1", "", "", ""},
		{"with a refusal of his that doesn't come", "bo: pass\nrefused ana: hit on bo \"tired\"\nana: pass", "this should be refused, but ana can do it", "refused ana", "script-refused"},
		{"a line that is missing", "bo: hit on ana { dice harm 1 }\nbo: pass", "it is ana's turn, not bo's", "bo: hit", "script-turn"},
		{"dice in another line of the batch", "ana: hit on bo { dice ana.harm 1, bo.harm 2 }\nbo: hit on ana\nexpect bo.hp == 4 and ana.hp == 3", "", "", ""},
		{"what follows a batch", "bo: pass\nana: pass\nana: hit on bo { dice harm 1 }\nbo: pass\nexpect now == 5 and bo.hp == 4", "", "", ""},
		{"what is expected before somebody else of the batch answers", "ana: hit on bo { dice harm 1 }\nexpect bo.hp == 5\nbo: pass\nexpect bo.hp == 4", "", "", ""},
	})
}

// TestRefusals: a refusal is tested when who it is for is asked, and for the reason that it gives.
func TestRefusals(t *testing.T) {
	plays(t, brawl, []wrong{
		{"for a reason", "refused ana: strike on ana \"can't be the TARGET\"\nana: pass", "", "", ""},
		{"for another reason", "refused ana: strike on ana \"tired\"\nana: pass", "this is refused, but for another reason: ana can't be the target", "refused ana", "script-refused"},
		{"of what is possible", "refused ana: strike on bo \"tired\"\nana: pass", "this should be refused, but ana can do it", "refused ana", "script-refused"},
		{"of who isn't asked", "refused bo: strike on bo \"tired\"\nana: pass", `bo isn't asked for this here: "strike" answers turn`, "refused bo", "script-refused"},
		{"of who isn't asked any more", "ana: pass\nover\nrefused bo: strike on bo \"tired\"", "the encounter is over before bo's line", "refused bo", "script-left"},
		{"of who is out", "do { bo.hp = 1 }\nana: strike on bo { dice attack 12, harm 1 1 }\nrefused bo: strike on bo \"tired\"", "the encounter is over before bo's line", "refused bo", "script-left"},
		{"in braces", "do { bo.breath = 0 }\nana: strike on bo { refused bo: duck \"breath\"; dice attack 9 }", "", "", ""},
		{"in braces, of what is possible", "ana: strike on bo { refused bo: duck \"tired\"; dice attack 9 }", "this should be refused, but bo can do it", "refused bo", "script-refused"},
		{"what follows waits", "ana: pass\nbo: pass\nrefused bo: roar \"mute\"\nexpect now == 2\nana: pass", "this should be refused, but bo can do it", "refused bo", "script-refused"},
		{"on a floor", "do { apply mute to bo }\nana: pass\nbo: pass\nrefused bo: roar \"mute\"\nana: roar { dice voice 1 }\nexpect now == 1", "", "", ""},
	})
}

// TestRefusalsAtTheEnd: who isn't asked before the time is up isn't refused either.
func TestRefusalsAtTheEnd(t *testing.T) {
	plays(t, "limit: 1\n"+brawl, []wrong{
		{"on the last floor", "ana: pass\nbo: pass\nrefused bo: strike on bo \"tired\"", `bo isn't asked for this here: "strike" answers turn`, "refused bo", "script-refused"},
		{"nothing is refused", "ana: pass\nbo: pass", "", "", ""},
	})
}

// TestRestWithinABatch: who is due with the last line's actor plays by his tactic at once.
func TestRestWithinABatch(t *testing.T) {
	data, err := os.ReadFile("../testdata/script/ticks.yaml")
	if err != nil {
		t.Fatal(err)
	}
	rules := string(data) + "\ntactics:\n  fighter:\n    turn:\n      - do: hit\n"
	head := "encounter: e\nruleset: ./r.yaml\nseed: 3\ncombatants:\n  ana: {side: red, tactic: fighter}\n  bo: {side: blue, tactic: fighter}\n"
	for _, lines := range []string{"  ana: pass\n  rest\n", "  ana: pass\n"} {
		e := loaded(t, rules, head+"script: |\n"+lines)
		m, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trace: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range m.Trace().Events {
			if e.Kind == trace.Act {
				if e.Who != 2 || e.Now != 1 {
					t.Errorf("%s: thing %d hits first, at %g; want thing 2 at 1", lines, e.Who, e.Now)
				}
				break
			}
		}
	}
}

// TestDice: where a roll finds its faces, and which faces are wrong.
func TestDice(t *testing.T) {
	plays(t, brawl, []wrong{
		{"by their labels", "ana: strike on bo { dice harm 2 3, attack 12 }\nexpect bo.hp == 5", "", "", ""},
		{"in the order of the rolls", "ana: strike on bo { dice 12, 2 3 }\nexpect bo.hp == 5", "", "", ""},
		{"labels before none", "ana: strike on bo { dice 2 3, attack 12 }\nexpect bo.hp == 5", "", "", ""},
		{"rollers before labels", "ana: bite on bo { dice attack 12, harm 1 1, shock 6, ana.harm 2 2 }", `these dice are left over: nobody rolls "harm"`, "harm 1 1", "script-left"},
		{"equals in their order", "ana: bite on bo { dice attack 12, 1 2, 3 }\nexpect bo.hp == 4", "", "", ""},
		{"another roller's", "ana: strike on bo { dice attack 12, bo.harm 1 1 }", `the script has no dice for "harm": ana rolls 2d6`, "ana: strike", "script-dice"},
		{"all that comes of it", "ana: bite on bo { dice attack 12, harm 1 1, shock 4 }\nexpect bo.hp == 4", "", "", ""},
		{"none for a roll", "ana: strike on bo { dice attack 12 }", `the script has no dice for "harm": ana rolls 2d6`, "ana: strike", "script-dice"},
		{"none at all, without a seed", "ana: strike on bo", `the script has no dice for "attack": ana rolls 1d20`, "ana: strike", "script-dice"},
		{"left over by label", "ana: strike on bo { dice attack 9, harm 1 1 }", `these dice are left over: nobody rolls "harm"`, "harm 1 1", "script-left"},
		{"left over without a label", "ana: strike on bo { dice attack 9, 3 }", "these dice are left over: nothing more is rolled", "3", "script-left"},
		{"left over of somebody", "ana: strike on bo { dice attack 9, bo.harm 2 2 }", `these dice are left over: bo doesn't roll "harm"`, "bo.harm", "script-left"},
		{"a face that the die hasn't", "ana: strike on bo { dice attack 21 }", `ana rolls 1d20 for "attack": a die of 20 sides can't show 21`, "attack 21", "script-dice"},
		{"too few", "ana: strike on bo { dice attack 12, harm 3 }", `ana rolls 2d6 for "harm": more dice are thrown than the 1 given`, "harm 3", "script-dice"},
		{"too many", "ana: strike on bo { dice attack 12, harm 3 3 3 }", `ana rolls 2d6 for "harm": only 2 of the 3 dice given are thrown`, "harm 3 3 3", "script-dice"},
		{"these dice", "ana: strike on bo { dice attack 12 of 1d20, harm 3 4 of 2d6 }\nexpect bo.hp == 3", "", "", ""},
		{"other dice", "ana: strike on bo { dice attack 12, harm 3 4 of 2d8 }", `ana rolls 2d6 for "harm": the script says 2d8`, "harm 3 4", "script-dice"},
		{"dice and a number", "ana: strike on bo { dice attack 12, harm 3 4 of 2d6 + 1 }", "behind of stand the dice that are thrown, without what is added to them", "2d6 + 1", "script-dice"},
		{"outside of braces, for what happens until the next line", "do { apply bleeding to bo }\nana: pass\ndice blood 2\nbo: pass\nexpect bo.hp == 8", "", "", ""},
		{"outside of braces, not for the next line", "dice attack 9\nana: strike on bo", `these dice are left over: nobody rolls "attack"`, "attack 9", "script-left"},
		{"none outside of braces", "do { apply bleeding to bo }\nana: pass\nbo: pass", `the script has no dice for "blood": bo rolls 1d4`, "ana: pass", "script-dice"},
		{"outside of braces, left over when the next line is taken", "ana: pass\ndice attack 9\nbo: pass\nana: pass", `these dice are left over: nobody rolls "attack"`, "attack 9", "script-left"},
		{"nothing but dice", "dice attack 9", `these dice are left over: nobody rolls "attack"`, "attack 9", "script-left"},
		{"outside of braces, left over at the end", "ana: pass\ndice attack 9", `these dice are left over: nobody rolls "attack"`, "attack 9", "script-left"},
	})
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
		{"another name", "ana: strike on bo { choose side_of = 1; dice attack 9 }", `this choice is left over: nobody asks for "side_of"`, "choose side_of", "script-left"},
		{"the second of two", "ana: faint { choose side_of = 1; choose side_of = 2 }", `this choice is left over: nobody asks for "side_of"`, "choose side_of = 2", "script-left"},
		{"outside of braces, for the next line", "choose side_of = 1\nana: faint", `this choice is left over: nobody asks for "side_of"`, "choose side_of", "script-left"},
		{"outside of braces, left over", "choose side_of = 1\nana: pass\nbo: pass", `this choice is left over: nobody asks for "side_of"`, "choose side_of", "script-left"},
	})
}

// TestManyCandidates: of what can be chosen twelve are listed.
func TestManyCandidates(t *testing.T) {
	const rules = "rulec: 1\nruleset: r\nkinds:\n  creature: {}\n  deed: {perform: 'choose much from 1..MOST'}\ndeeds: {take: {}}\n" +
		"time:\n  key: [tick]\n  start: for c in everyone { schedule turn of c at 1 }\n  entries:\n    turn:\n      do: |\n        choose act from can_do(self)\n        if act != none { perform act }\n"
	for most, want := range map[string]string{
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

// TestExpectations: when something is tested, and since when it looks back.
func TestExpectations(t *testing.T) {
	plays(t, brawl, []wrong{
		{"at the start", "expect ana.hp == 10 and now == 1\nana: pass", "", "", ""},
		{"after a line", "ana: strike on bo { dice attack 12, harm 1 1 }\nexpect bo.hp == 8", "", "", ""},
		{"before an answer, and after the action", "ana: strike on bo { expect bo.breath == 2; bo: duck; dice attack 12; expect bo.breath == 1 }", "", "", ""},
		{"in braces, after its end", "ana: strike on bo { dice attack 12, harm 1 1; expect bo.hp == 8 }", "", "", ""},
		{"in braces, when its action has ended", "ana: strike on bo { bo: duck; dice attack 12; expect dodging(bo) }\nexpect not dodging(bo)", "", "", ""},
		{"since the line began", "ana: strike on bo { dice attack 9 }\nexpect was_rolled(attack) == 1\nbo: pass\nexpect was_rolled(attack) == 0", "", "", ""},
		{"since the line before had landed", "ana: pass\nbo: strike on ana { dice attack 9 }\nexpect was_rolled(attack, bo) == 1 and was_rolled(attack, ana) == 0", "", "", ""},
		{"since the last do", "ana: breathe\ndo { announce puffed of bo with breaths = 2 }\nexpect happened(puffed) == 1 and happened(puffed, bo) == 1", "", "", ""},
		{"since the last wait", "ana: breathe\nexpect happened(puffed) == 1\nwait 1\nexpect happened(puffed) == 0", "", "", ""},
		{"in braces since its action began", "ana: breathe\nbo: breathe { expect happened(puffed) == 1 }\nexpect happened(puffed) == 1", "", "", ""},
		{"after a wait", "ana: pass\nwait 2\nexpect now == 3\nana: pass", "", "", ""},
		{"a wait that ends between two turns", "ana: pass\nwait 0.5\nexpect now == 1.5\nana: pass\nexpect now == 2", "", "", ""},
		{"two waits", "ana: pass\nwait 0.5\nwait 0.25\nexpect now == 1.75\nwait 2\nexpect now == 3.75", "", "", ""},
		{"a wait between two turns after the end", "ana: pass\nover\nwait 0.5\nexpect now == 1.5", "", "", ""},
		{"who is asked while time passes, passes", "ana: pass\nwait 1\nexpect now == 2 and did(bo, strike) == 0\nana: strike on bo { dice attack 9 }", "", "", ""},
		{"who is asked while time passes has no line", "ana: pass\nwait 1\nana: pass\nexpect now == 2", "", "", ""},
		{"what happens before a line", "do { apply bleeding to bo }\nana: breathe\ndice blood 2\nbo: pass\nexpect was_rolled(blood) == 1 and happened(puffed) == 0", "", "", ""},
		{"what happens before a line of its batch's end", "do { apply bleeding to bo }\nana: breathe\nexpect was_rolled(blood) == 0\ndice blood 2\nbo: pass\nexpect bo.hp == 8", "", "", ""},
		{"what the scene does", "ana: pass\ndo { bo.hp -= 3 }\nexpect bo.hp == 7\nbo: pass\nexpect bo.hp == 7", "", "", ""},
		{"the end", "ana: pass\nover\nexpect ana.hp == 10\nwait 2\nexpect now == 3\ndo { ana.hp -= 1 }\nexpect ana.hp == 9", "", "", ""},
		{"dice after the end", "ana: pass\ndo { apply bleeding to ana }\nover\ndice blood 2\nwait 1\nexpect now == 2 and ana.hp == 8", "", "", ""},
		{"a line after the end", "ana: pass\nover\nbo: pass", "the encounter is over before bo's line", "bo: pass", "script-left"},
		{"a line after the fight", "do { bo.hp = 1 }\nana: strike on bo { dice attack 12, harm 1 1 }\nexpect is_out(bo)\nbo: pass", "the encounter is over before bo's line", "bo: pass", "script-left"},
		{"dice left over after the end", "over\ndice blood 2", `these dice are left over: nobody rolls "blood"`, "blood 2", "script-left"},
	})
	for about, lines := range map[string]string{
		"at the start":                 "expect ana.hp == 9\nana: pass",
		"after a line":                 "ana: strike on bo { dice attack 12, harm 1 1 }\nexpect bo.hp == 9",
		"before an answer":             "ana: strike on bo { expect bo.breath == 1; bo: duck; dice attack 12 }",
		"in braces":                    "ana: strike on bo { dice attack 12, harm 1 1; expect bo.hp == 10 }",
		"after an answer":              "ana: strike on bo { bo: duck; dice attack 12; expect bo.breath == 2 }",
		"the second of two":            "ana: pass\nexpect ana.hp == 10\nexpect ana.hp == 8",
		"at the end":                   "ana: pass\nover\nexpect ana.hp == 8",
		"behind the last line":         "ana: pass\nexpect now == 2",
		"the second before an answer":  "ana: strike on bo { expect bo.breath == 2; expect bo.breath == 1; bo: duck; dice attack 12 }",
		"what the line before did":     "ana: breathe\nbo: pass\nexpect happened(puffed) == 1",
		"what was before the last do":  "ana: breathe\ndo { bo.hp -= 1 }\nexpect happened(puffed) == 1",
		"behind all pass":              "ana: pass\nbo: pass\nall pass\nexpect now == 1\nana: pass",
		"while time still has to pass": "ana: pass\nwait 2\nexpect now == 2\nana: pass",
	} {
		_, _, err := played(t, brawl, lines, interp.Options{})
		var d *diag.Diagnostic
		if !errors.As(err, &d) || d.Code != "expected" {
			t.Errorf("%s: %v, want that something else was expected", about, err)
		}
	}
}

// TestWhatTheSceneCannotDo: a program of the script that fails stops the run, wherever it stands.
func TestWhatTheSceneCannotDo(t *testing.T) {
	for _, lines := range []string{"do FAILS", "ana: pass\ndo FAILS\nbo: pass", "ana: breathe { do FAILS }", "ana: pass\nover\ndo FAILS"} {
		_, _, err := played(t, brawl, strings.Replace(lines, "FAILS", "{ bo.hp = 1 / (ana.hp - 10) }", 1), interp.Options{})
		var d *diag.Diagnostic
		if !errors.As(err, &d) || !strings.HasPrefix(d.Span.Text(), "1 / ") {
			t.Errorf("%s: %v, want that nothing can be divided by 0", lines, err)
		}
	}
}

// TestHints: what is probably meant stands beside what is wrong.
func TestHints(t *testing.T) {
	for lines, want := range map[string]string{
		"bo: duck":                             "an answer stands in the braces of the line that it answers",
		"bo: pass":                             "",
		"refused bo: duck \"x\"\nana: pass":    "a refusal stands where somebody's line could stand: what answers something inside of an action stands in the braces of that action",
		"ana: strike on bo":                    "write `dice attack n` into its braces",
		"ana: strike on bo { dice attack 12 }": "write `dice harm n n` into its braces",
	} {
		_, _, err := played(t, brawl, lines, interp.Options{})
		var d *diag.Diagnostic
		if !errors.As(err, &d) || d.Hint != want {
			t.Errorf("%s: %v, want the hint %q", lines, err, want)
		}
	}
}

// TestAfterTheLastLine: without a seed the encounter stops there; with one, whoever has a
// tactic plays on, and rest hands over before.
func TestAfterTheLastLine(t *testing.T) {
	_, outcome, err := played(t, brawl, "ana: pass\nbo: pass", interp.Options{})
	if err != nil || outcome.Now != 1 {
		t.Errorf("without a seed it ends at %g: %v", outcome.Now, err)
	}
	for _, lines := range []string{"ana: pass", "ana: pass\nrest", "rest"} {
		_, outcome, err = played(t, "seed: 3\n"+brawl, lines, interp.Options{})
		if err != nil || outcome.Now < 2 || outcome.Winner == 0 {
			t.Errorf("%s: with a seed and tactics it ends at %g, won by %d: %v", lines, outcome.Now, outcome.Winner, err)
		}
	}
	_, outcome, err = played(t, "seed: 3\n"+strings.ReplaceAll(brawl, ", tactic: bully", ""), "ana: pass", interp.Options{})
	if err != nil || outcome.Now != 1 {
		t.Errorf("without tactics it ends at %g: %v", outcome.Now, err)
	}
	_, outcome, err = played(t, brawl, "ana: pass\nover", interp.Options{Seeded: true, Seed: 4})
	if err != nil || outcome.Now != 1 {
		t.Errorf("a script that ends it ends at %g: %v", outcome.Now, err)
	}
}

// TestTacticsTakeOver: from the first question on the tactics decide, choices too. The bully
// strikes, and aims at 2.
func TestTacticsTakeOver(t *testing.T) {
	for _, test := range []struct {
		lines string
		first int32 // who strikes first
	}{{"rest", 1}, {"ana: pass\nrest", 2}, {"ana: pass", 2}, {"ana: pass\nbo: pass\nall pass\nana: pass", 2}} {
		m, _, err := played(t, "seed: 3\n"+brawl, test.lines, interp.Options{Trace: true})
		if err != nil {
			t.Fatal(err)
		}
		first, clock := int32(0), 0.0
		for _, e := range m.Trace().Events {
			switch {
			case e.Kind == trace.Act && first == 0:
				first, clock = e.Who, e.Now
			case e.Kind == trace.Choice && e.Label == "aim" && (e.How != trace.Done || m.Trace().Values[e.First] != 2):
				t.Errorf("%s: thing %d aims at %g, %s", test.lines, e.Who, m.Trace().Values[e.First], e.How)
			}
		}
		if want := 1 + float64(strings.Count(test.lines, "all pass")); first != test.first || clock != want {
			t.Errorf("%s: at %g thing %d strikes first, want thing %d at %g", test.lines, clock, first, test.first, want)
		}
	}
}

// TestRehearse: a rehearsal stops where the last line has landed, leaves out answers and choices
// for which the dice leave no occasion, and can be played again.
func TestRehearse(t *testing.T) {
	m, _, err := played(t, "seed: 3\n"+brawl, "ana: strike on bo { bo: duck; choose aim = 3 }\nover", interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for trial := range uint64(4) {
		if err := script.Rehearse(m, trial); err != nil {
			t.Errorf("trial %d: %v", trial, err)
		}
	}
	m, _, err = played(t, "seed: 3\n"+brawl, "ana: strike on bo { dice attack 9 }", interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := script.Rehearse(m, 1); err != nil || m.Now() != 1 {
		t.Errorf("a rehearsal of one line stops at %g: %v", m.Now(), err)
	}
}
