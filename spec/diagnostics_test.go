package spec_test

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/internal/ruletest"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/decls"
	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
	"github.com/rulec/rulec/spec"
)

var update = flag.Bool("update", false, "write the generated parts of the pages anew")

// withoutExample are the codes that have no example: limits that no short file reaches, what only a
// command line or somebody at the table causes, and a few of scripts.
var withoutExample = []diag.Code{
	"closed-start", "expected", "extends-depth", "hand-dice", "internal", "internal-error", "no-reason", "nobody-acts", "ruleset-too-large",
	"run-stopped", "script-choice", "script-dice", "script-draw", "script-left", "script-refused", "script-turn", "setting-form", "too-complex",
	"too-large", "too-many-aliases", "too-many-files", "too-many-lines", "too-many-things", "too-many-values", "unformatted", "unmapped-text",
	"unreadable-file",
}

var (
	constantCode = regexp.MustCompile(`\bCode += "([a-z-]+)"`)
	literalCode  = regexp.MustCompile(`\b(?:Errorf|Warnf)\("([a-z-]+)", `)
)

// declaredCodes returns the codes that constants of the program name, with the files of these. No code
// is reported by another name.
func declaredCodes(t *testing.T) map[diag.Code][]string {
	t.Helper()
	codes := map[diag.Code][]string{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" || d.Name() == ".git"):
			return filepath.SkipDir
		case d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(path)
		file := strings.TrimPrefix(filepath.ToSlash(path), "../")
		for _, m := range constantCode.FindAllStringSubmatch(string(text), -1) {
			codes[diag.Code(m[1])] = append(codes[diag.Code(m[1])], file)
		}
		for _, m := range literalCode.FindAllStringSubmatch(string(text), -1) {
			t.Errorf("%s: the code %s needs a constant", file, m[1])
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return codes
}

// declaredIn reports whether one of the files of a code's constants lies in a folder.
func declaredIn(files []string, folder string) bool {
	return slices.ContainsFunc(files, func(file string) bool { return path.Dir(file) == folder })
}

// TestEveryCodeIsExplained holds that there is an explanation of each code that the program can report, and
// none of any other; that it leads to a page; and that it has an example, if there can be one.
func TestEveryCodeIsExplained(t *testing.T) {
	declared := declaredCodes(t)
	for code, files := range declared {
		if _, ok := diag.Explain(code); !ok {
			t.Errorf("%s: the code %s isn't explained in lang/diag/codes/%[2]s.txt", files[0], code)
		}
	}
	for _, code := range diag.Codes() {
		e, _ := diag.Explain(code)
		if declared[code] == nil {
			t.Errorf("lang/diag/codes/%s.txt explains what no constant is", code)
		}
		if !strings.HasSuffix(e.Summary, ".") || !strings.HasSuffix(e.Fix, ".") {
			t.Errorf("lang/diag/codes/%s.txt: a sentence has no full stop", code)
		}
		if _, err := spec.Pages.ReadFile(e.See + ".md"); err != nil {
			t.Errorf("lang/diag/codes/%s.txt: there is no page %q", code, e.See)
		}
		switch listed := slices.Contains(withoutExample, code); {
		case len(e.Files) == 0 && !listed:
			t.Errorf("lang/diag/codes/%s.txt has no example", code)
		case len(e.Files) > 0 && listed:
			t.Errorf("lang/diag/codes/%s.txt has an example: take it out of withoutExample", code)
		}
	}
}

// TestEveryCodeHasAChunk holds that each code about declarations and files is met by a chunk, so that
// the place and the words are looked at, too.
func TestEveryCodeHasAChunk(t *testing.T) {
	paths, err := filepath.Glob("../lang/testdata/check/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var chunks strings.Builder
	for _, path := range paths {
		chunks.WriteString(readPage(t, path))
	}
	for code, files := range declaredCodes(t) {
		for _, folder := range []string{"lang", "lang/decode", "lang/decls", "lang/encounter", "lang/vet"} {
			if declaredIn(files, folder) && !slices.Contains(withoutExample, code) && !strings.Contains(chunks.String(), "### "+string(code)+` "`) {
				t.Errorf("no chunk under lang/testdata/check announces %s", code)
			}
		}
	}
}

// TestEveryExampleCausesItsCode loads the example of each code, and plays it when what is wrong shows
// only then. It must cause this code and no other.
func TestEveryExampleCausesItsCode(t *testing.T) {
	declared := declaredCodes(t)
	for _, code := range diag.Codes() {
		e, _ := diag.Explain(code)
		if len(e.Files) == 0 {
			continue
		}
		t.Run(string(code), func(t *testing.T) {
			list := wrongIn(e.Files)
			if declaredIn(declared[code], "lang/tree") || declaredIn(declared[code], "lang/syntax") {
				list = slices.DeleteFunc(list, func(d *diag.Diagnostic) bool { return d.Code != code && slices.Contains(pieces, d.Code) })
			}
			if len(list) != 1 || list[0].Code != code {
				t.Errorf("the example of lang/diag/codes/%s.txt gives %d messages:\n%s\n%s", code, len(list), said(list), e.Example())
			}
		})
	}
}

// pieces are what is said of the examples of lang/tree and lang/syntax besides: they are pieces of a
// ruleset, without creatures and time, and without most of what they name.
var pieces = []diag.Code{
	decls.CodeNoCreature, decls.CodeNoTime, decls.CodeIdleRule, lang.CodeRemovedInUse, types.CodeUnknownField, types.CodeUnknownType,
	decode.CodeUnknownAction, tree.MissingKey, tree.UnknownKey,
}

// mains are the files of an example that may be the one which is loaded, since it names the others: the
// first of these that there is, else the first file of all.
var mains = []string{"state.yaml", "sequence.yaml", "encounter.yaml", "cases.yaml", "house.yaml"}

// wrongIn returns what is wrong with an example: with lists of rules, with its files, or with the fight
// that they come to.
func wrongIn(example []diag.ExampleFile) diag.List {
	files := fstest.MapFS{}
	for _, f := range example {
		files[f.Name] = &fstest.MapFile{Data: []byte(f.Text)}
	}
	if list := covered(files); len(list) > 0 {
		return list
	}
	main := example[0].Name
	if i := slices.IndexFunc(mains, func(name string) bool { return files[name] != nil }); i >= 0 {
		main = mains[i]
	}
	encounters, list := load(files, main)
	if len(list) == 0 {
		list = played(encounters)
	}
	return list
}

// played plays encounters and returns what went wrong.
func played(encounters []lang.Case) diag.List {
	var list diag.List
	for _, e := range encounters {
		var d *diag.Diagnostic
		err := play(e.Encounter)
		if len(e.Odds) > 0 || len(e.Laws) > 0 {
			one := func(string) ([]lang.Case, diag.List) { return []lang.Case{e}, nil }
			err = ruletest.Run([]string{e.Name}, one, ruletest.Options{})[0].Results[0].Err
		}
		if errors.As(err, &d) {
			list.Add(d)
		}
	}
	return list
}

// said returns what messages say, a line each.
func said(list diag.List) string {
	var b strings.Builder
	for _, d := range list {
		b.WriteString(d.Line() + "\n")
	}
	return b.String()
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
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", code, e.Summary)
		if len(e.Files) > 0 {
			fmt.Fprintf(&b, "\n```text\n%s\n```\n", strings.TrimSpace(e.Example()))
		}
		fmt.Fprintf(&b, "\nFix: %s See `rulec docs %s`.\n", e.Fix, e.See)
	}
	page(t, "diagnostics.md", b.String())
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
