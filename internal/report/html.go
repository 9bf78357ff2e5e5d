package report

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"math"
	"strings"

	"github.com/rulec/rulec/lang/diag"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"visible": diag.Visible, "lines": diag.VisibleLines, "table": newPageTable, "drawing": drawing,
}).Parse(pageText))

// html prints a document as a page that needs no script and no other file, and is readable without colours.
func (d *Document) html(w io.Writer) error {
	p := struct {
		Title string
		Parts [][]section
	}{Title: d.Title, Parts: [][]section{nil}}
	add := func(s section) { p.Parts[len(p.Parts)-1] = append(p.Parts[len(p.Parts)-1], s) }
	current := section{}
	for _, b := range d.Blocks {
		if h, ok := b.(Heading); ok {
			add(current)
			if current = (section{Heading: h}); h.Part {
				p.Parts = append(p.Parts, nil)
			}
			continue
		}
		current.Blocks = append(current.Blocks, b)
	}
	add(current)
	return pageTemplate.Execute(w, p)
}

// section is a heading and the content below it.
type section struct {
	Heading Heading
	Blocks  Blocks
}

// HTML returns blocks as a page shows them: each type of block has a template of its name.
func (l Blocks) HTML() (template.HTML, error) {
	var b strings.Builder
	for _, x := range l {
		if err := pageTemplate.ExecuteTemplate(&b, typeOf(x), x); err != nil {
			return "", err
		}
	}
	return template.HTML(b.String()), nil
}

func typeOf(b Block) string { return strings.TrimPrefix(fmt.Sprintf("%T", b), "*") }

// MarshalJSON writes blocks for a page that draws them itself, each with its type in small letters.
func (l Blocks) MarshalJSON() ([]byte, error) {
	type typed struct {
		Type string `json:"type"`
		Is   Block  `json:"is"`
	}
	list := []typed{}
	for _, b := range l {
		if !empty(b) {
			list = append(list, typed{strings.ToLower(strings.TrimPrefix(typeOf(b), "report.")), b})
		}
	}
	return json.Marshal(list)
}

// drawing draws a chart. All markup comes from Go: the drawing library escapes all names in it.
func drawing(c Chart) (template.HTML, error) {
	var svg bytes.Buffer
	if err := c.Draw(&svg); err != nil {
		return "", err
	}
	_, text, _ := bytes.Cut(svg.Bytes(), []byte("<svg"))
	text = bytes.ReplaceAll(text, []byte("\t"), []byte(" ")) // a tab is a control character of terminals
	return template.HTML("<svg" + string(text)), nil
}

// pageTable is a table for the template.
type pageTable struct {
	Head []pageHead
	Rows []pageRow
}

type pageHead struct {
	Name    string
	Numeric bool
}

type pageRow struct {
	Sum   bool
	Cells []pageCell
}

type pageCell struct {
	Text    template.HTML
	Numeric bool
	Bar     *pageBar
}

// pageBar is a bar that starts at X, and its interval from Low to High, on a scale whose 0 is at Zero; all in
// pixels of a drawing of width barWidth.
type pageBar struct {
	X, Width, Low, High, Zero string
	Interval                  bool
}

const barWidth = 120

func newPageTable(t *Table) *pageTable {
	p := &pageTable{}
	for i, h := range t.Head {
		p.Head = append(p.Head, pageHead{h.Name, t.numeric(i)})
	}
	least, most := t.span()
	for k, row := range t.Rows {
		r := pageRow{Sum: t.Sum && k == len(t.Rows)-1}
		for i := range t.Head {
			c := pageCell{Numeric: p.Head[i].Numeric}
			if i < len(row) {
				c.Text = cellText(row[i].Text)
				if t.Head[i].Bars && most > least {
					c.Bar = newPageBar(row[i].Numbers, least, most)
				}
			}
			r.Cells = append(r.Cells, c)
		}
		p.Rows = append(p.Rows, r)
	}
	return p
}

// cellText returns the text of a cell, without line breaks within the brackets of an interval.
func cellText(text string) template.HTML {
	value, interval, found := strings.Cut(template.HTMLEscapeString(diag.Visible(text)), " (")
	if !found {
		return template.HTML(value)
	}
	return template.HTML(value + " (" + strings.ReplaceAll(interval, " ", "&nbsp;"))
}

func newPageBar(numbers []float64, least, most float64) *pageBar {
	if len(numbers) == 0 {
		return nil
	}
	at := func(v float64) float64 { return 1 + (barWidth-2)*(v-least)/(most-least) }
	text := func(v float64) string { return fmt.Sprintf("%.1f", v) }
	zero, value := at(0), at(numbers[0])
	b := &pageBar{X: text(math.Min(zero, value)), Width: text(math.Abs(value - zero)), Zero: text(zero)}
	if len(numbers) == 3 {
		b.Interval, b.Low, b.High = true, text(at(numbers[1])), text(at(numbers[2]))
	}
	return b
}
