package syntax

import "github.com/rulec/rulec/lang/diag"

// ParseType parses a type, such as `list of creature` or
// `formula number(target creature)`. The type is nil if and only if the list has
// errors. See spec/types.md.
func ParseType(f diag.Fragment) (*TypeExpr, diag.List) {
	p := typeParser{input: newInput(f, "type")}
	var t *TypeExpr
	if !p.errs.HasErrors() {
		if t = p.read("a type"); t != nil && p.at < len(p.tokens) {
			p.errorf("unexpected %q after the type", shorten(p.tokens[p.at].text))
		}
	}
	return result(t, p.errs)
}

// typeParser parses a type from its tokens, with one function for each part.
type typeParser struct {
	input
	at int
}

// errorf reports an error at the current token, or at the end.
func (p *typeParser) errorf(format string, args ...any) *diag.Diagnostic {
	at := p.source.All()
	if len(p.tokens) > 0 {
		t := p.tokens[min(p.at, len(p.tokens)-1)]
		at = p.source.Span(t.start, t.end())
	}
	return p.errs.Errorf(CodeTypeForm, at, format, args...)
}

// take takes the current token if it is the given word or mark.
func (p *typeParser) take(text string) bool {
	if p.at < len(p.tokens) && p.tokens[p.at].is(text) {
		p.at++
		return true
	}
	return false
}

// word takes a name; if there is none, it reports that what is missing.
func (p *typeParser) word(what string) (Ident, bool) {
	if p.at < len(p.tokens) && p.tokens[p.at].kind == wordToken {
		p.at++
		return p.ident(p.tokens[p.at-1]), true
	}
	if p.at < len(p.tokens) {
		p.errorf("expected %s, found %q", what, shorten(p.tokens[p.at].text))
	} else {
		p.errorf("expected %s", what)
	}
	return Ident{}, false
}

// read parses a type; what describes it in the error if there is none.
func (p *typeParser) read(what string) *TypeExpr {
	start := p.at
	head, ok := p.word(what)
	if !ok {
		return nil
	}
	t := &TypeExpr{At: head.Span, Head: head}
	switch head.Name {
	case "list", "set":
		ok = p.of(t, &t.Elem, "of", "the type of its elements")
	case "map":
		ok = p.of(t, &t.Key, "of", "the type of its keys") && p.of(t, &t.Elem, "to", "the type of its values")
	case "roll":
		if p.take("of") {
			var check Ident
			if check, ok = p.word("the name of a check"); ok {
				t.Elem = &TypeExpr{At: check.Span, Head: check}
			}
		}
	case "formula":
		t.Elem = p.read("the type of its result")
		ok = t.Elem != nil && p.params(t)
	case "program":
		ok = p.params(t)
	}
	if !ok {
		return nil
	}
	t.At = p.span(p.tokens[start:p.at])
	return t
}

// of parses `of T` or `to T` into a part of t.
func (p *typeParser) of(t *TypeExpr, part **TypeExpr, word, what string) bool {
	if !p.take(word) {
		p.errorf("expected %q and %s after %q", word, what, t.Head.Name).WithHint("as in: %s", typeUsages[t.Head.Name])
		return false
	}
	*part = p.read(what)
	return *part != nil
}

var typeUsages = map[string]string{
	"list": "list of KIND",
	"set":  "set of KIND",
	"map":  "map of number to program(NAME KIND)",
}

// params parses (name T, name), which is optional. A name without a type is
// also the name of its type.
func (p *typeParser) params(t *TypeExpr) bool {
	if !p.take("(") {
		return true
	}
	for !p.take(")") {
		if len(t.Params) > 0 && !p.take(",") {
			p.errorf("expected a comma or %q, found %q", ")", shorten(p.tokens[p.at].text))
			return false
		}
		name, ok := p.word("the name of a parameter")
		if !ok {
			return false
		}
		param := TypedName{Name: name}
		if p.at < len(p.tokens) && p.tokens[p.at].is(":") {
			p.errorf("unexpected colon between a parameter and its type").WithHint("as in: program(NAME KIND)")
			return false
		}
		if p.at < len(p.tokens) && p.tokens[p.at].kind == wordToken {
			if param.Type = p.read("the type of " + name.Name); param.Type == nil {
				return false
			}
		}
		t.Params = append(t.Params, param)
	}
	return true
}
