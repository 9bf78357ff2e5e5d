package tree

import (
	"regexp"
	"strings"

	"github.com/rulec/rulec/lang/diag"
)

// flow examines a mapping in braces or a list in brackets that begins at a
// byte and may span several lines.
func (o *outliner) flow(at int) {
	f := flowScan{o: o}
	for at < len(o.text) && o.found == nil {
		next := f.step(at)
		if len(f.open) == 0 {
			o.rest(next, "the closing bracket")
			return
		}
		at = next
	}
	if len(f.open) > 0 {
		first := f.open[0]
		o.fail(unclosedBracket(o.span(first, first+1)))
	}
}

func unclosedBracket(span diag.Span) *diag.Diagnostic {
	closes := map[string]string{"[": "]", "{": "}"}[span.Text()]
	return diag.Errorf(UnclosedBracket, span, "this %q isn't closed", span.Text()).
		WithHint("close it with %q, or put the whole value in quotes if it is a text or a formula", closes)
}

// flowScan is the state of a scan through braces and brackets.
type flowScan struct {
	o *outliner
	// open are the places of unclosed brackets.
	open []int
	// word is set inside a plain value, colon after the colon of an entry whose
	// value has begun.
	word, colon bool
	// ended is set after a closed quote or bracket, where only a comma, a colon
	// or another closing bracket may follow.
	ended bool
	// last is where the last word of a plain value begins; 0 means there is none.
	last int
	// gap is set after white space, broken after a line break inside an entry.
	gap, broken bool
}

// step examines the character at a byte and returns where the next begins.
func (f *flowScan) step(at int) int {
	o := f.o
	c := o.text[at]
	switch {
	case isSpace(c):
		f.gap = true
		f.broken = f.broken || c == '\n'
		return at + 1
	case c == '#' && strings.HasPrefix(o.text[at:], "#:"):
		o.fail(diag.Errorf(CommentInValue, o.span(at, at+1), `"#" begins a comment, unless it is in quotes`).Suggest(`"#"`))
	case c == '#' && f.gap:
		return lineEnd(o.text, at)
	case (c == '[' || c == '{') && !f.ended:
		f.opening(at)
	case c == ']' || c == '}':
		f.closing(at)
	case c == ',':
		f.entry()
	case c == ':' && (at+1 >= len(o.text) || isSpace(o.text[at+1]) || !f.word || f.ended):
		f.colonAt(at)
	case f.ended:
		o.fail(diag.Errorf(AfterValue, o.span(at, at+1), "a value in quotes or brackets ends before this; a comma is missing, or quotes around the whole value"))
	case !f.word && (c == '"' || c == '\''):
		return f.quote(at)
	case !f.word && (c == '!' || c == '@' || c == '`' || c == '%' || c == '*'):
		f.word = true
		f.mark(at)
	default:
		if f.gap && f.word {
			f.last = at
		}
		f.word = true
	}
	f.gap = false
	return at + 1
}

// entry begins an entry.
func (f *flowScan) entry() {
	f.word, f.colon, f.ended, f.broken, f.last = false, false, false, false, 0
}

func (f *flowScan) opening(at int) {
	if f.word {
		what := "value"
		if !f.colon && f.o.text[f.open[len(f.open)-1]] == '{' {
			what = "key"
		}
		f.o.fail(diag.Errorf(TornFormula, f.o.span(at, at+1),
			"a bracket inside braces or brackets begins another list or mapping").
			WithHint("put the whole %s in quotes, or write each entry on a line of its own, without braces or brackets", what))
		return
	}
	if callInBraces.MatchString(f.o.text[at:lineEnd(f.o.text, at)]) {
		f.o.fail(braceInText(f.o.span(at, at+1)))
	}
	f.open = append(f.open, at)
	f.entry()
}

// callInBraces matches the beginning of a template that computes something.
var callInBraces = regexp.MustCompile(`^\{ *[a-z_.]+\(`)

func (f *flowScan) closing(at int) {
	last := f.open[len(f.open)-1]
	if f.o.text[last] == '[' != (f.o.text[at] == ']') {
		f.o.fail(unclosedBracket(f.o.span(last, last+1)))
		return
	}
	f.open = f.open[:len(f.open)-1]
	f.entry()
	f.ended = true
}

func (f *flowScan) colonAt(at int) {
	switch {
	case f.colon && f.broken:
		last := f.open[len(f.open)-1]
		f.o.fail(unclosedBracket(f.o.span(last, last+1)).
			WithNote(f.o.span(at, at+1), "up to here, or a comma is missing before this key"))
	case f.colon && f.last > 0 && keyAlone.MatchString(f.o.text[f.last:at]) && !isBlank(f.o.text[at-1]):
		f.o.fail(diag.Errorf(ColonInValue, f.o.span(f.last, at), "a comma is missing before this key, or quotes around the value before it").
			WithHint("write , %s:", f.o.text[f.last:at]).WithGuess(f.o.span(f.last-1, f.last-1), ","))
	case f.colon:
		f.o.fail(colonInside(f.o.span(at, at+1), ""))
	default:
		f.entry()
		f.colon = true
	}
}

// mark examines a value that begins with a character that has a meaning in YAML.
func (f *flowScan) mark(at int) {
	word := f.o.text[at : at+wordLength(f.o.text[at:], true)]
	span := f.o.span(at, at+len(strings.TrimRight(word, ",[]{}")))
	switch {
	case f.o.text[at] != '*':
		f.o.fail(diag.Errorf(ValueStart, span, "a value can't begin with %q, which has a meaning in YAML", f.o.text[at:at+1]).
			WithHint("put the whole value in quotes"))
	case !f.o.anchored(span.Text()):
		f.o.fail(unknownAlias(span))
	}
}

// quote skips a text in quotes.
func (f *flowScan) quote(at int) int {
	end := quoteEnd(f.o.text, at)
	if end < 0 {
		f.o.fail(diag.Errorf(UnclosedQuote, f.o.span(at, at+1), "this quote isn't closed").
			WithHint("close it at the end of the text"))
		return len(f.o.text)
	}
	if f.o.text[at] == '"' {
		f.o.escapes(at, end)
	}
	f.word, f.ended, f.gap = true, true, false
	return end
}
