package diag

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// MaxShown is the maximum number of diagnostics that are printed, followed
// by the number of the others.
const MaxShown = 100

// Format is an output format for diagnostics.
type Format uint8

const (
	// Snippets shows each diagnostic with the text it is about, see [Diagnostic.Snippet].
	Snippets Format = iota
	// Lines prints one line per diagnostic, see [Diagnostic.Line].
	Lines
	// JSON prints one JSON object per line.
	JSON
	// GitHub prints workflow commands, which appear as annotations of a pull request.
	GitHub
)

// Print writes the list in its current order, at most [MaxShown] diagnostics and
// then the number of the others. Colour only affects Snippets; the caller decides whether
// to use it (terminal, NO_COLOR). It returns errors of w.
func (l List) Print(w io.Writer, format Format, colour bool) error {
	for i, d := range l[:min(len(l), MaxShown)] {
		text, err := d.format(format, colour)
		if err != nil {
			return err
		}
		if format == Snippets && i > 0 {
			text = "\n" + text
		}
		if _, err := io.WriteString(w, text); err != nil {
			return err
		}
	}
	if left := len(l) - MaxShown; left > 0 {
		_, err := io.WriteString(w, leftOut(format, left))
		return err
	}
	return nil
}

// format returns the diagnostic in a format, followed by a line break.
func (d *Diagnostic) format(format Format, colour bool) (string, error) {
	switch format {
	case Lines:
		return d.Line() + "\n", nil
	case GitHub:
		return d.GitHub() + "\n", nil
	case JSON:
		text, err := d.MarshalJSON()
		return string(text) + "\n", err
	}
	return d.Snippet(colour), nil
}

func leftOut(format Format, n int) string {
	switch format {
	case JSON:
		return fmt.Sprintf("{\"leftOut\":%d}\n", n)
	case GitHub:
		return fmt.Sprintf("::notice::and %d more\n", n)
	case Snippets:
		return fmt.Sprintf("\nand %d more\n", n)
	}
	return fmt.Sprintf("and %d more\n", n)
}

// placeJSON is a span in JSON: lines and columns from 1, columns in
// characters, the end after the last character.
type placeJSON struct {
	File      string `json:"file,omitempty"`
	Line      int    `json:"line,omitempty"`
	Column    int    `json:"column,omitempty"`
	EndLine   int    `json:"endLine,omitempty"`
	EndColumn int    `json:"endColumn,omitempty"`
}

type noteJSON struct {
	placeJSON
	Message string `json:"message"`
}

type diagnosticJSON struct {
	Code     Code   `json:"code"`
	Severity string `json:"severity"`
	placeJSON
	Message string     `json:"message"`
	Hint    string     `json:"hint,omitempty"`
	Notes   []noteJSON `json:"notes,omitempty"`
	Fix     []editJSON `json:"fix,omitempty"`
	Guesses []editJSON `json:"guesses,omitempty"`
}

// editJSON is a place and its replacement.
type editJSON struct {
	placeJSON
	Text string `json:"text"`
}

func placeOf(s Span) placeJSON {
	if s.IsZero() {
		return placeJSON{}
	}
	p := placeJSON{File: s.Source.Name}
	p.Line, p.Column = s.Source.Position(s.Start)
	p.EndLine, p.EndColumn = s.Source.Position(s.End)
	return p
}

// MarshalJSON returns the diagnostic as one JSON object on one line: code,
// severity, file, line, column, endLine, endColumn, message, hint, notes, and the edits,
// each with its place and text: fix if the fix is certain; guesses are alternatives,
// of which one may be what was meant.
// Characters that a terminal would interpret are written as JSON escapes.
func (d *Diagnostic) MarshalJSON() ([]byte, error) {
	out := diagnosticJSON{
		Code: d.Code, Severity: d.Severity.String(), placeJSON: placeOf(d.Span),
		Message: d.Message, Hint: d.Hint,
	}
	for _, n := range d.Notes {
		out.Notes = append(out.Notes, noteJSON{placeOf(n.Span), n.Message})
	}
	for _, e := range d.Fix {
		out.Fix = append(out.Fix, editJSON{placeOf(e.At), e.Text})
	}
	for _, e := range d.Guesses {
		out.Guesses = append(out.Guesses, editJSON{placeOf(e.At), e.Text})
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(out); err != nil {
		return nil, err
	}
	return VisibleJSON(bytes.TrimSuffix(b.Bytes(), []byte("\n"))), nil
}

// GitHub returns the diagnostic as a workflow command:
//
//	::error file=f.yaml,line=3,endLine=3,col=5,endColumn=8,title=code::message
//
// The hint follows the message on a separate line.
func (d *Diagnostic) GitHub() string {
	var properties []string
	if !d.Span.IsZero() {
		p := placeOf(d.Span)
		properties = append(properties, "file="+commandProperty(p.File),
			fmt.Sprintf("line=%d,endLine=%d", p.Line, p.EndLine))
		// Columns of a multi-line span would be interpreted as those of one line.
		if p.Line == p.EndLine {
			properties = append(properties, fmt.Sprintf("col=%d,endColumn=%d", p.Column, p.EndColumn))
		}
	}
	if d.Code != "" {
		properties = append(properties, "title="+commandProperty(string(d.Code)))
	}
	command := "::" + d.Severity.String()
	if len(properties) > 0 {
		command += " " + strings.Join(properties, ",")
	}
	command += "::" + commandText(d.Message)
	if d.Hint != "" {
		command += "%0Ahint: " + commandText(d.Hint)
	}
	return command
}

// commandText escapes characters that would end or alter a workflow command.
func commandText(s string) string { return strings.ReplaceAll(Visible(s), "%", "%25") }

// commandProperty escapes the value of a property of a workflow command.
func commandProperty(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(commandText(s))
}
