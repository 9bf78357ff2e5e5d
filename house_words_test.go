package rulec_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// oldWords is the table of words that must not come back, with what to write instead.
const oldWords = "testdata/words.txt"

// word is a phrase that must not come back.
type word struct {
	longest string // word of the phrase, in small letters, for a quick look
	pattern *regexp.Regexp
	instead string
}

// wordsToAvoid reads the table: `phrase => what to write`, a line each; lines that begin with # explain it.
func wordsToAvoid(t *testing.T) (list []word) {
	t.Helper()
	text, err := os.ReadFile(oldWords)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		phrase, instead, found := strings.Cut(line, " => ")
		if !found {
			t.Fatalf("%s: %q has no =>", oldWords, line)
		}
		longest := slices.MaxFunc(strings.Fields(strings.ToLower(phrase)), func(a, b string) int { return len(a) - len(b) })
		list = append(list, word{longest, regexp.MustCompile(`(?i)\b` + strings.ReplaceAll(regexp.QuoteMeta(phrase), " ", `\s+(?://\s+)?`) + `\b`), instead})
	}
	return list
}

// TestWords holds that pages, help, messages, names and comments say things as the field says them. The two packages of the interpreter
// that are to be written anew wait for that.
func TestWords(t *testing.T) {
	words := wordsToAvoid(t)
	for _, path := range filesOfOurs(t) {
		if strings.HasPrefix(path, "interp/exec/") || strings.HasPrefix(path, "interp/compile/") {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		lower := strings.ToLower(string(text))
		for _, w := range words {
			if !strings.Contains(lower, w.longest) {
				continue
			}
			for _, at := range w.pattern.FindAllIndex(text, -1) {
				line := 1 + strings.Count(string(text[:at[0]]), "\n")
				t.Errorf("%s:%d: %q: write %s", path, line, text[at[0]:at[1]], w.instead)
			}
		}
	}
}

// filesOfOurs are the files whose words a reader meets: code, pages, what codes mean.
func filesOfOurs(t *testing.T) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		path = filepath.ToSlash(path)
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".") && path != "."):
			return filepath.SkipDir
		case d.IsDir() || strings.HasSuffix(path, "_test.go"):
		case slices.Contains([]string{".go", ".ts", ".md"}, filepath.Ext(path)), strings.HasPrefix(path, "lang/diag/codes/"):
			paths = append(paths, path)
		}
		return nil
	})
	if err != nil || len(paths) == 0 {
		t.Fatal("no files", err)
	}
	return paths
}
