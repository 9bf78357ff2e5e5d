package syntax

import (
	"strconv"
	"strings"

	"github.com/rulec/rulec/lang/diag"
)

// ParseTrigger parses the trigger of a rule, such as `hurt of self`. The trigger
// is nil if and only if the list has errors. See spec/rules.md.
func ParseTrigger(f diag.Fragment) (*Trigger, diag.List) {
	p := phrase{input: newInput(f, "phrase")}
	var t *Trigger
	if p.ready() {
		t = p.trigger(p.tokens)
		p.rejectEndWords()
	}
	return result(t, p.errs)
}

// ParseUntil parses the end of a condition, such as `end of my next turn`. In the
// trigger, Of is a Name "my" or "its" if that is written. The end is nil
// if and only if the list has errors. See "Ends" in spec/conditions.md.
func ParseUntil(f diag.Fragment) (*Until, diag.List) {
	p := phrase{input: newInput(f, "phrase")}
	var u *Until
	if p.ready() {
		u = p.until()
	}
	return result(u, p.errs)
}

// rejectEndWords rejects words that are only allowed in the end of a condition.
func (p *phrase) rejectEndWords() {
	for i, t := range p.tokens {
		if (t.is("my") || t.is("its") || t.is("next") && p.next || t.kind == ordinalToken && p.nth > 0) && (i == 0 || p.tokens[i-1].is("of")) {
			p.errorf(p.tokens[i:i+1], "%q can only be used in the end of a condition", t.text).
				WithHint("as in: end of turn of self")
		}
	}
}

// phrase parses one event phrase from its tokens.
type phrase struct {
	input
	// next is set if the word next was read, nth is the ordinal number; only ends have them.
	next bool
	nth  int
}

// ready reports whether there are tokens to parse.
func (p *phrase) ready() bool {
	if len(p.tokens) == 0 && !p.errs.HasErrors() {
		p.errs.Errorf(CodePhraseForm, p.source.All(), "an event is missing").WithHint("%s", phraseHint)
	}
	return !p.errs.HasErrors()
}

const phraseHint = `as in: EVENT of self, end of turn of self, self.FIELD falls, self becomes CONDITION, self moves`

func (p *phrase) errorf(tokens []token, format string, args ...any) *diag.Diagnostic {
	return p.errs.Errorf(CodePhraseForm, p.span(tokens), format, args...)
}

// whose parses the owner in a phrase; anyone is nil.
func (p *phrase) whose(tokens []token) Expr {
	if len(tokens) == 1 && tokens[0].is("anyone") {
		return nil
	}
	return p.formula(tokens)
}

// trigger parses a phrase by its last words, otherwise as an event.
func (p *phrase) trigger(tokens []token) *Trigger {
	t := &Trigger{At: p.span(tokens)}
	n := len(tokens)
	verb := func(i int, words map[string]Change) (Change, bool) {
		if i < 0 || tokens[i].kind != wordToken || i > 0 && tokens[i-1].is(".") {
			return 0, false
		}
		c, ok := words[tokens[i].text]
		return c, ok
	}
	if c, ok := verb(n-1, loneVerbs); ok && n == 1 {
		t.Change = c
		return t
	}
	if c, ok := verb(n-1, valueVerbs); ok && p.preceded(tokens, n-1) {
		t.Change, t.Watched = c, p.watched(tokens[:n-1])
		return t
	}
	if c, ok := verb(n-1, bareVerbs); ok && p.preceded(tokens, n-1) {
		t.Change, t.Of = c, p.whose(tokens[:n-1])
		return t
	}
	if c, ok := verb(n-2, namedVerbs); ok && n > 2 && p.named(tokens[n-1:]) {
		t.Change, t.Of, t.Event = c, p.whose(tokens[:n-2]), p.ident(tokens[n-1])
		return t
	}
	p.event(t, tokens)
	return t
}

// Verbs of phrases, by the words next to them.
var (
	loneVerbs  = map[string]Change{"begins": Begins, "ends": Ends}
	valueVerbs = map[string]Change{"rises": Rises, "falls": Falls, "changes": Changes}
	bareVerbs  = map[string]Change{"moves": Moves, "acts": Acts}
	namedVerbs = map[string]Change{"becomes": Becomes, "loses": Loses, "rolls": Rolls}
)

// preceded reports whether the verb at i has a subject, and not only
// the "of" of `end of moves`.
func (p *phrase) preceded(tokens []token, i int) bool {
	return i > 0 && !(tokens[i-1].is("of") || tokens[i-1].is("next") || tokens[i-1].kind == ordinalToken)
}

// named reports whether the tokens are one name.
func (p *phrase) named(tokens []token) bool { return len(tokens) == 1 && tokens[0].kind == wordToken }

// watched parses the pool or field of a trigger.
func (p *phrase) watched(tokens []token) Expr {
	e := p.formula(tokens)
	of := e
	if i, ok := of.(*Index); ok {
		of = i.X
	}
	if _, ok := of.(*Member); !ok && e != nil {
		p.errs.Errorf(CodePhraseForm, e.Span(), "expected a pool or a field, found %q", shorten(e.Span().Text())).
			WithHint("as in: self.FIELD falls")
	}
	return e
}

// MostOccurrences is the maximum number of occurrences that an end can wait for.
const MostOccurrences = 100

// ordinal parses which of the future occurrences an end waits for.
func (p *phrase) ordinal(t token) {
	n, err := strconv.Atoi(strings.TrimRight(strings.ToLower(t.text), "stndrh"))
	at := []token{t}
	switch {
	case err != nil || n > MostOccurrences:
		p.errorf(at, "%s is too far away: an end can wait for the %s at most", shorten(t.text), diag.Ordinal(MostOccurrences))
	case n == 0:
		p.errorf(at, "%q doesn't exist: counting begins with next, 2nd, 3rd", t.text)
	case diag.Ordinal(n) != t.text:
		d := p.errorf(at, "%q isn't an ordinal number", t.text)
		if n == 1 {
			d.WithHint("for the first one, write next")
		} else {
			d.WithHint("write %s", diag.Ordinal(n))
		}
	case n == 1:
		p.errorf(at, "the first one is called next").WithHint("write next instead of 1st")
	}
	p.nth = n
}

// event parses [start|end of] [my|its] [next|ORDINAL] EVENT [of WHOM].
func (p *phrase) event(t *Trigger, tokens []token) {
	rest := tokens
	if len(rest) > 1 && rest[1].is("of") && (rest[0].is("start") || rest[0].is("end")) {
		t.Moment = StartOf
		if rest[0].is("end") {
			t.Moment = EndOf
		}
		rest = rest[2:]
	}
	var owner *token
	if len(rest) > 1 && (rest[0].is("my") || rest[0].is("its")) {
		owner, rest = &rest[0], rest[1:]
	}
	if len(rest) > 1 && rest[0].is("next") && rest[1].kind == wordToken && !rest[1].is("of") {
		p.next, rest = true, rest[1:]
	} else if len(rest) > 1 && rest[0].kind == ordinalToken {
		p.ordinal(rest[0])
		rest = rest[1:]
	}
	if len(rest) == 0 {
		p.errorf(tokens[len(tokens)-1:], "expected the name of an event after %q", tokens[len(tokens)-1].text)
		return
	}
	if rest[0].kind != wordToken || isOperatorWord[rest[0].text] {
		d := p.errorf(rest[:1], "expected the name of an event, found %q", shorten(rest[0].text)).WithHint("%s", phraseHint)
		if n, err := strconv.Atoi(rest[0].text); err == nil && len(rest) == 2 && 1 < n && n <= MostOccurrences {
			d.WithHint("say what ends, for example: end of its %s turn", diag.Ordinal(n))
		}
		return
	}
	if len(tokens) == len(rest) && len(rest) > 1 && isStatementWord[rest[0].text] && !rest[1].is("of") {
		p.errorf(rest[:1], "this is something to do, not something that happens").
			WithHint("put the event under on, and what to do under do")
		return
	}
	t.Event = p.ident(rest[0])
	if owner != nil {
		t.Of = &Name{Node{p.source.Span(owner.start, owner.end())}, owner.text}
	}
	p.ofWhom(t, rest, owner)
}

// ofWhom parses the text after the name of an event.
func (p *phrase) ofWhom(t *Trigger, rest []token, owner *token) {
	switch {
	case len(rest) == 1:
	case !rest[1].is("of"):
		p.errorf(rest[1:2], "unexpected %q after %q", shorten(rest[1].text), rest[0].text).WithHint("%s", p.phraseSlip(rest))
	case len(rest) == 2:
		p.errorf(rest[1:2], `expected an owner after "of"`).WithHint("as in: %s of self", rest[0].text)
	case owner != nil:
		p.errorf(rest[1:], "%q already says whose it is", owner.text)
	default:
		t.Of = p.whose(rest[2:])
	}
}

// operators are the marks that occur in formulas but not in phrases.
var operators = set([]string{"==", "!=", "<", "<=", ">", ">=", "..", "+", "-", "*", "/", "%", "**"})

// phraseSlip returns a hint for an event name followed by unexpected text.
func (p *phrase) phraseSlip(rest []token) string {
	if rest[1].is("is") && len(rest) == 3 {
		return "write " + rest[2].text + " of " + rest[0].text + " for an event, " + rest[0].text + " becomes " + rest[2].text + " for a condition"
	}
	for _, t := range rest {
		if t.kind == markToken && operators[t.text] {
			return "an end with a formula begins with when; a rule has its formula under if"
		}
	}
	return phraseHint
}

// until parses an end: a moment, a formula, or an event.
func (p *phrase) until() *Until {
	u := &Until{At: p.span(p.tokens)}
	switch first := p.tokens[0]; {
	case first.is("now"):
		u.Time = p.formula(p.tokens)
	case first.is("when"):
		if len(p.tokens) == 1 {
			p.errorf(p.tokens, `expected a test after "when"`)
			return u
		}
		u.When = p.formula(p.tokens[1:])
	default:
		u.Trigger = p.trigger(p.tokens)
		u.Next, u.Nth = p.next, p.nth
	}
	return u
}
