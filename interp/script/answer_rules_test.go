package script_test

import (
	"errors"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
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
		{"what has one candidate only needn't be given", "ana: strike { dice attack 9 }\nexpect did(ana, strike, bo) == 1", "", "", ""},
		{"who has no answer passes", "ana: strike on bo { dice attack 9 }\nexpect bo.breath == 2 and did(bo, duck) == 0", "", "", ""},
		{"who passes in braces", "ana: strike on bo { bo: pass; dice attack 9 }\nexpect bo.breath == 2", "", "", ""},
		{"who passes what he is asked for", "ana: strike on bo { bo: pass aimed; bo: duck; dice attack 9 }", "bo isn't asked for this: nothing here can be answered that way", "bo: duck", "script-left"},
		{"who passes what he isn't asked for", "ana: strike on bo { bo: pass lull; dice attack 9 }", "bo isn't asked for this: nothing here can be answered that way", "bo: pass lull", "script-left"},
		{"an answer to something else", "ana: strike on bo { bo: roar; dice attack 9 }", "bo isn't asked for this: nothing here can be answered that way", "bo: roar", "script-left"},
		{"the answer of somebody else", "ana: strike on bo { ana: duck; dice attack 9 }", "ana isn't asked for this: nothing here can be answered that way", "ana: duck", "script-left"},
		{"what isn't possible", "do { bo.breath = 0 }\nana: strike on bo { bo: duck; dice attack 9 }", "bo can't do that: not enough breath (1 needed, 0 left)", "bo: duck", "script-refused"},
		{"a line that isn't possible", "ana: strike on ana { dice attack 9 }", "ana can't do that: ana can't be the target", "ana", "script-refused"},
		{"a floor takes a line", "others pass\nana: pass\nbo: pass\nbo: roar { dice voice 3 }\nana: roar { dice voice 1 }\nexpect bo.nerve == 4 and ana.nerve == 3 and now == 1", "", "", ""},
		{"a floor closes when the next line is no answer", "others pass\nana: pass\nbo: pass\nana: pass\nexpect now == 2", "", "", ""},
		{"who could act on a floor isn't passed over", "ana: pass\nbo: pass\nbo: roar { dice voice 3 }", "ana could act before that (lull), but the script skips them", "bo: roar", "script-passed-over"},
		{"but may pass by name", "ana: pass\nbo: pass\nana: pass lull\nbo: roar { dice voice 3 }\nexpect bo.nerve == 4 and now == 1", "", "", ""},
		{"who has acted on a floor needn't say more", "ana: pass\nbo: pass\nana: roar { dice voice 1 }\nbo: roar { dice voice 3 }\nall pass\nana: pass\nexpect now == 2", "", "", ""},
		{"nor is anybody passed over who can't act", "do { apply mute to ana }\nana: pass\nbo: pass\nbo: roar { dice voice 3 }\nexpect bo.nerve == 4", "", "", ""},
		{"others pass from where it stands", "ana: pass\nbo: pass\nothers pass\nbo: roar { dice voice 3 }\nexpect bo.nerve == 4", "", "", ""},
		{"all pass closes it", "ana: pass\nbo: pass\nall pass\nana: pass\nbo: pass\nana: pass lull\nbo: roar { dice voice 2 }\nexpect now == 2 and bo.nerve == 3", "", "", ""},
		{"what stands behind all pass is no answer to it", "ana: pass\nbo: pass\nall pass\nbo: roar { dice voice 2 }", "it is ana's turn, not bo's", "bo: roar", "script-turn"},
		{"all pass in a turn", "all pass", "all pass has nothing to close here: it is ana's turn", "all pass", "script-turn"},
		{"expectations behind all pass", "ana: pass\nbo: pass\nall pass\nexpect now == 2\nana: pass", "", "", ""},
		{"a line waits for its turn when he is asked for something else before", "do { announce aimed with target = ana }\nana: strike on bo { dice attack 9 }\nexpect did(ana, strike, bo) == 1 and did(ana, duck) == 0", "", "", ""},
		{"who passes what the scene asks him", "do { announce aimed with target = ana }\nana: pass\nana: strike on bo { dice attack 9 }\nexpect did(ana, strike, bo) == 1", "", "", ""},
		{"an answer behind what the scene does", "ana: strike on bo { do { bo.hp -= 1 }; bo: duck; dice attack 12 }\nexpect did(bo, duck) == 1 and bo.hp == 9", "", "", ""},
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
		{"a line of who is due behind an expectation comes too late", "bo: hit on ana { dice harm 1 }\nexpect now == 1\nana: pass", "it is ana's turn, not bo's", "bo: hit", "script-turn"},
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
		{"two in braces", "do { bo.breath = 0 }\nana: strike on bo { refused bo: duck \"breath\"; refused bo: duck \"1 needed\"; dice attack 9 }", "", "", ""},
		{"in braces, of what is possible", "ana: strike on bo { refused bo: duck \"tired\"; dice attack 9 }", "this should be refused, but bo can do it", "refused bo", "script-refused"},
		{"what follows waits", "ana: pass\nbo: pass\nrefused bo: roar \"mute\"\nexpect now == 2\nana: pass", "this should be refused, but bo can do it", "refused bo", "script-refused"},
		{"on a floor", "do { apply mute to bo }\nana: pass\nbo: pass\nrefused bo: roar \"mute\"\nana: roar { dice voice 1 }\nexpect now == 1", "", "", ""},
	})
}

// TestRefusalsAtTheEnd: who isn't asked before the time is up isn't refused either.
func TestRefusalsAtTheEnd(t *testing.T) {
	plays(t, "limit: 1\n"+brawl, []wrong{
		{"on the last floor", "others pass\nana: pass\nbo: pass\nrefused bo: strike on bo \"tired\"", `bo isn't asked for this here: "strike" answers turn`, "refused bo", "script-refused"},
		{"nothing is refused", "ana: pass\nbo: pass", "", "", ""},
	})
}

// TestHints: what is probably meant stands beside what is wrong, and whoever does that has a script that plays.
func TestHints(t *testing.T) {
	for _, test := range []struct{ lines, hint, done string }{
		{"bo: duck", "put an answer in the braces of the line that it answers", "ana: strike on bo { bo: duck; dice attack 9 }"},
		{"bo: pass", `first write what ana does, or "ana: pass"`, "ana: pass\nbo: pass"},
		{"bo: strike on ana { dice attack 9 }", `first write what ana does, or "ana: pass"`, "ana: pass\nbo: strike on ana { dice attack 9 }"},
		{"ana: strike on ana { dice attack 9 }", "the target is one of foes(self)", "ana: strike on bo { dice attack 9 }"},
		{"dice harm 1\ndo { roll harm by ana = 8d6 }", "write one number for each die, without commas: dice harm n n n n n n",
			"dice harm 1 1 1 1 1 1 1 1\ndo { roll harm by ana = 8d6 }"},
		{"do { roll harm by ana = 8d6 }", "write `dice ana.harm n n n n n n` on its own line, before the line that follows", "dice ana.harm 1 1 1 1 1 1 1 1\ndo { roll harm by ana = 8d6 }"},
		{"do { roll omen by ana = 1d6 }", "write `dice ana.omen n` on its own line, before the line that follows", "dice ana.omen 1\ndo { roll omen by ana = 1d6 }"},
		{"refused bo: duck \"breath\"\nana: pass",
			"put a refusal where a line of theirs could be; an answer within an action goes in the braces of that action",
			"do { bo.breath = 0 }\nana: strike on bo { refused bo: duck \"breath\"; dice attack 9 }"},
		{"ana: strike on bo", "write `dice attack n` in its braces", "ana: strike on bo { dice attack 9 }"},
		{"ana: strike on bo { dice attack 12 }", "write `dice harm n n` in its braces", "ana: strike on bo { dice attack 12, harm 1 1 }"},
		{"ana: pass\nbo: pass\nbo: roar { dice voice 3 }",
			`first write what they do, or "ana: pass lull"; if it doesn't matter who else could act, write "others pass" once`,
			"ana: pass\nbo: pass\nana: pass lull\nbo: roar { dice voice 3 }"},
		{"ana: strike on bo { dice attack 9 }\nchoose aim = 2\nbo: pass",
			"put a choice in the braces of the line that asks for it, or on its own line before that", "ana: strike on bo { choose aim = 2; dice attack 9 }\nbo: pass"},
	} {
		_, _, err := played(t, brawl, test.lines, interp.Options{})
		var d *diag.Diagnostic
		if !errors.As(err, &d) || d.Hint != test.hint {
			t.Errorf("%s: %v, want the hint %q", test.lines, err, test.hint)
		}
		if _, _, err := played(t, brawl, test.done, interp.Options{}); err != nil {
			t.Errorf("%s: who does what the hint says is told: %v", test.lines, err)
		}
	}
}

// TestOthersPassIsPutIn: the fix stands before all other lines, and changes nothing else.
func TestOthersPassIsPutIn(t *testing.T) {
	_, _, err := played(t, brawl, "ana: pass\nbo: pass\nbo: roar { dice voice 4 }", interp.Options{})
	var d *diag.Diagnostic
	if !errors.As(err, &d) || len(d.Fix) != 1 {
		t.Fatal(err)
	}
	text, _ := diag.List{d}.Fixed(d.Fix[0].At.Source)
	if want := "script: |\n  others pass\n  ana: pass\n  bo: pass\n"; !strings.Contains(text, want) {
		t.Errorf("no %q in\n%s", want, text)
	}
}

// TestWhatIsWaitedFor: where dice are missing, answers in the same braces that haven't been possible are named.
func TestWhatIsWaitedFor(t *testing.T) {
	_, _, err := played(t, brawl, "do { bo.breath = 0 }\nana: strike on bo { bo: duck }", interp.Options{})
	var d *diag.Diagnostic
	if !errors.As(err, &d) || len(d.Notes) != 1 || d.Notes[0].Message != "this hasn't been possible so far: bo can't do that: not enough breath (1 needed, 0 left)" {
		t.Errorf("%v", err)
	}
}

// TestNoneIsAnAnswer: where none is taken without an answer, the script may say so.
func TestNoneIsAnAnswer(t *testing.T) {
	const rules = "rulec: 2\nruleset: r\nkinds:\n  creature: {fields: {friend: creature = none, seen: 0}}\n" +
		"  deed: {perform: \"choose friend_of from foes(self) default none; self.friend = friend_of; self.seen = 1\"}\ndeeds: {look: {}}\n" +
		"time:\n  key: [tick]\n  start: for c in everyone { schedule turn of c at 1 }\n  entries: {turn: {do: \"choose act from can_do(self)\\nperform act\\nschedule turn of self at now + 1\"}}\n"
	e := loaded(t, rules, "encounter: e\nruleset: ./r.yaml\ncombatants: {ana: {side: red}, bo: {side: blue}}\nscript: |\n"+
		"  ana: look { choose friend_of = none }\n  bo: look { choose friend_of = ana }\n  expect ana.friend == none and ana.seen == 1 and bo.friend == ana\n")
	if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true}); err != nil {
		t.Error(err)
	}
}

// TestTogether: of those who are due together each has the dice of his own line first, and a line of
// his stands behind those of others only if it is for his turn.
func TestTogether(t *testing.T) {
	const rules = `
rulec: 2
ruleset: r
kinds:
  creature: {fields: {hp: {type: pool, max: 9}}}
  blow: {params: {target: one of foes(self)}, perform: "announce aimed; target.hp -= 1"}
  reply: {answers: aimed, perform: stop}
blows: {hit: {}}
replies: {nod: {}}
events: {aimed: {asks: combatants}}
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn:
      equal: together
      declare: choose act from can_do(self)
      do: |
        if act != none { perform act }
        roll tired by self = 1d6
        self.hp -= tired
        schedule turn of self at now + 1
  limit: 100
`
	for _, test := range []struct{ lines, message, at string }{
		{"ana: hit on bo { dice tired 2 }\nbo: hit on ana { dice tired 3 }\nexpect ana.hp == 6 and bo.hp == 5", "", ""},
		{"bo: hit on ana { dice tired 3 }\nana: hit on bo { dice tired 2 }\nexpect ana.hp == 6 and bo.hp == 5", "", ""},
		{"ana: hit on bo { dice tired 2, tired 3 }\nbo: hit on ana\nexpect ana.hp == 6 and bo.hp == 5", "", ""},
		{"ana: hit on bo\nbo: hit on ana { dice tired 2, tired 3 }\nexpect ana.hp == 6 and bo.hp == 5", "", ""},
		{"ana: pass\nbo: pass { dice bo.tired 3, tired 2 }\nexpect ana.hp == 7 and bo.hp == 6", "", ""},
		{"bo: hit on ana { dice tired 3 }\nana: nod", "it is ana's turn, not bo's", "bo: hit"},
		{"others pass\nana: hit on bo { dice ana.tired 2, bo.tired 3 }\nexpect ana.hp == 7 and bo.hp == 5", "", ""},
		{"others pass\nbo: hit on ana { dice ana.tired 2, bo.tired 3 }\nexpect ana.hp == 6 and bo.hp == 6", "", ""},
		{"bo: hit on ana { dice tired 3; ana: nod }\nana: pass { dice tired 2 }\nexpect did(ana, nod) == 1 and ana.hp == 6", "", ""},
	} {
		e := loaded(t, rules, "encounter: e\nruleset: ./r.yaml\ncombatants: {ana: {side: red}, bo: {side: blue}}\nscript: |\n  "+strings.ReplaceAll(test.lines, "\n", "\n  ")+"\n")
		_, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true})
		var d *diag.Diagnostic
		switch {
		case test.message == "" && err != nil:
			t.Errorf("%s: %v", test.lines, err)
		case test.message == "":
		case !errors.As(err, &d) || d.Message != test.message || !strings.HasPrefix(d.Span.Text(), test.at):
			t.Errorf("%s: %v, want %s at %q", test.lines, err, test.message, test.at)
		}
	}
}

// TestTwiceInATurn: who is asked twice has a line for each, and what he doesn't use of the first isn't for
// the second.
func TestTwiceInATurn(t *testing.T) {
	const rules = `
rulec: 2
ruleset: r
kinds:
  creature: {fields: {hp: {type: pool, max: 9}}}
  deed: {perform: "roll luck = 1d6; self.hp -= luck"}
deeds: {dare: {}}
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn:
      do: |
        choose one from can_do(self)
        if one != none { perform one }
        choose two from can_do(self)
        if two != none { perform two }
`
	for lines, want := range map[string]string{
		"ana: dare { dice luck 2 }\nana: dare { dice luck 3 }\nexpect ana.hp == 4": "",
		"ana: pass\nana: dare { dice luck 3 }\nexpect ana.hp == 6":                 "",
		"ana: pass { dice luck 2 }\nana: dare":                                     `unused dice: no one rolls "luck"`,
		"ana: dare { dice luck 2, luck 3 }\nana: dare":                             `unused dice: no one rolls "luck"`,
	} {
		e := loaded(t, rules, "encounter: e\nruleset: ./r.yaml\ncombatants: {ana: {side: red}, bo: {side: blue}}\nscript: |\n  "+strings.ReplaceAll(lines, "\n", "\n  ")+"\n")
		_, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true})
		var d *diag.Diagnostic
		if want == "" && err != nil || want != "" && (!errors.As(err, &d) || d.Message != want) {
			t.Errorf("%s: %v, want %q", lines, err, want)
		}
	}
}
