package report

import (
	"fmt"
	"io"
)

// Document is a report.
type Document struct {
	Title  string
	Blocks []Block
	// Data is the report as programs read it: what JSON prints.
	Data any
	// Sheet is the table that CSV prints; nil: the tables of the document, a line for each cell.
	Sheet *Table
}

// Block is a piece of a document: a [Heading], [Paragraph], [Note], [Table], [Chart], [Command], [Lines] or [Columns].
type Block interface{ isBlock() }

// Heading begins a section.
type Heading struct {
	Text string
	// Part begins a part with sections of its own, which has a sheet of paper to itself.
	Part bool
}

// Paragraph is text. Where it has several lines, they stay apart.
type Paragraph struct {
	Text string
	// Verdict marks the sentence that says what the report found.
	Verdict bool
}

// Note is text in small print: how figures came about, what was left out.
type Note struct{ Text string }

// Command is a command line to copy, and what it does.
type Command struct{ Label, Line string }

// Lines are printed as they are, one below the other: a part of a log, YAML for a file.
type Lines struct{ Lines []string }

// Chart is a drawing, which only a page shows.
type Chart struct {
	// About says in words what it shows.
	About string
	// Draw writes it as SVG.
	Draw func(io.Writer) error
}

// Columns stand side by side on a page that is wide enough, and one below the other elsewhere.
type Columns struct{ Columns []Column }

// Column is one of several [Columns].
type Column struct {
	Title  string
	Blocks []Block
}

func (Heading) isBlock()   {}
func (Paragraph) isBlock() {}
func (Note) isBlock()      {}
func (*Table) isBlock()    {}
func (Chart) isBlock()     {}
func (Command) isBlock()   {}
func (Lines) isBlock()     {}
func (Columns) isBlock()   {}

// Add adds blocks to a document. It leaves out tables without rows, and paragraphs, notes and commands without text.
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
