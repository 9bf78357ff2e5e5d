package ruletest_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/internal/ruletest"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
)

func TestFiles(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"b/cases.yaml":     "ruleset: x\ncases: {}\n",
		"a/encounter.yml":  "ruleset: x\ncombatants: {}\n",
		"a/part.yaml":      "kinds: {}\n",
		"a/broken.yaml":    "title: [\nruleset: x\n",
		"a/other.txt":      "ruleset: x\n",
		"a/slip.yaml":      "rulset: x\n",
		"a/too_large.yaml": "ruleset: x\n" + strings.Repeat("#\n", 600_000),
		"a/rules.yaml":     "system: x\nrules: []\n",
		"a/note.yaml":      "about: a ruleset: none\n",
		".git/hidden.yaml": "ruleset: x\n",
		"testdata/no.yaml": "ruleset: x\n",
		"list.yaml":        "- ruleset: x\n",
	} {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	files, err := ruletest.Files([]string{root, "timecount", filepath.Join(root, "a", "part.yaml")})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		filepath.Join(root, "a", "broken.yaml"), filepath.Join(root, "a", "encounter.yml"), filepath.Join(root, "a", "slip.yaml"), filepath.Join(root, "a", "too_large.yaml"), filepath.Join(root, "b", "cases.yaml"),
		"timecount", filepath.Join(root, "a", "part.yaml"),
	}
	if !slices.Equal(files, want) {
		t.Errorf("got  %v\nwant %v", files, want)
	}
}

// world has a deed that costs a point, and cases of all sorts.
var world = fstest.MapFS{
	"mini.yaml": {Data: []byte(`rulec: 2
ruleset: mini
version: 1.0.0
kinds:
  creature: {fields: {hp: {type: pool, max: 3}}}
  deed: {perform: self.hp -= 1}
deeds: {scratch: {}}
time:
  key: [round]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn:
      declare: choose act from can_do(self)
      do: |
        if act != none { perform act }
        schedule turn of self at now + 1
  out: self.hp == 0
  over: count(combatants) == 0
`)},
	"good.yaml": {Data: []byte(`ruleset: mini
common: {combatants: {ann: {side: one}}}
cases:
  right: {covers: [mini.a], script: "ann: scratch { expect ann.hp == 2 }"}
  wrong: {covers: [mini.b, mini.a], script: "ann: scratch { expect ann.hp == 1 }"}
  silent: {covers: [mini.c], script: "ann: scratch"}
  strange: {covers: [mini.d], script: "expect ann.hp == 3"}
`)},
	"slip.yaml": {Data: []byte("ruleset: mini\ncases: {x: {script: 'expect true'}}\n")},
}

func load(name string) ([]lang.Case, diag.List) {
	return lang.LoadCases(name, lang.Options{Files: world})
}

func TestRun(t *testing.T) {
	files := ruletest.Run([]string{"slip.yaml", "good.yaml"}, load, ruletest.Options{Story: 3})
	if len(files) != 2 || files[0].Name != "slip.yaml" || files[1].Name != "good.yaml" {
		t.Fatalf("the order is lost: %v", files)
	}
	if !files[0].List.HasErrors() {
		t.Error("a case without combatants has no errors")
	}
	var got []string
	for _, r := range files[1].Results {
		got = append(got, r.Name())
		if failed := r.Case.Title == "wrong"; failed != (r.Err != nil) {
			t.Errorf("%s: %v", r.Name(), r.Err)
		} else if failed != (len(r.Story) == 3) {
			t.Errorf("%s: its story is %q", r.Name(), r.Story)
		}
	}
	if want := []string{"good.yaml:4: right", "good.yaml:5: wrong", "good.yaml:6: silent", "good.yaml:7: strange"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if sum := ruletest.Sum(nil, files).String(); sum != "3 passed, 2 failed" {
		t.Errorf("the sum is %q", sum)
	}
}

func TestCount(t *testing.T) {
	lists := fstest.MapFS{"mini.yaml": {Data: []byte(`system: mini
rules:
  - {id: mini.a, rule: first}
  - {id: mini.b, rule: second}
  - {id: mini.c, rule: third, narrative: true}
`)}}
	systems, list, err := ruletest.Lists(lists, "lists")
	if err != nil || len(list) > 0 {
		t.Fatal(err, list)
	}
	unlisted := ruletest.Count(systems, ruletest.Run([]string{"good.yaml"}, load, ruletest.Options{}))
	if len(unlisted) != 1 || unlisted[0].Code != ruletest.UnlistedRule || unlisted[0].Span.Text() != "mini.d" {
		t.Errorf("unlisted: %v", unlisted)
	}
	// a is covered by a case that passed, b only by one that failed, c by one that
	// expects nothing.
	for i, covered := range []bool{true, false, false} {
		if r := systems[0].Rules[i]; r.Covered != covered {
			t.Errorf("%s: covered is %v", r.ID, r.Covered)
		}
	}
}
