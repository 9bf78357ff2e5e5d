package syntax

import (
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write spec/grammar.ebnf anew")

// TestGrammarFile holds the published grammar equal to the one that programs and scripts are read by.
func TestGrammarFile(t *testing.T) {
	const file = "../../spec/grammar.ebnf"
	if *update {
		if err := os.WriteFile(file, []byte(grammar()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	published, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(published) != grammar() {
		t.Errorf("%s differs from the grammar; run: go test ./lang/syntax -run TestGrammarFile -update", file)
	}
}

// grammarNotes explain the names of runs of text.
const grammarNotes = `
Block = "{" Program "}" .
Lines = "{" Line? ((<end> | ",") Line?)* "}" .
Target = Formula .

# <end> is a line break or ";". A line break doesn't count inside ( ) and [ ], after an operator or a comma, before "and",
# "or" and "else", and before a line that begins with a clause word that begins no statement. A comma ends a line of a script
# only in braces, and only where the next line begins with "dice", "draw", "choose", "expect" or NAME ":".
# Formula: see "Formulas"; it ends, outside brackets, at <end>, a brace, a comma, "=", "+=", "-=", "in order of", and at the words
# CLAUSES
# when a complete formula stands before them.
# Name: a <word> that isn't an operator or one of the words above. Ident: any <word>.
# Text: a text in quotes.
# Phrase: "when" Formula, "now" "+" Formula, or an event phrase; it ends at <end> or a brace.
`

var formName = regexp.MustCompile(`\b([a-zA-Z])(\w*)Form\b`)

// grammar returns the grammar of programs and scripts in EBNF: participle's
// grammar with cleaned names.
func grammar() string {
	clean := func(ebnf string) string {
		ebnf = strings.NewReplacer("Expr", "Formula", "NewName", "Name", "Until", "Phrase").Replace(ebnf)
		return formName.ReplaceAllStringFunc(ebnf, func(name string) string {
			name = strings.TrimSuffix(name, "Form")
			return strings.ToUpper(name[:1]) + name[1:]
		})
	}
	program, script := clean(programGrammar().String()), clean(scriptGrammar().String())
	var b strings.Builder
	b.WriteString("# The grammar of programs and scripts. Made by TestGrammarFile in lang/syntax; a test keeps it so.\n\n")
	b.WriteString(program + "\n\n")
	for line := range strings.Lines(script) {
		if production, _, _ := strings.Cut(line, " ="); !strings.Contains(program, "\n"+production+" =") {
			b.WriteString(line)
		}
	}
	b.WriteString("\n" + strings.Replace(grammarNotes, "CLAUSES", strings.Join(clauseWords, " "), 1))
	return b.String()
}
