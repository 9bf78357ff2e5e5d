package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/rulec/rulec/lang/diag"
)

// Document is a report.
type Document struct {
	Title  string
	Blocks []Block
	// Data is the report for programs: the content of JSON.
	Data any
	// Sheet is the table that CSV prints; nil means the tables of the document, a line per cell.
	Sheet *Table
}

// Block is a piece of a document: a [Heading], [Paragraph], [Note], [Table], [Chart], [Command], [Lines] or [Columns].
type Block interface{ isBlock() }

// Heading starts a section.
type Heading struct {
	Text string `json:"text"`
	// Part starts a part with its own sections, on a new sheet of paper.
	Part bool `json:"-"`
}

// Paragraph is text. Its line breaks are kept.
type Paragraph struct {
	Text string `json:"text"`
	// Verdict marks the sentence with the main result of the report.
	Verdict bool `json:"verdict"`
}

// Note is text in small print: how figures were computed, what was left out.
type Note struct {
	Text string `json:"text"`
}

// Command is a command line to copy, with a label.
type Command struct{ Label, Line string }

// Lines are printed unchanged, one below the other: a part of a log, YAML for a file.
type Lines struct {
	Lines []string `json:"lines"`
}

// Chart is a drawing; only a page shows it.
type Chart struct {
	// About describes it in words.
	About string
	// Draw writes it as SVG.
	Draw func(io.Writer) error `json:"-"`
}

// Columns are next to each other on a wide page, and one below the other elsewhere.
type Columns struct {
	Columns []Column `json:"columns"`
}

// Column is one of several [Columns].
type Column struct {
	Title  string `json:"title"`
	Blocks Blocks `json:"blocks"`
}

// Blocks are blocks below each other.
type Blocks []Block

func (Heading) isBlock()   {}
func (Paragraph) isBlock() {}
func (Note) isBlock()      {}
func (*Table) isBlock()    {}
func (Chart) isBlock()     {}
func (Command) isBlock()   {}
func (Lines) isBlock()     {}
func (Columns) isBlock()   {}

// Add adds blocks to a document. It skips tables without rows, and paragraphs, notes and commands without text.
func (d *Document) Add(blocks ...Block) {
	for _, b := range blocks {
		if !empty(b) {
			d.Blocks = append(d.Blocks, b)
		}
	}
}

// Paragraph adds a paragraph.
func (d *Document) Paragraph(format string, args ...any) {
	d.Add(Paragraph{Text: fmt.Sprintf(format, args...)})
}

// Note adds a note.
func (d *Document) Note(format string, args ...any) { d.Add(Note{fmt.Sprintf(format, args...)}) }

// Diagnostics returns the printed lines of a list of diagnostics, with the places.
func Diagnostics(list diag.List) Lines {
	var b strings.Builder
	_ = list.Print(&b, diag.Snippets, false) // a Builder never fails
	return Lines{strings.Split(strings.TrimRight(b.String(), "\n"), "\n")}
}

func empty(b Block) bool {
	switch b := b.(type) {
	case Paragraph:
		return b.Text == ""
	case Note:
		return b.Text == ""
	case Command:
		return b.Line == ""
	case Lines:
		return len(b.Lines) == 0
	case *Table:
		return b == nil || len(b.Rows) == 0
	case Columns:
		return len(b.Columns) == 0
	}
	return false
}
