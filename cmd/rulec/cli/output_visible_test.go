package cli

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// sly is text that takes over a terminal, hides, or turns what stands behind it
// round: C0, C1, DEL, marks of direction, nothing wide, line breaks that are no \n, a link.
const sly = "\x1b[31m\a\b\r\t\u009b31m\u202e\u009d0;\x7f\u200b\u2066\ufeff\u2028\u00ad\U000e0001\x1b]8;;pwned\a"

// slyFiles are files with such text wherever they may have text; SLY stands for it as
// YAML has it.
var slyFiles = map[string]string{
	"rules.yaml": `rulec: 2
ruleset: rules
title: "SlyRuleset SLY"
about: "SLY"
version: "1.0.0"
params:
  toughness: 3  #: SLY
kinds:
  creature:
    title: "SlyKind SLY"
    fields:
      hp: {type: pool, max: toughness, title: "SlyPool SLY"}  #: SLY
      note: text = SlyNote SLY
  move:
    title: "SlyMoves SLY"
    fields: {hit: "program(self creature, target creature)"}
    params: {target: one of foes(self)}
    requires:
      target.hp > 0: "SlyReason SLY {target}"
      self.note != 'tired': "SlyReason SLY"
    told: "{self}: {it} SLY {target}"
    perform: |
      announce aimed with target = target
      roll swing = 1d6
      it.hit()
moves:
  wave:  #: SLY [sly.wave]
    title: "SlyWave SLY"
    hit: "target.hp -= 1\nchoose mood from ['SlyMood SLY', 'other'] default 'SlyMood SLY'\nself.note = mood"
  daze: {title: "SlyDaze SLY", hit: apply dazed to target}
conditions:
  dazed:
    title: "SlyDazed SLY"
    until: end of turn
    told: {begins: "{self} SlyBegins SLY", ends: "SlyEnds SLY"}
events:
  aimed: {fields: {target: creature}, told: "SlyAimed SLY {event.target}"}
time:
  key: [round]
  unit: "SlyUnit SLY"
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn:
      title: "SlyTurn SLY"
      told: "{self} SlyDue SLY"
      requires:
        not is_out(self): "SlyDown SLY"
      do: |
        choose act from can_do(self)
        if act != none { perform act }
        schedule turn of self at now + 1
  out: self.hp == 0
  over: all(combatants, side(each) == side(first(combatants)))
  winner: side(first(combatants))
  limit: 50
tactics:
  waver:
    turn:
      - do: wave
        best: target.hp
reports:
  health: [hp]
  show: {shown: self.hp}
cases:
  a case:
    about: "SLY"
    combatants:
      ann: {title: "SlyAnn SLY", side: one}
      bob: {title: "SlyBob SLY", side: two}
    script: |
      ann: wave bob { dice swing 1 }
      expect bob.hp == 2
`,
	"fight.yaml": `encounter: fight
title: "SlyFight SLY"
about: "SLY"
ruleset: ./rules.yaml
seed: 1
combatants:
  ann: {title: "SlyAnn SLY", side: one, tactic: waver, hp: 2, note: "SlyNote SLY"}
  bob: {title: "SlyBob SLY", side: two, tactic: waver, hp: 3}
`,
	"house.yaml": `ruleset: house
title: "SlyHouse SLY"
extends: ./rules.yaml
override:
  moves:
    wave: {title: "SlyWave SLY!"}
set: {toughness: 4}
`,
	"turned.yaml": `encounter:  turned
ruleset: ./rules.yaml
combatants:
  ann: {side: one, tactik: waver, title: "TURNED"}
`,
	"sequence.yaml": `sequence: sequence
title: "SlySequence SLY"
about: "SLY"
ruleset: ./rules.yaml
steps:
  - encounter: fight.yaml
  - title: "SlyStep SLY"
    script: wait 1
`,
	"refused.yaml": `encounter: refused
title: "SlyFight SLY"
ruleset: ./rules.yaml
seed: 1
combatants:
  ann: {title: "SlyAnn SLY", side: one, note: tired}
  bob: {title: "SlyBob SLY", side: two}
script: |
  ann: wave bob
`,
	"stops.yaml": `encounter: stops
title: "SlyFight SLY"
ruleset: ./rules.yaml
combatants:
  ann: {title: "SlyAnn SLY", side: one, tactic: waver}
  bob: {title: "SlyBob SLY", side: two, tactic: waver}
setup: "bob.hp = 1 / (ann.hp - 3) # SLY"
`,
	"lost.yaml": `ruleset: ./rules.yaml
common: {about: "SLY"}
cases:
  "SlyCase SLY":
    about: "SLY"
    combatants:
      ann: {title: "SlyAnn SLY", side: one}
      bob: {title: "SlyBob SLY", side: two}
    script: |
      ann: daze bob { dice swing 1 }
      expect ann.hp == 1
`,
	"broken.yaml": `ruleset: rules
title: "SLY
"SlyKey SLY": 1
time: "SLY"
`,
	"unknown.yaml": `encounter: unknown
ruleset: ./rules.yaml
"SlyKey SLY": 1
combatants:
  "SlyName SLY": {side: "SlySide SLY", tactic: "SlyTactic SLY"}
  bob: {side: two, is: "SlyKind SLY", note: "SLY"}
`,
	"state.yaml": `rulec: 2
state: "SlyState SLY"
ruleset: rules
hash: "SlyHash SLY"
clock: 1
combatants:
  ann: {hp: 1, note: "SlySaved SLY"}
  bob: {hp: 2}
`,
}

// writeSly writes the files into a folder and goes there.
func writeSly(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	escapes := ""
	for _, r := range sly {
		escapes += fmt.Sprintf(`\U%08x`, r)
	}
	for name, text := range slyFiles {
		text = strings.NewReplacer("SLY", escapes, "TURNED", "\u202e\u2066").Replace(text)
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{sly + ".yaml", "\x9b.yaml"} {
		text, err := os.ReadFile("fight.yaml")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, text, 0o666); err != nil {
			t.Skip("no file can be called so here:", err)
		}
	}
}

// TestVisible holds that no character which a terminal would obey, hide or reorder
// leaves the command raw, whichever way a text comes in and by whichever door it goes
// out; and that what should be JSON, XML, CSV or YAML is. Each door has to show some of it, by
// what stands behind the arguments.
func TestVisible(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no file can be called so here")
	}
	writeSly(t)
	seen := map[string]bool{"completion": true} // that of cobra
	for _, test := range []struct {
		args string // SLY is the text itself, TURN what of it --set takes, BYTE no text at all
		code int
		says string
		form func(text []byte) error
		// file is what was written, if any; its form follows from its name.
		file string
	}{
		{"lint rules.yaml", 0, "", nil, ""},
		{"lint broken.yaml", 1, "", nil, ""},
		{"lint unknown.yaml", 1, "SlyKey \\x1b", nil, ""},
		{"lint unknown.yaml --format lines", 1, "SlyKey \\x1b", nil, ""},
		{"lint unknown.yaml --format json", 1, `SlyKey \\x1b`, wellFormedLines, ""},
		{"lint unknown.yaml --format github", 1, "SlyKey \\x1b", nil, ""},
		{"lint SLY.yaml BYTE.yaml nowhereSLY.yaml nowhereBYTE.yaml", 3, "nowhere\\x1b", nil, ""},
		{"lint SLY", 3, "\\x1b[31m", nil, ""},

		{"run fight.yaml", 0, "SlyFight \\x1b", nil, ""},
		{"run fight.yaml --explain", 0, "SlyAimed \\x1b", nil, ""},
		{"run fight.yaml --format json", 0, "SlyBob \\u001b", wellFormedLines, ""},
		{"run fight.yaml --explain --format json", 0, "SlyBob \\u001b", wellFormedLines, ""},
		{"run fight.yaml --format md", 0, "SlyFight \\\\x1b", nil, ""},
		{"run fight.yaml --format html", 0, "SlyFight \\x1b", nil, ""},
		{"run fight.yaml --brief", 0, "SlyBob \\x1b", nil, ""},
		{"run fight.yaml --explain=SLY", 0, "--explain: ", nil, ""},
		{"run fight.yaml --trial 3 --set ann.note=SLY", 1, "\\x1b[31m", nil, ""},
		{"run fight.yaml --trial 3 --set ann.note=TURN", 0, "SlyFight \\x1b", nil, ""},
		{"run fight.yaml --save after.yaml", 0, "SlyFight \\x1b", nil, "after.yaml"},
		{"run fight.yaml --save nowhereSLY/after.yaml", 3, "nowhere\\x1b", nil, ""},
		{"run fight.yaml --load state.yaml --save loaded.yaml", 0, "SlyHash", nil, "loaded.yaml"},
		{"run fight.yaml --load SLY.yaml", 1, "\\x1b[31m", nil, ""},
		{"run SLY.yaml", 0, "SlyFight \\x1b", nil, ""},
		{"run BYTE.yaml", 3, "\\x9b.yaml", nil, ""},
		{"run refused.yaml", 1, "SlyReason \\x1b", nil, ""},
		{"run stops.yaml", 1, "SlyBob \\x1b", nil, ""},
		{"run unknown.yaml", 1, "SlyName \\x1b", nil, ""},
		{"run fight.yaml --set SLY=1", 2, "\\x1b[31m", nil, ""},
		{"run fight.yaml --set ann.SLY=1", 2, "\\x1b[31m", nil, ""},
		{"run fight.yaml --set toughness=SLY", 1, "\\x1b[31m", nil, ""},
		{"run fight.yaml --root SLY", 3, "", nil, ""},
		{"run sequence.yaml", 0, "SlyStep \\x1b", nil, ""},
		{"run sequence.yaml --format json --save night.yaml", 0, "SlyStep \\u001b", wellFormedLines, "night.yaml"},

		{"tune fight.yaml --to one\u00a0wins\u00a060% --change toughness=3,4 -n 20", 0, "SlyFight \\x1b", nil, ""},
		{"tune fight.yaml --to one\u00a0wins\u00a060% --change ann.note=TURN,x -n 20 --format json", 0, "\\u202e", wellFormedJSON, ""},
		{"find fight.yaml -n 20", 0, "SlyFight \\x1b", nil, ""},
		{"find fight.yaml -n 20 --format json", 0, "\\u202e", wellFormedJSON, ""},
		{"tune fight.yaml --to SLY --change toughness -n 20", 2, "\\x1b[31m", nil, ""},
		{"tune fight.yaml --to one\u00a0wins\u00a060% --change SLY -n 20", 2, "\\x1b[31m", nil, ""},
		{"difficulty fight.yaml -n 20", 0, "SlyPool \\x1b", nil, ""},
		{"difficulty fight.yaml -n 20 --format html", 0, "SlyPool \\x1b", nil, ""},
		{"difficulty fight.yaml -n 20 --format json", 0, "SlyPool \\u001b", wellFormedJSON, ""},
		{"difficulty fight.yaml -n 20 --for SLY", 2, "\\x1b[31m", nil, ""},
		{"sim fight.yaml -n 20", 0, "SlyUnit \\x1b", nil, ""},
		{"sim fight.yaml -n 20 --format json", 0, "SlyUnit \\u001b", wellFormedJSON, ""},
		{"sim fight.yaml -n 20 --format csv", 0, "SlyUnit \\x1b", wellFormedCSV, ""},
		{"sim fight.yaml -n 20 --plot lengths.svg", 0, "SlyFight \\x1b", nil, "lengths.svg"},
		{"sim fight.yaml -n 20 --plot nowhereSLY/lengths.svg", 3, "nowhere\\x1b", nil, ""},
		{"sim fight.yaml -n 20 --vary ann.note=TURN,x --plot varied.svg", 0, "\\u202e", nil, "varied.svg"},
		{"sim fight.yaml -n 20 --vary ann.note=TURN,x --vary bob.note=TURN,x --plot pairs.svg", 0, "\\u202e", nil, "pairs.svg"},
		{"sim fight.yaml -n 20 --vary ann.note=TURN,x --format csv", 0, "\\u202e", wellFormedCSV, ""},
		{"sim fight.yaml -n 20 --vary ann.note=TURN,x --format json", 0, "\\u202e", wellFormedJSON, ""},
		{"sim SLY.yaml -n 20", 0, "rulec run '\\x1b[31m", nil, ""},
		{"sim SLY.yaml -n 20 --format json", 0, "rulec run '\\u001b[31m", wellFormedJSON, ""},
		{"sim BYTE.yaml -n 20", 3, "\\x9b.yaml", nil, ""},
		{"sim stops.yaml -n 20", 1, "division by zero", nil, ""},
		{"sim refused.yaml -n 20", 1, "", nil, ""},
		{"sim fight.yaml --vary SLY=1,2", 2, "\\x1b[31m", nil, ""},
		{"sim fight.yaml --until SLY", 2, "\\x1b[31m", nil, ""},
		{"sim fight.yaml --shard SLY/SLY", 2, "\\x1b[31m", nil, ""},
		{"sim fight.yaml --format SLY", 2, "\\x1b[31m", nil, ""},
		{"sim fight.yaml -n 20 --set ann.note=TURN --shard 0/1 --out partsSLY", 0, "parts\\x1b", nil, "partsSLY/sim-fight-0-of-1.part.json"},
		{"merge partsSLY/sim-fight-0-of-1.part.json", 0, "SlyUnit \\x1b", nil, ""},
		{"merge partsSLY/sim-fight-0-of-1.part.json --format json", 0, "SlyUnit \\u001b", wellFormedJSON, ""},
		{"merge partsSLY/sim-fight-0-of-1.part.json --format csv --plot merged.svg", 0, "SlyUnit \\x1b", wellFormedCSV, "merged.svg"},
		{"merge nowhereSLY", 3, "nowhere\\x1b", nil, ""},
		{"merge partsSLY", 3, "parts\\x1b", nil, ""},
		{"merge partsSLY/sim-fight-0-of-1.part.json partsSLY/sim-fight-0-of-1.part.json", 1, "parts\\x1b", nil, ""},
		{"merge SLY.yaml", 3, "\\x1b[31m", nil, ""},
		{"sim fight.yaml --cluster slurm", 0, "", nil, ""},
		{"sim fight.yaml --cluster kubernetes", 0, "", wellFormedYAML, ""},
		{"sim fight.yaml --cluster kubernetes --image SLY", 2, "", nil, ""},
		{"sim fight.yaml --cluster kubernetes --set ann.note=TURN", 2, "", nil, ""},
		{"sim fight.yaml --cluster slurm --out SLY", 2, "", nil, ""},
		{"sim SLY.yaml --cluster slurm", 2, "", nil, ""},

		{"test lost.yaml", 1, "SlyCase \\x1b", nil, ""},
		{"test lost.yaml --verbose", 1, "SlyBegins", nil, ""},
		{"test lost.yaml --format json", 1, "SlyCase \\x1b", nil, ""},
		{"test SLY.yaml broken.yaml nowhereSLY.yaml", 3, "nowhere\\x1b", nil, ""},
		{"test rules.yaml --systems SLY", 3, "\\x1b[31m", nil, ""},
		{"mutate rules.yaml", 1, "", nil, ""},
		{"mutate rules.yaml --format same", 1, "", nil, ""},
		{"mutate rules.yaml lost.yaml", 1, "", nil, ""},
		{"mutate rules.yaml --same SLY", 3, "\\x1b[31m", nil, ""},
		{"mutate rules.yaml --same broken.yaml", 1, "this quote isn't closed", nil, ""},

		{"show rules.yaml", 0, "SlyRuleset \\x1b", nil, ""},
		{"show rules.yaml wave", 0, "SlyMood", nil, ""},
		{"show rules.yaml dazed", 0, "SlyBegins", nil, ""},
		{"show rules.yaml time", 0, "SlyDue", nil, ""},
		{"show rules.yaml SLY", 2, "\\x1b[31m", nil, ""},
		{"show SLY", 3, "\\x1b[31m", nil, ""},
		{"dump tree rules.yaml", 0, `SlyRuleset \x1b`, nil, ""},
		{"dump program rules.yaml", 0, `SlyReason \x1b`, nil, ""},
		{"dump tree fight.yaml", 0, `SlyFight \x1b`, nil, ""},
		{"dump program fight.yaml", 0, `SlyFight \x1b`, nil, ""},
		{"dump program lost.yaml", 0, `SlyCase \x1b`, nil, ""},
		{"dump program sequence.yaml", 0, `SlyFight \x1b`, nil, ""},
		{"dump tree SLY.yaml", 0, `\x1b[31m`, nil, ""},
		{"dump program unknown.yaml", 1, `SlyName \x1b`, nil, ""},
		{"dump program rules.yaml --only SLY", 2, `\x1b[31m`, nil, ""},
		{"dump SLY rules.yaml", 2, `\x1b[31m`, nil, ""},
		{"fmt --diff turned.yaml", 0, "\\u202e", nil, ""},
		{"fmt --check nowhereSLY.yaml broken.yaml", 3, "nowhere\\x1b", nil, ""},
		{"odds fight.yaml ann:\u00a0wave\u00a0bob", 0, "\\x1b[31m", nil, ""},
		{"odds fight.yaml ann:\u00a0wave\u00a0bob --format json", 0, "SlyPool", wellFormedJSON, ""},
		{"odds fight.yaml ann:\u00a0wave\u00a0bob --vary ann.note=TURN,x", 0, "\\u202e", nil, ""},
		{"dice SLY", 1, "\\x1b[31m", nil, ""},
		{"laws rules.yaml -n 3", 0, "SlyRuleset \\x1b", nil, ""},
		{"laws rules.yaml -n 3 -o SLY.yaml", 1, "\\x1b[31m", nil, ""},
		{"diff rules.yaml house.yaml fight.yaml -n 20", 0, "SlyFight \\x1b", nil, ""},
		{"diff rules.yaml house.yaml fight.yaml -n 20 --format html", 0, "SlyFight \\x1b", nil, ""},
		{"diff rules.yaml house.yaml fight.yaml -n 20 --format json", 0, "SlyFight \\u001b", wellFormedJSON, ""},
		{"beside fight.yaml SLY.yaml -n 20", 0, "SlyFight \\x1b", nil, ""},
		{"beside fight.yaml SLY.yaml -n 20 --format html", 0, "SlyFight \\x1b", nil, ""},
		{"book rules.yaml", 0, "SlyRuleset \\x1b", nil, ""},
		{"book rules.yaml --format md", 0, "SlyRuleset \\\\x1b", nil, ""},
		{"play fight.yaml", 0, "SlyBob", nil, ""},
		{"docs SLY", 2, "\\x1b[31m", nil, ""},
		{"docs --find SLY", 1, "\\x1b[31m", nil, ""},
		{"examples SLY", 2, "\\x1b[31m", nil, ""},
		{"init SLY", 0, "cd '\\x1b[31m", nil, ""},
		{"init --from SLY", 2, "\\x1b[31m", nil, ""},
		{"schema SLY", 2, "\\x1b[31m", nil, ""},
		{"serve SLY SLY", 2, "", nil, ""},
		{"lsp SLY", 2, "", nil, ""},
		{"explain SLY", 2, "\\x1b[31m", nil, ""},
		{"SLY", 2, "\\x1b[31m", nil, ""},
		{"help SLY", 2, "\\x1b[31m", nil, ""},
		{"run --SLY", 2, "\\x1b[31m", nil, ""},
		{"run fight.yaml --seed SLY", 2, "\\x1b[31m", nil, ""},
		{"run SLY SLY", 2, "", nil, ""},
	} {
		var args []string
		seen[commandWords(test.args)[0]] = true
		for _, arg := range commandWords(test.args) {
			args = append(args, strings.NewReplacer("SLY", sly, "TURN", "\u202e\u200b\u2066", "BYTE", "\x9b").Replace(arg))
		}
		var out, complaints bytes.Buffer
		if code := run(args, nil, &out, &complaints); code != test.code {
			t.Errorf("rulec %s: exit code %d, want %d\n%s", test.args, code, test.code, complaints.String())
		}
		printed := out.String() + complaints.String()
		if err := allVisible(printed); err != nil {
			t.Errorf("rulec %s prints %v", test.args, err)
		}
		if test.form != nil {
			if err := test.form(out.Bytes()); err != nil {
				t.Errorf("rulec %s: %v", test.args, err)
			}
		}
		if test.file != "" {
			text, err := os.ReadFile(strings.ReplaceAll(test.file, "SLY", sly))
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(allVisible(strings.ReplaceAll(string(text), "\n\t", "\n")), formOf[filepath.Ext(test.file)](text)); err != nil {
				t.Errorf("rulec %s writes a file with %v", test.args, err)
			}
			printed += string(text)
		}
		if !strings.Contains(printed, test.says) && !strings.Contains(strings.ReplaceAll(printed, "\n", " "), test.says) { // long lines are broken
			t.Errorf("rulec %s doesn't say %s:\n%s", test.args, test.says, printed)
		}
	}
	for _, cmd := range newRoot().Commands() {
		if !seen[cmd.Name()] {
			t.Errorf("no line has rulec %s print such text", cmd.Name())
		}
	}
}

// TestOutput holds that a character which comes in two pieces is seen as one, that bytes which are none are seen, and that what goes
// into a file goes there to the byte.
func TestOutput(t *testing.T) {
	var b strings.Builder
	o := &output{to: &b}
	for _, piece := range []string{"a\xc3", "\xa4\x1b[3", "1m\n\xe2\x80", "\xae|\xf0\x9f", "x\xe2"} {
		if n, err := io.WriteString(o, piece); n != len(piece) || err != nil {
			t.Fatal(n, err)
		}
	}
	io.WriteString(forFile(o), "\x1b\u202e")
	o.end()
	if want := "aä\\x1b[31m\n\\u202e|\\xf0\\x9fx" + "\x1b\u202e" + "\\xe2"; b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
}

// allVisible finds the first character of a text that can't be seen, or is none;
// line breaks are none of them.
func allVisible(text string) error {
	for at, r := range text {
		_, size := utf8.DecodeRuneInString(text[at:])
		if r != '\n' && (unicode.Is(unicode.C, r) || unicode.Is(unicode.Zl, r) || unicode.Is(unicode.Zp, r) || r == utf8.RuneError && size == 1) {
			return fmt.Errorf("%+q behind %q", r, text[max(0, at-40):at])
		}
	}
	return nil
}

// formOf says what is in files with an ending.
var formOf = map[string]func([]byte) error{".json": wellFormedJSON, ".svg": wellFormedXML, ".yaml": wellFormedYAML}

func wellFormedJSON(text []byte) error {
	if !json.Valid(text) {
		return fmt.Errorf("no JSON: %s", text)
	}
	return nil
}

func wellFormedLines(text []byte) error {
	for line := range bytes.Lines(text) {
		if err := wellFormedJSON(line); err != nil {
			return err
		}
	}
	return nil
}

func wellFormedXML(text []byte) error {
	d := xml.NewDecoder(bytes.NewReader(text))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

func wellFormedCSV(text []byte) error {
	_, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	return err
}

func wellFormedYAML(text []byte) error {
	d := yaml.NewDecoder(bytes.NewReader(text))
	for {
		var document any
		if err := d.Decode(&document); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}
