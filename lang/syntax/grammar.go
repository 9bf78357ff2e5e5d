package syntax

import (
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/rulec/rulec/lang/diag"
)

// Forms of statements that differ from their nodes. A form's build method returns the node.
type (
	endForm struct {
		What  []Expr `parser:"'end' @@ (',' @@)*"`
		Of    Expr   `parser:"('of' @@"`
		On    Expr   `parser:"| 'on' @@)?"`
		Where Expr   `parser:"('where' @@)?"`
		Until *Until `parser:"('until' @@)?"`
	}
	ifForm struct {
		Cond   Expr    `parser:"'if' @@"`
		Then   *Block  `parser:"@@"`
		ElseIf *ifForm `parser:"('else' (@@"`
		Else   *Block  `parser:"| @@))?"`
	}
	stopForm struct {
		Stop bool `parser:"@'stop'"`
		With Args `parser:"('with' @@ (',' @@)*)?"`
	}
	// changeForm is an assignment, or a call if nothing is assigned.
	changeForm struct {
		Target Expr   `parser:"@@"`
		Op     string `parser:"(@('=' | '+=' | '-=')"`
		Value  Expr   `parser:"@@)?"`
	}
)

// Forms of script lines that differ from their nodes.
type (
	turnForm struct {
		Who    Ident       `parser:"@@ ':'"`
		Action Ident       `parser:"@@"`
		On     *targetForm `parser:"('on' @@ | @@)?"`
		With   FreeArgs    `parser:"('with' @@ (',' @@)*)?"`
		Body   *linesForm  `parser:"@@?"`
	}
	refusedForm struct {
		Turn   turnForm  `parser:"'refused' @@"`
		Reason *textForm `parser:"@@?"`
	}
	diceForm struct {
		Rolls []diceRollForm `parser:"'dice' @@ (',' @@)*"`
	}
	diceRollForm struct {
		Pos   lexer.Position
		First *Ident     `parser:"(@@"`
		Label *Ident     `parser:"('.' @@)?)?"`
		Faces []faceForm `parser:"@@+"`
		Of    Expr       `parser:"('of' @@)?"`
	}
	faceForm struct {
		Pos  lexer.Position
		Text string `parser:"@Number"`
	}
	drawsForm struct {
		Draws []drawnForm `parser:"'draw' @@ (',' @@)*"`
	}
	drawnForm struct {
		First Ident   `parser:"@@"`
		Deck  *Ident  `parser:"('.' @@)?"`
		Cards []Ident `parser:"@@+"`
	}
	answerForm struct {
		Who    Ident  `parser:"@@ ':'"`
		Choice Choice `parser:"@@"`
	}
	notOfferedForm struct {
		Who    Ident  `parser:"'refused' @@ ':'"`
		Choice Choice `parser:"@@"`
	}
	allPassForm struct {
		Pass bool `parser:"'all' @'pass'"`
	}
	othersPassForm struct {
		Pass bool `parser:"'others' @'pass'"`
	}
	restForm struct {
		Rest bool `parser:"@'rest'"`
	}
	overForm struct {
		Over bool `parser:"@'over'"`
	}
)

// statementForm is any statement, lineForm any line of a script.
type (
	statementForm interface{}
	lineForm      interface{}
)

type (
	programForm struct {
		Statements []statementForm `parser:"@@? (End @@?)*"`
	}
	scriptForm struct {
		Lines []lineForm `parser:"@@? (End @@?)*"`
	}
)

// run is a piece of the source, from one byte up to, not including, another. In a node it
// stands for a formula, or for the statements of a block, until the node is filled.
type run struct{ from, to int }

func (run) Span() diag.Span { return diag.Span{} }
func (run) expr()           {}
func (run) stmt()           {}

func (r *run) take(t *lexer.Token) {
	if r.to == 0 {
		r.from = t.Pos.Offset
	}
	r.to = t.Pos.Offset + len(t.Value)
}

// Runs of script lines.
type (
	// targetForm is a formula that isn't a text, so that a reason can follow.
	targetForm struct{ Value Expr }
	textForm   struct{ run }
	linesForm  struct{ run }
)

// typeOf returns participle's number for a kind of token; below -1, which is the end.
func typeOf(k kind) lexer.TokenType { return lexer.EOF - 1 - lexer.TokenType(k) }

// kindOf is the inverse of typeOf.
func kindOf(t lexer.TokenType) kind { return kind(lexer.EOF - 1 - t) }

var tokenTypes = map[string]lexer.TokenType{
	"EOF": lexer.EOF, "End": typeOf(endToken), "Word": typeOf(wordToken), "Number": typeOf(numberToken),
	"Dice": typeOf(diceToken), "Text": typeOf(textToken), "Mark": typeOf(markToken), "Bad": typeOf(badToken),
	"Ordinal": typeOf(ordinalToken), "Braces": typeOf(blockToken), "Brackets": typeOf(groupToken),
}

// tokenLexer passes the scanner's tokens to participle. It makes one token of
// each block, so that its contents are parsed once, with the statements in it,
// and one of everything between parentheses, where a formula never ends.
type tokenLexer struct {
	text   string
	tokens []token
}

// tokenDefinition defines the tokens for participle.
type tokenDefinition struct{}

// Symbols returns the names of the kinds of tokens.
func (tokenDefinition) Symbols() map[string]lexer.TokenType { return tokenTypes }

// peeking returns the tokens of a text for participle.
func peeking(text string, tokens []token) *lexer.PeekingLexer {
	lex, err := lexer.Upgrade(&tokenLexer{text, tokens})
	if err != nil {
		panic("syntax: the token lexer failed: " + err.Error()) // it never returns an error
	}
	return lex
}

// Next returns the next token.
func (l *tokenLexer) Next() (lexer.Token, error) {
	if len(l.tokens) == 0 {
		return lexer.EOFToken(lexer.Position{}), nil
	}
	t, n := l.tokens[0], 1
	switch {
	case t.is("{"):
		t.kind, n = blockToken, closing(l.tokens)+1
	case t.is("("):
		t.kind, n = groupToken, closing(l.tokens)+1
	}
	t.text = l.text[t.start:l.tokens[n-1].end()]
	l.tokens = l.tokens[n:]
	return lexer.Token{Type: typeOf(t.kind), Value: t.text, Pos: lexer.Position{Offset: t.start}}, nil
}

// grammarOptions choose one alternative by its first token, without
// backtracking, so that an error is reported where it is.
func grammarOptions(more ...participle.Option) []participle.Option {
	return append(more, participle.Lexer(tokenDefinition{}), participle.UseLookahead(0), participle.ParseTypeWith(takeFormula))
}

var programGrammar = sync.OnceValue(func() *participle.Parser[programForm] {
	return participle.MustBuild[programForm](grammarOptions(participle.Union(statementForms...))...)
})

var scriptGrammar = sync.OnceValue(func() *participle.Parser[scriptForm] {
	return participle.MustBuild[scriptForm](grammarOptions(participle.Union(lineForms...))...)
})
