package lang_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/decls"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/encounter"
)

const bare = "rulec: 2\nruleset: bare\nkinds:\n  creature:\ntime:\n  key: [tick]\n  start: stop\n  entries:\n    turn: {do: stop}\n"

// only returns the codes of a list, each once.
func only(list diag.List) string {
	var codes []string
	for _, d := range list {
		if len(codes) == 0 || codes[len(codes)-1] != string(d.Code) {
			codes = append(codes, string(d.Code))
		}
	}
	return strings.Join(codes, " ")
}

func TestLimitOfFiles(t *testing.T) {
	for _, test := range []struct {
		parts int
		want  string
	}{{lang.MaxFiles - 1, ""}, {lang.MaxFiles, string(lang.CodeTooManyFiles)}} {
		files := fstest.MapFS{}
		var names []string
		for i := range test.parts {
			name := fmt.Sprintf("part%d.yaml", i)
			names = append(names, name)
			files[name] = &fstest.MapFile{Data: []byte(fmt.Sprintf("conditions:\n  c%d: {}\n", i))}
		}
		files["main.yaml"] = &fstest.MapFile{Data: []byte(bare + "parts: [" + strings.Join(names, ", ") + "]\n")}
		_, list := lang.Load("main.yaml", lang.Options{Files: files})
		if got := only(list); got != test.want {
			t.Errorf("%d parts: %q, want %q", test.parts, got, test.want)
		}
	}
}

func TestLimitOfBytes(t *testing.T) {
	const size = 1 << 20
	files := fstest.MapFS{}
	var names []string
	for i := range 8 {
		name := fmt.Sprintf("part%d.yaml", i)
		names = append(names, name)
		text := fmt.Sprintf("conditions:\n  c%d: {}\n", i)
		files[name] = &fstest.MapFile{Data: []byte(text + strings.Repeat("#", size-len(text)))}
	}
	load := func(first int) string {
		main := bare + "parts: [" + strings.Join(names[first:], ", ") + "]\n"
		files["main.yaml"] = &fstest.MapFile{Data: []byte(main)}
		_, list := lang.Load("main.yaml", lang.Options{Files: files})
		return only(list)
	}
	if got := load(1); got != "" {
		t.Errorf("7 MiB and a little: %q", got)
	}
	if got := load(0); got != string(lang.CodeRulesetTooLarge) {
		t.Errorf("8 MiB and a little: %q", got)
	}
}

func TestLimitOfExtends(t *testing.T) {
	for _, test := range []struct {
		rulesets int
		want     string
	}{{lang.MaxDepth, ""}, {lang.MaxDepth + 1, string(lang.CodeExtendsDepth)}} {
		files := fstest.MapFS{"r0.yaml": &fstest.MapFile{Data: []byte(bare)}}
		for i := 1; i < test.rulesets; i++ {
			text := fmt.Sprintf("ruleset: r%d\nextends: r%d\n", i, i-1)
			files[fmt.Sprintf("r%d.yaml", i)] = &fstest.MapFile{Data: []byte(text)}
		}
		_, list := lang.Load(fmt.Sprintf("r%d.yaml", test.rulesets-1), lang.Options{Files: files})
		if got := only(list); got != test.want {
			t.Errorf("%d rulesets: %q, want %q", test.rulesets, got, test.want)
		}
	}
}

func TestLimitOfCombatants(t *testing.T) {
	for _, test := range []struct {
		fighting int
		want     string
	}{{encounter.MaxCombatants, ""}, {encounter.MaxCombatants + 1, string(encounter.CodeTooManyThings)}} {
		text := "encounter: crowd\nruleset: bare\ncombatants:\n"
		for i := range test.fighting {
			text += fmt.Sprintf("  c%d: {side: side_%d}\n", i, i%2)
		}
		files := fstest.MapFS{"bare.yaml": &fstest.MapFile{Data: []byte(bare)}, "e.yaml": &fstest.MapFile{Data: []byte(text)}}
		_, list := lang.LoadEncounter("e.yaml", lang.Options{Files: files})
		if got := only(list); got != test.want {
			t.Errorf("%d combatants: %q, want %q", test.fighting, got, test.want)
		}
	}
}

// TestThingsThatCarryThemselves holds that a definition that carries one like
// itself ends in a message.
func TestThingsThatCarryThemselves(t *testing.T) {
	rules := strings.Replace(bare, "  creature:\n", "  creature: {fields: {bag: bag = none}}\n"+
		"  bag: {things: true, fields: {inner: bag = none}}\n", 1) + "bags:\n  endless: {inner: endless}\n"
	files := fstest.MapFS{
		"bare.yaml": &fstest.MapFile{Data: []byte(rules)},
		"e.yaml":    &fstest.MapFile{Data: []byte("encounter: e\nruleset: bare\ncombatants:\n  ann: {side: one, bag: endless}\n")},
	}
	_, list := lang.LoadEncounter("e.yaml", lang.Options{Files: files})
	if got := only(list); got != string(encounter.CodeCarriesItself) {
		t.Errorf("%q", got)
	}
}

func TestFilesThatCannotBeRead(t *testing.T) {
	dir := t.TempDir()
	if _, list := lang.Load(filepath.Join(dir, "none.yaml"), lang.Options{}); only(list) != string(lang.CodeMissingFile) {
		t.Error(list)
	}
	if _, list := lang.Load(dir, lang.Options{}); only(list) != string(lang.CodeUnreadableFile) {
		t.Error(list)
	}
	if _, list := lang.Load(filepath.Join(dir, "none", "none.yaml"), lang.Options{}); only(list) != string(lang.CodeMissingFile) {
		t.Error(list)
	}
}

// TestFolder holds that files of the operating system are found beside each
// other and in other folders of the root, and that no link leads out of it.
func TestFolder(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return p
	}
	write("rules/bare.yaml", bare+"parts: [parts/more.yaml]\n")
	write("rules/parts/more.yaml", "conditions:\n  more: {}\n")
	e := write("fights/e.yaml", "encounter: e\nruleset: ../rules/bare.yaml\ncombatants:\n  ann: {side: one, conditions: more}\n")
	if _, list := lang.LoadEncounter(e, lang.Options{Root: dir}); len(list) > 0 {
		t.Error(list)
	}
	out := write("house/linked.yaml", "ruleset: linked\nextends: ./base.yaml\n")
	if err := os.Symlink("../rules/bare.yaml", filepath.Join(dir, "house", "base.yaml")); err != nil {
		t.Fatal(err)
	}
	if _, list := lang.Load(out, lang.Options{}); only(list) != string(lang.CodeUnreadableFile) {
		t.Error(list)
	}
}

func TestSettings(t *testing.T) {
	files := fstest.MapFS{"bare.yaml": &fstest.MapFile{Data: []byte(bare + "params:\n  a: 1\n  b: false\n  d: 1d6\n")}}
	for _, test := range []struct{ set, want string }{
		{"a=2.5", ""}, {"b=true", ""}, {"a=1e3", "--set:1:3"}, {"c=1", "--set:1:1"}, {"b=1", "--set:1:3"},
		{"d=2d4", ""}, {"d=best(1, 2d20) - 1", ""}, {"d=3", ""}, {"d=2d4 + a", "--set:1:3"}, {"d=", "--set:1:3"}, {"d=d6", ""}, {"d=d%", ""}, {"d=D8 + 1", ""}, {"d=d66", "--set:1:3"}, {"a=1d6", "--set:1:3"},
	} {
		set, list := lang.ParseSettings([]string{test.set})
		if len(list) > 0 {
			t.Error(list)
		}
		prog, list := lang.Load("bare.yaml", lang.Options{Files: files, Set: set})
		if (prog == nil) != (test.want != "") || test.want != "" && !strings.HasPrefix(list[0].Line(), test.want) {
			t.Errorf("%s: %v", test.set, list)
		}
	}
	if _, list := lang.ParseSettings([]string{"a"}); only(list) != string(lang.CodeSettingForm) {
		t.Error(list)
	}
}

func TestHash(t *testing.T) {
	hash := func(text string, set map[string]string) string {
		prog, list := lang.Load("r.yaml", lang.Options{Files: fstest.MapFS{"r.yaml": &fstest.MapFile{Data: []byte(text)}}, Set: set})
		if prog == nil {
			t.Fatal(list)
		}
		return prog.Hash
	}
	rules := bare + "params:\n  a: 1\n"
	first := hash(rules, nil)
	if hash("# A comment.\n"+rules, nil) != first || hash(rules+"cases:\n  one: {combatants: {}}\n", nil) != first || hash(rules, map[string]string{"a": "1"}) != first {
		t.Error("comments, cases, or a param set to its default, change the hash")
	}
	if hash(rules, map[string]string{"a": "2"}) == first || hash(rules+"conditions:\n  x: {}\n", nil) == first {
		t.Error("a param or a condition doesn't change the hash")
	}
}

func TestFind(t *testing.T) {
	shipped := fstest.MapFS{"base.yaml": &fstest.MapFile{Data: []byte(bare)}}
	files := fstest.MapFS{"house.yaml": &fstest.MapFile{Data: []byte("ruleset: house\nextends: base\n")}}
	opts := lang.Options{Files: files, Shipped: shipped}
	if prog, list := lang.Load("house.yaml", opts); prog == nil || prog.Name != "house" || len(prog.Sources) != 2 {
		t.Error(list)
	}
}

// TestLimitOfTacticLines holds that what tactics have from each other is counted: 100 tactics
// are like one of 198 lines and have one line of their own; with that one these are 198 + 100 * 199 = 20,098.
// Of 197 lines they are 197 + 100 * 198 = 19,997.
func TestLimitOfTacticLines(t *testing.T) {
	for _, test := range []struct {
		lines int
		want  string
	}{{197, ""}, {198, string(decls.CodeTooManyLines)}} {
		game := "# allow late-line: they are counted\nrulec: 2\nruleset: game\nkinds:\n  creature:\n  deed:\n    perform: stop\ndeeds: {wait: {}}\n" +
			"time:\n  key: [tick]\n  start: stop\n  entries:\n    turn:\n      do: choose act from can_do(self)\n" +
			"events: {ping: {asks: combatants}}\nrules: {r: {for: scene, on: start of encounter, do: announce ping}}\n" +
			"tactics:\n  big: {turn: [" + strings.Repeat("{do: wait}, ", test.lines) + "]}\n"
		for i := range 100 {
			game += fmt.Sprintf("  t%d: {like: big, ping: {do: pass}}\n", i)
		}
		_, list := lang.Load("game.yaml", lang.Options{Files: fstest.MapFS{"game.yaml": {Data: []byte(game)}}})
		if got := only(list); got != test.want {
			t.Errorf("%d lines: %v", test.lines, list)
		}
	}
}

// TestTacticsOfCreatures holds what goes first: what the encounter says of a combatant, what it
// says of a side, what the creature's definition says.
func TestTacticsOfCreatures(t *testing.T) {
	game := "rulec: 2\nruleset: game\nkinds:\n  creature:\n  deed:\n    perform: stop\ndeeds: {wait: {}}\n" +
		"creatures: {wolf: {tactic: calm}, dog: {}}\n" +
		"time:\n  key: [tick]\n  start: stop\n  entries:\n    turn:\n      do: choose act from can_do(self)\n" +
		"tactics: {bold: {turn: [{do: wait}]}, calm: {turn: [{do: pass}]}, wild: {like: bold}}\n"
	fight := "encounter: fight\nruleset: ./game.yaml\ncombatants:\n" +
		"  a: {is: wolf, side: one}\n  b: {is: wolf, side: one, tactic: wild}\n  c: {is: dog, side: one}\n" +
		"  d: {is: wolf, side: two}\n  e: {is: dog, side: two}\nsides: {one: {tactic: bold}}\n"
	e, list := lang.LoadEncounter("fight.yaml", lang.Options{Files: fstest.MapFS{"game.yaml": {Data: []byte(game)}, "fight.yaml": {Data: []byte(fight)}}})
	if e == nil || len(list) > 0 {
		t.Fatal(list)
	}
	for i, want := range []string{"bold", "wild", "bold", "calm", ""} {
		got := ""
		if x := e.Things[i].Tactic; x != nil {
			got = x.Name
		}
		if got != want {
			t.Errorf("%s has the tactic %q, want %q", e.Things[i].Name, got, want)
		}
	}
}

// TestTacticsOfSides holds that a side's tactic is for those on it who have none of
// their own, and that it can be set.
func TestTacticsOfSides(t *testing.T) {
	const fight = "encounter: fight\nruleset: ./game.yaml\ncombatants:\n" +
		"  ann: {side: one}\n  bob: {side: two, tactic: calm}\n  cid: {side: two}\n"
	game := "rulec: 2\nruleset: game\nkinds:\n  creature:\n  deed:\n    perform: stop\ndeeds: {wait: {}}\n" +
		"time:\n  key: [tick]\n  start: stop\n  entries:\n    turn:\n      do: choose act from can_do(self)\n" +
		"tactics: {bold: {turn: [{do: wait}]}, calm: {turn: [{do: pass}]}}\n"
	tests := []struct{ sides, set, want string }{
		{"", "", "none calm none"},
		{"sides: {one: {tactic: bold}}\n", "", "bold calm none"},
		{"sides: {two: {tactic: bold}}\n", "", "none calm bold"},
		{"", "two.tactic=bold", "none calm bold"},
		{"sides: {one: {tactic: bold}, two: {tactic: calm}}\n", "two.tactic=bold", "bold calm bold"},
		{"sides: {two: {tactic: bold}}\n", "cid.tactic=calm", "none calm calm"},
		{"sides: {three: {tactic: bold}}\n", "", "unknown-side"},
		{"sides: {two: {tactic: bald}}\n", "", "unknown-tactic"},
		{"sides: {two: {}}\n", "", "missing-key"},
		{"", "three.tactic=bold", "unknown-thing"},
		{"", "two.tactik=bold", "unknown-key"},
		{"sides: {one: {tactic: bold}}\n", "one.colour=bold", "unknown-key"},
	}
	for _, test := range tests {
		opts := lang.Options{Files: fstest.MapFS{
			"game.yaml": {Data: []byte(game)}, "fight.yaml": {Data: []byte(fight + test.sides)},
		}}
		if test.set != "" {
			opts.Set, _ = lang.ParseSettings([]string{test.set})
		}
		e, list := lang.LoadEncounter("fight.yaml", opts)
		got := make([]string, 0, 3)
		for _, d := range list {
			got = append(got, string(d.Code))
		}
		slices.Sort(got)
		if len(list) == 0 {
			got = got[:0]
			for _, thing := range e.Things {
				name := "none"
				if thing.Tactic != nil {
					name = thing.Tactic.Name
				}
				got = append(got, name)
			}
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s--set %s: %q, want %s: %v", test.sides, test.set, got, test.want, list)
		}
	}
	everybody := lang.Options{Files: fstest.MapFS{
		"game.yaml": {Data: []byte(game)}, "fight.yaml": {Data: []byte(strings.Replace(fight, "cid: {side: two}", "cid: {side: two, tactic: bold}", 1))},
	}, Set: map[string]string{"two.tactic": "bold"}}
	if _, list := lang.LoadEncounter("fight.yaml", everybody); only(list) != string(encounter.CodeUnknownSide) {
		t.Errorf("a side of which everybody has their own tactic: %v", list)
	}
}

// TestSettingsOfCombatants holds that WHO.KEY=VALUE changes a key of a combatant,
// and that slips are found.
func TestSettingsOfCombatants(t *testing.T) {
	files := fstest.MapFS{
		"game.yaml": {Data: []byte("rulec: 2\nruleset: game\nkinds:\n  creature:\n    fields: {brawn: 1, hp: {type: pool, max: 9}}\n" +
			"time:\n  key: [tick]\n  start: stop\n  entries:\n    turn: {do: stop}\n")},
		"fight.yaml": {Data: []byte("encounter: fight\nruleset: ./game.yaml\ncombatants:\n  ann: {side: one, brawn: 2}\n  bob: {side: two}\n")},
	}
	tests := []struct{ set, want string }{
		{"ann.brawn=7", ""},
		{"bob.hp=3", ""},
		{"bob.side=one", "no-foes"},
		{"bob.brawm=3", "unknown-key"},
		{"bop.brawn=3", "unknown-thing"},
		{"ann.brawn=much", "unknown-name"},
	}
	for _, test := range tests {
		set, list := lang.ParseSettings([]string{test.set})
		if len(list) > 0 {
			t.Fatalf("%s: %v", test.set, list)
		}
		opts := lang.Options{Files: files, Set: set}
		e, list := lang.LoadEncounter("fight.yaml", opts)
		if got := only(list); got != test.want {
			t.Errorf("%s: %s, want %s: %v", test.set, got, test.want, list)
		}
		if test.set == "ann.brawn=7" && e.Things[0].Values[0].Expr.Num != 7 {
			t.Errorf("ann has %v", e.Things[0].Values[0].Expr.Num)
		}
		if test.set == "bob.side=one" && len(e.Sides) != 1 {
			t.Errorf("sides %v", e.Sides)
		}
		if _, list := lang.Load("game.yaml", opts); only(list) != string(encounter.CodeUnknownThing) {
			t.Errorf("%s for a ruleset: %v", test.set, list)
		}
	}
	if _, list := lang.ParseSettings([]string{"a.b.c=1"}); only(list) != string(lang.CodeSettingForm) {
		t.Errorf("a.b.c=1: %v", list)
	}
}
