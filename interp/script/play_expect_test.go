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
		{"behind dice it waits for what they are for", "do { apply bleeding to bo }\nana: pass\ndice blood 2\nexpect bo.hp == 8\nbo: pass", "", "", ""},
		{"what the scene does", "ana: pass\ndo { bo.hp -= 3 }\nexpect bo.hp == 7\nbo: pass\nexpect bo.hp == 7", "", "", ""},
		{"the end", "ana: pass\nover\nexpect ana.hp == 10\nwait 2\nexpect now == 3\ndo { ana.hp -= 1 }\nexpect ana.hp == 9", "", "", ""},
		{"dice after the end", "ana: pass\ndo { apply bleeding to ana }\nover\ndice blood 2\nwait 1\nexpect now == 2 and ana.hp == 8", "", "", ""},
		{"a line after the end", "ana: pass\nover\nbo: pass", "the encounter is over before bo's line", "bo: pass", "script-left"},
		{"a line after the fight", "do { bo.hp = 1 }\nana: strike on bo { dice attack 12, harm 1 1 }\nexpect is_out(bo)\nbo: pass", "the encounter is over before bo's line", "bo: pass", "script-left"},
		{"a choice left over after the end", "over\nchoose side_of = 2", `unused choice: nothing asks for "side_of"`, "choose side_of", "script-left"},
		{"a choice after the end", "over\nchoose side_of = 2\ndo { choose side_of from [1, 2] by bo; bo.hp = side_of }\nexpect bo.hp == 2", "", "", ""},
		{"dice left over after the end", "over\ndice blood 2", `unused dice: no one rolls "blood"`, "blood 2", "script-left"},
	})
	for about, lines := range map[string]string{
		"at the start":                 "expect ana.hp == 9\nana: pass",
		"after a line":                 "ana: strike on bo { dice attack 12, harm 1 1 }\nexpect bo.hp == 9",
		"before an answer":             "ana: strike on bo { expect bo.breath == 1; bo: duck; dice attack 12 }",
		"in braces":                    "ana: strike on bo { dice attack 12, harm 1 1; expect bo.hp == 10 }",
		"in braces, behind a do":       "ana: breathe { do { bo.hp -= 1 }; expect bo.hp == 3 }",
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

// TestFollow: scripts follow an encounter that has ended, while time passes; where it had to say all
// dice, they have to as well.
func TestFollow(t *testing.T) {
	brawl, err := os.ReadFile("../testdata/script/brawl.yaml")
	if err != nil {
		t.Fatal(err)
	}
	const steps = "sequence: s\nruleset: ./brawl.yaml\nsteps:\n  - encounter:\n      SEED\n      combatants:\n        ana: {side: red, place: [1, 1]}\n        bo: {side: blue, place: [2, 1]}\n" +
		"      script: |\n        ana: pass\n        over\n  - script: |\n      wait 2\n      expect now == 3\n      do { bo.hp = 4 }\n  - script: |\n      SECOND\n"
	for _, test := range []struct{ seed, second, message, code string }{
		{"about: x", "expect bo.hp == 4 and now == 3", "", ""},
		{"about: x", "expect bo.hp == 5 and now == 3", "expected bo.hp == 5 and now == 3, but bo.hp is 4", "expected"},
		{"about: x", "dice voice 6\n      do { roll voice by bo = 1d6; bo.hp = voice }\n      expect bo.hp == 6", "", ""},
		{"about: x", "do { roll voice by bo = 1d6; bo.hp = voice }", `the script has no dice for "voice": bo rolls 1d6`, "script-dice"},
		{"seed: 4", "do { roll voice by bo = 1d6; bo.hp = voice }\n      expect bo.hp <= 6", "", ""},
		{"about: x", "dice voice 6", `unused dice: no one rolls "voice"`, "script-left"},
		{"about: x", "do { bo.hp = 1 / (bo.hp - 4) }", "division by zero; here bo.hp = 4", "division-by-zero"},
	} {
		text := strings.NewReplacer("SEED", test.seed, "SECOND", test.second).Replace(steps)
		files := fstest.MapFS{"brawl.yaml": {Data: brawl}, "s.yaml": {Data: []byte(text)}}
		s, list := lang.LoadSequence("s.yaml", lang.Options{Files: files})
		if list.HasErrors() || s == nil {
			t.Fatal(list.Err())
		}
		e, list := s.Steps[0].After(nil)
		if list.HasErrors() {
			t.Fatal(list.Err())
		}
		m, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true})
		if err != nil {
			t.Fatal(err)
		}
		if err := script.Follow(m, 0); err != nil {
			t.Errorf("the first: %v", err)
		}
		err = script.Follow(m, 1)
		var d *diag.Diagnostic
		switch {
		case test.message == "" && err != nil:
			t.Errorf("%s: %v", test.second, err)
		case test.message == "":
		case !errors.As(err, &d) || test.code != "" && string(d.Code) != test.code || d.Message != test.message:
			t.Errorf("%s: %v, want %s [%s]", test.second, err, test.message, test.code)
		}
	}
}

// TestWithoutScript: an encounter without a script is played by tactics, with the dice of a seed.
func TestWithoutScript(t *testing.T) {
	brawl, err := os.ReadFile("../testdata/script/brawl.yaml")
	if err != nil {
		t.Fatal(err)
	}
	e := loaded(t, string(brawl), "encounter: e\nruleset: ./r.yaml\ncombatants:\n  ana: {side: red, place: [1, 1], tactic: bully}\n  bo: {side: blue, place: [2, 1], hp: 1}\n")
	m, outcome, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true})
	if err != nil || m == nil || outcome.Winner != 1 {
		t.Errorf("ana, who alone has a tactic, doesn't win: %+v, %v", outcome, err)
	}
}
