package cli

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/dump"
)

// certain are the fixes: what is written, and what it is by hand, at a place of the ruleset below. By is the
// function that offers the fix. Each is done in lines of their own and in braces.
var certain = []struct{ by, at, wrong, right string }{
	{"checkToken", "formula", "if(who.edge > 1 && who.hp < 3, 1, 0)", "if(who.edge > 1 and who.hp < 3, 1, 0)"},
	{"checkToken", "formula", "if(who.edge>1||who.hp<3, 1, 0)", "if(who.edge>1 or who.hp<3, 1, 0)"},
	{"checkToken", "formula", "if(who.edge === 1, 1, 0)", "if(who.edge == 1, 1, 0)"},
	{"checkToken", "formula", "if(who.edge !== 1, 1, 0)", "if(who.edge != 1, 1, 0)"},
	{"checkToken", "formula", "if(who.edge =< 1, 1, 0)", "if(who.edge <= 1, 1, 0)"},
	{"checkToken", "formula", "if(who.edge <> 1, 1, 0)", "if(who.edge != 1, 1, 0)"},
	{"missingOperator", "formula", "if(who.keen AND who.hp > 3, 1, 0)", "if(who.keen and who.hp > 3, 1, 0)"},
	{"missingOperator", "formula", "if(NOT who.keen, 1, 0)", "if(not who.keen, 1, 0)"},
	{"addOther", "formula", "who.edge * 1_000", "who.edge * 1000"},
	{"addOther", "formula", "who.edge + .5", "who.edge + 0.5"},
	{"addOther", "formula", ".5 * who.edge", "0.5 * who.edge"},
	{"addOther", "formula", "who.edge − 1", "who.edge - 1"},
	{"addOther", "formula", "−who.edge", "-who.edge"},
	{"addOther", "formula", "− who.edge", "- who.edge"},
	{"addOther", "formula", "if(who.hp ≥ 3, who.hp ÷ 2, 0)", "if(who.hp >= 3, who.hp / 2, 0)"},
	{"addOther", "formula", "if(who.hp ≤ 3, 1, 0)", "if(who.hp <= 3, 1, 0)"},
	{"addOther", "formula", "if(who.hp ≠ 3, 1, 0)", "if(who.hp != 3, 1, 0)"},
	{"lastIf", "formula", "if(who.keen, 1, if(who.hp > 3, 2, if(who.hp > 1, 3, 4)))", "if(who.keen, 1, who.hp > 3, 2, who.hp > 1, 3, 4)"},
	{"addDice", "dice", "4d6kh3", "best(3, 4d6)"},
	{"addDice", "dice", "2d20kl1 + 2", "worst(1, 2d20) + 2"},
	{"addDice", "dice", "2 * 4d6dl1", "2 * best(3, 4d6)"},
	{"addDice", "dice", "4D6dh2", "worst(2, 4d6)"},
	{"addDice", "dice", "4d6kh4", "4d6"},
	{"addDice", "dice", "4dF", "4d3 - 8"},
	{"addDice", "dice", "2 * 4dF", "2 * (4d3 - 8)"},
	{"addDice", "dice", "1 - dF", "1 - (1d3 - 2)"},
	{"unexpected", "program", "if who.edge = 3 { who.hp -= 1 }", "if who.edge == 3 { who.hp -= 1 }"},
	{"tooMuch", "program", "if who.edge == 3 { who.hp -= 1 } elif who.edge == 4 { who.hp -= 2 }", "if who.edge == 3 { who.hp -= 1 } else if who.edge == 4 { who.hp -= 2 }"},
	{"dispatch", "program", "for each f in foes(who) { f.hp -= 1 }", "for f in foes(who) { f.hp -= 1 }"},
	{"foreign", "program", "foreach f in foes(who) { f.hp -= 1 }", "for f in foes(who) { f.hp -= 1 }"},
	{"foreign", "program", "var x = 2; who.hp -= x", "let x = 2; who.hp -= x"},
	{"foreign", "program", "if who.keen { return }; who.hp -= 1", "if who.keen { stop }; who.hp -= 1"},
	{"misspelt", "program", "If who.keen { who.hp -= 1 }", "if who.keen { who.hp -= 1 }"},
	{"labelLast", "script", "do { strike(ann) }; expect came_to(ann, blow) > 0", "do { strike(ann) }; expect came_to(blow, ann) > 0"},
	{"turnedRound", "script", "dice blow.ann 3; do { strike(ann) }", "dice ann.blow 3; do { strike(ann) }"},
	{"fraction", "odds", "50% when ann.hp < 6", "50/100 when ann.hp < 6"},
	{"Bool", "flag", `"true"`, "true"},
	{"Bool", "flag", "'False'", "false"},
	{"number", "value", `"1"`, "1"},
	{"number", "value", "'-2.5'", "-2.5"},
	{"repairText", "title", "{title: Slow, in the cold. And hard., while: false}", `{title: "Slow, in the cold. And hard.", while: false}`},
	{"gluedColon", "title", "{title:Slow, while:false}", "{title: Slow, while: false}"},
	{"gluedColon", "lines", "conditions:\n  cold:\n    title: Slow\n    while:false", "conditions:\n  cold:\n    title: Slow\n    while: false"},
	{"gluedHyphen", "lines", "scales:\n  size:\n    - small\n    -large", "scales:\n  size:\n    - small\n    - large"},
	{"grids", "lines", "tables:\n  reach: >\n    n     | far\n    1..   | 2", "tables:\n  reach: |\n    n     | far\n    1..   | 2"},
	{"ownByName", "lines", "jabs:\n  poke:\n    perform: mine(self).foe.hp -= 1", "jabs:\n  poke:\n    perform: foe.hp -= 1"},
	{"line", "lines", "#", "#"}, // tabs: see fixed
}

// places are what is changed in the ruleset, in lines of its own and in braces.
var places = map[string][2]string{
	"formula": {"  worth(who):\n    title: worth\n    value: %s\n", "  worth(who): %s\n"},
	"dice":    {"  harm:\n    title: harm\n    value: %s\n", "  harm: %s\n"},
	"program": {"  act(who): |\n    %s\n", "  act(who): %s\n"},
	"script":  {"    script: |\n      %s\n", "    script: %s\n"},
	"odds":    {"    odds:\n      fair: %s\n", "    odds: {fair: %s}\n"},
	"flag":    {"time:\n  everyone_due: %s\n  key: [tick]\n  start: schedule turn of first(everyone) at 1\n  entries: {turn: {do: stop}}\n", "time: {everyone_due: %s, key: [tick], start: schedule turn of first(everyone) at 1, entries: {turn: {do: stop}}}\n"},
	"value":   {"  pace: %s\n", "  {pace: %s}\n"},
	"title":   {"conditions:\n  cold: %s\n", "conditions: {cold: %s}\n"},
	"lines":   {"%s\n", "%s\n"},
}

// whole puts a text at a place, in lines or in braces, into a ruleset that is right otherwise. In braces, what isn't
// plain to YAML as it is written stands in quotes, as whoever wrote it would have had to do; what is right always does.
func whole(at, text string, braces, right bool) string {
	form := places[at][0]
	if braces {
		form = places[at][1]
		if quoted := strings.ContainsAny(text, ",{}[];"); (quoted || right) && strings.Contains("formula dice program script odds", at) {
			text = `"` + text + `"`
		}
	} else if right && (at == "formula" || at == "dice") {
		text = `"` + text + `"`
	}
	parts := map[string]string{
		"formula": "  worth(who): 1\n", "dice": "  harm: 2d6\n", "program": "  act(who): who.hp -= 1\n",
		"script": "    script: do { strike(ann) }\n", "odds": "", "value": "  pace: 1\n", "lines": "",
		"flag": "time:\n  key: [tick]\n  start: for c in everyone { schedule turn of c at 1 }\n  entries: {turn: {do: schedule turn of self at now + 1}}\n",
	}
	if at == "title" {
		at = "lines"
	}
	parts[at] = fmt.Sprintf(form, text)
	return "rulec: 2\nruleset: fixes\nkinds:\n  creature:\n    fields:\n      hp: {type: pool, max: 9}\n      keen: false\n      edge: 0\n  jab: {params: {foe: one of foes(self)}, perform: stop}\n" +
		"params:\n" + parts["value"] + "quantities:\n" + parts["formula"] + parts["dice"] +
		"procs:\n  strike(who): |\n    roll blow by who = 1d6\n    who.hp -= blow\n" + parts["program"] + parts["lines"] + parts["flag"] +
		"cases:\n  one:\n    combatants: {ann: {side: red}, bob: {side: blue}}\n" + parts["script"] + parts["odds"]
}

// meant says what a file means: its program and its cases, without places.
func meant(t *testing.T, name string) string {
	t.Helper()
	p, list := lang.Load(name, loadOptions())
	cases, more := lang.LoadCases(name, loadOptions())
	if list = append(list, more...); list.HasErrors() {
		text, _ := os.ReadFile(name)
		t.Errorf("%s\n%s", list.Err(), text)
		return ""
	}
	var b bytes.Buffer
	if err := dump.Write(&b, dump.Program(p)); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if err := dump.Write(&b, dump.Encounter(c.Encounter)); err != nil {
			t.Fatal(err)
		}
	}
	return fromPlace.ReplaceAllString(b.String(), "")
}

// fromPlace is where something stands, behind a line of a dump.
var fromPlace = regexp.MustCompile(`(?m) *# \S+:\d+:\d+$`)

// fixed writes a file, puts it right, and returns what has become of it and what is reported.
func fixed(t *testing.T, name, text string) (after, report string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := fixFiles([]string{name}, []string{name}, loadOptions(), false, io.Discard, &b); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data), b.String()
}

// TestCertain holds each fix: the file that it is done in is right, it means what was meant, and a second time nothing
// is left to be done.
func TestCertain(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, x := range certain {
		for _, braces := range []bool{false, true} {
			wrong, right := whole(x.at, x.wrong, braces, false), whole(x.at, x.right, braces, true)
			if x.by == "line" {
				wrong, right = "rulec: 2\nruleset: fixes\nkinds: {creature: {}}\ntime:\n\tkey: [tick]\n\tstart: |\n\t\tfor c in everyone {\n\t\t\tschedule turn of c at 1\n\t\t}\n\tentries: {turn: {do: stop}}\n", "rulec: 2\nruleset: fixes\nkinds: {creature: {}}\ntime:\n  key: [tick]\n  start: |\n    for c in everyone {\n      schedule turn of c at 1\n    }\n  entries: {turn: {do: stop}}\n"
			}
			after, report := fixed(t, "wrong.yaml", wrong)
			if after == wrong || !strings.Contains(report, " is now ") && !strings.Contains(report, "added: ") && !strings.Contains(report, "removed: ") {
				t.Errorf("%s (%t): nothing is done\n%s", x.wrong, braces, report)
				continue
			}
			if err := os.WriteFile("right.yaml", []byte(right), 0o600); err != nil {
				t.Fatal(err)
			}
			if got, want := meant(t, "wrong.yaml"), meant(t, "right.yaml"); got != want || got == "" {
				t.Errorf("%s (%t) has become\n%s\nwhich is\n%s\nand not\n%s", x.wrong, braces, after, got, want)
			}
			if again, report := fixed(t, "wrong.yaml", after); again != after || report != "" {
				t.Errorf("%s (%t): a second time\n%s\n%s", x.wrong, braces, again, report)
			}
		}
	}
}

// TestCertainAll holds that the table above has every fix: each function that offers one is in it, and nothing else.
func TestCertainAll(t *testing.T) {
	in := map[string]int{}
	for _, x := range certain {
		in[x.by]++
	}
	offers := map[string]bool{"passOver": true, "addOther": true, "addDice": true} // others pass: a test of interp/script
	for _, root := range []string{"../../../lang", "../../../interp"} {
		err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, "../../../lang/diag/") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				return err
			}
			for _, d := range file.Decls {
				f, is := d.(*ast.FuncDecl)
				if !is || f.Body == nil {
					continue
				}
				ast.Inspect(f.Body, func(n ast.Node) bool {
					call, is := n.(*ast.CallExpr)
					if !is {
						return true
					}
					if s, is := call.Fun.(*ast.SelectorExpr); is && (s.Sel.Name == "WithFix" || s.Sel.Name == "Write" && ofDiagnostic(s.X) || s.Sel.Name == "spaces" && strings.HasPrefix(path, "../../../lang/")) {
						offers[f.Name.Name] = true
					}
					return true
				})
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for name := range offers {
		if in[name] == 0 && name != "passOver" && name != "report" && name != "noteOver" { // over.txtar has that one
			t.Errorf("no fix of %s is tried", name)
		}
	}
	for name := range in {
		if !offers[name] {
			t.Errorf("%s offers no fix", name)
		}
	}
}

// ofDiagnostic reports whether a method is one of a diagnostic, as they are called and made here.
func ofDiagnostic(x ast.Expr) bool {
	if name, is := x.(*ast.Ident); is {
		return name.Name == "d"
	}
	_, made := x.(*ast.CallExpr)
	return made
}

// TestUncertain holds that nothing is changed where something else may be meant.
func TestUncertain(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, x := range []struct{ at, text string }{
		{"formula", "who.edeg"}, {"formula", "min(1,000, who.hp)"}, {"formula", "who.hp + 1,000"}, {"formula", "30 ft"}, {"formula", "who.hp ^ 2"}, {"formula", "if(who.hp = 3, 1, 0)"},
		{"formula", "010"}, {"formula", "who.hp – 1"}, {"formula", "3 × who.hp"}, {"formula", "who.hp.5"}, {"formula", "1 .5"}, {"formula", "max-hp"}, {"formula", "count(1-3)"},
		{"dice", "3k2"}, {"dice", "3k2!"}, {"dice", "2d6r<2"}, {"dice", "2d6ro<2"}, {"dice", "6d6!>=8"}, {"dice", "1d6r>4"}, {"dice", "1d6.5"}, {"dice", "4d6k3"}, {"dice", "4d6kh5"}, {"dice", "4d6kh3>5"}, {"dice", "4d6kh3!"}, {"dice", "6d6min2"}, {"dice", "5d10cs>7"},
		{"dice", "5d6!"}, {"dice", "2w6"}, {"dice", "2 d6"}, {"dice", "d66"}, {"dice", "4dF.1"}, {"dice", "3d6x2"}, {"dice", "2d6ro1"}, {"dice", "3d6×10"}, {"dice", "5d10<>1"}, {"dice", "5d10>=7"},
		{"program", "who.ph -= 1"}, {"program", "for x = 1 to 3 { who.hp -= x }"}, {"script", "wait 2 minutes"}, {"script", "bbo: pass"},
		{"value", "1,000"}, {"value", "12,500"}, {"value", "1,5"}, {"value", "three"}, {"value", "30 ft"}, {"flag", "1"},
		{"title", "{title: Slow, cold, while: false}"}, {"title", "{titel: Slow, while: false}"}, {"lines", "conditions:\n  cold\n    while: false"}, {"lines", "conditions:\n  cold = 3"},
	} {
		for _, braces := range []bool{false, true} {
			text := whole(x.at, x.text, braces, false)
			if strings.Contains("value flag", x.at) && braces && strings.Contains(x.text, ",") {
				continue // a comma in braces ends the value
			}
			if after, report := fixed(t, "unsure.yaml", text); after != text {
				t.Errorf("%s (%t) has become\n%s\n%s", x.text, braces, after, report)
			} else if list := lintFile("unsure.yaml", loadOptions()); !list.HasErrors() {
				t.Errorf("%s (%t): nothing is wrong", x.text, braces)
			}
		}
	}
}
