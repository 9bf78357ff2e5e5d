package tree

import (
	"strings"

	"github.com/rulec/rulec/lang/diag"
)

// The YAML library reports at best a line, often a wrong one, and mentions its
// internals. So when it rejects a file, the outline (see outline.go) looks
// for the first probable error, and its place and message are
// shown. The library's message is only used if nothing is found.

// explainSyntax returns the diagnostic for a file that the YAML library rejects
// with a message about a line.
func explainSyntax(src *diag.Source, line int, message string) *diag.Diagnostic {
	if strings.Contains(message, "exceeded max depth") {
		return diag.Errorf(TooDeep, lineSpan(src, line), "mappings and lists are nested more than %d deep", MaxDepth)
	}
	if found := outline(src); found != nil {
		return found
	}
	if name, ok := strings.CutPrefix(message, "unknown anchor '"); ok {
		name, _, _ = strings.Cut(name, "'")
		if at := strings.Index(src.Text, "*"+name); at >= 0 {
			return unknownAlias(diag.Span{Source: src, Start: at, End: at + 1 + len(name)})
		}
	}
	for _, t := range translations {
		if strings.Contains(message, t.theirs) {
			return diag.Errorf(t.code, lineSpan(src, line), "%s", t.ours).WithHint("%s", t.hint)
		}
	}
	return diag.Errorf(Unreadable, lineSpan(src, line), "the file can't be read as YAML from about here on (%s)", message)
}

// lineSpan returns the text of a line without surrounding blanks.
func lineSpan(src *diag.Source, line int) diag.Span {
	text := src.Line(line)
	start := src.Offset(line, 1) + len(text) - len(strings.TrimLeft(text, " \t"))
	return diag.Span{Source: src, Start: start, End: start + len(strings.TrimSpace(text))}
}

func unknownAlias(span diag.Span) *diag.Diagnostic {
	return diag.Errorf(ValueStart, span, `a value can't begin with "*": YAML reads %q as an alias, and nothing has that name`, span.Text()).
		WithHint("put the whole value in quotes")
}

// translations are our messages for those of the library,
// for errors that the outline doesn't find.
var translations = []struct {
	theirs string
	code   diag.Code
	ours   string
	hint   string
}{
	{"mapping values are not allowed", ColonInValue, "a colon and a space are where no key can be, here or just before",
		"put a text with a colon in quotes; begin all keys of a block in the same column"},
	{"did not find expected key", Indentation, "a line here or below doesn't fit those above it",
		"begin all keys of a block in the same column, and put whole values with brackets or quotes in quotes"},
	{"did not find expected '-'", Indentation, "a line here or below doesn't fit the list it is in",
		"begin all entries of a list in the same column"},
	{"could not find expected ':'", KeyWithoutColon, "a key without a colon, here or just before",
		"write a colon and a space after the key"},
	{"did not find expected ',' or", UnclosedBracket, "a list or mapping in brackets isn't closed, or a comma is missing in it",
		"write each entry on a line of its own, without brackets"},
	{"cannot start any token", ValueStart, "a value begins with a character that YAML reserves", "put the whole value in quotes"},
	{"unexpected end of stream", UnclosedQuote, "a quote isn't closed, here or above", "close the quote"},
	{"tab character", TabIndent, "the indentation contains a tab, here or just below", "indent with spaces"},
}
