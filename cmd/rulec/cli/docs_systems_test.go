package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Pages of the systems have so many lines.
const leastPageLines, mostPageLines = 80, 180

var (
	systemOption  = regexp.MustCompile("(?m)^\\| `([^`]+)` \\|[^|]*\\| `([^`]+)`")
	systemExample = regexp.MustCompile(`examples/[\w./-]+\.yaml`)
)

// TestSystemPages reads the page of each system that comes with the program: its options are params
// with the value that stands first, the examples that it names are there, and its house rule is right.
// What commands print on it, TestPages holds against the commands.
func TestSystemPages(t *testing.T) {
	t.Chdir("../../..")
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, system := range []string{"actionpoints", "dierank", "energy", "segments", "timecount"} {
		t.Run(system, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join(root, "spec", "system_"+system+".md"))
			if err != nil {
				t.Fatal(err)
			}
			page := string(text)
			if n := strings.Count(page, "\n"); n < leastPageLines || n > mostPageLines {
				t.Errorf("%d lines, and there should be %d to %d", n, leastPageLines, mostPageLines)
			}
			systemOptions(t, system, page)
			examples := systemExample.FindAllString(page, -1)
			if len(examples) == 0 {
				t.Error("it names no example")
			}
			for _, name := range examples {
				if _, err := os.Stat(filepath.Join(root, name)); err != nil {
					t.Errorf("there is no %s", name)
				}
			}
			systemHouseRule(t, page)
		})
	}
}

// systemOptions holds the table of options against the params of the ruleset.
func systemOptions(t *testing.T, system, page string) {
	var out bytes.Buffer
	if code := run([]string{"show", system}, nil, &out, &out); code != exitFine {
		t.Fatalf("rulec show %s: exit code %d\n%s", system, code, &out)
	}
	_, options, _ := strings.Cut(page, "\n## Options worth changing\n")
	options, _, _ = strings.Cut(options, "\n## ")
	rows := systemOption.FindAllStringSubmatch(options, -1)
	if len(rows) < 5 || len(rows) > 10 || len(rows) != strings.Count(options, "\n|")-2 {
		t.Errorf("%d options are understood; there should be 5 to 10, each with its value: | `param` | what it is | `value`, ...", len(rows))
	}
	for _, row := range rows {
		if line := "\n  " + row[1] + " = " + row[2]; !strings.Contains(out.String(), line+" ") && !strings.Contains(out.String(), line+"\n") {
			t.Errorf("rulec show %s has no %s = %s", system, row[1], row[2])
		}
	}
}

// systemHouseRule writes the one block of YAML of a page into a folder of its own, as a reader does.
func systemHouseRule(t *testing.T, page string) {
	blocks := recipeBlock.FindAllStringSubmatch(page, -1)
	if len(blocks) != 1 {
		t.Fatalf("%d blocks of YAML, and there should be one", len(blocks))
	}
	t.Chdir(t.TempDir())
	if err := os.WriteFile("house.yaml", []byte(blocks[0][1]), 0o666); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if code := run([]string{"lint", "house.yaml"}, strings.NewReader(""), &out, &out); code != exitFine || out.String() != "Nothing is wrong in 1 file.\n" {
		t.Errorf("lint: %s", &out)
		return
	}
	if code := run([]string{"test", "house.yaml"}, strings.NewReader(""), &out, &out); code != exitFine || !strings.Contains(out.String(), " passed, 0 failed") {
		t.Errorf("test: %s", &out)
	}
}
