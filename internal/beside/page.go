package beside

import (
	_ "embed"
	"html/template"
	"io"
	"strings"

	"github.com/rulec/rulec/interp/story"
	"github.com/rulec/rulec/lang/diag"
)

//go:embed page.html
var pageText string

// page is what the template shows.
type page struct {
	Titles  []string
	Rows    []Row
	Columns []column
}

// column is the typical fight of one system.
type column struct {
	Title, Command string
	Lines          []line
}

// line is a line of a log: Heading, Map or neither, as deep as it belongs to others.
type line struct {
	Heading, Map bool
	Depth        int
	Text         string
}

// HTML prints the figures, and below them the typical fights side by side, as a page that needs no script and no other file.
// see returns the command that tells a fight of the i-th study.
func HTML(w io.Writer, studies []*Study, see func(i int, trial uint64) string) error {
	p := page{Titles: Titles(studies), Rows: Figures(studies)}
	for i, s := range studies {
		log, err := s.typical()
		if err != nil {
			return err
		}
		c := column{Title: p.Titles[i], Command: diag.Visible(see(i, s.Typical.Trial))}
		for k := range log.Lines {
			c.take(&log.Lines[k])
		}
		p.Columns = append(p.Columns, c)
	}
	return template.Must(template.New("page").Parse(pageText)).Execute(w, p)
}

// take adds a line of the log; who fights, and how everybody is, stands in the lines themselves.
func (c *column) take(l *story.Line) {
	x := line{Text: diag.Visible(textOf(l))}
	switch l.Kind {
	case story.Clock, story.Ending:
		x.Heading = true
	case story.Ground:
		x.Map = true
		rows := l.Map.Lines()
		for i := range rows {
			rows[i] = diag.Visible(rows[i])
		}
		x.Text = strings.Join(rows, "\n")
	case story.Turn:
		x.Text += ":"
	case story.Event:
		x.Depth = max(0, l.Depth-1)
	default:
		return
	}
	c.Lines = append(c.Lines, x)
}
