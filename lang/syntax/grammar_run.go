package syntax

import (
	"io"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/rulec/rulec/lang/diag"
)

// Lex is never called: the tokens come from the scanner.
func (tokenDefinition) Lex(string, io.Reader) (lexer.Lexer, error) { return &tokenLexer{}, nil }

// window holds the tokens for a decision.
type window [3]token

// ahead fills the window with the next tokens, without consuming them; at the end
// there may be fewer.
func (w *window) ahead(lex *lexer.PeekingLexer) []token {
	at := lex.RawCursor() // no token is elided, so raw tokens are all tokens
	for i := range w {
		t := &lex.Range(at, at+1)[0]
		if t.EOF() {
			return w[:i]
		}
		w[i] = token{kind: kindOf(t.Type), text: t.Value, start: t.Pos.Offset}
		at++
	}
	return w[:]
}

// takeFormula takes the tokens of a formula, up to the first one that can't belong to it.
func takeFormula(lex *lexer.PeekingLexer) (Expr, error) {
	var formula run
	depth := 0
	var w window
	before := make([]token, 0, 2) // the last two tokens taken
	for {
		next := w.ahead(lex)
		if len(next) == 0 || depth == 0 && endsFormula(before, next) {
			break
		}
		switch {
		case next[0].opens():
			depth++
		case next[0].closes():
			depth--
		}
		formula.take(lex.Next())
		if len(before) == cap(before) {
			before = append(before[:0], before[1])
		}
		before = append(before, next[0])
	}
	if formula.to == 0 {
		return nil, participle.NextMatch
	}
	return formula, nil
}

// endsFormula reports whether, outside brackets, a formula ends before next.
func endsFormula(before, next []token) bool {
	t := next[0]
	complete := endsOperand(before, len(before)-1)
	switch t.kind {
	case endToken, blockToken:
		return true
	case markToken:
		switch t.text {
		case "}", ")", "]", ",", "=", "+=", "-=":
			return true
		}
	case textToken:
		return complete
	case wordToken:
		named := len(before) > 0 && before[len(before)-1].is(".")
		inOrder := len(next) == 3 && t.is("in") && next[1].is("order") && next[2].is("of")
		switch {
		case named:
			return false
		case complete:
			return isClauseWord[t.text] || inOrder
		}
		return isClauseWord[t.text] && opensClause(next)
	}
	return false
}

// opensClause reports whether a clause word at the head of next begins its
// clause, although a formula is expected: then the text that follows can't
// follow a name.
func opensClause(next []token) bool {
	if len(next) < 2 {
		return false
	}
	if len(next) > 2 && next[0].is("with") && next[2].is("=") {
		return true // with to = ..
	}
	follows := next[1]
	adjacent := follows.start == next[0].end()
	return startsOperand(next, 1) && !isClauseWord[follows.text] && !(adjacent && (follows.opens() || follows.kind == groupToken))
}

// Parse takes a formula, unless it is a quoted text.
func (t *targetForm) Parse(lex *lexer.PeekingLexer) (err error) {
	if lex.Peek().EOF() || lex.Peek().Type == typeOf(textToken) {
		return participle.NextMatch
	}
	t.Value, err = takeFormula(lex)
	return err
}

// Parse takes a text in quotes.
func (x *textForm) Parse(lex *lexer.PeekingLexer) error {
	if lex.Peek().Type != typeOf(textToken) {
		return participle.NextMatch
	}
	x.take(lex.Next())
	return nil
}

// Parse takes the tokens of an event phrase: the rest of the statement.
func (u *Until) Parse(lex *lexer.PeekingLexer) error {
	var phrase run
	for t := lex.Peek(); !t.EOF() && t.Type != typeOf(blockToken); t = lex.Peek() {
		phrase.take(lex.Next())
	}
	if phrase.to == 0 {
		return participle.NextMatch
	}
	u.At = diag.Span{Start: phrase.from, End: phrase.to}
	return nil
}

// Parse takes a block with its braces.
func (b *Block) Parse(lex *lexer.PeekingLexer) error {
	var statements run
	err := statements.braces(lex)
	b.Stmts = []Stmt{statements}
	return err
}

// Parse takes the lines of a script in braces.
func (l *linesForm) Parse(lex *lexer.PeekingLexer) error { return l.braces(lex) }

// braces takes a block with its braces.
func (r *run) braces(lex *lexer.PeekingLexer) error {
	if t := lex.Peek(); t.Type != typeOf(blockToken) {
		return participle.NextMatch
	}
	r.take(lex.Next())
	return nil
}

// Parse takes a word that may be a name defined by a program.
func (n *NewName) Parse(lex *lexer.PeekingLexer) error {
	next := lex.Peek()
	if next.Type != typeOf(wordToken) || isOperatorWord[next.Value] || isClauseWord[next.Value] {
		return participle.NextMatch
	}
	n.take(lex.Next())
	return nil
}

// Parse takes a word that may be the name of a definition.
func (n *Ident) Parse(lex *lexer.PeekingLexer) error {
	var w window
	next := w.ahead(lex)
	if len(next) == 0 || next[0].kind != wordToken || isClauseWord[next[0].text] && opensClause(next) {
		return participle.NextMatch
	}
	n.take(lex.Next())
	return nil
}

func (n *Ident) take(t *lexer.Token) {
	n.Name, n.Span.Start, n.Span.End = t.Value, t.Pos.Offset, t.Pos.Offset+len(t.Value)
}
