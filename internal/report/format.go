package report

import (
	"fmt"
	"io"
)

// Format is a way to print a document.
type Format string

// The formats, in the order in which help lists them.
const (
	Text     Format = "text"
	Markdown Format = "md"
	HTML     Format = "html"
	JSON     Format = "json"
	CSV      Format = "csv"
)

// Formats are all formats; printers has one for each.
var Formats = []Format{Text, Markdown, HTML, JSON, CSV}

var printers = map[Format]func(*Document, io.Writer) error{
	Text: (*Document).text, Markdown: (*Document).markdown, HTML: (*Document).html, JSON: (*Document).json, CSV: (*Document).csv,
}

// Print prints a document in one of the [Formats].
func (d *Document) Print(w io.Writer, f Format) error {
	printer, ok := printers[f]
	if !ok {
		return fmt.Errorf("unknown format %q", f)
	}
	return printer(d, w)
}
