package syntax

import (
	"strconv"

	"github.com/rulec/rulec/lang/diag"
)

// ReadScript parses the script of an encounter. Every line with an error is reported and omitted;
// invalid statements in valid lines become an [Unread]. The script is nil only if the
// text can't be split into lines. An empty text is an empty script. See spec/scripts.md and
// spec/grammar.ebnf.
func ReadScript(f diag.Fragment) (*Script, diag.List) {
	r, ok := newReader(f)
	var s *Script
	if ok {
		s = &Script{At: f.All(), Items: r.lines(statements(r.tokens))}
	}
	r.errs.Sort()
	return s, r.errs
}

// lines parses lines; those with an error outside their braces are omitted.
func (r *reader) lines(lines [][]token) []Item {
	var items []Item
	for _, tokens := range lines {
		if r.reportBad(outside(tokens)) {
			continue
		}
		errors := len(r.errs)
		if item := r.line(tokens); item != nil && !r.wrongSince(errors, tokens) {
			items = append(items, item)
		}
	}
	return items
}

// inner parses the lines in the braces of a line, which may also be separated by commas.
func (r *reader) inner(l *linesForm) []Item {
	if l == nil {
		return nil
	}
	var lines [][]token
	for _, tokens := range statements(r.inBraces(l.run)) {
		lines = append(lines, commaLines(tokens)...)
	}
	return r.lines(lines)
}

// commaLines splits tokens at the commas after which a new line certainly begins.
func commaLines(tokens []token) [][]token {
	var lines [][]token
	depth, from := 0, 0
	for i, t := range tokens {
		switch {
		case t.opens():
			depth++
		case t.closes():
			depth--
		case t.is(",") && depth == 0 && i > from && beginsLine(tokens[i+1:]):
			lines = append(lines, tokens[from:i])
			from = i + 1
		}
	}
	return append(lines, tokens[from:])
}

// beginsLine reports whether tokens can only be a line of a script.
func beginsLine(tokens []token) bool {
	if len(tokens) < 2 || tokens[0].kind != wordToken {
		return false
	}
	switch first, next := tokens[0], tokens[1]; {
	case next.is(":"):
		return true
	case first.is("dice"):
		return next.kind == wordToken || next.kind == numberToken
	case first.is("draw"):
		return next.kind == wordToken && len(tokens) > 2 && (tokens[2].kind == wordToken || tokens[2].is("."))
	case first.is("choose"):
		return next.kind == wordToken && len(tokens) > 2 && tokens[2].is("=")
	case first.is("expect"):
		return startsOperand(tokens, 1) && !(next.opens() && next.start == first.end())
	}
	return (tokens[0].is("all") || tokens[0].is("others")) && tokens[1].is("pass")
}

func (r *reader) line(tokens []token) Item {
	first := tokens[0]
	if len(tokens) > 1 && first.kind == wordToken && tokens[1].is(":") {
		if len(tokens) > 2 && tokens[2].is("choose") {
			return readLine[answerForm](r, tokens)
		}
		return readLine[turnForm](r, tokens)
	}
	if first.is("refused") {
		if len(tokens) > 3 && tokens[3].is("choose") {
			return readLine[notOfferedForm](r, tokens)
		}
		return readLine[refusedForm](r, tokens)
	}
	if read, ok := lineReaders[first.text]; ok && first.kind == wordToken {
		return read(r, tokens)
	}
	r.unknownLine(tokens)
	return nil
}

// unknownLine reports a line with an unknown beginning.
func (r *reader) unknownLine(tokens []token) {
	first := tokens[0]
	d := r.errorf(CodeScriptForm, first, "no line of a script begins with %q", shorten(first.text))
	switch {
	case first.kind != wordToken:
		d.WithHint("as in: NAME: ACTION on WHOM { dice LABEL 12 }")
	case isStatementWord[first.text]:
		d.WithHint("put statements in do { .. }")
	case d.MeanOneOf(first.text, lineWords):
	case len(tokens) > 1 && tokens[1].kind == wordToken:
		d.WithHint("did you forget the colon? write %s: %s", first.text, tokens[1].text).WithGuess(d.Span, first.text+":")
	default:
		d.WithHint("as in: NAME: ACTION on WHOM { dice LABEL 12 }")
	}
}

func (f *turnForm) build(r *reader, at diag.Span) Item { return f.turn(r, at) }

func (f *turnForm) turn(r *reader, at diag.Span) *Turn {
	r.fill(f)
	t := &Turn{ItemNode: ItemNode{at}, Who: f.Who, Action: f.Action, With: f.With, Body: r.inner(f.Body)}
	if f.On != nil {
		t.On = f.On.Value
	}
	return t
}

func (f *refusedForm) build(r *reader, at diag.Span) Item {
	if f.Turn.Body != nil {
		r.errs.Errorf(CodeScriptForm, r.runSpan(f.Turn.Body.run), "a refused action can't have a block").
			WithHint("as in: %s", usages["refused"])
		return nil
	}
	before := len(r.errs)
	item := &Refused{ItemNode: ItemNode{at}, Turn: f.Turn.turn(r, at)}
	if len(r.errs) > before {
		return nil // the reason may be the unreadable part
	}
	if f.Reason != nil {
		item.Reason = r.within(f.Reason.run)[0].content()
	}
	if item.Reason == "" {
		r.errs.Errorf(CodeScriptForm, at, "this needs a reason: without one, even a typo would pass").
			WithHint("write the reason that the rules give, or a part of it, in quotes after it; if it is wrong, the test prints the right one")
		return nil
	}
	return item
}

func (f *diceForm) build(r *reader, at diag.Span) Item {
	r.fill(f)
	item := &DiceItem{ItemNode: ItemNode{at}}
	for _, roll := range f.Rolls {
		item.Rolls = append(item.Rolls, roll.roll(r))
	}
	return item
}

func (f *diceRollForm) roll(r *reader) ScriptedRoll {
	last := f.Faces[len(f.Faces)-1]
	roll := ScriptedRoll{At: r.source.Span(f.Pos.Offset, last.Pos.Offset+len(last.Text)), Of: f.Of}
	if f.First != nil {
		roll.Label = *f.First
	}
	if f.Label != nil {
		roll.Who, roll.Label = roll.Label, *f.Label
	}
	for _, face := range f.Faces {
		at := r.source.Span(face.Pos.Offset, face.Pos.Offset+len(face.Text))
		n, err := strconv.Atoi(face.Text)
		if err != nil || n > mostSides {
			r.errs.Errorf(CodeScriptForm, at, "a die shows a whole number up to %d", mostSides)
		}
		roll.Faces = append(roll.Faces, n)
		roll.FacesAt = append(roll.FacesAt, at)
	}
	return roll
}

func (f *drawsForm) build(r *reader, at diag.Span) Item {
	r.fill(f)
	item := &DrawItem{ItemNode: ItemNode{at}}
	for _, d := range f.Draws {
		who, deck := Ident{}, d.First
		if d.Deck != nil {
			who, deck = deck, *d.Deck
		}
		for _, card := range d.Cards {
			item.Draws = append(item.Draws, ScriptedDraw{who, deck, card})
		}
	}
	return item
}

func (f *answerForm) build(r *reader, at diag.Span) Item {
	r.fill(f)
	c := &f.Choice
	c.At, c.Who = at, &f.Who
	return c
}

func (f *notOfferedForm) build(r *reader, at diag.Span) Item {
	r.fill(f)
	c := &f.Choice
	c.At, c.Who, c.Refused = at, &f.Who, true
	return c
}

func (f *allPassForm) build(_ *reader, at diag.Span) Item { return &AllPass{ItemNode{at}} }
func (f *othersPassForm) build(_ *reader, at diag.Span) Item {
	return &OthersPass{ItemNode{at}}
}

func (f *restForm) build(_ *reader, at diag.Span) Item { return &Rest{ItemNode{at}} }
func (f *overForm) build(_ *reader, at diag.Span) Item { return &Over{ItemNode{at}} }
