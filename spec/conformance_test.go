package spec_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
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

// loadFight loads an encounter.
func loadFight(t *testing.T, name string) *program.Encounter {
	t.Helper()
	e, list := lang.LoadEncounter(name, optionsFor(name))
	if e == nil || list.HasErrors() {
		t.Fatal(list.Err())
	}
	return e
}

// A caseFile is a file of cases, and what came of them.
type caseFile struct {
	ruletest.File
	// told is the hash of all that is recorded of its cases and told of them, explained.
	told string
	// reached are the lines at which something happened in them, declared what their ruleset declares.
	reached  reached
	declared []program.Decl
}

// casesOf are the files that have been played, without their rulesets.
var casesOf sync.Map

// playCases plays the cases of a file as rulec test does, and once more explained.
func playCases(name string) *caseFile {
	once, _ := casesOf.LoadOrStore(name, sync.OnceValue(func() *caseFile {
		cases, list := lang.LoadCases(name, optionsFor(name))
		load := func(string) ([]lang.Case, diag.List) { return cases, list }
		p := &caseFile{File: ruletest.Run([]string{name}, load, ruletest.Options{Story: 12, Sequence: loadSequence})[0], reached: reached{}}
		h, codes := sha256.New(), interp.Codes{}
		for _, c := range cases {
			if c.Broken {
				continue
			}
			fmt.Fprintln(h, c.Name)
			m, err := p.reached.play(codes.Of(c.Program), c.Encounter)
			if err := errors.Join(err, record(h, m)); err != nil {
				p.List.Add(ruletest.Result{Case: c.Encounter, Err: err}.Diagnostic())
			}
			p.declared = declarations(c.Program)
		}
		p.told = hex.EncodeToString(h.Sum(nil)[:8])
		return p
	}))
	return once.(func() *caseFile)()
}

func loadSequence(name string) *lang.Sequence {
	if !lang.IsSequence(name, optionsFor(name)) {
		return nil
	}
	s, _ := lang.LoadSequence(name, options)
	return s
}

// record writes down all that is recorded of a fight, and its log.
func record(w io.Writer, m *interp.Machine) error {
	if m == nil {
		return nil
	}
	return errors.Join(m.JSON(w), interp.Story(m, w))
}

// TestConformance runs every case of spec/conformance, of stdlib and of the rulesets, and
// every example that has expectations.
func TestConformance(t *testing.T) {
	files, err := ruletest.Files([]string{"conformance", "house", "../rulesets", "../examples", "../stdlib"})
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	for _, name := range files {
		t.Run(strings.TrimPrefix(filepath.ToSlash(name), "../"), func(t *testing.T) {
			t.Parallel()
			f := playCases(name)
			for _, d := range f.List {
				t.Error(d.Snippet(false))
			}
			for _, r := range f.Results {
				if r.Err != nil {
					t.Errorf("%s\n%s", r.Name(), r.Diagnostic().Snippet(false))
					for _, line := range r.Story {
						t.Log("    " + line)
					}
				}
			}
		})
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
		loaded = append(loaded, playCases(name).File)
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
			list := playCases(name).List
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
