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
	// pinned is the heading of a sentence in semantics.md.
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

// TestSemanticsPage holds that each sentence of semantics.md names the tests
// that hold it, that there is one, and that no test holds a sentence that isn't there.
func TestSemanticsPage(t *testing.T) {
	tests, cases := pinTests(t), pinCases(t)
	var b strings.Builder
	held := func(sentence string) {
		if sentence == "" {
			return
		}
		if len(tests[sentence]) == 0 {
			t.Errorf("no test holds %s: name one Test%s..", sentence, sentence)
		}
		b.WriteString("Held by " + strings.Join(tests[sentence], ", "))
		if len(cases[sentence]) > 0 {
			b.WriteString(": *" + strings.Join(cases[sentence], "*, *") + "*")
		}
		b.WriteString(".\n")
		delete(tests, sentence)
	}
	sentence := ""
	for _, line := range strings.SplitAfter(readPage(t, "semantics.md"), "\n") {
		m := pinned.FindStringSubmatch(line)
		switch {
		case strings.HasPrefix(line, "Held by "):
			continue
		case m != nil, sentence != "" && strings.TrimSpace(line) == "":
			held(sentence)
			sentence = ""
		}
		if m != nil {
			sentence = m[1]
		}
		b.WriteString(line)
	}
	held(sentence)
	for sentence, names := range tests {
		t.Errorf("%v hold %s, which semantics.md doesn't have", names, sentence)
	}
	page(t, "semantics.md", b.String())
}
