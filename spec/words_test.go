package spec_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
	"github.com/rulec/rulec/lang/types"
	"github.com/rulec/rulec/spec"
)

// The words of the language that stand in no table of the program, because they
// are read where they are needed. TestWords holds these lists complete.
var (
	// formatValues are the words that stand for themselves behind some keys.
	formatValues = strings.Fields(`
		sum max min any count last none refresh replace by time square hex zones plane alternate one scene
		in+order once+per+action together pass pay true false answering spending`)
	// givenNames are what the language itself declares or asks every ruleset to
	// declare, and what its things are called in messages.
	givenNames = strings.Fields(`
		creature terrain fight turn moment moves action encounter step check`)
	// traceWords are the keys and kinds of events of a trace as JSON.
	traceWords = strings.Fields(`
		who other landed landing hold refresh winner how stopped amount total taken test`)
	// plainWords are words of stories, and of the command's flags and outputs, which
	// a ruleset may happen to use.
	plainWords = strings.Fields(`nothing outcome coverage save load failure change easy deadly`)
)

// literals returns the string literals of the Go files below some folders.
func literals(t *testing.T, folders ...string) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	for _, folder := range folders {
		paths, err := filepath.Glob(folder + "/*.go")
		if err != nil || len(paths) == 0 {
			t.Fatal("no Go files in", folder, err)
		}
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					text, _ := strconv.Unquote(lit.Value)
					all[text] = true
				}
				return true
			})
		}
	}
	return all
}

// spaced returns words with blanks for the plus signs that keep them together in the lists.
func spaced(w string) string { return strings.ReplaceAll(w, "+", " ") }

// TestWords holds words.md equal to the words that the program knows, and the
// lists above equal to what it reads.
func TestWords(t *testing.T) {
	inLang := literals(t, "../lang", "../lang/decls", "../lang/encounter", "../lang/types", "../lang/decode", "../lang/tree", "../lang/syntax")
	for _, m := range format.Mappings() {
		inLang[m.Sort()] = true
		for _, k := range m.Keys {
			for _, w := range k.Words() {
				inLang[w] = true
			}
		}
	}
	for _, w := range slices.Concat(formatValues, givenNames) {
		if !inLang[spaced(w)] {
			t.Errorf("%q is no word of the language any more", w)
		}
	}
	inTrace := literals(t, "../interp", "../interp/trace", "../interp/story", "../interp/value", "../cmd/rulec/cli", "../internal/difficulty")
	for _, w := range slices.Concat(traceWords, plainWords) {
		if !inTrace[w] {
			t.Errorf("%q is no word of traces any more", w)
		}
	}
	page(t, "words.md", wordsPage())
}

// wordsPage returns words.md.
func wordsPage() string {
	var reserved, functions []string
	for _, w := range types.Words() {
		if types.Reserved(w) {
			reserved = append(reserved, w)
		}
	}
	for _, f := range program.Functions() {
		functions = append(functions, f.Name)
		for _, p := range f.Takes {
			functions = append(functions, strings.ToLower(p.Name))
		}
	}
	var b strings.Builder
	b.WriteString(`# Words

All words with a meaning in the language, and the program's own words. Every other name comes from a ruleset: a test fails if one of the
rulesets' own words is in the Go code. A test writes this page.
`)
	part := func(title, text string, words []string) {
		words = slices.Clone(words)
		slices.Sort(words)
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n", title, text)
		line := ""
		for _, w := range slices.Compact(words) {
			if len(line)+len(w) > 125 {
				b.WriteString(strings.TrimRight(line, " ") + "\n")
				line = ""
			}
			line += "`" + spaced(w) + "` "
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	part("Reserved", "No param, key number, participant, channel, field, parameter, proc or local can have one of these names.", reserved)
	part("Clauses", "No local can have one of these names either.", syntax.ClauseWords())
	part("Statements, formulas, phrases, scripts and types", "They have a meaning only in their place, and are free elsewhere.", types.Words())
	part("Functions and their arguments", "No table, quantity or proc can have the name of a function. functions.md explains them.", functions)
	part("Keys of files", "", keysOfFiles())
	part("Values of keys", "", formatValues)
	part("Names of the language", "Kinds and events that it knows by name.", givenNames)
	part("Traces", "Keys and types of events in a trace, words of combat logs and of the command. Rulesets use them too.", slices.Concat(traceWords, plainWords))
	return strings.ReplaceAll(b.String(), "\n\n\n\n", "\n\n")
}

// keysOfFiles returns all keys of the file format.
func keysOfFiles() []string {
	var keys []string
	for _, m := range format.Mappings() {
		for _, k := range m.Keys {
			if k.Name != "" {
				keys = append(keys, k.Name)
			}
		}
	}
	return keys
}

// TestKeys holds keys.md equal to the table of the file format, and the reference complete.
func TestKeys(t *testing.T) {
	var b strings.Builder
	b.WriteString(`# Keys

All keys of files, by their place. Required keys are bold. NAME is a name that you choose. Above each table is the page that explains
its keys. A test writes this page from the table that the program uses to read files.
`)
	for _, m := range format.Mappings() {
		fmt.Fprintf(&b, "\n## %s\n\n[%s.md](%s.md)\n\n| key | holds |\n|---|---|\n", strings.ToUpper(m.Of[:1])+m.Of[1:], m.Section, m.Section)
		if !slices.Contains(spec.Language, m.Section) {
			t.Fatalf("there is no page %q", m.Section)
		}
		reference := readPage(t, m.Section+".md")
		for _, k := range m.Keys {
			switch {
			case k.Name == "":
				fmt.Fprintf(&b, "| .. | %s |\n", k.Holds)
				continue
			case k.Needed:
				fmt.Fprintf(&b, "| **`%s`** | %s |\n", k.Name, k.Holds)
			default:
				fmt.Fprintf(&b, "| `%s` | %s |\n", k.Name, k.Holds)
			}
			if !regexp.MustCompile(`\b`+k.Name+`\b`).MatchString(reference) && !common[k.Name] {
				t.Errorf("%s.md doesn't name %s", m.Section, k.Name)
			}
		}
	}
	page(t, "keys.md", b.String())
}

// common are the keys that files.md explains for all declarations and files.
var common = map[string]bool{"rulec": true, "title": true, "about": true, "covers": true}

// TestFunctions holds functions.md equal to the tables of the program, and the
// reference complete.
func TestFunctions(t *testing.T) {
	var b strings.Builder
	b.WriteString(`# Functions

What formulas can call, besides a ruleset's tables, quantities and conditions. Find one with ` + "`rulec docs --find WORD`" + `.
[Formulas](formulas.md) shows how to use each group. A test writes this page from the table that checks calls.
`)
	group := ""
	for _, f := range program.Functions() {
		if f.Group != group {
			group = f.Group
			fmt.Fprintf(&b, "\n## %s\n\n| call | takes | gives | meaning |\n|---|---|---|---|\n", group)
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", f.Call(), takesOf(f), f.Gives, f.Doc)
	}
	members := "\n## Fields of the language\n\n| field | of | gives | meaning |\n|---|---|---|---|\n"
	for _, m := range program.Members() {
		members += fmt.Sprintf("| `.%s` | %s | %s | %s |\n", m.Name, program.Type{Kind: m.Of}, m.Gives, m.Doc)
	}
	b.WriteString("\n- In F, `each` is the element, and `.field` is `each.field`.\n- `if(c, a, b)` gives a if c is true, else b, and evaluates only that one. `if(c, a, d, b, z)` gives a if c is true, else b if d is, else z.\n")
	b.WriteString(members)
	page(t, "functions.md", b.String())
	reference := readPage(t, "formulas.md")
	for _, f := range program.Functions() {
		if !regexp.MustCompile("[` ]" + f.Name + "\\(|`" + f.Name + "`").MatchString(reference) {
			t.Errorf("formulas.md doesn't name %s", f.Name)
		}
	}
}

// TestStatements holds that the reference names every statement.
func TestStatements(t *testing.T) {
	reference := readPage(t, "programs.md")
	for _, w := range syntax.StatementWords() {
		if !regexp.MustCompile("[` ]" + w + "[` ]").MatchString(reference) {
			t.Errorf("programs.md doesn't name %s", w)
		}
	}
}

// TestPagesAreShort holds that the pages of the language can be read: none is long, and no line
// of their prose.
func TestPagesAreShort(t *testing.T) {
	const lines, characters = 200, 140
	for _, name := range append(slices.Clone(spec.Language), "language") {
		text := strings.Split(readPage(t, name+".md"), "\n")
		if len(text) > lines {
			t.Errorf("%s.md has %d lines: it is a page of more than one subject", name, len(text))
		}
		code := false
		for i, line := range text {
			code = code != strings.HasPrefix(line, "```")
			if !code && !strings.HasPrefix(line, "|") && len([]rune(line)) > characters {
				t.Errorf("%s.md:%d: a line of more than %d characters", name, i+1, characters)
			}
		}
	}
}

// takesOf says what the arguments are, as far as they differ.
func takesOf(f program.Function) string {
	var words []string
	for _, p := range f.Takes {
		if len(words) == 0 || words[len(words)-1] != string(p.Takes) {
			words = append(words, string(p.Takes))
		}
	}
	return strings.Join(words, ", ")
}

// TestTableOfContents holds that language.md links all pages of the language, in their order.
func TestTableOfContents(t *testing.T) {
	var linked []string
	for _, m := range regexp.MustCompile(`\(([a-z_]+)\.md\)`).FindAllStringSubmatch(readPage(t, "language.md"), -1) {
		if slices.Contains(spec.Language, m[1]) && !slices.Contains(linked, m[1]) {
			linked = append(linked, m[1])
		}
	}
	if !slices.Equal(linked, spec.Language) {
		t.Errorf("language.md links %v, the pages are %v", linked, spec.Language)
	}
}
