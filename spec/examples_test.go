package spec_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
)

// block is a fenced example of a page: what stands behind ```yaml, and its lines,
// with those of the page before it blank, so that line numbers are the page's.
type block struct {
	page, info string
	line       int
	text       string
}

// fence begins or ends an example.
var fence = regexp.MustCompile("^```(.*)$")

// blocksOf returns the fenced examples of a page of the reference.
func blocksOf(t *testing.T, page string) []block {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var blocks []block
	inside := false
	for i, line := range strings.Split(string(text), "\n") {
		m := fence.FindStringSubmatch(line)
		switch {
		case m != nil && !inside:
			inside = true
			blocks = append(blocks, block{page: page, info: m[1], line: i + 2, text: strings.Repeat("\n", i+1)})
		case m != nil:
			inside = false
		case inside:
			blocks[len(blocks)-1].text += line + "\n"
		}
	}
	if inside {
		t.Fatalf("%s: the last example doesn't end", page)
	}
	return blocks
}

// merged returns several examples of one page as one file, each line where it
// stands on the page.
func merged(blocks []block) string {
	var lines []string
	for _, b := range blocks {
		for i, line := range strings.Split(b.text, "\n") {
			if i >= len(lines) {
				lines = append(lines, line)
			} else if line != "" {
				lines[i] = line
			}
		}
	}
	return strings.Join(lines, "\n")
}

// examples are what the examples of a page of the reference are.
type examples struct {
	// files are the files that the page makes up: the ruleset and its parts.
	files fstest.MapFS
	// others are the examples that stand for themselves.
	others []block
}

// rulesetOf puts the examples of a page together: those without a word behind
// ```yaml are the ruleset NAME, those with file=NAME another file.
func rulesetOf(t *testing.T, name, ruleset string) examples {
	t.Helper()
	p := examples{files: fstest.MapFS{}}
	var parts []block
	for _, b := range blocksOf(t, name) {
		file, isFile := strings.CutPrefix(b.info, "yaml file=")
		switch {
		case b.info == "yaml":
			parts = append(parts, b)
		case isFile:
			p.files[file] = &fstest.MapFile{Data: []byte(b.text)}
		default:
			p.others = append(p.others, b)
		}
	}
	p.files[ruleset+".yaml"] = &fstest.MapFile{Data: []byte(merged(parts))}
	return p
}

// load loads a file as what it is.
func load(files fstest.MapFS, name string) diag.List {
	opts := lang.Options{Files: files}
	text := string(files[name].Data)
	var list diag.List
	switch {
	case hasKey(text, "cases") && !hasKey(text, "kinds"):
		_, list = lang.LoadCases(name, opts)
	case hasKey(text, "combatants"), hasKey(text, "encounter"):
		_, list = lang.LoadEncounter(name, opts)
	default:
		_, list = lang.Load(name, opts)
	}
	return list
}

func hasKey(text, key string) bool {
	return strings.HasPrefix(text, key+":") || strings.Contains(text, "\n"+key+":")
}

// TestLanguage holds that the examples of the language reference are one
// ruleset, which loads without a word, and that the others do what they say.
func TestLanguage(t *testing.T) {
	p := rulesetOf(t, "language.md", "skirmish")
	report(t, load(p.files, "skirmish.yaml"))
	for _, b := range p.others {
		kind, code, _ := strings.Cut(strings.TrimPrefix(b.info, "yaml "), "=")
		name := filepath.Base(b.page) + ":" + kind + ".yaml"
		p.files[name] = &fstest.MapFile{Data: []byte(b.text)}
		list := load(p.files, name)
		switch kind {
		case "encounter", "cases", "overlay":
			report(t, list)
		case "error":
			if len(list) != 1 || string(list[0].Code) != code {
				t.Errorf("%s:%d: wants %s and gives %v", b.page, b.line, code, list.Err())
			}
		default:
			t.Errorf("%s:%d: an example can't be %q", b.page, b.line, b.info)
		}
	}
}

func report(t *testing.T, list diag.List) {
	t.Helper()
	for _, d := range list {
		t.Error("\n" + d.Snippet(false))
	}
}
