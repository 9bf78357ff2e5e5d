package spec_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/internal/ruletest"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/stdlib"
)

// options finds rulesets by name among those that come with rulec.
var options = lang.Options{Library: stdlib.Files, Shipped: rulesets.Files}

// optionsFor are the options with which a file is loaded.
func optionsFor(name string) lang.Options {
	opts := options
	if strings.HasPrefix(filepath.ToSlash(name), "../examples/rosetta/") {
		opts.Root = "../examples" // where the tutorial's ruleset lies
	}
	return opts
}

// loadCases loads the cases of a file, once for all tests: programs never change.
func loadCases(name string) ([]lang.Case, diag.List) {
	once, _ := casesOf.LoadOrStore(name, sync.OnceValues(func() ([]lang.Case, diag.List) {
		return lang.LoadCases(name, optionsFor(name))
	}))
	return once.(func() ([]lang.Case, diag.List))()
}

// loadFight loads an encounter.
func loadFight(t *testing.T, name string) *program.Encounter {
	t.Helper()
	e, list := lang.LoadEncounter(name, optionsFor(name))
	if e == nil || list.HasErrors() {
		t.Fatal(list.Err())
	}
	return e
}

var casesOf sync.Map

// TestConformance runs every case of spec/conformance, of stdlib and of the rulesets, and
// every example that has expectations.
func TestConformance(t *testing.T) {
	files, err := ruletest.Files([]string{"conformance", "../rulesets", "../examples", "../stdlib"})
	if err != nil {
		t.Fatal(err)
	}
	sequence := func(name string) *lang.Sequence {
		if !lang.IsSequence(name, optionsFor(name)) {
			return nil
		}
		s, _ := lang.LoadSequence(name, options)
		return s
	}
	cases := 0
	for _, f := range ruletest.Run(files, loadCases, ruletest.Options{Story: 12, Sequence: sequence}) {
		for _, d := range f.List {
			t.Error(d.Snippet(false))
		}
		for _, r := range f.Results {
			cases++
			if r.Err != nil {
				t.Errorf("%s\n%s", r.Name(), r.Diagnostic().Snippet(false))
				for _, line := range r.Story {
					t.Log("    " + line)
				}
			}
		}
	}
	if cases == 0 {
		t.Error("there are no cases")
	}
}

// TestCoverage holds that cases cover rules that are listed, and that no list has
// a rule twice.
func TestCoverage(t *testing.T) {
	systems, list, err := ruletest.Lists(os.DirFS("systems"), "systems")
	if err != nil {
		t.Fatal(err)
	}
	files, err := ruletest.Files([]string{"conformance"})
	if err != nil {
		t.Fatal(err)
	}
	var loaded []ruletest.File
	for _, name := range files {
		cases, _ := loadCases(name)
		loaded = append(loaded, unplayed(name, cases))
	}
	list = append(list, ruletest.Count(systems, loaded)...)
	for _, d := range list {
		t.Error(d.Snippet(false))
	}
	if len(systems) == 0 {
		t.Error("there are no lists")
	}
}

// unplayed returns cases as if they had been run.
func unplayed(name string, cases []lang.Case) ruletest.File {
	f := ruletest.File{Name: name}
	for _, c := range cases {
		f.Results = append(f.Results, ruletest.Result{Case: c.Encounter, Idle: !c.Expects()})
	}
	return f
}

// covered returns what is wrong with lists of rules, and with what cases cover of them.
func covered(files fstest.MapFS) diag.List {
	const folder = "spec/systems"
	lists, err := fs.Sub(files, folder)
	if err != nil {
		return nil
	}
	systems, list, err := ruletest.Lists(lists, folder)
	if err != nil {
		return nil // there are none
	}
	var loaded []ruletest.File
	if files["cases.yaml"] != nil {
		cases, wrong := load(files, "cases.yaml")
		list = append(list, wrong...)
		loaded = append(loaded, unplayed("cases.yaml", cases))
	}
	return append(list, ruletest.Count(systems, loaded)...)
}

// TestExampleFiles checks all examples without a complaint and plays every encounter
// among them twice, which must give the same trace, byte by byte.
func TestExampleFiles(t *testing.T) {
	files, err := ruletest.Files([]string{"../examples"})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatal("there are no examples")
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			_, list := loadCases(name)
			for _, d := range list {
				t.Error(d.Snippet(false))
			}
			if list.HasErrors() || !isEncounter(t, name) {
				return
			}
			e, _ := lang.LoadEncounter(name, optionsFor(name))
			first, second := traceOf(t, e), traceOf(t, e)
			if !bytes.Equal(first, second) {
				t.Error("two runs of it differ")
			}
		})
	}
}

// isEncounter reports whether a file is an encounter.
func isEncounter(t *testing.T, name string) bool {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	node, _ := tree.Parse(diag.NewSource(name, string(text)))
	return node != nil && node.Get("combatants") != nil
}

// traceOf plays an encounter and returns what happened, and the story after it.
func traceOf(t *testing.T, e *program.Encounter) []byte {
	t.Helper()
	m, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trace: true, Explain: true, Check: true})
	if err != nil {
		t.Error(ruletest.Result{Case: e, Err: err}.Diagnostic().Snippet(false))
	}
	if m == nil {
		return nil
	}
	var out bytes.Buffer
	if err := m.JSON(&out); err != nil {
		t.Error(err)
	}
	if err := interp.Story(m, &out); err != nil {
		t.Error(err)
	}
	return out.Bytes()
}
