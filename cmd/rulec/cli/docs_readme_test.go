package cli

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPages holds what the README and the pages of the reference print after a command against what it prints:
// fenced blocks that begin with `$ rulec`. A line of three dots stands for any number of lines; what
// stands behind a > is typed. Tutorials
// play in a folder of their own (TestTutorial).
func TestPages(t *testing.T) {
	pages, err := filepath.Glob("../../../spec/*.md")
	if err != nil {
		t.Fatal(err)
	}
	pages = append(pages, "../../../README.md")
	t.Chdir("../../..")
	shown := 0
	for _, name := range pages {
		if tutorials[filepath.Base(name)] > 0 {
			continue
		}
		page, err := os.ReadFile(strings.TrimPrefix(name, "../../../"))
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range fencedBlocks(string(page)) {
			command, want, _ := strings.Cut(block, "\n")
			command, isCommand := strings.CutPrefix(command, "$ rulec ")
			if !isCommand {
				continue
			}
			shown++
			var stdout, stderr bytes.Buffer
			if code := run(wordsOf(command), typedIn(want), &stdout, &stderr); code != exitFine {
				t.Errorf("%s: %s: exit code %d\n%s", name, command, code, stderr.String())
			}
			if got := "\n" + lines(stdout.String()) + "\n"; !hasInOrder(got, strings.Split(lines(want), "...")) {
				t.Errorf("%s prints\n%s\nbut rulec %s prints\n%s", name, want, command, got)
			}
		}
	}
	if shown == 0 {
		t.Error("no page shows what a command prints")
	}
}

var typedLine = regexp.MustCompile(`(?m)^[^\n>]*[^\n>-]> (.*)$`) // and no arrow

// typedIn is what is typed in a block.
func typedIn(block string) io.Reader {
	var typed strings.Builder
	for _, line := range typedLine.FindAllStringSubmatch(block, -1) {
		typed.WriteString(line[1] + "\n")
	}
	return strings.NewReader(typed.String())
}

// hasInOrder tells whether a text has all parts, each as whole lines, one behind the other.
func hasInOrder(text string, parts []string) bool {
	for _, part := range parts {
		part = strings.Trim(part, "\n")
		at := strings.Index(text, "\n"+part+"\n")
		if part != "" && at < 0 {
			return false
		}
		if part != "" {
			text = text[at+1+len(part):]
		}
	}
	return true
}

// lines returns a text without blanks at the ends of lines and of the text.
func lines(text string) string {
	all := strings.Split(strings.Trim(text, "\n"), "\n")
	for i := range all {
		all[i] = strings.TrimRight(all[i], " ")
	}
	return strings.Join(all, "\n")
}

// fencedBlocks returns the texts between lines of three backquotes.
func fencedBlocks(page string) []string {
	var blocks []string
	inside := false
	for line := range strings.Lines(page) {
		switch {
		case strings.HasPrefix(line, "```"):
			inside = !inside
			if inside {
				blocks = append(blocks, "")
			}
		case inside:
			blocks[len(blocks)-1] += line
		}
	}
	return blocks
}

// TestReadmeMistake holds the mistake that the README shows, and the piece of the
// tutorial that it quotes, against the tutorial.
func TestReadmeMistake(t *testing.T) {
	readme, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	tutorial, err := os.ReadFile("../../../examples/scuffle.yaml")
	if err != nil {
		t.Fatal(err)
	}
	wrong := strings.Replace(string(tutorial), "best: target.bruises", "best: target.bruses", 1)
	t.Chdir(t.TempDir())
	if err := os.WriteFile("scuffle.yaml", []byte(wrong), 0o600); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	run([]string{"lint", "scuffle.yaml"}, nil, &stdout, &stderr)
	shown, _, _ := strings.Cut(stdout.String(), "\n\n")
	if !strings.Contains(string(readme), shown) {
		t.Errorf("the README doesn't show what rulec lint prints:\n%s", shown)
	}
	for _, block := range fencedBlocks(string(readme)) {
		if rest, ok := strings.CutPrefix(block, "moves:\n"); ok && !strings.Contains(string(tutorial), rest) {
			t.Errorf("the tutorial doesn't have the move that the README quotes:\n%s", rest)
		}
	}
}

// wordsOf cuts a command line into its words, of which some stand in double quotes.
func wordsOf(command string) []string {
	var args []string
	for i, part := range strings.Split(command, `"`) {
		if i%2 == 1 {
			args = append(args, part)
		} else {
			args = append(args, strings.Fields(part)...)
		}
	}
	return args
}
