package syntax

import (
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// Forms of statements. Each lists its parts in order; participle
// parses them and prints them as the grammar. A form's build method returns the
// node of the tree. Formulas, blocks and event phrases are runs of tokens
// here: they have their own parsers.
type (
	letForm struct {
		Name    nameForm     `parser:"'let' @@"`
		Value   formulaForm  `parser:"'=' @@"`
		Against *againstForm `parser:"@@?"`
	}
	rollForm struct {
		Name nameForm     `parser:"'roll' @@"`
		By   *formulaForm `parser:"('by' @@)?"`
		As   *formulaForm `parser:"('as' @@)?"`
		Dice formulaForm  `parser:"'=' @@"`
		// Against is the target of the roll.
		Against *againstForm `parser:"@@?"`
	}
	againstForm struct {
		Target formulaForm `parser:"'against' @@"`
		With   []argForm   `parser:"('with' @@ (',' @@)*)?"`
	}
	chooseForm struct {
		Some     bool         `parser:"'choose' @'some'?"`
		Name     nameForm     `parser:"@@"`
		From     formulaForm  `parser:"'from' @@"`
		To       *formulaForm `parser:"('to' @@)?"`
		Where    *formulaForm `parser:"('where' @@)?"`
		ByChance bool         `parser:"('by' (@'chance'"`
		By       *formulaForm `parser:"| @@))?"`
		Default  *formulaForm `parser:"('default' @@)?"`
	}
	drawForm struct {
		Name nameForm     `parser:"'draw' @@"`
		From identForm    `parser:"'from' @@"`
		By   *formulaForm `parser:"('by' @@)?"`
	}
	discardForm struct {
		What formulaForm `parser:"'discard' @@"`
		To   identForm   `parser:"'to' @@"`
	}
	shuffleForm struct {
		Deck identForm `parser:"'shuffle' @@"`
	}
	announceForm struct {
		Event        identForm    `parser:"'announce' @@"`
		Of           *formulaForm `parser:"('of' @@)?"`
		With         []argForm    `parser:"('with' @@ (',' @@)*)?"`
		For          *formulaForm `parser:"('for' @@)?"`
		UntilAllPass bool         `parser:"(@'until' 'all' 'pass')?"`
	}
	performForm struct {
		Action formulaForm  `parser:"'perform' @@"`
		By     *formulaForm `parser:"('by' @@)?"`
		On     *formulaForm `parser:"('on' @@)?"`
		With   []argForm    `parser:"('with' @@ (',' @@)*)?"`
		Else   *blockForm   `parser:"('else' @@)?"`
	}
	payForm struct {
		Items []payItemForm `parser:"'pay' @@ (',' @@)*"`
		From  *formulaForm  `parser:"('from' @@)?"`
	}
	payItemForm struct {
		Pool   identForm    `parser:"@@"`
		Member *formulaForm `parser:"('[' @@ ']')?"`
		Amount formulaForm  `parser:"@@"`
	}
	applyForm struct {
		Condition formulaForm  `parser:"'apply' @@"`
		To        formulaForm  `parser:"'to' @@"`
		By        *formulaForm `parser:"('by' @@)?"`
		With      []argForm    `parser:"('with' @@ (',' @@)*)?"`
		Until     *phraseForm  `parser:"('until' @@)?"`
	}
	endForm struct {
		What  []formulaForm `parser:"'end' @@ (',' @@)*"`
		Of    *formulaForm  `parser:"('of' @@"`
		On    *formulaForm  `parser:"| 'on' @@)?"`
		Where *formulaForm  `parser:"('where' @@)?"`
		Until *phraseForm   `parser:"('until' @@)?"`
	}
	moveForm struct {
		Steps []moveStepForm `parser:"'move' @@ (',' @@)*"`
	}
	moveStepForm struct {
		What formulaForm `parser:"@@"`
		To   formulaForm `parser:"'to' @@"`
	}
	scheduleForm struct {
		Entry      identForm     `parser:"'schedule' @@"`
		Of         *formulaForm  `parser:"('of' @@)?"`
		At         []formulaForm `parser:"('at' @@ (',' @@)*"`
		AfterEntry *identForm    `parser:"| 'after' @@"`
		AfterOf    *formulaForm  `parser:"'of' @@)"`
		With       []argForm     `parser:"('with' @@ (',' @@)*)?"`
		For        *formulaForm  `parser:"('for' @@)?"`
	}
	ifForm struct {
		Cond   formulaForm `parser:"'if' @@"`
		Then   blockForm   `parser:"@@"`
		ElseIf *ifForm     `parser:"('else' (@@"`
		Else   *blockForm  `parser:"| @@))?"`
	}
	forForm struct {
		Name     nameForm     `parser:"'for' @@"`
		Second   *nameForm    `parser:"(',' @@)?"`
		In       formulaForm  `parser:"'in' @@"`
		Where    *formulaForm `parser:"('where' @@)?"`
		Order    *formulaForm `parser:"('in' 'order' 'of' @@)?"`
		Together bool         `parser:"@'together'?"`
		Body     blockForm    `parser:"@@"`
	}
	whileForm struct {
		Cond formulaForm `parser:"'while' @@"`
		Body blockForm   `parser:"@@"`
	}
	afterwardsForm struct {
		Body blockForm `parser:"'afterwards' @@"`
	}
	stopForm struct {
		Stop bool      `parser:"@'stop'"`
		With []argForm `parser:"('with' @@ (',' @@)*)?"`
	}
	// changeForm is an assignment, or a call if nothing is assigned.
	changeForm struct {
		Target formulaForm  `parser:"@@"`
		Op     string       `parser:"(@('=' | '+=' | '-=')"`
		Value  *formulaForm `parser:"@@)?"`
	}
	// argForm is NAME = FORMULA, or only a formula.
	argForm struct {
		First  formulaForm  `parser:"@@"`
		Second *formulaForm `parser:"('=' @@)?"`
	}
)

// Forms of script lines.
type (
	turnForm struct {
		Who    identForm   `parser:"@@ ':'"`
		Action identForm   `parser:"@@"`
		On     *targetForm `parser:"('on' @@ | @@)?"`
		With   []argForm   `parser:"('with' @@ (',' @@)*)?"`
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
		First *identForm   `parser:"(@@"`
		Label *identForm   `parser:"('.' @@)?)?"`
		Faces []faceForm   `parser:"@@+"`
		Of    *formulaForm `parser:"('of' @@)?"`
	}
	faceForm struct {
		Pos  lexer.Position
		Text string `parser:"@Number"`
	}
	drawsForm struct {
		Draws []drawnForm `parser:"'draw' @@ (',' @@)*"`
	}
	drawnForm struct {
		First identForm   `parser:"@@"`
		Deck  *identForm  `parser:"('.' @@)?"`
		Cards []identForm `parser:"@@+"`
	}
	choiceForm struct {
		Name  identForm     `parser:"'choose' @@"`
		Value []formulaForm `parser:"'=' @@ (',' @@)*"`
	}
	answerForm struct {
		Who    identForm  `parser:"@@ ':'"`
		Choice choiceForm `parser:"@@"`
	}
	notOfferedForm struct {
		Who    identForm  `parser:"'refused' @@ ':'"`
		Choice choiceForm `parser:"@@"`
	}
	expectForm struct {
		Cond formulaForm `parser:"'expect' @@"`
	}
	waitForm struct {
		Time formulaForm `parser:"'wait' @@"`
	}
	doForm struct {
		Body blockForm `parser:"'do' @@"`
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

// run is a piece of the source, from one byte up to, not including, another.
type run struct{ from, to int }

func (r *run) take(t *lexer.Token) {
	if r.to == 0 {
		r.from = t.Pos.Offset
	}
	r.to = t.Pos.Offset + len(t.Value)
}

// Runs that participle passes to other parsers.
type (
	formulaForm struct{ run }
	// targetForm is a formula that isn't a text, so that a reason can follow.
	targetForm struct{ formulaForm }
	phraseForm struct{ run }
	textForm   struct{ run }
	blockForm  struct{ run }
	linesForm  struct{ run }
)

// nameForm is a name that a program defines, identForm a name that is declared
// elsewhere, which may equal a word of the language.
type (
	nameForm struct {
		run
		name string
	}
	identForm struct {
		run
		name string
	}
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
	return append(more, participle.Lexer(tokenDefinition{}), participle.UseLookahead(0))
}

var programGrammar = sync.OnceValue(func() *participle.Parser[programForm] {
	return participle.MustBuild[programForm](grammarOptions(participle.Union(statementForms...))...)
})

var scriptGrammar = sync.OnceValue(func() *participle.Parser[scriptForm] {
	return participle.MustBuild[scriptForm](grammarOptions(participle.Union(lineForms...))...)
})
