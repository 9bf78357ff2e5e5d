package rulefmt_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/internal/rulefmt"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/dump"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/stdlib"
)

// TestShipped holds that everything that comes with the program has the one form, with line ends of
// Windows, too; and that it comes back to that when all lines that are indented stand one column further left.
func TestShipped(t *testing.T) {
	n := 0
	for _, folder := range []string{"rulesets", "stdlib", "examples", "spec"} {
		err := filepath.WalkDir("../../"+folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".yaml" {
				return err
			}
			n++
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			got, list := rulefmt.Format(diag.NewSource(path, string(text)))
			if got != string(text) || len(list) > 0 {
				t.Errorf("%s: %v", path, list)
			}
			for _, other := range []struct{ before, after string }{
				{strings.ReplaceAll(string(text), "\n", "\r\n"), strings.ReplaceAll(string(text), "\n", "\r\n")},
				{strings.ReplaceAll(string(text), "\n  ", "\n "), string(text)},
			} {
				if got, list := rulefmt.Format(diag.NewSource(path, other.before)); got != other.after {
					t.Errorf("%s: changed, it doesn't come back to its form: %v", path, list)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if n < 100 {
		t.Errorf("only %d files", n)
	}
}

// TestSameProgram: rulesets whose lines all stand further left, before and after they are brought into
// form, come to the same programs, but for the columns of places.
func TestSameProgram(t *testing.T) {
	before, after := fstest.MapFS{}, fstest.MapFS{}
	err := fs.WalkDir(rulesets.Files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".yaml" {
			return err
		}
		text, err := fs.ReadFile(rulesets.Files, path)
		if err != nil {
			return err
		}
		changed := strings.ReplaceAll(string(text), "\n  ", "\n ")
		formatted, _ := rulefmt.Format(diag.NewSource(path, changed))
		if formatted == changed {
			t.Errorf("%s is in form although its lines stand further left", path)
		}
		before[path], after[path] = &fstest.MapFile{Data: []byte(changed)}, &fstest.MapFile{Data: []byte(formatted)}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	columns := regexp.MustCompile(`  +# \S+:\d+:\d+`)
	program := func(name string, files fs.FS) string {
		p, list := lang.Load(name, lang.Options{Files: files, Library: stdlib.Files})
		if p == nil || list.HasErrors() {
			t.Fatal(name, list)
		}
		var b strings.Builder
		if err := dump.Write(&b, dump.Program(p)); err != nil {
			t.Fatal(err)
		}
		return columns.ReplaceAllString(b.String(), "")
	}
	names, err := fs.Glob(rulesets.Files, "*.yaml")
	if err != nil || len(names) < 5 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		if a, b := program(name, before), program(name, after); a != b {
			t.Errorf("%s is another program once it is in form", name)
		}
	}
}

// TestCommentsKept puts comments between and behind the lines of everything that comes with the program, at the wrong
// depth, and moves its lines: each comment is still there afterwards, once, in its order.
func TestCommentsKept(t *testing.T) {
	put, files := 0, 0
	for _, folder := range []string{"rulesets", "stdlib", "examples"} {
		err := filepath.WalkDir("../../"+folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".yaml" {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			text = []byte(strings.ReplaceAll(string(text), "\n  ", "\n "))
			var marked strings.Builder
			own := 0
			for i, line := range strings.SplitAfter(string(text), "\n") {
				switch bare := strings.TrimRight(line, "\n"); {
				case i%3 == 1 && strings.HasSuffix(bare, ":") && !strings.Contains(bare, "#"):
					fmt.Fprintf(&marked, "%s   # kept %d.\n", bare, own)
					own++
				case i%7 == 2: // of the depth of its line: within a text over several lines it is text
					fmt.Fprintf(&marked, "%*s# kept %d.\n%s", len(bare)-len(strings.TrimLeft(bare, " ")), "", own, line)
					own++
				default:
					marked.WriteString(line)
				}
			}
			got, _ := rulefmt.Format(diag.NewSource(path, marked.String()))
			if got == marked.String() { // a comment in a text of several lines can tear it
				return nil
			}
			files++
			put += own
			rest := got
			for i := range own {
				mark := fmt.Sprintf("# kept %d.", i)
				if strings.Count(got, mark) != 1 || !strings.Contains(rest, mark) {
					t.Errorf("%s: comment %d of %d isn't there once, in its place", path, i, own)
					break
				}
				_, rest, _ = strings.Cut(rest, mark)
			}
			if again, _ := rulefmt.Format(diag.NewSource(path, got)); again != got {
				t.Errorf("%s: formatted again it is another text", path)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if t.Logf("%d comments in %d files", put, files); put < 1400 || files < 100 {
		t.Errorf("only %d comments in %d files", put, files)
	}
}

// TestFormat holds what is changed, and what isn't.
func TestFormat(t *testing.T) {
	for _, test := range []struct{ name, before, after string }{
		{"indentation", "a:\n    b: 1\n    c:\n        d: 2\n", "a:\n  b: 1\n  c:\n    d: 2\n"},
		{"lists at the margin", "a:\n- b\n-   c: 1\n    d: 2\n", "a:\n  - b\n  - c: 1\n    d: 2\n"},
		{"lists of lists", "a:\n- - b\n  - c\n", "a:\n  - - b\n    - c\n"},
		{"a key below its hyphen", "a:\n  -\n    b: 1\n", "a:\n  -\n    b: 1\n"},
		{"colons", "a:   1\nb :  {c:1}\n", "a:   1\nb :  {c:1}\n"}, // c:1 is no key: the file can't be read
		{"spaces", "a:   1\nb:  {c:  1 ,d: [ 2,3 ] }\n", "a: 1\nb: {c: 1, d: [2, 3]}\n"},
		{"nothing in braces", "a: { }\nb: [ ]\nc: {d: }\n", "a: {}\nb: []\nc: {d: }\n"},
		{"ends of lines", "a: 1  \nb: 2\t\n\n\n\nc: 3\n\n\n", "a: 1\nb: 2\n\nc: 3\n"},
		{"no end", "\n\na: 1", "a: 1\n"},
		{"comments", "# x\na:   # y\n    # z\n    b: 1 # w\n    # v\n\n    # u\nc: 2\n", "# x\na:   # y\n  # z\n  b: 1 # w\n  # v\n\n  # u\nc: 2\n"},
		{"comments in braces", "a: {b: 1, # x\n    c: 2}\n", "a: {b: 1, # x\n    c: 2}\n"},
		{"braces over lines", "a:\n    b: {c: 1,\n        d: 2}\n", "a:\n  b: {c: 1,\n      d: 2}\n"},
		{"block text", "a:\n    b: |\n            x\n              y  \n\n            z\n    c: >-\n       v\n       w\n", "a:\n  b: |\n    x\n      y  \n\n    z\n  c: >-\n    v\n    w\n"},
		{"a text over lines", "a:\n    b: x\n     y\n    c: 'x\n\n       y'\n", "a:\n  b: x\n    y\n  c: 'x\n\n    y'\n"},
		{"a text on the line below", "a:\n   x y\nb:\n    z\n", "a:\n  x y\nb:\n  z\n"},
		{"quotes", "a: \"  x :  {\"\nb: '# y'\n", "a: \"  x :  {\"\nb: '# y'\n"},
		{"anchors", "a: &x  {b:  1}\nc:   *x\n", "a: &x  {b: 1}\nc:   *x\n"},
		{"line ends of Windows", "a:\r\n    b:  1\r\n\r\n\r\n", "a:\r\n  b: 1\r\n"},
		{"a byte order mark", "\ufeffa:   1\n", "a: 1\n"},
		{"what can't be read", "a: [1\n", "a: [1\n"},
		{"nothing", "", ""},
	} {
		got, _ := rulefmt.Format(diag.NewSource("f", test.before))
		if got != test.after {
			t.Errorf("%s:\n%q\nwant\n%q", test.name, got, test.after)
		}
		if again, _ := rulefmt.Format(diag.NewSource("f", got)); again != got {
			t.Errorf("%s: formatted again it is\n%q", test.name, again)
		}
	}
}

// FuzzFormat holds that formatting never fails and that what comes out is left as it is. That it
// reads as what went in Format itself makes sure of.
func FuzzFormat(f *testing.F) {
	for _, text := range []string{
		"a:\n    b: {c:  1, d: [x , y]}\n# z\n", "- a\n-   - b\n", "a: |2\n     x\n    y\n", "? a\n: b\n", "a: &b\n  c: *b\n", "a: \"x\n\n   y\"\n", "a:\n- |\n x\n- 'y'\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		once, _ := rulefmt.Format(diag.NewSource("f", text))
		if twice, _ := rulefmt.Format(diag.NewSource("f", once)); twice != once {
			t.Errorf("%q\n-> %q\n-> %q", text, once, twice)
		}
	})
}
