package lang_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
)

// seeds returns the chunks and broken texts that are encounters, or those that
// are not.
func seeds(f *testing.F, encounters bool) []string {
	f.Helper()
	var all []string
	paths, _ := filepath.Glob("testdata/check/*.yaml")
	for _, p := range paths {
		text, err := os.ReadFile(p)
		if err != nil {
			f.Fatal(err)
		}
		for _, c := range chunksOf(string(text)) {
			all = append(all, strings.TrimLeft(c.text, "\n"))
		}
	}
	data, err := os.ReadFile("testdata/broken.txt")
	if err != nil {
		f.Fatal(err)
	}
	for _, entry := range strings.Split("\n"+string(data), "\n== ")[1:] {
		_, text, _ := strings.Cut(entry, "\n")
		all = append(all, strings.NewReplacer("«", "", "»", "").Replace(text))
	}
	var list []string
	for _, text := range all {
		if isEncounter := hasKey(text, "encounter") || hasKey(text, "combatants"); isEncounter == encounters {
			list = append(list, text)
		}
	}
	return list
}

// checkPlaces holds that every diagnostic points into a source, at whole bytes
// of it, and says something.
func checkPlaces(t *testing.T, list diag.List) {
	t.Helper()
	for _, d := range list {
		if d.Message == "" || d.Code == "" || d.Code == lang.CodeInternal {
			t.Errorf("an empty diagnostic, or a panic: %+v", d)
		}
		spans := []diag.Span{d.Span}
		for _, n := range d.Notes {
			spans = append(spans, n.Span)
		}
		for _, s := range spans {
			if s.Source != nil && (s.Start < 0 || s.End < s.Start || s.End > len(s.Source.Text)) {
				t.Errorf("%s: the place %d..%d lies outside of %d bytes", d.Code, s.Start, s.End, len(s.Source.Text))
			}
		}
		if _, explained := diag.Explain(d.Code); !explained {
			t.Errorf("the code %s isn't explained", d.Code)
		}
	}
}

func fuzzFiles() fstest.MapFS {
	files := fstest.MapFS{}
	paths, _ := filepath.Glob("testdata/check/base/*.yaml")
	for _, p := range paths {
		if text, err := os.ReadFile(p); err == nil {
			files[filepath.Base(p)] = &fstest.MapFile{Data: text}
		}
	}
	return files
}

// FuzzEncounter loads any text as an encounter: it never panics, and gives either
// an encounter that refers to things that are there, or errors with places.
func FuzzEncounter(f *testing.F) {
	for _, text := range seeds(f, true) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		files := fuzzFiles()
		files["fuzz.yaml"] = &fstest.MapFile{Data: []byte(text)}
		enc, list := lang.LoadEncounter("fuzz.yaml", lang.Options{Files: files})
		checkPlaces(t, list)
		if (enc == nil) != list.HasErrors() {
			t.Fatalf("an encounter and errors: %v", list)
		}
		if enc == nil {
			return
		}
		for i, thing := range enc.Things {
			if thing.Index != i || thing.Carrier >= i || thing.Side >= len(enc.Sides) || len(thing.Values) != len(thing.Kind.Fields) {
				t.Errorf("thing %d is wrong: %+v", i, thing)
			}
		}
	})
}

// FuzzRuleset loads any text as a ruleset.
func FuzzRuleset(f *testing.F) {
	for _, text := range seeds(f, false) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		files := fuzzFiles()
		files["fuzz.yaml"] = &fstest.MapFile{Data: []byte(text)}
		prog, list := lang.Load("fuzz.yaml", lang.Options{Files: files})
		checkPlaces(t, list)
		if (prog == nil) != list.HasErrors() {
			t.Fatalf("a program and errors: %v", list)
		}
	})
}
