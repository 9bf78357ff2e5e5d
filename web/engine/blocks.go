package engine

import (
	"slices"

	"github.com/rulec/rulec/internal/report"
)

// block is a piece of a report, which the page draws.
type block struct {
	// Kind is section (its heading), verdict, paragraph, note, lines, table or columns.
	Kind    string   `json:"kind"`
	Text    string   `json:"text,omitempty"`
	Lines   []string `json:"lines,omitempty"`
	Head    []string `json:"head,omitempty"`
	Rows    [][]cell `json:"rows,omitempty"`
	Columns []column `json:"columns,omitempty"`
}

// cell holds a text; its numbers are none, the value, or the value and the ends of its interval.
type cell struct {
	Text    string    `json:"text"`
	Numbers []float64 `json:"numbers,omitempty"`
}

// column is one of several that are next to each other where there is room.
type column struct {
	Title  string  `json:"title"`
	Blocks []block `json:"blocks"`
}

// blocksOf returns the pieces of a report; command lines aren't for the page.
func blocksOf(list []report.Block) []block {
	blocks := []block{}
	for _, b := range list {
		x := block{}
		switch b := b.(type) {
		case report.Heading:
			x.Kind, x.Text = "section", b.Text
		case report.Paragraph:
			if x.Kind, x.Text = "paragraph", b.Text; b.Verdict {
				x.Kind = "verdict"
			}
		case report.Note:
			x.Kind, x.Text = "note", b.Text
		case report.Lines:
			x.Kind, x.Lines = "lines", b.Lines
		case *report.Table:
			x.Kind = "table"
			for _, h := range b.Head {
				x.Head = append(x.Head, h.Name)
			}
			for _, row := range b.Rows {
				var cells []cell
				for _, c := range row {
					cells = append(cells, cell(c))
				}
				x.Rows = append(x.Rows, cells)
			}
		case report.Columns:
			x.Kind = "columns"
			for _, c := range b.Columns {
				x.Columns = append(x.Columns, column{c.Title, blocksOf(c.Blocks)})
			}
		default:
			continue
		}
		blocks = append(blocks, x)
	}
	return slices.DeleteFunc(blocks, func(b block) bool {
		return b.Text == "" && b.Lines == nil && b.Rows == nil && b.Columns == nil
	})
}
