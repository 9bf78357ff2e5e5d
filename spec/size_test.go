package spec_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/rulec/rulec/internal/ruletest"
	"github.com/rulec/rulec/lang/tree"
)

// A size is what a ruleset takes for each rule of its list: a reader has to read it.
type size struct {
	lines, words float64 // a rule, of lines that aren't blank and no comments but what definitions are for; words and numbers
	long         int     // lines of more than 120 characters
}

// sizes are the most that rulesets may take. Whoever raises one says in the commit what readers get for it; what falls stays down.
var sizes = map[string]size{
	"actionpoints": {10.57, 66.9, 0},
	"dierank":      {11.25, 70.3, 0},
	"energy":       {11.65, 74.3, 0},
	"segments":     {11.57, 78.4, 0},
	"timecount":    {12.95, 86.1, 0},
}

// TestSizes holds how long rulesets are, together with the libraries that no other ruleset uses.
func TestSizes(t *testing.T) {
	systems, list, err := ruletest.Lists(os.DirFS("systems"), "systems")
	if err != nil || list.HasErrors() {
		t.Fatal(err, list)
	}
	users := map[string][]string{}
	for _, s := range systems {
		for _, name := range usesOf(t, "../rulesets/"+s.Name+".yaml") {
			users[name] = append(users[name], s.Name)
		}
	}
	for _, s := range systems {
		files, err := filepath.Glob("../rulesets/" + s.Name + "/*.yaml")
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, "../rulesets/"+s.Name+".yaml")
		for name, of := range users {
			if slices.Equal(of, []string{s.Name}) {
				files = append(files, "../stdlib/"+name+".yaml")
			}
		}
		var now size
		for _, name := range files {
			now.add(t, name)
		}
		now.lines /= float64(len(s.Rules))
		now.words /= float64(len(s.Rules))
		t.Logf("%s: %.2f lines and %.1f words a rule, %d long lines", s.Name, now.lines, now.words, now.long)
		most := sizes[s.Name]
		if now.lines > most.lines || now.words > most.words || now.long > most.long {
			t.Errorf("%s takes %.2f lines and %.1f words a rule, and %d long lines; allowed are %.2f, %.1f and %d", s.Name, now.lines, now.words, now.long, most.lines, most.words, most.long)
		}
		if now.lines < most.lines-0.1 || now.words < most.words-1 || now.long < most.long {
			t.Errorf("%s takes only %.2f lines and %.1f words a rule, and %d long lines: write that down in sizes", s.Name, now.lines, now.words, now.long)
		}
	}
}

// usesOf returns the libraries that a ruleset uses.
func usesOf(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var head struct{ Uses []string }
	if err := yaml.Unmarshal(text, &head); err != nil {
		t.Fatal(err)
	}
	return head.Uses
}

var wordOrNumber = regexp.MustCompile(`[\pL\pN_]+`)

// add counts the lines and words of a file.
func (s *size) add(t *testing.T, name string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\n")
		if len([]rune(line)) > 120 {
			s.long++
		}
		if code := strings.TrimSpace(line); code != "" && (!strings.HasPrefix(code, "#") || strings.HasPrefix(code, tree.RemarkMark)) {
			s.lines++
			s.words += float64(len(wordOrNumber.FindAllString(line, -1)))
		}
	}
}
