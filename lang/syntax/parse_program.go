package syntax

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/habits"
)

// ParseProgram reads a program of the action language. Every statement with an
// error is reported; the block is nil exactly when the list has errors. An empty
// text is an empty program. See spec/programs.md and spec/grammar.ebnf.
func ParseProgram(f diag.Fragment) (*Block, diag.List) {
	r, ok := newReader(f)
	var b *Block
	if ok {
		b = r.block(r.tokens, f.All())
	}
	r.errs.Sort()
	if r.errs.HasErrors() {
		return nil, r.errs
	}
	return b, r.errs
}

// block reads the statements of a program or of the braces of a statement.
func (r *reader) block(tokens []token, at diag.Span) *Block {
	b := &Block{At: at}
	torn := 0 // what stands before this place belongs to a formula that a semicolon has torn
	for _, s := range statements(tokens) {
		if s[0].start < torn {
			continue
		}
		if t := bareLet(s); t != nil {
			r.errorf(CodeStatementForm, *t, `in a program, a formula that begins with "let" stands in brackets`).
				WithHint("put it in brackets: (let NAME = VALUE; FORMULA)")
			torn = lineEnd(r.source.Text, s[len(s)-1].end())
			continue
		}
		if stmt := r.statement(s); stmt != nil {
			b.Stmts = append(b.Stmts, stmt)
		}
	}
	return b
}

// bareLet finds a let within a statement that isn't its first word and stands in no brackets,
// where its semicolon ends the statement; nil: there is none.
func bareLet(s []token) *token {
	depth := 0
	for i := range s {
		switch {
		case s[i].opens():
			depth++
		case s[i].closes():
			depth--
		case depth == 0 && 0 < i && i+2 < len(s) && s[i].kind == wordToken && s[i].is("let") && !s[i-1].is(".") &&
			s[i+1].kind == wordToken && s[i+2].is("="):
			return &s[i]
		}
	}
	return nil
}

// lineEnd returns where the line ends that the place at stands in.
func lineEnd(text string, at int) int {
	if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(text)
}

// braces reads a block with its braces.
func (r *reader) braces(b blockForm) *Block { return r.block(r.inBraces(b.run), r.runSpan(b.run)) }

func (r *reader) maybeBraces(b *blockForm) *Block {
	if b == nil {
		return nil
	}
	return r.braces(*b)
}

// statement reads one statement; it returns nil when the statement has errors of form.
func (r *reader) statement(tokens []token) Stmt {
	if r.reportBad(outside(tokens)) {
		r.blocksOf(tokens)
		return nil
	}
	errors := len(r.errs)
	if stmt := r.dispatch(tokens); stmt != nil {
		return stmt
	}
	if len(r.errs) > errors {
		r.blocksOf(tokens)
	}
	return nil
}

// blocksOf looks for errors in the blocks of a statement that is wrong itself.
func (r *reader) blocksOf(tokens []token) {
	if !hasBlocks[tokens[0].text] {
		return
	}
	for i := 0; i < len(tokens); i++ {
		if !tokens[i].opens() {
			continue
		}
		end := i + closing(tokens[i:])
		if tokens[i].is("{") {
			r.block(tokens[i+1:end], r.span(tokens[i:end+1]))
		}
		i = end
	}
}

// closing returns the index of the bracket that closes the first token.
func closing(tokens []token) int {
	depth := 0
	return slices.IndexFunc(tokens, func(t token) bool {
		switch {
		case t.opens():
			depth++
		case t.closes():
			depth--
		}
		return depth == 0
	})
}

// builder is a form that gives a statement.
type builder[F any] interface {
	*F
	build(*reader, diag.Span) Stmt
}

func read[F any, B builder[F]](r *reader, tokens []token) Stmt {
	f, ok := form[F](r, programGrammar(), tokens, CodeStatementForm)
	if !ok {
		return nil
	}
	return B(f).build(r, r.firstLine(tokens))
}

func (r *reader) dispatch(tokens []token) Stmt {
	first := tokens[0]
	if first.kind != wordToken {
		return read[changeForm](r, tokens)
	}
	readWord, known := readers[first.text]
	switch {
	case known && isName(tokens):
		r.errorf(CodeStatementForm, first, "%q is a word of the language and can't be a name here", first.text).
			WithHint("as in: %s", usages[first.text])
		return nil
	case first.is("for") && len(tokens) > 3 && tokens[1].is("each") && tokens[3].is("in"):
		r.errorf(CodeStatementForm, tokens[1], `a loop is written without "each"`).WithHint("write for %s in ..", tokens[2].text).
			WithFix(r.source.Span(tokens[1].start, tokens[2].start), "")
		return nil
	case known:
		return readWord(r, tokens)
	case r.foreign(tokens) || r.misspelt(tokens):
		return nil
	}
	return read[changeForm](r, tokens)
}

// isName reports whether the first word of a statement is used as a name.
func isName(tokens []token) bool {
	return len(tokens) > 1 && (tokens[1].is("=") || tokens[1].is("+=") || tokens[1].is("-=") || tokens[1].is("."))
}

// foreign reports a statement of another language.
func (r *reader) foreign(tokens []token) bool {
	first := tokens[0]
	if first.is("else") {
		r.errorf(CodeStatementForm, first, `"else" without an "if" before it`).WithHint("as in: %s", usages["else"])
		return true
	}
	hint := habits.Statement(first.text)
	hasBlock := slices.ContainsFunc(tokens, func(t token) bool { return t.is("{") })
	if hint == "" || !(len(tokens) == 1 || hasBlock || sideBySide(tokens)) {
		return false
	}
	d := r.errorf(CodeUnknownStatement, first, "there is no statement %q", first.text)
	d.Hint = hint
	if same := habits.Same(first.text); same != "" {
		if word, _, long := strings.Cut(same, " with"); long && len(tokens) == 1 {
			same = word // nothing follows that it could be with
		}
		d.WithFix(d.Span, same)
	}
	return true
}

// sideBySide reports whether a value follows the first word without an operator.
func sideBySide(tokens []token) bool {
	return startsOperand(tokens, 1) && !(tokens[1].opens() && tokens[1].start == tokens[0].end())
}

// misspelt reports a line that looks like a statement but begins with none of its words.
func (r *reader) misspelt(tokens []token) bool {
	first := tokens[0]
	if !sideBySide(tokens) && !(len(tokens) > 1 && tokens[1].is("{")) {
		return false
	}
	d := r.errorf(CodeUnknownStatement, first, "no statement begins with %q", shorten(first.text))
	if lower := strings.ToLower(first.text); isStatementWord[lower] {
		d.WithHint("it is written in small letters: %s", lower).WithFix(d.Span, lower)
	} else if d.MeanOneOf(first.text, statementWords) {
	} else if tokens[1].is("(") {
		d.WithHint("the bracket of a call stands directly after its name")
	}
	return true
}
