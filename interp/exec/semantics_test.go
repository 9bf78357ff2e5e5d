package exec_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// The sentences of the semantics are numbered, P1 to P36. Each is held by cases in
// testdata/semantics whose names begin with its number, and where an error is
// expected by a ruleset written out here.

// semanticCases are the cases of all rulesets of testdata/semantics, once loaded.
var semanticCases []*program.Encounter

func loadSemanticCases(t *testing.T) []*program.Encounter {
	t.Helper()
	if semanticCases != nil {
		return semanticCases
	}
	files, err := filepath.Glob("../testdata/semantics/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal("no rulesets in testdata/semantics:", err)
	}
	for _, name := range files {
		cases, list := lang.LoadCases(name, lang.Options{})
		if list.HasErrors() {
			t.Fatal(printed(list))
		}
		for _, c := range cases {
			semanticCases = append(semanticCases, c.Encounter)
		}
	}
	return semanticCases
}

func printed(list diag.List) string {
	var b strings.Builder
	_ = list.Print(&b, diag.Snippets, false)
	return b.String()
}

// holdSentence plays the cases of one sentence.
func holdSentence(t *testing.T, sentence string) {
	t.Helper()
	found := false
	for _, e := range loadSemanticCases(t) {
		if !strings.HasPrefix(e.Name, sentence+" ") {
			continue
		}
		found = true
		t.Run(e.Name, func(t *testing.T) {
			_, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trace: true, Check: true})
			var d *diag.Diagnostic
			if errors.As(err, &d) {
				t.Fatal(d.Snippet(false))
			}
			if err != nil {
				t.Fatal(err)
			}
		})
	}
	if !found {
		t.Fatalf("no case of testdata/semantics begins with %q", sentence)
	}
}

// loaded returns an encounter, e.yaml, whose ruleset is r.yaml.
func loaded(t *testing.T, ruleset, encounter string) *program.Encounter {
	t.Helper()
	files := fstest.MapFS{"r.yaml": {Data: []byte(ruleset)}, "e.yaml": {Data: []byte(encounter)}}
	e, list := lang.LoadEncounter("e.yaml", lang.Options{Files: files})
	if e == nil || list.HasErrors() {
		t.Fatal(printed(list))
	}
	return e
}

// stopsWith plays a ruleset with an encounter and demands the error that is given.
func stopsWith(t *testing.T, ruleset, encounter string, code diag.Code, message string) *diag.Diagnostic {
	t.Helper()
	e := loaded(t, ruleset, encounter)
	_, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trace: true, Check: true})
	var d *diag.Diagnostic
	if !errors.As(err, &d) {
		t.Fatalf("got %v, want an error with code %s", err, code)
	}
	if d.Code != code || !strings.Contains(d.Message, message) {
		t.Fatalf("got %s\nwant %s with %q", d.Snippet(false), code, message)
	}
	return d
}

func TestP1(t *testing.T)  { holdSentence(t, "P1") }
func TestP2(t *testing.T)  { holdSentence(t, "P2") }
func TestP3(t *testing.T)  { holdSentence(t, "P3") }
func TestP33(t *testing.T) { holdSentence(t, "P33") }
func TestP34(t *testing.T) { holdSentence(t, "P34") }
func TestP36(t *testing.T) { holdSentence(t, "P36") }
func TestP4(t *testing.T)  { holdSentence(t, "P4") }
func TestP5(t *testing.T)  { holdSentence(t, "P5") }
func TestP7(t *testing.T)  { holdSentence(t, "P7") }
func TestP12(t *testing.T) { holdSentence(t, "P12") }
func TestP13(t *testing.T) { holdSentence(t, "P13") }
func TestP14(t *testing.T) { holdSentence(t, "P14") }
func TestP15(t *testing.T) { holdSentence(t, "P15") }
func TestP16(t *testing.T) { holdSentence(t, "P16") }
func TestP21(t *testing.T) { holdSentence(t, "P21") }
func TestP6(t *testing.T)  { holdSentence(t, "P6") }
func TestP9(t *testing.T)  { holdSentence(t, "P9") }
func TestP10(t *testing.T) { holdSentence(t, "P10") }
func TestP11(t *testing.T) { holdSentence(t, "P11") }
func TestP17(t *testing.T) { holdSentence(t, "P17") }
func TestP18(t *testing.T) { holdSentence(t, "P18") }
func TestP19(t *testing.T) { holdSentence(t, "P19") }
func TestP22(t *testing.T) { holdSentence(t, "P22") }
func TestP23(t *testing.T) { holdSentence(t, "P23") }
func TestP25(t *testing.T) { holdSentence(t, "P25") }
func TestP26(t *testing.T) { holdSentence(t, "P26") }
func TestP28(t *testing.T) { holdSentence(t, "P28") }
func TestP29(t *testing.T) { holdSentence(t, "P29") }
func TestP32(t *testing.T) { holdSentence(t, "P32") }
func TestP8(t *testing.T)  { holdSentence(t, "P8") }
func TestP24(t *testing.T) { holdSentence(t, "P24") }

func TestP38(t *testing.T) { holdSentence(t, "P38") }
func TestP39(t *testing.T) { holdSentence(t, "P39") }
func TestP40(t *testing.T) { holdSentence(t, "P40") }
