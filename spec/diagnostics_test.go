package spec_test

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	_ "github.com/rulec/rulec/internal/formatter" // registers its codes
	_ "github.com/rulec/rulec/internal/mutate"    // and this its own
	"github.com/rulec/rulec/internal/suite"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/spec"
)

var update = flag.Bool("update", false, "write the generated parts of the pages anew")

// exampleFiles takes the files of an example apart: a line "-- NAME --" begins
// another one. An example of one file is called example.yaml.
func exampleFiles(example string) (files fstest.MapFS, names []string) {
	files = fstest.MapFS{}
	name := ""
	for _, line := range strings.SplitAfter(example, "\n") {
		begins, isName := strings.CutPrefix(line, "-- ")
		switch {
		case isName:
			name = strings.TrimSuffix(strings.TrimSpace(begins), " --")
		case name == "" && strings.TrimSpace(line) != "":
			name = "example.yaml"
		}
		if name == "" {
			continue
		}
		if files[name] == nil {
			files[name] = &fstest.MapFile{}
			names = append(names, name)
		}
		if !isName {
			files[name].Data = append(files[name].Data, line...)
		}
	}
	return files, names
}

// coverageCodes are about lists of rules, which are no files of the language:
// package suite runs their examples.
var coverageCodes = []diag.Code{"listed-twice", "unlisted-rule"}

// TestEveryExampleCausesItsCode loads the example of each code, and plays it
// when what is wrong shows only then.
func TestEveryExampleCausesItsCode(t *testing.T) {
	for _, code := range diag.Codes() {
		e, _ := diag.Explain(code)
		if e.Example == "" || slices.Contains(coverageCodes, code) {
			continue
		}
		t.Run(string(code), func(t *testing.T) {
			files, names := exampleFiles(e.Example)
			found := map[diag.Code]bool{}
			for _, name := range names {
				encounters, list := load(files, name)
				for _, d := range append(list, played(encounters)...) {
					found[d.Code] = true
				}
			}
			for _, d := range covered(files, names) {
				found[d.Code] = true
			}
			if !found[code] {
				t.Errorf("the example gives %v:\n%s", slices.Sorted(maps.Keys(found)), e.Example)
			}
		})
	}
}

// played plays encounters and returns what went wrong.
func played(encounters []lang.Case) diag.List {
	var list diag.List
	for _, e := range encounters {
		var d *diag.Diagnostic
		err := play(e.Encounter)
		if len(e.Odds) > 0 || len(e.Program.Laws) > 0 {
			one := func(string) ([]lang.Case, diag.List) { return []lang.Case{e}, nil }
			err = suite.Run([]string{e.Name}, one, suite.Options{})[0].Results[0].Err
		}
		if errors.As(err, &d) {
			list.Add(d)
		}
	}
	return list
}

// TestEveryCodeIsExplained holds that a code which the program can report is
// explained, with all that an explanation has.
func TestEveryCodeIsExplained(t *testing.T) {
	declared := regexp.MustCompile(`diag\.Code\s*=\s*"([a-z-]+)"`)
	for _, pattern := range []string{"../lang/*.go", "../lang/*/*.go", "../interp/*.go", "../internal/*/*.go"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range declared.FindAllStringSubmatch(string(text), -1) {
				if _, ok := diag.Explain(diag.Code(m[1])); !ok {
					t.Errorf("%s: the code %s has no explanation", strings.TrimPrefix(path, "../"), m[1])
				}
			}
		}
	}
}

// TestDiagnosticsPage holds diagnostics.md equal to what the program explains.
func TestDiagnosticsPage(t *testing.T) {
	var b strings.Builder
	b.WriteString(`# Diagnostics

Every message that rulec can give about your files, by its code, with what to do about it. The code stands in brackets at the end of a
message: ` + "`" + `[unknown-field]` + "`" + `. ` + "`" + `rulec explain CODE` + "`" + ` prints what stands here.

- Most codes have an example that causes the message. A test runs every example.
- In an example a line ` + "`" + `-- NAME --` + "`" + ` begins another file.
- A code never changes its meaning.
- This page is written by a test from the explanations in the program.
`)
	for _, code := range diag.Codes() {
		e, _ := diag.Explain(code)
		if e.Summary == "" || e.Mend == "" || e.Section == "" {
			t.Errorf("the explanation of %s lacks something: %+v", code, e)
		}
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", code, sentence(e.Summary))
		if e.Example != "" {
			fmt.Fprintf(&b, "\n```text\n%s\n```\n", strings.TrimSpace(e.Example))
		}
		if !slices.Contains(spec.Language, e.Section) {
			t.Errorf("%s: there is no page %q", code, e.Section)
		}
		fmt.Fprintf(&b, "\nFix: %s See `rulec docs %s`.\n", sentence(e.Mend), e.Section)
	}
	page(t, "diagnostics.md", b.String())
}

// sentence returns a text with a full stop, beginning with a capital.
func sentence(text string) string {
	text = strings.TrimSpace(text)
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// page compares a page with what it has to be, or writes it with -update.
func page(t *testing.T, name, want string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is not what the program says: go test ./spec -update writes it anew", name)
	}
}

func readPage(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
