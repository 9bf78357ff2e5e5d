package book

import (
	_ "embed"
	"html/template"
	"io"
	"strings"

	"github.com/rulec/rulec/lang/diag"
)

//go:embed book.html
var pageText string

// page is the page of a book; on that of players a formula in a cell is no code.
var page, playersPage = parsed(htmlCell), parsed(htmlText)

func parsed(cell func(Text) template.HTML) *template.Template {
	return template.Must(template.New("book").Funcs(template.FuncMap{
		"visible": diag.Visible, "prose": htmlProse, "text": htmlText, "cell": cell,
		"how": func(h How) string { return [...]string{Brings: "brings", Leads: "leads", Stops: "stops"}[h] },
	}).Parse(pageText))
}

// HTML writes the book as one self-contained page. It can be read without a script; the one that it has looks up names. Its headings become
// the bookmarks of a printed book.
func (b *Book) HTML(w io.Writer) error {
	if b.Players {
		return playersPage.Execute(w, b)
	}
	return page.Execute(w, b)
}

// htmlText returns a text with its links.
func htmlText(t Text) template.HTML { return htmlPieces(t, template.HTMLEscapeString) }

// htmlPieces returns a text with its links, each piece escaped by escape.
func htmlPieces(t Text, escape func(string) string) template.HTML {
	s := ""
	for _, p := range t {
		text := escape(diag.VisibleLines(p.Text))
		if p.To != "" {
			text = `<a href="#` + template.HTMLEscapeString(p.To) + `">` + text + `</a>`
		}
		s += text
	}
	return template.HTML(s) // #nosec: every piece was escaped
}

// htmlCell returns the content of a table's cell: a formula as code.
func htmlCell(t Text) template.HTML {
	if isFormula(t.String()) {
		return "<code>" + htmlPieces(t, breakable) + "</code>"
	}
	return htmlText(t)
}

// breakable is a formula in a narrow column, where lines may break inside of a long name, too.
func breakable(text string) string {
	return strings.NewReplacer("(", "(<wbr>", "_", "_<wbr>").Replace(template.HTMLEscapeString(text))
}

// isFormula reports whether a text is more than words and numbers.
func isFormula(text string) bool {
	return strings.ContainsAny(text, "()=<>+*_[]{}") && !strings.HasSuffix(text, ".")
}

// htmlProse returns a sentence; text between backquotes is code.
func htmlProse(text string) template.HTML {
	s := ""
	for i, piece := range strings.Split(text, "`") {
		piece = template.HTMLEscapeString(diag.Visible(piece))
		if i%2 == 1 {
			piece = "<code>" + piece + "</code>"
		}
		s += piece
	}
	return template.HTML(s) // #nosec: every piece was escaped
}
