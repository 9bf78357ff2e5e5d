package cli

import (
	"io"
	"unicode/utf8"

	"github.com/rulec/rulec/internal/terminal"
	"github.com/rulec/rulec/lang/diag"
)

// output is where a command prints to. It makes characters visible that a terminal would obey, hide or reverse,
// even if they are in titles, names or texts of files; line breaks are kept. It keeps the first error, so that no
// command, not even help, succeeds if its output was lost: commands needn't check whether they could print.
type output struct {
	to io.Writer
	// rest is the start of a character whose other bytes are still missing.
	rest   []byte
	failed error
}

func (o *output) Write(text []byte) (int, error) {
	all := append(o.rest, text...)
	whole := len(all) - unfinished(all)
	o.rest = append([]byte(nil), all[whole:]...)
	o.put([]byte(diag.VisibleLines(string(all[:whole]))))
	return len(text), o.failed
}

// Unwrap returns where the output finally goes.
func (o *output) Unwrap() io.Writer { return o.to }

// unfinished returns how many bytes at the end of a text are an incomplete character.
func unfinished(text []byte) int {
	for n := 1; n <= min(utf8.UTFMax-1, len(text)); n++ {
		if last := text[len(text)-n:]; utf8.RuneStart(last[0]) {
			if utf8.FullRune(last) {
				return 0
			}
			return n
		}
	}
	return 0
}

// end prints the rest: bytes that are no character.
func (o *output) end() {
	o.put([]byte(diag.Visible(string(o.rest))))
	o.rest = nil
}

// put prints a text unchanged.
func (o *output) put(text []byte) {
	if o.failed == nil && len(text) > 0 {
		_, o.failed = o.to.Write(text)
	}
}

// bareOutput prints to an output without any changes.
type bareOutput struct{ *output }

func (o bareOutput) Write(text []byte) (int, error) {
	o.put(text)
	return len(text), o.failed
}

// bare returns a writer that prints to an output without any changes: for programs, and for text that was made
// visible before it was coloured.
func bare(w io.Writer) io.Writer {
	if o, ok := w.(*output); ok {
		return bareOutput{o}
	}
	return w
}

// forFile returns a writer for the exact text of a file, unless w is a terminal.
func forFile(w io.Writer) io.Writer {
	if terminal.Of(w) != nil {
		return w
	}
	return bare(w)
}

// printList prints diagnostics, coloured if the output may be.
func printList(w io.Writer, list diag.List, format diag.Format) {
	_ = list.Print(bare(w), format, terminal.Colourful(w)) // the output keeps the error
}
