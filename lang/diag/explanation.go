package diag

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// explanations holds the file of each code.
//
//go:embed codes/*.txt
var explanations embed.FS

// Explanation explains a code: `rulec explain CODE` prints it, and spec/diagnostics.md
// repeats it. It is defined in codes/CODE.txt:
//
//	A file isn't where the command line or another file says.
//
//	Fix: Paths begin at the file that they stand in, and have forward slashes.
//	See: files
//
//	-- example.yaml --
//	rulec: 2
//	parts: [weapons.yaml]
//
// In the files of an example, invisible characters and bytes that aren't text are in angle brackets, as
// in a Go string: <\t> is a tab.
type Explanation struct {
	Code Code
	// Summary says in one sentence when the code occurs.
	Summary string
	// Fix says how to fix it.
	Fix string
	// See is the page of spec/ that the code belongs to.
	See string
	// Files are the smallest example that causes the code. There is none for limits that no short file reaches, and
	// for a few other codes.
	Files []ExampleFile
}

// ExampleFile is a file of an example: a ruleset, an encounter, or another input file.
type ExampleFile struct{ Name, Text string }

// alone is the file name of an example with one file, which isn't shown.
const alone = "example.yaml"

// Example returns the files one after the other, as they are shown: a line "-- NAME --" precedes
// each, unless the only file is example.yaml.
func (e *Explanation) Example() string {
	if len(e.Files) == 1 && e.Files[0].Name == alone {
		return e.Files[0].Text
	}
	var b strings.Builder
	for _, f := range e.Files {
		fmt.Fprintf(&b, "-- %s --\n%s", f.Name, f.Text)
	}
	return b.String()
}

// Explain returns the explanation of a code, and reports whether there is one.
func Explain(code Code) (Explanation, bool) {
	text, err := explanations.ReadFile("codes/" + string(code) + ".txt")
	if err != nil {
		return Explanation{}, false
	}
	e, err := parseExplanation(string(text))
	if err != nil {
		panic(fmt.Sprintf("diag: codes/%s.txt: %v", code, err))
	}
	e.Code = code
	return e, true
}

// Codes returns every explained code in alphabetical order.
func Codes() []Code {
	files, err := fs.Glob(explanations, "codes/*.txt")
	if err != nil {
		panic(err)
	}
	codes := make([]Code, len(files))
	for i, name := range files {
		codes[i] = Code(strings.TrimSuffix(strings.TrimPrefix(name, "codes/"), ".txt"))
	}
	slices.Sort(codes)
	return codes
}

// parseExplanation parses a file codes/CODE.txt.
func parseExplanation(text string) (e Explanation, err error) {
	parts := strings.Split(strings.TrimSuffix(text, "\n"), "\n-- ")
	head := strings.Split(strings.TrimRight(parts[0], "\n"), "\n")
	if len(head) != 4 || head[1] != "" || strings.TrimSpace(head[0]) == "" {
		return e, errors.New("when the code occurs, an empty line, Fix: .. and See: .. must be its first four lines")
	}
	e.Summary = head[0]
	if e.Fix, err = entry("Fix", head[2]); err != nil {
		return e, err
	}
	if e.See, err = entry("See", head[3]); err != nil {
		return e, err
	}
	for _, part := range parts[1:] {
		f, err := exampleFile(part)
		if err != nil {
			return e, err
		}
		e.Files = append(e.Files, f)
	}
	return e, nil
}

// entry returns the text after a key.
func entry(key, line string) (string, error) {
	text, ok := strings.CutPrefix(line, key+": ")
	if !ok || strings.TrimSpace(text) == "" {
		return "", fmt.Errorf("expected a line %s: .., found %q", key, line)
	}
	return text, nil
}

// unseen matches the notation for an invisible character.
var unseen = regexp.MustCompile(`<(\\[^<>\n]*)>`)

// exampleFile parses a file of an example, starting at its name.
func exampleFile(part string) (f ExampleFile, err error) {
	line, text, _ := strings.Cut(part, "\n")
	name, ok := strings.CutSuffix(line, " --")
	if !ok || text == "" {
		return f, fmt.Errorf("%q isn't followed by -- and the lines of a file", "-- "+line)
	}
	text = unseen.ReplaceAllStringFunc(text+"\n", func(m string) string {
		seen, wrong := strconv.Unquote(`"` + m[1:len(m)-1] + `"`)
		if wrong != nil {
			err = fmt.Errorf("%s isn't a character in Go notation", m)
		}
		return seen
	})
	return ExampleFile{name, text}, err
}
