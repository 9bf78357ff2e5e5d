package lang_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/format"
)

// A file under testdata/check holds chunks, divided by lines of three hyphens.
// Each is a ruleset, an encounter or a sequence that is loaded by itself, beside the
// files of testdata/check/base, or a state from which base/duel.yaml goes on. An error that it must give stands in the margin of its
// line, with the code and a part of the message:
//
//	cost: ceil(dexx / 4)      ### unknown-name "dexx"
//
// What isn't announced in this way must not be reported.

// marker is one expected error.
var marker = regexp.MustCompile(`\s*### ([a-z-]+) "((?:[^"\\]|\\.)*)"`)

// expected is an error that a chunk announces.
type expected struct {
	line int
	code diag.Code
	part string
	met  bool
}

// chunk is one ruleset or encounter of a file, with the lines before it blank so
// that line numbers stay true.
type chunk struct {
	line   int
	text   string
	errors []*expected
}

// chunksOf splits a file.
func chunksOf(text string) []chunk {
	var chunks []chunk
	current := chunk{line: 1}
	lines := strings.Split(text, "\n")
	var kept []string
	flush := func(next int) {
		if strings.TrimSpace(strings.Join(kept, "")) != "" {
			current.text = strings.Repeat("\n", current.line-1) + strings.Join(kept, "\n") + "\n"
			chunks = append(chunks, current)
		}
		current, kept = chunk{line: next}, nil
	}
	for i, line := range lines {
		if line == "---" {
			flush(i + 2)
			continue
		}
		for _, m := range marker.FindAllStringSubmatch(line, -1) {
			part := strings.ReplaceAll(m[2], `\"`, `"`)
			current.errors = append(current.errors, &expected{line: i + 1, code: diag.Code(m[1]), part: part})
		}
		kept = append(kept, marker.ReplaceAllString(line, ""))
	}
	flush(len(lines))
	return chunks
}

// baseFiles returns the files that chunks may refer to.
func baseFiles(t *testing.T) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	paths, err := filepath.Glob("testdata/check/base/*.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatal("no base files", err)
	}
	for _, p := range paths {
		text, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.Base(p)] = &fstest.MapFile{Data: []byte(text)}
	}
	return files
}

// loadText loads a text beside other files, by what it is.
func loadText(files fs.FS, name, text string) diag.List {
	opts := lang.Options{Files: files}
	var list diag.List
	switch {
	case hasKey(text, "sequence"):
		_, list = lang.LoadSequence(name, opts)
	case hasKey(text, "state"):
		opts.State = name
		_, list = lang.LoadEncounter("duel.yaml", opts)
	case hasKey(text, "cases") || hasKey(text, "common"):
		_, list = lang.LoadCases(name, opts)
	case hasKey(text, "encounter") || hasKey(text, "combatants"):
		_, list = lang.LoadEncounter(name, opts)
	default:
		_, list = lang.Load(name, opts)
	}
	return list
}

func hasKey(text, key string) bool {
	return strings.HasPrefix(text, key+":") || strings.Contains(text, "\n"+key+":")
}

func TestChunks(t *testing.T) {
	paths, err := filepath.Glob("testdata/check/*.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatal("no files of chunks", err)
	}
	base := baseFiles(t)
	for _, p := range paths {
		text, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(p), func(t *testing.T) {
			for _, c := range chunksOf(string(text)) {
				checkChunk(t, base, filepath.Base(p), c)
			}
		})
	}
}

func checkChunk(t *testing.T, base fstest.MapFS, name string, c chunk) {
	t.Helper()
	files := fstest.MapFS{name: &fstest.MapFile{Data: []byte(c.text)}}
	for n, f := range base {
		files[n] = f
	}
	for _, d := range loadText(files, name, c.text) {
		if !meet(c.errors, name, d) {
			t.Errorf("%s, chunk at line %d: not announced:\n%s", name, c.line, d.Snippet(false))
		}
	}
	for _, e := range c.errors {
		if !e.met {
			t.Errorf("%s:%d: %s was not reported", name, e.line, e.code)
		}
	}
}

// meet finds the announcement of a diagnostic and ticks it off.
func meet(errors []*expected, name string, d *diag.Diagnostic) bool {
	line := 0
	if d.Span.Source != nil && d.Span.Source.Name == name {
		line, _ = d.Span.Source.Position(d.Span.Start)
	}
	for _, e := range errors {
		if !e.met && e.line == line && e.code == d.Code && strings.Contains(d.Message, e.part) {
			e.met = true
			return true
		}
	}
	return false
}

// frontDoor are the mappings and keys that are read before readers know what they mean: where files are put
// together, laid over each other and found.
var frontDoor = map[string][]string{
	"a ruleset":             {"rulec", "parts", "uses"},
	"an overlay":            nil,
	"a file of cases":       nil,
	"an encounter":          {"rulec", "encounter", "ruleset", "set", "house"},
	"a state":               {"rulec"},
	"a sequence":            {"rulec"},
	"a saved combatant":     {"place"}, // where it stands is read when it is known on which map
	"a saved thing":         {"place"},
	"an answer to a choice": {"best"}, // with it, it is another mapping
}

// TestEveryKeyIsRead holds that somebody asks for each key of the table of the file format.
func TestEveryKeyIsRead(t *testing.T) {
	for _, m := range format.Mappings() {
		for i := range m.Keys {
			m.Keys[i].Asked = new(bool)
		}
	}
	loadChunks(t)
	for _, m := range format.Mappings() {
		before, known := frontDoor[m.Of]
		for i, k := range m.Keys {
			if k.Name != "" && !*k.Asked && !slices.Contains(before, k.Name) && (!known || before != nil) {
				t.Errorf("nobody reads the key %q of %s", k.Name, m.Of)
			}
			m.Keys[i].Asked = nil
		}
	}
}

// loadChunks loads every chunk, whatever it says.
func loadChunks(t *testing.T) {
	t.Helper()
	paths, err := filepath.Glob("testdata/check/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range paths {
		text, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range chunksOf(string(text)) {
			files := baseFiles(t)
			files["chunk.yaml"] = &fstest.MapFile{Data: []byte(c.text)}
			for _, d := range loadText(files, "chunk.yaml", c.text) {
				if d.Code == lang.CodeInternal {
					t.Errorf("%s: %s", p, d.Message)
				}
			}
		}
	}
}

// TestTiny holds that the ruleset of the chunks and an encounter for it load
// without a word.
func TestTiny(t *testing.T) {
	base := baseFiles(t)
	for _, name := range []string{"tiny.yaml", "regions.yaml"} {
		if prog, list := lang.Load(name, lang.Options{Files: base}); len(list) > 0 || prog == nil {
			t.Errorf("%s: %v", name, list.Err())
		}
	}
	enc, list := lang.LoadEncounter("duel.yaml", lang.Options{Files: base})
	if len(list) > 0 || enc == nil {
		t.Fatal(list)
	}
	var names []string
	for _, thing := range enc.Things {
		names = append(names, thing.Name)
	}
	// Combatants in file order, then the things, then what each carries.
	want := "ann ben door ann.club ann.club_2 ben.club"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("things: %s", got)
	}
}
