package lang_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
)

// withoutExample are the codes that no short file can cause; tests of their own
// do.
var withoutExample = map[diag.Code]bool{
	lang.CodeUnreadableFile: true, lang.CodeTooManyFiles: true, lang.CodeRulesetTooLarge: true,
	lang.CodeExtendsDepth: true, lang.CodeSettingForm: true, lang.CodeInternal: true,
}

// TestExplainedFiles runs the example of each code about files. It must cause
// this code and no other.
func TestExplainedFiles(t *testing.T) {
	for _, code := range declaredIn(t, "codes.go") {
		e, ok := diag.Explain(code)
		if !ok || e.Summary == "" || e.Mend == "" || e.Section == "" {
			t.Errorf("%s isn't explained", code)
			continue
		}
		if withoutExample[code] {
			continue
		}
		files, first := exampleFiles(e.Example)
		list := loadText(files, first, string(files[first].Data))
		if len(list) != 1 || list[0].Code != code {
			t.Errorf("the example of %s gives %v:\n%s", code, list, e.Example)
		}
	}
}

// declaredIn returns the codes that a file declares.
func declaredIn(t *testing.T, name string) []diag.Code {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var codes []diag.Code
	for _, m := range regexp.MustCompile(`diag\.Code = "([a-z-]+)"`).FindAllStringSubmatch(string(text), -1) {
		codes = append(codes, diag.Code(m[1]))
	}
	if len(codes) == 0 {
		t.Fatal("no codes in", name)
	}
	return codes
}

// exampleFiles returns the files of an example, and the name of the first.
func exampleFiles(text string) (fstest.MapFS, string) {
	if !strings.HasPrefix(text, "-- ") {
		return fstest.MapFS{"example.yaml": {Data: []byte(text)}}, "example.yaml"
	}
	files, first := fstest.MapFS{}, ""
	for _, file := range strings.Split("\n"+text, "\n-- ")[1:] {
		name, body, _ := strings.Cut(file, " --\n")
		files[name] = &fstest.MapFile{Data: []byte(body + "\n")}
		if first == "" {
			first = name
		}
	}
	return files, first
}

// TestEveryCodeHasAChunk holds that each code about declarations and files is
// met by a chunk, so that the place and the words are looked at too.
func TestEveryCodeHasAChunk(t *testing.T) {
	text := readChunks(t)
	for _, name := range []string{"codes.go", "reading/codes.go", "check/codes.go", "encounter/codes.go", "sense/codes.go"} {
		for _, code := range declaredIn(t, name) {
			if !strings.Contains(text, "### "+string(code)+` "`) && !withoutExample[code] && code != "too-many-things" && code != "too-many-lines" {
				t.Errorf("no chunk under testdata/check announces %s", code)
			}
		}
	}
}
