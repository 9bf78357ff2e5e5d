package explain_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/check"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/encounter"
	"github.com/rulec/rulec/lang/program"
)

// limits are the codes that no short example can cause.
var limits = map[diag.Code]bool{encounter.CodeTooManyThings: true, check.CodeTooManyLines: true}

// TestExplainedMeanings runs the example of each code about the meaning of
// formulas, programs, phrases and scripts. It must cause this code and no other.
func TestExplainedMeanings(t *testing.T) {
	for _, code := range declaredCodes(t) {
		e, ok := diag.Explain(code)
		if !ok || e.Summary == "" || e.Mend == "" || e.Section == "" || e.Example == "" && !limits[code] {
			t.Errorf("%s isn't explained: %+v", code, e)
			continue
		}
		if limits[code] {
			continue
		}
		list := runExample(e.Example)
		if len(list) != 1 || list[0].Code != code {
			t.Errorf("the example of %s gives:\n%s\n%s", code, said(list), e.Example)
		}
	}
}

func said(list diag.List) string {
	var b strings.Builder
	for _, d := range list {
		b.WriteString(d.Line() + "\n")
	}
	return b.String()
}

// runExample loads the files of an example and returns what is reported.
func runExample(text string) diag.List {
	files := fstest.MapFS{}
	if !strings.HasPrefix(text, "-- ") {
		files["example.yaml"] = &fstest.MapFile{Data: []byte(text)}
		_, list := lang.Load("example.yaml", lang.Options{Files: files, Prove: nothingMore{}})
		return list
	}
	first := ""
	for _, file := range strings.Split("\n"+text, "\n-- ")[1:] {
		name, body, _ := strings.Cut(file, " --\n")
		files[name] = &fstest.MapFile{Data: []byte(body + "\n")}
		if first == "" {
			first = name
		}
	}
	opts := lang.Options{Files: files, Prove: nothingMore{}}
	switch {
	case files["sequence.yaml"] != nil:
		_, list := lang.LoadSequence("sequence.yaml", opts)
		return list
	case files["state.yaml"] != nil:
		_, list := lang.LoadEncounterAfter(first, "state.yaml", opts)
		return list
	}
	_, list := lang.LoadEncounter(first, opts)
	return list
}

// nothingMore finds out nothing, and has all said that can be said without.
type nothingMore struct{}

func (nothingMore) Ruleset(*program.Program) diag.List { return nil }

func (nothingMore) Encounter(*program.Encounter) diag.List { return nil }

// declaredCodes returns the codes that are explained here.
func declaredCodes(t *testing.T) []diag.Code {
	var text []byte
	for _, name := range []string{"meaning", "reading", "check", "encounter", "sense", "diag"} {
		file := "../" + name + "/codes.go"
		if name == "diag" {
			file = "../diag/allow.go"
		}
		part, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, part...)
	}
	var codes []diag.Code
	for _, m := range regexp.MustCompile(`Code = "([a-z-]+)"`).FindAllStringSubmatch(string(text), -1) {
		codes = append(codes, diag.Code(m[1]))
	}
	if len(codes) == 0 {
		t.Fatal("no codes found")
	}
	return codes
}
