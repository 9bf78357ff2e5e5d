package syntax

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rulec/rulec/lang/diag"
)

// kind is the kind of a token in formulas, programs, scripts and phrases.
type kind uint8

const (
	// endToken ends a statement: a line break or a semicolon.
	endToken kind = iota
	wordToken
	numberToken
	diceToken
	textToken
	// markToken is an operator, a bracket or a comma.
	markToken
	// badToken is something that no formula or program can contain.
	badToken
	// blockToken is a whole block in braces, groupToken everything in a pair of
	// parentheses; only the grammar sees such tokens.
	blockToken
	groupToken
	// ordinalToken is an ordinal number in the end of a condition: 2nd, 3rd. The parser rejects wrong ones
	// such as 2th.
	ordinalToken
)

// token is one word or mark of a text and its position.
type token struct {
	kind  kind
	text  string // as written
	start int    // the byte of the scanned text at which it begins
	bad   *badness
}

// end returns the byte after t.
func (t token) end() int { return t.start + len(t.text) }

// badness describes the error in a bad token.
type badness struct {
	code          diag.Code
	message, hint string
	// instead is the replacement; empty if that isn't certain. Guesses are then the possible meanings.
	instead string
	guesses []string
}

// report adds the error for a bad token at its place.
func (b *badness) report(errs *diag.List, at diag.Span) {
	d := errs.Errorf(b.code, at, "%s", b.message)
	if b.instead != "" {
		d.Write(b.instead)
	}
	if b.hint != "" {
		d.Hint = b.hint
	}
	for _, text := range b.guesses {
		d.WithGuess(at, text)
	}
}

// largestNumber is the largest whole number that is exact everywhere in
// rulec: 2^53 - 1.
const largestNumber = 1<<53 - 1

// Bounds of a dice literal.
const (
	mostDice  = 1000
	mostSides = 1_000_000
)

// longMarks lists the marks of more than one character, the longest first. Some
// of them belong to other languages: they are read as one token so that they can be
// rejected by name.
var longMarks = []string{
	"===", "!==",
	"**", "==", "!=", "<=", ">=", "..", "+=", "-=", "*=", "/=",
	"&&", "||", "??", "?.", "//", "/*", "::", "=>", "=<", "<>", "~=",
}

// scanner splits a text into tokens. It never fails: unreadable text becomes a bad token.
type scanner struct {
	text   string
	at     int
	tokens []token
}

// scan returns the tokens of a text, without blanks and comments.
func scan(text string) []token {
	// Including surrounding blanks, tokens have more than three characters on average.
	s := scanner{text: text, tokens: make([]token, 0, len(text)/3+2)}
	for s.at < len(text) {
		s.next()
	}
	return s.tokens
}

func (s *scanner) next() {
	r, size := utf8.DecodeRuneInString(s.text[s.at:])
	switch {
	case r == '\n' || r == ';':
		s.add(endToken, s.at+1)
	case unicode.IsSpace(r):
		s.at += size
	case r == '#' && s.opensComment():
		s.skipLine()
	case isDigit(r):
		s.number()
	case r == '.' && s.digitAt(s.at+1):
		s.fractionAlone()
	case isLetter(r):
		s.word()
	case r == '"' || r == '\'':
		s.quoted(byte(r))
	default:
		s.mark(r, size)
	}
}

func (s *scanner) add(k kind, end int) {
	s.tokens = append(s.tokens, token{kind: k, text: s.text[s.at:end], start: s.at})
	s.at = end
}

func (s *scanner) addBad(end int, code diag.Code, hint, format string, args ...any) {
	s.add(badToken, end)
	s.tokens[len(s.tokens)-1].bad = &badness{code: code, message: fmt.Sprintf(format, args...), hint: hint}
}

// addOther is addBad for something that is written differently here.
func (s *scanner) addOther(end int, code diag.Code, instead, format string, args ...any) {
	s.addBad(end, code, "", format, args...)
	s.tokens[len(s.tokens)-1].bad.instead = instead
}

// addDice is addBad for dice that are written differently here, with one or several forms.
func (s *scanner) addDice(end int, forms []Form, certain bool) {
	text := s.text[s.at:end]
	s.addBad(end, CodeDiceForm, Saying(forms), "%s is the notation of another program: write the number of dice, d and the number of sides", shorten(text))
	bad := s.tokens[len(s.tokens)-1].bad
	for _, f := range forms {
		bad.guesses = append(bad.guesses, f.Value())
	}
	if certain {
		bad.instead, bad.guesses = bad.guesses[0], nil
	}
}

// opensComment reports whether the current # starts a comment: it does after a
// blank, a brace, a comma or a semicolon, so that the # of other languages is noticed.
func (s *scanner) opensComment() bool {
	if s.at == 0 {
		return true
	}
	before, _ := utf8.DecodeLastRuneInString(s.text[:s.at])
	if !unicode.IsSpace(before) && !strings.ContainsRune(",;{}", before) {
		return false
	}
	return s.at+1 == len(s.text) || s.text[s.at+1] != '.'
}

func (s *scanner) skipLine() {
	if n := strings.IndexByte(s.text[s.at:], '\n'); n >= 0 {
		s.at += n
		return
	}
	s.at = len(s.text)
}

func isDigit(r rune) bool  { return '0' <= r && r <= '9' }
func isLetter(r rune) bool { return r == '_' || unicode.IsLetter(r) }

func (s *scanner) digitAt(i int) bool { return i < len(s.text) && isDigit(rune(s.text[i])) }

func (s *scanner) byteAt(i int) byte {
	if i < len(s.text) {
		return s.text[i]
	}
	return 0
}

// wordEnd returns the end of the letters and digits starting at i.
func (s *scanner) wordEnd(i int) int {
	for i < len(s.text) {
		r, size := utf8.DecodeRuneInString(s.text[i:])
		if !isLetter(r) && !unicode.IsDigit(r) {
			break
		}
		i += size
	}
	return i
}

func (s *scanner) digitsEnd(i int) int {
	for s.digitAt(i) {
		i++
	}
	return i
}

// bareDie matches a die without a count.
var bareDie = regexp.MustCompile(`^[dD]([1-9][0-9]*|%)$`)

// word reads a word, or a die that can't be a name: D6 and d%. The word d6 may be a step of a scale.
func (s *scanner) word() {
	end := s.wordEnd(s.at)
	if text := s.text[s.at:end]; (text == "d" || text == "D") && s.byteAt(end) == '%' && !s.goesOnBehind(end+1) {
		s.add(diceToken, end+1)
	} else if text == "dF" {
		s.fate(end)
	} else if !bareDie.MatchString(text) {
		s.add(wordToken, end)
	} else if n, forms, certain := foreignDice(s.text[s.at:]); n > end-s.at {
		s.addDice(s.at+n, forms, certain)
	} else if _, sides := dieOf(text); text[0] == 'D' && sides <= mostSides {
		s.add(diceToken, end)
	} else {
		s.add(wordToken, end)
	}
}

// goesOnBehind reports whether a value follows at a position on the current line: after d% it is the divisor of d.
func (s *scanner) goesOnBehind(at int) bool {
	for at < len(s.text) && isBlank(s.text[at]) {
		at++
	}
	word := s.text[min(at, len(s.text)):s.wordEnd(at)]
	return word != "" && !isOperatorWord[word] && !isClauseWord[word] || strings.IndexByte("([\"'.", s.byteAt(at)) >= 0 && at < len(s.text)
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// number reads a number or a dice literal.
func (s *scanner) number() {
	whole := s.digitsEnd(s.at)
	if c := s.byteAt(whole); (c == 'd' || c == 'D') && (s.digitAt(whole+1) || s.byteAt(whole+1) == '%') {
		s.dice(whole)
		return
	}
	end := whole
	if s.byteAt(end) == '.' && s.digitAt(end+1) {
		end = s.digitsEnd(end + 1)
	}
	if past := s.wordEnd(end); past > end {
		s.runTogether(end, past)
		return
	}
	text := s.text[s.at:end]
	value, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil || value > largestNumber:
		s.addBad(end, CodeNumberForm, "", "the number %s is larger than %d", shorten(text), int64(largestNumber))
	case whole-s.at > 1 && text[0] == '0' && s.at > 1 && s.text[s.at-1] == ',' && isDigit(rune(s.text[s.at-2])):
		s.addBad(end, CodeNumberForm, "write it without commas; the decimal mark is a point", "a number has no comma in it")
	case whole-s.at > 1 && text[0] == '0':
		plain := strings.TrimLeft(text[:whole-s.at-1], "0") + text[whole-s.at-1:]
		s.addBad(end, CodeNumberForm, "write "+plain, "the number %s begins with a needless 0", shorten(text))
		s.tokens[len(s.tokens)-1].bad.guesses = []string{plain}
	default:
		s.add(numberToken, end)
	}
}

// runTogether reports letters that directly follow a number: numbers in other
// languages' notations, units, a missing operator.
func (s *scanner) runTogether(end, past int) {
	text := s.text[s.at:past]
	lower := strings.ToLower(text)
	switch {
	case strings.TrimLeft(lower, "0123456789") == "df":
		s.fate(past)
	case keptDice.MatchString(text):
		n, forms, _ := foreignDice(s.text[s.at:])
		s.addDice(s.at+max(n, past-s.at), forms, false)
	case isOrdinal(lower):
		s.add(ordinalToken, past)
	case lower[end-s.at] == 'd' && past == end+1:
		s.addBad(past, CodeDiceForm, "write it after the d: "+text+"N", "%s doesn't say how many sides a die has", shorten(text))
	case otherDie.MatchString(lower):
		s.addDice(past, []Form{{otherDie.ReplaceAllString(lower, "${1}d$2"), ""}}, false)
		s.tokens[len(s.tokens)-1].bad.message = "write dice with the letter d"
	case strings.Contains(text, "_") && strings.Trim(text, "0123456789_.") == "":
		s.addOther(past, CodeNumberForm, strings.ReplaceAll(text, "_", ""), "a number has no _ in it")
	case len(lower) > 1 && lower[0] == '0' && strings.ContainsRune("xbo", rune(lower[1])):
		s.addBad(past, CodeNumberForm, "write it with the digits 0 to 9", "%s is not a number here", shorten(text))
	case lower[end-s.at] == 'e' && strings.Trim(lower, "0123456789.e") == "":
		s.addBad(past, CodeNumberForm, "write all its digits", "a number has no exponent: %s", shorten(text))
	default:
		s.addBad(past, CodeNumberForm, "a name begins with a letter; put an operator such as * between a number and a name",
			"%s is neither a number nor a name", shorten(text))
	}
}

// otherDie matches a dice literal with the letter of another language: W and T are dice in German
// and in Scandinavian languages.
var otherDie = regexp.MustCompile(`^([0-9]+)[wt]([1-9][0-9]*)$`)

// fate reports dice that show minus, blank or plus: 4dF, and 4dF.1, which differs between programs.
func (s *scanner) fate(end int) {
	var forms []Form
	if endsNotation(s.text[end:]) {
		n, _ := strconv.Atoi(cmp.Or(s.text[s.at:end-len("dF")], "1"))
		forms = []Form{{fmt.Sprintf("%dd3 - %d", n, 2*n), ""}}
	}
	s.addDice(end, forms, len(forms) == 1)
}

// isOrdinal reports whether digits and letters look like 2nd.
func isOrdinal(text string) bool {
	digits := strings.TrimRight(text, "stndrh")
	switch text[len(digits):] {
	case "st", "nd", "rd", "th":
		return digits != "" && strings.Trim(digits, "0123456789") == ""
	}
	return false
}

func (s *scanner) fractionAlone() {
	digits := s.digitsEnd(s.at + 1)
	end := s.wordEnd(digits)
	alone := s.at == 0 || strings.IndexByte(" \t\n([,+-*/%<>=", s.text[s.at-1]) >= 0
	const message = "a number begins with a digit"
	if text := "0" + s.text[s.at:end]; alone && digits == end && !endsOperand(s.tokens, len(s.tokens)-1) {
		s.addOther(end, CodeNumberForm, text, message)
	} else {
		s.addBad(end, CodeNumberForm, "write "+text+", and an operator such as + before it if it is added", message)
	}
}

// dice reads NdM; d is the position of its d.
func (s *scanner) dice(d int) {
	if n, forms, certain := foreignDice(s.text[s.at:]); n > 0 {
		s.addDice(s.at+n, forms, certain)
		return
	}
	end := s.digitsEnd(d + 1)
	if s.text[d+1] == '%' {
		end = d + 2
	}
	text := s.text[s.at:end]
	count, sides := text[:d-s.at], text[d-s.at+1:]
	switch {
	case !between(count, 1, mostDice):
		s.addBad(end, CodeDiceForm, "", "%s: the number of dice must be between 1 and %d", shorten(text), mostDice)
	case sides != "%" && !between(sides, 1, mostSides):
		s.addBad(end, CodeDiceForm, "", "%s: the number of sides must be between 1 and %d", shorten(text), mostSides)
	default:
		s.add(diceToken, end)
	}
}

// between reports whether digits are a number from low to high without leading zeros.
func between(digits string, low, high int) bool {
	n, err := strconv.Atoi(digits)
	return err == nil && low <= n && n <= high && digits[0] != '0'
}

// quoted reads a quoted text, which must end on its line.
func (s *scanner) quoted(quote byte) {
	for i := s.at + 1; i < len(s.text); i++ {
		switch s.text[i] {
		case quote:
			s.add(textToken, i+1)
			return
		case '\n':
			s.unclosedText(i)
			return
		case '\\':
			i++
			if e := s.byteAt(i); e != '"' && e != '\'' && e != '\\' {
				s.badEscape(i)
				return
			}
		}
	}
	s.unclosedText(len(s.text))
}

// content returns the content of a text token: without its quotes and the backslashes
// that escape characters.
func (t token) content() string {
	quoted := t.text[1 : len(t.text)-1]
	if strings.IndexByte(quoted, '\\') < 0 {
		return quoted
	}
	var content strings.Builder
	for i := 0; i < len(quoted); i++ {
		if quoted[i] == '\\' {
			i++
		}
		content.WriteByte(quoted[i])
	}
	return content.String()
}

func (s *scanner) unclosedText(end int) {
	quote := s.text[s.at : s.at+1]
	s.addBad(end, CodeUnclosedText, "", "the text that begins with %s is never closed", quote)
}

// badEscape skips the rest of the line, since it is unknown whether what follows is text.
func (s *scanner) badEscape(i int) {
	end := min(i+1, len(s.text))
	s.addBad(end, CodeUnclosedText, `write \\ for a backslash`, `in a text, a backslash can only come before ", ' or \`)
	s.skipLine()
}

// lookalikes are characters that word processors use instead of plain ones. Some are ambiguous: a dash may also be
// between the ends of a range, a raised dot before a fraction, and × after dice that are rolled
// several times.
var lookalikes = map[rune]string{
	'“': `"`, '”': `"`, '„': `"`, '‘': "'", '’': "'", '−': "-", '–': "-", '—': "-",
	'×': "*", '·': "*", '÷': "/", '≤': "<=", '≥': ">=", '≠': "!=", '…': "..",
}

const uncertainLookalikes = "“”„‘’–—×·…"

func (s *scanner) mark(r rune, size int) {
	if strings.IndexByte("=*.&|?/:<>", s.byteAt(s.at+1)) >= 0 {
		for _, m := range longMarks {
			if strings.HasPrefix(s.text[s.at:], m) {
				s.add(markToken, s.at+len(m))
				return
			}
		}
	}
	if strings.ContainsRune("+-*/%<>=!()[]{},.:?^&|", r) {
		s.add(markToken, s.at+size)
		return
	}
	switch plain, known := lookalikes[r]; {
	case known && strings.ContainsRune(uncertainLookalikes, r):
		s.addBad(s.at+size, CodeUnknownCharacter, "write "+plain, "the character %s isn't the one on the keyboard", string(r))
		if !strings.ContainsAny(plain, `"'`) { // may have a meaning in YAML there
			s.tokens[len(s.tokens)-1].bad.guesses = []string{plain}
		}
	case known:
		s.addOther(s.at+size, CodeUnknownCharacter, plain, "the character %s isn't the one on the keyboard", string(r))
	case r == '#':
		s.addBad(s.at+size, CodeUnknownCharacter, `a list element is written "each"; a comment needs a space before its #`,
			`"#" has no meaning here`)
	case r == '@':
		s.addBad(s.at+size, CodeUnknownCharacter, "the creature that acts is self, its target is target: self.NAME, target.NAME", `"@" has no meaning here`)
	case r == utf8.RuneError || !unicode.IsPrint(r):
		s.addBad(s.at+size, CodeUnknownCharacter, "", "the character %U has no meaning here", r)
	default:
		s.addBad(s.at+size, CodeUnknownCharacter, "", "the character %q has no meaning here", string(r))
	}
}

// shorten truncates a quoted piece of text for a message.
func shorten(text string) string {
	const most = 40
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most]) + ".."
}

// is reports whether t is the given word or mark.
func (t token) is(text string) bool {
	return (t.kind == wordToken || t.kind == markToken) && t.text == text
}

// opens and closes report whether t is a bracket.
func (t token) opens() bool  { return t.oneOf("([{") }
func (t token) closes() bool { return t.oneOf(")]}") }

// oneOf reports whether t is one of the given one-character marks.
func (t token) oneOf(marks string) bool {
	return t.kind == markToken && len(t.text) == 1 && strings.IndexByte(marks, t.text[0]) >= 0
}
