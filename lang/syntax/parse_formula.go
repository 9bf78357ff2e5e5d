package syntax

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/foreign"
)

// Limits of a formula. Length and depth are checked before the text is parsed.
const (
	// MaxFormulaLength is the maximum length of a formula in characters.
	MaxFormulaLength = 1024
	// MaxDepth is how deep brackets may be nested in a formula, a program or a script.
	MaxDepth = 64
	// MaxFormulaNodes is the maximum number of parts (names, numbers, operators, calls) of a formula.
	MaxFormulaNodes = 500
)

// ParseFormula parses a formula. It may span several lines, with comments that
// begin with a # after a blank. The expression is nil if and only if the list has
// errors. See spec/formulas.md.
func ParseFormula(f diag.Fragment) (Expr, diag.List) {
	var errs diag.List
	if tooLong(f.Text, f.All(), &errs) {
		return nil, errs
	}
	tokens := slices.DeleteFunc(scan(f.Text), func(t token) bool { return t.text == "\n" })
	if len(tokens) == 0 {
		d := errs.Errorf(CodeMissingFormula, f.All(), "a formula is missing")
		if strings.Contains(f.Text, "#") {
			d.WithHint("text after a # is a comment")
		}
		return nil, errs
	}
	return parseFormula(f, tokens, f.All())
}

// formulaOf parses a formula given as tokens of a text: at least one, and
// no line breaks.
func formulaOf(f diag.Fragment, tokens []token) (Expr, diag.List) {
	first, last := tokens[0].start, tokens[len(tokens)-1].end()
	where := f.Span(first, last)
	var errs diag.List
	if tooLong(f.Text[first:last], where, &errs) {
		return nil, errs
	}
	return parseFormula(f, tokens, where)
}

// tooLong reports a text that exceeds the length limit.
func tooLong(text string, at diag.Span, errs *diag.List) bool {
	n := utf8.RuneCountInString(text)
	if n > MaxFormulaLength {
		errs.Errorf(CodeTooLarge, at, "the formula is too long: %d characters, the limit is %d", n, MaxFormulaLength).
			WithHint("move a part of it into a quantity and call that")
	}
	return n > MaxFormulaLength
}

func parseFormula(f diag.Fragment, tokens []token, where diag.Span) (Expr, diag.List) {
	p := formulaParser{source: f, tokens: tokens, where: where}
	e := p.parse()
	return result(e, p.errs)
}

// formulaParser parses one formula: its own tokens are checked first, then expr
// determines their structure, then its tree is converted to ours.
type formulaParser struct {
	source diag.Fragment
	tokens []token
	// where is the span of the whole formula.
	where diag.Span
	// partner maps the index of each bracket to that of its partner.
	partner []int
	// ofLet are the indices of the marks that belong to a let.
	ofLet map[int]bool
	// names are the indices of the names of arguments, each before its =.
	names map[int]bool
	errs  diag.List
}

func (p *formulaParser) parse() Expr {
	p.partner = pairs(p.source, p.tokens, &p.errs)
	p.lets()
	p.argumentNames()
	for i := range p.tokens {
		p.checkToken(i)
	}
	if p.errs.HasErrors() {
		return nil
	}
	return p.shape()
}

func (p *formulaParser) span(first, last int) diag.Span {
	return p.source.Span(p.tokens[first].start, p.tokens[last].end())
}

func (p *formulaParser) errorf(code diag.Code, i int, format string, args ...any) *diag.Diagnostic {
	return p.errs.Errorf(code, p.span(i, i), format, args...)
}

// foreignMarks are operators that formulas don't have, with advice.
var foreignMarks = map[string]string{
	"?":   "write if(condition, one, other)",
	":":   "write if(condition, one, other)",
	"?.":  "test it first: if(given(x), x.field, 0)",
	"??":  "test it first: if(given(x), x, 0)",
	"&&":  `write "and"`,
	"||":  `write "or"`,
	"&":   `write "and"`,
	"|":   `write "or", or a call: f(x)`,
	"^":   "write ** for a power",
	"=":   "write == to compare",
	"===": "write ==",
	"!==": "write !=",
	"=>":  "write >=",
	"~=":  "write !=",
	"=<":  "write <=",
	"<>":  "write !=",
	"//":  "write floor(a / b); a comment begins with #",
	"/*":  "a comment begins with # and ends with its line",
	"::":  "write a dot",
	"+=":  "only a statement can change something",
	"-=":  "only a statement can change something",
	"*=":  "a formula can't change anything",
	"/=":  "a formula can't change anything",
	"{":   "write a list as [a, b]; to test its elements, write any(list, each.field > 3)",
	"}":   "",
	";":   "separate the values of a call with commas: if(a, b, c); to name a part of a formula, write let NAME = VALUE; FORMULA",
}

// sameMarks are our equivalents of foreign marks that mean the same in every language that has
// them, likelyMarks those of ambiguous ones.
var (
	sameMarks   = map[string]string{"&&": "and", "||": "or", "===": "==", "!==": "!=", "=<": "<=", "<>": "!="}
	likelyMarks = map[string]string{"^": "**", "~=": "!=", "=": "==", "=>": ">=", "::": "."}
)

// spaced returns a replacement for the token at i, with spaces where it would
// merge with its neighbours.
func (p *formulaParser) spaced(i int, word string) string {
	if !isLetter(rune(word[0])) {
		return word
	}
	t := p.tokens[i]
	if i > 0 && p.tokens[i-1].end() == t.start {
		word = " " + word
	}
	if i+1 < len(p.tokens) && p.tokens[i+1].start == t.end() {
		word += " "
	}
	return word
}

// foreignWords are words that formulas don't have, with advice.
var foreignWords = map[string]string{
	"matches":    "formulas can't search in texts",
	"contains":   "write: element in list",
	"startsWith": "formulas can't search in texts",
	"endsWith":   "formulas can't search in texts",
	"else":       "write if(condition, one, other)",
	"Math":       "write the function alone: max(a, b), floor(a)",
}

// SingleDie returns the sides of a die given without a count, such as d20, and reports whether name is one:
// unless a text declares this name, it means one die.
func SingleDie(name string) (sides int, ok bool) {
	if len(name) < 2 || name[0] != 'd' || !isDigit(rune(name[1])) || !bareDie.MatchString(name) {
		return 0, false
	}
	_, sides = dieOf(name)
	return sides, sides <= mostSides && name != "d66" && name != "d88" && name != "d666"
}

// OtherDice returns formulas for a name that begins like dice: two or
// three dice read as digits, such as d66, are 10 * 1d6 + 1d6.
func OtherDice(name string) []Form {
	switch name {
	case "d66", "d88":
		return []Form{{fmt.Sprintf("10 * 1d%[1]s + 1d%[1]s", name[1:2]), "two dice are read as digits"}}
	case "d666":
		return []Form{{"100 * 1d6 + 10 * 1d6 + 1d6", "three dice are read as digits"}}
	case "d00":
		return []Form{{"1d100", ""}}
	}
	if n, forms, _ := foreignDice(name); n == len(name) {
		return forms
	}
	return nil
}

// checkToken rejects errors that are visible from a token and its neighbours.
func (p *formulaParser) checkToken(i int) {
	t := p.tokens[i]
	named := p.isName(i)
	switch {
	case t.kind == badToken:
		t.bad.report(&p.errs, p.span(i, i))
	case t.kind == ordinalToken:
		p.errorf(CodeNumberForm, i, "%s is neither a number nor a name", shorten(t.text)).
			WithHint("ordinal numbers belong only in ends of conditions: end of its 2nd turn")
	case t.kind == markToken || t.kind == endToken:
		if hint, foreign := foreignMarks[t.text]; foreign && !p.ofLet[i] && !p.names[i-1] && p.reportsMark(i) {
			d := p.errorf(CodeForeignOperator, i, "%q has no meaning in a formula", t.text)
			d.Hint = hint
			switch {
			case t.is("=") && i == 0:
				d.Hint = "write the formula without = before it"
				return
			case t.is("=>") && i > 1 && (p.tokens[i-2].is("(") || p.tokens[i-2].is(",")):
				d.Hint = "the current element is called each: count(list, each.field > 3), least(list, .field)"
				return
			case t.is("=") && i+1 < len(p.tokens) && p.tokens[i-1].kind == diceToken && p.tokens[i+1].kind == numberToken:
				text := fmt.Sprintf("successes(%s, %[2]s, %[2]s)", p.tokens[i-1].text, p.tokens[i+1].text)
				d.WithHint("to count the dice that show %s, write %s", p.tokens[i+1].text, text).WithGuess(p.span(i-1, i+1), text)
				return
			case t.text == ";" && p.tokens[0].is("="):
				d.Hint = "separate the parts of a call with commas: if(condition, one, other)"
			}
			switch mark := sameMarks[t.text]; {
			case i > 0 && p.tokens[i-1].kind == diceToken: // which it may count
			case mark != "":
				d.WithFix(d.Span, p.spaced(i, mark))
			case likelyMarks[t.text] != "":
				d.WithGuess(d.Span, likelyMarks[t.text])
			}
		}
		if t.text == "." && (i+1 == len(p.tokens) || p.tokens[i+1].kind != wordToken) && !p.badAt(i+1) {
			p.errorf(CodeMissingName, i, "a name is missing after the dot")
		}
	case t.kind == wordToken && !named:
		p.checkWord(i)
	}
}

// reportsMark prevents a conditional operator's colon and a closing brace from
// being reported in addition to their opening.
func (p *formulaParser) reportsMark(i int) bool {
	switch p.tokens[i].text {
	case ":":
		return !slices.ContainsFunc(p.tokens[:i], func(t token) bool { return t.is("?") || t.is("{") })
	case "}":
		return false
	}
	return true
}

func (p *formulaParser) badAt(i int) bool { return i < len(p.tokens) && p.tokens[i].kind == badToken }

func (p *formulaParser) checkWord(i int) {
	word := p.tokens[i].text
	if word == "else" && slices.ContainsFunc(p.tokens[:i], func(t token) bool { return t.is("if") }) {
		return // already reported with the if
	}
	if hint, foreign := foreignWords[word]; foreign {
		p.errorf(CodeForeignWord, i, "%q has no meaning in a formula", word).Hint = hint
		return
	}
	called := i+1 < len(p.tokens) && p.tokens[i+1].is("(")
	if word == "if" && !called {
		p.errorf(CodeForeignWord, i, `"if" in a formula is a call`).WithHint("write if(condition, one, other)")
	}
}

// argumentNames finds the names of arguments, f(a, NAME = VALUE). Those of if aren't any: there, = is a mistake for ==.
func (p *formulaParser) argumentNames() {
	var open []int
	for i, t := range p.tokens {
		switch {
		case t.opens():
			open = append(open, i)
		case t.closes() && len(open) > 0:
			open = open[:len(open)-1]
		case t.is("=") && len(open) > 0 && p.called(open[len(open)-1]) && i > open[len(open)-1]+1:
			before, name := p.tokens[i-2], p.tokens[i-1]
			if name.kind != wordToken || isOperatorWord[name.text] || !before.is("(") && !before.is(",") {
				continue
			}
			if p.names == nil {
				p.names = map[int]bool{}
			}
			p.names[i-1] = true
			if next := p.tokens[i+1:]; len(next) == 0 || next[0].is(",") || next[0].closes() {
				p.errorf(CodeMissingOperand, i, `something is missing after "="`)
			}
		}
	}
}

// called reports whether the bracket at i belongs to a call, but not of if.
func (p *formulaParser) called(i int) bool {
	return i > 0 && p.tokens[i].is("(") && endsOperand(p.tokens, i-1) && !p.tokens[i-1].is("if")
}

// isName reports whether the word at i follows a dot, where every word is a name.
func (p *formulaParser) isName(i int) bool { return i > 0 && p.tokens[i-1].is(".") }

// endsOperand reports whether a value can be complete with the token at i.
func endsOperand(tokens []token, i int) bool {
	if i < 0 {
		return false
	}
	switch t := tokens[i]; t.kind {
	case wordToken:
		return !isOperatorWord[t.text] || i > 0 && tokens[i-1].is(".")
	case numberToken, diceToken, textToken, groupToken:
		return true
	case markToken:
		return t.closes()
	}
	return false
}

// startsOperand reports whether a value can begin with the token at i.
func startsOperand(tokens []token, i int) bool {
	if i >= len(tokens) {
		return false
	}
	switch t := tokens[i]; t.kind {
	case wordToken:
		return !isOperatorWord[t.text] || t.text == "not"
	case numberToken, diceToken, textToken, groupToken:
		return true
	case markToken:
		return t.text == "(" || t.text == "["
	}
	return false
}

// syntaxError reports that the token at i can't follow those before it;
// i is past the end if the formula ends too early.
func (p *formulaParser) syntaxError(i int) {
	switch {
	case i >= len(p.tokens):
		p.nothingAfter(len(p.tokens) - 1)
	case i > 1 && p.tokens[i-1].is("not") && endsOperand(p.tokens, i-2):
		p.errorf(CodeMissingOperator, i-1, `unexpected "not" after %q`, shorten(p.tokens[i-2].text)).
			WithHint(`write "and not", "or not" or "not in"`)
	case endsOperand(p.tokens, i-1) && startsOperand(p.tokens, i):
		p.missingOperator(i)
	case i == 0:
		p.errorf(CodeMissingOperand, i, "something is missing before %q", p.tokens[i].text)
	case !endsOperand(p.tokens, i-1) && !startsOperand(p.tokens, i):
		p.missingOperand(i)
	case p.tokens[i].is(","):
		p.errorf(CodeFormulaForm, i, "unexpected comma: a formula is one value").WithHint("a list is written [a, b]")
	default:
		p.errorf(CodeFormulaForm, i, "unexpected %q after %q", shorten(p.tokens[i].text), shorten(p.tokens[i-1].text))
	}
}

// operandEnd returns the last token of what begins with a name: who.hp, quantity(who), who.pools[each].
func (p *formulaParser) operandEnd(i int) int {
	for i+1 < len(p.tokens) {
		switch next := p.tokens[i+1]; {
		case next.is("(") || next.is("["):
			if p.partner[i+1] <= i {
				return i
			}
			i = p.partner[i+1]
		case next.is(".") && i+2 < len(p.tokens):
			i += 2
		default:
			return i
		}
	}
	return i
}

func (p *formulaParser) missingOperator(i int) {
	before, here := p.tokens[i-1], p.tokens[i]
	if i > 2 && before.is("of") && p.tokens[i-2].is("%") {
		p.errs.Errorf(CodeMissingOperator, p.span(i-3, i-2), `"%%" is the remainder of a division, not a percentage`).
			WithHint("write %s / 100 * %s", p.tokens[i-3].text, p.span(i, p.operandEnd(i)).Text())
		return
	}
	d := p.errorf(CodeMissingOperator, i, "unexpected %q after %q", shorten(here.text), shorten(before.text))
	word := here.text
	if before.kind == wordToken && isOperatorWord[strings.ToLower(before.text)] {
		word = before.text
	}
	switch lower := strings.ToLower(word); {
	case here.text == "(":
		d.Message = "only a name can be called"
		d.Hint = "put an operator such as * between two values"
	case isOperatorWord[lower] && word == here.text && word != lower:
		d.WithHint("write %q", lower).WithFix(d.Span, lower)
	case isOperatorWord[lower]:
		d.WithHint("write %q", lower).WithFix(p.span(i-1, i-1), lower)
	case (lower == "x" || strings.HasPrefix(lower, "x") && strings.Trim(lower[1:], "0123456789") == "") && before.kind == diceToken:
		times := lower[1:]
		if times == "" && i+1 < len(p.tokens) && p.tokens[i+1].kind == numberToken {
			times = p.tokens[i+1].text
		}
		d.WithHint("multiply dice with *: %s * %s", cmp.Or(times, "10"), before.text)
	case lower == "is":
		d.WithHint("write == to compare")
	case here.text == "not":
		d.WithHint(`write "and not" or "or not"`)
	case foreign.Operator(word) != "":
		d.Hint = foreign.Operator(word)
	case before.kind == numberToken && here.kind == wordToken && bareDie.MatchString(here.text):
		d.WithHint("write %s%s, without a space", before.text, here.text).WithGuess(p.span(i-1, i), before.text+here.text)
	case before.kind == numberToken && foreign.Unit(word) != "":
		d.WithHint("%s: %s", foreign.Unit(word), before.text).WithGuess(p.span(i-1, i), before.text)
	case (before.text == "highest" || before.text == "lowest") && i+2 < len(p.tokens) && p.tokens[i+1].text == "of" && p.tokens[i+2].kind == diceToken:
		name := map[string]string{"highest": "best", "lowest": "worst"}[before.text]
		d.WithHint("write %s(%s, %s), without brackets around it", name, here.text, p.tokens[i+2].text)
	default:
		d.WithHint(`did you forget an operator such as +, "and" or a comma?`)
	}
}

// missingOperand reports the operator that lacks a side.
func (p *formulaParser) missingOperand(i int) {
	before, here := p.tokens[i-1], p.tokens[i]
	if before.opens() && here.closes() {
		p.errs.Errorf(CodeMissingOperand, p.span(i-1, i), "there is nothing between %q and %q", before.text, here.text)
		return
	}
	if before.opens() || before.is(",") {
		p.errorf(CodeMissingOperand, i, "something is missing before %q", here.text)
		return
	}
	p.nothingAfter(i - 1)
}

// nothingAfter reports that something is missing after a token.
func (p *formulaParser) nothingAfter(i int) {
	before, last := token{}, p.tokens[i]
	if i > 0 {
		before = p.tokens[i-1]
	}
	sideBySide := i > 0 && before.end() == last.start
	switch {
	case sideBySide && last.is("%") && before.kind == numberToken:
		p.errs.Errorf(CodeMissingOperand, p.span(i-1, i), `"%%" is the remainder of a division, and something is missing after it`).
			WithHint("for a percentage, write %s / 100", before.text)
	case sideBySide && last.text == before.text && (last.is("+") || last.is("-")):
		p.errs.Errorf(CodeForeignOperator, p.span(i-1, i), "%q has no meaning in a formula", last.text+last.text).
			WithHint("to change something, write a statement: %s %s= 1", strings.TrimSpace(p.source.Slice(p.tokens[0].start, before.start).Text), last.text)
	default:
		p.errorf(CodeMissingOperand, i, "something is missing after %q", last.text)
	}
}

// pairs returns the index of the partner of each bracket, and reports unmatched
// ones; without brackets it returns nil. It stops at a bracket that is nested too deep.
func pairs(f diag.Fragment, tokens []token, errs *diag.List) []int {
	var partner []int
	var open []int
	unclosed := func(i int) {
		d := errs.Errorf(CodeBracketPair, f.Span(tokens[i].start, tokens[i].end()), "this %q is never closed", tokens[i].text)
		if hidden := closedInComment(f.Text, tokens, i); hidden {
			d.WithHint("text after a # is a comment; a list element is written each")
		}
	}
	for i, t := range tokens {
		switch {
		case t.opens():
			if partner == nil {
				partner = make([]int, len(tokens))
			}
			if open = append(open, i); len(open) > MaxDepth {
				errs.Errorf(CodeTooLarge, f.Span(t.start, t.end()), "brackets are nested more than %d deep", MaxDepth)
				return partner
			}
		case t.closes():
			n := len(open)
			for n > 0 && !fits(tokens[open[n-1]], t) {
				n--
			}
			if n == 0 {
				errs.Errorf(CodeBracketPair, f.Span(t.start, t.end()), "this %q closes nothing", t.text)
				continue
			}
			for _, i := range open[n:] {
				unclosed(i)
			}
			partner[open[n-1]], partner[i] = i, open[n-1]
			open = open[:n-1]
		}
	}
	for _, i := range open {
		unclosed(i)
	}
	return partner
}

func fits(open, close token) bool {
	switch open.text {
	case "(":
		return close.text == ")"
	case "[":
		return close.text == "]"
	}
	return close.text == "}"
}

// closedInComment reports whether the line of the bracket at i ends with a
// comment that contains a closing bracket.
func closedInComment(text string, tokens []token, i int) bool {
	line, _, _ := strings.Cut(text[tokens[i].end():], "\n")
	last := tokens[i].end()
	for _, t := range tokens[i:] {
		if t.start < tokens[i].end()+len(line) {
			last = t.end()
		}
	}
	_, comment, found := strings.Cut(text[last:max(last, tokens[i].end()+len(line))], "#")
	return found && strings.ContainsAny(comment, ")]}")
}
