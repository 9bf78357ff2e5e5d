package syntax

import "slices"

// lets finds the marks that belong to lets, and reports each let that isn't written
// let NAME = VALUE; FORMULA, or that isn't at the beginning of a formula.
func (p *formulaParser) lets() {
	isLet := func(t token) bool { return t.kind == wordToken && t.is("let") }
	if !slices.ContainsFunc(p.tokens, isLet) {
		return
	}
	p.ofLet = map[int]bool{}
	// The lets whose value is being parsed, by the brackets that contain them.
	open := [][]int{nil}
	rejected := map[int]bool{}
	unfinished := func() {
		for _, i := range open[len(open)-1] {
			if rejected[i] {
				continue
			}
			p.errorf(CodeFormulaForm, i, `expected a semicolon after the value of "let"`).WithHint("%s", letHint)
		}
		open[len(open)-1] = nil
	}
	for i, t := range p.tokens {
		last := len(open) - 1
		switch {
		case t.opens():
			open = append(open, nil)
		case t.closes():
			unfinished()
			open = open[:max(last, 1)]
		case t.is(","):
			unfinished()
		case t.text == ";" && t.kind == endToken && len(open[last]) > 0:
			p.ofLet[i] = true
			open[last] = open[last][:len(open[last])-1]
		case isLet(t) && !p.isName(i):
			rejected[i] = !p.opensLet(i)
			for j := i + 1; j <= min(i+2, len(p.tokens)-1); j++ {
				p.ofLet[j] = p.tokens[j].is("=") || p.tokens[j].is("==") && rejected[i]
			}
			open[last] = append(open[last], i)
		}
	}
	unfinished()
}

const letHint = "as in: let NAME = VALUE; FORMULA"

// opensLet reports whether the let at i begins a formula or a part of one, and is followed
// by a name and its =; otherwise it adds an error.
func (p *formulaParser) opensLet(i int) bool {
	if i > 0 {
		if before := p.tokens[i-1]; !before.is("(") && !before.is("[") && !before.is(",") && !(p.ofLet[i-1] && before.text == ";") {
			p.errorf(CodeFormulaForm, i, `"let" must begin a formula and can't follow %q`, shorten(before.text)).
				WithHint("put it in brackets: (let NAME = VALUE; FORMULA)")
			return false
		}
	}
	rest := p.tokens[i+1:]
	if len(rest) < 2 || rest[0].kind != wordToken || isOperatorWord[rest[0].text] || !rest[1].is("=") {
		p.errorf(CodeFormulaForm, i, `expected a name and "=" after "let"`).WithHint("%s", letHint)
		return false
	}
	if isClauseWord[rest[0].text] {
		p.errorf(CodeFormulaForm, i+1, "%q is a reserved word and can't be a name here", rest[0].text).WithHint("%s", letHint)
		return false
	}
	return true
}
