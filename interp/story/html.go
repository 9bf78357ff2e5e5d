package story

import (
	_ "embed"
	"html/template"
	"io"
	"strings"

	"github.com/rulec/rulec/interp/value"
)

//go:embed log.html
var logText string

var logPage = template.Must(template.New("log").Funcs(template.FuncMap{"visible": visible}).Parse(logText))

// HTML writes the log as one self-contained page: no script, no font, no picture.
func (l *Log) HTML(w io.Writer) error {
	return logPage.Execute(w, map[string]any{"Title": l.Title, "Parts": l.parts()})
}

// part is a heading with its content.
type part struct {
	Level  int
	Text   string
	Blocks []block
}

// block is a piece of a part; one of its fields is set.
type block struct {
	Note, Status, Map string
	Tables            []table
	Events            []*event
}

// table is the table of one side.
type table struct {
	Side string
	Rows [][]string
}

// event is a line with the lines that belong to it.
type event struct {
	Text   string
	Reason bool
	Below  []*event
}

// parts nests each line under the line it belongs to.
func (l *Log) parts() []*part {
	parts := []*part{{}}
	for i := range l.Lines {
		line := &l.Lines[i]
		at := parts[len(parts)-1]
		switch line.Kind {
		case Part, Clock, Ending, Turn:
			parts = append(parts, &part{Level: levels[line.Kind], Text: line.Text})
		case Note:
			at.Blocks = append(at.Blocks, block{Note: line.Text})
		case Cast, Standings:
			at.Blocks = append(at.Blocks, block{Tables: tables(line)})
		case Status:
			at.Blocks = append(at.Blocks, block{Status: strings.Join(statusTexts(line.Rows), " · ")})
		case Ground:
			at.Blocks = append(at.Blocks, block{Map: visibleLines(line.Map.Lines())})
		default:
			at.take(line)
		}
	}
	return parts
}

// take adds a line under the lines it belongs to.
func (p *part) take(line *Line) {
	if n := len(p.Blocks); n == 0 || p.Blocks[n-1].Events == nil {
		p.Blocks = append(p.Blocks, block{})
	}
	list := &p.Blocks[len(p.Blocks)-1].Events
	for depth := 1; depth < line.Depth && len(*list) > 0; depth++ {
		list = &(*list)[len(*list)-1].Below
	}
	*list = append(*list, &event{Text: line.whole(), Reason: line.Kind == Reason})
}

// tables makes one table for each side.
func tables(l *Line) []table {
	var list []table
	for i := range l.Rows {
		r := &l.Rows[i]
		if n := len(list); n == 0 || i > 0 && l.Rows[i-1].Side != r.Side {
			list = append(list, table{Side: value.Capital(r.Side)})
		}
		t := &list[len(list)-1]
		t.Rows = append(t.Rows, r.cells(l.Kind))
	}
	return list
}

func visibleLines(lines []string) string {
	for i := range lines {
		lines[i] = visible(lines[i])
	}
	return strings.Join(lines, "\n")
}
