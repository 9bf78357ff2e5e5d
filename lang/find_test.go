package lang_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
)

// writeFiles writes files into a new folder, which becomes the working directory.
func writeFiles(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	return dir
}

const fight = "encounter: fight\nruleset: game\ncombatants:\n  ann: {side: one}\n"

// called returns the smallest ruleset there is, under a name.
func called(name string) string { return strings.Replace(bare, "ruleset: bare", "ruleset: "+name, 1) }

// TestNamesOfRulesets holds the order in which spec/files.md looks a
// name up. Each ruleset says by its own name where it stands.
func TestNamesOfRulesets(t *testing.T) {
	shipped := fstest.MapFS{"game.yaml": {Data: []byte(called("shipped"))}}
	tests := []struct {
		about string
		files map[string]string
		from  string // the working directory, below the folder of the files
		ask   string
		want  string
		taken lang.Taken
	}{
		{"nothing but the program's own", map[string]string{"a/fight.yaml": fight}, ".", "a/fight.yaml",
			"shipped", lang.Taken{Name: "game", File: "rulec:game.yaml", Shipped: true}},
		{"beside the file", map[string]string{"a/fight.yaml": fight, "a/game.yaml": called("beside"), "rulesets/game.yaml": called("above")}, ".", "a/fight.yaml",
			"beside", lang.Taken{Name: "game", File: "a/game.yaml", Instead: true}},
		{"in a folder beside the file", map[string]string{"a/fight.yaml": fight, "a/rulesets/game.yaml": called("near"), "rulesets/game.yaml": called("above")}, ".", "a/fight.yaml",
			"near", lang.Taken{Name: "game", File: "a/rulesets/game.yaml", Instead: true}},
		{"in a folder above", map[string]string{"a/b/fight.yaml": fight, "rulesets/game.yaml": called("above")}, ".", "a/b/fight.yaml",
			"above", lang.Taken{Name: "game", File: "rulesets/game.yaml", Instead: true}},
		{"the nearest above", map[string]string{"a/b/fight.yaml": fight, "a/rulesets/game.yaml": called("near"), "rulesets/game.yaml": called("above")}, ".", "a/b/fight.yaml",
			"near", lang.Taken{Name: "game", File: "a/rulesets/game.yaml", Instead: true}},
		{"not in the working directory, which is above the file", map[string]string{"a/fight.yaml": fight, "game.yaml": called("working")}, ".", "a/fight.yaml",
			"shipped", lang.Taken{Name: "game", File: "rulec:game.yaml", Shipped: true}},
		{"not above the working directory", map[string]string{"a/fight.yaml": fight, "rulesets/game.yaml": called("above")}, "a", "fight.yaml",
			"shipped", lang.Taken{Name: "game", File: "rulec:game.yaml", Shipped: true}},
		{"not the file itself", map[string]string{"game.yaml": fight}, ".", "game.yaml",
			"shipped", lang.Taken{Name: "game", File: "rulec:game.yaml", Shipped: true}},
		{"not what is no ruleset", map[string]string{"fight.yaml": fight, "game.yaml": fight, "rulesets/game.yaml": called("real")}, ".", "fight.yaml",
			"real", lang.Taken{Name: "game", File: "rulesets/game.yaml", Instead: true}},
		{"not a folder", map[string]string{"fight.yaml": fight, "game.yaml/x": ""}, ".", "fight.yaml",
			"shipped", lang.Taken{Name: "game", File: "rulec:game.yaml", Shipped: true}},
		{"a broken one counts: its mistakes are told", map[string]string{"fight.yaml": fight, "game.yaml": "rulec: 2\n kinds: ["}, ".", "fight.yaml",
			"", lang.Taken{Name: "game", File: "game.yaml", Instead: true}},
	}
	for _, test := range tests {
		t.Run(test.about, func(t *testing.T) {
			dir := writeFiles(t, test.files)
			t.Chdir(filepath.Join(dir, test.from))
			var taken []lang.Taken
			e, list := lang.LoadEncounter(test.ask, lang.Options{Shipped: shipped, Took: func(x lang.Taken) { taken = append(taken, x) }})
			got := ""
			if e != nil {
				got = e.Program.Name
			} else if test.want != "" {
				t.Error(list)
			}
			if got != test.want || !slices.Equal(taken, []lang.Taken{test.taken}) {
				t.Errorf("the ruleset %q, taken %+v; want %q, %+v", got, taken, test.want, test.taken)
			}
		})
	}
}

// TestNamesOnTheCommandLine holds that a user's name is looked up as from a file in the
// working directory.
func TestNamesOnTheCommandLine(t *testing.T) {
	shipped := fstest.MapFS{"game.yaml": {Data: []byte(called("shipped"))}}
	writeFiles(t, map[string]string{"rulesets/game.yaml": called("own"), "notes": "no ruleset"})
	opts := lang.Options{Shipped: shipped}
	if prog, list := lang.Load("game", opts); prog == nil || prog.Name != "own" {
		t.Error(prog, list)
	}
	for name, hint := range map[string]string{"gmae": `did you mean "game"?`, "notes": "to read the file of that name, write ./notes", "zzz": "rulec looks for zzz.yaml and rulesets/zzz.yaml here; the built-in rulesets are game"} {
		_, list := lang.Load(name, opts)
		if len(list) != 1 || list[0].Code != lang.CodeUnknownRuleset || list[0].Hint != hint {
			t.Errorf("%s: %v; want the hint %q", name, list, hint)
		}
	}
}

// TestRoot holds that nothing is read outside of the root, whichever way a file names
// another, and that nothing of such a file is shown.
func TestRoot(t *testing.T) {
	const secret = "token: hunter2"
	encounter := func(ruleset string) string {
		return "encounter: fight\nruleset: " + ruleset + "\ncombatants:\n  ann: {side: one}\n"
	}
	dir := writeFiles(t, map[string]string{
		"secret.yaml": secret, "game.yaml": called("game"), "in/.env": secret, "in/secret.txt": secret, "in/game.yaml": called("game"),
		"in/up.yaml": encounter("../secret.yaml"), "in/far.yaml": encounter("../../../../../../../../etc/hosts"), "in/absolute.yaml": encounter("/etc/hosts"),
		"in/env.yaml": encounter("./.env"), "in/text.yaml": encounter("./secret.txt"), "in/windows.yaml": encounter(`"..\\secret.yaml"`),
		"in/fine.yaml": encounter("../game.yaml"), "in/own.yaml": encounter("./game.yaml"),
		"in/extends.yaml": "ruleset: x\nextends: ../secret.yaml\n", "in/parts.yaml": called("x") + "parts: [../secret.yaml]\n",
		"in/sequence.yaml": "sequence: s\nruleset: ./game.yaml\nsteps:\n  - encounter: ../secret.yaml\n",
	})
	t.Chdir("in")
	for file, opts := range map[string]lang.Options{
		"up.yaml": {}, "far.yaml": {}, "absolute.yaml": {}, "env.yaml": {}, "text.yaml": {}, "windows.yaml": {}, "fine.yaml": {},
		"extends.yaml": {}, "parts.yaml": {}, "sequence.yaml": {},
	} {
		_, list := lang.LoadCases(file, opts)
		if len(list) == 0 || list[0].Code != lang.CodeOutsideFolder {
			t.Errorf("%s: %v", file, list)
		}
		for _, d := range list {
			if strings.Contains(d.Snippet(false), "hunter2") || strings.Contains(d.Snippet(false), "localhost") {
				t.Errorf("%s shows what it can't read:\n%s", file, d.Snippet(false))
			}
		}
	}
	for file, opts := range map[string]lang.Options{"fine.yaml": {Root: ".."}, "own.yaml": {}, filepath.Join(dir, "in", "own.yaml"): {}, filepath.Join(dir, "in/../in/fine.yaml"): {Root: dir}} {
		if _, list := lang.LoadEncounter(file, opts); len(list) > 0 {
			t.Errorf("%s: %v", file, list)
		}
	}
	_, list := lang.LoadEncounter("own.yaml", lang.Options{Root: "elsewhere"})
	if len(list) != 1 || list[0].Code != lang.CodeUnreadableFile {
		t.Errorf("a file outside of the root: %v", list)
	}
	if err := os.Symlink(filepath.Join(dir, "secret.yaml"), "linked.yaml"); err == nil {
		if err := os.WriteFile("link.yaml", []byte(encounter("./linked.yaml")), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, list := lang.LoadEncounter("link.yaml", lang.Options{}); !slices.ContainsFunc(list, func(d *diag.Diagnostic) bool { return d.Code == lang.CodeUnreadableFile }) {
			t.Errorf("a link that leads out: %v", list)
		}
	}
}

// TestFilesAlone holds that where Options.Files says what there is, nothing is read of the operating system, by whatever
// name or path, and nobody is told what lies there.
func TestFilesAlone(t *testing.T) {
	dir := writeFiles(t, map[string]string{"game.yaml": called("game"), "rulesets/game.yaml": called("game"), "fight.yaml": fight, "part.yaml": "conditions: {}\n"})
	opts := lang.Options{Files: fstest.MapFS{
		"in/named.yaml": {Data: []byte(fight)}, "in/beside.yaml": {Data: []byte(strings.Replace(fight, "game", "./game.yaml", 1))},
		"in/above.yaml": {Data: []byte(strings.Replace(fight, "game", "../game.yaml", 1))}, "in/whole.yaml": {Data: []byte(strings.Replace(fight, "game", dir+"/game.yaml", 1))},
	}}
	for _, name := range []string{
		"game", "game.yaml", "./game.yaml", filepath.Join(dir, "game.yaml"), "fight.yaml", "part.yaml", "../" + filepath.Base(dir) + "/game.yaml",
		"in/named.yaml", "in/beside.yaml", "in/above.yaml", "in/whole.yaml",
	} {
		for way, load := range map[string]func() diag.List{
			"Load":          func() diag.List { _, list := lang.Load(name, opts); return list },
			"LoadEncounter": func() diag.List { _, list := lang.LoadEncounter(name, opts); return list },
			"LoadCases":     func() diag.List { _, list := lang.LoadCases(name, opts); return list },
			"ReadRules":     func() diag.List { _, list := lang.ReadRules(name, opts); return list },
			"LoadSequence":  func() diag.List { _, list := lang.LoadSequence(name, opts); return list },
			"Lint":          func() diag.List { return lang.Lint(name, opts) },
		} {
			list := load()
			if !list.HasErrors() || strings.HasPrefix(list[0].Hint, "for the file") || strings.HasPrefix(list[0].Hint, "did you mean") {
				t.Errorf("%s %s: %v", way, name, list)
			}
		}
		if whole := lang.WholeOf(name, opts); whole != "" || lang.IsRuleset(name, opts) {
			t.Errorf("%s is known, as a part of %q", name, whole)
		}
	}
}
