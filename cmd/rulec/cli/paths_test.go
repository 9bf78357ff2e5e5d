package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/rulec/rulec/examples"
)

// laidOut makes a folder with files of these names and texts the working directory.
func laidOut(t *testing.T, files map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func TestFilesMeant(t *testing.T) {
	laidOut(t, map[string]string{"a.yaml": "", "b.yaml": "", ".hidden.yaml": "", "old [1]/c.yaml": "", "old [1]/.git/d.yaml": "", "new/c.yaml": "", "1/c.yaml": ""})
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	here = filepath.ToSlash(here)
	for pattern, want := range map[string]string{
		"*.yaml":         "a.yaml b.yaml",
		"?.yaml":         "a.yaml b.yaml",
		"c.yaml":         "c.yaml", // what isn't there is told where it is read
		"./b*":           "./b.yaml",
		".*.yaml":        ".hidden.yaml",
		"*/c.yaml":       "1/c.yaml new/c.yaml old [1]/c.yaml",
		"old [1]/*":      "old [1]/c.yaml",
		"* [1]/c.*":      "old [1]/c.yaml",
		"*/*/*":          "",
		"*.yml":          "",
		"nowhere/*.yaml": "",
		here + "/b*":     here + "/b.yaml",
	} {
		names, err := filesMeant(pattern)
		if got := strings.Join(names, " "); got != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q, %v, want %q", pattern, got, err, want)
		}
	}
}

// TestEveryWordOfUse holds that each word of each command is known to be a file, or to be none.
func TestEveryWordOfUse(t *testing.T) {
	none := strings.Fields("STAGE FORMULA PAGE SECTION NAME CODE LINE TYPE WORD |")
	for _, cmd := range newRoot().Commands() {
		for _, word := range strings.Fields(cmd.Use)[1:] {
			if word = strings.Trim(word, "[.]"); word != "" && !slices.Contains(filesOf, word) && !slices.Contains(none, word) {
				t.Errorf("rulec %s: is %s a file?", cmd.Use, word)
			}
		}
	}
}

// shipped returns a file of the examples.
func shipped(t *testing.T, name string) string {
	t.Helper()
	text, err := examples.Files.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestPatterns holds that commands take patterns where files stand, and there alone.
func TestPatterns(t *testing.T) {
	laidOut(t, map[string]string{"scuffle.yaml": shipped(t, "scuffle.yaml"), "01-first-blood.yaml": shipped(t, "01-first-blood.yaml")})
	for line, want := range map[string]string{
		"lint *.yaml":           "Nothing is wrong in 2 files.\n",
		"lint sc*":              "Nothing is wrong in 1 file.\n",
		"fmt --check *":         "",
		"run --brief 01*":       "First blood behind the tavern",
		"dump tree s*.y?ml":     "scuffle",
		"beside -n 4 01*":       "rulec run 01-first-blood.yaml",
		"dice 2*3 --at-least 6": "always",
	} {
		if out, _ := printedBy(t, exitFine, strings.Fields(line)...); !strings.Contains(out, want) {
			t.Errorf("rulec %s prints %s", line, out)
		}
	}
	for line, want := range map[string]string{
		"merge parts/*": "rulec: no file matches parts/*\n",
		"run *.yml":     "rulec: no file matches *.yml\n",
	} {
		if _, said := printedBy(t, exitFailed, strings.Fields(line)...); said != want {
			t.Errorf("rulec %s says %s", line, said)
		}
	}
	if _, said := printedBy(t, exitUsage, "run", "*.yaml"); !strings.HasPrefix(said, `rulec: unexpected argument "scuffle.yaml": rulec run ENCOUNTER`) {
		t.Errorf("two files of which one is wanted: %s", said)
	}
	if runtime.GOOS == "windows" { // no file can be called so
		return
	}
	if err := os.Rename("scuffle.yaml", "*.yaml"); err != nil {
		t.Fatal(err)
	}
	if out, _ := printedBy(t, exitFine, "lint", "*.yaml"); out != "Nothing is wrong in 1 file.\n" {
		t.Errorf("a file that is called so: %s", out)
	}
}

// inUTF16 writes a text as Windows PowerShell's > does.
func inUTF16(text string) string {
	raw := []byte{0xff, 0xfe}
	for _, unit := range utf16.Encode([]rune(strings.ReplaceAll(text, "\n", "\r\n"))) {
		raw = append(raw, byte(unit), byte(unit>>8))
	}
	return string(raw)
}

// TestUTF16 holds that files in UTF-16 are read by every command, that messages name the right places, and that what
// rulec writes is UTF-8.
func TestUTF16(t *testing.T) {
	rules, fight := shipped(t, "scuffle.yaml"), shipped(t, "01-first-blood.yaml")
	laidOut(t, map[string]string{"scuffle.yaml": rules, "fight.yaml": fight})
	lines := []string{"lint .", "run fight.yaml", "run fight.yaml --format json", "test", "sim fight.yaml -n 10", "show scuffle.yaml shove", "fmt --check"}
	told := map[string]string{}
	for _, line := range lines {
		told[line], _ = printedBy(t, exitFine, strings.Fields(line)...)
	}
	laidOut(t, map[string]string{"scuffle.yaml": inUTF16(rules), "fight.yaml": inUTF16(fight)})
	for _, line := range lines[:len(lines)-1] {
		if out, _ := printedBy(t, exitFine, strings.Fields(line)...); out != told[line] {
			t.Errorf("rulec %s prints\n%s\nwant\n%s", line, out, told[line])
		}
	}
	if out, _ := printedBy(t, exitFine, "fmt", "--diff", "fight.yaml"); out != "fight.yaml becomes UTF-8, without a byte order mark\n" {
		t.Errorf("what would change: %q", out)
	}
	if out, _ := printedBy(t, exitFine, "fmt"); out != "fight.yaml\nscuffle.yaml\n" {
		t.Errorf("what has changed: %q", out)
	}
	if text, err := os.ReadFile("scuffle.yaml"); err != nil || string(text) != strings.ReplaceAll(rules, "\n", "\r\n") {
		t.Errorf("%v: the file says something else", err)
	}

	before, after, _ := strings.Cut(rules, "best: target.bruises")
	wrong := before + "best:target.bruises" + after
	place := fmt.Sprintf("scuffle.yaml:%d:%d: error: ", strings.Count(before, "\n")+1, len(before)-strings.LastIndex(before, "\n"))
	laidOut(t, map[string]string{"scuffle.yaml": inUTF16(wrong)})
	if out, _ := printedBy(t, exitProblems, "lint", "--format", "lines", "scuffle.yaml"); !strings.HasPrefix(out, place) {
		t.Errorf("it says %s, not at %s", out, place)
	}
	printedBy(t, exitFine, "lint", "--fix", "scuffle.yaml")
	if text, err := os.ReadFile("scuffle.yaml"); err != nil || string(text) != strings.ReplaceAll(rules, "\n", "\r\n") {
		t.Errorf("%v: the mended file says something else", err)
	}
}
