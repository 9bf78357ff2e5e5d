package spec_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	// pinned is the heading of a sentence of the semantics.
	pinned = regexp.MustCompile(`^### (P\d+) `)
	// pinTest is the name of a test that holds one: TestP12OnlyOneAnswer.
	pinTest = regexp.MustCompile(`(?m)^func Test(P\d+)([A-Z_]\w*)?\(`)
	// pinCase is a case that holds one: "P12 until all pass".
	pinCase = regexp.MustCompile(`(?m)^  (P\d+) (.+):$`)
	// pinRow is a row of a test's table that holds one, or the beginning of a test.
	pinRow = regexp.MustCompile(`(?m)^func (Test\w+)\(|^\s*\{"(P\d+) ([^"]+)",`)
)

// pinCases returns the names of the cases that hold the sentences, by sentence.
func pinCases(t *testing.T) map[string][]string {
	t.Helper()
	cases := map[string][]string{}
	paths, err := filepath.Glob("../interp/testdata/semantics/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range pinCase.FindAllStringSubmatch(string(text), -1) {
			cases[m[1]] = append(cases[m[1]], m[2])
		}
	}
	return cases
}

// pinTests returns the names of the tests that hold the sentences, by sentence.
func pinTests(t *testing.T) map[string][]string {
	t.Helper()
	tests := map[string][]string{}
	for _, pattern := range []string{"../interp/*_test.go", "../interp/*/*_test.go", "../lang/*_test.go", "../lang/*/*_test.go"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range pinTest.FindAllStringSubmatch(string(text), -1) {
				tests[m[1]] = append(tests[m[1]], "`Test"+m[1]+m[2]+"`")
			}
			within := ""
			for _, m := range pinRow.FindAllStringSubmatch(string(text), -1) {
				if m[1] != "" {
					within = m[1]
				} else if name := "`" + within + "`"; !slices.Contains(tests[m[2]], name) {
					tests[m[2]] = append(tests[m[2]], name)
				}
			}
		}
	}
	for _, names := range tests {
		slices.Sort(names)
	}
	return tests
}

// semanticsPages are the pages with numbered sentences.
var semanticsPages = []string{"semantics.md", "semantics_more.md"}

// TestSemanticsPage holds semantics_tests.md equal to the tests that hold the sentences of the
// semantics: that there is one for each, and that no test holds a sentence that isn't there.
func TestSemanticsPage(t *testing.T) {
	tests, cases := pinTests(t), pinCases(t)
	var b strings.Builder
	b.WriteString(`# Tests of the semantics

Which tests hold each numbered sentence of the semantics, for people who change the program. The sentences are in
[Semantics](semantics.md). The cases of ` + "`interp/testdata/semantics`" + ` and the rows of the tests' tables are in italics. A test writes this page.

| sentence | tests | cases |
|---|---|---|
`)
	for _, name := range semanticsPages {
		for line := range strings.Lines(readPage(t, name)) {
			m := pinned.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			sentence := m[1]
			if len(tests[sentence]) == 0 {
				t.Errorf("no test holds %s: name one Test%s..", sentence, sentence)
			}
			held := ""
			if len(cases[sentence]) > 0 {
				held = "*" + strings.Join(cases[sentence], "*, *") + "*"
			}
			b.WriteString("| " + sentence + " | " + strings.Join(tests[sentence], ", ") + " | " + held + " |\n")
			delete(tests, sentence)
		}
	}
	for sentence, names := range tests {
		t.Errorf("%v hold %s, which %v don't have", names, sentence, semanticsPages)
	}
	page(t, "semantics_tests.md", b.String())
}
