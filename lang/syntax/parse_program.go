package syntax

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/foreign"
)

// ReadProgram parses a program of the action language. Every statement with an error is reported,
// and replaced by an [Unread]. The block is nil only if the text can't be split into
// statements. An empty text is an empty program. See spec/programs.md and spec/grammar.ebnf.
func ReadProgram(f diag.Fragment) (*Block, diag.List) {
	r, ok := newReader(f)
	var b *Block
	if ok {
		b = r.block(r.tokens, f.All())
	}
	r.errs.Sort()
	return b, r.errs
}

// Extent is the extent of a statement in the text of its program: from Start to End; the part up to
// Head precedes its first block. First is the number of the first statement of the block that
// contains it.
type Extent struct{ Start, Head, End, First int }

// Extents returns the extents of the statements of a program, each before those in its blocks; nil
// if the text isn't a valid program.
func Extents(f diag.Fragment) []Extent {
	r, ok := newReader(f)
	if _, errs := ReadProgram(f); !ok || errs.HasErrors() {
		return nil
	}
	return extents(nil, r.tokens)
}

func extents(all []Extent, tokens []token) []Extent {
	first := len(all)
	for _, s := range statements(tokens) {
		x := Extent{Start: s[0].start, Head: s[len(s)-1].end(), End: s[len(s)-1].end(), First: first}
		var blocks [][]token
		if hasBlocks[s[0].text] {
			blocks = braced(s)
		}
		if len(blocks) > 0 {
			x.Head = blocks[0][0].start
		}
		all = append(all, x)
		for _, b := range blocks {
			all = extents(all, b[1:len(b)-1])
		}
	}
	return all
}

// block parses the statements of a program or of a block of a statement.
func (r *reader) block(tokens []token, at diag.Span) *Block {
	b := &Block{At: at}
	torn := 0 // text before this position belongs to a formula that a semicolon has split
	for _, s := range statements(tokens) {
		if s[0].start < torn {
			continue
		}
		if t := bareLet(s); t != nil {
			r.errorf(CodeStatementForm, *t, `in a program, a formula that begins with "let" needs brackets`).
				WithHint("write (let NAME = VALUE; FORMULA)")
			torn = lineEnd(r.source.Text, s[len(s)-1].end())
			b.Stmts = append(b.Stmts, r.unread(s))
			continue
		}
		b.Stmts = append(b.Stmts, r.statement(s))
	}
	return b
}

// bareLet returns a let within a statement that isn't its first word and is outside brackets,
// where its semicolon ends the statement; nil if there is none.
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

// lineEnd returns the end of the line that contains the position at.
func lineEnd(text string, at int) int {
	if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(text)
}

// braces parses a block with its braces.
func (r *reader) braces(x run) *Block { return r.block(r.inBraces(x), r.runSpan(x)) }

// statement parses one statement; it returns an [Unread] if the statement has errors outside
// its blocks.
func (r *reader) statement(tokens []token) Stmt {
	if r.reportBad(outside(tokens)) {
		return r.unread(tokens, r.blocksOf(tokens)...)
	}
	errors := len(r.errs)
	stmt := r.dispatch(tokens)
	if stmt == nil {
		return r.unread(tokens, r.blocksOf(tokens)...)
	}
	if r.wrongSince(errors, tokens) {
		return r.unread(tokens, blocksIn(stmt)...)
	}
	return stmt
}

// wrongSince reports whether any error after the first errors is outside the braces.
func (r *reader) wrongSince(errors int, tokens []token) bool {
	blocks := braced(tokens)
	return slices.ContainsFunc(r.errs[errors:], func(d *diag.Diagnostic) bool {
		return !slices.ContainsFunc(blocks, func(b []token) bool { at := r.span(b); return at.Start <= d.Span.Start && d.Span.End <= at.End })
	})
}

// unread replaces a statement that can't be parsed.
func (r *reader) unread(tokens []token, blocks ...*Block) *Unread {
	u := &Unread{StmtNode: StmtNode{r.firstLine(tokens)}, Blocks: blocks}
	naming := false
	u.Names, naming = r.named(tokens)
	u.Unnamed = naming && len(u.Names) == 0
	if tokens[0].kind == wordToken {
		u.Word = tokens[0].text
	}
	return u
}

// namingWords begin statements that define a name.
var namingWords = map[string]bool{"let": true, "roll": true, "choose": true, "draw": true, "for": true}

// named returns the names that a statement seems to define: those after its first
// word, or its assignment target. Naming is false if statements of this type define no names.
func (r *reader) named(tokens []token) (names []Ident, naming bool) {
	first := tokens[0]
	if first.kind != wordToken || isStatementWord[first.text] && !namingWords[first.text] {
		return nil, false
	}
	if !isStatementWord[first.text] && !(len(tokens) > 1 && tokens[1].is(".")) {
		names = append(names, r.ident(first))
	}
	for _, t := range tokens[1:] {
		switch {
		case t.is(","), t.is("some"), t.is("each"):
		case t.kind != wordToken || slices.Contains([]string{"from", "in", "by", "as", "of", "to", "with", "where"}, t.text):
			return names, namingWords[first.text]
		default:
			names = append(names, r.ident(t))
		}
	}
	return names, namingWords[first.text]
}

// blocksOf parses the blocks of an invalid statement.
func (r *reader) blocksOf(tokens []token) (blocks []*Block) {
	if !hasBlocks[tokens[0].text] {
		return nil
	}
	for _, b := range braced(tokens) {
		blocks = append(blocks, r.block(b[1:len(b)-1], r.span(b)))
	}
	return blocks
}

// braced returns the token sequences in braces, including the braces; nested ones are not separate.
func braced(tokens []token) (all [][]token) {
	for i := 0; i < len(tokens); i++ {
		if !tokens[i].opens() {
			continue
		}
		end := i + closing(tokens[i:])
		if tokens[i].is("{") {
			all = append(all, tokens[i:end+1])
		}
		i = end
	}
	return all
}

// blocksIn returns the blocks of a statement; those of `else if` follow the first.
func blocksIn(s Stmt) []*Block {
	switch s := s.(type) {
	case *If:
		blocks := []*Block{s.Then}
		if s.Else != nil && len(s.Else.Stmts) == 1 {
			if next, ok := s.Else.Stmts[0].(*If); ok {
				return append(blocks, blocksIn(next)...)
			}
		}
		return append(blocks, s.Else)
	case *For:
		return []*Block{s.Body}
	case *While:
		return []*Block{s.Body}
	case *Afterwards:
		return []*Block{s.Body}
	}
	return nil
}

// Stops reports whether a program may end in a `stop`.
func (b *Block) Stops() bool {
	return slices.ContainsFunc(b.Stmts, func(s Stmt) bool {
		_, stops := s.(*Stop)
		return stops || slices.ContainsFunc(blocksIn(s), func(inner *Block) bool { return inner != nil && inner.Stops() })
	})
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

func (r *reader) dispatch(tokens []token) Stmt {
	first := tokens[0]
	if first.kind != wordToken {
		return read[changeForm](r, tokens)
	}
	readWord, known := readers[first.text]
	switch {
	case known && isName(tokens):
		r.errorf(CodeStatementForm, first, "%q is a reserved word and can't be a name here", first.text).
			WithHint("as in: %s", usages[first.text])
		return nil
	case first.is("for") && len(tokens) > 3 && tokens[1].is("each") && tokens[3].is("in"):
		r.errorf(CodeStatementForm, tokens[1], `a loop has no "each"`).WithHint("write for %s in ..", tokens[2].text).
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
	hint := foreign.Statement(first.text)
	hasBlock := slices.ContainsFunc(tokens, func(t token) bool { return t.is("{") })
	if hint == "" || !(len(tokens) == 1 || hasBlock || sideBySide(tokens)) {
		return false
	}
	d := r.errorf(CodeUnknownStatement, first, "unknown statement %q", first.text)
	d.Hint = hint
	if same := foreign.Same(first.text); same != "" {
		if word, _, long := strings.Cut(same, " with"); long && len(tokens) == 1 {
			same = word // nothing follows that could be its value
		}
		d.WithFix(d.Span, same)
	}
	return true
}

// sideBySide reports whether a value follows the first word without an operator.
func sideBySide(tokens []token) bool {
	return startsOperand(tokens, 1) && !(tokens[1].opens() && tokens[1].start == tokens[0].end())
}

// misspelt reports a line that looks like a statement but doesn't begin with a statement word.
func (r *reader) misspelt(tokens []token) bool {
	first := tokens[0]
	if !sideBySide(tokens) && !(len(tokens) > 1 && tokens[1].is("{")) {
		return false
	}
	d := r.errorf(CodeUnknownStatement, first, "no statement begins with %q", shorten(first.text))
	if lower := strings.ToLower(first.text); isStatementWord[lower] {
		d.WithHint("write it in lower case: %s", lower).WithFix(d.Span, lower)
	} else if d.MeanOneOf(first.text, statementWords) {
	} else if tokens[1].is("(") {
		d.WithHint("put the bracket of a call directly after its name")
	}
	return true
}
