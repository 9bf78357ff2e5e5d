package spec_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/internal/sequence"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/spec"
	"github.com/rulec/rulec/stdlib"
)

// block is a fenced example of a page: what stands behind ```yaml, and its lines,
// with those of the page before it blank, so that line numbers are the page's.
type block struct {
	page, info string
	line       int
	text       string
}

// fence begins or ends an example.
var fence = regexp.MustCompile("^```(.*)$")

// blocksOf returns the fenced examples of a page of the reference.
func blocksOf(t *testing.T, page string) []block {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var blocks []block
	inside := false
	for i, line := range strings.Split(string(text), "\n") {
		m := fence.FindStringSubmatch(line)
		switch {
		case m != nil && !inside:
			inside = true
			blocks = append(blocks, block{page: page, info: m[1], line: i + 2, text: strings.Repeat("\n", i+1)})
		case m != nil:
			inside = false
		case inside:
			blocks[len(blocks)-1].text += line + "\n"
		}
	}
	if inside {
		t.Fatalf("%s: the last example doesn't end", page)
	}
	return blocks
}

// merged returns several examples as one file, each line where it stands on its page, and the
// pages one below the other.
func merged(blocks []block) string {
	var lines []string
	text, page := "", ""
	for _, b := range blocks {
		if b.page != page {
			text, lines, page = text+strings.Join(lines, "\n"), nil, b.page
		}
		for i, line := range strings.Split(b.text, "\n") {
			if i >= len(lines) {
				lines = append(lines, line)
			} else if line != "" {
				lines[i] = line
			}
		}
	}
	return text + strings.Join(lines, "\n")
}

// examples are what the examples of pages of the reference are.
type examples struct {
	// files are the files that the pages make up: the ruleset and its parts.
	files fstest.MapFS
	// others are the examples that stand for themselves.
	others []block
	// fight is the last encounter that was tried, over which states are laid.
	fight string
}

// examplesOf puts the examples of pages together: those without a word behind ```yaml are the
// ruleset, those with file=NAME another file. Plain text, ```text, is no example.
func examplesOf(t *testing.T, ruleset string, pages ...string) examples {
	t.Helper()
	p := examples{files: fstest.MapFS{}}
	var parts []block
	for _, page := range pages {
		for _, b := range blocksOf(t, page+".md") {
			file, isFile := strings.CutPrefix(b.info, "yaml file=")
			switch {
			case b.info == "text":
			case b.info == "yaml":
				parts = append(parts, b)
			case isFile:
				p.files[file] = &fstest.MapFile{Data: []byte(b.text)}
			default:
				p.others = append(p.others, b)
			}
		}
	}
	if ruleset != "" {
		p.files[ruleset+".yaml"] = &fstest.MapFile{Data: []byte(merged(parts))}
	}
	return p
}

// load loads a file as what it is; the encounters are those that can be played.
func load(files fstest.MapFS, name string) ([]lang.Case, diag.List) {
	opts := lang.Options{Files: files, Library: stdlib.Files, Prove: interp.Prover{}}
	text := string(files[name].Data)
	switch {
	case hasKey(text, "sequence"):
		_, list := lang.LoadSequence(name, opts)
		return nil, list
	case hasKey(text, "state"):
		if files["encounter.yaml"] == nil {
			return nil, nil // it is laid over another one
		}
		opts.State = name
		e, list := lang.LoadEncounter("encounter.yaml", opts)
		if e == nil {
			return nil, list
		}
		return []lang.Case{{Encounter: e}}, list
	case hasKey(text, "cases") && !hasKey(text, "kinds"):
		return lang.LoadCases(name, opts)
	case hasKey(text, "combatants"), hasKey(text, "encounter"):
		e, list := lang.LoadEncounter(name, opts)
		if e == nil {
			return nil, list
		}
		return []lang.Case{{Encounter: e}}, list
	default:
		_, list := lang.Load(name, opts)
		return nil, list
	}
}

func hasKey(text, key string) bool {
	return strings.HasPrefix(text, key+":") || strings.Contains(text, "\n"+key+":")
}

// play plays an encounter to its end; what its script expects must hold.
func play(e *program.Encounter) error {
	_, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true})
	return err
}

// TestExamples holds that the examples of the pages are true: their files load
// without a word, their encounters and cases can be played and come out as they
// say, and what is wrong is wrong in the way that is written behind it.
func TestExamples(t *testing.T) {
	for _, of := range []struct {
		ruleset string
		pages   []string
	}{{"skirmish", spec.Language}, {"", []string{"dice", "seeds"}}, {"", []string{"geometry", "hexes", "sight", "paths", "planes", "plane_paths"}}, {"", []string{"semantics", "semantics_more"}}, {"tavern", []string{"library"}}} {
		t.Run(of.pages[0], func(t *testing.T) {
			x := examplesOf(t, of.ruleset, of.pages...)
			for name := range x.files {
				if text := string(x.files[name].Data); hasKey(text, "ruleset") {
					_, list := load(x.files, name)
					report(t, list)
				}
			}
			for _, b := range x.others {
				x.try(t, b)
			}
		})
	}
}

// try loads, and where it can be plays, an example that stands for itself.
func (x *examples) try(t *testing.T, b block) {
	t.Helper()
	kind, code, _ := strings.Cut(strings.TrimPrefix(b.info, "yaml "), "=")
	name := b.page + ":" + kind + ".yaml"
	x.files[name] = &fstest.MapFile{Data: []byte(b.text)}
	list, found := load(x.files, name)
	switch kind {
	case "encounter", "cases", "overlay":
		report(t, found)
		if kind == "encounter" {
			x.fight = name
		}
		if m := encounterName.FindStringSubmatch(b.text); m != nil {
			x.files[m[1]+".yaml"] = x.files[name] // what states and sequences go on from
		}
	case "state":
		e, found := lang.LoadEncounter(x.fight, lang.Options{Files: x.files, Library: stdlib.Files, State: name})
		report(t, found)
		if e != nil {
			list = append(list, lang.Case{Encounter: e})
		}
	case "sequence":
		report(t, found)
		x.playSequence(t, name)
	case "error":
		if len(found) != 1 || string(found[0].Code) != code {
			t.Errorf("%s:%d: wants %s and gives %v", b.page, b.line, code, found.Err())
		}
		return
	default:
		t.Errorf("%s:%d: an example can't be %q", b.page, b.line, b.info)
	}
	for _, e := range list {
		if err := play(e.Encounter); err != nil {
			t.Errorf("%s:%d: %s: %v", b.page, b.line, e.Name, err)
		}
	}
}

// encounterName is what an encounter is called.
var encounterName = regexp.MustCompile(`(?m)^encounter: ([a-z_]+)$`)

// playSequence plays a sequence to its end.
func (x examples) playSequence(t *testing.T, name string) {
	t.Helper()
	s, list := lang.LoadSequence(name, lang.Options{Files: x.files, Library: stdlib.Files})
	if s == nil {
		t.Fatal(list)
	}
	if _, err := sequence.Play(s, interp.Options{Check: true}, false, nil); err != nil {
		t.Errorf("%s: %v", name, err)
	}
}

func report(t *testing.T, list diag.List) {
	t.Helper()
	for _, d := range list {
		t.Error("\n" + d.Snippet(false))
	}
}

// encounters returns the encounters and sequences of examples: those with a number, and those that
// play the same scene in all systems.
func encounters(t *testing.T) []string {
	t.Helper()
	var list []string
	for _, pattern := range []string{"../examples/[0-9]*.yaml", "../examples/rosetta/*.yaml"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal("no examples", pattern, err)
		}
		list = append(list, files...)
	}
	return list
}

// TestExamplesByTactics plays the examples that tactics can play, many times: no line of a
// tactic may ask for something that isn't there.
func TestExamplesByTactics(t *testing.T) {
	trials, played := uint64(60), 0
	if testing.Short() {
		trials = 10
	}
	for _, name := range encounters(t) {
		if lang.IsSequence(name, options) {
			continue
		}
		e := *loadFight(t, name)
		e.Script = nil
		if slices.ContainsFunc(e.Things, func(x *program.Thing) bool { return x.Kind == e.Program.Creature && x.Tactic == nil }) {
			continue
		}
		played++
		t.Run(strings.TrimPrefix(filepath.ToSlash(name), "../examples/"), func(t *testing.T) {
			t.Parallel()
			fight, err := interp.Prepare(interp.Compile(e.Program), &e)
			if err != nil {
				t.Fatal(err)
			}
			m := interp.New(fight, interp.Options{Seed: 7, Seeded: true})
			for trial := range trials {
				m.Reset(trial)
				if _, err := m.Run(); err != nil {
					t.Fatalf("trial %d: %v", trial, err)
				}
			}
		})
	}
	if played < 10 {
		t.Errorf("only %d examples can be played by tactics", played)
	}
}
