package exec_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/interp/exec"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// encounter returns the encounter of a text; its ruleset is one of testdata/script.
func encounter(t testing.TB, text string) *program.Encounter {
	t.Helper()
	files := fstest.MapFS{"e.yaml": {Data: []byte(text)}}
	for _, name := range []string{"brawl.yaml", "ticks.yaml"} {
		data, err := os.ReadFile("../testdata/script/" + name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: data}
	}
	e, list := lang.LoadEncounter("e.yaml", lang.Options{Files: files})
	if e == nil {
		var b strings.Builder
		_ = list.Print(&b, diag.Snippets, false)
		t.Fatal(b.String())
	}
	return e
}

// brawl is the head of an encounter of two, with a script.
func brawl(script string) string {
	return `
encounter: test
title: A test
ruleset: ./brawl.yaml
combatants:
  ana: {side: red, place: [1, 1], nerve: 2}
  bo: {side: blue, place: [2, 1], nerve: 1}
map:
  rows: |
    .....
    .....
    .....
script: |
` + indented(script)
}

// ticks is the same for the clock of ticks.
func ticks(script string) string {
	return `
encounter: test
ruleset: ./ticks.yaml
combatants:
  ana: {side: red}
  bo: {side: blue}
script: |
` + indented(script)
}

func indented(script string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimSpace(script)) {
		b.WriteString("  " + strings.TrimSpace(line) + "\n")
	}
	return b.String()
}

func play(t testing.TB, text string, o interp.Options) (*interp.Machine, interp.Outcome, error) {
	t.Helper()
	e := encounter(t, text)
	o.Trace = true
	return script.Play(interp.Compile(e.Program), e, o)
}

// TestP27Scripts plays scripts: those without an error must hold, the others must
// stop at the text that is given, for the reason that is given.
func TestP27Scripts(t *testing.T) {
	tests := []struct {
		name, script string
		at, err      string
	}{
		{name: "a blow and what it does", script: `
			ana: strike bo { dice attack 12, harm 2 3 }
			expect bo.hp == 5 and ana.hp == 10`},
		{name: "an answer in the braces", script: `
			ana: strike bo { bo: duck; dice attack 12 }
			expect bo.hp == 10 and bo.breath == 1`},
		{name: "whoever has no answer passes", script: `
			ana: strike bo { dice attack 9 }
			expect bo.breath == 2`},
		{name: "a choice by its name", script: `
			ana: strike bo { choose aim = 3; dice attack 9 }`},
		{name: "dice by order", script: `
			ana: strike bo { dice 12, 2 3 }
			expect bo.hp == 5`},
		{name: "dice by label come before dice by order", script: `
			ana: strike bo { dice 2 3, attack 12 }
			expect bo.hp == 5`},
		{name: "dice by roller", script: `
			ana: strike bo { dice ana.attack 12, ana.harm 1 1 }
			expect bo.hp == 8`},
		{name: "dice outside of braces", script: `
			do { apply bleeding to bo }
			ana: pass
			dice bo.blood 3
			bo: pass
			expect bo.hp == 7`},
		{name: "dice of a rule in the braces of the line that caused it", script: `
			ana: bite bo { dice attack 12, harm 1 1, shock 4 }
			expect bo.hp == 4`},
		{name: "a floor by lines", script: `
			ana: pass
			bo: pass
			ana: roar { dice voice 2 }
			bo: roar { dice voice 6 }
			ana: roar { dice voice 1 }
			all pass
			ana: strike bo { dice attack 1 }
			expect bo.nerve == 7 and ana.nerve == 5`},
		{name: "a floor closes when the next line is no answer to it", script: `
			others pass
			ana: pass
			bo: pass
			ana: strike bo { dice attack 2 }`},
		{name: "refused", script: `
			others pass
			ana: faint { choose side_of = 1 }
			bo: pass
			refused ana: kick bo "forbidden by down"
			ana: strike bo { dice attack 1 }
			expect down(ana)`},
		{name: "refused inside of an action", script: `
			do { bo.breath -= 2 }
			ana: strike bo { refused bo: duck "not enough breath (1 needed, 0 left)"; dice attack 2 }`},
		{name: "refusals of one floor, in any order", script: `
			do { apply mute to bo; apply mute to ana }
			ana: pass
			bo: pass
			refused bo: roar "mute"
			refused ana: roar "mute"
			ana: strike bo { dice attack 1 }`},
		{name: "a refusal waits for its event, and the rest of the script for the refusal", script: `
			do { apply mute to bo }
			refused bo: roar "mute"
			expect now == 1
			do { end mute on bo }`,
			at: "refused bo: roar \"mute\"", err: "bo isn't asked for this here: \"roar\" answers lull"},
		{name: "who is not asked can't be refused", script: `
			others pass
			ana: pass
			bo: pass
			refused bo: duck "it may not"
			ana: strike bo { dice attack 1 }`,
			at: "refused bo: duck \"it may not\"", err: "bo isn't asked for this here: \"duck\" answers aimed"},
		{name: "refused at the end of the script", script: `
			do { move ana to [4, 1] }
			refused ana: strike bo "out of reach"`},
		{name: "a refusal at the end for which nobody is asked", script: `
			ana: pass
			refused ana: duck "whatever"`,
			at: "refused ana: duck \"whatever\"", err: "ana isn't asked for this here: \"duck\" answers aimed"},
		{name: "to pass is for turns, not for floors", script: `
			others pass
			ana: pass
			bo: pass
			ana: pass
			bo: pass
			expect now == 2`},
		{name: "to pass an event by its name", script: `
			ana: strike bo { bo: pass aimed; dice attack 2 }`},
		{name: "nobody passes what he is not asked for", script: `
			ana: strike bo { bo: pass lull; dice attack 2 }`,
			at: "bo: pass lull", err: "bo isn't asked for this: nothing here can be answered that way"},
		{name: "nobody passes what he could not answer", script: `
			do { bo.breath -= 2 }
			ana: strike bo { bo: pass; dice attack 2 }`,
			at: "bo: pass", err: "bo isn't asked for this: nothing here can be answered that way"},
		{name: "what should not be", script: `
			do { apply down to bo }
			expect not down(bo)`,
			at: "not down(bo)", err: "expected not down(bo), but down(bo) is true"},
		{name: "looking back: rolls", script: `
			ana: strike bo { dice attack 12, harm 2 3; expect came_to(attack) == 12 and came_to(harm, ana) == 5 }
			expect was_rolled(attack) == 1 and was_rolled(attack, bo) == 0 and was_rolled(blood) == 0
			bo: strike ana { dice attack 9 }
			expect was_rolled(harm) == 0 and came_to(attack) == 9`},
		{name: "looking back: questions", script: `
			others pass
			ana: strike bo { bo: duck; dice attack 12 }
			expect was_asked(bo, aimed) == 1 and was_asked(ana, aimed) == 0
			do { bo.breath -= 1 }
			bo: pass
			ana: strike bo { dice attack 9 }
			expect was_asked(bo, aimed) == 0`},
		{name: "looking back: events and what they say", script: `
			ana: strike bo { dice attack 2; expect happened(aimed) == 1 }
			expect said(aimed).target == bo and happened(aimed, ana) == 1 and happened(aimed, bo) == 0
			bo: strike ana { dice attack 2 }
			expect said(aimed).target == ana and said(aimed, bo).target == ana and happened(aimed, ana) == 0`},
		{name: "looking back goes from landing to landing", script: `
			do { apply bleeding to bo }
			expect was_rolled(blood) == 0
			ana: pass
			dice bo.blood 3
			bo: pass
			expect was_rolled(blood) == 1 and came_to(blood, bo) == 3`},
		{name: "looking back: nobody waits for it", script: `
			ana: breathe
			expect happened(puffed, ana) == 1 and said(puffed).breaths == 2`},
		{name: "what didn't happen said nothing", script: `
			ana: breathe
			expect said(aimed).target == bo`,
			at: "said(aimed)", err: "\"aimed\" has not happened since the line began"},
		{name: "what wasn't rolled came to nothing", script: `
			ana: breathe
			expect came_to(attack) == 1`,
			at: "came_to(attack)", err: "\"attack\" has not been rolled since the line began"},
		{name: "which dice are thrown", script: `
			ana: strike bo { dice attack 12 of 1d20, harm 2 3 of 2d6 }`},
		{name: "other dice are thrown", script: `
			ana: strike bo { dice attack 12, harm 2 3 of 2d8 }`,
			at: "2d8", err: "ana rolls 2d6 for \"harm\": the script says 2d8"},
		{name: "what is added is no die", script: `
			ana: strike bo { dice attack 12 of 1d20 + 2 }`,
			at: "1d20 + 2", err: "write only the dice after of, without numbers added to them"},
		{name: "do and over", script: `
			do { ana.hp -= 9; move ana to [4, 1] }
			refused ana: strike bo "out of reach"
			ana: pass
			bo: pass
			over`},
		{name: "waiting", script: `
			ana: pass
			wait 2
			expect now == 3
			ana: strike bo { dice attack 1 }`},
		{name: "expectations in braces come at the end of the action", script: `
			ana: strike bo { dice attack 12, harm 1 1; expect bo.hp == 8 }`},
		{name: "time goes on after the end", script: `
			ana: faint { choose side_of = 1 }
			over
			expect down(ana)
			wait 1
			expect down(ana)
			wait 1
			expect not down(ana) and now == 3`},
		{name: "the end of the fight", script: `
			do { bo.hp -= 8 }
			ana: strike bo { dice attack 20, harm 1 1 }
			expect is_out(bo)`},

		{name: "an expectation fails", script: `
			ana: strike bo { dice attack 12, harm 2 3 }
			expect ana.hp == 10 and bo.hp == 4`,
			at: "bo.hp == 4", err: "expected ana.hp == 10 and bo.hp == 4, but bo.hp is 5"},
		{name: "an expectation of a quantity fails", script: `
			expect guard(bo) > ana.hp + 3`,
			at: "guard(bo) > ana.hp + 3", err: "expected guard(bo) > ana.hp + 3, but guard(bo) is 10 and ana.hp + 3 is 13"},
		{name: "an expectation without a comparison fails", script: `
			expect not is_out(bo) and down(bo)`,
			at: "down(bo)", err: "expected not is_out(bo) and down(bo), but it isn't true"},
		{name: "somebody else is due", script: `
			bo: strike ana { dice attack 1 }`,
			at: "bo: strike ana", err: "it is ana's turn, not bo's"},
		{name: "a missing roll", script: `
			ana: strike bo { dice attack 12 }`,
			at: "ana: strike bo", err: `the script has no dice for "harm": ana rolls 2d6`},
		{name: "a roll left over", script: `
			ana: strike bo { dice attack 2, harm 1 1 }`,
			at: "harm 1 1", err: `unused dice: no one rolls "harm"`},
		{name: "a face that the die hasn't", script: `
			ana: strike bo { dice attack 21 }`,
			at: "21", err: `ana rolls 1d20 for "attack": a die of 20 sides can't show 21`},
		{name: "too few dice", script: `
			ana: strike bo { dice attack 12, harm 2 }`,
			at: "harm 2", err: `ana rolls 2d6 for "harm": more dice are rolled than the 1 given`},
		{name: "too many dice", script: `
			ana: strike bo { dice attack 12 12, harm 2 2 }`,
			at: "12", err: `ana rolls 1d20 for "attack": only 1 of the 2 dice given are rolled`},
		{name: "an answer left over", script: `
			ana: strike bo { ana: duck; dice attack 2 }`,
			at: "ana: duck", err: "ana isn't asked for this: nothing here can be answered that way"},
		{name: "what isn't allowed", script: `
			do { move ana to [4, 1] }
			ana: strike bo`,
			at: "ana: strike bo", err: "ana can't do that: bo is out of reach"},
		{name: "a refusal that doesn't come", script: `
			refused ana: strike bo "out of reach"`,
			at: `refused ana: strike bo "out of reach"`, err: "this should be refused, but ana can do it"},
		{name: "a refusal for another reason", script: `
			do { move ana to [4, 1] }
			refused ana: strike bo "too tired"`,
			at: `refused ana: strike bo "too tired"`, err: "this is refused, but for another reason: bo is out of reach"},
		{name: "a choice without an answer", script: `
			ana: faint`,
			at: "ana: faint", err: `nothing says what ana chooses for "side_of": it must be one of 1, 2`},
		{name: "a choice that isn't there", script: `
			ana: faint { choose side_of = 3 }`,
			at: "3", err: `3 can't be chosen for "side_of": it must be one of 1, 2`},
		{name: "a choice left over", script: `
			ana: breathe { choose aim = 3 }`,
			at: "choose aim = 3", err: `unused choice: nothing asks for "aim"`},
		{name: "a line after the end", script: `
			do { bo.hp -= 8 }
			ana: strike bo { dice attack 20, harm 1 1 }
			bo: pass`,
			at: "bo: pass", err: "the encounter is over before bo's line"},
		{name: "nobody has a tactic", script: `
			rest`,
			at: "", err: "nothing acts for ana: there is no script and no tactic"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, _, err := play(t, brawl(test.script), interp.Options{})
			checkErr(t, err, test.at, test.err)
		})
	}
}

func checkErr(t *testing.T, err error, at, want string) {
	t.Helper()
	if want == "" {
		if err != nil {
			t.Error(err)
		}
		return
	}
	var d *diag.Diagnostic
	if !errors.As(err, &d) {
		t.Fatalf("got %v, want %s", err, want)
	}
	if d.Message != want {
		t.Errorf("got  %s\nwant %s", d.Message, want)
	}
	if at != "" && d.Span.Text() != at {
		t.Errorf("at %q, want %q", d.Span.Text(), at)
	}
}

// TestLinesByTactic holds that a line may leave it to somebody's tactic: what he does, what
// he answers, what he chooses.
func TestLinesByTactic(t *testing.T) {
	tests := []struct {
		name, script string
		at, err      string
	}{
		{name: "what he does, and chooses", script: `
			ana: tactic { dice attack 2; expect did(ana, strike, bo) == 1 and did(ana, kick) == 0 }
			bo: pass
			expect did(ana, strike) == 0 and did(bo, strike) == 0`},
		{name: "the first line that holds", script: `
			do { move ana to [4, 1]; ana.breath -= 1 }
			ana: tactic
			expect did(ana, breathe) == 1 and ana.breath == 2`},
		{name: "to pass is a line, too", script: `
			do { move ana to [4, 1] }
			ana: tactic
			expect did(ana, breathe) + did(ana, strike) == 0`},
		{name: "what he answers", script: `
			ana: pass
			bo: strike ana { ana: tactic aimed; dice attack 2; expect did(ana, duck) == 1 }`},
		{name: "and what he doesn't", script: `
			do { ana.breath -= 1 }
			ana: pass
			bo: strike ana { ana: tactic; dice attack 2; expect did(ana, duck) == 0 }`},
		{name: "a choice that the braces make", script: `
			ana: tactic { choose aim = 3; dice attack 2 }`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			text := strings.Replace(brawl(test.script), "nerve: 2}", "nerve: 2, tactic: bully}", 1)
			_, _, err := play(t, text, interp.Options{})
			checkErr(t, err, test.at, test.err)
		})
	}
}

// TestP27Batches holds that in a batch any due member's line may come first, and
// what each does lands at the end.
func TestP27Batches(t *testing.T) {
	tests := []struct {
		name, script string
		at, err      string
	}{
		{name: "in order", script: `
			ana: hit bo { dice harm 5 }
			bo: hit ana { dice harm 6 }
			expect is_out(ana) and is_out(bo)`},
		{name: "the second member's line first", script: `
			bo: hit ana { dice harm 2 }
			ana: hit bo { dice harm 3 }
			expect ana.hp == 3 and bo.hp == 2`},
		{name: "dice by who rolls", script: `
			bo: hit ana { dice bo.harm 2 }
			ana: hit bo { dice ana.harm 3 }
			ana: hit bo { dice harm 1 }
			bo: hit ana { dice harm 1 }
			expect ana.hp == 2 and bo.hp == 1`},
		{name: "a line too many", script: `
			bo: hit ana { dice harm 2 }
			bo: hit ana { dice harm 2 }`,
			at: "bo: hit ana", err: "it is ana's turn, not bo's"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, _, err := play(t, ticks(test.script), interp.Options{})
			checkErr(t, err, test.at, test.err)
		})
	}
}

// told returns the story of a script of the brawl.
func told(t *testing.T, text string, o interp.Options) string {
	t.Helper()
	m, _, err := play(t, text, o)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := interp.Story(m, &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

const shortBrawl = `
	ana: strike bo { bo: duck; choose aim = 2; dice attack 15, harm 2 3 }
	bo: faint { choose side_of = 2 }
	ana: roar { dice voice 4 }
	over`

func TestStory(t *testing.T) {
	want := `A test

Red
  A Ana  hp 10/10  breath 2/2
Blue
  B Bo   hp 10/10  breath 2/2

    0 1 2 3
  0 · · · ·
  1 · A B ·
  2 · · · ·

Round 1
  Ana strikes at Bo
    Bo: duck (1 breath, 1 of 2 left)
      Bo is now dodging
    Ana, aim: 2
    attack: 1d20 = 15
    harm: 2d6 (2 + 3) = 5
    Bo: hp 10 -> 5 of 10 (-5)
  Bo is no longer dodging
  Bo: faint
    Bo, side of: 2
    Bo is now down
Close:
  Ana: roar
    voice: 1d6 = 4
    Ana: nerve 2 -> 6 (+4)

The script ends in round 1 (4 actions)

Red
  A Ana  hp 10/10, breath 2/2
Blue
  B Bo   hp 5/10, breath 1/2, down
`
	if got := told(t, brawl(shortBrawl), interp.Options{}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestStoryExplains holds that a test is told with all that went into it: 15
// against 10 + 4, the 4 from dodging.
func TestStoryExplains(t *testing.T) {
	got := told(t, brawl(shortBrawl), interp.Options{Explain: true})
	want := `
    attack: 1d20 = 15
      in brawl.yaml:25
    14 guard = 10 + 4 dodging
    harm: 2d6 (2 + 3) = 5
      in brawl.yaml:27
    Bo: hp 10 -> 5 of 10 (-5)
      in brawl.yaml:28
`
	if !strings.Contains(got, want) {
		t.Errorf("got\n%s\nwant in it\n%s", got, want)
	}
}

// TestStoryOfABatch holds that what lands together is told together.
func TestStoryOfABatch(t *testing.T) {
	want := `Test

Red
  Ana  hp 5/5
Blue
  Bo   hp 5/5

Tick 1
  Ana: hit, target Bo
    harm: 1d6 = 5
    Bo: hp 5 -> 0 of 5 (-5)
  Bo: hit, target Ana, at the same time
    harm: 1d6 = 6
    Ana: hp 5 -> 0 of 5 (-5)

No winner in tick 1 (2 actions)

Red
  Ana  hp 0/5, out of the fight
Blue
  Bo   hp 0/5, out of the fight
`
	got := told(t, ticks(`
		ana: hit bo { dice harm 5 }
		bo: hit ana { dice harm 6 }`), interp.Options{})
	got = withoutSchedules(got)
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// withoutSchedules drops the lines about the agenda.
func withoutSchedules(story string) string {
	var b strings.Builder
	for line := range strings.Lines(story) {
		if !strings.Contains(line, "turn of ") {
			b.WriteString(line)
		}
	}
	return b.String()
}

func TestJSON(t *testing.T) {
	m, _, err := play(t, brawl(shortBrawl), interp.Options{Explain: true})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := m.JSON(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`{"kind":"start","now":0,"ruleset":"brawl","encounter":"test","place":"e.yaml:2"}`,
		`{"kind":"roll","now":1,"depth":1,"who":"ana","label":"harm","dice":"2d6","faces":[2,3],"total":5,`,
		`{"kind":"choice","now":1,"depth":1,"who":"ana","label":"aim","taken":[2],"place":"brawl.yaml:24"}`,
		`"who":"bo","field":"hp","from":10,"to":5,"most":10,"why":{"is":"formula","what":"harm","value":5,`,
		`"kind":"begin","now":1,"depth":2,"who":"bo","other":"bo","condition":"dodging"`,
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %s in\n%s", want, b.String())
		}
	}
	for line := range strings.Lines(b.String()) {
		if !json.Valid([]byte(line)) {
			t.Errorf("not JSON: %s", line)
		}
	}
}

// tacticBrawl is a fight by tactics with a seed.
const tacticBrawl = `
encounter: test
ruleset: ./brawl.yaml
seed: 3
combatants:
  ana: {side: red, place: [1, 1], nerve: 2, tactic: bully}
  bo: {side: blue, place: [2, 1], nerve: 1, tactic: bully}
  cy: {side: blue, place: [1, 2], tactic: bully}
map:
  rows: |
    .....
    .....
    .....
`

// TestSameTraceAgain holds that one seed gives one trace, to the byte, on new
// machines and on one that is reset, and that trials differ.
func TestSameTraceAgain(t *testing.T) {
	e := encounter(t, tacticBrawl)
	code := interp.Compile(e.Program)
	told := func(m *interp.Machine) string {
		var b bytes.Buffer
		if err := m.JSON(&b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	o := interp.Options{Trace: true, Explain: true, Check: true}
	first, outcome, err := script.Play(code, e, o)
	if err != nil || outcome.Ending != trace.Over {
		t.Fatal(outcome, err)
	}
	want := told(first)
	for i := range 100 {
		m := first
		if i%2 == 0 {
			if m, _, err = script.Play(interp.Compile(e.Program), e, o); err != nil {
				t.Fatal(err)
			}
		} else {
			first.Reset(uint64(i))
			if _, err := first.Run(); err != nil {
				t.Fatal(err)
			}
			if told(first) == want {
				t.Errorf("trial %d is like trial 0", i)
			}
			first.Reset(0)
			if _, err := first.Run(); err != nil {
				t.Fatal(err)
			}
		}
		if got := told(m); got != want {
			t.Fatalf("repeat %d differs", i)
		}
	}
	if strings.Count(want, `"how":"default"`) > 0 || !strings.Contains(want, `"label":"aim","taken":[2]`) {
		t.Error("the tactic's value for a choice isn't taken")
	}
	// The bully strikes at whoever has the least left: never at bo before cy, once cy is hurt.
	if !strings.Contains(want, `"with":{"target":"bo"}`) {
		t.Error("nobody strikes at bo")
	}
}

// TestP27Rest holds that tactics take over where the script says so, and where it
// has ended and there is a seed.
func TestP27Rest(t *testing.T) {
	for _, script := range []string{"ana: strike bo\nrest", "ana: strike bo"} {
		m, outcome, err := play(t, tacticBrawl+"script: |\n"+indented(script), interp.Options{})
		if err != nil || outcome.Ending != trace.Over {
			t.Errorf("%q: %v, %v", script, outcome, err)
		}
		if m == nil {
			t.Fatal("no machine")
		}
	}
	// Without a seed the end of the script is the end.
	text := strings.Replace(tacticBrawl, "seed: 3\n", "", 1) + "script: |\n" + indented("ana: strike bo { dice attack 1 }")
	if _, outcome, err := play(t, text, interp.Options{}); err != nil || outcome.Ending != trace.Called {
		t.Errorf("%v, %v", outcome, err)
	}
}

// TestEscapes holds that nothing from a ruleset reaches a terminal as a command.
func TestEscapes(t *testing.T) {
	text := strings.Replace(brawl("over"), "title: A test", `title: "A \e[31mtest\u202e"`, 1)
	got := told(t, text, interp.Options{})
	if !strings.HasPrefix(got, `A \x1b[31mtest\u202e`) {
		t.Errorf("%q", got)
	}
}

// FuzzScript plays whatever loads: a run ends, with an outcome or with a
// diagnostic inside of a file, and it ends so again.
func FuzzScript(f *testing.F) {
	for _, script := range []string{
		shortBrawl, "ana: pass\nbo: pass\nall pass\nwait 3\nrest", "do { ana.hp -= 20 }\nexpect ana.hp == 0",
		"refused ana: duck\nana: faint { choose side_of = 1 }\nover\nwait 5\nexpect now > 3",
		"dice 3\nbo: strike ana\nana: bite bo { dice 12, 1 1, shock 4 }",
	} {
		f.Add(script)
	}
	f.Fuzz(func(t *testing.T, lines string) {
		if len(lines) > 2000 {
			return
		}
		files := fstest.MapFS{"e.yaml": {Data: []byte(brawl(lines))}}
		data, err := os.ReadFile("../testdata/script/brawl.yaml")
		if err != nil {
			t.Fatal(err)
		}
		files["brawl.yaml"] = &fstest.MapFile{Data: data}
		e, _ := lang.LoadEncounter("e.yaml", lang.Options{Files: files})
		if e == nil {
			return
		}
		o := interp.Options{Trace: true, Explain: true, Check: true, Limits: interp.Limits{Steps: 100_000, Time: 60}}
		var traces [2]bytes.Buffer
		var errs [2]string
		for i := range traces {
			m, _, err := script.Play(interp.Compile(e.Program), e, o)
			if err != nil {
				errs[i] = err.Error()
				var d *diag.Diagnostic
				if !errors.As(err, &d) || d.Code == exec.Internal {
					t.Fatalf("%q: %v", lines, err)
				}
			}
			if m == nil {
				continue
			}
			if err := errors.Join(m.JSON(&traces[i]), interp.Story(m, io.Discard)); err != nil {
				t.Fatal(err)
			}
		}
		if errs[0] != errs[1] || traces[0].String() != traces[1].String() {
			t.Errorf("%q: two runs differ", lines)
		}
	})
}
