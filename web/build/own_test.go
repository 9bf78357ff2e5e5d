package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestWithoutTexts holds that of explanations their codes stay, and nothing else of a source changes.
func TestWithoutTexts(t *testing.T) {
	const before = "package p\n\nvar list = []diag.Explanation{\n\t{\n\t\tCode: Stopped, Section: inLimits,\n\t\tSummary: \"a \" +\n\t\t\t\"b\",\n\t\tExample: f(`x`, \"y\"), Mend: \"c\",\n\t},\n\t{Code: \"d\", Mend: \"e\"},\n}\n\n"
	const other = "var at = diag.Span{Start: 1}\n\nvar _ = Diagnostic{Code: \"f\", Message: \"g\"}\n\nvar _ = help{Summary: \"h\"}\n\nvar _ = []string{\"i\"}\n"
	const after = "package p\n\nvar list = []diag.Explanation{\n\t{\n\t\tCode: Stopped, Section: \"\",\n\t\tSummary: \"\",\n\t\tExample: \"\", Mend: \"\",\n\t},\n\t{Code: \"d\", Mend: \"\"},\n}\n\n"
	if got, err := withoutTexts(before + other); err != nil || got != after+other {
		t.Errorf("%v:\n%s", err, got)
	}
	if got, err := withoutTexts("package p\n" + other); err != nil || got != "package p\n"+other {
		t.Errorf("%v:\n%s", err, got)
	}
	if _, err := withoutTexts("package p\nvar x = {"); err == nil {
		t.Error("nobody notices that it is no source")
	}
}

// TestLeanOwn holds that no explanation of a code is left in what the engine is made of, nor a file that is
// left out.
func TestLeanOwn(t *testing.T) {
	root, err := goTool("", "list", "-m", "-f", "{{.Dir}}")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	if err := leanOwn(root, t.TempDir(), files); err != nil {
		t.Fatal(err)
	}
	for _, name := range spareFiles {
		if place, known := files[filepath.Join(root, filepath.FromSlash(name))]; !known || place != "" {
			t.Errorf("%s is there", name)
		}
	}
	said := regexp.MustCompile(`\b(Summary|Section|Example|Mend):\s+("[^"]|[^"\s])`)
	codes := 0
	for path, place := range files {
		if place == "" {
			continue
		}
		text, err := os.ReadFile(place)
		if err != nil {
			t.Fatal(err)
		}
		codes += strings.Count(string(text), "Code:")
		if still := said.FindString(string(text)); still != "" {
			t.Errorf("%s still has %s", path, still)
		}
	}
	if codes < 200 {
		t.Errorf("only %d codes are known", codes)
	}
	if err := leanOwn(t.TempDir(), t.TempDir(), files); err == nil {
		t.Error("nobody notices that a file isn't there any more")
	}
}
