package syntax

import (
	"regexp"
	"strings"

	"github.com/rulec/rulec/lang/diag"
)

// ParseTemplate parses a text with formulas in braces, such as
// `{self} swings at {target}`; {{ and }} mean literal braces. The template is nil
// if and only if the list has errors. See spec/files.md.
func ParseTemplate(f diag.Fragment) (*Template, diag.List) {
	p := templateParser{source: f, template: &Template{At: f.All()}}
	p.read()
	return result(p.template, p.errs)
}

type templateParser struct {
	source   diag.Fragment
	template *Template
	text     strings.Builder
	errs     diag.List
}

// doubled matches common subjects of sentences in the double braces of other programs' templates.
var doubled = regexp.MustCompile(`^\{\{\s*(self|it|target|event)\b[^{}]*\}\}`)

func (p *templateParser) read() {
	text := p.source.Text
	for i := 0; i < len(text); {
		rest := text[i:]
		switch {
		case doubled.MatchString(rest):
			p.errs.Warnf(CodeDoubleBraces, p.source.Span(i, i+len(doubled.FindString(rest))), "double braces are braces in the text: nothing is computed here").
				WithHint("put a formula in single braces")
			fallthrough
		case strings.HasPrefix(rest, "{{") || strings.HasPrefix(rest, "}}"):
			p.text.WriteByte(rest[0])
			i += 2
		case rest[0] == '{':
			i = p.formula(i)
		case rest[0] == '}':
			p.errs.Errorf(CodeTemplateBrace, p.source.Span(i, i+1), "this %q closes nothing", "}").
				WithHint("write }} for a brace in the text")
			i++
		default:
			p.text.WriteByte(rest[0])
			i++
		}
	}
	p.flush()
}

// flush ends the current piece of plain text.
func (p *templateParser) flush() {
	if p.text.Len() > 0 {
		p.template.Pieces = append(p.template.Pieces, Piece{Text: p.text.String()})
		p.text.Reset()
	}
}

// formula parses the formula whose brace is at i and returns where the text continues.
func (p *templateParser) formula(i int) int {
	text := p.source.Text
	var quoted byte
	for j := i + 1; j < len(text); j++ {
		switch c := text[j]; {
		case quoted != 0 && c == '\\':
			j++
		case quoted != 0 && c == '{':
			p.errs.Errorf(CodeTemplateBrace, p.source.Span(j, j+1), "a text inside a formula can't contain braces").
				WithHint("put the formula after it: {if(self.hp > 0, 'takes', 'falls by')} {amount}")
		case quoted != 0 && c == quoted:
			quoted = 0
		case quoted == 0 && (c == '"' || c == '\''):
			quoted = c
		case quoted == 0 && c == '}':
			p.flush()
			e, errs := ParseFormula(p.source.Slice(i+1, j))
			p.errs = append(p.errs, errs...)
			p.template.Pieces = append(p.template.Pieces, Piece{Value: e})
			return j + 1
		}
	}
	p.errs.Errorf(CodeTemplateBrace, p.source.Span(i, i+1), "this %q is never closed", "{").
		WithHint("write {{ for a brace in the text")
	return len(text)
}
