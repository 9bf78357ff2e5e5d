package syntax

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rulec/rulec/lang/diag"
)

// TestWords holds the published list complete: every word that the grammar names is in it.
func TestWords(t *testing.T) {
	words := Words()
	if !slices.IsSorted(words) || len(slices.Compact(slices.Clone(words))) != len(words) {
		t.Error("the words aren't sorted or not unique")
	}
	for _, m := range regexp.MustCompile(`"([a-z]+)"`).FindAllStringSubmatch(Grammar(), -1) {
		if !slices.Contains(words, m[1]) {
			t.Errorf("the grammar's word %q is not published", m[1])
		}
	}
	for _, w := range slices.Concat(clauseWords, statementWords, lineWords) {
		if !slices.Contains(words, w) {
			t.Errorf("%q is not published", w)
		}
	}
}

// TestExplanations checks that every code is explained and that its example causes it.
func TestExplanations(t *testing.T) {
	text, err := os.ReadFile("codes.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`diag\.Code = "([a-z-]+)"`).FindAllStringSubmatch(string(text), -1) {
		e, ok := diag.Explain(diag.Code(m[1]))
		if !ok || e.Summary == "" || e.Mend == "" || e.Section == "" {
			t.Errorf("%s isn't explained: %+v", m[1], e)
			continue
		}
		if errs := parseExample(e.Example); !slices.ContainsFunc(errs, func(d *diag.Diagnostic) bool { return d.Code == e.Code }) {
			t.Errorf("the example of %s gives %v", e.Code, errs)
		}
	}
}

// parseExample parses the one text of an example that its code is about.
func parseExample(example string) diag.List {
	after := func(key string) (diag.Fragment, bool) {
		_, text, ok := strings.Cut(example, key)
		return fragment(strings.TrimSpace(text)), ok
	}
	line := func(f diag.Fragment) diag.Fragment {
		text, _, _ := strings.Cut(f.Text, "\n")
		return fragment(strings.Trim(text, `"`))
	}
	var errs diag.List
	if f, ok := after("value: |\n"); ok {
		_, errs = ParseFormula(f)
	} else if f, ok := after("do: |\n"); ok {
		_, errs = ParseProgram(f)
	} else if f, ok := after("script: |\n"); ok {
		_, errs = ParseScript(f)
	} else if f, ok := after("on: "); ok {
		_, errs = ParseTrigger(line(f))
	} else if f, ok := after("friends: "); ok {
		_, errs = ParseType(line(f))
	} else if f, ok := after("told: "); ok {
		_, errs = ParseTemplate(line(f))
	}
	return errs
}
