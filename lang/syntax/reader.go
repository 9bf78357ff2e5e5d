package syntax

import (
	"errors"
	"iter"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/alecthomas/participle/v2"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/foreign"
)

// MaxProgramSize is the maximum size of a program or a script in bytes.
const MaxProgramSize = 64 << 10

// reader parses one program or script, statement by statement, so that each
// error is reported and parsing resumes at the next statement.
type reader struct{ input }

// newReader splits the text into tokens and statements. It returns false if the
// text is too large or its brackets don't match: then nothing in it is certain.
func newReader(f diag.Fragment) (*reader, bool) {
	r := &reader{input{source: f}}
	if len(f.Text) > MaxProgramSize {
		r.errs.Errorf(CodeTooLarge, f.Span(0, 0), "too long: %d bytes, the limit is %d", len(f.Text), MaxProgramSize)
		return r, false
	}
	tokens := scan(f.Text)
	pairs(f, tokens, &r.errs)
	if r.errs.HasErrors() {
		r.reportBad(slices.Values(tokens))
		return r, false
	}
	r.tokens = layout(tokens)
	return r, true
}

func (r *reader) errorf(code diag.Code, t token, format string, args ...any) *diag.Diagnostic {
	return r.errs.Errorf(code, r.source.Span(t.start, t.end()), format, args...)
}

// runSpan returns the span of a run.
func (r *reader) runSpan(x run) diag.Span { return r.source.Span(x.from, x.to) }

// within returns the tokens of a formula or a block that hasn't been filled.
func (r *reader) within(unfilled interface{ Span() diag.Span }) []token {
	x := unfilled.(run)
	from := sort.Search(len(r.tokens), func(i int) bool { return r.tokens[i].start >= x.from })
	to := sort.Search(len(r.tokens), func(i int) bool { return r.tokens[i].start >= x.to })
	return r.tokens[from:to]
}

// inBraces returns the tokens between the braces of a run.
func (r *reader) inBraces(x run) []token {
	tokens := r.within(x)
	return tokens[1 : len(tokens)-1]
}

// layout drops the line breaks that don't end a statement: those inside ( ) and [ ],
// after an operator or a comma, and before a continuation line.
// The kept tokens overwrite the others.
func layout(tokens []token) []token {
	kept := tokens[:0]
	var open []string
	next := 0 // the token after this one that doesn't end a statement
	for i, t := range tokens {
		for next <= i || next < len(tokens) && tokens[next].kind == endToken {
			next++
		}
		switch {
		case t.opens():
			open = append(open, t.text)
		case t.closes():
			open = open[:len(open)-1]
		}
		inside := len(open) > 0 && open[len(open)-1] != "{"
		if t.text == "\n" && (inside || goesOn(kept) && !beginsStatement(tokens[next:]) || continues(tokens[next:])) {
			continue
		}
		kept = append(kept, t)
	}
	return kept
}

// goesOn reports whether a line can't end after these tokens.
func goesOn(before []token) bool {
	if len(before) == 0 {
		return false
	}
	t := before[len(before)-1]
	named := len(before) > 1 && before[len(before)-2].is(".")
	return t.kind == markToken && !t.opens() && !t.closes() && t.text != ":" ||
		t.kind == wordToken && isOperatorWord[t.text] && !named
}

// beginsStatement reports whether the next line can only be a statement, so that
// an operator at the end of the previous line lacks its right side.
func beginsStatement(after []token) bool {
	if len(after) < 2 || after[0].kind != wordToken || !isStatementWord[after[0].text] {
		return false
	}
	next := after[1]
	return next.kind == wordToken && !isClauseWord[next.text] && !isOperatorWord[next.text] || next.is("{")
}

// continues reports whether the next line continues the previous one.
func continues(after []token) bool {
	if len(after) == 0 || after[0].kind != wordToken || !continuing[after[0].text] {
		return false
	}
	if len(after) == 1 {
		return true
	}
	next := after[1]
	field := next.is(".") && next.start == after[0].end()
	return !next.is("=") && !next.is("+=") && !next.is("-=") && !next.is(":") && !field
}

// statements splits tokens at the ends of statements outside brackets; empty ones
// are omitted.
func statements(tokens []token) [][]token {
	var list [][]token
	depth, from := 0, 0
	add := func(to int) {
		if to > from {
			list = append(list, tokens[from:to])
		}
		from = to + 1
	}
	for i, t := range tokens {
		switch {
		case t.opens():
			depth++
		case t.closes():
			depth--
		case t.kind == endToken && depth == 0:
			add(i)
		}
	}
	add(len(tokens))
	return list
}

// outside iterates over the tokens of a statement outside its blocks.
func outside(tokens []token) iter.Seq[token] {
	return func(yield func(token) bool) {
		depth := 0
		for _, t := range tokens {
			if t.is("}") {
				depth--
			}
			if depth == 0 && !yield(t) {
				return
			}
			if t.is("{") {
				depth++
			}
		}
	}
}

// firstLine returns the span of a statement without its blocks and further lines.
func (r *reader) firstLine(tokens []token) diag.Span {
	last := tokens[0]
	for _, t := range tokens[1:] {
		if t.is("{") || strings.Contains(r.source.Text[last.end():t.start], "\n") {
			break
		}
		last = t
	}
	return r.source.Span(tokens[0].start, last.end())
}

// reportBad reports invalid tokens, and returns whether there are any.
func (r *reader) reportBad(tokens iter.Seq[token]) bool {
	found := false
	for t := range tokens {
		if t.kind == badToken {
			t.bad.report(&r.errs, r.source.Span(t.start, t.end()))
			found = true
		}
	}
	return found
}

// form parses one statement or line by the grammar of its form.
func form[F, G any](r *reader, grammar *participle.Parser[G], tokens []token, code diag.Code) (*F, bool) {
	parser, err := participle.ParserForProduction[F](grammar)
	if err != nil {
		panic("syntax: " + err.Error()) // the forms are part of the grammar
	}
	f, err := parser.ParseFromLexer(peeking(r.source.Text, tokens))
	if err == nil {
		return f, true
	}
	var unexpected *participle.UnexpectedTokenError
	if !errors.As(err, &unexpected) {
		r.errs.Errorf(code, r.firstLine(tokens), "this can't be read")
		return nil, false
	}
	at := slices.IndexFunc(tokens, func(t token) bool { return t.start >= unexpected.Unexpected.Pos.Offset })
	if unexpected.Unexpected.EOF() {
		at = len(tokens)
	}
	r.unexpected(tokens, at, expectation(unexpected.Message()), code)
	return nil, false
}

var firstExpected = regexp.MustCompile(`\(expected \(*("[^"]*"|<?\w+>?)`)

// expectation extracts the first expected item from participle's message: a word
// or mark in quotes, or the name of a form or token. It is empty if nothing
// more was expected.
func expectation(message string) string {
	if m := firstExpected.FindStringSubmatch(message); m != nil {
		return m[1]
	}
	return ""
}

// unexpected reports that the token at i can't follow those before it in a
// statement; i is past the end if the statement ends too early.
func (r *reader) unexpected(tokens []token, i int, expected string, code diag.Code) {
	word := tokens[0].text
	if i < len(tokens) && tokens[i].kind == badToken {
		r.reportBad(slices.Values(tokens[i : i+1]))
		return
	}
	var d *diag.Diagnostic
	switch {
	case expected == "" && i < len(tokens):
		d = r.tooMuch(tokens, i, code)
	case i >= len(tokens) && expected == "Block" && tokens[i-1].is(":") && code == CodeStatementForm:
		d = r.errorf(code, tokens[i-1], `expected "{", found ":"`).WithHint("put the statements in { }")
	case i >= len(tokens) && expected == "Block" && secondValue(tokens) > 0:
		begins := tokens[secondValue(tokens)]
		d = r.errorf(code, begins, `expected "{" before %q`, shorten(begins.text)).WithHint("put the statements in { }")
		if begins.is("then") {
			d.WithHint("write it without then: if WHAT { .. }")
		}
	case i >= len(tokens) && strings.HasPrefix(expected, `"`) && secondValue(tokens) > 0:
		begins := tokens[secondValue(tokens)]
		d = r.errorf(code, begins, "expected %s before %q", expected, shorten(begins.text))
	case i >= len(tokens):
		last := tokens[len(tokens)-1]
		d = r.errorf(code, last, "expected %s after %q", r.want(tokens, i, expected, code), shorten(last.text))
	case i == 0:
		d = r.errorf(code, tokens[0], "expected %s, found %q", r.want(tokens, i, expected, code), shorten(word))
	default:
		d = r.errorf(code, tokens[i], "expected %s after %q, found %q",
			r.want(tokens, i, expected, code), shorten(tokens[i-1].text), shorten(tokens[i].text))
	}
	if d.Hint == "" {
		if d.Hint = r.slip(tokens, i, expected); d.Hint == toCompare && word != "for" {
			d.WithFix(d.Span, "==")
		}
	}
	if usage := usages[row(word, code)]; d.Hint == "" && usage != "" {
		d.WithHint("as in: %s", usage)
	}
}

// secondValue returns the index of the token at which one value follows another, so that a brace or
// a word is missing between them; 0 if there is none.
func secondValue(tokens []token) int {
	depth := 0
	for i := range tokens {
		switch t := tokens[i]; {
		case t.opens():
			depth++
		case t.closes():
			depth--
		case i > 1 && depth == 0 && t.kind == wordToken && !isClauseWord[t.text] && !isClauseWord[tokens[i-1].text] && endsOperand(tokens, i-1) && startsOperand(tokens, i):
			return i
		}
	}
	return 0
}

// row returns the key of the table row for a word: that of a script line
// if there is also a statement that begins with this word.
func row(word string, code diag.Code) string {
	if own := lineKey(word); code == CodeScriptForm && usages[own] != "" {
		return own
	}
	return word
}

// tooMuch reports text after the end of a statement.
func (r *reader) tooMuch(tokens []token, i int, code diag.Code) *diag.Diagnostic {
	if hint := foreign.Statement(tokens[i].text); hint != "" && i > 0 && tokens[i-1].is("}") {
		d := r.errorf(code, tokens[i], "unexpected %q after a block", shorten(tokens[i].text)).WithHint("%s", hint)
		if same := foreign.Same(tokens[i].text); same != "" {
			d.WithFix(d.Span, same)
		}
		return d
	}
	if i > 0 && tokens[i-1].is("}") {
		return r.errorf(code, tokens[i], "unexpected %q after a block", shorten(tokens[i].text)).
			WithHint("a new statement begins on a new line or after a semicolon")
	}
	d := r.errorf(code, tokens[i], "unexpected %q here", shorten(tokens[i].text))
	if usage := usages[row(tokens[0].text, code)]; isClauseWord[tokens[i].text] && strings.Contains(usage, " "+tokens[i].text+" ") {
		d.WithHint("the parts go in this order: %s", usage)
	}
	return d
}

// want describes what was expected at token i.
func (r *reader) want(tokens []token, i int, expected string, code diag.Code) string {
	if strings.HasPrefix(expected, `"`) {
		return expected
	}
	if i > 0 {
		word, before := row(tokens[0].text, code), tokens[i-1].text
		own, ok := wantsIn[word][before]
		switch {
		case i == 1:
			own, ok = wantsIn[word][""]
		case !ok:
			own, ok = wants[before]
		}
		if ok {
			return own
		}
	}
	switch expected {
	case "NewName", "Ident":
		return "a name"
	case "Block", "linesForm":
		return `"{"`
	case "FaceForm":
		return "a number"
	}
	return "a value"
}

const toCompare = "write == to compare"

// slip returns a hint for a common mistake.
func (r *reader) slip(tokens []token, i int, expected string) string {
	found := ""
	if i < len(tokens) {
		found = tokens[i].text
	}
	switch word := tokens[0].text; {
	case found == "=" && (word == "if" || word == "while" || word == "for" || word == "expect"):
		return toCompare
	case expected == `"of"` && i > 1 && tokens[i-2].is("after"):
		return "after needs an entry: after ENTRY of WHOM; at needs a time: at now + " + tokens[i-1].text
	case word == "draw" && found == "of":
		return "write the name of the card, with underscores"
	case expected == "Block" && (found != "" || slices.ContainsFunc(tokens, func(t token) bool { return t.is("then") })):
		return "put the statements in { }"
	case expected == "Block":
		return `write "{", the statements and "}" after it`
	case isOperatorWord[found] || isClauseWord[found]:
		if i > 0 && (expected == "NewName" || expected == "Ident") {
			return "\"" + found + "\" is a reserved word and can't be a name here"
		}
	}
	return ""
}
